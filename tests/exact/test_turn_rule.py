"""The rules `turn` and `away` of Numberlink change no set of boards where paths may not touch."""

import pytest
from oracle.case import TILINGS, Case
from oracle.random_boards import seeded_cases
from oracle.reference_board import Drawn
from support.puzzles import boards, program_of

SPEC = "domains=log,acyclic=lazy"
WITHOUT = "drop turn, away;\n}"


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", ["numberlink", "multilink"])
def test_boards_that_do_not_touch_are_the_same_with_the_rules_and_without(genre, tiling):
    some = 0
    for case in seeded_cases(genre, tiling, 6, seed=7, touch=False):
        expected = case.solutions()
        without = case.text.rstrip().removesuffix("}") + WITHOUT
        assert boards(program_of(case.text), SPEC) == expected, case.text
        assert boards(program_of(without), SPEC) == expected, without
        some += bool(expected)
    assert some


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["numberlink", "multilink"])
def test_hexagons_that_are_all_used_have_the_same_boards_with_away_and_without(genre):
    stated = some = 0
    for case in seeded_cases(genre, "hex", 15, seed=8, cover=True, no2x2=True):
        program = program_of(case.text)
        stated += any(node.origin.rule == "away" for node in program.nodes)
        expected = case.solutions()
        assert boards(program, SPEC) == expected, case.text
        some += bool(expected)
    assert stated > 5
    assert some


BRIDGES = [
    Drawn("square", (". . 1 . . 1", "# . + . . .")),
    Drawn("hex", (". . . .", " . 7 + 7", "  # . . ."), warps=(("r1c4", "r3c4"),)),
]


@pytest.mark.parametrize("touch", [True, False])
@pytest.mark.parametrize("drawn", BRIDGES)
def test_a_path_may_go_round_a_vertex_at_a_bridge(drawn, touch):
    options = (("cover", False), ("touch", touch), ("no2x2", True))
    case = Case("numberlink", drawn, options)
    expected = case.solutions()
    assert len(expected) > 2
    assert boards(program_of(case.text), SPEC) == expected
