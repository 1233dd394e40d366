"""Makes Numberlink puzzles: a method drafts them, then they are proved, graded and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.board import Board
from nlc.errors import Source, UserError, fail
from nlc.generating.difficulty import parse_wish
from nlc.generating.genre import require_solution
from nlc.generating.numberlink import verify
from nlc.generating.numberlink.draft import FailedError, inner_labels, labels_of, paths_of
from nlc.generating.numberlink.feasible import require_feasible
from nlc.generating.numberlink.methods import DEFAULT, METHODS
from nlc.generating.numberlink.request import EASY_CELLS, NumberlinkRequest
from nlc.generating.open.draft import RuleText
from nlc.generating.options import BOARD, DIFFICULTY, OF_METHOD, UNIQUE, Option, method
from nlc.generating.shape import Shape
from nlc.grading.grade import Grade
from nlc.ir.nodes import Assignment, Program
from nlc.language import syntax
from nlc.language.resolve import load


class NumberlinkPuzzle(Struct, frozen=True, eq=False):
    """A puzzle by its solution.

    Attributes:
        links: shape (links,), whether each link of the board is drawn.
        inner: the cells with labels that are not ends of paths.
        unique: it has been proved that there is no other solution.
        grade: the difficulty, if puzzles are graded.
    """

    links: Bools
    inner: tuple[int, ...] = ()
    unique: bool = False
    grade: Grade | None = None
    note: str = ""


class NumberlinkGenerator(Struct, frozen=True):
    """Makes Numberlink puzzles, and Multilink ones where more than two cells have one label."""

    request: NumberlinkRequest

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.request.shape

    @property
    def head(self) -> str:
        """Nothing: it is a stock genre."""
        return ""

    @property
    def subject(self) -> str:
        """The size, the tiling and the method, for titles."""
        return f"{self.shape.name}, {self.request.method}"

    @property
    def fails_late(self) -> bool:
        """Whether an attempt that takes long may fail: any may."""
        return True

    def attempt(
        self, seed: int, number: int, attempt: int, counts: Counter[str]
    ) -> NumberlinkPuzzle | None:
        """Attempt a puzzle once; see `nlc.generating.genre.Generator`.

        It counts failures: the kinds that the method names, or ``failed`` if it names none; puzzles
        that are ``not unique``, or of another ``level``; and all that the method counts.
        """
        random = Random(f"{seed} {number} {attempt}")
        request = self.request
        try:
            draft = METHODS.get(request.method).make(request, random)
        except FailedError as error:
            counts[str(error)] += 1
            return None
        inner = None if draft is None else draft.inner
        if draft is not None and inner is None:
            inner = inner_labels(request, paths_of(self.shape.board, draft.links), random)
        if draft is None or inner is None:
            counts["failed"] += 1
            return None
        counts.update(draft.counts)
        program = verify.program_of(request, draft.links, inner)
        solution = verify.planted(program, draft.links)
        require_solution(program, solution)
        unique = draft.unique or (
            request.unique and verify.other_solution(program, solution) is None
        )
        if request.unique and not unique:
            counts["not unique"] += 1
            return None
        puzzle = NumberlinkPuzzle(draft.links, inner, unique)
        if request.difficulty.graded:
            text = self.text("graded", puzzle)
            (parsed,) = load(Source("generated", text)).puzzles
            puzzle = replace(puzzle, grade=request.difficulty.grade(parsed))
        return puzzle if request.difficulty.is_met(puzzle.grade, counts) else None

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return options whose puzzles are easier to make."""
        request = self.request
        if (levels := request.difficulty.advice(counts)) is not None:
            return levels
        ways = []
        if request.unique and request.options.get("touch", True):
            ways.append("--set touch=false")
        more = max(request.wanted + 1, round(self.shape.cells / EASY_CELLS))
        if (
            request.unique
            and request.pairs is not None
            and more * request.least <= self.shape.cells
        ):
            ways.append(f"--pairs {more}")
        return f"{' or '.join(ways)} would be easier" if ways else None

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
        """Return for each puzzle the pairs, lengths of paths in cells, turns, and uniqueness.

        ``turns`` are the cells of paths whose two links are not opposite to each other; on
        triangles, all inner cells of paths.
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


_OPTIONS = (
    Option(
        "pairs",
        "pairs",
        " (default: near the square root of the cells, as far as they fit)",
        "number",
        "P",
        group="numberlink",
    ),
    Option(
        "group",
        "cells with the same label, all on one path",
        " (default: 2; more make multilink)",
        "number",
        "G",
        group="numberlink",
    ),
    Option("trivial", "allow pairs of neighbours joined by one segment", group=OF_METHOD),
)


def _switch(name: str, text: str, more: str = "", on: bool = True) -> Option:
    return Option(name, f"scatter: {text}", more, on=on, group=OF_METHOD)


_SWITCHES = (
    _switch("isolated", "reject placements that shut a cell in", " (default: true)"),
    _switch(
        "parity", "reject half of the placements by the parity of the board's two colours", on=False
    ),
    _switch(
        "balance", "reject more by the numbers of both colours", " (default: true, if it has two)"
    ),
)


class NumberlinkGenre:
    """Numberlink, and Multilink where more than two cells have one label."""

    @property
    def settings(self) -> Mapping[str, syntax.Option]:
        """The options of the rules."""
        return RuleText("numberlink").rules.options

    @property
    def options(self) -> list[Option]:
        """The options of `generator`."""
        methods = sorted(METHODS.names(), key=lambda name: name != DEFAULT)
        return [method(methods), *_OPTIONS, UNIQUE, *_SWITCHES, DIFFICULTY, *BOARD]

    def summary(self, method: str) -> str:
        """Return the summary of a method."""
        try:
            return METHODS.get(method).summary
        except UserError as error:  # of another package, which is broken
            return error.diagnostics[0].message

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> NumberlinkGenerator:
        """Return the generator for a request; ``settings`` are options of the genre.

        Raises:
            UserError: no such puzzle exists, or the method cannot make one.
        """
        difficulty = parse_wish(options)
        group = options.get("group", 2)
        if group < 2:
            raise fail("--group is the number of cells that have one label, 2 or more")
        name = options.get("method", DEFAULT)
        request = NumberlinkRequest(
            shape,
            {**METHODS.get(name).options, **options.get("settings", {})},
            options.get("pairs"),
            options.get("unique", False) or difficulty.graded,
            options.get("trivial", False),
            {each.name: options[each.name] for each in _SWITCHES if each.name in options},
            difficulty,
            group,
            name,
        )
        require_feasible(request)
        return NumberlinkGenerator(request)
