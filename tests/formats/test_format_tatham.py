"""Game IDs and saved games of Simon Tatham's collection, held against its programs."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from support.needs import missing
from support.sheets import said

import nlc
from nlc.errors import UserError

GAMES = {
    "masyu": ("pearl", "6x6dt"),
    "hashi": ("bridges", "7x7m2d1"),
    "akari": ("lightup", "7x7d1"),
    "hitori": ("singles", "6x6dk"),
    "kurodoko": ("range", "7x6"),
    "shikaku": ("rect", "7x7"),
    "binairo": ("unruly", "8x8dn"),
    "sudoku": ("solo", "2x3db"),
    "mosaic": ("mosaic", "8x8"),
    "slitherlink": ("loopy", "6x6t0de"),
    "dominosa": ("dominosa", "4db"),
    "fillomino": ("filling", "5x5"),
    "futoshiki": ("unequal", "5de"),
    "galaxies": ("galaxies", "7x7dn"),
    "kenken": ("keen", "5de"),
    "magnets": ("magnets", "5x5de"),
    "map": ("map", "8x6n8de"),
    "net": ("net", "6x5b0.3"),
    "nonogram": ("pattern", "8x7"),
    "palisade": ("palisade", "5x5n5"),
    "signpost": ("signpost", "4x4"),
    "slant": ("slant", "5x5de"),
    "skyscrapers": ("towers", "5dh"),
    "tents": ("tents", "8x7de"),
    "tracks": ("tracks", "6x6de"),
    "undead": ("undead", "4x4de"),
}
"""The game of each genre, and parameters of small boards."""

OTHERS = [
    ("binairo", "unruly", "6x6ude"),
    ("sudoku", "solo", "6jdb"),
    ("sudoku", "solo", "2x3xdb"),
    ("futoshiki", "unequal", "5ade"),
    ("magnets", "magnets", "6x5deS"),
    ("signpost", "signpost", "4x4c"),
    ("palisade", "palisade", "8x6n6"),
    ("slitherlink", "loopy", "4x4t1de"),
    ("slitherlink", "loopy", "4x4t2de"),
]

BOARDS = int(os.environ.get("NLC_TATHAM_BOARDS", "3"))
"""How many boards of each genre are generated; they are other ones each time."""

SOLVED = {
    "masyu",
    "hashi",
    "shikaku",
    "sudoku",
    "dominosa",
    "net",
    "futoshiki",
    "kenken",
    "nonogram",
}
SOLVED |= {"skyscrapers", "slant", "tents"}


def program(game: str) -> str:
    path = f"/usr/games/sgt-{game}"
    if not Path(path).exists():
        missing("the Debian package sgt-puzzles is not installed")
    return path


def compare(tmp_path: Path, genre: str, game: str, params: str, boards: int) -> None:
    """Generate boards: each has one solution, his where he tells it, and its ID is written."""
    command = [program(game), "--generate", str(boards), params]
    command += ["--save", str(tmp_path / "game"), "--save-suffix", ".sav"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    saved = sorted(tmp_path.glob("game*.sav"))
    assert len(saved) == boards
    puzzles = [puzzle for path in saved for puzzle in nlc.load(path)]
    answers = nlc.solve(puzzles, nlc.UNIQUE)
    for path, puzzle, answer in zip(saved, puzzles, answers, strict=True):
        assert puzzle.genre == genre
        assert answer.unique, path.read_text()
        assert (puzzle.tree.solution is not None) == (genre in SOLVED)
        if puzzle.tree.solution is not None:
            assert nlc.check(puzzle, puzzle.tree.solution) == []
            assert nlc.check(puzzle, _changed(puzzle.tree.solution)) != []
        (description,) = re.findall(r"^DESC +:\d+:(.*)$", path.read_text(), re.MULTILINE)
        url = puzzle.to("tatham")
        assert re.fullmatch(rf"https://\S+/{game}\.html#\w+:{re.escape(description)}\n", url)
        assert said_of(nlc.loads(url)[0]) == said_of(puzzle)


def said_of(puzzle: nlc.Puzzle) -> object:
    """Return what a puzzle says; boards that are not of squares have their text."""
    try:
        return said(puzzle)
    except UserError:
        return puzzle.to("nl").partition("{")[2]


def _changed(solution):
    """Return a solution with one thing changed."""
    out = dict(solution)
    name = next(iter(out))
    if isinstance(out[name], dict):
        places = list(out[name])
        values = list(dict.fromkeys(out[name].values()))
        out[name] = {**out[name], places[0]: values[values.index(out[name][places[0]]) - 1]}
    else:
        out[name] = out[name][1:]
    return out


@pytest.mark.slow
@pytest.mark.parametrize("genre", GAMES)
def test_generated_boards_have_one_solution_which_is_that_of_the_generator(genre, tmp_path):
    compare(tmp_path, genre, *GAMES[genre], BOARDS)


@pytest.mark.slow
@pytest.mark.parametrize(("genre", "game", "params"), OTHERS)
def test_further_kinds_of_boards_have_one_solution(genre, game, params, tmp_path):
    compare(tmp_path, genre, game, params, 3)


@pytest.mark.parametrize(
    ("game", "hint"),
    [
        ("mines", "no game IDs of minesweeper are read"),
        ("minesweeper", "no game IDs of minesweeper are read"),
        ("slitherlink", "game IDs call slitherlink 'loopy'"),
        ("hashi", "game IDs call hashi 'bridges'"),
    ],
)
def test_a_name_that_game_ids_do_not_have_is_answered_by_theirs(game, hint):
    with pytest.raises(UserError) as caught:
        nlc.loads(f"{game} 7x7:a2b2\n")
    (item,) = caught.value.diagnostics
    assert (item.message, item.hint) == (f"no genre of nlc is the game {game}", hint)


@pytest.mark.parametrize(
    ("text", "genre"),
    [
        ("pearl 6x6:aWWeBbWcBaBWaWiBdB", "masyu"),
        ("pearl:6x6de:aWWeBbWcBaBWaWiBdB", "masyu"),
        ("6x6:aWWeBbWcBaBWaWiBdB", "masyu"),
        ("7x7m2:d2a33a2j4g6a5k4a6a3a2", "hashi"),
        ("8x8:bCBFbaKDbDCcBDbCbAfaa", "binairo"),
        ("7x7t0:a2b2c02c22a32b20b1a032c3b222a21d3a1a", "slitherlink"),
        ("loopy 7x7t0:a2b2c02c22a32b20b1a032c3b222a21d3a1a", "slitherlink"),
        ("10x10:b3b4b0a4b5f3b3c5a33a6a56a8a4a67b4c6a98c54b68a6b3e5b3a33a5e34a3c343d", "mosaic"),
    ],
)
def test_the_game_is_named_or_found_by_its_description(text: str, genre: str):
    assert [puzzle.genre for puzzle in nlc.loads(f"# one\n\n{text}\n")] == [genre]


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("5x5:1a1a25a3a2553b5a3a42a4b", "this ID could be of filling, mosaic", 1),
        ("pearl 6x6#1234", "an ID with # makes a random game", 10),
        ("bridges 7x7m3:a", "Bridges with another number of parallel bridges", 12),
        ("bridges 7x7m2L:a", "Bridges without loops", 14),
        ("solo 3x3kdb:a", "'k' makes it Killer Sudoku", 9),
        ("pearl 2x2:aBQ", "'Q' is neither a clue nor a run", 13),
        ("pearl 2x2:aBB", "the description ends after 3 of 4 places", 13),
        ("pearl 2x2:aBBBB", "the board has 4 places, and here is one more", 15),
        ("pearl 0x2:a", "at least one row and one column", 7),
        ("pearl 99999x99999:a", "at most 16777216 cells", 7),
        ("singles 2x2:12!1", "'!' is not a number", 15),
        ("singles 2x2:12", "ends after 2 of 4 cells", 14),
        ("unruly 2x2:aaaaaa", "the board has 4 cells, and here is one more", 17),
        ("unruly 2x2:a", "ends after 1 of 4 cells", 12),
        ("unruly 2x2q:e", "'q' is not a parameter of unruly", 11),
        ("solo 2x2:p,abc", "boxes of one size have no borders", 11),
        ("solo 4j:p", "ends after 0 of 24 borders", 11),
        ("solo j:p", "expected a game ID", 1),
        ("solo 9:p", "expected the size of a box", 6),
        ("untangle 6:0-1", "this is Untangle, and nlc has no such genre yet", 1),
        ("range 2x2:a1234567b", "this number is too large", 12),
        ("2x2:a5b", "this ID could be of", 1),
        ("net 2x1:1", "ends after 1 of 2 cells", 9),
        ("tracks 2x1:b,1,S1", "expected 3 clues outside, and here are 2", 14),
        ("map 2x1n1:c,a", "expected runs of 2 borders, and these are 3", 11),
        ("undead 1x1:1,0,0,a,x,1,1,1", "'x' is not a clue outside", 20),
        ("net 3x3w:111111111", "'w' makes it Net that wraps round", 8),
    ],
)
def test_mistakes_are_told_at_their_place(text: str, said: str, column: int):
    with pytest.raises(UserError) as caught:
        nlc.loads(f"{text}\n", format="tatham")
    (item,) = caught.value.diagnostics
    assert said in item.message
    assert item.span is not None and item.span.column == column


def test_a_genre_is_named_where_a_description_fits_several():
    text = "4x4:a2b2a1a3b4d\n"
    with pytest.raises(UserError, match=r"this ID could be of .*range"):
        nlc.loads(text, format="tatham")
    for form in ("auto:shikaku", "tatham:shikaku"):
        (puzzle,) = nlc.loads(text, format=form)
        assert puzzle.to("tatham").endswith("rect.html#" + text)
    with pytest.raises(UserError, match="no game of the collection is known here as nurikabe"):
        nlc.loads(text, format="tatham:nurikabe")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("masyu { set full = true; topology square; board\n. b\n. .\nend\n}", "take full=false"),
        ("akari { topology square; board\n. 5\n. .\nend\n}", "numbers from 0 to 4, not 5"),
        ("hitori { topology square; board\n. 5\n1 1\nend\n}", "r1c1 has none"),
        ("lits { topology square; board\na a\na a\nend\n}", "no game of the collection is known"),
        ("masyu { topology square; board\n. #\n. .\nend\n}", "the format tatham has no holes"),
    ],
)
def test_what_no_game_says_is_refused(text: str, said: str):
    (puzzle,) = nlc.loads(f'puzzle "p" is {text}')
    with pytest.raises(UserError, match=said):
        puzzle.to("tatham")


SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Pearl
PARAMS  :5:6x6de
CPARAMS :5:6x6de
SEED    :15:988896099956491
DESC    :18:aWWeBbWcBaBWaWiBdB
AUXINFO :72:df4bad5bc2208e26c74a6a8236aa11aa3d2c18452a5d7157449376ede636013f3b38f87c
NSTATES :1:1
STATEPOS:1:1
"""


def test_a_saved_game_has_its_solution():
    (puzzle,) = nlc.loads(SAVED)
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    assert nlc.solve(puzzle, nlc.UNIQUE).unique
