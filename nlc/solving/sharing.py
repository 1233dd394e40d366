"""Solves many puzzles: those of one shape in one solver, in processes here or elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import FAILURES
from nlc.errors import UserError
from nlc.process.pool import send_each
from nlc.solving.answer import Answer
from nlc.solving.joined import after, left
from nlc.solving.sat import SatSolver

if TYPE_CHECKING:
    from nlc.encode.statement import Readings
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.process.own import OwnLimitError
    from nlc.solving.one import Answers, Work


def shared_solver(work: Work) -> str | None:
    """Return PySAT's name of the solver that puzzles of one shape are given to together, or None.

    What it needs for one puzzle is not to be told from what it keeps of the others.
    """
    shared = work.question.is_for_one and work.policy.share and work.limits.megabytes is None
    if not shared or not isinstance(work.solver, SatSolver):
        return None
    if work.group and not work.policy.relax:  # the readings that it names are not asked about
        return None
    return work.solver.alternates(work.policy)


def in_processes(work: Work, shares: Sequence[Sequence[int]]) -> Answers:
    """Give each share of the puzzles, by their numbers, to a fork of this process."""
    # What each fork would import is imported here.
    import nlc.encode.acyclic.lazy
    import nlc.encode.cardinality.binomial
    import nlc.encode.domains.log
    import nlc.encode.lazy_rows
    import nlc.ir.elaborate.program
    import nlc.ir.passes.fold
    import nlc.ir.passes.merge
    import nlc.ir.readings
    import nlc.solving.batch
    import nlc.solving.stages  # noqa: F401
    from nlc.process.pool import Pool
    from nlc.process.worker import WorkerStoppedError

    process = {number: k for k, numbers in enumerate(shares) for number in numbers}
    with Pool(len(shares)) as pool:
        tasks = [pool.submit(share, work, numbers) for numbers in shares]
        for number, puzzle in enumerate(work.puzzles):
            mine = process[number]
            try:
                yield replace(next(iter(tasks[mine])), puzzle=puzzle)
            except WorkerStoppedError as stop:  # those behind it go to a new process
                rest = [other for other in shares[mine] if other > number]
                if rest:
                    tasks[mine] = pool.submit(share, work, rest)
                note = f"{stop}; it is solved by itself"
                for alone in work.alone(puzzle):
                    yield replace(alone, notes=(note, *alone.notes))


def elsewhere(work: Work) -> Answers:
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
                answer = Answer("UNKNOWN", stop.reason, str(stop), solver=work.solver.name)
            yield replace(answer, puzzle=puzzle)


def first_answer(work: Work) -> Answer:
    """Solve the only puzzle of a work where this is called."""
    (answer,) = work.alone(work.puzzles[0])
    return answer.light()


def share(work: Work, numbers: Sequence[int]) -> None:
    """Emit the answers of some puzzles, by their numbers from 0: the work of one process."""
    send_each(lambda: map(Answer.light, _part(work, numbers)))


def _part(work: Work, numbers: Sequence[int]) -> Iterator[Answer]:
    if work.sharing is None:
        for number in numbers:
            yield from work.alone(work.puzzles[number])
        return
    mine = deque(numbers)
    made = _made(work, [work.puzzles[number] for number in numbers])
    while mine:
        piece = _next_piece(work, mine, made)
        groups: dict[Hashable, list[_Elaborated]] = {}
        for item in piece:
            if isinstance(item, _Elaborated):
                groups.setdefault(_key(work, item), []).append(item)
        solving = {key: _together(work, group) for key, group in groups.items()}
        for item in piece:
            yield item if isinstance(item, Answer) else next(solving[_key(work, item)])


def _key(work: Work, item: _Elaborated) -> Hashable:
    """Return what puzzles have in common that are solved together."""
    if not work.group:
        return item.key
    return work.group if item.puzzle in work.group else id(item)


_Made = tuple["Program | UserError | OwnLimitError", float]
"""The program of a puzzle, or why there is none; and the seconds that it took."""


def _made(work: Work, puzzles: Sequence[Puzzle]) -> Iterator[_Made]:
    """Elaborate puzzles, in their order."""
    from nlc.ir.elaborate.program import elaborate
    from nlc.process.own import OwnLimitError, within

    for puzzle in puzzles:
        started = time.perf_counter()
        found: Program | UserError | OwnLimitError
        try:
            with within(work.limits):
                found = elaborate(puzzle)
        except (UserError, OwnLimitError) as error:
            found = error
        yield found, time.perf_counter() - started


def _next_piece(
    work: Work, numbers: deque[int], made: Iterator[_Made]
) -> list[_Elaborated | Answer]:
    """Take some more puzzles; what is wrong with one stands in its place."""
    from nlc.encode.policy import ASSUMING
    from nlc.encode.statement import Readings, read
    from nlc.process.own import OwnLimitError
    from nlc.solving.one import uncompiled

    assert isinstance(work.solver, SatSolver)
    out: list[_Elaborated | Answer] = []
    policy, variables = work.policy, 0
    while numbers:
        number = numbers.popleft()
        puzzle = work.puzzles[number]
        program, seconds = next(made)
        if isinstance(program, UserError):
            out.append(work.refused(puzzle, program))
        elif isinstance(program, OwnLimitError):
            out.append(uncompiled(puzzle, work.question, work.solver, program.reason, seconds))
        else:
            started = time.perf_counter()
            found = Readings((program,))
            if policy.relax:
                found = read(puzzle, program, work.solver.encoding, ASSUMING)
            variables += sum(each.variables for each in found.programs)
            seconds += time.perf_counter() - started
            out.append(_Elaborated(number + 1, puzzle, found, seconds, policy.share_cells))
        enough = len(out) >= policy.share_puzzles
        if (enough or variables > policy.share_variables) and not work.group:
            break
    return out


def _together(work: Work, group: list[_Elaborated]) -> Iterator[Answer]:
    """Solve puzzles of one shape together; one that fails so, and those after it, alone."""
    from nlc.solving.batch import solve_alike
    from nlc.solving.stages import is_open

    assert isinstance(work.solver, SatSolver)
    assert work.sharing is not None
    together = solve_alike(
        [item.readings for item in group],
        work.sharing,
        work.solver.encoding,
        work.policy,
        work.limits,
        [item.number for item in group],
        rounds=1,
    )
    answers: Iterator[Answer] | None = together
    for item in group:
        answer = None
        if answers is not None:
            # Where the encoding refuses a part of a puzzle, each is to tell so by itself.
            with contextlib.suppress(UserError):
                answer = next(answers)
            if answer is None or (_died(answer) and not is_open(answer)):
                answers = answer = None
        if answer is None or answer.is_refutation:  # which is confirmed and explained there
            yield from item.solved(work)
        elif is_open(answer):  # what is left may be tried by itself, by all readings
            limits, policy = left(work.limits, answer), replace(work.policy, quick=False)
            for alone in replace(work, limits=limits, policy=policy).alone(item.puzzle):
                yield after(answer, alone)
        else:
            yield replace(answer, seconds=item.compiled(answer))


class _Elaborated(Struct, eq=False, dict=True):
    """A puzzle with its number, its programs, and the time that elaboration took."""

    number: int
    puzzle: Puzzle
    readings: Readings
    seconds: float
    share_cells: int

    def compiled(self, answer: Answer) -> dict[str, float]:
        """Return the seconds of an answer with those of the elaboration before it."""
        return {**answer.seconds, "compile": self.seconds + answer.seconds.get("compile", 0)}

    def solved(self, work: Work) -> Iterator[Answer]:
        """Yield the answer of the puzzle by itself."""
        for found in work.alone(self.puzzle, program=self.readings.programs[-1]):
            yield replace(found, seconds=self.compiled(found))

    @cached_property
    def key(self) -> Hashable:
        """What puzzles have in common that are solved together."""
        from nlc.board import Sort
        from nlc.ir.passes.merge import shape

        program = self.readings.programs[-1]
        if program.board.count(Sort.CELL) > self.share_cells:
            return id(self)
        options = tuple(program.options.items())
        return program.genre, options, self.readings.assumed, shape(program)


def _died(answer: Answer) -> bool:
    """Return whether the solver is of no more use."""
    return answer.reason in FAILURES and answer.reason != "bad-model"
