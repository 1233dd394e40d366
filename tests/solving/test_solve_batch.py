"""Many puzzles in one solver, against brute force on each of them."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from support.alike import alike
from support.commands import GROWING
from support.puzzles import program_of

from nlc.board import Sort
from nlc.drivers.base import Limits
from nlc.drivers.pysat.incremental import IncrementalSolver, SolverError
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings, state
from nlc.ir.evaluate import violations
from nlc.ir.passes.merge import shape
from nlc.oracle.case import GENRES, TILINGS
from nlc.solving.batch import solve_alike

SHARING = "minisat22", Encoding()


def together(programs, encoding=SHARING[1], **options):
    """Return the answer of each puzzle, all solved as they stand."""
    puzzles = [Readings((program,)) for program in programs]
    return list(solve_alike(puzzles, SHARING[0], encoding, **options))


def boards_of_each(programs, spec, lazy):
    """Return the boards of each program by one merged formula, each board checked."""
    encoding = replace(Encoding.parse(spec), lazy=lazy)
    if lazy == "rows":
        passes = f"pair-variables+{encoding.passes}".removesuffix("+none")
        encoding = replace(encoding, passes=passes)
    stated = state([Readings((program,)) for program in programs], encoding, ASSUMING)
    lowered = stated.lowered
    out = []
    with IncrementalSolver("minisat22", lowered.cnf, lowered.separators) as solver:
        for program, (assumptions,) in zip(programs, stated.questions, strict=True):
            (var,) = [v for v in program.bools if v.shown]
            names = program.board.names(Sort(var.sort))
            found = set()
            while (model := solver.ask(assumptions).model) is not None:
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


@pytest.mark.sample(5)
@pytest.mark.parametrize("lazy", ["rows", "none"])
@pytest.mark.parametrize(
    "spec", ["default", "domains=direct", "acyclic=primal-dual", "passes=none"]
)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_a_merged_formula_has_just_the_boards_of_each_puzzle(genre, tiling, spec, lazy):
    for count in (1, 5):
        programs, wanted = made(genre, tiling, count)
        assert len({shape(program) for program in programs}) == 1
        assert boards_of_each(programs, spec, lazy) == wanted


@pytest.mark.sample(2)
@pytest.mark.parametrize("passes", ["pair-variables+fold", "fold"])
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_a_batch_gives_each_puzzle_its_own_verdict_and_a_board_of_its_own(genre, tiling, passes):
    for seed in range(2):
        programs, wanted = made(genre, tiling, 8, seed)
        results = together(programs, Encoding(passes=passes))
        for program, boards, result in zip(programs, wanted, results, strict=True):
            assert (result.status == "SATISFIABLE") == bool(boards), result.message
            assert all(not violations(program, board) for board in result.solutions)


def test_a_solver_that_fails_says_so_of_the_puzzles_that_it_had(monkeypatch):
    def fail(self, assumptions=(), conflicts=None):
        raise SolverError("it broke")

    programs = [program_of(case.text) for case in alike(Random(1), "numberlink", "square", 2)]
    monkeypatch.setattr(IncrementalSolver, "solve", fail)
    results = together(programs)
    assert [(r.status, r.reason) for r in results] == [("UNKNOWN", "crashed")] * 2
    assert all("it broke" in (r.message or "") for r in results)


def test_a_board_that_breaks_a_rule_is_not_shown(monkeypatch):
    programs = [program_of(case.text) for case in alike(Random(1), "numberlink", "square", 2)]
    monkeypatch.setattr(IncrementalSolver, "solve", lambda self, *_: True)
    monkeypatch.setattr(IncrementalSolver, "model", lambda self: np.zeros(10**4, np.bool_))
    results = together(programs)
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
    return program_of(f'{TILES}puzzle "tiles" is tiles {{\n  {body}\n}}\n')


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("limited", "reason"),
    [(lambda s: Limits(cpu_seconds=s), "cpu-time"), (lambda s: Limits(seconds=s), "wall-time")],
)
def test_a_puzzle_that_takes_too_long_is_given_up_and_its_solver_takes_the_next(limited, reason):
    hard = "mark gone at r1c1, r16c16;"
    programs = [tiles(16, text) for text in (hard, "", hard, "mark gone at r1c1, r1c2;")]
    puzzles = [Readings((program,)) for program in programs]
    hopeless, solved = ("UNKNOWN", reason), ("SATISFIABLE", "answered")
    for seconds in (0.05, *GROWING):
        told = list(solve_alike(puzzles, *SHARING, limits=limited(seconds)))
        assert {step.shared for result in told for step in result.steps} == {4}
        found = [(result.status, result.reason) for result in told]
        if found[1] == found[3] == solved:
            break
    assert found == [hopeless, solved, hopeless, solved]


def test_a_puzzle_that_is_settled_soon_has_its_verdict_whatever_the_limit():
    programs = [program_of(case.text) for case in alike(Random(3), "numberlink", "square", 4)]
    puzzles = [Readings((program,)) for program in programs]
    limited = solve_alike(puzzles, *SHARING, limits=Limits(seconds=1e-9))
    assert [r.status for r in limited] == [r.status for r in together(programs)]
