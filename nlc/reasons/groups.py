"""A puzzle's rules as groups that a solver can leave out, for explanations.

A group is an instance of a rule at a place (`nlc.ir.passes.groups`). `GroupSolver` states a puzzle
with a selector for each, in one incremental solver:

    with GroupSolver(puzzle) as solver:
        every = [group.selector for group in solver.groups]
        known = [solver.literal(Fact("line", 3, True)), ...]
        if not solver.satisfiable([*known, *every, -literal]):  # a fact follows; the core says why
            groups = solver.groups_of(solver.core())      # not minimal: `nlc.reasons.minimal`

That a line has no rings, and that cells are connected, is not encoded but cut off
(``acyclic=lazy,connected=lazy``): each clause that this takes becomes a `Group` with `ring` set,
assumed by `solve` from then on, and `core` has it together with the rule itself (`Group.whole`), so
a ring is a reason that can be drawn. With ``lazy=False`` all is encoded in advance.

The order of groups is that of the rules and places, and the solver makes no random choices, so
everything repeats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

import numpy as np

from nlc.cached import cached_property
from nlc.cnf import Cnf, cuts
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.connected import signs
from nlc.encode.connected.lazy import PartSeparator, SizeSeparator
from nlc.encode.policy import ASSUMING, STATIC
from nlc.graph import components
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import TRUE, Auxiliary, Domain, Program
from nlc.ir.passes.groups import SELECTED, WHOLE, group_names
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Clue, Fact, Group, Place, variables, with_atoms
from nlc.solving.boards import BoardSolver

APART = "domains=direct,passes=groups,lazy=none,readings=none"
TOGETHER = "domains=direct,passes=face-runs,readings=none"
LAZY = ",acyclic=lazy,connected=lazy"
SOLVER = "cadical195"

FOLLOWED = 40
"""Groups at most among which a further assumption is looked for: nobody follows more."""

_NODES = {
    "loop": "a line neither ends nor branches",
    "path": "a line does not branch, and ends at its two ends alone",
}
"""The text of a rule about a whole line for one node, by its kind."""


class GroupSolver(BoardSolver):
    """A puzzle in an incremental solver, group by group; a context manager.

    Attributes:
        puzzle: the puzzle.
        program: the same, elaborated, as the evaluator reads it.
        groups: the instances of rules; rings are in `rings`.
        rings: what was cut off so far.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        program: Program | None = None,
        *,
        lazy: bool = True,
        solver: str = SOLVER,
        guarded_rules: bool = True,
    ) -> None:
        """Encode a puzzle.

        Args:
            puzzle: the puzzle.
            program: the same, elaborated with ``guarded_rules``, if it exists already.
            lazy: whether rings and parts are cut off when a model has them; sizes of groups always.
            solver: of PySAT, one that is incremental.
            guarded_rules: whether there are groups; else all rules hold, with implied constraints.

        Raises:
            UserError: the puzzle, or a clue of it, is wrong.
        """
        program = program or elaborate(puzzle, guarded_rules=True)
        self.puzzle = puzzle
        lazy |= any(item.variable is not None for item in program.globals)
        self._whole = with_atoms(program)
        encoding = (APART if guarded_rules else TOGETHER) + LAZY * (lazy or not guarded_rules)
        super().__init__(solver, self._whole, encoding, ASSUMING if lazy else STATIC, SELECTED)
        self.program = program
        self._numbered = self.literals(range(1, self._whole.variables + 1))
        self.rings: list[Group] = []
        self.elements = cache(self._find_elements)
        self.groups = [
            group
            for block, selectors in self._lowered.selectors
            for group in self._instances(block, selectors.tolist())
        ]
        self._of = {group.selector: group for group in self.groups}
        self._loops = [
            (item.origin.rule, item.graph, np.array(self.literals(item.lits.tolist()), np.int32))
            for item in self.program.globals
            if item.kind == "loop" and not (np.abs(item.lits) == TRUE).any()
        ]
        rules = [rule for rule, _ in self._lowered.left_out]
        self._separators = list(zip(rules, self._lowered.separators, strict=True))

    def _instances(self, block: Auxiliary, selectors: Sequence[int]) -> Iterator[Group]:
        """Yield the groups of a rule, by the selectors of its instances."""
        rule, binders, program = block.origin.rule, block.origin.binders, self.program
        text = self.puzzle.rules.rule_text(rule)
        lines = {item.kind for item in program.globals if item.origin.rule == rule} & _NODES.keys()
        if [name for name, _, _ in binders] == ["node"] and lines:
            text = _NODES[min(lines)]
        places = [(sort, data.tolist()) for _, sort, data in binders if sort is not None]
        for i, name in enumerate(group_names(program.board, block)):
            place = tuple((sort, data[i]) for sort, data in places)
            clues = tuple(
                Clue(given, element)
                for given, texts in program.givens.items()
                for sort, element in dict.fromkeys(place)
                if program.given_sorts[given] is sort and element in texts
            )
            yield Group(selectors[i], rule, text, name, place, block.label == WHOLE, clues)

    # ---------- solving ----------

    def solve(
        self,
        assumptions: Sequence[int] = (),
        conflicts: int | None = None,
        rings: Iterable[Group] | None = None,
    ) -> bool | None:
        """See `IncrementalSolver`; the rings so far, or some of them, are forbidden, no others."""
        cut = self.rings if rings is None else rings
        return super().solve([*assumptions, *(group.selector for group in cut)], conflicts)

    def cuts(self, model: np.ndarray) -> list[list[int]]:
        """Return clauses against what a model must not have, each with a selector of its own."""
        found = [(rule, cuts(model, [separator])) for rule, separator in self._separators]
        return [self._ring(rule, clause) for rule, clauses in found for clause in clauses]

    def core(self) -> list[int]:
        """Return assumptions of the last call, which found no model, that contradict: selectors, of
        rings too, and facts; sorted by number."""
        return sorted(super().core(), key=abs)

    def with_all_groups(self) -> IncrementalSolver:
        """Return a new solver with all groups as clauses; the caller adds rings."""
        solver = IncrementalSolver(self._name, self.cnf)
        solver.add([[group.selector] for group in self.groups])
        return solver

    def cut_off(self, literals: Sequence[int]) -> bool:
        """Add clauses against rings that known literals close, and parts that they cut off.

        Args:
            literals: known by unit propagation.

        Returns:
            Whether there is a new ring that these contradict.
        """
        found = np.array(literals, np.int32)
        known = np.zeros(self.variables + 1, np.int32)
        known[np.abs(found)] = np.sign(found)
        met, new = {group.ring for group in self.rings}, dict[tuple[str, tuple[int, ...]], None]()
        for rule, each in self._separators:
            by_parts = each if isinstance(each, PartSeparator | SizeSeparator) else None
            for clause in by_parts.contradicted(known) if by_parts else each(known > 0):
                ring = tuple(map(int, clause))
                if ring not in met and all(known[abs(x)] * x < 0 for x in ring):
                    new[rule, ring] = None
        clauses = [self._ring(*each) for each in new] or [*self._early(known, met)]
        self.add(clauses)
        return bool(clauses)

    def _early(self, known: np.ndarray, met: Collection[tuple[int, ...]]) -> Iterator[list[int]]:
        """Yield that a clue which no ring of drawn edges has on it keeps that ring open."""
        for rule, graph, lits in self._loops:
            drawn = signs(known, lits) > 0
            part = components(graph.nodes, graph.ends[drawn])
            at = part[graph.ends[:, 0]]
            for one in np.unique(at[drawn]).tolist():
                inside = drawn & (at == one)
                ring = tuple(sorted((-lits[inside]).tolist()))
                if ring in met or len(ring) != np.count_nonzero(part == one):
                    continue
                alone = [*(-x for x in ring), *(-lits[~inside]).tolist()]
                clued = (g.selector for g in self.groups if g.clues and not g.whole)
                found = (x for x in clued if not self.propagate([*alone, x])[0])
                yield from ([*self._ring(rule, ring), -x] for x in islice(found, 1))

    def groups_of(self, literals: Sequence[int]) -> list[Group]:
        """Return the groups, rings included, whose selectors are among some literals."""
        return [self._of[x] for x in literals if x in self._of]

    def is_whole(self, groups: Sequence[Group]) -> bool:
        """Return whether groups are all that there are: the board as a whole."""
        return len(groups) > FOLLOWED and len(groups) >= len(self.groups)

    # ---------- facts ----------

    @cached_property
    def _of_fact(self) -> dict[Fact, int]:
        """The literals of all facts that there can be, of shown variables first."""
        own = self._numbered
        atoms = {each.variable: each for each in self._whole.atoms[len(self.program.atoms) :]}
        out: dict[Fact, int] = {}
        for variable in variables(self.program):
            name = variable.name
            if isinstance(variable, Domain):
                block = atoms[name]
                pairs = zip(block.elements.tolist(), block.values.tolist(), strict=True)
                for pair, x in sorted(zip(pairs, own[block.base - 1 :], strict=False)):
                    out |= {Fact(name, *pair): x, Fact(name, *pair, holds=False): -x}
            else:
                for element, x in enumerate(own[variable.base - 1 :][: variable.size]):
                    out |= {Fact(name, element, 1): x, Fact(name, element, 0): -x}
        return out

    @cached_property
    def meaning(self) -> dict[int, Fact]:
        """The fact of each literal of a declared variable."""
        return {x: fact for fact, x in self._of_fact.items()}

    def literal(self, fact: Fact) -> int:
        """Return the literal of a fact; 0 if it cannot hold."""
        return self._of_fact.get(fact, 0)

    def backbone(self, drawn: Sequence[int] = ()) -> list[Fact]:
        """Return the facts that hold in all solutions with some literals; there is one."""
        self.find_model(drawn)
        left = self.held()
        for x in list(left):
            if x in left and self.satisfiable([*drawn, -x]):
                left = {y: fact for y, fact in left.items() if self.last[abs(y)] == (y > 0)}
        return list(left.values())

    def held(self) -> dict[int, Fact]:
        """Return the facts of the last solution, by their literals."""
        return {x: fact for x, fact in self.meaning.items() if self.last[abs(x)] == (x > 0)}

    # ---------- places ----------

    @cached_property
    def _owners(self) -> Owners:
        places = {abs(x): fact.place for x, fact in self.meaning.items()}
        return Owners(self.cnf, places, [group.selector for group in self.groups])

    def _find_elements(self, group: Group) -> list[Place]:
        """Return the declared variables, with their elements, that a group constrains."""
        return self._owners.of_clause(group.ring or self._owners.of_group[group.selector])

    def parted(self, group: Group) -> tuple[int, list[Place], list[Place], list[Place]]:
        """Return what a part that is cut off, or a group of equal numbers without room, is about.

        Args:
            group: one of `rings`.

        Returns:
            The number of a group of equal numbers, else 0; its nodes; what shuts it, or would cut
            the part off: the clause says that these are not all shut; and places on both sides of
            the cut that are to be connected.
        """
        of_clause, opened, needed = self._owners.of_clause, set[int](), set[int]()
        for _, each in self._separators:
            if isinstance(each, SizeSeparator):
                number = dict(zip(each.members.tolist(), each.sizes.tolist(), strict=True))
                if have := [x for x in group.ring if -x in number]:
                    others = [x for x in group.ring if x in number]
                    return number[-have[0]], of_clause(have), of_clause(others), []
            elif isinstance(each, PartSeparator) and group.is_cut:
                opened.update(each.joined.allowed.tolist())
                needed.update(each.joined.required.tolist())
        shut = [x for x in group.ring if x in opened]
        ends = [x for x in group.ring if x not in opened and -x in needed]
        return 0, self.elements(group), of_clause(shut), of_clause(ends)

    def _ring(self, rule: str, clause: Sequence[int]) -> list[int]:
        """Return a clause with a new selector, the group of which is a ring."""
        part = any(one == rule and what.startswith("parts") for one, what in self._lowered.left_out)
        name = f"{rule}:{'cut' if part else 'ring'}{len(self.rings) + 1}"
        text, selector = self.puzzle.rules.rule_text(rule), self.variable()
        group = Group(selector, rule, text, name, (), False, (), tuple(clause))
        self.rings.append(group)
        self._of[selector] = group
        return [*clause, -selector]


class Owners:
    """Finds the declared variables and elements that clauses constrain.

    Attributes:
        of_group: the CNF variables in the clauses of each group, by its selector.
    """

    def __init__(self, cnf: Cnf, places: Mapping[int, Place], selectors: Iterable[int]) -> None:
        """Read the clauses of a formula.

        A variable that an encoding has made comes after those that define it, so it is the last of
        its clauses; what has no such clause, as a gate whose literal was numbered late, has the
        others of all its clauses.

        Args:
            cnf: the formula.
            places: the declared variable behind each CNF variable that is of one.
            selectors: of groups, CNF variables.
        """
        self._found = {x: frozenset([place]) for x, place in places.items()}
        self.of_group: defaultdict[int, set[int]] = defaultdict(set)
        last: defaultdict[int, set[int]] = defaultdict(set)
        every: defaultdict[int, set[int]] = defaultdict(set)
        groups, declared = set(selectors), set(places)
        for block in cnf.blocks:
            for clause in block.clauses.tolist():
                variables = {abs(x) for x in clause}
                own = variables - groups
                for x in variables & groups:
                    self.of_group[x] |= own
                for x in own - declared:
                    every[x] |= own
                if own == variables and (x := max(own)) not in declared:
                    last[x] |= own - {x}
        self._inputs = {x: last.get(x) or found - {x} for x, found in every.items()}

    def of_clause(self, clause: Iterable[int]) -> list[Place]:
        """Return the variables and elements behind the literals of a clause, sorted."""
        return sorted({place for x in clause for place in self._places(abs(x))})

    def _places(self, variable: int) -> frozenset[Place]:
        if variable not in self._found:
            met, todo = {variable}, [variable]
            for one in todo:
                new = self._inputs.get(one, set()) - met
                met |= new
                todo += (x for x in new if x not in self._found)
            nothing = frozenset[Place]()
            self._found[variable] = nothing.union(*(self._found.get(x, nothing) for x in met))
        return self._found[variable]
