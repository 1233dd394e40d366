"""The genres of pzpr: their rows, and which one a name in a link or a file means."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from nlc.errors import fail, suggest
from nlc.formats import genres
from nlc.formats.base import Text
from nlc.formats.genres import OPTION, Kind, read_fact, text_of
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.blocks import BLOCKS
from nlc.formats.pzpr.layers import LAYERS
from nlc.language.inherit import Rules
from nlc.language.names import unread

ENDING = re.compile(r"_(?:edit|play)$")

_LAYER = Kind(LAYERS.kind, lambda rules: LAYERS.names())
_BLOCK = Kind(BLOCKS.kind, lambda rules: BLOCKS.names())
_KINDS = {
    "body": (_LAYER,),
    "older": (None, _LAYER),
    "file": (_BLOCK,),
    "layout": (None, _BLOCK),
    "kanpen": (_BLOCK,),
    "flag": (None, OPTION, None),
    "assumed": (OPTION, None),
    "islands": (Kind("variable", lambda rules: rules.vars),),
}


@lru_cache(maxsize=256)
def rows_in(rules: Rules) -> tuple[Pzpr, ...]:
    """Return the rows of a genre: one for each of its names at puzz.link.

    Raises:
        UserError: what it says of them is wrong.
    """
    parts = genres.parts_in(rules)
    found: list[Pzpr] = []
    for fact in genres.facts_of(rules, "pzpr"):
        if parts is None or not fact.words:
            what = "a name in links stands before the colon, and the genre has parts"
            hint = "such as 'parts: number clue; pzpr mine: body sixteen;'"
            raise fail(what, fact.name.span, hint)
        row = read_fact(fact, Pzpr, rules, _KINDS)
        pids = tuple(map(text_of, fact.words))
        again = {pid for row in found for pid in row.pids}.intersection(pids)
        if again or row.written > row.last:
            last = f"layout {row.written} is written, and {row.last} is the last one"
            what = f"'{min(again)}' stands here before" if again else last
            raise fail(what, fact.name.span)
        found.append(replace(row, pids=pids, genre=rules.name, parts=parts))
    return tuple(found)


def rows_of(genre: str) -> tuple[Pzpr, ...]:
    """Return the rows of a genre, none if pzpr does not have it."""
    rules = genres.rules_of(genre)
    return () if rules is None else rows_in(rules)


def by_name() -> dict[str, str]:
    """Return the genre of each name of puzz.link."""
    pairs = genres.heads("pzpr").items()
    return {name: genre for genre, heads in reversed(pairs) for head in heads for name in head}


def find_row(name: Text) -> Pzpr:
    """Return the row of a name.

    Raises:
        UserError: the name is unknown.
    """
    found, bare = by_name(), ENDING.sub("", name.text)
    if bare not in found:
        called = {genre: [head[0] for head in each] for genre, each in genres.heads("pzpr").items()}
        names = ", ".join(sorted(chain.from_iterable(called.values())))
        hint = suggest(name.text, found) or f"nlc knows {names}"
        if own := genres.own_genres():
            line = f"a line 'pzpr {bare}: body …;' in its 'published' block"
            raise fail(f"{' and '.join(own)} has no such links", name.place, f"{line} says so")
        what = f"the puzzle '{name.text}' is not known here"
        texts = {genre: " or ".join(f"'{pid}'" for pid in pids) for genre, pids in called.items()}
        raise unread(bare, what, name.place, hint, texts, "links")
    return next(row for row in rows_of(found[bare]) if bare in row.pids)
