"""Numbers of solutions that are known from elsewhere, by every lowering."""

import pytest
from support.puzzles import boards, program_of

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
