"""Formats of puzzles: how ``auto`` tells them apart, and the one way to read them.

What a format can write, `Format.write` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from nlc.errors import Source, fail
from nlc.files import bare_name, is_dimacs
from nlc.language.names import is_known, other_names, unknown, words
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.formats.base import Format
    from nlc.language.syntax import Puzzle

FORMATS: Registry[Format] = Registry(
    "format",
    "FORMAT",
    "nlc.formats",
    {
        "board": "nlc.formats.board",
        "flow": "nlc.formats.flow",
        "flowfree": "nlc.formats.flowfree",
        "janko": "nlc.formats.janko",
        "loopy": "nlc.formats.loopy",
        "nl": "nlc.formats.nl",
        "penpa": "nlc.formats.penpa",
        "pzpr": "nlc.formats.pzpr",
        "slk": "nlc.formats.slk",
        "sudoku": "nlc.formats.sudoku",
        "tatham": "nlc.formats.tatham",
        "text": "nlc.formats.text",
        "thesis": "nlc.formats.thesis",
    },
    aliases={"puzz.link": "pzpr", "puzzlink": "pzpr"},
)


KNOWN: dict[str, tuple[int, tuple[str, ...]]] = {
    "nl": (0, (".nl",)),
    "text": (10, ()),
    "penpa": (11, ()),
    "janko": (12, ()),
    "flowfree": (15, ()),
    "slk": (16, (".slk",)),
    "sudoku": (18, (".sdk", ".sdm")),
    "thesis": (20, ()),
    "tatham": (29, (".sav",)),
    "loopy": (30, ()),
    "pzpr": (40, ()),
    "flow": (90, (".flow",)),
    "board": (95, ()),
}
"""Rank and extensions of formats that are imported only where a text may be in them."""


def detect(path: str, text: str, genre: str = "") -> str:
    """Return the name of the format that a file is in.

    With a genre that the user names, a text that tells its own is recognised all the same; else it
    is in a format that does not tell it, a bare board if no other recognises it.

    An extension that belongs to one format decides. Otherwise, of the formats that recognise the
    text, that of the lowest rank does: ``nl`` by its first word, ``text`` by a first line of two
    numbers, ``thesis`` by a first line of more, ``loopy`` and ``pzpr`` by a first line that is a
    game ID, or a URL or the start of a file, and ``flow`` comes last because rows of letters may be
    almost anything.

    Raises:
        UserError: nothing recognises the text.
    """
    extension = PurePath(bare_name(path)).suffix.lower()
    if extension == ".nl":  # of the language itself: no other format is looked at
        return "nl"
    if genre:
        forms = [form for form in usable() if form.tells or form.read_as is not None]
        looks = (form.name for form in forms if (form.resembles or form.recognises)(text))
        return next(looks, "board")
    claimed = _extensions()
    for name, extensions in claimed.items():
        if extension in extensions:
            return name
    for name in claimed:
        if _usable(name).recognises(text):
            return name
    if not text.strip():
        raise fail(f"{path}: the text is empty")
    from nlc.formats.board import WRAPPED

    formats = f"a format is named with --from: {', '.join(FORMATS.names())}"
    hint = f"{formats}; a board alone needs a genre: {WRAPPED}"
    if is_dimacs(f"{text}\n"):
        hint = "this is DIMACS, which is not a puzzle; nlc run solves it, nlc prove checks proofs"
    _refuse_names(path, text.strip())
    raise fail(f"{path}: cannot tell the format of this text", hint=hint)


def _refuse_names(path: str, text: str) -> None:
    """Refuse a text that names a puzzle, or where one may be, and holds none."""
    if re.fullmatch(r"https?://\S+", text):
        raise fail(f"{path}: this link holds no puzzle", hint="docs/formats.md has those that do")
    if genre := other_names().get(words(text)):
        hint = "docs/genres.md tells what is drawn on it"
        raise fail(f"{path}: this is the name of {genre}, and its board is missing", hint=hint)
    if is_known(text):
        raise unknown(text, "", None, None)


def usable() -> list[Format]:
    """Return all formats but those of other packages that are broken, in the order of rank."""
    return sorted(FORMATS.available(_unusable), key=lambda form: form.rank)


def _usable(name: str) -> Format:
    """Return the format of a name; a stand-in for a broken one of another package."""
    (form,) = FORMATS.available(_unusable, [name])
    return form


def _extensions() -> dict[str, tuple[str, ...]]:
    """Return the extensions of each format, in the order of rank; those of `KNOWN` unimported."""
    found = dict(KNOWN)
    for name in FORMATS.names():
        if name not in KNOWN:
            form = _usable(name)
            found[form.name] = form.rank, form.extensions
    return {name: found[name][1] for name in sorted(found, key=lambda name: found[name][0])}


def extensions() -> dict[str, str]:
    """Return the format that each extension names, without its dot: its own name, and others."""
    found = {name: name for name in FORMATS.names() if name != "text"}
    return found | {end[1:]: name for name, ends in _extensions().items() for end in ends}


def _unusable(name: str, cause: str) -> Format:
    """Return a format that recognises nothing."""
    from nlc.formats.base import Format

    return Format(name, cause, (), lambda text: False, None, None)


def read_puzzles(source: Source, name: str, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source in a format other than the language, one after the other.

    Args:
        genre: that the user names, of what does not tell it; what does may be of another.

    Raises:
        UserError: there is no such format; or, after the last good puzzle, some are broken: every
            mistake of the source at once.
        ValueError: `name` is ``nl``, which `nlc.language` parses.
    """
    form = FORMATS.get(name)
    if genre and form.read_as is not None:
        return form.read_as(source, genre)
    read = form.read
    if read is None:
        raise ValueError("the language is parsed by nlc.language, not imported")
    return read(source)
