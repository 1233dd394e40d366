"""Folding states what the rules fix once, and changes no solution."""

import numpy as np
import pytest
from oracle.case import TILINGS
from oracle.random_boards import seeded_cases
from support.puzzles import boards, program_of

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.nodes import Program
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


def test_two_values_for_one_cell_leave_no_solution():
    text = CORNERS.replace("\n}\n", '\n  rule wrong { color[r1c1] = "B"; }\n}\n')
    program = program_of(text)
    for spec in ("passes=auto", "passes=none"):
        assert boards(program, spec) == set()


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
