"""Reads the facts of a `published` block, whose words the language only keeps.

A fact has the name of a format, words before the colon, and after it a field of the format's
class and its words, between commas: ``pzpr mashu masyu: body circles, flag f full true;``. The
type of a field says how many words it takes; `Kind` says which.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain, repeat
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from nlc.errors import Diagnostics, suggest
from nlc.language import syntax as s
from nlc.language.inherit import Rules

T = TypeVar("T", bound=msgspec.Struct)


class Kind(NamedTuple):
    """What a word names: the noun for messages, and the names that a genre or nlc has."""

    noun: str
    names: Callable[[Rules], Collection[str]]


OPTION = Kind("option", lambda rules: rules.options)
ANY = None


def text_of(word: s.Word) -> str:
    """Return a word as text."""
    return str(value_of(word)).lower() if isinstance(word, s.Bool) else str(value_of(word))


def value_of(word: s.Word) -> bool | int | str:
    """Return the value of a word: of a number and of true and false not its text."""
    return word.name if isinstance(word, s.Ref) else word.value


def read_fact(
    fact: s.Fact, cls: type[T], rules: Rules, kinds: Mapping[str, Sequence[Kind | None]]
) -> T:
    """Return the object of a class that a fact describes.

    Args:
        fact: the fact.
        cls: a class of `nlc.formats.parts`.
        rules: the genre, whose givens, variables and options words may name.
        kinds: what the words of a field name, the last kind that of all further words.

    Raises:
        UserError: a field, or a word of one, is not known, or words are missing; with all mistakes.
    """
    diagnostics, found = Diagnostics(), dict[str, list[tuple[s.Word, ...]]]()
    hints, about = get_type_hints(cls), fact.name.name
    named = [field.name for field in msgspec.structs.fields(cls) if field.name not in FILLED]
    for key, *words in fact.sayings:
        name = text_of(key)
        if name not in named:
            hint = suggest(name, named) or f"known are {', '.join(named)}"
            diagnostics.error(f"'{name}' is not known of {about}", key.span, hint)
            continue
        found.setdefault(name, []).append((key, *words))
        each = kinds.get(name, ())
        for word, kind in zip(words, chain(each, repeat(each[-1] if each else ANY)), strict=False):
            if kind is not ANY and text_of(word) not in (names := kind.names(rules)):
                what = f"no {kind.noun} is called '{text_of(word)}'"
                hint = suggest(text_of(word), names) or f"known are {', '.join(names)}"
                diagnostics.error(what, word.span, hint)
    values: dict[str, Any] = {}
    for name, sayings in found.items():
        try:
            said = _value(hints[name], [words for _, *words in sayings])
            values[name] = msgspec.convert(said, hints[name])
        except ValueError:
            span = sayings[-1][0].span.to(sayings[-1][-1].span)
            diagnostics.error(f"'{name}' has too few words, too many, or others", span)
    for field in msgspec.structs.fields(cls):
        if field.required and field.name not in found:
            diagnostics.error(f"{about} needs '{field.name}'", fact.name.span)
    diagnostics.raise_errors()
    return cls(**values)


FILLED = ("pids", "titles", "genre", "parts")
"""Fields that no word of a fact names."""


def _value(hint: Any, sayings: Sequence[Sequence[s.Word]]) -> Any:
    """Return what is said of a field, each time by some words, in the shape of its type.

    Raises:
        ValueError: the words are too few or too many, or the field takes them once.
    """
    if NoneType in get_args(hint):
        hint = get_args(hint)[0]
    origin, args = get_origin(hint), get_args(hint)
    if hint is bool and list(map(len, sayings)) == [0]:
        return True
    if origin is Mapping:
        return {_shape(args[0], words[:1]): _shape(args[1], words[1:]) for words in sayings}
    if origin is tuple and get_origin(args[0]) is tuple:
        return tuple(_shape(args[0], words) for words in sayings)
    (words,) = sayings
    return _shape(hint, words)


def _shape(hint: Any, words: Sequence[s.Word]) -> Any:
    """Return words as a tuple, or the only one as a text or a value."""
    if get_origin(hint) is tuple:
        args = get_args(hint)
        each = args[:1] * len(words) if args[-1] is Ellipsis else args
        return tuple(_shape(arg, [word]) for arg, word in zip(each, words, strict=True))
    (word,) = words
    return text_of(word) if hint is str else value_of(word)
