"""Solves many puzzles: those of one shape in one solver, in processes here or elsewhere.

Programs of puzzles of one shape are merged (`nlc.ir.passes.merge`), lowered and loaded once, and
each puzzle is chosen by assumptions. Loading a formula takes a SAT solver longer than solving a
common puzzle, so that this is several times as fast as one by one, and what is learnt of one puzzle
holds for the next.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import UserError
from nlc.process.cores import cores
from nlc.process.pool import send_each
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.formulas import Formulas
from nlc.solving.means import Means
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.question import Question, Watch
from nlc.solving.solve import solve_one

if TYPE_CHECKING:
    from nlc.encode.puzzle_formula import Readings
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle

Answers = Generator[Answer, None, None]

SHARE_PUZZLES = 128
"""So many are elaborated before the first of them is solved: enough to share a formula, and not so
many that the first board is long in coming."""

SHARE_VARIABLES = 2_000_000
"""Nor are more elaborated than have so many variables in all."""

SHARE_CELLS = 2000
"""A larger board shares no formula: its search takes longer than loading its formula, and would be
held up by the formulas of others."""


PUZZLES_EACH = 8
"""Puzzles that make another process worth its start,"""

CELLS_EACH = 4000
"""or cells."""


class Work(Struct, eq=False):
    """Puzzles to be solved, and how.

    Attributes:
        formulas: of the puzzles that the encoding names.
        sharing: the name of the solver that puzzles of one shape are given to together; None to
            solve each by itself.
    """

    puzzles: Sequence[Puzzle]
    question: Question
    by: Means
    policy: Policy
    limits: Limits
    formulas: Formulas
    sharing: str | None = None

    def alone(
        self, puzzle: Puzzle, watch: Watch | None = None, program: Program | None = None
    ) -> Answers:
        """Yield the answer of one puzzle; see `solve_one`."""
        interruption: KeyboardInterrupt | None = None
        how = self.question, self.by, self.policy, self.limits
        try:
            answer = solve_one(puzzle, *how, watch, program, self.formulas)
        except UserError as error:
            answer = self.refused(puzzle, error)
        except InterruptedSearchError as stop:
            answer, interruption = stop.answer, stop.cause
        yield answer
        if interruption is not None:
            raise interruption

    def refused(self, puzzle: Puzzle, error: UserError) -> Answer:
        """Return the answer of a puzzle that is wrong, or refused."""
        return Answer("UNKNOWN", "no-answer", solver=self.by.name, puzzle=puzzle, error=error)


def solve_each(
    puzzles: Sequence[Puzzle],
    question: Question,
    by: Means,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> Answers:
    """Yield the answer to a question about each puzzle, in their order.

    A puzzle that is wrong, or refused, has an answer that is UNKNOWN and holds the error. Where a
    search is interrupted, the answer with what it had found is yielded, and then the interruption
    raised. Closing the generator ends all processes.

    Args:
        puzzles: to be solved.
        question: about each.
        by: solvers, encoding or plan for all.
        policy: how to share the work.
        limits: for each puzzle.
        watch: is told how far long parts of a search in this process are.

    Raises:
        KeyboardInterrupt: it was interrupted.
        UserError: the encoding names puzzles that are not there.
    """
    formulas = Formulas(compiled=policy.compiled).grouped(puzzles, by.encoding)
    work = Work(puzzles, question, by, policy, limits, formulas)
    if policy.executor is not None:
        return _elsewhere(work)
    if len(puzzles) > 1:
        work.sharing = shared_solver(work)
        shares = divided(work)
        if work.sharing is not None or len(shares) > 1:
            return _in_processes(work, shares)
    return (answer for puzzle in puzzles for answer in work.alone(puzzle, watch))


def unreached(puzzle: Puzzle, by: Means) -> Answer:
    """Return the answer of a puzzle that was not come to, because of an interruption."""
    return Answer("UNKNOWN", "interrupted", solver=by.name, puzzle=puzzle)


def shared_solver(work: Work) -> str | None:
    """Return the name of the solver that puzzles of one shape are given to together, or None.

    What it needs for one puzzle is not to be told from what it keeps of the others.
    """
    from nlc.encode.policy import is_exact
    from nlc.solving.defaults import SHARING, alternates

    by, policy = work.by, work.policy
    asked = work.question.is_for_one and policy.share and work.limits.megabytes is None
    asked &= not any(puzzle.rules.objective for puzzle in work.puzzles)
    ordinary = by.plan in ("default", "alone") and len(by.solvers) < 2 and not policy.compiled
    if not (asked and ordinary and is_exact(by.encoding)):
        return None
    name = by.solvers[0] if by.solvers else SHARING
    return name if alternates(by.solver(name)) else None


def divided(work: Work) -> list[list[int]]:
    """Return the numbers of the puzzles that each process is to solve, ascending, from 0.

    Where puzzles share formulas, a shape goes to one process, so that its formula is made and
    loaded once; one that has more cells than an even share, and a board more, is dealt out. The
    largest come first, each to the process with the fewest cells so far.
    """
    processes = _processes(work)
    if work.sharing is None or processes == 1:
        return [list(range(k, len(work.puzzles), processes)) for k in range(processes)]
    shapes: dict[Hashable, list[int]] = {}
    for number, puzzle in enumerate(work.puzzles):
        shapes.setdefault(shape_of(puzzle), []).append(number)
    cells = {shape: sum(_cells(work.puzzles[i]) for i in all_) for shape, all_ in shapes.items()}
    even = sum(cells.values()) / processes
    shares: list[list[int]] = [[] for _ in range(processes)]
    held = [0] * processes
    for shape in sorted(shapes, key=lambda shape: -cells[shape]):
        numbers = shapes[shape]
        fits = cells[shape] <= even + _cells(work.puzzles[numbers[0]])
        for part in [numbers] if fits else [[number] for number in numbers]:
            least = held.index(min(held))
            shares[least] += part
            held[least] += sum(_cells(work.puzzles[number]) for number in part)
    return [sorted(share) for share in shares if share]


def _processes(work: Work) -> int:
    """Return how many processes are to share the puzzles.

    A search for many solutions is not sent to another process unless that is asked for: it can
    be interrupted, and then tells what it has found. Nor is a portfolio, which has processes of
    its own. Puzzles of which the encoding names some that share a formula stay together.
    """
    jobs = work.policy.jobs
    if work.formulas.group:
        return 1
    if jobs is None and (work.question.lists or len(work.by.solvers) > 1):
        return 1
    cells = sum(map(_cells, work.puzzles))
    most = jobs or max(1, min(cores(), max(len(work.puzzles) // PUZZLES_EACH, cells // CELLS_EACH)))
    return min(most, len(work.puzzles))


def _cells(puzzle: Puzzle) -> int:
    """Return about how many cells a puzzle has; 1 for a graph, whatever its size."""
    lines: Sequence[str] = puzzle.literal.lines if puzzle.literal else ()
    return max(1, sum(map(len, lines)))


def shape_of(puzzle: Puzzle) -> Hashable:
    """Return what puzzles have in common that may share a formula, as far as the text tells."""
    if puzzle.literal is None:
        return puzzle.genre, id(puzzle)
    return puzzle.genre, puzzle.topology.name.name, tuple(map(len, puzzle.literal.lines))


def _in_processes(work: Work, shares: Sequence[Sequence[int]]) -> Answers:
    """Give each share of the puzzles, by their numbers, to a fork of this process."""
    # What each fork would import is imported here.
    import nlc.encode.acyclic.lazy
    import nlc.encode.cardinality.binomial
    import nlc.encode.domains.log
    import nlc.encode.lazy_rows
    import nlc.ir.elaborate.program
    import nlc.ir.passes.fold
    import nlc.ir.passes.merge
    import nlc.ir.readings  # noqa: F401
    from nlc.process.pool import Pool
    from nlc.process.worker import WorkerStoppedError

    if len(shares) > 1 and work.by.plan == "default":
        work.by = replace(work.by, plan="alone")  # the cores are taken
    process = {number: k for k, numbers in enumerate(shares) for number in numbers}
    with Pool(len(shares)) as pool:
        tasks = [pool.submit(_share, work, numbers) for numbers in shares]
        for number, puzzle in enumerate(work.puzzles):
            mine = process[number]
            try:
                yield replace(next(iter(tasks[mine])), puzzle=puzzle)
            except WorkerStoppedError as stop:  # those behind it go to a new process
                rest = [other for other in shares[mine] if other > number]
                if rest:
                    tasks[mine] = pool.submit(_share, work, rest)
                note = f"{stop}; it is solved by itself"
                for alone in work.alone(puzzle):
                    yield replace(alone, notes=(note, *alone.notes))


def _elsewhere(work: Work) -> Answers:
    """Send each puzzle by itself to an executor."""
    from nlc.process.executors import make_executor
    from nlc.process.worker import WorkerStoppedError

    policy = work.policy
    assert policy.executor is not None
    here = replace(work, policy=policy.here())
    errands = [replace(here, puzzles=(puzzle,)) for puzzle in work.puzzles]
    with (
        make_executor(policy.executor, policy.jobs, policy.scheduler) as executor,
        closing(executor.as_completed(first_answer, errands, ordered=True)) as done,
    ):
        for puzzle in work.puzzles:
            try:
                answer = next(done).future.result()
            except WorkerStoppedError as stop:
                answer = Answer("UNKNOWN", stop.reason, str(stop), solver=work.by.name)
            yield replace(answer, puzzle=puzzle)


def first_answer(work: Work) -> Answer:
    """Solve the only puzzle of a work where this is called."""
    (answer,) = work.alone(work.puzzles[0])
    return answer.light()


def _share(work: Work, numbers: Sequence[int]) -> None:
    """Emit the answers of some puzzles, by their numbers from 0: the work of one process."""
    send_each(lambda: map(Answer.light, _part(work, numbers)))


def _part(work: Work, numbers: Sequence[int]) -> Iterator[Answer]:
    if work.sharing is None:
        for number in numbers:
            yield from work.alone(work.puzzles[number])
        return
    mine = deque(numbers)
    while mine:
        piece = _next_piece(work, mine)
        groups: dict[Hashable, list[_Item]] = {}
        for item in piece:
            if isinstance(item, _Item):
                groups.setdefault(_key(work, item), []).append(item)
        solving = {key: _together(work, group) for key, group in groups.items()}
        for item in piece:
            yield item if isinstance(item, Answer) else next(solving[_key(work, item)])


class _Item(Struct, eq=False, dict=True):
    """A puzzle with its number from 1, its readings, and the seconds that elaboration took."""

    number: int
    puzzle: Puzzle
    readings: Readings
    seconds: float

    @cached_property
    def shape(self) -> Hashable:
        """What it has in common with the puzzles that it shares a formula with."""
        from nlc.board import Sort
        from nlc.ir.passes.merge import shape

        if self.readings.program.board.count(Sort.CELL) > SHARE_CELLS:
            return self.number
        return shape(self.readings.program)


def _key(work: Work, item: _Item) -> Hashable:
    """Return what puzzles have in common that are solved together."""
    if not work.formulas.group:
        return item.shape
    return "group" if work.formulas.shares(item.puzzle) else id(item)


def _next_piece(work: Work, numbers: deque[int]) -> list[_Item | Answer]:
    """Take and elaborate some more puzzles; what is wrong with one stands in its place."""
    from nlc.encode.policy import ASSUMING
    from nlc.encode.puzzle_formula import choose_readings
    from nlc.ir.elaborate.program import elaborate
    from nlc.process.own import OwnLimitError, within
    from nlc.solving.solve import uncompiled

    out: list[_Item | Answer] = []
    variables = 0
    while numbers:
        number = numbers.popleft()
        puzzle = work.puzzles[number]
        started = time.perf_counter()
        try:
            with within(work.limits):
                program = elaborate(puzzle)
        except UserError as error:
            out.append(work.refused(puzzle, error))
        except OwnLimitError as stop:
            seconds = time.perf_counter() - started
            out.append(uncompiled(puzzle, work.question, work.by, stop.reason, seconds))
        else:
            found = choose_readings(puzzle, program, work.by.encoding, ASSUMING)
            variables += sum(each.variables for each in found.programs)
            out.append(_Item(number + 1, puzzle, found, time.perf_counter() - started))
        enough = len(out) >= SHARE_PUZZLES or variables > SHARE_VARIABLES
        if enough and not work.formulas.group:
            break
    return out


def _together(work: Work, group: list[_Item]) -> Iterator[Answer]:
    """Solve puzzles of one shape together; one that fails so, and those after it, alone.

    What is open, or refuted, is solved alone too, where it is decided, confirmed and explained.
    """
    from nlc.drivers.pysat.incremental import SolverError
    from nlc.process.own import less

    answers: Iterator[Answer] | None = _alike(work, group)
    for item in group:
        answer = None
        if answers is not None:
            with suppress(UserError, SolverError):  # each is to say so by itself
                answer = next(answers)
            if answer is None or (answer.status == "UNKNOWN" and answer.reason != "budget"):
                answers = answer = None
        if answer is None or answer.status != "SATISFIABLE":
            asked = 0.0 if answer is None else answer.seconds["solve"]
            rest = replace(work, limits=less(work.limits, asked))
            for found in rest.alone(item.puzzle, program=item.readings.program):
                compiled = item.seconds + asked + found.seconds.get("compile", 0.0)
                seconds = {**found.seconds, "compile": compiled}
                steps = (answer.steps if answer is not None else ()) + found.steps
                yield replace(found, seconds=seconds, steps=steps)
        else:
            compiled = item.seconds + answer.seconds["compile"]
            yield replace(answer, seconds={**answer.seconds, "compile": compiled})


def _alike(work: Work, group: Sequence[_Item]) -> Iterator[Answer]:
    """Yield the answers of puzzles of one shape, as far as the first attempts decide them.

    Of the time, ``compile`` is an even share of making and loading the formula.

    Raises:
        UserError: the encoding refuses a part of a program, or a reading is not stricter.
    """
    from nlc.drivers.pysat.incremental import IncrementalSolver
    from nlc.drivers.search import Found, search
    from nlc.drivers.session import Deadline
    from nlc.encode.policy import ASSUMING
    from nlc.encode.puzzle_formula import encode_puzzles
    from nlc.solving.defaults import SHARED
    from nlc.solving.formulas import Stated, queries_of
    from nlc.solving.plan import Plan
    from nlc.solving.record import Record
    from nlc.solving.solution import RootFacts

    assert work.sharing is not None
    started = time.perf_counter()
    readings = [item.readings for item in group]
    numbers = [item.number for item in group]
    stated = encode_puzzles(readings, work.by.encoding, ASSUMING, numbers=numbers)
    lowered, facts = stated.lowered, RootFacts.of(stated.lowered.cnf)
    plan = Plan.parse(SHARED.text())
    attempts = list(enumerate(plan.attempts))
    name = work.by.solver(work.sharing).name.removeprefix("pysat:")
    with IncrementalSolver(name, lowered.cnf, lowered.separators) as session:
        load = (time.perf_counter() - started) / len(group)
        for item, questions in zip(group, stated.questions, strict=True):
            one = item.readings
            mine = attempts if len(one.programs) > 1 else attempts[1:]
            queries = queries_of(mine, questions, one, lowered)
            found = Stated(session.name, lowered, one, queries, facts, len(group))
            record = Record(one.program, work.question, work.limits)
            record.state(lowered)
            until = Deadline.of(work.limits)
            for each in search(session, queries, most=1, certify=False, deadline=until):
                if isinstance(each, Found):
                    record.take(each, found)
            answer = record.answer()
            if not record.failed:
                # Its own rows are of no more use.
                session.add([[-assumed[0]] for assumed in questions if assumed])
            yield replace(answer, plan=plan, seconds={**answer.seconds, "compile": load})
