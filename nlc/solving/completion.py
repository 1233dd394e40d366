"""Completes a drawing: a solver chooses what is not drawn and does not follow by propagation."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import numpy as np
from msgspec.structs import replace

from nlc.drivers import get
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.ir.complete import filled, known_of
from nlc.ir.evaluate import BoardChecker, violations
from nlc.ir.nodes import Assign, Assignment, Clause, Implies, Node, Origin, Program, is_drawn
from nlc.ir.valuation import UNKNOWN, Knowledge
from nlc.process.limits import LIMITS_REACHED, NO_LIMITS, Limits
from nlc.process.own_limits import OwnLimitError, narrowed
from nlc.solving.question import ONE
from nlc.solving.run import answer_of

SOLVER = "pysat:cadical195"

SECONDS = 60.0
"""Wall-clock time of the solver where no limit is around."""


def complete(
    program: Program,
    drawn: Mapping[str, AbstractSet[int]],
    domains: Mapping[str, Mapping[int, int]],
) -> Assignment:
    """Extend a solution to all declared variables, so that it keeps all rules if that is possible.

    Only where the board of `nlc.ir.complete.complete` breaks a rule that other values of variables
    that are not drawn may keep, a solver looks for such values.

    Args:
        drawn: the elements at which a boolean variable is true.
        domains: the value index of elements of a finite-domain variable.

    Raises:
        OwnLimitError: the solver reached a limit, so the values are not known.
    """
    known = known_of(program, drawn, domains)
    board = filled(program, known)
    for domain in filter(is_drawn, program.domains.values()):
        known.domains[domain.name][:] = board.domains[domain.name]
    wrong = bool(violations(program, board, 1))
    if not wrong or next(BoardChecker(program, known).violations(), None) is not None:
        return board
    fixed = replace(program, nodes=[*program.nodes, *_facts(program, known)])
    lowered = lower(fixed, Encoding.parse("readings=none"), IN_PROCESS)
    limits = narrowed(NO_LIMITS)
    if limits.seconds is None:
        limits = narrowed(Limits(seconds=SECONDS))
    found = answer_of(fixed, lowered, get(SOLVER), ONE, limits)
    if found.reason in LIMITS_REACHED:
        raise OwnLimitError(found.reason, limits)
    return found.solutions[0] if found.solutions else board


def _facts(program: Program, known: Knowledge) -> list[Node]:
    """Return what is known of the declared variables, as nodes."""
    origin = Origin("drawn", None)
    every = np.arange(1, sum(var.size for var in program.bools) + 1, dtype=np.int32)
    held, possible = known.bounds(every)
    lits = np.concatenate([every[held], -every[~possible]])[:, None]
    out: list[Node] = [Implies(lits[:, :0], Clause(lits), origin)]
    for name, values in known.domains.items():
        elements = np.flatnonzero(values != UNKNOWN).astype(np.int32)
        has = Assign(name, elements, values[elements], True)
        out.append(Implies(np.zeros((len(elements), 0), np.int32), has, origin))
    return out
