"""House rules, each as a text of the puzzle language and as its plain meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from oracle.reference_board import Complex
from oracle.relations import forest, lines, rays, vertex_pairs, whole

Board = frozenset[str]
"""A board, as the names of what is drawn: links, or borders where `sides` is true."""


@dataclass(frozen=True)
class HouseRule:
    """A further rule of a puzzle.

    Attributes:
        text: the body of the rule; ``EDGES`` becomes ``links`` or ``borders``.
        keeps: given the board, what is drawn and whether that is borders, whether it is kept.
    """

    text: str
    keeps: Callable[[Complex, Board, bool], bool]


def _of_cells(board: Complex, sides: bool) -> list[list[str]]:
    """Return the links or borders of each cell."""
    if sides:
        return board.sides
    return [[name for name, ends in board.links.items() if cell in ends] for cell in _cells(board)]


def _cells(board: Complex) -> range:
    return range(len(board.names))


def _odd(board: Complex, drawn: Board, sides: bool) -> bool:
    return len(drawn) % 2 == 1


def _even(board: Complex, drawn: Board, sides: bool) -> bool:
    return len(drawn) % 2 == 0


def _long(board: Complex, drawn: Board, sides: bool) -> bool:
    return len(drawn) >= 5


def _sparse(board: Complex, drawn: Board, sides: bool) -> bool:
    links = _of_cells(board, False)
    return all(
        len(drawn.intersection(edges)) != 2
        for cell, edges in enumerate(_of_cells(board, sides))
        if len(links[cell]) == 3
    )


def _corner(board: Complex, drawn: Board, sides: bool) -> bool:
    links = _of_cells(board, False)
    return all(
        len(drawn.intersection(edges)) in (0, 2)
        for cell, edges in enumerate(_of_cells(board, sides))
        if len(links[cell]) == 2
    )


def _bent(board: Complex, drawn: Board, sides: bool) -> bool:
    return sides or not any(
        link in drawn and across in drawn for (link, _), across in board.opposite.items()
    )


def _used(board: Complex, drawn: Board, sides: bool) -> set[int]:
    """Return the cells with something drawn."""
    return {c for c, edges in enumerate(_of_cells(board, sides)) if drawn.intersection(edges)}


def _blank(board: Complex, drawn: Board, sides: bool) -> bool:
    return whole(set(_cells(board)) - _used(board, drawn, sides), board.links.values())


def _touching(board: Complex, drawn: Board, sides: bool) -> bool:
    return whole(_used(board, drawn, sides), [pair for _, pair in vertex_pairs(board)])


def _few(board: Complex, drawn: Board, sides: bool) -> bool:
    used = _used(board, drawn, sides)
    return len(used) < 7 and whole(used, board.links.values())


def _patch(board: Complex, drawn: Board, sides: bool) -> bool:
    blank = set(_cells(board)) - _used(board, drawn, sides)
    return len(blank) in (0, 2, 3) and whole(blank, board.links.values())


def _crowd(board: Complex, drawn: Board, sides: bool) -> bool:
    used = _used(board, drawn, sides)
    return len(used) in (0, 4, 5) and whole(used, [pair for _, pair in vertex_pairs(board)])


def _twins(board: Complex, drawn: Board, sides: bool) -> bool:
    every = set(_cells(board)) if len(drawn) % 2 else set[int]()
    corners = {c for c in _cells(board) if sum(c in p for p in board.links.values()) == 2}
    return len(every | corners) in (2, 4) and whole(every | corners, board.links.values())


def _twigs(board: Complex, drawn: Board, sides: bool) -> bool:
    used = _used(board, drawn, sides)
    return forest([pair for pair in board.links.values() if not used & set(pair)])


def _sight(board: Complex, drawn: Board, sides: bool) -> bool:
    used = _used(board, drawn, sides)
    for cell in _cells(board):
        if sum(cell in pair for pair in board.links.values()) == 2:
            seen = set()
            for way in rays(board, cell):
                seen |= set(way[: next((i for i, d in enumerate(way) if d not in used), len(way))])
            if len(seen) > 2:
                return False
    return True


def _rows(board: Complex, drawn: Board, sides: bool) -> bool:
    used = _used(board, drawn, sides)
    return all(used & line for line in lines(board) if len(line) > 2)


def _weight(board: Complex, drawn: Board, sides: bool) -> bool:
    degrees = [len(edges) for edges in _of_cells(board, False)]
    blank = set(_cells(board)) - _used(board, drawn, sides)
    return sum(degrees[c] - 1 for c in blank) <= 3


HOUSE_RULES: Mapping[str, HouseRule] = {
    "odd": HouseRule("odd of line[EDGES];", _odd),
    "even": HouseRule("not odd of line[EDGES];", _even),
    "long": HouseRule("at least 5 of line[EDGES];", _long),
    "sparse": HouseRule(
        "for c in cells where degree(c) = 3 { not exactly 2 of line[EDGES(c)]; }", _sparse
    ),
    "corner": HouseRule(
        "for c in cells where degree(c) = 2 { exactly 0 or 2 of line[EDGES(c)]; }", _corner
    ),
    "bent": HouseRule(
        "for c in cells, l in links(c) where has opposite(l, c)"
        " { not (line[l] and line[opposite(l, c)]); }",
        _bent,
    ),
    "blank": HouseRule("connected({c for c in cells if none of line[EDGES(c)]});", _blank),
    "few": HouseRule("connected({c for c in cells if any of line[EDGES(c)]}, at most 6);", _few),
    "patch": HouseRule(
        "connected({c for c in cells if none of line[EDGES(c)]}, exactly 0 or 2 or 3);", _patch
    ),
    "touching": HouseRule(
        "connected({c for c in cells if any of line[EDGES(c)]}, vertices);", _touching
    ),
    "crowd": HouseRule(
        "connected({c for c in cells if any of line[EDGES(c)]}, vertices, exactly 0 or 4 or 5);",
        _crowd,
    ),
    "twins": HouseRule(
        "connected({c for c in cells if odd of line[EDGES] or degree(c) = 2}, exactly 2 or 4);",
        _twins,
    ),
    "twigs": HouseRule(
        "acyclic({l for l in links if none of line[EDGES(a(l))] and none of line[EDGES(b(l))]});",
        _twigs,
    ),
    "sight": HouseRule(
        "for c in cells where degree(c) = 2 {"
        " at most 2 of {d for l in links(c), d in ray(c, l) while any of line[EDGES(d)]}; }",
        _sight,
    ),
    "rows": HouseRule(
        "for l in lines where count cells(l) > 2"
        " { any of {any of line[EDGES(c)] for c in cells(l)}; }",
        _rows,
    ),
    "weight": HouseRule(
        "sum {degree(c) - 1 for c in cells if none of line[EDGES(c)]} <= 3;", _weight
    ),
}
"""By name. ``bent`` is about links only."""


def keeps(board: Complex, drawn: Board, names: tuple[str, ...], sides: bool) -> bool:
    """Return whether a board keeps the house rules of these names."""
    return all(HOUSE_RULES[name].keeps(board, drawn, sides) for name in names)
