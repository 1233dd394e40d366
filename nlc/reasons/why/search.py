"""The search for an explanation; it yields each finding at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment
from nlc.language.resolve import Puzzle
from nlc.reasons.groups import GroupSolver
from nlc.reasons.minimal import Mus, shrink, smallest
from nlc.reasons.subset_solver import SelectorSolver
from nlc.reasons.why.board_by_board import BoardByBoard, UndecidedError, is_unsolvable
from nlc.reasons.why.clue_solver import SOLVER, ClueSubsets
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.further_clues import Added, added
from nlc.reasons.why.repairs import Repair, mended, repairs
from nlc.reasons.why.shape import Opened, Part, needed, openings
from nlc.reasons.why.superfluous import Superfluous, superfluous
from nlc.reasons.why.suspects import Suspect, refused, suspects

FEW = 12
"""Clues at most that are tried each on a board of its own, where minimality was not found."""

RULING = 20_000
"""Conflicts after which the search for the rules is given up."""

WHOLE_COST = 10
"""What an instance about the whole board costs; one at a place costs 1."""


class Wanted(NamedTuple):
    """What to look for apart from the clues and the rules."""

    details: bool = False
    repair: bool = False
    every_fault: bool = False
    make_unique: bool = False
    superfluous: bool = False


class Refused(NamedTuple):
    """A check of the genre fails: groups of clues each of which it refuses alone."""

    members: tuple[int, ...]
    message: str


class Solvable(NamedTuple):
    """There is a solution."""

    board: Assignment


class Contradiction(NamedTuple):
    """Clues that contradict each other, of fault number `fault` from 0."""

    fault: int
    members: tuple[int, ...]
    smallest: bool
    minimal: bool = True


class Checked(NamedTuple):
    """Another encoding and solver confirm that a fault's clues contradict, and are minimal."""

    fault: int


class PartsNeeded(NamedTuple):
    """Walls and holes that the first fault needs."""

    parts: tuple[Part, ...]


class RulesNeeded(NamedTuple):
    """The rules that contradict each other with the clues of the first fault."""

    names: tuple[str, ...]
    smallest: bool
    minimal: bool


class Place(NamedTuple):
    """An instance of a rule, or a ring: its name and the elements that it constrains."""

    rule: str
    name: str
    elements: tuple[tuple[str, int], ...]
    whole: bool


class PlacesNeeded(NamedTuple):
    """The instances of rules that contradict each other with the clues of the first fault."""

    places: tuple[Place, ...]
    smallest: bool
    minimal: bool


class Settled(NamedTuple):
    """Nothing more will be found of a part: ``clues``, ``rules``, ``faults``, ``changes``."""

    part: str


class Done(NamedTuple):
    """Nothing more will be found."""


Finding = Refused | Solvable | Contradiction | Checked | PartsNeeded | RulesNeeded | PlacesNeeded
Event = Finding | Suspect | Repair | Opened | Added | Superfluous | Settled | Done


def search(puzzle: Puzzle, wanted: Wanted) -> Iterator[Event]:
    """Yield what is found, as it is found.

    Raises:
        UserError: the puzzle is wrong in a way that has nothing to do with its clues.
    """
    clues = Clues(puzzle)
    try:
        clues.program(clues.every)
    except UserError as error:
        yield from _refused(clues, error, wanted)
        yield Settled("changes")
        yield Done()
        return
    subsets = _clue_subsets(clues)
    if subsets.model(clues.every) is not None:
        board = subsets.board_of(clues.program(clues.every))
        yield Solvable(board)
        if wanted.make_unique:
            yield from added(clues, board)
        if wanted.superfluous:
            yield from superfluous(clues)
        yield Done()
        return
    found: tuple[int, ...] = ()
    minimal = True
    start = _start(clues) if isinstance(subsets, ClueSubsets) and subsets.formula.connected else ()
    for found, minimal, least in _smallest(subsets, sorted(clues.every), start):
        yield Contradiction(0, found, least, minimal)
    if isinstance(subsets, ClueSubsets) and not minimal and len(found) <= FEW:
        # What few clues leave is soon solved by itself, where one formula for all takes long.
        subsets = BoardByBoard(clues)
        some, minimal = shrink(subsets, found)
        found = tuple(sorted(some))
        yield Contradiction(0, found, False, minimal)
    yield from _checked(clues, subsets, 0, found if minimal else (), found)
    there = sorted(subsets.kept.union(found))
    if parts := needed(puzzle, {clues.groups[i].text for i in there}):
        yield PartsNeeded(parts)
    yield Settled("clues")
    names: tuple[str, ...] = ()
    for rules in _rules(puzzle, clues, there):
        yield rules
        names = rules.names
    yield Settled("rules")
    if wanted.every_fault:
        yield from _others(clues, subsets, found)
    yield Settled("faults")
    if not wanted.repair:
        yield from suspects(clues, subsets, found)
    elif found:
        yield from repairs(clues, subsets)
    if wanted.repair:
        yield from openings(puzzle, parts)
    yield Settled("changes")
    if wanted.details:
        yield from _places(puzzle, clues, there, names)
    yield Done()


def _clue_subsets(clues: Clues) -> ClueSubsets | BoardByBoard:
    """Return one formula for all sets of clues; where there is none, board by board."""
    try:
        return ClueSubsets(clues)
    except UserError:
        return BoardByBoard(clues)


def _smallest(
    subsets: ClueSubsets | BoardByBoard, every: Collection[int], start: Collection[int]
) -> Iterator[Mus]:
    """Yield ever smaller inconsistent sets of clues, whatever other clues there are."""
    while True:
        for found in smallest(subsets, every, start=start):
            if isinstance(subsets, BoardByBoard) and subsets.keep_beside(found.members):
                break
            yield found
        else:
            return


def _start(clues: Clues) -> tuple[int, ...]:
    """Return clues that contradict each other even without connectedness, or none."""
    subsets = ClueSubsets(clues, whole=False)
    if subsets.model(clues.every) is not None:
        return ()
    *_, last = smallest(subsets, sorted(clues.every))
    return last.members


def _refused(clues: Clues, error: UserError, wanted: Wanted) -> Iterator[Event]:
    """Yield the groups of clues that a check refuses each by itself, and what mends them."""
    members = []
    for i in sorted(clues.every):
        try:
            clues.program({i})
        except UserError:
            members.append(i)
    if not members:  # a clue may be refused only together with others
        spans = {item.span for item in error.diagnostics if item.span is not None}
        for i, group in enumerate(clues.groups):
            if any(clues.full.span_of(*clue) in spans for clue in group.clues):
                members.append(i)
    message = "; ".join(item.message for item in error.diagnostics)
    yield Refused(tuple(members), message)
    yield Settled("clues")
    yield from (mended if wanted.repair else refused)(clues, members)


def _checked(
    clues: Clues,
    subsets: ClueSubsets | BoardByBoard,
    fault: int,
    needed: Sequence[int],
    members: Sequence[int],
) -> Iterator[Event]:
    """Yield `Checked` if the clues of a fault contradict each other, and each needed one is needed.

    Raises:
        RuntimeError: they do not: an error in nlc.
    """
    try:
        if not is_unsolvable(clues, subsets.kept.union(members)):
            raise RuntimeError("clues that should contradict each other have a solution")
        for member in needed:
            rest = subsets.model(set(members) - {member})
            if rest is None:
                raise RuntimeError("clues that should be minimal are not")
            program = clues.program(rest)
            if violations(program, subsets.board_of(program), 1):
                return
    except UndecidedError:
        return
    yield Checked(fault)


def _rules(puzzle: Puzzle, clues: Clues, members: Sequence[int]) -> Iterator[RulesNeeded]:
    """Yield which rules are needed with some clues."""
    try:
        program = clues.program(members)
    except UserError:
        return
    with GroupSolver(puzzle, program, lazy=False, solver=SOLVER) as solver:
        names = list(dict.fromkeys(group.rule for group in solver.groups))
        of_rule = {name: solver.variable() for name in names}
        for group in solver.groups:
            solver.add([[-of_rule[group.rule], group.selector]])
        subsets = SelectorSolver(solver, [of_rule[name] for name in names])
        subsets.limit(RULING)
        # Without implied constraints some contradictions take very long.
        with suppress(ExhaustedError):
            for found, minimal, least in smallest(subsets, range(len(names))):
                yield RulesNeeded(tuple(names[i] for i in found), least, minimal)


def _places(
    puzzle: Puzzle, clues: Clues, members: Sequence[int], rules: Collection[str]
) -> Iterator[PlacesNeeded]:
    """Yield where some rules are needed with some clues."""
    if not rules:
        return
    with GroupSolver(puzzle, clues.program(members), solver=SOLVER) as solver:
        groups = [group for group in solver.groups if group.rule in rules]
        cost = [WHOLE_COST if group.whole else 1 for group in groups]
        subsets = SelectorSolver(solver, [group.selector for group in groups])
        for some, minimal, least in smallest(subsets, range(len(groups)), cost.__getitem__):
            chosen = [groups[i] for i in some]
            chosen += _rings(solver, [group.selector for group in chosen])
            yield PlacesNeeded(
                tuple(
                    Place(group.rule, group.name, tuple(solver.elements(group)), group.whole)
                    for group in chosen
                    if not (group.whole and any(g.ring and g.rule == group.rule for g in chosen))
                ),
                least,
                minimal,
            )


def _rings(solver: GroupSolver, selectors: Sequence[int]) -> list:  # type: ignore[type-arg]
    """Return a minimal set of the rings that contradict some groups."""
    if solver.solve(selectors):
        return []
    left = [group for group in solver.groups_of(solver.core()) if group.ring]
    for ring in list(left):
        rest = [group for group in left if group is not ring]
        if not solver.solve(selectors, rest):
            used = set(solver.core())
            left = [group for group in rest if group.selector in used]
    return left


def _others(
    clues: Clues, subsets: ClueSubsets | BoardByBoard, first: Sequence[int]
) -> Iterator[Event]:
    """Yield faults that share no clue with the first one, or with each other."""
    left, fault = set(clues.every) - set(first), 0
    while first and subsets.model(left) is None:
        fault += 1
        some, minimal = shrink(subsets, subsets.core())
        if not some:
            return
        found = tuple(sorted(some))
        yield Contradiction(fault, found, len(found) == 1 and minimal, minimal)
        yield from _checked(clues, subsets, fault, found if minimal else (), found)
        left -= some
