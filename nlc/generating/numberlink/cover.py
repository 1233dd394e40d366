"""Covers of a board by paths, on any board, and random moves from one to another.

The main move is backbite (Mansfield 1982; Oberdorf, Ferguson, Jacobsen, Kondev 2006): an end of a
path is linked to a neighbour, which drops one of its links if it would have too many. Here there
are several paths, so an end may also bite another path, or meet another end. A path may be cut
anywhere, too, so that the number of paths can be kept or changed.

Each bite is proposed as often as the bite back. How often a cut and the join that undoes it are
proposed depends only on the numbers of paths and of single cells. So the walk visits all covers
with the same number of paths and no single cell equally often, as far as its moves connect them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from random import Random

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.generating.numberlink.draft import Path
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import neighbours


class Cover:
    """Paths over every cell of a board; a path may be a single cell.

    Attributes:
        paths: the cells of each path in order, by number.
        of: the number of the path of each cell.
        ends: the cells at ends of paths, in no particular order; a single cell once.
        energy: the sum of the faults of all paths, and one for each path more or less than wanted.
    """

    def __init__(
        self,
        request: NumberlinkRequest,
        random: Random,
        touch: bool,
        paths: Collection[Path] | None = None,
    ) -> None:
        """Cover a board by the given paths, or by random ones.

        Faults are cells that a path lacks, its ends on bridges, and places where it turns back
        round a corner, if that is forbidden.

        Args:
            touch: whether a path may pass beside itself; else each such place is a fault.
            paths: the first cover; None: links join single cells in a random order.
        """
        board = request.shape.board
        self.wanted, self.random = request.wanted, random
        cells = self.cells = board.count(Sort.CELL)
        self._beside = neighbours(board)
        self._slots = max(map(len, self._beside), default=0)
        self._cuts = max(1.0, self._slots * self.wanted)  # as heavy as half of the wanted ends
        self._touch, self._least, self._barred = touch, request.least, request.shape.lanes
        no2x2 = request.options.get("no2x2", False)
        # The cells round each inner vertex that links go all the way round, by their number.
        self._rings: dict[int, set[frozenset[int]]] = {}
        round_ = board.vertex_inner & (board.vertex_links.lengths == board.vertex_borders.lengths)
        for vertex in np.flatnonzero(round_).tolist() if touch and no2x2 else ():
            ring = frozenset(board.vertex_cells.row(vertex).tolist())
            self._rings.setdefault(len(ring), set()).add(ring)
        self._board = board
        if paths is None:
            paths = join_paths(board, ([cell] for cell in range(cells)), random)
        self.paths = {number: list(path) for number, path in enumerate(paths)}
        self.of = [0] * cells
        for number, path in self.paths.items():
            for cell in path:
                self.of[cell] = number
        self._next = cells
        self.ends: list[int] = []
        self._place: dict[int, int] = {}
        for path in self.paths.values():
            self._add_ends(path)
        self._faults = {n: self._others(p) + self._touches(p) for n, p in self.paths.items()}
        self.energy = sum(self._faults.values()) + abs(len(self.paths) - self.wanted)

    # ---------- faults ----------

    def _others(self, path: Path) -> int:
        """Return the number of faults other than touching itself."""
        faults = max(0, self._least - len(path))
        if self._barred:
            faults += (path[0] in self._barred) + (path[-1] in self._barred)
        for size, rings in self._rings.items():  # all whose cells follow one another
            windows = (frozenset(path[i : i + size]) for i in range(len(path) - size + 1))
            faults += sum(map(rings.__contains__, windows))
        return faults

    def _touches(self, path: Path) -> int:
        """Return at how many places a path passes beside itself; 0 where it may."""
        if self._touch or not path:
            return 0
        inside = set(path)
        beside = sum(other in inside for cell in path for other in self._beside[cell])
        return beside // 2 - len(path) + 1

    # ---------- moves ----------

    def propose(self, temperature: float) -> bool:
        """Propose a bite or a cut anywhere, and accept it by Metropolis's rule."""
        draw = self.random.random
        at = draw() * (self._cuts + self._slots * len(self.ends)) - self._cuts
        if at < 0:
            return self._cut(int(draw() * self.cells), temperature)
        end, slot = divmod(int(at), self._slots)
        return self._bite(self.ends[min(end, len(self.ends) - 1)], slot, temperature)

    def move(self, cell: int, temperature: float) -> bool:
        """Propose one move at a cell, and accept it by Metropolis's rule.

        One of (neighbours + 1) moves cuts the path there; the others are for ends of paths only.
        """
        slot = int(self.random.random() * (self._slots + 1))
        if slot == self._slots:
            return self._cut(cell, temperature)
        return cell in self._place and self._bite(cell, slot, temperature)

    def _cut(self, cell: int, temperature: float) -> bool:
        room = self._room(temperature)
        number = self.of[cell]
        path = self.paths[number]
        if len(self.paths) >= self.wanted and room < 1 and not self._faults[number]:
            return False  # most cuts end here
        at = path.index(cell) + (self.random.random() < 0.5)
        if not 0 < at < len(path):
            return False
        return self._split(number, path[:at], path[at:], None, room)

    def _bite(self, end: int, slot: int, temperature: float) -> bool:
        near = self._beside[end]
        if slot >= len(near):
            return False
        other = near[slot]
        number = self.of[end]
        path = self.paths[number]
        target = self.of[other]
        if path[0] == end:
            path = path[::-1]
        if target == number:
            at = path.index(other)
            if at >= len(path) - 2:
                return False
            return self._reorder(number, path[: at + 1] + path[:at:-1], temperature)
        bitten = self.paths[target]
        at = bitten.index(other)
        if self.random.random() < 0.5:
            if len(bitten) == 1:  # not twice as often as this move is undone
                return False
            bitten, at = bitten[::-1], len(bitten) - 1 - at
        # The end bites `other`, which drops its link to the cell before it.
        room = self._room(temperature)
        return self._split(target, bitten[:at], bitten[at:], (number, path), room)

    def _room(self, temperature: float) -> float:
        """Return the largest increase of energy that this move may have."""
        return -temperature * math.log(1.0 - self.random.random())

    def _reorder(self, number: int, path: Path, temperature: float) -> bool:
        """Put the cells of a path in another order, if the energy allows it."""
        before = self._faults[number]
        after = self._others(path) + self._touches(path)
        if after - before > self._room(temperature):
            return False
        self._drop_ends(self.paths[number])
        self._add_ends(path)
        self.paths[number] = path
        self._faults[number] = after
        self.energy += after - before
        return True

    def _split(
        self, number: int, head: Path, tail: Path, to: tuple[int, Path] | None, room: float
    ) -> bool:
        """Split a path and join its tail to another path, or to none, if the energy allows it.

        Args:
            head: its first part, which may be empty if the tail goes to another path.
            to: the number and cells of the path whose last cell is joined to the tail.
            room: the largest increase of energy.
        """
        count = len(self.paths)
        after = count + bool(head) - (to is not None)
        joined = tail if to is None else to[1] + tail
        kept, loose = self._others(head) if head else 0, self._others(joined)
        worse = abs(after - self.wanted) - abs(count - self.wanted) - self._faults[number]
        worse += kept + loose - (0 if to is None else self._faults[to[0]])
        if worse > room:  # which is known without the touches
            return False
        beside = self._touches(head), self._touches(joined)
        worse += sum(beside)
        if worse > room:
            return False
        self._remove(number)
        if to is None:
            new, changed = self._next, tail
            self._next += 1
        else:
            self._remove(to[0])
            new, changed = to[0], tail
            if not head and len(tail) > len(to[1]):
                new, changed = number, to[1]
        for cell in changed:
            self.of[cell] = new
        if head:
            self._put(number, head, kept + beside[0])
        self._put(new, joined, loose + beside[1])
        self.energy += worse
        return True

    def _remove(self, number: int) -> None:
        self._drop_ends(self.paths.pop(number))
        del self._faults[number]

    def _put(self, number: int, path: Path, faults: int) -> None:
        self.paths[number] = path
        self._faults[number] = faults
        self._add_ends(path)

    def _add_ends(self, path: Path) -> None:
        for cell in (path[0], path[-1]) if len(path) > 1 else path:
            self._place[cell] = len(self.ends)
            self.ends.append(cell)

    def _drop_ends(self, path: Path) -> None:
        for cell in (path[0], path[-1]) if len(path) > 1 else path:
            at, last = self._place.pop(cell), self.ends.pop()
            if last != cell:
                self.ends[at], self._place[last] = last, at

    def links(self) -> Bools:
        """Return whether each link of the board is drawn, shape (links,)."""
        follows = np.full(self.cells, -1, np.int32)
        for path in self.paths.values():
            follows[path[:-1]] = path[1:]
        a, b = self._board.link_cells.T
        return np.asarray((follows[a] == b) | (follows[b] == a))


def join_paths(board: Board, pieces: Iterable[Path], random: Random, wanted: int = 1) -> list[Path]:
    """Join pieces end to end by the links of a board in a random order, without closing a ring.

    Args:
        wanted: the number of paths at which it ends, if they can be joined so far.
    """
    paths = dict(enumerate(pieces))
    of = {cell: number for number, path in paths.items() for cell in path}
    for a, b in random.sample(links := board.link_cells.tolist(), len(links)):
        p, q = of[a], of[b]
        first, second = paths[p], paths[q]
        if p == q or a not in (first[0], first[-1]) or b not in (second[0], second[-1]):
            continue
        if len(paths) == wanted:
            break
        if len(first) < len(second):
            p, q, first, second, a, b = q, p, second, first, b, a
        del paths[q]
        head = first if first[-1] == a else first[::-1]
        paths[p] = head + (second if second[0] == b else second[::-1])
        for cell in second:
            of[cell] = p
    return list(paths.values())
