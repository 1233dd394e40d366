"""Holds puzzles that `nlc generate` makes from the rules of a genre against its definition.

The definitions (`oracle.genres`) share no code with the compiler: they look at every answer there
can be, and exactly one has to be right, the one that came with the puzzle. What the methods of
Numberlink make is held against brute force by ``tests/generating``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from msgspec import Struct
from oracle import genres
from oracle.grid import Grid, GridPuzzle
from support.grids import shown

import nlc
from fuzzing.cases import PROGRAM, CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Finding, Tally
from fuzzing.trial import Trial

SIZES = ((3, 3), (3, 4), (4, 3), (4, 4))
"""Rows and columns: all answers of larger boards are too many."""

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "genres.nl"

NAMES = sorted({puzzle.genre for puzzle in nlc.load(FIXTURE)})
"""Genres whose small boards are made in a moment."""

LIMITS = nlc.Limits(seconds=5)
"""No puzzle of some genres fits on the smallest boards."""


class GeneratorCase(Struct, frozen=True):
    """A puzzle to be made; what is written of it is how it is made."""

    genre: str
    size: tuple[int, int]
    seed: int

    @property
    def text(self) -> str:
        """The words of the command."""
        rows, columns = self.size
        return f"generate {self.genre} {columns}x{rows} --seed {self.seed} --method open\n"


class Generators(CaseKind[GeneratorCase]):
    """What `nlc generate` makes."""

    name = "generators"
    summary = "what nlc generate makes"
    suffix = ".txt"
    comment = "#"

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a puzzle to be made, of each genre in turn."""
        names = NAMES
        name, size = names[number % len(names)], random.choice(SIZES)
        if size[0] * size[1] > max(genres.get(name).most_cells, 16):
            size = 3, 4
        subject = GeneratorCase(name, size, random.randrange(10**6))
        return NumberedCase(number, self.name, subject, (Trial("", name, words=("generate",)),))

    def attempt(self, subject: GeneratorCase, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Make the puzzle, and look at all answers."""
        return judge_generated(subject, tally)

    def command(self, found: Finding, path: str) -> Sequence[str]:
        """Return the command that makes and proves it again."""
        numbers = ("--seed", str(found.seed), "--first", str(found.number), "--cases", "1")
        return (*PROGRAM, "--kind", self.name, *numbers)


def judge_generated(case: GeneratorCase, tally: Tally) -> Iterator[Fault]:
    """Make a puzzle; yield a fault where another answer than that which came with it is right."""
    genre, (rows, columns) = genres.get(case.genre), case.size
    size = f"{columns}x{rows}"
    try:
        every = nlc.generate(case.genre, size, seed=case.seed, method="open", jobs=1, limits=LIMITS)
        made = next(every, None)
    except nlc.InputError as error:
        if "square" not in str(error) and "rows" not in str(error):
            yield Fault("refused", str(error))
        made = None
    if made is None:
        tally.refused[case.genre] += 1
        return
    tally.total_runs += 1
    tally.ways[case.genre] += 1
    right = [shown(each, genre.variables) for each in genre.solutions(read(made.text))]
    if right != [shown(made.solution.to_json(), genre.variables)]:
        yield Fault("generated", f"{len(right)} answers are right:\n{made.text}")


def read(text: str) -> GridPuzzle:
    """Return a puzzle as its text has it, read without nlc."""
    givens = defaultdict[str, dict[tuple[int, int], str]](dict)
    size: dict[str, tuple[int, int]] = {}
    for name, drawing in re.findall(r"^  board ?(\w*)\n((?:    .*\n)+)  end", text, re.MULTILINE):
        rows = [line.split() for line in drawing.splitlines()]
        size[name] = len(rows), len(rows[0])
        givens[name] = {
            (i, j): token
            for i, row in enumerate(rows)
            for j, token in enumerate(row)
            if token != "."
        }
    for name, value, places in re.findall(
        r"^  mark (\w+)(?: = (\w+))? at (.*);", text, re.MULTILINE
    ):
        for row, col in re.findall(r"r(\d+)c(\d+)", places):
            givens[name][int(row) - 1, int(col) - 1] = value or "true"
    if " is akari {" in text:  # there a number stands on a block
        givens["block"] |= dict.fromkeys(givens["clue"], "true")
    least = min(size.values())
    corners = frozenset(name for name, each in size.items() if each != least)
    found = re.findall(r"^  set (\w+) = (\w+);", text, re.MULTILINE)
    options: dict[str, object] = {
        name: value == "true" if value in ("true", "false") else value for name, value in found
    }
    return GridPuzzle(Grid(*least), givens, options, corners)
