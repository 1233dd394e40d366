"""Readers keep what they read, or say what they do not: stray borders, changed texts, options."""

from __future__ import annotations

import pytest

import nlc
from nlc import formats
from nlc.errors import Source, UserError
from nlc.render.text import render


def test_a_border_within_a_room_is_drawn_like_those_between_rooms():
    (puzzle,) = nlc.loads("https://puzz.link/p?heyawake/2/2/g01")
    drawn = render(nlc.elaborate(puzzle), None, style="unicode", color=False)
    assert drawn.splitlines() == [
        "╭───┬───╮",
        "│ 1 │   │",
        "│   ╵   │",
        "│       │",
        "╰───────╯",
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("heyawake/4/1/k", 3),
        ("heyawake/4/1/0", 4),
        ("lits/4/1/0", 1),
        ("lits/4/1/k", 0),
        ("country/3/2/00", 3),
        ("country/3/2/g0", 3),
        ("country/3/2/i0", 2),
        ("country/e/3/2/i0", 2),
        ("doubleback/3/2/00", 0),
        ("doubleback/3/2/g0", 0),
        ("doubleback/3/2/i0", 1),
        ("moonsun/3/2/0090", 2),
        ("moonsun/3/2/g090", 2),
        ("moonsun/3/2/i090", 1),
    ],
)
@pytest.mark.filterwarnings("ignore:.*the body ends before the board")
def test_rules_count_borders_within_a_room_and_take_a_room_that_is_alone(text, count):
    (puzzle,) = nlc.loads(f"https://puzz.link/p?{text}")
    try:
        found = list(nlc.enumerate(puzzle))
    except nlc.InputError:
        found = []
    assert len(found) == count


def test_borders_at_the_rim_and_within_a_room_are_refused_by_formats_without_them():
    (puzzle,) = nlc.loads(
        """puzzle "p" is heyawake {
             topology square;
             board room
               a a a
               a a a
             end
             mark fence at r1c1.side(N), r1c2|r1c3;
           }"""
    )
    for form in ("pzpr", "janko"):
        with pytest.raises(UserError, match=r"a border at the rim|cannot express 'fence'"):
            puzzle.to(form)


def test_a_room_that_borders_within_it_would_part_is_refused():
    (puzzle,) = nlc.loads(
        """puzzle "p" is heyawake {
             topology square;
             board room
               a a
             end
             mark fence at r1c1|r1c2;
           }"""
    )
    with pytest.raises(UserError, match="falls apart"):
        puzzle.to("pzpr")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("heyawake/2/2/g1", "here are more of the marks than the board has places"),
        ("mashu/2/2/61", "here are more of the circles than the board has places"),
        ("creek/d/1/1/01z4", "'z' is not a clue"),
        ("heyawake/2/2/001x", "nothing may follow the body"),
        ("heyawake/2/2/0012", "nothing may follow the body"),
    ],
)
def test_what_lies_beyond_the_board_is_refused(text, message):
    with pytest.raises(UserError, match=message):
        nlc.loads(f"https://puzz.link/p?{text}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("heyawake.html?problem=2/2/1/0_0_1_1_/9/", "nothing may follow the board"),
        ("heyawake.html?problem=2/2/2/0_0_1_1_/0_0_0_1_/", "this room overlaps another one"),
    ],
)
def test_kanpens_own_form_says_no_more_than_is_kept(text, message):
    with pytest.raises(UserError, match=message):
        nlc.loads(f"http://www.kanpen.net/{text}")


def test_a_clue_that_asks_for_nothing_is_told():
    (tree,) = formats.import_puzzles(Source("u", "https://puzz.link/p?slither/2/2/2..g"), "pzpr")
    assert [each.message for each in tree.doubts] == [
        "2 clues such as this one are question marks, have no meaning in slitherlink "
        "and are ignored"
    ]
