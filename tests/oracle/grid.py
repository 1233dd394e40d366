"""Square grids, and all answers of a kind on a small one, for brute force over whole genres."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from random import Random

from oracle import relations

Cell = tuple[int, int]
"""Row and column from 0."""

Link = tuple[Cell, Cell]
"""Two cells that share a side, the smaller first."""

Answer = Mapping[str, object]
"""What is decided, by the names of variables: a set of cells or links, or a value for each cell."""


@dataclass(frozen=True)
class Grid:
    """A grid of square cells, some of which are missing."""

    rows: int
    cols: int
    holes: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        places = product(range(self.rows), range(self.cols))
        return [place for place in places if place not in self.holes]

    @property
    def links(self) -> tuple[Link, ...]:
        """All pairs of cells that share a side."""
        return _links(self)

    @property
    def blocks(self) -> list[list[Cell]]:
        """The four cells round each inner corner."""
        corners = product(range(self.rows - 1), range(self.cols - 1))
        blocks = [[(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)] for i, j in corners]
        return [block for block in blocks if not self.holes & set(block)]

    @property
    def places(self) -> list[list[Cell]]:
        """All rows, then all columns, with holes, but for those of holes alone."""
        rows = [[(i, j) for j in range(self.cols)] for i in range(self.rows)]
        both = rows + [list(column) for column in zip(*rows, strict=True)]
        return [line for line in both if not set(line) <= self.holes]

    @property
    def lines(self) -> list[list[Cell]]:
        """The cells of all rows, then of all columns."""
        return [[place for place in line if place not in self.holes] for line in self.places]

    @property
    def heads(self) -> dict[Cell, list[Cell]]:
        """The cells of each row and column, by the place outside before it, with -1 in it."""
        rows = [((i, -1), [c for c in self.cells if c[0] == i]) for i in range(self.rows)]
        columns = [((-1, j), [c for c in self.cells if c[1] == j]) for j in range(self.cols)]
        return {head: line for head, line in rows + columns if line}

    @property
    def sides(self) -> dict[Cell, list[Cell]]:
        """The cells that can be seen from each place outside, up to the first hole behind them."""
        out = {}
        for (i, j), line in self.heads.items():
            end = (self.rows, j) if i < 0 else (i, self.cols)
            for place, cell, step in ((i, j), line[0], 1), (end, line[-1], -1):
                there = (step, 0) if i < 0 else (0, step)
                out[place] = [cell, *self.ray(cell, there)]
        return out

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with a cell."""
        return _beside(self, cell)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the up to eight cells that share a side or a corner with a cell."""
        return _around(self, cell)

    def has(self, cell: Cell) -> bool:
        """Return whether a cell lies on the grid."""
        inside = 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols
        return inside and cell not in self.holes

    def ray(self, cell: Cell, step: Cell) -> list[Cell]:
        """Return the cells in a direction from a cell up to a hole, nearest first, without it."""
        out, (i, j) = [], cell
        while self.has((i := i + step[0], j := j + step[1])):
            out.append((i, j))
        return out


@cache
def _links(grid: Grid) -> tuple[Link, ...]:
    return tuple((c, d) for c in grid.cells for d in grid.beside(c) if c < d)


@cache
def _beside(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    return tuple(d for d in grid.around(cell) if cell[0] == d[0] or cell[1] == d[1])


@cache
def _around(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    i, j = cell
    near = product(range(i - 1, i + 2), range(j - 1, j + 2))
    return tuple((a, b) for a, b in near if (a, b) != cell and grid.has((a, b)))


STEPS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The directions north, east, south and west."""


@dataclass(frozen=True)
class GridPuzzle:
    """A puzzle on a grid.

    Attributes:
        grid: its board.
        givens: texts of clues by cell, or by corner as the place of the cell to its south-east.
        options: of the genre.
        corners: the givens over corners.
        outside: the givens over lines; their places are those of `Grid.heads`.
        rim: the givens over sides of the rim; their places are those of `Grid.sides`.
        fences: neighbours of one room with a border between them.
        marks: clues elsewhere, by given and the name of the place: ``total``, ``r1c1.line(E)``;
            ``dot``, ``r1c1|r1c2``.
    """

    grid: Grid
    givens: Mapping[str, Mapping[Cell, str]] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    corners: frozenset[str] = frozenset()
    outside: tuple[str, ...] = ()
    rim: tuple[str, ...] = ()
    fences: frozenset[Link] = frozenset()
    marks: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def parted(self, a: Cell, b: Cell) -> bool:
        """Return whether a border lies between two neighbours."""
        room = self.givens["room"]
        return room[a] != room[b] or (min(a, b), max(a, b)) in self.fences

    def numbers(self, name: str) -> dict[Cell, int]:
        """Return the clues of a given that are numbers."""
        texts = self.givens.get(name, {})
        return {cell: int(text) for cell, text in texts.items() if text.isdigit()}

    def rooms(self, name: str = "room") -> list[list[Cell]]:
        """Return the cells of each room."""
        out: dict[str, list[Cell]] = {}
        for cell, text in sorted(self.givens[name].items()):
            out.setdefault(text, []).append(cell)
        return list(out.values())


@dataclass(frozen=True)
class GridGenre:
    """What a genre is by its definition.

    Attributes:
        answers: yields candidates for a puzzle, all right answers among them.
        judge: tells whether a candidate obeys the rules.
        invent: draws a puzzle; it may lay its clues by an answer, so that there is a solution.
        variables: the names of what is decided.
        most_cells: the largest grid for which all answers can be looked at.
    """

    answers: Callable[[GridPuzzle], Iterable[Answer]]
    judge: Callable[[GridPuzzle, Answer], bool]
    invent: Callable[[Random, Grid], GridPuzzle]
    variables: tuple[str, ...]
    most_cells: int = 12

    def solutions(self, puzzle: GridPuzzle) -> list[Answer]:
        """Return all right answers."""
        return [answer for answer in self.answers(puzzle) if self.judge(puzzle, answer)]


def subsets(items: Sequence[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield all sets of cells."""
    for count in range(len(items) + 1):
        yield from map(frozenset, combinations(items, count))


@cache
def loops(grid: Grid) -> tuple[frozenset[Link], ...]:
    """Return every closed line through centres of cells that neither branches nor crosses."""
    found: set[frozenset[Link]] = set()

    def walk(path: list[Cell]) -> None:
        for after in grid.beside(path[-1]):
            if after == path[0] and len(path) > 2:
                ring = [*path, after]
                found.add(frozenset((min(p), max(p)) for p in pairwise(ring)))
            elif after > path[0] and after not in path:
                walk([*path, after])

    for cell in grid.cells:
        walk([cell])
    return tuple(sorted(found, key=sorted))


def visited(line: Iterable[Link]) -> set[Cell]:
    """Return the cells that a line passes."""
    return {cell for link in line for cell in link}


def ways(line: Iterable[Link], cell: Cell) -> list[Cell]:
    """Return the directions in which a line leaves a cell."""
    ends = [d for link in line if cell in link for d in link if d != cell]
    return [(d[0] - cell[0], d[1] - cell[1]) for d in ends]


def surrounded(line: Iterable[Link], cell: Cell) -> bool:
    """Return whether a cell off a loop lies inside it: a way to the west crosses it an odd time."""
    i, j = cell
    return sum(a[1] == b[1] < j and (a[0], b[0]) == (i, i + 1) for a, b in line) % 2 == 1


def is_straight(line: Iterable[Link], cell: Cell) -> bool:
    """Return whether a line passes a cell without a turn."""
    steps = ways(line, cell)
    return len(steps) == 2 and steps[0][0] + steps[1][0] == 0 == steps[0][1] + steps[1][1]


def covers(
    left: frozenset[Cell], pieces: Iterable[frozenset[Cell]]
) -> Iterator[list[frozenset[Cell]]]:
    """Yield all ways to cut cells into some of the pieces."""
    fitting = [piece for piece in pieces if piece <= left]
    if not left:
        yield []
        return
    first = min(left)
    for piece in fitting:
        if first in piece:
            for rest in covers(left - piece, fitting):
                yield [piece, *rest]


@cache
def rectangles(grid: Grid) -> tuple[frozenset[Cell], ...]:
    """Return all rectangles without holes."""
    corners = combinations_with_replacement(grid.cells, 2)
    blocks = (
        frozenset(product(range(a, c + 1), range(min(b, d), max(b, d) + 1)))
        for (a, b), (c, d) in corners
    )
    return tuple({block: None for block in blocks if all(map(grid.has, block))})


@cache
def regions(grid: Grid) -> tuple[frozenset[Cell], ...]:
    """Return all connected sets of cells but the empty one."""
    return tuple(some for some in subsets(grid.cells) if len(parts(grid, some)) == 1)


def owners(roots: Mapping[Cell, frozenset[Cell]]) -> dict[Cell, str]:
    """Return the region of each cell, by the name of its root."""
    named = {(i, j): f"r{i + 1}c{j + 1}" for i, j in roots}
    return {cell: named[root] for root, region in roots.items() for cell in region}


def hang_together(grid: Grid, cells: Iterable[Cell]) -> bool:
    """Return whether cells are one part over sides; no cells are."""
    return len(parts(grid, cells)) <= 1


def parts(grid: Grid, cells: Iterable[Cell]) -> list[set[Cell]]:
    """Return the connected parts of a set of cells."""
    some = set(cells)
    return relations.parts(some, ((cell, near) for cell in some for near in grid.beside(cell)))


def random_rooms(random: Random, grid: Grid, most: int = 0) -> dict[Cell, str]:
    """Return a division into connected rooms, of at most `most` cells each if that is given."""
    owner: dict[Cell, int] = {}
    for cell in random.sample(grid.cells, len(grid.cells)):
        near = [owner[d] for d in grid.beside(cell) if d in owner]
        sizes = {k: list(owner.values()).count(k) for k in near}
        fitting = [k for k in near if not most or sizes[k] < most]
        new = len(set(owner.values()))
        owner[cell] = random.choice(fitting) if fitting and random.random() < 0.75 else new
    return {cell: chr(ord("a") + k) if k < 26 else f"z{k}" for cell, k in owner.items()}


def random_fences(random: Random, grid: Grid, room: Mapping[Cell, str]) -> frozenset[Link]:
    """Return borders within rooms, mostly none, that part no room."""
    found: set[Link] = set()
    for a, b in random.sample(grid.links, len(grid.links)) if random.random() < 0.4 else []:
        open_ = {link for link in grid.links if room[link[0]] == room[link[1]]} - found - {(a, b)}
        apart = len(relations.parts(set(grid.cells), open_)) > len(set(room.values()))
        if room[a] == room[b] and not apart and random.random() < 0.6:
            found.add((a, b))
    return frozenset(found)


def grown(random: Random, grid: Grid, owner: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return rooms that grow from the cells that have one until they fill the grid."""
    out = dict(owner)
    while len(out) < len(grid.cells):
        cell = random.choice([c for c in out if any(d not in out for d in grid.beside(c))])
        out[random.choice([d for d in grid.beside(cell) if d not in out])] = out[cell]
    return out


def arcs(random: Random, line: frozenset[Link], count: int) -> list[list[Cell]]:
    """Cut a loop into a number of pieces; return the cells of each, in the order along the loop."""
    start = min(visited(line))
    ring, before = [start], None
    while True:
        i, j = ring[-1]
        near = [(i + a, j + b) for a, b in ways(line, ring[-1])]
        after = near[1] if near[0] == before else near[0]
        if after == start:
            break
        before = ring[-1]
        ring.append(after)
    shift = random.randrange(len(ring))
    ring = ring[shift:] + ring[:shift]
    cuts = sorted(random.sample(range(1, len(ring)), count - 1))
    return [ring[a:b] for a, b in pairwise([0, *cuts, len(ring)])]


def some(random: Random, clues: Mapping[Cell, str], share: float = 0.4) -> dict[Cell, str]:
    """Return about a share of the clues."""
    return {cell: text for cell, text in clues.items() if random.random() < share}
