"""Which format can say which genre."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.formats.base import Format, Support


def support_table(forms: Sequence[Format]) -> tuple[list[str], dict[str, dict[str, Support]]]:
    """Return the stock genres in order, and for each of them what each format can do.

    Formats that say nothing of genres are left out.
    """
    from nlc.language.catalogue import entries

    names = [entry.name for entry in entries() if entry.problem is None]
    table: dict[str, dict[str, Support]] = {name: {} for name in names}
    for form in forms:
        found = form.genres() if form.genres is not None else {}
        for genre, support in found.items():
            if genre in table:
                table[genre][form.name] = support
    return names, table


def all_genres(support: Support) -> dict[str, Support]:
    """Return the same for all stock genres."""
    from nlc.language.catalogue import entries

    return {entry.name: support for entry in entries()}
