"""Game IDs of Loopy, of Simon Tatham's Portable Puzzle Collection: Slitherlink, one puzzle a line.

``W[xH][tTYPE][dLEVEL]:FACES``: a digit is a clue, a capital letter a clue from 10, and a small
letter a run of 1 to 26 cells without a clue. The grids are those of type 0 (squares), 1 (triangles)
and 2 (hexagons with a flat top, every second column half a cell lower). Blank lines and lines that
start with ``#`` are skipped.

Rows of triangles are listed in two halves: first the W + 1 that point one way, then the W between
them; in a grid of odd height the last row lacks its two ends. The FACES of such a grid start with
``0_``. Without that, as older versions wrote, each row holds W pairs of triangles from left to
right, of which the first one points down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from string import ascii_lowercase, ascii_uppercase, digits
from typing import cast

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board
from nlc.errors import Source, fail
from nlc.formats.base import Format, Text, check_size, each_line, only, opens_with, with_runs
from nlc.formats.sheet import Cell, require_genre
from nlc.formats.tatham_codes import parse_runs
from nlc.ir.elaborate.ground import ground_board
from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.language.resolve import load

GENRE = "slitherlink"

_HEAD = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:t([0-9]{1,9}))?(d[a-z])?")
_ID = re.compile(r"[0-9]+(x[0-9]+)?(t[0-9]+)?(d[a-z])?[:#]")
_CLUES = digits + ascii_uppercase

SQUARE, TRIANGULAR, HONEYCOMB = 0, 1, 2


class Layout(Struct, frozen=True):
    """A board in a format.

    Attributes:
        topology: the name of the tiling.
        settings: of the tiling.
        lines: the board drawn without clues, a character a cell.
        cells: the row and the column of each cell, from 0, in the order of the format.
    """

    topology: str
    settings: Mapping[str, str]
    lines: Sequence[str]
    cells: Sequence[Cell]


def layout(kind: int, width: int, height: int, eared: bool = False) -> Layout:
    """Return the board of a type of grid.

    Args:
        kind: the number of the type.
        width: W.
        height: H.
        eared: for the older grid of triangles.

    Raises:
        KeyError: the type is not supported.
    """
    halves = kind == TRIANGULAR and not eared  # how rows are listed
    lines = ["." * {SQUARE: width, HONEYCOMB: width, TRIANGULAR: 2 * width + halves}[kind]] * height
    if halves and height % 2:
        lines[-1] = " " + lines[-1][2:]
    first = "up" if halves and height > 1 else "down"
    topology, settings = {
        SQUARE: ("square", {}),
        HONEYCOMB: ("hex", {"layout": "odd_q"}),
        TRIANGULAR: ("triangle", {"first": first}),
    }[kind]
    cells = [
        (row, at - line.index("."))
        for row, line in enumerate(lines)
        for start in range(1 + halves)
        for at in range(start, len(line), 1 + halves)
        if line[at] == "."
    ]
    return Layout(topology, settings, lines, cells)


def parse_line(line: Text, title: str) -> s.Puzzle:
    """Return the puzzle of a line.

    Raises:
        UserError: it is not a game ID of Loopy, or its type is not supported.
    """
    line = line.strip()
    text = line.text
    split = min((text.find(sign) for sign in ":#" if sign in text), default=len(text))
    found = _HEAD.fullmatch(text, 0, split)
    if found is None or split == len(text):
        hint = "its parameters, a colon and its clues: 3x3t0:3a2c1b"
        raise fail("expected a game ID of Loopy", line.span(), hint)
    if text[split] == "#":
        raise fail(
            "this is the seed of a random game, which only Loopy can make",
            line.span(split),
            "in Loopy, copy the ID of the game by its description",
        )
    width, height = int(found[1]), int(found[2] or found[1])
    size = line.span(found.start(1), found.end(2 if found[2] else 1))
    check_size(height, width, size, cells=(2 * width + 1) * height)
    kind, trimmed = int(found[3] or SQUARE), text.startswith("0_", split + 1)
    try:
        board = layout(kind, width, height, eared=not trimmed)
    except KeyError:
        raise fail(
            f"grids of type {found[3]} are not known here",
            line.span(found.start(3) - 1, found.end(3)),
            "types are 0 (squares), 1 (triangles) and 2 (hexagons)",
        ) from None
    head, at = line.span(0, split), split + 1 + 2 * (trimmed and kind == TRIANGULAR)
    settings = tuple((s.Ref(head, k), s.Ref(head, v)) for k, v in board.settings.items())
    items: list[s.PuzzleItem] = [
        s.Topology(head, s.Ref(head, board.topology), settings),
        s.SetOption(head, s.Ref(head, "full"), s.Bool(head, False)),
        s.BoardLiteral(head, tuple(board.lines), head.line),
        *_parse_clues(line, at, board.cells),
    ]
    return s.Puzzle(head, title, s.Ref(head, GENRE), tuple(items), (("full", "false"),))


def _parse_clues(line: Text, start: int, cells: Sequence[Cell]) -> list[s.Mark]:
    """Return the clues of a line, from character `start` on."""
    places: dict[int, list[s.Loc]] = {}
    if (gap := line.text.find("_", start)) > 0:
        raise line.error("'_' is not a clue", gap, gap + 1)
    what = "0 to 9 and A to Z; the ID of another game has its name before it, as 'towers 5:…'"
    for cell, sign, span in parse_runs(line.cut(start), cells, "[0-9A-Z]", what):
        row, col = cast("Cell", cell)
        places.setdefault(int(sign, 36), []).append(s.Loc(span, f"r{row + 1}c{col + 1}"))
    firsts = [(number, locs[0].span, tuple(locs)) for number, locs in places.items()]
    return [s.Mark(span, s.Ref(span, "clue"), s.Int(span, n), locs) for n, span, locs in firsts]


def write(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`.

    A board of hexagons with a pointed top, or of other rows of triangles, is written as a mirrored
    or turned image, if that is a board of the format.
    """
    _require_plain(program)
    for kind, width, height, eared in _sizes(program):
        cells = match_cells(program, layout(kind, width, height, eared), mirrored=kind != SQUARE)
        if cells is not None:
            clues = {cell: int(clue) for cell, clue in program.givens["clue"].items()}
            if (most := max(clues.values(), default=0)) >= len(_CLUES):
                raise fail(f"Loopy has clues up to {len(_CLUES) - 1}, not {most}")
            texts = (_CLUES[clues[cell]] if cell in clues else "" for cell in cells.tolist())
            faces = "".join(with_runs(texts, ascii_lowercase))
            trimmed = "0_" if kind == TRIANGULAR and not eared else ""
            return f"{width}x{height}t{kind}:{trimmed}{faces}\n"
    raise fail(
        "the format loopy has no such board",
        hint="it is for rectangles of squares or hexagons, and for triangles in even rows",
    )


def _require_plain(program: Program) -> None:
    """Refuse another genre, an open line, and rules that the games do not have."""
    if program.genre != GENRE:
        raise fail(f"the format loopy is for slitherlink, not for {program.genre}")
    if program.givens["port"]:
        raise fail("the format loopy has no inlet and outlet: its lines are closed")
    require_genre(program, "loopy")
    if program.options["full"] != "false":
        raise fail(
            "readers of the format loopy take full=false for granted",
            hint="make the puzzle for that rule: --set full=false",
        )


def _sizes(program: Program) -> Iterator[tuple[int, int, int, bool]]:
    """Yield the kind, width, height and `eared` of the grids that a board may be."""
    board = program.board
    rows, cols, cells = board.rows, board.cols, len(board.centers)
    if board.topology == "square" and cells == rows * cols:
        yield SQUARE, cols, rows, False
    if board.topology == "hex" and cells == rows * cols:
        yield HONEYCOMB, cols, rows, False
        yield HONEYCOMB, rows, cols, False
    if board.topology == "triangle":
        if cells == rows * cols and cols % 2 == 0:
            yield TRIANGULAR, cols // 2, rows, True
        if cols % 2:
            yield TRIANGULAR, cols // 2 + (rows == 1), rows, False


# ---------- boards ----------


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
    number = {cell: i for i, cell in enumerate(sorted(layout.cells))}
    spots = _lattice(goal.centers)[[number[cell] for cell in layout.cells]]
    for view in _VIEWS if mirrored else _VIEWS[:1]:
        seen = _lattice(mine.centers @ view)
        order, back = np.lexsort(seen.T), np.lexsort(spots.T)
        if np.array_equal(seen[order], spots[back]):
            found = np.zeros(len(order), np.int32)
            found[back] = order
            return found
    return None


_SIGNS = ((1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0))
_VIEWS = [np.diag(signs)[:, ::way] for way in (1, -1) for signs in _SIGNS]
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


FORMAT = Format(
    "loopy",
    "Loopy's game IDs: Slitherlink on squares, triangles and hexagons, one a line",
    (),
    opens_with(_ID),
    partial(each_line, parse=parse_line),
    write,
    genres=only(GENRE),
)
