"""Which clues stand together: one incremental solver for all boards that some clues leave."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.cnf import Model, cuts
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.explaining.clues import Clues
from nlc.explaining.merged import merged
from nlc.explaining.selected import ROUND, ExhaustedError
from nlc.ir.nodes import ABSENT, Assignment, Program

SOLVER = "minisat22"
SPEC = "readings=none"


class ClueSolver:
    """Asks for sets of groups of clues, by number; a context manager.

    A set stands if the board has a solution with its clues and any choice of the others. Where no
    clue allows what the board without it forbids, the others may as well be put aside.

    Attributes:
        clues: the groups.
        selectors: of the groups.
        connected: whether something has to be connected.
        calls: how often the solver was asked.
    """

    def __init__(self, clues: Clues, solver: str = SOLVER, *, whole: bool = True) -> None:
        """State all boards.

        Args:
            clues: the groups.
            solver: of PySAT, one that is incremental.
            whole: whether to state what is connected, which takes long; what contradicts without
                does so with it.

        Raises:
            NotMergedError: they cannot be stated together.
            UserError: a board breaks a check of the genre.
        """
        self.clues = clues
        program, first = merged(clues, ASSUMING)
        self.connected = bool(program.connections)
        if not whole:
            program = replace(program, connections=[])
        self._program = program
        lowered = lower(program, Encoding.parse(SPEC), ASSUMING)
        assert lowered.literals is not None
        size = len(clues.groups)
        numbers = np.arange(first, first + size, dtype=np.int32)
        self.selectors: list[int] = lowered.literals(numbers).tolist()
        self._lowered = lowered
        self._solver = IncrementalSolver(solver, lowered.cnf)
        self._last = max([lowered.cnf.variables, *map(abs, self.selectors)])
        self._assignment: Assignment | None = None
        self.calls = 0
        self._rounds = 0

    def __enter__(self) -> ClueSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.__exit__()

    def variable(self) -> int:
        """Return a new variable."""
        self._last += 1
        return int(self._last)

    def add(self, clause: list[int]) -> None:
        """Add a clause for all later questions."""
        self._solver.add([clause])

    def ask(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """See `nlc.explaining.selected.Incremental`."""
        last = None if conflicts is None else self.conflicts() + conflicts
        while True:
            if last is not None and (conflicts := last - self.conflicts()) <= 0:
                raise ExhaustedError
            self.calls += 1
            satisfiable = self._solver.solve(assumptions, conflicts)
            if satisfiable is None:
                raise ExhaustedError
            if not satisfiable:
                return None
            model = self._solver.model(self._last)
            found = cuts(model, self._lowered.separators)
            if not found:
                self._assignment = self._lowered.assignment(model)
                return model
            self._solver.add(found)
            self._rounds += 1

    def conflicts(self) -> int:
        """See `nlc.explaining.selected.Incremental`."""
        return int(self._solver.statistics().get("conflicts", 0)) + ROUND * self._rounds

    def core(self) -> list[int]:
        """Return assumptions of the last question, which had no model, that contradict."""
        return self._solver.core()

    def projection(self) -> Ints:
        """Return the variables that tell solutions apart."""
        return self._lowered.cnf.projection

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last question, its values numbered as in one of the boards."""
        board = self.board
        domains = {}
        for name, domain in program.domains.items():
            number = {text: i for i, text in enumerate(domain.values)}
            values = self._program.domains[name].values
            table = np.array([*(number.get(v, ABSENT) for v in values), ABSENT], np.int32)
            domains[name] = table[board.domains[name]]
        return Assignment(board.bools, domains)

    @property
    def board(self) -> Assignment:
        """The board of the last question that was not answered None."""
        assert self._assignment is not None
        return self._assignment
