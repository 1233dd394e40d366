"""How a genre says that clues and variables are drawn: ``show dark as shaded;``."""

from __future__ import annotations

import pytest

from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.loading import load_puzzles
from nlc.render.text import render

GENRE = """
genre base {
  var dark : cell -> bool; var road : link -> bool;
  var size : cell -> 1..2;
  show dark, road;
}
genre mine extends base { %s }
puzzle "p" is mine { topology square; board
. .
end }
"""


def program(path, text):
    path.write_text(GENRE % text)
    return elaborate(load_puzzles(str(path))[0][0])


def test_a_word_says_how_a_boolean_is_drawn(tmp_path):
    found = program(tmp_path / "p.nl", "show dark as lamp, road as double; report size;")
    assert found.marks == {"dark": "lamp", "road": "double"}
    assert [var.shown for var in found.bools] == [True, True]


def test_a_genre_draws_what_it_inherits_in_another_way(tmp_path):
    assert program(tmp_path / "p.nl", "show dark as star; show dark as tent;").marks == {
        "dark": "tent"
    }


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("show dark as shadow;", "there is no mark 'shadow'", "shaded"),
        ("show dark as wet;", "there is no mark 'wet'", "drawn as shaded, lamp, star"),
        ("show road as star;", "there is no mark 'star'", "drawn as line, double"),
        ("report size as star;", "'size' is drawn by its values", "only a bool"),
        ("show dusk as star;", "'dusk' is not a variable", "only variables"),
    ],
)
def test_a_word_must_fit_the_variable(tmp_path, text, message, hint):
    with pytest.raises(UserError) as caught:
        program(tmp_path / "p.nl", text)
    (found,) = caught.value.diagnostics
    assert found.message == message
    assert hint in (found.hint or "")


CLUES = """
  given pearl : cell -> {w, b}? as circle, disc  "a pearl";
  given block : cell -> bool as shaded;
  given wide  : cell -> 1..9? as circle;
  given room  : cell -> name? as rooms;
  given spot  : vertex -> bool as dot;
  given total : cell -> 1..9? as corner;
  given kiss  : border -> {w, b}? as circle, disc;
  show dark; show size2 as rooms; var size2 : cell -> 1..2;
"""


def test_words_say_how_clues_are_drawn(tmp_path):
    found = program(tmp_path / "p.nl", CLUES)
    assert found.clue_marks == {
        "pearl": {"w": "circle", "b": "disc"},
        "block": {"true": "shaded"},
        "wide": {"": "circle"},
        "room": {"": "rooms"},
        "spot": {"true": "dot"},
        "total": {"": "corner"},
        "kiss": {"w": "circle", "b": "disc"},
    }
    assert found.marks == {"size2": "rooms"}


def test_a_clue_that_is_drawn_by_a_word_is_not_listed_too(tmp_path):
    text = GENRE.replace("road : link", "road : border")  # so that corners are drawn
    text %= "given spot : vertex -> bool as dot; given raw : vertex -> bool;"
    marks = "mark spot at r1c1.corner(NW); mark raw at r1c1.corner(SE);"
    (tmp_path / "p.nl").write_text(text.replace("end }", f"end\n{marks} }}"))
    (puzzle,), _ = load_puzzles(str(tmp_path / "p.nl"))
    drawn = render(elaborate(puzzle), None, style="unicode", color=False)
    assert "raw: r1c1.corner(SE)" in drawn and "spot:" not in drawn


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("p : cell -> {w, b}? as circle", "'p' is drawn by 2 words, one for each value"),
        ("p : cell -> {w, b}? as circle, halo", "there is no mark 'halo'"),
        ("p : cell -> bool as circle, disc", "'p' is drawn by a word"),
        ("p : cell -> 1..3? as star", "there is no mark 'star'"),
        ("p : cell -> bool as rooms", "there is no mark 'rooms'"),
        ("p : cell -> side? as circle", "a side is drawn as an arrow, or as dot"),
        ("p : link -> 1..3? as star", "a clue over link is drawn by itself"),
        ("p : line -> bool as dot", "a clue over line is drawn by itself"),
        ("p : border -> bool as corner", "there is no mark 'corner'"),
        ("p : vertex -> name? as rooms", "only cells make rooms"),
        ("p : border -> 1..3? as rooms", "a clue over border is drawn by itself"),
    ],
)
def test_words_must_fit_the_clue(tmp_path, given, message):
    with pytest.raises(UserError) as caught:
        program(tmp_path / "p.nl", f"given {given};")
    assert caught.value.diagnostics[0].message == message
