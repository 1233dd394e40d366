"""The search for an explanation: what is known of it grows, and each state of it is yielded.

First come the clues, then the rules that contradict them, then what would mend them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.minimal import Mus, SelectorSolver, SubsetSolver, prune, shrink, smallest
from nlc.reasons.why import boards
from nlc.reasons.why.changes import MOST, added, best, mended, repairs, superfluous, suspects
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.shape import needed, openings
from nlc.reasons.why.why import CONTRADICTION, REFUSED, SOLVABLE, Fault, Place, RuleReason, Why
from nlc.solving.solution import Solution

FEW = 12
"""Clues at most that are tried each on a board of its own, where minimality was not found."""

RULING = 20_000
"""Conflicts after which the search for the rules is given up."""

WHOLE_COST = 10
"""What an instance about the whole board costs; one at a place costs 1."""


Growing = Generator[Why, None, Why]
"""Explanations, each of which has more; the last one is returned, too."""


class Wanted(NamedTuple):
    """What to look for apart from the clues and the rules.

    Attributes:
        details: where each rule is needed.
        repair: the fewest clues to take away or to change.
        every_fault: faults that have nothing to do with the first.
        make_unique: the fewest further clues that leave one solution, if there are some.
        superfluous: superfluous clues, if there is one solution.
    """

    details: bool = False
    repair: bool = False
    every_fault: bool = False
    make_unique: bool = False
    superfluous: bool = False


def explain_contradiction(
    puzzle: Puzzle,
    wanted: Wanted = Wanted(),  # noqa: B008
    limits: Limits = NO_LIMITS,
    report: Callable[[Why], None] | None = None,
) -> Why:
    """Return why a puzzle has no solution.

    Args:
        puzzle: the puzzle.
        wanted: what to look for.
        limits: after which the best that was found is returned, and not `complete`.
        report: called with the explanation so far, whenever it grows.

    Raises:
        UserError: the puzzle is wrong in a way that its clues do not explain.
        RuntimeError: an explanation turned out to be wrong: an error in nlc.
    """
    from nlc.process.pool import stream
    from nlc.process.worker import WorkerStoppedError

    start, why = time.monotonic(), Why(puzzle)
    try:
        for found in stream(partial(search, puzzle, wanted), limits):
            why = replace(found, puzzle=puzzle, seconds=time.monotonic() - start)
            if report is not None:
                report(why)
    except WorkerStoppedError as error:
        if error.reason not in ("wall-time", "cpu-time", "memory"):
            raise RuntimeError(str(error)) from error
        why = replace(why, stopped=limits.words(error.reason))
    return replace(why, seconds=time.monotonic() - start)


def search(puzzle: Puzzle, wanted: Wanted) -> Iterator[Why]:
    """Yield what is known so far of why a puzzle has no solution; the last one is complete.

    Raises:
        UserError: the puzzle is wrong in a way that has nothing to do with its clues.
    """
    why, clues = Why(puzzle), Clues(puzzle)
    try:
        program = clues.program(clues.every)
    except UserError as error:
        members = _refused(clues, error)
        faults = tuple(Fault((clues.groups[i],)) for i in members)
        message = "; ".join(item.message for item in error.diagnostics)
        yield (why := replace(why, status=REFUSED, faults=faults, message=message))
        yield (why := _settled(why, "clues"))
        changes = (one for one in mended(clues, members) if wanted.repair or one.unique)
        name = "repairs" if wanted.repair else "suspects"
        why = yield from _grown(why, name, islice(changes, MOST))
        yield replace(_settled(why, "changes"), complete=True)
        return
    try:
        subsets: boards.Subsets = boards.ClueSubsets(clues)
    except UserError:
        subsets = boards.clue_by_clue(clues)
    if subsets.model(clues.every) is not None:
        board = subsets.board_of(program)
        yield (why := replace(why, status=SOLVABLE, solution=Solution(program, board)))
        for more in added(clues, board) if wanted.make_unique else ():
            yield (why := replace(why, added=more))
        for spare in superfluous(clues) if wanted.superfluous else ():
            yield (why := replace(why, superfluous=spare))
        yield replace(why, complete=True)
        return
    for found in _smallest(subsets, sorted(clues.every)):
        fault = _fault(clues, found.members, found.minimal, found.smallest)
        yield (why := replace(why, status=CONTRADICTION, faults=(fault,)))
    members, minimal = found.members, found.minimal
    if isinstance(subsets, boards.ClueSubsets) and not minimal and len(members) <= FEW:
        # What few clues leave is soon solved by itself, where one formula for all takes long.
        subsets = boards.clue_by_clue(clues)
        some, minimal = shrink(subsets, members)
        members = tuple(sorted(some))
        yield (why := replace(why, faults=(_fault(clues, members, minimal, False),)))
    checked = _is_checked(clues, subsets, members, minimal)
    there = sorted(subsets.kept.union(members))
    parts = needed(puzzle, {clues.groups[i].text for i in there})
    fault = replace(why.faults[0], checked=checked, parts=parts)
    yield (why := _settled(replace(why, faults=(fault,)), "clues"))
    why = yield from _rules(why, clues, there)
    yield (why := _settled(why, "rules"))
    if wanted.every_fault:
        why = yield from _grown(why, "faults", _others(clues, subsets, members))
    yield (why := _settled(why, "faults"))
    if not wanted.repair:
        why = yield from _grown(why, "suspects", suspects(clues, subsets, members))
    else:
        why = yield from _grown(why, "repairs", repairs(clues, subsets) if members else ())
        why = yield from _grown(why, "openings", openings(puzzle, parts))
    yield (why := _settled(why, "changes"))
    if wanted.details:
        why = yield from _places(why, clues, there)
    yield replace(why, complete=True)


def _settled(why: Why, part: str) -> Why:
    """Return an explanation of which a part is complete."""
    return replace(why, settled=(*why.settled, part))


def _grown(why: Why, name: str, found: Iterable[Any]) -> Growing:
    """Yield an explanation as one of its lists grows; of repairs the best are kept."""
    for one in found:
        every = (*getattr(why, name), one)
        yield (why := replace(why, **{name: best(every) if name == "repairs" else every}))
    return why


def _fault(clues: Clues, members: Sequence[int], minimal: bool, smallest: bool) -> Fault:
    left, staying = ((), ()) if members else (clues.left, clues.staying)
    groups = tuple(clues.groups[i] for i in members)
    return Fault(groups, smallest, minimal, left=left, staying=staying)


def _smallest(subsets: SubsetSolver, every: Collection[int]) -> Iterator[Mus]:
    """Yield ever smaller inconsistent sets of clues, whatever other clues there are."""
    while True:
        for found in smallest(subsets, every):
            if subsets.keep_beside(found.members):
                break
            yield found
        else:
            return


def _refused(clues: Clues, error: UserError) -> tuple[int, ...]:
    """Return the groups of clues that a check refuses each by itself."""
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
    return tuple(members)


def _is_checked(
    clues: Clues, subsets: boards.Subsets, members: Sequence[int], minimal: bool
) -> bool:
    """Return whether another encoding and solver confirm that clues contradict each other.

    Raises:
        RuntimeError: they do not, or are not minimal though they should be: an error in nlc.
    """
    try:
        if not boards.is_unsolvable(clues, subsets.kept.union(members)):
            raise RuntimeError("clues that should contradict each other have a solution")
        for member in members if minimal else ():
            rest = subsets.model(set(members) - {member})
            if rest is None:
                raise RuntimeError("clues that should be minimal are not")
            program = clues.program(rest)
            if violations(program, subsets.board_of(program), 1):
                return False
    except boards.UndecidedError:
        return False
    return True


def _rules(why: Why, clues: Clues, members: Sequence[int]) -> Growing:
    """Yield the explanation with the rules that are needed with some clues."""
    try:
        program = clues.program(members)
    except UserError:
        return why
    with GroupSolver(why.puzzle, program, lazy=False, solver=boards.SOLVER) as solver:
        of_rule = {name: solver.variable() for name in dict.fromkeys(g.rule for g in solver.groups)}
        reasons = [RuleReason(name, why.puzzle.rules.rule_text(name)) for name in of_rule]
        for group in solver.groups:
            solver.add([[-of_rule[group.rule], group.selector]])
        subsets = SelectorSolver(solver, list(of_rule.values()))
        subsets.limit(RULING)
        # Without implied constraints some contradictions take very long.
        with suppress(ExhaustedError):
            for some in smallest(subsets, range(len(reasons))):
                rules = tuple(reasons[i] for i in some.members)
                proved = {"rules_smallest": some.smallest, "rules_minimal": some.minimal}
                yield (why := replace(why, rules=rules, **proved))
    return why


def _places(why: Why, clues: Clues, members: Sequence[int]) -> Growing:
    """Yield the explanation with the places where its rules are needed with some clues."""
    rules = {rule.name for rule in why.rules}
    if not rules:
        return why
    with GroupSolver(why.puzzle, clues.program(members), solver=boards.SOLVER) as solver:
        groups = [group for group in solver.groups if group.rule in rules]
        cost = [WHOLE_COST if group.whole else 1 for group in groups]
        subsets = SelectorSolver(solver, [group.selector for group in groups])
        for some in smallest(subsets, range(len(groups)), cost.__getitem__):
            chosen = [groups[i] for i in some.members]
            chosen += _rings(solver, [group.selector for group in chosen])
            ringed = {group.rule for group in chosen if group.ring}
            places = [
                Place(group, tuple(solver.elements(group)))
                for group in chosen
                if not (group.whole and group.rule in ringed)
            ]
            named = tuple(
                replace(rule, places=tuple(p for p in places if p.group.rule == rule.name))
                for rule in why.rules
            )
            proved = {"places_smallest": some.smallest, "places_minimal": some.minimal}
            yield (why := replace(why, rules=named, **proved))
    return why


def _rings(solver: GroupSolver, selectors: Sequence[int]) -> list[Group]:
    """Return a minimal set of the rings that contradict some groups."""
    solver.satisfiable(selectors)  # they are not, and the core has rings
    left = [group for group in solver.groups_of(solver.core()) if group.ring]
    return prune(left, left.index, lambda some: not solver.solve(selectors, rings=some))


def _others(clues: Clues, subsets: boards.Subsets, first: Sequence[int]) -> Iterator[Fault]:
    """Yield faults that share no clue with the first one, or with each other."""
    left = set(clues.every) - set(first)
    while first and subsets.model(left) is None:
        some, minimal = shrink(subsets, subsets.core())
        if not some:
            return
        found = tuple(sorted(some))
        fault = _fault(clues, found, minimal, len(found) == 1 and minimal)
        yield replace(fault, checked=_is_checked(clues, subsets, found, minimal))
        left -= some
