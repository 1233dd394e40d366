"""Reads what is drawn of a solution, to go on from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nlc.errors import fail
from nlc.explaining.facts import Fact
from nlc.ir.complete import read_solution
from nlc.ir.nodes import Program

KEYS = {"true", "false"}
"""Members of a boolean variable of which it is told, too, where it does not hold."""


def read_state(program: Program, state: Mapping[str, Any]) -> list[Fact]:
    """Return what a partial solution says, in the order of its members.

    A boolean variable has a list of the elements where it is drawn, or ``{"true": […],
    "false": […]}`` with those where it is crossed out; any other has an object from elements to
    values, as in the solutions of ``nlc run --format json``. What is left out is not known.

    Raises:
        UserError: it names what is not there, or says yes and no of the same element.
    """
    bools = {var.name: var for var in program.bools}
    plain: dict[str, Any] = dict(state)
    crossed: dict[str, Any] = {}
    for name, given in state.items():
        if name in bools and isinstance(given, Mapping):
            if unknown := given.keys() - KEYS - {"open", "unknown"}:
                raise fail(f"'{name}' has no member '{min(unknown)}'", hint='"true" and "false"')
            plain[name] = given.get("true", [])
            crossed[name] = given.get("false", [])
    yes, values = read_solution(program, plain)
    no, _ = read_solution(program, crossed)
    for name, elements in no.items():
        if both := elements & yes[name]:
            place = program.board.names(bools[name].sort)[min(both)]
            raise fail(f"'{name}' is drawn and crossed out at {place}")
    return [
        *(Fact(name, i, 1) for name, elements in yes.items() for i in sorted(elements)),
        *(Fact(name, i, 0) for name, elements in no.items() for i in sorted(elements)),
        *(Fact(name, i, v) for name, given in values.items() for i, v in sorted(given.items())),
    ]
