"""npm's pzpr and nlc judge the same boards alike; a solved board is right, another one wrong."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from support import pzpr_boards
from support.pzpr_boards import GENRES, broken, examples, faults_of, fits
from support.pzpr_node import installed
from support.pzpr_play import THERE, invented, is_known, play, tail

import nlc
from nlc.formats.pzpr.genre import by_name
from nlc.language import names as puzzle_names

BROKEN = 3
"""Changed answers of each board that both judge."""


def test_every_genre_of_nlc_is_read_but_two():
    named = {*by_name().values()}
    stock = {puzzle.genre for puzzle in nlc.load(pzpr_boards.FIXTURE)}
    assert stock - named == {"binairo", "mosaic", "multilink"} & stock
    assert set(THERE) <= named


@pytest.mark.slow
def test_every_puzzle_of_pzpr_is_known_by_name(pzpr):
    script = "const {variety} = require('pzpr'); console.log(variety.getList().join(' '))"
    said = subprocess.run(
        ["node", "-e", script], cwd=installed(), capture_output=True, text=True, check=True
    )
    names = said.stdout.split()
    assert len(names) > 100
    assert [
        name for name in names if not puzzle_names.is_known(name) and name not in by_name()
    ] == []


@pytest.mark.slow
@pytest.mark.sample(2, every=2)
@pytest.mark.parametrize("genre", THERE)
def test_pzpr_finds_solved_boards_complete_and_broken_ones_not(pzpr, genre):
    random = Random(genre)
    puzzles = [
        *filter(is_known, examples(genre)),
        *islice(filter(is_known, invented(genre, random)), 1),
    ]
    counts = sum((play(pzpr, puzzle, random, BROKEN) for puzzle in puzzles), Counter())
    assert counts["right"] and counts["wrong"]


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("genre", GENRES)
def test_of_a_board_with_one_solution_any_other_answer_is_wrong(genre):
    random, judged = Random(genre), 0
    for puzzle in examples(genre):
        answer = nlc.solve(puzzle, nlc.UNIQUE)
        if not answer.unique:
            continue
        solved = puzzle.to("pzpr", solution=answer.board)
        program = nlc.elaborate(*nlc.loads(solved))
        assert faults_of(solved, program) == []
        judged += 1
        others = {broken(solved, random) for _ in range(5)} - {solved}
        assert len(others) > 1
        for text in sorted(others)[:3]:
            assert faults_of(text, program), text
    assert judged


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", GENRES)
def test_urls_are_written_as_pzpr_writes_them(pzpr, genre):
    for puzzle in [*examples(genre), *islice(filter(is_known, invented(genre, Random(genre))), 1)]:
        if puzzle.genre == "sudoku" and puzzle.settings.get("diagonal"):
            continue
        if dict(nlc.elaborate(puzzle).options).get("mines", "0") != "0":
            continue
        url = puzzle.to("pzpr")
        (again,) = nlc.loads(url)
        assert again.to("pzpr") == url
        if genre in THERE and is_known(again) and "+" not in url:
            assert tail(pzpr(url)["url"]) == tail(url)


@pytest.mark.parametrize("url", ["creek/d/2/2/012.40003", "lits/d/3/3/001102222"])
def test_older_bodies_are_read_as_pzpr_reads_them(pzpr, url):
    (puzzle,) = nlc.loads(f"https://puzz.link/p?{url}")
    assert tail(puzzle.to("pzpr")) == tail(pzpr(url)["url"])


@pytest.mark.parametrize(
    "url",
    [
        "akari/4/3/0.g1h.j/",
        "hashi/3/3/3g2i3g2",
        "heyawake/2/2/o01g",
        "heyawake/3/3/l00012",
        "hitori/3/2/112.31",
        "kurodoko/3/3/g3i2i",
        "mashu/3/3/l60",
        "norinori/3/3/vg00",
        "numlin/3/3/1g2i1g2",
        "nurikabe/3/3/g2m",
        "ripple/3/3/l0001g2l",
        "shikaku/3/3/g6m",
        "slither/3/2/g16g4",
        "sudoku/4/4/g1k23k3g",
        "yajilin/3/3/0.b41d11",
    ],
)
def test_kanpens_own_form_says_the_same(pzpr, url):
    kanpen = pzpr(url)["kanpen"]
    assert "?problem=" in kanpen
    (ours,), (theirs,) = nlc.loads(f"https://puzz.link/p?{url}"), nlc.loads(kanpen)
    one, two = nlc.elaborate(ours), nlc.elaborate(theirs)
    assert (one.givens, one.options) == (two.givens, two.options)
    assert any(one.givens.values())


BOARDS = os.environ.get("NLC_PZPR_BOARDS")


DIFFERENT = {
    # A number without an arrow makes no answer right: the puzzle itself is refused.
    ("yajilin", "anNoArrow"): "has no arrow",
    # A cell without a stone counts as white until it has one, and each of them is told.
    ("yinyang", "muDivide"): "has no stone",
}
"""Where nlc says something else than the rule that is broken, by name and code."""


@pytest.mark.skipif(not BOARDS, reason="NLC_PZPR_BOARDS names no file of boards with their codes")
def test_boards_of_pzpr_are_judged_as_its_checker_does():
    """A line is JSON: pid, code (null: right) and the file."""
    judged = 0
    for line in Path(str(BOARDS)).read_text().splitlines():
        board = json.loads(line)
        if board["pid"] not in by_name():
            continue
        judged += 1
        try:
            faults = faults_of(board["file"] + "\n")
        except nlc.InputError as error:
            faults = [item.message for item in error.diagnostics]
        code = board["code"]
        assert (not faults) == (code is None), board
        told = DIFFERENT.get((board["pid"], code))
        assert code is None or any(
            fault.endswith(told) if told else fits(code, [fault]) for fault in faults
        ), (board, faults)
    assert judged >= 150
