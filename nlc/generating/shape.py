"""The boards of generated puzzles: drawn without clues, and with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.board.drawing import parse_drawing
from nlc.board.tilings import TILINGS
from nlc.cached import cached_property
from nlc.errors import Source, fail
from nlc.ir.elaborate.ground import ground_board
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle, load
from nlc.language.wishes import is_room

EMPTY, HOLE, BRIDGE = ".", "#", "+"


class Shape(Struct, frozen=True, dict=True):
    """A board without clues.

    Attributes:
        topology: as after the word ``topology``, with settings.
        rows: the tokens of each row, each with the column at which it is drawn; neighbours in a row
            are two columns apart, so that half a cell is a whole column.
        passages: statements that open or close ways between cells.
        rooms: the room of each cell, by the given of the rooms; without any they are drawn.
    """

    topology: str
    rows: tuple[tuple[tuple[int, str], ...], ...]
    passages: tuple[str, ...] = ()
    rooms: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def name(self) -> str:
        """The size, as columns by rows, and the tiling."""
        return f"{max(map(len, self.rows))}x{len(self.rows)} {self.topology.partition('(')[0]}"

    @property
    def tokens(self) -> set[str]:
        """The kinds of tokens on it: `EMPTY`, `HOLE`, `BRIDGE`."""
        return {token for row in self.rows for _, token in row}

    @property
    def rectangle(self) -> tuple[int, int] | None:
        """The rows and columns of a whole board of squares, else None."""
        cols = {len(row) for row in self.rows}
        whole = self.tokens == {EMPTY} and len(cols) == 1
        if self.topology != "square" or self.passages or not whole:
            return None
        return len(self.rows), cols.pop()

    @cached_property
    def board(self) -> Board:
        """The board.

        Raises:
            UserError: the drawing is wrong.
        """
        text = f'puzzle "board" is numberlink {self.body({})}'
        return ground_board(load(Source("board", text)).puzzles[0]).board

    @property
    def cells(self) -> int:
        """The number of cells, each lane of a bridge being one."""
        return self.board.count(Sort.CELL)

    @cached_property
    def lanes(self) -> frozenset[int]:
        """The cells that are lanes of bridges, which cannot have a label."""
        return frozenset(np.flatnonzero(self.board.lanes >= 0).tolist())

    def body(
        self,
        labels: Mapping[int, str],
        options: Mapping[str, str] = MappingProxyType({}),
        marks: Sequence[str] = (),
    ) -> str:
        """Return a puzzle on this board in the puzzle language, without its title and genre.

        Args:
            labels: of cells, or clues, by index.
            options: the options that the puzzle sets, with their values.
            marks: statements on the elements of the board.
        """
        lines = ["{", f"  topology {self.topology};"]
        if BRIDGE in self.tokens:
            lines.append(f'  legend {{ "{BRIDGE}" = bridge; }}')
        lines += [f"  set {name} = {value};" for name, value in options.items()]
        lines += ["  board", *(f"    {line}" for line in self.drawing(labels)), "  end"]
        return "\n".join([*lines, *(f"  {text}" for text in (*self.passages, *marks)), "}", ""])

    def drawing(self, labels: Mapping[int, str]) -> list[str]:
        """Return the lines between ``board`` and ``end``, wide enough for the longest token."""
        tokens = [[token for _, token in row] for row in self.rows]
        if labels:
            board = self.board
            for cell, label in labels.items():
                tokens[board.row_of[cell]][board.col_of[cell]] = label
        width = max(len(token) for row in tokens for token in row)
        scale = width // 2 + 1
        first = min(row[0][0] for row in self.rows)
        lines = []
        for row, texts in zip(self.rows, tokens, strict=True):
            line = ""
            for (column, _), text in zip(row, texts, strict=True):
                line = line.ljust((column - first) * scale) + text
            lines.append(line)
        return lines


MAX_CELLS = 1 << 20
"""Cells of a board on which puzzles are made."""

_SIZE = re.compile(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})")


def parse_size(text: str) -> tuple[int, int]:
    """Return the columns and the rows of a size such as ``10x10``.

    Raises:
        UserError: it is not a size, or a board of this size has too many cells.
    """
    size = _SIZE.fullmatch(text)
    if size is None:
        hint = "columns x rows, up to 99999 each"
        raise fail(f"'{text}' is not a size such as 10x10", hint=hint)
    cols, rows = int(size[1]), int(size[2])
    if cols * rows > MAX_CELLS:
        raise fail(f"puzzles are made on boards of at most {MAX_CELLS} cells")
    return cols, rows


def blank(tiling: str, cols: int, rows: int) -> Shape:
    """Return a board of `rows` rows of `cols` cells.

    Raises:
        UserError: the tiling is unknown.
    """
    shift = TILINGS.get(tiling).stagger
    drawn = tuple(
        tuple((2 * col + shift * (row % 2), EMPTY) for col in range(cols)) for row in range(rows)
    )
    return Shape(tiling, drawn)


def shape_of(case: Puzzle) -> Shape:
    """Return the board of a puzzle without its clues.

    Raises:
        UserError: it is a graph, which is not drawn, or the drawing is wrong.
    """
    if case.literal is None:
        raise fail("puzzles are made on drawn boards, and a graph is not drawn", case.topology.span)
    texts = ground_board(case).given_texts()  # reports mistakes at their places in the file
    named = [name for name, given in case.rules.givens.items() if is_room(given)]
    rooms = tuple((name, tuple(room for _, room in sorted(texts[name].items()))) for name in named)
    drawing = parse_drawing(case.literal)
    entries = [entry for legend in case.legends for entry in legend.entries]
    kinds = {HOLE: "hole"} | {entry.token.value: entry.target.name for entry in entries}
    tokens = {"hole": HOLE, "bridge": BRIDGE}
    columns = drawing.starts if drawing.spaced else 2 * drawing.starts
    placed = [
        (column, tokens.get(kinds.get(drawing.text(i), ""), EMPTY))
        for i, column in enumerate(columns.tolist())
    ]
    rows = np.split(np.arange(len(placed)), drawing.indptr[1:-1])
    passages = [_passage("wall", item.pairs) for item in case.walls]
    passages += [_passage("warp", item.pairs) for item in case.warps]
    return Shape(
        _topology(case.topology),
        tuple(tuple(placed[i] for i in row) for row in rows),
        tuple(passages),
        rooms,
    )


def _topology(topology: s.Topology) -> str:
    settings = [
        f"{name.name}={value.name if isinstance(value, s.Ref) else ''}"
        for name, value in topology.settings
    ]
    return topology.name.name + (f"({', '.join(settings)})" if settings else "")


def _passage(word: str, pairs: tuple[tuple[s.Loc, s.Loc], ...]) -> str:
    return f"{word} {', '.join(f'{a.text}|{b.text}' for a, b in pairs)};"


def neighbours(board: Board, drawn: Bools | None = None) -> list[list[int]]:
    """Return the neighbours of each cell, in the order of the links to them.

    Args:
        drawn: shape (links,), which links count; None: all.
    """
    beside: list[list[int]] = [[] for _ in range(board.count(Sort.CELL))]
    links = board.link_cells if drawn is None else board.link_cells[np.flatnonzero(drawn)]
    for a, b in links.tolist():
        beside[a].append(b)
        beside[b].append(a)
    return beside
