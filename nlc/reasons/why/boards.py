"""Which clues are consistent, and which leave other boards: by one solver for all their boards.

Where boards share no formula, each is elaborated and solved by itself, which is slower.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import starmap
from typing import TypeVar

import numpy as np

from nlc.drivers import get
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, STATIC, prepare, settle
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.builder import Builder
from nlc.ir.elaborate.opening import SELECTED
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import Members, SelectorSolver, SubsetSolver
from nlc.reasons.why.clues import Clues, Others, Values
from nlc.solving.boards import BoardSolver
from nlc.solving.question import Question
from nlc.solving.run import answer_of

SOLVER, SPEC = "minisat22", "readings=none"

CONFLICTS = 20_000
"""Conflicts after which a question is undecided."""

CHECKER, CHECKED_BY, CHECKING = "glucose42", "domains=log,readings=none", 100_000
"""Solver and encoding that check an explanation, not those that find it; conflicts.

Its encodings have no separators.
"""

T = TypeVar("T")

Finder = Callable[[T], Assignment | None]
"""Looks for a solution of a board, or of the board with some members; None: there is none."""

Way = tuple[str, str]
PLAIN = "minisat22", "passes=none,readings=none"
"""A solver of PySAT, and an encoding."""


class UndecidedError(Exception):
    """A solver gave no answer."""


def find_solutions(
    program: Program, most: int, conflicts: int | None = None, way: Way = PLAIN
) -> tuple[Assignment, ...]:
    """Return solutions, at most `most`, checked by the evaluator.

    Args:
        program: the board.
        most: how many at most.
        conflicts: for each of them.
        way: the solver of PySAT, and the encoding.

    Raises:
        UndecidedError: that was not decided within the conflicts, or a board breaks a rule.
    """
    solver, encoding = way
    lowered = lower(program, Encoding.parse(encoding), STATIC if solver == CHECKER else ASSUMING)
    driver, question = get(f"pysat:{solver}"), Question(most)
    answer = answer_of(program, lowered, driver, question, conflicts=conflicts)
    if len(answer.solutions) < most and not (answer.complete or answer.status == "UNSATISFIABLE"):
        raise UndecidedError(answer.message or answer.reason)
    return answer.solutions


def find_solution(program: Program) -> Assignment | None:
    """Return a solution, or None if there is none.

    Raises:
        UndecidedError: the solver gave no answer, or a board that breaks a rule.
    """
    found = find_solutions(program, 1, way=("cadical195", "readings=none"))
    return found[0] if found else None


def second_solution(program: Program) -> Assignment | None:
    """Return a second solution, or None if there is none.

    Raises:
        UndecidedError: that was not decided.
    """
    found = find_solutions(program, 2, CHECKING)
    return found[1] if len(found) > 1 else None


def has_one_solution(program: Program) -> bool:
    """Return whether there is exactly one solution, by another solver."""
    try:
        found = find_solutions(program, 2, way=(CHECKER, "domains=log,passes=none,readings=none"))
    except UndecidedError:
        return False
    return len(found) == 1 and find_solution(program) is not None


def is_unsolvable(clues: Clues, members: Collection[int]) -> bool:
    """Return whether no board with these clues alone has a solution, by another encoding.

    Raises:
        UndecidedError: that was not decided.
    """
    try:
        program = clues.program(members, guarded_rules=False)
    except UserError:
        return True
    return not find_solutions(program, 1, CHECKING, (CHECKER, CHECKED_BY))


class BoardByBoard(SubsetSolver):
    """Elaborates and solves every board by itself."""

    def __init__(self, every: Iterable[int], find: Finder[Members], refused: bool = False) -> None:
        """Take the members, and what looks for a solution of the board with some of them.

        Args:
            every: the members.
            find: may raise a `UserError`, as a check refuses the board.
            refused: whether such members count as consistent.
        """
        self._every, self._find, self._refused = frozenset(every), find, refused
        self._last: Members = frozenset()
        self._known: dict[Members, tuple[bool, Assignment | None]] = {}

    def model(self, members: Collection[int], conflicts: int | None = None) -> Members | None:
        """Return the members if they are consistent, else None."""
        self._last = self.kept.union(members)
        if self._last not in self._known:
            try:
                found = self._find(self._last)
                self._known[self._last] = found is not None, found
            except UserError:
                self._known[self._last] = self._refused, None
        return self._last if self._known[self._last][0] else None

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last call of `model`, which did not return None."""
        board = self._known[self._last][1]
        assert board is not None
        return board

    def core(self) -> Members:
        """Return the members of the last call of `model`: its reasons are not known."""
        return self._last - self.kept

    def keep_beside(self, members: Collection[int]) -> bool:
        """See `SubsetSolver`; each by itself makes them so."""
        others = sorted(self._every - self.kept.union(members))
        found = [i for i in others if self.model({*members, i}) is not None]
        self.kept = self.kept.union(found)
        return bool(found)

    def grow(self, members: Members) -> Members:
        """Return a maximal consistent superset."""
        for member in sorted(self._every - members):
            if self.model(members | {member}) is not None:
                members |= {member}
        return members


def clue_by_clue(clues: Clues, find: Finder[Program] = find_solution) -> BoardByBoard:
    """Return which groups of clues are consistent; of boards, `find` looks for a solution."""
    return BoardByBoard(clues.every, lambda kept: find(clues.program(kept)))


class ClueSolver(BoardSolver):
    """All boards that some clues leave.

    The clues of a group are on the board where its selector holds. Some clues are consistent if
    the board has a solution with them and any choice of the others.

    Attributes:
        selectors: of the groups; where clues may have other values, of each clue.
    """

    def __init__(
        self, clues: Clues, solver: str = SOLVER, spec: str = SPEC, *, others: Others | None = None
    ) -> None:
        """Encode all boards.

        Args:
            clues: the groups.
            solver: of PySAT, one that is incremental.
            spec: the encoding.
            others: further values of clues and elements.

        Raises:
            UserError: the rules cannot be encoded where clues are open.
        """
        program = clues.program_with_selectors(others)
        builder, atoms = Builder(program), dict[tuple[Clue, int], int]()
        for clue, values in (others or {}).items():
            texts = program.domains[clue.given].values
            which = [ABSENT, *(texts.index(clues.text_of(clue.given, v)) for v in values)]
            elements = np.full(len(which), clue.element, np.int32)
            lits = builder.atoms(clue.given, elements, np.array(which, np.int32)).tolist()
            atoms |= dict(zip(((clue, v) for v in (ABSENT, *values)), lits, strict=True))
        whole_board = settle(Encoding(), program, ASSUMING, "connected", "different")
        program = prepare(program, whole_board)
        super().__init__(solver, program, spec)
        made = [each for each in program.auxiliaries if each.label == SELECTED]
        self.selectors = self.literals(
            [x for each in made for x in range(each.base, each.base + each.size)]
        )
        self._atoms = dict(zip(atoms, self.literals([*atoms.values()]), strict=True))
        self._single = clues.single

    def atom(self, clue: Clue, value: int) -> int:
        """Return the literal of another value of a clue, or of `ABSENT`."""
        return self._atoms[clue, value]

    def any_of(self, clue: Clue, values: Sequence[int]) -> int:
        """Return a literal under which a clue has one of some other values."""
        return self.another([-self.atom(clue, value) for value in values])

    def chosen(self, clue: Clue, values: Sequence[int]) -> int:
        """Return which of some other values a clue has in the last model."""
        lits = {value: self.atom(clue, value) for value in values}
        return next(value for value, x in lits.items() if self.last[abs(x)] == (x > 0))

    def own(self, changed: Collection[Clue]) -> list[int]:
        """Return literals by which clues have their own values, all but some."""
        single = zip(self._single, self.selectors, strict=True)
        return [selector for clue, selector in single if clue not in changed]

    def changed(self, values: Values) -> list[int]:
        """Return literals by which some clues have other values, and no further ones."""
        return [*self.own(values), *starmap(self.atom, values.items())]

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last model, its values numbered as in a program of one board."""
        board, domains = self.board, {}
        for name, domain in program.domains.items():
            number = {text: i for i, text in enumerate(domain.values)}
            values = self.program.domains[name].values
            table = np.array([*(number.get(v, ABSENT) for v in values), ABSENT], np.int32)
            domains[name] = table[board.domains[name]]
        return Assignment(board.bools, domains)


class ClueSubsets(SelectorSolver):
    """Which groups of clues are consistent, by one formula for all.

    Attributes:
        formula: the formula.
    """

    def __init__(self, clues: Clues, solver: str = SOLVER, spec: str = SPEC) -> None:
        """Encode all boards; see `ClueSolver`."""
        self.formula = ClueSolver(clues, solver, spec)
        super().__init__(self.formula, self.formula.selectors)

    def board_of(self, program: Program) -> Assignment:
        """See `ClueSolver.board_of`."""
        return self.formula.board_of(program)


Subsets = ClueSubsets | BoardByBoard
"""What decides which groups of clues are consistent."""


class OtherBoards(ClueSubsets):
    """The boards that differ from a solution of a puzzle: which groups of clues leave some.

    Attributes:
        differs: assumed, the board is another one.
        solution: its literals; it is the only one if there is no `model` of all groups.
    """

    def __init__(self, clues: Clues, solver: str = SOLVER, spec: str = SPEC) -> None:
        """Find a solution of the puzzle; there is one.

        Raises:
            UserError: the rules cannot be encoded where clues are open.
        """
        super().__init__(clues, solver, spec)
        found = self.formula.find_model(self.formula.selectors)
        assert found is not None
        self.solution = self.formula.solution()
        self.differs = self.formula.another(self.solution)
        self._always = [self.differs]

    def stay_near(self) -> None:
        """Try the values of the solution first: other boards differ from it in few places."""
        last = self.formula.last
        self.formula.set_phases([x if last[x] else -x for x in range(1, len(last))])

    def is_sole(
        self, kept: Iterable[int], gone: Iterable[int] = (), conflicts: int = CONFLICTS
    ) -> bool | None:
        """Return whether the solution is the only one with some groups; None: not decided.

        Args:
            kept: these groups, in the order in which they are assumed.
            gone: groups that are not on the board; any others may be.
            conflicts: after which it is not decided.
        """
        selectors = self.formula.selectors
        assumed = [*(selectors[i] for i in kept), *(-selectors[i] for i in gone)]
        found = self.formula.satisfiable([self.differs, *assumed], conflicts)
        return None if found is None else not found

    def settle(self, groups: Iterable[int], there: bool) -> None:
        """Let groups be on all later boards, or on none."""
        selectors = self.formula.selectors
        self.formula.add([[selectors[i] if there else -selectors[i]] for i in groups])

    def allows(self, kept: Collection[int]) -> bool | None:
        """Return whether the board is a solution with these groups alone; None: not decided.

        It may be none: a rule may need a clue.
        """
        own = [x if i in kept else -x for i, x in enumerate(self.formula.selectors)]
        return self.formula.satisfiable([*self.solution, *own], CONFLICTS)
