"""Figures of others, printed beside ours; those of a whole table stand in a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from msgspec import Struct, structs

from nlc.comparing.names import FACTS
from nlc.comparing.toml import Section, Text


class PublishedFigures(Struct, frozen=True, kw_only=True):
    """A column of figures of others.

    Attributes:
        column: its heading.
        source: who measured what, and where.
        table: the title of the table that it stands in.
        beside: the column of ours that it follows; empty for the last one.
        values: by the row of that table, as its first cells joined by ``, ``.
        file: a CSV file that has them in place of `values`: its first columns are the rows of the
            table, and one of the others has the heading of this column.
    """

    column: Text
    source: Text
    table: Text
    beside: Text = ""
    values: dict[str, str | int | float] = {}
    file: Text = ""

    def text(self, row: str) -> str | None:
        """Return the figure of a row, or None."""
        found = self.values.get(row)
        return f"{found:,}" if isinstance(found, int) else None if found is None else str(found)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the rows of its table that its file has, as their first cells."""
        return [tuple(row.split(", ")) for row in self.values] if self.file else []


def read(section: Section, folders: Sequence[Path], run: bool) -> PublishedFigures:
    """Return what a table ``[[published]]`` says, with the figures of its file.

    Args:
        section: the table.
        folders: where the file may be.
        run: the suite is to be run; else a file that is missing is no mistake.
    """
    found = section.typed(PublishedFigures)
    if not found.file:
        return found
    if found.values:
        section.error("file", "the figures are given by 'values' or by a 'file'")
    paths = [folder / found.file for folder in folders if (folder / found.file).is_file()]
    if not paths:
        if run:
            section.error("file", f"there is no file '{found.file}'")
        return found
    return structs.replace(found, values=_column(section, paths[0], found.column))


def _column(section: Section, path: Path, name: str) -> dict[str, str | int | float]:
    """Return a column of a CSV file by the cells before all that have figures."""
    try:
        head, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
        place = head.index(name)
        facts = len(list(takewhile(FACTS.__contains__, head)))
    except (OSError, UnicodeDecodeError, ValueError) as error:
        section.error("file", f"{path} has no column '{name}': {error}")
        return {}
    return {", ".join(row[:facts]): row[place] for row in rows}
