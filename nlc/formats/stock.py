"""The genres that come with nlc: their descriptions, and their support by formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial

from nlc.errors import Diagnostics, UserError, suggest
from nlc.formats import usable
from nlc.formats.base import Format, Support
from nlc.formats.genres import in_scope, parts_in, rules_of, told_in
from nlc.formats.parts import BareBoard
from nlc.language.catalogue import Description, describe, entries, options_of, stock_rules
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
    found = stock_rules(rules.name)
    return found is not None and found.span.source.text == rules.span.source.text


def scope_of(rules: Rules) -> AbstractContextManager[None]:
    """Return a context in which formats know the genre of a puzzle's rules."""
    return in_scope([] if is_stock(rules) else [rules.genre or rules])


def check_published(rules: Rules) -> Diagnostics:
    """Return the mistakes in what a genre says to formats."""
    found, forms = Diagnostics(), {form.name: form.check for form in usable() if form.check}
    known = ("group", "names", "parts", "bare", *forms)
    for fact in rules.published:
        if fact.name.name not in known:
            hint = suggest(fact.name.name, known) or f"known are {', '.join(known)}"
            found.error(f"no format hears of '{fact.name.name}'", fact.name.span, hint)
    bare = partial(told_in, about="bare", cls=BareBoard)
    checks: list[Callable[[Rules], object]] = [parts_in, bare, *forms.values()]
    for check in checks:
        with found.collecting():
            check(rules)
    return found


def defaults(genre: str) -> dict[str, str]:
    """Return the defaults of the options of a genre, as text."""
    found = rules_of(genre)
    return {option.name: option.default or "" for option in options_of(found)} if found else {}


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
