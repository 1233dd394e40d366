"""Rooms: values over cells that are drawn as the borders between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.graph import components
from nlc.ir.nodes import Assignment, Program
from nlc.render.outline import has_bridges

_WORD = "rooms"


class Rooms(Struct, frozen=True, eq=False):
    """The rooms of a picture and their borders.

    Attributes:
        names: the givens and variables that borders show, and cells need not.
        given: the borders of rooms of clues, shape (borders,).
        decided: the borders of rooms of a solution; of several, those that they share.
        only: the other borders of rooms of each of several solutions.
        cages: the rooms of further givens: the room of each cell, -1 for none.
        room: the room of each cell, by the solution if it has rooms, -1 for none; shape (cells,).
    """

    names: frozenset[str]
    given: Bools
    decided: Bools
    only: tuple[Bools, ...]
    cages: tuple[Ints, ...]
    room: Ints

    @property
    def walls(self) -> Bools | None:
        """The borders of all rooms, or None if there are none."""
        both = self.given | self.decided
        return both if both.any() else None


def find_rooms(program: Program, solutions: Sequence[Assignment]) -> Rooms:
    """Return the rooms of a puzzle, and of solutions.

    The genre marks givens as rooms, or as borders of rooms. If it marks none, rooms are the values
    of the first given that looks like it: every cell has a value, equal values are connected, those
    of two cells or more cover half of the board, and no variable has its values.
    """
    board = program.board
    given = decided = np.zeros(board.count(Sort.BORDER), np.bool_)
    cages: tuple[Ints, ...] = ()
    rooms = np.full(board.count(Sort.CELL), -1, np.int32)
    around = [decided for _ in solutions]
    names = set[str]()
    if not len(given) or has_bridges(board):
        return Rooms(frozenset(), given, decided, (), cages, rooms)
    marked = [name for name, words in program.clue_marks.items() if _WORD in words.values()]
    for name in marked or list(_guess_names(program))[:1]:
        if program.given_sorts[name] is Sort.BORDER:
            given = given.copy()
            given[[i for i, text in program.givens[name].items() if text == "true"]] = True
            names.add(name)
            continue
        room = _number_rooms(program.givens[name], board.count(Sort.CELL))
        if (rooms >= 0).any():
            cages = (*cages, room)
        else:
            given, rooms = given | _borders_of(board, room), room
        if _connected(board, room):
            names.add(name)
    for name, domain in program.domains.items():
        if solutions and program.marks.get(name) == _WORD:
            found = [solution.domains[name] for solution in solutions]
            around = [
                borders | _borders_of(board, room)
                for borders, room in zip(around, found, strict=True)
            ]
            if all(_connected(board, room) for room in found):
                names.add(domain.name)
            if len(found) == 1:
                rooms = found[0]
    if around:
        decided = np.logical_and.reduce(around)
    only = tuple(borders & ~decided for borders in around) if len(around) > 1 else ()
    return Rooms(frozenset(names), given, decided, only, cages, rooms)


def cage_borders(board: Board, rooms: Rooms) -> Bools | None:
    """Return the borders of cages alone, shape (borders,), or None if there are none."""
    out = np.zeros(board.count(Sort.BORDER), np.bool_)
    for room in rooms.cages:
        out |= _borders_of(board, room)
    out &= ~(rooms.given | rooms.decided)
    return out if out.any() else None


def are_boxes(board: Board, room: Ints) -> bool:
    """Return whether all rooms are rectangles of the same size; see `color_rooms`."""
    held = [np.flatnonzero(room == i) for i in np.unique(room[room >= 0]).tolist()]
    sizes = {(len(i), np.ptp(board.row_of[i]) + 1, np.ptp(board.col_of[i]) + 1) for i in held}
    return len(sizes) == 1 and all(count == rows * cols for count, rows, cols in sizes)


def color_rooms(board: Board, room: Ints) -> Ints:
    """Return a colour for each cell, from 0, such that neighbouring rooms differ; -1 for no room.

    The room with the fewest neighbours is coloured last, and so on with the rest: in a plane six
    colours suffice.

    Args:
        board: the board.
        room: the room of each cell, -1 for none; shape (cells,).
    """
    ends = room[board.border_cells[board.border_inner]]
    neighbours: dict[int, set[int]] = {
        number: set() for number in np.unique(room[room >= 0]).tolist()
    }
    for a, b in ends[(ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])].tolist():
        neighbours[a].add(b)
        neighbours[b].add(a)
    degree, order = {number: len(others) for number, others in neighbours.items()}, list[int]()
    queue = sorted((size, number) for number, size in degree.items())
    while queue:
        size, number = heappop(queue)
        if degree.get(number) != size:
            continue  # it is there again, with fewer
        order.append(number)
        del degree[number]
        for other in neighbours[number] & degree.keys():
            degree[other] -= 1
            heappush(queue, (degree[other], other))
    colors: dict[int, int] = {}
    for number in reversed(order):
        used = {colors.get(other) for other in neighbours[number]}
        colors[number] = next(color for color in count() if color not in used)
    return np.array([colors.get(number, -1) for number in room.tolist()], np.int32)


def _guess_names(program: Program) -> Iterator[str]:
    board = program.board
    cells = board.count(Sort.CELL)
    for name, sort in program.given_sorts.items():
        texts, kind = program.givens[name], program.value_kinds.get(name)
        kinds = set(texts.values())
        if sort is not Sort.CELL or kind == "int" or len(texts) < cells:  # numbers are counts
            continue
        decided = {
            text
            for variable, domain in program.domains.items()
            if program.value_kinds.get(variable) == kind
            for text in domain.values
        }
        if len(kinds) < 2 or not kinds.isdisjoint(decided | {"true"}):
            continue
        room = _number_rooms(texts, cells)
        shared = int((np.bincount(room)[room] > 1).sum())
        if 2 * shared >= cells and _connected(board, room):
            yield name


def _number_rooms(texts: Mapping[int, str], cells: int) -> Ints:
    """Return a number for each cell, the same for the same text, -1 for none."""
    numbers = {text: i for i, text in enumerate(dict.fromkeys(texts.values()))}
    return np.array([numbers.get(texts.get(i, ""), -1) for i in range(cells)], np.int32)


def _borders_of(board: Board, room: Ints) -> Bools:
    """Return the borders between different rooms, and those of rooms at the rim."""
    a, b = board.border_cells.T
    return np.asarray(
        ~(board.border_inner & (room[a] == room[b])) & ((room[a] >= 0) | board.border_inner)
    )


def _connected(board: Board, room: Ints) -> bool:
    """Return whether each room is connected, so that borders show it."""
    a, b = board.border_cells.T
    within = board.border_inner & (room[a] == room[b])
    has_room = room >= 0
    parts = np.unique(components(len(room), board.border_cells[within])[has_room])
    return len(parts) == len(np.unique(room[has_room]))
