"""Numberlink as most engines read it: by degrees and labels.

It is stated here anew, from its options and clues: neither the rules of the genre file nor any
encoding is read, so that a mistake of theirs is not repeated.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.errors import fail
from nlc.ir.elaborate.ground import ground_board
from nlc.language import syntax as s
from nlc.language.files import stock_file
from nlc.language.resolve import Puzzle

GENRES = ("numberlink",)
"""The genres that are stated here."""


class Sum(Struct, frozen=True):
    """Of the edges of a set, between `low` and `high` are drawn."""

    edges: tuple[int, ...]
    low: int
    high: int


class Problem(Struct, frozen=True, eq=False):
    """Paths that join the two nodes of each label.

    Drawn degrees are 1 at a node with a label, else 2, or 0 unless `cover`; nothing else is drawn.

    Attributes:
        ends: shape (edges,  2), the two nodes of each edge.
        labels: shape (nodes,), the label of each node from 1, or 0.
        cover: no node has degree 0.
        touch: an edge that is not drawn may join two nodes of one path.
        sums: further constraints.
    """

    ends: Ints
    labels: Ints
    cover: bool = False
    touch: bool = True
    sums: tuple[Sum, ...] = ()

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.labels)

    @property
    def groups(self) -> int:
        """The number of labels."""
        return int(self.labels.max(initial=0))


class Method(Struct, frozen=True):
    """Who wants to know the problem, for messages: a name, and what to do where it is refused."""

    name: str
    hint: str


def read_problem(case: Puzzle, method: Method) -> Problem:
    """Return the problem of a puzzle of the stock genre.

    Raises:
        UserError: the puzzle is of another genre or has rules of its own, or a clue is wrong.
    """
    refuse_other_rules(case, method)
    instance = ground_board(case)
    options = {
        name: instance.text(value.kind, value.data.item()) == "true"
        for name, value in instance.options.items()
    }
    givens = instance.given_texts()
    board, groups = instance.board, dict[str, list[int]]()
    for cell, text in sorted(givens["label"].items()):
        groups.setdefault(text, []).append(cell)
    for text, cells in groups.items():
        if len(cells) != 2:
            raise fail(f"label {text} must occur exactly twice", case.tree.span)
    labels = np.zeros(board.count(Sort.CELL), np.int32)
    for number, cells in enumerate(groups.values(), 1):
        labels[cells] = number
    sums = () if options["touch"] and not options["no2x2"] else tuple(_turns(board))
    return Problem(board.link_cells, labels, options["cover"], options["touch"], sums)


def refuse_other_rules(
    case: Puzzle, method: Method, genres: tuple[str, ...] = GENRES, text: str | None = None
) -> None:
    """Refuse all rules but those of some stock genres, or of the genre that a text defines.

    Raises:
        UserError: the puzzle has other ones.
    """
    name = case.rules.name
    if name not in genres:
        message = f"{method.name} knows {', '.join(genres)}, and not the genre '{name}'"
        raise fail(message, case.tree.genre.span, method.hint)
    stock = stock_file(f"{name}.nl")
    if text is None and stock is not None:
        text = stock.text
    if case.rules.span.source.text != text:
        message = f"{method.name} knows the stock genre '{name}' only, not this one"
        raise fail(message, case.rules.span, method.hint)
    for item in case.tree.items:
        if isinstance(item, (s.Let, s.Rule, s.Check, s.Drop, s.Objective)):
            message = f"{method.name} knows the genre's own rules only"
            raise fail(message, item.span, method.hint)


def _turns(board: Board) -> Iterable[Sum]:
    """Yield the rule against turning back round an inner vertex.

    A piece that does not touch itself cannot draw all links but one of a ring of different cells.
    """
    for vertex in np.flatnonzero(board.vertex_inner).tolist():
        links = board.vertex_links.row(vertex)
        size = len(board.vertex_borders.row(vertex))
        if len(links) == len(board.vertex_cells.row(vertex)) == size:  # no wall, hole or bridge
            yield Sum(tuple(links.tolist()), 0, size - 2)
