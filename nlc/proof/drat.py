"""Checks DRAT proofs backwards, and elaborates the steps that they need to LRAT.

Wetzler, Heule, Hunt: DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs,
SAT 2014. A first pass adds and deletes clauses until unit propagation meets a conflict; a second
one goes back from there and checks only the lemmas that later steps turned out to need: each by
reverse unit propagation (RUP), or else as a resolution asymmetric tautology (RAT) on its first
literal.

Deletions follow the operational convention of drat-trim (Rebola-Pardo, Cruz-Filipe: Complete and
Efficient DRAT Proof Checking, FMCAD 2018): a deletion is ignored if it names a clause of one
literal, or the clause by which a literal has become true for good, or one that is not there. In all
three cases more clauses are kept than the proof intends, which is sound: all derivations still
hold, and RAT is checked against every clause that was kept. Of equal clauses the last one added is
deleted first. Tautologies take no part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.proof.propagation import Derivations, UnitPropagator
from nlc.proof.steps import ClauseList, Drat, Lrat, show

_STEPS_PER_TICK = 64
_NO_CONFLICT = "no clause is empty, and unit propagation over all of them finds no conflict"
_NOT_REDUNDANT = "is neither RUP nor RAT on its first literal"

Tick = Callable[[int, int], None]


class DratVerdict(Struct, frozen=True):
    """The outcome of a check.

    Attributes:
        proved: the formula is unsatisfiable.
        additions: lemmas up to the conflict.
        lemmas: how many of them are needed, and were checked.
        rat: how many of those are RAT and not RUP.
        clauses: how many clauses of the formula are needed.
        kept: deletions ignored because the clause makes a literal true for good.
        unknown: deletions ignored because there is no such clause.
        problem: a step that is wrong, and why.
        lrat: the needed lemmas with hints, if the proof is right.
    """

    proved: bool
    additions: int
    lemmas: int = 0
    rat: int = 0
    clauses: int = 0
    kept: int = 0
    unknown: int = 0
    problem: str | None = None
    lrat: Lrat | None = None


def check_drat(formula: ClauseList, proof: Drat, tick: Tick | None = None) -> DratVerdict:
    """Check a proof.

    Args:
        proof: the steps; those after the conflict are not looked at.
        tick: called now and then with the work done and all work, in steps; may raise.
    """
    return _BackwardChecker(formula, proof, tick or (lambda done, work: None)).run()


class _BackwardChecker:
    """One check of one proof; `Derivations` explains the numbers of clauses and literals."""

    def __init__(self, formula: ClauseList, proof: Drat, tick: Tick) -> None:
        # Variables are numbered anew, as most numbers may be unused.
        literals = np.fromiter(chain([0], *formula), np.int64)
        names = np.unique(np.abs(np.append(literals, proof.literals)))
        self._names: list[int] = names.tolist()
        number = {name: i for i, name in enumerate(self._names)}
        number |= {-name: -i for name, i in number.items()}
        self._formula = [[number[lit] for lit in clause] for clause in formula]
        found = np.sign(proof.literals) * np.searchsorted(names, np.abs(proof.literals))
        self._proof = replace(proof, literals=np.asarray(found, np.int32))
        self._engine = UnitPropagator(len(self._names) - 1)
        self._tick = tick
        # The clause that each step adds, minus the one that it deletes, or 0.
        self._steps: list[int] = []
        # The height of the trail before each step.
        self._heights: list[int] = []
        self._present = bytearray(1)
        # The clauses present, by their sorted literals; only for a proof that deletes.
        self._equal: dict[tuple[int, ...], list[int]] = {}
        self._deletes = bool(proof.deletes.any())
        self._kept = self._unknown = 0
        self._derivations = Derivations(len(formula))
        self._holders: dict[int, list[int]] | None = None

    def run(self) -> DratVerdict:
        """Check forwards, then backwards."""
        conflict = self._forward()
        problem = self._backward(conflict) if conflict else _NO_CONFLICT
        found = self._derivations
        return DratVerdict(
            proved=problem is None,
            additions=sum(step > 0 for step in self._steps),
            lemmas=found.lemmas,
            rat=found.rat,
            clauses=len(found.needed),
            kept=self._kept,
            unknown=self._unknown,
            problem=problem,
            lrat=None if problem else found.lrat(),
        )

    def _forward(self) -> int:
        """Add and delete clauses up to a conflict; return the clause that is false, or 0."""
        engine = self._engine
        conflict = 0
        for clause in self._formula:
            conflict = conflict or self._add(clause)
        conflict = conflict or engine.propagate()
        work = 2 * len(self._proof)
        for number, (delete, literals) in enumerate(self._proof.steps()):
            if conflict:
                break
            if number % _STEPS_PER_TICK == 0:
                self._tick(number, work)
            self._heights.append(len(engine.trail))
            if delete:
                self._steps.append(-self._delete(literals))
            else:
                self._steps.append(len(engine.clauses))
                conflict = self._add(literals) or engine.propagate()
        return conflict

    def _add(self, literals: Sequence[int]) -> int:
        """Add a clause; return it if it is false, else 0."""
        clause = tuple(dict.fromkeys(literals))
        number = self._engine.new(clause)
        distinct = set(clause)
        present = not any(-literal in distinct for literal in clause)
        self._present.append(present)
        if not present:
            return 0
        if self._deletes:
            self._equal.setdefault(tuple(sorted(clause)), []).append(number)
        return self._engine.attach(number)

    def _delete(self, literals: Sequence[int]) -> int:
        """Delete a clause and return it, or 0 if the deletion is ignored."""
        key = tuple(sorted(set(literals)))
        equal = self._equal.get(key)
        if not equal:
            self._unknown += 1
            return 0
        number = equal[-1]
        reason = self._engine.reason
        if len(key) < 2 or any(
            self._engine.false[-literal] and reason[abs(literal)] == number for literal in key
        ):
            self._kept += 1
            return 0
        equal.pop()
        self._present[number] = 0
        self._engine.detach(number)
        return number

    def _backward(self, conflict: int) -> str | None:
        """Check the steps that the conflict needs; return None, or which step is wrong and why."""
        engine, used = self._engine, self._derivations.used
        if engine.clauses[conflict] or conflict <= len(self._formula):
            top = [abs(literal) for literal in engine.clauses[conflict]]
            self._derive(0, (), [*self._top(top), conflict])
        else:
            used.add(conflict)  # an empty lemma, which propagation has yet to refute
        work = 2 * len(self._proof)
        for number in range(len(self._steps) - 1, -1, -1):
            if number % _STEPS_PER_TICK == 0:
                self._tick(work - number, work)
            step = self._steps[number]
            if step < 0:
                self._present[-step] = 1
                engine.reattach(-step)
            elif step > 0 and self._present[step]:
                self._derive_top(self._heights[number])
                self._present[step] = 0
                engine.detach(step)
                engine.retract(self._heights[number])
                if step in used and not self._check(step):
                    clause = show(self._original(engine.clauses[step]))
                    return f"{self._proof.place(number)}: the clause {clause} {_NOT_REDUNDANT}"
        self._derive_top(0)
        return None

    def _derive_top(self, height: int) -> None:
        """Derive the used literals of the trail from a height on; no assumption made them true."""
        engine = self._engine
        for literal in reversed(engine.trail[height:]):
            if -abs(literal) in self._derivations.used:
                reason = engine.reason[abs(literal)]
                others = [abs(other) for other in engine.clauses[reason] if other != literal]
                self._derive(-abs(literal), (literal,), [*self._top(others), reason])

    def _check(self, lemma: int) -> bool:
        """Derive a lemma by RUP or by RAT; return whether it can be."""
        engine = self._engine
        clause = engine.clauses[lemma]
        height = len(engine.trail)
        for literal in clause:
            if engine.false[-literal]:
                self._derive(lemma, clause, self._top([abs(literal)]))
                return True
        pivot_is_false = bool(clause) and bool(engine.false[clause[0]])
        engine.assume(-literal for literal in clause)
        conflict = engine.propagate()
        if conflict:
            below, above = engine.antecedents(engine.clauses[conflict], height)
            reasons = [engine.reason[variable] for variable in above]
            self._derive(lemma, clause, [*self._top(below), *reasons, conflict])
        found = bool(conflict) or (
            bool(clause) and not pivot_is_false and self._check_rat(lemma, clause, height)
        )
        engine.retract(height)
        return found

    def _check_rat(self, lemma: int, clause: tuple[int, ...], height: int) -> bool:
        """Derive a lemma by RAT on its first literal; its negation has been propagated.

        Only clauses that are used already matter.
        """
        engine = self._engine
        level = len(engine.trail)
        top: set[int] = set()
        shared: set[int] = set()
        groups: list[tuple[int, Sequence[int]]] = []
        for candidate in self._candidates(-clause[0]):
            rest = [literal for literal in engine.clauses[candidate] if literal != -clause[0]]
            true = [literal for literal in rest if engine.false[-literal]]
            conflict = 0
            if true:
                start = [min(true, key=lambda literal: engine.position[abs(literal)])]
            else:
                engine.assume(-literal for literal in rest)
                conflict = engine.propagate()
                if not conflict:
                    return False
                start = list(engine.clauses[conflict])
            below, above = engine.antecedents(start, height)
            top.update(below)
            shared.update(v for v in above if engine.position[v] < level)
            own = [engine.reason[v] for v in above if engine.position[v] >= level]
            groups.append((candidate, [*own, conflict] if conflict else []))
            engine.retract(level)
        reasons = [engine.reason[v] for v in sorted(shared, key=engine.position.__getitem__)]
        self._derive(lemma, clause, [*self._top(sorted(top)), *reasons], groups)
        return True

    def _candidates(self, literal: int) -> list[int]:
        """Return the clauses that hold a literal, are present and are used."""
        if self._holders is None:
            self._holders = {}
            for number, clause in enumerate(self._engine.clauses):
                for held in clause:
                    self._holders.setdefault(held, []).append(number)
        used = self._derivations.used
        holders = self._holders.get(literal, ())
        return [number for number in holders if self._present[number] and number in used]

    def _top(self, variables: Sequence[int]) -> list[int]:
        """Return references to variables that are assigned without assumptions."""
        engine = self._engine
        reasons = [engine.reason[variable] for variable in variables]
        return [
            reason if len(engine.clauses[reason]) == 1 else -variable
            for variable, reason in zip(variables, reasons, strict=True)
        ]

    def _original(self, literals: Sequence[int]) -> tuple[int, ...]:
        """Return literals in the numbers of the formula."""
        return tuple(self._names[lit] if lit > 0 else -self._names[-lit] for lit in literals)

    def _derive(
        self,
        derived: int,
        literals: tuple[int, ...],
        hints: list[int],
        groups: Sequence[tuple[int, Sequence[int]]] = (),
    ) -> None:
        """Note a derivation, and let propagation prefer the clauses that it uses."""
        for one in self._derivations.note(derived, self._original(literals), hints, groups):
            if one > 0:
                self._engine.prefer(one)
