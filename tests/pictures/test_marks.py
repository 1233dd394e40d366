"""Pictures of each genre: clues and solutions as the genre says that they are drawn."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from pictures.svg import SVG, distance, lines
from support import documents

import nlc
from nlc.board import Sort
from nlc.errors import Source, UserError
from nlc.loading import parse_puzzles
from nlc.pictures.drawing import draw
from nlc.pictures.style import STYLES
from nlc.pictures.svg import svg
from nlc.render.text import render

PUZZLES = {puzzle.title: puzzle for puzzle in nlc.load(documents.ROOT / "fixtures" / "genres.nl")}


styled = pytest.mark.parametrize(
    ("title", "style"), [(title, [*STYLES][i % len(STYLES)]) for i, title in enumerate(PUZZLES)]
)
"""Each genre in one style, each style by some genres."""


def elements(title: str, solved: bool = True, style: str = "puzzle") -> ElementTree.Element:
    answer = nlc.solve(PUZZLES[title])
    assert answer.program is not None and answer.board is not None
    shown = answer.board.values if solved else None
    return ElementTree.fromstring(svg(draw(answer.program, shown, style)))


def texts(root: ElementTree.Element) -> dict[str, str]:
    return {t.get("data-e", ""): t.text or "" for t in root.iter(f"{SVG}text")}


def circles(root: ElementTree.Element, fill: str) -> set[str]:
    groups = [g for g in root.iter(f"{SVG}g") if g.get("data-e")]
    return {
        g.get("data-e", "") for g in groups for c in g.iter(f"{SVG}circle") if c.get("fill") == fill
    }


@pytest.mark.sample(6)
@styled
def test_every_clue_is_drawn_in_or_on_its_cell(title: str, style: str) -> None:
    program = nlc.elaborate(PUZZLES[title])
    root = ElementTree.fromstring(svg(draw(program, None, style)))
    named = {name for e in root.iter() for name in e.get("data-e", "").split()}
    shaded = {
        path.get("data-e", "") for g in root.iter(f"{SVG}g") if g.get("class") == "b" for path in g
    }
    written = texts(root)
    for given, sort in program.given_sorts.items():
        words = program.clue_marks.get(given, {})
        names = program.board.names(sort)
        for i, text in program.givens[given].items():
            if text == "false" or "rooms" in words.values():
                continue
            word = words.get(text, words.get(""))
            if word == "shaded":
                assert names[i] in shaded
            if word is None or "" in words:
                value = text if program.value_kinds[given] != "side" else ""
                assert value in written.get(names[i], "")
            assert names[i] in named


@pytest.mark.sample(6)
@styled
def test_what_is_written_lies_on_no_line_and_on_nothing_else_that_is_written(
    title: str, style: str
) -> None:
    root = elements(title, style=style)
    found = lines(root)
    order = {element: i for i, element in enumerate(root.iter())}
    discs = [(element, _place(element)) for element in root.iter(f"{SVG}circle")]
    places: list[np.ndarray] = []
    for text in root.iter(f"{SVG}text"):
        place = np.array([float(text.get("x", "")), float(text.get("y", ""))])
        reach = 0.36 * float(text.get("font-size", ""))
        assert all(np.hypot(*(place - other)) > 1.5 * reach for other in places)
        places.append(place)
        # A disc that is drawn over the line and under the text parts them.
        parted = any(
            order[disc] < order[text] and np.hypot(*(place - at)) < 1 for disc, at in discs
        )
        assert parted or all(distance(place, ends) > reach + 2.5 for _, ends in found)


def _place(circle: ElementTree.Element) -> np.ndarray:
    return np.array([float(circle.get("cx", "")), float(circle.get("cy", ""))])


STONES = [("masyu", False), ("yinyang", False), ("yinyang", True)]


@pytest.mark.parametrize(("title", "solved"), STONES)
def test_pearls_and_stones_are_black_and_white(title: str, solved: bool) -> None:
    root = elements(title, solved)
    answer = nlc.solve(PUZZLES[title])
    program = answer.program
    assert program is not None and answer.board is not None
    (given,) = (name for name in program.givens if name in ("pearl", "stone"))
    names = program.board.names(Sort.CELL)
    black = {names[i] for i, text in program.givens[given].items() if text == "b"}
    white = {names[i] for i, text in program.givens[given].items() if text == "w"}
    if solved:
        black = set(answer.board.to_json()["dark"])
        white = set(names) - black
    assert circles(root, "#000000") == black
    assert circles(root, "#ffffff") == white
    assert texts(root) == {}


def _fills(root: ElementTree.Element) -> dict[str, tuple[str, str]]:
    """Return the colour of each cell, and how opaque it is."""
    return {
        path.get("data-e", ""): (group.get("fill", ""), group.get("fill-opacity", "1"))
        for group in root.iter(f"{SVG}g")
        for path in group.iter(f"{SVG}path")
        if path.get("data-e", "").startswith("r") and group.get("fill")
    }


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("title", ["lits", "starbattle", "heyawake", "country", "shikaku"])
def test_rooms_side_by_side_have_different_colours(title: str, solved: bool) -> None:
    answer = nlc.solve(PUZZLES[title])
    program, board = answer.program, answer.board
    assert program is not None and board is not None
    cells = program.board.names(Sort.CELL)
    if title == "shikaku":
        if not solved:
            return
        room = dict(zip(cells, board.values.domains["owner"].tolist(), strict=True))
    else:
        room = {cells[i]: text for i, text in program.givens["room"].items()}
    fills = _fills(elements(title, solved))
    dark = set(board.to_json().get("dark", ())) if solved else set()
    told = 0
    for a, b in program.board.link_cells.tolist():
        one, other = cells[a], cells[b]
        if (one in dark) is (other in dark) and (title == "lits" or one not in dark):
            assert (fills[one] == fills[other]) is (room[one] == room[other])
            told += 1
    assert told


@pytest.mark.sample(6)
@pytest.mark.parametrize("title", PUZZLES)
def test_print_has_no_colours(title: str) -> None:
    found = {
        value for each in elements(title, style="print").iter() for value in each.attrib.values()
    }
    colours = {value for value in found if re.fullmatch("#[0-9a-f]{6}", value)}
    assert colours and all(each[1:3] == each[3:5] == each[5:7] for each in colours)


WORDS = r"""
genre words "each kind of clue" {
  given place : cell -> 1..99? as thermometer;
  given way : cell -> list of 1..99? as arrow;
  given down : cell -> 0..45? as lower;
  given right : cell -> 0..45? as upper;
  given size : cell -> 1..99?;
  given pearl : cell -> {white, black}? as circle, disc;
  given sign : link -> {small, large}? as less, greater;
  var ship : cell -> bool;
  var turn : cell -> {"\", "◣"}?;
  rule ships { for c in cells { ship[c] iff row_of(c) = 4 and column_of(c) != 3; } }
  rule turns {
    for c in cells { has turn[c] iff row_of(c) + column_of(c) = 7; }
    turn[r4c3] = "◣";
    turn[r3c4] = "\";
  }
  show ship as ship, turn;
}
puzzle "all" is words {
  topology square;
  board
    ....
    ....
    ....
    ....
  end
  mark place = 1 at r1c1;
  mark place = 2 at r1c2;
  mark place = 3 at r2c3;
  mark way = 7 at r1c4;
  mark way = 8 at r2c4;
  mark down = 12 at r2c1;
  mark right = 5 at r2c1, r2c2;
  mark size = 4 at r3c1;
  mark pearl = black at r3c1;
  mark sign = small at r3c2|r3c3, r2c3|r3c3;
}
"""


def test_clues_are_drawn_by_the_words_of_a_genre() -> None:
    (puzzle,) = nlc.loads(WORDS)
    answer = nlc.solve(puzzle)
    assert answer.program is not None and answer.board is not None
    text = render(answer.program, None, style="unicode", color=False)
    assert [" ".join(line.split()) for line in text.split("\n")] == [
        *("○ → · ·", "", "12\\5 \\5 ↘ ·", "^", "4● · < · ·", "", "· · · ·"),
        "way: r1c4=7 r2c4=8",
    ]
    solved = render(answer.program, answer.board.values, style="ascii", color=False).split("\n")
    assert solved[6].split() == [
        "<",
        ">",
        "◣",
        "O",
    ]  # a part of two ships
    root = ElementTree.fromstring(svg(draw(answer.program, answer.board.values)))
    drawn = {e.get("d"): e for e in root.iter(f"{SVG}path")}
    assert {"M30 30H70M70 30L110 70", "M150 30V70"} <= drawn.keys()
    assert {"M90 130L130 170L90 170z", "M130 90L170 130"} <= drawn.keys()
    turned = [e.get("transform") for e in root.iter(f"{SVG}g") if e.get("data-e", "")[:4] == "r2c3"]
    assert "rotate(90 110.0 90.0)" in turned
    assert {"12", "5", "4"} <= {e.text for e in root.iter(f"{SVG}text")}


FLEET = """
genre fleet "Fleet" {
  option boats : 0..9 = 2;
  given box : cell -> name as rooms;
  let nil = 0;
  let tips = {c for c in cells where degree(c) = 2};
  var ship : cell -> bool;
  rule one { exactly boats of ship[cells]; }
  show ship as ship, tips as grey;
  show boats as "x", nil as "xx", boats as "xx/.x";
}
puzzle "small" is fleet { topology square; board box|A A A|A A A|end }
""".replace("|", "\n")


def test_known_cells_and_pieces_to_place_are_drawn() -> None:
    program = nlc.elaborate(nlc.loads(FLEET)[0])
    assert set(program.grounds.values()) == {"grey"}
    names = program.board.names(Sort.CELL)
    assert sorted(names[i] for i in program.grounds) == ["r1c1", "r1c3", "r2c1", "r2c3"]
    root = ElementTree.fromstring(svg(draw(program)))
    pale = [g for g in root.iter(f"{SVG}g") for path in g if path.get("fill-opacity") == ".3"]
    assert sorted(g.get("data-e", "") for g in pale) == ["r1c1", "r1c3", "r2c1", "r2c3"]
    below = [t.text for t in root.iter(f"{SVG}text") if "×" in (t.text or "")]
    assert below == ["2×", "2×"]  # of `nil` there is no piece
    squares = [r for r in root.iter(f"{SVG}rect") if r.get("class") == "h"]
    assert len(squares) == 1 + 3
    assert render(program, None, style="unicode", color=False).endswith("to place: 2x x 2x xx/.x")


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ("tips", "cells are drawn as grey, grey_square, grey_disc"),
        ("tips as star", "cells are drawn as grey, grey_square, grey_disc"),
        ("boats", "a number is shown as the piece of which so many are placed"),
        ('boats as "xo"', "a number is shown as the piece of which so many are placed"),
        ('ship as "x"', "'ship' is a variable, and no number of pieces"),
        ("seen as grey", "'seen' is not a variable"),
    ],
)
def test_what_cannot_be_drawn_is_refused(shown: str, message: str) -> None:
    text = FLEET.replace("var ship", "let seen = any of ship[cells]; var ship")
    with pytest.raises(UserError, match=message):
        nlc.loads(text.replace("show boats", f"show {shown}; show boats"))


def test_what_has_no_value_is_not_drawn_and_what_is_too_large_is_told() -> None:
    text = FLEET.replace("let nil = 0", "let nil = 1 - boats * 2")
    assert nlc.elaborate(nlc.loads(text)[0]).pieces == {"x": 2, "xx/.x": 2}
    text = FLEET.replace("c in cells where degree(c) = 2", "c in cells, d in cells where c = d")
    (puzzle,) = parse_puzzles(Source("<text>", text), max_instances=20)[0]
    with pytest.raises(UserError, match="'tips'"):
        nlc.elaborate(puzzle)


def test_a_set_that_depends_on_clues_leaves_the_genre_to_be_made(tmp_path: Path) -> None:
    genre = FLEET.partition("puzzle")[0]
    genre = genre.replace("degree(c) = 2}", "has clue(c)}").replace(
        "given box", "given clue : cell -> 0..4?; given box"
    )
    genre = genre.replace(
        "rule one",
        "rule near { for c in cells where has clue(c) { "
        "exactly clue(c) of ship[neighbours(c)]; not ship[c]; } } rule one",
    )
    (tmp_path / "fleet.nl").write_text(genre)
    (made,) = nlc.generate(tmp_path / "fleet.nl", "3x3", seed=1)
    program = nlc.elaborate(made.puzzle)
    assert program.grounds.keys() == program.givens["clue"].keys()


def test_variants_of_sudoku_are_there_on_other_boards() -> None:
    head = 'puzzle "p" is sudokus { topology hex; board box'
    (puzzle,) = nlc.loads(f"{head}\nA A A\n B B B\nC C C\nend }}")
    assert nlc.solve(puzzle).status == "SATISFIABLE"
