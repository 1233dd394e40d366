"""A compiled puzzle: its formula for any solver, and the decoder of answers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, overload

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.board.drawn_board import graph_board
from nlc.cnf import Block, Model, check_model
from nlc.cnf.solver_output import parse_solver_output
from nlc.cnf.write import NAMES, write_cnf
from nlc.drivers.base import NO_LIMITS, Outcome
from nlc.encode.lower import LoweredProgram, Statistics, lower
from nlc.encode.spec import Encoding
from nlc.errors import Source, Span, fail, require_type
from nlc.files import atomic_writer
from nlc.ir.nodes import BoolVar, Clause, Implies, Origin, Program
from nlc.language.syntax import Ref, Topology
from nlc.printable import summary
from nlc.solving.answer import Answer
from nlc.solving.question import ONE
from nlc.solving.record import Record

if TYPE_CHECKING:
    from pysat.formula import CNF


class Clauses(Sequence[list[int]]):
    """The clauses of a formula in order, each a list of literals, as PySAT takes them."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks

    def __len__(self) -> int:
        return sum(len(block.clauses) for block in self._blocks)

    def __iter__(self) -> Iterator[list[int]]:
        for block in self._blocks:
            yield from block.clauses.tolist()

    @overload
    def __getitem__(self, index: int) -> list[int]: ...

    @overload
    def __getitem__(self, index: slice) -> list[list[int]]: ...

    def __getitem__(self, index: int | slice) -> list[int] | list[list[int]]:
        return list(self)[index]

    def __repr__(self) -> str:
        return f"<{len(self)} clauses>"


class Formula(Struct, frozen=True, eq=False):
    """A puzzle as a CNF; ``str`` is its DIMACS text.

    >>> import nlc
    >>> formula = nlc.compile(nlc.load("fixtures/first.nl")[0], "domains=direct")
    >>> formula.variables, formula.clauses, formula.clauses[0]
    (372, <1310 clauses>, [-61, -62])
    >>> nlc.Formula.from_pysat(formula.to_pysat()).variables
    372

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
    def clauses(self) -> Clauses:
        """The clauses, a sequence of lists of literals, made as they are read."""
        return Clauses(self.lowered.cnf.blocks)

    def to_pysat(self) -> CNF:
        """Return it as a ``pysat.formula.CNF``, whose models `decode` reads."""
        from pysat.formula import CNF

        cnf = CNF(from_clauses=list(self.clauses))
        cnf.nv = self.variables
        return cnf

    @staticmethod
    def from_pysat(cnf: CNF | Iterable[Sequence[int]]) -> Formula:
        """Return a ``pysat.formula.CNF``, or any clauses, as a formula.

        It has the same clauses, by length, and one variable ``x`` over 1 to its number of
        variables, so that ``decode(model).board["x"]`` is a dict by number. Tautologies are left
        out, and literals that come twice.

        Raises:
            TypeError: a literal is not a whole number other than 0.
        """
        rows: dict[int, list[list[int]]] = {}
        most = int(getattr(cnf, "nv", 0))
        for clause in getattr(cnf, "clauses", cnf):
            for literal in clause:
                whole = type(literal) is int or isinstance(literal, Integral)  # the first is fast
                if not whole or literal == 0:
                    raise TypeError(f"a literal is a whole number other than 0, not {literal!r}")
            literals = sorted({int(literal) for literal in clause})
            most = max([most, *map(abs, literals)])
            if {-literal for literal in literals}.isdisjoint(literals):
                rows.setdefault(len(literals), []).append(literals)
        nowhere = Span(Source("clauses", ""), 1, 1, 1, 1)
        board = graph_board(Topology(nowhere, Ref(nowhere, "none"), ()))
        sort = Sort("entry", tuple(str(number) for number in range(1, most + 1)))
        program = Program("clauses", "clauses", {}, {}, board, variables=most)
        program.bools.append(BoolVar("x", sort, 1, most, shown=True, reported=False))
        for width in sorted(rows):
            lits: Ints = np.array(rows[width], np.int32).reshape(len(rows[width]), width)
            none = np.zeros((len(lits), 0), np.int32)
            program.nodes.append(Implies(none, Clause(lits), Origin("clauses", None)))
        program.rules.append("clauses")
        return Formula(program, lower(program, Encoding.parse("passes=none")))

    @property
    def encoding(self) -> Encoding:
        """The encoding, with every choice made."""
        return self.lowered.encoding

    @property
    def rules(self) -> Mapping[str, Statistics]:
        """The numbers of variables, clauses and literals of each rule."""
        return self.lowered.rule_statistics()

    def __repr__(self) -> str:
        size = f"{self.variables} variables, {len(self.clauses)} clauses"
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
                PySAT's ``get_model()`` returns them; or an array of booleans, as `Answer.model`.

        Raises:
            TypeError: it is neither.
        """
        hint = "get_model() of PySAT returns None where there is no model" if log is None else ""
        require_type("log", log, (str, bytes, Iterable), hint, "a text, or the literals of a model")
        if isinstance(log, np.ndarray) and log.dtype == np.bool_:
            numbers = np.arange(len(log))
            log = np.where(log, numbers, -numbers)
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
