"""The clauses of the whole-model encodings, counted, beside formulas and published figures."""

from __future__ import annotations

from math import comb

import pytest
from encode.accepted import programs
from oracle.case import Case
from oracle.reference_board import Complex, Drawn
from support.puzzles import program_of

from nlc.comparing.puzzles import random_puzzle
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Program

PUBLISHED_PATH = {5: 167144, 6: 721223}
"""Mean clauses of the course project's path encoding by size, on boards of its own."""


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


@pytest.mark.sample(3)
@pytest.mark.parametrize(("size", "pairs"), [(4, 4), (6, 2), (8, 5), (10, 7)])
def test_edge_path_has_the_clauses_of_the_formula_on_larger_boards(size: int, pairs: int) -> None:
    text = random_puzzle(size, pairs, 1)
    rows = tuple(line.strip() for line in text.splitlines() if line.startswith("    "))
    expected = edge_path(Complex(Drawn("square", rows)))
    found = sizes(program_of(text), "edge-path")
    assert {rule: found[rule] for rule in expected} == expected


@pytest.mark.parametrize(("size", "pairs"), [(5, 3), (6, 4)])
def test_path_position_has_the_published_order_of_magnitude(size: int, pairs: int) -> None:
    found = sizes(program_of(random_puzzle(size, pairs, 1)), "path-position")
    own = sum(found.values()) - found["var:line"]
    assert own == {5: 142459, 6: 662520}[size]
    assert 4 / 5 < own / PUBLISHED_PATH[size] < 5 / 4
