"""Builds steps: facts and rules at places from literals and groups; checks each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.reasons.facts import Fact, Group, Place, variables
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.candidates import TECHNIQUES
from nlc.reasons.steps.deduction import CONFIRMER, Deduction
from nlc.reasons.steps.reason import WHOLE, Reason
from nlc.reasons.steps.steps import Cited, Step
from nlc.reasons.steps.wording import Wording

CONFLICTS = 300
"""Conflicts after which a formula with separators is used instead."""


class StepChecker:
    """Refutes the negation of each conclusion.

    Here loops and connectedness are encoded in full, without separators; so a ring is checked by
    the rule that forbids it. With few facts on a large board that can take for ever: then a second
    formula with separators decides.
    """

    def __init__(self, solver: GroupSolver, together: GroupSolver) -> None:
        """Check by a solver that is not lazy, and where that takes too long by one that is.

        Conclusions from all groups are checked by `together`, which has no groups.
        """
        self._solver, self._together = solver, together
        self._whole: dict[str, list[str]] = {}
        for group in solver.groups:
            if group.whole:
                self._whole.setdefault(group.rule, []).append(group.name)

    def check(
        self, facts: Sequence[Fact], groups: Sequence[Group], follows: Sequence[Fact]
    ) -> None:
        """Check a step.

        Raises:
            RuntimeError: it does not follow.
        """
        names = {group.name for group in groups if not group.ring}
        names.update(name for g in groups if g.ring for name in self._whole[g.rule])
        for fact in follows:
            first = self._together if self._solver.is_whole(groups) else self._solver
            refuted = self._refuted(first, facts, names, fact, CONFLICTS)
            if refuted is None:
                refuted = self._refuted(self._lazy, facts, names, fact)
            if not refuted:
                reason = ", ".join(group.name for group in groups)
                raise RuntimeError(f"{fact} does not follow from {reason}")

    @staticmethod
    def _refuted(
        solver: GroupSolver,
        facts: Sequence[Fact],
        names: Collection[str],
        fact: Fact,
        conflicts: int | None = None,
    ) -> bool | None:
        """Return whether the negation of a fact is refuted; None if that takes more conflicts."""
        known = [solver.literal(each) for each in facts]
        selectors = [group.selector for group in solver.groups if group.name in names]
        found = solver.satisfiable([*known, *selectors, -solver.literal(fact)], conflicts)
        return None if found is None else not found

    @cached_property
    def _lazy(self) -> GroupSolver:
        return GroupSolver(self._solver.puzzle, self._solver.program, solver=CONFIRMER)


class StepBuilder:
    """Turns reasons into steps, and checks each."""

    def __init__(self, deduction: Deduction) -> None:
        self._solver = solver = deduction.propagation.solver
        self._checker = StepChecker(deduction.stated, deduction.together)
        self._program = solver.program
        self._meaning = solver.meaning
        self._wording = Wording(solver)
        self._rings: dict[int, list[Place]] = {}
        self._sorts = {v.name: v.sort for v in variables(solver.program)}
        self._shown = {v.name: v.shown for v in variables(solver.program)}
        self._rooms = {
            name
            for name, given in solver.puzzle.rules.givens.items()
            if given.type.kind == "name" and not given.optional
        }

    def step(self, reason: Reason) -> Step:
        """Return a step of the path.

        Raises:
            RuntimeError: it does not follow: an error in nlc.
        """
        step = self._step(reason)
        self._checker.check([self._meaning[x] for x in reason.facts], reason.groups, step.facts)
        return step

    def _step(self, reason: Reason, told: Collection[Fact] = ()) -> Step:
        inner, known = list[Step](), {self._meaning[-x] for x in reason.follows[:1]}
        for link in reason.inner:
            inner.append(self._step(link, known))
            known.update(inner[-1].facts)
        rings = [group.selector for group in reason.groups if group.ring]
        if len(rings) == 1 and (
            found := self._round((*reason.facts, *(-x for x in reason.follows)))
        ):
            self._rings[rings[0]] = found
        # What one rule refutes by itself is not told again by its opposite.
        denied = reason.how and reason.follows and len(inner) != 1
        rules = tuple(self._cited_of(reason))
        cost = max(1, reason.cost)
        if self._solver.is_whole(reason.groups):
            cost = len(rules) * WHOLE
        elif reason.technique in TECHNIQUES:
            cost = int(TECHNIQUES[reason.technique])
        follows = [self._meaning[x] for x in reason.follows]
        placed = {fact.place for fact in follows if fact.holds}
        step = Step(
            tuple(fact for fact in follows if fact.holds or fact.place not in placed),
            tuple(self._meaning[x] for x in reason.facts),
            rules,
            self._meaning[-reason.follows[0]] if denied else None,
            tuple(inner) if denied else (),
            cost,
            reason.technique,
            reason.words,
            reason.cells,
        )
        groups = [each for each in self._named(reason.groups) if each not in reason.further]
        why, cells = self._wording.why(step, groups, told)
        return replace(step, why=why, cells=cells)

    @staticmethod
    def _named(groups: Sequence[Group]) -> list[Group]:
        """Return the groups without the rules that forbid the rings among them."""
        rings = {group.rule for group in groups if group.ring}
        return [g for g in groups if g.ring or not g.whole or g.rule not in rings]

    def _cited_of(self, reason: Reason) -> Iterator[Cited]:
        """Yield the rules at their places; of the board as a whole each rule once."""
        if self._solver.is_whole(reason.groups):
            for rule, text in dict.fromkeys((group.rule, group.text) for group in reason.groups):
                yield Cited(rule, text, (), (), (), False)
        else:
            for group in self._named(reason.groups):
                yield self._cited(group, group in reason.further)

    def _cited(self, group: Group, further: bool) -> Cited:
        board, program = self._program.board, self._program
        size, elements, by, apart = self._solver.parted(group)
        if group.whole:
            elements = []
        elif group.ring and not (size or group.is_cut):
            elements = self._rings.get(group.selector, [])
        clues = (clue for clue in group.clues if clue.given not in self._rooms)
        return Cited(
            group.rule,
            group.text,
            tuple(board.names(sort)[i] for sort, i in group.place),
            self._names(elements),
            tuple(
                (given, board.names(program.given_sorts[given])[i], program.givens[given][i])
                for given, i in clues
            ),
            bool(group.ring),
            group.is_cut,
            "" if group.place or group.ring else self._room(elements),
            (self._names(by), self._names(apart)),
            further,
            size,
            not all(self._shown[name] for name, _ in self._solver.elements(group)),
        )

    def _names(self, elements: Iterable[Place]) -> tuple[str, ...]:
        """Return the names of the elements of some variables, each once."""
        names = (self._program.board.names(self._sorts[name])[i] for name, i in elements)
        return tuple(dict.fromkeys(names))

    def _room(self, elements: Sequence[Place]) -> str:
        """Return the first cell of the only room to which all elements belong, if there is one."""
        names = self._program.board.names(Sort.CELL)
        number = {name: i for i, name in enumerate(names)}
        cells = [
            {number[x] for x in name.split("-") if x in number} for name in self._names(elements)
        ]
        for given in self._rooms:
            texts = self._program.givens[given]
            if self._program.given_sorts[given] is Sort.CELL and len(texts) == len(names):
                shared = [{texts[cell] for cell in one} for one in cells]
                rooms = set.intersection(*shared) if shared else set()
                if len(rooms) == 1:
                    return names[next(i for i in sorted(texts) if texts[i] in rooms)]
        return ""

    def _round(self, literals: Sequence[int]) -> list[Place]:
        """Return the edges of the only ring that is drawn, in their order; nothing if there are
        none or several."""
        board = self._program.board
        graphs = {Sort.LINK: board.link_graph, Sort.BORDER: board.border_graph}
        ends: dict[Place, list[int]] = {}
        for fact in sorted(self._meaning[x] for x in literals):
            sort = self._sorts[fact.variable]
            if sort in graphs and fact.value == 1 and fact.holds:
                ends[fact.place] = graphs[sort].ends[fact.element].tolist()
        while True:
            degree = Counter(node for pair in ends.values() for node in pair)
            loose = [edge for edge, pair in ends.items() if min(degree[x] for x in pair) == 1]
            if not loose:
                break
            for edge in loose:
                del ends[edge]
        if set(degree.values()) != {2}:
            return []
        out = [next(iter(ends))]
        node = ends[out[0]][1]
        while (edge := next(e for e in ends if node in ends[e] and e != out[-1])) != out[0]:
            out.append(edge)
            node = sum(ends[edge]) - node
        return out if len(out) == len(ends) else []
