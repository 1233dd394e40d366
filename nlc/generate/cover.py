"""Covers of a board by paths, on any board, and random moves from one to another.

An end of a path is linked to a neighbour, and a link of that neighbour is dropped if it would have
too many: the backbite move (Mansfield 1982; Oberdorf, Ferguson, Jacobsen, Kondev 2006), here with
several paths, so that the end may also bite another path, or meet another end. In the last case, or
by itself, a link anywhere may be dropped, so that the number of paths can be kept or changed. Each
move is proposed as often as the move back. So if all covers of one kind are taken alike, the walk
tends to each of them equally often as far as its moves lead.
"""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import numpy as np

from nlc.board.board import Board, Bools, Sort

Path = list[int]


class Cover:
    """Paths over every cell of a board; a path may be a single cell.

    Attributes:
        paths: the cells of each path in order, by number.
        of: the number of the path of each cell.
        energy: the sum of the faults of all paths, and `weight` for each path more or less than
            wanted.
    """

    def __init__(
        self, board: Board, wanted: int, random: Random, *, touch: bool, turn: bool, least: int
    ) -> None:
        """Cover a board by paths that are as long as a random order of links makes them.

        Args:
            board: the board.
            wanted: the number of paths.
            random: where all choices come from.
            touch: whether a path may pass beside itself; else each such place is a fault.
            turn: whether a path may turn back round a corner; else each such corner is a fault.
            least: of how many cells a path must be; each cell less is a fault.
        """
        self.wanted, self.random, self.least = wanted, random, least
        self.touch, self.turn = touch, turn
        cells = board.count(Sort.CELL)
        self._beside: list[list[int]] = [[] for _ in range(cells)]
        for a, b in board.link_cells.tolist():
            self._beside[a].append(b)
            self._beside[b].append(a)
        self._slots = max(map(len, self._beside), default=0)
        self._rings = [] if turn else _rings(board)
        self._ring_at: list[list[int]] = [[] for _ in range(cells)]
        for i, ring in enumerate(self._rings):
            for cell in ring:
                self._ring_at[cell].append(i)
        self._board = board
        self._dropped: dict[int, Path] = {}  # what the last change took away
        self.paths: dict[int, Path] = {cell: [cell] for cell in range(cells)}
        self.of = list(range(cells))
        self._next = cells
        pairs = board.link_cells.tolist()
        random.shuffle(pairs)
        for a, b in pairs:
            p, q = self.of[a], self.of[b]
            first, second = self.paths[p], self.paths[q]
            if p != q and a in (first[0], first[-1]) and b in (second[0], second[-1]):
                self._replace([p, q], [_joined(first, a, second, b)])
        self._faults = {number: self._judge(path) for number, path in self.paths.items()}
        self.energy = sum(self._faults.values()) + abs(len(self.paths) - wanted)
        self.cells = cells

    # ---------- moves ----------

    def move(self, cell: int, temperature: float) -> bool:
        """Propose one move at a cell, and take it by Metropolis's rule.

        One way in (neighbours + 1) is to cut the path there; the others are for ends of paths only.
        """
        draw = self.random.random
        number = self.of[cell]
        path = self.paths[number]
        slot = int(draw() * (self._slots + 1))
        if slot == self._slots:
            at = path.index(cell) + (draw() < 0.5)
            if not 0 < at < len(path):
                return False
            return self._try([number], [path[:at], path[at:]], temperature)
        near = self._beside[cell]
        if slot >= len(near) or cell not in (path[0], path[-1]):
            return False
        return self._try(*self._bite(number, cell, near[slot]), temperature)

    def _bite(self, number: int, end: int, other: int) -> tuple[list[int], list[Path]]:
        """Return the paths that a move takes away, and those that it puts there."""
        path = self.paths[number]
        if path[0] == end:
            path = path[::-1]
        target = self.of[other]
        if target == number:
            at = path.index(other)
            if at >= len(path) - 2:
                return [], []
            return [number], [path[: at + 1] + path[:at:-1]]
        bitten = self.paths[target]
        at = bitten.index(other)
        if self.random.random() < 0.5:
            if len(bitten) == 1:  # not twice as often as this move is undone
                return [], []
            bitten, at = bitten[::-1], len(bitten) - 1 - at
        # The end bites `other`, which lets go of what stands before it.
        out = [path + bitten[at:]]
        return [number, target], ([bitten[:at], *out] if at else out)

    def _try(self, old: list[int], new: list[Path], temperature: float) -> bool:
        if not old:
            return False
        count = len(self.paths)
        fresh = self._replace(old, new)
        worse = abs(count - len(old) + len(new) - self.wanted) - abs(count - self.wanted)
        faults = [self._judge(path) for path in new]
        worse += sum(faults) - sum(self._faults[number] for number in old)
        if worse > 0 and self.random.random() >= math.exp(-worse / temperature):
            for number in fresh:
                del self.paths[number]
            for number in old:
                self._put(number, self._dropped.pop(number))
            return False
        for number in old:
            del self._faults[number]
        self._faults.update(zip(fresh, faults, strict=True))
        self._dropped.clear()
        self.energy += worse
        return True

    def _replace(self, old: list[int], new: list[Path]) -> list[int]:
        self._dropped = {number: self.paths.pop(number) for number in old}
        fresh = []
        for path in new:
            self._put(self._next, path)
            fresh.append(self._next)
            self._next += 1
        return fresh

    def _put(self, number: int, path: Path) -> None:
        self.paths[number] = path
        of = self.of
        for cell in path:
            of[cell] = number

    # ---------- faults ----------

    def _judge(self, path: Path) -> int:
        """Return the number of faults of a path that is in place."""
        faults = max(0, self.least - len(path))
        of = self.of
        number = of[path[0]]
        if not self.touch:
            beside = sum(of[other] == number for cell in path for other in self._beside[cell])
            faults += beside // 2 - len(path) + 1
        elif not self.turn:
            faults += self._turns(path, number)
        return faults

    def _turns(self, path: Path, number: int) -> int:
        """Return round how many corners a path turns back.

        All cells round such a corner stand in a row on the path.
        """
        place = {cell: i for i, cell in enumerate(path)}
        found = {i for cell in path for i in self._ring_at[cell]}
        turns = 0
        for i in found:
            ring = self._rings[i]
            if all(self.of[cell] == number for cell in ring):
                at = [place[cell] for cell in ring]
                turns += max(at) - min(at) == len(ring) - 1
        return turns

    # ---------- reading ----------

    def links(self) -> Bools:
        """Return whether each link of the board is drawn, shape (links,)."""
        drawn = {frozenset(pair) for path in self.paths.values() for pair in pairwise(path)}
        pairs = self._board.link_cells.tolist()
        return np.array([frozenset(pair) in drawn for pair in pairs], np.bool_)


def _joined(first: Path, a: int, second: Path, b: int) -> Path:
    return (first if first[-1] == a else first[::-1]) + (second if second[0] == b else second[::-1])


def _rings(board: Board) -> list[list[int]]:
    """Return the cells round each inner vertex that links go all the way round."""
    whole = board.vertex_inner & (board.vertex_links.lengths == board.vertex_borders.lengths)
    return [board.vertex_cells.row(v).tolist() for v in np.flatnonzero(whole).tolist()]
