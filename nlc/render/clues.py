"""What a picture writes into cells and beside corners, and the colours of cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Sort
from nlc.ir.nodes import ABSENT, Assignment, Domain, Program
from nlc.render.canvas import columns
from nlc.render.terminal import color_of


@dataclass(frozen=True, eq=False)
class Clues:
    """The clues of a puzzle.

    Attributes:
        cells: the text in each cell that has a clue; of several givens the first counts.
        vertices: the corners that have a clue.
        width: columns of the widest text of a cell, at least 1.
    """

    cells: Mapping[int, str]
    vertices: tuple[int, ...]
    width: int


def read_clues(program: Program, sorts: Mapping[str, Sort], mark: str) -> Clues:
    """Return the clues of a program; a boolean clue that holds is shown as `mark`.

    Args:
        program: the puzzle.
        sorts: the givens to show and their sorts.
        mark: one character.
    """
    cells: dict[int, str] = {}
    vertices: set[int] = set()
    for name, sort in sorts.items():
        there = {i: text for i, text in program.givens[name].items() if text != "false"}
        if sort is Sort.VERTEX:
            vertices.update(there)
        elif sort is Sort.CELL:
            for i, text in there.items():
                cells.setdefault(i, mark if text == "true" else text)
    width = max((len(columns(text)) for text in set(cells.values())), default=1)
    return Clues(cells, tuple(sorted(vertices)), max(1, width))


def color_domain(program: Program) -> Domain | None:
    """Return the shown or reported variable over cells that tells paths apart, or None."""
    for domain in program.domains.values():
        if domain.sort is Sort.CELL and (domain.shown or domain.reported):
            return domain
    return None


def tints(program: Program, assignment: Assignment | None, clues: Clues) -> Ints:
    """Return the colour of each cell, 0 for none; shape (cells,).

    Without an assignment only clues are coloured, as their value will be.
    """
    out = np.zeros(program.board.count(Sort.CELL), dtype=np.int32)
    domain = color_domain(program)
    if domain is None:
        return out
    colors = np.array([color_of(i) for i in range(len(domain.values))], dtype=np.int32)
    if assignment is not None:
        values = assignment.domains[domain.name]
        there = values != ABSENT
        out[there] = colors[values[there]]
        return out
    numbers = {text: i for i, text in enumerate(domain.values)}
    for cell, text in clues.cells.items():
        if text in numbers:
            out[cell] = colors[numbers[text]]
    return out
