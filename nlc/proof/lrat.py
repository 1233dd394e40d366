"""Checks LRAT proofs by their hints.

Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017.
This module shares no code with any solver, with the encodings or with the DRAT checker, and is
small enough to be verified by reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from nlc.proof.steps import Addition, ClauseList, Lrat, show


class LratVerdict(Struct, frozen=True):
    """The outcome of a check.

    Attributes:
        proved: the formula is unsatisfiable.
        steps: number of steps checked.
        problem: the first step that is wrong, and why.
    """

    proved: bool
    steps: int
    problem: str | None = None


class _WrongStepError(Exception):
    """The step is not justified by its hints."""


def check_lrat(
    formula: ClauseList, proof: Lrat, tick: Callable[[int, int], None] | None = None
) -> LratVerdict:
    """Check a proof up to its first empty clause.

    Args:
        formula: clause i, from 1, has the id i.
        tick: called now and then with the steps done and their number; may raise.
    """
    checker = _HintChecker(formula)
    for number, step in enumerate(proof.steps):
        if tick is not None and number % 256 == 0:
            tick(number, len(proof))
        if not isinstance(step, Addition):
            checker.delete(step.ids)
            continue
        try:
            checker.add(step)
        except _WrongStepError as wrong:
            clause = f"the clause {show(step.literals)} (id {step.id})"
            return LratVerdict(False, number + 1, f"{proof.place(number)}: {clause}: {wrong}")
        if not step.literals:
            return LratVerdict(True, number + 1)
    return LratVerdict(False, len(proof), "the proof has no empty clause")


class _HintChecker:
    """The clauses that hold at a step; each new one keeps a satisfiable formula satisfiable."""

    def __init__(self, formula: ClauseList) -> None:
        self._clauses = {i: tuple(dict.fromkeys(clause)) for i, clause in enumerate(formula, 1)}
        self._last = len(formula)
        self._holders: dict[int, set[int]] | None = None

    def delete(self, ids: Sequence[int]) -> None:
        """Delete clauses; a satisfiable formula stays satisfiable. Unknown ids are ignored."""
        for one in ids:
            clause = self._clauses.pop(one, ())
            if self._holders is not None:
                for literal in clause:
                    self._holders[literal].discard(one)

    def add(self, step: Addition) -> None:
        """Add a clause if its hints show it to be RUP, or RAT on its first literal."""
        if step.id <= self._last:
            raise _WrongStepError(f"ids ascend, and the one before is {self._last}")
        shared, groups = _groups(step.hints)
        false = set(step.literals)
        if not self._conflict(false, shared):
            self._check_rat(step.literals, false, groups)
        self._last = step.id
        self._clauses[step.id] = tuple(dict.fromkeys(step.literals))
        if self._holders is not None:
            for literal in self._clauses[step.id]:
                self._holders.setdefault(literal, set()).add(step.id)

    def _conflict(self, false: set[int], hints: Sequence[int]) -> bool:
        """Follow hints from literals that are false; each clause must be unit, or false.

        Returns:
            Whether a clause is false; hints after it are ignored.
        """
        for hint in hints:
            clause = self._clauses.get(hint)
            if clause is None:
                raise _WrongStepError(f"there is no clause {hint}")
            unset = [literal for literal in clause if literal not in false]
            if not unset:
                return True
            if len(unset) > 1:
                raise _WrongStepError(f"clause {hint}, {show(clause)}, is not unit")
            false.add(-unset[0])
        return False

    def _check_rat(
        self, literals: Sequence[int], false: set[int], groups: dict[int, list[int]]
    ) -> None:
        """Check that all resolvents on the first literal are RUP."""
        if not literals:
            raise _WrongStepError("the hints lead to no conflict")
        pivot = literals[0]
        for holder in self._holders_of(-pivot):
            rest = [literal for literal in self._clauses[holder] if literal != -pivot]
            if any(-literal in false for literal in rest):
                continue  # a literal of the resolvent is true already
            if not self._conflict(false | set(rest), groups.get(holder, [])):
                resolvent = f"the resolvent on {pivot} with clause {holder}"
                raise _WrongStepError(f"the hints lead to no conflict, nor for {resolvent}")

    def _holders_of(self, literal: int) -> list[int]:
        """Return the ids of all clauses that hold a literal, ascending."""
        if self._holders is None:
            self._holders = {}
            for one, clause in self._clauses.items():
                for held in clause:
                    self._holders.setdefault(held, set()).add(one)
        return sorted(self._holders.get(literal, ()))


def _groups(hints: Sequence[int]) -> tuple[list[int], dict[int, list[int]]]:
    """Return the hints before the first negative one, and those after each -D by D."""
    shared: list[int] = []
    groups: dict[int, list[int]] = {}
    group = shared
    for hint in hints:
        if hint < 0:
            group = groups.setdefault(-hint, [])
        else:
            group.append(hint)
    return shared, groups
