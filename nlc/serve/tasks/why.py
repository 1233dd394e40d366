"""Why a puzzle has no solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.explaining.fault import REFUSED, UNKNOWN
from nlc.explaining.why import Why, explain
from nlc.explaining.words import drawings
from nlc.pictures.svg import svg
from nlc.process import emit
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.reading import chosen
from nlc.serve.requests import WhyRequest
from nlc.serve.task import line, tell
from nlc.serve.tasks.solve import whole_limits

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


def why(request: WhyRequest) -> Iterator[Struct]:
    """Yield the last lines of an explanation; those before are sent as soon as more is known.

    Raises:
        UserError: the text is wrong.
    """
    puzzle = chosen(request)
    tell("explain")
    told: list[object] = []

    def heard(found: Why) -> None:
        count = len(found.clues)
        tell("explain", f"{count} clue{'s' * (count != 1)} so far" if found.faults else "")
        state = [found.faults[:1], found.settled, len(found.repairs), found.places_smallest]
        if found.status != UNKNOWN and state != told:
            told[:] = state
            emit(line(_answer(found)))

    found = explain(
        puzzle,
        details=request.details,
        repair=request.repair,
        every_fault=request.every_fault,
        limits=whole_limits(request.seconds),
        used=task.used(),
        heard=heard,
    )
    yield _answer(found, drawings(found, request.style))
    yield a.Done(
        seconds=0.0, status=found.status, reason="answered" if found.complete else "wall-time"
    )


def _answer(found: Why, drawn: Sequence[Drawing] = ()) -> a.Explanation:
    return a.Explanation(
        status=found.status,  # type: ignore[arg-type]
        sentence=_sentence(found),
        explanation=found.to_json(),
        pictures=[a.Picture(note=drawing.note, svg=svg(drawing)) for drawing in drawn],
    )


def _sentence(found: Why) -> str:
    """Return what is wrong in a sentence."""
    if found.status == REFUSED or not found.faults:
        return found.message or found.text()
    return str(found.faults[0])


TASK = why
