"""`nlc.generate` and `nlc.diff` do what the commands of their names do."""

from __future__ import annotations

import json

import pytest

import nlc as api
from nlc.cli import main


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("genre", "size", "options", "words"),
    [
        ("numberlink", "6x6", {"pairs": 4, "unique": True}, ("--pairs", "4", "--unique")),
        ("slitherlink", "5x5", {}, ()),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_puzzles_are_those_of_the_command_line(capsys, genre, size, options, words, jobs):
    made = list(api.generate(genre, size, count=3, seed=5, jobs=jobs, **options))
    main(["generate", genre, size, "-n", "3", "--seed", "5", *words])
    assert "".join(map(str, made)) == capsys.readouterr().out
    assert all(api.check(each.puzzle, each.solution) == [] for each in made)


@pytest.mark.parametrize(
    ("genre", "size", "options"),
    [
        ("sudoku", "6x6", {}),
        ("numberlink", "6", {}),
        ("numberlink", "6x0", {}),
        ("numberlink", "6x6", {"tiling": "round"}),
        ("slitherlink", "6x6", {"pairs": 3}),
        ("numberlink", "6x6", {"odd": 3}),
    ],
)
def test_what_cannot_be_made_is_an_input_error(genre, size, options):
    with pytest.raises(api.InputError):
        list(api.generate(genre, size, **options))


def test_a_hint_about_options_does_not_speak_of_the_command_line():
    with pytest.raises(api.InputError, match="hint: touch=false or no2x2=true") as caught:
        list(api.generate("numberlink", "6x6", pairs=4, difficulty="corners"))
    assert "--" not in str(caught.value)


@pytest.mark.slow
def test_rows_are_those_of_nlc_diff(capsys):
    puzzles = api.load("fixtures/first.nl")
    found = api.diff(puzzles, encodings=["default", "thesis"], solvers=["minisat", "backtrack"])
    words = ("--encodings", "default;thesis", "--solvers", "minisat,backtrack")
    main(["diff", "fixtures/first.nl", *words, "--format", "json"])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == len(found.samples) == 3
    for one, other in zip(json.loads(json.dumps(found.to_json())), told, strict=True):
        changing = ("seconds", "megabytes")
        assert {k: v for k, v in one.items() if not any(w in k for w in changing)} == {
            k: v for k, v in other.items() if not any(w in k for w in changing)
        }
    assert "No disagreement." in str(found)


def test_what_cannot_be_compared_is_an_input_error():
    puzzles = api.load("fixtures/first.nl")
    for wrong in ({"encodings": ["odd"]}, {"solvers": ["odd"]}):
        with pytest.raises(api.InputError):
            api.diff(puzzles, **wrong)
