"""Small hand-made programs, their solutions by definition and their models by a solver."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from hypothesis import strategies as st
from pysat.solvers import Solver

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import (
    ABSENT,
    Acyclic,
    Assign,
    Assignment,
    Atoms,
    Auxiliary,
    BoolVar,
    Clause,
    CountDefinition,
    Counts,
    Domain,
    Exactly,
    FirstTrueDefinition,
    Implies,
    Node,
    Origin,
    Program,
    Relate,
)
from support.programs import square

Values = tuple[tuple[bool, ...], tuple[int, ...]]
"""The booleans in the order of their numbers, and the value index of each cell."""


def ints(values: Sequence[int]) -> Ints:
    return np.array(values, np.int32)


def matrix(rows: Sequence[Sequence[int]]) -> Ints:
    return np.array(rows, np.int32).reshape(len(rows), len(rows[0]) if rows else 0)


def base_program(cells: int, values: int, optional: bool) -> Program:
    """Return cells in a row with ``mark`` (variables 1, 2, …), ``color`` and all of its atoms."""
    program = Program("by hand", "test", {}, {}, square(" ".join("." * cells)))
    program.bools.append(BoolVar("mark", Sort.CELL, 1, cells, True, False))
    texts = tuple("ABCDEFGH"[:values])
    program.domains["color"] = Domain("color", Sort.CELL, cells, texts, optional, False, True)
    every = list(itertools.product(range(cells), range(ABSENT if optional else 0, values)))
    elements, indices = ints([e for e, _ in every]), ints([v for _, v in every])
    program.atoms.append(Atoms(cells + 1, "color", elements, indices))
    program.variables = cells + len(every)
    program.rules.append("rule")
    return program


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Cells in a row, a few definitions and a few constraints of every kind."""
    cells, values = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    optional = draw(st.booleans())
    program = base_program(cells, values, optional)
    elements = st.integers(0, cells - 1)
    indices = st.integers(ABSENT if optional else 0, values - 1)

    def literals(distinct: int) -> list[int]:
        known = st.integers(1, program.variables)
        chosen = draw(st.lists(known, min_size=distinct, max_size=distinct, unique=True))
        return [x if draw(st.booleans()) else -x for x in chosen]

    def rows(width: int) -> list[list[int]]:
        return [literals(width) for _ in range(2)]

    def related() -> Relate:
        a, b = ([draw(elements) for _ in range(2)] for _ in range(2))
        return Relate("color", ints(a), "color", ints(b), draw(st.booleans()))

    def counts(n: int) -> Counts:
        return Counts.of(*draw(st.sets(st.integers(0, n))))

    for kind in draw(st.lists(st.sampled_from(["count", "relate", "first"]), max_size=2)):
        width = min(draw(st.integers(0, 3)), program.variables)
        if kind == "count":
            definition = CountDefinition(counts(width), matrix(rows(width)))
        elif kind == "relate":
            definition = related()
        else:
            definition = FirstTrueDefinition(ints(literals(width)))
        size = width if kind == "first" else 2
        base = program.variables + 1
        program.auxiliaries.append(Auxiliary(base, size, kind, definition, nowhere()))
        program.variables += size
    kinds = ["exactly", "clause", "assign", "relate"]
    for kind in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4)):
        guard, width = matrix(rows(draw(st.integers(0, 2)))), draw(st.integers(0, 4))
        if kind == "exactly":
            width = min(width, program.variables)
            lits = matrix(rows(width))
            program.nodes.append(Exactly(counts(width), lits, guard, nowhere()))
            continue
        if kind == "clause":
            then = Clause(matrix(rows(min(width, program.variables))))
        elif kind == "assign":
            chosen = [draw(elements) for _ in range(2)], [draw(indices) for _ in range(2)]
            then = Assign("color", ints(chosen[0]), ints(chosen[1]), draw(st.booleans()))
        else:
            then = related()
        program.nodes.append(Implies(guard, then, nowhere()))
    return program


class Truth:
    """The meaning of a program's literals and nodes under one filled board."""

    def __init__(self, program: Program, values: Values) -> None:
        self.bools, self.colors = values
        self.value = dict(enumerate(self.bools, 1))
        for block in program.atoms:
            for i, (e, v) in enumerate(
                zip(block.elements.tolist(), block.values.tolist(), strict=True)
            ):
                self.value[block.base + i] = self.colors[e] == v
        for auxiliary in program.auxiliaries:
            for i, value in enumerate(self._defined(auxiliary)):
                self.value[auxiliary.base + i] = value

    def holds(self, literal: int) -> bool:
        return self.value[abs(literal)] == (literal > 0)

    def _defined(self, auxiliary: Auxiliary) -> list[bool]:
        match auxiliary.definition:
            case CountDefinition(counts, lits):
                return [sum(map(self.holds, row)) in counts for row in lits.tolist()]
            case Relate() as relate:
                return self._related(relate)
            case FirstTrueDefinition(lits):
                held = [self.holds(x) for x in lits.tolist()]
                return [h and any(held[:i]) for i, h in enumerate(held)]
        raise AssertionError

    def _related(self, relate: Relate) -> list[bool]:
        pairs = zip(relate.left_elements.tolist(), relate.right_elements.tolist(), strict=True)
        return [(self.colors[a] == self.colors[b]) == relate.equal for a, b in pairs]

    def accepts(self, node: Node) -> bool:
        assert not isinstance(node, Acyclic)
        guarded = [all(map(self.holds, row)) for row in node.guard.tolist()]
        if isinstance(node, Exactly):
            said = [sum(map(self.holds, row)) in node.counts for row in node.lits.tolist()]
        elif isinstance(node.then, Clause):
            said = [any(map(self.holds, row)) for row in node.then.lits.tolist()]
        elif isinstance(node.then, Assign):
            pairs = zip(node.then.elements.tolist(), node.then.values.tolist(), strict=True)
            said = [(self.colors[e] == v) == node.then.equal for e, v in pairs]
        else:
            said = self._related(node.then)
        return all(s for g, s in zip(guarded, said, strict=True) if g)


def solutions(program: Program) -> set[Values]:
    """Return all filled boards that meet every node (none of them may be acyclic)."""
    cells, domain = program.bools[0].size, program.domains["color"]
    indices = range(ABSENT if domain.optional else 0, len(domain.values))
    every = itertools.product(
        itertools.product((False, True), repeat=cells), itertools.product(indices, repeat=cells)
    )
    return {v for v in every if all(map(Truth(program, v).accepts, program.nodes))}


def assignments(lowered: LoweredProgram, whole: bool) -> Iterator[Assignment]:
    """Yield what the models decode to: each model, or (not `whole`) each that is told apart."""
    cnf = lowered.cnf
    declared = sum(n.size for n in cnf.names if n.kind != "aux")
    with Solver("minisat22") as solver:
        for block in cnf.blocks:
            for clause in block.clauses.tolist():
                for part in [clause] if clause else [[1], [-1]]:
                    solver.add_clause(part)
        while solver.solve():
            true = {x for x in solver.get_model() if x > 0}
            model = np.array([v in true for v in range(cnf.variables + 1)])
            yield lowered.assignment(model)
            last = cnf.variables if whole else declared
            solver.add_clause([-v if v in true else v for v in range(1, last + 1)])


def as_values(assignment: Assignment) -> Values:
    colors: Mapping[str, Ints] = assignment.domains
    return tuple(assignment.bools[1:].tolist()), tuple(colors["color"].tolist())


def nowhere() -> Origin:
    return Origin("rule", None)
