"""Helpers for formats of Slitherlink on any tiling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board
from nlc.errors import Source, Span, fail
from nlc.formats.base import assumptions
from nlc.ir.elaborate.grounding import ground_board
from nlc.ir.nodes import Program
from nlc.language.resolve import load
from nlc.language.syntax import (
    BoardLiteral,
    Bool,
    Int,
    Loc,
    Mark,
    Puzzle,
    PuzzleItem,
    Ref,
    SetOption,
    Topology,
)

RULES = {"clues", "every", "single"}
"""The rules of these formats."""


class Layout(Struct, frozen=True):
    """A board in a format.

    Attributes:
        topology: the name of the tiling.
        rows: the number of cells of each row.
        indents: the shift of each row to the right, in places; empty if no row is shifted.
        order: the row and the column of each cell, in the order of the format; empty: row by row.
    """

    topology: str
    settings: Mapping[str, str]
    rows: Sequence[int]
    indents: Sequence[int] = ()
    order: Sequence[tuple[int, int]] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The board drawn without clues, a character a cell."""
        indents = self.indents or [0] * len(self.rows)
        return tuple(" " * i + "." * n for i, n in zip(indents, self.rows, strict=True))

    @property
    def cells(self) -> Sequence[tuple[int, int]]:
        """The row and the column of each cell, from 0, in the order of the format."""
        return self.order or [(r, c) for r, n in enumerate(self.rows) for c in range(n)]


class LayoutClue(Struct, frozen=True):
    """A clue: its number, the index of its cell in the order of the layout, and its span."""

    number: int
    cell: int
    span: Span


def slitherlink(
    title: str,
    head: Span,
    layout: Layout,
    clues: Iterable[LayoutClue],
    options: Mapping[str, bool],
    assumed: Mapping[str, bool],
) -> Puzzle:
    """Return a Slitherlink puzzle.

    The board is drawn empty and the clues are ``mark`` statements whose places have spans of the
    imported text, so that later errors point into the file.

    Args:
        head: the span for mistakes of the whole puzzle, such as that of its size.
        layout: the board.
        clues: at most one a cell.
        options: of the genre.
        assumed: those of them that the text does not give.
    """
    settings = tuple((Ref(head, k), Ref(head, v)) for k, v in layout.settings.items())
    items: list[PuzzleItem] = [Topology(head, Ref(head, layout.topology), settings)]
    items += [SetOption(head, Ref(head, k), Bool(head, v)) for k, v in options.items()]
    items.append(BoardLiteral(head, layout.lines, head.line))
    cells = layout.cells
    places: dict[int, list[Loc]] = {}
    for clue in clues:
        row, col = cells[clue.cell]
        places.setdefault(clue.number, []).append(Loc(clue.span, f"r{row + 1}c{col + 1}"))
    for number, locs in places.items():
        span = locs[0].span
        items.append(Mark(span, Ref(span, "clue"), Int(span, number), tuple(locs)))
    return Puzzle(head, title, Ref(head, "slitherlink"), tuple(items), assumptions(assumed))


def require_plain(program: Program, name: str, options: Mapping[str, bool]) -> None:
    """Check that a format can express the rules of a puzzle.

    Args:
        name: of the format, for messages.
        options: the rules that readers of the format take for granted.

    Raises:
        UserError: it is of another genre, its line is open, or it has rules of its own.
    """
    if program.genre != "slitherlink":
        raise fail(f"the format {name} is for slitherlink, not for {program.genre}")
    if program.givens["port"]:
        raise fail(f"the format {name} has no inlet and outlet: its lines are closed")
    for rule in program.rules:
        if rule not in RULES:
            raise fail(f"the format {name} cannot express the rule '{rule}'")
    for option, value in options.items():
        if program.options[option] != str(value).lower():
            raise fail(
                f"readers of the format {name} take {option}={str(value).lower()} for granted",
                hint=f"make the puzzle for that rule: --set {option}={str(value).lower()}",
            )


def clue_numbers(program: Program, cells: Ints) -> list[int | None]:
    """Return the number of each cell, or None for a cell without a clue."""
    clues = program.givens["clue"]
    return [int(clues[cell]) if cell in clues else None for cell in cells.tolist()]


def match_cells(program: Program, layout: Layout, mirrored: bool) -> Ints | None:
    """Return the cell of a puzzle at the place of each cell of a layout; None if boards differ.

    Args:
        program: the puzzle.
        layout: the board of a format.
        mirrored: whether the boards may be mirrored, turned or transposed images.

    Returns:
        Shape (cells,), in the order of the layout.
    """
    goal, mine = ground_layout(layout), program.board
    parts = [
        (len(b.centers), len(b.border_cells), len(b.border_vertices), b.cell_borders.lengths.sum())
        for b in (goal, mine)
    ]
    if goal.topology != mine.topology or parts[0] != parts[1]:
        return None
    starts = np.cumsum([0, *layout.rows])
    wanted = np.array([starts[row] + col for row, col in layout.cells], dtype=np.int32)
    spots = _lattice(goal.centers)[wanted]
    for view in _VIEWS if mirrored else _VIEWS[:1]:
        seen = _lattice(mine.centers @ np.array(view))
        order, back = np.lexsort(seen.T), np.lexsort(spots.T)
        if np.array_equal(seen[order], spots[back]):
            found = np.zeros(len(order), np.int32)
            found[back] = order
            return found
    return None


_VIEWS = (
    ((1.0, 0.0), (0.0, 1.0)),
    ((-1.0, 0.0), (0.0, 1.0)),
    ((1.0, 0.0), (0.0, -1.0)),
    ((-1.0, 0.0), (0.0, -1.0)),
    ((0.0, 1.0), (1.0, 0.0)),
    ((0.0, -1.0), (1.0, 0.0)),
    ((0.0, 1.0), (-1.0, 0.0)),
    ((0.0, -1.0), (-1.0, 0.0)),
)
"""The symmetries of a board: identity, mirrored, turned by half, and all of these transposed."""


def _lattice(points: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return points as whole numbers, relative to the top left corner."""
    found: npt.NDArray[np.int64] = np.rint((points - points.min(axis=0)) * 1000).astype(np.int64)
    return found


def ground_layout(layout: Layout) -> Board:
    """Return the board of a layout."""
    settings = ", ".join(f"{key}={value}" for key, value in layout.settings.items())
    topology = f"{layout.topology}({settings})" if settings else layout.topology
    drawn = "\n".join(layout.lines)
    text = f'puzzle "board" is slitherlink {{ topology {topology};\nboard\n{drawn}\nend\n}}\n'
    return ground_board(load(Source("board", text)).puzzles[0]).board
