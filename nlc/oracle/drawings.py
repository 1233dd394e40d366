"""Further drawings of a board: the clues by themselves, and the vertices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nlc.oracle.reference_board import Complex, Drawn, Point, outline


def surface(drawn: Drawn) -> list[str]:
    """Return the lines of a puzzle for the tiling and the sign of a bridge."""
    setting = "(first=up)" if drawn.tiling == "triangle" else ""
    if drawn.wrap != "none":
        setting = f"(wrap={drawn.wrap})"
    legend = ['  legend { "+" = bridge; }'] if "+" in "".join(drawn.rows) else []
    return [f"  topology {drawn.tiling}{setting};", *legend]


def drawing(head: str, rows: Iterable[str]) -> list[str]:
    """Return the lines of a drawing, such as ``board`` or ``board clue``."""
    return [f"  {head}", *(f"    {row}" for row in rows), "  end"]


def joints(drawn: Drawn) -> list[str]:
    """Return the lines of a puzzle for its walls and warps."""
    walls = [f"  wall {a}|{b};" for a, b in drawn.walls]
    return walls + [f"  warp {a}|{b};" for a, b in drawn.warps]


def whole(drawn: Drawn) -> list[str]:
    """Return the lines of a puzzle for its board."""
    return [*surface(drawn), *drawing("board", drawn.rows), *joints(drawn)]


def without_clues(drawn: Drawn) -> tuple[str, ...]:
    """Return the rows of a board with a dot in place of each clue."""
    return tuple("".join(c if c in " .#+" else "." for c in row) for row in drawn.rows)


def clues_alone(drawn: Drawn) -> tuple[str, ...]:
    """Return the rows of a board with a dot in place of each bridge."""
    return tuple(row.replace("+", ".") for row in drawn.rows)


def laid_over(rows: Sequence[str], clues: Sequence[str]) -> tuple[str, ...]:
    """Return rows with the clues of a further drawing, whose tokens are at the same places."""
    return tuple(
        "".join(b if b not in " .#" else a for a, b in zip(row, other, strict=True))
        for row, other in zip(rows, clues, strict=True)
    )


def heights(drawn: Drawn) -> list[list[Point]]:
    """Return the vertices of all tokens, holes included, row by row from left to right."""
    points: set[Point] = set()
    for row, line in enumerate(drawn.rows):
        columns = [column for column, token in enumerate(line) if token != " "]
        for ordinal, column in enumerate(columns):
            points |= {point for _, point in outline(drawn, row, ordinal, column)[0]}
    rows = sorted({y for _, y in points})
    return [sorted(point for point in points if point[1] == y) for y in rows]


def vertex_rows(drawn: Drawn, tokens: Mapping[Point, str]) -> list[str]:
    """Return a drawing of the vertices; those that only holes touch are holes."""
    there = set(Complex(replace(drawn, walls=(), warps=())).corners.values())
    there |= {p for edge in Complex(drawn).borders.values() for p in edge}
    return [
        " ".join(tokens.get(p, "." if p in there else "#") for p in row) for row in heights(drawn)
    ]


def first_name(board: Complex, point: Point) -> str:
    """Return the first of the names of a vertex."""
    return next(name for name, other in board.corners.items() if other == point)
