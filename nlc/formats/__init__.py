"""The formats of puzzles: how ``auto`` recognises them, and the way to parse them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from nlc.errors import Source, fail
from nlc.files import bare_name, formula_form
from nlc.language.names import is_known, other_names, unknown, words
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.formats.base import Format
    from nlc.language.syntax import Puzzle

KNOWN: dict[str, tuple[int, tuple[str, ...]]] = {
    "nl": (0, (".nl",)),
    "text": (10, ()),
    "penpa": (11, ()),
    "janko": (12, ()),
    "fpuzzles": (13, ()),
    "killer": (14, ()),
    "flowfree": (15, ()),
    "slk": (16, (".slk",)),
    "tatham": (29, (".sav",)),
    "loopy": (30, ()),
    "pzpr": (40, ()),
    "nonogram": (44, (".non", ".nin", ".mk", ".cwd", ".g", ".gno", ".nonpack")),
    "sudoku": (45, (".sdk", ".sdm")),
    "thesis": (46, ()),
    "flow": (90, (".flow",)),
    "board": (95, ()),
}
"""Rank and extensions of nlc's own formats, whose modules are imported only when needed."""

_NUMBERLINKS = ("text", "thesis", "flow", "flowfree")
_PLACES = {name: f"numberlinks:{name.upper()}" for name in _NUMBERLINKS}
"""Where formats are, if not in a module of their name."""

FORMATS: Registry[Format] = Registry(
    "format",
    "FORMAT",
    "nlc.formats",
    {name: f"nlc.formats.{_PLACES.get(name, name)}" for name in sorted(KNOWN)},
    aliases={
        "puzz.link": "pzpr",
        "puzzlink": "pzpr",
        "f-puzzles": "fpuzzles",
        "sudokupad": "fpuzzles",
    },
)


def detect(path: str, text: str, genre: str = "") -> str:
    """Return the name of the format that a file is in.

    An extension that belongs to one format decides. Otherwise the format of the lowest rank is
    taken among those that recognise the text: ``nl`` by its first word, ``text`` by a first line of
    two numbers, ``thesis`` by a first line of more, ``loopy`` and ``pzpr`` by a first line that is
    a game ID, or a URL or the start of a file. ``flow`` comes late because rows of letters may be
    almost anything.

    Args:
        path: of the file.
        text: of the file.
        genre: that the user names, if any. Then the extension does not matter, and a text that no
            format recognises is a bare board.

    Raises:
        UserError: no format recognises the text.
    """
    text = bare_links(text.removeprefix("\ufeff"))
    extension = PurePath(bare_name(path)).suffix.lower()
    if extension == ".nl":
        return "nl"
    if genre:
        forms = [form for form in usable() if form.names_genre or form.parse_as is not None]
        reads = (f for f in forms if f.genre == genre or (f.resembles or f.recognises)(text))
        return next((form.name for form in reads), "board")
    claimed = _extensions()
    claims = [name for name, extensions in claimed.items() if extension in extensions]
    for name in claims or (name for name in claimed if _usable(name).recognises(text)):
        return name
    if not text.strip():
        raise fail(f"{path}: the text is empty")
    from nlc.formats.base import WRAPPED

    formats = f"a format is named with --from: {', '.join(FORMATS.names())}"
    hint = f"{formats}; a board alone needs a genre: {WRAPPED}"
    if formula_form(f"{text}\n"):
        hint = "this is a formula, not a puzzle; nlc run solves it, nlc prove checks proofs"
    _refuse_names(path, text.strip())
    raise fail(f"{path}: the format of this text is unknown", hint=hint)


_LINK = re.compile(r'^https?://\S+[?#]\S+$|https?://[^\s<>"()\[\]]+[?#][^\s<>"()\[\]]+')


def bare_links(text: str) -> str:
    """Return a text of words and links with the links alone, in their places; or any other text."""
    lines = text.split("\n") if "://" in text and "{" not in text else []
    links = [{*_LINK.findall(line.strip())} for line in lines]
    words = [line for line, found in zip(lines, links, strict=True) if line.strip() and not found]
    plain = all(re.search(r"[^\W\d_]{3}", line) for line in words)
    if not plain or len({*map(len, words)}) < len(words) or max(map(len, links), default=0) != 1:
        return text
    return "\n".join(
        "".join(" " * line.index(link) + link for link in found)
        for line, found in zip(lines, links, strict=True)
    )


def _refuse_names(path: str, text: str) -> None:
    """Refuse a link without a puzzle, and the name of a genre without a board."""
    if re.fullmatch(r"https?://\S+", text):
        raise fail(f"{path}: this link holds no puzzle", hint="docs/formats.md lists links that do")
    if genre := other_names().get(words(text)):
        hint = "docs/genres.md explains how to draw it"
        raise fail(f"{path}: this is the name of {genre}, and its board is missing", hint=hint)
    if is_known(text):
        raise unknown(text, "", None, None)


BARE = ("", "board", "flow", "text")
"""Formats of boards that do not name their genre; empty: none is recognised."""


def headed(text: str) -> tuple[str, str]:
    """Return the genre that headings of bare boards name, or nothing; and the text without them.

    Raises:
        UserError: they name several, or a puzzle that nlc does not have.
    """
    lines, found, before = text.split("\n"), dict[str, str](), ""
    for at, line in enumerate(map(str.strip, lines)):
        name = "" if before else words(re.sub(r"[\d#]+|\b(?:no|nr|puzzle)\b", "", line.lower()))
        if is_known(name):
            after = next((each.strip() for each in lines[at + 1 :] if each.strip()), line)
            if len(after) != len(line) or len(after.split()) != len(line.split()):  # no row
                if name not in other_names():
                    raise unknown(name, "", None, None)
                found[other_names()[name]] = line
                lines[at] = ""
        before = line
    if len(found) > 1:
        hint = "put each genre into a file of its own"
        raise fail(f"the boards have several genres: {', '.join(found.values())}", None, hint)
    return "".join(found), "\n".join(lines)


READ_ONLY = ("board", "fpuzzles", "killer", "nonogram", "slk")
"""Formats of `KNOWN` that cannot be written."""


def writable() -> list[str]:
    """Return the names of the formats that can be written."""
    return [name for name in FORMATS.names() if name not in READ_ONLY]


def usable() -> list[Format]:
    """Return all formats, by rank; broken ones of other packages are left out."""
    forms = FORMATS.available(_unusable)
    return sorted(forms, key=lambda form: KNOWN[form.name][0] if form.name in KNOWN else form.rank)


def _usable(name: str) -> Format:
    """Return a format by its name; if it is broken, one that recognises nothing."""
    (form,) = FORMATS.available(_unusable, [name])
    return form


def _extensions() -> dict[str, tuple[str, ...]]:
    """Return the extensions of each format, by rank; formats of `KNOWN` are not imported."""
    others = [_usable(name) for name in FORMATS.names() if name not in KNOWN]
    found = KNOWN | {form.name: (form.rank, form.extensions) for form in others}
    return {name: found[name][1] for name in sorted(found, key=lambda name: found[name][0])}


def extensions() -> dict[str, str]:
    """Return the format of each extension, without its dot; names of formats count, too."""
    found = {name: name for name in FORMATS.names() if name != "text"}
    return found | {end[1:]: name for name, ends in _extensions().items() for end in ends}


def _unusable(name: str, cause: str) -> Format:
    """Return a format that recognises nothing."""
    from nlc.formats.base import Format

    return Format(name, cause, (), lambda text: False, None, None)


def import_puzzles(source: Source, name: str, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source in a format other than the language, one after the other.

    Args:
        genre: that the user names, for texts that do not name theirs.

    Raises:
        UserError: there is no such format; or, after the last good puzzle, all mistakes of the
            source.
        ValueError: `name` is ``nl``, which `nlc.language` parses.
    """
    form = FORMATS.get(name)
    if genre and form.parse_as is not None:
        return form.parse_as(source, genre)
    if form.parse is None:
        raise ValueError("the language is parsed by nlc.language, not imported")
    return form.parse(source)
