"""Small puzzles with their solutions given by hand, to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct, field

from nlc.board import Board, Sort
from nlc.board.drawn_board import DrawnBoard, build_board
from nlc.errors import Source, Span
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain, Program
from nlc.language.syntax import BoardLiteral, Loc, Ref, Topology, Wall, Warp

SPAN = Span(Source("drawn", ""), 1, 1, 1, 1)


def drawn(
    text: str,
    topology: str = "square",
    settings: Mapping[str, str] | None = None,
    bridge: str = "",
    walls: Sequence[str] = (),
    warps: Sequence[str] = (),
) -> DrawnBoard:
    """Draw a board; walls and warps are written ``r1c1|r1c2``."""

    def pairs(texts: Sequence[str]) -> tuple[tuple[Loc, Loc], ...]:
        return tuple((Loc(SPAN, t.split("|")[0]), Loc(SPAN, t.split("|")[1])) for t in texts)

    entries = tuple((Ref(SPAN, k), Ref(SPAN, v)) for k, v in (settings or {}).items())
    return build_board(
        Topology(SPAN, Ref(SPAN, topology), entries),
        BoardLiteral(SPAN, tuple(text.strip("\n").split("\n")), 1),
        {bridge: "bridge"},
        [Wall(SPAN, pairs(walls))],
        [Warp(SPAN, pairs(warps))],
    )


def clues_of(board: DrawnBoard) -> dict[int, str]:
    """Return the tokens that are no dot, by cell."""
    texts = [board.vocabulary[t] for t in board.cell_token.tolist()]
    lanes = board.board.lanes.tolist()
    return {i: t for i, t in enumerate(texts) if t != "." and lanes[i] < 0}


def links_along(board: Board, paths: Sequence[str]) -> list[int]:
    """Return the links between consecutive cells of paths, each written as cells with blanks."""
    ends = [tuple(sorted(pair)) for pair in board.link_cells.tolist()]
    out = []
    for path in paths:
        found = [board.find(name, Sort.CELL) for name in path.split()]
        cells = [place[1] for place in found if place is not None]
        assert len(cells) == len(found), path
        out += [ends.index((min(a, b), max(a, b))) for a, b in pairwise(cells)]
    return out


def borders_round(board: Board, cells: str) -> list[int]:
    """Return the borders between some cells and all others or the outside."""
    found = [board.find(name, Sort.CELL) for name in cells.split()]
    inside = {place[1] for place in found if place is not None}
    assert len(inside) == len(found), cells
    pairs = enumerate(board.border_cells.tolist())
    return [i for i, (a, b) in pairs if (a in inside) != (b in inside)]


class Example(Struct, frozen=True):
    """A puzzle and its solution.

    Attributes:
        board: the drawn board.
        paths: chosen links, as cells with blanks between.
        round: or the cells that a loop goes round.
        ports: corners with a clue.
    """

    board: DrawnBoard
    paths: Sequence[str] = ()
    round: str = ""
    ports: Mapping[str, str] = field(default_factory=dict)

    def program(self) -> Program:
        """Return the puzzle: `label` and `color` for paths, `clue` and `port` for a loop."""
        board, clues = self.board.board, clues_of(self.board)
        sort = Sort.BORDER if self.round else Sort.LINK
        out = Program("example", "example", {}, {"clue": clues}, board)
        out.given_sorts = {"clue": Sort.CELL}
        out.bools.append(BoolVar("line", sort, 1, board.count(sort), True, False))
        if not self.round:
            values = tuple(dict.fromkeys(clues.values()))
            size = board.count(Sort.CELL)
            out.domains["color"] = Domain("color", Sort.CELL, size, values, True, False, True)
        if self.ports:
            places = {board.find(name, Sort.VERTEX): text for name, text in self.ports.items()}
            out.givens = {**out.givens, "port": {p[1]: t for p, t in places.items() if p}}
            out.given_sorts = {"clue": Sort.CELL, "port": Sort.VERTEX}
        return out

    def solution(self) -> Assignment:
        """Return the solution; the cells of a path have the colour of its first cell's clue."""
        board, clues = self.board.board, clues_of(self.board)
        if self.round:
            chosen = borders_round(board, self.round)
            bools = np.zeros(board.count(Sort.BORDER) + 1, dtype=np.bool_)
        else:
            chosen = links_along(board, self.paths)
            bools = np.zeros(board.count(Sort.LINK) + 1, dtype=np.bool_)
        bools[[i + 1 for i in chosen]] = True
        values = list(dict.fromkeys(clues.values()))
        color = np.full(board.count(Sort.CELL), ABSENT, dtype=np.int32)
        color[list(clues)] = [values.index(text) for text in clues.values()]
        for path in self.paths:
            cells = [board.find(name, Sort.CELL) for name in path.split()]
            color[[c[1] for c in cells if c]] = values.index(clues[cells[0][1]] if cells[0] else "")
        return Assignment(bools, {"color": color})
