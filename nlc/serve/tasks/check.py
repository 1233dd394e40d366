"""Which rules a drawn answer breaks, and where."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.ir.partial import judge
from nlc.language.catalogue import text_of
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
    yield a.Checked(
        status=found.status,
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


TASK = check
