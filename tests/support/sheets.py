"""A small puzzle of every genre, and what tells two puzzles on squares apart."""

from __future__ import annotations

from functools import cache, lru_cache

import nlc
from nlc.formats.genres import find_parts, rules_of
from nlc.formats.parts import Parts
from nlc.formats.sheet import sheet_of, strings
from nlc.ir.elaborate.program import elaborate_clues
from nlc.language.builtins import STRINGS
from nlc.language.catalogue import entries
from nlc.language.resolve import Puzzle
from support.documents import ROOT

FIRST = {puzzle.genre: puzzle for puzzle in nlc.load(ROOT / "fixtures" / "genres.nl")}
"""A tiny puzzle of each genre of the first hour, for what takes long."""

EXAMPLES = {each.name: nlc.loads(each.example)[0] for each in entries() if each.package == "nlc"}
"""The example of every stock genre."""

PUZZLES = EXAMPLES | FIRST
"""A puzzle of every stock genre: the tiny one, or its own example."""

GRAPHS = ("colouring", "hamilton")
"""Genres of graphs, which are no boards of squares."""


@cache
def solution_of(puzzle: nlc.Puzzle) -> nlc.Solution:
    """Return a solution, which is sought once for all tests."""
    board = nlc.solve(puzzle).board
    assert board is not None
    return board


class Itself:
    """A puzzle that is equal to itself alone: to compare two takes longer than `said`."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.puzzle is other.puzzle

    def __hash__(self) -> int:
        return id(self.puzzle)


def said(puzzle: Puzzle) -> tuple[object, ...]:
    """Return all that a puzzle says, rooms under the name of their first cell."""
    return _said(Itself(puzzle))


@lru_cache(maxsize=1024)
def _said(key: Itself) -> tuple[object, ...]:
    puzzle = key.puzzle
    program = elaborate_clues(puzzle)
    sheet = sheet_of(program, "test")
    givens = {
        name: dict(sorted(clues.items(), key=str)) for name, clues in sheet.givens.items() if clues
    }
    parts = find_parts(puzzle.genre) or Parts()
    clued = [*givens.get(parts.number, {}), *givens.get("" if parts.circled else parts.arrow, {})]
    for cell in clued:  # where a clue is told
        givens.get(parts.unknown, {}).pop(cell, None)
    givens = {name: clues for name, clues in givens.items() if clues}
    for name, clues in givens.items():
        word = rules_of(puzzle.genre).clue_marks.get(name, {}).get("")
        if word in STRINGS:
            givens[name] = dict.fromkeys(map(tuple, strings(clues)))
        elif name in ("room", "box", parts.room) or word == "rooms":
            first = {value: place for place, value in reversed(clues.items())}
            givens[name] = {place: first[value] for place, value in clues.items()}
    home = givens.get(parts.room, {})
    of_rooms = {parts.room_number}
    if puzzle.genre in ("kenken", "map"):
        of_rooms |= {parts.number, *parts.operation[:1]}
    for name in of_rooms & {*givens}:  # it is the room's, whichever of its cells it is given in
        givens[name] = {home[cell]: number for cell, number in givens[name].items()}
    board = (sheet.rows, sheet.cols, sheet.holes, sheet.walls, sheet.bridges)
    return sheet.genre, board, sheet.options, givens
