"""Solves many puzzles, in several processes; those of one shape share a solver.

Programs of puzzles of one shape are merged (`nlc.ir.passes.merge`), lowered and loaded once, and
assumptions choose the puzzle. Loading a formula takes a SAT solver longer than solving a common
puzzle, so this is several times as fast as one by one; learnt clauses also hold for the next
puzzle.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.pysat.incremental import IncrementalSolver, SolverError
from nlc.drivers.search import QueryResult, search
from nlc.drivers.session import Deadline
from nlc.encode.policy import ASSUMING, is_exact
from nlc.encode.puzzle_formula import Readings, choose_readings, encode_puzzles
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.process.cluster import make_executor
from nlc.process.own_limits import OwnLimitError, narrowed, remaining_after, within
from nlc.process.pool import Pool, emit_each
from nlc.process.usage import cores
from nlc.process.worker import WorkerStoppedError
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.choice import SolverChoice
from nlc.solving.defaults import SHARED, SHARING, is_resumable
from nlc.solving.formulas import Formulas, SessionFormula, queries_of
from nlc.solving.plan import Plan
from nlc.solving.question import DEFAULT, Policy, Question, Watch
from nlc.solving.record import Record
from nlc.solving.solution import fixed_before
from nlc.solving.solve import compile_limit_answer, solve_one

Answers = Generator[Answer, None, None]


class SolveBatch(Struct, eq=False):
    """Puzzles to be solved, with a question and the choices for all.

    Attributes:
        formulas: for the puzzles that the encoding names.
        sharing: the name of the solver that puzzles of one shape share; None to solve each by
            itself.
    """

    puzzles: Sequence[Puzzle]
    question: Question
    choice: SolverChoice
    policy: Policy
    limits: Limits
    formulas: Formulas
    sharing: str | None = None

    def solve_alone(
        self, puzzle: Puzzle, watch: Watch | None = None, program: Program | None = None
    ) -> Answers:
        """Yield the answer of one puzzle; see `solve_one`."""
        interruption: KeyboardInterrupt | None = None
        how = self.question, self.choice, self.policy, self.limits
        try:
            answer = solve_one(puzzle, *how, watch, program, self.formulas)
        except UserError as error:
            answer = self.refusal(puzzle, error)
        except InterruptedSearchError as stop:
            answer, interruption = stop.answer, stop.cause
        yield answer
        if interruption is not None:
            raise interruption

    def refusal(self, puzzle: Puzzle, error: UserError) -> Answer:
        """Return the answer of a puzzle that is wrong, or refused."""
        return Answer("UNKNOWN", "no-answer", solver=self.choice.name, puzzle=puzzle, error=error)


def solve_each(
    puzzles: Sequence[Puzzle],
    question: Question,
    choice: SolverChoice,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> Answers:
    """Yield the answer to a question about each puzzle, in their order.

    The answer of a puzzle that is wrong, or refused, is UNKNOWN and has the error. If a search is
    interrupted, its partial answer is yielded before the interruption is raised. Closing the
    generator ends all processes.

    Args:
        puzzles: to be solved.
        question: about each.
        choice: solvers, encoding or plan for all.
        policy: how to share the work.
        limits: for each puzzle.
        watch: called with the progress of long parts of a search in this process.

    Raises:
        KeyboardInterrupt: it was interrupted.
        UserError: the encoding names puzzles that do not exist.
    """
    formulas = Formulas(compiled=policy.compiled).for_puzzles(puzzles, choice.encoding)
    batch = SolveBatch(puzzles, question, choice, policy, limits, formulas)
    if policy.executor is not None:
        return _with_executor(batch)
    if len(puzzles) > 1:
        batch.sharing = shared_solver(batch)
        shares = divide(batch)
        if batch.sharing is not None or len(shares) > 1:
            return _in_processes(batch, shares)
    return (answer for puzzle in puzzles for answer in batch.solve_alone(puzzle, watch))


def interrupted_answer(puzzle: Puzzle, choice: SolverChoice) -> Answer:
    """Return the answer of a puzzle whose search did not begin before an interruption."""
    return Answer("UNKNOWN", "interrupted", solver=choice.name, puzzle=puzzle)


def shared_solver(batch: SolveBatch) -> str | None:
    """Return the name of the solver that puzzles of one shape share, or None if they do not.

    There is none with a limit of memory, as the memory of one puzzle cannot be told from that of
    the others.
    """
    choice, policy = batch.choice, batch.policy
    shares = batch.question.is_for_one and policy.share and batch.limits.megabytes is None
    shares &= not any(puzzle.rules.objective for puzzle in batch.puzzles)
    ordinary = (
        choice.plan in ("default", "alone") and len(choice.solvers) < 2 and not policy.compiled
    )
    if not (shares and ordinary and is_exact(choice.encoding)):
        return None
    name = choice.solvers[0] if choice.solvers else SHARING
    return name if is_resumable(choice.solver(name)) else None


def divide(batch: SolveBatch) -> list[list[int]]:
    """Return the numbers, from 0 and ascending, of the puzzles that each process solves.

    If puzzles share formulas, those of a shape stand side by side, so that their formula is made
    and loaded once, and each process takes a run of them with an even share of the cells.
    """
    processes = _processes(batch)
    if batch.sharing is None or processes == 1:
        return [list(range(k, len(batch.puzzles), processes)) for k in range(processes)]
    shapes: dict[Hashable, list[int]] = {}
    for number, puzzle in enumerate(batch.puzzles):
        shapes.setdefault(shape_of(puzzle), []).append(number)
    even = sum(map(_cells, batch.puzzles)) / processes
    shares: list[list[int]] = [[] for _ in range(processes)]
    before = 0
    for number in chain.from_iterable(shapes.values()):
        cells = _cells(batch.puzzles[number])
        shares[int((before + cells / 2) / even)].append(number)
        before += cells
    return [sorted(share) for share in shares if share]


def _processes(batch: SolveBatch) -> int:
    """Return how many processes share the puzzles.

    Without ``jobs``, a search for many solutions stays in this process, where it can be interrupted
    and return partial results, and so does a portfolio, which has its own processes. Puzzles stay
    together if the encoding names some that share a formula.
    """
    jobs = batch.policy.jobs
    if batch.formulas.group:
        return 1
    if jobs is None and (batch.question.lists or len(batch.choice.solvers) > 1):
        return 1
    cells = sum(map(_cells, batch.puzzles))
    # Fewer puzzles or cells are not worth the start of another process.
    worth = max(len(batch.puzzles) // 8, cells // 4000)
    most = jobs or max(1, min(cores(), worth))
    return min(most, len(batch.puzzles))


def _cells(puzzle: Puzzle) -> int:
    """Return the approximate number of cells of a puzzle; 1 for a graph."""
    lines: Sequence[str] = puzzle.literal.lines if puzzle.literal else ()
    return max(1, sum(map(len, lines)))


def shape_of(puzzle: Puzzle) -> Hashable:
    """Return a key from a puzzle's text: only puzzles with equal keys may share a formula."""
    if puzzle.literal is None:
        return puzzle.genre, id(puzzle)
    return puzzle.genre, puzzle.topology.name.name, tuple(map(len, puzzle.literal.lines))


def _in_processes(batch: SolveBatch, shares: Sequence[Sequence[int]]) -> Answers:
    """Solve each share of the puzzles, by their numbers, in a fork of this process."""
    # Import here what each fork would import.
    import nlc.encode.acyclic.lazy
    import nlc.encode.domains.numbers
    import nlc.ir.passes.fold
    import nlc.ir.passes.merge  # noqa: F401

    if len(shares) > 1 and batch.choice.plan == "default":
        batch.choice = replace(batch.choice, plan="alone")  # the cores are taken
    process = {number: k for k, numbers in enumerate(shares) for number in numbers}
    with Pool(len(shares)) as pool:
        tasks = [pool.submit(_emit_answers, batch, numbers) for numbers in shares]
        for number, puzzle in enumerate(batch.puzzles):
            mine = process[number]
            try:
                yield replace(next(iter(tasks[mine])), puzzle=puzzle)
            except WorkerStoppedError as stop:  # the rest of its share goes to a new process
                rest = [other for other in shares[mine] if other > number]
                if rest:
                    tasks[mine] = pool.submit(_emit_answers, batch, rest)
                note = f"{stop}; it is solved by itself"
                for answer in batch.solve_alone(puzzle):
                    yield replace(answer, notes=(note, *answer.notes))


def _with_executor(batch: SolveBatch) -> Answers:
    """Solve each puzzle by itself, by an executor."""
    policy = batch.policy
    assert policy.executor is not None
    here = replace(batch, policy=policy.here())
    errands = [replace(here, puzzles=(puzzle,)) for puzzle in batch.puzzles]
    with (
        make_executor(policy.executor, policy.jobs, policy.scheduler) as executor,
        closing(executor.as_completed(first_answer, errands, ordered=True)) as done,
    ):
        for puzzle in batch.puzzles:
            try:
                answer = next(done).future.result()
            except WorkerStoppedError as stop:
                answer = Answer("UNKNOWN", stop.reason, str(stop), solver=batch.choice.name)
            yield replace(answer, puzzle=puzzle)


def first_answer(batch: SolveBatch) -> Answer:
    """Solve the only puzzle of a batch in the calling process."""
    (answer,) = batch.solve_alone(batch.puzzles[0])
    return answer.for_transfer()


def _emit_answers(batch: SolveBatch, numbers: Sequence[int]) -> None:
    """In a worker: emit the answers of a share of the puzzles, by their numbers from 0."""
    emit_each(lambda: map(Answer.for_transfer, _solve_share(batch, numbers)))


def _solve_share(batch: SolveBatch, numbers: Sequence[int]) -> Iterator[Answer]:
    if batch.sharing is None:
        for number in numbers:
            yield from batch.solve_alone(batch.puzzles[number])
        return
    mine = deque(numbers)
    while mine:
        piece = _next_piece(batch, mine)
        groups: dict[Hashable, list[_Item]] = {}
        for item in piece:
            if isinstance(item, _Item):
                groups.setdefault(_key(batch, item), []).append(item)
        solving = {key: _solve_group(batch, group) for key, group in groups.items()}
        for item in piece:
            yield item if isinstance(item, Answer) else next(solving[_key(batch, item)])


class _Item(Struct, eq=False, dict=True):
    """A puzzle with its number from 1, its readings, and the time of elaboration in seconds."""

    number: int
    puzzle: Puzzle
    readings: Readings
    seconds: float

    @cached_property
    def shape(self) -> Hashable:
        """A key: puzzles with equal keys share a formula."""
        from nlc.ir.passes.merge import shape

        # The search on a large board takes longer than loading, and slows down with others.
        if self.readings.program.board.count(Sort.CELL) > 2000:
            return self.number
        return shape(self.readings.program)


def _key(batch: SolveBatch, item: _Item) -> Hashable:
    """Return a key: puzzles with equal keys are solved together."""
    if not batch.formulas.group:
        return item.shape
    return "group" if batch.formulas.shares(item.puzzle) else id(item)


def _next_piece(batch: SolveBatch, numbers: deque[int]) -> list[_Item | Answer]:
    """Take and elaborate some more puzzles; a puzzle that fails has its answer instead."""
    out: list[_Item | Answer] = []
    variables = 0
    while numbers:
        number = numbers.popleft()
        puzzle = batch.puzzles[number]
        started = time.perf_counter()
        try:
            with within(batch.limits):
                program = elaborate(puzzle)
        except UserError as error:
            out.append(batch.refusal(puzzle, error))
        except OwnLimitError as stop:
            seconds = time.perf_counter() - started
            out.append(compile_limit_answer(puzzle, batch.question, batch.choice, stop, seconds))
        else:
            found = choose_readings(puzzle, program, batch.choice.encoding, ASSUMING)
            variables += sum(each.variables for each in found.programs)
            out.append(_Item(number + 1, puzzle, found, time.perf_counter() - started))
        # Enough to share a formula, but not so many that the first board is late.
        enough = len(out) >= 128 or variables > 2_000_000
        if enough and not batch.formulas.group:
            break
    return out


def _solve_group(batch: SolveBatch, group: list[_Item]) -> Iterator[Answer]:
    """Solve puzzles of one shape in one formula; after a failure, the rest one by one.

    A puzzle that stays open, or is refuted, is solved again by itself, which decides, confirms and
    explains it.
    """
    answers: Iterator[Answer] | None = _solve_in_one_formula(batch, group)
    for item in group:
        answer = None
        if answers is not None:
            with suppress(UserError, SolverError):  # it comes again when each is solved by itself
                answer = next(answers)
            if answer is None or (answer.status == "UNKNOWN" and answer.reason != "budget"):
                answers = answer = None
        if answer is None or answer.status != "SATISFIABLE":
            spent = 0.0 if answer is None else answer.seconds["solve"]
            rest = replace(batch, limits=remaining_after(batch.limits, spent))
            for found in rest.solve_alone(item.puzzle, program=item.readings.program):
                compiled = item.seconds + spent + found.seconds.get("compile", 0.0)
                seconds = {**found.seconds, "compile": compiled}
                steps = (answer.steps if answer is not None else ()) + found.steps
                yield replace(found, seconds=seconds, steps=steps)
        else:
            compiled = item.seconds + answer.seconds["compile"]
            yield replace(answer, seconds={**answer.seconds, "compile": compiled})


def _solve_in_one_formula(batch: SolveBatch, group: Sequence[_Item]) -> Iterator[Answer]:
    """Yield the answers of puzzles of one shape, as far as the first attempts decide them.

    The time for making and loading the formula is divided evenly among their ``compile``.
    """
    assert batch.sharing is not None
    started = time.perf_counter()
    readings = [item.readings for item in group]
    numbers = [item.number for item in group]
    statement = encode_puzzles(readings, batch.choice.encoding, ASSUMING, numbers=numbers)
    lowered, fixed = statement.lowered, fixed_before(statement.lowered.cnf)
    plan = Plan.parse(SHARED.text())
    attempts = list(enumerate(plan.attempts))
    name = batch.choice.solver(batch.sharing).name.removeprefix("pysat:")
    with IncrementalSolver(name, lowered.cnf, lowered.separators) as session:
        load = (time.perf_counter() - started) / len(group)
        for item, questions in zip(group, statement.questions, strict=True):
            one = item.readings
            mine = attempts if len(one.programs) > 1 else attempts[1:]
            queries = queries_of(mine, questions, one, lowered)
            formula = SessionFormula(session.name, lowered, one, queries, fixed, len(group))
            record = Record(one.program, batch.question, batch.limits)
            record.set_formula(lowered)
            until = Deadline.of(narrowed(batch.limits))
            for each in search(session, queries, most=1, certify=False, deadline=until):
                if isinstance(each, QueryResult):
                    record.add_result(each, formula)
            answer = record.answer()
            if not record.failed:
                # Its guarded clauses are no longer needed.
                session.add([[-assumed[0]] for assumed in questions if assumed])
            yield replace(answer, plan=plan, seconds={**answer.seconds, "compile": load})
