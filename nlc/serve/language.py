"""Puzzles of other formats in nlc's language."""

from __future__ import annotations

from nlc.convert import converted
from nlc.errors import UserError, fail
from nlc.formats import detect
from nlc.language.resolve import Puzzle
from nlc.serve.reading import chosen, source_of
from nlc.serve.requests import PuzzleRequest


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
    """Return a puzzle in the language, or None where that cannot be done."""
    try:
        return converted(puzzle, "nl")
    except UserError:
        return None
