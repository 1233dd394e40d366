"""Random lines: the border of two regions, whose faces flip while both stay connected.

The energy of a line is the number of pairs of neighbours in one region; a winding line has few. In
the variant with diagonals, pairs that share only a corner count half. A flip that adds d to the
energy is accepted with the probability exp(-d / t) (Metropolis et al., "Equation of state
calculations by fast computing machines", 1953).

If even with all clues there is another line, the faces at which it differs flip again, with those
around them. That happens at holes, which have no clue; on whole boards, all clues nearly always
leave one line.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.board import Board
from nlc.generating.open.draft import Draft
from nlc.generating.slitherlink.faces import Colours, Faces
from nlc.reasons.facts import Clue
from nlc.reasons.why.boards import OtherBoards
from nlc.reasons.why.clues import Clues
from nlc.registry import Registry

SWEEPS, SWEEPS_A_ROW = 32, 3
"""Proposed flips for each face, and more of them for each row or column, whichever are more."""


class LineMethod(Struct, frozen=True):
    """A way to make a line.

    Attributes:
        regions: makes two connected regions of the faces of a board, for a loop or an open line,
            perhaps with less plain area, also diagonally; the line is between them.
    """

    summary: str
    regions: Callable[[Board, Faces, bool, bool, np.random.Generator], Colours]


def sweep(
    faces: Faces,
    colours: Colours,
    temperature: float,
    random: np.random.Generator,
    diagonal: float = 0.0,
    among: Bools | None = None,
) -> bool:
    """Propose a flip of each face once, in place; return whether any was accepted.

    Args:
        temperature: in pairs; infinite for flips that regard connectedness alone, 0 for those that
            lower the energy.
        diagonal: what pairs that share only a corner count.
        among: shape (faces,), those that may flip; None: all.
    """
    flipped = False
    for each in faces.classes:
        own = colours[each.faces][:, None]
        around, sides, corners = (
            colours[some] != own for some in (each.rings, each.sides, each.corners)
        )
        number, touching = each.numbers[0], sides.sum(axis=1)
        energy = 2 * touching - number + diagonal * (2 * corners.sum(axis=1) - each.numbers[1])
        changes = (around != np.roll(around, 1, axis=1)).sum(axis=1)
        flips = (changes == 2) & (touching > 0) & (touching < number)
        if among is not None:
            flips &= among[each.faces]
        if temperature:
            flips &= random.random(len(energy)) < np.exp(-energy.clip(0) / temperature)
        else:
            flips &= energy < 0
        colours[each.faces] ^= flips
        flipped |= bool(flips.any())
    return flipped


def _winding(
    board: Board, faces: Faces, is_open: bool, diagonal: bool, random: np.random.Generator
) -> Colours:
    """Return regions that flips make from a single cell, or for an open line a part of the rim."""
    colours = np.zeros(faces.rim[-1] + 1, np.uint8)
    if is_open:
        size = len(faces.rim)
        length = random.integers(size // 4, 3 * size // 4) + 1
        colours[faces.rim[(random.integers(size) + np.arange(length)) % size]] = 1
    else:
        colours[random.choice(faces.cells)] = 1
    crossings = (board.vertex_borders.lengths > 3).any()
    temperature = 1.0 if crossings and not diagonal else 2.0
    rows = max(int(np.ptp(each)) for each in (board.row_of, board.col_of))
    for _ in range(SWEEPS + SWEEPS_A_ROW * rows):
        sweep(faces, colours, temperature, random, 0.5 * diagonal)
    return colours


def _straight(
    board: Board, faces: Faces, is_open: bool, diagonal: bool, random: np.random.Generator
) -> Colours:
    """Return the upper and the lower half of a board, after all flips that lengthen the line.

    A flip that keeps its length counts, too, if it makes the line less plain diagonally and that is
    wished. Source: L. Appelbe, "How to generate Slither Link puzzles" (2020).
    """
    colours = np.zeros(faces.rim[-1] + 1, np.uint8)
    upper = board.row_of[board.border_cells[:, 0]] < board.rows // 2
    colours[faces.borders[upper, 1]] = 1
    if is_open:
        colours[faces.borders[upper & ~board.border_inner, 0]] = 1
    while sweep(faces, colours, 0.0, random, 0.01 * diagonal):
        pass
    return colours


METHODS: Registry[LineMethod] = Registry(
    "slitherlink method",
    "METHOD",
    "nlc.methods.slitherlink",
    {
        "article": LineMethod(
            "after L. Appelbe (2020): a straight line that flips while it gets longer; the first"
            " clues go by binary search",
            _straight,
        ),
        "scale": LineMethod(
            "a line that winds on every scale; clues go while there is one solution", _winding
        ),
    },
)

DEFAULT = "scale"


def with_line(blank: Draft, line: Bools) -> Draft:
    """Return the puzzle with all clues of a line, shape (borders,), and the ends of an open one."""
    board = blank.shape.board
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    ends = zip(np.flatnonzero(degrees == 1).tolist(), ("inlet", "outlet"), strict=False)
    sides = (board.cell_borders.row(cell) for cell in range(len(board.centers)))
    clues = {cell: str(line[its].sum()) for cell, its in enumerate(sides)}
    return replace(blank, givens={"clue": clues, "port": dict(ends)})


def repair(blank: Draft, faces: Faces, colours: Colours, random: np.random.Generator) -> int | None:
    """Change two regions, in place, until all clues have the line between them as only solution.

    Returns:
        How often the line was changed, or None if another solution is left.
    """
    done, spent = 0, np.zeros(len(colours), np.int32)
    while (differs := _differing(with_line(blank, line := faces.line(colours)), line)) is not None:
        near = np.zeros(len(colours), np.bool_)
        near[faces.borders[differs]] = True
        spent += near
        done += 1
        # After each four changes of a face, a larger part around it is changed.
        if (reach := 1 + int(spent[: faces.rim[0]].max()) // 4) > 8:
            return None
        for _ in range(reach):
            before = near.copy()
            for each in faces.classes:
                near[each.faces] |= before[each.rings].any(axis=1)
        for _ in range(4):
            sweep(faces, colours, math.inf, random, among=near)
    return done


def _differing(puzzle: Draft, line: Bools) -> Bools | None:
    """Return where other lines with all clues differ from a line, shape (borders,), or None."""
    boards = OtherBoards(Clues(puzzle.puzzle(), [[Clue("clue", c) for c in puzzle.givens["clue"]]]))
    with boards.formula as formula:
        first = formula.board.bools[1 : len(line) + 1]
        if boards.is_sole([0]):
            return None
        return np.asarray((first != line) | (formula.board.bools[1 : len(line) + 1] != line))
