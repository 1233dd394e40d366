"""Texts that are changed at the places that spans name."""

from __future__ import annotations

from collections.abc import Callable

from nlc.board.drawing import Drawing
from nlc.errors import Span


def put(text: str, span: Span, new: str) -> str:
    """Return a text with what a span names replaced."""
    lines = text.split("\n")
    first, last = lines[span.line - 1], lines[span.end_line - 1]
    middle = first[: span.column - 1] + new + last[span.end_column - 1 :]
    return "\n".join([*lines[: span.line - 1], middle, *lines[span.end_line :]])


def without(text: str, span: Span) -> str:
    """Return a text without what a span names, and without lines that only that stood on."""
    lines = text.split("\n")
    before = lines[span.line - 1][: span.column - 1]
    after = lines[span.end_line - 1][span.end_column - 1 :]
    if not before.strip() and not after.strip():
        return "\n".join([*lines[: span.line - 1], *lines[span.end_line :]])
    return put(text, span, "")


def before_end(text: str, span: Span, statement: str) -> str:
    """Return a text with a statement before the brace that ends what a span names."""
    lines = text.split("\n")
    last = lines[span.end_line - 1]
    head, tail = last[: span.end_column - 2], last[span.end_column - 2 :]
    new = (
        [head.rstrip(), f"  {statement}", tail] if head.strip() else [f"  {statement}", head + tail]
    )
    return "\n".join([*lines[: span.end_line - 1], *new, *lines[span.end_line :]])


def redrawn(text: str, drawing: Drawing, change: Callable[[int, str], str]) -> str:
    """Return a text with tokens of a drawing replaced.

    Tokens stay where they are, as far as new ones fit; else all move apart in proportion, since on
    some tilings it is their places that count.

    Args:
        text: that the drawing is from.
        drawing: its tokens.
        change: returns the new text of a token, given its number and its text.
    """
    starts = drawing.starts.tolist()
    tokens = [change(i, drawing.text(i)) for i in range(len(starts))]
    rows = list(zip(drawing.indptr[:-1].tolist(), drawing.indptr[1:].tolist(), strict=True))
    wide = max(map(len, tokens)) > 1
    margin = min(starts)
    scale = 2 if wide and not drawing.spaced else 1
    gap = 1 if wide or drawing.spaced else 0
    while not _fit(rows, starts, tokens, scale, gap, margin):
        scale += 1
    lines = text.split("\n")
    for (first, last), number in zip(rows, drawing.lines, strict=True):
        line = ""
        for i in range(first, last):
            line = line.ljust(margin + (starts[i] - margin) * scale) + tokens[i]
        end = "\r" if lines[number - 1].endswith("\r") else ""
        lines[number - 1] = line + end
    return "\n".join(lines)


def _fit(
    rows: list[tuple[int, int]],
    starts: list[int],
    tokens: list[str],
    scale: int,
    gap: int,
    margin: int,
) -> bool:
    """Return whether tokens fit where their starts are scaled."""
    return all(
        (starts[i + 1] - starts[i]) * scale >= len(tokens[i]) + gap
        for first, last in rows
        for i in range(first, last - 1)
    )
