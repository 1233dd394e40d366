"""From a denial to a contradiction, one group at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from nlc.reasons.facts import Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import place_of
from nlc.reasons.steps.reason import Propagation, Reason

FOLLOWED = 40
"""Groups at most among which a further assumption is looked for: nobody follows more."""


def is_whole(solver: GroupSolver, groups: Sequence[Group]) -> bool:
    """Return whether groups are all that there are: the board as a whole."""
    return len(groups) > FOLLOWED and len(groups) >= len(solver.groups)


def chain(
    propagation: Propagation,
    facts: Sequence[int],
    groups: Sequence[Group],
    literal: int,
    *,
    nested: bool = True,
) -> tuple[Reason, ...]:
    """Return the way from a literal's denial to a contradiction; nothing if none was found.

    Args:
        propagation: of the puzzle.
        facts: from which the literal follows.
        groups: likewise.
        literal: that is denied.
        nested: whether further assumptions may be needed.
    """
    links: list[Reason] = []
    born = dict.fromkeys([*facts, -literal], -1)  # by its literal the link that concludes it
    while True:
        before = len(links)
        for group in groups:
            found = propagation.follows(born, (group,))
            new = [x for x in found or () if x in propagation.meaning and x not in born]
            if found is None or new:
                goal = max(new, key=lambda x: propagation.meaning[x].holds) if new else 0
                link = propagation.by_group(born, group, goal)
                if found is None:
                    return _needed(propagation, [*links, link], born)
                _add(propagation, links, born, link)
        if len(links) == before:
            link_or_none = _assumed(propagation, born, groups) if nested else None
            if link_or_none is None:
                return ()
            _add(propagation, links, born, link_or_none)


def _add(propagation: Propagation, links: list[Reason], born: dict[int, int], link: Reason) -> None:
    """Add a link, the values that are then the only ones left, and what these exclude."""
    born.update(dict.fromkeys(link.follows, len(links)))
    links.append(link)
    meaning = propagation.meaning
    more = [x for x in propagation.follows(born) or () if x in meaning and x not in born]
    for x in sorted(more, key=lambda y: not meaning[y].holds):
        if meaning[x].holds:
            links.append(propagation.by_place(born, x))
        born[x] = len(links) - 1


def _assumed(
    propagation: Propagation, known: Mapping[int, int], groups: Sequence[Group]
) -> Reason | None:
    """Return what follows as its opposite leads to a contradiction, too."""
    if len(groups) > FOLLOWED:
        return None
    places = {place for group in groups for place in propagation.solver.elements(group)}
    for x, fact in propagation.meaning.items():
        is_open = x not in known and -x not in known and place_of(fact) in places
        if is_open and fact.holds and propagation.follows([*known, -x], groups) is None:
            inner = chain(propagation, tuple(known), groups, x, nested=False)
            if inner:
                facts = dict.fromkeys(y for link in inner for y in link.facts if y in known)
                used = dict.fromkeys(group for link in inner for group in link.groups)
                return Reason(tuple(facts), tuple(used), (x,), "denied", inner)
    return None


def _needed(
    propagation: Propagation, links: Sequence[Reason], born: Mapping[int, int]
) -> tuple[Reason, ...]:
    """Return the links that lead to the last one, with no conclusions but those that are used."""
    needed, todo = set[int](), [len(links) - 1]
    while todo:
        number = todo.pop()
        if number not in needed:
            needed.add(number)
            todo += (born[x] for x in links[number].facts if born[x] >= 0)
    meaning = propagation.meaning
    used = {place_of(meaning[x]) for number in needed for x in links[number].facts}
    return tuple(
        replace(link, follows=tuple(x for x in link.follows if place_of(meaning[x]) in used))
        for link in (links[number] for number in sorted(needed))
    )
