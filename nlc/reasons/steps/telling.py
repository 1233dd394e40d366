"""Tells why something follows: what it needs comes first, and nothing that it does not need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from nlc.reasons.facts import Fact, Group
from nlc.reasons.steps.chain import chain, is_whole
from nlc.reasons.steps.deduction import Deduction
from nlc.reasons.steps.reason import Reason


class Telling:
    """Makes steps of what a deduction has found."""

    def __init__(self, deduction: Deduction) -> None:
        self._deduction, self._propagation = deduction, deduction.propagation
        self._goal: Mapping[int, Fact] = deduction.goal
        self._reasons: dict[int, Reason | None] = {}

    def steps(self, literal: int, told: set[int]) -> Iterator[Reason]:
        """Yield why a known literal holds, each step after those that it needs.

        Args:
            literal: what is to be told.
            told: what was told; what is told here is added.
        """
        reason = self._inlined(literal)
        if reason is None or literal in told:
            return
        for x in reason.facts:
            yield from self.steps(x, told)
        if literal in told:
            return
        kind = self._kind(literal)
        alike = [x for x in reason.follows if self._kind(x) == kind and x not in told]
        groups, follows = self._spread(alike, told)
        told.update(follows)
        if not (reason.groups or self._goal[literal].holds):
            return  # a value excludes the others: that is no step
        inner = tuple[Reason, ...]()
        if reason.how and not is_whole(self._propagation.solver, reason.groups):
            inner = chain(self._propagation, reason.facts, reason.groups, alike[0])
            inner = tuple(self._without_exclusions(inner, {}))
        further = frozenset(groups.keys() - set(reason.groups))
        groups = dict.fromkeys([*reason.groups, *groups])
        step = replace(reason, groups=tuple(groups), follows=tuple(follows), inner=inner)
        yield replace(step, further=further)

    def _reason(self, literal: int) -> Reason | None:
        if literal not in self._reasons:
            reason = self._deduction.reason(literal)
            if reason is not None and self._kind(reason.follows[0]) != self._kind(literal):
                facts = self._propagation.needed(reason.facts, reason.groups, literal)
                reason = Reason(facts, reason.groups, (literal,))
            self._reasons[literal] = reason
        return self._reasons[literal]

    def _kind(self, literal: int) -> tuple[bool, bool]:
        """Return what literals of one step share: whether they are drawn, and are no exclusions."""
        return self._deduction.is_target(literal), self._goal[literal].holds

    def _spread(
        self, literals: Sequence[int], told: set[int]
    ) -> tuple[dict[Group, None], list[int]]:
        """Return groups without clues by each of which more is drawn where one is, and all of it.

        So a bridge is drawn from end to end, and a star with the cells that it keeps free; but what
        is drawn because something else is not is a step of its own.
        """
        goal, known = self._goal, self._deduction.known
        groups, out = dict[Group, None](), list(literals)
        for source in out:
            for group, x in self._deduction.consequences(source) if self._is_drawn(source) else ():
                new = x not in told and x not in out and known.get(x, 0) is not None
                if new and self._is_drawn(x) and goal[x].value <= goal[source].value:
                    groups[group] = None
                    out.append(x)
        return groups, out

    def _is_drawn(self, literal: int) -> bool:
        """Return whether a literal is that something is drawn, or crossed out."""
        domains = self._propagation.solver.program.domains
        return self._goal[literal].variable not in domains and self._deduction.is_target(literal)

    # ---------- exclusions ----------

    def _inlined(self, literal: int) -> Reason | None:
        """Return a reason whose excluded values are replaced by the reasons for these.

        That placed values exclude others is no step of its own: nobody writes it.
        """
        reason = self._reason(literal)
        if reason is None or reason.how or reason.words:
            return reason
        known = {x: why for x in reason.facts if (why := self._reason(x)) and self._excludes(why)}
        return _replaced(reason, known)

    def _without_exclusions(
        self, links: Sequence[Reason], excluded: Mapping[int, Reason]
    ) -> Iterator[Reason]:
        """Yield links likewise."""
        known = dict(excluded)
        for link in links:
            inner = tuple(self._without_exclusions(link.inner, known))
            new = replace(_replaced(link, known), inner=inner)
            if link.follows and self._excludes(new):
                known.update(dict.fromkeys(link.follows, new))
            else:
                yield new

    def _excludes(self, reason: Reason) -> bool:
        """Return whether one rule at a place, or none, excludes values by placed ones."""
        meaning = self._propagation.meaning
        return (
            len(reason.groups) <= 1
            and not any(group.ring or group.whole for group in reason.groups)
            and not (reason.how or reason.words)
            and all(meaning[x].holds for x in reason.facts)
            and not any(meaning[x].holds for x in reason.follows)
        )


def _replaced(reason: Reason, excluded: Mapping[int, Reason]) -> Reason:
    """Return a reason with what excludes its facts in place of these."""
    facts, groups = dict[int, None](), dict.fromkeys(reason.groups)
    for x in reason.facts:
        facts.update(dict.fromkeys(excluded[x].facts if x in excluded else (x,)))
        groups.update(dict.fromkeys(excluded[x].groups if x in excluded else ()))
    return replace(reason, facts=tuple(facts), groups=tuple(groups))
