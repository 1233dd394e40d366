"""What a picture shows besides its lines: colours, clues, and lists of what has no place on it."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from render.drawn import SPAN, Example, drawn

from nlc.board import Board, Sort
from nlc.board.drawn_board import build_board
from nlc.errors import UserError
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain, Program
from nlc.language.syntax import Ref, Topology
from nlc.render.canvas import BOLD, COLORS, paint
from nlc.render.text import LIST_WIDTH, render

BOARDS = {
    "square": drawn("1..#\n.2..\n+...", bridge="+"),
    "wide": drawn("10 . #\n. 漢 ."),
    "wrapped": drawn("1..\n...\n..2", settings={"wrap": "both"}),
    "hex": drawn("  1 . .\n . + 2 .\n. . .", "hex", bridge="+"),
    "flat": drawn("1 . .\n. 2 .", "hex", {"layout": "even_q"}),
    "triangle": drawn("1 . .\n. 2 .", "triangle", {"first": "down"}),
    "one": drawn("."),
}


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.slow
@given(st.sampled_from(sorted(BOARDS)), st.sampled_from([Sort.LINK, Sort.BORDER]), st.data())
def test_colours_change_no_character_of_any_picture(name, sort, data):
    board = BOARDS[name].board
    size = board.count(sort)
    chosen = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    color = data.draw(
        st.lists(st.integers(-1, 1), min_size=len(board.centers), max_size=len(board.centers))
    )
    program = Example(BOARDS[name], round="r1c1" if sort is Sort.BORDER else "").program()
    program.domains["color"] = Domain("color", Sort.CELL, len(color), ("1", "2"), True, False, True)
    assignment = Assignment(np.array([False, *chosen]), {"color": np.array(color, dtype=np.int32)})
    for style in ("unicode", "ascii"):
        picture = render(program, assignment, style=style, color=False)
        assert plain(render(program, assignment, style=style, color=True)) == picture
        assert all(line == line.rstrip() for line in picture.split("\n"))


def test_a_path_has_the_colour_of_its_value():
    example = Example(drawn("A.A\nB.B"), ["r1c1 r1c2 r1c3", "r2c1 r2c2 r2c3"])
    picture = render(example.program(), example.solution(), style="unicode", color=True)
    first, second = COLORS[:2]
    assert picture.split("\n") == [
        paint("A", first | BOLD) + paint("───", first) + paint("A", first | BOLD),
        paint("B", second | BOLD) + paint("───", second) + paint("B", second | BOLD),
    ]


def test_a_puzzle_alone_has_its_clues_in_the_colours_of_their_paths():
    example = Example(drawn("AB"))
    picture = render(example.program(), None, style="unicode", color=True)
    assert picture == paint("A", COLORS[0] | BOLD) + " " + paint("B", COLORS[1] | BOLD)


def test_a_boolean_clue_is_a_mark_where_it_holds():
    board = drawn("...").board
    texts = {0: "true", 2: "true"}
    program = Program("t", "g", {}, {"dot": texts}, board, given_sorts={"dot": Sort.CELL})
    assert render(program, None, style="unicode", color=False) == "● · ●"
    assert render(program, None, style="ascii", color=False) == "* . *"


def test_a_graph_is_a_list_of_links_and_clues():
    cells = tuple(Ref(SPAN, name) for name in "abc")
    topology = Topology(SPAN, Ref(SPAN, "graph"), (), cells, ((cells[0], cells[1]), cells[1:]))
    board = build_board(topology, None, {}, [], []).board
    labels = {"label": {0: "X", 2: "X"}}
    program = Program("t", "g", {}, labels, board, given_sorts={"label": Sort.CELL})
    program.bools = [BoolVar("line", Sort.LINK, 1, 2, True, False)]
    program.domains = {"color": Domain("color", Sort.CELL, 3, ("X",), True, True, False)}
    color = np.array([0, 0, 0], dtype=np.int32)
    assignment = Assignment(np.array([False, True, True]), {"color": color})
    assert render(program, assignment, style="unicode", color=False).split("\n") == [
        "label: a=X c=X",
        "line: a-b b-c",
        "color: a=X b=X c=X",
    ]


def graph(size: int) -> Board:
    cells = tuple(Ref(SPAN, f"cell{i}") for i in range(size))
    topology = Topology(SPAN, Ref(SPAN, "graph"), (), cells, tuple(pairwise(cells)))
    return build_board(topology, None, {}, [], []).board


def picture_of(
    board: Board, bools: dict[str, Sort], places: dict[str, list[int]], **words: object
) -> list[str]:
    """Return the picture of booleans that hold at some places, and of `domains` and `givens`."""
    program = Program("t", "g", {}, {}, board)
    values = [False]
    for name, sort in bools.items():
        size = board.count(sort)
        program.bools.append(BoolVar(name, sort, len(values), size, True, False))
        values += [i in places[name] for i in range(size)]
    domains = {}
    for name, (sort, texts) in words.pop("domains", {}).items():
        known = tuple(dict.fromkeys(text for text in texts if text))
        indices = [known.index(text) if text else ABSENT for text in texts]
        domains[name] = np.array(indices, dtype=np.int32)
        program.domains[name] = Domain(name, sort, len(texts), known, True, True, False)
    for name, (sort, texts) in words.pop("givens", {}).items():
        program.givens = {**program.givens, name: texts}
        program.given_sorts = {**program.given_sorts, name: sort}
    program.marks = words.pop("marks", {})
    style = words.pop("style", "unicode")
    return render(program, Assignment(np.array(values), domains), style=style, color=False).split(
        "\n"
    )


def test_lists_keep_to_a_width():
    lines = picture_of(graph(40), {"dark": Sort.CELL}, {"dark": list(range(40))})
    assert " ".join(map(str.strip, lines)) == "dark: " + " ".join(f"cell{i}" for i in range(40))
    assert len(lines) > 1
    assert all(len(line) <= LIST_WIDTH for line in lines)


def test_an_empty_list_is_said_to_be_empty():
    assert picture_of(graph(2), {"dark": Sort.CELL}, {"dark": []}) == ["dark: (none)"]


def test_booleans_of_cells_are_marks_by_the_words_of_the_genre():
    both = {"dark": Sort.CELL, "sun": Sort.CELL}
    places = {"dark": [0, 2], "sun": [2]}
    board = drawn("..\n..").board
    assert picture_of(board, {"dark": Sort.CELL}, {"dark": [0, 2]}) == ["■ ·", "■ ·"]
    assert picture_of(board, both, places, marks={"sun": "lamp"}) == [
        "■   ·",
        "■☼  ·",
        "cells: dark ■, sun ☼",
    ]
    assert picture_of(board, both, places, style="ascii")[1:] == ["#@  .", "cells: dark #, sun @"]


def test_values_stand_in_cells_on_corners_and_on_lines():
    board = drawn("..").board
    digits = {"num": (Sort.CELL, ["1", "12"])}
    assert picture_of(board, {}, {}, domains=digits) == ["1 12"]
    corner = {"level": (Sort.VERTEX, ["up", None, None, None, "low", None])}
    assert picture_of(board, {}, {}, domains=corner) == [
        "up     ·    low",
        "",
        " ·     ·     ·",
    ]
    way = {"num": (Sort.CELL, ["1", "2"]), "way": (Sort.LINK, ["E"])}
    assert picture_of(board, {}, {}, domains=way) == ["1  E  2", "cells: num"]


def test_a_mark_has_priority_over_a_clue_and_a_value_stands_beside_it():
    clues = {"size": (Sort.CELL, {0: "3", 1: "2"})}
    board = drawn("..").board
    stars = {"marks": {"dark": "star"}, "givens": clues}
    assert picture_of(board, {"dark": Sort.CELL}, {"dark": [1]}, **stars) == ["3 ★"]
    digits = {"num": (Sort.CELL, ["2", None])}
    assert picture_of(board, {}, {}, givens=clues, domains=digits) == [
        "2 3   2",
        "cells: num, clue",
    ]


def test_a_number_in_a_shaded_cell_stands_on_dark():
    board = drawn("...").board
    clues = {"size": (Sort.CELL, {0: "0", 1: "20", 2: "21"})}
    shaded = {"dark": Sort.CELL}, {"dark": [0, 1, 2]}
    assert picture_of(board, *shaded, givens=clues) == ["⓿ ⓴ ■"]
    assert picture_of(board, *shaded, givens=clues, style="ascii") == ["# # #"]


def test_rooms_are_drawn_by_their_borders():
    rooms = {"room": (Sort.CELL, {0: "A", 1: "A", 2: "B", 3: "B", 4: "B", 5: "B"})}
    board = drawn("...\n...").board
    assert picture_of(board, {"dark": Sort.CELL}, {"dark": [0, 4]}, givens=rooms) == [
        "╭───────┬───╮",
        "│ ■     │   │",
        "├───────╯   │",
        "│     ■     │",
        "╰───────────╯",
    ]
    assert picture_of(board, {"road": Sort.LINK}, {"road": [0, 2]}, givens=rooms) == [
        " ╶───────╴",
        "━━━ ━━━",
        " ·   ·   ·",
    ]


def test_a_line_may_lie_double_over_a_single_one():
    lines = {"one": Sort.LINK, "two": Sort.LINK}
    board, marks = drawn("...").board, {"two": "double"}
    assert picture_of(board, lines, {"one": [0, 1], "two": [1]}, marks=marks) == [
        "╶────═══╴",
        "─ one   ═ one and two",
    ]
    apart = picture_of(board, lines, {"one": [0], "two": [1]}, marks=marks)
    assert [line for line in apart if line.endswith(":")] == ["one:", "two:"]


def test_several_drawn_variables_have_a_picture_each():
    board = drawn("..").board
    program = Program("t", "g", {}, {}, board)
    borders = board.count(Sort.BORDER)
    program.bools = [
        BoolVar("road", Sort.LINK, 1, 1, True, False),
        BoolVar("fence", Sort.BORDER, 2, borders, True, False),
        BoolVar("hidden", Sort.LINK, 2 + borders, 1, False, False),
    ]
    bools = np.array([False, True] + [True] * borders + [True])
    picture = render(program, Assignment(bools, {}), style="unicode", color=False)
    assert picture.split("\n") == ["road:", "╶─╴", "fence:", "╭───┬───╮", "│   │   │", "╰───┴───╯"]


def test_an_unknown_style_is_refused_by_name():
    with pytest.raises(UserError, match="no style 'sixel'"):
        render(Example(drawn("1")).program(), None, style="sixel", color=False)
