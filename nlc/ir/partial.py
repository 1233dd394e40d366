"""Checks partial solutions: finds broken rules, those not yet satisfied, and satisfied clues.

Unit propagation derives the variables that are not drawn (such as colours of paths). The evaluator
then finds the rules that are broken whatever else is drawn, and those that are broken if nothing
else is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.errors import Span
from nlc.graph import cycles
from nlc.ir import nodes as ir
from nlc.ir.complete import complete
from nlc.ir.evaluate import BoardChecker, Violation
from nlc.ir.nodes import Acyclic, Exactly, Origin, Program, Runs
from nlc.ir.valuation import Drawn, Knowledge, Valuation, Written, propagate
from nlc.language.catalogue import written
from nlc.language.syntax import Given

MOST = 50
"""The most findings of a check."""

PRINTED = ("digit", "stone")
"""Marks of booleans whose clues look the same, so that they are not drawn again."""

Sets = dict[str, set[int]]
Values = dict[str, dict[int, int]]
Status = Literal["possible", "broken", "complete"]

Extend = Callable[[ir.Program, Drawn, Written], ir.Assignment]
"""Extends a drawing to all declared variables, as `complete` does."""

Finding = tuple[Violation, tuple[str, ...]]
"""A rule that is broken, or not yet satisfied; and the names of the elements concerned."""


class Judgement(Struct, frozen=True):
    """The result of a check.

    Attributes:
        status: ``broken`` if a rule is, whatever else is drawn; ``complete`` if none is broken.
        findings: the broken rules; if none, those that are broken if nothing else is drawn.
    """

    status: Status
    findings: tuple[Finding, ...]


def judge(
    program: ir.Program, yes: Drawn, no: Drawn, values: Written, extend: Extend = complete
) -> Judgement:
    """Check a drawing.

    Args:
        program: the elaborated puzzle.
        yes: the elements at which a shown boolean variable is drawn.
        no: the elements at which it is crossed out.
        values: the value index of elements of shown finite-domain variables.
        extend: gives values to the variables that are not drawn.
    """
    yes, no, values = with_given(program, yes, no, values)
    drawn = _violations(program, Valuation.of(program, as_drawn(program, yes, values, extend)))
    drawable = any(map(ir.is_drawn, program.declared))
    if not drawn and (drawable or any(yes.values()) or any(values.values())):
        return Judgement("complete", ())
    known = _known(program, yes, no, values)
    broken = _violations(program, known)
    if not broken and drawable and known.is_drawn_full():
        broken = drawn
    return Judgement("broken" if broken else "possible", tuple((broken or drawn)[:MOST]))


def as_drawn(
    program: ir.Program, yes: Drawn, values: Written, extend: Extend = complete
) -> ir.Assignment:
    """Return the board if nothing further is drawn."""
    written: dict[str, Mapping[int, int]] = dict(values)
    for domain in program.domains.values():
        if ir.is_drawn(domain):
            absent = dict.fromkeys(range(domain.size), ir.ABSENT)
            written[domain.name] = absent | dict(values.get(domain.name, {}))
    return extend(program, yes, written)


def _known(program: ir.Program, yes: Sets, no: Sets, values: Values) -> Knowledge:
    """Return the drawn values, and those of undrawn variables that follow from them."""
    bools = np.zeros(sum(var.size for var in program.bools), np.int8)
    for var in program.bools:
        for state, elements in ((1, yes), (-1, no)):
            bools[[var.base - 1 + i for i in elements.get(var.name, ())]] = state
    known = Knowledge(program, bools, values, conclude_drawn=False)
    propagate(program, known)
    for item in program.globals:
        chosen = item.graph.ends[known.holds(item.lits)]
        rings = cycles(item.graph.nodes, chosen) if item.kind == "loop" else ()
        if any(len(ring.edges) == len(chosen) for ring in rings):  # the loop is closed
            known.put(-item.lits)
    if known.changed:
        propagate(program, known)
    return known


def _violations(program: ir.Program, values: Valuation) -> list[Finding]:
    """Return the violations, those with equal messages once."""
    found = BoardChecker(program, values).violations()
    return list({violation.message: (violation, where) for violation, where in found}.values())


def with_given(
    program: ir.Program, yes: Drawn, no: Drawn, values: Written
) -> tuple[Sets, Sets, Values]:
    """Return a drawing with the values that clues show, unless it has other values there.

    A value is shown by a clue of this text, or as the region of the element itself. What else the
    rules fix is to be drawn.
    """
    drawn: Sets = {name: set(elements) for name, elements in yes.items()}
    crossed: Sets = {name: set(elements) for name, elements in no.items()}
    written: Values = {name: dict(found) for name, found in values.items()}
    printed = [var for var in program.bools if program.marks.get(var.name) in PRINTED]
    for node in program.nodes:
        if not isinstance(node, ir.Implies):
            continue
        then, guards = node.then, node.guard.shape[1]
        if isinstance(then, ir.Assign):
            domain = program.domains[then.variable]
            if not guards and then.equal and domain.shown:
                fixed = zip(then.elements.tolist(), then.values.tolist(), strict=True)
                texts = _printed_texts(program, domain)
                given = {i: v for i, v in fixed if v < 0 or domain.values[v] in texts.get(i, ())}
                written[then.variable] = given | written.get(then.variable, {})
        elif isinstance(then, ir.Clause) and guards + then.lits.shape[1] == 1:
            # A negated unit is the guard of an empty clause.
            for lit in (-node.guard if guards else then.lits)[:, 0].tolist():
                for var in printed:
                    if var.base <= abs(lit) < var.base + var.size:
                        target, other = (drawn, crossed) if lit > 0 else (crossed, drawn)
                        if abs(lit) - var.base not in other.get(var.name, ()):
                            target.setdefault(var.name, set()).add(abs(lit) - var.base)
    return drawn, crossed, written


def _printed_texts(program: ir.Program, domain: ir.Domain) -> dict[int, set[str]]:
    """Return the texts of the clues at the elements of a variable, and their own names."""
    names = program.board.names(domain.sort)
    out = {i: {name} for i, name in enumerate(names)}
    place = {name: i for i, name in enumerate(names)}
    for given, clues in program.givens.items():
        there = program.board.names(program.given_sorts[given])
        for i, text in clues.items():
            if (at := place.get(there[i])) is not None:
                out[at].add(text)
    return out


Place = tuple[Sort, int]
"""A sort, and the index of an element of it."""


Found = list[tuple[Origin, bool, Place, bool]]
"""Instances: origin, whether the statement is a count, its element, and whether it holds."""


def instances(program: Program, yes: Drawn, values: Written) -> Found:
    """Return the instances of statements over one bound element.

    Args:
        program: the puzzle.
        yes: the elements at which a shown boolean variable is drawn; it is false elsewhere.
        values: the value index of elements of other shown variables; other elements have none.
    """
    yes, _, values = with_given(program, yes, {}, values)
    known = Valuation.of(program, as_drawn(program, yes, values))
    checker, out = BoardChecker(program, known), Found()
    for node in (*program.nodes, *program.runs):
        bound = [(sort, data) for _, sort, data in node.origin.placed]
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
    current = _satisfied(program, numbers, found)
    start = _satisfied(program, numbers, instances(program, {}, {}))
    return {place for (place, text) in current if text == "0" or (place, text) not in start}


def number_givens(givens: Mapping[str, Given], program: Program) -> set[str]:
    """Return the names of the givens of a puzzle that are numbers, or lists of them."""
    numbers = {name for name, given in givens.items() if given.type.kind in ("range", "list")}
    return numbers & program.givens.keys()


def named_givens(origin: Origin, names: AbstractSet[str]) -> list[str]:
    """Return which of some givens a statement names."""
    text = "" if origin.span is None else written(origin.span)
    return [name for name in sorted(names) if re.search(rf"\b{re.escape(name)}\(", text)]


def _satisfied(program: Program, numbers: AbstractSet[str], found: Found) -> set[tuple[Place, str]]:
    """Return the elements and texts of the clues whose statements all hold."""
    named: dict[Span | None, list[str]] = {}
    candidates, counted, violated = set[tuple[Place, str]](), set[Place](), set[Place]()
    for origin, counts, place, holds in found:
        if origin.span not in named:
            named[origin.span] = named_givens(origin, numbers)
        for name in named[origin.span]:
            clues = program.givens[name] if program.given_sorts[name] is place[0] else {}
            if place[1] not in clues:
                continue
            candidates.add((place, clues[place[1]]))
            if counts:
                counted.add(place)
            if not holds:
                violated.add(place)
    return {each for each in candidates if each[0] in counted - violated}
