"""Which clues stay, held against the independent brute force on small boards."""

from __future__ import annotations

import numpy as np
import pytest
from generating.slitherlink import KINDS, SMALL, batch, drawn, names_of, planted
from oracle import brute_force

from nlc.generating.genre import require_solution
from nlc.generating.removing import Removal, remove
from nlc.generating.slitherlink.genre import planted_line as solution_of
from nlc.generating.slitherlink.genre import program_of


def check(shape, line, clues):
    """Check a line against every rule of the genre."""
    program = program_of(shape, "small", line, clues)
    require_solution(program, solution_of(program, line))


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


def test_clues_are_tried_until_so_many_could_not_go():
    made = planted("square", 8, 8)
    cells = np.random.default_rng(5).permutation(64).tolist()
    counts = []
    for failures in (1, 5, 20, None):
        found = remove(made.other_boards(), cells, [1] * 64, Removal(failures=failures))
        assert found.failures <= (64 if failures is None else failures)
        assert found.minimal == (failures is None)
        counts.append(len(found.groups))
        check(made.shape, made.line, made.clues(found.groups))
        assert made.other_boards().is_sole(found.groups)
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) > 1


def test_at_least_so_many_clues_stay():
    made = planted("square", 6, 6)
    found = remove(made.other_boards(), range(36), [1] * 36, Removal(least=30))
    assert len(found.groups) == 30
    assert not found.minimal


class Threshold:
    """Groups 3 to 9 are needed; the others are not."""

    asked = 0

    def stay_near(self):
        pass

    def allows(self, kept):
        return True

    def is_sole(self, kept, gone=()):
        self.asked += not gone
        return set(kept) >= set(range(3, 10)) - self.there and not set(gone) & set(range(3, 10))

    there = frozenset()

    def core(self):
        return frozenset(range(12))

    def settle(self, groups, there):
        self.there |= set(groups) if there else set()


def test_the_first_clues_go_by_binary_search_for_how_many_can_go_at_once():
    boards = Threshold()
    order = [0, 10, 1, 11, 5, 2, 3, 4, 6, 7, 8, 9]
    found = remove(boards, order, [1] * 12, Removal(bisect=True))
    assert found.groups == set(range(3, 10))
    assert boards.asked <= 5
    assert found.minimal


def test_a_planted_line_that_breaks_a_rule_is_never_let_through():
    made = planted("square", 5, 5)
    clues = made.clues([7])
    check(made.shape, made.line, clues)
    with pytest.raises(RuntimeError, match="breaks a rule: clues"):
        check(made.shape, made.line, {7: clues[7] + 1})


def test_the_same_seed_makes_the_same_puzzle_and_another_one_another():
    wanted = batch("hex", 6, 6, seed=3)
    first, again = wanted.make(2).puzzle, wanted.make(2).puzzle
    other = batch("hex", 6, 6, seed=-3).make(2).puzzle
    assert first.clues == again.clues
    assert (first.line == again.line).all()
    assert first.clues != other.clues
