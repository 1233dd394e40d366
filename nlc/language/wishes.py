"""Checks the block ``generate``: the look of generated puzzles."""

from __future__ import annotations

from nlc.errors import Diagnostics, suggest
from nlc.language import syntax as s
from nlc.language.inherit import Rules

ROOMS = {
    "cells": "4..9 cells",
    "rectangles of cells": "rectangles of 4..9 cells",
    "boxes": "boxes",
    "as many as rows": "as many as rows",
}
PATHS = {"paths of cells": "paths of 2..7 cells"}
SHARE = {"%": "30 %"}
SIGNS = SHARE | {"% apart": "14 % apart", "% runs": "25 % runs"}
CLUES, NUMBERS = {"all": "all", "none": "none"}, {"any": "any 1..9"}
RIM, MIDDLES = {"rim": "rim"}, {"middles": "middles"}
ENDS, EACH = {"ends": "2 ends"}, {"each": "1 each"}
"""The looks of rooms, of numbers of all cells, of conditions, of clues, of those of borders and of
signs of which so many are drawn, each with an example; `NUMBERS` are those of clues in numbers."""
USUAL, SIDE = 10, "side"
"""The columns and rows of a usual board, and the wish for others, if nothing else is so called."""
SYMMETRY, PATTERNS = "symmetry", ("rotate", "mirror", "both")
"""The wish for a pattern of clues, if nothing else is so called, and its values."""


def usual_side(rules: Rules | None) -> int:
    """Return the columns and rows of a usual board, of a genre with these rules or of any."""
    wish = None if rules is None or SIDE in wished(rules) else rules.wishes.get(SIDE)
    return USUAL if wish is None else wish.manner.low


def usual_symmetry(rules: Rules) -> str:
    """Return how the places of clues are usually symmetric, or ``none``."""
    wish = None if SYMMETRY in wished(rules) else rules.wishes.get(SYMMETRY)
    return "none" if wish is None else wish.manner.how


def wished(rules: Rules) -> dict[str, s.Given | s.Var | s.Option]:
    """Return what wishes can be about, by name: options that are numbers, givens, variables."""
    numbers = {name: each for name, each in rules.options.items() if each.type.kind == "range"}
    return {**numbers, **rules.givens, **rules.vars}


def is_room(given: s.Given) -> bool:
    """Return whether a given divides the cells into rooms."""
    return given.sort == "cell" and given.type.kind == "name" and not given.optional


def check_wishes(rules: Rules, diagnostics: Diagnostics) -> None:
    """Report every wish whose name is unknown, or that does not fit it."""
    known = wished(rules)
    error, hint = diagnostics.error, ""
    for wish in rules.wishes.values():
        name, manner = wish.name.name, wish.manner
        manners = _manners(known[name], rules) if name in known else {}
        if name == SIDE and name not in known:
            if manner.how != "cells" or not 0 < manner.low == manner.high:
                error("a usual board has one side", manner.span, "write 'side: 8 cells'")
        elif name == SYMMETRY and name not in known:
            if manner.how not in PATTERNS:
                hint = f"write 'symmetry: {' or '.join(PATTERNS)}'"
                error("there is no such pattern of clues", manner.span, hint)
        elif name not in known:
            hint = suggest(name, known) or f"givens and variables: {', '.join(known)}"
            error(f"genre '{rules.name}' has no given or variable '{name}'", wish.name.span, hint)
        elif not manners:
            others = ", ".join(other for other, item in known.items() if _manners(item, rules))
            hint = f"wishes are for {others}" if others else ""
            error(f"there is no wish for '{name}'", wish.name.span, hint or None)
        elif manner.how not in manners:
            hint = " or ".join(f"'{name}: {example};'" for example in manners.values())
            error(f"'{name}' cannot look like this", manner.span, f"write {hint}")
        elif manner.room is not None and manner.room.name not in _rooms(rules):
            hint = f"write '{manner.how} {' or '.join(_rooms(rules))}'"
            error(f"'{manner.room.name}' is not a given of rooms", manner.room.span, hint)
        elif manner.low > manner.high:
            error("the first number is larger than the second", manner.span)
        elif manner.how[0] == "%" and manner.high > 100:
            error("a share is at most 100 %", manner.span)
        elif "cells" in manner.how and manner.low < 1:
            error("a room has at least one cell", manner.span)
        elif manner.how in (ENDS | EACH) and manner.low < 1:
            error("this takes a number", manner.span, f"write '{name}: {manners[manner.how]}'")


def _manners(item: s.Given | s.Var | s.Option, rules: Rules) -> dict[str, str]:
    """Return the possible looks of a given, variable or option, each with an example."""
    if isinstance(item, s.Option):
        return SHARE
    if isinstance(item, s.Var):
        return SHARE if item.type.kind == "bool" else {}
    if item.type.kind == "bool":
        middles = MIDDLES if item.sort in ("cell", "border", "vertex") else {}
        ends = ENDS if item.sort == "border" else {}
        return CLUES | middles | ends | (SIGNS if item.sort == "cell" else {})
    if item.type.kind == "side":
        return {"all": "all"} | SIGNS if item.sort == "cell" else {}
    if is_room(item):
        return ROOMS
    if not item.optional:
        return PATHS if (item.sort, item.type.kind) == ("cell", "range") else {}
    numbers = NUMBERS if item.type.kind == "range" else {}
    rim = RIM if item.sort == "border" else {}
    each = EACH if (item.sort, item.type.kind) == ("cell", "enum") else {}
    rooms = _rooms(rules)
    one = {how: f"{how} {rooms[0]}" for how in ("one in each", "one in every") if rooms}
    return CLUES | numbers | rim | each | one


def _rooms(rules: Rules) -> list[str]:
    return [name for name, given in rules.givens.items() if is_room(given)]
