"""A puzzle's rules as groups that a solver can leave out, for explanations.

A group is an instance of a rule at a place (`nlc.ir.passes.groups`). `GroupSolver` states a puzzle
with a selector for each, in one incremental solver:

    with GroupSolver(puzzle) as solver:
        every = [group.selector for group in solver.groups]
        known = [solver.literal(Fact("line", 3, True)), ...]
        if not solver.solve([*known, *every, -literal]):  # a fact follows; the core says from what
            groups = solver.groups_of(solver.core())      # not minimal: `nlc.reasons.minimal`

That a line has no rings, and that cells are connected, is not encoded but cut off
(``acyclic=lazy,connected=lazy``): each clause that this takes becomes a `Group` with `ring` set,
assumed by `solve` from then on, and `core` has it together with the rule itself (`Group.whole`), so
a ring is a reason that can be drawn. With ``lazy=False`` all is encoded in advance.

The order of groups is that of the rules and places, and the solver makes no random choices, so
everything repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np
from msgspec.structs import replace

from nlc.cached import cached_property
from nlc.cnf import Model
from nlc.drivers.pysat.incremental import ROUND, ExhaustedError, IncrementalSolver
from nlc.encode.connected.lazy import PartSeparator, SizeSeparator
from nlc.encode.policy import ASSUMING
from nlc.encode.policy import STATIC as NOT_LAZY
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.ir.passes.groups import SELECTED
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Fact, Group, with_atoms
from nlc.reasons.instances import broken, contradicted, instances
from nlc.reasons.owners import Owners, Places, places_of

LAZY = "domains=direct,acyclic=lazy,connected=lazy,passes=groups,lazy=none,readings=none"
STATIC = "domains=direct,passes=groups,lazy=none,readings=none"
TOGETHER = "domains=direct,acyclic=lazy,connected=lazy,passes=face-runs,readings=none"
SOLVER = "cadical195"


class GroupSolver:
    """A puzzle in an incremental solver, group by group; a context manager.

    It runs where it is called: where a limit or Ctrl-C is to end it, call it in a worker
    (`nlc.process.pool.stream`).

    Attributes:
        puzzle: the puzzle.
        program: the same, elaborated, as the evaluator reads it.
        groups: the instances of rules; rings are in `rings`.
        rings: what was cut off so far.
        calls: how often the solver was called.
        has_sizes: whether groups of equal numbers have sizes.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        program: Program | None = None,
        *,
        lazy: bool = True,
        solver: str = SOLVER,
        apart: bool = True,
    ) -> None:
        """Encode a puzzle.

        Args:
            puzzle: the puzzle.
            program: the same, elaborated ``apart``, if it exists already.
            lazy: whether rings and parts are cut off when a model has them; sizes of groups always.
            solver: of PySAT, one that is incremental.
            apart: whether there are groups; else all rules hold, with implied constraints.

        Raises:
            UserError: the puzzle, or a clue of it, is wrong.
        """
        from nlc.encode.lower import lower

        self.puzzle = puzzle
        self.program = elaborate(puzzle, apart=True) if program is None else program
        self.has_sizes = any(item.variable is not None for item in self.program.globals)
        lazy |= self.has_sizes
        whole, self._first = with_atoms(self.program)
        self._whole = whole
        encoding = Encoding.parse((LAZY if lazy else STATIC) if apart else TOGETHER)
        lowered = lower(whole, encoding, ASSUMING if lazy else NOT_LAZY)
        assert lowered.literals is not None
        self._lowered = lowered
        self._literals = lowered.literals(np.arange(1, whole.variables + 1, dtype=np.int32))
        blocks = [block for block in lowered.cnf.blocks if block.rule != SELECTED]
        self._cnf = replace(lowered.cnf, blocks=blocks)
        self.groups: list[Group] = [
            group
            for block, variables in lowered.selectors
            for group in instances(puzzle, self.program, block, variables.tolist())
        ]
        self.rings: list[Group] = []
        self.calls = self._rounds = 0
        self._of = {group.selector: group for group in self.groups}
        self._name = solver
        self._solver = IncrementalSolver(solver, self._cnf)
        self._assignment: Assignment | None = None

    def __enter__(self) -> GroupSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.__exit__()

    # ---------- solving ----------

    def solve(
        self,
        assumptions: Sequence[int],
        rings: Sequence[Group] | None = None,
        conflicts: int | None = None,
    ) -> bool | None:
        """Return whether there is a model where all assumptions hold.

        Args:
            assumptions: selectors of groups, and literals of facts.
            rings: the only rings that are forbidden; None: all, those not yet met too.
            conflicts: after which each call of the solver gives up: None is returned, and so it is
                after as many models that break a rule.
        """
        for _ in count() if conflicts is None else range(conflicts):
            cut = self.rings if rings is None else rings
            self.calls += 1
            assumed = [*assumptions, *(group.selector for group in cut)]
            found = self._solver.solve(assumed, conflicts)
            if not found:
                return found
            model = self._solver.model()
            cuts = [] if rings is not None else broken(self._lowered, model)
            more = [self._ring(rule, clause) for rule, clause in cuts]
            if not more:
                self._assignment = self._lowered.assignment(model)
                return True
            self._solver.add(more)
        return None

    def find_model(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """Return a model where all assumptions hold, and no ring, or None.

        Raises:
            ExhaustedError: that is not decided within the conflicts; not for CaDiCaL.
        """
        before = self.calls
        found = self.solve(assumptions, conflicts=conflicts)
        self._rounds += self.calls - before
        if found is None:
            raise ExhaustedError
        return self._solver.model() if found else None

    def conflicts(self) -> int:
        """Return how many there have been so far; a round of `find_model` counts for `ROUND`."""
        return self._solver.conflicts() + ROUND * self._rounds

    def variable(self) -> int:
        """Return a new variable."""
        return self._solver.variable()

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses for good."""
        self._solver.add(clauses)

    def core(self) -> list[int]:
        """Return assumptions of the last `solve`, which was false, that contradict: selectors, of
        rings too, and facts; sorted by number."""
        return sorted(self._solver.core(), key=abs)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Return whether unit propagation meets no conflict, and the literals that it finds.

        Rings so far hold only where their selectors are assumed.
        """
        return self._solver.propagate(assumptions)

    def with_all_groups(self) -> IncrementalSolver:
        """Return a new solver with all groups as clauses; the caller adds rings."""
        solver = IncrementalSolver(self._name, self._cnf)
        solver.add([[group.selector] for group in self.groups])
        return solver

    def close(self, literals: Sequence[int]) -> bool:
        """Add clauses against rings that known literals close, and parts that they cut off.

        Args:
            literals: known by unit propagation.

        Returns:
            Whether there is a new ring that these contradict.
        """
        found = np.array(literals, np.int32)
        known = np.zeros(self._solver.variables + 1, np.int32)
        known[np.abs(found)] = np.sign(found)
        met = {group.ring for group in self.rings}
        new = [
            (rule, clause)
            for rule, clause in dict.fromkeys(contradicted(self._lowered, known))
            if clause not in met and all(known[abs(x)] * x < 0 for x in clause)
        ]
        self._solver.add([self._ring(rule, clause) for rule, clause in new])
        return bool(new)

    @property
    def assignment(self) -> Assignment:
        """The board of the last `solve` that was true."""
        assert self._assignment is not None
        return self._assignment

    def groups_of(self, literals: Sequence[int]) -> list[Group]:
        """Return the groups, rings included, whose selectors are among some literals."""
        return [self._of[x] for x in literals if x in self._of]

    # ---------- facts ----------

    def literal(self, fact: Fact) -> int:
        """Return the literal of a fact; 0 if it cannot hold."""
        for var in self.program.bools:
            if var.name == fact.variable:
                found = int(self._literals[var.base + fact.element - 1])
                return found if bool(fact.value) == fact.holds else -found
        first = self._first[fact.variable]
        number = int(first[fact.element, fact.value])
        if not number:
            return 0
        found = int(self._literals[number - 1])
        return found if fact.holds else -found

    @cached_property
    def _owners(self) -> Owners:
        places: dict[int, Places] = {}
        for number, found in places_of(self._whole).items():
            places.setdefault(abs(int(self._literals[number - 1])), found)
        return Owners(self._cnf, places, [group.selector for group in self.groups])

    def elements(self, group: Group) -> list[tuple[str, int]]:
        """Return the declared variables, with their elements, that a group constrains."""
        if group.ring:
            return self._owners.of_clause(group.ring)
        return self._owners.of_group(group.selector)

    def cut(self, group: Group) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the places that cut a part off, and places on both sides that are to be connected.

        Args:
            group: one of `rings` that is a cut; its clause says that the former are not all shut.
        """
        found = [each for each in self._lowered.separators if isinstance(each, PartSeparator)]
        opened = {x for each in found for x in each.joined.open.tolist()}
        needed = {x for each in found for x in each.joined.needed.tolist()}
        shut = [x for x in group.ring if x in opened]
        ends = [x for x in group.ring if x not in opened and -x in needed]
        return self._owners.of_clause(shut), self._owners.of_clause(ends)

    def sized(self, group: Group) -> tuple[int, list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the number of a group of equal numbers, nodes that have it, and nodes round them.

        Args:
            group: one of `rings`; 0 and nothing if it is about no such group.
        """
        for each in self._lowered.separators:
            if isinstance(each, SizeSeparator):
                number = dict(zip(each.members.tolist(), each.sizes.tolist(), strict=True))
                have = [x for x in group.ring if -x in number]
                if have:
                    others = [x for x in group.ring if x in number]
                    of_clause = self._owners.of_clause
                    return number[-have[0]], of_clause(have), of_clause(others)
        return 0, [], []

    def _ring(self, rule: str, clause: tuple[int, ...]) -> list[int]:
        """Return a clause with a new selector, the group of which is a ring."""
        selector = self._solver.variable()
        part = any(one == rule and what.startswith("parts") for one, what in self._lowered.left_out)
        name = f"{rule}:{'cut' if part else 'ring'}{len(self.rings) + 1}"
        group = Group(
            selector, rule, self.puzzle.rules.rule_text(rule), name, (), False, (), clause
        )
        self.rings.append(group)
        self._of[selector] = group
        return [*clause, -selector]
