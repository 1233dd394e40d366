"""Lists of runs against brute force: lines and rings, on all tilings, by every encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from exact.statements import Dark, lengths_of, ordered_lines, ring_pairs
from oracle.case import TILINGS, whole
from oracle.random_boards import blank
from oracle.reference_board import Complex, Drawn
from oracle.relations import parts
from support.puzzles import boards, program_of

from nlc.encode.runs import REGISTRY
from nlc.ir.complete import complete, read_solution
from nlc.ir.evaluate import violations

MOST_CELLS = 9

FORMS: dict[str, tuple[str, Callable[[bool, bool], bool]]] = {
    "outright": ("RUNS;", lambda dark, held: held),
    "implied": ("dark[CELL] implies RUNS;", lambda dark, held: held or not dark),
    "negated": ("not RUNS;", lambda dark, held: not held),
    "equivalent": ("dark[CELL] iff RUNS;", lambda dark, held: dark == held),
    "either": ("any of {dark[CELL], RUNS};", lambda dark, held: dark or held),
}
"""How a rule asks for runs, and whether it holds, given whether the cell is dark."""


class Ask(NamedTuple):
    """What a puzzle asks of the runs of some cells.

    Attributes:
        text: the statement.
        held: whether a board keeps it.
    """

    text: str
    held: Callable[[Dark], bool]


def some_board(random: Random, tiling: str) -> tuple[Drawn, Complex]:
    """Return a random board of a few cells."""
    while True:
        drawn = blank(random, tiling, MOST_CELLS)
        board = Complex(drawn)
        if 3 <= len(board.names) <= MOST_CELLS:
            return drawn, board


def lengths(random: Random, size: int) -> list[int]:
    """Return the lengths of the runs of a random row, often in another order."""
    found = lengths_of(random.random() < 0.6 for _ in range(size))
    random.shuffle(found)
    return found


def written(found: list[int]) -> str:
    """Return a list as text."""
    return '"' + (",".join(map(str, found)) or "0") + '"'


def line_asks(random: Random, board: Complex, form: str) -> Iterator[Ask]:
    """Yield what is asked of some lines."""
    text, holds = FORMS[form]
    for line in ordered_lines(board):
        wanted, light = lengths(random, len(line)), random.random() < 0.3
        if form == "outright" and (sum(wanted) + len(wanted) > len(line) + 1 or light):
            continue
        among = "{not dark[c] for c in cells(l)}" if light else "dark[cells(l)]"
        first, second = (board.names[cell] for cell in line[:2])
        asked = text.replace("RUNS", f"runs({among}, {written(wanted)})").replace("CELL", first)

        def held(
            dark: Dark,
            line: tuple[int, ...] = line,
            wanted: list[int] = wanted,
            light: bool = light,
        ) -> bool:
            return holds(
                line[0] in dark, lengths_of((cell in dark) != light for cell in line) == wanted
            )

        yield Ask(
            f"for l in lines where {first} in cells(l) and {second} in cells(l) {{ {asked} }}",
            held,
        )


def ring_asks(random: Random, board: Complex, form: str) -> Iterator[Ask]:
    """Yield what is asked of the rings of some cells."""
    text, holds = FORMS[form]
    for cell, name in enumerate(board.names):
        round_, pairs = ring_pairs(board, cell)
        if len(round_) < 2 or random.random() < 0.4:
            continue
        wanted, light = lengths(random, len(round_)), random.random() < 0.3
        among = f"{{not dark[d] for d in ring({name})}}" if light else f"dark[ring({name})]"
        asked = text.replace("RUNS", f"runs({among}, {written(wanted)})").replace("CELL", name)

        def held(
            dark: Dark,
            cell: int = cell,
            round_: frozenset[int] = round_,
            pairs: list[tuple[int, int]] = pairs,
            wanted: list[int] = wanted,
            light: bool = light,
        ) -> bool:
            true = round_ - dark if light else round_ & dark
            return holds(cell in dark, sorted(map(len, parts(true, pairs))) == sorted(wanted))

        yield Ask(asked, held)


def case(random: Random, tiling: str, form: str) -> tuple[str, set[frozenset[str]]]:
    """Return a puzzle and its boards, each as the names of its dark cells."""
    drawn, board = some_board(random, tiling)
    asks = [*line_asks(random, board, form), *ring_asks(random, board, form)]
    asks = random.sample(asks, min(len(asks), random.choice((1, 2, 4))))
    rules = "\n".join(f"  rule r{i} {{ {ask.text} }}" for i, ask in enumerate(asks))
    genre = f"genre striped {{\n  var dark : cell -> bool;\n{rules}\n  rule any_ {{ true; }}"
    text = "\n".join([genre, "  show dark;\n}", 'puzzle "p" is striped {', *whole(drawn), "}\n"])
    found = set()
    for bits in product((False, True), repeat=len(board.names)):
        dark = frozenset(cell for cell, bit in enumerate(bits) if bit)
        if all(ask.held(dark) for ask in asks):
            found.add(frozenset(board.names[cell] for cell in dark))
    return text, found


@pytest.mark.sample(4, every=2)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("tiling", TILINGS)
def test_runs_have_the_boards_of_brute_force(tiling: str, form: str) -> None:
    random = Random(f"{tiling} {form}")
    for name in REGISTRY.names():
        text, expected = case(random, tiling, form)
        assert boards(program_of(text), f"runs={name}") == expected, (name, text)


@pytest.mark.sample(2)
@pytest.mark.parametrize("tiling", TILINGS)
def test_the_evaluator_takes_the_boards_of_brute_force_alone(tiling: str) -> None:
    random = Random(f"{tiling} alone")
    for form in FORMS:
        text, expected = case(random, tiling, form)
        program = program_of(text)
        cells = program.board.names(program.bools[0].sort)
        for bits in range(0, 1 << len(cells), 5):
            dark = [cell for i, cell in enumerate(cells) if bits >> i & 1]
            assignment = complete(program, *read_solution(program, {"dark": dark}))
            right = violations(program, assignment) == []
            assert right == (frozenset(dark) in expected), (text, dark)


NONOGRAM = """
genre nonogram "shaded runs have the lengths that stand outside" {
  given clue : line -> list of 0..99?;
  var dark : cell -> bool;
  rule runs { for l in lines where has clue(l) { runs(dark[cells(l)], clue(l)); } }
  show dark as shaded;
}
"""


def format_lists(rows: list[list[int]], cols: list[list[int]]) -> list[str]:
    """Return lists as people draw them: those of columns above, a number a row."""
    above = max(map(len, cols), default=1)
    before = max(map(len, rows), default=1)
    lines = [["."] * before + ["."] * len(cols) for _ in range(above)]
    for col, numbers in enumerate(cols):
        for i, number in enumerate(reversed(numbers), 1):
            lines[-i][before + col] = str(number)
    lines += [["."] * (before - len(numbers)) + [*map(str, numbers)] for numbers in rows]
    return ["    " + " ".join(line) for line in lines]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", REGISTRY.names())
def test_drawn_lists_have_the_boards_of_brute_force(name: str) -> None:
    random = Random(name)
    for _ in range(2):
        height, width = random.choice(((3, 4), (4, 3), (2, 5)))
        grid = [[random.random() < 0.55 for _ in range(width)] for _ in range(height)]
        rows = [lengths_of(row) for row in grid]
        cols = [lengths_of(col) for col in zip(*grid, strict=True)]
        kept = [[numbers or [0] for numbers in lists] for lists in (rows, cols)]
        for numbers in random.sample([*kept[0], *kept[1]], 2):
            numbers.clear()  # a line without a list
        lines = ["  topology square;", "  board", *["    " + ". " * width] * height, "  end"]
        lines += ["  board clue", *format_lists(*kept), "  end"]
        text = "\n".join([NONOGRAM, 'puzzle "p" is nonogram {', *lines, "}\n"])
        expected = set()
        for bits in product((False, True), repeat=height * width):
            board = [bits[i * width : (i + 1) * width] for i in range(height)]
            across = (lengths_of(row) or [0] for row in board)
            down = (lengths_of(col) or [0] for col in zip(*board, strict=True))
            if all(
                numbers in ([], found)
                for numbers, found in zip((*kept[0], *kept[1]), (*across, *down), strict=True)
            ):
                names = (f"r{i // width + 1}c{i % width + 1}" for i, bit in enumerate(bits) if bit)
                expected.add(frozenset(names))
        assert boards(program_of(text), f"runs={name}") == expected, text
