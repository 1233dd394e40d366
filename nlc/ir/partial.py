"""A drawing that may be a part of a solution: what is wrong with it, and what is not yet there.

What a person does not draw (the colours of paths) follows from what is drawn by unit propagation;
the evaluator says what is broken whatever else is drawn, and what is broken if nothing is. No
encoding and no solver has a part in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Literal

import numpy as np
from msgspec import Struct

from nlc.graph import cycles
from nlc.ir.complete import complete
from nlc.ir.evaluate import Checker, Violation
from nlc.ir.nodes import ABSENT, Assign, Assignment, Clause, Implies, Program, is_drawn
from nlc.ir.propagate import Knowledge, propagate
from nlc.ir.valuation import Valuation

PRINTED = ("digit", "stone")
"""How a boolean is drawn where its clues look the same, so that nobody draws them again."""

Sets = dict[str, set[int]]
Values = dict[str, dict[int, int]]
Status = Literal["solved", "unfinished", "wrong"]

Finding = tuple[Violation, tuple[str, ...]]
"""A rule that is broken, or not yet satisfied; the names of elements to look at."""


class Judgement(Struct, frozen=True):
    """What is said of a drawing.

    Attributes:
        status: ``wrong`` if a rule is broken whatever else is drawn, ``solved`` if none is.
        findings: the rules that are broken so; else those that are if nothing else is drawn.
    """

    status: Status
    findings: tuple[Finding, ...]


def judge(
    program: Program,
    yes: Mapping[str, AbstractSet[int]],
    no: Mapping[str, AbstractSet[int]],
    values: Mapping[str, Mapping[int, int]],
    limit: int = 50,
) -> Judgement:
    """Judge a drawing.

    Args:
        program: the elaborated puzzle.
        yes: the elements at which a shown boolean variable is drawn.
        no: the elements at which it is crossed out.
        values: the value index of elements of shown finite-domain variables.
        limit: the most findings to return.
    """
    yes, no, values = with_given(program, yes, no, values)
    drawn = _violations(program, Valuation.of(program, as_drawn(program, yes, values)))
    if not drawn:
        return Judgement("solved", ())
    known = _known(program, yes, no, values)
    broken = _violations(program, known)
    if not broken and known.is_drawn_full():
        broken = drawn
    return Judgement("wrong" if broken else "unfinished", tuple((broken or drawn)[:limit]))


def as_drawn(
    program: Program, yes: Mapping[str, AbstractSet[int]], values: Mapping[str, Mapping[int, int]]
) -> Assignment:
    """Return the board on which nothing further is drawn."""
    written: dict[str, Mapping[int, int]] = dict(values)
    for domain in program.domains.values():
        if is_drawn(domain):
            absent = dict.fromkeys(range(domain.size), ABSENT)
            written[domain.name] = absent | dict(values.get(domain.name, {}))
    return complete(program, yes, written)


def _known(program: Program, yes: Sets, no: Sets, values: Values) -> Knowledge:
    """Return what is drawn, and what follows from it for what is not."""
    bools = np.zeros(sum(var.size for var in program.bools), np.int8)
    for var in program.bools:
        for state, elements in ((1, yes), (-1, no)):
            bools[[var.base - 1 + i for i in elements.get(var.name, ())]] = state
    known = Knowledge(program, bools, values, conclude_drawn=False)
    propagate(program, known)
    for item in program.globals:
        chosen = item.graph.ends[known.holds(item.lits)]
        rings = cycles(item.graph.nodes, chosen) if item.kind == "loop" else ()
        if any(len(ring.edges) == len(chosen) for ring in rings):  # nothing more belongs to it
            known.put(-item.lits)
    if known.changed:
        propagate(program, known)
    return known


def _violations(program: Program, values: Valuation) -> list[Finding]:
    """Return what is broken, in each words once."""
    found = Checker(program, values).violations()
    return list({violation.message: (violation, where) for violation, where in found}.values())


def with_given(
    program: Program,
    yes: Mapping[str, AbstractSet[int]],
    no: Mapping[str, AbstractSet[int]],
    values: Mapping[str, Mapping[int, int]],
) -> tuple[Sets, Sets, Values]:
    """Return a drawing with what clues state outright, but where it says something else."""
    drawn: Sets = {name: set(elements) for name, elements in yes.items()}
    crossed: Sets = {name: set(elements) for name, elements in no.items()}
    written: Values = {name: dict(found) for name, found in values.items()}
    printed = [var for var in program.bools if program.marks.get(var.name) in PRINTED]
    for node in program.nodes:
        if not isinstance(node, Implies):
            continue
        then, guards = node.then, node.guard.shape[1]
        if isinstance(then, Assign):
            if not guards and then.equal and program.domains[then.variable].shown:
                given = dict(zip(then.elements.tolist(), then.values.tolist(), strict=True))
                written[then.variable] = given | written.get(then.variable, {})
        elif isinstance(then, Clause) and guards + then.lits.shape[1] == 1:
            # What is not to hold is a guard of nothing.
            for lit in (-node.guard if guards else then.lits)[:, 0].tolist():
                for var in printed:
                    if var.base <= abs(lit) < var.base + var.size:
                        one, other = (drawn, crossed) if lit > 0 else (crossed, drawn)
                        if abs(lit) - var.base not in other.get(var.name, ()):
                            one.setdefault(var.name, set()).add(abs(lit) - var.base)
    return drawn, crossed, written
