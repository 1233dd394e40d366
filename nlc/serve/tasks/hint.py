"""What follows next from what is drawn, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from nlc.explaining.hint import explain
from nlc.explaining.phrases import fact_words
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.reading import chosen
from nlc.serve.requests import Drawn, DrawnRequest
from nlc.serve.task import tell
from nlc.serve.tasks.solve import whole_limits


def hint(request: DrawnRequest) -> Iterator[Struct]:
    """Yield the lines of a hint.

    Raises:
        UserError: the text is wrong, or the drawing names what is not there.
    """
    puzzle = chosen(request)
    tell("explain")
    limits = whole_limits(request.seconds)
    found = explain(puzzle, _state(request.drawn), limits=limits, used=task.used())
    step = found.steps[-1] if found.steps else None
    yield a.HintFound(
        hint=found.to_json(),
        words=fact_words(found.program, step.facts if step else found.wrong),
        assumed=fact_words(found.program, [step.denied] if step and step.denied else []),
    )
    reason = "wall-time" if found.status == "undecided" else "answered"
    yield a.Done(seconds=0.0, status=found.status, reason=reason)


def _state(drawn: Drawn) -> dict[str, Any]:
    """Return a drawing in the form of `nlc.explaining.state.read_state`."""
    out: dict[str, Any] = {name: dict(values) for name, values in drawn.values.items()}
    for name in {*drawn.yes, *drawn.no}:
        out[name] = {"true": drawn.yes.get(name, []), "false": drawn.no.get(name, [])}
    return out


TASK = hint
