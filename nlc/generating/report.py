"""What was made and what it cost, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from nlc.generating.batch import Item
from nlc.generating.genre import Generator, P


def report(generator: Generator[P], items: Sequence[Item[P]]) -> str:
    """Return a table with a row for each puzzle and one for their medians.

    Of a puzzle that was given up, it tells what was spent and nothing else; the medians leave it
    out there. Levels of difficulty are told by number, from 1.
    """
    from tabulate import tabulate

    done = [item.puzzle for item in items if item.puzzle is not None]
    figures = iter(generator.figures(done))
    rows: list[dict[str, float]] = []
    for item in items:
        told = {} if item.puzzle is None else next(figures)
        grade = None if item.puzzle is None else item.puzzle.grade
        rows.append(told | ({} if grade is None else grade.figures))
    told_names = list(dict.fromkeys(name for row in rows for name in row))
    counted = list(dict.fromkeys(name for item in items for name in item.counts))
    for row, item in zip(rows, items, strict=True):
        row |= {name: item.counts.get(name, 0) for name in counted}
        row["s"] = round(item.seconds, 3)
    heads = [*told_names, *counted, "s"]
    body: list[list[object]] = [
        [item.number, *(row.get(name) for name in heads)]
        for item, row in zip(items, rows, strict=True)
    ]
    middle = [median(row[name] for row in rows if name in row) for name in heads]
    return tabulate([*body, ["median", *middle]], headers=["puzzle", *heads], floatfmt="g")
