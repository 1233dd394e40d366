"""Slitherlinks on boards that lack cells: where these lie, lines round holes, and one solution."""

from __future__ import annotations

import numpy as np
import pytest
from generating.slitherlink import drawn, names_of
from oracle import brute_force

import nlc
from nlc.generating.batch import Batch
from nlc.generating.genre import GENRES
from nlc.generating.shape import shape_of
from nlc.generating.slitherlink.flips import repair
from nlc.generating.slitherlink.outline import outline
from nlc.generating.slitherlink.regions import border, grid
from nlc.generating.slitherlink.scale import LineSpec, regions

BOARDS = {
    "holes": ("square", "# . . .\n. # . .\n. . # .\n. . . ."),
    "bay": ("square", ". # # .\n. . # .\n. . . .\n. # . ."),
    "wide": ("square", ". . . .\n. # # .\n. . # .\n. . . ."),
    "islands": ("square", ". . # . .\n. . # . .\n. . # . #"),
    "hex": ("hex", "  . . .\n . # . .\n. . . #\n . . ."),
    "shifted": ("hex", " . . .\n. # .\n . . ."),
    "even": ("hex(layout=even_r)", ". . .\n. # .\n. . ."),
    "triangle": ("triangle", "    . . .\n  . . . . .\n. . . # . . ."),
    "down": ("triangle(first=down)", ". . . # .\n  . . . .\n    . . ."),
}
"""Tilings and drawings on which brute force is quick."""

PLAIN = [name for name, (topology, _) in BOARDS.items() if "(" not in topology]
"""Those that brute force reads."""


def shape(topology: str, rows: str):
    """Return a board."""
    text = f'puzzle "it" is slitherlink {{ topology {topology}; board\n{rows}\nend }}'
    (puzzle,) = nlc.loads(text)
    return shape_of(puzzle)


def batch(board: str, **options) -> Batch:
    """Return puzzles on one of the boards."""
    return Batch(GENRES.get("slitherlink").generator(shape(*BOARDS[board]), options))


@pytest.mark.sample(2)
@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("board", PLAIN)
def test_a_puzzle_on_a_board_with_holes_has_one_solution_and_needs_every_clue(board, is_open):
    wanted = batch(board, open=is_open)
    found = wanted.generator.shape
    made = wanted.make(1).puzzle
    assert made.minimal
    puzzle, ports = drawn(found, made.line, made.clues)
    assert len(ports) == 2 * is_open
    assert brute_force.slitherlink(puzzle, ports=ports) == {names_of(found, made.line)}
    for cell in made.clues:
        fewer = {other: clue for other, clue in made.clues.items() if other != cell}
        puzzle, _ = drawn(found, made.line, fewer)
        assert len(brute_force.slitherlink(puzzle, ports=ports)) > 1


def test_a_line_that_all_clues_leave_ambiguous_is_changed():
    rows = ". . . . .\n. . # . #\n. # . # .\n. . # . .\n. . . . ."
    found = shape("square", rows)
    area = grid("square", 5, 5, outline(found.board).missing)
    changes = []
    for seed in range(20):
        random = np.random.default_rng(seed)
        colours = regions(LineSpec("square", 5, 5, missing=outline(found.board).missing), random)[1]
        changes.append(repair(found, area, colours, random))
        line = border(found.board, area, colours)
        counts = {c: int(line[found.board.cell_borders.row(c)].sum()) for c in range(found.cells)}
        puzzle, _ = drawn(found, line, counts)
        if changes[-1] is not None:
            assert brute_force.slitherlink(puzzle) == {names_of(found, line)}
    assert any(changes)
    assert changes.count(None) < 5


def test_walls_and_warps_are_kept_and_mean_nothing_to_a_line_along_borders():
    whole = shape("square", ". . .\n. . .\n. . .")
    text = 'puzzle "it" is slitherlink { topology square; board\n. . .\n. . .\n. . .\nend\n'
    (puzzle,) = nlc.loads(text + "wall r1c1|r1c2; warp r1c1|r3c3; }")
    walled = shape_of(puzzle)
    makes = [GENRES.get("slitherlink").generator(each, {}) for each in (whole, walled)]
    plain, kept = (Batch(generator).make(1).puzzle for generator in makes)
    assert plain.clues == kept.clues
    (again,) = nlc.loads(makes[1].text("again", kept))
    assert [len(again.walls), len(again.warps)] == [1, 1]
    assert nlc.unique(again)


@pytest.mark.parametrize("board", ["bay", "wide", "hex"])
def test_a_puzzle_on_a_board_with_holes_has_the_grade_that_its_generator_gave_it(board):
    wanted = batch(board, difficulty="any")
    made = wanted.make(1).puzzle
    (puzzle,) = nlc.loads(wanted.generator.text("made", made))
    assert nlc.grade(puzzle) == made.grade
