"""Short ways from the text of a puzzle to the set of its boards by an encoding."""

from __future__ import annotations

from functools import cache

import numpy as np

from nlc.drivers import get
from nlc.drivers.base import Driver
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Diagnostics, Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import load
from nlc.language.types import check
from nlc.solving.question import ALL
from nlc.solving.run import answer_of

SOLVER = "pysat:minisat22"
"""Quick on small formulas, and takes lazy clauses."""


@cache
def driver(name: str) -> Driver:
    """Return a driver."""
    return get(name)


def program_of(text: str) -> Program:
    """Return the program of the only puzzle of a text."""
    (case,) = load(Source("test.nl", text)).puzzles
    diagnostics = Diagnostics()
    check(case.rules, case, diagnostics)
    diagnostics.raise_errors()
    return elaborate(case)


def boards(program: Program, spec: str, solver: str = SOLVER) -> set[frozenset[str]]:
    """Return all solutions, each as the names of what is drawn; every one is checked."""
    back_end = driver(solver)
    lowered = lower(program, Encoding.parse(spec), back_end.capabilities.offers)
    result = answer_of(program, lowered, back_end, ALL)
    assert result.complete, f"{result.reason}: {result.message}"
    (var,) = [v for v in program.bools if v.shown]
    names = program.board.names(var.sort)
    out = [
        frozenset(names[i] for i in np.flatnonzero(b.bools[var.base : var.base + var.size]))
        for b in result.solutions
    ]
    assert len(set(out)) == len(out)
    return set(out)
