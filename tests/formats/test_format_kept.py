"""Readers keep what they read, or say what they do not: stray borders, changed texts, options."""

from __future__ import annotations

import re
import warnings
from random import Random

import pytest
from support.pzpr_boards import BOARDS, FIXTURE, GENRES

import nlc
from nlc import formats
from nlc.errors import Source, UserError
from nlc.formats import genres
from nlc.formats.pzpr.codecs import Item
from nlc.formats.pzpr.genre import Page, borders, rows
from nlc.formats.pzpr.url import write_url
from nlc.render.text import render

FENCED = [genre for genre in GENRES if genres.parts_of(genre).fence]

ROOMS = [row for row in rows() if "border" in row.layers]


def given(puzzle: nlc.Puzzle) -> object:
    program = nlc.elaborate(puzzle)
    board = program.board
    return program.givens, program.options, board.link_cells.tolist(), board.row_of.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("row", ROOMS, ids=lambda row: row.pid)
def test_borders_that_divide_no_room_are_written_again_or_told(row):
    random = Random(row.pid)
    for _ in range(8):
        page = Page(row, *random.choice(((3, 3), (2, 4), (4, 3))), count=1)
        every = [place for matrix in borders(page) for place in matrix]
        page.walls = dict.fromkeys(random.sample(every, random.randint(0, len(every))), Item())
        text, rooms = write_url(page), page.rooms()
        loose = [border for border in page.walls if rooms[border[0]] == rooms[border[1]]]
        (tree,) = formats.import_puzzles(Source("u", text), "pzpr")
        told = [each.message for each in tree.doubts if "no room" in each.message]
        assert bool(told) == bool(loose and not row.parts.fence), text
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            (puzzle,) = nlc.loads(text)
        if row.pid == "ayeheya":  # hardly any of these rooms are the same after half a turn
            continue
        if not told:
            assert puzzle.to("pzpr").strip().rstrip("/") == text.rstrip("/")
        (again,), (back,) = nlc.loads(puzzle.to("nl")), nlc.loads(puzzle.to("pzpr"))
        assert given(again) == given(puzzle) == given(back)


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


@pytest.mark.parametrize("body", ["starbattle/4/4/1", "moonsun/2/2/00", "hitori/2/2/12"])
def test_layers_that_are_missing_are_told(body):
    (tree,) = formats.import_puzzles(Source("u", f"https://puzz.link/p?{body}"), "pzpr")
    assert "the body ends before the board does" in tree.doubts[0].message


def test_a_clue_that_asks_for_nothing_is_told():
    (tree,) = formats.import_puzzles(Source("u", "https://puzz.link/p?slither/2/2/2..g"), "pzpr")
    assert [each.message for each in tree.doubts] == [
        "2 clues such as this one are question marks, have no meaning in slitherlink "
        "and are ignored"
    ]


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("form", ["loopy", "pzpr", "tatham", "text", "thesis"])
def test_a_changed_text_is_another_puzzle_or_something_is_told(form):
    """Characters are put in, left out and changed where a text says the puzzle."""
    random, read = Random(form), 0
    puzzles = [*nlc.load(FIXTURE), *nlc.loads("3 3\n1.2\n...\n1.2\n", format="text")]
    puzzles += nlc.loads(BOARDS["numberlink"][0], format="board:numberlink")
    puzzles += nlc.loads(BOARDS["slitherlink"][0], format="board:slitherlink")
    for puzzle in puzzles:
        try:
            text = puzzle.to(form).rstrip()
        except UserError:
            continue
        start = max(map(text.find, "?#")) + 1  # behind what does not say the puzzle
        (first,) = formats.import_puzzles(Source("u", text), form)
        for _ in range(30):
            at = random.randrange(start, len(text) + 1)
            new = random.choice(("", *"0123456789abcgkz.-+_/ ,;:|"))
            changed = text[:at] + new + text[at + random.randint(0, 1) :]
            try:
                (tree,) = formats.import_puzzles(Source("u", changed), form)
            except (UserError, ValueError):
                continue
            if tree.doubts or _plain(changed) == _plain(text):
                continue
            read += 1
            assert _said(tree) != _said(first), (text, changed)
    assert read


def _plain(text: str) -> str:
    """Return a text without what may be written in several ways: zeros in front, marks between
    numbers, no flags, and ends.
    """
    text = re.sub(r"(?<![0-9a-z])0+(?=[0-9])", "", text.replace("_", "").replace("//", "/"))
    return " ".join(text.strip("/").split())


def _said(tree: object) -> object:
    """Return what a tree says, without places in the text."""
    fields = getattr(tree, "__dataclass_fields__", None)
    if fields:
        told = [_said(getattr(tree, f)) for f in fields if f not in ("span", "first_line", "line")]
        return type(tree).__name__, told
    return [_said(each) for each in tree] if isinstance(tree, tuple) else repr(tree)


def test_parts_name_the_borders_of_the_genres_that_have_them():
    assert FENCED == ["ayeheya", "country", "doubleback", "heyawake", "lits", "moonsun"]


@pytest.mark.parametrize(("more", "count"), [("", 4), ("mark fence at r1c1|r1c2, r1c3|r1c4;", 3)])
def test_a_run_crosses_borders_within_one_room(more, count):
    text = f'puzzle "p" is heyawake {{ topology square; board room\na a a a\nend\n{more} }}'
    assert len(list(nlc.enumerate(*nlc.loads(text)))) == count
