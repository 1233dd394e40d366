"""What each pass is worth: the formula of one puzzle with it, and how a solver fares."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import read, state
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.passes import MERGE, NONE, PASSES
from nlc.language.resolve import load

SOLVER = "minisat22"
"""PySAT's name of a solver whose conflicts are the same in each run."""

PUZZLE = """
puzzle "worth" is numberlink {
  topology square;
  set touch = TOUCH;
  board
    .   .   .   1   2   .   .   .   .   3
    .   .   .   .   .   .   4   5   1   .
    .   .   .   .   .   .   .   .   .   .
    .   .   6   7   .   .   .   .   .   .
    .   .   7   .   .   .   .   .   .   .
    .   .   .   .   6   2   .   .   .   .
    .   .   8   .   .   .   .   .   .   .
    .   .   9   .   9   .   .   .   .   3
    .   .   .   8   .   .   4   .   .   .
    .   .   .   .   .   10  .   .   10  5
  end
}
"""


class Worth(Struct, frozen=True):
    """One puzzle by one pass, by labels as logarithms and static acyclicity.

    Attributes:
        encoding: the spec of the passes; of `MERGE`, that of the others.
        variables: of the formula.
        clauses: of the formula.
        settled: shown variables that unit propagation fixes before any decision.
        shown: shown variables.
        conflicts: of the solver, to the first solution.
    """

    encoding: str
    variables: int
    clauses: int
    settled: int
    shown: int
    conflicts: int


def passes() -> list[Worth]:
    """Return a row for no pass, and one for each: alone if it folds, else before folding."""
    alone = (NONE, "drop-optional", "fold")
    others = [name for name in PASSES.names() if name not in (*alone, MERGE)]
    rows = [_measured(name, name) for name in alone]
    rows += [_measured(f"{name}+fold", f"{name}+fold") for name in others]
    return [*rows, _measured("merge: fold, touch=true", "fold", touch="true"), _merged()]


def _measured(name: str, spec: str, touch: str = "false", readings: str = NONE) -> Worth:
    from pysat.solvers import Solver

    (puzzle,) = load(Source("worth.nl", PUZZLE.replace("TOUCH", touch))).puzzles
    encoding = Encoding(acyclic="primal-dual", passes=spec, lazy=NONE, readings=readings)
    stated = state([read(puzzle, elaborate(puzzle), encoding)], encoding, ASSUMING)
    cnf, assumed = stated.lowered.cnf, stated.questions[0][0]
    with Solver(SOLVER) as solver:
        on = cnf.variables + 1  # propagate() reports only what follows from an assumption
        for block in cnf.blocks:
            solver.append_formula(np.insert(block.clauses, 0, -on, axis=1).tolist())
        assumed = [on, *assumed]
        _, implied = solver.propagate(assumed)
        settled = np.isin(cnf.projection, np.abs(np.array(implied, np.int64)))
        solver.solve(assumed)
        conflicts = solver.accum_stats()["conflicts"]
    shown = len(cnf.projection)
    return Worth(name, cnf.variables, cnf.clauses, int(settled.sum()), shown, conflicts)


def _merged() -> Worth:
    name = "merge: fold, readings=touch:false, touch=true"
    return _measured(name, "fold", touch="true", readings="touch:false")
