"""What genres say to formats: the rows of a format, by genre, and genres by their names in it.

A genre says so in its own text (`nlc.formats.parts` has the words). Stock genres are looked up in
an index of their texts, and only those that are asked for are parsed; genres of the user's own are
known while they are `in_scope`, and come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct

from nlc.errors import fail
from nlc.formats.facts import OPTION, Kind, read_fact, text_of
from nlc.formats.parts import IGNORED, Parts, Words
from nlc.language import syntax as s
from nlc.language.catalogue import stock_rules
from nlc.language.inherit import Rules
from nlc.language.names import published

T = TypeVar("T", bound=Struct)

_SCOPE: ContextVar[dict[str, Rules]] = ContextVar("genres", default={})  # noqa: B039


@contextmanager
def in_scope(genres: Iterable[Rules]) -> Iterator[None]:
    """Let formats know genres of a file, in place of stock genres of their names."""
    token = _SCOPE.set({rules.name: rules for rules in genres})
    try:
        yield
    finally:
        _SCOPE.reset(token)


def rules_of(genre: str) -> Rules | None:
    """Return the rules of a genre in scope or of a stock genre, or None."""
    return _SCOPE.get().get(genre) or stock_rules(genre)


def own_genres() -> list[str]:
    """Return the genres in scope that come from a file."""
    return [*_SCOPE.get()]


def facts_of(rules: Rules, about: str) -> list[s.Fact]:
    """Return the facts of a genre about a format, or its ``parts``."""
    return [fact for fact in rules.published if fact.name.name == about]


def heads(about: str) -> dict[str, list[Words]]:
    """Return the words before the colon of each fact about a format, by genre, for an index."""
    own = _SCOPE.get()
    stock = {name: each.heads.get(about, []) for name, each in published().items()}
    found = {
        name: [tuple(map(text_of, fact.words)) for fact in facts_of(rules, about)]
        for name, rules in own.items()
    }
    return {name: words for name, words in {**found, **stock, **found}.items() if words}


# ---------- parts ----------


def _over(sort: str, boolean: bool, group: str = "givens") -> Kind:
    """Return the givens, or variables, over sorts of elements, true or false or with values."""

    def names(rules: Rules) -> list[str]:
        items = getattr(rules, group).items()
        return [
            name
            for name, item in items
            if item.sort in sort.split(" or ") and (item.type.kind == "bool") is boolean
        ]

    what = {"givens": "given", "vars": "variable"}[group]
    return Kind(
        f"{what} {'that is true or false' if boolean else 'of values'} over {sort}s",
        names,
    )


_CONDITION = _over("cell", True)
_PARTS: dict[str, tuple[Kind | None, ...]] = {
    **dict.fromkeys(("number", "room", "room_number", "arrow"), (_over("cell", False),)),
    "unknown": (Kind(_CONDITION.noun, lambda rules: [*_CONDITION.names(rules), IGNORED]),),
    "circle": (_over("cell", False), None),
    "blocked": (_CONDITION,),
    "fence": (_over("border", True),),
    **dict.fromkeys(("sign", "piece", "operation"), (_over("cell", False), None)),
    "marked": (_CONDITION,),
    **dict.fromkeys(("lower", "upper"), (_over("cell", False),)),
    "point": (_over("vertex", False),),
    "between": (_over("link or border", False), None),
    **dict.fromkeys(("border", "gate"), (_over("border", True),)),
    "dots": (_CONDITION, _over("link or border", True), _over("vertex", True)),
    **dict.fromkeys(("outside", "second"), (_over("line", False),)),
    "rim": (_over("border", False),),
    **dict.fromkeys(("fleet", "pieces"), (OPTION,)),
    **dict.fromkeys(("total", "totals"), (OPTION,)),
    **dict.fromkeys(("line", "double"), (_over("link", True, "vars"),)),
    "edge": (_over("border", True, "vars"),),
    "shaded": (_over("cell", True, "vars"),),
    **dict.fromkeys(("value", "region"), (_over("cell", False, "vars"),)),
}


@lru_cache(maxsize=256)
def parts_in(rules: Rules) -> Parts | None:
    """Return the parts of a genre, or None if it does not tell them to formats.

    Raises:
        UserError: they name what the genre does not have.
    """
    found = facts_of(rules, "parts")
    for again in found[1:]:
        raise fail("the parts of a genre are told once", again.span, f"first {found[0].span}")
    if found and found[0].words and text_of(found[0].words[0]) != "without":
        hint = "as in 'parts without janko penpa: …;', for formats that lack some of them"
        raise fail("'without' is the only word before the colon", found[0].name.span, hint)
    return read_fact(found[0], Parts, rules, _PARTS) if found else None


def told_in(rules: Rules, about: str, cls: type[T]) -> T:
    """Return what a genre says of a format, as an object of its class; the defaults if nothing.

    Raises:
        UserError: it is wrong.
    """
    told: T = _told(rules, about, cls)
    return told


@lru_cache(maxsize=1024)
def _told(rules: Rules, about: str, cls: type[Any]) -> Any:
    found, kinds = facts_of(rules, about), {"assumed": (OPTION, None)}
    return read_fact(found[0], cls, rules, kinds) if found else cls()


def told_of(genre: str, about: str, cls: type[T]) -> T:
    """Return the same for the name of a genre, which may be unknown; see `told_in`."""
    rules = rules_of(genre)
    return cls() if rules is None else told_in(rules, about, cls)


def find_parts(genre: str) -> Parts | None:
    """Return the parts of a genre, or None if it is unknown or does not tell them."""
    rules = rules_of(genre)
    return None if rules is None else parts_in(rules)


def parts_of(genre: str) -> Parts:
    """Return the parts of a genre.

    Raises:
        UserError: it is unknown, or does not tell them.
    """
    found = find_parts(genre)
    if found is None:
        raise fail(f"no format knows the genre '{genre}'")
    return found


def parted(form: str = "") -> list[str]:
    """Return the genres that tell their parts, those in scope first.

    ``parts without janko penpa: …;`` is not meant for these formats, which lack some of the parts.
    """
    return [genre for genre, found in heads("parts").items() if form not in found[0][1:]]
