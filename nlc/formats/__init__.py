"""Formats of puzzles: their registry, how ``auto`` tells them apart, and the one way to read them.

What a format can write, `Format.write` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from nlc.errors import Source, fail, suggest
from nlc.formats import flow, loopy, nl, pzpr, text, thesis
from nlc.formats.base import Format
from nlc.language.syntax import Puzzle

_FORMATS = {
    f.name: f
    for f in (
        nl.FORMAT,
        text.FORMAT,
        thesis.FORMAT,
        loopy.FORMAT,
        pzpr.FORMAT,
        flow.FORMAT,
    )
}


def names() -> tuple[str, ...]:
    """Return the names of all formats, in the order in which `detect` tries them."""
    return tuple(_FORMATS)


def get(name: str) -> Format:
    """Return the format called `name`.

    Raises:
        UserError: there is none.
    """
    if name not in _FORMATS:
        known = f"the formats are {', '.join(_FORMATS)}"
        raise fail(f"unknown format '{name}'", hint=suggest(name, _FORMATS) or known)
    return _FORMATS[name]


def detect(path: str, text: str) -> str:
    """Return the name of the format that a file is in.

    An extension that belongs to one format decides. Otherwise the first of `names` that recognises
    the text does: ``nl`` by its first word, ``text`` by a first line of two numbers, ``thesis`` by
    a first line of more, ``loopy`` and ``pzpr`` by a first line that is a game ID, or a URL or the
    start of a file, and ``flow`` comes last because rows of letters may be almost anything.

    Raises:
        UserError: nothing recognises the text.
    """
    extension = PurePath(path).suffix.lower()
    for form in _FORMATS.values():
        if extension in form.extensions:
            return form.name
    for form in _FORMATS.values():
        if form.recognises(text):
            return form.name
    if not text.strip():
        raise fail(f"{path}: there is nothing in it")
    hint = f"name it with --from; the formats are {', '.join(_FORMATS)}"
    if text.startswith("p cnf"):
        hint = "this is DIMACS, which is no puzzle; nlc prove takes it from a file"
    raise fail(f"{path}: cannot tell the format of this text", hint=hint)


def read_puzzles(source: Source, name: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source in a format other than the language, one after the other.

    Raises:
        UserError: there is no such format; or, after the last good puzzle, some are broken: every
            mistake of the source at once.
        ValueError: `name` is ``nl``, which `nlc.language` parses.
    """
    read = get(name).read
    if read is None:
        raise ValueError("the language is parsed by nlc.language, not imported")
    return read(source)
