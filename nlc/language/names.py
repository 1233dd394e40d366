"""Names of puzzles elsewhere: other names of genres, and puzzles that nlc does not have.

The other names of a genre are in its text: ``published { names: "Loop the Loop", "Loopy"; }``;
puzzles that nlc does not have are in ``missing.txt`` beside the genres.
Names are those of puzz.link (robx/pzprjs and npm ``pzpr``, identifiers and English titles), of
Simon Tatham's collection, of the tags of penpa-edit and of the lists of janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from nlc.errors import Span, UserError, fail, suggest
from nlc.language.builtins import grammar_text
from nlc.language.files import stock_file, stock_files

_TEXT = r'"[^"\n]*"'
_GENRE = re.compile(
    rf'^genre\s+(\w+)(?:\s+"([^"]*)")?|\bpublished\s*\{{((?:{_TEXT}|//.*|[^{{}}"])*+)\}}',
    re.MULTILINE,
)
_FACT = re.compile(rf"(\w+)((?:\s+(?:\w+|{_TEXT}))*)\s*:((?:{_TEXT}|[^;\"])*+);")
_WORD = re.compile(r'"([^"\n]*)"|(\w+)')
"""A genre or its facts, a fact, and a word; to parse all genres takes much longer."""


def words(name: str) -> str:
    """Return a name without separators between its words, and without capitals."""
    return re.sub(r"[\W_]", "", name.lower())


class Published(NamedTuple):
    """What the text of a stock genre tells others, without its grammar.

    Attributes:
        file: that defines it.
        names: in its title, and others.
        heads: the words before the colon of each fact about a format, by its name.
    """

    file: str
    names: list[str]
    heads: dict[str, list[tuple[str, ...]]]


@cache
def published() -> dict[str, Published]:
    """Return what each stock genre tells others."""
    found: dict[str, Published] = {}
    for file in sorted(stock_files()):
        source, genre = stock_file(file), ""
        for match in _GENRE.finditer("" if source is None else source.text):
            if match[1]:
                genre = match[1]
                found[genre] = Published(file, match[2].split(" / ") if match[2] else [], {})
                continue
            for about, before, after in _FACT.findall(match[3] or "") if genre else ():
                if about == "names":
                    found[genre].names.extend(text for text, _ in _WORD.findall(after))
                head = tuple(text or word for text, word in _WORD.findall(before))
                found[genre].heads.setdefault(about, []).append(head)
    return found


@cache
def other_names() -> dict[str, str]:
    """Return the stock genre of each name, own or other."""
    found = {words(name): genre for genre, each in published().items() for name in each.names}
    return found | {words(genre): genre for genre in published()}


@cache
def missing() -> dict[str, tuple[str, str, str]]:
    """Return title, nearest genre, and how that has it, of each missing puzzle by its names."""
    out = {}
    for paragraph in grammar_text("missing.txt").split("\n\n")[1:]:
        near, puzzles = paragraph.split(maxsplit=1)
        for puzzle in " ".join(puzzles.split()).split(";"):
            called, _, how = puzzle.partition(":")
            names = [name.strip() for name in called.split(",")]
            out.update({words(name): (names[0], near.strip("-"), how.strip()) for name in names})
    return out


def is_known(name: str) -> bool:
    """Return whether a name is one of these."""
    return words(name) in other_names() or words(name) in missing()


def unknown_genre(name: str, known: Iterable[str], span: Span | None) -> UserError:
    """Return the error about a name that is none of the known genres."""
    hint = suggest(name, sorted({*known})) or "'nlc list genres' lists all"
    return unknown(name, f"unknown genre '{name}'", span, hint)


def unknown(name: str, what: str, span: Span | None, hint: str | None) -> UserError:
    """Return the error for an unknown genre; `what` and `hint` are for wholly unknown names."""
    if genre := other_names().get(words(name)):
        return fail(f"nlc calls the genre '{name}' {genre}", span, f"did you mean '{genre}'?")
    if (found := missing().get(words(name))) is None:
        return fail(what, span, hint)
    title, near, how = found
    if how:
        difference, _, setting = how.partition(": ")
        hint = f"the genre is {near}" + f", with {setting}" * bool(setting)
        return fail(f"{title} is {near} {difference}", span, hint)
    hint = "its rules are about moves, for which the language has no words"
    if near:
        where = f"a genre like it: nlc list genres {near}"
        hint = f"docs/language.md shows how to write its rules; {where}"
    return fail(f"this is {title}, and nlc has no such genre yet", span, hint)


def unread(
    name: str, what: str, span: Span, hint: str, called: Mapping[str, str], kind: str
) -> UserError:
    """Return the error for a text of a kind, such as ``links``, with a name that is none there.

    Args:
        name: of a puzzle.
        what: the message, unless nlc does not have that puzzle.
        span: of the name.
        hint: for wholly unknown names.
        called: what texts of this kind call each genre.
        kind: in the plural.
    """
    if genre := other_names().get(words(name)):
        there = called.get(genre)
        hint = f"{kind} call {genre} {there}" if there else f"no {kind} of {genre} are read"
        return fail(what, span, hint)
    return unknown(name, what, span, hint)
