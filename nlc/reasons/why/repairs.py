"""What would mend a board: the fewest clues to take away or to change, and what was mistyped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, product
from typing import NamedTuple

from nlc.board import Sort
from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.errors import UserError
from nlc.ir.nodes import Assignment
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import SelectorSolver
from nlc.reasons.why.boards import (
    ClueSolver,
    Subsets,
    UndecidedError,
    find_solutions,
    has_one_solution,
)
from nlc.reasons.why.clues import Clues

CONFLICTS = 50_000
"""Conflicts after which a changed clue, or a board without one, counts as undecided."""

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
    """The boards on which some clues have other values, in one formula.

    For genres whose boards share no formula, each is elaborated by itself.
    """

    def __init__(self, clues: Clues, others: Mapping[Clue, Sequence[int]]) -> None:
        """Take the further values of clues of a puzzle."""
        self.clues, self._others = clues, {c: values for c, values in others.items() if values}
        self._number = {clue: i for i, clue in enumerate(clues.single)}
        self._formula: ClueSolver | None = None
        with suppress(UserError):
            self._formula = ClueSolver(clues, others=self._others)

    def values(self, clue: Clue) -> list[int]:
        """Return the values of a clue with which there is a solution, if nothing else changes."""
        left, out = list(self._others.get(clue, ())), list[int]()
        if self._formula is None:
            return [value for value in left if self._boards(self.clues.every, {clue: value})]
        formula = self._formula
        while left and self._count(formula, [clue], [self._any(formula, clue, left)], 1):
            out.append(self._chosen(formula, clue, left))
            left.remove(out[-1])
        return sorted(out)

    def unique(self, changed: Values) -> bool:
        """Return whether there is exactly one solution where some clues have other values."""
        if self._formula is None:
            count = len(self._boards(self.clues.every, changed))
        else:
            atoms = [self._formula.atom(*each) for each in changed.items()]
            count = self._count(self._formula, changed, atoms, 2)
        every = self.clues.every
        return count == 1 and has_one_solution(
            self.clues.program(every, changed, guarded_rules=False)
        )

    def board(self, changed: Values) -> Assignment:
        """Return a solution where some clues have other values; there is one."""
        if self._formula is None:
            return self._boards(self.clues.every, changed)[0]
        atoms = [self._formula.atom(*each) for each in changed.items()]
        self._count(self._formula, changed, atoms, 1)
        return self._formula.board_of(self.clues.program(self.clues.every, changed))

    def without(self, members: Collection[int]) -> tuple[Assignment | None, list[Change]]:
        """Return a solution without some groups, and what some of their clues could be on it.

        No changes are looked for where each board is elaborated by itself.
        """
        clues, formula, rest = self.clues, self._formula, self.clues.every - set(members)
        if formula is None:
            return next(iter(self._boards(rest, {})), None), []
        gone = [clue for i in members for clue in clues.groups[i].clues]
        some = [clue for clue in gone if clue in self._others]
        changed = [self._any(formula, clue, self._others[clue]) for clue in some]
        subsets = SelectorSolver(formula, changed, self._kept(formula, gone))
        subsets.limit(CONFLICTS)
        try:
            first = subsets.model(())
            if first is None:
                return None, []
            held = subsets.grow(first)
            subsets.model(held)
        except ExhaustedError:
            return None, []
        board, others = formula.board_of(clues.program(rest)), [some[i] for i in sorted(held)]
        chosen = ((clue, self._chosen(formula, clue, self._others[clue])) for clue in others)
        return board, [change(clues, *each) for each in chosen]

    def _any(self, formula: ClueSolver, clue: Clue, values: Sequence[int]) -> int:
        """Return a literal under which a clue has one of some values."""
        some = formula.variable()
        formula.add([[-some, *(formula.atom(clue, value) for value in values)]])
        return some

    def _chosen(self, formula: ClueSolver, clue: Clue, values: Sequence[int]) -> int:
        """Return which of some values a clue has in the last model."""
        lits = {value: formula.atom(clue, value) for value in values}
        return next(value for value, x in lits.items() if formula.last[abs(x)] == (x > 0))

    def _kept(self, formula: ClueSolver, changed: Collection[Clue]) -> list[int]:
        """Return that all other clues have their own values."""
        return [formula.selectors[i] for clue, i in self._number.items() if clue not in changed]

    def _count(
        self, formula: ClueSolver, changed: Collection[Clue], wanted: Sequence[int], most: int
    ) -> int:
        """Return how many boards there are where some clues change so; 0 if that is undecided."""
        assumed, count = [*self._kept(formula, changed), *wanted], 0
        try:
            while count < most and formula.find_model(assumed, CONFLICTS) is not None:
                count += 1
                if count < most:
                    assumed.append(formula.another(formula.solution()))
        except ExhaustedError:
            return 0
        return count

    def _boards(self, kept: frozenset[int], changed: Values) -> tuple[Assignment, ...]:
        """Return one or two solutions of a board; none where it is refused or not decided."""
        with suppress(UserError, UndecidedError):
            return find_solutions(self.clues.program(kept, changed), 2, CONFLICTS)
        return ()


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


MOST = 10
"""Repairs or suspects at most; groups of several clues of which two may have been exchanged."""

TRIED = 100
"""Groups at most whose clues are tried with other values."""


class Repair(NamedTuple):
    """Groups of clues that are taken away, and what some could be instead.

    Attributes:
        members: the groups; empty if clues are only changed, all of them together.
        changes: values of theirs with which the board is a solution as well; of a single clue all
            that leave exactly one solution, and the board is that of the first.
        board: a solution of the board without them, or with the changes; None of a suspect.
    """

    members: tuple[int, ...]
    changes: tuple[Change, ...]
    board: Assignment | None = None

    @property
    def made(self) -> tuple[Change, ...]:
        """The changes that the board has."""
        return self.changes[: 1 if self.members else None] if len(self.members) < 2 else ()

    @property
    def unique(self) -> bool:
        """Whether a change leaves exactly one solution, as puzzles mostly have."""
        return any(change.unique for change in self.changes)


def suspects(clues: Clues, subsets: Subsets, members: Collection[int]) -> Iterator[Repair]:
    """Yield changes that leave exactly one solution, at most `MOST`.

    They are of one clue, which was probably mistyped, or two labels that were exchanged.

    Args:
        clues: of the puzzle.
        subsets: decides which clues are consistent.
        members: groups that contradict each other, so that one of them is wrong.
    """
    found = list(islice((i for i in members if _can_mend(clues, subsets, i)), TRIED))
    changes = _changeable(clues, found)
    alone = (clues.groups[i].clues[0] for i in found if len(clues.groups[i].clues) == 1)
    changed = (
        (change(clues, clue, value, True),)
        for clue in alone
        for value in changes.values(clue)
        if changes.unique({clue: value})
    )
    ways = chain(changed, _exchanges(changes, found))
    yield from islice((Repair((), way) for way in ways), MOST)


def repairs(clues: Clues, subsets: Subsets) -> Iterator[Repair]:
    """Yield the smallest sets of groups without which there is a solution.

    There are at most `MOST`, or `TRIED` single clues, of which `best` takes as many. Labels
    that may have been exchanged come last.
    """
    found = sorted(islice(subsets.least_sets(clues.every), TRIED))
    if found and len(found[0]) > 1:
        found = found[:MOST]
    single = [members[0] for members in found if len(members) == 1]
    changes = _changeable(clues, {i for members in found for i in members})
    for members in found:
        board, others = changes.without(members)
        if board is None:
            continue
        if len(members) == 1 == len(clues.groups[members[0]].clues):
            yield _single(changes, members[0], board)
        else:
            # A check may ask for the clues of a group together, as for the two ends of a path.
            alone = {clues.groups[i].clues[0] for i in members if len(clues.groups[i].clues) == 1}
            yield Repair(members, tuple(each for each in others if each.clue in alone), board)
    for exchange in _exchanges(changes, single):
        yield Repair((), exchange, changes.board({each.clue: each.value for each in exchange}))


def mended(clues: Clues, members: Collection[int]) -> Iterator[Repair]:
    """Yield changes of one clue of some groups, refused by a check, with which there is a solution.

    Args:
        clues: the clues.
        members: the groups that a check refuses.
    """
    every = [clue for member in members for clue in clues.groups[member].clues]
    changes = ChangedClues(clues, {clue: other_values(clues, clue) for clue in every})
    for clue in every:
        for value in changes.values(clue):
            changed = change(clues, clue, value, changes.unique({clue: value}))
            yield Repair((), (changed,), changes.board({clue: value}))


def best(every: Iterable[Repair]) -> tuple[Repair, ...]:
    """Return at most `MOST` repairs, first those that leave exactly one solution."""
    return tuple(sorted(every, key=lambda repair: not repair.unique)[:MOST])


def _single(changes: ChangedClues, member: int, board: Assignment) -> Repair:
    """Return what a clue could be: all values that leave one solution, else one that leaves any.

    Args:
        changes: the boards with other values.
        member: the clue's group.
        board: a solution without it.
    """
    (clue,) = changes.clues.groups[member].clues
    values = changes.values(clue)
    alone = [value for value in values if changes.unique({clue: value})]
    if values:
        board = changes.board({clue: (alone or values)[0]})
    changed = [change(changes.clues, clue, value, value in alone) for value in alone or values[:1]]
    return Repair((member,), tuple(changed), board)


def _changeable(clues: Clues, members: Collection[int]) -> ChangedClues:
    """Return boards where one clue of some groups is changed, or two of several are exchanged."""
    others = {
        clue: other_values(clues, clue)
        for i in members
        for clue in clues.groups[i].clues
        if len(clues.groups[i].clues) == 1
    }
    for pair in _pairs(clues, members):
        for clue, other in (pair, pair[::-1]):
            others[clue] = sorted({*others.get(clue, ()), clues.value(other)})
    return ChangedClues(clues, others)


def _exchanges(changes: ChangedClues, members: Collection[int]) -> Iterator[tuple[Change, ...]]:
    """Yield exchanges of clues of two of some groups that leave exactly one solution."""
    clues = changes.clues
    for one, other in _pairs(clues, members):
        changed = {one: clues.value(other), other: clues.value(one)}
        if changes.unique(changed):
            yield tuple(change(clues, *each, True) for each in changed.items())


def _pairs(clues: Clues, members: Collection[int]) -> Iterator[tuple[Clue, Clue]]:
    """Yield clues of the same given of two groups that have several each."""
    several = [clues.groups[i].clues for i in members if len(clues.groups[i].clues) > 1]
    for groups in combinations(several[:MOST], 2):
        for one, other in product(*groups):
            kind = clues.full.givens[one.given].kind
            if one.given == other.given and kind is not Sort.BORDER:  # a side is of its cell
                yield one, other


def _can_mend(clues: Clues, subsets: Subsets, group: int) -> bool:
    """Return whether there is surely a solution without a group."""
    with suppress(ExhaustedError):
        return subsets.model(clues.every - {group}, CONFLICTS) is not None
    return False
