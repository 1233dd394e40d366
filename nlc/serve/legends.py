"""Tokens of drawings and what they mean: from one to the other, and new entries of a legend."""

from __future__ import annotations

from nlc.board.drawing import Drawing
from nlc.errors import fail
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle

Meaning = dict[str, str]
"""The value of each given that a token tells."""

_TOKENS = "xoabcdefghijklmnpqrstuvwyzXOABCDEFGHIJKLMNPQRSTUVWYZ*@%&!?"


def meaning_of(puzzle: Puzzle, token: str, main: str | None, named: bool) -> Meaning:
    """Return what a token means.

    Args:
        puzzle: whose legend counts.
        token: of a drawing.
        main: the given of tokens that are not in the legend.
        named: whether the drawing is of that given alone.
    """
    entry = puzzle.legend.get(token)
    if entry is not None and puzzle.cell_kind(entry) is not None:
        return {}
    if entry is None:
        return {} if token in (".", "#") or main is None else {main: token}
    meanings = {name.name: _said(value) for name, value in entry.meanings}
    if named:
        if main not in meanings:
            return {} if token in (".", "#") or main is None else {main: token}
        return {main: meanings[main]} if main is not None else {}
    return meanings


def token_for(
    puzzle: Puzzle,
    drawing: Drawing,
    wanted: Meaning,
    main: str | None,
    named: bool,
    short: bool,
) -> tuple[str, str | None]:
    """Return a token with a meaning, and the entry of a legend that it needs, if any.

    Args:
        puzzle: whose legend counts.
        drawing: that the token is for.
        wanted: what it shall mean.
        main: as of `meaning_of`.
        named: as of `meaning_of`.
        short: whether a token can only be one character.

    Raises:
        UserError: no token is left, or a value cannot be written.
    """
    if not wanted:
        return ".", None
    candidates = [*drawing.vocabulary, *puzzle.legend]
    condition = main is not None and puzzle.rules.givens[main].type.kind == "bool"
    if list(wanted) == [main] and main is not None and not condition:
        candidates.insert(0, wanted[main])
    for token in candidates:
        fits = (
            bool(token) and not any(c.isspace() for c in token) and not (short and len(token) > 1)
        )
        if fits and meaning_of(puzzle, token, main, named) == wanted:
            return token, None
    taken = set(candidates)
    for literal in (puzzle.literal, *puzzle.drawings):
        if literal is not None:
            taken.update(character for line in literal.lines for character in line)
    free = next((token for token in _TOKENS if token not in taken), None)
    if free is None:
        raise fail("no character is left for a new token of the legend")
    said = ", ".join(_entry(puzzle, name, value) for name, value in wanted.items())
    return free, f'"{free}" = {said};'


def _entry(puzzle: Puzzle, name: str, value: str) -> str:
    kind = puzzle.rules.givens[name].type.kind
    if '"' in value or "\n" in value or (kind != "name" and not value.isalnum()):
        raise fail(f"'{value}' is not a value of '{name}'")
    return f'{name}: "{value}"' if kind == "name" else f"{name}: {value}"


def _said(value: s.Expr | None) -> str:
    match value:
        case None:
            return "true"
        case s.Bool(value=truth):
            return str(truth).lower()
        case s.Int(value=number):
            return str(number)
        case s.Str(value=text) | s.Ref(name=text):
            return text
    return ""
