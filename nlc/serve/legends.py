"""Tokens of drawings and their meanings, values of clues, and edits of text at spans."""

from __future__ import annotations

import re
from itertools import chain, count

from nlc.board.drawing import Drawing
from nlc.errors import Span, fail
from nlc.language import syntax as s
from nlc.language.literals import pair_literals, pair_text
from nlc.language.resolve import Puzzle

Meaning = dict[str, str]
"""The value of each given that a token sets."""

_TOKENS = "xoabcdefghijklmnpqrstuvwyzXOABCDEFGHIJKLMNPQRSTUVWYZ*@%&!?"

_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def meaning_of(puzzle: Puzzle, token: str, main: str | None, named: bool) -> Meaning:
    """Return the meaning of a token.

    Args:
        puzzle: has the legend.
        token: a token of a drawing.
        main: the given of tokens that are not in the legend.
        named: whether the drawing is of that given alone.
    """
    entry = puzzle.legend.get(token)
    if entry is not None and puzzle.cell_kind(entry) is not None:
        return {}
    plain = {} if token in (".", "#") or main is None else {main: token}
    if entry is None:
        return plain
    meanings = {name.name: _value(value) for name, value in entry.meanings}
    named = named and not pair_literals(puzzle.rules.givens, token, entry.span)
    if not named:
        return meanings
    return {main: meanings[main]} if main is not None and main in meanings else plain


def _value(value: s.Expr | None) -> str:
    """Return a value of a legend; of a token with two values, which are nowhere written alone."""
    if value is None or isinstance(value, s.Bool):
        return str(value is None or value.value).lower()
    if isinstance(value, s.Int):
        return str(value.value)
    return value.name if isinstance(value, s.Ref) else value.span.text.strip('"')


def token_for(
    puzzle: Puzzle,
    drawing: Drawing,
    wanted: Meaning,
    main: str | None,
    named: bool,
    short: bool,
) -> tuple[str, str | None]:
    """Return a token with a meaning, and the entry that the legend needs for it, if any.

    Args:
        puzzle: has the legend.
        drawing: the drawing of the token.
        wanted: the meaning.
        main: as in `meaning_of`.
        named: as in `meaning_of`.
        short: whether a token must be one character.

    Raises:
        UserError: no token is left, or a value cannot be written.
    """
    if not wanted:
        return ".", None
    candidates = [*drawing.vocabulary, *puzzle.legend]
    condition = main is not None and puzzle.rules.givens[main].type.kind == "bool"
    if list(wanted) == [main] and main is not None and not condition:
        candidates.insert(0, wanted[main])
    pair = pair_text(puzzle.rules.givens, wanted, puzzle.tree.span)
    if pair and not short:
        return pair, None
    for token in candidates:
        fits = len(token.split()) == 1 and token == token.strip() and not (short and len(token) > 1)
        if fits and meaning_of(puzzle, token, main, named) == wanted:
            return token, None
    taken = set(candidates)
    for literal in (puzzle.literal, *puzzle.drawings):
        if literal is not None:
            taken.update(character for line in literal.lines for character in line)
    free = next((token for token in _TOKENS if token not in taken), None)
    if free is None:
        raise fail("no character is left for a new token of the legend")
    entries = ", ".join(_entry_text(puzzle, name, value) for name, value in wanted.items())
    return free, f'"{free}" = {entries};'


def _entry_text(puzzle: Puzzle, name: str, value: str) -> str:
    kind = puzzle.rules.givens[name].type.kind
    quoted = kind in ("name", "list")
    if '"' in value or "\n" in value or (not quoted and not value.isalnum()):
        raise fail(f"'{value}' is not a value of '{name}'")
    return f'{name}: "{value}"' if quoted else f"{name}: {value}"


def value_text(given: s.Given, value: str) -> str:
    """Return a value in the syntax of a mark."""
    if given.type.kind not in ("name", "list") or re.fullmatch(
        r"[A-Za-z_]\w*|\d{1,9}", value, re.ASCII
    ):
        return value
    if '"' in value or "\n" in value:
        raise fail("a name has no quotes and no line ends")
    return f'"{value}"'


def name_choices(used: set[str]) -> list[str]:
    """Return the labels in use in their order, and a new one of their kind."""
    if used and all(name.isascii() and name.isdigit() for name in used):
        numbers = sorted({int(name) for name in used})
        return [*map(str, numbers), str(numbers[-1] + 1)]
    lower = bool(used) and all(name.islower() for name in used)
    letters = _LABELS.lower() if lower else _LABELS
    free = next(name for name in chain(letters, map(str, count(1))) if name not in used)
    return sorted([*used, free], key=lambda name: (len(name), name))


def replace_span(text: str, span: Span, new: str) -> str:
    """Return a text with a span replaced."""
    lines = text.split("\n")
    first, last = lines[span.line - 1], lines[span.end_line - 1]
    middle = first[: span.column - 1] + new + last[span.end_column - 1 :]
    return "\n".join([*lines[: span.line - 1], middle, *lines[span.end_line :]])


def remove_span(text: str, span: Span) -> str:
    """Return a text without a span, and without the lines that become empty."""
    lines = text.split("\n")
    before = lines[span.line - 1][: span.column - 1]
    after = lines[span.end_line - 1][span.end_column - 1 :]
    if not before.strip() and not after.strip():
        return "\n".join([*lines[: span.line - 1], *lines[span.end_line :]])
    return replace_span(text, span, "")


def insert_before_end(text: str, span: Span, statement: str) -> str:
    """Return a text with a statement inserted before the closing brace of a span."""
    lines = text.split("\n")
    last = lines[span.end_line - 1]
    head, tail = last[: span.end_column - 2], last[span.end_column - 2 :]
    new = (
        [head.rstrip(), f"  {statement}", tail] if head.strip() else [f"  {statement}", head + tail]
    )
    return "\n".join([*lines[: span.end_line - 1], *new, *lines[span.end_line :]])


def replace_token(text: str, drawing: Drawing, token: int, new: str) -> str:
    """Return a text with one token of a drawing replaced.

    Tokens keep their columns if the new one fits. Else all columns are scaled, since on some
    tilings the proportions between them matter.

    Args:
        text: contains the drawing.
        drawing: the tokens.
        token: the number of the token to replace.
        new: the new token.
    """
    starts = drawing.starts.tolist()
    tokens = [new if i == token else drawing.text(i) for i in range(len(starts))]
    rows = list(zip(drawing.indptr[:-1].tolist(), drawing.indptr[1:].tolist(), strict=True))
    wide = max(map(len, tokens)) > 1
    margin = min(starts)
    scale = 2 if wide and not drawing.spaced else 1
    gap = 1 if wide or drawing.spaced else 0
    while not all(
        (starts[i + 1] - starts[i]) * scale >= len(tokens[i]) + gap
        for first, last in rows
        for i in range(first, last - 1)
    ):
        scale += 1
    lines = text.split("\n")
    for (first, last), number in zip(rows, drawing.lines, strict=True):
        line = ""
        for i in range(first, last):
            line = line.ljust(margin + (starts[i] - margin) * scale) + tokens[i]
        end = "\r" if lines[number - 1].endswith("\r") else ""
        lines[number - 1] = line + end
    return "\n".join(lines)
