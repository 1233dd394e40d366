"""Slitherlinks: random lines, which clues stay, and boards that lack cells, by brute force."""

from __future__ import annotations

import numpy as np
import pytest
from oracle import brute_force
from oracle.reference_board import Drawn
from oracle.relations import parts

import nlc
from nlc.board import Sort
from nlc.cli import main
from nlc.generating.batch import Batch
from nlc.generating.genre import genre
from nlc.generating.made import RuleText
from nlc.generating.open.draft import Draft
from nlc.generating.open.symmetry import orbits
from nlc.generating.removing import Removal, remove
from nlc.generating.shape import blank, shape_of
from nlc.generating.slitherlink.faces import faces_of
from nlc.generating.slitherlink.lines import METHODS, repair, with_line
from nlc.reasons.facts import Clue
from nlc.reasons.why.boards import OtherBoards
from nlc.reasons.why.clues import Clues

SMALL = {"square": (4, 4), "hex": (4, 3), "triangle": (6, 4)}
"""Columns and rows of boards that brute force is quick on, even with few clues."""

KINDS = [(tiling, is_open) for tiling in SMALL for is_open in (False, True)]

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


def batch(shape, **options) -> Batch:
    """Return puzzles on a board."""
    return Batch(genre("slitherlink").generator(shape, options))


def drawn(draft: Draft, cells=None) -> tuple[Drawn, list[str]]:
    """Return a puzzle as the brute force reads it, with its ports; with the clues of some cells."""
    clues = draft.givens["clue"]
    rows = draft.shape.drawing({c: clues[c] for c in (clues if cells is None else cells)})
    names = draft.shape.board.names(Sort.VERTEX)
    ports = [names[vertex] for vertex in draft.givens["port"]]
    return Drawn(draft.shape.topology, tuple(rows)), ports


def regions(board, is_open: bool = False, seed: int = 1, method="scale", diagonal=False):
    """Return the faces of a board, and two random regions of them."""
    faces = faces_of(board)
    make = METHODS.get(method).regions
    return faces, make(board, faces, is_open, diagonal, np.random.default_rng(seed))


def planted(tiling: str, cols: int, rows: int, is_open: bool = False, seed: int = 1):
    """Return a puzzle with all clues of a random line, and its boards; a group is a cell."""
    shape = blank(tiling, cols, rows)
    faces, colours = regions(shape.board, is_open, seed)
    draft = with_line(Draft(RuleText("slitherlink"), shape, {}, {}), faces.line(colours))
    groups = [[Clue("clue", cell)] for cell in draft.givens["clue"]]
    return draft, OtherBoards(Clues(draft.puzzle(), groups))


def names_of(shape, line) -> frozenset[str]:
    """Return the names of the drawn borders."""
    names = shape.board.names(Sort.BORDER)
    return frozenset(name for name, on in zip(names, line.tolist(), strict=True) if on)


def check_line(board, is_open: bool, *how) -> tuple[int, int]:
    """See that random regions have one line between them; return the holes, and those inside."""
    faces, colours = regions(board, is_open, *how)
    ends = board.border_vertices[faces.line(colours)]
    degrees = np.bincount(ends.ravel())
    assert degrees.max() == 2 and (degrees == 1).sum() == 2 * is_open
    assert len(parts(set(ends.ravel().tolist()), map(tuple, ends.tolist()))) == 1
    return len(faces.holes), int(colours[faces.holes].sum())


@pytest.mark.sample(8)
@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
@pytest.mark.parametrize("method", ["scale", "article"])
def test_the_border_of_both_regions_is_one_line(tiling, is_open, diagonal, method):
    for seed, (rows, cols) in enumerate([(2, 2), (2, 9), (9, 3), (8, 8), (17, 21)]):
        check_line(blank(tiling, cols, rows).board, is_open, seed, method, diagonal)


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize(("tiling", "share"), [("square", 0.2), ("hex", 0.3), ("triangle", 0.2)])
def test_random_lines_run_round_holes_in_one_part(tiling, share, is_open):
    every = np.zeros(2, int)
    for seed, size in enumerate([6, 9, 16]):
        lacking = np.random.default_rng(seed).random((size, size)) < share
        text = "\n".join(
            " " * (tiling == "hex" and r % 2) + " ".join(".#"[lacks] for lacks in row)
            for r, row in enumerate(lacking.astype(int))
        )
        every += check_line(shape(tiling, text).board, is_open, seed)
    holes, inside = every
    assert 0 < inside < holes


def check_clues(wanted: Batch, number: int, is_open: bool) -> None:
    """See that a puzzle has the planted solution alone, and no orbit of clues too much."""
    shape, made = wanted.generator.shape, wanted.make(number).puzzle
    assert made.figures["minimal"] and made.unique
    givens = nlc.elaborate(wanted.generator.rules.puzzle(made.body)).givens
    texts = {name: {e: str(v) for e, v in givens[name].items()} for name in ("clue", "port")}
    draft = Draft(wanted.generator.rules, shape, {}, texts)
    puzzle, ports = drawn(draft)
    assert len(ports) == 2 * is_open
    told = names_of(shape, made.solution.bools[1:])
    assert brute_force.slitherlink(puzzle, ports=ports) == {told}
    orbit = orbits(shape.board, Sort.CELL, wanted.generator.request.symmetry)
    for cell in texts["clue"]:
        puzzle, _ = drawn(draft, texts["clue"].keys() - orbit(cell))
        assert len(brute_force.slitherlink(puzzle, ports=ports)) > 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("tiling", "is_open", "method"),
    [*((*kind, "default") for kind in KINDS), ("square", False, "article")],
)
def test_a_puzzle_has_the_planted_solution_alone_and_needs_every_clue(tiling, is_open, method):
    options = {"method": method} if method == "article" else {}
    wanted = batch(blank(tiling, *SMALL[tiling]), open=is_open, **options)
    for number in (1, 2) if method == "default" else (1,):
        check_clues(wanted, number, is_open)


@pytest.mark.slow
def test_the_method_of_the_article_makes_open_lines():
    made = batch(blank("square", 6, 6), method="article", open=True).make(1).puzzle
    assert made.unique and made.figures["minimal"]


def test_a_method_that_is_none_gets_a_hint(capsys):
    assert main(["generate", "slitherlink", "5x5", "--method", "artcle"]) == 2
    assert "did you mean 'article'?" in capsys.readouterr().err


@pytest.mark.sample(2)
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_other_boards_tell_of_any_clues_whether_they_leave_the_planted_line_alone(tiling, is_open):
    draft, boards = planted(tiling, *SMALL[tiling], is_open)
    random, answers = np.random.default_rng(2), set()
    for share in (0.3, 0.4, 0.5, 0.6, 0.7, 0.9):
        cells = np.flatnonzero(random.random(draft.shape.cells) < share).tolist()
        puzzle, ports = drawn(draft, cells)
        sole = boards.is_sole(cells)
        answers.add(sole)
        assert sole == (len(brute_force.slitherlink(puzzle, ports=ports)) == 1)
        if sole:
            assert boards.core() <= set(cells)
            puzzle, _ = drawn(draft, boards.core())
            assert len(brute_force.slitherlink(puzzle, ports=ports)) == 1
    assert answers == {False, True}


def test_at_least_so_many_clues_stay():
    _, boards = planted("square", 6, 6)
    found = remove(boards, range(36), [1] * 36, Removal(least=30))
    assert len(found.groups) == 30
    assert not found.minimal


@pytest.mark.sample(2)
@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("board", PLAIN)
def test_a_puzzle_on_a_board_with_holes_has_one_solution_and_needs_every_clue(board, is_open):
    check_clues(batch(shape(*BOARDS[board]), open=is_open), 1, is_open)


def test_a_line_that_all_clues_leave_ambiguous_is_changed():
    rows = ". . . . .\n. . # . #\n. # . # .\n. . # . .\n. . . . ."
    found = shape("square", rows)
    empty = Draft(RuleText("slitherlink"), found, {}, {})
    changes = []
    for seed in range(20):
        random = np.random.default_rng(seed)
        faces, colours = regions(found.board, seed=seed)
        changes.append(repair(empty, faces, colours, random))
        line = faces.line(colours)
        puzzle, _ = drawn(with_line(empty, line))
        if changes[-1] is not None:
            assert brute_force.slitherlink(puzzle) == {names_of(found, line)}
    assert any(changes)
    assert changes.count(None) < 5


def test_walls_and_warps_are_kept_and_mean_nothing_to_a_line_along_borders():
    whole = shape("square", ". . .\n. . .\n. . .")
    text = 'puzzle "it" is slitherlink { topology square; board\n. . .\n. . .\n. . .\nend\n'
    (puzzle,) = nlc.loads(text + "wall r1c1|r1c2; warp r1c1|r3c3; }")
    walled = shape_of(puzzle)
    makes = [genre("slitherlink").generator(each, {}) for each in (whole, walled)]
    plain, kept = (Batch(generator).make(1).puzzle for generator in makes)
    assert (plain.solution.bools == kept.solution.bools).all()
    (again,) = nlc.loads(makes[1].rules.text(kept.body))
    assert [len(again.walls), len(again.warps)] == [1, 1]
    assert nlc.unique(again)


@pytest.mark.parametrize("board", ["bay", "wide", "hex"])
def test_a_puzzle_on_a_board_with_holes_has_the_grade_that_its_generator_gave_it(board):
    wanted = batch(shape(*BOARDS[board]), difficulty="any")
    made = wanted.make(1).puzzle
    (puzzle,) = nlc.loads(wanted.generator.rules.text(made.body))
    assert nlc.grade(puzzle) == made.grade
