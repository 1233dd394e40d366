"""Solves the puzzles of ``nlc run`` in processes, those of one shape together in one solver."""

from __future__ import annotations

import argparse
import contextlib
import io
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from nlc.board.board import Sort
from nlc.cli.outcome import Solved
from nlc.cli.tasks import Task
from nlc.drivers.base import FAILURES
from nlc.encode.lower import Lowered
from nlc.errors import Diagnostic, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.ir.passes.merge import shape
from nlc.solve.batch import Sharing, solve_alike
from nlc.solve.relax import Readings, readings
from nlc.solve.result import Result

_TOGETHER = 128
"""So many puzzles are elaborated before the first of them is solved: enough to share a formula, and
not so many that the first board is long in coming."""

_VARIABLES = 2_000_000
"""Nor are more elaborated than have so many variables in all."""

_CELLS = 2000
"""A board of more cells is searched for longer than its formula takes to load, and would be held up
by the formulas of others in the same solver."""


@dataclass(frozen=True)
class Told:
    """What is to be told of one puzzle.

    Attributes:
        out: for standard output.
        err: for standard error.
        status: the exit status that the outcome calls for.
        broken: mistakes of the puzzle.
    """

    out: str = ""
    err: str = ""
    status: int = 0
    broken: tuple[Diagnostic, ...] = ()


@dataclass(eq=False)
class _Elaborated:
    """A task with its programs, and the time that elaboration took."""

    task: Task
    puzzle: Readings
    seconds: float

    @property
    def program(self) -> Program:
        """The puzzle as it stands."""
        return self.puzzle.programs[-1]

    @cached_property
    def key(self) -> Hashable:
        """What puzzles have in common that are solved together."""
        program = self.program
        if program.board.count(Sort.CELL) > _CELLS:
            return id(self)
        assumed = self.puzzle.assumed
        return program.genre, tuple(program.options.items()), assumed, shape(program)


class Batch:
    """The work of one process: see `nlc.solve.jobs.Work`.

    Args:
        tasks: all puzzles.
        alone: solves a puzzle by itself, prints what came of it, and returns the exit status.
        show: prints what came of a puzzle, and returns the exit status.
        args: of the command, for the two; what is printed is caught, so they say all of its style.
        sharing: how to solve puzzles together, or None to solve each by itself.
        encoding: of the standard output.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        alone: Callable[[argparse.Namespace, Task], int],
        show: Callable[[argparse.Namespace, Solved], int],
        args: argparse.Namespace,
        sharing: Sharing | None,
        encoding: str,
    ) -> None:
        self._tasks = tasks
        self._alone, self._show = partial(alone, args), partial(show, args)
        self._sharing, self._encoding = sharing, encoding

    def __call__(self, first: int, step: int) -> Iterator[Told]:
        """Yield what is to be told of each puzzle from the first on, by steps."""
        mine = iter(self._tasks[first::step])
        if self._sharing is None:
            yield from (self._catch(partial(self._alone, task)) for task in mine)
            return
        while piece := self._next_piece(mine):
            groups: dict[Hashable, list[_Elaborated]] = {}
            for item in piece:
                if isinstance(item, _Elaborated):
                    groups.setdefault(item.key, []).append(item)
            solving = {key: self._solve(group) for key, group in groups.items()}
            for item in piece:
                yield item if isinstance(item, Told) else next(solving[item.key])

    def _next_piece(self, tasks: Iterator[Task]) -> list[_Elaborated | Told]:
        """Elaborate some more puzzles; what is wrong with one stands in its place."""
        out: list[_Elaborated | Told] = []
        variables = 0
        relax = self._sharing is not None and self._sharing.relax
        for task in tasks:
            started = time.perf_counter()
            try:
                program = elaborate(task.case)
            except UserError as error:
                out.append(Told(broken=tuple(error.diagnostics)))
            else:
                puzzle = readings(task.case, program) if relax else Readings((program,))
                variables += sum(each.variables for each in puzzle.programs)
                out.append(_Elaborated(task, puzzle, time.perf_counter() - started))
            if len(out) == _TOGETHER or variables > _VARIABLES:
                break
        return out

    def _solve(self, group: list[_Elaborated]) -> Iterator[Told]:
        """Solve puzzles of one shape together; one that fails so, and those after it, alone."""
        assert self._sharing is not None
        together = solve_alike([item.puzzle for item in group], self._sharing)
        answers: Iterator[tuple[Lowered, Result]] | None = together
        for item in group:
            found = None
            if answers is not None:
                # Where the encoding refuses a part of a puzzle, each is to tell so by itself.
                with contextlib.suppress(UserError):
                    found = next(answers)
                if found is None or _died(found[1]):
                    answers, found = None, None
            yield self._catch(self._one(item, found))

    def _one(self, item: _Elaborated, found: tuple[Lowered, Result] | None) -> Callable[[], int]:
        """Return what prints the outcome of a puzzle, which is solved alone if none is given."""
        if found is None:
            return partial(self._alone, item.task)
        lowered, result = found
        times = dict(result.seconds)
        compiled = item.seconds + times.pop("load")
        seconds = {"parse": item.task.parse_seconds, "compile": compiled, **times}
        seconds["total"] = sum(seconds.values())
        assert self._sharing is not None
        solver = f"pysat:{self._sharing.solver}"
        solved = Solved(item.task.path, item.program, lowered, solver, result, seconds)
        return partial(self._show, solved)

    def _catch(self, run: Callable[[], int]) -> Told:
        """Return what a call prints, and its exit status; or its mistakes."""
        out, err = _page(self._encoding), _page(self._encoding)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = run()
        except UserError as error:
            return Told(err=_text(err), broken=tuple(error.diagnostics))
        return Told(_text(out), _text(err), status)


def _page(encoding: str) -> io.TextIOWrapper:
    """Return a stream that keeps what is written; it looks like one of another process."""
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")


def _text(page: io.TextIOWrapper) -> str:
    page.seek(0)
    return page.read()


def _died(result: Result) -> bool:
    """Return whether the solver is of no more use."""
    return result.reason in FAILURES and result.reason != "bad-model"
