"""Contradictions that take assumptions within an assumption: what failed probing leads to.

An assumption that unit propagation does not refute is probed: what a further assumption
contradicts is known to be false within it (failed literals; Freeman 1995), and may be enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from nlc.explaining.groups import GroupSolver

PROBES = 1_000
"""Questions after which no further contradiction is looked for."""


class Prober:
    """Says what follows from assumptions beside what is known.

    Groups and known facts are clauses here, so that a question takes as long as what is new in it.

    Attributes:
        calls: how often it was asked.
        length: how much followed from the last assumptions, until there was a contradiction.
    """

    def __init__(self, solver: GroupSolver) -> None:
        """State all groups of a solver; rings that it meets later on are stated as well."""
        self._solver = solver
        self._stated = solver.stated()
        self._rings = 0
        self._known: set[int] = set()
        self._base: list[int] = []
        self.calls = self.length = 0

    def learn(self, literals: Iterable[int]) -> None:
        """Add what is known."""
        new = [x for x in literals if x not in self._known]
        self._known.update(new)
        self._stated.add([[x] for x in new])
        self._take_rings()
        selectors = [g.selector for g in (*self._solver.groups, *self._solver.rings)]
        self._base = self._solver.propagate([*self._known, *selectors])[1]

    def follows(self, assumed: Sequence[int], closing: bool = True) -> list[int] | None:
        """Return what follows from assumptions, with them; None if that is a contradiction.

        Args:
            assumed: literals.
            closing: whether rings that close are cut off.
        """
        while True:
            self.calls += 1
            consistent, found = self._stated.propagate(assumed)
            self.length = len(found)
            if not consistent:
                return None
            if not closing or not self._solver.close([*self._base, *found]):
                return found
            self._take_rings()

    def _take_rings(self) -> None:
        rings = self._solver.rings
        self._stated.add([list(ring.ring) for ring in rings[self._rings :]])
        self._rings = len(rings)


class Proof(Struct, frozen=True, eq=False):
    """That a literal holds: its negation is refuted by unit propagation with some lemmas.

    Attributes:
        literal: what holds.
        lemmas: of which each was proved with the negation assumed, and those before it.
    """

    literal: int
    lemmas: tuple[Proof, ...] = ()

    @property
    def size(self) -> int:
        """How many assumptions it takes."""
        return 1 + sum(lemma.size for lemma in self.lemmas)


class Probing:
    """Looks for proofs within `PROBES` questions."""

    def __init__(self, prober: Prober, probes: Sequence[int]) -> None:
        """Probe by some literals, in their order."""
        self._prober, self._probes = prober, probes
        self._end = prober.calls + PROBES

    @property
    def spent(self) -> bool:
        """Whether no more questions are to be asked."""
        return self._prober.calls >= self._end

    def prove(self, literal: int, depth: int, assumed: tuple[int, ...] = ()) -> Proof | None:
        """Return a proof of a literal with so many assumptions in one another, or None.

        Args:
            literal: what is to be proved.
            depth: at least 2.
            assumed: what is assumed around it, with what was proved there.
        """
        stack = [*assumed, -literal]
        found = self._prober.follows(stack)
        lemmas: list[Proof] = []
        fresh = True
        while found is not None and fresh and not self.spent:
            fresh = False
            held = set(found)
            for x in self._probes:
                if self.spent:
                    break
                if x in held or -x in held:
                    continue
                lemma = self._lemma(x, depth, tuple(stack))
                if lemma is None:
                    continue
                lemmas.append(lemma)
                stack.append(x)
                fresh = True
                found = self._prober.follows(stack)
                if found is None:
                    break
                held = set(found)
        return None if found is not None else self._needed(literal, lemmas, assumed)

    def _lemma(self, literal: int, depth: int, stack: tuple[int, ...]) -> Proof | None:
        if self._prober.follows([*stack, -literal], closing=False) is None:
            return Proof(literal)
        return self.prove(literal, depth - 1, stack) if depth > 2 else None

    def _needed(self, literal: int, lemmas: Sequence[Proof], assumed: tuple[int, ...]) -> Proof:
        """Return a proof without the lemmas that nothing needs."""
        kept: list[Proof] = []
        wanted = self._wanted((), lemmas, set(), (*assumed, -literal))
        for number in range(len(lemmas) - 1, -1, -1):
            if number in wanted:
                own = (-lemmas[number].literal, *(x.literal for x in lemmas[number].lemmas))
                wanted |= self._wanted(own, lemmas[:number], wanted, (*assumed, -literal))
                kept.append(lemmas[number])
        return Proof(literal, tuple(reversed(kept)))

    def _wanted(
        self,
        own: tuple[int, ...],
        before: Sequence[Proof],
        wanted: set[int],
        assumed: tuple[int, ...],
    ) -> set[int]:
        """Return the numbers of the lemmas that a refutation takes, all that are wanted among
        them."""
        needed = set(range(len(before)))
        for number in range(len(before)):
            if number not in wanted:
                fewer = needed - {number}
                stack = [*assumed, *(before[i].literal for i in sorted(fewer)), *own]
                if self._prober.follows(stack, closing=False) is None:
                    needed = fewer
        return needed
