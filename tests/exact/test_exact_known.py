"""Numbers of solutions that are known from elsewhere, by every lowering."""

from pathlib import Path

import pytest
from support.puzzles import boards, program_of

from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.policy import STATIC, WATCHED
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.loading import load_puzzles
from nlc.solving.strategy import solve

FIXTURES = Path(__file__).parents[2] / "fixtures"
ACYCLIC = ("primal-dual", "order", "lazy")


def numberlink(*rows: str) -> str:
    return 'puzzle "p" is numberlink { topology square; board\n' + "\n".join(rows) + "\nend\n}"


def slitherlink(size: int) -> str:
    rows = "\n".join("." * size for _ in range(size))
    return f'puzzle "p" is slitherlink {{ topology square; board\n{rows}\nend\n}}'


@pytest.mark.parametrize("labels", ["log", "direct"])
@pytest.mark.parametrize("acyclic", ACYCLIC)
def test_a_pair_on_the_two_middle_cells_of_a_3x4_board_has_two_boards(labels, acyclic):
    program = program_of(numberlink("....", ".AA.", "...."))
    assert len(boards(program, f"domains={labels},acyclic={acyclic}")) == 2


@pytest.mark.parametrize("labels", ["log", "direct"])
@pytest.mark.parametrize("acyclic", ACYCLIC)
def test_a_pair_on_the_upper_middle_cells_of_a_4x4_board_has_four_boards(labels, acyclic):
    program = program_of(numberlink("....", ".AA.", "....", "...."))
    assert len(boards(program, f"domains={labels},acyclic={acyclic}")) == 4


@pytest.mark.sample(6)
@pytest.mark.parametrize("acyclic", ACYCLIC)
@pytest.mark.parametrize(("size", "loops"), [(1, 1), (2, 13), (3, 213)])
def test_a_slitherlink_without_clues_has_every_loop_as_a_board(size, loops, acyclic):
    assert len(boards(program_of(slitherlink(size)), f"acyclic={acyclic}")) == loops


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["minisat", "cadical", "kissat", "pysat:cadical195"])
def test_the_fixtures_have_their_numbers_of_solutions_with_every_driver(solver):
    driver = get(solver)
    counts = []
    for case in load_puzzles(str(FIXTURES / "puzzles.nl"))[0]:
        program = elaborate(case)
        in_process = driver.capabilities.in_process
        lowered = lower(program, Encoding(), WATCHED if in_process else STATIC)
        result = solve(program, lowered, driver, Limits(60), most=None)
        assert result.complete
        counts.append(result.count)
    assert counts == [1, 1, 1, 1, 6, 1, 1, 1]
