"""What the sources print or build wrong stays so in their encodings, or is a known departure."""

from __future__ import annotations

from encode.accepted import accepted, assignments, fixture, segments
from support.puzzles import boards, program_of

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.evaluate import violations


def test_the_cycle_prevention_of_the_thesis_accepts_a_ring_round_a_pair() -> None:
    program, _ = fixture("vertex_tree")
    right = boards(program, "log")
    lowered = lower(program, Encoding.parse("thesis"))
    assert not lowered.exact
    (wrong,) = [a for a in assignments(lowered) if segments(program, a) not in right]
    assert len(right) == 2
    (violation,) = violations(program, wrong)
    assert violation.rule == "open"
    # The ten cells of the rim.
    assert len(segments(program, wrong)) == 10 + 1


def test_the_cycle_prevention_of_the_thesis_accepts_two_rings_below_a_pair() -> None:
    _, program = fixture("vertex_tree")
    assert len(boards(program, "log")) == 4
    assert len(accepted(program, "thesis")) == 6


def test_the_cycle_prevention_is_repaired_by_naming_another_encoding() -> None:
    for program, count in zip(fixture("vertex_tree"), (2, 4), strict=True):
        assert len(accepted(program, "thesis,acyclic=primal-dual")) == count


def test_hexagonal_rows_of_the_thesis_are_axial() -> None:
    axial, offset = fixture("hexagonal_rows")
    assert [len(accepted(program, "thesis")) for program in (axial, offset)] == [8, 3]
    for layout, program in (("axial", axial), ("odd_r", offset)):
        text = (
            f'puzzle "p" is numberlink {{ topology hex(layout={layout}); board\n'
            "A . .\n. . .\n. . A\nend }"
        )
        assert accepted(program_of(text), "thesis") == accepted(program, "thesis")


def test_hexagonal_diagonals_of_the_thesis_join_a_cell_to_its_lower_left() -> None:
    (program,) = fixture("hexagonal_diagonal")
    found = accepted(program, "thesis")
    assert len(found) == 2
    assert all("r1c2-r2c1" in board for board in found)
    # Without it, as with the printed p(i-1,j), the board is one of squares, with an odd path.
    square = 'puzzle "p" is numberlink { topology square; board\nA .\n. A\nend }'
    assert not accepted(program_of(square), "thesis")


def test_the_edge_encoding_accepts_a_ring_beside_a_pair() -> None:
    (program,) = fixture("edge_path_ring")
    right = boards(program, "log")
    assert len(right) == 1
    lowered = lower(program, Encoding.parse("edge-path"))
    assert not lowered.exact
    (wrong,) = [a for a in assignments(lowered) if segments(program, a) not in right]
    assert segments(program, wrong) == {
        "r1c1-r2c1",
        "r1c2-r1c3",
        "r1c2-r2c2",
        "r1c3-r2c3",
        "r2c2-r2c3",
    }
    assert [violation.rule for violation in violations(program, wrong)] == ["open"]
