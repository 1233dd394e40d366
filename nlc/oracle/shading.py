"""Shading of cells by random statements of the language, each with its plain meaning.

The genre has one variable, whether a cell is dark; a board of n cells has 2 ** n boards to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from nlc.oracle.random_boards import blank
from nlc.oracle.reference_board import Complex, Drawn

MOST_CELLS = 9

Dark = frozenset[int]
"""The dark cells of a board."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class Statement:
    """A statement of a rule.

    Attributes:
        text: in the language.
        holds: whether a board with these dark cells keeps it.
    """

    text: str
    holds: Callable[[Complex, Dark], bool]


@dataclass(frozen=True)
class ShadingCase:
    """A puzzle about dark cells.

    Attributes:
        drawn: the board, without clues.
        statements: names of `STATEMENTS`.
    """

    drawn: Drawn
    statements: tuple[str, ...]

    @property
    def text(self) -> str:
        """The genre and the puzzle in the language."""
        drawn = self.drawn
        setting = "(first=up)" if drawn.tiling == "triangle" else ""
        if drawn.wrap != "none":
            setting = f"(wrap={drawn.wrap})"
        lines = ["genre shading {", "  var dark : cell -> bool;", "  rule any_ { true; }"]
        lines += [f"  rule {name} {{ {STATEMENTS[name].text} }}" for name in self.statements]
        lines += ["  show dark as shaded;", "}"]
        lines += ['puzzle "shading" is shading {', f"  topology {drawn.tiling}{setting};"]
        if "+" in "".join(drawn.rows):
            lines.append('  legend { "+" = bridge; }')
        lines += ["  board", *(f"    {row}" for row in drawn.rows), "  end"]
        lines += [f"  wall {a}|{b};" for a, b in drawn.walls]
        lines += [f"  warp {a}|{b};" for a, b in drawn.warps]
        return "\n".join([*lines, "}", ""])

    def solutions(self) -> set[frozenset[str]]:
        """Return all boards that keep the statements, each as the names of its dark cells."""
        board = Complex(self.drawn)
        found = set()
        for bits in product((False, True), repeat=len(board.names)):
            dark = frozenset(cell for cell, bit in enumerate(bits) if bit)
            if all(STATEMENTS[name].holds(board, dark) for name in self.statements):
                found.add(frozenset(board.names[cell] for cell in dark))
        return found


def shading_cases(tiling: str, name: str, count: int) -> Iterator[ShadingCase]:
    """Yield the same puzzles at every call, each with a statement and perhaps another one."""
    random = Random(f"{tiling} {name}")
    for _ in range(count):
        yield random_shading(random, tiling, name)


def random_shading(random: Random, tiling: str, name: str) -> ShadingCase:
    """Return a puzzle on a random board, with a statement and perhaps another one."""
    while True:
        drawn = blank(random, tiling, MOST_CELLS)
        if tiling != "triangle" and random.random() < 0.2:
            drawn = _bridged(random, drawn)
        if tiling == "square" and random.random() < 0.15:
            drawn = Drawn("square", (". . .",) * 3, wrap=random.choice(("horizontal", "both")))
        board = Complex(drawn)
        if 2 <= len(board.names) <= MOST_CELLS:
            break
    plain = [link for link in board.links if "lane" not in link]
    walls = random.sample(plain, min(len(plain), random.choice((0, 0, 1, 2))))
    drawn = Drawn(
        drawn.tiling,
        drawn.rows,
        tuple((a, b) for a, b in (wall.split("-") for wall in walls)),
        wrap=drawn.wrap,
    )
    more = random.choice(list(STATEMENTS))
    chosen = (name, more) if more != name and random.random() < 0.4 else (name,)
    return ShadingCase(drawn, chosen)


def _bridged(random: Random, drawn: Drawn) -> Drawn:
    """Make one cell a bridge."""
    row = random.randrange(len(drawn.rows))
    cells = [i for i, token in enumerate(drawn.rows[row]) if token == "."]
    if not cells:
        return drawn
    at, line = random.choice(cells), drawn.rows[row]
    rows = (*drawn.rows[:row], line[:at] + "+" + line[at + 1 :], *drawn.rows[row + 1 :])
    return Drawn(drawn.tiling, rows)


# ---------- what statements mean ----------


def parts(nodes: Iterable[int], pairs: Iterable[Pair]) -> list[set[int]]:
    """Return the connected components of nodes, along pairs of which both are among them."""
    left = set(nodes)
    beside: dict[int, set[int]] = {node: set() for node in left}
    for a, b in pairs:
        if a in left and b in left:
            beside[a].add(b)
            beside[b].add(a)
    found = []
    while left:
        part, reached = set[int](), {left.pop()}
        while reached:
            node = reached.pop()
            part.add(node)
            reached |= beside[node] - part
        left -= part
        found.append(part)
    return found


def whole(nodes: Iterable[int], pairs: Iterable[Pair]) -> bool:
    """Return whether nodes hang together."""
    return len(parts(nodes, pairs)) < 2


def reached(nodes: Iterable[int], goals: Iterable[int], pairs: Iterable[Pair]) -> bool:
    """Return whether each part of some nodes holds a goal."""
    aims = set(goals)
    return all(part & aims for part in parts(nodes, pairs))


def forest(pairs: Iterable[Pair]) -> bool:
    """Return whether edges hold no cycle; pairs may come twice."""
    edges = list(pairs)
    nodes = {node for pair in edges for node in pair}
    return len(edges) == len(nodes) - len(parts(nodes, edges))


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
def meeting(board: Complex) -> dict[int, list[int]]:
    """Return the cells at each vertex, by a number of the vertex; a bridge has no vertex."""
    number = {point: i for i, point in enumerate(sorted(set(board.corners.values())))}
    at: dict[int, list[int]] = {i: [] for i in number.values()}
    for name, point in board.corners.items():
        at[number[point]].append(board.names.index(name.partition(".")[0]))
    return at


@cache
def vertex_pairs(board: Complex) -> list[tuple[int, Pair]]:
    """Return each two cells that meet at a vertex, with the vertex."""
    return [
        (vertex, (a, b)) for vertex, cells in meeting(board).items() for a in cells for b in cells
    ]


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


def _light(board: Complex, dark: Dark) -> set[int]:
    return set(range(len(board.names))) - dark


def _inside(board: Complex, dark: Dark) -> list[Pair]:
    """Return the links between dark cells."""
    return [(a, b) for a, b in board.links.values() if a in dark and b in dark]


@cache
def _degrees(board: Complex) -> list[int]:
    ends = [cell for pair in board.links.values() for cell in pair]
    return [ends.count(cell) for cell in range(len(board.names))]


@cache
def _few(board: Complex) -> list[int]:
    return [cell for cell, degree in enumerate(_degrees(board)) if degree < 3]


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
}
"""By name."""
