"""What an engine is: it solves a puzzle by a way of its own, without IR, encoding and SAT solver.

This page is an engine's manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.engines.problem import Problem
from nlc.errors import fail

if TYPE_CHECKING:
    pass


class Puzzle(Struct, frozen=True, eq=False, weakref=True):
    """What an engine is given.

    Attributes:
        board: the cells, links and where they are drawn.
        problem: what is to be drawn: ends of the links (of the borders, in Slitherlink), labels of
            the cells, and the options of the rules. Where `no2x2` is set it stands in
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


class Engine(Protocol):
    """A way to solve puzzles.

    A class that names this one as its base needs only what has no default: `name`, `summary`,
    `statistics`, `version`, `refuse` and `search`.

    Attributes:
        name: of the engine, as `--solver` takes it.
        summary: how it works, in a line.
        statistics: the names of the figures that it reports.
        exact: whether all that it yields are solutions. If so, a board that breaks a rule is a
            fault of the engine and ends the search; if not, it is left out and the search goes on.
            In both cases no solution may be missed, but for what `assumes` says.
    """

    name: str
    summary: str
    statistics: tuple[str, ...]
    exact: bool = True

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

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse a puzzle that it cannot solve, by its rules or its board.

        Raises:
            UserError: with the reason.
        """
        return

    def assumes(self, puzzle: Puzzle) -> str | None:
        """Return what the search takes for granted though the rules do not say so, or None.

        It is a clause that goes on "the engine NAME ...", such as "assumes that no path touches
        itself". Then the end of the search does not mean that there are no more solutions.
        """
        return None

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield solutions, each once: shape (edges,), whether each of `problem.ends` is drawn.

        It is called in a process of its own, which is killed at a limit, and need not look at the
        clock; it uses one thread, as solvers do that it is compared with. It is asked for the next
        solution only where one is wanted, or a little ahead of that. The iterator ends where there
        are no more solutions. What it yields is judged by the evaluator of the IR.

        Args:
            puzzle: one that was not refused.
            statistics: takes the figures; they count when a solution is yielded and at the end.
        """


def require_pairs(engine: Engine, puzzle: Puzzle) -> None:
    """Refuse all puzzles but those whose labels stand at two cells each, which paths join.

    Raises:
        UserError: it is another one.
    """
    problem = puzzle.problem
    if problem.sort is not Sort.LINK or problem.branch or not problem.pairs:
        raise fail(f"the engine '{engine.name}' joins pairs by paths, and solves Numberlink only")
