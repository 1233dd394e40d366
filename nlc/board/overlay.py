"""A further drawing of a board: a token for each cell, or for each vertex."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Sort
from nlc.board.draw import DrawnBoard, Plan, kind_of
from nlc.board.drawing import Drawing, read
from nlc.board.mesh import glue
from nlc.dataclasses import dataclass
from nlc.errors import Diagnostics, Span
from nlc.language.syntax import BoardLiteral


@dataclass(frozen=True, eq=False)
class Layer:
    """The tokens of a drawing, by element.

    Attributes:
        vocabulary: the distinct tokens, in order of first appearance.
        token: shape (elements,), index into `vocabulary`.
        span_of: returns the span of the token of an element.
    """

    vocabulary: tuple[str, ...]
    token: Ints
    span_of: Callable[[int], Span]


def overlay(
    drawn: DrawnBoard, literal: BoardLiteral, sort: Sort, kinds: Mapping[str, str]
) -> Layer:
    """Read a further drawing of a board.

    Of cells it has as many rows, and as many tokens in each, as the drawing of the board; of
    vertices a row for each height at which vertices lie, and a token for each of them from left to
    right, those between holes included. Blanks do not count.

    Args:
        drawn: the board, no graph.
        literal: the drawing.
        sort: cells or vertices.
        kinds: what the legend says of tokens: see `nlc.board.draw.draw`.

    Raises:
        UserError: another number of rows or tokens; or a clue where nothing is, or a hole where
            something is.
    """
    assert drawn.plan is not None
    drawing = read(literal)
    lengths, element = (_cells if sort is Sort.CELL else _vertices)(drawn.plan)
    _require_lengths(drawing, lengths, literal, sort)
    _require_holes(drawing, element, kinds, sort)
    token_of = np.zeros(drawn.board.count(sort), np.int32)
    if sort is Sort.CELL:
        token_of[:] = drawn.plan.token_of
    else:
        token_of[element[element >= 0]] = np.flatnonzero(element >= 0)
    return Layer(
        drawing.vocabulary,
        drawing.token[token_of],
        lambda item: drawing.span(int(token_of[item])),
    )


def _cells(plan: Plan) -> tuple[Ints, Ints]:
    """Return the tokens of each row, and for each of them 0 for a tile, -1 for a hole."""
    return plan.drawing.lengths, np.where(plan.hole, -1, 0).astype(np.int32)


def _vertices(plan: Plan) -> tuple[Ints, Ints]:
    """Return the vertices of each row, and the number of each in reading order.

    Those that only holes touch are counted, and have the number -1.
    """
    tokens = len(plan.hole)
    every = np.arange(tokens, dtype=np.int32)
    row, col = plan.drawing.row, plan.drawing.col
    whole = glue(plan.placement, row, col, every, np.zeros(tokens, np.bool_))
    number = np.full(len(whole.points), -1, np.int32)
    number[whole.corner_vertex[~plan.hole[whole.dart_tile]]] = plan.mesh.corner_vertex
    order = np.lexsort((whole.points[:, 0], whole.points[:, 1]))
    _, lengths = np.unique(whole.points[:, 1], return_counts=True)
    return lengths.astype(np.int32), number[order]


def _require_lengths(drawing: Drawing, lengths: Ints, literal: BoardLiteral, sort: Sort) -> None:
    """Refuse a drawing whose rows are not those of the board."""
    errors = Diagnostics()
    plural = "vertices" if sort is Sort.VERTEX else "tokens"
    if drawing.rows != len(lengths):
        span = literal.name.span if literal.name else literal.span
        what = f"rows of {plural}" if sort is Sort.VERTEX else "rows"
        found = f"{drawing.rows} row{'s' * (drawing.rows != 1)}"
        message = f"this drawing has {found}, and the board has {len(lengths)} {what}"
        errors.error(message, span, _HINTS[sort])
    for row, (found, wanted) in enumerate(zip(drawing.lengths, lengths, strict=False)):
        if found != wanted:
            there = f"the board has {wanted} {plural} there"
            tokens = f"{found} token{'s' * int(found != 1)}"
            message = f"row {row + 1} of this drawing has {tokens}, and {there}"
            errors.error(message, drawing.row_span(row), _HINTS[sort])
    errors.raise_errors()


_HINTS = {
    Sort.CELL: "draw a token for each token of the board, '.' where there is nothing to say",
    Sort.VERTEX: "draw a token for each corner of the cells: on squares a row and a column more",
}


def _require_holes(drawing: Drawing, element: Ints, kinds: Mapping[str, str], sort: Sort) -> None:
    """Refuse clues where the board has nothing, and holes where it has something."""
    named = [kind_of(kinds, token) for token in drawing.vocabulary]
    hole = np.array([kind == "hole" for kind in named])[drawing.token]
    blank = np.array([token == "." or kinds.get(token) == "empty" for token in drawing.vocabulary])
    blank = blank[drawing.token]
    errors = Diagnostics()
    noun = "cell" if sort is Sort.CELL else "vertex"
    for i in np.flatnonzero((element < 0) & ~hole & ~blank).tolist():
        errors.error(f"the board has no {noun} here", drawing.span(i), "write '#' or '.'")
    for i in np.flatnonzero((element >= 0) & hole).tolist():
        hint = "write '.' where there is nothing to say"
        errors.error(f"the board has a {noun} here", drawing.span(i), hint)
    errors.raise_errors()
