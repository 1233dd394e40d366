"""One incremental solver for all boards of a program whose givens may be open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Model
from nlc.drivers.pysat.incremental import ExhaustedError, IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Assignment, Program


class BoardSolver(IncrementalSolver):
    """All boards of a program in one formula; a context manager.

    It runs where it is called: where a limit or Ctrl-C is to end it, call it in a worker
    (`nlc.process.pool.stream`).

    Attributes:
        program: the program.
        last: the last model of `find_model`.
    """

    def __init__(
        self,
        solver: str,
        program: Program,
        encoding: str,
        offers: frozenset[str] = ASSUMING,
        without: str = "",
    ) -> None:
        """Encode a program for a solver of PySAT, one that is incremental.

        Args:
            solver: its name.
            program: the program.
            encoding: the spec.
            offers: features of the solver that the encoding may use; see `nlc.encode.policy`.
            without: a rule whose clauses are left out.
        """
        lowered = lower(program, Encoding.parse(encoding), offers)
        blocks = [block for block in lowered.cnf.blocks if block.rule != without]
        self._lowered = lowered
        super().__init__(solver, replace(lowered.cnf, blocks=blocks), lowered.separators)
        self.program = program
        self.last: Model = np.zeros(0, np.bool_)

    def literals(self, numbers: Sequence[int]) -> list[int]:
        """Return the literals of those of the program."""
        assert self._lowered.literals is not None
        found: list[int] = self._lowered.literals(np.array(numbers, np.int32)).tolist()
        self.variables = max([self.variables, *map(abs, found)])
        return found

    def find_model(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """See `IncrementalSolver`."""
        model = super().find_model(assumptions, conflicts)
        if model is not None:
            self.last = model
        return model

    def satisfiable(self, assumptions: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Return whether there is a model with some assumptions; None: not decided.

        Args:
            assumptions: literals.
            conflicts: after which the solver gives up; not for CaDiCaL.
        """
        try:
            return self.find_model(assumptions, conflicts) is not None
        except ExhaustedError:
            return None

    @property
    def board(self) -> Assignment:
        """The board of the last model."""
        return self._lowered.assignment(self.last)

    @property
    def shown(self) -> list[int]:
        """The variables in which solutions differ."""
        found: list[int] = self.cnf.projection.tolist()
        return found

    def solution(self) -> list[int]:
        """Return the literals of the solution of the last model."""
        return [x if self.last[x] else -x for x in self.shown]

    def another(self, solution: Iterable[int]) -> int:
        """Return a literal under which some literals of a solution do not all hold."""
        some = self.variable()
        self.add([[-some, *(-x for x in solution)]])
        return some
