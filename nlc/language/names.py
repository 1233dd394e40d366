"""Names of puzzles elsewhere: other names of genres, and puzzles that nlc does not have.

The other names of a genre are in its text: ``published { names: "Loop the Loop", "Loopy"; }``;
puzzles that nlc does not have are in ``missing.txt`` beside the genres.
Names are those of puzz.link (robx/pzprjs and npm ``pzpr``, identifiers and English titles), of
Simon Tatham's collection, of the tags of penpa-edit and of the lists of janko.at.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import cache

from nlc.errors import Span, UserError, fail, suggest
from nlc.language.files import stock_file, stock_files

_NAMES = re.compile(r'^genre\s+(\w+)(?:\s+"([^"]*)")?|\bnames:([^;{}]*);', re.MULTILINE)
"""The name and the title of a genre, or its other names; to parse all genres takes much longer."""

_TITLES = (
    "Battleships",
    "Fillomino",
    "Futoshiki",
    "Hidato",
    "Kakuro",
    "KenKen",
    "Signpost",
    "Slant",
)
EXAMPLES = {
    **{title: f"tests/examples/{title.lower()}.nl" for title in (*_TITLES, "Skyscrapers", "Tapa")},
    "Double Choco": "tests/examples/double_choco.nl",
    "Hotaru Beam": "tests/examples/firefly.nl",
    "Killer Sudoku": "tests/examples/killer.nl",
    "Nonogram": "docs/tutorial.md",
    "Statue Park": "tests/examples/statues.nl",
    "Tentaisho": "tests/examples/galaxies.nl",
    "Tents": "docs/language.md",
}
"""Where the rules of missing puzzles stand in nlc's repository."""


def words(name: str) -> str:
    """Return a name without separators between its words, and without capitals."""
    return re.sub(r"[\W_]", "", name.lower())


@cache
def other_names() -> dict[str, str]:
    """Return the stock genre of each name, own or other."""
    found, own = dict[str, str](), dict[str, str]()
    for file in stock_files():
        source, genre = stock_file(file), ""
        for match in _NAMES.finditer("" if source is None else source.text):
            genre = match[1] or genre
            called = match[2].split(" / ") if match[2] else re.findall(r'"([^"]*)"', match[3] or "")
            found |= {words(name): genre for name in called if genre}
            own[words(genre)] = genre
    return found | own


@cache
def missing() -> dict[str, tuple[str, str, str]]:
    """Return title, nearest genre, and how that has it, of each missing puzzle by its names."""
    out = {}
    text = (pkgutil.get_data("nlc.grammar", "missing.txt") or b"").decode()
    for paragraph in text.split("\n\n")[1:]:
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
    names = sorted({*known})
    hint = suggest(name, names) or f"known genres: {', '.join(names)}"
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
        where = (
            f"{EXAMPLES[title]} has" if title in EXAMPLES else "docs/language.md shows how to write"
        )
        hint = f"{where} its rules; a genre like it: nlc list genres {near}"
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
