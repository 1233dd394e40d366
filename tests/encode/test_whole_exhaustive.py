"""Small boards: exact whole-model encodings accept just the boards of brute force."""

from __future__ import annotations

import pytest
from encode.accepted import accepted, fixture, programs
from oracle.case import TILINGS
from oracle.larger_boards import placements
from oracle.random_boards import seeded_cases
from oracle.reference_board import Drawn
from support.puzzles import boards, program_of

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding

MOST = 12
"""So many puzzles are tried on each board, spread over all with one or two pairs, or else all of
them; ``python -m fuzzing --kind encodings --exhaustive`` tries all on boards of up to 3x4 cells."""

EXACT, INEXACT = ("path-position",), ("edge-path", "thesis")

SQUARES = [
    Drawn("square", (" ".join("." * cols),) * rows)
    for rows in (1, 2, 3)
    for cols in range(max(rows, 2), 5)
]
OTHERS = [
    (Drawn("hex", (". . .", " . . .")), (True, False)),
    (Drawn("hex", (" . .", ". . .", " . .")), (True,)),
    (Drawn("triangle", (". . .", ". . .")), (True, False)),
    (Drawn("square", (". # . .", ". . . .")), (True, False)),
]


def compare(blank: Drawn, encodings: tuple[str, ...], **options: bool) -> None:
    """Hold encodings against brute force on puzzles on a board."""
    every = placements(blank, **options)
    for case, program in programs(every[:: -(-len(every) // MOST)]):
        expected = case.solutions()
        for spec in encodings:
            found = accepted(program, spec)
            assert found >= expected, f"{spec}\n{case.text}"
            assert spec not in EXACT or found == expected, f"{spec}\n{case.text}"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("blank", "cover"),
    [(blank, True) for blank in SQUARES] + [(blank, False) for blank in SQUARES[:-1]],
    ids=lambda x: f"{len(x.rows)}x{len(x.rows[0]) // 2 + 1}" if isinstance(x, Drawn) else str(x),
)
def test_square_boards_with_one_or_two_pairs(blank: Drawn, cover: bool) -> None:
    # The thesis has no boards with cells left over.
    compare(blank, (*EXACT, *INEXACT) if cover else EXACT, cover=cover)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blank", "cover"),
    [(blank, cover) for blank, covers in OTHERS for cover in covers],
    ids=lambda x: f"{x.tiling}-{len(x.rows)}" if isinstance(x, Drawn) else str(x),
)
def test_small_boards_of_other_shapes(blank: Drawn, cover: bool) -> None:
    compare(blank, (*EXACT, *INEXACT), cover=cover)


@pytest.mark.slow
@pytest.mark.parametrize("no2x2", [True, False])
@pytest.mark.parametrize("cover", [True, False])
def test_small_boards_where_no_path_touches_itself(cover: bool, no2x2: bool) -> None:
    for blank in (Drawn("square", (". . .", ". . .")), Drawn("triangle", (". . . .",))):
        compare(blank, (*EXACT, "edge-path"), cover=cover, touch=False, no2x2=no2x2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", TILINGS)
def test_random_boards_with_holes_and_walls(tiling: str) -> None:
    for case, program in programs(list(seeded_cases("numberlink", tiling, 6, seed=3))):
        found = accepted(program, "path-position")
        assert found == case.solutions(), case.text
        assert accepted(program, "edge-path") >= found, case.text


@pytest.mark.parametrize("cover", ["true", "false"])
def test_a_bridge_and_a_warp_are_treated(cover: str) -> None:
    rows = "A . A .\n. + . .\n. . B B"
    program = program_of(
        f'puzzle "p" is numberlink {{ topology square; set cover = {cover}; '
        f'legend {{ "+" = bridge; }} board\n{rows}\nend\nwarp r1c1|r1c4; }}'
    )
    found = accepted(program, "path-position")
    assert found == boards(program, "log,acyclic=order")
    assert any("r1c1-r1c4" in board for board in found)
    assert accepted(program, "edge-path") >= found


@pytest.mark.slow
def test_the_rule_on_turns_is_treated_by_itself() -> None:
    blank = Drawn("square", (". . .", ". . .", ". . ."))
    compare(blank, (*EXACT, "edge-path"), cover=False, no2x2=True)


@pytest.mark.parametrize(
    ("name", "spec", "boards", "too_many"),
    [
        ("edge_path_ring", "edge-path", [1], [2]),
        ("vertex_tree", "thesis", [2, 4], [3, 6]),
    ],
)
def test_an_encoding_that_is_not_exact_accepts_a_board_with_a_ring(
    name: str, spec: str, boards: list[int], too_many: list[int]
) -> None:
    assert not lower(fixture(name)[0], Encoding.parse(spec)).exact
    assert [len(accepted(program, "path-position")) for program in fixture(name)] == boards
    assert [len(accepted(program, spec)) for program in fixture(name)] == too_many
