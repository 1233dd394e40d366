"""Checks the clues of a puzzle: legends, drawings and marks."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.errors import Diagnostics, suggest
from nlc.language import syntax as s
from nlc.language.builtins import DRAWN
from nlc.language.literals import check_literal
from nlc.language.resolve import CELL_KINDS, Puzzle, Rules

_PLACES = {
    "cell": "r1c2",
    "border": "r1c2.side(N)",
    "link": "r1c1|r1c2",
    "vertex": "r1c2.corner(NW)",
    "line": "r1c2.line(N)",
}
"""The syntax of a place of each sort."""

_ALONE = "stands alone: such a cell has no clue by its token"


def check_clues(puzzle: Puzzle, diagnostics: Diagnostics) -> None:
    """Report mistakes in the legends, drawings and marks of a puzzle."""
    rules = puzzle.rules
    tokens: set[str] = set()
    for entry in (entry for legend in puzzle.legends for entry in legend.entries):
        if entry.token.value in tokens:
            message = f'"{entry.token.value}" is in the legend already'
            diagnostics.error(message, entry.token.span)
        tokens.add(entry.token.value)
        _check_entry(puzzle, entry, diagnostics)
    for literal in (puzzle.literal, *puzzle.drawings):
        if literal is not None and literal.name is not None:
            _check_drawing(rules, literal.name, diagnostics)
    for mark in puzzle.marks:
        given = _given(rules, mark.name, mark.value, (), diagnostics)
        cells = given is not None and given.sort == "cell"
        for place in mark.places:
            if not (cells and type(place) is s.Loc and place.text.isalnum()):  # the usual
                _check_place(puzzle, place, given, diagnostics)


def _check_entry(puzzle: Puzzle, entry: s.LegendEntry, diagnostics: Diagnostics) -> None:
    if puzzle.cell_kind(entry) is not None:
        if entry.value is not None:
            diagnostics.error(f"'{entry.target.name}' takes no value", entry.value.span)
        for name, _ in entry.more:
            diagnostics.error(f"'{entry.target.name}' {_ALONE}", name.span)
        return
    seen: set[str] = set()
    drawn = {d.name.name for d in (puzzle.literal, *puzzle.drawings) if d is not None and d.name}
    for name, value in entry.meanings:
        if name.name in CELL_KINDS and name.name not in puzzle.rules.givens:
            diagnostics.error(f"'{name.name}' {_ALONE}", name.span)
            continue
        if name.name in seen:
            diagnostics.error(f"'{name.name}' has a value here already", name.span)
        seen.add(name.name)
        given = _given(puzzle.rules, name, value, CELL_KINDS, diagnostics)
        sort = "cell" if given is None else given.sort
        if sort != "cell" and not (sort in DRAWN and name.name in drawn):
            message = f"a legend gives clues to cells, and '{name.name}' is over {sort}"
            draw = f"draw it: 'board {name.name}'; or " if sort in DRAWN else ""
            hint = f"{draw}write 'mark {name.name} = … at …;'"
            diagnostics.error(message, name.span, hint)


def _given(
    rules: Rules, name: s.Ref, value: s.Expr | None, others: Sequence[str], diagnostics: Diagnostics
) -> s.Given | None:
    """Return the given that a puzzle sets; report an error unless it takes the value."""
    given = rules.givens.get(name.name)
    if given is None:
        _unknown(rules, name, others, diagnostics)
    elif value is not None and not given.untold_by(value):
        check_literal(given.type, value, name.name, diagnostics)
    elif value is None and given.type.kind != "bool":
        diagnostics.error(f"'{name.name}' needs a value", name.span)
    return given


def _unknown(rules: Rules, name: s.Ref, others: Sequence[str], diagnostics: Diagnostics) -> None:
    known = [*rules.givens, *others]
    hint = suggest(name.name, known) or f"givens of {rules.name}: {', '.join(known) or 'none'}"
    message = f"genre '{rules.name}' has no given '{name.name}'"
    diagnostics.error(message, name.span, hint)


def _check_drawing(rules: Rules, name: s.Ref, diagnostics: Diagnostics) -> None:
    """Report an error unless a drawing is of a given over a sort that is drawn."""
    given = rules.givens.get(name.name)
    if given is None:
        _unknown(rules, name, (), diagnostics)
    elif given.sort not in DRAWN:
        message = f"'{name.name}' is over {given.sort}, which has no drawing"
        diagnostics.error(message, name.span, f"write 'mark {name.name} = … at r1c2.side(N);'")


def _check_place(
    puzzle: Puzzle,
    place: s.Loc | s.Ref | s.Between,
    given: s.Given | None,
    diagnostics: Diagnostics,
) -> None:
    if isinstance(place, s.Between):
        for end in (place.low, place.high):
            assert isinstance(end, s.Loc)
            if "." in end.text:
                message = "a block of cells lies between two cells, such as r1c1..r2c9"
                diagnostics.error(message, end.span)
                return
        if given is not None and given.sort != "cell":
            message = f"'{given.name.name}' is over {given.sort}, and these are cells"
            diagnostics.error(message, place.span)
        return
    if isinstance(place, s.Ref):
        cells = [cell.name for cell in puzzle.topology.cells]
        if place.name not in cells:
            hint = suggest(place.name, cells) or "a place is written r1c2 on a drawn board"
            diagnostics.error(f"there is no cell '{place.name}'", place.span, hint)
        sorts = ["cell"]
    else:
        sorts = sorts_at(place.text)
    if given is not None and given.sort not in sorts:
        message = f"'{given.name.name}' is over {given.sort}, and this is a {sorts[0]}"
        hint = f"write {_PLACES[given.sort]}"
        diagnostics.error(message, place.span, hint)


def sorts_at(place: str) -> list[str]:
    """Return the sorts that a place may have; a side of a cell names a border and a link."""
    if place.isalnum():
        return ["cell"]
    if "|" in place:
        return ["border", "link"]
    if "-" in place:
        return ["link"]
    part = place.partition(".")[2].partition("(")[0]
    return {"side": ["border", "link"], "corner": ["vertex"], "line": ["line"]}.get(part, ["cell"])
