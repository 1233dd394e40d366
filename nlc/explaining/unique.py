"""The fewest further clues that leave one solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from nlc.board import Sort
from nlc.errors import UserError
from nlc.explaining.anew import only
from nlc.explaining.changes import values_of
from nlc.explaining.clue_solver import ClueSolver
from nlc.explaining.clues import Clues
from nlc.explaining.facts import Clue
from nlc.explaining.minimal import smallest
from nlc.explaining.optional_literals import NotMergedError
from nlc.explaining.selected import Selected
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment


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
    more = clues.with_clues(_candidates(clues, board))
    try:
        formula = ClueSolver(more)
    except (NotMergedError, UserError):
        yield Added(None, board, False)
        return
    model = formula.ask(formula.selectors)
    if model is None:
        yield Added(None, board, False)
        return
    target = formula.board_of(clues.program(clues.every))
    shown = formula.projection()
    formula.add(np.where(model[shown], -shown, shown).tolist())
    asked = Selected(formula, formula.selectors)
    if asked.stands(more.every) is not None:
        yield Added(None, target, False)
        return
    for members, _, least in smallest(asked, sorted(more.every)):
        found = [more.groups[i].clues[0] for i in members]
        chosen = tuple((c, more.text_of(c.given, more.value(c)), more.value(c)) for c in found)
        yield Added(chosen, target, least)
    yield Added(chosen, target, least, only(more.program(members)))


def _candidates(clues: Clues, board: Assignment) -> dict[Clue, int]:
    """Return the values that further clues could have on a board."""
    rules = clues.full.rules
    name, given = next(iter(rules.givens.items()))
    taken = {
        clue.element
        for other, texts in clues.full.given_texts().items()
        for clue in (Clue(other, i) for i in texts)
        if rules.givens[other].sort == given.sort and rules.givens[other].optional
    }
    size = len(clues.full.givens[name].data)
    open_ = [Clue(name, i) for i in range(size) if i not in taken]
    out: dict[Clue, int] = {}
    for value in values_of(clues, name):
        tried = {clue: value for clue in open_ if clue not in out}
        if not tried:
            break
        out |= dict.fromkeys(_standing(clues, board, tried), value)
    return out


def _standing(clues: Clues, board: Assignment, tried: Mapping[Clue, int]) -> list[Clue]:
    """Return which of some clues a board keeps; those of one rule's instance fall together."""
    try:
        broken = violations(clues.program(clues.every, tried), board, len(tried) * 9)
    except UserError:
        if len(tried) == 1:
            return []
        items = list(tried.items())
        half = len(items) // 2
        return [
            c for part in (items[:half], items[half:]) for c in _standing(clues, board, dict(part))
        ]
    places = {element for each in broken for _, element in each.place}
    sort = Sort(clues.full.rules.givens[next(iter(tried)).given].sort)
    names = clues.full.board.names(sort)
    return [clue for clue in tried if names[clue.element] not in places]
