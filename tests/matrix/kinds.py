"""The kinds of clues and variables, and small arrays of them that cover every pair.

A kind is a row of values, one for each factor: a board, a given and a variable on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct

BOARDS = ("squares", "hexagons", "graph")
SORTS = ("cell", "link", "border", "vertex", "line")
NUMBERS = ("from 0", "negative", "beyond")
MISSING = ("always there", "may be missing")
UNTOLD = "may be untold"

FACTORS: dict[str, tuple[str, ...]] = {
    "board": BOARDS,
    "given_over": SORTS,
    "given_type": ("condition", *NUMBERS, "listed", "name", "side", "list"),
    "given": (*MISSING, UNTOLD),
    "variable_over": (*SORTS, "puzzle"),
    "variable_type": ("condition", *NUMBERS, "listed", "element"),
    "variable": MISSING,
    "role": ("shown", "hidden", "over a set", "over two sets", "over pairs", "fixed"),
}
"""What a kind has of each; `beyond` is a number beyond the size of the board."""

IMPOSSIBLE: tuple[dict[str, tuple[str, ...]], ...] = (
    {"board": ("graph",), "given_over": ("border", "vertex", "line")},
    {"board": ("graph",), "variable_over": ("border", "vertex", "line")},
    {"board": ("graph",), "given_type": ("side",)},
    {"given_type": ("side",), "given_over": ("link", "border", "vertex", "line")},
    {"given_type": ("condition",), "given": (MISSING[1], UNTOLD)},
    {"variable_type": ("condition",), "variable": ("may be missing",)},
    {"variable_over": ("puzzle",), "role": ("over a set", "over two sets", "over pairs")},
)
"""What does not exist: no two of these values stand together."""


class Kind(Struct, frozen=True):
    """A given, a variable and a board; the attributes are the factors."""

    board: str
    given_over: str
    given_type: str
    given: str
    variable_over: str
    variable_type: str
    variable: str
    role: str

    def __str__(self) -> str:
        said = {MISSING[1]: "?", UNTOLD: "? or untold"}
        missing = [said.get(each, "") for each in (self.given, self.variable)]
        return (
            f"{self.board}: {self.given_over} -> {self.given_type}{missing[0]}; "
            f"{self.variable_over} -> {self.variable_type}{missing[1]} {self.role}"
        )

    def has(self, **values: str | tuple[str, ...]) -> bool:
        """Return whether each of these factors has the value, or one of the values."""
        return all(
            getattr(self, name) in ((some,) if isinstance(some, str) else some)
            for name, some in values.items()
        )


Pair = tuple[tuple[str, str], tuple[str, str]]


def _fits(row: dict[str, str]) -> bool:
    return not any(
        all(row.get(name) in values for name, values in each.items()) for each in IMPOSSIBLE
    )


def _pairs(row: dict[str, str]) -> Iterator[Pair]:
    yield from combinations(row.items(), 2)


def every_pair() -> list[Kind]:
    """Return kinds in which each possible pair of values of two factors stands.

    Each row is begun with a pair that is missing, and each further factor takes the value that
    adds the most pairs; the first of several.
    """
    missing = {
        ((a, x), (b, y)): None
        for a, b in combinations(FACTORS, 2)
        for x, y in product(FACTORS[a], FACTORS[b])
        if _fits({a: x, b: y})
    }
    found = []
    while missing:
        row = dict(next(iter(missing)))
        row = _completed(row, missing)
        for pair in _pairs({name: row[name] for name in FACTORS}):
            missing.pop(pair, None)
        found.append(Kind(**row))
    return found


def _completed(row: dict[str, str], missing: dict[Pair, None]) -> dict[str, str]:
    """Return a row with all factors: those first that have the fewest values left."""
    for name in sorted(FACTORS.keys() - row.keys(), key=list(FACTORS).index):
        ranked = []
        for value in FACTORS[name]:
            larger = {
                each: {**row, name: value}[each] for each in FACTORS if each in {**row, name: value}
            }
            if _fits(larger) and _can_end(larger):
                ranked.append(
                    (-sum(pair in missing for pair in _pairs(larger)), len(ranked), value)
                )
        row = {**row, name: min(ranked)[2]}
    return row


def _can_end(row: dict[str, str]) -> bool:
    """Return whether each factor that is left has a value that fits."""
    return all(
        any(_fits({**row, name: value}) for value in values)
        for name, values in FACTORS.items()
        if name not in row
    )


def spread(kinds: Sequence[Kind], doors: Iterable[str]) -> Iterator[tuple[str, Kind]]:
    """Yield doors with kinds: each value of each factor at each door, each kind at one or more.

    A door takes the kinds that show it the most new values; of several, one that none had yet.
    """
    doors, fresh = list(doors), dict.fromkeys(kinds)
    for door in doors:
        missing = {(name, getattr(kind, name)) for kind in kinds for name in FACTORS}
        while missing:
            new = {kind: sum((n, getattr(kind, n)) in missing for n in FACTORS) for kind in kinds}
            kind = max(kinds, key=lambda kind: (new[kind], kind in fresh))
            missing -= {(name, getattr(kind, name)) for name in FACTORS}
            fresh.pop(kind, None)
            yield door, kind
    for number, kind in enumerate(fresh):
        yield doors[number % len(doors)], kind


def every_kind() -> Iterator[Kind]:
    """Yield the full product."""
    for values in product(*FACTORS.values()):
        row = dict(zip(FACTORS, values, strict=True))
        if _fits(row):
            yield Kind(**row)
