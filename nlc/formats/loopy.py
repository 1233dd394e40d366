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
from collections.abc import Iterator
from string import ascii_uppercase, digits

from nlc.errors import Source, fail
from nlc.formats.base import MAX_CELLS, Format, Support, Text, each_line, first_line, only
from nlc.formats.slither import (
    Layout,
    LayoutClue,
    clue_numbers,
    match_cells,
    require_plain,
    slitherlink,
)
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

OPTIONS = {"full": False}

_HEAD = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:t([0-9]{1,9}))?(d[a-z])?")
_ID = re.compile(r"[0-9]+(x[0-9]+)?(t[0-9]+)?(d[a-z])?[:#].*")
_CLUES = digits + ascii_uppercase
_FACE = re.compile(r"[0-9A-Za-z]")

SQUARE, TRIANGULAR, HONEYCOMB = 0, 1, 2


def recognises(text: str) -> bool:
    """Return whether the text opens with parameters and a colon, or the # of a random seed."""
    return _ID.fullmatch(first_line(text)) is not None


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return each_line(source, parse_line)


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
    if kind == SQUARE:
        return Layout("square", {}, [width] * height)
    if kind == HONEYCOMB:
        return Layout("hex", {"layout": "odd_q"}, [width] * height)
    if kind != TRIANGULAR:
        raise KeyError(kind)
    if eared:
        return Layout("triangle", {"first": "down"}, [2 * width] * height)
    rows, indents = [2 * width + 1] * height, [0] * height
    if height % 2:
        rows[-1], indents[-1] = 2 * width - 1, 1
    order = [
        (row, place - indent)
        for row, (size, indent) in enumerate(zip(rows, indents, strict=True))
        for first in (0, 1)
        for place in range(first, 2 * width + 1, 2)
        if 0 <= place - indent < size
    ]
    first = {"first": "up" if height > 1 else "down"}
    return Layout("triangle", first, rows, indents, order)


def parse_line(line: Text, title: str) -> Puzzle:
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
    board = _parse_layout(line, found, text.startswith("0_", split + 1))
    at = split + 1
    if board.topology == "triangle" and board.order:
        at += 2
    clues = _parse_clues(line, at, len(board.cells))
    return slitherlink(title, line.span(0, split), board, clues, OPTIONS, OPTIONS)


def _parse_layout(line: Text, found: re.Match[str], trimmed: bool) -> Layout:
    """Return the board of the parameters of a game."""
    width, height = int(found[1]), int(found[2] or found[1])
    size = line.span(found.start(1), found.end(2 if found[2] else 1))
    if not width or not height:
        raise fail("a board has at least one row and one column", size)
    if (2 * width + 1) * height > MAX_CELLS:
        raise fail(f"a board has at most {MAX_CELLS} cells", size)
    try:
        return layout(int(found[3] or SQUARE), width, height, eared=not trimmed)
    except KeyError:
        raise fail(
            f"grids of type {found[3]} are not known here",
            line.span(found.start(3) - 1, found.end(3)),
            "types are 0 (squares), 1 (triangles) and 2 (hexagons)",
        ) from None


def _parse_clues(line: Text, start: int, cells: int) -> list[LayoutClue]:
    """Return the clues of a line, from character `start` on."""
    clues: list[LayoutClue] = []
    cell = 0
    for at, char in enumerate(line.text[start:], start):
        span = line.span(at, at + 1)
        if _FACE.fullmatch(char) is None:
            raise fail(
                f"'{char}' is not a clue",
                span,
                "a clue is 0 to 9 or A to Z, and a to z are 1 to 26 cells without one;"
                " the ID of another game has its name before it, as 'towers 5:…'",
            )
        run = ord(char) - ord("a") + 1 if char.islower() else 1
        if cell + run > cells:
            raise fail(f"the board has {cells} cells, and here is one more", line.span(at))
        if not char.islower():
            clues.append(LayoutClue(int(char, 36), cell, span))
        cell += run
    if cell < cells:
        end = line.span(max(start - 1, len(line.text) - 1))
        raise fail(f"the clues end after {cell} of {cells} cells", end)
    return clues


def write(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`.

    A board of hexagons with a pointed top, or of other rows of triangles, is written as a mirrored
    or turned image, if that is a board of the format.
    """
    require_plain(program, "loopy", OPTIONS)
    for kind, width, height, eared in _sizes(program):
        cells = match_cells(program, layout(kind, width, height, eared), mirrored=kind != SQUARE)
        if cells is not None:
            faces = _write_clues(clue_numbers(program, cells))
            trimmed = "0_" if kind == TRIANGULAR and not eared else ""
            return f"{width}x{height}t{kind}:{trimmed}{faces}\n"
    raise fail(
        "the format loopy has no such board",
        hint="it is for rectangles of squares or hexagons, and for triangles in even rows",
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


def _write_clues(clues: list[int | None]) -> str:
    """Return clues and runs of cells without one."""
    out, run = [], 0
    for clue in [*clues, 0]:
        if clue is None:
            run += 1
            continue
        out.append("z" * (run // 26) + ("" if run % 26 == 0 else chr(ord("a") - 1 + run % 26)))
        if clue >= len(_CLUES):
            raise fail(f"Loopy has clues up to {len(_CLUES) - 1}, not {clue}")
        out.append(_CLUES[clue])
        run = 0
    return "".join(out[:-1])


FORMAT = Format(
    "loopy",
    "Loopy's game IDs: Slitherlink on squares, triangles and hexagons, one a line",
    (),
    recognises,
    parse,
    write,
    rank=30,
    genres=only("slitherlink", support=Support()),
)
