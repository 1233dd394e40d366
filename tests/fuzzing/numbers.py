"""Random arithmetic in rules, held against all assignments of a small board.

An expression is made as a text of the language together with its meaning in Python, which shares no
code with nlc.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from oracle.reference_board import Complex, Drawn
from oracle.relations import parts

from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Tally
from fuzzing.trial import Trial, driver
from nlc.drivers.search import models
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.encode.sums import REGISTRY
from nlc.errors import Diagnostics, Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.language.resolve import load
from nlc.language.types import check

MOST = 3000
"""Assignments of a board."""

BOARDS = (
    ("square", ". . .", 3),
    ("square", ". .\n. #", 3),
    ("hex", ". .\n .", 3),
    ("triangle", ". . .", 3),
    ("square", ". .\n. .", 4),
)


class Board(Struct, frozen=True):
    """Values of all variables of a board, and the cell that a rule speaks of.

    Attributes:
        num: of each cell, None where it has no value.
        dark: of each cell.
        n: of the whole puzzle.
        weight: the clue of each cell.
    """

    num: tuple[int | None, ...]
    dark: tuple[bool, ...]
    n: int
    weight: tuple[int, ...]
    cell: int = 0


class MissingError(Exception):
    """A number is needed that is not there."""


class Number(Struct, frozen=True):
    """A number of the language: its text and its meaning.

    Attributes:
        known: the solver has no part in it.
        plain: it stands for a value as such.
    """

    text: str
    of: Callable[[Board], int]
    known: bool = False
    plain: bool = False


class Condition(Struct, frozen=True):
    """A condition of the language."""

    text: str
    holds: Callable[[Board], bool]


class Printed(Struct, frozen=True):
    """What is left of a case outside of its process: the text."""

    text: str


class NumberCase(Struct, frozen=True):
    """A puzzle with arithmetic.

    Attributes:
        low, high: the values of `num`; `ends` those of `n`.
        optional: whether a cell may have no number.
        weight: the clues.
        conditions: what must hold of every cell.
        over: what the variables over cells are over: the sort, or the set, which means the same.
        grouped: whether each number is the size of its group.
        own: whether each cell lacks one of the values of `num`.
    """

    tiling: str
    rows: str
    low: int
    high: int
    ends: tuple[int, int]
    optional: bool
    weight: tuple[int, ...]
    conditions: tuple[Condition, ...]
    over: str = "cell"
    grouped: bool = False
    own: bool = False

    def __reduce__(self) -> tuple[type[Printed], tuple[str]]:
        return Printed, (self.text,)  # what conditions mean are functions, which cannot be sent

    @property
    def text(self) -> str:
        """The genre and the puzzle."""
        lines = [f"for c in cells {{ {each.text}; }}" for each in self.conditions]
        rules = "\n    ".join([*lines, *["group_sizes(num);"] * self.grouped])
        over, values = self.over, f"{self.low}..{self.high}"
        if self.own:
            lacks = f"(row_of(e) + column_of(e)) mod {self.high - self.low + 1} + {self.low}"
            over, values = "cell e", f"{{k for k in {values} where k != {lacks}}}"
        marks = " ".join(
            f"mark weight = {weight} at {name};"
            for name, weight in zip(self.names, self.weight, strict=True)
        )
        return f"""
genre numbers {{
  given weight : cell -> -9..9;
  given none_ : cell -> name?;
  var num : {over} -> {values}{"?" if self.optional else ""};
  var dark : {self.over} -> bool;
  var n : {self.ends[0]}..{self.ends[1]};
  rule house {{
    {rules}
  }}
  show num, dark, n;
}}
puzzle "numbers" is numbers {{ topology {self.tiling}; board none_
{self.rows}
end
{marks} }}
"""

    @property
    def names(self) -> list[str]:
        """The names of the cells."""
        return [
            f"r{r}c{c}"
            for r, row in enumerate(self.rows.split("\n"), 1)
            for c, token in enumerate(row.split(), 1)
            if token != "#"
        ]

    def lacking(self, name: str) -> set[int]:
        """Return the value that a cell lacks."""
        row, column = map(int, name[1:].split("c"))
        lacks = (row + column) % (self.high - self.low + 1) + self.low
        return {lacks} if self.own else set()

    def boards(self) -> Iterator[tuple[Board, bool]]:
        """Yield all boards, and whether the conditions hold."""
        size = len(self.weight)
        values: list[int | None] = [*range(self.low, self.high + 1), *[None] * self.optional]
        links = Complex(Drawn(self.tiling, tuple(self.rows.split("\n")))).links.values()
        for num in product(*(set(values) - self.lacking(name) for name in self.names)):
            sized = not self.grouped or all(
                num[cell] in (None, len(part))
                for part in parts(range(size), [(a, b) for a, b in links if num[a] == num[b]])
                for cell in part
            )
            for dark in product((False, True), repeat=size):
                for n in range(self.ends[0], self.ends[1] + 1):
                    boards = [Board(num, dark, n, self.weight, cell) for cell in range(size)]
                    held = all(c.holds(b) for c in self.conditions for b in boards)
                    yield boards[0], sized and held


def there(value: int | None) -> int:
    """Return a number that is there."""
    if value is None:
        raise MissingError
    return value


class Maker:
    """Makes random conditions for one board."""

    def __init__(self, random: Random, names: Sequence[str]) -> None:
        self._random, self._names = random, names

    def condition(self, depth: int) -> Condition:
        """Return a random condition."""
        random = self._random
        if depth and random.random() < 0.35:
            left, right = self.condition(depth - 1), self.condition(depth - 1)
            return random.choice(
                (
                    Condition(f"not ({left.text})", lambda b: not left.holds(b)),
                    Condition(
                        f"({left.text}) or ({right.text})",
                        lambda b: left.holds(b) or right.holds(b),
                    ),
                    Condition(
                        f"({left.text}) implies ({right.text})",
                        lambda b: not left.holds(b) or right.holds(b),
                    ),
                    Condition(
                        f"({left.text}) iff ({right.text})",
                        lambda b: left.holds(b) == right.holds(b),
                    ),
                )
            )
        if random.random() < 0.15:
            some = self.number(depth)
            return Condition(
                f"exactly {some.text} of dark[cells]", safe(lambda b: some.of(b) == sum(b.dark))
            )
        one = self.number(depth)
        while one.known:
            one = self.number(depth)
        if random.random() < 0.2 and not one.plain:
            low = random.randint(-4, 4)
            high = low + random.randint(-1, 4)
            return Condition(
                f"{one.text} in {low}..{high}", safe(lambda b: low <= one.of(b) <= high)
            )
        other = self.number(depth)
        sign = random.choice(("<", "<=", ">", ">=", *([] if one.plain else ["=", "=", "!="])))
        compare = {
            "<": operator.lt,
            "<=": operator.le,
            ">": operator.gt,
            ">=": operator.ge,
            "=": operator.eq,
            "!=": operator.ne,
        }[sign]
        return Condition(
            f"{one.text} {sign} {other.text}", safe(lambda b: compare(one.of(b), other.of(b)))
        )

    def number(self, depth: int) -> Number:
        """Return a random number."""
        random = self._random
        if depth and random.random() < 0.6:
            return self._made(depth)
        index = random.randrange(len(self._names))
        k = random.randint(-3, 5)
        return random.choice(
            (
                Number(str(k), lambda b: k, known=True, plain=True),
                Number(f"num[{self._names[index]}]", lambda b: there(b.num[index]), plain=True),
                Number("num[c]", lambda b: there(b.num[b.cell]), plain=True),
                Number("n", lambda b: b.n, plain=True),
                Number("weight(c)", lambda b: b.weight[b.cell], known=True, plain=True),
                *self._sums(),
            )
        )

    def _sums(self) -> Iterator[Number]:
        """Yield sums and counts over the board."""
        yield Number("(count {d for d in cells if dark[d]})", lambda b: sum(b.dark))
        yield Number("(sum num[cells])", lambda b: sum(x or 0 for x in b.num))
        yield Number(
            "(sum {num[d] for d in cells where d != c})",
            lambda b: sum(x or 0 for i, x in enumerate(b.num) if i != b.cell),
        )
        yield Number(
            "(sum {weight(d) for d in cells if dark[d]})",
            lambda b: sum(w for w, dark in zip(b.weight, b.dark, strict=True) if dark),
        )
        yield Number(
            "(sum {weight(d) * num[d] - 1 for d in cells if dark[d] or num[d] > 0})",
            lambda b: sum(
                w * (x or 0) - 1
                for w, x, dark in zip(b.weight, b.num, b.dark, strict=True)
                if dark or (x is not None and x > 0)
            ),
        )
        yield Number("min(num[cells])", lambda b: min(map(there, b.num)))
        yield Number(
            "max({num[d] - weight(d) for d in cells})",
            lambda b: max(there(x) - w for x, w in zip(b.num, b.weight, strict=True)),
        )
        yield Number("product(num[cells])", lambda b: prod(map(there, b.num)))
        yield Number(
            "product({num[d] + 1 for d in cells where d != c})",
            lambda b: prod(there(x) + 1 for i, x in enumerate(b.num) if i != b.cell),
        )

    def _made(self, depth: int) -> Number:
        """Return a number that is made of others."""
        random = self._random
        one, other = self.number(depth - 1), self.number(depth - 1)
        known = one.known and other.known
        some: list[Number] = [
            Number(f"({one.text} + {other.text})", lambda b: one.of(b) + other.of(b), known),
            Number(f"({one.text} - {other.text})", lambda b: one.of(b) - other.of(b), known),
            Number(f"-{one.text}", lambda b: -one.of(b), one.known),
        ]
        some += [
            Number(f"({one.text} * {other.text})", lambda b: one.of(b) * other.of(b), known),
            Number(f"abs({one.text})", lambda b: abs(one.of(b)), one.known),
            Number(f"max({one.text}, {other.text})", lambda b: max(one.of(b), other.of(b)), known),
            Number(
                f"min({one.text}, {other.text}, 2)", lambda b: min(one.of(b), other.of(b), 2), known
            ),
        ]
        if one.known:
            some += [
                Number(f"({one.text} mod 3)", lambda b: one.of(b) % 3, known=True),
                Number(f"({one.text} / -2)", lambda b: one.of(b) // -2, known=True),
            ]
        return random.choice(some)


def safe(holds: Callable[[Board], bool]) -> Callable[[Board], bool]:
    """Return a comparison that does not hold where a number is missing."""

    def safe(board: Board) -> bool:
        try:
            return holds(board)
        except MissingError:
            return False

    return safe


def random_numbers(random: Random) -> NumberCase:
    """Return a puzzle with random arithmetic."""
    tiling, rows, size = random.choice(BOARDS)
    optional = random.random() < 0.2
    low, start = random.randint(-3, 1), random.randint(-4, 2)
    width = random.randint(1, 3) if size == 3 else 1
    case = NumberCase(
        tiling,
        rows,
        low,
        low + width - (optional and width > 1),
        (start, start + random.choice((2, 3, 30)) if size == 3 else start + 1),
        optional,
        tuple(random.randint(-3, 4) for _ in range(size)),
        (),
    )
    maker = Maker(random, case.names)
    count = random.choice((1, 1, 2))
    made = tuple(maker.condition(2) for _ in range(count))
    ends = case.ends if (width + 1) ** size * 2**size * (case.ends[1] - start) <= MOST else (0, 1)
    over = random.choice(("cell", "cell", "each in cells"))
    made_case = NumberCase(tiling, rows, low, case.high, ends, optional, case.weight, made, over)
    if over == "cell" and random.random() < 0.3:
        least = random.choice((-2, -1, 0, 1, 1))
        return replace(made_case, low=least, high=case.high - low + least, grouped=True)
    return replace(made_case, own=over == "cell" and case.high > low and random.random() < 0.3)


class Numbers(CaseKind[NumberCase]):
    """Random arithmetic on small boards."""

    name = "numbers"
    summary = "random arithmetic in rules, against all assignments"
    share = 0.1

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a puzzle, and an encoding for it."""
        return NumberedCase(number, self.name, random_numbers(random), (random_trial(random),))

    def attempt(self, subject: NumberCase, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Find all boards, and hold the evaluator against the rest."""
        return judge_numbers(subject, trial, tally)

    def smaller(self, subject: NumberCase) -> Iterator[NumberCase]:
        """Yield puzzles with one condition less."""
        for i in range(len(subject.conditions) if len(subject.conditions) > 1 else 0):
            kept = subject.conditions[:i] + subject.conditions[i + 1 :]
            yield replace(subject, conditions=kept)


def random_trial(random: Random) -> Trial:
    """Return an encoding of sums with one of domains."""
    sums = random.choice(REGISTRY.names())
    words = random.choice(("auto", "direct", "log", "order", "direct-support"))
    joined = random.choice(("lazy", "arborescence", "levels+arborescence"))
    return Trial(f"domains={words},sums={sums},connected={joined}", "pysat:minisat22")


def judge_numbers(case: NumberCase, trial: Trial, tally: Tally) -> Iterator[Fault]:
    """Compare all boards that a solver finds, and what the evaluator says of others."""
    try:
        puzzle = load(Source("numbers.nl", case.text)).puzzles[0]
        diagnostics = Diagnostics()
        check(puzzle.rules, puzzle, diagnostics)
        diagnostics.raise_errors()
        program = elaborate(puzzle)
    except UserError as error:
        impossible = "asks for exactly" in str(error) and not any(h for _, h in case.boards())
        if not impossible:
            yield Fault("refused", f"{error}\n{case.text}")
        return
    lowered = lower(program, Encoding.parse(trial.encoding), IN_PROCESS)
    found = set()
    for outcome in models(driver(trial.solver), lowered.cnf, separators=lowered.separators):
        if outcome.model is not None:
            found.add(told(program, lowered.assignment(outcome.model)))
    tally.total_runs += 1
    every = dict(case.boards())
    right = {(b.num, b.dark, b.n) for b, held in every.items() if held}
    if found != right:
        yield Fault(
            "boards",
            f"{len(found - right)} too many, {len(right - found)} missing of {len(right)}\n"
            f"{sorted(found ^ right, key=str)[:3]}\n{case.text}",
        )
    for board in [*every][:: max(len(every) // 40, 1)]:
        assignment = assigned(program, board)
        if assignment is not None and (not violations(program, assignment)) != every[board]:
            yield Fault("evaluator", f"of {board} it says the opposite\n{case.text}")
            return


def told(
    program: Program, assignment: Assignment
) -> tuple[tuple[int | None, ...], tuple[bool, ...], int]:
    """Return the values of the variables."""
    values = program.domains["num"].values
    num = [None if i == ABSENT else int(values[i]) for i in assignment.domains["num"].tolist()]
    (n,) = assignment.domains["n"].tolist()
    dark = tuple(bool(held) for held in assignment.bools[1:])
    return tuple(num), dark, int(program.domains["n"].values[n])


def assigned(program: Program, board: Board) -> Assignment | None:
    """Return a board as the evaluator takes it."""
    values = {name: domain.values.index for name, domain in program.domains.items()}
    num = [ABSENT if x is None else values["num"](str(x)) for x in board.num]
    n = values["n"](str(board.n))
    domains = {"num": np.array(num, np.int32), "n": np.array([n], np.int32)}
    return Assignment(np.array([False, *board.dark]), domains)
