"""Which clues stay, held against the independent brute force on small boards."""

from __future__ import annotations

import numpy as np
import pytest
from generating.slitherlink import KINDS, SMALL, batch, drawn, names_of, planted
from oracle import brute_force
from pysat.solvers import Solver

from nlc.board import Sort
from nlc.generating.genre import require_solution
from nlc.generating.slitherlink.clues import Removal, reduce
from nlc.generating.slitherlink.genre import planted_line as solution_of
from nlc.generating.slitherlink.genre import program_of
from nlc.generating.slitherlink.solver import ClueSolver
from nlc.generating.slitherlink.window import Window


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
    wanted = batch(tiling, *SMALL[tiling], is_open, removal=Removal(bisect))
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
def test_the_solver_tells_of_any_clues_whether_they_leave_the_planted_line_alone(tiling, is_open):
    shape, made = planted(tiling, *SMALL[tiling], is_open)
    random = np.random.default_rng(2)
    clue_solver = ClueSolver(shape.board, made)
    answers = set()
    for share in (0.3, 0.4, 0.5, 0.6, 0.7, 0.9):
        cells = np.flatnonzero(random.random(made.cells) < share).tolist()
        puzzle, ports = drawn(shape, made.line, {c: int(made.clues[c]) for c in cells})
        every = brute_force.slitherlink(puzzle, ports=ports)
        core = clue_solver.alone(cells)
        answers.add(core is not None)
        assert (core is not None) == (len(every) == 1)
        if core is not None:
            assert core <= set(cells)
            puzzle, _ = drawn(shape, made.line, {c: int(made.clues[c]) for c in core})
            assert len(brute_force.slitherlink(puzzle, ports=ports)) == 1
    assert answers == {False, True}
    clue_solver.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_a_window_tells_whether_another_line_differs_in_it_alone(tiling, is_open):
    shape, made = planted(tiling, *SMALL[tiling], is_open)
    board, random = shape.board, np.random.default_rng(3)
    names, around = board.names(Sort.BORDER), board.cell_borders.data.reshape(made.cells, -1)
    answers = []
    for trial in range(12):
        free = random.random(made.cells) < 0.5
        cell = int(random.choice(np.flatnonzero(free)))
        clues = set(np.flatnonzero(random.random(made.cells) < 0.6).tolist()) - {cell}
        given = np.isin(np.arange(made.cells), [*clues])
        settled = np.where(given, 1, 0) if trial % 2 else np.zeros(made.cells, np.int32)
        window = Window(board, made, free, free, settled, Solver("minisat22"))
        answers.append(window.another(cell, [] if trial % 2 else [*clues], given))
        window.close()
        near = {border for other in np.flatnonzero(free) for border in around[other].tolist()}
        outside = {name for border, name in enumerate(names) if border not in near}
        puzzle, ports = drawn(shape, made.line, {c: int(made.clues[c]) for c in clues})
        own = {names[border] for border in around[cell].tolist()}
        told = names_of(shape, made.line)
        assert answers[-1] == any(
            line & outside == told & outside and len(line & own) != made.clues[cell]
            for line in brute_force.slitherlink(puzzle, ports=ports)
        )
    assert set(answers) == {False, True}


def test_clues_are_tried_until_so_many_could_not_go():
    shape, made = planted("square", 8, 8)
    board = shape.board
    random = np.random.default_rng(5)
    cells = random.permutation(made.cells).tolist()
    counts = []
    for failures in (0, 1, 5, 20, None):
        found = reduce(ClueSolver(board, made), cells, Removal(failures=failures))
        assert found.failures <= (made.cells if failures is None else failures)
        assert found.minimal == (failures is None)
        counts.append(len(found.clues))
        check(shape, made.line, {c: int(made.clues[c]) for c in found.clues})
        assert ClueSolver(board, made).alone(found.clues) is not None
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(counts)


def test_lines_that_even_all_clues_do_not_tell_are_dropped():
    class Never:
        def alone(self, clues):
            return None

    assert reduce(Never(), [0, 1, 2], Removal()) is None


def test_the_first_clues_go_by_binary_search_for_how_many_can_go_at_once():
    class Threshold:
        """Clues 3 to 9 are needed; the others are not."""

        def __init__(self):
            self.asked = []

        def alone(self, clues):
            self.asked.append(len(clues))
            return set(clues) if set(clues) >= set(range(3, 10)) else None

        def needs(self, cell, clues):
            return cell in range(3, 10)

        def fix_clue(self, cell, given):
            pass

    judge = Threshold()
    found = reduce(judge, [0, 10, 1, 11, 5, 2, 3, 4, 6, 7, 8, 9], Removal(bisect=True))
    assert found.clues == tuple(range(3, 10))
    assert len(judge.asked) <= 5
    assert found.minimal


def test_a_planted_line_that_breaks_a_rule_is_never_let_through():
    shape, made = planted("square", 5, 5)
    clues = {7: int(made.clues[7])}
    check(shape, made.line, clues)
    with pytest.raises(RuntimeError, match="breaks a rule: clues"):
        check(shape, made.line, {7: clues[7] + 1})


def test_the_same_seed_makes_the_same_puzzle_and_another_one_another():
    wanted = batch("hex", 6, 6, seed=3)
    first, again = wanted.make(2).puzzle, wanted.make(2).puzzle
    other = batch("hex", 6, 6, seed=-3).make(2).puzzle
    assert first.clues == again.clues
    assert (first.line == again.line).all()
    assert first.clues != other.clues


def test_the_formula_tells_the_clues_and_the_ends_of_the_planted_line():
    shape, made = planted("triangle", 7, 5, is_open=True)
    board = shape.board
    counts = [made.line[board.cell_borders.row(cell)].sum() for cell in range(made.cells)]
    assert counts == made.clues.tolist()
    assert made.open
    assert not planted("triangle", 7, 5)[1].open
