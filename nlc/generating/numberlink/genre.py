"""Makes Numberlink puzzles: a method drafts them, then they are proved, graded and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board
from nlc.errors import UserError, fail
from nlc.generating.difficulty import parse_wish
from nlc.generating.made import Made, RuleText, prove, require_solution
from nlc.generating.numberlink.draft import FailedError, labels_of, paths_of, planted
from nlc.generating.numberlink.feasible import require_feasible
from nlc.generating.numberlink.methods import DEFAULT, METHODS
from nlc.generating.numberlink.request import EASY_CELLS, NumberlinkRequest
from nlc.generating.options import BOARD, DIFFICULTY, OF_METHOD, UNIQUE, Habits, Option, method
from nlc.generating.shape import Shape
from nlc.ir.elaborate.program import elaborate
from nlc.language import syntax


class NumberlinkGenerator(NumberlinkRequest, frozen=True):
    """Makes Numberlink puzzles, and Multilink ones where more than two cells have one label."""

    @property
    def subject(self) -> str:
        """The size, the tiling and the method, for titles."""
        return f"{self.shape.name}, {self.method}"

    @property
    def fails_late(self) -> bool:
        """Whether an attempt that takes long may fail: any may."""
        return True

    def attempt(self, seed: int, number: int, attempt: int, counts: Counter[str]) -> Made | None:
        """Attempt a puzzle once; see `nlc.generating.genre.Generator`.

        It counts failures: the kinds that the method names, or ``failed`` if it names none; puzzles
        that are ``not unique``, or of another ``level``; and all that the method counts.
        """
        random = Random(f"{seed} {number} {attempt}")
        try:
            draft = METHODS.get(self.method).make(self, random)
        except FailedError as error:
            counts[str(error)] += 1
            return None
        if draft is None:
            counts["failed"] += 1
            return None
        counts.update(draft.counts)
        labels = labels_of(self.shape.board, draft.links, draft.inner)
        body = self.shape.body(labels, self.option_texts)
        puzzle = self.rules.puzzle(body)
        program = elaborate(puzzle)
        solution = planted(program, draft.links)
        require_solution(program, solution)
        unique = draft.unique or (self.unique and bool(prove(puzzle).unique))
        if self.unique and not unique:
            counts["not unique"] += 1
            return None
        grade = self.difficulty.grade(puzzle) if self.difficulty.graded else None
        if not self.difficulty.is_met(grade, counts):
            return None
        figures = _figures(self.shape.board, draft.links) | {"unique": int(unique)}
        return Made(body, solution, unique, grade, figures=figures)

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return options whose puzzles are easier to make."""
        if (levels := self.difficulty.advice(counts)) is not None:
            return levels
        ways = []
        if self.unique and self.options.get("touch", True):
            ways.append("--set touch=false")
        more = max(self.wanted + 1, round(self.shape.cells / EASY_CELLS))
        if self.unique and self.pairs is not None and more * self.least <= self.shape.cells:
            ways.append(f"--pairs {more}")
        return f"{' or '.join(ways)} would be easier" if ways else None

    def empty(self) -> str:
        """Return the body of a board without labels."""
        return self.shape.body({}, self.option_texts)


def _figures(board: Board, links: Bools) -> dict[str, float]:
    """Return the pairs, lengths of paths in cells, and turns.

    ``turns`` are the cells of paths whose two links are not opposite to each other; on triangles,
    all inner cells of paths.
    """
    lengths, drawn = [len(path) for path in paths_of(board, links)], np.flatnonzero(links)
    degree = np.bincount(board.link_cells[drawn].ravel(), minlength=len(board.centers))
    across = board.opposite[drawn]
    straight = (across >= 0) & links[across]
    return {
        "pairs": len(lengths),
        "shortest": min(lengths),
        "median": float(np.median(lengths)),
        "longest": max(lengths),
        "turns": int((degree == 2).sum() - straight.sum() // 2),
    }


_PAIRS = " (default: near the square root of the cells, as far as they fit)"
_WHERE_COLOURED = " (default: true, if it has two)"
_GROUP = "cells with the same label, all on one path"
_MULTILINK = " (default: 2; more make multilink)"
_OPTIONS = (
    Option("pairs", "pairs", _PAIRS, "number", "P", group="numberlink"),
    Option("group", _GROUP, _MULTILINK, "number", "G", group="numberlink"),
    Option("trivial", "allow pairs of neighbours joined by one segment", group=OF_METHOD),
)

_SWITCHES = tuple(
    Option(name, f"scatter: {text}", default, on=name != "parity", group=OF_METHOD)
    for name, text, default in (
        ("isolated", "reject placements that shut a cell in", " (default: true)"),
        ("parity", "reject half of the placements by the parity of the board's two colours", ""),
        ("balance", "reject more by the numbers of both colours", _WHERE_COLOURED),
    )
)


class NumberlinkGenre:
    """Numberlink, and Multilink where more than two cells have one label."""

    habits = Habits({"unique": True}, {"multilink": {"group": 3}}, graded=False)

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
        generator = NumberlinkGenerator(
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
        require_feasible(generator)
        return generator
