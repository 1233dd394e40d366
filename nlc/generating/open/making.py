"""Makes one puzzle: a random board with all its clues, then as few of them as wished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import UserError
from nlc.explaining.groups import GroupSolver
from nlc.generating.open.changes import changed_shape
from nlc.generating.open.difficulty import Alike
from nlc.generating.open.draft import Draft
from nlc.generating.open.formula import CONFLICTS, SOLVER, Board, Clue, OpenFormula
from nlc.generating.open.look import Look
from nlc.generating.open.shapes import Orbits, cells_at, drawn, openings_of

CLIMBS = 200
"""Second boards that are gone over to."""

MOVES = 400
"""Changes of what is drawn that are tried before an attempt is given up."""

STUCK = 100
"""Such changes in a row of which none leaves less open before an attempt is given up."""

WORSE = 0.5
"""Open literals by which a change may be worse and stays, in the mean."""

DRAWINGS = 40
"""Drawings, each with fewer signs, none of which has a solution, before an attempt is given up."""

REPAIRS = 60
"""Changes where rules contradict a drawing before it is given up."""

SHAPES = 20
"""Changes of what is drawn of which the first that can be is tried."""

EDITS = 40
"""Changes of a clue that are tried before one of what is drawn."""


class State(NamedTuple):
    """A puzzle on its way to one solution.

    Attributes:
        draft: its board.
        formula: of all boards that the draft has.
        board: one of them.
        clues: that it has.
        open: the literals of the board that another board with these clues has otherwise.
        second: another board, if there is one.
    """

    draft: Draft
    formula: OpenFormula
    board: Board
    clues: list[Clue]
    open: frozenset[int]
    second: Board | None


def unique_draft(
    blank: Draft, look: Look, rng: Random, orbit: Orbits, alike: Alike, counts: Counter[str]
) -> State | None:
    """Return a draft with a board that all its clues tell from all others, or None.

    Where clues do not do, a clue, or what is drawn at random, is changed beside the places that
    are open, and the change stays if no more is open than before.

    Args:
        blank: a board with nothing on it.
        look: how it is to look.
        rng: makes all choices.
        orbit: the signs that lie alike.
        alike: the elements of a given all of which have a clue, or none.
        counts: takes why there is none.
    """
    for i in range(DRAWINGS):
        thinned = replace(look, thinned=1 - i / DRAWINGS)
        try:
            draft = _solvable(drawn(blank, thinned, rng, orbit), look, rng, orbit)
            formula = OpenFormula(draft.puzzle(), openings_of(draft, look))
        except UserError:  # the genre can be made, or it were refused before
            counts["broken check"] += 1
            continue
        board = formula.random_solution(rng, look)
        if board is not None:
            break
        counts["no solution"] += 1
        formula.close()
    else:
        return None
    try:
        state = _climbed(draft, formula, board, rng, alike)
        if state is None:
            counts["undecided"] += 1
            return None
        low, high = look.rooms
        looser = replace(look, rooms=(min(low, max(2, low // 2)), high))
        stuck, least = 0, len(state.open)
        for _ in range(MOVES):
            if not state.open:
                formula.forbid(state.board)
                found, formula = formula, None  # type: ignore[assignment]
                return state._replace(formula=found)
            new = _with_other_clue(state, rng, alike) or _drawn_otherwise(
                state, looser, rng, orbit, alike
            )
            stuck += 1
            if new is not None and len(new.open) < least:
                stuck, least = 0, len(new.open)
            if stuck > STUCK:
                break
            if new is not None:
                if new.formula is not formula:
                    formula.close()
                    formula = new.formula
                state = new
        counts["not unique"] += 1
        return None
    finally:
        if formula is not None:
            formula.close()


def _solvable(draft: Draft, look: Look, rng: Random, orbit: Orbits) -> Draft:
    """Return a draft that mostly has a solution, by changing it where rules contradict it."""
    for _ in range(REPAIRS):
        with GroupSolver(draft.puzzle(), solver=SOLVER) as solver:
            every = [group.selector for group in solver.groups]
            if solver.solve(every, conflicts=CONFLICTS) is not False:
                return draft
            groups = solver.groups_of(solver.core())
            near = cells_at(solver.program.board, (each for g in groups for each in g.place))
        changes = (changed_shape(draft, look, near, rng, orbit) for _ in range(SHAPES))
        draft = next((each for each in changes if each is not None), draft)
    return draft


def _climbed(
    draft: Draft, formula: OpenFormula, board: Board, rng: Random, alike: Alike
) -> State | None:
    """Return a state with a board that has as many clues as can be; None if that is not decided.

    A second board with all clues of the first has these and maybe more: then it takes its place.
    Where clues are left out, as they have no counterpart, so does one with as many.
    """
    every = formula.clues_of(board, rng)
    clues = _with_counterparts(every, alike)
    if every is None or clues is None:
        return None
    some_left_out = len(clues) < len(every)
    for _ in range(CLIMBS):
        formula.forbid(board)
        second = formula.another(clues)
        if second is None:
            return None
        if second is False:
            return State(draft, formula, board, clues, frozenset(), None)
        richer = _with_counterparts(formula.clues_of(second, rng, clues), alike)
        if richer is None or len(richer) + some_left_out <= len(clues):
            break
        board, clues = second, richer
    found = formula.open_literals(board, clues, len(board))
    return None if found is None else State(draft, formula, board, clues, *found)


def _with_counterparts(clues: list[Clue] | None, alike: Alike) -> list[Clue] | None:
    """Return the clues all of whose counterparts are there."""
    if clues is None:
        return None
    there = {(clue.given, clue.element) for clue in clues}
    return [
        clue
        for clue in clues
        if all((clue.given, i) in there for i in alike(clue.given, clue.element))
    ]


def _with_other_clue(state: State, rng: Random, alike: Alike) -> State | None:
    """Return a state with a changed clue by which no more is open, or None.

    No clue comes whose counterparts would have to come with it.
    """
    formula, board, second = state.formula, state.board, state.second
    assert second is not None
    if rng.random() < 0.5:
        board, second = second, board
    near, sorts = formula.cells_of(state.open), formula.program.given_sorts
    values = {(clue.given, clue.element): clue for clue in state.clues}
    changes = [
        clue
        for clue in formula.atoms
        if clue != values.get((clue.given, clue.element))
        and ((clue.given, clue.element) in values or len(alike(clue.given, clue.element)) == 1)
        and (sorts[clue.given] is not Sort.CELL or clue.element in near)
    ]
    for change in rng.sample(changes, min(EDITS, len(changes))):
        clues = list({**values, (change.given, change.element): change}.values())
        if not formula.allows(second, clues) and formula.allows(board, clues):
            found = formula.open_literals(board, clues, len(state.open))
            if found is not None:
                open_, other = found
                return state._replace(board=board, clues=clues, open=open_, second=other)
    return None


def _drawn_otherwise(
    state: State, look: Look, rng: Random, orbit: Orbits, alike: Alike
) -> State | None:
    """Return a state with a change of what is drawn by which no more is open, or None.

    Where the change rules the board out, one like it takes its place.
    """
    near = state.formula.cells_of(state.open)
    changes = (changed_shape(state.draft, look, near, rng, orbit) for _ in range(SHAPES))
    draft = next((each for each in changes if each is not None), None)
    if draft is None:
        return None
    try:
        formula = OpenFormula(draft.puzzle(), openings_of(draft, look))
    except UserError:  # it breaks a check of the genre
        return None
    assert state.second is not None
    like = state.board if rng.random() < 0.5 else state.second
    board = formula.nearest(like, state.formula)
    clues = _with_counterparts(formula.clues_of(board, rng), alike) if board else None
    if board and clues is not None:
        worse = int(rng.expovariate(1 / WORSE))
        found = formula.open_literals(board, clues, len(state.open) + worse)
        if found is not None:
            return State(draft, formula, board, clues, *found)
    formula.close()
    return None


def reduce(
    formula: OpenFormula,
    board: Board,
    clues: Collection[Clue],
    orbits: list[frozenset[Clue]],
    fewest: int,
) -> tuple[set[Clue], bool]:
    """Take clues away, orbit by orbit, while the board is the only one that has them.

    Args:
        formula: forbids the board, and has no other with all clues.
        orbits: that go together, in the order in which they are tried; other clues stay.
        fewest: clues that stay at least.

    Returns:
        The clues, and whether each was tried.
    """
    kept, tried = set(clues), True
    fixed = kept.difference(*orbits)
    for orbit in orbits:
        gone = orbit & kept
        if not gone:
            continue
        rest = kept - gone
        if len(rest) < fewest:
            tried = False
            continue
        found = formula.another(rest)
        tried &= found is not None
        if found is not False:
            continue
        core = formula.core()
        needed = fixed | {clue for each in orbits if each & core for clue in each & rest}
        if len(needed) < fewest or not formula.allows(board, needed):
            needed = rest
        if formula.allows(board, needed):
            kept = needed
    return kept, tried
