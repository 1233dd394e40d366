"""Walls and holes that a contradiction needs: boards drawn and solved without some of them.

A board without a wall or a hole has other links and cells, so each is drawn and elaborated anew;
clues are found again by what they say. A wall that goes is a link, a hole an empty cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from nlc.board.drawing import parse_drawing
from nlc.errors import UserError
from nlc.ir.nodes import Assignment
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.reasons.minimal import shrink
from nlc.reasons.why import boards
from nlc.reasons.why.clues import Clues

EMPTY = "."

MOST = 100
"""Walls and holes that are tried; where there are more, they are the shape of the board."""


class Part(NamedTuple):
    """A wall or a hole.

    Attributes:
        kind: ``wall`` or ``hole``.
        names: the cells of the wall, or the place of the hole.
        number: which of the walls it is, or which token of the drawing.
    """

    kind: str
    names: tuple[str, ...]
    number: int

    def to_json(self) -> dict[str, object]:
        """Return the JSON object."""
        return {"kind": self.kind, "elements": list(self.names)}

    def __str__(self) -> str:
        return f"{self.kind} {'|'.join(self.names)}"


def parts(puzzle: Puzzle) -> list[Part]:
    """Return the walls and holes of a puzzle, in the order of its text."""
    pairs = [pair for wall in puzzle.walls for pair in wall.pairs]
    out = [Part("wall", (a.text, b.text), i) for i, (a, b) in enumerate(pairs)]
    if puzzle.literal is None or _is_hole(puzzle, EMPTY):
        return out
    drawing = parse_drawing(puzzle.literal)
    holes = np.array([_is_hole(puzzle, text) for text in drawing.vocabulary], bool)
    for token in np.flatnonzero(holes[drawing.token]).tolist():
        name = f"r{drawing.row[token] + 1}c{drawing.col[token] + 1}"
        out.append(Part("hole", (name,), token))
    return out


def _is_hole(puzzle: Puzzle, token: str) -> bool:
    entry = puzzle.legend.get(token)
    return token == "#" if entry is None else puzzle.cell_kind(entry) == "hole"


def without(puzzle: Puzzle, gone: Collection[Part]) -> Puzzle:
    """Return a puzzle without some of its walls and holes."""
    walls, number = [], 0
    taken = {part.number for part in gone if part.kind == "wall"}
    for wall in puzzle.walls:
        kept = tuple(p for i, p in enumerate(wall.pairs, number) if i not in taken)
        number += len(wall.pairs)
        walls += [replace(wall, pairs=kept)] * bool(kept)
    tokens = sorted(part.number for part in gone if part.kind == "hole")
    out = replace(puzzle, walls=tuple(walls))
    if not tokens or puzzle.literal is None:
        return out
    lengths = parse_drawing(puzzle.literal).lengths
    drawn = [
        _filled(each, tokens) if np.array_equal(parse_drawing(each).lengths, lengths) else each
        for each in puzzle.drawings
    ]
    return replace(out, literal=_filled(puzzle.literal, tokens), drawings=tuple(drawn))


def _filled(literal: s.BoardLiteral, tokens: Sequence[int]) -> s.BoardLiteral:
    """Return a drawing with empty cells in the place of some tokens."""
    drawing, lines = parse_drawing(literal), list(literal.lines)
    for token in tokens:
        span = drawing.span(token)
        at, start, end = span.line - literal.first_line, span.column - 1, span.end_column - 1
        lines[at] = lines[at][:start] + EMPTY.ljust(end - start) + lines[at][end:]
    return replace(literal, lines=tuple(lines))


class PartSubsets(boards.BoardByBoard):
    """A puzzle with some of its walls, holes and clues; members are walls and holes."""

    def __init__(self, puzzle: Puzzle, texts: Collection[str]) -> None:
        """Take the texts of the clues that stay."""
        self._puzzle, self._texts = puzzle, frozenset(texts)
        self.parts = parts(puzzle)
        super().__init__(range(len(self.parts)), self.solution, refused=True)

    def clues(self, kept: Collection[int]) -> tuple[Clues, list[int]]:
        """Return the clues of a board with these parts, and which groups of them stay.

        Raises:
            UserError: the board cannot be drawn so.
        """
        gone = [part for i, part in enumerate(self.parts) if i not in kept]
        clues = Clues(without(self._puzzle, gone))
        return clues, [i for i, group in enumerate(clues.groups) if group.text in self._texts]

    def solution(self, kept: Collection[int]) -> Assignment | None:
        """Return a solution of the board with these parts and the clues that stay, or None.

        Raises:
            UserError: the board cannot be drawn so, or a check refuses it.
            boards.UndecidedError: no solver decided it.
        """
        clues, members = self.clues(kept)
        return boards.find_solution(clues.program(members))

    def least(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return parts that contradict the clues, and those of them that are perhaps needed.

        Walls are dropped first: without a wall, more can be drawn. Without a hole, more can but
        also must be drawn, so a board without holes may have no solution either. Then all holes
        stay, and are tried one by one if there are no walls or clues to name.
        """
        walls, holes = (
            frozenset(i for i, part in enumerate(self.parts) if part.kind == kind)
            for kind in ("wall", "hole")
        )
        walls = self._shrink(walls, holes)
        self.kept = walls
        if not holes or self.model(()) is not None:
            left = walls | self._shrink(holes, walls)
            return left, left
        return walls | holes, walls if walls or self._texts else holes

    def _shrink(self, some: frozenset[int], kept: frozenset[int]) -> frozenset[int]:
        self.kept = kept
        return frozenset() if not some or self.model(()) is None else shrink(self, some)[0]


def needed(puzzle: Puzzle, texts: Collection[str]) -> tuple[Part, ...]:
    """Return walls and holes without any one of which some clues are consistent.

    The others are not needed, or the board cannot be encoded without them. Another encoding and
    another solver confirm that there is no solution with those that are left.

    Args:
        puzzle: the puzzle.
        texts: of the clues that contradict each other.
    """
    kept = PartSubsets(puzzle, texts)
    if not 0 < len(kept.parts) <= MOST:
        return ()
    try:
        left, tried = kept.least()
        clues, members = kept.clues(left)
        if not boards.is_unsolvable(clues, members):
            return ()
        rest = boards.BoardByBoard(left, kept.solution)
        return tuple(kept.parts[i] for i in sorted(tried) if rest.model(left - {i}) is not None)
    except (boards.UndecidedError, UserError):
        return ()


class Opened(NamedTuple):
    """A wall or a hole without which there is a solution.

    Attributes:
        part: the wall or hole.
        board: a solution of the board without it.
        unique: whether it is the only solution, confirmed by another solver.
    """

    part: Part
    board: Assignment
    unique: bool


def openings(puzzle: Puzzle, tried: Collection[Part]) -> Iterator[Opened]:
    """Yield those walls and holes without which, by itself, the whole puzzle has a solution."""
    for part in tried:
        try:
            clues = Clues(without(puzzle, [part]))
            program = clues.program(clues.every)
            board = boards.find_solution(program)
            if board is not None:
                yield Opened(part, board, boards.has_one_solution(program))
        except (UserError, boards.UndecidedError):
            continue
