"""A compiled puzzle: its formula, to be written for any solver, and what reads an answer back."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.drivers.base import Outcome
from nlc.printable import summary
from nlc.solving.answer import Answer

if TYPE_CHECKING:
    from nlc.cnf import Model
    from nlc.encode.lower import LoweredProgram, Statistics
    from nlc.encode.spec import Encoding
    from nlc.ir.nodes import Assignment, Program


class Formula(Struct, frozen=True, eq=False):
    """A puzzle as a CNF; ``str`` is its DIMACS text.

    >>> import nlc
    >>> formula = nlc.compile(nlc.load("fixtures/first.nl")[0], "domains=direct")
    >>> formula.variables, formula.clauses
    (372, 1310)

    Attributes:
        program: the puzzle.
        lowered: the same by an encoding, with the formula as NumPy arrays in `cnf`.
    """

    program: Program
    lowered: LoweredProgram

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.lowered.cnf.variables

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return self.lowered.cnf.clauses

    @property
    def encoding(self) -> Encoding:
        """What was stated, with every choice made."""
        return self.lowered.encoding

    @property
    def rules(self) -> Mapping[str, Statistics]:
        """The numbers of variables, clauses and literals of each rule."""
        return self.lowered.rule_statistics()

    def __repr__(self) -> str:
        size = f"{self.variables} variables, {self.clauses} clauses"
        return summary("Formula", self.program.title, size)

    def __str__(self) -> str:
        from nlc.cnf.write import write

        stream = io.BytesIO()
        write(self.lowered.cnf, stream)
        return stream.getvalue().decode()

    def write(self, path: str | Path, *, names: str = "shown", annotate: bool = False) -> None:
        """Write it as DIMACS; see ``nlc compile``.

        Args:
            path: the file; ``.gz`` and ``.xz`` compress.
            names: which variables are named in comments: ``none``, ``shown`` or ``all``.
            annotate: mark the clauses of each rule with a comment.

        Raises:
            InputError: the file cannot be written.
        """
        from nlc.cnf.write import write
        from nlc.files import atomic_writer

        with atomic_writer(str(path)) as stream:
            write(self.lowered.cnf, stream, names=names, annotate=annotate)

    def decode(self, log: str | bytes) -> Answer:
        """Return what a solver's output says of the puzzle.

        A model counts if it satisfies every clause, and its board if it passes every rule; else the
        answer is UNKNOWN, for the reason ``bad-model``.

        Args:
            log: in the form of the SAT competitions, or of MiniSat.
        """
        from nlc.cnf import check_model
        from nlc.cnf.answers import parse_answer
        from nlc.solving.boards import CheckedBoards

        text = log.encode() if isinstance(log, str) else log
        told = parse_answer(text, self.variables)
        finish = partial(Answer.stated_by, lowered=self.lowered)
        checked = CheckedBoards(self.program, "the solver", self.lowered.exact, finish=finish)
        read: Callable[[], Assignment] | None = None
        if told.problems:
            outcome = Outcome("UNKNOWN", "contradictory", "; ".join(told.problems))
        elif told.status == "UNKNOWN":
            outcome = Outcome("UNKNOWN", "no-answer")
        elif told.status == "UNSATISFIABLE":
            outcome = Outcome("UNSATISFIABLE")
        else:
            model: Model = told.values > 0
            if wrong := check_model(self.lowered.cnf, told.values):
                message = f"the model leaves {wrong} clauses unsatisfied"
                outcome = Outcome("UNKNOWN", "bad-model", message)
            else:
                outcome = Outcome("SATISFIABLE", model=model)
                read = partial(self.lowered.assignment, model)
        return checked.collect(((outcome, read) for _ in (0,)), 1, 1)
