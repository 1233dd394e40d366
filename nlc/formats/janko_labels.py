"""Clues outside of the board in Janko's text: ``[clabels]`` at columns, ``[rlabels]`` at rows."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.errors import fail
from nlc.formats.janko_text import EMPTY
from nlc.formats.lines import Text
from nlc.formats.parts import Parts
from nlc.formats.sheet import Cell, Line, Sheet

SECTIONS = {"clabels": "N", "rlabels": "E"}
"""The sections, and a side that the lines go through whose clues they hold."""


def put_labels(sheet: Sheet, parts: Parts, section: str, grid: Sequence[Sequence[Text]]) -> None:
    """Put the clues of a section into a sheet whose holes are known.

    A clue belongs to the line that begins at the first cell of its column or row. Those of rows may
    stand in one line or below each other.

    Raises:
        UserError: the genre has no such clues, or there are too few or too many.
    """
    tokens = [token for row in grid for token in row]
    if not tokens:
        return
    if not parts.outside:
        raise fail(f"{sheet.genre} has no clues outside the board", tokens[0].span())
    side = SECTIONS[section]
    wanted = sheet.cols if side == "N" else sheet.rows
    if len(tokens) != wanted or len(grid) not in (1, wanted):
        what = "columns" if side == "N" else "rows"
        message = f"[{section}] has {len(tokens)} clues where the board has {wanted} {what}"
        raise fail(message, tokens[0].span())
    for i, token in enumerate(tokens):
        if token.text in EMPTY:
            continue
        if not token.text.isdecimal() or len(token.text) > 6:
            raise fail("expected a number, or '-' for none", token.span())
        cell = _first(sheet, side, i)
        if cell is None:
            raise fail("there is no cell beside this clue", token.span())
        sheet.put(parts.outside, Line(*cell, side), int(token.text), token.span())


def take_labels(sheet: Sheet, parts: Parts) -> list[str]:
    """Return the sections, none of a genre without such clues; they count as said.

    Raises:
        UserError: a line with a clue does not begin at the first cell of its column or row.
    """
    if not parts.outside:
        return []
    found = sheet.take(parts.outside)
    out = []
    for section, side in SECTIONS.items():
        tokens = []
        for i in range(sheet.cols if side == "N" else sheet.rows):
            cell = _first(sheet, side, i)
            value = None if cell is None else found.pop(Line(*cell, side), None)
            tokens.append("-" if value is None else str(value))
        out += [f"[{section}]", " ".join(tokens)]
    for place in found:
        raise fail(f"the format janko has no place for the clue at {sheet.name(place)}")
    return out


def _first(sheet: Sheet, side: str, number: int) -> Cell | None:
    """Return the first cell of a column (N) or row (E)."""
    axis = 1 if side == "N" else 0
    return min((cell for cell in sheet.cells if cell[axis] == number), default=None)
