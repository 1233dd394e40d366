"""Statements about dark cells, each as a text of the language and as its plain meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from oracle.reference_board import Complex
from oracle.relations import Pair, forest, lines, meeting, parts, rays, vertex_pairs, whole

Dark = frozenset[int]
"""The dark cells of a board."""


def reached(nodes: Iterable[int], goals: Iterable[int], pairs: Iterable[Pair]) -> bool:
    """Return whether each part of some nodes holds a goal."""
    aims = set(goals)
    return all(part & aims for part in parts(nodes, pairs))


def ring(pairs: Iterable[Pair]) -> bool:
    """Return whether edges are one closed loop and nothing else."""
    edges = list(pairs)
    ends = [node for pair in edges for node in pair]
    return bool(edges) and all(ends.count(n) == 2 for n in ends) and whole(ends, edges)


def way(pairs: Iterable[Pair], start: int, end: int) -> bool:
    """Return whether edges are one simple path between two nodes and nothing else."""
    edges = list(pairs)
    ends = [node for pair in edges for node in pair]
    degrees = {node: ends.count(node) for node in {*ends, start, end}}
    return (
        all(degree == (1 if node in (start, end) else 2) for node, degree in degrees.items())
        and whole(degrees, edges)
        and forest(edges)
    )


@cache
def beside(board: Complex) -> list[tuple[Pair, list[int]]]:
    """Return the vertices of each border, by number, and the cells on its two sides, or one."""
    number = {p: i for i, p in enumerate(sorted({p for e in board.borders.values() for p in e}))}
    around: dict[str, list[int]] = {name: [] for name in board.borders}
    for cell, sides in enumerate(board.sides):
        for side in sides:
            around[side].append(cell)
    return [((number[p], number[q]), around[name]) for name, (p, q) in board.borders.items()]


def outline(board: Complex, dark: Dark) -> list[Pair]:
    """Return the borders with dark on one side only, each as its two vertices."""
    return [pair for pair, cells in beside(board) if len(dark.intersection(cells)) == 1]


def across(board: Complex) -> list[Pair]:
    """Return each two cells with a border between them, walls or not."""
    return [(cells[0], cells[1]) for _, cells in beside(board) if len(cells) == 2]


@cache
def distance(board: Complex, cell: int, other: int) -> int | None:
    """Return the fewest links from a cell to another, if there is a way."""
    reached, steps = {cell}, 0
    while other not in reached:
        more = {d for pair in board.links.values() if set(pair) & reached for d in pair} - reached
        if not more:
            return None
        reached |= more
        steps += 1
    return steps


@dataclass(frozen=True)
class Statement:
    """A statement of a rule.

    Attributes:
        text: in the language.
        holds: whether a board with these dark cells keeps it.
    """

    text: str
    holds: Callable[[Complex, Dark], bool]


def _light(board: Complex, dark: Dark) -> set[int]:
    return set(range(len(board.names))) - dark


def _inside(board: Complex, dark: Dark) -> list[Pair]:
    """Return the links between dark cells."""
    return [(a, b) for a, b in board.links.values() if a in dark and b in dark]


def _degrees(board: Complex) -> list[int]:
    ends = [cell for pair in board.links.values() for cell in pair]
    return [ends.count(cell) for cell in range(len(board.names))]


def _few(board: Complex) -> list[int]:
    return [cell for cell, degree in enumerate(_degrees(board)) if degree < 3]


def _beside(board: Complex, cell: int) -> set[int]:
    return {d for pair in board.links.values() if cell in pair for d in pair} - {cell}


def _seen(board: Complex, dark: Dark, cell: int) -> set[int]:
    """Return the cells up to the first dark one, in each straight direction."""
    found = set()
    for way_ in rays(board, cell):
        for d in way_:
            if d in dark:
                break
            found.add(d)
    return found


def _corners(board: Complex) -> list[int]:
    return [cell for cell, degree in enumerate(_degrees(board)) if degree == 2]


def _short(board: Complex, dark: Dark) -> bool:
    degrees = _degrees(board)
    for cell in range(len(board.names)):
        for way_ in rays(board, cell):
            passed = next((i for i, d in enumerate(way_) if degrees[d] < 3), len(way_))
            if len(dark.intersection(way_[:passed])) > 1:
                return False
    return True


def _gaps(board: Complex, dark: Dark) -> bool:
    for cell in dark:
        ways: dict[int, tuple[int, ...]] = {}
        for way_ in rays(board, cell):
            for i, d in enumerate(way_):
                if d not in ways or i < len(ways[d]):
                    ways[d] = way_[:i]
        if not all(dark.intersection(ways[d]) for d in ways if ways[d] and d in dark):
            return False
    return True


def lengths_of(held: Iterable[bool]) -> list[int]:
    """Return the lengths of the runs of true conditions, in order."""
    return [len(part) for part in "".join("x" if each else " " for each in held).split()]


@cache
def ordered_lines(board: Complex) -> list[tuple[int, ...]]:
    """Return the cells of each straight line of two or more, from its first end on."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for line in lines(board):
        ways = [(cell, *way_) for cell in line for way_ in rays(board, cell)]
        found[line] = min(way_ for way_ in ways if set(way_) == line)
    return list(found.values())


@cache
def ring_pairs(board: Complex, cell: int) -> tuple[frozenset[int], list[Pair]]:
    """Return the cells round a cell, and those of them that lie side by side there."""
    corners = {p for name, p in board.corners.items() if name.startswith(f"{board.names[cell]}.")}
    number = {point: i for i, point in enumerate(sorted(set(board.corners.values())))}
    met = {number[point] for point in corners}
    round_ = {d for vertex in met for d in meeting(board)[vertex]} - {cell}
    sides = zip(board.borders.values(), (cells for _, cells in beside(board)), strict=True)
    pairs = [(cells[0], cells[1]) for ends, cells in sides if len(cells) == 2 and corners & {*ends}]
    return frozenset(round_), pairs


def _line_runs(board: Complex, dark: Dark) -> bool:
    return all(
        lengths_of(cell in dark for cell in line) in ([2], [1, 2], [])
        or lengths_of(cell not in dark for cell in line) == [1]
        for line in ordered_lines(board)
        if len(line) > 2
    )


def _ring_runs(board: Complex, dark: Dark, cell: int) -> list[int]:
    """Return the lengths of the runs round a cell, ascending."""
    round_, pairs = ring_pairs(board, cell)
    return sorted(map(len, parts(round_ & dark, pairs)))


_SIGHT = "{d for l in links(c), d in ray(c, l) while not dark[d]}"
_FOREST = "{l for l in links if dark[a(l)] and dark[b(l)]}"
_OUTLINE = "{s for s in borders if odd of dark[cells(s)]}"

STATEMENTS: Mapping[str, Statement] = {
    "dark": Statement("connected(dark);", lambda board, dark: whole(dark, board.links.values())),
    "light": Statement(
        "connected({c for c in cells if not dark[c]});",
        lambda board, dark: whole(_light(board, dark), board.links.values()),
    ),
    "touching": Statement(
        "connected(dark, vertices);",
        lambda board, dark: whole(dark, [pair for _, pair in vertex_pairs(board)]),
    ),
    "near": Statement(
        "connected({c for c in cells if not dark[c]},"
        " {v for v in vertices if any of dark[cells(v)]});",
        lambda board, dark: whole(
            _light(board, dark),
            [
                pair
                for vertex, pair in vertex_pairs(board)
                if dark.intersection(meeting(board)[vertex])
            ],
        ),
    ),
    "beside": Statement(
        "connected(dark[cells], borders);", lambda board, dark: whole(dark, across(board))
    ),
    "alike": Statement(
        "connected(cells, {l for l in links if dark[a(l)] iff dark[b(l)]});",
        lambda board, dark: whole(
            range(len(board.names)),
            [(a, b) for a, b in board.links.values() if (a in dark) == (b in dark)],
        ),
    ),
    "wide": Statement(
        f"connected({_FOREST});",
        lambda board, dark: whole(
            [cell for pair in _inside(board, dark) for cell in pair], _inside(board, dark)
        ),
    ),
    "trees": Statement(f"acyclic({_FOREST});", lambda board, dark: forest(_inside(board, dark))),
    "ring": Statement(f"loop({_FOREST});", lambda board, dark: ring(_inside(board, dark))),
    "first": Statement(
        "loop({l for l in links if dark[a(l)] or not dark[a(l)] and dark[b(l)]});",
        lambda board, dark: ring(
            [(a, b) for a, b in board.links.values() if a in dark or b in dark]
        ),
    ),
    "again": Statement(
        "loop({l for l in links if dark[a(l)]});",
        lambda board, dark: ring([(a, b) for a, b in board.links.values() if a in dark]),
    ),
    "way": Statement(
        f"path({_FOREST}, first(cells), first({{c for c in cells where c != first(cells)}}));",
        lambda board, dark: way(_inside(board, dark), 0, 1),
    ),
    "goal": Statement(
        "reaches(dark, {c for c in cells where degree(c) < 3});",
        lambda board, dark: reached(dark, _few(board), board.links.values()),
    ),
    "corner": Statement(
        "reaches({c for c in cells if not dark[c]},"
        " {c for c in cells where c = first(cells)}, vertices);",
        lambda board, dark: reached(
            _light(board, dark), [0], [pair for _, pair in vertex_pairs(board)]
        ),
    ),
    "led": Statement(
        "reaches(cells, {c for c in cells where degree(c) < 3},"
        " {l for l in links if not (dark[a(l)] and dark[b(l)])});",
        lambda board, dark: reached(
            range(len(board.names)),
            _few(board),
            set(board.links.values()) - set(_inside(board, dark)),
        ),
    ),
    "outline": Statement(
        f"connected({_OUTLINE});",
        lambda board, dark: whole(
            [p for pair in outline(board, dark) for p in pair], outline(board, dark)
        ),
    ),
    "patch": Statement(f"loop({_OUTLINE});", lambda board, dark: ring(outline(board, dark))),
    "sight": Statement(
        f"for c in cells where degree(c) = 2 {{ exactly 1 or 2 or 4 of {_SIGHT}; }}",
        lambda board, dark: all(
            len(_seen(board, dark, cell)) in (1, 2, 4) for cell in _corners(board)
        ),
    ),
    "watch": Statement(
        "for c in cells where degree(c) = 2 { exactly 0 or 2 of"
        " {d for l in links(c), d in ray(c, l) while not dark[d]"
        " if any of dark[{other(m, d) for m in links(d)}]}; }",
        lambda board, dark: all(
            sum(bool(_beside(board, d) & dark) for d in _seen(board, dark, cell)) in (0, 2)
            for cell in _corners(board)
        ),
    ),
    "lamps": Statement(
        "for c in cells, l in links(c) { dark[c] implies none of dark[ray(c, l)]; }",
        lambda board, dark: (
            not any(dark.intersection(way_) for cell in dark for way_ in rays(board, cell))
        ),
    ),
    "short": Statement(
        "for c in cells, l in links(c)"
        " { at most 1 of dark[{d for d in ray(c, l) while degree(d) > 2}]; }",
        _short,
    ),
    "lines": Statement(
        "for l in lines where count cells(l) > 1 { any of dark[cells(l)]; }",
        lambda board, dark: all(line & dark for line in lines(board)),
    ),
    "through": Statement(
        "for c in cells { dark[c] implies"
        " exactly 1 of {any of {dark[d] for d in cells(l) where d != c} for l in lines(c)}; }",
        lambda board, dark: all(
            sum(bool((line - {cell}) & dark) for line in lines(board) if cell in line) == 1
            for cell in dark
        ),
    ),
    "far": Statement(
        "for c, d in cells where distance(c, d) = 2 { not (dark[c] and dark[d]); }",
        lambda board, dark: all(distance(board, a, b) != 2 for a in dark for b in dark),
    ),
    "images": Statement(
        "exactly 0 or 3 or 4 of {other(l, c) for c in cells, l in links(c) if dark[c]};",
        lambda board, dark: len({d for c in dark for d in _beside(board, c)}) in (0, 3, 4),
    ),
    "runs": Statement(
        'for l in lines where count cells(l) > 2 { runs(dark[cells(l)], "1,2")'
        ' or runs(dark[cells(l)], "2") or runs(dark[cells(l)], "0")'
        ' or runs({not dark[c] for c in cells(l)}, "1"); }',
        _line_runs,
    ),
    "broken": Statement(
        'for l in lines where count cells(l) > 1 { not runs(dark[cells(l)], "1"); }',
        lambda board, dark: all(
            lengths_of(cell in dark for cell in line) != [1] for line in ordered_lines(board)
        ),
    ),
    "round": Statement(
        'for c in cells where count ring(c) > 1 { dark[c] implies runs(dark[ring(c)], "2"); }',
        lambda board, dark: all(
            _ring_runs(board, dark, cell) == [2]
            for cell in dark
            if len(ring_pairs(board, cell)[0]) > 1
        ),
    ),
    "parted": Statement(
        "for c in cells where count ring(c) > 2 {"
        ' dark[c] iff runs({not dark[d] for d in ring(c)}, "2,1"); }',
        lambda board, dark: all(
            (cell in dark) == (_ring_runs(board, frozenset(_light(board, dark)), cell) == [1, 2])
            for cell in range(len(board.names))
            if len(ring_pairs(board, cell)[0]) > 2
        ),
    ),
    "gaps": Statement(
        "for c, d in cells where count between(c, d) > 0"
        " { dark[c] and dark[d] implies any of dark[between(c, d)]; }",
        _gaps,
    ),
}
"""By name."""
