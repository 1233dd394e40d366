"""The fewest further clues that leave one solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nlc.errors import UserError
from nlc.ir.nodes import Assignment
from nlc.language.inherit import Rules
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import smallest
from nlc.reasons.subset_solver import SelectorSolver
from nlc.reasons.why.board_by_board import has_one_solution
from nlc.reasons.why.changes import values_of
from nlc.reasons.why.clue_solver import ClueSolver
from nlc.reasons.why.clues import Clues

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
        formula = ClueSolver(clues, others=others)
    except UserError:
        alone = has_one_solution(clues.program(clues.every))
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
    yield Added(texts, board, least, has_one_solution(clues.program(clues.every, dict(found))))


def _sole(formula: ClueSolver, lits: Sequence[int]) -> tuple[list[int], int] | None:
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
        held = full.grow(full.model(()) or frozenset())
        full.model(held)
        wanted = sorted(held)
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
