"""Models that leave less and less in common, until what is left is common to all: the backbone.

Each round asks for a model that differs from all that the models so far agree on, by one clause
that holds the complement of every literal that may be in the backbone. This is the iterative
algorithm of J. Marques-Silva, M. Janota and I. Lynce (On Computing Backbones of Propositional
Theories, ECAI 2010) with all candidates in one chunk (M. Janota, I. Lynce and J. Marques-Silva,
Algorithms for computing backbones of propositional formulae, AI Communications 28(2), 2015). A
round settles at least one variable as open, and the last, which is UNSATISFIABLE, settles all that
are left. Each clause implies those before it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Agreement, Block, Cnf, Separator, blocking_clause, cuts, projected
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.enumerate import Remaining


@runtime_checkable
class Narrowing(Protocol):
    """A driver that does all rounds in one solver."""

    def narrow(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """See `narrow`."""


def narrow(
    driver: Driver, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
) -> Generator[Outcome, None, None]:
    """Yield models each of which differs from what all before it agree on.

    What they agree on is a part of ``cnf.projection``. The last outcome is UNSATISFIABLE (the
    variables that all models agree on have the same value in every model; or there is no model) or
    UNKNOWN. The times of the limits are for all calls together. Closing the iterator stops the
    solver.

    Args:
        driver: any; one that is `Narrowing` keeps what it has learnt from round to round.
        separators: a model that breaks one of their clauses is none; here they may be given to any
            driver.
    """
    if isinstance(driver, Narrowing):
        yield from driver.narrow(cnf, limits, separators)
        return
    remaining = Remaining(limits)
    agreement = Agreement(projected(cnf))
    in_process = driver.capabilities.in_process
    blocks, differs = list(cnf.blocks), Block("differs", np.zeros((0, 1), np.int32))
    while True:
        asked = replace(cnf, blocks=[*blocks, differs])
        outcome = driver.solve(asked, remaining.limits, separators if in_process else ())
        broken = [] if in_process or outcome.model is None else cuts(outcome.model, separators)
        blocks += [Block("cut", np.array([clause], np.int32)) for clause in broken]
        if not broken:
            yield outcome
            if outcome.model is None:
                return
            agreement.narrow(outcome.model)
            if not len(agreement.variables):
                yield Outcome("UNSATISFIABLE")
                return
            clause = blocking_clause(agreement.variables, outcome.model)
            differs = Block("differs", clause[None, :])
        if (reached := remaining.spend(outcome)) is not None:
            yield Outcome("UNKNOWN", reached)
            return
