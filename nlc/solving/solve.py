"""Solves one puzzle: elaborate, plan, run, confirm, and look at other readings."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits, Reason
from nlc.drivers.search import ANOTHER, FIRST, NEAR
from nlc.encode.lists import ALONE
from nlc.encode.policy import require_all
from nlc.encode.spec import NONE, Encoding
from nlc.errors import fail
from nlc.ir.elaborate.program import elaborate
from nlc.process.own import OwnLimitError, since, within
from nlc.solving.answer import Answer, InterruptedSearchError, Reading
from nlc.solving.defaults import backend_of, choose
from nlc.solving.formulas import Formulas
from nlc.solving.means import Means, is_driver
from nlc.solving.optimum import check_best, solve_best
from nlc.solving.plan import CHECK, CONFIRM, OTHER, Attempt, Plan
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.question import UNIQUE, Question, Watch
from nlc.solving.record import Record, Task
from nlc.solving.run import find
from nlc.solving.words import COUNTING

if TYPE_CHECKING:
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle


class Search:
    """The search of one puzzle for the answer to a question, as `solve` makes it.

    Attributes:
        record: what it has found.
        plan: how it goes about it.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question,
        by: Means,
        policy: Policy = DEFAULT,
        limits: Limits = NO_LIMITS,
        watch: Watch | None = None,
        formulas: Formulas | None = None,
    ) -> None:
        """Choose the plan.

        Args:
            puzzle: as it was read.
            program: the same, elaborated.
            question: about it.
            by: the solvers, encoding or plan that were named.
            policy: what is decided for the user.
            limits: of the whole search.
            watch: is told how far long parts are.
            formulas: of puzzles that share some; None for one of its own.

        Raises:
            UserError: the encoding cannot answer such a question, or the plan asks a solver for
                what it cannot do.
        """
        formulas = formulas or Formulas(compiled=policy.compiled)
        if not question.is_for_one:  # `solve_best` asks such a one of the best solutions
            program = replace(program, objective=None)
        self.question, self.policy = question, policy
        self.plan = plan_for(puzzle, program, question, by, policy)
        check_plan(self.plan, question, by, policy)
        aims = program.objective is not None
        if aims:
            check_best(self.plan, by)
        self.record = Record(program, question, limits, aims=aims)
        self.task = Task(puzzle, program, question, self.plan, by, formulas, watch)

    def boards(self) -> Generator[Assignment, None, None]:
        """Yield each new board; the record has what came of it in the end."""
        if self.policy.proof is not None:
            from nlc.solving.proof import find_with_proof

            yield from find_with_proof(self.task, self.record, self.policy.proof)
        else:
            yield from find(self.task, self.record)

    def answer(self) -> Answer:
        """Search to the end and return the answer, its refutation confirmed if the plan says so.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found;
                before, it is the ``KeyboardInterrupt`` itself.
        """
        try:
            with closing(self.boards()) as boards:
                for _ in boards:
                    pass
        except KeyboardInterrupt as stop:
            if not self.record.count:
                raise
            self.record.reason, self.record.message = "interrupted", None
            raise InterruptedSearchError(self._answer(), stop) from None
        return self.concluded()

    def concluded(self) -> Answer:
        """Return the answer of a search that has ended, confirmed if the plan says so."""
        self.record.seconds = time.perf_counter() - self.record.started
        answer = self._answer()
        ends = [each for each in self.plan.attempts if each.goal == CONFIRM]
        if answer.is_refutation and ends:
            from nlc.solving.confirm import confirmed

            try:
                answer = confirmed(answer, self.task, ends[0], self.record)
            except KeyboardInterrupt as stop:
                note = "interrupted before a second solver had confirmed it"
                noted = replace(answer, notes=(*answer.notes, note))
                raise InterruptedSearchError(noted, stop) from None
        return answer

    def _answer(self) -> Answer:
        return replace(self.record.answer(), plan=self.plan)


def plan_for(
    puzzle: Puzzle, program: Program, question: Question, by: Means, policy: Policy
) -> Plan:
    """Return the plan of a puzzle, as far as the policy allows it."""
    if policy.compiled and by.plan in ("default", "alone"):
        by = replace(by, plan="plain")
        plan = choose(puzzle, program, question, by)
        if policy.proof is None:
            plan = Plan((*Plan.parse("{solver=check}").attempts, *plan.attempts))
    else:
        plan = choose(puzzle, program, question, by)
    if policy.confirm is False or policy.proof is not None:
        plan = plan.without(CONFIRM)
    if policy.confirm or policy.proof is not None:  # a solver is to say it, or to prove it
        plan = plan.kept(lambda each: each.solver != CHECK)
    if policy.confirm:
        ends = Plan.parse("{solver=other goal=confirm}").attempts
        plan = Plan((*plan.without(CONFIRM).attempts, *ends))
    return plan


def check_plan(plan: Plan, question: Question, by: Means, policy: Policy) -> None:
    """Refuse a plan whose attempts a solver cannot make, or that cannot answer a question.

    Raises:
        UserError: it is one.
    """
    if policy.proof is not None and len(plan.attempts) != 1:
        raise fail("a proof is about one attempt of one solver", hint="leave out the others")
    bare = [Attempt(each.solver, each.encoding) for each in plan.attempts]
    if policy.proof is not None and list(plan.attempts) != bare:
        raise fail(f"a proof is about the puzzle as it stands: {plan}")
    if sum(each.goal == CONFIRM for each in plan.attempts) > 1:
        raise fail("a plan confirms once", hint="leave out all but one goal=confirm")
    for each in plan.attempts:
        if each.goal == CONFIRM and (each.reading != NONE or each.beside is not None):
            raise fail(f"what confirms comes last, and assumes nothing: {each}")
        if each.solver == CHECK and each.beside is not None:
            raise fail(f"solver=check runs beside nothing: {each}")
        if each.solver in (CHECK, OTHER):
            continue
        solver = by.solver(each.solver)
        if policy.proof is not None:
            from nlc.solving.proof import require_proofs

            require_proofs(solver)
        if not is_driver(solver):
            if each.encoding != Encoding() or each.reading != NONE or each.conflicts or each.paths:
                raise fail(f"'{each.solver}' is an engine, and takes no formula: {each}")
            if question.backbone and each.solver != COUNTING:
                hint = f"take a SAT solver, or the engine '{COUNTING}'"
                raise fail(f"{each.solver} looks for boards, and knows no backbone", None, hint)
            continue
        if isinstance(by.plan, Plan) and each.encoding.puzzles != ALONE:
            raise fail(f"a plan is of one puzzle: {each}", hint="name puzzles by --encoding")
        if not question.is_for_one or policy.proof is not None:
            require_all(each.encoding)
        if each.paths and each.goal not in (FIRST, ANOTHER):
            raise fail(f"paths={each.paths} is for goal=first or goal=another: {each}")
        able = backend_of(solver)
        again, budgets = able is not None and able.incremental, able is not None and able.budgets
        if not again and (each.reading != NONE or each.goal == NEAR):
            what = "cannot be asked again under assumptions"
            raise fail(f"{solver.name} {what}: {each}", hint="such as pysat:cadical195")
        if not (again and budgets) and (each.conflicts is not None or each.goal == NEAR):
            what = "takes no budget of conflicts"
            raise fail(f"{solver.name} {what}: {each}", hint="say seconds=, or pysat:cadical195")


def solve_one(
    puzzle: Puzzle,
    question: Question,
    by: Means,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
    program: Program | None = None,
    formulas: Formulas | None = None,
) -> Answer:
    """Return the answer to a question about a puzzle; see `nlc.solve`.

    A program is the puzzle's, where it has been elaborated before.

    Raises:
        UserError: the puzzle is wrong, or the encoding or the engine refuses it.
        InterruptedSearchError: it was interrupted after a part of the answer had been found.
    """
    started = time.perf_counter()
    interruption: KeyboardInterrupt | None = None
    try:
        with within(limits):
            program = program or elaborate(puzzle)
            elaborated = time.perf_counter() - started
            rest = since(limits, started)
            aims = program.objective is not None
            if not aims:
                search = Search(puzzle, program, question, by, policy, rest, watch, formulas)
    except OwnLimitError as stop:
        return uncompiled(puzzle, question, by, stop.reason, time.perf_counter() - started)
    try:
        if aims:

            def searched(
                bounded: Program, asked: Question, means: Means, how: Policy, left: Limits
            ) -> Search:
                return Search(puzzle, bounded, asked, means, how, left, watch, formulas)

            answer = solve_best(program, question, by, policy, rest, searched)
        else:
            answer = search.answer()
    except InterruptedSearchError as stop:
        answer, interruption = stop.answer, stop.cause
    compiled = elaborated + answer.seconds["compile"]
    answer = replace(answer, puzzle=puzzle, seconds={**answer.seconds, "compile": compiled})
    if question.unique and policy.readings and policy.proof is None and not aims:
        answer = replace(answer, readings=())  # a proof is about the puzzle's own rules
        if not answer.unique and answer.solutions and interruption is None:
            answer, interruption = _read_strictly(
                puzzle, program, answer, by, policy, limits, started
            )
    if interruption is not None:
        raise InterruptedSearchError(answer, interruption)
    if policy.explain and answer.status == "UNSATISFIABLE":
        from nlc.solving.readings import explained

        def ask(loose: Puzzle, read: Program, rest: Limits) -> Answer:
            quietly, read = replace(policy, proof=None), replace(read, objective=None)
            return Search(loose, read, UNIQUE, by, quietly, rest).answer()

        answer = explained(puzzle, program, answer, ask, since(limits, started))
    return answer


def uncompiled(
    puzzle: Puzzle, question: Question, by: Means, reason: Reason, seconds: float
) -> Answer:
    """Return the answer of a puzzle that could not be compiled within the limits."""
    limit = "memory" if reason == "memory" else "time"
    message = f"the limit of {limit} was reached while compiling, before a solver started"
    counts = question.most != 1 and not question.backbone
    return Answer(
        "UNKNOWN",
        reason,
        message,
        count=0 if counts else None,
        complete=False if counts else None,
        seconds={"compile": seconds},
        solver=by.name,
        puzzle=puzzle,
    )


def _read_strictly(
    puzzle: Puzzle,
    program: Program,
    answer: Answer,
    by: Means,
    policy: Policy,
    limits: Limits,
    started: float,
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Ask for two solutions by stricter readings.

    Returns:
        The answer with the readings that were tried and the only board of a reading first, if there
        is such a one; and what interrupted it.
    """
    from nlc.solving.readings import meant_first, stricter

    tried: list[Reading] = []
    interruption: KeyboardInterrupt | None = None

    def ask(strict: Puzzle, read: Program, rest: Limits) -> Answer:
        try:
            return Search(strict, read, UNIQUE, by, policy, rest).answer()
        except InterruptedSearchError as stop:
            raise stop.cause from None

    readings: Iterator[Reading] = stricter(puzzle, program, ask, since(limits, started))
    try:
        for reading in readings:
            tried.append(reading)
    except KeyboardInterrupt as stop:
        interruption = stop
    if tried and tried[-1].answer.unique and len(answer.solutions) == 2:
        (meant,) = tried[-1].answer.solutions
        boards = meant_first(program, answer.solutions, meant)
        answer = replace(answer, solutions=boards)
    return replace(answer, readings=tuple(tried)), interruption
