"""Symmetries of boards: of the places of clues, and between puzzles that are the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from nlc.arrays import Floats
from nlc.board import GRAPH, Board, Sort
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.language.wishes import is_room

_MATRICES = {
    "half a turn": ((-1, 0), (0, -1)),
    "a quarter turn": ((0, -1), (1, 0)),
    "three quarters of a turn": ((0, 1), (-1, 0)),
    "left and right": ((-1, 0), (0, 1)),
    "top and bottom": ((1, 0), (0, -1)),
    "one diagonal": ((0, 1), (1, 0)),
    "the other diagonal": ((0, -1), (-1, 0)),
}
"""The images of x (to the right) and y (downwards) by each symmetry."""

_SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_SIDES |= {"NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1)}
_NAMES = {step: side for side, step in _SIDES.items()}


class Image(Struct, frozen=True):
    """A symmetry of a board.

    Attributes:
        name: of its matrix in `_MATRICES`, or of the identity.
        elements: for each sort the image of each element.
        sides: the image of each side and corner of a square.
    """

    name: str
    elements: Mapping[Sort, Sequence[int]]
    sides: Mapping[str, str] = {}


def images(program: Program) -> list[Image]:
    """Return the symmetries of a board, the identity first.

    A board that is not drawn, or has warps, has no other; nor has one whose clues have an order, or
    a direction other than a side of a square.
    """
    board = program.board
    sorts = [sort for sort in Sort.ALL if sort is not Sort.PUZZLE]
    same = Image("as it is", {sort: range(board.count(sort)) for sort in sorts})
    kinds = {program.value_kinds.get(name) for name, given in program.givens.items() if given}
    turned = "list" in kinds or ("side" in kinds and board.topology != "square")
    if turned or board.topology == GRAPH:
        return [same]
    places = {sort: _places(board, sort) for sort in sorts if sort is not Sort.LINE}
    keys = {sort: _keys(where) for sort, where in places.items()}
    if any(len(set(key)) < len(key) for key in keys.values()):
        return [same]
    out, lines = [same], [frozenset(line) for line in board.lines]
    for name, matrix in _MATRICES.items():
        turn = np.array(matrix).T
        elements = {sort: _image(keys[sort], _keys(where @ turn)) for sort, where in places.items()}
        if (cells := elements[Sort.CELL]) is not None:
            moved = [frozenset(cells[cell] for cell in line) for line in lines]
            elements[Sort.LINE] = _image(lines, moved)
        found = {sort: each for sort, each in elements.items() if each is not None}
        if len(found) == len(sorts):
            (a, b), (c, d) = matrix
            sides = {side: _NAMES[a * x + b * y, c * x + d * y] for side, (x, y) in _SIDES.items()}
            out.append(Image(name, found, sides))
    return out


def _places(board: Board, sort: Sort) -> Floats:
    """Return the places of the elements of a sort, from the middle of the board."""
    middle = (board.points.min(axis=0) + board.points.max(axis=0)) / 2
    return np.asarray(board.middles(sort) - middle, np.float64)


def _keys(where: Floats) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in (where * 4).tolist()]


def _image(keys: Sequence[Hashable], moved: Sequence[Hashable]) -> list[int] | None:
    """Return the place of each moved key among the keys, or None if one has none."""
    number = {key: i for i, key in enumerate(keys)}
    found = [number.get(key, -1) for key in moved]
    return None if -1 in found else found


def clue_symmetries(puzzle: Puzzle, program: Program) -> tuple[str, ...] | None:
    """Return the symmetries of the places of clues, whatever their values.

    None if there are no clues, or each is in the first cell of its room.
    """
    sorts, rules = program.given_sorts, puzzle.rules.givens
    named = [n for n in program.givens if not (sorts[n] is Sort.PUZZLE or is_room(rules[n]))]
    places = {(sorts[name], i) for name in named for i in program.givens[name]}
    if places <= {(Sort.CELL, cell) for cell in _first_cells(puzzle, program)}:
        return None
    others = images(program)[1:]
    alike = (x for x in others if {(sort, x.elements[sort][i]) for sort, i in places} == places)
    return tuple(image.name for image in alike)


def _first_cells(puzzle: Puzzle, program: Program) -> set[int]:
    """Return the first cell of each room."""
    first: dict[tuple[str, str], int] = {}
    for name, given in program.givens.items():
        if is_room(puzzle.rules.givens[name]):
            for cell in sorted(given):
                first.setdefault((name, given[cell]), cell)
    return set(first.values())


def canonical(puzzle: Puzzle, program: Program) -> tuple[Any, ...]:
    """Return a key that is the same for puzzles that are each other turned, mirrored or renamed.

    Names of rooms and labels mean nothing; all other values do.
    """
    board = program.board
    rules = program.genre, tuple(sorted(program.options.items())), tuple(program.rules)
    size = tuple(board.count(sort) for sort in Sort.ALL if sort is not Sort.PUZZLE)
    shape = {sort: _keys(_places(board, sort)) for sort in (Sort.CELL, Sort.LINK)}
    shapes = tuple(tuple(sorted(keys)) for keys in shape.values()) if board.rows else ()
    turned = min(_given(puzzle, program, image) for image in images(program))
    return rules, size, shapes, turned


def _given(puzzle: Puzzle, program: Program, image: Image) -> tuple[Any, ...]:
    """Return the clues of a board that is turned."""
    out = []
    for name in sorted(program.givens):
        sort, given = program.given_sorts[name], program.givens[name]
        to = image.elements.get(sort)  # None if it has no place on the board
        moved = sorted((i if to is None else to[i], text) for i, text in given.items())
        names: dict[str, str] = {}
        if puzzle.rules.givens[name].type.kind == "name":
            for _, text in moved:
                names.setdefault(text, f"{len(names):05}")
        elif program.value_kinds.get(name) == "side":
            names = dict(image.sides) if image.sides else {}
        out.append((name, tuple((i, names.get(text, text)) for i, text in moved)))
    return tuple(out)
