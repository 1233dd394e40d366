"""What an engine is: it solves a puzzle by a way of its own, without IR, encoding and SAT solver.

This page is an engine's manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board
from nlc.engines.problem import Method, Problem, read_problem
from nlc.errors import fail
from nlc.ir.complete import board_of
from nlc.ir.nodes import Assignment, Program
from nlc.language import resolve

P = TypeVar("P")
"""What an engine is given."""


class Puzzle(Struct, frozen=True, eq=False, weakref=True):
    """What most engines are given.

    Attributes:
        board: the cells, links and where they are drawn.
        problem: what is to be drawn: ends of the links, labels of the cells, and the options of the
            rules. Where `no2x2` is set it stands in
            `problem.sums`, which hold on every board that is drawn, whatever the options.
    """

    board: Board
    problem: Problem

    @property
    def pairs(self) -> Ints:
        """The two nodes of each label where there are pairs, smaller first: shape (groups, 2)."""
        labels = self.problem.labels
        cells = np.flatnonzero(labels).astype(np.int32)
        return cells[np.argsort(labels[cells], kind="stable")].reshape(-1, 2)


class Engine(Protocol[P]):
    """A way to solve puzzles.

    A class that names ``Engine[Puzzle]`` as its base needs only what has no default: `name`,
    `summary`, `statistics`, `version`, `refuse` and `search`. An engine that is given something
    else has its own `read`, and its own `board` where it does not tell what is drawn.

    Attributes:
        name: of the engine, as `--solver` takes it.
        summary: how it works, in a line.
        statistics: the names of the figures that it reports.
        exact: whether all that it yields are solutions. If so, a board that breaks a rule is a
            fault of the engine and ends the search; if not, it is left out and the search goes on.
            In both cases no solution may be missed, but for what `assumes` says.
        optimizes: whether it knows objectives: then each solution that it yields is better than
            those before, and it may yield a `nlc.drivers.optimum.Bound` between them.
    """

    name: str
    summary: str
    statistics: tuple[str, ...]
    exact: bool = True
    optimizes: bool = False

    def version(self) -> str | None:
        """Return the version of what it runs on, or None where that is missing."""

    def missing(self) -> str | None:
        """Return None where the engine can run, else a sentence naming what to install."""
        return None

    def prepare(self) -> None:
        """Import or compile what the search needs.

        It is called before the search gets its process, which inherits what is loaded, and is not
        in the time of the search. No thread may be left running.
        """
        return

    def load(self, puzzle: P) -> None:
        """Import what cannot be imported before the search has its process; it is not timed."""
        return

    def read(self, puzzle: resolve.Puzzle, program: Program) -> P:
        """Return what the engine is given of a puzzle.

        Args:
            puzzle: its text.
            program: its rules as IR; most engines know the rules by the name of the genre.

        Raises:
            UserError: it cannot solve the puzzle.
        """
        hint = "take a solver, such as --solver minisat: an encoding takes every rule"
        method = Method(f"the engine '{self.name}'", hint)
        found: Any = Puzzle(program.board, read_problem(puzzle, method))
        self.refuse(found)
        given: P = found
        return given

    def board(self, program: Program, found: Any) -> Assignment:
        """Return the board of what `search` has yielded."""
        return board_of(program, found)

    def refuse(self, puzzle: P) -> None:
        """Refuse a puzzle that it cannot solve, by its rules or its board.

        Raises:
            UserError: with the reason.
        """
        return

    def assumes(self, puzzle: P) -> str | None:
        """Return what the search takes for granted though the rules do not say so, or None.

        It is a clause that goes on "the engine NAME ...", such as "assumes that no path touches
        itself". Then the end of the search does not mean that there are no more solutions.
        """
        return None

    def search(self, puzzle: P, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield solutions, each once: shape (edges,), whether each of `problem.ends` is drawn.

        It is called in a process of its own, which is killed at a limit, and need not look at the
        clock; it uses one thread, as solvers do that it is compared with. It is asked for the next
        solution only where one is wanted, or a little ahead of that. The iterator ends where there
        are no more solutions. What it yields is judged by the evaluator of the IR.

        Args:
            puzzle: one that was not refused.
            statistics: takes the figures; they count when a solution is yielded and at the end.
        """


def require_pairs(engine: Engine[Puzzle], puzzle: Puzzle) -> None:
    """Refuse all puzzles but those whose labels stand at two cells each, which paths join.

    Raises:
        UserError: it is another one.
    """
    problem = puzzle.problem
    if problem.branch or not problem.pairs:
        raise fail(f"the engine '{engine.name}' joins pairs by paths, and solves Numberlink only")
