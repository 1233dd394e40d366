"""Makes one puzzle: a random board with all its clues, then as few of them as wished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import islice
from random import Random
from typing import NamedTuple

from nlc.errors import UserError
from nlc.generating.open.changes import changed_shape
from nlc.generating.open.draft import Draft
from nlc.generating.open.formula import Board, Clue, OpenFormula
from nlc.generating.open.look import Look
from nlc.generating.open.shapes import Orbits, openings_of

CLIMBS = 200
"""Second boards that are gone over to, or told apart by changing a clue."""

CHANGES = 100
"""Second boards for which what is drawn is changed before an attempt is given up."""

STUCK = 4
"""Second boards that no change tells apart before an attempt is given up."""

SEEN = 20
"""Second boards that stay excluded."""

TRIES = 12
"""Changes of what is drawn that are tried to tell two boards apart."""

EDITS = 80
"""Changes of a clue that are tried to tell two boards apart."""


class Unique(NamedTuple):
    """A draft, its formula, and a board with clues that it alone has."""

    draft: Draft
    formula: OpenFormula
    board: Board
    clues: list[Clue]


def unique_draft(
    draft: Draft, look: Look, rng: Random, orbit: Orbits, counts: Counter[str]
) -> Unique | None:
    """Return a draft with a board that all its clues tell from all others, or None.

    Where clues do not do, what is drawn at random is changed beside the places where two boards
    differ, so that one of them is left.

    Args:
        draft: without clues.
        look: how it is to look.
        rng: makes all choices.
        orbit: the signs that lie alike.
        counts: takes why there is none.
    """
    formula = OpenFormula(draft.puzzle(), openings_of(draft, look))
    try:
        board = formula.random_solution(rng, look)
        clues: list[Clue] = []
        seen: list[Board] = []
        stuck = 0
        if board is None:
            counts["no solution"] += 1
            return None
        for _ in range(CHANGES):
            found = climb(formula, board, clues, rng)
            if found is None:
                counts["undecided"] += 1
                return None
            board, clues, second = found
            if second is None:
                done, formula = formula, None  # type: ignore[assignment]
                return Unique(draft, done, board, clues)
            seen = [*seen[1 - SEEN :], second]
            changed = _changed(draft, formula, board, seen, look, rng, orbit)
            if changed is None:
                board, seen, stuck = second, [], stuck + 1
                if draft.givens and stuck == STUCK:
                    break
            else:
                formula.__exit__()
                draft, formula, board, clues = changed
        counts["not unique"] += 1
        return None
    finally:
        if formula is not None:
            formula.__exit__()


def _changed(
    draft: Draft,
    formula: OpenFormula,
    board: Board,
    seen: list[Board],
    look: Look,
    rng: Random,
    orbit: Orbits,
) -> tuple[Draft, OpenFormula, Board, list[Clue]] | None:
    """Return a draft changed so that with all clues it has the board, and none that was seen.

    Where the change rules the board out, one like it takes its place.
    """
    near = formula.apart(board, seen[-1])
    drawn = (changed_shape(draft, look, near, rng, orbit) for _ in range(5 * TRIES))
    for other in islice((each for each in drawn if each is not None), TRIES):
        try:
            new = OpenFormula(other.puzzle(), openings_of(other, look))
        except UserError:  # it breaks a check of the genre
            continue
        like = new.nearest(board) if new.has_same_boards(formula) else None
        clues = new.clues_of(like, rng) if like else None
        if like and clues is not None:
            assumed = new.assumed(clues)
            if all(new.solve([*each, *assumed]) is False for each in reversed(seen)):
                return other, new, like, clues
        new.__exit__()
    return None


def climb(
    formula: OpenFormula, board: Board, clues: list[Clue], rng: Random
) -> tuple[Board, list[Clue], Board | None] | None:
    """Return a board with its clues, and a second one that has them if it is not alone.

    A second board with all clues of the first has these and maybe more: it takes its place. Where
    it has no more, a clue is changed so that one of the two is left, if that can be. None stands
    for what is not decided.
    """
    more = formula.clues_of(board, rng, clues)
    second: Board | None = None
    for _ in range(CLIMBS):
        if more is None:
            return None
        clues = more
        formula.forbid(board)
        found = formula.another(clues)
        if found is None:
            return None
        if found is False:
            return board, clues, None
        second = found
        richer = formula.clues_of(second, rng, clues)
        if richer is not None and len(richer) > len(clues):
            board, more = second, richer
        elif (edited := _edited(formula, board, second, clues, rng)) is not None:
            more = edited
        else:
            break
    return board, clues, second


def _edited(
    formula: OpenFormula, board: Board, second: Board, clues: list[Clue], rng: Random
) -> list[Clue] | None:
    """Return the clues with one changed so that the board has them and the second has not."""
    values = {(clue.given, clue.element): clue for clue in clues}
    changes = [clue for clue in formula.atoms if clue != values.get((clue.given, clue.element))]
    for change in rng.sample(changes, min(EDITS, len(changes))):
        changed = {**values, (change.given, change.element): change}.values()
        if formula.solve([*second, *formula.assumed(changed)]) is False and formula.allows(
            board, changed
        ):
            return list(changed)
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
        formula: forbids the board, and refutes others with all clues.
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
