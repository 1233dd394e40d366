"""Several solvers on one puzzle, as one solver: the first answer that counts is the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.policy import PLAIN, Policy
from nlc.solving.race import race
from nlc.solving.sat import SatSolver
from nlc.solving.search import ONE, Question, Search, Solver, Watch
from nlc.solving.stating import Asked, Formulas


class Portfolio(Struct, frozen=True, eq=False):
    """Solvers that run at the same time; the first answer counts (`nlc.solving.race`)."""

    solvers: Sequence[Solver]

    @property
    def name(self) -> str:
        """All names, divided by commas."""
        return ",".join(solver.name for solver in self.solvers)

    def version(self) -> str | None:
        """Return None: each has its own."""
        return None

    def missing(self) -> str | None:
        """Return what each lacks, one a line, where none can run."""
        missing = [solver.missing() for solver in self.solvers]
        return None if None in missing else "\n".join(filter(None, missing))

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """State a puzzle for each; an engine that refuses it does not take part."""
        formulas: dict[Encoding, Formulas] = {}
        searches: dict[str, Search] = {}
        for solver in self.solvers:
            if isinstance(solver, SatSolver):
                known = formulas.setdefault(solver.encoding, {})
                asked = Asked(puzzle, program, question, policy, formulas=known)
                searches[solver.name] = solver.search(asked)
                continue
            try:
                searches[solver.name] = solver.read(puzzle, program, question, policy)
            except UserError as error:
                searches[solver.name] = Search(0.0, partial(_absent, solver.name, error))
        seconds = sum(search.seconds for search in searches.values())
        return Search(seconds, partial(_race, program, question, searches))


def _absent(name: str, error: UserError, limits: Limits) -> Answer:
    """Return that a solver of a portfolio has no answer."""
    why = "; ".join(item.message for item in error.diagnostics)
    return Answer("UNKNOWN", "no-answer", f"{name} does not take part: {why}")


def _race(
    program: Program, question: Question, searches: Mapping[str, Search], limits: Limits
) -> Answer:
    solves = {name: partial(one.run, limits) for name, one in searches.items()}
    stated = next((one.lowered for one in searches.values() if one.lowered is not None), None)

    def told(answer: Answer, **facts: Any) -> Answer:
        answer = replace(answer, program=program, **facts)
        return answer if stated is None or answer.encoding else answer.stated_by(stated)

    everyone = ",".join(searches)
    try:
        raced = race(solves, question.is_answered)
    except InterruptedSearchError as stop:
        answer = told(stop.answer, portfolio={}, solver=everyone)
        raise InterruptedSearchError(answer, stop.cause) from None
    if raced.winner is None:
        return told(raced.result, portfolio=raced.reasons, solver=everyone)
    return replace(raced.result, program=program, portfolio=raced.reasons)
