"""Builds steps: facts and rules at places from literals and groups; checks each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import literals, variables
from nlc.reasons.steps.candidates import TECHNIQUES
from nlc.reasons.steps.chain import Link, is_whole
from nlc.reasons.steps.checker import Checker
from nlc.reasons.steps.path import Inference
from nlc.reasons.steps.reason import WHOLE, cost_of
from nlc.reasons.steps.steps import Cited, Step


class StepBuilder:
    """Turns inferences into steps, and checks each."""

    def __init__(self, solver: GroupSolver, checker: Checker) -> None:
        self._solver, self._program, self._checker = solver, solver.program, checker
        self._meaning = literals(solver)
        self._rings: dict[int, tuple[str, ...]] = {}
        self._rooms = {
            name
            for name, given in solver.puzzle.rules.givens.items()
            if given.type.kind == "name" and not given.optional
        }
        self._shown = {v.name for v in self._program.bools if v.shown}
        self._shown |= {v.name for v in self._program.domains.values() if v.shown}

    def step(self, inference: Inference) -> Step:
        """Return a step of the path.

        Raises:
            RuntimeError: it does not follow: an error in nlc.
        """
        link = inference.link
        facts, known = self._facts(link.follows), self._known(link.facts)
        self._checker.check([self._meaning[x] for x in link.facts], link.groups, facts)
        once = self._at_once(link.groups, inference.inner)
        denied = self._meaning[-inference.denied] if inference.denied and not once else None
        self._rings = dict(self._closed((*inference.inner, link)))
        rules = self._cited_of(link.groups, inference.spread)
        needed = (group for group in link.groups if group not in inference.spread)
        whole = is_whole(self._solver, link.groups)
        reason = inference.reason
        cost = len(rules) * WHOLE if whole else max(1, cost_of(needed))
        if reason is not None and reason.technique in TECHNIQUES:
            cost = int(TECHNIQUES[reason.technique])
        return Step(
            facts,
            known,
            rules,
            denied,
            () if once else tuple(map(self._inner, inference.inner)),
            cost,
            *((reason.technique, reason.words, reason.cells) if reason is not None else ()),
        )

    def _inner(self, link: Link) -> Step:
        follows = [self._meaning[x] for x in link.follows]
        settled = {(fact.variable, fact.element) for fact in follows if fact.holds}
        facts = tuple(f for f in follows if f.holds or (f.variable, f.element) not in settled)
        inner = () if self._at_once(link.groups, link.inner) else link.inner
        return Step(
            facts,
            self._known(link.facts),
            self._cited_of(link.groups),
            facts[0]._replace(holds=not facts[0].holds) if inner else None,
            tuple(map(self._inner, inner)),
            max(1, cost_of(link.groups)),
        )

    def _closed(self, links: Sequence[Link]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the selectors of rings that must not close, with their elements."""
        for link in links:
            yield from self._closed(link.inner)
            if sum(bool(group.ring) for group in link.groups) == 1:
                facts = [*link.facts, *(-x for x in link.follows[:1])]
                found = ring(self._program, [self._meaning[x] for x in facts])
                if found:
                    yield next(g.selector for g in link.groups if g.ring), found

    def _facts(self, literals: Sequence[int]) -> tuple[Fact, ...]:
        """Return the conclusions: values of places; without any, the excluded values."""
        facts = [self._meaning[x] for x in literals]
        here = [fact for fact in facts if fact.holds]
        settled = {(fact.variable, fact.element) for fact in here}
        rest = [f for f in facts if not f.holds and (f.variable, f.element) not in settled]
        shown = [fact for fact in here if fact.variable in self._shown]
        if shown:
            return tuple(shown)
        return tuple(here or rest)

    def _known(self, literals: Sequence[int]) -> tuple[Fact, ...]:
        return tuple(self._meaning[x] for x in literals)

    def _at_once(self, groups: Sequence[Group], inner: Sequence[Link]) -> bool:
        """Return whether the contradiction is one link by the same rule, which adds nothing."""
        return len(self._named(groups)) == 1 == len(inner)

    @staticmethod
    def _named(groups: Sequence[Group]) -> list[Group]:
        """Return the groups without the rules that forbid the rings among them."""
        rings = {group.rule for group in groups if group.ring}
        return [g for g in groups if g.ring or not g.whole or g.rule not in rings]

    def _cited_of(
        self, groups: Sequence[Group], spread: Container[Group] = ()
    ) -> tuple[Cited, ...]:
        """Return the rules at their places; of the board as a whole each rule once."""
        if is_whole(self._solver, groups):
            rules = dict.fromkeys((group.rule, group.text) for group in groups)
            return tuple(Cited(rule, text, (), (), (), False) for rule, text in rules)
        return tuple(self._cited(group, group in spread) for group in self._named(groups))

    def _cited(self, group: Group, further: bool = False) -> Cited:
        board, program = self._program.board, self._program
        elements = self._solver.elements(group) if not group.whole else []
        named = self._names(elements)
        size, have, others = self._solver.sized(group)
        if size:
            named = self._names(have)
        elif group.ring and not group.is_cut:
            named = self._rings.get(group.selector, ())
        return Cited(
            group.rule,
            group.text,
            tuple(board.names(sort)[i] for sort, i in group.place),
            named,
            tuple(
                (
                    clue.given,
                    board.names(program.given_sorts[clue.given])[clue.element],
                    program.givens[clue.given][clue.element],
                )
                for clue in group.clues
                if clue.given not in self._rooms
            ),
            bool(group.ring),
            group.is_cut,
            "" if group.place or group.ring else self._room(elements),
            tuple(map(self._names, self._solver.cut(group) if group.is_cut else (others, ()))),
            further,
            size,
        )

    def _names(self, elements: Iterable[tuple[str, int]]) -> tuple[str, ...]:
        """Return the names of the elements of some variables, each once."""
        sorts = {v.name: v.sort for v in variables(self._program)}
        names = (self._program.board.names(sorts[name])[i] for name, i in elements)
        return tuple(dict.fromkeys(names))

    def _room(self, elements: Sequence[tuple[str, int]]) -> str:
        """Return the first cell of the only room to which all elements belong, if there is one."""
        board, program = self._program.board, self._program
        sorts = {v.name: v.sort for v in variables(program)}
        names = board.names(Sort.CELL)
        number = {name: i for i, name in enumerate(names)}
        cells = [
            {number[x] for x in board.names(sorts[name])[i].split("-") if x in number}
            for name, i in elements
        ]
        for given in self._rooms:
            texts = program.givens[given]
            if program.given_sorts[given] is not Sort.CELL or len(texts) < len(names):
                continue
            shared = [{texts[cell] for cell in one} for one in cells]
            rooms = set.intersection(*shared) if shared else set()
            if len(rooms) == 1:
                (room,) = rooms
                return names[next(i for i in sorted(texts) if texts[i] == room)]
        return ""


def ring(program: Program, facts: Iterable[Fact]) -> tuple[str, ...]:
    """Return the elements of the only ring that some facts have, in their order round it.

    Args:
        program: the puzzle.
        facts: those count that draw a boolean on links or borders, each variable by itself.

    Returns:
        Names; none where there is no ring, or there are several.
    """
    drawn: dict[str, set[int]] = {}
    for fact in facts:
        if fact.value == 1 and fact.holds:
            drawn.setdefault(fact.variable, set()).add(fact.element)
    board = program.board
    graphs = {Sort.LINK: board.link_graph, Sort.BORDER: board.border_graph}
    for var in program.bools:
        if var.name in drawn and var.sort in graphs:
            ends = graphs[var.sort].ends
            found = _round({edge: tuple(ends[edge].tolist()) for edge in drawn[var.name]})
            if found:
                return tuple(board.names(var.sort)[edge] for edge in found)
    return ()


def _round(ends: dict[int, tuple[int, int]]) -> list[int]:
    """Return the edges of the only ring, from the least on; empty if there is none or another."""
    left = dict(sorted(ends.items()))
    while True:
        degree = Counter(node for pair in left.values() for node in pair)
        loose = [edge for edge, pair in left.items() if min(degree[node] for node in pair) == 1]
        if not loose:
            break
        for edge in loose:
            del left[edge]
    if not left or max(degree.values()) > 2:
        return []
    edge = next(iter(left))
    out, node = [edge], left[edge][1]
    while True:
        onward = [e for e, pair in left.items() if node in pair and e != edge]
        if not onward or onward[0] == out[0]:
            return out if len(out) == len(left) else []
        edge = onward[0]
        out.append(edge)
        node = sum(left[edge]) - node
