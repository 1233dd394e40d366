"""Sizes and strengths of the encodings of counts and variables, worked out from their templates."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from nlc.encode import cardinality as count
from nlc.encode import domains as labels
from nlc.encode.cardinality import Counter
from nlc.encode.domains.base import Word
from nlc.encode.strength import Strength, count_strength, equality_strength
from nlc.ir.nodes import Counts

SHAPES = ((2, 4), (2, 5), (2, 6), (1, 16), (1, 32))
"""k and n of the counts "exactly k of n" in the table."""

VALUES = (2, 3, 4, 6, 8, 12, 16)
"""The numbers of values in the tables."""

_INPUTS = 6
"""Largest count whose strength is measured."""

_TRIED = 4
"""Most values of a word whose strength is measured."""


class Row(Struct, frozen=True):
    """One encoding in a table.

    Attributes:
        encoding: its name.
        sizes: for each column, the numbers of variables and clauses; None where it refuses.
        strength: what unit propagation finds in all small cases; None where that is not asked.
    """

    encoding: str
    sizes: Mapping[str, tuple[int, int] | None]
    strength: Strength | None


def counts() -> list[Row]:
    """Return auxiliaries and clauses of "exactly k of n".

    The strength is that of all "exactly k of n" with n <= 6 that the encoding states. Encodings
    that state none of the columns are left out.
    """
    rows = []
    for name in count.REGISTRY.names():
        sizes = {f"{k} of {n}": _count_size(name, n, Counts.of(k)) for k, n in SHAPES}
        if any(sizes.values()):
            rows.append(Row(name, sizes, _count_strength(name)))
    return rows


def words() -> list[Row]:
    """Return the variables of a word that always has one of p values, and the clauses over it."""
    rows = []
    for name in labels.REGISTRY.names():
        sizes = {}
        for p in VALUES:
            word = _word(name, p)
            sizes[f"p = {p}"] = None if word is None else _added(word.width, word.valid.size)
        rows.append(Row(name, sizes, None))
    return rows


def links() -> list[Row]:
    """Return auxiliaries and clauses, for each link, of "linked cells have one label".

    The strength is that of all p <= 4, with respect to the variables of both words and of the link.
    """
    rows = []
    for name in labels.REGISTRY.names():
        found = {p: _word(name, p) for p in VALUES}
        sizes = {f"p = {p}": w if w is None else w.equal.size[:2] for p, w in found.items()}
        small = [w for p in range(1, _TRIED + 1) if (w := _word(name, p)) is not None]
        rows.append(Row(name, sizes, _all([equality_strength(word) for word in small])))
    return rows


def _count_size(name: str, n: int, counts: Counts) -> tuple[int, int] | None:
    encoding = count.REGISTRY.get(name)
    return None if encoding.refusal(n, counts) else encoding.template(n, counts).size[:2]


def _count_strength(name: str) -> Strength:
    encoding = count.REGISTRY.get(name)
    every = [(n, Counts.of(k)) for n in range(1, _INPUTS + 1) for k in range(n + 1)]
    stated = [(n, counts) for n, counts in every if encoding.refusal(n, counts) is None]
    return _all([count_strength(encoding.template(n, counts), counts) for n, counts in stated])


def _word(name: str, values: int) -> Word | None:
    encoding = labels.REGISTRY.get(name)
    if encoding.refusal(values) is not None:
        return None
    return encoding.word([str(v) for v in range(values)], False, Counter(count.AUTO))


def _added(width: int, size: tuple[int, int, int]) -> tuple[int, int]:
    return width + size[0], size[1]


def _all(found: list[Strength]) -> Strength:
    return Strength(all(s.conflicts for s in found), all(s.forced for s in found))
