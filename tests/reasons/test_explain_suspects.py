"""What was probably mistyped: all changes that leave exactly one solution, by plain solving."""

from __future__ import annotations

from itertools import combinations

import pytest

import nlc
from nlc.board import Sort
from nlc.reasons.why.changes import Change
from nlc.reasons.why.why import Why

LOOP = ["3 . 3 . .", "2 2 0 2 3", ". 3 2 . 2", "2 2 2 . .", ". . 1 1 ."]  # r2c5 was 1

PATHS = [". . . . 2", ". 1 . . .", ". . 2 3 .", "4 . 3 4 .", ". . . . 1"]
"""The ends r1c5 = 2 and r2c2 = 1 were exchanged."""

Changes = dict[tuple[int, int], str]
"""The clue that a cell gets."""

Told = frozenset[tuple[str, str]]


def text(genre: str, rows: list[str]) -> str:
    return f'puzzle "p" is {genre} {{ topology square; board\n' + "\n".join(rows) + "\nend }"


def unique(genre: str, rows: list[str], tried: list[Changes]) -> list[Changes]:
    """Return the changes with which there is exactly one solution, by another solver."""
    puzzles = []
    for changes in tried:
        cells = [row.split() for row in rows]
        for (row, col), value in changes.items():
            cells[row][col] = value
        puzzles += nlc.loads(text(genre, [" ".join(row) for row in cells]))
    answers = nlc.solve(puzzles, nlc.UNIQUE, solver="pysat:cadical153")
    return [each for each, answer in zip(tried, answers, strict=True) if answer.unique]


def named(changes: Changes) -> Told:
    return frozenset((f"r{row + 1}c{col + 1}", value) for (row, col), value in changes.items())


def changed(why: Why, changes: tuple[Change, ...]) -> Told:
    names = why.program().board.names(Sort.CELL)
    return frozenset((names[change.clue.element], change.after) for change in changes)


def told(why: Why) -> set[Told]:
    return {changed(why, suspect.changes) for suspect in why.suspects}


@pytest.mark.slow
def test_a_changed_number_is_among_the_suspects_and_no_other_change_leaves_one_solution() -> None:
    cells = [row.split() for row in LOOP]
    tried = [
        {(i, j): value}
        for i, row in enumerate(cells)
        for j, now in enumerate(row)
        if now != "."
        for value in "01234"
        if value != now
    ]
    right = {*map(named, unique("slitherlink", LOOP, tried))}
    why = nlc.why(nlc.loads(text("slitherlink", LOOP))[0])
    assert frozenset({("r2c5", "1")}) in right
    assert told(why) == right
    assert str(why).count("perhaps mistyped: there is exactly one solution with ") == 1
    assert ", or with r2c5 = 1 or 2 in place of 3" in str(why)
    data = [change for (change,) in why.to_json()["suspects"]]
    assert {frozenset({(change["element"], change["to"])}) for change in data} == right


@pytest.mark.slow
def test_two_labels_that_were_exchanged_are_found() -> None:
    cells = [row.split() for row in PATHS]
    ends = [(i, j) for i, row in enumerate(cells) for j, label in enumerate(row) if label != "."]
    tried = [
        {(a, b): cells[c][d], (c, d): cells[a][b]}
        for (a, b), (c, d) in combinations(ends, 2)
        if cells[a][b] != cells[c][d]
    ]
    right = {*map(named, unique("numberlink", PATHS, tried))}
    (puzzle,) = nlc.loads(text("numberlink", PATHS))
    why = nlc.why(puzzle)
    assert frozenset({("r1c5", "1"), ("r2c2", "2")}) in told(why)
    assert told(why) <= right
    assert "r1c5 = 2 and r2c2 = 1 exchanged" in str(why)
    mended = nlc.why(puzzle, repair=True)
    assert not mended.suspects
    first = [repair for repair in mended.repairs if not repair.members]
    assert {changed(mended, repair.changes) for repair in first} == told(why)
    assert mended.repairs[0] in first
    assert "repair 1: r1c5 = 2 and r2c2 = 1 exchanged, which leaves exactly one" in str(mended)


def test_what_a_check_refuses_has_suspects_too() -> None:
    rows = ["A A B", "A C B"]
    why = nlc.why(nlc.loads(text("numberlink", rows))[0])
    assert why.status == "refused"
    assert told(why) == {frozenset({("r1c2", "C")}), frozenset({("r2c1", "C")})}
    assert len(unique("numberlink", rows, [{(0, 1): "C"}, {(1, 0): "C"}])) == 2
