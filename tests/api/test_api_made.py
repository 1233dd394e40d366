"""`nlc.generate` and `nlc.diff` do what the commands of their names do."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import nlc as api
import nlc.puzzles
from nlc.cli import main
from nlc.generating.genre import GENRES
from nlc.generating.options import OPEN_OPTIONS


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("genre", "size", "options", "words"),
    [
        ("numberlink", "6x6", {"pairs": 4, "unique": True}, ("--pairs", "4", "--unique")),
        ("slitherlink", "5x5", {"minimal": True}, ("--minimal",)),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_puzzles_are_those_of_the_command_line(capsys, genre, size, options, words, jobs):
    made = list(api.generate(genre, size, count=3, seed=5, jobs=jobs, **options))
    main(["generate", genre, size, "-n", "3", "--seed", "5", *words])
    assert "".join(map(str, made)) == capsys.readouterr().out
    assert all(api.check(each.puzzle, each.solution) == [] for each in made)


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


@pytest.mark.sample(14)
@pytest.mark.parametrize(
    ("genre", "size", "options", "words"),
    [
        ("numberlink", "99999x99999", {}, "at most 1048576 cells"),
        ("numberlink", "6x6", {"pears": 3}, "no option 'pears'\n  hint: did you mean 'pairs'"),
        ("slitherlink", "6x6", {"pairs": 3}, "pairs is for numberlink, not for slitherlink"),
        ("numberlink", "6x6", {"timeout": 3}, r"hint: limits=nlc.Limits\(seconds=…\)"),
        ("numberlink", "6x6", {"difficulty": "herd"}, "hint: did you mean 'hard'"),
        ("numberlink", "2x2", {"pairs": 2}, "the option trivial of each method allows"),
        ("multilink", "6x6", {}, "numberlink with group=3 or more"),
        ("numberlink", "6x6", {"settings": {"tuch": False}}, "did you mean 'touch'"),
        ("numberlink", "6x6", {"pairs": 0}, "pairs must be at least 1, and is 0"),
        ("numberlink", "6x6", {"board": "x.nl"}, "board is for the command line"),
        ("masyu", "6x6", {"symmetry": "rotat"}, "not a value of symmetry\n  hint: did you mean"),
        ("masyu", "6x6", {"symmetry": "round"}, "hint: one of none, rotate, mirror, both"),
        ("numberlink", "6x6", {"difficulty": "odd"}, "hint: one of any, easy"),
        ("masyu", "6x6", {"pairs": 3}, "pairs is for numberlink, .*\n  hint: options of masyu"),
        ("masyu", "6x6", {"odd": 3}, "no option 'odd'\n  hint: options of masyu: clues, "),
        ("masyu", "6x6", {"clues": "9..4"}, "hint: such as 20, 20..30, or 30..40%"),
        ("masyu", "6x6", {"settings": {"ful": True}}, "^error: .*'ful'.*'full'"),
        ("starbattle", "6x6", {"settings": {"stars": 500}}, "^error: 'stars' is a number from 1"),
        ("masyu", "5x6", {"symmetry": "diagonal"}, "symmetry='diagonal' is for"),
    ],
)
def test_mistakes_are_told_at_the_call_in_words_of_python(genre, size, options, words):
    with pytest.raises(api.InputError, match=f"(?s){words}") as caught:
        api.generate(genre, size, **options)
    assert "--" not in str(caught.value)


@pytest.mark.processes
def test_a_limit_that_generating_does_not_keep_is_refused():
    with pytest.raises(api.InputError, match=r"hint: limits=nlc.Limits\(seconds=…\)"):
        api.generate("numberlink", "6x6", limits=api.Limits(megabytes=5))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"unique": 1}, "unique takes a bool, not int"),
        ({"pairs": "4"}, "pairs takes an int, not str"),
        ({"settings": {"touch": 0}}, r"settings\['touch'\] takes a bool"),
        ({"method": 3}, "method takes a str, not int: such as 'solution'"),
        ({"limits": 5}, "limits takes a nlc.Limits"),
    ],
)
def test_options_have_types(options, words):
    with pytest.raises(TypeError, match=words):
        api.generate("numberlink", "6x6", **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"clues": 2.5}, "clues takes a str, not float: such as '20..30'"),
        ({"symmetry": True}, "symmetry takes a str, not bool: such as 'none'"),
        ({"minimal": "yes"}, "minimal takes a bool, not str"),
        ({"settings": {"full": 1.5}}, r"settings\['full'\] takes a bool"),
    ],
)
def test_options_of_puzzles_from_rules_have_types(options, words):
    with pytest.raises(TypeError, match=words):
        api.generate("masyu", "6x6", **options)


def test_a_genre_of_a_file_is_made_by_its_path(tmp_path):
    path = tmp_path / "mine.nl"
    path.write_text("genre one extends sudoku { }\ngenre other extends masyu { }\n")
    with pytest.raises(api.InputError, match=r"defines 2 genres\n  hint: name one, such as "):
        api.generate(path, "4x4")
    (made,) = api.generate(f"{path}:one", "4x4", clues=6, seed=2)
    assert made.puzzle.genre == "one" and made.unique and api.unique(made.puzzle)
    assert sum(map(len, api.elaborate(made.puzzle).givens.values())) == 16 + 6
    (again,) = api.loads(made.text)
    assert api.check(again, made.solution) == []
    path.write_text("genre one extends sudoku { }\n")
    assert next(api.generate(path, "4x4", clues="6", seed=2)).puzzle.genre == "one"


def test_the_typed_options_are_those_of_the_genres():
    known = {each.name for name in GENRES.names() for each in GENRES.get(name).options}
    known |= {each.name for each in OPEN_OPTIONS}
    tree = ast.parse(Path(nlc.puzzles.__file__).read_text())
    (typed,) = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == "GeneratorOptions"
    )
    fields = {
        node.target.id.removesuffix("_") for node in typed.body if isinstance(node, ast.AnnAssign)
    }
    assert fields == (known | {"settings"}) - {"board", "puzzle"}


def test_a_puzzle_that_takes_too_long_is_left_out():
    limits = api.Limits(seconds=0.01)
    assert list(api.generate("numberlink", "40x40", unique=True, limits=limits)) == []
