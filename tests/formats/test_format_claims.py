"""What ``nlc list formats`` says of every format and genre holds; broken texts are errors."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from support.sheets import FIRST, GRAPHS, PUZZLES, said, solution_of

import nlc
from nlc.errors import UserError
from nlc.formats import FORMATS
from nlc.formats.genres import support_table

FORMS = [FORMATS.get(name) for name in FORMATS.own]
GENRES, TABLE = support_table(FORMS)

ONE_A_REGION = (("tatham", "kenken"), ("tatham", "map"))
"""A clue is of its region there, and may come once: an operation of one cell, a colour."""

OTHERS = {
    "numberlink": "set touch = {}; topology square; board\nA A B\nC . .\nC . B\nend",
    "slitherlink": "topology square; board\n3 . .\n. . 3\n. . .\nend",
    "shikaku": "topology square; board\n3 . .\n. 3 .\n. . 3\nend",
    "hitori": "topology square; board\n1 1 2\n2 3 1\n3 1 2\nend",
    "hashi": "topology square; board\n2 . 3\n. . .\n. . 1\nend",
    "multilink": "topology square; board\nA A\nB B\nend",
}
"""Puzzles of genres that the fixture lacks, or has with what not all formats say."""

CLAIMS = [
    (form.name, genre)
    for form in FORMS
    for genre in GENRES
    if form.name in TABLE[genre] and TABLE[genre][form.name].read
    if genre not in GRAPHS or form.name != "nl"
]


@cache
def plain(genre: str, form: str) -> nlc.Puzzle:
    """Return a puzzle by the rules that a reader of a format takes for granted.

    Of all formats but ``text`` and ``janko`` it is that of ``nl``.
    """
    if genre in OTHERS:
        touch = str(form != "text").lower()
        return nlc.loads(f'puzzle "p" is {genre} {{ {OTHERS[genre].format(touch)}\n}}')[0]
    if genre not in FIRST:  # options that its example has, too
        return PUZZLES[genre]
    lines = PUZZLES[genre].to("nl").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("  set "))
    distinct = (genre, form) == ("binairo", "janko")
    return nlc.loads(text, options={"distinct": False} if distinct else None)[0]


def read(text: str, form: str, genre: str) -> nlc.Puzzle:
    named = f"{form}:{genre}" if form == "tatham" else form
    options = {"cover": True} if genre == "numberlink" and form == "pzpr" else {}
    (puzzle,) = nlc.loads(text, format=named, options=options)
    return puzzle


@pytest.mark.sample(12, every=3)
@pytest.mark.parametrize(("form", "genre"), CLAIMS)
def test_what_is_read_and_written_is_the_same_puzzle(form: str, genre: str):
    claim = TABLE[genre][form]
    puzzle = plain(genre, form if form in ("text", "janko") else "nl")
    if not claim.write:
        assert form in (
            "board",
            "slk",
            "fpuzzles",
            "killer",
            "nonogram",
        )  # the others have tests of their own
        return
    if (form, genre) == ("penpa", "sudokus"):  # of its many lines the example has such
        with pytest.raises(UserError, match="penpa has no mark for 'whispers'"):
            puzzle.to(form)
        return
    if FORMATS.get(form).write is not None or form == "nl":
        again = read(puzzle.to(form), form, genre)
        if form in ("text", "thesis", "flow") or (form, genre) in ONE_A_REGION:
            assert nlc.count(again) == nlc.count(puzzle)
        else:
            assert said(again)[::3] == said(puzzle)[::3]
    if claim.solutions_written:
        text = puzzle.to(form, solution=solution_of(puzzle))
        again = read(text, form, genre)
        assert said(again)[::3] == said(puzzle)[::3]
        if claim.solutions_read:
            assert again.tree.solution is not None
            assert nlc.check(again, again.tree.solution) == []


def test_every_format_says_what_it_can_do():
    assert {form.name for form in FORMS if form.genres is None} == set()
    assert all(TABLE[genre]["nl"].write for genre in GENRES)
    assert all("board" in TABLE[genre] for genre in GENRES)  # and what it reads: test_forms.py


TEXTS = {
    "text": "3 3\nA.B\n...\nA.B\n",
    "flow": "A.B\n...\nA.B\n",
    "thesis": "3 3 0 0 0 2 2 0 2 2\n",
    "loopy": "3x3t0:21b3b11\n3x4t1:0_b1d1e2c0101a2c12\n",
    "board": "3 . 1\n. 2 .\n0 . #\n",
    "pzpr": "https://puzz.link/p?heyawake/4/4/fcofjgi0g01h\nslither/3/3/2bd11\n",
    "nl": PUZZLES["akari"].to("nl"),
    "janko": "".join(PUZZLES[genre].to("janko") for genre in ("akari", "moonsun", "yajilin")),
    "tatham": "solo 4j:c2c1_3c2c,__a_a_a_hba\nunruly 8x8:bCBFbaKDbDCcBDbCbAfaa\n"
    "rect 7x7:b2b3f4b6a3d2_3e4b6_4b2c4b2_4d\nbridges 7x7m2:4e4h4d62a1b3i4c4a2a4c4\n",
}
"""Good texts of formats; the other ones have a test of their own."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("form", TEXTS)
def test_a_broken_text_is_an_error_with_a_place(form: str):
    random = Random(f"broken {form}")
    refused = 0
    for _ in range(60):
        text = TEXTS[form]
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            change = random.choice(["", chr(random.randrange(32, 127)), text[at] * 2, "\n"])
            text = text[:at] + change + text[at + 1 :]
        try:
            for puzzle in nlc.loads(text, format=form):
                nlc.elaborate(puzzle)
        except UserError as error:
            refused += 1
            assert all(item.span or item.message for item in error.diagnostics)
            assert any(item.span for item in error.diagnostics) or not text.strip()
    assert refused > 12
