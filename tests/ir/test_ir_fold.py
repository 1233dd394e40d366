"""Folding states what the rules fix once, and changes no solution."""

import numpy as np
import pytest
from oracle.case import TILINGS
from oracle.random_boards import seeded_cases
from support.puzzles import boards, program_of

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.nodes import Assign, Clause, Implies, Program, Relate
from nlc.ir.passes.fold import Fold

CORNERS = """
puzzle "corners" is numberlink {
  topology square;
  board
    A . A
    . . .
    B . B
  end
}
"""


def clauses(program: Program, passes: str) -> int:
    return lower(program, Encoding.parse(f"acyclic=primal-dual,passes={passes}")).cnf.clauses


def test_a_colour_that_every_cell_has_is_no_longer_optional():
    program = program_of(CORNERS)
    assert program.domains["color"].optional
    assert not Fold().apply(program).domains["color"].optional


def test_cells_of_one_colour_share_a_word_and_state_it_once():
    program = Fold().apply(program_of(CORNERS))
    color = program.domains["color"]
    cells = {name: i for i, name in enumerate(program.board.names(color.sort))}
    assert color.twins[cells["r1c3"]] == cells["r1c1"]
    assert color.twins[cells["r3c3"]] == cells["r3c1"]
    stated = [n for n in program.nodes if isinstance(n, Implies) and isinstance(n.then, Assign)]
    unguarded = [n.then for n in stated if not n.guard.shape[1] and n.then.equal]
    assert sorted(np.concatenate([then.values for then in unguarded]).tolist()) == [0, 1]


def test_a_link_between_two_colours_is_never_drawn():
    program = program_of(CORNERS.replace(". . .", "C . C"))
    facts = [
        lit
        for node in Fold().apply(program).nodes
        if isinstance(node, Implies) and isinstance(node.then, Clause) and not node.guard.shape[1]
        for lit in node.then.lits[:, 0].tolist()
        if node.then.lits.shape[1] == 1
    ]
    links = program.board.names(program.bools[0].sort)
    assert -(links.index("r1c1-r2c1") + 1) in facts
    assert len(facts) == len(set(map(abs, facts)))


def test_a_relation_to_a_known_colour_becomes_an_assignment():
    nodes = Fold().apply(program_of(CORNERS)).nodes
    same = [n for n in nodes if n.origin.rule == "same" and isinstance(n, Implies)]
    assert any(isinstance(n.then, Assign) and n.guard.shape[1] for n in same)
    before = [n for n in program_of(CORNERS).nodes if n.origin.rule == "same"]
    assert all(isinstance(n.then, Relate) for n in before)


def test_two_values_for_one_cell_leave_no_solution():
    text = CORNERS.replace("\n}\n", '\n  rule wrong { color[r1c1] = "B"; }\n}\n')
    program = program_of(text)
    for spec in ("passes=auto", "passes=none"):
        assert boards(program, spec) == set()


def test_the_program_itself_stays_as_it_was():
    program = program_of(CORNERS)
    before = [id(node) for node in program.nodes]
    Fold().apply(program)
    assert [id(node) for node in program.nodes] == before
    assert program.domains["color"].twins is None


@pytest.mark.parametrize("spec", ["domains=log", "domains=direct"])
def test_folding_twice_keeps_the_equalities_of_cells_that_share_a_word(spec):
    alike = "rule alike { color[r2c1] = color[r2c2]; color[r2c2] = color[r2c3]; }"
    program = program_of(CORNERS.replace("end\n", f"end\n  set cover = false; {alike}\n"))
    once = Fold().apply(program)
    twice = Fold().apply(once)
    words = [folded.domains["color"].twins for folded in (once, twice)]
    cells = {name: i for i, name in enumerate(program.board.names(program.domains["color"].sort))}
    assert len({words[0][cells[name]] for name in ("r2c1", "r2c2", "r2c3")}) == 1
    np.testing.assert_array_equal(*words)
    solutions = boards(program, f"{spec},passes=none")
    assert solutions
    assert boards(twice, f"{spec},passes=none") == solutions


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", ["numberlink", "multilink", "slitherlink"])
@pytest.mark.parametrize("tiling", TILINGS)
def test_folding_keeps_the_solutions_and_adds_no_clause(genre, tiling):
    shorter = 0
    for case in seeded_cases(genre, tiling, 6, seed=7):
        try:
            program = program_of(case.text)
        except UserError as error:
            assert "asks for exactly" in str(error)
            continue
        expected = case.solutions()
        assert boards(program, "passes=auto") == boards(program, "passes=none") == expected
        less, more = clauses(program, "auto"), clauses(program, "none")
        assert less <= more
        shorter += less < more
    assert shorter
