"""Clues to take away, to change or to add, so that a board has a solution, or just one.

What mends a board without solution: the fewest clues to take away or to change, and what was
mistyped. Of one with a solution: the fewest further clues that leave one, and superfluous clues.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.errors import UserError
from nlc.ir.nodes import Assignment
from nlc.language.inherit import Rules
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import SelectorSolver, SubsetSolver, smallest
from nlc.reasons.why import boards
from nlc.reasons.why.clues import Clues, Others, Values

CONFLICTS = 50_000
"""Conflicts after which a changed clue, or a board without one, counts as undecided."""

NUMBERS = 20
"""Numbers of its type, from the least on, that are tried instead of a wrong one."""


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

    def __init__(self, clues: Clues, others: Others) -> None:
        """Take the further values of clues of a puzzle."""
        self.clues, self._others = clues, {c: values for c, values in others.items() if values}
        self._formula: boards.ClueSolver | None = None
        with suppress(UserError):
            self._formula = boards.ClueSolver(clues, others=self._others)

    def values(self, clue: Clue) -> list[int]:
        """Return the values of a clue with which there is a solution, if nothing else changes."""
        left, out = list(self._others.get(clue, ())), list[int]()
        if self._formula is None:
            return [value for value in left if self._boards(self.clues.every, {clue: value})]
        formula = self._formula
        while left and _count(formula, [*formula.own([clue]), formula.any_of(clue, left)], 1):
            out.append(formula.chosen(clue, left))
            left.remove(out[-1])
        return sorted(out)

    def changes(self, clue: Clue) -> Iterator[Change]:
        """Yield the changes of a clue with which there is a solution, if nothing else changes."""
        for value in self.values(clue):
            yield change(self.clues, clue, value, self.unique({clue: value}))

    def unique(self, changed: Values) -> bool:
        """Return whether there is exactly one solution where some clues have other values."""
        clues, every = self.clues, self.clues.every
        if self._formula is None:
            count = len(self._boards(every, changed))
        else:
            count = _count(self._formula, self._formula.changed(changed), 2)
        if count != 1:
            return False
        return boards.has_one_solution(clues.program(every, changed, guarded_rules=False))

    def board(self, changed: Values) -> Assignment:
        """Return a solution where some clues have other values; there is one."""
        if self._formula is None:
            return self._boards(self.clues.every, changed)[0]
        _count(self._formula, self._formula.changed(changed), 1)
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
        changed = [formula.any_of(clue, self._others[clue]) for clue in some]
        subsets = SelectorSolver(formula, changed, formula.own(gone))
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
        chosen = ((clue, formula.chosen(clue, self._others[clue])) for clue in others)
        return board, [change(clues, *each) for each in chosen]

    def _boards(self, kept: frozenset[int], changed: Values) -> tuple[Assignment, ...]:
        """Return one or two solutions of a board; none where it is refused or not decided."""
        with suppress(UserError, boards.UndecidedError):
            return boards.find_solutions(self.clues.program(kept, changed), 2, CONFLICTS)
        return ()


def _count(formula: boards.ClueSolver, assumed: Sequence[int], most: int) -> int:
    """Return how many boards there are under some assumptions; 0 if that is undecided."""
    wanted, count = [*assumed], 0
    try:
        while count < most and formula.find_model(wanted, CONFLICTS) is not None:
            count += 1
            if count < most:
                wanted.append(formula.another(formula.solution()))
    except ExhaustedError:
        return 0
    return count


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


def suspects(clues: Clues, subsets: boards.Subsets, members: Collection[int]) -> Iterator[Repair]:
    """Yield changes that leave exactly one solution, at most `MOST`.

    They are of one clue, which was probably mistyped, or two labels that were exchanged.

    Args:
        clues: of the puzzle.
        subsets: decides which clues are consistent.
        members: groups that contradict each other, so that one of them is wrong.
    """
    found = list(islice((i for i in members if _can_mend(clues, subsets, i)), TRIED))
    changes = _changeable(clues, found)
    changed = (
        (one,) for clue in _alone(clues, found) for one in changes.changes(clue) if one.unique
    )
    ways = chain(changed, _exchanges(changes, found))
    yield from islice((Repair((), way) for way in ways), MOST)


def repairs(clues: Clues, subsets: boards.Subsets) -> Iterator[Repair]:
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
        # A check may ask for the clues of a group together, as for the two ends of a path.
        alone = _alone(clues, members)
        others = [each for each in others if each.clue in alone]
        if len(members) == 1 == len(alone):
            # All values that leave one solution, else one that leaves any.
            every = [*changes.changes(alone[0])]
            others = [one for one in every if one.unique] or every[:1]
            if others:
                board = changes.board({alone[0]: others[0].value})
        yield Repair(members, tuple(others), board)
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
    for one in chain.from_iterable(map(changes.changes, every)):
        yield Repair((), (one,), changes.board({one.clue: one.value}))


def best(every: Iterable[Repair]) -> tuple[Repair, ...]:
    """Return at most `MOST` repairs, first those that leave exactly one solution."""
    return tuple(sorted(every, key=lambda repair: not repair.unique)[:MOST])


def _alone(clues: Clues, members: Iterable[int]) -> list[Clue]:
    """Return the clues of those of some groups that have one each."""
    return [clues.groups[i].clues[0] for i in members if len(clues.groups[i].clues) == 1]


def _changeable(clues: Clues, members: Collection[int]) -> ChangedClues:
    """Return boards where one clue of some groups is changed, or two of several are exchanged."""
    others = {clue: other_values(clues, clue) for clue in _alone(clues, members)}
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


def _can_mend(clues: Clues, subsets: boards.Subsets, group: int) -> bool:
    """Return whether there is surely a solution without a group."""
    with suppress(ExhaustedError):
        return subsets.model(clues.every - {group}, CONFLICTS) is not None
    return False


# ---------- boards with a solution ----------

BOARDS = 20
"""Solutions that are tried, each with all its clues, before the search is given up."""


class Added(NamedTuple):
    """Further clues with which there is one solution.

    Attributes:
        clues: each with its value, in words and as arrays hold it; None if none were found.
        board: the solution.
        smallest: whether it was proved that no fewer do.
        checked: whether another solver confirms that there is no second solution.
    """

    clues: tuple[tuple[Clue, str, int], ...] | None
    board: Assignment
    smallest: bool
    checked: bool = False


def added(clues: Clues, board: Assignment) -> Iterator[Added]:
    """Yield ever fewer clues of the genre's first given that leave one solution.

    They are at elements without any clue, and agree with one of the solutions.

    Args:
        clues: of the puzzle.
        board: a solution.
    """
    others = _candidates(clues)
    try:
        formula = boards.ClueSolver(clues, others=others)
    except UserError:
        alone = boards.has_one_solution(clues.program(clues.every))
        yield Added(() if alone else None, board, alone, alone)
        return
    formula.add([[selector] for selector in formula.selectors])
    every = [(clue, value) for clue, values in others.items() for value in values]
    lits = [formula.atom(*each) for each in every]
    sole = _sole(formula, lits)
    board = formula.board_of(clues.program(clues.every))
    if sole is None:
        yield Added(None, board, False)
        return
    wanted, other = sole
    subsets = SelectorSolver(formula, [lits[i] for i in wanted], [other])
    for some, _, least in smallest(subsets, range(len(wanted))):
        found = [every[wanted[i]] for i in some]
        texts = tuple((clue, clues.text_of(clue.given, value), value) for clue, value in found)
        yield Added(texts, board, least)
    alone = boards.has_one_solution(clues.program(clues.every, dict(found)))
    yield Added(texts, board, least, alone)


def _sole(formula: boards.ClueSolver, lits: Sequence[int]) -> tuple[list[int], int] | None:
    """Return further clues that one solution alone has, and a literal that excludes it.

    From a second solution that has them as well, the search goes on, as it may have more. The
    formula holds the solution.
    """
    nothing, before, others = [-x for x in lits], list[int](), list[int]()
    model = formula.find_model(nothing)
    for _ in range(BOARDS):
        if model is None:
            return None
        solution = formula.solution()
        full = SelectorSolver(formula, lits, solution)
        wanted = sorted(full.grow(full.model(()) or frozenset()))
        full.model(wanted)
        others.append(formula.another(solution))
        model = formula.find_model([others[-1], *(lits[i] for i in wanted)])
        if model is None:
            return wanted, others[-1]
        if wanted == before:
            model = formula.find_model([*nothing, *others])
        before = wanted
    return None


def added_given(rules: Rules) -> str | None:
    """Return the given that gets further clues: the genre's first one, if it may have some."""
    name, given = next(iter(rules.givens.items()), ("", None))
    kinds = ("name", "enum", "range")
    return name if given is not None and given.optional and given.type.kind in kinds else None


def _candidates(clues: Clues) -> dict[Clue, list[int]]:
    """Return the values that further clues could have; where elements are marked, at these."""
    rules = clues.full.rules
    name = added_given(rules)
    if name is None:
        return {}
    given = rules.givens[name]
    taken = {
        element
        for other, texts in clues.full.given_texts().items()
        for element in texts
        if rules.givens[other].sort == given.sort and rules.givens[other].optional
    }
    free = [i for i in range(len(clues.full.givens[name].data)) if i not in taken]
    if given.otherwise is not None:
        marked = clues.full.givens[given.otherwise.name].data
        free = [i for i in free if marked[i]] or free
    values = values_of(clues, name)
    return {Clue(name, i): values for i in free if values}


class Superfluous(Struct, frozen=True):
    """Which clues of a puzzle are superfluous.

    Attributes:
        unique: whether there is exactly one solution; if not, nothing else is set.
        alone: the groups of clues each of which can be removed by itself.
        undecided: those for which that was not decided.
        enough: groups that suffice for one solution; None: none were found yet.
        smallest: whether it was proved that no fewer suffice.
        minimal: whether none of them can be removed.
        checked: whether another encoding and another solver find the same.
    """

    unique: bool
    alone: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
    enough: tuple[int, ...] | None = None
    smallest: bool = False
    minimal: bool = False
    checked: bool = False


def superfluous(clues: Clues) -> Iterator[Superfluous]:
    """Yield which clues of a puzzle with a solution are superfluous, and ever fewer that suffice.

    Raises:
        RuntimeError: another solver finds otherwise: a fault of nlc.
    """
    every, others = clues.every, None
    subsets: SubsetSolver = boards.clue_by_clue(clues, boards.second_solution)
    with suppress(UserError):
        subsets = others = boards.OtherBoards(clues)
    if subsets.model(every) is not None:
        yield Superfluous(False)
        return
    found = {i: _can_go(clues, others, i) for i in sorted(every)}
    alone = tuple(i for i, gone in found.items() if gone)
    undecided = tuple(i for i, gone in found.items() if gone is None)
    yield (out := Superfluous(True, alone, undecided))
    for members, minimal, least in smallest(subsets, sorted(every)):
        yield (out := replace(out, enough=members, smallest=least, minimal=minimal))
    checked = others is None or _is_confirmed(clues, found)
    checked = checked and boards.has_one_solution(clues.program(out.enough or ()))
    yield replace(out, checked=checked)


def _can_go(
    clues: Clues, others: boards.OtherBoards | None, group: int, conflicts: int = boards.CONFLICTS
) -> bool | None:
    """Return whether the solution is the only one without a group; None: not decided."""
    rest = clues.every - {group}
    if others is not None:
        return others.is_sole(sorted(rest), conflicts=conflicts) and others.allows(rest)
    try:
        return boards.has_one_solution(clues.program(rest))
    except UserError:
        return False


def _is_confirmed(clues: Clues, found: Mapping[int, bool | None]) -> bool:
    """Return whether another solver confirms of each group whether it can be removed."""
    checker = boards.OtherBoards(clues, boards.CHECKER, boards.CHECKED_BY)
    for group, gone in found.items():
        same = _can_go(clues, checker, group, boards.CHECKING)
        if same is None:
            return False
        if gone is not None and same != gone:
            raise RuntimeError(f"two solvers differ: can {clues.groups[group].text} go?")
    return True
