"""Many puzzles in one solver, against brute force on each of them."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from fuzzing.check_puzzle import segments
from msgspec.structs import replace
from oracle.case import GENRES, TILINGS
from support.alike import alike
from support.commands import GROWING
from support.puzzles import program_of

import nlc
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.pysat.incremental import IncrementalSolver, SolverError
from nlc.encode.policy import ASSUMING
from nlc.encode.puzzle_formula import Readings, encode_puzzles
from nlc.encode.spec import Encoding
from nlc.ir.evaluate import violations
from nlc.ir.passes.merge import shape
from nlc.solving import batch
from nlc.solving.choice import choose_solvers
from nlc.solving.defaults import SHARED, SHARING
from nlc.solving.formulas import Formulas
from nlc.solving.question import ONE, PLAIN, Policy


def together(puzzles, encoding="default", limits=NO_LIMITS):
    """Return what is said of each puzzle in a formula that holds all of them."""
    by = choose_solvers(encoding=encoding)
    work = batch.SolveBatch(puzzles, ONE, by, PLAIN, NO_LIMITS, Formulas(), SHARING)
    items = batch._next_piece(work, deque(range(len(puzzles))))
    work.limits = limits
    return list(batch._solve_in_one_formula(work, items))


def random_puzzles(seed, count):
    return [puzzle_of(case) for case in alike(Random(seed), "numberlink", "square", count)]


def puzzle_of(case):
    return nlc.loads(case.text)[0]


def boards_of_each(programs, spec, lazy):
    """Return the boards of each program by one merged formula, each board checked."""
    encoding = replace(Encoding.parse(spec), lazy=lazy)
    stated = encode_puzzles([Readings((program,)) for program in programs], encoding, ASSUMING)
    lowered = stated.lowered
    out = []
    with IncrementalSolver("minisat22", lowered.cnf, lowered.separators) as solver:
        for program, (assumptions,) in zip(programs, stated.questions, strict=True):
            (var,) = [v for v in program.bools if v.shown]
            names = program.board.names(var.sort)
            found = set()
            while (model := solver.query(assumptions).model) is not None:
                board = lowered.assignment(model)
                assert not violations(program, board)
                shown = lowered.cnf.projection
                told = np.where(model[shown], -shown, shown).tolist()
                solver.add([[*told, *(-literal for literal in assumptions[:1])]])
                drawn = np.flatnonzero(board.bools[var.base : var.base + var.size])
                assert frozenset(names[k] for k in drawn) not in found
                found.add(frozenset(names[k] for k in drawn))
            out.append(found)
    return out


@cache
def made(genre, tiling, count, seed=0):
    """Return puzzles on one board, with their programs and solutions."""
    cases = alike(Random(f"{genre} {tiling} {seed}"), genre, tiling, count)
    return [program_of(case.text) for case in cases], [case.solutions() for case in cases]


SPECS = ["default", "domains=direct", "acyclic=primal-dual", "passes=none"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("genre", "tiling", "spec", "lazy"),
    [
        (*board, SPECS[(i + turn) % 4], ("rows", "none")[(i // 4 + turn) % 2])
        for i, board in enumerate(product(GENRES, TILINGS))
        for turn in (0, 2)
    ],
)
def test_a_merged_formula_has_just_the_boards_of_each_puzzle(genre, tiling, spec, lazy):
    for count in (1, 5):
        programs, wanted = made(genre, tiling, count)
        assert len({shape(program) for program in programs}) == 1
        assert boards_of_each(programs, spec, lazy) == wanted


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("genre", "tiling", "passes"),
    [(*board, ("parity+fold", "fold")[i % 2]) for i, board in enumerate(product(GENRES, TILINGS))],
)
def test_a_batch_gives_each_puzzle_its_own_verdict_and_a_board_of_its_own(genre, tiling, passes):
    for seed, readings in enumerate(("none", "strictest")):
        cases = alike(Random(f"{genre} {tiling} {seed}"), genre, tiling, 6)
        named = Encoding(passes=passes, readings=readings)
        results = together([puzzle_of(case) for case in cases], named)
        for case, result in zip(cases, results, strict=True):
            boards = case.solutions()
            assert result.status == ("SATISFIABLE" if boards else "UNSATISFIABLE"), result.message
            assert {segments(result.program, board) for board in result.solutions} <= boards
            assert len(result.solutions) == min(len(boards), 1)
            assert {step.shared for step in result.steps} == {6}


def test_a_solver_that_fails_says_so_of_the_puzzles_that_it_had(monkeypatch):
    def fail(self, assumptions=(), conflicts=None):
        raise SolverError("it broke")

    monkeypatch.setattr(IncrementalSolver, "solve", fail)
    results = list(nlc.solve(random_puzzles(1, 2), policy=Policy(jobs=1)))
    assert [(r.status, r.reason) for r in results] == [("UNKNOWN", "crashed")] * 2
    assert all("it broke" in (r.message or "") for r in results)


def test_a_board_that_breaks_a_rule_is_not_shown(monkeypatch):
    monkeypatch.setattr(IncrementalSolver, "solve", lambda self, *_: True)
    monkeypatch.setattr(IncrementalSolver, "model", lambda self: np.zeros(10**4, np.bool_))
    results = together(random_puzzles(1, 2))
    assert [(r.status, r.reason) for r in results] == [("UNKNOWN", "bad-model")] * 2
    assert not any(r.solutions for r in results)


TILES = """
genre tiles {
  given gone : cell -> bool;
  var line : link -> bool;
  show line;
  rule cover {
    for c in cells where gone(c) { none of line[links(c)]; }
    for c in cells where not gone(c) { exactly 1 of line[links(c)]; }
  }
}
"""


def tiles(size, gone=""):
    """Return a board to be tiled by dominoes; without two opposite corners that takes for ever."""
    drawn = "\n".join(f"    {'. ' * size}" for _ in range(size))
    body = f"topology square;\n  board\n{drawn}\n  end\n  {gone}"
    return nlc.loads(f'{TILES}puzzle "tiles" is tiles {{\n  {body}\n}}\n')[0]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("limited", "reason"),
    [(lambda s: Limits(seconds=s), "wall-time"), (lambda s: Limits(cpu_seconds=s), "cpu-time")],
)
def test_a_puzzle_that_takes_too_long_is_given_up_and_its_solver_takes_the_next(
    limited, reason, monkeypatch
):
    monkeypatch.setattr(batch, "SHARED", budgeted(""))
    hard = "mark gone at r1c1, r16c16;"
    puzzles = [tiles(16, text) for text in (hard, "", hard, "mark gone at r1c1, r1c2;")]
    hopeless, solved = ("UNKNOWN", reason), ("SATISFIABLE", "answered")
    for seconds in (0.05, *GROWING):
        told = together(puzzles, limits=limited(seconds))
        assert {step.shared for result in told for step in result.steps} == {4}
        found = [(result.status, result.reason) for result in told]
        if found[1] == found[3] == solved:
            break
    assert found == [hopeless, solved, hopeless, solved]


def budgeted(conflicts):
    """Return the plan of a shared formula with another budget."""
    text = "{{solver=SHARING reading=strictest {0}}} {{solver=SHARING {0}}}"
    return replace(SHARED, plan=text.format(conflicts))


COIL = """puzzle "coil" is numberlink { topology square; set cover = false; board
A . . . . B
. . . . . .
. C . . C .
B . . . . A
end }"""


def test_a_puzzle_that_is_open_in_a_shared_formula_is_solved_by_itself(monkeypatch):
    monkeypatch.setattr(batch, "SHARED", budgeted("conflicts=1"))
    puzzles = nlc.loads(COIL + COIL.replace("coil", "other").replace("C", "D"))
    answers = list(nlc.solve(puzzles, policy=Policy(jobs=1)))
    assert [answer.status for answer in answers] == ["UNSATISFIABLE"] * 2
    assert [[step.shared for step in answer.steps] for answer in answers] == [[2, 1, 1]] * 2
    assert [answer.steps[0].status for answer in answers] == ["UNKNOWN"] * 2
