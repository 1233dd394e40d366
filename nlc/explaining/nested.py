"""Contradictions that take assumptions within an assumption: what failed probing leads to.

An assumption that unit propagation does not refute is probed: what a further assumption
contradicts is known to be false within it (failed literals; Freeman 1995), and may be enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from nlc.explaining.prober import Prober

PROBES = 1_000
"""Questions after which no further contradiction is looked for."""


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
