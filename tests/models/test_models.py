"""Models: the same programs as texts, graphs against brute force, mistakes in sentences."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest

import nlc


def text_of(model: nlc.Model) -> str:
    return str(model.compile())


def compiled(genre: str) -> str:
    (puzzle,) = nlc.loads(f'genre model {{ {genre} }} puzzle "model" is model {{ topology none; }}')
    return str(nlc.compile(puzzle))


def test_counts_and_clauses_are_those_of_the_text() -> None:
    m = nlc.Model()
    x, p = m.bools("x", (4, 4)), m.bools("p")
    m.add(nlc.exactly(1, x, axis=1), name="rows")
    m.add(nlc.at_most(1, x, axis=0), name="columns")
    falls = x.diagonal()
    m.add(p >> (~falls[:-1] | falls[1:]), name="falls")
    assert text_of(m) == compiled(
        """
        var x : i in 0..3, j in 0..3 -> bool;
        var p : bool;
        rule rows { for i in 0..3 { exactly 1 of x[i, 0..3]; } }
        rule columns { for j in 0..3 { at most 1 of x[0..3, j]; } }
        rule falls { for k in 0..2 { p implies not x[k, k] or x[k + 1, k + 1]; } }
        show x, p;
        """
    )


def test_numbers_are_those_of_the_text() -> None:
    m = nlc.Model()
    n, k = m.ints("n", 5, 1, 6), m.ints("k", (), 0, 20)
    m.add(nlc.all_different(n), name="apart")
    m.add(n[:-1] < n[1:], name="up")
    m.add(nlc.sum(n) == k, k <= nlc.max([n[0], n[4]]) * 3, name="all")
    m.add(nlc.all_different([n[j] - n[i] for i, j in ((0, 1), (1, 2), (2, 3))]), name="gaps")
    m.minimize(k)
    assert text_of(m) == compiled(
        """
        var n : i in 0..4 -> 1..6;
        var k : 0..20;
        rule apart { all_different(n[0..4]); }
        rule up { for i in 0..3 { n[i] < n[i + 1]; } }
        rule all { sum {n[i] for i in 0..4} = k; k <= max({n[i] for i in {0, 4}}) * 3; }
        rule gaps { all_different({n[i + 1] - n[i] for i in 0..2}); }
        show n, k;
        minimize k;
        """
    )


def test_graphs_are_those_of_the_text() -> None:
    m = nlc.Model()
    g = m.graph([(1, 2), (2, 3), (3, 1), (3, 4)])
    m.add(nlc.loop(g), name="loop")
    assert text_of(m) == compiled(
        """
        var edge : e in {(1, 2), (2, 3), (3, 1), (3, 4)} -> bool;
        rule loop { loop(edge); }
        show edge;
        """
    )


def subsets(graph: nx.Graph) -> list[nx.Graph]:
    """Return the graphs of some edges each."""
    every = list(graph.edges)
    return [
        graph.edge_subgraph(chosen)
        for size in range(len(every) + 1)
        for chosen in itertools.combinations(every, size)
    ]


def is_path(part: nx.Graph, start: object, end: object) -> bool:
    wanted = {node: 1 if node in (start, end) else 2 for node in part}
    return start in part and end in part and nx.is_connected(part) and dict(part.degree) == wanted


HOUSE = nx.house_graph()
EDGES = {
    "loop": (
        nlc.loop,
        lambda part: bool(part) and nx.is_connected(part) and {*dict(part.degree).values()} == {2},
    ),
    "path": (lambda g: nlc.path(g, 0, 4), lambda part: is_path(part, 0, 4)),
    "acyclic": (nlc.acyclic, lambda part: not part or nx.is_forest(part)),
    "connected": (nlc.connected, lambda part: not part or nx.is_connected(part)),
}


@pytest.mark.parametrize("name", EDGES)
def test_edges_are_those_that_networkx_finds(name: str) -> None:
    rule, holds = EDGES[name]
    m = nlc.Model()
    m.add(rule(m.graph(HOUSE)))
    assert m.count() == sum(map(holds, subsets(HOUSE)))


@pytest.mark.parametrize("chosen", [False, True])
def test_nodes_are_joined_by_what_is_there(chosen: bool) -> None:
    m = nlc.Model()
    x = m.bools("x", 5)
    g = m.graph(HOUSE) if chosen else HOUSE
    m.add(nlc.connected(x, g), nlc.reaches(x, [0, 1], g), nlc.at_least(1, x))
    found = 0
    for part in subsets(HOUSE) if chosen else [HOUSE]:
        graph = nx.Graph([*part.edges])
        graph.add_nodes_from(HOUSE)
        for bits in range(1, 32):
            inner = graph.subgraph([i for i in range(5) if bits >> i & 1])
            found += nx.is_connected(inner) and not {0, 1}.isdisjoint(inner)
    assert m.count() == found


def test_a_sum_by_python_is_one_by_nlc() -> None:
    m = nlc.Model()
    x, n = m.bools("x", 3), m.ints("n", 2, 0, 3)
    m.add(sum(x) + sum(n) == 4, sum(n[i] * w for i, w in enumerate((1, 2))) >= 3)
    every = itertools.product(*[(0, 1)] * 3, range(4), range(4))
    assert m.count() == sum(sum(v) == 4 and v[3] + 2 * v[4] >= 3 for v in every)


def test_the_least_and_the_greatest_are_found() -> None:
    m = nlc.Model()
    n = m.ints("n", 3, 0, 5)
    m.add(nlc.all_different(n), n[0] + n[1] >= 6)
    m.minimize(n.max() * 3 - n[2])
    assert (m.solve().objective, m.solve().is_best) == (9, True)
    m.maximize(n.sum())
    assert m.solve().objective == 12


def test_an_answer_has_arrays_of_the_shape_of_its_variables() -> None:
    m = nlc.Model()
    x, n, k = m.bools("x", 3), m.ints("n", (2, 3), 4, 9), m.ints("k", (), -2, 2)
    m.add(x[0], nlc.exactly(1, x), nlc.all_different(n), n.flatten()[:-1] < n.flatten()[1:], k < -1)
    board = m.solve().board
    assert board["x"].tolist() == [True, False, False]
    assert board["n"].tolist() == [[4, 5, 6], [7, 8, 9]]
    assert board["k"] == -2


def test_why_names_the_constraints_that_contradict_each_other() -> None:
    m = nlc.Model()
    p = m.bools("p", (4, 3))
    m.add(p.any(axis=1), name="somewhere")
    m.add(nlc.at_most(1, p, axis=0), name="alone")
    m.add(~p[0, 0], name="further")
    why = m.why()
    assert [rule.name for rule in why.rules] == ["somewhere", "alone"]
    assert "nlc.at_most(1, p, axis=0)" in str(why)


def mistakes():
    m = nlc.Model()
    x, n, g = m.bools("x", (2, 3)), m.ints("n", 3, 1, 9), m.graph([(1, 2), (2, 3)])
    return {
        "a condition is needed here, not a number": lambda: m.add(n),
        "a condition is needed here, not a number ": lambda: x[0] & n,
        "arrays of the shapes (2, 3) and (2,) do not fit": lambda: x & x[:, 0],
        "shape (2, 3) has no place 7": lambda: x[7],
        "shape (2, 3) has no axis 2": lambda: nlc.any(x, axis=2),
        "there is a variable 'x' already, of line": lambda: m.bools("x", 3),
        "letters, digits and '_', not 'a b'": lambda: m.ints("a b", 3, 1, 9),
        "letters, digits and '_', not 'a b' ": lambda: m.add(x, name="a b"),
        "there is no number from 9 to 1": lambda: m.ints("k", 3, 9, 1),
        "whole numbers from 1 up, not (3, 0)": lambda: m.bools("k", (3, 0)),
        "nobody knows before a model is solved": lambda: x[0, 0] and x[0, 1],
        "nobody knows before a model is solved ": lambda: 1 < n[0] < 3,
        "whole numbers, and 2.5 is neither": lambda: m.add(n > 2.5),
        "cannot be divided": lambda: n // 2,
        "'loop' is a constraint of its own": lambda: ~nlc.loop(g),
        "needs the edges of a graph": lambda: nlc.loop(x),
        "no node 4": lambda: g.at(4),
        "two edges between 2 and 1": lambda: m.graph([(1, 2), (2, 1)], "h"),
        "has 6 conditions for 3 nodes": lambda: nlc.connected(x, g),
        "'minimize' takes one number, not 3": lambda: m.minimize(n),
        "and no part of it": lambda: setattr(n[0], "encoding", "order"),
        "'at most' takes one number": lambda: nlc.at_most([1, 2], x),
    }


MISTAKES = mistakes()


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_a_sentence_with_the_line_of_the_program(message: str) -> None:
    with pytest.raises(nlc.InputError) as caught:
        MISTAKES[message]()
    (found,) = caught.value.diagnostics
    assert message.strip() in found.message
    assert found.span.source.path == __file__
    assert f'"{message}"' in found.span.source.line(found.span.line)


def test_a_constraint_and_a_variable_have_encodings_of_their_own() -> None:
    m = nlc.Model(encoding="cardinality=unary")
    x, n = m.bools("x", (6, 6)), m.ints("n", 4, 1, 5)
    m.add(nlc.exactly(1, x, axis=0), name="columns", encoding="cardinality=totalizer")
    m.add(nlc.exactly(1, x, axis=1), name="rows")
    m.add(nlc.all_different(n), name="apart", encoding="different=pairs")
    n.encoding = "order"
    own = "domains=n:order,cardinality=unary+columns:totalizer,different=auto+apart:pairs"
    assert str(m.compile()) == str(nlc.compile(m.puzzle, own))
    for alone, rule in (("totalizer", "columns"), ("unary", "rows")):
        sizes = nlc.compile(m.puzzle, f"domains=order,cardinality={alone}").rules
        assert m.compile().rules[rule] == sizes[rule]
    with pytest.raises(nlc.InputError, match=r"there is no rule 'row'(.|\n)*did you mean 'rows'"):
        nlc.compile(m.puzzle, "cardinality=unary+row:binomial")
    with pytest.raises(nlc.InputError, match="and no 'acyclic'"):
        m.add(x[0, 0], encoding="acyclic=order")
