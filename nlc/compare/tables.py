"""Rows as a table for people, as Markdown, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from statistics import median

from nlc.compare.row import KEYS, NESTED, Row

_VERDICTS = {"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT", "REFUSED": "refused"}
_CHECKED = {None: "-", True: "yes", False: "WRONG"}
_EXACT = {None: "-", True: "yes", False: "no"}


def milliseconds(seconds: Sequence[float]) -> str:
    """Return the median of some times and, of several, their range: ``12.5 (11.0-14.2)``."""
    if not seconds:
        return "-"
    middle = f"{1000 * median(seconds):.1f}"
    if len(seconds) == 1:
        return middle
    return f"{middle} ({1000 * min(seconds):.1f}-{1000 * max(seconds):.1f})"


def _size(name: str) -> Callable[[Row], str]:
    return lambda row: "-" if row.sizes is None else str(getattr(row.sizes, name))


def _figure(name: str) -> Callable[[Row], str]:
    return lambda row: str(row.statistics.get(name, "-"))


_COLUMNS: dict[str, tuple[str, Callable[[Row], str]]] = {
    "encoding": ("left", lambda row: row.encoding or "-"),
    "solver": ("left", lambda row: row.solver),
    "verdict": ("left", lambda row: _VERDICTS.get(row.verdict) or row.reason or "unknown"),
    "variables": ("right", _size("variables")),
    "clauses": ("right", _size("clauses")),
    "literals": ("right", _size("literals")),
    "bytes": ("right", _size("bytes")),
    "compile ms": ("right", lambda row: milliseconds(row.compile_seconds)),
    "solve ms": ("right", lambda row: milliseconds(row.solve_seconds)),
    "conflicts": ("right", _figure("conflicts")),
    "propagations": ("right", _figure("propagations")),
    "board": ("left", lambda row: row.board or "-"),
    "checked": ("left", lambda row: _CHECKED[row.checked]),
    "exact": ("left", lambda row: _EXACT[row.exact]),
}
"""Alignment and text of each column."""


class Tables:
    """The rows of several puzzles as tables of the same widths, one a puzzle.

    Args:
        rows: of all puzzles.
        markdown: whether to write Markdown.
    """

    def __init__(self, rows: Sequence[Row], markdown: bool) -> None:
        cells = [[text(row) for _, text in _COLUMNS.values()] for row in rows]
        alignment = [align for align, _ in _COLUMNS.values()]
        lines = table(list(_COLUMNS), cells, alignment, markdown).splitlines()
        self._head = lines[: len(lines) - len(rows)]
        self._lines = dict(zip(map(id, rows), lines[len(self._head) :], strict=True))

    def of(self, rows: Sequence[Row]) -> str:
        """Return the table of some of the rows."""
        return "\n".join([*self._head, *(self._lines[id(row)] for row in rows)])


def table(
    headers: Sequence[str],
    cells: Sequence[Sequence[str]],
    alignment: Sequence[str],
    markdown: bool,
) -> str:
    """Return a table, one line a row under its head; texts are taken as they are.

    Args:
        headers: of the columns; in plain text a line end divides them.
        cells: rows of texts.
        alignment: ``left`` or ``right`` for each column.
        markdown: whether to write Markdown.
    """
    from tabulate import tabulate

    if markdown:
        cells = [[text.replace("|", "\\|") for text in row] for row in cells]
        return tabulate(
            cells, headers, tablefmt="github", colalign=alignment, disable_numparse=True
        )
    # The head is made of rows: tabulate would widen every column that is as narrow as its title.
    height = max(header.count("\n") for header in headers) + 1
    padded = [[""] * (height - 1 - h.count("\n")) + h.split("\n") for h in headers]
    head = [list(line) for line in zip(*padded, strict=True)]
    widths = [max(map(len, column)) for column in zip(*head, *cells, strict=True)]
    rows = [*head, ["-" * width for width in widths], *cells]
    return tabulate(rows, tablefmt="plain", colalign=alignment, disable_numparse=True)


def json_line(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row.to_json(), ensure_ascii=False)


def csv_text(rows: Sequence[Row]) -> str:
    """Return rows as CSV with a head of keys and nothing nested; an empty text stands for null."""
    stream = io.StringIO()
    keys = [key for key in KEYS if key not in NESTED]
    writer = csv.DictWriter(stream, keys, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        found = row.to_json()
        truths = {key: json.dumps(found[key]) for key in keys if isinstance(found[key], bool)}
        writer.writerow(found | truths)
    return stream.getvalue()
