"""Uniqueness by cases: where a second board of Numberlink turns back round a corner first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nlc.bench.redundant import turning_back
from nlc.cnf.formula import Cnf, Separator
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.blocking import blocking_clause, projected
from nlc.drivers.pysat.incremental import Alternatives
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.process.worker import WorkerStoppedError
from nlc.process.workers import stream


@dataclass(frozen=True, eq=False)
class _Cubes:
    """Where a second board turns back first: one question a corner. It is for a worker."""

    solver: str
    cnf: Cnf
    separators: Sequence[Separator]
    backs: Sequence[int]

    def __call__(self) -> Iterator[Outcome]:
        with Alternatives(self.solver, self.cnf, self.separators) as session:
            none = [-back for back in self.backs]
            first = session.ask(none)
            yield first
            if first.model is None:
                return
            session.state(blocking_clause(projected(self.cnf), first.model).tolist())
            second = session.ask(none)
            yield second
            if second.model is not None:
                return
            for i, back in enumerate(self.backs):
                outcome = session.ask([*none[:i], back])
                yield outcome
                if outcome.model is not None:
                    return


def unique_by_cubes(case: Puzzle, solver: str, limits: Limits) -> bool | None:
    """Return whether a puzzle has one solution, None if that stays open.

    One incremental solver is asked for a board without a turn-back, for another such board, and
    then, corner by corner, for one that turns back there and at no corner before.

    Args:
        case: a Numberlink puzzle on squares; one without a board that never turns back stays open.
        solver: PySAT's name of it.
        limits: for all of it.
    """
    program, backs = turning_back(elaborate(case))
    lowered = lower(program, Encoding(), in_process=True, propagators=False)
    assert lowered.literals is not None
    literals = lowered.literals(backs).tolist()
    cnf = replace(lowered.cnf, names=[], comments=[])
    job = _Cubes(solver, cnf, tuple(lowered.separators), literals)
    asked: list[Outcome] = []
    try:
        asked += stream(job, limits)
    except WorkerStoppedError:
        return None
    found = sum(outcome.model is not None for outcome in asked)
    return found == 1 if found else None
