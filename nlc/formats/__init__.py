"""Formats of puzzles: how ``auto`` tells them apart, and the one way to read them.

What a format can write, `Format.write` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from nlc.errors import Source, fail
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.formats.base import Format
    from nlc.language.syntax import Puzzle

FORMATS: Registry[Format] = Registry("format", "nlc.formats", "FORMAT", "nlc.formats")


def detect(path: str, text: str) -> str:
    """Return the name of the format that a file is in.

    An extension that belongs to one format decides. Otherwise, of the formats that recognise the
    text, that of the lowest rank does: ``nl`` by its first word, ``text`` by a first line of two
    numbers, ``thesis`` by a first line of more, ``loopy`` and ``pzpr`` by a first line that is a
    game ID, or a URL or the start of a file, and ``flow`` comes last because rows of letters may be
    almost anything.

    Raises:
        UserError: nothing recognises the text.
    """
    extension = PurePath(path).suffix.lower()
    if extension == ".nl":  # of the language itself: no other format is looked at
        return "nl"
    forms = usable()
    for form in forms:
        if extension in form.extensions:
            return form.name
    for form in forms:
        if form.recognises(text):
            return form.name
    if not text.strip():
        raise fail(f"{path}: there is nothing in it")
    from nlc.formats.board import WRAPPED

    formats = f"a format is named with --from: {', '.join(FORMATS.names())}"
    hint = f"{formats}; a board alone needs a genre: {WRAPPED}"
    if text.startswith("p cnf"):
        hint = "this is DIMACS, which is not a puzzle; nlc prove takes it from a file"
    raise fail(f"{path}: cannot tell the format of this text", hint=hint)


def usable() -> list[Format]:
    """Return all formats but those of other packages that are broken, in the order of rank."""
    return sorted(FORMATS.available(_unusable), key=lambda form: form.rank)


def _unusable(name: str, cause: str) -> Format:
    """Return a format that recognises nothing."""
    from nlc.formats.base import Format

    return Format(name, cause, (), lambda text: False, None, None)


def read_puzzles(source: Source, name: str, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source in a format other than the language, one after the other.

    Args:
        source: the text.
        name: of the format.
        genre: of the format ``board``, the genre that the user names.

    Raises:
        UserError: there is no such format; or, after the last good puzzle, some are broken: every
            mistake of the source at once.
        ValueError: `name` is ``nl``, which `nlc.language` parses.
    """
    if genre:
        from nlc.formats.board import read_as

        return read_as(source, genre)
    read = FORMATS.get(name).read
    if read is None:
        raise ValueError("the language is parsed by nlc.language, not imported")
    return read(source)
