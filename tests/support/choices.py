"""Cells that choose cells: a variable whose values are elements, other ones at each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

from nlc.oracle.drawings import whole
from nlc.oracle.random_boards import blank
from nlc.oracle.reference_board import Complex, Drawn
from support.statements import distance

MOST_CELLS = 6

Chosen = tuple[int | None, ...]
"""What each cell has chosen, a cell or nothing."""


@dataclass(frozen=True)
class Rule:
    """A statement about the variable ``to``, and its plain meaning."""

    text: str
    holds: Callable[[Complex, Chosen], bool]


@dataclass(frozen=True)
class ChoiceCase:
    """A puzzle in which cells choose cells.

    Attributes:
        drawn: the board, without clues.
        values: a name of `VALUES`.
        optional: whether a cell may choose nothing.
        rules: names of `RULES`.
    """

    drawn: Drawn
    values: str
    optional: bool
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """The genre and the puzzle in the language."""
        text, _ = VALUES[self.values]
        lines = ["genre choice {", f"  var to : cell c -> {text}{'?' * self.optional};"]
        lines += ["  rule any_ { true; }"]
        lines += [f"  rule {name} {{ {RULES[name].text} }}" for name in self.rules]
        lines += ["  show to;", "}", 'puzzle "choice" is choice {']
        return "\n".join([*lines, *whole(self.drawn), "}", ""])

    def solutions(self) -> set[frozenset[tuple[str, str]]]:
        """Return all boards that keep the rules, each as pairs of a cell and what it chose."""
        board = Complex(self.drawn)
        _, allowed = VALUES[self.values]
        cells = range(len(board.names))
        nothing: list[int | None] = [None] if self.optional else []
        choices = [[*nothing, *(d for d in cells if allowed(board, c, d))] for c in cells]
        found = set()
        for chosen in product(*choices):
            if all(RULES[name].holds(board, chosen) for name in self.rules):
                pairs = ((board.names[c], d) for c, d in enumerate(chosen))
                found.add(frozenset((name, board.names[d]) for name, d in pairs if d is not None))
        return found


def choice_cases(tiling: str, values: str, count: int) -> Iterator[ChoiceCase]:
    """Yield the same puzzles at every call."""
    random = Random(f"{tiling} {values}")
    while count:
        drawn = blank(random, tiling, MOST_CELLS)
        if 2 <= len(Complex(drawn).names) <= MOST_CELLS:
            count -= 1
            rules = random.sample(list(RULES), random.choice((1, 2)))
            yield ChoiceCase(drawn, values, random.random() < 0.5, tuple(rules))


VALUES: Mapping[str, tuple[str, Callable[[Complex, int, int], bool]]] = {
    "near": (
        "{d for d in cells where distance(c, d) < 2}",
        lambda board, c, d: (steps := distance(board, c, d)) is not None and steps < 2,
    ),
    "other": (
        "{other(l, c) for l in links(c)}",
        lambda board, c, d: distance(board, c, d) == 1,
    ),
    "later": ("{d for d in cells where c = d or c = first(cells)}", lambda _, c, d: c in (0, d)),
}
"""The values of the variable: a text, and whether cell c may choose cell d."""


def _links(board: Complex) -> list[tuple[int, int]]:
    return list(board.links.values())


RULES: Mapping[str, Rule] = {
    "same": Rule(
        "for l in links where a(l) != first(cells) { to[a(l)] = to[b(l)]; }",
        lambda board, to: all(to[a] == to[b] for a, b in _links(board) if a),
    ),
    "differ": Rule(
        "for l in links { to[a(l)] != to[b(l)]; }",
        lambda board, to: all(to[a] != to[b] for a, b in _links(board)),
    ),
    "mutual": Rule(
        "for c, d in cells { to[c] = d implies to[d] = c; }",
        lambda _, to: all(d is None or to[d] == c for c, d in enumerate(to)),
    ),
    "few": Rule(
        "for c in cells { at most 2 of {to[d] = c for d in cells}; }",
        lambda _, to: all(to.count(c) <= 2 for c in range(len(to))),
    ),
    "moved": Rule(
        "for c in cells { to[c] != c; }",
        lambda _, to: all(d != c for c, d in enumerate(to)),
    ),
    "guarded": Rule(
        "for l in links { to[a(l)] = a(l) implies to[a(l)] != to[b(l)]; }",
        lambda board, to: all(to[a] != a or to[a] != to[b] for a, b in _links(board)),
    ),
    "alike": Rule(
        "exactly 1 or 2 of {to[a(l)] = to[b(l)] for l in links};",
        lambda board, to: sum(to[a] == to[b] for a, b in _links(board)) in (1, 2),
    ),
    "within": Rule(
        "for c in cells where c != first(cells) { to[c] in {c, first(cells)}; }",
        lambda _, to: all(d in (c, 0) for c, d in enumerate(to) if c),
    ),
}
"""By name."""
