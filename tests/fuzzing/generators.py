"""Holds what `nlc generate` makes against brute force and the frontier method.

The text of a puzzle is read again, once by nlc's reader and once by a plain one for brute force.
Its stored solution must be among those found and, where that was promised, the only one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from oracle import brute_force
from oracle.reference_board import Complex, Drawn

from fuzzing.boards import frontier_boards
from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Finding, Tally
from fuzzing.trial import Trial
from nlc.board import Sort
from nlc.errors import Source, UserError
from nlc.generating.batch import Batch
from nlc.generating.genre import Generator, genre
from nlc.generating.numberlink.methods import METHODS
from nlc.generating.shape import HOLE, Shape, blank, shape_of
from nlc.generating.writer import Writer
from nlc.ir.elaborate.grounding import ground_board
from nlc.language.resolve import Puzzle, load

Lines = frozenset[str]
"""What is drawn, by name."""

MOST_LINKS, FEW_LINKS, MOST_BORDERS = 64, 24, 60
"""Up to so many links brute force is quick, where there is one solution, and where there may be any
number; and up to so many borders, since clues prune that search."""

SIZES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "square": ((4, 4), (5, 4), (5, 5), (6, 6), (7, 5), (8, 8)),
    "hex": ((4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6)),
    "triangle": ((6, 3), (7, 4), (8, 5), (8, 6), (8, 8)),
}
SMALL: Mapping[str, tuple[tuple[int, int], ...]] = {
    "square": ((4, 4), (5, 4)),
    "hex": ((4, 3), (4, 4)),
    "triangle": ((6, 3), (7, 4)),
}
"""For methods that drop a board that is not unique: on larger ones most are dropped."""

SCATTERED: Mapping[str, tuple[tuple[int, int], ...]] = {
    "square": ((4, 4),),
    "hex": ((4, 3), (4, 4)),
    "triangle": ((5, 3),),
}
"""For random places, which on larger boards hardly ever have one solution only."""

LOOPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "square": ((4, 3), (4, 4), (5, 5), (6, 6), (8, 7), (10, 10)),
    "hex": ((3, 3), (4, 4), (5, 5), (7, 6), (8, 7)),
    "triangle": ((5, 3), (6, 4), (7, 5), (8, 6), (10, 10)),
}
RULES: tuple[dict[str, bool], ...] = (
    {},
    {"touch": False},
    {"no2x2": True},
    {"cover": False},
)
BOARDS = (
    """topology square;
      board
        . . . .
        . # . .
        . . . .
        . . . .
      end
      wall r1c2|r1c3;""",
    """topology hex;
      board
        . . . .
         . # . .
        . . . .
         . . . .
      end
      wall r1c2|r1c3;""",
    """topology square;
      legend { "+" = bridge; }
      board
        . . . .
        . + . .
        . . . .
        . . . #
      end""",
)


class GeneratorCase(Struct, frozen=True, dict=True):
    """A puzzle that a generator makes.

    Attributes:
        generator: what makes it.
        number: of the puzzle.
        unique: whether its solution must be the only one.
    """

    generator: Generator[Any]
    number: int
    unique: bool

    @cached_property
    def text(self) -> str:
        """The puzzle after a comment with its solution; empty where it was given up."""
        batch = Batch(self.generator)
        item = batch.make(self.number)
        return "" if item.puzzle is None else Writer(batch, solutions=True).text(item)


class Generators(CaseKind[GeneratorCase]):
    """What `nlc generate` makes."""

    name = "generators"
    summary = "what nlc generate makes"

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a puzzle to be made."""
        subject, trial = random_batch(random, number)
        return NumberedCase(number, self.name, subject, (trial,))

    def attempt(self, subject: GeneratorCase, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Make the puzzle and prove it."""
        return judge_generated(subject, trial, tally)

    def content(self, found: Finding, about: Sequence[str]) -> bytes:
        """Return the puzzle; one that a generator does not come to the end of is not made again."""
        if found.fault.kind == "hang":
            return "".join(f"// {line}\n" for line in about).encode()
        return super().content(found, about)

    def command(self, found: Finding, path: str) -> Sequence[str]:
        """Return the command that makes and proves it again."""
        numbers = ("--seed", str(found.seed), "--first", str(found.number), "--cases", "1")
        return ("python", "-m", "fuzzing", "--kind", self.name, *numbers)


def random_batch(random: Random, number: int) -> tuple[GeneratorCase, Trial]:
    """Return a puzzle to be made, and the name of what makes it."""
    while True:
        name, shape, options = _slitherlink(random) if random.random() < 0.3 else _paths(random)
        try:
            generator = genre(name).generator(shape, options)
        except UserError:
            continue
        unique = name == "slitherlink" or bool(options["unique"])
        told = f"{name}-{options['method']}" if "method" in options else name
        return GeneratorCase(generator, number + 1, unique), Trial("", told, words=("generate",))


def _paths(random: Random) -> tuple[str, Shape, dict[str, Any]]:
    method, unique = random.choice(METHODS.names()), random.random() < 0.7
    tiling, group = random.choice(list(SIZES)), random.choice((2, 2, 3))
    if random.random() < 0.15:
        text = f'puzzle "board" is numberlink {{\n{random.choice(BOARDS)}\n}}\n'
        shape = shape_of(load(Source("board", text)).puzzles[0])
    else:
        sizes = SIZES if method in ("solution", "loops") and unique else SMALL
        sizes = SCATTERED if method == "scatter" else sizes
        shape = blank(tiling, *random.choice(sizes[tiling]))
    small = method not in ("solution", "loops")
    settings = random.choice(RULES[:3] if small else RULES)
    options: dict[str, Any] = {
        "method": method,
        "settings": settings,
        "pairs": max(1, 2 * shape.cells // (2 * group + (3 if small else 6))),
        "group": group,
        "trivial": small,
        "unique": unique,
    }
    if method == "scatter" and random.random() < 0.5:
        switches = ("isolated", "parity", "balance")
        options |= {switch: random.random() < 0.5 for switch in switches}
    return "numberlink", shape, options


def _slitherlink(random: Random) -> tuple[str, Shape, dict[str, Any]]:
    tiling = random.choice(list(LOOPS))
    options: dict[str, Any] = {"open": random.random() < 0.5}
    options["diagonal"] = tiling != "hex" and random.random() < 0.5
    options |= random.choice(({}, {"bisect": True}, {"failures": 4}, {"difficulty": "hard"}))
    shape = blank(tiling, *random.choice(LOOPS[tiling]))
    if random.random() < 0.4:
        share = random.choice((0.1, 0.3))
        rows = [
            tuple((column, HOLE if random.random() < share else token) for column, token in row)
            for row in shape.rows
        ]
        shape = replace(shape, rows=tuple(rows))
    return "slitherlink", shape, options


def judge_generated(case: GeneratorCase, trial: Trial, tally: Tally) -> Iterator[Fault]:
    """Make a puzzle and prove it."""
    if not case.text:
        tally.refused[f"{trial.solver} (given up)"] += 1
        return
    tally.total_runs += 1
    tally.runs[trial.solver] += 1
    method, message = proved(case.text, case.unique)
    tally.kinds[f"proved by {method}"] += 1
    if message is not None:
        yield Fault("generated", message)


def proved(text: str, unique: bool) -> tuple[str, str | None]:
    """Return what proved a puzzle with its solution, and what is wrong with it, if anything."""
    stored = json.loads(text.partition("// {")[2].partition("\n")[0].join(("{", "")))
    line = frozenset(stored["solutions"][0]["line"])
    (puzzle,) = load(Source("generated", text)).puzzles
    method, found = _solutions(puzzle, text, MOST_LINKS if unique else FEW_LINKS)
    many = {next(found, None), next(found, None)} - {None} if unique else set(found)
    if line not in many:
        return method, "the stored solution is none"
    if unique and len(many) > 1:
        return method, "there is another solution"
    return method, None


def _solutions(puzzle: Puzzle, text: str, most: int) -> tuple[str, Iterator[Lines]]:
    """Return the name of a method and the solutions that it finds."""
    board = ground_board(puzzle).board
    name = puzzle.rules.name
    if board.count(Sort.LINK) <= most and name in ("numberlink", "multilink"):
        drawn = _drawn(text)
        if len(Complex(drawn).links) == board.count(Sort.LINK):
            settings = re.findall(r"set (\w+) = (\w+);", text)
            options = {option: value == "true" for option, value in settings}
            return "brute force", iter(getattr(brute_force, name)(drawn, **options))
    if name == "slitherlink" and board.count(Sort.BORDER) <= MOST_BORDERS:
        ports = re.findall(r"mark port = \w+ at (\S+);", text)
        drawn = Drawn(board.topology, tuple(row[4:] for row in _rows(text)))
        return "brute force", iter(brute_force.slitherlink(drawn, ports=ports))
    return "the frontier method", frontier_boards(puzzle)


def _rows(text: str) -> list[str]:
    return text.split("  board\n")[1].split("  end")[0].splitlines()


def _drawn(text: str) -> Drawn:
    """Return the drawing of a puzzle for brute force; a label becomes one character."""
    tiling = re.search(r"topology (\w+)", text)
    assert tiling is not None
    rows = _rows(text)
    tokens = [re.findall(r"\S+", row) for row in rows]
    labels = dict.fromkeys(t for row in tokens for t in row if t not in {".", "#", "+"})
    letters = {label: chr(ord("A") + i) for i, label in enumerate(labels)}
    indent = min(len(row) - len(row.lstrip()) for row in rows)
    width = max(len(token) for row in tokens for token in row)
    drawn = []
    for row in rows:
        line = ""
        for match in re.finditer(r"\S+", row):
            column = (match.start() - indent) // (width // 2 + 1)
            line = line.ljust(column) + letters.get(match[0], match[0])
        drawn.append(line)
    walls = re.findall(r"(r\d+c\d+)\|(r\d+c\d+)", text)
    return Drawn(tiling[1], tuple(drawn), tuple(walls))
