"""The genres, and what each says of itself."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins

from nlc.language.catalogue import Description, Item, describe, entries
from nlc.language.files import stock_file
from nlc.serve import answers as a


def genres(request: object) -> Iterator[list[a.GenreDescription]]:
    """Yield the genres that a puzzle can name."""
    yield [_described(entry.name) for entry in entries() if entry.problem is None]


def _described(name: str) -> a.GenreDescription:
    (found,) = describe(name)
    source = stock_file(found.use or f"{name}.nl")
    return a.GenreDescription(
        name=name,
        title=found.title or name,
        comment=list(found.comment),
        use=found.use,
        extends=found.extends,
        options=[_option(item) for item in found.options],
        givens=[_declared(item) for item in found.givens],
        shown=[_declared(item) for item in found.shown],
        rules=_rules(found),
        text=source.text if source else "",
    )


def _option(item: Item) -> a.Option:
    return a.Option(name=item.name, type=item.type, default=item.default or "", text=item.text)


def _declared(item: Item) -> a.Declared:
    return a.Declared(name=item.name, type=item.type, text=item.text, mark=item.mark)


def _rules(found: Description) -> list[a.Rule]:
    return [a.Rule(**to_builtins(rule)) for rule in found.rules]


TASK = genres
