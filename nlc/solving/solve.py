"""Solves one puzzle: elaborate, plan, run, confirm, and try other readings."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from functools import partial

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.search import ANOTHER, FIRST, NEAR
from nlc.encode.policy import require_all
from nlc.encode.puzzle_formula import named_settings
from nlc.encode.spec import ALONE, AUTO, NONE, PREFERRED, STRICTEST, Encoding, parse_readings
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import Alarm, OwnLimitError, within
from nlc.solving.answer import COUNTING, Answer, InterruptedSearchError
from nlc.solving.choice import SolverChoice, is_driver
from nlc.solving.defaults import backend_of, choose
from nlc.solving.formulas import Formulas
from nlc.solving.optimum import check_best, solve_best
from nlc.solving.plan import CHECK, CONFIRM, OTHER, Attempt, Plan
from nlc.solving.question import DEFAULT, UNIQUE, Policy, Question, Watch
from nlc.solving.record import Record, SearchTask
from nlc.solving.run import find


class Search:
    """The search for the answer to a question about a puzzle.

    Attributes:
        record: its results so far.
        plan: its attempts.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question,
        choice: SolverChoice,
        policy: Policy = DEFAULT,
        limits: Limits = NO_LIMITS,
        watch: Watch | None = None,
        formulas: Formulas | None = None,
    ) -> None:
        """Choose the plan.

        Args:
            puzzle: the parsed puzzle.
            program: the same, elaborated.
            question: the question about it.
            choice: solvers, encoding or plan that the user named.
            policy: confirmation, readings, proofs and the like.
            limits: of the whole search.
            watch: called with the progress of long parts.
            formulas: those of puzzles that share one; None for formulas of its own.

        Raises:
            UserError: the encoding cannot answer such a question, or a solver cannot make an
                attempt of the plan.
        """
        formulas = formulas or Formulas(compiled=policy.compiled)
        if not question.is_for_one:  # `solve_best` then searches the best solutions
            program = replace(program, objective=None)
        self.policy = policy
        self.plan = plan_for(puzzle, program, question, choice, policy)
        check_plan(self.plan, puzzle, program, question, choice, policy)
        optimizes = program.objective is not None
        self.record = Record(program, question, limits, optimizes=optimizes)
        self.task = SearchTask(puzzle, program, question, self.plan, choice, formulas, watch)

    def boards(self) -> Generator[Assignment, None, None]:
        """Yield each new board; the record has the results."""
        if self.policy.proof is not None:
            from nlc.solving.proof import find_with_proof

            yield from find_with_proof(self.task, self.record, self.policy.proof)
        else:
            yield from find(self.task, self.record)

    def answer(self) -> Answer:
        """Search to the end and return the answer, with its refutation confirmed if so planned.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
            KeyboardInterrupt: it was interrupted before that.
        """
        try:
            with closing(self.boards()) as boards:
                for _ in boards:
                    pass
        except KeyboardInterrupt as stop:
            if isinstance(stop, Alarm):
                self.record.reason, self.record.message = stop.reason, str(stop)
            elif self.record.count:
                self.record.reason, self.record.message = "interrupted", None
            else:
                raise
            raise InterruptedSearchError(self._answer(), stop) from None
        return self.conclude()

    def conclude(self) -> Answer:
        """Return the answer of a search that has ended, confirmed if so planned."""
        self.record.seconds = time.perf_counter() - self.record.started
        answer = self._answer()
        ends = [each for each in self.plan.attempts if each.goal == CONFIRM]
        if answer.is_refutation and ends:
            from nlc.solving.confirm import confirm

            try:
                answer = confirm(answer, self.task, ends[0], self.record)
            except KeyboardInterrupt as stop:
                note = "interrupted before a second solver had confirmed it"
                noted = replace(answer, notes=(*answer.notes, note))
                raise InterruptedSearchError(noted, stop) from None
        return answer

    def _answer(self) -> Answer:
        return replace(self.record.answer(), plan=self.plan)


def plan_for(
    puzzle: Puzzle, program: Program, question: Question, choice: SolverChoice, policy: Policy
) -> Plan:
    """Return the plan for a puzzle, changed as the policy demands."""
    plain = policy.compiled and choice.plan in ("default", "alone")
    plan = choose(puzzle, program, question, replace(choice, plan="plain") if plain else choice)
    if plain and policy.proof is None:
        plan = Plan((*Plan.parse("{solver=check}").attempts, *plan.attempts))
    if policy.confirm is False or policy.proof is not None:
        plan = plan.without(CONFIRM)
    if policy.confirm or policy.proof is not None:  # a solver has to refute the puzzle itself
        plan = plan.filter(lambda each: each.solver != CHECK)
    if policy.confirm:
        ends = Plan.parse("{solver=other goal=confirm}").attempts
        plan = Plan((*plan.without(CONFIRM).attempts, *ends))
    return plan


def check_plan(
    plan: Plan,
    puzzle: Puzzle,
    program: Program,
    question: Question,
    choice: SolverChoice,
    policy: Policy,
) -> None:
    """Refuse a plan with attempts that a solver cannot make, or that cannot answer a question.

    Raises:
        UserError: the plan is refused, at the place of its word.
    """
    if policy.proof is not None:
        first, *others = plan.attempts
        if others:
            raise fail("a proof is about one attempt of one solver", hint="leave out the others")
        if first.goal or first != Attempt(first.solver, first.encoding):
            raise fail(f"a proof takes no reading, goal or budget: {plan}")
    alone = {group[0] for group in plan.groups() if len(group) == 1}
    ends = [each for each in plan.attempts if each.goal == CONFIRM]
    if len(ends) > 1:
        raise ends[1].error("a plan confirms once", "goal", "leave out all but one goal=confirm")
    for number, each in enumerate(plan.attempts):
        if each.goal == CONFIRM and (each.reading != NONE or each.beside is not None):
            word = "goal" if each.reading == NONE else "reading"
            raise each.error("an attempt with goal=confirm runs alone and assumes no reading", word)
        if each.solver == CHECK and each.beside is not None:
            raise each.error("solver=check runs alone")
        if each.best and program.objective is None:
            what = "the question is not about the best solution"
            if puzzle.rules.objective is None:
                what = "the puzzle has no objective"
            raise each.error(f"best={each.best} has no effect, as {what}", "best")
        if isinstance(choice.plan, Plan):
            if each.encoding.puzzles != ALONE:
                hint = "name puzzles by --encoding"
                raise each.error("a plan is for one puzzle", "encoding", hint)
            if each.encoding.readings not in (AUTO, NONE):
                hint = f"write reading={each.encoding.readings}"
                raise each.error("readings= has no effect in a plan", "encoding", hint)
        if each.reading not in (NONE, STRICTEST, PREFERRED):
            try:
                for options in parse_readings(each.reading):
                    named_settings(options, puzzle)
            except UserError as error:
                item = error.diagnostics[0]
                raise each.error(item.message, "reading", item.hint) from None
        if each.solver in (CHECK, OTHER):
            continue
        missing = choice.solver(each.solver).missing() if number in alone else None
        if missing is not None and isinstance(choice.plan, Plan):
            hint = f"leave it out, or let it run beside another: +0s {each}"
            raise each.error(missing, hint=hint)
        _check_solver(each, question, choice, policy)
    if program.objective is not None:
        check_best(plan, choice)


def _check_solver(each: Attempt, question: Question, choice: SolverChoice, policy: Policy) -> None:
    """Refuse an attempt that its solver cannot make."""
    solver = choice.solver(each.solver)
    if policy.proof is not None:
        from nlc.solving.proof import require_proofs

        require_proofs(solver)
    if not is_driver(solver):
        idle = {
            "encoding": each.encoding != Encoding(),
            "reading": each.reading != NONE,
            "conflicts": each.conflicts,
            "paths": each.paths,
            "best": each.best,
            "goal": each.goal in (NEAR, CONFIRM),
        }
        for word in (word for word, given in idle.items() if given):
            what = f"'{each.solver}' is an engine, and takes no formula: {word}= has no effect"
            raise each.error(what, word)
        if question.backbone and each.solver != COUNTING:
            hint = f"take a SAT solver, or the engine '{COUNTING}'"
            raise each.error(f"{each.solver} searches boards and finds no backbone", hint=hint)
        return
    if not question.is_for_one or policy.proof is not None:
        require_all(each.encoding)
    if each.paths and each.goal not in (FIRST, ANOTHER):
        raise each.error(f"paths={each.paths} is for goal=first or goal=another", "paths")
    able = backend_of(solver)
    again, budgets = able is not None and able.incremental, able is not None and able.budgets
    if not again and (each.reading != NONE or each.goal == NEAR):
        word = "goal" if each.reading == NONE else "reading"
        what = f"{solver.name} does not solve incrementally under assumptions"
        raise each.error(what, word, "such as pysat:cadical195")
    if not (again and budgets) and (each.conflicts is not None or each.goal == NEAR):
        word = "goal" if each.conflicts is None else "conflicts"
        what = f"{solver.name} takes no budget of conflicts"
        raise each.error(what, word, "use seconds=, or pysat:cadical195")


def solve_one(
    puzzle: Puzzle,
    question: Question,
    choice: SolverChoice,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
    program: Program | None = None,
    formulas: Formulas | None = None,
) -> Answer:
    """Return the answer to a question about a puzzle; see `nlc.solve`.

    `program` is the elaborated puzzle, if it has been elaborated before.

    Raises:
        UserError: the puzzle is wrong, or the encoding or the engine refuses it.
        InterruptedSearchError: it was interrupted after a part of the answer had been found.
    """
    started = time.perf_counter()
    try:
        with within(limits) as own:
            program = program or elaborate(puzzle)
            elaborated = time.perf_counter() - started

            def search(
                bounded: Program, query: Question, chosen: SolverChoice, how: Policy, left: Limits
            ) -> Answer:
                return Search(puzzle, bounded, query, chosen, how, left, watch, formulas).answer()

            wanted = question, choice, policy, own.left()
            optimizes = program.objective is not None
            interruption: KeyboardInterrupt | None = None
            try:
                solve = partial(solve_best, search=search) if optimizes else search
                answer = solve(program, *wanted)
            except InterruptedSearchError as stop:
                answer, interruption = stop.answer, stop.cause
            compiled = elaborated + answer.seconds["compile"]
            answer = replace(answer, puzzle=puzzle, seconds={**answer.seconds, "compile": compiled})
            return _try_readings(answer, puzzle, program, *wanted[:3], own, interruption)
    except InterruptedSearchError as stop:
        if isinstance(stop.cause, Alarm) and stop.cause.block is own:
            return stop.answer
        raise
    except OwnLimitError as stop:
        return compile_limit_answer(puzzle, question, choice, stop, time.perf_counter() - started)


def _try_readings(
    answer: Answer,
    puzzle: Puzzle,
    program: Program,
    question: Question,
    choice: SolverChoice,
    policy: Policy,
    limits: within,
    interruption: KeyboardInterrupt | None,
) -> Answer:
    """Return an answer with stricter readings, or looser ones, where these say more.

    Raises:
        InterruptedSearchError: it was interrupted, now or before.
    """

    def solve(other: Puzzle, elaborated: Program, rest: Limits) -> Answer:
        bare = replace(elaborated, objective=None)
        unproved = replace(policy, proof=None)
        try:
            return Search(other, bare, UNIQUE, choice, unproved, rest).answer()
        except InterruptedSearchError as stop:
            raise stop.cause from None

    optimizes = program.objective is not None
    if question.unique and policy.readings and policy.proof is None and not optimizes:
        answer = replace(answer, readings=())
        if not answer.unique and answer.solutions and interruption is None:
            from nlc.solving.readings import add_stricter_readings

            answer, interruption = add_stricter_readings(
                puzzle, program, answer, solve, limits.left()
            )
    if interruption is not None:
        raise InterruptedSearchError(answer, interruption)
    if policy.explain and answer.status == "UNSATISFIABLE":
        from nlc.solving.readings import explain_refutation

        try:
            answer = explain_refutation(puzzle, program, answer, solve, limits.left())
        except KeyboardInterrupt as stop:
            raise InterruptedSearchError(answer, stop) from None
    return answer


def compile_limit_answer(
    puzzle: Puzzle, question: Question, choice: SolverChoice, stop: OwnLimitError, seconds: float
) -> Answer:
    """Return the answer of a puzzle that could not be compiled within the limits."""
    message = f"{stop} while compiling, before a solver started"
    counts = question.most != 1 and not question.backbone
    return Answer(
        "UNKNOWN",
        stop.reason,
        message,
        count=0 if counts else None,
        complete=False if counts else None,
        seconds={"compile": seconds},
        solver=choice.name,
        puzzle=puzzle,
    )
