"""Other values of clues, and the solutions of boards with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.errors import UserError
from nlc.ir.nodes import Assignment
from nlc.reasons.facts import Clue
from nlc.reasons.subset_solver import SelectorSolver
from nlc.reasons.why.board_by_board import UndecidedError, find_solutions, has_one_solution
from nlc.reasons.why.clue_solver import ClueSolver
from nlc.reasons.why.clues import Clues

CONFLICTS = 50_000
"""Conflicts after which a changed clue counts as undecided."""

NUMBERS = 20
"""Numbers of its type, from the least on, that are tried instead of a wrong one."""

Values = Mapping[Clue, int]


class Change(NamedTuple):
    """A clue that has another value.

    Attributes:
        clue: the clue.
        before: its value, in words.
        after: the other one, in words.
        value: the other one as arrays hold it.
        unique: whether it leaves exactly one solution, confirmed by another solver; for clues that
            change together, whether all changes do.
    """

    clue: Clue
    before: str
    after: str
    value: int
    unique: bool = False


class ChangedClues:
    """The boards on which some clues have other values, in one formula."""

    def __init__(self, clues: Clues, others: Mapping[Clue, Sequence[int]]) -> None:
        """Encode the boards.

        Args:
            clues: of the puzzle.
            others: the further values of clues.

        Raises:
            UserError: the rules cannot be encoded where clues are open.
        """
        self.clues, self._others = clues, others
        self._number = {clue: i for i, clue in enumerate(clues.single)}
        self._formula = ClueSolver(clues, others=others)

    def values(self, clue: Clue) -> list[int]:
        """Return the values of a clue with which there is a solution, if nothing else changes."""
        left, out = list(self._others.get(clue, ())), list[int]()
        while left and self._is_satisfiable([clue], [self._any(clue, left)]):
            out.append(self._chosen(clue, left))
            left.remove(out[-1])
        return sorted(out)

    def unique(self, changed: Values) -> bool:
        """Return whether there is exactly one solution where some clues have other values."""
        wanted = [self._formula.atom(*each) for each in changed.items()]
        if not self._is_satisfiable(changed, wanted):
            return False
        another = self._formula.another(self._formula.solution())
        if self._is_satisfiable(changed, [*wanted, another]) is not False:
            return False
        return has_one_solution(self.clues.program(self.clues.every, changed, apart=False))

    def board(self, changed: Values) -> Assignment:
        """Return a solution where some clues have other values; there is one."""
        found = self._is_satisfiable(
            changed, [self._formula.atom(*each) for each in changed.items()]
        )
        assert found
        return self._formula.board_of(self.clues.program(self.clues.every, changed))

    def without(self, members: Collection[int]) -> tuple[Assignment | None, list[Change]]:
        """Return a solution without some groups, and what some of their clues could be on it."""
        clues = self.clues
        gone = [clue for i in members for clue in clues.groups[i].clues]
        some = [clue for clue in gone if clue in self._others]
        changed = [self._any(clue, self._others[clue]) for clue in some]
        subsets = SelectorSolver(self._formula, changed, self._kept(gone))
        subsets.limit(CONFLICTS)
        try:
            first = subsets.model(())
            if first is None:
                return None, []
            held = subsets.grow(first)
            subsets.model(held)
        except ExhaustedError:
            return None, []
        values = ((some[i], self._chosen(some[i], self._others[some[i]])) for i in sorted(held))
        board = self._formula.board_of(clues.program(clues.every - set(members)))
        return board, [change(clues, *each) for each in values]

    def _any(self, clue: Clue, values: Sequence[int]) -> int:
        """Return a literal under which a clue has one of some values."""
        some = self._formula.variable()
        self._formula.add([[-some, *(self._formula.atom(clue, value) for value in values)]])
        return some

    def _chosen(self, clue: Clue, values: Sequence[int]) -> int:
        """Return which of some values a clue has in the last model."""
        model = self._formula.last
        lits = {value: self._formula.atom(clue, value) for value in values}
        return next(value for value, x in lits.items() if model[abs(x)] == (x > 0))

    def _kept(self, changed: Collection[Clue]) -> list[int]:
        """Return that all other clues have their own values."""
        numbers = {self._number[clue] for clue in changed}
        return [x for i, x in enumerate(self._formula.selectors) if i not in numbers]

    def _is_satisfiable(self, changed: Collection[Clue], wanted: Sequence[int]) -> bool | None:
        """Return whether there is a board where some clues change so; None: not decided."""
        try:
            return self._formula.find_model([*self._kept(changed), *wanted], CONFLICTS) is not None
        except ExhaustedError:
            return None


class ChangedBoardByBoard:
    """The boards on which some clues have other values, each elaborated by itself."""

    def __init__(self, clues: Clues, others: Mapping[Clue, Sequence[int]]) -> None:
        """Take the further values of clues."""
        self.clues, self._others = clues, others
        self._known: dict[tuple[tuple[Clue, int], ...], list[Assignment]] = {}

    def values(self, clue: Clue) -> list[int]:
        """See `ChangedClues`."""
        return [value for value in self._others.get(clue, ()) if self._boards({clue: value})]

    def unique(self, changed: Values) -> bool:
        """See `ChangedClues`."""
        if len(self._boards(changed)) != 1:
            return False
        return has_one_solution(self.clues.program(self.clues.every, changed, apart=False))

    def board(self, changed: Values) -> Assignment:
        """See `ChangedClues`."""
        return self._boards(changed)[0]

    def without(self, members: Collection[int]) -> tuple[Assignment | None, list[Change]]:
        """See `ChangedClues`; no changes are looked for."""
        found = self._solutions(self.clues.every - set(members), {})
        return (found[0] if found else None), []

    def _boards(self, changed: Values) -> list[Assignment]:
        """Return one or two solutions of a board; none where it is refused or not decided."""
        key = tuple(changed.items())
        if key not in self._known:
            self._known[key] = self._solutions(self.clues.every, changed)
        return self._known[key]

    def _solutions(self, kept: Collection[int], changed: Values) -> list[Assignment]:
        try:
            return find_solutions(self.clues.program(kept, changed), 2, CONFLICTS)
        except (UserError, UndecidedError):
            return []


Changed = ChangedClues | ChangedBoardByBoard


def changed_clues(clues: Clues, others: Mapping[Clue, Sequence[int]]) -> Changed:
    """Return the boards on which some clues have other values."""
    others = {clue: values for clue, values in others.items() if values}
    try:
        return ChangedClues(clues, others)
    except UserError:
        return ChangedBoardByBoard(clues, others)


def change(clues: Clues, clue: Clue, value: int, unique: bool = False) -> Change:
    """Return the change of a clue to a value."""
    before, after = (clues.text_of(clue.given, v) for v in (clues.value(clue), value))
    return Change(clue, before, after, value, unique)


def other_values(clues: Clues, clue: Clue) -> list[int]:
    """Return other values that a clue could have."""
    return [value for value in values_of(clues, clue.given) if value != clues.value(clue)]


def values_of(clues: Clues, name: str) -> list[int]:
    """Return values that a clue could have: for a name, those of the board."""
    given, ground = clues.full.rules.givens[name], clues.full
    kind = given.type.kind
    if kind == "enum":
        return [int(ground.number(each)) for each in given.type.names]
    present: list[int] = ground.values(name).tolist()
    if kind == "name":
        return present
    if ground.givens[name].kind == "int":
        low, high = ground.bounds(given.type)
        return sorted({*present, *range(low, min(low + NUMBERS, high + 1))})
    return []
