"""The families of models have as many solutions as the formulas of `cnfgen`."""

from __future__ import annotations

import cnfgen
import model_families as families
import networkx as nx
import pytest
from pysat.solvers import Solver

import nlc


def count(clauses, variables):
    """Return the number of models of a formula, up to a thousand."""
    with Solver("minisat22", bootstrap_with=[*map(list, clauses)]) as solver:
        found = 0
        while found < 1000 and solver.solve():
            found += 1
            model = {*solver.get_model()}
            solver.add_clause([-i if i in model else i for i in variables])
        return found


def solutions(model):
    cnf = model.compile().lowered.cnf
    return count((c for b in cnf.blocks for c in b.clauses.tolist()), cnf.projection.tolist())


def of(graph):
    """Return a graph of cnfgen, whose nodes are numbered from 1."""
    found = cnfgen.Graph(len(graph))
    for one, other in graph.edges:
        found.add_edge(one + 1, other + 1)
    return found


PYRAMID = nx.DiGraph([(1, 4), (2, 4), (2, 5), (3, 5), (4, 6), (5, 6)])
DIRECTED = cnfgen.DirectedGraph(6)
for ends in PYRAMID.edges:
    DIRECTED.add_edge(*ends)
HOUSE, PRISM, K5 = nx.house_graph(), nx.circular_ladder_graph(3), nx.complete_graph(5)
CASES = {
    "pigeonhole 3 4": (families.pigeonhole(3, 4), cnfgen.PigeonholePrinciple(3, 4)),
    "pigeonhole 4 3": (families.pigeonhole(4, 3), cnfgen.PigeonholePrinciple(4, 3)),
    "ramsey": (families.ramsey(3, 4, 5), cnfgen.RamseyNumber(3, 4, 5)),
    "van der Waerden": (families.van_der_waerden(8, 3, 3), cnfgen.VanDerWaerden(8, 3, 3)),
    "van der Waerden 9": (families.van_der_waerden(9, 3, 3), cnfgen.VanDerWaerden(9, 3, 3)),
    "parity": (families.parity(6), cnfgen.PerfectMatchingPrinciple(cnfgen.Graph.complete_graph(6))),
    "counting": (families.counting(6, 3), cnfgen.CountingPrinciple(6, 3)),
    "ordering": (families.ordering(4), cnfgen.OrderingPrinciple(4, total=True)),
    "pebbling": (families.pebbling(PYRAMID), cnfgen.PebblingFormula(DIRECTED)),
    "colouring": (families.colouring(HOUSE, 3), cnfgen.GraphColoringFormula(of(HOUSE), 3)),
    "tseitin": (
        families.tseitin(PRISM, [1, 1, 0, 0, 1, 1]),
        cnfgen.TseitinFormula(of(PRISM), [1, 1, 0, 0, 1, 1]),
    ),
    "clique": (families.clique(PRISM, 3), cnfgen.CliqueFormula(of(PRISM), 3)),
    "even colouring": (families.even_colouring(K5), cnfgen.EvenColoringFormula(of(K5))),
    "triples": (families.pythagorean_triples(13), cnfgen.PythagoreanTriples(13)),
    "isomorphism": (
        families.isomorphism(HOUSE, HOUSE),
        cnfgen.GraphIsomorphism(of(HOUSE), of(HOUSE)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_family_has_the_solutions_that_cnfgen_has(name: str) -> None:
    model, formula = CASES[name]
    wanted = count(formula.clauses(), range(1, formula.number_of_variables() + 1))
    assert solutions(model) == wanted


def test_a_family_that_has_no_solution_says_which_rules_are_to_blame() -> None:
    assert [rule.name for rule in families.ordering(4).why().rules][-1] == "no_least"
    assert isinstance(families.parity(4).solve(), nlc.Answer)
