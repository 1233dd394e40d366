"""Finds the clues that a drawing satisfies if nothing further is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.errors import Span
from nlc.ir.evaluate import Checker
from nlc.ir.nodes import Acyclic, Exactly, Origin, Program, Runs
from nlc.ir.partial import as_drawn, with_given
from nlc.ir.valuation import Valuation
from nlc.language.catalogue import written

Place = tuple[Sort, int]
"""A sort, and the index of an element of it."""


Found = list[tuple[Origin, bool, Place, bool]]
"""Instances: origin, whether the statement is a count, its element, and whether it holds."""


def instances(
    program: Program,
    yes: Mapping[str, AbstractSet[int]],
    values: Mapping[str, Mapping[int, int]],
) -> Found:
    """Return the instances of statements over one bound element.

    Args:
        program: the puzzle.
        yes: the elements at which a shown boolean variable is drawn; it is false elsewhere.
        values: the value index of elements of other shown variables; other elements have none.
    """
    yes, _, values = with_given(program, yes, {}, values)
    known = Valuation.of(program, as_drawn(program, yes, values))
    checker, out = Checker(program, known), Found()
    for node in (*program.nodes, *program.runs):
        bound = [(sort, data) for _, sort, data in node.origin.binders if sort is not None]
        if node.origin.expands is not None or isinstance(node, Acyclic) or len(bound) != 1:
            continue
        ((sort, elements),) = bound
        may = checker.runs_possible(node) if isinstance(node, Runs) else checker.possible(node)
        held: Bools = may | ~known.holds(node.guard).all(axis=1)
        for element, holds in zip(elements.tolist(), held.tolist(), strict=True):
            out.append((node.origin, isinstance(node, (Exactly, Runs)), (sort, element), holds))
    return out


def finished(program: Program, numbers: AbstractSet[str], found: Found) -> set[Place]:
    """Return the elements whose clues are satisfied numbers.

    The statements of a clue are those that name its given, for its element; at least one is a
    count. Clues that hold on an empty board are left out, except for zeros.

    Args:
        program: the puzzle.
        numbers: the names of the givens that are numbers.
        found: the result of `instances`.
    """
    current, start = (
        _satisfied(program, numbers, found),
        _satisfied(program, numbers, instances(program, {}, {})),
    )
    return {place for (place, text) in current if text == "0" or (place, text) not in start}


def _satisfied(program: Program, numbers: AbstractSet[str], found: Found) -> set[tuple[Place, str]]:
    """Return the elements and texts of the clues whose statements all hold."""
    named: dict[Span, list[str]] = {}
    candidates, counted, violated = set[tuple[Place, str]](), set[Place](), set[Place]()
    for origin, counts, place, holds in found:
        if (span := origin.span) is None:
            continue
        if span not in named:
            text = written(span)
            named[span] = [n for n in numbers if re.search(rf"\b{re.escape(n)}\(", text)]
        for name in named[span]:
            clues = program.givens[name] if program.given_sorts[name] is place[0] else {}
            if place[1] not in clues:
                continue
            candidates.add((place, clues[place[1]]))
            if counts:
                counted.add(place)
            if not holds:
                violated.add(place)
    return {each for each in candidates if each[0] in counted - violated}
