"""Rooms: values over cells that the borders between different ones tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
        decided: those round rooms of a solution, shape (borders,).
    """

    names: frozenset[str]
    given: Bools
    decided: Bools

    @property
    def walls(self) -> Bools | None:
        """All these borders, or None where there are none."""
        both = self.given | self.decided
        return both if both.any() else None


def read_rooms(program: Program, solution: Assignment | None) -> Rooms:
    """Return the rooms of a puzzle, and of a solution.

    They are those of which the genre says so; where it says so of no clue, those of the first given
    that looks like it: it names something of each cell, in connected parts, of which those of two
    cells and more hold half of the board, and none of its values is decided for other cells.
    """
    board = program.board
    given = decided = np.zeros(board.count(Sort.BORDER), np.bool_)
    names = set[str]()
    if not len(given) or has_bridges(board):
        return Rooms(frozenset(), given, decided)
    said = [name for name, words in program.clue_marks.items() if _WORD in words.values()]
    for name in said or list(_likely(program))[:1]:
        room = _numbers(program.givens[name], board.count(Sort.CELL))
        given = given | _round(board, room)
        if _connected(board, room):
            names.add(name)
    for name, domain in program.domains.items():
        if solution is not None and program.marks.get(name) == _WORD:
            decided = decided | _round(board, solution.domains[name])
            if _connected(board, solution.domains[name]):
                names.add(domain.name)
    return Rooms(frozenset(names), given, decided)


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
    """Return the borders between different rooms, and those of the rim; shape (borders,)."""
    a, b = board.border_cells.T
    return np.asarray(~(board.border_inner & (room[a] == room[b])))


def _connected(board: Board, room: Ints) -> bool:
    """Return whether each room is in one piece, which its borders then tell."""
    a, b = board.border_cells.T
    within = board.border_inner & (room[a] == room[b])
    parts = len(np.unique(components(len(room), board.border_cells[within])))
    return parts == len(np.unique(room)) and bool((room >= 0).all())
