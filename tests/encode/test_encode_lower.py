"""Lowered programs: solutions, numbers, names, statistics, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.lower_programs import (
    as_values,
    assignments,
    base_program,
    ints,
    matrix,
    nowhere,
    programs,
    solutions,
)
from support.programs import square

from nlc.board import Sort
from nlc.drivers import get
from nlc.encode.acyclic.elimination import is_narrow
from nlc.encode.lower import lower
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.graph import Graph
from nlc.ir.nodes import (
    ABSENT,
    TRUE,
    Acyclic,
    Auxiliary,
    BoolVar,
    Clause,
    Counts,
    Domain,
    Exactly,
    Implies,
    Origin,
    Program,
    Relate,
)

SPECS = ["log", "direct", "log,cardinality=unary", "direct,cardinality=seqcounter"]


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(programs(), st.sampled_from(SPECS))
def test_models_are_exactly_the_solutions(program: Program, spec: str) -> None:
    lowered = lower(program, Encoding.parse(spec))
    found = [as_values(a) for a in assignments(lowered, whole=lowered.preserves_models)]
    assert lowered.exact
    assert len(found) == len(set(found))
    assert set(found) == solutions(program)
    for block in lowered.cnf.blocks:
        variables = np.sort(np.abs(block.clauses), axis=1)
        assert not (variables[:, 1:] == variables[:, :-1]).any()


def golden() -> Program:
    """Return a program whose rule ``pick`` needs an atom and whose rule ``some`` a count."""
    program = base_program(2, 4, False)
    program.rules = ["pick", "some"]
    same = Relate("color", ints([0]), "color", ints([1]), True)
    cells = (("c", Sort.CELL, ints([0, 1])),)
    program.nodes += [
        Exactly(
            Counts.of(1), matrix([[1, 3], [2, 7]]), matrix([[], []]), Origin("pick", None, cells)
        ),
        Implies(matrix([[3]]), Clause(matrix([[-8, 1]])), Origin("pick", None)),
        Implies(matrix([[1]]), same, Origin("some", None)),
    ]
    return program


def test_a_relation_may_join_a_variable_that_can_be_absent_and_one_that_cannot() -> None:
    for spec in SPECS:
        program = base_program(1, 2, True)
        program.domains["other"] = Domain("other", Sort.CELL, 1, ("A", "B"), False, True, False)
        then = Relate("other", ints([0]), "color", ints([0]), True)
        program.nodes.append(Implies(matrix([[]]), then, nowhere()))
        found = [a.domains for a in assignments(lower(program, Encoding.parse(spec)), whole=True)]
        pairs = sorted((d["color"].tolist(), d["other"].tolist()) for d in found)
        assert pairs == [([0], [0]), ([0], [0]), ([1], [1]), ([1], [1])]


@pytest.mark.parametrize("labels", ["log", "direct"])
def test_a_domain_without_values_has_no_solution_unless_it_is_optional(labels: str) -> None:
    for optional in (False, True):
        lowered = lower(base_program(1, 0, optional), Encoding(domains=labels))
        found = [as_values(a) for a in assignments(lowered, whole=True)]
        assert len(found) == (2 if optional else 0)
        assert all(colors == (ABSENT,) for _, colors in found)


def triangle(lits: list[int]) -> Program:
    program = Program("t", "test", {}, {}, square(". . ."), variables=3)
    program.bools.append(BoolVar("mark", Sort.CELL, 1, 3, True, False))
    ends = np.array([[0, 1], [1, 2], [0, 2]], np.int32)
    graph = Graph(3, ends, np.array([[0, 0], [1, 0], [1, 1]], np.int32), "it is drawn by hand")
    program.nodes.append(Acyclic(graph, ints(lits), Origin("open", None)))
    program.rules.append("open")
    return program


def marks(program: Program, spec: str) -> set[tuple[bool, ...]]:
    lowered = lower(program, Encoding.parse(spec))
    return {tuple(a.bools[1:].tolist()) for a in assignments(lowered, whole=False)}


def test_edges_that_never_or_always_hold_are_taken_into_account() -> None:
    everything = {(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)}
    assert marks(triangle([1, 2, 3]), "acyclic=order") == everything - {(1, 1, 1)}
    assert marks(triangle([1, 2, -int(TRUE)]), "acyclic=order") == everything
    always = marks(triangle([1, 2, int(TRUE)]), "acyclic=order")
    assert always == {a for a in everything if not (a[0] and a[1])}


def test_the_automatic_choice_of_acyclicity_follows_board_and_solver() -> None:
    program = triangle([1, 2, 3])
    assert lower(program, Encoding()).encoding.acyclic == "vertex-elimination"
    lazy = lower(program, Encoding(), WATCHED)
    assert lazy.encoding.acyclic == "lazy"
    assert len(lazy.separators) == 1
    anew = get("pysat:kissat404").capabilities.offers
    assert lower(program, Encoding(), anew).encoding.acyclic == "vertex-elimination"
    assert lower(program, Encoding(acyclic="lazy"), anew).encoding.acyclic == "lazy"


@pytest.mark.parametrize(("nodes", "narrow"), [(13, True), (14, False)])
def test_of_a_narrow_graph_no_node_has_many_neighbours(nodes: int, narrow: bool) -> None:
    ends = np.array([(a, b) for b in range(nodes) for a in range(b)], np.int32)
    assert is_narrow(Graph(nodes, ends, np.zeros((0, 2), np.int32), "all are joined")) == narrow


def test_an_encoding_that_cannot_be_used_is_refused_with_the_reason() -> None:
    program = triangle([1, 2, 3])
    with pytest.raises(UserError, match="acyclic=primal-dual cannot be used here: "):
        lower(program, Encoding(acyclic="primal-dual"))
    with pytest.raises(UserError, match="a solver that runs inside Python"):
        lower(program, Encoding(acyclic="lazy"))


def test_free_auxiliaries_and_one_way_encodings_are_said_to_change_the_number_of_models() -> None:
    program = golden()
    assert lower(program, Encoding()).preserves_models
    assert not lower(triangle([1, 2, 3]), Encoding(acyclic="order")).preserves_models
    program.auxiliaries.append(Auxiliary(11, 1, "pointer", None, nowhere()))
    program.variables = 11
    program.nodes.append(Implies(matrix([[11]]), Clause(matrix([[1]])), nowhere()))
    lowered = lower(program, Encoding())
    assert not lowered.preserves_models
    assert lowered.rule_statistics()["rule"] == (1, 1, 2)
