"""The fewest clues of a solution, by implicit hitting sets.

Every other board gives a set of clues that it violates, at least one of which is needed. A solver
chooses the fewest clues that hit all these sets. If they allow another board, its set is added; if
not, they are the fewest.

Source: Ignatiev, Previti, Liffiton, Marques-Silva 2015, "Smallest MUS extraction with minimal
hitting set dualization", with several disjoint sets a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from nlc.generating.open.formula import Board, Clue, OpenFormula

ROUNDS, CONFLICTS = 1_000, 200_000
"""Hitting sets that are tried, and conflicts of the solver that chooses them, before the best set
so far is taken; not seconds, so that puzzles can be repeated."""


class Fewest(NamedTuple):
    """The fewest clues found, and a lower bound on their number."""

    clues: frozenset[Clue]
    needed: int


def fewest_clues(
    formula: OpenFormula,
    board: Board,
    clues: Collection[Clue],
    start: Collection[Clue],
    report: Callable[[int, int], None] = lambda done, work: None,
) -> Fewest:
    """Return the fewest of some clues that have a board as their only solution.

    The bound is exact if no rule demands a clue because of another clue.

    Args:
        formula: forbids the board.
        clues: all clues of the board, at most one for each element; it is their only solution.
        start: a few of them that suffice.
        report: called with the number of rounds done, and of all.
    """
    from pysat.card import ITotalizer
    from pysat.solvers import Solver

    order = sorted(clues)
    number = {clue: i for i, clue in enumerate(order, 1)}
    fixed = formula.forced_clues(board, clues)
    best, needed, rising = frozenset(start), len(fixed), True
    if needed == len(best):
        return Fewest(best, needed)
    with (
        ITotalizer([*number.values()], ubound=len(best)) as counter,
        Solver("minisat22", bootstrap_with=counter.cnf) as chooser,
    ):
        for clue in sorted(fixed):
            chooser.add_clause([number[clue]])
        for done in range(ROUNDS):
            report(done, ROUNDS)
            most, budget = (needed, CONFLICTS) if rising else (len(best) - 1, 2 * CONFLICTS)
            budget -= chooser.accum_stats()["conflicts"]
            chooser.conf_budget(max(1, budget))
            found = chooser.solve_limited([-counter.rhs[most]])
            if found is False:
                needed = most + 1
            if needed == len(best) or not (found or rising):
                break
            if not found:
                rising = found is False
                continue
            members = {order[x - 1] for x in chooser.get_model()[: len(order)] if x > 0}
            while other := formula.other(members):
                missing = set(clues).difference(formula.clues_like(other, clues, members) or ())
                present = set[Clue]()
                if not formula.allows(other, ()):
                    present = members.intersection(formula.clues_like(other, ()) or ())
                literals = [*(number[c] for c in missing), *(-number[c] for c in present)]
                chooser.add_clause(sorted(literals))
                members |= missing
            if other is None:
                break
            reduced = _minimal(formula, formula.core_clues() | fixed, fixed)
            if not formula.allows(board, reduced):
                break
            if len(reduced) < len(best):
                best = reduced
    return Fewest(best, needed)


def _minimal(formula: OpenFormula, clues: set[Clue], fixed: set[Clue]) -> frozenset[Clue]:
    """Return a minimal subset of clues that suffices, by deletion with cores."""
    for clue in sorted(clues - fixed):
        if clue in clues and formula.other(clues - {clue}) is False:
            clues = formula.core_clues() | fixed
    return frozenset(clues)
