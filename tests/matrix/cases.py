"""Three puzzles of each kind: with one solution, with several, and with none."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

import nlc
from matrix.board import Board
from matrix.kinds import Kind
from matrix.tiny import MOST, Solution, Tiny, Value

SAMPLE = 40
"""Boards of which the clues are tried."""


class NoCaseError(Exception):
    """A kind of which no puzzle has one solution."""


class Case(Struct, frozen=True, eq=False):
    """A puzzle and its solutions by brute force.

    Attributes:
        clues: by element.
        pins: values that house rules say.
        solutions: what is shown of each.
    """

    tiny: Tiny
    clues: Mapping[str, str]
    pins: Mapping[str, Value]
    solutions: frozenset[Solution]

    @property
    def text(self) -> str:
        """The genre and the puzzle."""
        pins = " ".join(self.tiny.pinned(entry, value) for entry, value in self.pins.items())
        return self.tiny.puzzle(self.clues, [f"rule pinned {{ {pins} }}"] if pins else [])

    @property
    def puzzle(self) -> nlc.Puzzle:
        """The puzzle, loaded."""
        return _loaded(self.text)


@cache
def _loaded(text: str) -> nlc.Puzzle:
    (puzzle,) = nlc.loads(text)
    return puzzle


class Cases(Struct, frozen=True, eq=False):
    """The puzzles of a kind.

    Attributes:
        unique: has one solution.
        several: has as many as there can be, at most `MOST`.
        none: has no solution; None where every puzzle has one.
    """

    kind: Kind
    unique: Case
    several: Case
    none: Case | None


@cache
def tiny_of(kind: Kind) -> Tiny:
    """Return the genre of a kind."""
    return Tiny(kind)


@cache
def cases(kind: Kind) -> Cases:
    """Return the puzzles of a kind."""
    tiny = tiny_of(kind)
    sampled = _sampled(tiny)
    if not sampled:
        raise NoCaseError(f"{kind}: no clues")
    fewest, board, clues = min(sampled, key=lambda found: found[:2])
    pins: dict[str, Value] = {}
    if fewest > 1:
        pins = _pins(tiny, board, clues)
    kept = dict(clues)
    if tiny.may_miss:
        for element in clues:
            fewer = {name: clue for name, clue in kept.items() if name != element}
            if len(tiny.solutions(fewer, pins)) == 1:
                kept = fewer
    kept = _untold(tiny, kept, pins, 1)
    unique = Case(tiny, kept, pins, frozenset(tiny.solutions(kept, pins)))
    if len(unique.solutions) != 1:
        raise NoCaseError(f"{kind}: values that are not shown leave no single solution")
    return Cases(kind, unique, _several(unique, sampled), _none(tiny, clues, pins))


def determined(tiny: Tiny) -> float:
    """Return the share of boards whose clues all together leave one solution."""
    sampled = _sampled(tiny)
    return sum(found[0] == 1 for found in sampled) / max(len(sampled), 1)


def _sampled(tiny: Tiny) -> list[tuple[int, int, dict[str, str]]]:
    """Return some boards with all their clues, and how many solutions these leave."""
    step = max(len(tiny.filled) // SAMPLE, 1)
    return [
        (len(tiny.solutions(clues)), board, clues)
        for board in range(step // 2, len(tiny.filled), step)
        if (clues := tiny.clues(board)) is not None
    ]


def _pins(tiny: Tiny, board: int, clues: Mapping[str, str]) -> dict[str, Value]:
    """Return values of a board that leave it alone."""
    values: list[Value] = [*tiny.values, None]
    if tiny.condition:
        values = [False, True]
    board_values = {
        entry: values[code]
        for entry, code in zip(tiny.entries, tiny.filled[board].tolist(), strict=True)
    }
    pins: dict[str, Value] = {}
    left = len(tiny.solutions(clues))
    for entry, value in board_values.items():
        more = {**pins, entry: value}
        fewer = len(tiny.solutions(clues, more))
        if fewer < left:
            pins, left = more, fewer
    return pins if left == 1 else board_values


def _untold(
    tiny: Tiny, clues: Mapping[str, str], pins: Mapping[str, Value], most: int
) -> dict[str, str]:
    """Return clues one of which is a question mark, if so many solutions allow one."""
    found = dict(clues)
    for element in [*clues, *tiny.board.elements(tiny.kind.given_over)] if tiny.untold else []:
        with_mark = {**clues, element: "?"}
        if 0 < len(tiny.solutions(with_mark, pins)) <= most:
            return with_mark
    return found


def _several(unique: Case, sampled: list[tuple[int, int, dict[str, str]]]) -> Case:
    """Return a puzzle with many solutions, but at most `MOST`."""
    tiny = unique.tiny
    found = [(count, clues) for count, _, clues in sampled if 1 < count <= MOST]
    if found:
        _, clues = max(found, key=lambda each: each[0])
        clues = _untold(tiny, clues, {}, MOST)
        return Case(tiny, clues, {}, frozenset(tiny.solutions(clues)))
    best = unique
    clues, pins = dict(unique.clues), dict(unique.pins)
    for name in [*pins, *(clues if tiny.may_miss else ())]:
        fewer_pins = {each: value for each, value in pins.items() if each != name}
        fewer = clues if name in pins else {e: clue for e, clue in clues.items() if e != name}
        solutions = frozenset(tiny.solutions(fewer, fewer_pins))
        if len(solutions) <= MOST:
            clues, pins = fewer, fewer_pins
            best = Case(tiny, clues, pins, solutions)
    return best


def _none(tiny: Tiny, clues: Mapping[str, str], pins: Mapping[str, Value]) -> Case | None:
    """Return a puzzle with one clue or two changed, so that it has no solution."""
    elements = sorted(tiny.board.elements(tiny.kind.given_over))
    changed = [
        {**clues, element: other}
        for element in elements
        for other in tiny.other_clues(element, clues)
    ]
    for some in changed:
        if not tiny.solutions(some, pins):
            return Case(tiny, some, pins, frozenset())
    for one in changed:
        for element in elements:
            for other in tiny.other_clues(element, one):
                some = {**one, element: other}
                if not tiny.solutions(some, pins):
                    return Case(tiny, some, pins, frozenset())
    return None


def made(kind: Kind, puzzle: nlc.Puzzle, board: Board) -> tuple[Tiny, dict[str, str]]:
    """Return the genre on the board of a generated puzzle, and its clues."""
    program = nlc.elaborate(puzzle)
    sort = program.given_sorts["g"]
    names = program.board.names(sort)
    clues = {names[i]: value for i, value in program.givens["g"].items()}
    clues |= {names[i]: "?" for i in program.givens.get("untold", ())}
    tiny = Tiny(kind, board)
    if kind.given_type == "condition":
        clues = {name: clues.get(name, "false") for name in board.elements(kind.given_over)}
    return tiny, clues
