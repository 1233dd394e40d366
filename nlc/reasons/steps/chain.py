"""From an assumption to a contradiction, one group at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import place_of
from nlc.reasons.steps.nested import Proof

FOLLOWED = 40
"""Groups at most among which lemmas are explained link by link: nobody follows more."""

SPLIT = 12
"""Groups at most among which a further assumption is looked for: nobody follows more."""


class Link(Struct, frozen=True, eq=False):
    """What follows from known facts by some groups.

    Attributes:
        facts: literals that are known, or assumed.
        groups: instances of rules, and rings; none where only one value is left.
        follows: literals; none: a contradiction.
        inner: links from a further assumption to a contradiction, where it takes one.
    """

    facts: tuple[int, ...]
    groups: tuple[Group, ...]
    follows: tuple[int, ...]
    inner: tuple[Link, ...] = ()


class Premises(Protocol):
    """Facts and groups."""

    @property
    def facts(self) -> tuple[int, ...]: ...
    @property
    def groups(self) -> tuple[Group, ...]: ...


def is_whole(solver: GroupSolver, groups: Sequence[Group]) -> bool:
    """Return whether groups are all that there are: the board as a whole."""
    return len(groups) > FOLLOWED and len(groups) >= len(solver.groups)


def selectors_of(solver: GroupSolver, groups: Sequence[Group]) -> list[int]:
    """Return the selectors of groups; a ring also needs that of the rule that forbids it."""
    out = {group.selector: None for group in groups}
    rules = {group.rule for group in groups if group.ring}
    if rules:
        wholes = (g.selector for g in solver.groups if g.whole and g.rule in rules)
        out.update(dict.fromkeys(wholes))
    return list(out)


def minimize_facts(
    solver: GroupSolver,
    facts: Sequence[int],
    selectors: Sequence[int],
    goal: int,
    meaning: Mapping[int, Fact],
) -> tuple[int, ...]:
    """Return facts from which a literal (0: a contradiction) follows, each needed.

    Facts that exclude a value are dropped first, so that those that set one stay.
    """
    kept = list(facts)
    for x in sorted(facts, key=lambda y: meaning[y].holds):
        fewer = [y for y in kept if y != x]
        if _follows(solver, fewer, selectors, goal):
            kept = fewer
    return tuple(kept)


def _follows(
    solver: GroupSolver, facts: Sequence[int], selectors: Sequence[int], goal: int
) -> bool:
    consistent, found = solver.propagate([*facts, *selectors])
    return not consistent if goal == 0 else consistent and goal in found


def chain(
    solver: GroupSolver,
    premises: Premises,
    literal: int,
    meaning: Mapping[int, Fact],
    lemmas: Sequence[Proof] = (),
    depth: int = 1,
) -> tuple[Link, ...]:
    """Return links from a literal's negation to a contradiction; none if none were found.

    Args:
        solver: the puzzle.
        premises: facts and groups from which the literal follows.
        literal: whose negation is assumed.
        meaning: of the literals of the puzzle.
        lemmas: proved on the way by further assumptions.
        depth: how many assumptions are open, this one included.
    """
    links: list[Link] = []
    todo = list(lemmas)
    known: dict[int, int] = dict.fromkeys([*premises.facts, -literal], -1)
    while True:
        before = len(links)
        for group in premises.groups:
            selectors = selectors_of(solver, [group])
            consistent, found = solver.propagate([*known, *selectors])
            if not consistent:
                facts = minimize_facts(
                    solver, _near(solver, group, known, meaning), selectors, 0, meaning
                )
                links.append(Link(facts, (group,), ()))
                return _needed(links, known, meaning)
            new = [x for x in found if x in meaning and x not in known]
            if new:
                goal = max(new, key=lambda x: meaning[x].holds)
                near = _near(solver, group, known, meaning)
                if not _follows(solver, near, selectors, goal):
                    near = list(known)
                facts = minimize_facts(solver, near, selectors, goal, meaning)
                _, follows = solver.propagate([*facts, *selectors])
                new_facts = tuple(x for x in new if x in follows)
                links.append(Link(facts, (group,), new_facts))
                known.update(dict.fromkeys(new_facts, len(links) - 1))
                _close(solver, known, links, meaning)
        if len(links) == before:
            few = len(premises.groups) <= SPLIT and depth == 1
            link = None
            while link is None and todo and len(premises.groups) <= FOLLOWED:
                link = _prove_lemma(solver, premises, todo.pop(0), known, meaning, depth)
            if link is None and few:
                link = _split(solver, premises, known, meaning, depth)
            if link is None:
                return ()
            links.append(link)
            known.update(dict.fromkeys(link.follows, len(links) - 1))
            _close(solver, known, links, meaning)


def _near(
    solver: GroupSolver, group: Group, known: Mapping[int, int], meaning: Mapping[int, Fact]
) -> list[int]:
    """Return the known literals at the elements of a group, or all if there are none."""
    here = set(solver.elements(group))
    near = [x for x in known if place_of(meaning[x]) in here]
    return near if near else list(known)


def _close(
    solver: GroupSolver, known: dict[int, int], links: list[Link], meaning: Mapping[int, Fact]
) -> None:
    """Add the values that are the only ones left, and those that are excluded by them."""
    consistent, found = solver.propagate(list(known))
    more = [x for x in found if x in meaning and x not in known] if consistent else []
    for x in sorted(more, key=lambda y: not meaning[y].holds):
        if meaning[x].holds:
            place = place_of(meaning[x])
            here = [y for y in known if place_of(meaning[y]) == place]
            facts = minimize_facts(solver, here, [], x, meaning)
            links.append(Link(facts, (), (x,)))
        known[x] = len(links) - 1


def _split(
    solver: GroupSolver,
    premises: Premises,
    known: Mapping[int, int],
    meaning: Mapping[int, Fact],
    depth: int,
) -> Link | None:
    """Return a further assumption that leads to a contradiction."""
    selectors = selectors_of(solver, premises.groups)
    places = {place for group in premises.groups for place in solver.elements(group)}
    for x, fact in meaning.items():
        if x in known or -x in known or not fact.holds or place_of(fact) not in places:
            continue
        if not solver.propagate([*known, *selectors, -x])[0]:
            link = _prove_lemma(solver, premises, Proof(x), known, meaning, depth)
            if link is not None:
                return link
    return None


def _prove_lemma(
    solver: GroupSolver,
    premises: Premises,
    lemma: Proof,
    known: Mapping[int, int],
    meaning: Mapping[int, Fact],
    depth: int,
) -> Link | None:
    """Return a link that proves a lemma; None if it is known, or the proof was not found."""
    if lemma.literal in known:
        return None
    here = Link(tuple(known), premises.groups, ())
    inner = chain(solver, here, lemma.literal, meaning, lemma.lemmas, depth + 1)
    if not inner:
        return None
    facts = dict.fromkeys(x for link in inner for x in link.facts if x in known)
    used = {g.selector: g for link in inner for g in link.groups}
    return Link(tuple(facts), tuple(used.values()), (lemma.literal,), inner)


def _needed(
    links: Sequence[Link], born: Mapping[int, int], meaning: Mapping[int, Fact]
) -> tuple[Link, ...]:
    """Return the links that lead to the last one, with no conclusions but those that are used."""
    needed, todo = set[int](), [len(links) - 1]
    while todo:
        number = todo.pop()
        if number not in needed:
            needed.add(number)
            todo += (born[x] for x in links[number].facts if born[x] >= 0)
    used = {place_of(meaning[x]) for number in needed for x in links[number].facts}
    return tuple(
        replace(link, follows=tuple(x for x in link.follows if place_of(meaning[x]) in used))
        for link in (links[number] for number in sorted(needed))
    )
