"""Pictures of each genre: clues and solutions as the genre says that they are drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from support import documents
from support.svg import SVG, distance, lines, segments

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


@pytest.mark.sample(20)
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


@pytest.mark.sample(20)
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
    assert any(c.get("data-e") == "r2c1-r2c2" for c in root.iter(f"{SVG}circle"))


def _at(text: ElementTree.Element) -> tuple[float, float]:
    return float(text.get("x", "")), float(text.get("y", ""))
