"""Further drawings of a board: a token for each cell or vertex, or for each row and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.board.drawing import Drawing, parse_drawing
from nlc.board.drawn_board import DrawingLayout, DrawnBoard, Layer, kind_of
from nlc.board.mesh import glue
from nlc.errors import Diagnostics, Span, fail
from nlc.language.syntax import BoardLiteral


def parse_overlay(
    drawn: DrawnBoard,
    literal: BoardLiteral,
    sort: Sort,
    kinds: Mapping[str, str],
    lists: bool = False,
) -> Layer:
    """Parse a further drawing of a board.

    A drawing of cells has the same number of rows, and of tokens in each, as the drawing of the
    board. One of vertices has a row for each height of vertices, and a token for each vertex from
    left to right, those between holes included. Blanks do not matter.

    Clues of straight lines are drawn around a board of squares: an additional first row and first
    column have tokens at columns and rows, for the lines that begin there; rows may end after that
    token. Clues of borders have an additional row and column at both ends, for the outer sides.

    Lists of lines may have several rows above the board and several columns before it, with a token
    for each number. Such a list is one token of the layer, with commas between its numbers.

    Args:
        drawn: the board, not a graph.
        literal: the drawing.
        sort: cells, vertices, lines or borders.
        kinds: the kinds of tokens in the legend; see `nlc.board.drawn_board.build_board`.
        lists: whether the clues are lists.

    Raises:
        UserError: the number of rows or tokens is wrong; or a clue has no element, or an element is
            drawn as a hole.
    """
    assert drawn.plan is not None
    drawing = parse_drawing(literal)
    if lists and sort is Sort.LINE and is_stacked(drawn.board, drawing):
        return _parse_stacked(drawn.board, drawing, literal, kinds)
    if sort is Sort.CELL:
        lengths, element = drawn.plan.drawing.lengths, -drawn.plan.hole.astype(np.int32)
    elif sort is Sort.VERTEX:
        lengths, element = _vertices(drawn.plan)
    else:
        lengths, element = _round_board(drawn.board, drawing, literal, sort)
    _require_lengths(drawing, lengths, literal, sort)
    _require_holes(drawing, element, kinds, sort)
    token_of = np.zeros(drawn.board.count(sort), np.int32)
    if sort is Sort.CELL:
        token_of[:] = drawn.plan.token_of
    else:  # a border or line without a token has the first one, which has no element
        token_of[element[element >= 0]] = np.flatnonzero(element >= 0)
    return Layer(
        drawing.vocabulary,
        drawing.token[token_of],
        lambda item: drawing.span(int(token_of[item])),
        None if sort is Sort.CELL else np.isin(np.arange(len(token_of)), element),
    )


def _vertices(plan: DrawingLayout) -> tuple[Ints, Ints]:
    """Return the number of vertices of each row, and the vertices in reading order.

    Vertices between holes are included as -1.
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


def is_stacked(board: Board, drawing: Drawing) -> bool:
    """Return whether a drawing of lists has several rows or columns around the board."""
    before = int(drawing.lengths[0]) - board.cols
    return board.topology == "square" and (drawing.rows > board.rows + 1 or before > 1)


def _parse_stacked(
    board: Board, drawing: Drawing, literal: BoardLiteral, kinds: Mapping[str, str]
) -> Layer:
    """Parse lists with one token for each number."""
    above, before = drawing.rows - board.rows, int(drawing.lengths[0]) - board.cols
    wanted = drawing.lengths.copy()
    wanted[:above] = before + board.cols
    short = drawing.lengths[above:] <= before
    wanted[above:] = np.where(short, drawing.lengths[above:], before + board.cols)
    hint = "draw as many rows above the board and columns before it as the longest list has numbers"
    if above < 1 or before < 1:
        size = f"{drawing.rows} rows, the first with {drawing.lengths[0]} tokens"
        message = f"this drawing has {size}, and the board has {board.rows} rows of {board.cols}"
        raise fail(message, _head(literal), hint)
    errors = Diagnostics()
    for row in np.flatnonzero(wanted != drawing.lengths).tolist():
        message = f"row {row + 1} of this drawing has {drawing.lengths[row]} tokens"
        least = "" if row < above else f"at most {before}, or "
        message += f" and needs {least}{wanted[row]}"
        errors.error(message, drawing.row_span(row), hint)
    errors.raise_errors()
    place = _places(board, Sort.LINE)
    found: dict[int, list[int]] = {}
    for i, (row, col) in enumerate(zip(drawing.row.tolist(), drawing.col.tolist(), strict=True)):
        token = drawing.text(i)
        if token == "." or kind_of(kinds, token) == "hole" or kinds.get(token) == "empty":
            continue
        left = (row < above) != (col < before)
        line = int(place[max(row - above + 1, 0), max(col - before + 1, 0)]) if left else -1
        if line < 0:
            errors.error("the board has no line here", drawing.span(i), "write '.'")
        found.setdefault(line, []).append(i)
    errors.raise_errors()
    texts = {line: ",".join(map(drawing.text, tokens)) for line, tokens in found.items()}
    vocabulary = tuple(dict.fromkeys([".", *texts.values()]))
    token_of = np.zeros(board.count(Sort.LINE), np.int32)
    for line, text in texts.items():
        token_of[line] = vocabulary.index(text)
    every = np.isin(np.arange(len(token_of)), place)
    return Layer(vocabulary, token_of, lambda line: drawing.span(found[line][0]), every)


def format_lists(lists: Sequence[Sequence[str]], rows: int) -> list[str]:
    """Return the text of a drawing of lists, line by line.

    Args:
        lists: the numbers of each row, and then of each column; may be empty.
        rows: the number of rows.
    """
    across, down = lists[:rows], lists[rows:]
    before, above = (max([1, *map(len, part)]) for part in (across, down))
    filled = [["."] * (above - len(numbers)) + [*numbers] for numbers in down]
    top = [["."] * before + [*line] for line in zip(*filled, strict=True)]
    left = [["."] * (before - len(numbers)) + [*numbers] for numbers in across]
    return align([*top, *left])


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of tokens as text, in columns as wide as the longest token."""
    width = max(len(token) for row in rows for token in row)
    return [" ".join(token.rjust(width) for token in row) for row in rows]


def lines_around(board: Board) -> tuple[list[int], list[int]] | None:
    """Return the lines of rows and of columns of squares; None if one of them is interrupted."""
    if board.topology != "square":
        return None
    place = _places(board, Sort.LINE)
    rows, cols = place[1:, 0].tolist(), place[0, 1:].tolist()
    whole = sorted([*rows, *cols]) == list(range(board.count(Sort.LINE)))
    return (rows, cols) if whole else None


def format_around(board: Board, sort: Sort, values: Mapping[int, str]) -> list[str]:
    """Return the drawing of values of lines or borders around a board; empty if it has none."""
    if board.topology != "square" or board.rows * board.cols != len(board.centers):
        return []
    place = _places(board, sort)
    if not np.isin([*values], place).all():
        return []
    rows = [[values.get(element, ".") for element in row] for row in place.tolist()]
    if sort is Sort.LINE:
        rows[1:] = [row[:1] for row in rows[1:]]
    return align(rows)


def _places(board: Board, sort: Sort) -> Ints:
    """Return the line or border of each place around a board of squares, -1 for none."""
    both = int(sort is Sort.BORDER)
    place = np.full((board.rows + 1 + both, board.cols + 1 + both), -1, np.int32)
    part = "side" if both else "line"
    for sides, here, there, grid in (
        ("WE", board.row_of, board.col_of, place),
        ("NS", board.col_of, board.row_of, place.T),
    ):
        for i in range(len(grid) - 1 - both):
            along = there[here == i].tolist()
            for j, at, side in ((min(along, default=0), 0, 0), (max(along, default=0), -1, 1)):
                row, col = (i, j) if sides == "WE" else (j, i)
                found = board.find(f"r{row + 1}c{col + 1}.{part}({sides[side]})", sort)
                if found is not None and (both or at == 0):
                    grid[i + 1, at] = found[1]
    return place


def _round_board(
    board: Board, drawing: Drawing, literal: BoardLiteral, sort: Sort
) -> tuple[Ints, Ints]:
    """Return the number of tokens of each row around a board, and the line or border of each."""
    name = literal.name.name if literal.name else ""
    if board.topology != "square":
        example = "r1c1.line(E)" if sort is Sort.LINE else "r1c1.side(N)"
        message = "clues around the board are drawn on squares only"
        raise fail(message, _head(literal), f"write 'mark {name} = … at {example};'")
    place = _places(board, sort)
    height, width = place.shape
    lengths = np.full(height, width, np.int32)
    if sort is Sort.LINE:
        given = drawing.lengths[1:height]
        lengths[1 : 1 + len(given)][given == 1] = 1
    return lengths, np.concatenate([place[row, :n] for row, n in enumerate(lengths.tolist())])


def _require_lengths(drawing: Drawing, lengths: Ints, literal: BoardLiteral, sort: Sort) -> None:
    """Check that a drawing has the rows of the board."""
    errors = Diagnostics()
    plural, rows = ("vertices", "rows of vertices") if sort is Sort.VERTEX else ("tokens", "rows")

    def needs(count: int, what: str) -> str:
        around = sort in (Sort.LINE, Sort.BORDER)
        return f" and needs {count}" if around else f", and the board has {count} {what}"

    if drawing.rows != len(lengths):
        found = f"{drawing.rows} row{'s' * (drawing.rows != 1)}"
        message = f"this drawing has {found}{needs(len(lengths), rows)}"
        errors.error(message, _head(literal), _HINTS[sort])
    for row, (count, wanted) in enumerate(zip(drawing.lengths, lengths, strict=False)):
        if count != wanted:
            tokens = f"{count} token{'s' * int(count != 1)}{needs(wanted, f'{plural} there')}"
            message = f"row {row + 1} of this drawing has {tokens}"
            errors.error(message, drawing.row_span(row), _HINTS[sort])
    errors.raise_errors()


def _head(literal: BoardLiteral) -> Span:
    return literal.name.span if literal.name else literal.span


_HINTS = {
    Sort.CELL: "draw a token for each token of the board, '.' for no clue",
    Sort.VERTEX: "draw a token for each corner of the cells: on squares a row and a column more",
    Sort.LINE: "draw a row above the board and a column before it, '.' in the corner",
    Sort.BORDER: "draw a row above and below the board and a column on both sides of it",
}


def _require_holes(drawing: Drawing, element: Ints, kinds: Mapping[str, str], sort: Sort) -> None:
    """Check that clues are at elements, and holes are not."""
    words = drawing.vocabulary
    hole = np.array([kind_of(kinds, token) == "hole" for token in words])[drawing.token]
    blank = np.array([token == "." or kinds.get(token) == "empty" for token in words])
    errors = Diagnostics()
    noun = sort.value
    for i in np.flatnonzero((element < 0) & ~hole & ~blank[drawing.token]).tolist():
        errors.error(f"the board has no {noun} here", drawing.span(i), "write '#' or '.'")
    for i in np.flatnonzero((element >= 0) & hole).tolist():
        errors.error(f"the board has a {noun} here", drawing.span(i), "write '.' for no clue")
    errors.raise_errors()
