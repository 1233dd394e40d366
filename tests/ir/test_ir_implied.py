"""Passes that state implied constraints change no solution, and say more than the rules do."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import random_case
from pysat.solvers import Solver
from support.puzzles import boards, program_of

from nlc.board import Sort
from nlc.encode.lower import lower
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.ir.chosen_edges import chosen_edges
from nlc.ir.nodes import Acyclic, Clause, Implies, Program
from nlc.ir.passes import PASSES
from nlc.ir.passes.parity import Parity, odd_join

NAMES = ("parity",)

OPEN = """
puzzle "open" is numberlink {
  topology square;
  set cover = false;
  board
    A . . B
    . . . .
    . C . .
    B . C A
  end
}
"""

# One cell joins the two halves; each has both ends of a path.
NECK = """
puzzle "neck" is numberlink {
  topology square;
  set cover = false;
  board
    A . # . B
    A . . . B
  end
}
"""

CROSSED = """
puzzle "crossed" is numberlink {
  topology square;
  legend { "+" = bridge; }
  board
    . A .
    B + B
    . A .
  end
}
"""

THREE = """
puzzle "three" is multilink {
  topology square;
  board
    A . A
    . . .
    . A .
  end
}
"""

# One label is shut in by itself.
SHUT = """
puzzle "shut" is numberlink {
  topology square;
  board
    A . # .
    # # . .
    . . . A
  end
}
"""


def added(name: str, text: str) -> Program:
    return PASSES.get(name)().apply(program_of(text))


@pytest.mark.sample(3)
@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("name", NAMES)
def test_boards_are_those_of_brute_force(name: str, tiling: str, genre: str) -> None:
    random = Random(f"{name} {tiling} {genre} redundant")
    for _ in range(5):
        case = random_case(random, genre, tiling)
        assert boards(program_of(case.text), f"passes={name}+auto") == case.solutions()


@pytest.mark.sample(2)
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_stated_of_solvable_boards_of_squares(name: str, cover: bool) -> None:
    random, stated = Random(f"{name} {cover}"), 0
    for _ in range(12):
        case = random_case(random, "numberlink", "square", cover=cover, touch=True)
        if case.solutions():
            program = program_of(case.text)
            stated += len(PASSES.get(name)().apply(program).nodes) > len(program.nodes)
            assert boards(program, f"passes={name}") == case.solutions()
    assert stated > 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("genre", ["numberlink", "slitherlink"])
def test_each_new_variable_is_defined_by_others(name: str, genre: str) -> None:
    case = random_case(Random(7), genre, "square", **({"cover": True} if genre[0] == "n" else {}))
    before = program_of(case.text)
    after = PASSES.get(name)().apply(before)
    news = after.auxiliaries[len(before.auxiliaries) :]
    assert all(block.definition is not None for block in news)
    assert sum(block.size for block in news) == after.variables - before.variables


def test_parity_settles_the_last_segment_of_any_cut() -> None:
    program = added("parity", OPEN)
    lowered = lower(program, Encoding(acyclic="lazy", passes="none"), WATCHED)
    assert lowered.literals is not None
    numbers = np.arange(1, program.board.count(Sort.LINK) + 1, dtype=np.int32)
    links = dict(zip(program.board.names(Sort.LINK), lowered.literals(numbers), strict=True))
    with Solver("minisat22") as solver:
        for part in lowered.cnf.blocks:
            if part.rule == "parity":
                solver.append_formula(part.clauses.tolist())
        for low, odd in ((1, 0), (2, 0), (3, 1)):  # labels above the cut: A B, A B, A B C
            crossing = [int(links[f"r{low}c{c}-r{low + 1}c{c}"]) for c in range(1, 5)]
            for chosen in product((False, True), repeat=3):
                assumed = [x if on else -x for x, on in zip(crossing, chosen, strict=False)]
                held, implied = solver.propagate(assumed)
                last = crossing[3] if (sum(chosen) + odd) % 2 else -crossing[3]
                assert held
                assert last in implied


def test_a_bridge_of_the_graph_is_settled_by_the_labels_beyond_it() -> None:
    program = added("parity", NECK)
    units = [
        node.then.lits
        for node in program.nodes
        if isinstance(node, Implies) and node.origin.rule == "parity"
        if isinstance(node.then, Clause)
    ]
    names = program.board.names(Sort.LINK)
    assert {names[-lit - 1] for lit in np.concatenate(units).ravel()} == {
        "r2c2-r2c3",
        "r2c3-r2c4",
    }
    assert boards(program_of(NECK), "passes=parity+auto") == boards(program_of(NECK), "default")


@pytest.mark.parametrize("text", [THREE, CROSSED, SHUT])
def test_where_parity_does_not_hold_nothing_is_stated(text: str) -> None:
    program = program_of(text)
    assert Parity().apply(program) is program


def test_a_join_is_odd_at_the_nodes_that_are_to_be() -> None:
    random = np.random.default_rng(5)
    program = program_of(OPEN)
    (item,) = chosen_edges(program)
    for _ in range(20):
        odd = random.integers(0, 2, item.graph.nodes).astype(np.int32)
        join = odd_join(item.graph, odd)
        assert (join is None) == (odd.sum() % 2 == 1)
        if join is not None:
            ends = item.graph.ends[join].ravel()
            assert np.array_equal(np.bincount(ends, minlength=len(odd)) % 2, odd)


def test_graphs_of_one_meaning_are_taken_once() -> None:
    program = program_of(OPEN)
    (node,) = [node for node in program.nodes if isinstance(node, Acyclic)]
    program.nodes.append(node)
    assert len(list(chosen_edges(program))) == 1
