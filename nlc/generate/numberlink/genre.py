"""How Numberlink puzzles are made: by a method, then proved, graded and written."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Board
from nlc.dataclasses import dataclass, replace
from nlc.errors import fail
from nlc.generate.grade import ANY, Grade, grading_depth
from nlc.generate.numberlink import verify
from nlc.generate.numberlink.draft import inner_labels, labels_of, paths_of
from nlc.generate.numberlink.feasible import require_feasible
from nlc.generate.numberlink.grade import LEVELS, grade
from nlc.generate.numberlink.methods import DEFAULT, METHODS
from nlc.generate.numberlink.request import NumberlinkRequest
from nlc.generate.numberlink.verify import Verifier
from nlc.generate.shape import Shape
from nlc.ir.nodes import Assignment, Program


@dataclass(frozen=True, eq=False)
class NumberlinkPuzzle:
    """A puzzle by its solution.

    Attributes:
        links: shape (links,), whether each link of the board is drawn.
        inner: the cells with labels that are no ends of paths.
        unique: it has been proved that there is no other solution.
        grade: how hard it is, if that was asked for.
    """

    links: Bools
    inner: tuple[int, ...] = ()
    unique: bool = False
    grade: Grade | None = None


@dataclass(frozen=True)
class NumberlinkGenerator:
    """Makes Numberlink puzzles, and Multilink ones where a label stands on more than two cells."""

    request: NumberlinkRequest

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.request.shape

    @property
    def subject(self) -> str:
        """The size, the tiling and the method, for titles."""
        return f"{self.shape.name}, {self.request.method}"

    def attempts(
        self, seed: int, number: int, counts: Counter[str]
    ) -> Iterator[NumberlinkPuzzle | None]:
        """Yield a puzzle, or None where an attempt failed; see `nlc.generate.genre.Generator`.

        It counts ``failed`` attempts of the method, those ``not unique`` or of an ``other level``,
        and what the method counts.
        """
        verifier = Verifier(self.request)
        for attempt in itertools.count():
            yield self._attempt(verifier, Random(f"{seed} {number} {attempt}"), counts)

    def _attempt(
        self, verifier: Verifier, random: Random, counts: Counter[str]
    ) -> NumberlinkPuzzle | None:
        request = self.request
        draft = METHODS.get(request.method).make(request, random)
        inner = None if draft is None else draft.inner
        if draft is not None and inner is None:
            inner = inner_labels(request, paths_of(self.shape.board, draft.links), random)
        if draft is None or inner is None:
            counts["failed"] += 1
            return None
        counts.update(draft.counts)
        program = verifier.program(draft.links, inner)
        unique = draft.unique or (
            request.unique and verifier.is_unique(program, draft.links, inner)
        )
        if request.unique and not unique:
            counts["not unique"] += 1
            return None
        graded = None if request.difficulty is None else grade(program, request.depth)
        if graded is not None and request.difficulty not in (ANY, graded.level):
            counts["other level"] += 1
            return None
        return NumberlinkPuzzle(draft.links, inner, unique, graded)

    def program(self, title: str, puzzle: NumberlinkPuzzle | None) -> Program:
        """Return a puzzle, elaborated, or for None a board without labels."""
        no_links = np.zeros(len(self.shape.board.link_cells), np.bool_)
        links, inner = (no_links, ()) if puzzle is None else (puzzle.links, puzzle.inner)
        return replace(verify.program_of(self.request, links, inner), title=title)

    def planted(self, program: Program, puzzle: NumberlinkPuzzle) -> Assignment:
        """Return the solution that a puzzle was made from."""
        return verify.planted(program, puzzle.links)

    def text(self, title: str, puzzle: NumberlinkPuzzle) -> str:
        """Return a puzzle in the puzzle language."""
        labels = labels_of(self.shape.board, puzzle.links, puzzle.inner)
        return self.shape.text(title, labels, self.request.genre, self.request.option_texts)

    def figures(self, puzzles: Sequence[NumberlinkPuzzle]) -> list[dict[str, float]]:
        """Return the number of pairs, lengths of paths in cells, turns, and whether it is unique.

        ``turns`` are the cells of paths whose two links are not opposite to each other; it counts
        every inner cell of a path on triangles.
        """
        return [_figures(self.shape.board, puzzle) for puzzle in puzzles]


def _figures(board: Board, puzzle: NumberlinkPuzzle) -> dict[str, float]:
    lengths = [len(path) for path in paths_of(board, puzzle.links)]
    return {
        "pairs": len(lengths),
        "shortest": min(lengths),
        "median": float(np.median(lengths)),
        "longest": max(lengths),
        "turns": turns(board, puzzle.links),
        "unique": int(puzzle.unique),
    }


def turns(board: Board, links: Bools) -> int:
    """Return at how many cells a path changes its direction."""
    drawn = np.flatnonzero(links)
    degree = np.bincount(board.link_cells[drawn].ravel(), minlength=len(board.centers))
    across = board.opposite[drawn]
    straight = (across >= 0) & links[across]
    return int((degree == 2).sum() - straight.sum() // 2)


class NumberlinkGenre:
    """Numberlink, and Multilink where a label stands on more than two cells."""

    switches = ("isolated", "parity", "balance")
    options = (
        *("method", "pairs", "group", "unique", "trivial", *switches),
        *("difficulty", "depth", "settings", "board", "puzzle"),
    )
    levels = LEVELS

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> NumberlinkGenerator:
        """Return the generator for a request; ``settings`` are options of the genre.

        Raises:
            UserError: no such puzzle exists, or none that the method makes.
        """
        difficulty = options.get("difficulty")
        depth = grading_depth("numberlink", self.levels, difficulty, options.get("depth"))
        group = options.get("group", 2)
        if group < 2:
            raise fail("--group is the number of cells that have one label, 2 or more")
        name = options.get("method", DEFAULT)
        request = NumberlinkRequest(
            shape,
            {**METHODS.get(name).options, **options.get("settings", {})},
            options.get("pairs"),
            options.get("unique", False) or difficulty is not None,
            options.get("trivial", False),
            {switch: options[switch] for switch in self.switches if switch in options},
            difficulty,
            group,
            depth,
            name,
        )
        require_feasible(request)
        return NumberlinkGenerator(request)
