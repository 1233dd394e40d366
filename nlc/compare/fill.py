"""The tables of a suite, filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nlc.compare.names import X_FACTS
from nlc.compare.samples import Data, Sample
from nlc.compare.suite import Published, Table
from nlc.compare.values import NOTHING, cell
from nlc.dataclasses import dataclass

MARK = "†"
"""Stands at the heading of a column that was measured elsewhere."""


@dataclass(frozen=True)
class Filled:
    """A table with its cells.

    Attributes:
        table: what it is.
        keys: of the rows: the texts of the facts.
        heads: of the columns after those.
        cells: of each row.
        elsewhere: the published columns among the last of `heads`.
    """

    table: Table
    keys: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    elsewhere: tuple[Published, ...]


def fill(data: Data, table: Table) -> Filled:
    """Return a table of the results of a suite; rows and columns without any are left out."""
    chosen = table.competitors or tuple(each.name for each in data.suite.competitors)
    samples = [sample for sample in data.samples if sample.competitor in chosen]
    facts = (table.columns,) if table.columns else ()
    rows, columns = (_keys(samples, names, chosen) for names in (table.rows, facts))
    elsewhere = [each for each in data.suite.published if each.table == table.title]
    first = {s.puzzle.id or "": s for s in samples if s.competitor == chosen[0]}
    groups: dict[tuple[Any, Any], list[Sample]] = {}
    for sample in samples:
        place = _key(sample, table.rows), _key(sample, facts)
        groups.setdefault(place, []).append(sample)
    cells = []
    for row in rows:
        told = [
            cell(value, groups.get((row, column), []), first)
            for column in columns
            for value in table.values
        ]
        name = ", ".join(map(_text, row))
        told += [each.text(name) or NOTHING for each in elsewhere]
        cells.append(tuple(told))
    heads = [_head(column, value, table) for column in columns for value in table.values]
    heads += [f"{each.column} {MARK}" for each in elsewhere]
    keys = tuple(tuple(map(_text, row)) for row in rows)
    return Filled(table, keys, tuple(heads), tuple(cells), tuple(elsewhere))


def _key(sample: Sample, facts: Iterable[str]) -> tuple[object, ...]:
    return tuple(sample.fact(name) for name in facts)


def _keys(
    samples: Sequence[Sample], facts: Sequence[str], chosen: Sequence[str]
) -> list[tuple[object, ...]]:
    """Return the keys that there are, in their order.

    Sizes and numbers come by what they are, competitors as the table has them, and all else as it
    first occurs, which is the order of the suite.
    """
    seen: dict[str, list[object]] = {"competitor": list(chosen)}
    for name in facts:
        if name != "competitor":
            seen[name] = list(dict.fromkeys(sample.fact(name) for sample in samples))

    def rank(fact: str, part: object) -> tuple[int, ...]:
        if fact == "size":
            cols, rows = map(int, str(part).split("x"))
            return (cols * rows, cols)
        if fact in X_FACTS:
            return (-1 if part is None else int(str(part)),)
        return (seen[fact].index(part),)

    def place(key: tuple[object, ...]) -> list[tuple[int, ...]]:
        return [rank(name, part) for name, part in zip(facts, key, strict=True)]

    return sorted({_key(sample, facts) for sample in samples}, key=place)


def _text(part: object) -> str:
    return "-" if part is None else str(part)


def _head(column: tuple[object, ...], value: str, table: Table) -> str:
    if not column:
        return value
    if len(table.values) == 1:
        return _text(column[0])
    return f"{_text(column[0])}: {value}"
