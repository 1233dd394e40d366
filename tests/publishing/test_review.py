"""``nlc check --publish``: what is found of a puzzle agrees with other ways to find it."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest
from support.commands import FIXTURES

import nlc
from nlc.drivers.base import NO_LIMITS
from nlc.publishing.review import Review, reviews
from nlc.publishing.symmetry import canonical, clue_symmetries
from nlc.publishing.works import author_of

EXAMPLES = {puzzle.genre: puzzle for puzzle in nlc.load(FIXTURES / "genres.nl")}


def review(*puzzles: nlc.Puzzle) -> list[Review]:
    found = list(reviews(puzzles, NO_LIMITS, lambda title: None))
    assert all(isinstance(each, Review) for each in found)
    return found


def board(rows: list[str], genre: str = "slitherlink", more: str = "", head: str = "") -> str:
    drawn = "\n".join(" ".join(row) for row in rows)
    return f'{head}puzzle "p" is {genre} {{ topology square;\n{more}\nboard\n{drawn}\nend }}\n'


def turned(rows: list[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def every_way(rows: list[str]) -> list[list[str]]:
    out = []
    for start in (rows, [row[::-1] for row in rows]):
        for _ in range(4):
            out.append(start)
            start = turned(start)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["akari", "nurikabe"])
def test_what_can_go_agrees_with_puzzles_without_it(genre: str) -> None:
    puzzle = EXAMPLES[genre]
    (found,) = review(puzzle)
    assert found.solutions == "one" and len(set(found.solvers)) == 2
    assert found.grade == nlc.grade(puzzle)
    superfluous = nlc.why(puzzle, superfluous=True)
    groups = [superfluous.all_clues.groups[i].text for i in superfluous.superfluous.alone]
    assert list(found.superfluous) == groups
    source = puzzle.tree.span.text
    for rule in puzzle.rules.rules.values():
        without = source.rstrip().removesuffix("}") + f"drop {rule.name.name};\n}}"
        held = rule.when is None and nlc.unique(nlc.loads(without)[0])
        assert (rule.name.name in found.unused) == held


@pytest.mark.slow
def test_clues_lie_alike_as_the_rows_do() -> None:
    names = ["half a turn", "left and right", "top and bottom", "one diagonal"]
    random = Random(1)
    seen = set[tuple[str, ...]]()
    for size in (3, 4):
        for _ in range(40):
            half = [[random.choice("..2") for _ in range(size)] for _ in range(size)]
            fold = random.choice(every_way(half)[1:])
            rows = [
                "".join(max(a, b) for a, b in zip(*two, strict=True))
                for two in zip(half, fold, strict=True)
            ]
            (puzzle,) = nlc.loads(board(rows))
            found = clue_symmetries(puzzle, nlc.elaborate(puzzle))
            if not any("2" in row for row in rows):
                assert found is None
                continue
            flipped = [row[::-1] for row in rows]
            across = ["".join(column) for column in zip(*rows, strict=True)]
            ways = [turned(turned(rows)), flipped, rows[::-1], across]
            expected = {n for n, way in zip(names, ways, strict=True) if way == rows}
            assert expected == {name for name in found if name in names}
            seen.add(found)
    assert len(seen) > 4


@pytest.mark.slow
def test_the_same_puzzles_are_those_that_are_the_same_turned_or_mirrored() -> None:
    every = [["".join(two) for two in (cells[:2], cells[2:])] for cells in product(".13", repeat=4)]
    puzzles = [nlc.loads(board(rows))[0] for rows in every]
    keys = [canonical(puzzle, nlc.elaborate(puzzle)) for puzzle in puzzles]
    for rows, key in zip(every, keys, strict=True):
        same = [other for other, k in zip(every, keys, strict=True) if k == key]
        assert sorted(same) == sorted({tuple(way): way for way in every_way(rows)}.values())


def test_arrows_turn_with_the_board_and_names_mean_nothing() -> None:
    def yajilin(rows: list[str], arrows: list[str]) -> nlc.Puzzle:
        drawn = "\nend\nboard arrow\n" + "\n".join(" ".join(row) for row in arrows) + "\nend }"
        (puzzle,) = nlc.loads(board(rows, "yajilin").replace("\nend }", drawn))
        return puzzle

    def key(puzzle: nlc.Puzzle) -> object:
        return canonical(puzzle, nlc.elaborate(puzzle))

    one = key(yajilin(["1..", "...", "..."], ["E..", "...", "..."]))
    assert one == key(yajilin(["..1", "...", "..."], ["..S", "...", "..."]))
    assert one != key(yajilin(["..1", "...", "..."], ["..N", "...", "..."]))

    def rooms(*rows: str) -> object:
        more = "board room\n" + "\n".join(" ".join(row) for row in rows) + "\nend"
        (puzzle,) = nlc.loads(board(["..", ".."], "heyawake", more))
        return key(puzzle)

    assert rooms("ab", "ab") == rooms("xx", "yy") != rooms("aa", "ab")


@pytest.mark.slow
def test_a_set_is_told_with_its_twins_titles_and_authors(tmp_path, nlc_command) -> None:
    rows = ["32.", "2.2", "02."]
    text = board(rows, head="// author: Ada Byron\n").replace('"p"', '"a small loop"')
    text += board(turned(rows)) + board(["...", ".3.", "..."]).replace('"p"', '"slitherlink"')
    path = tmp_path / "set.nl"
    path.write_text(text)
    said = nlc_command("check", "--publish", path, "--format", "json")
    assert said.status == 1
    first, second, third = map(json.loads, said.out.splitlines())
    assert first["same"] == [f'"p" in {path}'] and second["same"] == [f'"a small loop" in {path}']
    assert (first["author"], second["author"]) == ("Ada Byron", None)
    assert (first["titled"], third["titled"]) == (True, False)
    assert (third["solutions"], third["ready"], third["superfluous"]) == ("several", False, None)
    words = nlc_command("check", "--publish", path, "--puzzle", "1")
    assert words.status == 0 and words.out.endswith("1 of 1 can be printed\n")
    assert (
        "  author      Ada Byron\n" in words.out and "  rules       each is needed\n" in words.out
    )


def test_authors_stand_in_comments_and_in_other_formats() -> None:
    (own,) = nlc.loads(board(["3."], head="// Author: A. Lovelace \n// more\n"))
    assert author_of(own) == "A. Lovelace"
    (plain,) = nlc.loads(board(["3."], head="// the author said nothing\n\n"))
    assert author_of(plain) == ""
    janko = "[begin]\npuzzle slitherlink\n{}[problem]\n3 2 -\n2 - 2\n0 2 -\n[end]\n"
    two = nlc.loads(janko.format("") + janko.format("author Otto Janko\n"))
    assert [author_of(puzzle) for puzzle in two] == ["", "Otto Janko"]
