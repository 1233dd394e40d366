"""A drawn board, worked out independently: cells, links, borders and vertices with their names.

Nothing of the compiler is used here. A board is small, and everything is plain Python: a cell is an
index into `names`, a border or vertex is known by its exact integer coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Point = tuple[int, int]
Edge = tuple[Point, Point]

Outline = tuple[tuple[tuple[str, int, int], ...], tuple[str, ...]]

# Corners clockwise as (name, x, y), and the name of the side from each corner to the next.
SQUARE: Outline = ((("NW", 0, 0), ("NE", 1, 0), ("SE", 1, 1), ("SW", 0, 1)), ("N", "E", "S", "W"))
HEX: Outline = (
    (("N", 0, -2), ("NE", 1, -1), ("SE", 1, 1), ("S", 0, 2), ("SW", -1, 1), ("NW", -1, -1)),
    ("NE", "E", "SE", "SW", "W", "NW"),
)
UP: Outline = ((("N", 0, 0), ("SE", 1, 1), ("SW", -1, 1)), ("E", "S", "W"))
DOWN: Outline = ((("NW", -1, 0), ("NE", 1, 0), ("S", 0, 1)), ("N", "E", "W"))

_OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}


@dataclass(frozen=True)
class Drawn:
    """A board as a person draws it: rows of tokens of one character with one blank between them.

    Attributes:
        tiling: ``square``, ``hex`` or ``triangle`` (its first token points up).
        rows: the drawn lines; ``#`` is a hole, ``.`` an empty cell, ``+`` a bridge (on squares and
            hexagons), all else a clue.
        walls: pairs of names of cells that share a side and have no link.
        warps: pairs of names of cells, the smaller first, that have a link and share no side.
        wrap: ``horizontal``, ``vertical`` or ``both`` on squares, if there are at least three rows
            or columns that way.
    """

    tiling: str
    rows: tuple[str, ...]
    walls: tuple[tuple[str, str], ...] = ()
    warps: tuple[tuple[str, str], ...] = ()
    wrap: str = "none"


class Complex:
    """The cells of a drawn board and how they lie together.

    A bridge is as many cells as it has pairs of opposite sides, its lanes.

    Attributes:
        names: of the cells, row by row.
        tokens: the clue of each cell, or None.
        links: (cell, cell) by name, the smaller cell first.
        borders: (vertex, vertex) by name.
        sides: the names of the borders of each cell.
        corners: of each name such as ``r1c1.corner(NW)`` its vertex.
        rings: for each vertex that cells without walls between them go all the way round, the names
            of the links round it.
        opposite: of each link and each of its cells that has one, the link straight across the
            cell; none on triangles.
        warps: the links that cross no side, and so lie on no straight line.
    """

    def __init__(self, drawn: Drawn) -> None:
        self.names: list[str] = []
        self.tokens: list[str | None] = []
        self.corners: dict[str, Point] = {}
        sides: list[list[tuple[str, Edge]]] = []
        angles: dict[Point, int] = {}
        for row, line in enumerate(drawn.rows):
            columns = [column for column, token in enumerate(line) if token != " "]
            for ordinal, column in enumerate(columns):
                if line[column] == "#":
                    continue
                name = f"r{row + 1}c{ordinal + 1}"
                points, side_names = outline(drawn, row, ordinal, column)
                if line[column] != "+":
                    for label, point in points:
                        self.corners[f"{name}.corner({label})"] = point
                        angles[point] = angles.get(point, 0) + 1
                around = [point for _, point in points]
                edges = zip(around, [*around[1:], around[0]], strict=True)
                named = [
                    (side, _edge(p, q)) for side, (p, q) in zip(side_names, edges, strict=True)
                ]
                if line[column] == "+":
                    half = len(named) // 2
                    for lane in range(half):
                        self.names.append(f"{name}.lane({side_names[lane]})")
                        self.tokens.append(None)
                        sides.append([named[lane], named[lane + half]])
                    continue
                self.names.append(name)
                self.tokens.append(None if line[column] == "." else line[column])
                sides.append(named)
        self._join(sides, {frozenset(pair) for pair in drawn.walls})
        self.warps: set[str] = set()
        for warp in drawn.warps:
            a, b = sorted(self.names.index(name) for name in warp)
            link = f"{self.names[a]}-{self.names[b]}"
            self.links[link] = a, b
            self.warps.add(link)
        full = {"square": 4, "hex": 3, "triangle": 6}[drawn.tiling]
        self.rings = self._rings([point for point, n in angles.items() if n == full], full)

    def _join(self, sides: list[list[tuple[str, Edge]]], walls: set[frozenset[str]]) -> None:
        """Name borders and links from the sides of the cells."""
        owners: dict[Edge, list[tuple[int, str]]] = {}
        for cell, around in enumerate(sides):
            for side, edge in around:
                owners.setdefault(edge, []).append((cell, side))
        self.links: dict[str, tuple[int, int]] = {}
        self.borders: dict[str, Edge] = {}
        self.sides: list[list[str]] = [[] for _ in sides]
        self._across: dict[str, Edge] = {}
        leaving: dict[tuple[int, str], str] = {}
        for edge, cells in owners.items():
            if len(cells) == 1:
                (cell, side), *_ = cells
                border = f"{_tile(self.names[cell])}.side({side})"
            else:
                (a, _), (b, _) = cells
                border = f"{self.names[a]}|{self.names[b]}"
                if frozenset((_tile(self.names[a]), _tile(self.names[b]))) not in walls:
                    link = f"{self.names[a]}-{self.names[b]}"
                    self.links[link] = (a, b)
                    self._across[link] = edge
                    leaving |= dict.fromkeys(cells, link)
            self.borders[border] = edge
            for cell, _ in cells:
                self.sides[cell].append(border)
        self.opposite: dict[tuple[str, int], str] = {
            (link, cell): leaving[cell, _OPPOSITE[side]]
            for (cell, side), link in leaving.items()
            if len(sides[cell]) % 2 == 0 and (cell, _OPPOSITE[side]) in leaving
        }

    def _rings(self, points: Iterable[Point], full: int) -> list[list[str]]:
        rings = [[link for link, edge in self._across.items() if p in edge] for p in points]
        return [ring for ring in rings if len(ring) == full]

    def cells(self, token: str) -> list[int]:
        """Return the cells with a clue."""
        return [cell for cell, other in enumerate(self.tokens) if other == token]

    @property
    def labels(self) -> list[str]:
        """The distinct clues in order of appearance."""
        return list(dict.fromkeys(token for token in self.tokens if token is not None))


def outline(
    drawn: Drawn, row: int, ordinal: int, column: int
) -> tuple[list[tuple[str, Point]], Sequence[str]]:
    """Return the corners of a tile by name, and the names of its sides."""
    if drawn.tiling == "square":
        (corners, sides), x, y = SQUARE, ordinal, row
    elif drawn.tiling == "hex":
        (corners, sides), x, y = HEX, column, 3 * row
    else:
        first = min(column for column, token in enumerate(drawn.rows[0]) if token != " ")
        x, y = (column - first) // 2, row
        corners, sides = UP if (x + y) % 2 == 0 else DOWN
    across = len(drawn.rows[0].split()) if drawn.wrap in ("horizontal", "both") else 0
    down = len(drawn.rows) if drawn.wrap in ("vertical", "both") else 0
    named = []
    for name, dx, dy in corners:
        px, py = x + dx, y + dy
        named.append((name, (px % across if across else px, py % down if down else py)))
    return named, sides


def _tile(cell: str) -> str:
    """Return the name of the tile that a cell is, or is a lane of."""
    return cell.partition(".")[0]


def _edge(p: Point, q: Point) -> Edge:
    return (p, q) if p < q else (q, p)
