"""Facts and places in the words of people who solve on paper."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from nlc.board import Sort
from nlc.ir.nodes import ABSENT, Assign, BoolVar, Domain, Implies, Program
from nlc.reasons.facts import Fact, Place, clued, variables
from nlc.render.compose import compose
from nlc.render.glyphs import SHADED, STYLES
from nlc.render.scene import Scene
from nlc.render.view import View

if TYPE_CHECKING:
    from nlc.board import Board

LISTED = 12
"""Elements of a rule or fact at most that are named; the rest is counted."""

FEW = 4
"""Fewer values that are left are told in place of those that are not."""

_ADJECTIVES = dict.fromkeys(SHADED, ("shaded", "unshaded"))
"""What an element is where a variable is true and where it is false, by its mark."""

_NOUNS = {
    "stone": ("black stone", "white stone"),
    "digit": ("1", "0"),
    "double": ("two bridges", "at most one bridge"),
}
"""What is on an element in these cases, by the mark."""

OUTSIDE = {"N": "above", "S": "below", "W": "left of", "E": "right of"}
"""Where a clue stands at a side of the board."""

_CELL = re.compile(r"r(\d+)c(\d+)")
_SIDE = re.compile(r"(\w+)\.(corner|side)\((\w+)\)")


def listed(names: Iterable[str], between: str = ", ", most: int = LISTED) -> str:
    """Return names in a list; of many, the first ones and the number of the others."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return between.join(every[:most]) + more


def enumerated(names: Sequence[str], last: str = "and") -> str:
    """Return names in a list whose last one is told by a word."""
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end


def picture(program: Program, view: View, style: str, color: bool | str) -> str:
    """Return the picture of a view, without lists below it; nothing of a graph."""
    return "\n".join(compose(Scene(program, view, STYLES[style])).lines(color))


# ---------- facts ----------


def facts_text(program: Program, facts: Iterable[Fact], most: int = LISTED) -> str:
    """Return facts in words; the name of a variable with several values once; `most` of a kind."""
    heads = [f"{name} is " for name in program.domains]
    out, last = list[str](), ""
    for words in fact_words(program, facts, most):
        head = next((each for each in heads if words.startswith(each)), "")
        out.append(words.removeprefix(head) if head == last else words)
        last = head
    return "; ".join(out)


def fact_words(program: Program, facts: Iterable[Fact], most: int = LISTED) -> list[str]:
    """Return facts in words, those of one kind together: ``line at r1c1-r1c2, r1c2-r1c3``."""
    declared = {variable.name: variable for variable in variables(program)}
    found = defaultdict[tuple[str, bool, Sort], list[int]](list)
    every = sorted(_without_redundant(program, facts), key=lambda fact: fact.element)
    begun = {fact.value for fact in every if fact.holds and not begins_pair(program, fact)}
    every = [f for f in every if f.value not in begun or not begins_pair(program, f)]
    excluded = defaultdict[Place, list[int]](list)
    for fact in every:
        domain = program.domains.get(fact.variable)
        if domain and not (fact.holds or fact.value == ABSENT or _is_named(program, fact.variable)):
            excluded[fact.place].append(fact.value)
    sure = _filled(program) if excluded else set()
    for (name, element), values in excluded.items():
        domain = program.domains[name]
        left = np.flatnonzero(domain.table()[element]).tolist()
        rest = [domain.values[v] for v in left if v not in values]
        what = f"not {enumerated([domain.values[v] for v in sorted(values)], 'or')}"
        has_one = not domain.optional or (name, element) in sure
        if 1 < len(rest) < min(FEW, len(values)) and has_one:
            what = " or ".join(rest)
        found[(*_valued(program, name, what), domain.sort)].append(element)
    for fact in (fact for fact in every if fact.holds or fact.place not in excluded):
        variable = declared[fact.variable]
        links = pairs(program).get(fact.place, {})
        if links and (fact.holds or fact.value in links):
            joined = fact.holds and fact.value in links
            here = [links[fact.value]] if fact.value in links else links.values()
            kept = found["domino" if joined else "no domino", True, Sort.LINK]
            kept += (i for i in here if i not in kept)
        else:
            found[(*_phrase(program, variable, fact), variable.sort)].append(fact.element)
    out = []
    for (what, is_noun, sort), elements in found.items():
        names = list(_names(program, sort, elements)) if sort is not Sort.PUZZLE else []
        told = listed(names, most=most)
        if is_noun or not names:
            out.append(f"{what} at {told}" if names else what)
        else:
            out.append(f"{told} {'is' if len(names) == 1 else 'are'} {what}")
    return out


def begins_pair(program: Program, fact: Fact) -> bool:
    """Return whether a fact is whether a cell begins its pair, where all rooms are pairs."""
    return fact.value not in pairs(program).get(fact.place, (fact.value,))


@lru_cache(1)
def pairs(program: Program) -> dict[Place, dict[int, int]]:
    """Return, where all rooms are pairs, the links of cells to those that begin their pair."""
    out, board = dict[Place, dict[int, int]](), program.board
    ends = {frozenset(pair): i for i, pair in enumerate(board.link_cells.tolist())}
    number = {name: i for i, name in enumerate(board.names(Sort.CELL))}
    rooms = (d for d in program.domains.values() if program.marks.get(d.name) == "rooms")
    for domain in (d for d in rooms if number.keys() >= {*d.values}):
        cells = [number[value] for value in domain.values]
        for i, v in np.argwhere(domain.table()).tolist():
            own = out.setdefault((domain.name, i), {})
            own |= {v: ends.get(frozenset((i, cells[v])), -1)} if cells[v] != i else {}
    return {} if any(-1 in own.values() for own in out.values()) else out


@lru_cache(1)
def _filled(program: Program) -> set[Place]:
    """Return the variables and elements that may be empty, but by a rule without condition not."""
    plain = (x.then for x in program.nodes if isinstance(x, Implies) and not x.guard.shape[1])
    stated = [x for x in plain if isinstance(x, Assign) and not x.equal]
    pairs = ((x.variable, *each) for x in stated for each in zip(x.elements, x.values, strict=True))
    return {(name, int(element)) for name, element, value in pairs if value == ABSENT}


def _without_redundant(program: Program, facts: Iterable[Fact]) -> list[Fact]:
    """Return facts without redundant ones: a double line implies a single one, and no single line
    that there is no double one."""
    every, bools = list(facts), {variable.name: variable.sort for variable in program.bools}
    double = {name for name, mark in program.marks.items() if mark == "double"}
    at = {f: (bools[f.variable], f.element, f.value) for f in every if f.variable in bools}
    said = {at[f] for f in at if f.value == (f.variable in double)}
    return [f for f in every if f.value == (f.variable in double) or at.get(f) not in said]


def _names(program: Program, sort: Sort, elements: Sequence[int]) -> Iterator[str]:
    """Yield the names of elements; of links in a straight run, the two cells at its ends.

    A cell with a clue, such as an island, ends a run; a bridge is named by the cells at its ends.
    """
    board = program.board
    names = board.names(sort)
    if sort is not Sort.LINK:
        yield from (_element(board, names[i]) for i in elements)
        return
    cells, left = board.names(Sort.CELL), dict.fromkeys(elements)
    ports = board.link_ports.tolist()
    there, whole = clued(program), "double" in program.marks.values()
    at: dict[tuple[int, int], int] = {}  # by a cell without clue and a port of it
    for i in range(len(ports)) if whole else elements:
        for cell, port in zip(board.link_cells[i].tolist(), ports[i], strict=True):
            if port >= 0 and (Sort.CELL, cell) not in there:
                at[cell, port] = i
    for first in elements:
        if left.pop(first, "gone"):
            continue
        ends, run = board.link_cells[first].tolist(), 1
        for side in (0, 1):
            link, cell, port = first, ends[side], ports[first][side]
            while (link := at.get((cell, port ^ 1), -1)) in left or (whole and -1 < link != first):
                left.pop(link, None)
                far = int(board.link_cells[link, 0] == cell)
                cell, port, run = int(board.link_cells[link, far]), ports[link][far], run + 1
            ends[side] = cell
        yield names[first] if run == 1 else f"{cells[ends[0]]}-{cells[ends[1]]}"


def _phrase(program: Program, variable: BoolVar | Domain, fact: Fact) -> tuple[str, bool]:
    """Return a fact about its element in words, and whether they are a noun."""
    name, sign = fact.variable, "" if fact.holds else "not "
    if isinstance(variable, Domain):
        if fact.value == ABSENT:
            return f"{'no' if fact.holds else 'some'} {name}", True
        if _is_named(program, name):
            value = variable.values[fact.value]
            is_cell = program.board.find(value, Sort.CELL) is not None
            return f"{sign}{'in the part of ' * is_cell}{value}", False
        return _valued(program, name, f"{sign}{variable.values[fact.value]}")
    held, mark = bool(fact.value) == fact.holds, program.marks.get(name, "")
    if mark in _ADJECTIVES:
        return _ADJECTIVES[mark][not held], False
    if mark in _NOUNS:
        return _NOUNS[mark][not held], True
    if not mark and "double" in program.marks.values():  # where lines may be double
        name = "bridge"
    no = "no" if mark or variable.sort in (Sort.LINK, Sort.BORDER) else "not"
    return (name if held else f"{no} {name}"), True


def _is_named(program: Program, name: str) -> bool:
    """Return whether the values of a variable are names of rooms, not numbers."""
    return program.marks.get(name) == "rooms" and program.value_kinds.get(name) != "int"


def _valued(program: Program, name: str, value: str) -> tuple[str, bool]:
    """Return that a variable has a value, and whether that is a noun.

    The only variable with numbers, or of all, that cells show needs no name.
    """
    shown = [d.name for d in program.domains.values() if d.shown and d.sort is Sort.CELL]
    of_kind = [each for each in shown if program.value_kinds.get(each) == "int"]
    if of_kind == [name]:
        return value, False
    alone = shown == [name] and not of_kind
    return (value.replace("not ", "no ") if alone else f"{name} is {value}"), True


# ---------- places ----------


def place_words(board: Board, names: Iterable[str], clues: Mapping[str, str] = {}) -> str:
    """Return the elements that a rule binds: ``row 1``, or ``r1c1-r1c2`` for a link.

    A side or link says which cells are meant; a clue outside stands ``above column 1``.

    Args:
        board: the board.
        names: of the elements.
        clues: the texts of clues by element, each of which is told behind it.
    """
    every = dict.fromkeys(filter(None, names))
    for name in (name for name in every if name in clues):
        if (found := _SIDE.fullmatch(name)) and found[3] in OUTSIDE:
            line = _line(board, f"{found[1]}.line({'NSWE'['SNEW'.index(found[3])]})")
            if line.startswith(("row ", "column ")):
                return f"the {clues[name]} {OUTSIDE[found[3]]} {line}".replace("the  ", "")
    cells = [name for name in every if not ("(" in name or "-" in name)]
    if len(cells) > 1:  # they say at which corner they touch
        every = {name: None for name in every if ".corner(" not in name}
    joined = [name for name in every if name not in cells]
    within = {part for name in joined for part in (*name.split("-"), name.partition(".")[0])}
    told = [name for name in every if name not in cells or name in clues or name not in within]
    return " and ".join(
        _element(board, name) + (f" ({clues[name]})" if clues.get(name) else "") for name in told
    )


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
    for kind, part in (("row", 1), ("column", 2)):
        numbers = {one[part] if one else "" for one in map(_CELL.fullmatch, cells)}
        if len(numbers) == 1 and (number := numbers.pop()):
            there = [one for one in map(_CELL.fullmatch, names) if one and one[part] == number]
            if len(there) == len(cells):
                return f"{kind} {number}"
    return f"the line from {cells[0]} to {cells[-1]}"
