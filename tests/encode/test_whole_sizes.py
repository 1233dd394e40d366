"""The clauses of the whole-model encodings, counted, beside formulas and published figures."""

from __future__ import annotations

from math import comb

import pytest
from support.accepted import programs
from support.puzzles import program_of

from nlc.compare.puzzles import random_puzzle
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Program
from nlc.oracle.case import Case
from nlc.oracle.reference_board import Complex, Drawn

PUBLISHED_EDGE = {5: 1720, 6: 5586, 7: 11767, 8: 32007, 9: 62654, 10: 116906}
"""Mean clauses of the course project's edge encoding by size, on boards of its own."""

PUBLISHED_PATH = {5: 167144, 6: 721223}
"""The same of its path encoding."""


def sizes(program: Program, spec: str) -> dict[str, int]:
    """Return the number of clauses of each rule."""
    found = lower(program, Encoding.parse(spec)).rule_statistics()
    return {rule: numbers.clauses for rule, numbers in found.items()}


def edge_path(board: Complex) -> dict[str, int]:
    """Return the clauses of the five kinds, and of the shown segments, by rule."""
    pairs, links = len(board.labels), list(board.links.values())
    degree = [sum(cell in link for link in links) for cell in range(len(board.names))]
    ends = [d for d, token in zip(degree, board.tokens, strict=True) if token]
    inner = [d for d, token in zip(degree, board.tokens, strict=True) if not token]
    return {
        "same": len(links) * comb(pairs, 2),
        "terminal": sum(1 + comb(d, 2) + d * (pairs - 1) for d in ends),
        "through": sum(1 + comb(d, 3) * pairs**3 + d * pairs for d in inner),
        "var:line": len(links) * (pairs + 1),
    }


def path_position(board: Complex) -> int:
    """Return the clauses of the five kinds together."""
    cells, pairs, links = len(board.names), len(board.labels), len(board.links)
    return (
        cells * (1 + comb(pairs * (cells + 1), 2))
        + pairs * (cells + 1) * (1 + comb(cells + 1, 2))
        + pairs * cells
        + pairs * cells * (cells**2 - 2 * links)
        + pairs * (1 + cells + 1 + comb(cells, 2))
    )


BOARDS = [
    Drawn("square", ("A . . B", ". . . .", "A C C B")),
    Drawn("hex", ("A . B", " . . .", "B . A")),
    Drawn("triangle", ("A . . .", ". B B A")),
]


@pytest.mark.parametrize("drawn", BOARDS, ids=lambda drawn: drawn.tiling)
def test_clauses_are_those_of_the_formulas(drawn: Drawn) -> None:
    options = (("cover", True), ("touch", True), ("no2x2", False))
    ((_, program),) = programs([Case("numberlink", drawn, options)])
    board = Complex(drawn)
    found = sizes(program, "edge-path")
    expected = edge_path(board)
    assert {rule: found[rule] for rule in expected} == expected
    assert sum(found.values()) == sum(expected.values())
    found = sizes(program, "path-position")
    assert sum(found.values()) - found["var:line"] == path_position(board)


@pytest.mark.parametrize("size", PUBLISHED_EDGE)
def test_edge_path_has_the_published_order_of_magnitude(size: int) -> None:
    # The published boards are not at hand; about 2n/3 pairs are usual on n x n cells.
    found = sizes(program_of(random_puzzle(size, round(size * 2 / 3), 1)), "edge-path")
    assert 1 / 2 < (sum(found.values()) - found["var:line"]) / PUBLISHED_EDGE[size] < 2


@pytest.mark.parametrize(("size", "pairs"), [(5, 3), (6, 4)])
def test_path_position_has_the_published_order_of_magnitude(size: int, pairs: int) -> None:
    found = sizes(program_of(random_puzzle(size, pairs, 1)), "path-position")
    own = sum(found.values()) - found["var:line"]
    assert own == {5: 142459, 6: 662520}[size]
    assert 4 / 5 < own / PUBLISHED_PATH[size] < 5 / 4
