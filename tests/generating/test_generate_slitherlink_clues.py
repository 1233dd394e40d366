"""Which clues stay, held against the independent brute force on small boards."""

from __future__ import annotations

import numpy as np
import pytest
from generating.slitherlink import KINDS, SMALL, batch, drawn, names_of, planted
from oracle import brute_force

from nlc.generating.removing import Removal, remove


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("tiling", "is_open", "bisect"),
    [*((*kind, False) for kind in KINDS), ("square", False, True), ("hex", True, True)],
)
def test_a_puzzle_has_the_planted_solution_alone_and_needs_every_clue(tiling, is_open, bisect):
    wanted = batch(tiling, *SMALL[tiling], is_open, removal=Removal(bisect=bisect))
    for number in (1, 2):
        made = wanted.make(number).puzzle
        assert made.minimal and made.unique
        puzzle, ports = drawn(wanted.generator.shape, made.line, made.clues)
        assert len(ports) == 2 * is_open
        told = names_of(wanted.generator.shape, made.line)
        assert brute_force.slitherlink(puzzle, ports=ports) == {told}
        for cell in made.clues:
            fewer = {other: clue for other, clue in made.clues.items() if other != cell}
            puzzle, _ = drawn(wanted.generator.shape, made.line, fewer)
            assert len(brute_force.slitherlink(puzzle, ports=ports)) > 1


@pytest.mark.sample(2)
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_other_boards_tell_of_any_clues_whether_they_leave_the_planted_line_alone(tiling, is_open):
    made = planted(tiling, *SMALL[tiling], is_open)
    shape, random, answers = made.shape, np.random.default_rng(2), set()
    boards = made.other_boards()
    for share in (0.3, 0.4, 0.5, 0.6, 0.7, 0.9):
        cells = np.flatnonzero(random.random(shape.cells) < share).tolist()
        puzzle, ports = drawn(shape, made.line, made.clues(cells))
        sole = boards.is_sole(cells)
        answers.add(sole)
        assert sole == (len(brute_force.slitherlink(puzzle, ports=ports)) == 1)
        if sole:
            assert boards.core() <= set(cells)
            puzzle, _ = drawn(shape, made.line, made.clues(boards.core()))
            assert len(brute_force.slitherlink(puzzle, ports=ports)) == 1
    assert answers == {False, True}


def test_at_least_so_many_clues_stay():
    made = planted("square", 6, 6)
    found = remove(made.other_boards(), range(36), [1] * 36, Removal(least=30))
    assert len(found.groups) == 30
    assert not found.minimal
