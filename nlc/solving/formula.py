"""A compiled puzzle: its formula for any solver, and the decoder of answers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.cnf import check_model
from nlc.cnf.solver_output import parse_solver_output
from nlc.cnf.write import NAMES, write_cnf
from nlc.drivers.base import NO_LIMITS, Outcome
from nlc.errors import fail, require_type
from nlc.files import atomic_writer
from nlc.printable import summary
from nlc.solving.answer import Answer
from nlc.solving.question import ONE
from nlc.solving.record import Record

if TYPE_CHECKING:
    from nlc.cnf import Model
    from nlc.encode.lower import LoweredProgram, Statistics
    from nlc.encode.spec import Encoding
    from nlc.ir.nodes import Program


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
        """The encoding, with every choice made."""
        return self.lowered.encoding

    @property
    def rules(self) -> Mapping[str, Statistics]:
        """The numbers of variables, clauses and literals of each rule."""
        return self.lowered.rule_statistics()

    def __repr__(self) -> str:
        size = f"{self.variables} variables, {self.clauses} clauses"
        return summary("Formula", self.program.title, size)

    def __str__(self) -> str:
        stream = io.BytesIO()
        write_cnf(self.lowered.cnf, stream)
        return stream.getvalue().decode()

    def write(self, path: str | Path, *, names: str = "shown", annotate: bool = False) -> None:
        """Write it as DIMACS; see ``nlc compile``.

        Args:
            path: the file; ``.gz``, ``.xz`` and ``.bz2`` compress.
            names: which variables are named in comments: ``none``, ``shown`` or ``all``.
            annotate: mark the clauses of each rule with a comment.

        Raises:
            InputError: the file cannot be written, or there is no such choice of names.
            TypeError: the path is of another type.
        """
        require_type("path", path, (str, Path), "of the file")
        if names not in NAMES:
            raise fail(f"there is no choice of names '{names}'", hint=", ".join(NAMES))
        with atomic_writer(str(path)) as stream:
            write_cnf(self.lowered.cnf, stream, names=names, annotate=annotate)

    def decode(self, log: str | bytes | Iterable[int]) -> Answer:
        """Decode a solver's output, or its model, into an answer about the puzzle.

        A model counts if it satisfies every clause, and its board if it passes every rule; else the
        answer is UNKNOWN, for the reason ``bad-model``.

        Args:
            log: in the form of the SAT competitions, or of MiniSat; or the literals of a model, as
                PySAT's ``get_model()`` returns them.

        Raises:
            TypeError: it is neither.
        """
        hint = "get_model() of PySAT returns None where there is no model" if log is None else ""
        require_type("log", log, (str, bytes, Iterable), hint, "a text, or the literals of a model")
        text = log if isinstance(log, str | bytes) else _text(log)
        parsed = parse_solver_output(text, self.variables)
        record = Record(self.program, ONE, NO_LIMITS)
        record.set_formula(self.lowered)
        outcome = Outcome(parsed.status)
        if parsed.problems:
            outcome = Outcome("UNKNOWN", "contradictory", "; ".join(parsed.problems))
        elif parsed.status == "UNKNOWN":
            outcome = Outcome("UNKNOWN", "no-answer")
        elif parsed.status == "SATISFIABLE" and (
            wrong := check_model(self.lowered.cnf, parsed.values)
        ):
            message = f"the model leaves {wrong} clauses unsatisfied"
            outcome = Outcome("UNKNOWN", "bad-model", message)
        record.add_outcome("", outcome)
        if outcome.status == "SATISFIABLE":
            model: Model = parsed.values > 0
            finder = f"the solver with {self.encoding}"
            board = self.lowered.assignment(model)
            record.check_board(board, model=model, finder=finder, exact=self.lowered.exact)
        record.refuted = outcome.status == "UNSATISFIABLE"
        return record.answer()


def _text(literals: Iterable[int]) -> str:
    """Return literals as the output of a solver that found this model."""
    found = list(literals)
    for number, literal in enumerate(found):
        require_type(f"log[{number}]", literal, Integral, takes="a whole number")
    return f"s SATISFIABLE\nv {' '.join(str(x) for x in found if x)} 0\n"
