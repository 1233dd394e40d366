"""How Slitherlink puzzles are made: a random line, whose clues go while it stays the only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from nlc.errors import fail
from nlc.generating.made import RuleText
from nlc.generating.open.draft import Draft
from nlc.generating.open.genre import Full, KeptClues, OpenGenerator
from nlc.generating.open.look import look_of
from nlc.generating.open.request import request_of
from nlc.generating.options import (
    BOARD,
    DIFFICULTY,
    OF_METHOD,
    SYMMETRY,
    UNIQUE,
    Habits,
    Option,
    method,
)
from nlc.generating.removing import Removal
from nlc.generating.shape import BRIDGE, EMPTY, HOLE, Shape
from nlc.generating.slitherlink.faces import faces_of
from nlc.generating.slitherlink.lines import DEFAULT, METHODS, repair, with_line
from nlc.graph.planar import refusal
from nlc.ir.nodes import Assignment
from nlc.language import syntax
from nlc.reasons.facts import Clue

MAX_CELLS = 10_000
"""Cells of the rectangle round a board."""

_FAILURES = "stop when F clues could not go"
_EVERY = " (default: when every one was tried)"
_OPTIONS = (
    Option("open", "a line from an inlet to an outlet instead of a loop", group="slitherlink"),
    Option("diagonal", "a line with less plain area, also diagonally", group=OF_METHOD),
    Option("bisect", "take away the first clues by binary search", group=OF_METHOD),
    Option("failures", _FAILURES, _EVERY, "number", "F", group=OF_METHOD),
)


class SlitherlinkGenerator(OpenGenerator, frozen=True, kw_only=True):
    """Makes Slitherlink puzzles from random lines.

    Attributes:
        is_open: whether the line is open.
        diagonal: whether a line is wished with less plain area, also diagonally.
        method: a name in `METHODS`.
    """

    is_open: bool = False
    diagonal: bool = False
    method: str = DEFAULT

    @property
    def subject(self) -> str:
        """The size, the tiling and the kind of line, for titles."""
        return f"{self.shape.name} slitherlink" + ", open line" * self.is_open

    @property
    def fails_late(self) -> bool:
        """Whether puzzles may miss the level; all other failures are found early."""
        return self.request.difficulty.graded

    def draw(self, rng: Random, counts: Counter[str]) -> Full | None:
        """Return a puzzle with all clues of a random line; None if they leave other lines."""
        board, random = self.shape.board, np.random.default_rng(rng.getrandbits(64))
        faces = faces_of(board)
        make = METHODS.get(self.method).regions
        colours = make(board, faces, self.is_open, self.diagonal, random)
        if len(faces.holes) and repair(self.blank, faces, colours, random) is None:
            counts["not unique"] += 1
            return None
        full = with_line(self.blank, faces.line(colours))
        clues = {Clue("clue", cell): text for cell, text in full.givens["clue"].items()}
        return Full(full.with_given("clue", {}), clues)

    def figures(self, draft: Draft, kept: KeptClues, solution: Assignment) -> dict[str, float]:
        """Return the clues, their percentage of the cells, the length of the line, whether they
        are minimal, and how many there are of each number.
        """
        clues, sides = list(draft.givens["clue"].values()), self.shape.board.cell_borders.lengths
        return {
            "clues": len(clues),
            "%": round(100 * len(clues) / self.shape.cells),
            "line": int(solution.bools.sum()),
            "minimal": int(kept.minimal),
            **{f"{n}s": clues.count(str(n)) for n in range(sides.max() + 1)},
        }

    def drawing(self) -> Draft:
        """Return a board without clues, with any ports of the kind of line."""
        line = np.zeros(len(self.shape.board.border_cells), np.bool_)
        line[:1] = self.is_open
        return with_line(self.blank, line).with_given("clue", {})


class SlitherlinkGenre:
    """Slitherlink puzzles with one solution."""

    habits = Habits({"unique": True}, fixed="full=false")
    settings: Mapping[str, syntax.Option] = MappingProxyType({})

    @property
    def options(self) -> list[Option]:
        """The options of `generator`."""
        methods = sorted(METHODS.names(), key=lambda name: name != DEFAULT)
        return [method(methods), *_OPTIONS, UNIQUE, SYMMETRY, DIFFICULTY, *BOARD]

    def summary(self, method: str) -> str:
        """Return the summary of a method."""
        return METHODS.get(method).summary

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> SlitherlinkGenerator:
        """Return the generator for a request.

        Raises:
            UserError: no such puzzles are made.
        """
        if options.get("settings", {}).get("full"):
            raise fail(f"slitherlink puzzles are made with {self.habits.fixed}")
        _require_board(shape)
        diagonal, method = options.get("diagonal", False), options.get("method", DEFAULT)
        METHODS.get(method)
        if diagonal and shape.board.vertex_borders.lengths.max() < 4:
            raise fail("diagonal has no effect on hexagons: those that meet share a side")
        lengths = {len(row) for row in shape.rows}
        if method == "article" and (len(lengths) > 1 or shape.tokens != {EMPTY}):
            hint = "leave out --method article for a board with holes or rows of different lengths"
            raise fail("the method article makes puzzles on whole boards only", hint=hint)
        bisect = method == "article" or options.get("bisect", False)
        rules = RuleText("slitherlink")
        look = look_of(rules.rules)
        return SlitherlinkGenerator(
            blank=Draft(rules, shape, {}, {}),
            look=look,
            request=request_of(options, shape, rules.rules, look),
            removal=Removal(0, bisect, options.get("failures")),
            is_open=options.get("open", False),
            diagonal=diagonal,
            method=method,
        )


def _require_board(shape: Shape) -> None:
    """Refuse boards on which no puzzles are made.

    Raises:
        UserError: puzzles are not made on it.
    """
    if BRIDGE in shape.tokens:
        raise fail(
            "slitherlink puzzles are made on boards without bridges",
            hint="a line along the sides of cells crosses nothing: draw cells (.) or holes (#)",
        )
    columns = [c for row in shape.rows for c, token in row if token != HOLE]
    if not columns:
        raise fail("the board has no cells")
    rows = [i for i, row in enumerate(shape.rows) for _, token in row if token != HOLE]
    cols, high = 1 + (max(columns) - min(columns)) // 2, 1 + max(rows) - min(rows)
    if cols * high > MAX_CELLS:
        raise fail(f"slitherlink puzzles are made on boards of at most {MAX_CELLS} cells")
    if "wrap=" in shape.topology or "_q" in shape.topology or refusal(shape.board.border_graph):
        hint = "without wrap=, and with hexagons that have a corner at the top"
        raise fail(f"no slitherlink puzzles are made on {shape.topology}", hint=hint)
    if min(cols, high) < 2:
        raise fail("slitherlink puzzles are made of two rows and two columns or more")
