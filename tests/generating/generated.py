"""What tests of the generator share: requests, and boards for the independent brute force."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace
from oracle.reference_board import Drawn

from nlc.errors import Source
from nlc.generating.batch import Batch
from nlc.generating.numberlink.draft import labels_of, paths_of
from nlc.generating.numberlink.genre import NumberlinkGenerator
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import Shape, blank, shape_of
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

HOLED = """puzzle "holed" is numberlink {
  topology square;
  set touch = false;
  board
    1 . . . .
    . # . . .
    . . . # .
    . . . . 1
  end
  wall r1c2|r1c3;
}
"""


def request(tiling: str, cols: int, rows: int, **fields) -> NumberlinkRequest:
    """Return a request; `options` are empty if not given."""
    return NumberlinkRequest(blank(tiling, cols, rows), fields.pop("options", {}), **fields)


class Paths(NamedTuple):
    """The paths of a puzzle: its drawn links, and the cells with labels that are not ends."""

    links: Any
    inner: tuple[int, ...]
    unique: bool


def make(wanted: NumberlinkRequest, method: str, seed: int, number: int) -> Paths:
    """Return a puzzle of a batch."""
    generator = NumberlinkGenerator(replace(wanted, method=method))
    puzzle = Batch(generator, seed).make(number).puzzle
    assert puzzle is not None
    links = puzzle.solution.bools[1:]
    ends = {path[i] for path in paths_of(wanted.shape.board, links) for i in (0, -1)}
    labels = elaborate(generator.rules.puzzle(puzzle.body)).givens["label"]
    return Paths(links, tuple(sorted(labels.keys() - ends)), puzzle.unique)


BRIDGED = """puzzle "bridged" is numberlink {
  topology square;
  legend { "X" = bridge; }
  board
    . . . .
    . X . .
    . . . .
    . . . .
  end
}
"""


def shape(text: str) -> Shape:
    """Return the board of the puzzle of a text."""
    return shape_of(load(Source("text.nl", text)).puzzles[0])


def drawn(shape: Shape, links, inner=()) -> Drawn:
    """Return a puzzle as the brute force reads it: each label is one character."""
    labels = labels_of(shape.board, links, inner)
    tokens = [[token for _, token in row] for row in shape.rows]
    for cell, label in labels.items():
        row, col = shape.board.row_of[cell], shape.board.col_of[cell]
        tokens[row][col] = chr(ord("A") + int(label) - 1)
    rows = []
    for row, texts in zip(shape.rows, tokens, strict=True):
        line = ""
        for (column, _), text in zip(row, texts, strict=True):
            line = line.ljust(column) + text
        rows.append(line)
    walls = [
        tuple(pair.strip(" ;").split("|"))
        for text in shape.passages
        if text.startswith("wall ")
        for pair in text.removeprefix("wall ").split(",")
    ]
    return Drawn(shape.topology.partition("(")[0], tuple(rows), tuple(walls))


def names_of(shape: Shape, links) -> frozenset[str]:
    """Return the names of the drawn links."""
    from nlc.board import Sort

    names = shape.board.names(Sort.LINK)
    return frozenset(name for name, on in zip(names, links.tolist(), strict=True) if on)
