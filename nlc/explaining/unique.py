"""The fewest further clues that leave one solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nlc.errors import UserError
from nlc.explaining.anew import only
from nlc.explaining.changes import values_of
from nlc.explaining.clue_solver import ClueSolver
from nlc.explaining.clues import Clues
from nlc.explaining.facts import Clue
from nlc.explaining.minimal import smallest
from nlc.explaining.selected import Selected
from nlc.ir.nodes import Assignment

BOARDS = 20
"""Solutions of which all clues together may leave another one, before it is given up."""


class Added(NamedTuple):
    """Further clues with which there is one solution.

    Attributes:
        clues: each with its value, in words and as arrays hold it; None if none would do.
        board: the solution.
        smallest: whether it was proved that no fewer do.
        checked: whether another solver has found no second solution.
    """

    clues: tuple[tuple[Clue, str, int], ...] | None
    board: Assignment
    smallest: bool
    checked: bool = False


def added(clues: Clues, board: Assignment) -> Iterator[Added]:
    """Yield ever fewer clues of the genre's first given that leave one solution.

    They are told of the elements without any clue, and agree with one of the solutions.

    Args:
        clues: of the puzzle.
        board: a solution.
    """
    others = _candidates(clues)
    try:
        formula = ClueSolver(clues, others=others)
    except UserError:
        alone = only(clues.program(clues.every))
        yield Added(() if alone else None, board, alone, alone)
        return
    for selector in formula.selectors:
        formula.add([selector])
    every = [(clue, value) for clue, values in others.items() for value in values]
    lits = [formula.atom(*each) for each in every]
    model = formula.ask([-x for x in lits])
    for _ in range(BOARDS):
        assert model is not None
        shown = [x if model[x] else -x for x in formula.shown()]
        full = Selected(formula, lits, shown)
        held = full.grown(full.stands(()) or frozenset())
        full.stands(held)
        board, other = formula.board_of(clues.program(clues.every)), formula.another(model)
        wanted = sorted(held)
        model = formula.ask([other, *(lits[i] for i in wanted)])
        if model is None:
            break
    else:
        yield Added(None, board, False)
        return
    asked = Selected(formula, [lits[i] for i in wanted], [other])
    for some, _, least in smallest(asked, range(len(wanted))):
        found = [every[wanted[i]] for i in some]
        told = tuple((clue, clues.text_of(clue.given, value), value) for clue, value in found)
        yield Added(told, board, least)
    yield Added(told, board, least, only(clues.program(clues.every, dict(found))))


def _candidates(clues: Clues) -> dict[Clue, list[int]]:
    """Return the values that further clues could have, where some are marked as not told there."""
    rules = clues.full.rules
    name, given = next(iter(rules.givens.items()))
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
