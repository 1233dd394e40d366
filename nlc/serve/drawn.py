"""What somebody has drawn, as numbers of elements and values."""

from __future__ import annotations

from msgspec import Struct

from nlc.errors import fail
from nlc.ir.complete import read_solution
from nlc.ir.nodes import Program
from nlc.serve.requests import Drawn


class State(Struct, frozen=True):
    """A drawing that may be a part of a solution.

    Attributes:
        yes: the elements where a boolean variable was drawn, by its name.
        no: those where it was crossed out.
        values: the value index of elements of other variables.
    """

    yes: dict[str, set[int]]
    no: dict[str, set[int]]
    values: dict[str, dict[int, int]]


def read_drawn(program: Program, drawn: Drawn) -> State:
    """Return a drawing.

    Raises:
        UserError: it names what is not there, or says yes and no of the same element.
    """
    yes, values = read_solution(program, {**drawn.yes, **drawn.values})
    no, _ = read_solution(program, dict(drawn.no))
    for name, elements in yes.items():
        if both := elements & no.get(name, set()):
            var = next(var for var in program.bools if var.name == name)
            place = program.board.names(var.sort)[min(both)]
            raise fail(f"'{name}' is drawn and crossed out at {place}")
    return State(yes, no, values)
