"""Puzzles of other formats in nlc's language."""

from __future__ import annotations

import re

from msgspec.structs import replace

from nlc.convert import converted
from nlc.errors import UserError, fail
from nlc.formats import detect
from nlc.language.resolve import Puzzle
from nlc.serve.description import name_of
from nlc.serve.reading import PATH, chosen, source_of
from nlc.serve.requests import PuzzleRequest

_NAMELESS = re.compile(rf"{PATH.strip('<>')}((?: #[0-9]+)?)")
"""The title of what is pasted, as `nlc.formats.base.titles` makes it of the path."""


def format_of(request: PuzzleRequest) -> str:
    """Return the name of the format of a text.

    Raises:
        UserError: nothing recognises it.
    """
    name, _, genre = request.format.partition(":")
    if name != "auto":
        return name
    source = source_of(request)
    return detect(source.path, source.text, genre)


def in_language(request: PuzzleRequest) -> str | None:
    """Return the puzzle of a text of another format in the language; None for a text in it.

    Raises:
        UserError: the text is wrong, or the puzzle cannot be said.
    """
    if format_of(request) == "nl":
        return None
    written = language_of(chosen(request))
    if written is None:
        raise fail("this puzzle cannot be written in the language")
    return written


def language_of(puzzle: Puzzle) -> str | None:
    """Return a puzzle in the language, or None where that cannot be done.

    What came without a title is called by the name of its genre.
    """
    if found := _NAMELESS.fullmatch(puzzle.title):
        title = name_of(puzzle).partition(" / ")[0] + found[1]
        puzzle = replace(puzzle, tree=replace(puzzle.tree, title=title))
    try:
        return converted(puzzle, "nl")
    except UserError:
        return None
