"""How Slitherlink puzzles are made: a random line, whose clues go while it stays the only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.errors import fail
from nlc.generating.difficulty import Wish, parse_wish, restore_clues
from nlc.generating.genre import require_solution
from nlc.generating.options import BOARD, DIFFICULTY, OF_METHOD, UNIQUE, Option, method
from nlc.generating.progress import report_progress
from nlc.generating.removing import Removal, remove
from nlc.generating.shape import BRIDGE, EMPTY, HOLE, Shape
from nlc.generating.slitherlink.faces import faces_of
from nlc.generating.slitherlink.lines import DEFAULT, METHODS, repair
from nlc.generating.slitherlink.planted import PlantedLine, puzzle_of, puzzle_text
from nlc.grading.grade import Grade
from nlc.graph.planar import refusal
from nlc.ir.nodes import Assignment, Program
from nlc.language import syntax

MAX_CELLS = 10_000
"""Cells of the rectangle round a board."""

_OPTIONS = (
    Option("open", "a line from an inlet to an outlet instead of a loop", group="slitherlink"),
    Option("diagonal", "a line with less plain area, also diagonally", group=OF_METHOD),
    Option("bisect", "take away the first clues by binary search", group=OF_METHOD),
    Option(
        "failures",
        "stop when F clues could not go",
        " (default: when every one was tried)",
        "number",
        "F",
        group=OF_METHOD,
    ),
)


class SlitherlinkPuzzle(Struct, frozen=True, eq=False):
    """A puzzle with one solution.

    Attributes:
        line: shape (borders,), the solution.
        clues: the clue of each cell that has one.
        minimal: without any one of the clues, there is another solution.
        grade: the difficulty, if puzzles are graded.
    """

    line: Bools
    clues: Mapping[int, int]
    minimal: bool
    grade: Grade | None = None
    unique: Literal[True] = True
    note: str = ""


class SlitherlinkGenerator(Struct, frozen=True):
    """Makes Slitherlink puzzles.

    Attributes:
        shape: the board.
        is_open: whether the line is open.
        diagonal: whether a line is wished with less plain area, also diagonally.
        method: a name in `METHODS`.
        removal: how clues go.
        difficulty: the requested difficulty.
    """

    shape: Shape
    is_open: bool = False
    diagonal: bool = False
    method: str = DEFAULT
    removal: Removal = Removal()
    difficulty: Wish = Wish()

    @property
    def head(self) -> str:
        """Nothing: it is a stock genre."""
        return ""

    @property
    def subject(self) -> str:
        """The size, the tiling and the kind of line, for titles."""
        return f"{self.shape.name} slitherlink" + ", open line" * self.is_open

    @property
    def fails_late(self) -> bool:
        """Whether puzzles may miss the level; all other failures are found early."""
        return self.difficulty.graded

    def attempt(
        self, seed: int, number: int, attempt: int, counts: Counter[str]
    ) -> SlitherlinkPuzzle | None:
        """Attempt a puzzle once; see `nlc.generating.genre.Generator`.

        It counts lines that are ``not unique`` with all clues, puzzles of another ``level``, and
        ``failures``: clues that were tried and kept.
        """
        # A seed of NumPy has no sign.
        random = np.random.default_rng([abs(seed), seed < 0, number, attempt])
        faces = faces_of(self.shape.board)
        make = METHODS.get(self.method).regions
        colours = make(self.shape.board, faces, self.is_open, self.diagonal, random)
        if len(faces.holes) and repair(self.shape, faces, colours, random) is None:
            counts["not unique"] += 1
            return None
        planted = PlantedLine(self.shape, faces.line(colours))
        cells = random.permutation(self.shape.cells).tolist()
        boards, report = planted.other_boards(), partial(report_progress, number)
        with boards.formula:
            reduced = remove(boards, cells, [1] * len(cells), self.removal, report)
        if reduced is None:
            counts["not unique"] += 1
            return None
        counts["failures"] += reduced.failures
        puzzle = self._puzzle(planted, reduced.groups, reduced.minimal)
        if self.difficulty.graded:
            puzzle = self._grade(planted, cells, puzzle)
        if not self.difficulty.is_met(puzzle.grade, counts):
            return None
        program = self.program("generated", puzzle)
        require_solution(program, self.planted(program, puzzle))
        return puzzle

    def _puzzle(
        self, planted: PlantedLine, cells: Iterable[int], minimal: bool, grade: Grade | None = None
    ) -> SlitherlinkPuzzle:
        return SlitherlinkPuzzle(planted.line, planted.clues(cells), minimal, grade)

    def _grade(
        self, planted: PlantedLine, order: list[int], puzzle: SlitherlinkPuzzle
    ) -> SlitherlinkPuzzle:
        """Return a puzzle with its grade, with some clues restored if it is too hard."""
        least = frozenset(puzzle.clues)

        def grade(cells: set[int]) -> Grade:
            text = self.text("graded", self._puzzle(planted, cells, False))
            return self.difficulty.grade(puzzle_of(text))

        difficulty = self.difficulty.kept_below
        if difficulty is None:
            return replace(puzzle, grade=grade(set(least)))
        removed = [frozenset([cell]) for cell in reversed(order) if cell not in least]
        at_once = self.difficulty.soft
        cells, found = restore_clues(difficulty, least, removed, grade, at_once)
        return self._puzzle(planted, cells, puzzle.minimal and len(cells) == len(least), found)

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return the levels that were made in place of the requested one."""
        return self.difficulty.advice(counts)

    def program(self, title: str, puzzle: SlitherlinkPuzzle | None) -> Program:
        """Return a puzzle, elaborated, or for None a board without clues."""
        if puzzle is None:  # with any line of the kind
            line = np.zeros(len(self.shape.board.border_cells), np.bool_)
            line[:1] = self.is_open
            puzzle = SlitherlinkPuzzle(line, {}, False)
        return program_of(self.shape, title, puzzle.line, puzzle.clues)

    def planted(self, program: Program, puzzle: SlitherlinkPuzzle) -> Assignment:
        """Return the solution that a puzzle was made from."""
        return planted_line(program, puzzle.line)

    def text(self, title: str, puzzle: SlitherlinkPuzzle) -> str:
        """Return a puzzle in the puzzle language."""
        return puzzle_text(self.shape, title, puzzle.line, puzzle.clues)

    def figures(self, puzzles: Sequence[SlitherlinkPuzzle]) -> list[dict[str, float]]:
        """Return for each puzzle its clues, their percentage of the cells, the length of the line,
        the clues of each number, and whether the clues are minimal.
        """
        numbers = range(max((max(p.clues.values(), default=0) for p in puzzles), default=0) + 1)
        return [
            {
                "clues": len(puzzle.clues),
                "%": round(100 * len(puzzle.clues) / self.shape.cells),
                "line": int(puzzle.line.sum()),
                **{f"{n}s": list(puzzle.clues.values()).count(n) for n in numbers},
                "minimal": int(puzzle.minimal),
            }
            for puzzle in puzzles
        ]


class SlitherlinkGenre:
    """Slitherlink puzzles with one solution."""

    settings: Mapping[str, syntax.Option] = MappingProxyType({})

    @property
    def options(self) -> list[Option]:
        """The options of `generator`."""
        methods = sorted(METHODS.names(), key=lambda name: name != DEFAULT)
        return [method(methods), *_OPTIONS, UNIQUE, DIFFICULTY, *BOARD]

    def summary(self, method: str) -> str:
        """Return the summary of a method."""
        return METHODS.get(method).summary

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> SlitherlinkGenerator:
        """Return the generator for a request.

        Raises:
            UserError: no such puzzles are made.
        """
        if options.get("settings", {}).get("full"):
            raise fail("slitherlink puzzles are made with full=false")
        _require_board(shape)
        diagonal, method = options.get("diagonal", False), options.get("method", DEFAULT)
        METHODS.get(method)
        if diagonal and shape.board.vertex_borders.lengths.max() < 4:
            raise fail("diagonal has no effect on hexagons: those that meet share a side")
        lengths = {len(row) for row in shape.rows}
        if method == "article" and (len(lengths) > 1 or _tokens(shape) != {EMPTY}):
            hint = "leave out --method article for a board with holes or rows of different lengths"
            raise fail("the method article makes puzzles on whole boards only", hint=hint)
        bisect = method == "article" or options.get("bisect", False)
        removal = Removal(0, bisect, options.get("failures"))
        is_open, difficulty = options.get("open", False), parse_wish(options)
        return SlitherlinkGenerator(shape, is_open, diagonal, method, removal, difficulty)


def _tokens(shape: Shape) -> set[str]:
    return {token for row in shape.rows for _, token in row}


def _require_board(shape: Shape) -> None:
    """Refuse boards on which no puzzles are made.

    Raises:
        UserError: puzzles are not made on it.
    """
    if BRIDGE in _tokens(shape):
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


def program_of(shape: Shape, title: str, line: Bools, clues: Mapping[int, int]) -> Program:
    """Return the puzzle of `puzzle_text`, elaborated."""
    from nlc.ir.elaborate.program import elaborate

    return elaborate(puzzle_of(puzzle_text(shape, title, line, clues)))


def planted_line(program: Program, line: Bools) -> Assignment:
    """Return the line that a puzzle was made from, as a solution."""
    (variable,) = program.bools
    bools = np.zeros(variable.size + 1, np.bool_)
    bools[variable.base : variable.base + variable.size] = line
    return Assignment(bools, {})
