"""What puzzles are called elsewhere, and what is said of those that nlc has not."""

from __future__ import annotations

import pytest

import nlc
from nlc.errors import UserError
from nlc.formats.genres import rows
from nlc.formats.pzpr.genre import by_name
from nlc.language.files import stock_genres
from nlc.language.names import MISSING, OTHER, missing, other_names, words


def test_what_nlc_has_is_not_missing():
    there = {words(name) for name in [*stock_genres(), *by_name(), *other_names()]}
    assert not there & missing().keys()
    assert {*OTHER} | {*MISSING} - {""} <= {*stock_genres()}
    assert not set(OTHER) & {name for name, genre in other_names().items() if name != genre}


def test_names_of_formats_are_known_as_names():
    games = {row.game: genre for genre, row in rows("TATHAM").items()}
    pids = {name: row.genre for name, row in by_name().items()}
    for name, genre in (games | pids).items():
        assert other_names().get(words(name), words(name)) == genre


def refusal(text, **options):
    with pytest.raises(UserError) as caught:
        nlc.loads(text, **options)
    return caught.value.diagnostics[0]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n", "Kakuro"),
        ("kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n", "Kakuro"),
        ("https://puzz.link/p?building/4/4/k13h4j3g\n", "Skyscrapers"),
        ("towers 5:2/3/1/4/5//////////////////\n", "Skyscrapers"),
        ("tents 8x8:gb_eciecafcec,1,2,1,2,1,2,0,3,1,2,1,1,3,1,2,1\n", "Tents"),
        ("[begin]\npuzzle Zeltlager\nsize 1 1\n[problem]\n-\n[end]\n", "Tents"),
        ('puzzle "x" is fillomino { topology square; board\n.\nend }', "Fillomino"),
    ],
)
def test_a_puzzle_that_nlc_has_not_is_called_by_its_name(text, title):
    item = refusal(text)
    assert item.message == f"this is {title}, and nlc has no such genre yet"
    assert item.hint.startswith("docs/language.md shows how to write its rules; a genre like it: ")
    assert item.hint.rpartition(" ")[2] in stock_genres()


def test_a_genre_that_is_named_is_called_by_its_name_too():
    assert refusal("1 .\n. 2\n", genre="tents").message == (
        "this is Tents, and nlc has no such genre yet"
    )
    assert nlc.loads("1 .\n. 2\n", genre="Light Up")[0].genre == "akari"
    assert nlc.loads("x .\n. .\n", genre="Simple-Loop")[0].genre == "simpleloop"
    assert refusal('puzzle "x" is lightup { }').hint == "did you mean 'akari'?"
    assert refusal("1 .\n. 2\n", genre="slitherlnk").hint == "did you mean 'slitherlink'?"
    assert "moves" in refusal("sixteen 3x3:1,2,3\n").hint


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?slither/5/5/831dla32bh22\n",
        "slither/5/5/831dla32bh22\n",
        "loopy 5x5t0:3a313h0b321d22\n",
        "pzprv3\nslither\n1\n1\n. \n",
        'puzzle "x" is slitherlink { topology square; board\n.\nend }',
        "[begin]\npuzzle slitherlink\n[problem]\n- -\n- -\n[end]\n",
    ],
)
def test_the_genre_that_a_text_tells_is_compared_with_the_one_that_is_named(text):
    assert nlc.loads(text, genre="slitherlink")[0].genre == "slitherlink"
    item = refusal(text, genre="hitori")
    assert item.message == "this puzzle is slitherlink, not hitori"
    assert item.span is not None
