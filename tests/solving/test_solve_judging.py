"""A verdict a move: on the way to every solution, and away from it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.sheets import PUZZLES, solution_of

import nlc

BOARDS = {
    "binairo": ". 0 . .\n1 . . .\n. . . .\n. . 1 .",
    "slitherlink": ". 3 .\n. 0 .\n. . .",
    "numberlink": "1 . 2\n. . .\n1 2 .",
    "fillomino": "3 . .\n. 2 .\n. . 4",
    "nurikabe": "2 . .\n. . .\n. . 3",
}

Marks = list[tuple[str, str, bool | str]]


def marks_of(solution: dict[str, Any], variables: set[str]) -> Marks:
    """Return the marks that draw a solution."""
    out: Marks = []
    for name in variables & solution.keys():
        found = solution[name]
        pairs = found.items() if isinstance(found, dict) else [(each, True) for each in found]
        out += [(name, element, value) for element, value in pairs]
    return out


@pytest.mark.parametrize("genre", BOARDS)
def test_a_board_is_broken_only_where_no_solution_is_left(genre: str) -> None:
    board = "board size" if genre == "fillomino" else "board"
    head = f'puzzle "p" is {genre} {{ topology square; {board}\n'
    (puzzle,) = nlc.loads(f"{head}{BOARDS[genre]}\nend }}")
    judge = nlc.judge(puzzle)
    shown = {
        var.name for var in (*judge.program.bools, *judge.program.domains.values()) if var.shown
    }
    solutions = [marks_of(each.to_json(), shown) for each in nlc.enumerate(puzzle)]
    rng, statuses = random.Random(genre), set[str]()
    for marks in solutions[:2]:
        rng.shuffle(marks)
        assert {judge.draw(*mark).status for mark in marks[:-1]} <= {"possible", "complete"}
        before = judge.verdict
        assert judge.draw(*marks[-1]) == nlc.Verdict("complete", ())
        assert judge.undo() == before
        for _ in range(12):  # marks of this solution crossed out, or moved, or of another value
            name, element, _ = rng.choice(marks)
            values = getattr(judge.program.domains.get(name), "values", (True, False))
            judge.draw(name, element, rng.choice(values))
            drawn = judge.drawn
            left = any(extends(dict_of(each), drawn) for each in solutions)
            statuses.add(judge.verdict.status)
            assert judge.verdict.status != "broken" or not left
            assert bool(judge.verdict.violations) == (judge.verdict.status != "complete")
        while judge.drawn:
            judge.undo()
    assert "broken" in statuses


@pytest.mark.slow
@pytest.mark.sample(8, every=4)
@pytest.mark.parametrize("genre", PUZZLES)
def test_right_drawings_are_never_broken_and_wrong_ones_never_complete(
    genre: str, pytestconfig: pytest.Config
) -> None:
    moves = 100 if pytestconfig.option.whole else 5
    puzzle = PUZZLES[genre]
    judge, rng = nlc.judge(puzzle), random.Random(genre)
    shown = {
        var.name for var in (*judge.program.bools, *judge.program.domains.values()) if var.shown
    }
    marks = marks_of(solution_of(puzzle).to_json(), shown)
    rng.shuffle(marks)
    for mark in marks[:-1]:
        assert judge.draw(*mark).status != "broken"
    assert judge.draw(*marks[-1]).status == "complete"
    for _ in range(moves):
        name, element, value = rng.choice(marks)
        values = [*getattr(judge.program.domains.get(name), "values", (True, False))]
        wrong = rng.choice([each for each in values if str(each) != str(value)] or [None])
        verdict = judge.draw(name, element, wrong)
        assert verdict.status != "complete" and verdict.violations
        assert judge.undo().status == "complete"


def dict_of(marks: Marks) -> dict[tuple[str, str], bool | str]:
    return {(name, element): value for name, element, value in marks}


def extends(solution: dict[tuple[str, str], bool | str], drawn: Any) -> bool:
    """Return whether a solution has all marks of a drawing."""
    return all(
        solution.get((name, element), False) == value
        for name, found in drawn.items()
        for element, value in found.items()
    )


def test_a_mark_that_does_not_exist_is_refused_and_changes_nothing() -> None:
    judge = nlc.judge(nlc.load("fixtures/first.nl")[0])
    for mark, told in ((("line", "r9c9"), "no link"), (("lines", "r1c1-r1c2"), "no variable")):
        with pytest.raises(nlc.InputError, match=told):
            judge.draw(*mark)
    with pytest.raises(nlc.InputError, match="must be a list"):
        judge.draw("line", "r1c1-r1c2", "3")
    assert judge.drawn == {} and judge.undo() == judge.verdict
