"""What a URL or a file of pzpr says, before it becomes a puzzle of some genre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from nlc.formats.pzpr import arrows, codecs, packed
from nlc.formats.pzpr.body import Body, BodyError, Item

Link = tuple[int, int]
"""Two cells that share a side, the one that is read first in front."""


class Layers(Struct, eq=False):
    """A rectangle of cells with what is printed on it.

    Cells are numbered row by row from 0, points too (a column more a row).

    Attributes:
        rows: of cells.
        cols: of cells.
        cells: numbers, circles or arrows in cells.
        points: numbers at points.
        blank: cells that are marked, in most genres because they are no part of the board.
        walls: pairs of neighbours with a border between them; None where the genre has no rooms.
        count: a number that the whole board has.
        around: numbers outside of the board.
    """

    rows: int
    cols: int
    cells: list[Item] = field(default_factory=list)
    points: list[Item] = field(default_factory=list)
    blank: list[Item] = field(default_factory=list)
    walls: set[Link] | None = None
    count: int | None = None
    around: list[Item] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def links(self) -> Iterator[Link]:
        """Yield the pairs of neighbours in a row, row by row, then those in a column."""
        for cell in range(self.size):
            if (cell + 1) % self.cols:
                yield cell, cell + 1
        for cell in range(self.size - self.cols):
            yield cell, cell + self.cols

    def rooms(self) -> list[int]:
        """Return the room of each cell, numbered as they are read; -1 for blank cells."""
        blank = {item.place for item in self.blank}
        return components(
            self.size,
            [
                link
                for link in self.links()
                if link not in (self.walls or ()) and not blank & set(link)
            ],
            blank,
        )

    def corners(self) -> list[int]:
        """Return of each room the cell that pzpr has its number in: the top of its left side."""
        best: dict[int, tuple[int, int]] = {}
        for cell, room in enumerate(self.rooms()):
            place = cell % self.cols, cell // self.cols
            if room >= 0 and place < best.get(room, (self.cols, 0)):
                best[room] = place
        return [row * self.cols + col for col, row in (best[room] for room in sorted(best))]


def components(count: int, links: Sequence[Link], without: set[int]) -> list[int]:
    """Return the part of each cell as links join them, numbered as they are read; -1 for some."""
    parent = list(range(count))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = cell = parent[parent[cell]]
        return cell

    for a, b in links:
        parent[root(a)] = root(b)
    numbers: dict[int, int] = {}
    return [
        -1 if cell in without else numbers.setdefault(root(cell), len(numbers))
        for cell in range(count)
    ]


# ---------- layers of a body ----------


def read_layer(layer: str, body: Body, layers: Layers) -> None:
    """Read what a layer of a body says into a layers.

    Raises:
        BodyError: the text is broken.
    """
    size = layers.size
    match layer:
        case "border":
            right, below = packed.read_border(body, layers.rows, layers.cols)
            links = list(layers.links())
            across = (layers.cols - 1) * layers.rows
            layers.walls = {links[i] for i in right} | {links[across + i] for i in below}
        case "roomnum":
            corners = layers.corners()
            for item in codecs.read_rooms(body, len(corners)):
                layers.cells.append(item._replace(place=corners[item.place]))
        case "cross4":
            layers.points += codecs.read_four(body, (layers.rows + 1) * (layers.cols + 1))
        case "digit-a-point":
            layers.points += codecs.read_digits(body, (layers.rows + 1) * (layers.cols + 1))
        case "room-a-cell":
            names = body.text[body.at :][:size].ljust(size)
            body.at += size
            layers.walls = {(a, b) for a, b in layers.links() if names[a] != names[b]}
        case "bits":
            layers.blank += packed.read_bits(body, size)
        case "count":
            layers.count = _count(body)
        case "arrows":
            layers.cells += arrows.read_arrows(body, size)
        case _:
            layers.cells += _CELLS[layer][0](body, size)


def write_layer(layer: str, layers: Layers, last: bool) -> str:
    """Return what a layer of a body says of a board, `last` being whether no other one follows."""
    match layer:
        case "border":
            links = {link: i for i, link in enumerate(layers.links())}
            across = (layers.cols - 1) * layers.rows
            drawn = {links[link] for link in layers.walls or ()}
            right = {i for i in drawn if i < across}
            below = {i - across for i in drawn if i >= across}
            return packed.write_border(right, below, layers.rows, layers.cols)
        case "roomnum":
            values = _values(layers.cells, layers.size)
            return codecs.write_rooms([values[cell] for cell in layers.corners()])
        case "cross4":
            points = (layers.rows + 1) * (layers.cols + 1)
            return codecs.write_four(_values(layers.points, points))
        case "bits":
            marks = [value is not None for value in _values(layers.blank, layers.size)]
            return "" if last and not any(marks) else packed.write_bits(marks)
        case "count":
            return f"{layers.count}/"
        case "arrows":
            pointed: list[arrows.Arrow] = [None] * layers.size
            for item in layers.cells:
                pointed[item.place] = item.side, item.value
            return arrows.write_arrows(pointed)
    return _CELLS[layer][1](_values(layers.cells, layers.size))


def _values(items: list[Item], count: int) -> list[codecs.Value]:
    values: list[codecs.Value] = [None] * count
    for item in items:
        values[item.place] = item.value
    return values


_CELLS = {
    "four": (codecs.read_four, codecs.write_four),
    "ten": (codecs.read_ten, codecs.write_ten),
    "sixteen": (codecs.read_sixteen, codecs.write_sixteen),
    "ten-or-sixteen": (codecs.read_ten_or_sixteen, codecs.write_ten_or_sixteen),
    "hitori": (codecs.read_hitori, codecs.write_hitori),
    "circles": (packed.read_circles, packed.write_circles),
}


def _count(body: Body) -> int:
    """Return the number before a slash, or at the end."""
    start = body.at
    while body.next.isascii() and body.next.isdigit() and body.at - start < 9:
        body.at += 1
    text = body.text[start : body.at]
    if not text or body.next not in ("", "/"):
        raise BodyError("expected a number and a slash", start, max(body.at, start + 1))
    body.at += 1
    return int(text)
