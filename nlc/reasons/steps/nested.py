"""Contradictions by nested assumptions: failed literals within an assumption.

Where unit propagation does not refute an assumption, further ones are tried within it: each that
fails is false there (failed literals; Freeman 1995), which may be enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from nlc.reasons.groups import GroupSolver

PROBES = 1_000
"""Calls of the solver after which no further contradiction is looked for."""


class Prober:
    """Propagates assumptions together with what is known.

    Groups and known facts are clauses here, so a call takes only as long as its news.

    Attributes:
        calls: of the solver.
        length: literals that followed from the last assumptions, up to a contradiction.
        closing: whether lemmas may need new rings, as of sizes, which come in any number.
    """

    def __init__(self, solver: GroupSolver) -> None:
        """Take all groups of a solver; rings that it meets later are added."""
        self._solver, self.closing = solver, solver.has_sizes
        self._propagator = solver.with_all_groups()
        self._rings = 0
        self._known: set[int] = set()
        self._base: list[int] = []
        self.calls = self.length = 0

    def learn(self, literals: Iterable[int]) -> None:
        """Add what is known."""
        new = [x for x in literals if x not in self._known]
        self._known.update(new)
        self._propagator.add([[x] for x in new])
        self._take_rings()
        selectors = [g.selector for g in (*self._solver.groups, *self._solver.rings)]
        self._base = self._solver.propagate([*self._known, *selectors])[1]

    def follows(self, assumed: Sequence[int], closing: bool = True) -> list[int] | None:
        """Return the assumptions and what follows from them; None for a contradiction.

        Args:
            assumed: literals.
            closing: whether rings that close are cut off.
        """
        while True:
            self.calls += 1
            consistent, found = self._propagator.propagate(assumed)
            self.length = len(found)
            if not consistent:
                return None
            if not closing or not self._solver.close([*self._base, *found]):
                return found
            self._take_rings()

    def _take_rings(self) -> None:
        rings = self._solver.rings
        self._propagator.add([list(ring.ring) for ring in rings[self._rings :]])
        self._rings = len(rings)


class Proof(Struct, frozen=True, eq=False):
    """A proof of a literal: unit propagation refutes its negation, with some lemmas.

    Attributes:
        literal: that is proved.
        lemmas: each proved from the negation and the lemmas before it.
    """

    literal: int
    lemmas: tuple[Proof, ...] = ()

    @property
    def size(self) -> int:
        """How many assumptions it takes."""
        return 1 + sum(lemma.size for lemma in self.lemmas)


class Probing:
    """Looks for proofs within `PROBES` calls."""

    def __init__(self, prober: Prober, probes: Sequence[int]) -> None:
        """Probe by some literals, in their order."""
        self._prober, self._probes = prober, probes
        self._end = prober.calls + PROBES

    @property
    def spent(self) -> bool:
        """Whether all calls are used up."""
        return self._prober.calls >= self._end

    def prove(self, literal: int, depth: int, assumed: tuple[int, ...] = ()) -> Proof | None:
        """Return a proof of a literal with up to `depth` nested assumptions, or None.

        Args:
            literal: to be proved.
            depth: at least 2.
            assumed: outer assumptions, with what was proved there.
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
        if self._prober.follows([*stack, -literal], self._prober.closing) is None:
            return Proof(literal)
        return self.prove(literal, depth - 1, stack) if depth > 2 else None

    def _needed(self, literal: int, lemmas: Sequence[Proof], assumed: tuple[int, ...]) -> Proof:
        """Return a proof without unneeded lemmas."""
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
