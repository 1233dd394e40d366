"""Tells the questions of a strategy as they are asked, and what they have refuted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nlc.drivers.pysat.strategies import Attempt, Question
from nlc.drivers.telling import tell
from nlc.solving.solution import question_text


class Questions:
    """Tells questions as they are asked, with the readings that are refuted."""

    def __init__(self, solver: str) -> None:
        """Begin.

        Args:
            solver: is asked.
        """
        self._solver = solver
        self._refuted: list[str] = []

    def ask(self, assumed: str, *, another: bool = False, near: int | None = None) -> None:
        """Tell a question; see `nlc.solving.solution.Step`."""
        text = f"{self._solver}: {question_text(assumed, another, near)}"
        if self._refuted:
            text += f"; none with {' or '.join(self._refuted)}"
        tell(text)

    def refute(self, assumed: str) -> None:
        """Note that a reading has no board, or no other one."""
        if assumed and assumed not in self._refuted:
            self._refuted.append(assumed)


def told(
    events: Iterable[Question | Attempt], assumed: Sequence[str], solver: str
) -> Iterator[Question | Attempt]:
    """Pass on what comes of a strategy, and tell it.

    Args:
        events: questions and attempts.
        assumed: what the question of each number assumes.
        solver: is asked.
    """
    questions = Questions(solver)
    for each in events:
        if isinstance(each, Question):
            questions.ask(assumed[each.number], another=each.another, near=each.near)
        elif each.outcome.status == "UNSATISFIABLE" and each.question.near is None:
            questions.refute(assumed[each.question.number])
        yield each
