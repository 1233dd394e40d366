"""Solves many puzzles: those of one shape together, in processes of this machine or elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING, cast

from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import FAILURES, NO_LIMITS, Limits
from nlc.errors import UserError
from nlc.solve.answer import Answer, InterruptedSearchError
from nlc.solve.one import solve_one
from nlc.solve.policy import DEFAULT, Policy
from nlc.solve.question import Question
from nlc.solve.sat import SatSolver
from nlc.solve.search import Solver, Watch

if TYPE_CHECKING:
    from nlc.board.board import Board
    from nlc.encode.statement import Readings
    from nlc.language.resolve import Puzzle

Answers = Generator[Answer, None, None]

_SAME = cast("Board", None)
"""Stands for a board that was sent from one process to another before."""


def solve_each(
    puzzles: Sequence[Puzzle],
    question: Question,
    solver: Solver,
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
        solver: for all.
        policy: how to share the work.
        limits: for each puzzle.
        watch: is told how far long parts of a search in this process are.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    solver = grouped(solver, puzzles)
    if len(puzzles) > 1:  # what helps with one would keep the others waiting
        policy = replace(policy, explain=False)
    work = Work(puzzles, question, solver, policy, limits)
    if policy.executor is not None:
        return _elsewhere(work)
    if len(puzzles) > 1:
        work.sharing, processes = _sharing(work), _processes(work)
        if work.sharing is not None or processes > 1:
            return _in_processes(work, processes)
    return (answer for puzzle in puzzles for answer in work.alone(puzzle, watch))


def grouped(solver: Solver, puzzles: Sequence[Puzzle]) -> Solver:
    """Return a solver that knows the puzzles which its encoding names by their numbers.

    Raises:
        UserError: there are not so many.
    """
    if isinstance(solver, SatSolver):
        return solver.grouped(puzzles)
    from nlc.solve.portfolio import Portfolio

    if isinstance(solver, Portfolio):
        return Portfolio([grouped(each, puzzles) for each in solver.solvers])
    return solver


def _sharing(work: Work) -> str | None:
    """Return PySAT's name of the solver that puzzles of one shape are given to together, or None.

    What it needs for one puzzle is not to be told from what it keeps of the others.
    """
    one = work.question.most == 1 and not work.question.backbone
    shared = one and work.policy.share and work.limits.megabytes is None
    if not shared or not isinstance(work.solver, SatSolver):
        return None
    if work.group and not work.policy.relax:  # the readings that it names are not asked about
        return None
    return work.solver.alternates(work.policy)


def _processes(work: Work) -> int:
    """Return how many processes are to share the puzzles.

    A search for many solutions is not sent to another process unasked: it can be interrupted, and
    then tells what it has found. Nor is a portfolio, which has processes of its own. Puzzles of
    which the encoding names some that share a formula stay together.
    """
    from nlc.process.shares import usual
    from nlc.solve.portfolio import Portfolio

    question = work.question
    long = question.backbone or (question.most != 1 and not question.unique)
    jobs = work.policy.jobs
    if work.group:
        return 1
    if jobs is None and (long or isinstance(work.solver, Portfolio)):
        return 1
    literals = (puzzle.literal for puzzle in work.puzzles)
    cells = sum(len(line) for literal in literals if literal for line in literal.lines)
    return min(jobs or usual(len(work.puzzles), cells), len(work.puzzles))


def _in_processes(work: Work, processes: int) -> Answers:
    """Share the puzzles out to forks of this process."""
    import nlc.solve.batch  # noqa: F401 - here, rather than in each fork
    from nlc.process.shares import in_shares
    from nlc.process.worker import WorkerStoppedError

    boards: dict[int, Board] = {}
    with closing(in_shares(work.share, len(work.puzzles), processes)) as results:
        for i, puzzle in enumerate(work.puzzles):
            answer = next(results)
            if isinstance(answer, WorkerStoppedError):
                note = f"{answer}; it is solved by itself"
                for alone in work.alone(puzzle):
                    yield replace(alone, notes=(note, *alone.notes))
                continue
            program = answer.program
            if program is not None and program.board is _SAME:
                program = replace(program, board=boards[i % processes])
            elif program is not None:
                boards[i % processes] = program.board
            yield replace(answer, puzzle=puzzle, program=program)


def _elsewhere(work: Work) -> Answers:
    """Send each puzzle by itself to an executor."""
    from nlc.process.executors import opened
    from nlc.process.worker import WorkerStoppedError

    policy = work.policy
    assert policy.executor is not None
    here = replace(work, policy=policy.here())
    errands = [replace(here, puzzles=(puzzle,)) for puzzle in work.puzzles]
    with (
        opened(policy.executor, policy.jobs, policy.scheduler) as executor,
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


@dataclass(eq=False)
class Work:
    """Puzzles to be solved, and how; see `solve_each`.

    Attributes:
        sharing: PySAT's name of the solver that puzzles of one shape are given to together; None to
            solve each by itself.
    """

    puzzles: Sequence[Puzzle]
    question: Question
    solver: Solver
    policy: Policy
    limits: Limits
    sharing: str | None = None

    @property
    def group(self) -> tuple[Puzzle, ...]:
        """The puzzles that the encoding names, which share a formula."""
        return self.solver.group if isinstance(self.solver, SatSolver) else ()

    def alone(self, puzzle: Puzzle, watch: Watch | None = None) -> Answers:
        """Yield the answer of one puzzle."""
        interruption: KeyboardInterrupt | None = None
        try:
            answer = solve_one(puzzle, self.question, self.solver, self.policy, self.limits, watch)
        except UserError as error:
            answer = refused(puzzle, self.solver, error)
        except InterruptedSearchError as stop:
            answer, interruption = stop.answer, stop.cause
        yield answer
        if interruption is not None:
            raise interruption

    def share(self, first: int, step: int) -> Iterator[Answer]:
        """Yield the answers of the puzzles from the first on, by steps: the work of one process.

        They are `light`; the board of a program is `_SAME` where it is that of the answer before.
        """
        sent: Board | None = None
        for answer in map(Answer.light, self._part(first, step)):
            program = answer.program
            if program is not None and program.board is sent:
                yield replace(answer, program=replace(program, board=_SAME))
                continue
            sent = sent if program is None else program.board
            yield answer

    def _part(self, first: int, step: int) -> Iterator[Answer]:
        mine = iter(list(enumerate(self.puzzles, 1))[first::step])
        if self.sharing is None:
            for _, puzzle in mine:
                yield from self.alone(puzzle)
            return
        while piece := self._next_piece(mine):
            groups: dict[Hashable, list[_Elaborated]] = {}
            for item in piece:
                if isinstance(item, _Elaborated):
                    groups.setdefault(self._key(item), []).append(item)
            solving = {key: self._together(group) for key, group in groups.items()}
            for item in piece:
                yield item if isinstance(item, Answer) else next(solving[self._key(item)])

    def _key(self, item: _Elaborated) -> Hashable:
        """Return what puzzles have in common that are solved together."""
        if not self.group:
            return item.key
        return self.group if item.puzzle in self.group else id(item)

    def _next_piece(self, puzzles: Iterator[tuple[int, Puzzle]]) -> list[_Elaborated | Answer]:
        """Elaborate some more puzzles; what is wrong with one stands in its place."""
        from nlc.encode.policy import ASSUMING
        from nlc.encode.statement import Readings, read
        from nlc.ir.elaborate.program import elaborate
        from nlc.process.own import OwnLimitError, within
        from nlc.solve.one import uncompiled

        out: list[_Elaborated | Answer] = []
        policy, variables = self.policy, 0
        for number, puzzle in puzzles:
            started = time.perf_counter()
            try:
                with within(self.limits):
                    program = elaborate(puzzle)
            except UserError as error:
                out.append(refused(puzzle, self.solver, error))
            except OwnLimitError as stop:
                seconds = time.perf_counter() - started
                out.append(uncompiled(puzzle, self.question, self.solver, stop.reason, seconds))
            else:
                assert isinstance(self.solver, SatSolver)
                found = Readings((program,))
                if policy.relax:
                    found = read(puzzle, program, self.solver.encoding, ASSUMING)
                variables += sum(each.variables for each in found.programs)
                seconds = time.perf_counter() - started
                out.append(_Elaborated(number, puzzle, found, seconds, policy.share_cells))
            enough = len(out) == policy.share_puzzles or variables > policy.share_variables
            if enough and not self.group:
                break
        return out

    def _together(self, group: list[_Elaborated]) -> Iterator[Answer]:
        """Solve puzzles of one shape together; one that fails so, and those after it, alone."""
        from nlc.solve.batch import solve_alike
        from nlc.solve.joined import after
        from nlc.solve.readings import left
        from nlc.solve.stages import is_open

        assert isinstance(self.solver, SatSolver)
        assert self.sharing is not None
        together = solve_alike(
            [item.readings for item in group],
            self.sharing,
            self.solver.encoding,
            self.policy,
            self.limits,
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
            if answer is None:
                yield from self.alone(item.puzzle)
            elif is_open(answer):  # what is left may be tried by itself, by all readings
                limits, policy = left(self.limits, answer), replace(self.policy, quick=False)
                for alone in replace(self, limits=limits, policy=policy).alone(item.puzzle):
                    yield after(answer, alone)
            else:
                compiled = item.seconds + answer.seconds["compile"]
                yield replace(answer, seconds={**answer.seconds, "compile": compiled})


def refused(puzzle: Puzzle, solver: Solver, error: UserError) -> Answer:
    """Return the answer of a puzzle that is wrong, or refused."""
    return Answer("UNKNOWN", "no-answer", solver=solver.name, puzzle=puzzle, error=error)


def unreached(puzzle: Puzzle, solver: Solver) -> Answer:
    """Return the answer of a puzzle that was not come to, because of an interruption."""
    return Answer("UNKNOWN", "interrupted", solver=solver.name, puzzle=puzzle)


@dataclass(eq=False)
class _Elaborated:
    """A puzzle with its number, its programs, and the time that elaboration took."""

    number: int
    puzzle: Puzzle
    readings: Readings
    seconds: float
    share_cells: int

    @cached_property
    def key(self) -> Hashable:
        """What puzzles have in common that are solved together."""
        from nlc.board.board import Sort
        from nlc.ir.passes.merge import shape

        program = self.readings.programs[-1]
        if program.board.count(Sort.CELL) > self.share_cells:
            return id(self)
        options = tuple(program.options.items())
        return program.genre, options, self.readings.assumed, shape(program)


def _died(answer: Answer) -> bool:
    """Return whether the solver is of no more use."""
    return answer.reason in FAILURES and answer.reason != "bad-model"
