"""Rooms: values over cells that the borders between different ones tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count as count_up

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.graph import components
from nlc.ir.nodes import Assignment, Program
from nlc.render.outline import has_bridges

_WORD = "rooms"


class Rooms(Struct, frozen=True, eq=False):
    """What borders tell.

    Attributes:
        names: the givens and variables that need not be written into cells.
        given: the borders round rooms of clues, shape (borders,).
        decided: those round rooms of a solution, or of several that they have in common.
        only: those round rooms of each solution alone, where there are several.
        cages: the rooms of a second clue, and of more: that of each cell, -1 for none.
        room: the room of each cell, of a solution where it has such, -1 for none; shape (cells,).
    """

    names: frozenset[str]
    given: Bools
    decided: Bools
    only: tuple[Bools, ...]
    cages: tuple[Ints, ...]
    room: Ints

    @property
    def walls(self) -> Bools | None:
        """All these borders, or None where there are none."""
        both = self.given | self.decided
        return both if both.any() else None


def read_rooms(program: Program, solutions: Sequence[Assignment]) -> Rooms:
    """Return the rooms of a puzzle, and of solutions.

    They are those of which the genre says so, and so are borders within rooms; where it says so of
    no clue, those of the first given
    that looks like it: it names something of each cell, in connected parts, of which those of two
    cells and more hold half of the board, and none of its values is decided for other cells.
    """
    board = program.board
    given = decided = np.zeros(board.count(Sort.BORDER), np.bool_)
    cages: tuple[Ints, ...] = ()
    rooms = np.full(board.count(Sort.CELL), -1, np.int32)
    around = [decided for _ in solutions]
    names = set[str]()
    if not len(given) or has_bridges(board):
        return Rooms(frozenset(), given, decided, (), cages, rooms)
    said = [name for name, words in program.clue_marks.items() if _WORD in words.values()]
    for name in said or list(_likely(program))[:1]:
        if program.given_sorts[name] is Sort.BORDER:
            given = given.copy()
            given[[i for i, text in program.givens[name].items() if text == "true"]] = True
            names.add(name)
            continue
        room = _numbers(program.givens[name], board.count(Sort.CELL))
        if (rooms >= 0).any():
            cages = (*cages, room)
        else:
            given, rooms = given | _round(board, room), room
        if _connected(board, room):
            names.add(name)
    for name, domain in program.domains.items():
        if solutions and program.marks.get(name) == _WORD:
            found = [solution.domains[name] for solution in solutions]
            around = [one | _round(board, room) for one, room in zip(around, found, strict=True)]
            if all(_connected(board, room) for room in found):
                names.add(domain.name)
            if len(found) == 1:
                rooms = found[0]
    if around:
        decided = np.logical_and.reduce(around)
    only = tuple(one & ~decided for one in around) if len(around) > 1 else ()
    return Rooms(frozenset(names), given, decided, only, cages, rooms)


def cages(board: Board, rooms: Rooms) -> Bools | None:
    """Return the borders round cages alone, shape (borders,), or None where there are none."""
    out = np.zeros(board.count(Sort.BORDER), np.bool_)
    for room in rooms.cages:
        out |= _round(board, room)
    out &= ~(rooms.given | rooms.decided)
    return out if out.any() else None


def apart(board: Board, room: Ints) -> Ints:
    """Return a colour for each cell, from 0, such that no rooms side by side share one.

    The room with the fewest neighbours gets its colour last, and so on with the rest: in a plane
    six colours do. -1 for cells of no room.

    Args:
        room: of each cell, -1 for none; shape (cells,).
    """
    ends = room[board.border_cells[board.border_inner]]
    beside: dict[int, set[int]] = {number: set() for number in np.unique(room[room >= 0]).tolist()}
    for a, b in ends[(ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])].tolist():
        beside[a].add(b)
        beside[b].add(a)
    left = {number: len(others) for number, others in beside.items()}
    queue = sorted((count, number) for number, count in left.items())
    order = []
    while queue:
        count, number = heappop(queue)
        if left.get(number) != count:
            continue
        order.append(number)
        del left[number]
        for other in beside[number] & left.keys():
            left[other] -= 1
            heappush(queue, (left[other], other))
    colors: dict[int, int] = {}
    for number in reversed(order):
        taken = {colors.get(other) for other in beside[number]}
        colors[number] = next(color for color in count_up() if color not in taken)
    return np.array([colors.get(number, -1) for number in room.tolist()], np.int32)


def _likely(program: Program) -> Iterator[str]:
    board = program.board
    cells = board.count(Sort.CELL)
    for name, sort in program.given_sorts.items():
        texts = program.givens[name] if sort is Sort.CELL else {}
        if len(texts) < cells:
            continue
        kinds = set(texts.values())
        if len(kinds) < 2 or "true" in kinds:
            continue
        if program.value_kinds.get(name) == "int":  # a number counts something
            continue
        decided = {
            text
            for variable, domain in program.domains.items()
            if program.value_kinds.get(variable) == program.value_kinds.get(name)
            for text in domain.values
        }
        if not decided.isdisjoint(kinds):
            continue
        room = _numbers(texts, cells)
        shared = int((np.bincount(room)[room] > 1).sum())
        if 2 * shared >= cells and _connected(board, room):
            yield name


def _numbers(texts: Mapping[int, str], cells: int) -> Ints:
    """Return a number for each cell, the same for the same text, -1 for none."""
    numbers = {text: i for i, text in enumerate(dict.fromkeys(texts.values()))}
    return np.array([numbers.get(texts.get(i, ""), -1) for i in range(cells)], np.int32)


def _round(board: Board, room: Ints) -> Bools:
    """Return the borders between different rooms, and those of rooms on the rim."""
    a, b = board.border_cells.T
    return np.asarray(
        ~(board.border_inner & (room[a] == room[b])) & ((room[a] >= 0) | board.border_inner)
    )


def _connected(board: Board, room: Ints) -> bool:
    """Return whether each room is in one piece, which its borders then tell."""
    a, b = board.border_cells.T
    within = board.border_inner & (room[a] == room[b])
    there = room >= 0
    parts = np.unique(components(len(room), board.border_cells[within])[there])
    return len(parts) == len(np.unique(room[there]))
