"""Small formulas in conjunctive normal form, their models by truth table, and random ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

Clause = tuple[int, ...]

TABLE_VARIABLES = 14
"""Up to so many variables, a truth table is made in well under a millisecond."""


@dataclass(frozen=True)
class Formula:
    """A formula.

    Attributes:
        variables: its variables are 1 to this.
        clauses: literals; a clause holds no variable twice.
        projection: the variables in which models differ, ascending; empty: all.
    """

    variables: int
    clauses: tuple[Clause, ...]
    projection: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The formula in DIMACS format."""
        lines = ["c t pmc", f"p cnf {self.variables} {len(self.clauses)}"]
        if self.projection:
            lines.append(f"c p show {' '.join(map(str, self.projection))} 0")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join([*lines, ""])

    @property
    def shown(self) -> tuple[int, ...]:
        """The variables in which models differ."""
        return self.projection or tuple(range(1, self.variables + 1))

    def satisfied(self, true: set[int]) -> bool:
        """Return whether an assignment, the set of its true variables, satisfies every clause."""
        return all(any((abs(lit) in true) == (lit > 0) for lit in c) for c in self.clauses)

    def table(self) -> int:
        """Return the truth table: bit i is set if the binary digits of i are a model."""
        full = (1 << (1 << self.variables)) - 1
        out = full
        for clause in self.clauses:
            held = 0
            for lit in clause:
                column = _column(self.variables, abs(lit))
                held |= column if lit > 0 else full ^ column
            out &= held
        return out

    def solutions(self, most: int) -> set[frozenset[int]] | None:
        """Return the models as the sets of their true shown variables; None if above `most`."""
        found: set[frozenset[int]] = set()
        for index in _bits(self.table()):
            found.add(frozenset(v for v in self.shown if index >> (v - 1) & 1))
            if len(found) > most:
                return None
        return found


@cache
def _column(variables: int, variable: int) -> int:
    """Return the column of a variable in the truth table."""
    block = 1 << (variable - 1)
    full = (1 << (1 << variables)) - 1
    return full // ((1 << block) + 1) << block


def _bits(table: int) -> Iterator[int]:
    while table:
        low = table & -table
        yield low.bit_length() - 1
        table ^= low


def random_formula(random: Random) -> Formula:
    """Return a formula: near the threshold of 3-CNF, or of mixed widths with odd ends."""
    few = random.random() < 0.8
    if random.random() < 0.4:
        variables = random.randint(3, 12) if few else random.randint(15, 50)
        count = round(variables * random.uniform(3.0, 5.5))
        clauses = [_clause(random, variables, 3) for _ in range(count)]
    else:
        variables = random.randint(0, 9) if few else random.randint(15, 40)
        used = max(1, round(variables * random.choice((1.0, 1.0, 0.6))))
        widths = random.choice(((1, 2, 3), (2, 2, 3), (2, 3, 4, 5), (1, 2, 3, 6)))
        count = random.randint(0, 4 * variables) if variables else 0
        clauses = [_clause(random, used, min(random.choice(widths), used)) for _ in range(count)]
    if clauses and random.random() < 0.15:
        clauses += random.choices(clauses, k=2)
    if random.random() < 0.03:
        clauses.insert(random.randint(0, len(clauses)), ())
    shown: list[int] = []
    if variables and random.random() < 0.5:
        shown = sorted(random.sample(range(1, variables + 1), random.randint(1, variables)))
    return Formula(variables, tuple(clauses), tuple(shown))


def _clause(random: Random, variables: int, width: int) -> Clause:
    chosen = random.sample(range(1, variables + 1), width)
    return tuple(v if random.random() < 0.5 else -v for v in chosen)
