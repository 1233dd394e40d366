"""The task of a search, and the record of its results."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cnf import Model, projection_variables
from nlc.drivers.base import Limits, Outcome, Reason
from nlc.drivers.progress import report
from nlc.drivers.search import Query, QueryResult
from nlc.encode.lower import LoweredProgram
from nlc.errors import fail
from nlc.ir.backbone import Backbone
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.ir.objective import cost_of
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import remaining_since
from nlc.solving.answer import DISCREDITING, Answer, Bounds
from nlc.solving.choice import SolverChoice
from nlc.solving.formulas import Formulas, SessionFormula, shown_variables
from nlc.solving.plan import Plan
from nlc.solving.question import Question, Watch
from nlc.solving.solution import Step, question_text

_COSTS = ("solver_seconds", "cpu_seconds", "megabytes")
_TAKEN = ("program", "solver", "model", "backbone", "reasons", "notes", *_COSTS)
"""Fields that an answer takes from a record as they are."""

Boards = Generator["Assignment", None, None]
"""Yields boards as they are found; a record has the results."""


class SearchTask(Struct, frozen=True, eq=False):
    """A puzzle, a question, and how to search for the answer.

    Attributes:
        puzzle: the parsed puzzle.
        program: the same, elaborated.
        question: the question.
        plan: the attempts.
        choice: finds solvers by their names.
        formulas: makes formulas.
        watch: called with the progress of long parts of the search.
        proof: a file that each run writes its proof to.
        until_board: whether the search ends with the next board, as some lanes of a race do.
        numbers: of the attempts in the whole plan, where this plan is a part of it.
    """

    puzzle: Puzzle
    program: Program
    question: Question
    plan: Plan
    choice: SolverChoice
    formulas: Formulas
    watch: Watch | None = None
    proof: Path | None = None
    until_board: bool = False
    numbers: Sequence[int] = ()


class Record(Struct, eq=False):
    """The results of the attempts of a plan.

    Attributes:
        program: the puzzle; None in a record from another process.
        question: the question.
        limits: of the whole search.
        started: on the clock of `time.perf_counter`.
        solver: the last one that ran.
        reason: why the last query ended.
        message: for the user, where it failed.
        refuted: whether there is no (further) solution.
        count: the number of different solutions.
        boards: the boards to return, in the order in which they were found; with an objective, the
            best one alone.
        optimizes: whether there is an objective.
        cost: of the best board.
        lower_bound: of the costs of all boards.
        bounds: the history of these two.
        model: of the formula, for the first board.
        backbone: of all solutions so far, if the question wants it.
        steps: the result of each query of each attempt; repeated runs are summed.
        left_out: why attempts were not made, by their numbers from 0.
        readings: the refuted ones, as text.
        wrong_board: a board that breaks a rule though the encoding declares itself exact.
        rejected: the number of models of an inexact encoding whose boards break a rule.
        reasons: contradictions that the rules alone show.
        portfolio: why each solver of a race ended, by name.
        notes: sentences for the user.
        lowered: the last formula.
        sizes: its encoding and sizes, as fields of the answer.
        shown: the number of its variables that distinguish solutions.
        proved: whether a checked proof confirms the refutation.
        withdrawn: whether the verdict has been withdrawn.
        compiling: seconds for making formulas.
        decoding: seconds for decoding and checking boards.
    """

    program: Program | None
    question: Question
    limits: Limits
    started: float = field(default_factory=time.perf_counter)
    solver: str = ""
    reason: Reason = "answered"
    message: str | None = None
    refuted: bool = False
    count: int = 0
    boards: list[Assignment] = field(default_factory=list)
    optimizes: bool = False
    cost: int | None = None
    lower_bound: int = 0
    bounds: tuple[Bounds, ...] = ()
    model: Model | None = None
    backbone: Backbone | None = None
    steps: dict[tuple[object, ...], Step] = field(default_factory=dict)
    left_out: dict[int, str] = field(default_factory=dict)
    readings: set[str] = field(default_factory=set)
    wrong_board: Assignment | None = None
    rejected: int | None = None
    reasons: tuple[str, ...] = ()
    portfolio: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    lowered: LoweredProgram | None = None
    sizes: Mapping[str, object] = field(default_factory=dict)
    shown: int = 0
    proved: bool = False
    withdrawn: bool = False
    compiling: float = 0.0
    decoding: float = 0.0
    seconds: float = 0.0
    statistics: dict[str, int] = field(default_factory=dict)
    solver_seconds: float = 0.0
    cpu_seconds: float | None = 0.0
    megabytes: float | None = None
    _keys: set[bytes] = field(default_factory=set)
    _due: float = 0.0

    @property
    def answered(self) -> bool:
        """Whether the question is answered."""
        if self.refuted:
            return True
        if self.optimizes:
            return self.cost is not None and self.cost <= self.lower_bound
        return not self.question.backbone and self.count == self.question.most

    @property
    def failed(self) -> bool:
        """Whether the search has ended without an answer: by a limit or a failure."""
        return self.reason not in ("answered", "budget")

    @property
    def left(self) -> Limits:
        """The limits that are left; elapsed time counts as processor time, too."""
        return remaining_since(self.limits, self.started)

    def set_formula(self, lowered: LoweredProgram) -> None:
        """Set the formula that is searched."""
        self.lowered, cnf = lowered, lowered.cnf
        self.shown = len(projection_variables(cnf))
        sizes = {"variables": cnf.variables, "clauses": cnf.clauses}
        self.sizes = {"encoding": lowered.encoding, **sizes}

    def note(self, text: str) -> None:
        """Add a sentence for the user."""
        self.notes = (*self.notes, text)

    def withdraw(self, reason: Reason, message: str) -> None:
        """Withdraw the verdict, for a reason."""
        self.withdrawn, self.reason, self.message = True, reason, message

    def report_query(self, query: Query, formula: SessionFormula) -> None:
        """Report a query when it starts."""
        self.solver = formula.solver
        near = None if query.places is None else len(query.places.free)
        text = question_text(formula.assumption_text(query), query.another, near, query.best)
        if len(formula.queries) == len(formula.readings.programs) == 1 and not query.another:
            return
        if self.readings:
            text += f"; none with {' or '.join(sorted(self.readings))}"
        report(f"{formula.solver}: {text}")

    def add_result(self, found: QueryResult, formula: SessionFormula) -> Assignment | None:
        """Add the result of a query; return its board if that is right and new.

        Raises:
            UserError: a board of a reading breaks a rule of the puzzle: it is not stricter.
        """
        outcome, query = found.outcome, found.query
        self.add_outcome(formula.solver, outcome)
        assumed = formula.assumption_text(query)
        self._add_step(found, assumed, formula)
        if outcome.status == "UNSATISFIABLE" and found.parts is None:
            if query.whole:
                self.refuted = True
                if self.backbone is not None:
                    self.backbone = replace(self.backbone, complete=True)
            else:
                self.readings.add(assumed)
        if outcome.model is None:
            return None
        started = time.perf_counter()
        try:
            board = formula.lowered.assignment(outcome.model)
            return self.check_board(board, formula, assumed, outcome.model)
        finally:
            self.decoding += time.perf_counter() - started

    def add_outcome(self, solver: str, outcome: Outcome) -> None:
        """Add the solver, reason and costs of a call."""
        self.solver, self.reason, self.message = solver, outcome.reason, outcome.message
        self.solver_seconds += outcome.seconds
        if self.cpu_seconds is not None:
            spent = outcome.cpu_seconds
            self.cpu_seconds = None if spent is None else self.cpu_seconds + spent
        if outcome.megabytes is not None:
            self.megabytes = max(self.megabytes or 0.0, outcome.megabytes)
        for name, value in outcome.statistics.items():
            self.statistics[name] = self.statistics.get(name, 0) + value

    def check_board(
        self,
        board: Assignment,
        formula: SessionFormula | None = None,
        assumed: str = "",
        model: Model | None = None,
        finder: str = "",
        exact: bool = True,
    ) -> Assignment | None:
        """Check a board by the rules, and add it; return it if it is right and new.

        Args:
            board: the board.
            formula: the formula of its model; None for a board of an engine.
            assumed: the reading under which it was found.
            model: the model of the formula.
            finder: the name of the engine, for messages.
            exact: whether a wrong board of the engine is a fault.

        Raises:
            UserError: a board of a reading breaks a rule of the puzzle: it is not stricter.
        """
        assert self.program is not None
        if formula is not None:
            exact = formula.lowered.exact
            finder = f"{formula.solver} with {formula.lowered.encoding}"
        if broken := violations(self.program, board, limit=1):
            if not exact:
                self.rejected = (self.rejected or 0) + 1
            elif (
                formula is not None
                and assumed
                and not violations(formula.reading(assumed), board, limit=1)
            ):
                message = f"'{assumed}' is preferred as a stricter reading, but is not stricter"
                raise fail(message, None, f"a board of it: {broken[0].message}")
            else:
                message = f"{finder} gave a board that breaks a rule: {broken[0].message}"
                self.reason, self.message, self.wrong_board = "bad-model", message, board
            return None
        if self.program.objective is not None:
            return self._improve(board, finder, formula, model)
        key = shown_key(self.program, board)
        if key in self._keys:
            return None
        self._keys.add(key)
        self.count += 1
        keep = self.question.keep
        if self.question.backbone:
            old = self.backbone
            self.backbone = Backbone.of(self.program, board) if old is None else old.beside(board)
            report(f"{finder}: {self.backbone.open} values are open after {self.count} boards")
        elif self.question.most != 1 and time.monotonic() >= self._due:
            self._due = time.monotonic() + 0.5
            report(f"{finder}: {self.count} solution{'s' * (self.count > 1)} so far")
        if not self.boards or (
            not self.question.backbone and (keep is None or len(self.boards) < keep)
        ):
            self.boards.append(board)
            self.model = model if self.model is None else self.model
        return board

    def _improve(
        self, board: Assignment, finder: str, formula: SessionFormula | None, model: Model | None
    ) -> Assignment | None:
        """Add a right board if it is better than the best so far, and return it."""
        assert self.program is not None
        cost = cost_of(self.program, board)
        if formula is not None and formula.lowered.costs is not None and model is not None:
            encoded = formula.lowered.costs.of(model)
            if encoded != cost:
                message = f"{finder} takes the cost of a board, {cost}, for {encoded}"
                self.reason, self.message, self.wrong_board = "bad-model", message, board
                return None
        if cost < self.lower_bound:
            message = f"{finder} found a board of cost {cost} below the bound {self.lower_bound}"
            self.reason, self.message = "contradictory", message
            return None
        if self.cost is not None and cost >= self.cost:
            return None
        self.cost, self.boards, self.model = cost, [board], model
        self.count += 1
        self._report_bounds(finder)
        return board

    def raise_bound(self, bound: int, finder: str) -> None:
        """Raise the lower bound, if this bound is greater."""
        if self.cost is not None and bound > self.cost:
            claim = f"{finder} says that no board costs less than {bound}"
            self.reason, self.message = "contradictory", f"{claim}, and one costs {self.cost}"
        elif bound > self.lower_bound:
            self.lower_bound = bound
            self._report_bounds(finder)

    def _report_bounds(self, finder: str) -> None:
        """Report the best objective value so far, and the bound on it."""
        assert self.program is not None and self.program.objective is not None
        aim = self.program.objective
        best = None if self.cost is None else aim.value(self.cost)
        seconds = time.perf_counter() - self.started
        self.bounds = (*self.bounds, Bounds(seconds, best, aim.value(self.lower_bound), aim.limit))
        report(f"{finder}: {self.bounds[-1]}")

    def _add_step(self, found: QueryResult, assumed: str, formula: SessionFormula) -> None:
        """Add the step of a query, summed with earlier runs of the same query."""
        query, outcome = found.query, found.outcome
        conflicts = outcome.statistics.get("conflicts")
        lazy, seconds, near = outcome.statistics.get("lazy_clauses"), outcome.seconds, found.parts
        key = query.number, assumed, query.another, near is not None
        if (old := self.steps.pop(key, None)) is not None:
            conflicts = _sum(old.conflicts, conflicts)
            lazy = _sum(old.lazy_clauses, lazy)
            seconds += old.seconds
        self.steps[key] = Step(
            assumed,
            outcome.status,
            conflicts,
            seconds,
            lazy,
            another=query.another,
            near=near,
            shared=formula.shared,
            fixed=formula.fixed,
            solver=formula.solver,
            attempt=query.number + 1,
            best=query.best,
            encoding=formula.lowered.encoding,
        )

    def absorb(self, other: Record) -> None:
        """Take over the results of a process that began with a copy of this record."""
        mine = ("program", "question", "limits", "started", "portfolio", "lowered")
        for name in other.__struct_fields__:
            if name not in mine:
                setattr(self, name, getattr(other, name))

    def for_transfer(self) -> Record:
        """Return the record without its program, to be sent to another process."""
        return replace(self, program=None, lowered=None)

    def answer(self) -> Answer:
        """Return the answer that the results give."""
        question, several = self.question, self.question.most != 1
        discredited = self.reason in DISCREDITING
        found = self.count > 0 and not discredited
        answered = self.answered and not discredited
        status = "SATISFIABLE" if found else "UNSATISFIABLE" if answered else "UNKNOWN"
        reason, message = self.reason, self.message
        if answered:
            reason, message = "answered", None
        elif reason == "answered":
            reason, message = "budget", "the plan ends before the question is answered"
        statistics = dict(self.statistics)
        if self.rejected is not None:
            statistics["rejected"] = self.rejected
        whole = self.seconds or time.perf_counter() - self.started
        taken: dict[str, Any] = {name: getattr(self, name) for name in _TAKEN}
        answer = Answer(
            status,  # type: ignore[arg-type]
            reason,
            message,
            solutions=tuple(self.boards[: 1 if question.backbone else question.keep]),
            count=self.count if several and not discredited else None,
            complete=self.refuted and not discredited if several else None,
            seconds={
                "compile": self.compiling,
                "solve": max(0.0, whole - self.compiling - self.decoding),
                "decode": self.decoding,
            },
            statistics=statistics,
            steps=tuple(self.steps.values()),
            left_out={number + 1: why for number, why in sorted(self.left_out.items())},
            portfolio=self.portfolio or None,
            rejected=self.wrong_board,
            confirmed_by="proof" if self.proved else None,
            **taken,
        )
        answer = replace(answer, **self.sizes, **self._numbers())
        if self.withdrawn:
            return answer.without_verdict(self.reason, self.message or "")
        return answer

    def _numbers(self) -> dict[str, object]:
        """Return the best objective value, the bound and their history: fields of the answer."""
        aim = None if self.program is None else self.program.objective
        if aim is None or self.reason in DISCREDITING or (self.refuted and self.cost is None):
            return {}
        best = None if self.cost is None else aim.value(self.cost)
        proved = self.refuted and self.cost is not None
        bound = best if proved else aim.value(self.lower_bound)
        return {"objective": best, "bound": bound, "bounds": self.bounds}


def shown_key(program: Program, board: Assignment) -> bytes:
    """Return the values of all shown variables, which distinguish boards."""
    bits = np.packbits(board.bools[shown_variables(program)]).tobytes()
    values = [board.domains[name].tobytes() for name, d in program.domains.items() if d.shown]
    return b"".join([bits, *values])


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one + (other or 0)
