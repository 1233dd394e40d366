"""Pictures of every tiling, compared with pictures that were looked at (``golden/``)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from render.drawn import Example, drawn

from nlc.render.text import render

GOLDEN = Path(__file__).parent / "golden"

HEXAGON = """
    . . 1
   . . . .
  1 2 . . 3
   . 3 . .
    . . 2
"""

PATHS = {
    "square": Example(
        drawn("A..B\n.C..\nA.CB"),
        ["r1c1 r2c1 r3c1", "r2c2 r3c2 r3c3", "r1c4 r1c3 r2c3 r2c4 r3c4"],
    ),
    "square_hole": Example(drawn("1.2\n.#.\n1.2"), ["r1c1 r2c1 r3c1", "r1c3 r2c3 r3c3"]),
    "square_wall": Example(
        drawn("1 . 2\n. # .\n1 . 2", walls=["r1c1|r2c1", "r1c2|r1c3"]),
        ["r3c1 r2c1", "r1c3 r2c3 r3c3 r3c2"],
    ),
    "square_wide": Example(
        drawn("10 . . 100\n. 漢 漢 .\n10 . . 100"),
        ["r1c1 r2c1 r3c1", "r2c2 r2c3", "r1c4 r1c3"],
    ),
    "square_neighbours": Example(drawn("12\n12\n33"), ["r1c1 r2c1", "r3c1 r3c2"]),
    "square_bridge": Example(
        drawn(". 1 . 3\n2 + 2 .\n. 1 . 3", bridge="+"),
        ["r1c2 r2c2.lane(N) r3c2", "r2c1 r2c2.lane(E) r2c3", "r1c4 r2c4 r3c4"],
    ),
    "square_bridge_and_hole": Example(
        drawn(". 1 . .\n2 + 2 .\n. 1 . #", bridge="+"),
        ["r1c2 r2c2.lane(N) r3c2", "r2c1 r2c2.lane(E) r2c3"],
    ),
    "square_wrap": Example(
        drawn("1 . 2 .\n. . . .\n. . . .\n1 . 2 .", settings={"wrap": "both"}),
        ["r1c1 r4c1", "r1c3 r1c4 r2c4 r2c1 r2c2 r3c2 r3c3 r4c3"],
    ),
    "square_warp": Example(drawn("1.\n..\n.1", warps=["r1c1|r3c2"]), ["r1c1 r3c2"]),
    "hex": Example(
        drawn(HEXAGON, "hex"),
        [
            "r1c3 r1c2 r1c1 r2c1 r3c1",
            "r3c2 r2c2 r2c3 r3c3 r4c3 r5c3",
            "r4c2 r4c1 r5c1 r5c2",
            "r3c5 r2c4",
        ],
    ),
    "hex_wall": Example(
        drawn(" 1 . 2\n1 . .\n . . 2", "hex", walls=["r1c1|r1c2", "r2c2|r1c1", "r2c2|r3c2"]),
        ["r1c1 r2c1", "r1c3 r2c3 r3c3"],
    ),
    "hex_bridge": Example(
        drawn(" 1 2 .\n3 + 3 .\n 2 1 .", "hex", bridge="+"),
        ["r1c1 r2c2.lane(NW) r3c2", "r2c1 r2c2.lane(E) r2c3", "r1c2 r2c2.lane(NE) r3c1"],
    ),
    "hex_flat": Example(
        drawn("1 . . 2\n. . . .\n1 . 2 .", "hex", {"layout": "odd_q"}),
        ["r1c1 r1c2 r2c2 r2c1 r3c1", "r1c4 r1c3 r2c3 r2c4 r3c3"],
    ),
    "triangle": Example(
        drawn(". 2 . 3 . .\n2 1 . . . .\n. 1 3 . . .", "triangle"),
        ["r1c2 r1c1 r2c1", "r2c2 r3c2", "r1c4 r1c5 r2c5 r2c4 r3c4 r3c3"],
    ),
}

LOOPS = {
    "loop_square": Example(
        drawn("3...\n3...\n.22.\n.2.1"), round="r1c1 r2c1 r2c2 r3c2 r3c3 r4c3 r2c4"
    ),
    "loop_square_ports": Example(
        drawn("10 .\n. 2"),
        round="r1c1 r1c2",
        ports={"r1c1.corner(NW)": "inlet", "r1c2.corner(SE)": "outlet"},
    ),
    "loop_square_wrap": Example(
        drawn("1...\n....\n...2", settings={"wrap": "both"}), round="r1c1 r1c2 r3c4"
    ),
    "loop_hex": Example(drawn(" 3 .\n. 1 .\n 5 .", "hex"), round="r1c1 r2c2 r3c1"),
    "loop_hex_flat": Example(
        drawn("3 . 1\n. 1 .\n5 . 12", "hex", {"layout": "odd_q"}), round="r1c1 r2c2 r3c1"
    ),
    "loop_triangle": Example(
        drawn("3 . 2 1 .\n. 1 2 . .\n1 . . 2 .", "triangle"), round="r1c2 r1c3 r1c4 r2c4"
    ),
    "loop_triangle_wrap": Example(
        drawn("1.....\n......\n......\n...2..", "triangle", {"wrap": "both"}),
        round="r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r4c6",
    ),
}


@pytest.mark.parametrize("style", ["unicode", "ascii"])
@pytest.mark.parametrize("name", [*PATHS, *LOOPS])
def test_a_solution_looks_as_it_did_when_it_was_approved(name, style):
    example = {**PATHS, **LOOPS}[name]
    picture = render(example.program(), example.solution(), style=style, color=False)
    assert picture + "\n" == (GOLDEN / f"{name}.{style}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["square_wall", "hex", "triangle", "loop_square", "loop_hex"])
def test_a_puzzle_alone_shows_cells_corners_and_clues(name):
    example = {**PATHS, **LOOPS}[name]
    picture = render(example.program(), None, style="unicode", color=False)
    assert picture + "\n" == (GOLDEN / f"{name}.puzzle.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["hex", "loop_hex"])
def test_a_tiling_without_a_scale_of_its_own_is_drawn_larger(name):
    example = {**PATHS, **LOOPS}[name]
    other = replace(example.board, board=replace(example.board.board, topology="other"))
    example = replace(example, board=other)
    picture = render(example.program(), example.solution(), style="unicode", color=False)
    assert picture + "\n" == (GOLDEN / f"{name}.other.txt").read_text(encoding="utf-8")
