"""Explanations held against boards that are written anew and solved as any other puzzle is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from math import comb

from oracle.grid import Cell, GridPuzzle

import nlc
from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.reasons.facts import Fact
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.deduction import deduce
from nlc.reasons.steps.steps import Step, Steps
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.why import Why
from support import documents
from support.unique_boards import solvable

MOST_SETS = 100
"""Sets of clues that are tried one by one."""

OTHERS = 10
"""Sets of other clues that are tried beside some that do not stand alone."""

SOLVER = "cadical153"


class Erased:
    """Boards that some clues of a puzzle leave, as texts."""

    def __init__(self, genre: str, puzzle: GridPuzzle, clues: Clues) -> None:
        self._genre, self._puzzle, self._clues = genre, puzzle, clues
        self._known: dict[frozenset[int], bool] = {}

    def board(self, kept: Collection[int]) -> GridPuzzle:
        """Return the puzzle with some groups of clues alone."""
        givens = {name: dict(clues) for name, clues in self._puzzle.givens.items()}
        of_genre = self._clues.full.rules.givens
        for number, group in enumerate(self._clues.groups):
            for name, element in group.clues if number not in kept else ():
                names = self._clues.full.board.names(Sort(of_genre[name].sort))
                cell = _place(names[element])
                del givens[name][cell]
                left = of_genre[name].otherwise
                if left is not None:
                    givens.setdefault(left.name, {})[cell] = "true"
        return replace(self._puzzle, givens=givens)

    def stand(self, kept: Collection[int]) -> bool:
        """Return whether the board with these clues alone has a solution."""
        key = frozenset(kept)
        if key not in self._known:
            self._known[key] = solvable(self._genre, self.board(key))
        return self._known[key]

    def stand_with_others(self, kept: Collection[int], never: Collection[int] = ()) -> bool:
        """Return whether these clues stand, alone or with others.

        A clue can allow what the board without it forbids, as an arrow that the line goes round.
        """
        if self.stand(kept):
            return True
        others = sorted(self._clues.every - set(kept) - set(never))
        tried = (some for size in range(len(others), 0, -1) for some in combinations(others, size))
        return any(self.stand({*kept, *some}) for some in islice(tried, OTHERS))


def _place(name: str) -> Cell:
    """Return a cell, or the cell to the south-east of a corner."""
    row, col, corner = re.fullmatch(r"r(\d+)c(\d+)(?:\.corner\((\w+)\))?", name).groups()
    return int(row) - 1 + ("S" in (corner or "")), int(col) - 1 + ("E" in (corner or ""))


def wrong_about_clues(genre: str, puzzle: GridPuzzle, why: Why) -> Iterator[str]:
    """Yield what is wrong with what is said of a board's clues.

    Args:
        genre: its name.
        puzzle: the board.
        why: what is said of it.
    """
    clues = why.all_clues
    erased = Erased(genre, puzzle, clues)
    stands = erased.stand(clues.every)
    if why.status != "contradiction":
        if stands if why.status == "refused" else (why.status == "solvable") != stands:
            yield f"{why.status}, but a solution is {'' if stands else 'not '}found"
        return
    if stands:
        yield "a contradiction, but a solution is found"
    if not why.complete:
        yield "not complete"
    for fault in why.faults:
        members = {clues.groups.index(group) for group in fault.clues}
        if erased.stand_with_others(members):
            yield f"{fault} is none"
        for i in members:
            if not erased.stand_with_others(members - {i}, {i}):
                yield f"{fault}: {clues.groups[i].text} can go"
        if not fault.checked:
            yield f"{fault} is not checked"
    first = why.faults[0]
    size = len(first.clues) - 1
    if first.smallest and size >= 0 and comb(len(clues.groups), size) <= MOST_SETS:
        for some in combinations(range(len(clues.groups)), size):
            if not erased.stand_with_others(some):
                yield f"{first} is not the smallest: {some}"


def wrong_steps(puzzle: nlc.Puzzle, found: Steps) -> Iterator[str]:
    """Yield what is wrong with the steps of a puzzle with one solution."""
    answer = nlc.solve(puzzle, nlc.UNIQUE, solver=f"pysat:{SOLVER}")
    assert answer.unique
    if (found.status, found.complete, found.open) != ("steps", True, 0):
        yield f"{found.status}, {found.open} open"
        return
    solution = answer.boards[0].to_json()
    program = found.program
    shown = {v.name for v in (*program.bools, *program.domains.values()) if v.shown}
    with GroupSolver(puzzle, lazy=False, solver=SOLVER) as solver:
        every = [group.selector for group in solver.groups]
        known: list[int] = []
        for number, step in enumerate(found.steps, 1):
            if step.words and not step.technique:
                yield f"step {number}: it has words of no technique"
            for fact in step.facts:
                if fact.variable in shown and _holds(program, solution, fact) != fact.holds:
                    yield f"step {number}: {fact} is not so"
                if solver.satisfiable([*every, -solver.literal(fact)]):
                    yield f"step {number}: {fact} is not certain"
                known.append(solver.literal(fact))
        yield from unfounded(solver, found.steps, given(puzzle))
        if not solver.satisfiable([*every, *known]):
            yield "the steps contradict each other"


def given(puzzle: nlc.Puzzle) -> list[Fact]:
    """Return what is known from the start."""
    with deduce(puzzle) as deduction:
        assert deduction is not None
        return [deduction.goal[x] for x in deduction.known]


def unfounded(
    solver: GroupSolver, steps: Sequence[Step], known: Iterable[Fact], name: str = "step"
) -> Iterator[str]:
    """Yield what in steps, and in those within them, has no ground in what they name.

    Args:
        solver: the puzzle, with nothing left to separators.
        steps: the steps.
        known: what was told before.
        name: of the steps, for what is yielded.
    """
    told = set(known)
    for number, step in enumerate(steps, 1):
        here = f"{name} {number}"
        literals = [*filter(None, (solver.literal(fact) for fact in told))]
        for fact in {*step.known} - told:
            # What no rule tells: a place that has a value has no other.
            if solver.satisfiable([*literals, -solver.literal(fact)]):
                yield f"{here}: {fact} was not told before"
        if not follows(solver, step):
            yield f"{here} does not follow from what it names"
        if step.inner:
            assert step.denied is not None
            yield from unfounded(solver, step.inner, {*told, step.denied}, f"{here}, assumption")
            if step.inner[-1].facts:
                yield f"{here} does not come to a contradiction"
        told.update(step.facts)


def follows(solver: GroupSolver, step: Step) -> bool:
    """Return whether the facts of a step, or a contradiction, follow from what it names alone."""
    program = solver.program
    cited = {(each.rule, each.place) for each in step.rules if not each.ring}
    everywhere = {rule for rule, place in cited if not place}
    rings = {each.rule for each in step.rules if each.ring}
    named = [
        group.selector
        for group in solver.groups
        if (group.rule, tuple(program.board.names(sort)[i] for sort, i in group.place)) in cited
        or group.rule in everywhere
        or group.rule in rings
    ]
    known = [solver.literal(fact) for fact in step.known]
    goals = [[-solver.literal(fact)] for fact in step.facts] or [[]]
    return all(not solver.satisfiable([*known, *named, *goal]) for goal in goals)


def _holds(program: Program, solution: dict[str, object], fact: Fact) -> bool:
    """Return whether a variable of a solution has the value of a fact."""
    value = solution[fact.variable]
    domain = program.domains.get(fact.variable)
    if domain is None:
        (sort,) = [var.sort for var in program.bools if var.name == fact.variable]
        return (program.board.names(sort)[fact.element] in value) == bool(fact.value)
    found = value.get(program.board.names(domain.sort)[fact.element])
    text = domain.values[fact.value] if fact.value >= 0 else None
    return (None if found is None else str(found)) == text


def one_of_each() -> list[nlc.Puzzle]:
    """Return a board of each stock genre, of those whose size is nearest to ten rows the first."""
    paths = [
        *(documents.ROOT / "nlc/comparing/suites/genres").glob("*.nl"),
        documents.ROOT / "fixtures/ten.nl",
    ]
    every = [puzzle for path in paths for puzzle in nlc.load(path)]
    every.sort(key=lambda puzzle: abs(len(puzzle.literal.lines) - 10))
    first: dict[str, nlc.Puzzle] = {}
    for puzzle in every:
        first.setdefault(puzzle.genre, puzzle)
    return [first[genre] for genre in sorted(first)]
