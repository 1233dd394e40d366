"""Builds a `Board` from a topology and a drawing, or from a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import pi

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import GRAPH, Board, Incidence, Sort, group_by_key
from nlc.board.complex import NO_PASSAGES, build_complex
from nlc.board.drawing import Drawing, parse_drawing
from nlc.board.mesh import Mesh, glue
from nlc.board.tilings import TILINGS
from nlc.board.tilings.base import Placement, Settings, Tiling, parse_settings
from nlc.errors import Diagnostics, Span, UserError, fail, suggest
from nlc.graph import Graph
from nlc.language.syntax import BoardLiteral, Topology, Wall, Warp


class DrawingLayout(Struct, frozen=True, eq=False):
    """The places of the tokens of a drawing, for further drawings of the same board.

    Attributes:
        drawing: the tokens.
        placement: their places on the lattice.
        mesh: the tiles.
        hole: shape (tokens,), whether a token is a hole.
        token_of: shape (cells,), the token of each cell.
    """

    drawing: Drawing
    placement: Placement
    mesh: Mesh
    hole: Bools
    token_of: Ints


class DrawnBoard(Struct, frozen=True, eq=False):
    """A board and the tokens that were drawn in its cells.

    Attributes:
        vocabulary: the distinct tokens of the drawing, in order of first appearance.
        cell_token: shape (cells,), index into `vocabulary`, or -1 on graphs.
        span_of: returns the span of a cell: its token, or its name in a graph's list of cells.
        plan: the places of the tokens; None for a graph.
    """

    board: Board
    vocabulary: tuple[str, ...]
    cell_token: Ints
    span_of: Callable[[int], Span]
    plan: DrawingLayout | None = None


class Layer(Struct, frozen=True, eq=False):
    """The tokens of a drawing, by element.

    Attributes:
        vocabulary: the distinct tokens, in order of first appearance.
        token: shape (elements,), index into `vocabulary`.
        span_of: returns the span of the token of an element.
        placed: shape (elements,), whether an element has a place in the drawing; None: all have.
    """

    vocabulary: tuple[str, ...]
    token: Ints
    span_of: Callable[[int], Span]
    placed: Bools | None = None


def build_board(
    topology: Topology,
    literal: BoardLiteral | None,
    kinds: Mapping[str, str],
    walls: Sequence[Wall],
    warps: Sequence[Warp],
) -> DrawnBoard:
    """Build the board of a drawing, or of a graph.

    Args:
        topology: the topology statement; names of a graph's cells and links are valid.
        literal: the drawing; None for a graph.
        kinds: the kinds of tokens in the legend: ``hole``, ``bridge``, or anything else for a plain
            cell. Token ``#`` is a hole unless the legend has it as something else.
        walls: pairs of neighbours without a link.
        warps: pairs of cells with an extra link.

    Raises:
        UserError: with all independent mistakes of settings and drawing; or of the places of
            tokens; or of walls and warps.
    """
    name = topology.name.name
    if name in (GRAPH, "none"):
        return _graph(topology, walls, warps)
    assert literal is not None
    tiling, settings = _parse_settings(topology, name, literal)
    drawing = parse_drawing(literal)
    placement = tiling.place(drawing, settings)
    hole, bridge = (
        np.array([kind_of(kinds, token) == kind for token in drawing.vocabulary])[drawing.token]
        for kind in ("hole", "bridge")
    )
    if hole.all():
        raise fail("the board has no cells, only holes", literal.span)
    opposed = np.array([polygon.opposed for polygon in placement.shape.polygons])
    refused = np.flatnonzero(bridge & ~opposed[placement.kind])
    if len(refused):
        message = f"no bridge fits on topology {name}, whose cells have no opposite sides"
        raise fail(message, drawing.span(int(refused[0])))
    tiles = np.flatnonzero(~hole).astype(np.int32)

    def make() -> tuple[Board, Ints, Mesh]:
        mesh = glue(placement, drawing.row, drawing.col, tiles, bridge[tiles])
        passages = NO_PASSAGES
        if walls or warps:
            from nlc.board.passages import parse_passages

            passages = parse_passages(mesh, walls, warps)
        cols = int(drawing.lengths.max())
        board = build_complex(mesh, passages, name, drawing.rows, cols, placement.period)
        return board, np.repeat(tiles, np.diff(mesh.tile_cell)), mesh

    pairs = ([pair for item in items for pair in item.pairs] for items in (walls, warps))
    passes = (tuple((a.text, b.text) for a, b in several) for several in pairs)
    arrays = placement.x, placement.y, placement.kind, drawing.row, drawing.col, tiles, bridge
    key = name, *settings.values.items(), *passes, *(array.tobytes() for array in arrays)
    board, token_of, mesh = _cached(key, len(drawing.token), make)
    return DrawnBoard(
        board=board,
        vocabulary=drawing.vocabulary,
        cell_token=drawing.token[token_of],
        span_of=lambda cell: drawing.span(int(token_of[cell])),
        plan=DrawingLayout(drawing, placement, mesh, hole, token_of),
    )


_BOARDS: dict[Hashable, tuple[int, tuple[Board, Ints, Mesh]]] = {}
"""A cache by the places of tokens: puzzles of one shape share a board, whatever their clues."""


def _cached(
    key: Hashable, tokens: int, make: Callable[[], tuple[Board, Ints, Mesh]]
) -> tuple[Board, Ints, Mesh]:
    """Return the cached board of a key, or build it; the least recently used ones are dropped."""
    # The memory of a board does not shrink with its cells below some 1,000 tokens.
    found = _BOARDS.pop(key, None) or (max(tokens, 1_000), make())
    _BOARDS[key] = found
    cached = list(_BOARDS.items())  # at once: other threads may draw, too
    # The boards of the cache have so many tokens at most.
    surplus = sum(size for _, (size, _) in cached) - 200_000
    for oldest, (size, _) in cached:
        if surplus <= 0:
            break
        _BOARDS.pop(oldest, None)
        surplus -= size
    return found[1]


def kind_of(kinds: Mapping[str, str], token: str) -> str:
    """Return ``hole``, ``bridge``, or anything else for a token that is a cell."""
    return kinds.get(token, "hole" if token == "#" else "empty")


def _parse_settings(
    topology: Topology, name: str, literal: BoardLiteral
) -> tuple[Tiling, Settings]:
    """Parse the settings; if they are wrong, report the mistakes of the drawing as well."""
    errors = Diagnostics()
    try:
        tiling = TILINGS.find(name)
        if tiling is not None:
            return tiling, parse_settings(topology, tiling.settings)
        names = TILINGS.names()
        hint = suggest(name, (*names, GRAPH)) or f"there are {', '.join(names)} and {GRAPH}"
        errors.error(f"there is no topology '{name}'", topology.name.span, hint)
    except UserError as error:
        errors.absorb(error)
    try:
        parse_drawing(literal)
    except UserError as error:
        errors.absorb(error)
    raise UserError(errors.items)


def _graph(topology: Topology, walls: Sequence[Wall], warps: Sequence[Warp]) -> DrawnBoard:
    errors = Diagnostics()
    for passage in (*walls, *warps):
        noun = "walls" if isinstance(passage, Wall) else "warps"
        errors.error(f"a graph has no {noun}", passage.span, "list exactly the links that it has")
    try:
        parse_settings(topology, {})
        board = graph_board(topology)
    except UserError as error:
        errors.absorb(error)
    errors.raise_errors()
    cells = topology.cells
    absent = np.full(len(cells), -1, dtype=np.int32)
    return DrawnBoard(board, (), absent, lambda cell: cells[cell].span)


def graph_board(topology: Topology) -> Board:
    """Return the board of a graph: cells and links, without borders and vertices.

    Cells are numbered as listed and drawn on a circle. Their names are valid.
    """
    names = [cell.name for cell in topology.cells]
    numbers = {name: i for i, name in enumerate(names)}
    links = sorted(sorted((numbers[a.name], numbers[b.name])) for a, b in topology.links)
    link_cells = np.array(links, dtype=np.int32).reshape(-1, 2)
    number = np.arange(len(link_cells), dtype=np.int32)
    link_names = [f"{names[a]}-{names[b]}" for a, b in links]
    elements = {name: (Sort.CELL, i) for i, name in enumerate(names)}
    elements |= {name: (Sort.LINK, i) for i, name in enumerate(link_names)}
    elements |= {f"{names[b]}-{names[a]}": (Sort.LINK, i) for i, (a, b) in enumerate(links)}
    pairs = np.zeros((0, 2), dtype=np.int32)
    angle = 2 * pi * np.arange(len(names)) / len(names)
    absent = np.full(len(names), -1, dtype=np.int32)
    return Board(
        topology=GRAPH,
        rows=0,
        cols=0,
        link_cells=link_cells,
        link_border=np.full(len(link_cells), -1, dtype=np.int32),
        border_cells=pairs,
        border_vertices=pairs,
        cell_links=group_by_key(link_cells.ravel(), np.repeat(number, 2), len(names)),
        cell_borders=_empty(len(names)),
        cell_corners=_empty(len(names)),
        vertex_borders=_empty(0),
        vertex_cells=_empty(0),
        vertex_links=_empty(0),
        border_inner=np.zeros(0, dtype=np.bool_),
        vertex_inner=np.zeros(0, dtype=np.bool_),
        opposite=np.full(link_cells.shape, -1, dtype=np.int32),
        cell_axes=np.zeros(len(names), dtype=np.int32),
        link_ports=np.full(link_cells.shape, -1, dtype=np.int32),
        link_graph=Graph(
            len(names), link_cells, np.stack([number, number], axis=1), "the board is a graph"
        ),
        border_graph=Graph(0, pairs, pairs, "the board is a graph"),
        # A circle on which neighbouring cells are about one unit apart.
        centers=np.stack([np.sin(angle), -np.cos(angle)], axis=1) * len(names) / (2 * pi),
        points=np.zeros((0, 2)),
        row_of=absent,
        col_of=absent,
        lanes=absent,
        naming=_GraphNames(names, link_names, elements),
    )


class _GraphNames(Struct, frozen=True, eq=False):
    """The names of the cells and links of a graph, which has no lines."""

    cells: list[str]
    links: list[str]
    elements: Mapping[str, tuple[Sort, int]]

    def names(self, sort: Sort) -> list[str]:
        """Return the names of all elements of a sort."""
        return [*{Sort.CELL: self.cells, Sort.LINK: self.links}.get(sort, ())]

    def find(self, sort: Sort | None, text: str) -> tuple[Sort, int] | None:
        """Return the element with a name, if it is of the sort."""
        found = self.elements.get(text)
        return found if found is not None and sort in (None, found[0]) else None

    def line(self, cell: int, axis: int) -> str:
        """Refuse to name a straight line: a graph has none."""
        raise ValueError(f"no line runs along axis {axis} of cell {cell}")


def _empty(rows: int) -> Incidence:
    data: Ints = np.zeros(0, dtype=np.int32)
    return Incidence(np.zeros(rows + 1, dtype=np.int32), data)
