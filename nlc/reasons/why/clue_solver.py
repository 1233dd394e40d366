"""Which clues are consistent: one incremental solver for all boards that some clues leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Model, cuts
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, prepare, settle
from nlc.encode.spec import Encoding
from nlc.ir.builder import Builder
from nlc.ir.elaborate.opening import SELECTED
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import least_sets
from nlc.reasons.subset_solver import ROUND, ExhaustedError, SelectorSolver
from nlc.reasons.why.clues import Clues

SOLVER, SPEC = "minisat22", "readings=none"


class ClueSolver:
    """All boards that some clues leave, in one formula; a context manager.

    The clues of a group are on the board where its selector holds. Some clues are consistent if
    the board has a solution with them and any choice of the others.

    Attributes:
        selectors: of the groups; where clues may have other values, of each clue.
        connected: whether a rule says that something is connected.
        model: the last one that was found.
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
        self._atoms: dict[tuple[Clue, int], int] = {}
        self._number(program, clues, others or {})
        whole_board = settle(Encoding(), program, ASSUMING, "connected", "different")
        program = prepare(program, whole_board)
        self.connected = any(item.sizes is None for item in program.connections)
        if not whole:
            program = replace(program, connections=[])
        self._program = program
        lowered = lower(program, Encoding.parse(spec), ASSUMING)
        assert lowered.literals is not None
        made = [each for each in program.auxiliaries if each.label == SELECTED]
        numbers = [x for each in made for x in range(each.base, each.base + each.size)]
        self.selectors: list[int] = lowered.literals(np.array(numbers, np.int32)).tolist()
        found = lowered.literals(np.array([*self._atoms.values()], np.int32)).tolist()
        self._atoms = dict(zip(self._atoms, found, strict=True))
        self._lowered = lowered
        self._solver = IncrementalSolver(solver, lowered.cnf)
        self._last = max([lowered.cnf.variables, *map(abs, self.selectors), *map(abs, found)])
        self._assignment: Assignment | None = None
        self.model: Model = np.zeros(0, np.bool_)
        self._rounds = 0

    def _number(self, program: Program, clues: Clues, others: Mapping[Clue, Sequence[int]]) -> None:
        """Number the literals of the other values, and of no value."""
        builder = Builder(program)
        for clue, values in others.items():
            texts = program.domains[clue.given].values
            which = [ABSENT, *(texts.index(clues.text_of(clue.given, v)) for v in values)]
            elements = np.full(len(which), clue.element, np.int32)
            lits = builder.atoms(clue.given, elements, np.array(which, np.int32)).tolist()
            self._atoms |= dict(zip(((clue, v) for v in (ABSENT, *values)), lits, strict=True))

    def __enter__(self) -> ClueSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.__exit__()

    def atom(self, clue: Clue, value: int) -> int:
        """Return the literal of another value of a clue, or of `ABSENT`."""
        return self._atoms[clue, value]

    def variable(self) -> int:
        """Return a new variable."""
        self._last += 1
        return int(self._last)

    def add(self, clause: list[int]) -> None:
        """Add a clause for good."""
        self._solver.add([clause])

    def find_model(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """See `nlc.reasons.subset_solver.IncrementalFormula`."""
        last = None if conflicts is None else self.conflicts() + conflicts
        while True:
            if last is not None and (conflicts := last - self.conflicts()) <= 0:
                raise ExhaustedError
            satisfiable = self._solver.solve(assumptions, conflicts)
            if satisfiable is None:
                raise ExhaustedError
            if not satisfiable:
                return None
            model = self._solver.model(self._last)
            found = cuts(model, self._lowered.separators)
            if not found:
                self._assignment, self.model = self._lowered.assignment(model), model
                return model
            self._solver.add(found)
            self._rounds += 1

    def conflicts(self) -> int:
        """See `nlc.reasons.subset_solver.IncrementalFormula`."""
        return int(self._solver.statistics().get("conflicts", 0)) + ROUND * self._rounds

    def core(self) -> list[int]:
        """See `nlc.reasons.subset_solver.IncrementalFormula`."""
        return self._solver.core()

    def shown(self) -> list[int]:
        """Return the variables in which solutions differ."""
        found: list[int] = self._lowered.cnf.projection.tolist()
        return found

    def another(self, model: Model) -> int:
        """Return a literal under which the solution differs from that of a model."""
        shown, some = self._lowered.cnf.projection, self.variable()
        self.add([-some, *np.where(model[shown], -shown, shown).tolist()])
        return some

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last model, its values numbered as in a program of one board."""
        board = self._assignment
        assert board is not None
        domains = {}
        for name, domain in program.domains.items():
            number = {text: i for i, text in enumerate(domain.values)}
            values = self._program.domains[name].values
            table = np.array([*(number.get(v, ABSENT) for v in values), ABSENT], np.int32)
            domains[name] = table[board.domains[name]]
        return Assignment(board.bools, domains)


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
