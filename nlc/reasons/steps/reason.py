"""Reasons: known facts and groups from which more follows, and how hard they are to follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.chain import selectors_of
from nlc.reasons.steps.nested import Proof

RING, WHOLE = 2, 10
"""Costs of a ring and of a rule about the whole board; an instance at a place costs 1."""


class Reason(Struct, frozen=True, eq=False):
    """Facts and groups from which literals follow.

    Attributes:
        facts: literals that are known.
        groups: instances of rules, and rings.
        follows: the literals that follow, also by way of one another.
        plain: whether unit propagation finds the first of them, without assuming that it is false.
        lemmas: proved first, with the first literal assumed to be false.
        searched: whether it takes search to find.
        technique: the name of the technique that it is, or an empty text.
        words: of a technique.
        cells: the names of the cells that show a technique.
    """

    facts: tuple[int, ...]
    groups: tuple[Group, ...]
    follows: tuple[int, ...]
    plain: bool = True
    lemmas: tuple[Proof, ...] = ()
    searched: bool = False
    technique: str = ""
    words: str = ""
    cells: tuple[str, ...] = ()

    @property
    def cost(self) -> tuple[int, int]:
        """How hard it is to follow: by its groups, then by its facts."""
        return cost_of(self.groups), len(self.facts)


def cost_of(groups: Iterable[Group]) -> int:
    """Return the cost of groups; the rule that forbids a ring is free where the ring counts."""
    some = list(groups)
    rings = sum(bool(group.ring) for group in some)
    wholes = sum(group.whole for group in some)
    plain = len(some) - rings - wholes
    return plain + rings * RING + wholes * WHOLE * (not rings)


def complete_reason(
    solver: GroupSolver,
    meaning: Mapping[int, Fact],
    known: Mapping[int, None],
    premises: tuple[Sequence[int], Sequence[Group]],
    literal: int,
) -> Reason:
    """Return a reason with all that follows from it by propagation, the literal first.

    Args:
        solver: the puzzle.
        meaning: of the literals that may follow.
        known: literals to leave out.
        premises: facts and groups.
        literal: what they are the reason of.
    """
    facts, groups = premises
    consistent, found = solver.propagate([*facts, *selectors_of(solver, groups)])
    more = sorted(x for x in found if x in meaning and x not in known and x != literal)
    follows = (literal, *(more if consistent else ()))
    return Reason(tuple(facts), tuple(groups), follows, literal in found)
