"""The effect of each pass on the formula of one puzzle, and on a solver."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.encode.policy import ASSUMING
from nlc.encode.puzzle_formula import choose_readings, encode_puzzles
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.passes import MERGE, NONE, PASSES
from nlc.language.resolve import load

SOLVER = "minisat22"
"""A solver of PySAT whose conflicts are the same in each run."""

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
    """The effect of one pass, with labels in binary and a static encoding of acyclicity.

    Attributes:
        encoding: the spec of the passes; for `MERGE`, that of the others.
        variables: the number of variables.
        clauses: the number of clauses.
        settled: the number of shown variables that unit propagation fixes before any decision.
        shown: the number of shown variables.
        conflicts: the conflicts of the solver up to the first solution.
    """

    encoding: str
    variables: int
    clauses: int
    settled: int
    shown: int
    conflicts: int


def passes() -> list[Worth]:
    """Return the effects of no pass, and of each: alone if it folds, else before folding."""
    alone = (NONE, "drop-optional", "fold")
    others = [name for name in PASSES.names() if name not in (*alone, MERGE)]
    rows = [_measure(name, name) for name in alone]
    rows += [_measure(f"{name}+fold", f"{name}+fold") for name in others]
    return [
        *rows,
        _measure("merge: fold, touch=true", "fold", touch="true"),
        _measure("merge: fold, readings=touch:false, touch=true", "fold", "true", "touch:false"),
    ]


def _measure(name: str, spec: str, touch: str = "false", readings: str = NONE) -> Worth:
    from pysat.solvers import Solver

    (puzzle,) = load(Source("worth.nl", PUZZLE.replace("TOUCH", touch))).puzzles
    encoding = Encoding(acyclic="primal-dual", passes=spec, lazy=NONE, readings=readings)
    formula = encode_puzzles(
        [choose_readings(puzzle, elaborate(puzzle), encoding)], encoding, ASSUMING
    )
    cnf, assumed = formula.lowered.cnf, formula.questions[0][0]
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
