"""What a puzzle says of its board's clues, judged by the givens of its genre."""

from __future__ import annotations

from nlc.errors import Diagnostics, suggest
from nlc.language import syntax as s
from nlc.language.literals import check_literal
from nlc.language.resolve import CELL_KINDS, Puzzle, Rules


def check_clues(case: Puzzle, diagnostics: Diagnostics) -> None:
    """Note what is wrong with the legends and marks of a puzzle, or with what it shows."""
    rules = case.rules
    if not rules.shows:
        hint = "write 'show v;' with the variables that make two solutions different"
        diagnostics.error(f"genre '{rules.name}' shows no variable", case.puzzle.genre.span, hint)
    tokens: set[str] = set()
    for entry in (entry for legend in case.legends for entry in legend.entries):
        if entry.token.value in tokens:
            message = f'"{entry.token.value}" is in the legend already'
            diagnostics.error(message, entry.token.span)
        tokens.add(entry.token.value)
        if case.cell_kind(entry) is not None:
            if entry.value is not None:
                message = f"'{entry.target.name}' takes no value"
                diagnostics.error(message, entry.value.span)
            continue
        given = _given(rules, entry.target, entry.value, CELL_KINDS, diagnostics)
        if given is not None and given.sort != "cell":
            message = (
                f"a legend gives clues to cells, and '{entry.target.name}' is over {given.sort}"
            )
            diagnostics.error(
                message, entry.target.span, f"write 'mark {entry.target.name} = … at …;'"
            )
    for mark in case.marks:
        given = _given(rules, mark.name, mark.value, (), diagnostics)
        for place in mark.places:
            _check_place(case, place, given, diagnostics)


def _given(
    rules: Rules,
    name: s.Ref,
    value: s.Expr | None,
    others: tuple[str, ...],
    diagnostics: Diagnostics,
) -> s.Given | None:
    """Return the given that a puzzle sets; notes an error unless it takes the value."""
    given = rules.givens.get(name.name)
    if given is None:
        known = [*rules.givens, *others]
        hint = suggest(name.name, known) or f"givens of {rules.name}: {', '.join(known) or 'none'}"
        message = f"genre '{rules.name}' has no given '{name.name}'"
        diagnostics.error(message, name.span, hint)
    elif value is not None:
        check_literal(given.type, value, name.name, diagnostics)
    elif given.type.kind != "bool":
        diagnostics.error(f"'{name.name}' needs a value", name.span)
    return given


def _check_place(
    case: Puzzle, place: s.Loc | s.Ref, given: s.Given | None, diagnostics: Diagnostics
) -> None:
    if isinstance(place, s.Ref):
        cells = [cell.name for cell in case.topology.cells]
        if place.name not in cells:
            hint = suggest(place.name, cells) or "a place is written r1c2 on a drawn board"
            diagnostics.error(f"there is no cell '{place.name}'", place.span, hint)
        sorts = ["cell"]
    else:
        # A side of a cell is a border, and the link that crosses it.
        sides = {"side": ["border", "link"], "corner": ["vertex"]}
        sorts = sides.get(place.text.partition(".")[2].partition("(")[0], ["cell"])
    if given is not None and given.sort not in sorts:
        message = f"'{given.name.name}' is over {given.sort}, and this is a {sorts[0]}"
        hint = {"border": "write r1c2.side(N)", "link": "write r1c2.side(N)"}.get(
            given.sort, "write r1c2.corner(NW)" if given.sort == "vertex" else "write r1c2"
        )
        diagnostics.error(message, place.span, hint)
