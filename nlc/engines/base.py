"""The protocol of engines, which solve puzzles without IR, encodings and SAT solvers.

This is the manual for authors of engines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board
from nlc.engines.problem import Method, Problem, read_problem
from nlc.ir.complete import board_of
from nlc.ir.nodes import Assignment, Program
from nlc.language import resolve

P = TypeVar("P")
"""The input of an engine."""


class EngineInput(Struct, frozen=True, eq=False, weakref=True):
    """The input of most engines.

    Attributes:
        board: the cells and links, with their coordinates.
        problem: the ends of the links, labels of the cells, and
            the options of the rules. The option `no2x2` is a part of `problem.sums`, which hold on
            every solution, whatever the options.
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
    """A method to solve puzzles.

    A subclass of ``Engine[EngineInput]`` needs only the members without a default: `name`,
    `summary`, `statistics`, `version`, `refuse` and `search`. An engine with another input has its
    own `read`, and its own `board` if it does not yield drawn edges.

    Attributes:
        name: of the engine, for `--solver`.
        summary: its method, in a line.
        statistics: the names of the statistics that it reports.
        exact: whether it yields solutions only. Then a board that breaks a rule is a fault of the
            engine and ends the search; else such a board is left out and the search goes on. In
            both cases it has to find every solution, except for those that `assumes` excludes.
        optimizes: whether it supports objectives: then each solution that it yields is better than
            those before, and it may yield a `nlc.drivers.optimum.Bound` between them.
    """

    name: str
    summary: str
    statistics: tuple[str, ...]
    exact: bool = True
    optimizes: bool = False

    def version(self) -> str | None:
        """Return the version of the library or program that it needs, or None if missing."""

    def missing(self) -> str | None:
        """Return None where the engine can run, else a sentence naming what to install."""
        return None

    def prepare(self) -> None:
        """Import or compile modules for the search.

        It is called before the process of the search is forked, which inherits the modules, and
        does not count as time of the search. It may not leave a thread running.
        """
        return

    def load(self, puzzle: P) -> None:
        """Import modules that only the process of the search may import; this is not timed."""
        return

    def read(self, puzzle: resolve.Puzzle, program: Program) -> P:
        """Return the engine's input for a puzzle.

        Args:
            puzzle: the parsed puzzle.
            program: its rules as IR; most engines know the rules from the name of the genre.

        Raises:
            UserError: it cannot solve the puzzle.
        """
        hint = "take a solver, such as --solver minisat: an encoding takes every rule"
        method = Method(f"the engine '{self.name}'", hint)
        found: Any = EngineInput(program.board, read_problem(puzzle, method))
        self.refuse(found)
        given: P = found
        return given

    def board(self, program: Program, found: Any) -> Assignment:
        """Return the board of an item that `search` has yielded."""
        return board_of(program, found)

    def refuse(self, puzzle: P) -> None:
        """Refuse a puzzle that it cannot solve, by its rules or its board.

        Raises:
            UserError: with the reason.
        """
        return

    def assumes(self, puzzle: P) -> str | None:
        """Return the assumption of the search beyond the rules, or None.

        It is a phrase after "the engine NAME", such as "assumes that no path touches itself". With
        an assumption, the end of the search does not mean that there are no more solutions.
        """
        return None

    def search(self, puzzle: P, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield solutions, each once: shape (edges,), whether each of `problem.ends` is drawn.

        It runs in a process of its own, which is killed at a limit, so it need not check the time.
        It uses one thread, like the solvers that it is compared with. The iterator is advanced only
        when a solution is wanted, or a little ahead, and ends when there are no more solutions. The
        evaluator of the IR checks each solution.

        Args:
            puzzle: one that was not refused.
            statistics: to be filled in; read after each solution and at the end.
        """
