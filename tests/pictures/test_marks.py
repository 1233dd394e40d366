"""Pictures of each genre: clues and solutions as the genre says that they are drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from pictures.svg import SVG, distance, lines, segments
from support import documents

import nlc
from nlc.board import Sort
from nlc.pictures.drawing import draw
from nlc.pictures.style import STYLES
from nlc.pictures.svg import svg

PUZZLES = {puzzle.title: puzzle for puzzle in nlc.load(documents.ROOT / "fixtures" / "genres.nl")}


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
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("title", PUZZLES)
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
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("title", PUZZLES)
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


def test_cells_that_own_others_are_told_by_borders() -> None:
    root = elements("shikaku")
    assert not any("c" in text for text in texts(root).values())


def test_a_mark_on_a_vertex_stands_beside_its_clue() -> None:
    text = """genre g { given clue : vertex -> 0..4?; var knot : vertex -> bool;
      rule each { for v in vertices { knot[v]; } } show knot as star; }
    puzzle "p" is g { topology square; board
      . .
    end
    mark clue = 3 at r1c1.corner(SE); }"""
    answer = nlc.solve(nlc.loads(text)[0])
    root = ElementTree.fromstring(answer.to_svg())
    stars = [g.get("data-e") for g in root.iter(f"{SVG}g") if g.get("data-e")]
    assert len(stars) == 6
    assert texts(root) == {"r1c1.corner(SE)": "3"} and "r1c1.corner(SE)" in stars


def test_clues_of_borders_and_links_stand_on_them_and_on_the_rim_outside() -> None:
    text = """genre g { given load : border -> 0..9?; given bar : link -> bool;
      var dark : cell -> bool; show dark as shaded; }
    puzzle "p" is g { topology square; board
      . .
      . .
    end
    mark load = 7 at r1c1.side(N); mark load = 4 at r1c1.side(E); mark bar at r2c1.side(E); }"""
    program = nlc.elaborate(nlc.loads(text)[0])
    drawing = draw(program)
    root = ElementTree.fromstring(svg(drawing))
    assert texts(root) == {"r1c1.side(N)": "7", "r1c1|r1c2": "4"}
    places = {t.text: _at(t) for t in root.iter(f"{SVG}text")}
    (rim,) = (p for p in root.iter(f"{SVG}path") if p.get("stroke-width") == "2.4")
    low = segments(rim.get("d", ""))[..., 1].min()
    assert 9 < places["7"][1] < low - 9
    assert low < places["4"][1]
    assert any(g.get("data-e") == "r2c1-r2c2" for g in root.iter(f"{SVG}g"))


def _at(text: ElementTree.Element) -> tuple[float, float]:
    return float(text.get("x", "")), float(text.get("y", ""))


def _fills(root: ElementTree.Element) -> dict[str, tuple[str, str]]:
    """Return the colour of each cell, and how opaque it is."""
    return {
        path.get("data-e", ""): (group.get("fill", ""), group.get("fill-opacity", "1"))
        for group in root.iter(f"{SVG}g")
        for path in group.iter(f"{SVG}path")
        if path.get("data-e", "").startswith("r") and group.get("fill")
    }


def _drawn(text: str, solved: bool = False) -> ElementTree.Element:
    (puzzle,) = nlc.loads(text)
    return ElementTree.fromstring(nlc.solve(puzzle).to_svg() if solved else puzzle.to_svg())


@pytest.mark.parametrize("style", STYLES)
def test_two_bridges_are_two_lines_and_no_third_between_them(style: str) -> None:
    root = elements("hashi", style=style)
    (both,) = (p for p in root.iter(f"{SVG}path") if "r2c4-r3c4" in p.get("data-e", ""))
    one, other = segments(both.get("d", ""))[:, 0, 0].tolist()
    assert abs(one - other) > 1.5 * float(both.get("stroke-width", ""))


@pytest.mark.parametrize("title", ["country", "detour", "yajilinregions"])
def test_a_loop_runs_on_over_cells_with_a_number(title: str) -> None:
    root = elements(title)
    assert not list(root.iter(f"{SVG}circle"))
    assert len(texts(root)) == len(texts(elements(title, solved=False))) > 0


def test_a_number_that_a_line_passes_stands_in_a_corner_whatever_the_genre_says() -> None:
    text = """genre g { given n : cell -> 0..9?; var line : link -> bool;
      rule every { for l in links { line[l]; } } show line; }
    puzzle "p" is g { topology square; board
      . 5 .
    end }"""
    alone, solved = _drawn(text), _drawn(text, solved=True)
    (before,), (after,) = ([_at(t) for t in root.iter(f"{SVG}text")] for root in (alone, solved))
    assert after[0] < before[0] and after[1] < before[1]
    assert not list(solved.iter(f"{SVG}circle"))


def test_lamps_light_cells_up_to_blocks() -> None:
    board = """genre g { given block : cell -> bool as shaded; var lamp : cell -> bool;
      rule one { for c in cells { lamp[c] iff c = r1c1; } } show lamp as lamp; }
    puzzle "p" is g { topology square; legend { "#" = block: true; "x" = hole; } board
      . . # .
      . x . .
    end }"""
    fills = _fills(_drawn(board, solved=True))
    lit = {name for name, (color, opaque) in fills.items() if opaque != "1"}
    assert lit == {"r1c1", "r1c2", "r2c1"}


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


KILLER = """genre killer {
  given box : cell -> name as rooms; given cage : cell -> name? as rooms;
  given total : cell -> 1..99?; var number : cell -> 1..4;
  rule lines { for s in lines { all_different(number[cells(s)]); } }
  rule sums { for c in cells where has total(c) {
    sum {number[d] for d in cells where has cage(d) and cage(d) = cage(c)} = total(c); } }
  show number; }
puzzle "p" is killer { topology square;
  board box
    a a b b
    a a b b
    c c d d
    c c d d
  end
  board cage
    a a . .
    a b . .
    a b . .
    c c . .
  end
  board total
    10 . . .
    . 3 . .
    . . . .
    7 . . .
  end }"""


def test_boxes_and_cages_are_told_apart_and_totals_stand_in_corners() -> None:
    root = _drawn(KILLER, solved=True)
    (cages,) = (
        p for p in root.iter(f"{SVG}path") if p.get("stroke-dasharray") and p.get("class") == "s"
    )
    ends = segments(cages.get("d", ""))
    _, count = np.unique(ends.reshape(-1, 2).round(1), axis=0, return_counts=True)
    assert (count == 2).all()  # three closed lines
    assert ends[..., 0].max() < 10 + 2 * 40
    totals = {t.get("data-e"): t for t in root.iter(f"{SVG}text") if t.get("class") == "k"}
    values = {t.get("data-e"): t for t in root.iter(f"{SVG}text") if t.get("class") == "a"}
    assert {name: t.text for name, t in totals.items()} == {"r1c1": "10", "r2c2": "3", "r4c1": "7"}
    assert len(values) == 16
    for name, total in totals.items():
        assert all(a < b for a, b in zip(_at(total), _at(values[name]), strict=True))


OUTSIDE = """genre g { given n : line -> 0..9?; given seen : border -> 0..9?;
  var dark : cell -> bool; show dark as shaded; }
puzzle "p" is g { topology square; board
  . .
  . .
end
mark n = 1 at r1c1.line(E), r1c1.line(S); mark seen = 2 at r1c1.side(W), r2c2.side(E); }"""


def test_two_numbers_at_one_side_stand_behind_each_other_in_a_told_order() -> None:
    root = _drawn(OUTSIDE)
    places = {t.get("data-e"): _at(t) for t in root.iter(f"{SVG}text") if t.get("data-e")}
    assert len(places) == 4
    near, far = places["r1c1.line(E)"], places["r1c1.side(W)"]
    assert near[1] == far[1] and near[0] - far[0] > 12
    assert [t.text for t in root.iter(f"{SVG}text")][-1] == "outside, from the board: n, seen"


def test_dots_on_borders_are_white_and_black() -> None:
    text = """genre g { given dot : border -> {w, b}? as circle, disc; given bar : border -> bool;
      var dark : cell -> bool; show dark as shaded; }
    puzzle "p" is g { topology square; board
      . . . .
    end
    mark dot = w at r1c1|r1c2; mark dot = b at r1c2|r1c3; mark bar at r1c3|r1c4; }"""
    root = _drawn(text)
    assert circles(root, "#ffffff") == {"r1c1|r1c2"}
    assert circles(root, "#000000") == {"r1c2|r1c3", "r1c3|r1c4"}
    assert texts(root) == {}


@pytest.mark.sample(6)
@pytest.mark.parametrize("title", PUZZLES)
def test_print_has_no_colours(title: str) -> None:
    found = {
        value for each in elements(title, style="print").iter() for value in each.attrib.values()
    }
    colours = {value for value in found if re.fullmatch("#[0-9a-f]{6}", value)}
    assert colours and all(each[1:3] == each[3:5] == each[5:7] for each in colours)
