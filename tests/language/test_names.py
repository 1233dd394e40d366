"""What puzzles are called elsewhere, and what is said of those that nlc has not."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import nlc
from nlc.errors import UserError
from nlc.formats.genres import heads
from nlc.formats.pzpr.genre import by_name
from nlc.generating.genre import genre as genre_to_make
from nlc.language.catalogue import describe, entries
from nlc.language.files import stock_genres
from nlc.language.names import missing, other_names, words

ROOT = Path(__file__).parents[2]


def test_what_nlc_has_is_not_missing():
    there = {words(name) for name in [*stock_genres(), *by_name(), *other_names()]}
    assert not there & missing().keys()
    assert {near for _, near, _ in missing().values()} - {""} <= {*stock_genres()}
    assert all(other_names()[genre] == genre for genre in stock_genres())


def test_names_of_formats_are_known_as_names():
    games = {head[0]: genre for genre, (head,) in heads("tatham").items()}
    for name, genre in (games | by_name()).items():
        assert other_names().get(words(name), words(name)) == genre


def test_each_name_in_a_title_or_a_text_stands_for_one_genre():
    named = {
        entry.name: {words(name) for name in (*titles(entry), *describe(entry.name)[0].names)}
        for entry in entries()
    }
    found = Counter(name for names in named.values() for name in names)
    assert [name for name, times in found.items() if times > 1] == []
    for genre, names in named.items():
        assert {other_names()[name] for name in names} == {genre}


def test_what_a_genre_tells_is_in_whole_sentences():
    told = [each.text for entry in entries() for each in describe(entry.name)[0].sentences]
    assert [text for text in told if not re.fullmatch(r"[A-Z].*\.", text)] == []


def titles(entry):
    return entry.title.split(" / ")


SAID = """
    akari: Light Up, bijutsukan; binairo: takuzu, binoxxo; hashi: bridges, Hashiwokakero;
    hitori: singles; kurodoko: Kuromasu; masyu: pearl; minesweeper: mines; mosaic: fill-a-pix;
    numberlink: flow free, Number Link, arukone; nurikabe: cell structure; ripple: Hakyuu;
    shikaku: rectangles, divide by squares; slitherlink: loop the loop, fences, Loopy, slither link;
    starbattle: queens, Star Battle; sudoku: number place, mini sudoku; suguru: Tectonic, tectonics;
    yajilin: arrow ring; yinyang: yin and yang
"""


@pytest.mark.parametrize("said", [" ".join(each.split()) for each in SAID.split(";")])
def test_names_that_people_say_lead_to_the_genre(said):
    genre, _, names = said.strip().partition(": ")
    for name in names.split(", "):
        assert describe(name)[0].name == genre


def test_puzzles_are_made_by_any_name_of_their_genre():
    assert type(genre_to_make("loop the loop")) is type(genre_to_make("slitherlink"))


@pytest.mark.parametrize(
    ("name", "title", "near"),
    [
        ("tango", "Tango", "binairo"),
        ("zip", "Zip", "numberlink"),
        ("Line of Sight", "Lineofsight", "akari"),
        ("cts", "Cross the Streams", "mosaic"),
    ],
)
def test_names_of_what_is_missing_lead_to_what_is_nearest(name, title, near):
    for asked in (describe, genre_to_make):
        with pytest.raises(UserError) as caught:
            asked(name)
        (item,) = caught.value.diagnostics
        assert item.message == f"this is {title}, and nlc has no such genre yet"
        assert item.hint.endswith(f"a genre like it: nlc list genres {near}")


@pytest.mark.parametrize(
    ("name", "genre", "how"),
    [
        ("jigsaw", "sudoku", "the genre is sudoku"),
        ("Sudoku X", "sudoku", "--set diagonal=true"),
        ("two not touch", "starbattle", "--set stars=2"),
        ("Doppelstern", "starbattle", "--set stars=2"),
    ],
)
def test_a_name_of_a_variant_is_not_taken_for_the_plain_genre(name, genre, how):
    item = refusal("1 .\n. 2\n", genre=name)
    assert f" is {genre} with " in item.message and how in item.hint


def test_the_names_of_a_genre_are_texts():
    text = 'genre g "G" {\n  published { names: "H", I; }\n  var dark : cell -> bool;\n}\n'
    item = refusal(text)
    assert item.message == "a name is a text"
    assert (item.span.line, item.span.column) == (2, 27)


def refusal(text, **options):
    with pytest.raises(UserError) as caught:
        nlc.loads(text, **options)
    return caught.value.diagnostics[0]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("https://puzz.link/p?toichika/4/4/aa2881g3h2\n", "Toichika"),
        ("toichika/4/4/aa2881g3h2\n", "Toichika"),
        ("[begin]\npuzzle Toichika\nsize 1 1\n[problem]\n-\n[end]\n", "Toichika"),
        ('puzzle "x" is toichika { topology square; board\n.\nend }', "Toichika"),
    ],
)
def test_a_puzzle_that_nlc_has_not_is_called_by_its_name(text, title):
    item = refusal(text)
    assert item.message == f"this is {title}, and nlc has no such genre yet"
    assert " its rules; a genre like it: nlc list genres " in item.hint
    assert item.hint.rpartition(" ")[2] in stock_genres()


def test_a_genre_that_is_named_is_called_by_its_name_too():
    assert refusal("1 .\n. 2\n", genre="toichika").message == (
        "this is Toichika, and nlc has no such genre yet"
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


GRAMMAR = (ROOT / "grammar" / "nl.lark").read_text(encoding="utf-8")


@pytest.mark.sample(4)
@pytest.mark.parametrize("word", sorted(set(re.findall(r'"([a-z_]+)"', GRAMMAR))))
def test_a_rule_may_have_any_name(word: str) -> None:
    (puzzle,) = nlc.loads(f"""
        genre g {{ var v : cell -> bool; rule {word} "x" {{ exactly 1 of v[cells]; }} show v; }}
        puzzle "p" is g {{ topology square; board
..
..
        end }}
    """)
    assert nlc.count(puzzle) == 4
    (again,) = nlc.loads(puzzle.to("nl"))
    assert list(again.rules.rules) == [word]
