"""What an encoding accepts, right or wrong, and all small Numberlink boards to try it on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from nlc.board.board import Sort
from nlc.drivers.base import Limits
from nlc.encode.lower import Lowered, lower
from nlc.encode.spec import Encoding
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import load
from nlc.load import load_puzzles
from nlc.oracle.case import Case
from nlc.oracle.reference_board import Complex, Drawn
from support.puzzles import SOLVER, driver

FIXTURES = Path(__file__).parents[2] / "fixtures"

Placement = tuple[tuple[int, int], ...]
"""Pairs of cells."""


def fixture(name: str) -> list[Program]:
    """Return the programs of a fixture of errata."""
    cases, _ = load_puzzles(str(FIXTURES / "errata" / f"{name}.nl"))
    return [elaborate(case) for case in cases]


def assignments(lowered: Lowered) -> list[Assignment]:
    """Return every filled board that a CNF accepts; boards that break a rule are among them."""
    outcomes = list(driver(SOLVER).enumerate(lowered.cnf, Limits(), lowered.separators))
    assert outcomes[-1].status == "UNSATISFIABLE"
    return [lowered.assignment(outcome.model) for outcome in outcomes[:-1]]


def accepted(program: Program, spec: str) -> set[frozenset[str]]:
    """Return the boards that an encoding accepts, each as the names of its segments."""
    found = assignments(lower(program, Encoding.parse(spec)))
    out = {segments(program, assignment) for assignment in found}
    assert len(out) == len(found)
    return out


def segments(program: Program, assignment: Assignment) -> frozenset[str]:
    """Return the names of the segments of a board."""
    (line,) = program.bools
    names = program.board.names(Sort.LINK)
    chosen = np.flatnonzero(assignment.bools[line.base : line.base + line.size])
    return frozenset(names[i] for i in chosen)


def programs(cases: list[Case]) -> Iterator[tuple[Case, Program]]:
    """Yield cases with their programs; all are read in one go, which is quicker.

    Left out are those that are refused for a cell with too few neighbours; they have no solution.
    """
    texts = [case.text.replace('"random"', f'"{i}"') for i, case in enumerate(cases)]
    for case, loaded in zip(cases, load(Source("all.nl", "".join(texts))).puzzles, strict=True):
        try:
            yield case, elaborate(loaded)
        except UserError as error:
            assert "asks for exactly" in str(error), case.text
            assert not case.solutions(), case.text


def cases(blank: Drawn, **options: bool) -> list[Case]:
    """Return all puzzles with one or two pairs on a blank board, mirror images left out."""
    board = Complex(blank)
    settings = {"cover": True, "touch": True, "no2x2": False} | options
    return [
        Case("numberlink", _write(blank, placement), tuple(settings.items()))
        for placement in _placements(len(board.names), _mirrors(blank))
    ]


def _write(blank: Drawn, placement: Placement) -> Drawn:
    cells = [(r, c) for r, row in enumerate(blank.rows) for c, t in enumerate(row) if t == "."]
    rows = [list(row) for row in blank.rows]
    for label, pair in zip("AB", placement, strict=False):
        for cell in pair:
            row, column = cells[cell]
            rows[row][column] = label
    return Drawn(blank.tiling, tuple("".join(row) for row in rows))


def _mirrors(blank: Drawn) -> list[list[int]]:
    """Return symmetries of a board as permutations of its cells, the identity first.

    They are those mirrorings and turns of its rows and columns that keep all neighbours.
    """
    rows, widths = len(blank.rows), {row.count(".") for row in blank.rows}
    numbers = np.arange(sum(row.count(".") for row in blank.rows))
    if len(widths) > 1 or any("#" in row for row in blank.rows):
        return [numbers.tolist()]
    (cols,) = widths
    grid = numbers.reshape(rows, cols)
    found = [grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    if rows == cols:
        found += [turned.T for turned in found]
    links = {frozenset(ends) for ends in Complex(blank).links.values()}
    images = [turned.ravel().tolist() for turned in found]
    return [m for m in images if {frozenset(m[a] for a in ends) for ends in links} == links]


def _placements(cells: int, mirrors: list[list[int]]) -> Iterator[Placement]:
    pairs = list(combinations(range(cells), 2))
    seen: set[Placement] = set()
    for placement in [*combinations(pairs, 1), *combinations(pairs, 2)]:
        ends = [cell for pair in placement for cell in pair]
        images = (
            tuple(sorted((min(m[a], m[b]), max(m[a], m[b])) for a, b in placement)) for m in mirrors
        )
        if len(set(ends)) == len(ends) and (least := min(images)) not in seen:
            seen.add(least)
            yield placement
