"""Unit propagation with two watched literals, and the derivations that the DRAT checker finds.

Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff, DAC 2001; core first as in Heule, Hunt, Wetzler:
Trimming While Checking Clausal Proofs, FMCAD 2013. Lists are indexed by literals themselves: a
negative one counts from the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nlc.proof.steps import Addition, Deletion, Lrat

Group = tuple[int, Sequence[int]]
"""A clause that holds the negation of a pivot, and hints for the resolvent with it."""


class _Derivation(NamedTuple):
    """How a clause follows; see `Derivations.note`."""

    derived: int
    literals: tuple[int, ...]
    hints: Sequence[int]
    groups: Sequence[Group]
    last_uses: Sequence[int]


class Derivations:
    """How clauses follow from others, noted from the last step of a proof to the first.

    A positive number refers to a clause; those of the formula come first, from 1. A number -V
    refers to the literal of variable V that is true without assumptions; it counts as a clause of
    its own, so that it is derived only once.
    """

    def __init__(self, size: int) -> None:
        """Begin with the number of clauses of the formula."""
        self._size = size
        self._noted: list[_Derivation] = []
        self.used: set[int] = set()

    def note(
        self,
        derived: int,
        literals: tuple[int, ...],
        hints: Sequence[int],
        groups: Sequence[Group] = (),
    ) -> list[int]:
        """Note how a clause follows, and return the numbers that were not referred to before.

        Args:
            derived: the number of the clause or literal, or 0 for the empty clause.
            literals: of it, the pivot first.
            hints: clauses that become unit one after the other; the last one is false.
            groups: of a RAT clause, one for each used clause with the negated pivot.
        """
        referred = dict.fromkeys([*hints, *(hint for _, more in groups for hint in more)])
        fresh = [one for one in referred if one not in self.used]
        self.used.update(fresh)
        self._noted.append(_Derivation(derived, literals, hints, groups, fresh))
        return fresh

    @property
    def lemmas(self) -> int:
        """The number of clauses of the proof that were derived."""
        return sum(one.derived > self._size for one in self._noted)

    @property
    def rat(self) -> int:
        """The number of RAT clauses; a RUP clause has hints, and no groups."""
        return sum(bool(one.groups) or not one.hints for one in self._noted)

    @property
    def needed(self) -> list[int]:
        """The clauses of the formula that are used, ascending."""
        return sorted(one for one in self.used if 0 < one <= self._size)

    def lrat(self) -> Lrat:
        """Return the derivations as a proof in which each clause is deleted after its last use.

        So RAT is checked against just the clauses that the groups name.
        """
        steps: list[Addition | Deletion] = []
        ids = {clause: clause for clause in self.needed}
        if idle := tuple(clause for clause in range(1, self._size + 1) if clause not in ids):
            steps.append(Deletion(idle, 1))
        for number, one in enumerate(reversed(self._noted), self._size + 1):
            hints = [ids[hint] for hint in one.hints]
            for candidate, more in sorted((ids[clause], more) for clause, more in one.groups):
                hints += [-candidate, *(ids[hint] for hint in more)]
            ids[one.derived] = number
            steps.append(Addition(number, one.literals, tuple(hints), len(steps) + 1))
            if one.derived and one.last_uses:
                gone = tuple(sorted(ids.pop(used) for used in one.last_uses))
                steps.append(Deletion(gone, len(steps) + 1))
        return Lrat(steps)


Clause = tuple[int, ...]


class UnitPropagator:
    """Clauses, the literals that follow from them, and why.

    Attributes:
        clauses: the literals of each clause, without repetitions; number 0 is not a clause.
        false: by literal, 1 where it is false.
        trail: the true literals in the order in which they became true.
        position: by variable, its index in the trail, if it is assigned.
        reason: by variable, the clause that made it true, or 0 for an assumption.
    """

    def __init__(self, variables: int) -> None:
        self.clauses: list[Clause] = [()]
        self.false = bytearray(2 * variables + 1)
        self.trail: list[int] = []
        self.position = [0] * (variables + 1)
        self.reason = [0] * (variables + 1)
        self._head = 0
        # A clause is watched by the literals `_first` and `_first ^ _pair`.
        self._first = [0]
        self._pair = [0]
        self._others: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._core: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._in_core = bytearray(1)

    def new(self, literals: Clause) -> int:
        """Return the number of a new clause, which is not attached yet."""
        self.clauses.append(literals)
        self._first.append(0)
        self._pair.append(0)
        self._in_core.append(0)
        return len(self.clauses) - 1

    def attach(self, clause: int) -> int:
        """Let propagation use a new clause; if it is unit, assign its literal.

        A clause that is true, unit or false is not watched: the assignments that make it so last as
        long as the clause.

        Returns:
            The clause if it is false, else 0.
        """
        false, literals = self.false, self.clauses[clause]
        free = [literal for literal in literals if not false[literal]]
        if not free:
            return clause
        if any(false[-literal] for literal in free):
            return 0
        if len(free) == 1:
            self.assign(free[0], clause)
            return 0
        self._first[clause], self._pair[clause] = free[0], free[0] ^ free[1]
        self.reattach(clause)
        return 0

    def detach(self, clause: int) -> None:
        """Remove a clause from propagation."""
        for watchers in self._lists(clause):
            watchers.remove(clause)

    def reattach(self, clause: int) -> None:
        """Attach a clause again; the trail is what it was when it was detached."""
        for watchers in self._lists(clause):
            watchers.append(clause)

    def prefer(self, clause: int) -> None:
        """Propagate over a clause before those that are not preferred."""
        if not self._in_core[clause]:
            self.detach(clause)
            self._in_core[clause] = 1
            self.reattach(clause)

    def _lists(self, clause: int) -> tuple[list[int], ...]:
        first = self._first[clause]
        if not first:
            return ()
        watchers = self._core if self._in_core[clause] else self._others
        return watchers[first], watchers[first ^ self._pair[clause]]

    def assume(self, literals: Iterable[int]) -> None:
        """Assign those of the literals that are not true yet; none of them is false."""
        for literal in literals:
            if not self.false[-literal]:
                self.assign(literal, 0)

    def assign(self, literal: int, reason: int) -> None:
        """Make a literal true."""
        variable = abs(literal)
        self.false[-literal] = 1
        self.reason[variable] = reason
        self.position[variable] = len(self.trail)
        self.trail.append(literal)

    def retract(self, height: int) -> None:
        """Undo all assignments from a place of the trail on."""
        for literal in self.trail[height:]:
            self.false[-literal] = 0
        del self.trail[height:]
        self._head = height

    def propagate(self) -> int:
        """Propagate units; return a false clause, or 0."""
        trail = self.trail
        core_head = other_head = self._head
        while True:
            while core_head < len(trail):
                if conflict := self._visit(self._core, -trail[core_head]):
                    return conflict
                core_head += 1
            if other_head == len(trail):
                self._head = other_head
                return 0
            if conflict := self._visit(self._others, -trail[other_head]):
                return conflict
            other_head += 1

    def _visit(self, watchers: list[list[int]], literal: int) -> int:
        """Find other watches for the clauses that watch a literal, which has become false."""
        watching = watchers[literal]
        if not watching:
            return 0
        clauses, false, pair, first = self.clauses, self.false, self._pair, self._first
        gone: set[int] = set()
        conflict = 0
        for clause in watching:
            other = pair[clause] ^ literal
            if false[-other]:
                continue
            for candidate in clauses[clause]:
                if not false[candidate] and candidate != other:
                    if first[clause] == literal:
                        first[clause] = candidate
                    pair[clause] = candidate ^ other
                    watchers[candidate].append(clause)
                    gone.add(clause)
                    break
            else:
                if false[other]:
                    conflict = clause
                    break
                self.assign(other, clause)
        if gone:
            watchers[literal] = [clause for clause in watching if clause not in gone]
        return conflict

    def antecedents(self, literals: Iterable[int], height: int) -> tuple[list[int], list[int]]:
        """Return the variables that assigned literals follow from, their own among them.

        Returns:
            Those assigned below a place of the trail; and those above it that follow from a clause,
            in the order of their assignment. The reasons of the former are not followed.
        """
        below: list[int] = []
        above: list[int] = []
        seen: set[int] = set()
        waiting = [abs(literal) for literal in literals]
        while waiting:
            variable = waiting.pop()
            if variable in seen:
                continue
            seen.add(variable)
            if self.position[variable] < height:
                below.append(variable)
            elif reason := self.reason[variable]:
                above.append(variable)
                waiting += map(abs, self.clauses[reason])
        above.sort(key=self.position.__getitem__)
        return below, above
