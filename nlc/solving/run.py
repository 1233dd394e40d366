"""Runs a plan: one loop for every question, solver and engine.

For puzzles that share a formula, `nlc.solving.batch` makes the first attempts.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.optimum import Bound, optimize
from nlc.drivers.progress import report
from nlc.drivers.search import ANOTHER, FIRST, NEAR, Query, QueryResult, is_wanted, search
from nlc.drivers.session import Work
from nlc.drivers.session import run as run_session
from nlc.encode.lower import LoweredProgram
from nlc.encode.puzzle_formula import Readings
from nlc.errors import fail
from nlc.ir.lint import static_checks
from nlc.ir.nodes import Program
from nlc.solving.answer import RULE_CHECK, Answer
from nlc.solving.choice import is_driver
from nlc.solving.formulas import SessionFormula, refutation
from nlc.solving.plan import CHECK, CONFIRM, Attempt
from nlc.solving.question import Question
from nlc.solving.record import Boards, Record, SearchTask
from nlc.solving.solution import fixed_before

if TYPE_CHECKING:
    from nlc.engines.base import Engine


def find(task: SearchTask, record: Record) -> Boards:
    """Make the attempts of a plan in order until the question is answered.

    The results are added to a record. Closing the generator ends all processes.

    Yields:
        Each new board, checked by the rules.
    """
    attempts, groups, place = task.plan.attempts, task.plan.groups(), 0
    made = set[int]()  # later attempts that a session has made already
    while place < len(groups) and not (record.answered or record.failed):
        known = record.count
        due = [k for k in groups[place] if is_wanted(attempts[k].goal, record.count > 0)]
        group = [k for k in due if k not in made and attempts[k].goal != CONFIRM]
        if not group:
            place += 1
            continue
        attempt = attempts[group[0]]
        if len(group) > 1:
            from nlc.solving.race import race

            until_board = any(attempts[k].goal for k in group[1:])
            following = place + 1
            own = [group[0]]
            while following < len(groups) and len(groups[following]) == 1:
                own += groups[following]
                following += 1
            lanes = [own, *([k] for k in group[1:])]
            yield from race(task, lanes, record, find, until_board)
            if not (until_board and record.count > known):
                place = following
            continue
        if attempt.solver == CHECK:
            record.reasons = static_checks(task.program)
            if record.reasons:
                record.solver, record.refuted = RULE_CHECK, True
            place += 1
            continue
        solver = task.choice.solver(attempt.solver)
        if not is_driver(solver):
            yield from _run_engine(task, cast("Engine[Any]", solver), attempt, record)
            place += 1
        else:
            numbers, place = session_attempts(
                attempts, groups, place, group[0], begun=record.count > 0
            )
            mine = [(task.numbers[k] if task.numbers else k, attempts[k]) for k in numbers]
            yield from _run_attempts(task, solver, mine, record)
            if record.count > known:
                made.update(numbers)
        if task.until_board and record.count > known:
            return


def session_attempts(
    attempts: Sequence[Attempt],
    groups: Sequence[Sequence[int]],
    place: int,
    number: int,
    begun: bool,
) -> tuple[list[int], int]:
    """Return the numbers of attempts that share a session, and the group that follows them.

    These are consecutive attempts, and later ones for another board if only attempts for a first
    board come between, unless the search has `begun` with one: so the session that finds a board
    goes on with the next one.
    """
    first = attempts[number]
    numbers, following = [number], place + 1
    while following < len(groups) and len(groups[following]) == 1:
        if not attempts[groups[following][0]].shares_session(first):
            break
        numbers += groups[following]
        following += 1
    if not begun:
        for group in groups[following:]:
            later = attempts[group[0]]
            if later.goal == FIRST:
                continue
            if later.goal not in (NEAR, ANOTHER) or not later.shares_session(first):
                break
            if len(group) > 1:
                break
            numbers += group
    return numbers, following


def _run_engine(task: SearchTask, engine: Engine[Any], attempt: Attempt, record: Record) -> Boards:
    """Make the attempt of an engine."""
    from nlc.engines.frontier import FrontierEngine

    limits, budgeted = _limits(record, attempt.seconds)
    if isinstance(engine, FrontierEngine):
        from nlc.solving.frontier import count

        yield from count(task, limits, record)
        if budgeted and record.reason == "wall-time":
            record.reason = "budget"
        return
    from nlc.engines.run import run_engine

    problem = engine.read(task.puzzle, task.program)
    finder = f"the engine '{engine.name}'"
    if not engine.exact:
        record.rejected = record.rejected or 0
    with closing(run_engine(engine, problem, limits)) as found:
        for outcome, each in found:
            figures, outcome = outcome.statistics, replace(outcome, statistics={})
            record.add_outcome(engine.name, _count_as_budget(outcome, budgeted))
            record.statistics |= figures  # these are totals of the search so far
            if isinstance(each, Bound):
                record.raise_bound(each.cost, finder)
            elif each is not None:
                board = engine.board(task.program, each)
                new = record.check_board(board, finder=finder, exact=engine.exact)
                if new is not None:
                    yield new
                    if task.until_board:
                        return
            elif outcome.status == "UNSATISFIABLE":
                record.refuted = True
            if record.answered or record.failed or each is None:
                return


def _run_attempts(
    task: SearchTask, driver: Driver, attempts: Sequence[tuple[int, Attempt]], record: Record
) -> Boards:
    """Run the queries of some attempts in one session."""
    started, first = time.perf_counter(), attempts[0][1]
    board, question = record.boards[0] if record.boards else None, record.question
    if first.paths and board is not None and (question.backbone or question.most != 2):
        why = "shortest paths can only show a second board"
        record.left_out.update((number, why) for number, _ in attempts)
        return
    formula = task.formulas.for_attempts(
        task.puzzle, task.program, driver, attempts, record.readings, board, record.left_out
    )
    record.compiling += time.perf_counter() - started
    if formula is None or not formula.queries:
        return
    budget = None
    if len(attempts) == 1:  # its seconds are the limit of the whole session
        budget = first.seconds
        queries = tuple(replace(each, seconds=None) for each in formula.queries)
        formula = replace(formula, queries=queries)
    most = 1 if task.until_board or first.paths else None
    yield from _search_formula(formula, driver, record, most, _limits(record, budget), task.proof)


def _search_formula(
    formula: SessionFormula,
    driver: Driver,
    record: Record,
    most: int | None = None,
    limits: tuple[Limits, bool] = (NO_LIMITS, False),
    proof: Path | None = None,
) -> Boards:
    """Search a formula for boards that are not in a record.

    Args:
        formula: the formula, with its queries.
        driver: of the session.
        record: for the results.
        most: how many more boards are wanted; None for as many as the question wants.
        limits: of the session, and whether its time is a budget.
        proof: a file that each run writes its proof to.
    """
    program, question, lowered = formula.program, record.question, formula.lowered
    record.set_formula(lowered)
    if proof is not None and not lowered.exact:
        message = f"{lowered.encoding} leaves some rules to a check of each board"
        raise fail(f"{message}, and a proof is about a formula", hint="use another encoding")
    report(f"{driver.name}: {lowered.cnf.variables} variables, {lowered.cnf.clauses} clauses")
    # No clause excludes boards that show values: duplicates are dropped.
    may_repeat = program.shows_values or lowered.literals is None
    may_repeat |= len(record.boards) < record.count
    known = [] if may_repeat else formula.models(record.boards)
    wanted, separators = most, list(lowered.separators)
    if wanted is None and question.most is not None and not question.backbone:
        wanted = question.most - len(known)
    if not lowered.exact:
        record.rejected = record.rejected or 0
        if question.backbone:
            separators.append(refutation(program, lowered))
    if not lowered.exact or (may_repeat and record.count):
        wanted = None
    work: Work[Query | QueryResult | Bound] = partial(
        search,
        queries=formula.queries,
        most=wanted,
        narrow=question.backbone,
        known=tuple(known),
        begun=record.count > 0,
    )
    if lowered.costs is not None:
        work = partial(
            optimize,
            queries=formula.queries,
            costs=lowered.costs,
            best=record.cost,
            least=record.lower_bound,
        )
        if not lowered.exact:
            separators.append(refutation(program, lowered))
    last = formula.queries[0]
    bounds, budgeted = limits
    found = run_session(driver, work, formula.cnf(), bounds, separators, proof)
    with closing(
        cast("Generator[Query | QueryResult | Bound | Outcome, None, None]", found)
    ) as events:
        for each in events:
            if isinstance(each, Bound):
                record.raise_bound(each.cost, driver.name)
                if record.failed:
                    return
                continue
            if isinstance(each, Query):
                last = each
                record.report_query(each, formula)
                continue
            one = QueryResult(last, each) if isinstance(each, Outcome) else each
            new = record.add_result(
                replace(one, outcome=_count_as_budget(one.outcome, budgeted)), formula
            )
            over = record.answered or (most is not None and new is not None)
            if record.refuted or (over and wanted is not None):
                deque(events, maxlen=0)  # run to the end, so that the worker can be used again
            if new is not None:
                yield new
            if over or record.failed:
                return


def answer_of(
    program: Program,
    lowered: LoweredProgram,
    driver: Driver,
    question: Question,
    limits: Limits = NO_LIMITS,
    best: str = "",
    conflicts: int | None = None,
) -> Answer:
    """Return a driver's answer to a question about a given formula.

    If models have costs, this searches the best one by a method of `nlc.drivers.optimum`. Drivers
    with budgets give up after so many conflicts for a board.
    """
    record = Record(program, question, limits, optimizes=lowered.costs is not None)
    fixed = fixed_before(lowered.cnf)
    query = Query(0, best=best, conflicts=conflicts)
    formula = SessionFormula(driver.name, lowered, Readings((program,)), (query,), fixed)
    for _ in _search_formula(formula, driver, record, limits=(limits, False)):
        pass
    return record.answer()


def _limits(record: Record, seconds: float | None) -> tuple[Limits, bool]:
    """Return the limits that are left, and whether their time is a budget of seconds."""
    limits = record.left
    if seconds is None or (limits.seconds is not None and limits.seconds <= seconds):
        return limits, False
    return replace(limits, seconds=seconds), True


def _count_as_budget(outcome: Outcome, budgeted: bool) -> Outcome:
    """Return an outcome whose time limit, if that was a budget, counts as one."""
    if budgeted and outcome.reason == "wall-time":
        return replace(outcome, reason="budget", message="undecided within its seconds")
    return outcome
