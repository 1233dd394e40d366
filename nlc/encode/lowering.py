"""Lowers the nodes of a program one by one with the chosen encodings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Separator
from nlc.cnf.text import encode_value
from nlc.encode.acyclic import REGISTRY
from nlc.encode.base import AcyclicEncoding, Degrees
from nlc.encode.cardinality import Counter
from nlc.encode.declare import AuxiliaryNames, Variables, restrict, rule_of
from nlc.encode.domains import PartialWords, Words
from nlc.encode.lazy_rows import LazyRows, is_lazy
from nlc.encode.literals import LiteralMap
from nlc.encode.policy import acyclic_refusal, candidates
from nlc.encode.spec import NONE, Encoding, parse_encodings
from nlc.encode.template import Template, chunks, conjunction, disjunction, instantiate, tidy
from nlc.errors import fail
from nlc.graph import Graph
from nlc.ir import nodes as ir
from nlc.ir.chosen_edges import degrees

if TYPE_CHECKING:
    from nlc.encode.connected import ConnectedEncoding


class Lowering:
    """Adds the clauses of a program to a CNF.

    Bounds on the degrees of a graph come from the counts of `whole`, the program before folding,
    which has the same acyclicity nodes in the same order. `offers` are the abilities of the solver.

    Attributes:
        separators: add clauses while solving.
        left_out: the rule and a description of each constraint of the separators.
        acyclic: the encoding of acyclicity.
        used: those of the parts ``acyclic``, ``sums`` and ``lazy`` of the spec that had an effect.
        functional: whether all auxiliaries so far are determined by the solution.
        variables: the number of variables of each rule.
        literals: the map from IR literals to CNF literals.
    """

    def __init__(
        self,
        program: ir.Program,
        cnf: Cnf,
        declared: Variables,
        count: Counter,
        encoding: Encoding,
        whole: ir.Program,
        offers: frozenset[str],
    ) -> None:
        self.separators: list[Separator] = []
        self.left_out: list[tuple[str, str]] = []
        self.functional = True
        self.acyclic = REGISTRY.get(encoding.acyclic)
        self.used: set[str] = set()
        self.variables: dict[str, int] = {}
        self._program, self._cnf = program, cnf
        self._words, self._count, self._encoding = declared.words, count, encoding
        self._whole, self._offers = whole, offers
        self._unfolded: dict[ir.Origin, list[ir.Acyclic]] = {}  # what is kept whole has no node
        for node in whole.nodes:
            if isinstance(node, ir.Acyclic):
                self._unfolded.setdefault(node.origin, []).append(node)
        self._names = AuxiliaryNames(program.board)
        self.literals = LiteralMap(program, declared.words, self._define)
        self.literals.enter(np.arange(1, len(declared.bools)), declared.bools[1:])
        self._rule = ""
        self._counted = cnf.variables
        self._always: int | None = None

    def run(self) -> None:
        """Lower the domains, then the nodes in order."""
        for var in self._program.bools:
            self.variables[rule_of(var.name)] = var.size
        for name, words in self._words.items():
            self.variables[rule_of(name)] = words.size
            with self._counting_for(rule_of(name)):
                self.functional &= restrict(self._program, self._cnf, words, self._count)
        for node in self._program.nodes:
            with self._counting_for(node.origin.rule):
                self._lower_node(node)

    # ---------- bookkeeping ----------

    @contextmanager
    def _counting_for(self, rule: str) -> Iterator[None]:
        """Count the variables made inside for a rule."""
        outer, self._rule = self._rule, rule
        self._count_variables(outer)
        yield
        self._count_variables(rule)
        self._rule = outer

    def _count_variables(self, rule: str) -> None:
        new = self._cnf.variables - self._counted
        self._counted = self._cnf.variables
        if rule:
            self.variables[rule] = self.variables.get(rule, 0) + new

    def _add(self, clauses: Clauses) -> None:
        for block in tidy(clauses):
            self._cnf.add(self._rule, block)

    def _stamp(
        self,
        template: Template,
        inputs: Clauses,
        origin: ir.Origin,
        rows: Ints | None = None,
        guard: Clauses | None = None,
    ) -> None:
        """Stamp a template on rows of a batch."""
        self.functional &= template.functional
        size = len(inputs) * template.auxiliaries
        names = self._names.rows(origin, size, rows)
        instantiate(self._cnf, self._rule, template, inputs, names, guard)

    def _true_variable(self) -> int:
        """Return a variable that is true in all models."""
        if self._always is None:
            self._always = self._cnf.fresh(1, "aux", lambda: ["aux:true"])
            self._cnf.add(self._rule, np.array([[self._always]], np.int32))
        return self._always

    # ---------- nodes ----------

    def _lower_node(self, node: ir.Node) -> None:
        if isinstance(node, ir.Exactly):
            shape = node.lits.shape[1], node.counts
            template = self._count(*shape, node.origin.span, self._rule)
            inputs = self.literals(node.lits)
            for rows, guard in self.literals.conjunction(node.guard):
                self._stamp(template, inputs[rows], node.origin, rows, guard)
        elif isinstance(node, ir.Acyclic):
            self._lower_acyclic(node)
        elif self._encoding.lazy != NONE and self._postpone(node):
            return
        elif isinstance(node.then, ir.Clause):
            # "Guard implies clause" denies the conjunction of the guard and the negated clause.
            negated = np.hstack([node.guard, -node.then.lits])
            for part in chunks(*negated.shape):
                for _, literals in self.literals.conjunction(negated[part]):
                    self._add(np.negative(literals, out=literals))
        else:
            for rows, guard in self.literals.conjunction(node.guard):
                if isinstance(node.then, ir.Assign):
                    self._lower_assign(node.then, rows, guard)
                else:
                    self._lower_relate(node.then, node.then.equal, node.origin, rows, guard)

    def lower_connections(self, encodings: Sequence[ConnectedEncoding]) -> None:
        """Add the connections of the program."""
        from nlc.encode.connected import Rows, choose, reduced
        from nlc.encode.connected.lazy import SizeSeparator

        rows = Rows(self._program)
        for item in self._program.connections:
            if item.sizes is not None:
                assert item.members is not None
                members = self._literals_or_constants(item.members)
                with self._counting_for(item.origin.rule):
                    self._add_separators("sizes of groups", [SizeSeparator(item, members)])
                continue
            with self._counting_for(item.origin.rule):
                joined = reduced(item, rows).mapped(self._literals_or_constants)
                chosen = choose(encodings, item)
                more = chosen.lower(self._cnf, self._rule, joined, self._acyclic_for)
                if more:
                    self._add_separators(f"parts of {joined.graph.nodes} nodes", more)

    def objective_literals(self, objective: ir.Objective) -> Clauses:
        """Return the CNF literals of an objective."""
        with self._counting_for(objective.sense):
            return self.literals(objective.lits)

    def _literals_or_constants(self, lits: ir.Lits) -> Clauses:
        """Return the CNF literals of IR literals; constants and 0 are kept."""
        kept = (lits == 0) | (np.abs(lits) == ir.TRUE)
        out = lits.copy()
        out[~kept] = self.literals(lits[~kept])
        return out

    def _acyclic_for(self, graph: Graph) -> AcyclicEncoding:
        """Return the encoding of acyclicity for a graph of an encoding of connectedness."""
        if (reason := acyclic_refusal(self.acyclic, graph, self._offers)) is not None:
            name = self._encoding.acyclic
            spans = {each.origin.rule: each.origin.span for each in self._program.connections}
            message = f"acyclic={name} cannot be used here: {reason}"
            usable = "lfsr" if REGISTRY.get("primal-dual").refusal(graph) else "primal-dual"
            raise fail(message, spans.get(self._rule), f"use acyclic={usable}")
        self.used.add("acyclic")
        return self.acyclic

    def _lower_acyclic(self, node: ir.Acyclic) -> None:
        self.used.add("acyclic")
        same = self._unfolded.get(node.origin)
        cycles = same.pop(0) if same else node
        number = node.origin.expands
        item = None if number is None else self._program.globals[number]
        joins_lines = getattr(self.acyclic, "joins_lines", False)
        if joins_lines and item is not None and item.kind in ir.LINES:
            from nlc.encode.connected import Rows, line_of
            from nlc.encode.connected.lazy import LineSeparator

            graph, lits = candidates(item)
            line = line_of(graph, lits, Rows(self._program))
            found = f"parts and cycles of a line of {len(lits)} edges"
            line = line.mapped(self._literals_or_constants)
            self._add_separators(found, [LineSeparator(line)])
            return
        graph, lits = candidates(node)
        literals, bounds = self._literals_or_constants(lits), self._degrees(cycles)
        if (fixed := lits == ir.TRUE).any():
            literals[fixed] = self._true_variable()
        more = self.acyclic.lower(self._cnf, self._rule, graph, literals, bounds)
        if more:
            self._add_separators(f"cycles of {len(lits)} edges", more)

    def _degrees(self, node: ir.Acyclic) -> Degrees:
        """Return known bounds on degrees; none if the encoding does not use them."""
        if "in-process" in self.acyclic.declaration.needs:
            bounds = degrees(self._whole, node)
            if (more := bounds.conditional) is not None:
                more = replace(more, guards=self.literals(more.guards))
            return replace(bounds, conditional=more)
        nothing = np.zeros(node.graph.nodes, np.bool_)
        return Degrees(nothing, nothing)

    def _postpone(self, node: ir.Implies) -> bool:
        """Add the rows of a node lazily, if that is possible; return whether it is."""
        then = node.then
        if not is_lazy(node):
            return False
        assert not isinstance(then, ir.Clause)
        names = [then.variable] if isinstance(then, ir.Assign) else [then.left, then.right]
        guards = list(self.literals.conjunction(node.guard))
        rows = LazyRows(then, guards, [self._words[name] for name in names])
        self._add_separators(f"{len(node.guard)} rows", [rows])
        self.used.add("lazy")
        return True

    def _add_separators(self, description: str, separators: Sequence[Separator]) -> None:
        """Record separators, with a description of their constraint."""
        self.separators += separators
        self.left_out.append((self._rule, description))

    def _lower_assign(self, assign: ir.Assign, rows: Ints, guard: Clauses) -> None:
        words = self._words[assign.variable]
        elements, values = assign.elements[rows], assign.values[rows]
        if assign.equal:
            literals = words.assigned(elements, values)
            row, column = np.nonzero(literals)
            self._add(np.hstack([-guard[row], literals[row, column][:, None]]))
            return
        for part, cube in words.cubes(elements, values):
            self._add(-np.hstack([guard[part], cube]))

    def _lower_relate(
        self, relate: ir.Relate, equal: bool, origin: ir.Origin, rows: Ints, guard: Clauses
    ) -> None:
        """Add "two words are equal", or "they differ", under guards."""
        left, right = self._words[relate.left], self._words[relate.right]
        if not isinstance(left, Words) or not isinstance(right, Words):
            left, right = (
                PartialWords.of(side) if isinstance(side, Words) else side for side in (left, right)
            )
            ends = relate.left_elements[rows], relate.right_elements[rows]
            for matrix in left.related(ends[0], right, ends[1], equal):
                self._add(np.hstack([-guard[matrix[:, 0]], matrix[:, 1:]]))
            return
        word = left.word if left.word.optional else right.word
        template = word.equal if equal else word.differ
        a, b = relate.left_elements[rows], relate.right_elements[rows]
        self._cnf.require_room(self._rule, len(a) * template.size[2])
        for part in chunks(len(a), template.inputs):
            sides = [left.inputs(a[part]), right.inputs(b[part])]
            for i, side in enumerate(sides):
                if side.shape[1] < word.width:
                    # Only the other side is optional: this one is present.
                    present = np.full((len(side), 1), self._true_variable(), np.int32)
                    sides[i] = np.hstack([side, present])
            self._stamp(template, np.hstack(sides), origin, rows[part], guard[part])

    # ---------- definitions ----------

    def _define(self, block: ir.Atoms | ir.Auxiliary, offsets: Ints) -> Clauses:
        """Allocate and define variables of a block; return those at some offsets.

        Auxiliaries are defined as a whole, though order words may have entered a part of them.
        """
        if isinstance(block, ir.Atoms):
            return self._define_atoms(block, offsets)
        names = self._names.rows(block.origin, block.size, label=block.label)
        with self._counting_for(block.origin.rule):
            made = self._cnf.array((block.size,), "aux", names)
            definition = block.definition
            if isinstance(definition, ir.CountDefinition):
                n, inputs = definition.lits.shape[1], self.literals(definition.lits)
                unlike = definition.counts.complement(n)
                for counts, guard in ((definition.counts, made), (unlike, -made)):
                    template = self._count(n, counts, block.origin.span, self._rule)
                    self._stamp(template, inputs, block.origin, guard=guard[:, None])
            elif isinstance(definition, ir.Relate):
                rows = np.arange(len(made), dtype=np.int32)
                for equal, guard in ((definition.equal, made), (not definition.equal, -made)):
                    self._lower_relate(definition, equal, block.origin, rows, guard[:, None])
            elif isinstance(definition, ir.TotalDefinition):
                self._define_total(definition, made, block.origin)
            elif isinstance(definition, ir.FirstTrueDefinition):
                self._define_first(self.literals(definition.lits), made, block.origin)
            else:
                self.functional = False
        return made[offsets]

    def _define_total(self, total: ir.TotalDefinition, made: Clauses, origin: ir.Origin) -> None:
        """Define the variables "a total is at least a bound"."""
        from nlc.encode.sums import Shape, template_of

        self.used.add("sums")
        shape = Shape(total.op, total.levels, total.bounds)
        default, named = parse_encodings(self._encoding.sums, "sums")
        template = template_of(named.get(self._rule, str(default)), shape, origin.span)
        outputs = made.reshape(len(total.lits), len(total.bounds))
        rows = np.arange(len(outputs), dtype=np.int32) * np.int32(len(total.bounds))
        inputs = np.hstack([self.literals(total.lits), outputs])
        self._stamp(template, inputs, origin.at(rows) if origin.binders else origin)

    def _define_atoms(self, block: ir.Atoms, offsets: Ints) -> Clauses:
        """Allocate a variable for each atom, equivalent to "the word has the value"."""
        elements, values = block.elements[offsets], block.values[offsets]
        words = self._words[block.variable]

        def names() -> list[str]:
            domain = words.domain
            every = self._program.board.names(domain.sort)
            texts = [*map(encode_value, domain.values), "none"]
            return [
                f"aux:{domain.name}[{every[e]}]={texts[v]}"
                for e, v in zip(elements.tolist(), values.tolist(), strict=True)
            ]

        made = self._cnf.array((len(offsets),), "aux", names)
        for rows, cube in words.cubes(elements, values):
            inputs = np.hstack([cube, made[rows, None]])
            self._stamp(conjunction(cube.shape[1]), inputs, ir.Origin(self._rule, None))
        return made

    def _define_first(self, lits: Clauses, made: Clauses, origin: ir.Origin) -> None:
        """Define made[i]: lits[i] and an earlier literal hold; by disjunctions of prefixes."""
        self._add(-made[:1, None])
        size = max(len(lits) - 2, 0)
        names = self._names.rows(origin, size, label="before")
        before = np.append(lits[:1], self._cnf.array((size,), "aux", names))
        one_more = np.column_stack([before[:-1], lits[1 : size + 1], before[1:]])
        self._stamp(disjunction(2), one_more, origin)
        both = np.column_stack([lits[1:], before[: len(lits) - 1], made[1:]])
        self._stamp(conjunction(2), both, origin)
