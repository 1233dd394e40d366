"""Why a puzzle has no solution."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from nlc.explaining.fault import REFUSED
from nlc.explaining.why import Why, explain
from nlc.explaining.words import drawings
from nlc.pictures.svg import svg
from nlc.serve import answers as a
from nlc.serve.reading import chosen
from nlc.serve.requests import WhyRequest
from nlc.serve.task import tell
from nlc.serve.tasks.solve import limits_of


def why(request: WhyRequest) -> Iterator[Struct]:
    """Yield the lines of an explanation.

    Raises:
        UserError: the text is wrong.
    """
    puzzle = chosen(request)
    tell("explain")
    found = explain(
        puzzle,
        details=request.details,
        repair=request.repair,
        every_fault=request.every_fault,
        limits=limits_of(request.seconds),
        heard=_tell,
    )
    yield a.Explanation(
        status=found.status,  # type: ignore[arg-type]
        sentence=_sentence(found),
        explanation=found.to_json(),
        pictures=[
            a.Picture(note=drawing.note, svg=svg(drawing))
            for drawing in drawings(found, request.style)
        ],
    )
    yield a.Done(
        seconds=0.0, status=found.status, reason="answered" if found.complete else "wall-time"
    )


def _tell(found: Why) -> None:
    count = len(found.clues)
    tell("explain", f"{count} clue{'s' * (count != 1)} so far" if found.faults else "")


def _sentence(found: Why) -> str:
    """Return what is wrong in a sentence."""
    if found.status == REFUSED or not found.faults:
        return found.message or found.text()
    return str(found.faults[0])


TASK = why
