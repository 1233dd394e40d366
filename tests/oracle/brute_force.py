"""All solutions of small puzzles by enumeration, to hold the compiler's answers against.

Each puzzle is solved in two steps: a backtracking search draws edges one by one and gives up where
the degrees or the ends of a piece already break a rule; then every finished drawing is judged by
the definition of the puzzle, written out plainly and without regard to the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from oracle.reference_board import Complex, Drawn, Point
from oracle.relations import Node, parts

Solutions = set[frozenset[str]]
"""Solutions, each as the names of what is drawn."""


def numberlink(
    drawn: Drawn, cover: bool = True, touch: bool = True, no2x2: bool = False
) -> Solutions:
    """Return all ways to join the two cells of each label by a path.

    Args:
        drawn: the board; each label occurs twice.
        cover: every cell lies on a path.
        touch: neighbours on one path need not be linked.
        no2x2: round no inner vertex all links but one are drawn.
    """
    board = Complex(drawn)
    allowed = [{1} if token is not None else ({2} if cover else {0, 2}) for token in board.tokens]
    found = set()
    for links in _forests(board, allowed):
        pieces = parts(range(len(board.names)), [board.links[link] for link in links])
        paths = [piece for piece in pieces if len(piece) > 1]
        if (
            _degrees_fit(board, links, allowed)
            and all(_ends(board, links, path) == _terminals(board, path) for path in paths)
            and all(_labels(board, path) in ([a, a] for a in board.labels) for path in paths)
            and _shape_fits(board, links, paths, touch, no2x2)
        ):
            found.add(links)
    return found


def multilink(
    drawn: Drawn,
    cover: bool = True,
    touch: bool = True,
    no2x2: bool = False,
    branch: bool = False,
) -> Solutions:
    """Return all ways to join the cells of each label by one path or, if `branch`, one tree.

    A path may pass through terminals, and its ends are terminals; so are the leaves of a tree.

    Args:
        drawn: the board; each label occurs at least twice.
        cover: every cell lies on a path or tree.
        touch: neighbours on one path or tree need not be linked.
        no2x2: round no inner vertex all links but one are drawn.
        branch: trees, not only paths.
    """
    board = Complex(drawn)
    most = 6 if branch else 2
    terminal = set(range(1, most + 1))
    other = set(range(2, most + 1)) | (set() if cover else {0})
    allowed = [other if token is None else terminal for token in board.tokens]
    found = set()
    for links in _forests(board, allowed):
        pieces = parts(range(len(board.names)), [board.links[link] for link in links])
        groups = [piece for piece in pieces if len(piece) > 1]
        joined = sorted(tuple(_labels(board, group)) for group in groups)
        if (
            _degrees_fit(board, links, allowed)
            and joined == sorted((a,) * len(board.cells(a)) for a in board.labels)
            and len(links) == sum(len(group) - 1 for group in groups)
            and all(_ends(board, links, group) <= _terminals(board, group) for group in groups)
            and _shape_fits(board, links, groups, touch, no2x2)
        ):
            found.add(links)
    return found


def slitherlink(drawn: Drawn, full: bool = False, ports: Sequence[str] = ()) -> Solutions:
    """Return all single loops, or lines between two ports, with as many sides as the clues require.

    Args:
        drawn: the board; its tokens are digits.
        full: the line visits every vertex.
        ports: none, or the names of two vertices, such as ``r1c1.corner(NW)``.
    """
    board = Complex(drawn)
    ends = {board.corners[port] for port in ports}
    vertices = sorted({p for edge in board.borders.values() for p in edge}, key=lambda p: p[::-1])
    allowed = {p: {1} if p in ends else ({2} if full else {0, 2}) for p in vertices}
    found = set()
    for borders in _lines(board, vertices, allowed):
        used = [board.borders[border] for border in borders]
        degrees = _degrees(vertices, used)
        pieces = [piece for piece in parts(vertices, used) if len(piece) > 1]
        if (
            len(pieces) == 1
            and all(degrees[p] in allowed[p] for p in vertices)
            and all(
                token is None or len(borders & set(sides)) == int(token)
                for token, sides in zip(board.tokens, board.sides, strict=True)
            )
        ):
            found.add(borders)
    return found


# ---------- definitions ----------


def _degrees(nodes: Iterable[Node], edges: Iterable[tuple[Node, Node]]) -> dict[Node, int]:
    """Return the number of edges at each node."""
    degrees = dict.fromkeys(nodes, 0)
    for a, b in edges:
        degrees[a] += 1
        degrees[b] += 1
    return degrees


def _degrees_fit(board: Complex, links: frozenset[str], allowed: Sequence[set[int]]) -> bool:
    degrees = _degrees(range(len(board.names)), [board.links[link] for link in links])
    return all(degrees[cell] in allowed[cell] for cell in degrees)


def _ends(board: Complex, links: frozenset[str], piece: set[int]) -> set[int]:
    """Return the cells of a piece from which one link leaves."""
    degrees = _degrees(range(len(board.names)), [board.links[link] for link in links])
    return {cell for cell in piece if degrees[cell] == 1}


def _terminals(board: Complex, piece: set[int]) -> set[int]:
    return {cell for cell in piece if board.tokens[cell] is not None}


def _labels(board: Complex, piece: set[int]) -> list[str]:
    return sorted(token for cell in piece if (token := board.tokens[cell]) is not None)


def _shape_fits(
    board: Complex, links: frozenset[str], pieces: list[set[int]], touch: bool, no2x2: bool
) -> bool:
    """Return whether no drawn piece touches itself where it must not."""
    if not touch:
        for piece in pieces:
            for name, (a, b) in board.links.items():
                if a in piece and b in piece and name not in links:
                    return False
    return not no2x2 or all(len(links.intersection(ring)) <= len(ring) - 2 for ring in board.rings)


# ---------- search ----------


def _forests(board: Complex, allowed: Sequence[set[int]]) -> Iterator[frozenset[str]]:
    """Yield all sets of links without cycles that join no two labels, with degrees as allowed.

    A piece from which no link can leave any more must hold every terminal of its label.
    """
    order = sorted(board.links, key=lambda link: board.links[link])
    ends = [board.links[link] for link in order]
    left = _degrees(range(len(board.names)), ends)
    total = {label: len(board.cells(label)) for label in board.labels}
    degree = [0] * len(board.names)
    chosen: list[str] = []

    def fits(cell: int) -> bool:
        now = degree[cell]
        return any(now <= k <= now + left[cell] for k in allowed[cell])

    def closed_early(cell: int, pieces: dict[int, frozenset[int]]) -> bool:
        piece = pieces[cell]
        if any(left[c] for c in piece):
            return False
        labels = _labels(board, set(piece))
        return len(piece) > 1 and (not labels or len(labels) < total[labels[0]])

    def search(i: int, pieces: dict[int, frozenset[int]]) -> Iterator[frozenset[str]]:
        if i == len(order):
            yield frozenset(chosen)
            return
        a, b = ends[i]
        left[a] -= 1
        left[b] -= 1
        if fits(a) and fits(b) and not closed_early(a, pieces) and not closed_early(b, pieces):
            yield from search(i + 1, pieces)
        if b not in pieces[a]:
            piece = pieces[a] | pieces[b]
            degree[a] += 1
            degree[b] += 1
            if fits(a) and fits(b) and len(set(_labels(board, set(piece)))) < 2:
                joined = pieces | dict.fromkeys(piece, piece)
                if not closed_early(a, joined):
                    chosen.append(order[i])
                    yield from search(i + 1, joined)
                    chosen.pop()
            degree[a] -= 1
            degree[b] -= 1
        left[a] += 1
        left[b] += 1

    if all(map(fits, range(len(board.names)))):
        yield from search(0, {cell: frozenset((cell,)) for cell in range(len(board.names))})


def _lines(
    board: Complex, vertices: Sequence[Point], allowed: Mapping[Point, set[int]]
) -> Iterator[frozenset[str]]:
    """Yield all sets of borders of at most two at a vertex, of which none closes a loop too early.

    Each open piece is known by its two ends, which are each other's `mate`.
    """
    rank = {p: i for i, p in enumerate(vertices)}
    order = sorted(board.borders, key=lambda border: sorted(rank[p] for p in board.borders[border]))
    ends = [board.borders[border] for border in order]
    left = _degrees(vertices, ends)
    lacking = {
        border: [cell for cell, sides in enumerate(board.sides) if border in sides]
        for border in order
    }
    clues = [None if token is None else int(token) for token in board.tokens]
    drawn = [0] * len(clues)
    undecided = [len(sides) for sides in board.sides]
    degree = dict.fromkeys(vertices, 0)
    chosen: list[str] = []

    def fits(border: str, *points: Point) -> bool:
        for cell in lacking[border]:
            clue = clues[cell]
            if clue is not None and not drawn[cell] <= clue <= drawn[cell] + undecided[cell]:
                return False
        return all(any(degree[p] <= k <= degree[p] + left[p] for k in allowed[p]) for p in points)

    def count(border: str, p: Point, q: Point, by: int) -> None:
        degree[p] += by
        degree[q] += by
        for cell in lacking[border]:
            drawn[cell] += by

    def search(i: int, mate: dict[Point, Point], open_pieces: int) -> Iterator[frozenset[str]]:
        if i == len(order):
            yield frozenset(chosen)
            return
        border, (p, q) = order[i], ends[i]
        left[p] -= 1
        left[q] -= 1
        for cell in lacking[border]:
            undecided[cell] -= 1
        if fits(border, p, q):
            yield from search(i + 1, mate, open_pieces)
        count(border, p, q, 1)
        chosen.append(border)
        if fits(border, p, q):
            if mate[p] != q:
                joined = mate | {mate[p]: mate[q], mate[q]: mate[p]}
                pieces = open_pieces + 1 - (degree[p] == 2) - (degree[q] == 2)
                yield from search(i + 1, joined, pieces)
            elif open_pieces == 1:
                # The loop is closed: a solution only if nothing else is drawn.
                yield frozenset(chosen)
        chosen.pop()
        count(border, p, q, -1)
        for cell in lacking[border]:
            undecided[cell] += 1
        left[p] += 1
        left[q] += 1

    yield from search(0, {p: p for p in vertices}, 0)
