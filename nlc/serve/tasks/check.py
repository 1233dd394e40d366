"""Which rules a drawn answer breaks, and where."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.board import Sort
from nlc.ir.complete import complete
from nlc.ir.finished import Place, finished, instances
from nlc.ir.nodes import Program
from nlc.ir.partial import judge
from nlc.language.catalogue import text_of
from nlc.pictures.clues import clues
from nlc.pictures.contents import lit
from nlc.render.view import Solution
from nlc.serve import answers as a
from nlc.serve.drawn import read_drawn
from nlc.serve.reading import program as read_program
from nlc.serve.requests import DrawnRequest


def check(request: DrawnRequest) -> Iterator[a.Checked]:
    """Yield a judgement.

    Raises:
        UserError: the text is wrong, or the drawing names what is not there.
    """
    puzzle, program = read_program(request)
    drawn = read_drawn(program, request.drawn)
    found = judge(program, drawn.yes, drawn.no, drawn.values)
    said = {name: text_of(rule.doc) for name, rule in puzzle.rules.rules.items()}
    numbers = {
        name for name, given in puzzle.rules.givens.items() if given.type.kind == "range"
    } & program.givens.keys()
    held = instances(program, drawn.yes, drawn.values)
    blocks = {cell for cell, clue in clues(program, Sort.CELL).items() if clue.shaded}
    board = Solution(complete(program, drawn.yes, drawn.values))
    bright = {(Sort.CELL, cell) for cell in np.flatnonzero(lit(program, board, blocks)).tolist()}
    yield a.Checked(
        status=found.status,
        finished=_names(program, finished(program, numbers, held)),
        lit=_names(program, bright),
        violations=[
            a.Violation(
                rule=each.violation.rule,
                text=said.get(each.violation.rule, ""),
                message=each.violation.message,
                elements=list(each.elements),
                wrong=each.wrong,
            )
            for each in found.findings
        ],
    )


def _names(program: Program, places: set[Place]) -> list[str]:
    """Return the names of elements, in their order."""
    return [program.board.names(sort)[i] for sort, i in sorted(places)]


TASK = check
