"""Facts and places in words, as people who solve on paper say them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from nlc.board import Sort
from nlc.explaining.facts import Fact, fact_text
from nlc.explaining.known import variables
from nlc.ir.nodes import ABSENT, BoolVar, Domain, Program

if TYPE_CHECKING:
    from nlc.board import Board

LISTED = 12
"""Elements that are named of one rule or fact before the rest is only counted."""

_ADJECTIVES = {"shaded": ("shaded", "unshaded")}
"""What an element is where a variable holds and where it does not, by how that is drawn."""

_NOUNS = {
    "stone": ("black stone", "white stone"),
    "digit": ("1", "0"),
    "double": ("double line", "no double line"),
}
"""What lies on an element in these cases."""

_CELL = re.compile(r"r(\d+)c(\d+)")
_SIDE = re.compile(r"(\w+)\.(corner|side)\((\w+)\)")


def listed(names: Iterable[str], between: str = ", ") -> str:
    """Return names, of many only the first and how many more there are."""
    every = list(names)
    more = f" and {len(every) - LISTED} more" if len(every) > LISTED else ""
    return between.join(every[:LISTED]) + more


# ---------- facts ----------


def fact_words(program: Program, facts: Iterable[Fact]) -> list[str]:
    """Return facts in words, those of one kind together: ``line at r1c1-r1c2, r1c2-r1c3``."""
    declared = {variable.name: variable for variable in variables(program)}
    places: dict[tuple[str, bool], list[str]] = {}
    for fact in sorted(facts, key=lambda fact: fact.element):
        variable = declared[fact.variable]
        if variable.sort is Sort.PUZZLE:
            places.setdefault((fact_text(program, fact), True), [])
            continue
        name = _element(program.board, program.board.names(variable.sort)[fact.element])
        places.setdefault(_said(program, variable, fact), []).append(name)
    out = []
    for (what, is_noun), names in places.items():
        if not names:
            out.append(what)
        elif is_noun:
            out.append(f"{what} at {listed(names)}")
        else:
            out.append(f"{listed(names)} {'is' if len(names) == 1 else 'are'} {what}")
    return out


def _said(program: Program, variable: BoolVar | Domain, fact: Fact) -> tuple[str, bool]:
    """Return what a fact says of its element, and whether it is something that is there."""
    name = fact.variable
    if isinstance(variable, Domain):
        if fact.value == ABSENT:
            return f"{'no' if fact.holds else 'some'} {name}", True
        if program.marks.get(name) == "rooms":
            return (
                f"{'' if fact.holds else 'not '}in the room of {variable.values[fact.value]}",
                False,
            )
        return f"{name} is {'' if fact.holds else 'not '}{variable.values[fact.value]}", True
    held, mark = bool(fact.value) == fact.holds, program.marks.get(name, "")
    if mark in _ADJECTIVES:
        return _ADJECTIVES[mark][not held], False
    if mark in _NOUNS:
        return _NOUNS[mark][not held], True
    if not mark and "double" in program.marks.values():  # beside lines that may be double
        name = "line"
    no = "no" if mark or variable.sort in (Sort.LINK, Sort.BORDER) else "not"
    return (name if held else f"{no} {name}"), True


# ---------- places ----------


def place_words(board: Board, names: Iterable[str]) -> str:
    """Return the elements that a rule binds: ``row 1``, or ``r1c1-r1c2`` for a link's cells."""
    # A link's name has those of its cells.
    parts = dict.fromkeys(part for name in names for part in _parts(name) if part)
    return "-".join(_element(board, part) for part in parts)


def _parts(name: str) -> list[str]:
    return [name] if "(" in name else name.split("-")


def _element(board: Board, name: str) -> str:
    if ".line(" in name:
        return _line(board, name)
    return _SIDE.sub(r"the \3 \2 of \1", name)


def _line(board: Board, name: str) -> str:
    """Return a straight line: a whole row or column, else from its first cell to its last."""
    found = board.find(name, Sort.LINE)
    if found is None:
        return name
    lines, names = board.lines, board.names(Sort.CELL)
    strands = lines.order[lines.indptr[found[1]] : lines.indptr[found[1] + 1]]
    cells = [names[i] for i in lines.cell[strands].tolist()]
    matched = [_CELL.fullmatch(cell) for cell in cells]
    for kind, part in (("row", 1), ("column", 2)):
        numbers = {one[part] if one else "" for one in matched}
        if len(numbers) == 1 and (number := numbers.pop()):
            there = [one for one in map(_CELL.fullmatch, names) if one and one[part] == number]
            if len(there) == len(cells):
                return f"{kind} {number}"
    return f"the line from {cells[0]} to {cells[-1]}"


def ring_words(elements: Sequence[str]) -> str:
    """Return the elements of a ring in their order; of links only the cells that they join."""
    ends = [name.split("-") for name in elements]
    shared = [set(a) & set(b) for a, b in zip(ends, [*ends[1:], *ends[:1]], strict=True)]
    if any(len(cells) != 1 for cells in shared):
        return listed(elements, " ")
    cells = [cell for (cell,) in shared]
    return listed([cells[-1], *cells], "-")
