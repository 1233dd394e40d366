"""The way from known facts to a wanted one, link by link, without unneeded ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nlc.reasons.facts import Group
from nlc.reasons.known import literals, place_of
from nlc.reasons.steps.candidates import Candidates
from nlc.reasons.steps.chain import Link, chain, is_whole, minimize_facts, selectors_of
from nlc.reasons.steps.deduction import Deduction, ground_reason
from nlc.reasons.steps.reason import Reason
from nlc.reasons.steps.units import Units


class Inference(Struct, frozen=True, eq=False):
    """A link of the way, with the contradiction behind it where it takes several groups.

    Attributes:
        link: the link.
        denied: the literal whose negation is assumed in `inner`; 0 where there is none.
        inner: the way from that assumption to a contradiction.
        spread: groups of the link that only spread its first conclusion.
        reason: of the link, where one was looked for.
    """

    link: Link
    denied: int = 0
    inner: tuple[Link, ...] = ()
    spread: frozenset[Group] = frozenset()
    reason: Reason | None = None


class Path:
    """Takes steps, and remembers what each needed.

    Attributes:
        deduction: the state.
        links: so far, in the order of their conclusions.
    """

    def __init__(self, deduction: Deduction) -> None:
        self.deduction = deduction
        self.links: list[Link] = []
        self._meaning = literals(deduction.solver)
        self._born: dict[int, int] = {}
        self._combined: dict[int, Reason] = {}
        self._techniques: dict[int, Reason] = {}
        self._aside: set[int] = set()
        self._yielded: set[int] = set()
        self._further: dict[int, frozenset[Group]] = {}

    def singles(self) -> list[int]:
        """Conclude all that single groups give, and return the links with something to draw."""
        first = len(self.links)
        for reason in self.deduction.candidate_singles():
            self._take(reason)
        if len(self.links) > first:
            return self._drawable(first)
        while reasons := self.deduction.singles():
            for reason in reasons:
                if reason.follows[0] not in self.deduction.known:
                    self._take(reason)
        return self._drawable(first)

    def next_single(self) -> list[int]:
        """Conclude by the easiest single group, if there is one."""
        first = len(self.links)
        for reason in (self.deduction.candidate_singles() or self.deduction.singles())[:1]:
            self._take(reason)
        return self._drawable(first)

    def hard(self) -> list[int]:
        """Conclude by several groups, and return the links with something to draw; none: stuck."""
        first = len(self.links)
        for reason in self.deduction.hard():
            if reason.follows[0] not in self.deduction.known:
                self._take(reason)
        return self._drawable(first)

    def needed(self, number: int) -> Iterator[Inference]:
        """Yield a link after those that it needs and that were not yielded yet."""
        if number in self._yielded:
            return
        self._yielded.add(number)
        link = self._inlined(number)
        for x in link.facts:
            yield from self._sources(x, number)
        reason = self._combined.get(number)
        spread = self._further.get(number, frozenset())
        if reason is None:
            found = self._techniques.get(number) or self._named(number)
            yield Inference(link, spread=spread, reason=found)
            return
        first, solver = reason.follows[0], self.deduction.solver
        inner: tuple[Link, ...] = ()
        if not is_whole(solver, reason.groups):
            inner = chain(solver, reason, first, self._meaning, reason.lemmas)
            inner = tuple(self._without_excluded(inner, {}))
        yield Inference(link, first, inner, spread, reason)

    def _without_excluded(
        self, links: Sequence[Link], excluded: Mapping[int, Link]
    ) -> Iterator[Link]:
        """Yield links without those that only exclude a placed value from its unit.

        Links that use them get the value itself, and the unit.
        """
        units, known = self.deduction.units, dict(excluded)
        for link in links:
            facts, groups = dict[int, None](), dict.fromkeys(link.groups)
            for x in link.facts:
                facts.update(dict.fromkeys(known[x].facts if x in known else (x,)))
                groups.update(dict.fromkeys(known[x].groups if x in known else ()))
            inner = tuple(self._without_excluded(link.inner, known))
            new = Link(tuple(facts), tuple(groups), link.follows, inner)
            if link.follows and not link.inner and self._is_exclusion(new, units):
                known.update(dict.fromkeys(link.follows, new))
            else:
                yield new

    def _is_exclusion(self, link: Link, units: Units) -> bool:
        return (
            bool(link.groups)
            and all(group.selector in units.selectors for group in link.groups)
            and all(x in units.meaning and not units.meaning[x][2] for x in link.facts)
            and all(x in units.meaning and units.meaning[x][2] for x in link.follows)
        )

    def _named(self, number: int) -> Reason:
        """Return a link of one rule with the name that its genre has for it."""
        link = self._link(number)
        spread = self._further.get(number, frozenset())
        groups = tuple(group for group in link.groups if group not in spread)
        return self.deduction.named(Reason(link.facts, groups, link.follows))

    def _link(self, number: int) -> Link:
        """Return a link, with no fact that is not needed."""
        if number in self._aside:
            self._aside.remove(number)
            self.links[number] = self._shrink(self.links[number])
        return self.links[number]

    def _inlined(self, number: int) -> Link:
        """Return a link whose excluded values are replaced by the reasons for these.

        That placed values exclude others is no step of its own: nobody writes it.
        """
        link = self._link(number)
        if number in self._combined or number in self._techniques:
            return link
        facts, groups = dict[int, None](), dict.fromkeys(link.groups)
        for x in link.facts:
            born = self._born.get(x, -1)
            if 0 <= born < number and self._excludes(born):
                facts.update(dict.fromkeys(self._link(born).facts))
                groups.update(dict.fromkeys(self._link(born).groups))
            else:
                facts[x] = None
        return replace(link, facts=tuple(facts), groups=tuple(groups))

    def _excludes(self, number: int) -> bool:
        """Return whether one rule excludes values by placed ones."""
        link, goal = self._link(number), self.deduction.goal
        return (
            number not in self._combined
            and len(link.groups) == 1
            and not (link.groups[0].ring or link.groups[0].whole)
            and all(goal[x].holds for x in link.facts)
            and not any(goal[x].holds for x in link.follows)
        )

    def cost(self, number: int) -> int:
        """Return how many links one takes with all that it needs."""
        concluded, todo = set[int](), [number]
        while todo:
            one = todo.pop()
            if one not in concluded:
                concluded.add(one)
                todo += (self._born[x] for x in self.links[one].facts if self._born.get(x, -1) >= 0)
        return len(concluded)

    def _sources(self, literal: int, before: int) -> Iterator[Inference]:
        born = self._born.get(literal, -1)
        if 0 <= born < before:
            yield from self.needed(born)

    def _drawable(self, first: int) -> list[int]:
        return [
            number
            for number in range(first, len(self.links))
            if any(map(self.deduction.is_target, self.links[number].follows))
        ]

    def _take(self, reason: Reason) -> None:
        """Take a step; the only value left at a place is a link of its own."""
        goal, units = self.deduction.goal, self.deduction.units
        before = dict.fromkeys(self.deduction.known)
        candidates = self.deduction.candidates() if units else None
        several = len(reason.groups) > 1 or (reason.groups and not reason.plain)
        if candidates is not None:
            reason = ground_reason(candidates, reason)
        learnt = self.deduction.take(reason)
        concluded = [x for x in reason.follows if x in learnt]
        if reason.words:
            self._techniques[len(self.links)] = reason
        elif several:
            self._combined[len(self.links)] = reason
        self._add(Link(reason.facts, reason.groups, tuple(concluded)), concluded)
        self._spread(len(self.links) - 1, concluded)
        main, aside = self._divide(concluded)
        for i, x in enumerate(aside):
            self._aside.add(len(self.links))
            self._add(Link((*reason.facts, *main, *aside[:i]), reason.groups, (x,)), [x])
        rest = [x for x in learnt if x not in reason.follows]
        for x in rest:
            if candidates is not None and goal[x].holds and x in units.meaning:
                self._place(candidates, x)
            elif goal[x].holds:
                place = place_of(goal[x])
                others = [y for y in (*before, *concluded) if place_of(goal[y]) == place]
                facts = minimize_facts(self.deduction.solver, others, [], x, goal)
                self._add(Link(facts, (), (x,)), [x])
        for x in rest:
            self._born.setdefault(x, len(self.links) - 1)

    def _place(self, candidates: Candidates, literal: int) -> None:
        """Add a link for the only value that is left for a cell."""
        cell, value, _ = self.deduction.units.meaning[literal]
        found = self.deduction.pattern_reason(candidates, candidates.naked_single(cell, value))
        self._techniques[len(self.links)] = found
        self._add(Link(found.facts, found.groups, found.follows), found.follows)

    def _spread(self, number: int, concluded: Sequence[int]) -> None:
        """Add to a link what follows from one of its facts alone, by one rule without clues.

        So a bridge is drawn from end to end, and a star with the cells that it keeps free; but what
        is drawn because something else is not is a step of its own.
        """
        goal = self.deduction.goal
        groups, follows = dict[Group, None](), list[int]()
        todo = [x for x in concluded if self._is_drawn(x)]
        while todo:
            source = todo.pop()
            for group, x in self.deduction.consequences(source):
                if self._is_drawn(x) and goal[x].value <= goal[source].value:
                    self.deduction.learn([x])
                    groups[group] = None
                    todo.append(x)
                    follows.append(x)
        link = self.links[number]
        self._further[number] = frozenset(groups.keys() - set(link.groups))
        every = tuple(dict.fromkeys([*link.groups, *groups]))
        self.links[number] = replace(link, groups=every, follows=(*link.follows, *follows))
        self._born.update(dict.fromkeys(follows, number))

    def _is_drawn(self, literal: int) -> bool:
        """Return whether a literal is that something is drawn, or crossed out."""
        name = self.deduction.goal[literal].variable
        domains = self.deduction.solver.program.domains
        return name not in domains and self.deduction.is_target(literal)

    def _divide(self, concluded: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the main conclusions of a step, and those aside, if some are drawn.

        Each of the latter is a link of its own, for a later step that needs it.
        """
        goal, shown = self.deduction.goal, self.deduction.is_target
        here = [x for x in concluded if goal[x].holds]
        settled = {place_of(goal[x]) for x in ([x for x in here if shown(x)] or here)}
        if not settled:
            return list(concluded), []
        main = [x for x in concluded if place_of(goal[x]) in settled]
        rest = [x for x in concluded if place_of(goal[x]) not in settled]
        others = {place_of(goal[x]) for x in rest if goal[x].holds}
        return main, [x for x in rest if goal[x].holds or place_of(goal[x]) not in others]

    def _shrink(self, link: Link) -> Link:
        """Return a link with no fact that is not needed."""
        solver, (goal,) = self.deduction.solver, link.follows
        facts = [x for x in link.facts if x != goal]
        groups = selectors_of(solver, link.groups)
        return replace(link, facts=minimize_facts(solver, facts, groups, goal, self.deduction.goal))

    def _add(self, link: Link, concluded: Sequence[int]) -> None:
        self._born.update(dict.fromkeys(concluded, len(self.links)))
        self.links.append(link)
