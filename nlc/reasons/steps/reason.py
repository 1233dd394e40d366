"""Reasons: known facts and groups from which more follows, and how hard they are to follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import log2
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nlc.reasons.facts import Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.candidates import TECHNIQUES

RING, WHOLE = 2, 10
"""Costs of a ring and of a rule about the whole board; an instance at a place costs 1."""

T = TypeVar("T")

How = Literal["", "denied", "nested", "searched"]


class Reason(Struct, frozen=True, eq=False):
    """Facts and groups from which literals follow.

    Attributes:
        facts: literals that are known, or assumed.
        groups: instances of rules, and rings; none where only one value is left.
        follows: the literals that follow, also by way of one another; none: a contradiction.
        how: where the first of them is denied: refuted by unit propagation, with further
            assumptions within that one, or by search; empty where it follows at once.
        inner: from that denial to a contradiction, where it was looked for.
        technique: the name of the technique that it is, or an empty text.
        words: of a technique.
        cells: the names of the cells that show a technique.
        further: groups that only spread the first conclusion.
    """

    facts: tuple[int, ...]
    groups: tuple[Group, ...]
    follows: tuple[int, ...]
    how: How = ""
    inner: tuple[Reason, ...] = ()
    technique: str = ""
    words: str = ""
    cells: tuple[str, ...] = ()
    further: frozenset[Group] = frozenset()

    @property
    def cost(self) -> int:
        """How hard it is to follow, by its groups."""
        return cost_of(group for group in self.groups if group not in self.further)

    @property
    def weight(self) -> float:
        """What it counts for in a grade.

        A technique of candidates has a weight of its own. Else it is 1 more each time that the
        number of rules doubles, half of that for a technique with a name. Where something is
        assumed, there are two or more rules; rings count as two, rules about the board as ten.
        """
        if self.technique in TECHNIQUES:
            return TECHNIQUES[self.technique]
        doubled = log2(max(2, self.cost))
        return round(1 + (doubled / 2 if self.technique else doubled), 2)


def cost_of(groups: Iterable[Group]) -> int:
    """Return the cost of groups; the rule that forbids a ring is free where the ring counts."""
    some = list(groups)
    rings = sum(bool(group.ring) for group in some)
    wholes = sum(group.whole for group in some)
    plain = len(some) - rings - wholes
    return plain + rings * RING + wholes * WHOLE * (not rings)


def without_forbidding(groups: Iterable[Group]) -> list[Group]:
    """Return groups without the rules that forbid the rings among them."""
    some = list(groups)
    rings = {group.rule for group in some if group.ring}
    return [g for g in some if g.ring or not (g.whole and g.rule in rings)]


def needed(members: Iterable[T], order: Iterable[T], holds: Callable[[list[T]], bool]) -> list[T]:
    """Return members without those that can go, tried in an order, as long as something holds."""
    kept = list(members)
    for one in order:
        fewer = [each for each in kept if each != one]
        if holds(fewer):
            kept = fewer
    return kept


class Propagation(GroupSolver):
    """A puzzle, group by group, and what follows from facts and groups by unit propagation."""

    def follows(self, facts: Iterable[int], groups: Collection[Group] = ()) -> list[int] | None:
        """Return the literals that follow, also those of no fact; None for a contradiction.

        A ring also needs the rule that forbids it.
        """
        rules = {group.rule for group in groups if group.ring}
        some = dict.fromkeys([*groups, *(group for rule in rules for group in self.wholes[rule])])
        consistent, found = self.propagate([*facts, *(group.selector for group in some)])
        return found if consistent else None

    def implies(self, facts: Iterable[int], groups: Collection[Group], literal: int) -> bool:
        """Return whether a literal follows; 0: a contradiction."""
        found = self.follows(facts, groups)
        return not literal if found is None else literal in found

    def needed(
        self, facts: Sequence[int], groups: Sequence[Group], literal: int
    ) -> tuple[int, ...]:
        """Return facts from which a literal follows, or 0, a contradiction; each is needed.

        Facts that exclude a value are dropped first, so that those that set one stay.
        """
        order = sorted(facts, key=lambda y: self.meaning[y].holds)
        return tuple(needed(facts, order, lambda kept: self.implies(kept, groups, literal)))

    def by_group(self, known: Collection[int], group: Group, literal: int) -> Reason:
        """Return why a literal follows from one group, or 0, a contradiction."""
        here = set(self.elements(group))
        near = [x for x in known if self.meaning[x].place in here]
        enough = near if self.implies(near, (group,), literal) else list(known)
        facts = self.needed(enough, (group,), literal)
        return self.complete(Reason(facts, (group,), (literal,) if literal else ()), known)

    def by_place(self, known: Iterable[int], literal: int) -> Reason:
        """Return why a literal follows from what is known of its place, without any rule."""
        place = self.meaning[literal].place
        here = [x for x in known if self.meaning[x].place == place]
        facts = self.needed([*here, -literal], (), 0)
        return Reason(tuple(x for x in facts if x != -literal), (), (literal,))

    def complete(self, reason: Reason, known: Collection[int]) -> Reason:
        """Return a reason with all that follows by propagation and is not known."""
        found = self.follows(reason.facts, reason.groups) if reason.follows else ()
        more = sorted(x for x in found or () if x in self.meaning and x not in known)
        return replace(reason, follows=tuple(dict.fromkeys([*reason.follows, *more])))
