"""What is searched, and what the search has found and spent."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cnf import projection_variables
from nlc.drivers.base import Limits, Outcome, Reason
from nlc.drivers.telling import tell
from nlc.errors import fail
from nlc.ir.backbone import Backbone
from nlc.ir.evaluate import violations
from nlc.ir.objective import cost_of
from nlc.process.own import since
from nlc.solving.answer import DISCREDITING, Answer, Bounds
from nlc.solving.solution import Step, question_text

if TYPE_CHECKING:
    from nlc.cnf import Model
    from nlc.drivers.search import Found, Query
    from nlc.encode.lower import LoweredProgram
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.formulas import Formulas, Stated
    from nlc.solving.means import Means
    from nlc.solving.plan import Plan
    from nlc.solving.question import Question, Watch

Boards = Generator["Assignment", None, None]
"""Finds boards, one after the other; a record has what comes of them."""

REPORT_SECONDS = 0.5
"""After so long the number of solutions so far is reported again."""


class Task(Struct, frozen=True, eq=False):
    """A puzzle to be searched, and how.

    Attributes:
        puzzle: as it was read.
        program: the same, elaborated.
        question: what is asked.
        plan: the attempts.
        by: finds solvers by their names.
        formulas: makes formulas.
        watch: is told how far long parts of the search are.
        proof: a file that each run writes its proof to.
        until_board: whether the search ends with the next board: that of a process of a race.
        numbers: of the attempts, where they are some of a longer plan.
    """

    puzzle: Puzzle
    program: Program
    question: Question
    plan: Plan
    by: Means
    formulas: Formulas
    watch: Watch | None = None
    proof: Path | None = None
    until_board: bool = False
    numbers: Sequence[int] = ()


class Record(Struct, eq=False):
    """What came of the attempts of a plan.

    Attributes:
        program: the puzzle; None in a record from another process.
        question: what is asked.
        limits: of the whole search.
        started: on the clock of `time.perf_counter`.
        solver: the last that was asked.
        reason: why the last question ended.
        message: for a person, where it failed.
        refuted: whether there is no solution, or none beside the boards.
        count: of different solutions.
        boards: those that are kept, in the order in which they were found; the best alone, where
            there is an objective.
        aims: whether there is one.
        cost: of the best board.
        least: no board costs less.
        course: how both changed.
        model: of the formula, for the first board.
        backbone: of all solutions so far, if that is asked for.
        steps: what came of each question of each attempt, all times together.
        readings: that were refuted, as text.
        wrong: a board that breaks a rule though the encoding is said to be exact.
        rejected: the number of models of an inexact encoding that were left out.
        reasons: of a contradiction that is seen in the rules.
        portfolio: why each solver of a race ended, by name.
        notes: for a person.
        lowered: the last formula.
        sizes: what the answer says of it.
        shown: how many of its variables tell solutions apart.
        proved: whether a proof that was checked says what the record does.
        withdrawn: whether the verdict does not stand.
        compiling: seconds that it took to make formulas.
        decoding: seconds that it took to read and check boards.
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
    aims: bool = False
    cost: int | None = None
    least: int = 0
    course: tuple[Bounds, ...] = ()
    model: Model | None = None
    backbone: Backbone | None = None
    steps: dict[tuple[object, ...], Step] = field(default_factory=dict)
    readings: set[str] = field(default_factory=set)
    wrong: Assignment | None = None
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
        if self.aims:
            return self.cost is not None and self.cost <= self.least
        return not self.question.backbone and self.count == self.question.most

    @property
    def failed(self) -> bool:
        """Whether the search has ended without an answer: by a limit or a failure."""
        return self.reason not in ("answered", "budget")

    @property
    def left(self) -> Limits:
        """What is left of the limits, as if all time were processor time."""
        return since(self.limits, self.started)

    def state(self, lowered: LoweredProgram) -> None:
        """Note the formula that is searched."""
        self.lowered, cnf = lowered, lowered.cnf
        self.shown = len(projection_variables(cnf))
        sizes = {"variables": cnf.variables, "clauses": cnf.clauses}
        self.sizes = {"encoding": lowered.encoding, **sizes}

    def note(self, text: str) -> None:
        """Add a sentence for a person."""
        self.notes = (*self.notes, text)

    def withdraw(self, reason: Reason, message: str) -> None:
        """Say that the verdict does not stand, and why."""
        self.withdrawn, self.reason, self.message = True, reason, message

    def ask(self, query: Query, stated: Stated) -> None:
        """Report a question as it is asked."""
        self.solver = stated.solver
        near = None if query.places is None else len(query.places.free)
        text = question_text(stated.assumed(query), query.another, near, query.best)
        if stated.asks_once and not query.another:
            return
        if self.readings:
            text += f"; none with {' or '.join(sorted(self.readings))}"
        tell(f"{stated.solver}: {text}")

    def take(self, found: Found, stated: Stated) -> Assignment | None:
        """Note what came of a question; return its board if that is right and new.

        Raises:
            UserError: a board of a reading breaks a rule of the puzzle, so that it is no stricter.
        """
        outcome, query = found.outcome, found.query
        self.spend(stated.solver, outcome)
        assumed = stated.assumed(query)
        self._step(found, assumed, stated)
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
            board = stated.lowered.assignment(outcome.model)
            return self.judge(board, stated, assumed, outcome.model)
        finally:
            self.decoding += time.perf_counter() - started

    def spend(self, solver: str, outcome: Outcome) -> None:
        """Note who was asked, why that ended and what it took."""
        self.solver, self.reason, self.message = solver, outcome.reason, outcome.message
        self.solver_seconds += outcome.seconds
        if self.cpu_seconds is not None:
            told = outcome.cpu_seconds
            self.cpu_seconds = None if told is None else self.cpu_seconds + told
        if outcome.megabytes is not None:
            self.megabytes = max(self.megabytes or 0.0, outcome.megabytes)
        for name, value in outcome.statistics.items():
            self.statistics[name] = self.statistics.get(name, 0) + value

    def judge(
        self,
        board: Assignment,
        stated: Stated | None = None,
        assumed: str = "",
        model: Model | None = None,
        finder: str = "",
        exact: bool = True,
    ) -> Assignment | None:
        """Check a board by the rules, and note it; return it if it is right and new.

        Args:
            board: to be checked.
            stated: the formula that it was found by; None for an engine's.
            assumed: the reading that it was found by.
            model: that shows it.
            finder: who found it, where there is no formula.
            exact: likewise, whether a wrong board is a fault.

        Raises:
            UserError: a board of a reading breaks a rule of the puzzle, so that it is no stricter.
        """
        assert self.program is not None
        if stated is not None:
            exact = stated.lowered.exact
            finder = f"{stated.solver} with {stated.lowered.encoding}"
        if broken := violations(self.program, board, limit=1):
            if not exact:
                self.rejected = (self.rejected or 0) + 1
            elif (
                stated is not None
                and assumed
                and not violations(stated.reading(assumed), board, limit=1)
            ):
                told = f"'{assumed}' is preferred as a stricter reading, but is not stricter"
                raise fail(told, None, f"a board of it: {broken[0].message}")
            else:
                told = f"{finder} gave a board that breaks a rule: {broken[0].message}"
                self.reason, self.message, self.wrong = "bad-model", told, board
            return None
        if self.program.objective is not None:
            return self._improve(board, finder, stated, model)
        key = shown_key(self.program, board)
        if key in self._keys:
            return None
        self._keys.add(key)
        self.count += 1
        keep = self.question.keep
        if self.question.backbone:
            old = self.backbone
            self.backbone = (
                Backbone.of(self.program, board) if old is None else old.beside(self.program, board)
            )
            tell(f"{finder}: {self.backbone.open} values are open after {self.count} boards")
        elif self.question.most != 1 and time.monotonic() >= self._due:
            self._due = time.monotonic() + REPORT_SECONDS
            tell(f"{finder}: {self.count} solution{'s' * (self.count > 1)} so far")
        if not self.boards or (
            not self.question.backbone and (keep is None or len(self.boards) < keep)
        ):
            self.boards.append(board)
            self.model = model if self.model is None else self.model
        return board

    def _improve(
        self, board: Assignment, finder: str, stated: Stated | None, model: Model | None
    ) -> Assignment | None:
        """Note a right board; return it if it is better than those before."""
        assert self.program is not None
        cost = cost_of(self.program, board)
        if stated is not None and stated.lowered.costs is not None and model is not None:
            said = stated.lowered.costs.of(model)
            if said != cost:
                told = f"{finder} takes the cost of a board, {cost}, for {said}"
                self.reason, self.message, self.wrong = "bad-model", told, board
                return None
        if cost < self.least:
            told = f"{finder} found a board of cost {cost} below the bound {self.least}"
            self.reason, self.message = "contradictory", told
            return None
        if self.cost is not None and cost >= self.cost:
            return None
        self.cost, self.boards, self.model = cost, [board], model
        self.count += 1
        self._tell_bounds(finder)
        return board

    def raise_bound(self, bound: int, finder: str) -> None:
        """Note that no board costs less."""
        if self.cost is not None and bound > self.cost:
            told = f"{finder} says that no board costs less than {bound}, and one costs {self.cost}"
            self.reason, self.message = "contradictory", told
        elif bound > self.least:
            self.least = bound
            self._tell_bounds(finder)

    def _tell_bounds(self, finder: str) -> None:
        """Report the best number so far, and what no board can surpass."""
        assert self.program is not None and self.program.objective is not None
        aim = self.program.objective
        best = None if self.cost is None else aim.value(self.cost)
        seconds = time.perf_counter() - self.started
        self.course = (*self.course, Bounds(seconds, best, aim.value(self.least), aim.limit))
        tell(f"{finder}: {self.course[-1]}")

    def _step(self, found: Found, assumed: str, stated: Stated) -> None:
        """Note a question with those of the same attempt that were alike."""
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
            shared=stated.shared,
            root_facts=stated.facts,
            solver=stated.solver,
            attempt=query.number + 1,
            best=query.best,
        )

    def absorb(self, other: Record) -> None:
        """Take over what a process has found that had begun with a copy of this record."""
        mine = ("program", "question", "limits", "started", "portfolio", "lowered", "compiling")
        for name in other.__struct_fields__:
            if name not in mine:
                setattr(self, name, getattr(other, name))
        self.compiling = other.compiling

    def sent(self) -> Record:
        """Return the record as it is sent to another process."""
        return replace(self, program=None, lowered=None)

    def answer(self) -> Answer:
        """Return the answer."""
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
        decoding = self.decoding
        whole = self.seconds or time.perf_counter() - self.started
        answer = Answer(
            status,  # type: ignore[arg-type]
            reason,
            message,
            solutions=tuple(self.boards[: 1 if question.backbone else question.keep]),
            count=self.count if several and not discredited else None,
            complete=self.refuted and not discredited if several else None,
            seconds={
                "compile": self.compiling,
                "solve": max(0.0, whole - self.compiling - decoding),
                "decode": decoding,
            },
            statistics=statistics,
            program=self.program,
            solver=self.solver,
            model=self.model,
            backbone=self.backbone,
            steps=tuple(self.steps.values()),
            reasons=self.reasons,
            portfolio=self.portfolio or None,
            rejected=self.wrong,
            solver_seconds=self.solver_seconds,
            cpu_seconds=self.cpu_seconds,
            megabytes=self.megabytes,
            notes=self.notes,
            confirmed_by="proof" if self.proved else None,
        )
        answer = replace(answer, **self.sizes, **self._numbers())
        if self.withdrawn:
            return answer.withdrawn(self.reason, self.message or "")
        return answer

    def _numbers(self) -> dict[str, object]:
        """Return the best number and the bound, and how they changed."""
        aim = None if self.program is None else self.program.objective
        if aim is None or self.reason in DISCREDITING or (self.refuted and self.cost is None):
            return {}
        best = None if self.cost is None else aim.value(self.cost)
        proved = self.refuted and self.cost is not None
        bound = best if proved else aim.value(self.least)
        return {"objective": best, "bound": bound, "bounds": self.course}


def shown_key(program: Program, board: Assignment) -> bytes:
    """Return what tells the board from others: the values of all that is shown."""
    parts: Iterable[np.ndarray] = [
        board.bools[var.base : var.base + var.size] for var in program.bools if var.shown
    ]
    bits = np.packbits(np.concatenate([np.zeros(0, np.bool_), *parts])).tobytes()
    values = [board.domains[name].tobytes() for name, d in program.domains.items() if d.shown]
    return b"".join([bits, *values])


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one + (other or 0)
