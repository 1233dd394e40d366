"""Which clues are consistent: one incremental solver for all boards that some clues leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Model
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, prepare, settle
from nlc.encode.spec import Encoding
from nlc.ir.builder import Builder
from nlc.ir.elaborate.opening import SELECTED
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import least_sets
from nlc.reasons.subset_solver import SelectorSolver
from nlc.reasons.why.clues import Clues

SOLVER, SPEC = "minisat22", "readings=none"


class BoardSolver(IncrementalSolver):
    """All boards of a program whose givens may be open, in one formula; a context manager.

    Attributes:
        program: the program.
        last: the last model of `find_model`.
    """

    def __init__(self, solver: str, program: Program, encoding: Encoding) -> None:
        """Encode a program for a solver of PySAT, one that is incremental."""
        self._lowered = lower(program, encoding, ASSUMING)
        super().__init__(solver, self._lowered.cnf, self._lowered.separators)
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


class ClueSolver(BoardSolver):
    """All boards that some clues leave.

    The clues of a group are on the board where its selector holds. Some clues are consistent if
    the board has a solution with them and any choice of the others.

    Attributes:
        selectors: of the groups; where clues may have other values, of each clue.
        connected: whether a rule says that something is connected.
    """

    def __init__(
        self,
        clues: Clues,
        solver: str = SOLVER,
        spec: str = SPEC,
        *,
        whole: bool = True,
        others: Mapping[Clue, Sequence[int]] | None = None,
    ) -> None:
        """Encode all boards.

        Args:
            clues: the groups.
            solver: of PySAT, one that is incremental.
            spec: the encoding.
            whole: whether to encode connectedness, which takes long; what is inconsistent
                without it is so with it.
            others: further values of clues and elements.

        Raises:
            UserError: the rules cannot be encoded where clues are open.
        """
        program = clues.opened(others)
        atoms = _atoms(program, clues, others or {})
        whole_board = settle(Encoding(), program, ASSUMING, "connected", "different")
        program = prepare(program, whole_board)
        self.connected = any(item.sizes is None for item in program.connections)
        if not whole:
            program = replace(program, connections=[])
        super().__init__(solver, program, Encoding.parse(spec))
        made = [each for each in program.auxiliaries if each.label == SELECTED]
        self.selectors = self.literals(
            [x for each in made for x in range(each.base, each.base + each.size)]
        )
        self._atoms = dict(zip(atoms, self.literals([*atoms.values()]), strict=True))

    def atom(self, clue: Clue, value: int) -> int:
        """Return the literal of another value of a clue, or of `ABSENT`."""
        return self._atoms[clue, value]

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last model, its values numbered as in a program of one board."""
        board, domains = self.board, {}
        for name, domain in program.domains.items():
            number = {text: i for i, text in enumerate(domain.values)}
            values = self.program.domains[name].values
            table = np.array([*(number.get(v, ABSENT) for v in values), ABSENT], np.int32)
            domains[name] = table[board.domains[name]]
        return Assignment(board.bools, domains)


def _atoms(
    program: Program, clues: Clues, others: Mapping[Clue, Sequence[int]]
) -> dict[tuple[Clue, int], int]:
    """Return the numbers of the literals of the other values, and of no value."""
    builder, atoms = Builder(program), dict[tuple[Clue, int], int]()
    for clue, values in others.items():
        texts = program.domains[clue.given].values
        which = [ABSENT, *(texts.index(clues.text_of(clue.given, v)) for v in values)]
        elements = np.full(len(which), clue.element, np.int32)
        lits = builder.atoms(clue.given, elements, np.array(which, np.int32)).tolist()
        atoms |= dict(zip(((clue, v) for v in (ABSENT, *values)), lits, strict=True))
    return atoms


class ClueSubsets(SelectorSolver):
    """Which groups of clues are consistent, by one formula for all.

    Attributes:
        formula: the formula.
        kept: groups that are on every board: none.
    """

    def __init__(self, clues: Clues, *, whole: bool = True) -> None:
        """Encode all boards; see `ClueSolver`."""
        self.formula = ClueSolver(clues, whole=whole)
        self.kept: frozenset[int] = frozenset()
        super().__init__(self.formula, self.formula.selectors)

    def board_of(self, program: Program) -> Assignment:
        """See `ClueSolver.board_of`."""
        return self.formula.board_of(program)

    def least_sets(
        self, largest: int | None = None, conflicts: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield the smallest sets of groups to take away; see `nlc.reasons.minimal`."""
        return least_sets(self.formula, largest, conflicts)
