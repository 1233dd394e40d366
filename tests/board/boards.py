"""Boards from short texts, random drawings and plain-Python topology for the tests of boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from nlc.board.drawn_board import DrawnBoard, build_board
from nlc.errors import Source, Span, UserError
from nlc.graph import Graph
from nlc.language.syntax import BoardLiteral, Bool, Expr, Int, Loc, Ref, Topology, Wall, Warp


def topology(text: str) -> Topology:
    """Return the node of ``name(key=value, …)`` or ``graph { a b; a-b }``."""
    source = Source("topology", text)

    def span(match: re.Match[str], group: int) -> Span:
        return Span(source, 1, match.start(group) + 1, 1, match.end(group) + 1)

    def ref(match: re.Match[str], group: int) -> Ref:
        return Ref(span(match, group), match[group])

    def value(match: re.Match[str]) -> Expr:
        if match[2].isdigit():
            return Int(span(match, 2), int(match[2]))
        if match[2] in ("true", "false"):
            return Bool(span(match, 2), match[2] == "true")
        return ref(match, 2)

    name = re.compile(r"(\w+)").match(text)
    assert name
    settings = tuple((ref(m, 1), value(m)) for m in re.finditer(r"(\w+)=(\w+)", text))
    start = text.find("{") + 1
    middle = text.find(";", start)
    cells, links = [], []
    if start and middle > 0:
        cells = [ref(m, 1) for m in re.compile(r"(\w+)").finditer(text, start, middle)]
        pairs = re.compile(r"(\w+)-(\w+)").finditer(text, middle)
        links = [(ref(m, 1), ref(m, 2)) for m in pairs]
    whole = Span(source, 1, 1, 1, len(text) + 1)
    return Topology(whole, ref(name, 1), settings, tuple(cells), tuple(links))


def _pairs(text: str) -> tuple[Span, tuple[tuple[Loc, Loc], ...]]:
    source = Source("passages", text)
    locs = [
        Loc(Span(source, 1, m.start() + 1, 1, m.end() + 1), m[0])
        for m in re.finditer(r"[^|\s,]+", text)
    ]
    whole = Span(source, 1, 1, 1, len(text) + 1)
    return whole, tuple(zip(locs[::2], locs[1::2], strict=True))


def board(
    lines: str | Sequence[str] | None,
    top: str = "square",
    kinds: Mapping[str, str] | None = None,
    walls: str = "",
    warps: str = "",
) -> DrawnBoard:
    """Draw a board; its lines, separated by ``/`` or listed, start at line 2 of the source."""
    if isinstance(lines, str):
        lines = lines.split("/")
    literal = None
    source = Source("board", "\n".join(("board", *(lines or ()), "end")))
    span = Span(source, 1, 1, len(lines or ()) + 2, 4)
    if lines is not None:
        literal = BoardLiteral(span, tuple(lines), 2)
    return build_board(
        topology(top),
        literal,
        kinds or {},
        [Wall(*_pairs(walls))] if walls else [],
        [Warp(*_pairs(warps))] if warps else [],
    )


def errors(
    lines: str | Sequence[str] | None, top: str = "square", **rest: Any
) -> list[tuple[int, int, str, str | None]]:
    """Return line, column, message and hint of each diagnostic of a board that must be refused."""
    with pytest.raises(UserError) as caught:
        board(lines, top, **rest)
    found = caught.value.diagnostics
    assert all(d.span for d in found)
    return [(d.span.line, d.span.column, d.message, d.hint) for d in found if d.span]


TOPOLOGIES = (
    "square",
    "triangle(first=up)",
    "triangle(first=down)",
    "hex",
    *(f"hex(layout={layout})" for layout in ("odd_r", "even_r", "odd_q", "even_q", "axial")),
)


@st.composite
def drawings(draw_one: st.DrawFn, opposed: bool = False) -> tuple[str, tuple[str, ...]]:
    """Random outlines with holes: a topology and its lines, with at least one cell.

    Boards that are read where they are drawn have shifted rows and gaps too.
    """
    tops = [top for top in TOPOLOGIES if not (opposed and top.startswith("triangle"))]
    top = draw_one(st.sampled_from(tops))
    rows, cols = draw_one(st.integers(1, 6)), draw_one(st.integers(1, 6))
    free = top == "hex" or top.startswith("triangle")
    tokens = st.sampled_from("....# " if free else "....#")
    matrix = [[draw_one(tokens) for _ in range(cols)] for _ in range(rows)]
    matrix[0][0] = "."
    lines = []
    for r, row in enumerate(matrix):
        if not free:
            lines.append(" ".join(row))
        elif top == "hex":
            shift = 2 * draw_one(st.integers(0, 3)) + r % 2
            # The far token fixes the pitch; a row of blanks would not count as a row.
            lines.append(" " * (2 * shift) + "   ".join([*row, "#", "#"]))
        else:
            lines.append(" " * (2 * draw_one(st.integers(0, 4))) + " ".join([*row, "#", "#"]))
    return top, tuple(lines)


def components(graph: Graph) -> int:
    """Count the connected components of a graph."""
    parent = list(range(graph.nodes))

    def root(node: int) -> int:
        while parent[node] != node:
            node = parent[node]
        return node

    for a, b in graph.ends.tolist():
        parent[root(a)] = root(b)
    return sum(parent[node] == node for node in range(graph.nodes))


def faces(graph: Graph) -> int:
    """Count the faces of the rotation system, one for each isolated node."""
    ends, rank = graph.ends.tolist(), graph.rank.tolist()
    around: list[list[tuple[int, int]]] = [[] for _ in range(graph.nodes)]
    for edge, nodes in enumerate(ends):
        for end, node in enumerate(nodes):
            around[node].append((edge, end))
    following = {}
    for darts in around:
        darts.sort(key=lambda dart: rank[dart[0]][dart[1]])
        assert len({rank[edge][end] for edge, end in darts}) == len(darts)
        for dart, successor in zip(darts, darts[1:] + darts[:1], strict=True):
            following[dart] = successor
    unseen = set(following)
    count = sum(not darts for darts in around)
    while unseen:
        dart = unseen.pop()
        count += 1
        while True:
            dart = following[dart[0], 1 - dart[1]]
            if dart not in unseen:
                break
            unseen.remove(dart)
    return count


def euler(graph: Graph) -> int:
    """Return V - E + F - 2C, which is 0 for an embedding in the plane."""
    return graph.nodes - len(graph.ends) + faces(graph) - 2 * components(graph)
