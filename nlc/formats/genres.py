"""What genres say to formats: the rows of a format, by genre, and genres by their names in it.

A genre says so in its own text (`nlc.formats.parts` has the words), in the facts of its `published`
block, whose words the language only keeps. A fact has the name of a format, words before the colon,
and after it a field of the format's class and its words, between commas:
``pzpr mashu masyu: body circles, flag f full true;``. The type of a field says how many words it
takes; `Kind` says which.

Stock genres are looked up in an index of their texts, and only those that are asked for are parsed;
genres of the user's own are known while they are `in_scope`, and come first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, partial
from itertools import chain, repeat
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from nlc.errors import Diagnostics, UserError, fail, suggest
from nlc.formats import usable
from nlc.formats.base import Format, Support
from nlc.formats.parts import IGNORED, BareBoard, Parts, Words
from nlc.language import syntax as s
from nlc.language.catalogue import Description, describe, entries, options_of, stock_rules
from nlc.language.inherit import Rules
from nlc.language.names import published

T = TypeVar("T", bound=msgspec.Struct)

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
    stock = {name: each.heads.get(about, []) for name, each in published().items()}
    own = {
        name: [tuple(map(text_of, fact.words)) for fact in facts_of(rules, about)]
        for name, rules in _SCOPE.get().items()
    }
    return {name: words for name, words in {**own, **stock, **own}.items() if words}


# ---------- facts ----------


class Kind(NamedTuple):
    """What a word names: the noun for messages, and the names that a genre or nlc has."""

    noun: str
    names: Callable[[Rules], Collection[str]]


OPTION = Kind("option", lambda rules: rules.options)


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
        each = kinds.get(name, (None,))
        for word, kind in zip(words, chain(each, repeat(each[-1])), strict=False):
            if kind is not None and text_of(word) not in (names := kind.names(rules)):
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


# ---------- parts ----------


def _over(sort: str, boolean: bool, noun: str = "given") -> Kind:
    """Return the givens, or variables, over sorts of elements, true or false or with values."""

    def names(rules: Rules) -> list[str]:
        items: Mapping[str, Any] = {"given": rules.givens, "variable": rules.vars}[noun]
        fits = ((name, item) for name, item in items.items() if item.sort in sort.split(" or "))
        return [name for name, item in fits if (item.type.kind == "bool") is boolean]

    return Kind(f"{noun} {'that is true or false' if boolean else 'of values'} over {sort}s", names)


_NUMBER, _CONDITION = _over("cell", False), _over("cell", True)
_OR_IGNORED = Kind(_CONDITION.noun, lambda rules: [*_CONDITION.names(rules), IGNORED])
_KINDS_OF: dict[str, tuple[Kind | None, ...]] = {
    "number room room_number arrow lower upper": (_NUMBER,),
    "circle sign piece operation": (_NUMBER, None),
    "blocked marked": (_CONDITION,),
    "unknown": (_OR_IGNORED,),
    "fence border gate": (_over("border", True),),
    "point": (_over("vertex", False),),
    "between": (_over("link or border", False), None),
    "dots": (_CONDITION, _over("link or border", True), _over("vertex", True)),
    "outside second": (_over("line", False),),
    "rim": (_over("border", False),),
    "pieces fleet total totals": (OPTION,),
    "line double": (_over("link", True, "variable"),),
    "edge": (_over("border", True, "variable"),),
    "shaded": (_over("cell", True, "variable"),),
    "value region": (_over("cell", False, "variable"),),
    "pair": (*[_NUMBER] * 2, *[_over("cell", False, "variable")] * 2),
}
_PARTS = {name: kinds for names, kinds in _KINDS_OF.items() for name in names.split()}


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


# ---------- the genres that come with nlc ----------


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
