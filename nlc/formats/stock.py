"""The genres that come with nlc: their descriptions, and their support by formats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from nlc.errors import UserError
from nlc.formats.base import Format, Support
from nlc.language.catalogue import Description, describe, entries
from nlc.language.files import stock_file
from nlc.language.inherit import Rules


@cache
def stock_genre(genre: str) -> Description | None:
    """Return the description of a genre, or None if it does not come with nlc."""
    try:
        return describe(genre)[0]
    except UserError:
        return None


def is_stock(rules: Rules) -> bool:
    """Return whether rules are those of a stock genre, and not of another one of its name."""
    return _text(rules.name) == rules.span.source.text


@cache
def _text(genre: str) -> str | None:
    """Return the text of the file of a stock genre, or None if it does not come with nlc."""
    found = stock_genre(genre)
    source = None if found is None else stock_file(Path(found.path).name)
    return None if source is None else source.text


def defaults(genre: str) -> dict[str, str]:
    """Return the defaults of the options of a genre, as text."""
    found = stock_genre(genre)
    return {option.name: option.default or "" for option in found.options} if found else {}


def support_table(forms: Sequence[Format]) -> tuple[list[str], dict[str, dict[str, Support]]]:
    """Return the stock genres in order, and for each of them the support by each format.

    Formats without `Format.genres` are left out.
    """
    names = [entry.name for entry in entries() if entry.problem is None]
    table: dict[str, dict[str, Support]] = {name: {} for name in names}
    for form in forms:
        found = form.genres() if form.genres is not None else {}
        for genre, support in found.items():
            if genre in table:
                table[genre][form.name] = support
    return names, table


def all_genres(support: Support) -> dict[str, Support]:
    """Return the same support for all stock genres."""
    return {entry.name: support for entry in entries()}
