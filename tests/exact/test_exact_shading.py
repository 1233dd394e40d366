"""Statements over dark cells have the boards of brute force, on all tilings, by all encodings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from exact.statements import STATEMENTS
from oracle.case import TILINGS, whole
from oracle.random_boards import blank
from oracle.reference_board import Complex, Drawn
from support.puzzles import boards, program_of

from nlc.errors import UserError
from nlc.ir.complete import complete, read_solution
from nlc.ir.evaluate import violations

MOST_CELLS = 9


@dataclass(frozen=True)
class ShadingCase:
    """A puzzle about dark cells.

    Attributes:
        drawn: the board, without clues.
        statements: names of `STATEMENTS`.
    """

    drawn: Drawn
    statements: tuple[str, ...]

    @property
    def text(self) -> str:
        """The genre and the puzzle in the language."""
        drawn = self.drawn
        lines = ["genre shading {", "  var dark : cell -> bool;", "  rule any_ { true; }"]
        lines += [f"  rule {name} {{ {STATEMENTS[name].text} }}" for name in self.statements]
        lines += ["  show dark as shaded;", "}"]
        lines += ['puzzle "shading" is shading {', *whole(drawn)]
        return "\n".join([*lines, "}", ""])

    def solutions(self) -> set[frozenset[str]]:
        """Return all boards that keep the statements, each as the names of its dark cells."""
        board = Complex(self.drawn)
        found = set()
        for bits in product((False, True), repeat=len(board.names)):
            dark = frozenset(cell for cell, bit in enumerate(bits) if bit)
            if all(STATEMENTS[name].holds(board, dark) for name in self.statements):
                found.add(frozenset(board.names[cell] for cell in dark))
        return found


def shading_cases(tiling: str, name: str, count: int) -> Iterator[ShadingCase]:
    """Yield the same puzzles at every call, each with a statement and perhaps another one."""
    random = Random(f"{tiling} {name}")
    for _ in range(count):
        yield random_shading(random, tiling, name)


def random_shading(random: Random, tiling: str, name: str) -> ShadingCase:
    """Return a puzzle on a random board, with a statement and perhaps another one."""
    while True:
        drawn = blank(random, tiling, MOST_CELLS)
        if tiling != "triangle" and random.random() < 0.2:
            drawn = _bridged(random, drawn)
        if tiling == "square" and random.random() < 0.15:
            drawn = Drawn("square", (". . .",) * 3, wrap=random.choice(("horizontal", "both")))
        board = Complex(drawn)
        if 2 <= len(board.names) <= MOST_CELLS:
            break
    plain = [link for link in board.links if "lane" not in link]
    walls = random.sample(plain, min(len(plain), random.choice((0, 0, 1, 2))))
    drawn = Drawn(
        drawn.tiling,
        drawn.rows,
        tuple((a, b) for a, b in (wall.split("-") for wall in walls)),
        wrap=drawn.wrap,
    )
    more = random.choice(list(STATEMENTS))
    chosen = (name, more) if more != name and random.random() < 0.4 else (name,)
    return ShadingCase(drawn, chosen)


def _bridged(random: Random, drawn: Drawn) -> Drawn:
    """Make one cell a bridge."""
    row = random.randrange(len(drawn.rows))
    cells = [i for i, token in enumerate(drawn.rows[row]) if token == "."]
    if not cells:
        return drawn
    at, line = random.choice(cells), drawn.rows[row]
    rows = (*drawn.rows[:row], line[:at] + "+" + line[at + 1 :], *drawn.rows[row + 1 :])
    return Drawn(drawn.tiling, rows)


SPECS = ("acyclic=lazy", "acyclic=order", "acyclic=lfsr", "acyclic=primal-dual,passes=none")


@pytest.mark.sample(4, every=3)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_has_the_boards_of_brute_force(name: str, tiling: str) -> None:
    for number, case in enumerate(shading_cases(tiling, name, 2)):
        program, expected = program_of(case.text), case.solutions()
        spec = SPECS[(number + len(name)) % len(SPECS)]
        try:
            found = boards(program, spec)
        except UserError as error:
            assert "primal-dual" in str(error)
            found = boards(program, SPECS[0])
        assert found == expected, (spec, case.text)


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
def test_the_evaluator_takes_the_boards_of_brute_force_alone(tiling: str) -> None:
    for name in STATEMENTS:
        (case,) = shading_cases(tiling, name, 1)
        program, expected = program_of(case.text), case.solutions()
        cells = program.board.names(program.bools[0].sort)
        for bits in range(0, 1 << len(cells), 13):
            dark = [cell for i, cell in enumerate(cells) if bits >> i & 1]
            assignment = complete(program, *read_solution(program, {"dark": dark}))
            right = violations(program, assignment) == []
            assert right == (frozenset(dark) in expected), (case.text, dark)
