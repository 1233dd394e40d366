"""Links of penpa-edit that nlc writes: read back, and by a decoder of the tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from support import penpa
from support.sheets import GRAPHS, PUZZLES, said

import nlc
from nlc.errors import Source, Span, UserError
from nlc.formats.genres import find_parts, parted, rules_of, stock_genre
from nlc.formats.parts import IGNORED
from nlc.formats.sheet import (
    Point,
    Sheet,
    Side,
    border,
    connected_rooms,
    link,
    neighbours,
    sheet_of,
    step,
)
from nlc.ir.elaborate.program import elaborate_clues
from nlc.language.resolve import resolve
from nlc.language.syntax import File

SHOWN = ("dot", "grey", "lower", "plus", "ring", "thermometer", "triangle")
"""Words of clues that have a symbol of their own in penpa-edit."""

SPAN = Span(Source("grid.txt", "grid\n"), 1, 1, 1, 5)


def puzzle_of(sheet: Sheet) -> nlc.Puzzle:
    (puzzle,) = resolve(SPAN.source, File(SPAN, (), (), (sheet.puzzle(SPAN),))).puzzles
    return nlc.Puzzle.of(puzzle)


def numbers_of(genre: str, name: str) -> st.SearchStrategy[int]:
    (text,) = [item.type for item in stock_genre(genre).givens if item.name == name]
    least, most = map(int, re.search(r"(\d+)\.\.(\d+)", text).groups())
    return st.integers(least, most)


@st.composite
def sheets(draw: st.DrawFn, genre: str) -> Sheet:
    """Return a board with random clues of each kind that drawings of the genre have."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    if genre == "sudoku":
        rows = cols = 4
    title = draw(st.text("az,N O%&=ü", max_size=9)).strip()
    sheet, parts = Sheet(genre, rows, cols, title), find_parts(genre)
    cells = st.sampled_from([(row, col) for row in range(rows) for col in range(cols)])
    if genre != "sudoku":  # a hole may divide a box
        sheet.holes = draw(st.sets(cells, max_size=rows * cols // 4))
    there = sheet.cells
    if parts.room:
        pairs = sorted({border(cell, other) for cell in there for other in neighbours(cell, there)})
        drawn = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
        drawn = set(pairs) if genre == "ayeheya" else drawn  # whose rooms are symmetric
        rooms = connected_rooms(there, drawn)
        if genre == "sudoku" and (draw(st.booleans()) or len({*rooms.values()}) == 1):
            rooms = sheet.usual_boxes()  # as without edges they are
        sheet.put_rooms({cell: f"room {room}" for cell, room in rooms.items()}, SPAN, drawn)
    free = draw(st.permutations(there))
    count = draw(st.integers(0, len(there)))
    if parts.total:
        sheet.options[parts.total] = draw(numbers_of_option(genre, parts.total))
    if parts.room_number:
        for room in sorted({*rooms.values()})[:count]:
            cell = next(cell for cell in free if rooms[cell] == room)
            sheet.put(parts.room_number, cell, draw(numbers_of(genre, parts.room_number)))
    elif parts.number and parts.named:
        labels = [draw(st.sampled_from(["1", "10", "B", "q", "zZ", "line"])) for _ in there]
        if genre == "numberlink":
            labels = [f"{i // 2}z" for i in range(count // 2 * 2)]
        for cell, label in zip(free, labels, strict=False):
            sheet.put(parts.number, cell, label)
    elif parts.number:
        for cell in free[: count // 2]:
            sheet.put(parts.number, cell, draw(numbers_of(genre, parts.number)))
    elif parts.circle:
        for cell in free[: count // 2]:
            sheet.put(parts.circle[0], cell, draw(st.sampled_from(parts.circle[1:])))
    if parts.unknown not in ("", IGNORED):
        for cell in free[count // 2 : count]:
            sheet.put(parts.unknown, cell)
    for cell in free[:count:2] if parts.arrow else ():
        sheet.put(parts.arrow, cell, draw(st.sampled_from("NESW")))
    for cell in free[count:][:2] if parts.blocked else ():
        sheet.put(parts.blocked, cell)
    if parts.point:
        for row, col in free[:count]:
            sheet.put(parts.point, Point(row + 1, col), draw(st.integers(0, 4)))
    return sheet


def numbers_of_option(genre: str, name: str) -> st.SearchStrategy[int]:
    (text,) = [item.type for item in stock_genre(genre).options if item.name == name]
    return st.integers(*map(int, text.split("..")))


def sides(edges: Iterable[frozenset[penpa.Place]]) -> set[frozenset[tuple[int, int]]]:
    """Return the pairs of cells that drawn edges divide."""
    out = set()
    for ends in edges:
        (_, row, col), (_, below, right) = sorted(ends)
        assert (below - row, right - col) in ((0, 1), (1, 0))
        out.add(frozenset([(below, right), (row + 1, col + 1)]))
    return out


NUMBERED = [
    genre
    for genre in parted("penpa")
    if not {*SHOWN}
    & {word for words in rules_of(genre).clue_marks.values() for word in words.values()}
    and not (find_parts(genre).sign or find_parts(genre).border or find_parts(genre).second)
    # Where numbers are all given, of two kinds, or apart from arrows, and where letters are told.
    and genre not in ("dominosa", "killer", "sudokus", "sashigane", "easyasabc")
]
"""Genres that draw nothing but numbers, letters, circles, rooms and blocks."""


@pytest.mark.slow
@pytest.mark.sample(2, every=2)
@pytest.mark.parametrize("genre", NUMBERED)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_random_puzzles_are_read_back_by_nlc_and_by_another_reader(genre, data):
    sheet = data.draw(sheets(genre))
    parts, givens = sheet.parts, sheet.givens
    puzzle = puzzle_of(sheet)
    try:
        elaborate_clues(puzzle)
    except UserError:
        reject()  # its clues break a rule
    link = puzzle.to("penpa")
    (again,) = nlc.loads(link, genre=genre)
    assert said(again) == said(puzzle)

    drawing = penpa.read(link)
    assert (drawing.mode, drawing.rows, drawing.cols) == ("edit", sheet.rows, sheet.cols)
    assert drawing.cells == set(sheet.cells)
    assert drawing.title == " ".join(sheet.title.split())
    wide, high, *_, center, center_0 = map(int, drawing.lines[0].split(",")[1:11])
    kind, row, col = drawing.place(center)
    top, left = json.loads(drawing.lines[1])[::2]
    middle = (2 * (row + top) + 1 + (kind in ("lower", "corner")),)
    middle += (2 * (col + left) + 1 + (kind in ("right", "corner")),)
    assert middle == (high, wide) and center == center_0

    rooms, found = givens.get(parts.room, {}), drawing.question
    borders = {frozenset(pair) for pair in givens.get(parts.fence, {})}
    for cell in rooms:
        borders |= {
            frozenset([cell, other])
            for other in neighbours(cell, rooms)
            if rooms[cell] != rooms[other]
        }
    assert sides(drawing.question.get("lineE", {})) == borders
    numbers = {at: value for at, value in found.get("number", {}).items() if value[0] != "?"}
    for name, kind in ((parts.number, "cell"), (parts.point, "corner")):
        for (row, col), value in givens.get(name, {}).items():
            row, col = (row, col) if kind == "cell" else (row - 1, col - 1)
            text, *_ = numbers.pop((kind, row, col))
            side = givens.get(parts.arrow, {}).get((row, col))
            assert text == (f"{value}_{'NWES'.index(side)}" if side else str(value))
    small = {at: value[0] for at, value in found.get("numberS", {}).items()}
    for (row, col), value in givens.get(parts.room_number, {}).items():
        text = small.pop(("quarter0", row, col), None)
        assert (text or numbers.pop(("cell", row, col))[0]) == str(value)
    if parts.total and sheet.options[parts.total]:
        assert numbers.pop(("cell", -1, 0))[0].rstrip("★") == str(sheet.options[parts.total])
    assert small == {} and all(re.fullmatch(r"_\d", text[0]) for text in numbers.values())
    if parts.circle and not parts.number:
        given, _, black = parts.circle
        drawn = {(row, col): x[0] for (_, row, col), x in found.get("symbol", {}).items()}
        assert drawn == {
            cell: 1 + (value == black) for cell, value in givens.get(given, {}).items()
        }
    dark = {(row, col) for _, row, col in found.get("surface", {})}
    assert dark == {
        cell
        for name in (parts.blocked, *((parts.number, parts.unknown) if parts.black else ()))
        for cell in givens.get(name, {})
    }


def clues(puzzle: nlc.Puzzle) -> tuple[object, ...]:
    """Return what a puzzle says, but for sums of 0, which tell nothing."""
    genre, board, options, givens = said(puzzle)
    if genre == "kakuro":
        told = ((name, {at: n for at, n in marks.items() if n}) for name, marks in givens.items())
        givens = {name: marks for name, marks in told if marks}
    return genre, board, options, givens


def marks_of(sheet: Sheet, random: Random) -> None:
    """Put random clues of every kind that the genre has on a board."""
    there, parts = sheet.cells, sheet.parts
    pairs = sorted({border(cell, other) for cell in there for other in neighbours(cell, there)})
    rim = (Side(*cell, side) for cell in there for side in "NESW" if step(cell, side) not in there)
    corners = {Point(row + a, col + b) for row, col in there for a in (0, 1) for b in (0, 1)}
    places = {"cell": there, "link": [link(*pair) for pair in pairs], "border": [*pairs, *rim]}
    places["vertex"] = sorted(corners)
    for name, item in rules_of(sheet.genre).givens.items():
        kind, look = item.type.kind, [mark.name for mark in item.marks]
        if {*look} & {"thermometer", "arrow"}:
            sheet.join(name, [(0, col) for col in range(random.randint(2, sheet.cols))], SPAN)
        elif look == ["rooms"] and item.sort == "cell":
            kept = {pair for pair in pairs if random.random() < 0.5}
            rooms = sheet.usual_boxes() if name == parts.room else {}
            for cell, room in (rooms or connected_rooms(there, kept)).items():
                sheet.put(name, cell, f"room {room}")
        elif random.random() < 0.7 and "track" not in look:
            listed = {each[0]: each[1:] for each in (parts.sign, parts.circle) if each}
            values = {
                "bool": [True],
                "side": [*"NESW"],
                "enum": item.type.names,
                "list": ["2", "3,1"],
            }
            values |= {"direction": ["N", "SE"], "name": listed.get(name, ["A", "B"])}
            places |= {
                "vertex": sorted(corners),
                "line": [*sheet.rim(name, "N"), *sheet.rim(name, "W")],
            }
            found = [place for place in places[item.sort] if place and random.random() < 0.3]
            for place in found:
                sheet.put(name, place, random.choice(values.get(kind, [0, 1, 2, 3])))


@pytest.mark.sample(4)
@pytest.mark.parametrize("genre", [each for each in parted("penpa") if each not in NUMBERED])
def test_clues_of_every_kind_are_read_back_or_refused_by_name(genre):
    random, written = Random(genre), 0
    for _ in range(10):
        boxed = find_parts(genre).boxes
        sheet = Sheet(genre, *((4, 4) if boxed else (random.randint(1, 3), random.randint(2, 4))))
        marks_of(sheet, random)
        puzzle = puzzle_of(sheet)
        with suppress(UserError):  # its clues break a rule, or cannot be drawn
            elaborate_clues(puzzle)
            (again,) = nlc.loads(puzzle.to("penpa"), genre=genre)
            written += 1
            assert clues(again) == clues(puzzle)
    assert written or genre in ("dominosa", "magnets", "sudokus", "thermometers", "tracks")


REFUSED = {"eulero": "two clues at", "sudokus": "'whispers'", **dict.fromkeys(GRAPHS, "squares")}


@pytest.mark.sample(12)
@pytest.mark.parametrize("genre", PUZZLES)
def test_an_example_is_read_back_or_refused_by_name(genre):
    if genre in REFUSED:
        with pytest.raises(UserError, match=REFUSED[genre]):
            PUZZLES[genre].to("penpa")
        return
    (again,) = nlc.loads(PUZZLES[genre].to("penpa"), genre=genre)
    assert clues(again) == clues(PUZZLES[genre])


def test_clues_are_the_marks_that_people_draw():
    def question(genre: str) -> dict[str, dict]:
        return penpa.read(PUZZLES[genre].to("penpa")).question

    ships = {value[1] for value in question("battleships")["symbol"].values()}
    signs = question("futoshiki")["symbol"]
    castle, sums = question("castle"), question("kakuro")
    assert ships == {"battleship_B"} and {*castle["surface"].values()} == {3, 4}
    assert {at[0]: value[:2] for at, value in signs.items() if value[0] < 3} == {
        "right": [1, "inequality"],
        "lower": [2, "inequality"],
    }
    assert {value[:2][1] for value in sums["symbol"].values()} == {"kakuro"}
    assert {at[0] for at in sums["numberS"]} == {"quarter1", "quarter2"}
    assert {*question("dbchoco")["surface"].values()} == {3}
    assert {value[1] for value in question("firefly")["symbol"].values()} == {"firefly"}
    assert {value[1] for value in question("galaxies")["symbol"].values()} == {"circle_SS"}
    (above, *_) = question("undead")["number"].values()
    assert above == ["ghosts=5", 1, "8"]


def test_a_link_is_that_of_the_worked_example():
    (puzzle,) = nlc.loads('puzzle "Own" is nurikabe { topology square; board\n3 .\n. .\nend }')
    drawing = penpa.read(puzzle.to("penpa", solution=True))
    lines = drawing.lines
    head = lines[0].split(",")
    assert head[:11] == ["square", "2", "2", "38", "0", "1", "1", "114", "114", "50", "50"]
    assert head[11:18] == [*"0000", "Title: Own", "Author: ", ""] and head[19:] == ["OFF", "false"]
    assert lines[1:3] == ["[0,0,0,0]", '["1","2","1"]~"surface"~["",1]']
    assert drawing.question["number"] == {("cell", 0, 0): ["3", 1, "1"]}
    assert json.loads(lines[3])["number"] == {"14": ["3", 1, "1"]}
    assert (lines[4], lines[5], lines[15]) == ("", "[14,1,5,1]", "x")
    assert (drawing.mode, drawing.checks, drawing.tags) == ("solve", {"sol_surface"}, ["nurikabe"])
    (dark,) = drawing.answer[0]
    assert dark in ("15", "20", "21") and drawing.answer[1:] == [[]] * 5
    assert len(json.loads(lines[7])) == 20 and len(json.loads(lines[16])) == 18


SYMBOLS = {"akari": "3H", "minesweeper": "4I", "starbattle": "1E"}
CHECKS = {
    "akari": {"sol_akari"},
    "binairo": {"sol_number"},
    "hashi": {"sol_loopline"},
    "minesweeper": {"sol_mine"},
    "shikaku": {"sol_loopedge"},
    "slitherlink": {"sol_loopedge"},
    "starbattle": {"sol_star"},
    "sudoku": {"sol_number"},
    "yajilin": {"sol_surface", "sol_loopline"},
    "yinyang": {"sol_circle"},
}
LOOP = 'puzzle "loop" is slitherlink { topology square; board\n3 . .\n. . 3\n. # .\nend }'


@pytest.mark.sample(2)
@pytest.mark.parametrize("genre", CHECKS)
def test_an_answer_has_what_solvers_draw_in_the_spelling_that_is_compared(genre):
    puzzle = nlc.loads(LOOP)[0] if genre == "slitherlink" else PUZZLES[genre]
    found = nlc.solve(puzzle)
    sheet = sheet_of(nlc.elaborate(puzzle), "test", found.board.values)
    parts, answer, told = sheet.parts, sheet.answer, sheet.givens
    drawing = penpa.read(puzzle.to("penpa", solution=found.board))
    assert drawing.checks == CHECKS[genre]
    assert all(items == sorted(items) for items in drawing.answer)
    places = [
        {drawing.key(item.rpartition(",")[0] or item): item.rpartition(",")[2] for item in items}
        for items in drawing.answer
    ]
    dark, lines, edges, walls, numbers, symbols = places
    assert lines == {
        frozenset(("cell", *cell) for cell in pair): str(1 + (pair in answer.get(parts.double, ())))
        for pair in answer.get(parts.line, ())
    }
    borders = {frozenset(pair) for pair in answer.get(parts.edge, ()) if len(pair) == 2}
    rim = sum(len(side) == 3 for side in answer.get(parts.edge, ()))
    regions = answer.get(parts.region, {})
    for cell in regions:
        borders |= {
            frozenset([cell, other])
            for other in neighbours(cell, regions)
            if regions[cell] != regions[other]
        }
    assert len(edges) == len(borders) + rim and set(edges.values()) <= {"1"}
    assert borders <= sides(edges)
    shaded = {("cell", *cell) for cell in answer.get(parts.shaded, ())}
    assert set(dark) == (set() if CHECKS[genre].isdisjoint({"sol_surface"}) else shaded)
    clues = {("cell", *cell) for cell in told.get((parts.circle or [parts.number])[0], {})}
    cells = {("cell", *cell) for cell in sheet.cells}
    if genre == "yinyang":
        assert symbols == {at: f"{1 + (at in shaded)}A" for at in cells - clues}
    else:
        assert symbols == (dict.fromkeys(shaded, SYMBOLS[genre]) if genre in SYMBOLS else {})
    values = {("cell", *cell): str(value) for cell, value in answer.get(parts.value, {}).items()}
    values |= {at: str(int(at in shaded)) for at in cells if genre == "binairo"}
    assert numbers == {at: value for at, value in values.items() if at not in clues}
    assert walls == {}


OWN = """
genre own "Own" {
  given tree : cell -> bool as disc;
  given kind : cell -> {a, b}? as star, tent;
  given runs : cell -> list of 1..9?;
  given dot : border -> {w, b}? as circle, disc;
  given total : line -> list of 1..99?;
  given seen : border -> 1..9?;
  given fence : border -> bool as rooms;
  given home : vertex -> bool as circle;
  var line : link -> bool;
  var n : cell -> 1..2;
  text "Put 1 or 2, once each = all." "1 & 2." when count cells > 1;
  rule first { n[first(cells)] = 2; none of line[links]; sum n[cells] = count cells + 1; }
  show n;
}
puzzle "a zoo, null" is own {
  topology square;
  legend { "T" = tree: true; "s" = kind: a; "3" = runs: "3"; "x" = runs: "3,1"; }
  board
    T . x
    # 3 s
  end
  mark dot = b at r1c1|r1c2;
  mark dot = w at r1c2|r2c2;
  mark fence at r1c3|r2c3, r1c1.side(W);
  mark dot = w at r2c2.side(S);
  mark seen = 4 at r2c3.side(E);
  mark home at r2c3.corner(SE);
  mark total = "12,1" at r1c1.line(E);
  mark total = "8" at r2c2.line(E);
  mark total = "7" at r1c3.line(N);
}
"""


def test_a_genre_of_ones_own_is_drawn_by_the_kinds_of_its_clues():
    (puzzle,) = nlc.loads(OWN)
    drawing = penpa.read(puzzle.to("penpa", solution=True))
    assert (drawing.title, drawing.tags) == ("a zoo, null", ["own"])
    assert drawing.cells == {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)}
    assert drawing.lines[0].split(",")[18] == "Put 1 or 2%2C once each %2F all.%2D1 %2E 2."
    found = {name: marks for name, marks in drawing.question.items() if marks}
    assert found == {
        "number": {
            ("cell", 0, -1): ["1", 1, "1"],
            ("cell", 0, -2): ["12", 1, "1"],
            ("cell", -1, 2): ["7", 1, "1"],
            ("cell", 0, 2): ["31", 1, "4"],
            ("cell", 1, 1): ["3", 1, "1"],
            ("cell", 1, 3): ["4", 1, "1"],
        },
        "numberS": {("quarter1", 1, 0): ["8", 1]},
        "symbol": {
            ("cell", 0, 0): [2, "circle_L", 1],
            ("cell", 1, 2): [2, "star", 1],
            ("right", 0, 0): [2, "circle_SS", 2],
            ("lower", 0, 1): [1, "circle_SS", 2],
            ("lower", 1, 1): [1, "circle_SS", 2],
            ("corner", 1, 2): [1, "circle_SS", 2],
        },
        "lineE": {
            frozenset([("corner", 0, 1), ("corner", 0, 2)]): 2,
            frozenset([("corner", -1, -1), ("corner", 0, -1)]): 2,
        },
    }
    values = {drawing.key(at): value for at, value in (x.split(",") for x in drawing.answer[4])}
    # The other cells have numbers.
    assert values == {("cell", 0, 0): "2", ("cell", 0, 1): "1", ("cell", 1, 2): "1"}


BOARD = "topology square; board\n. .\nend\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("is masyu { topology hex(layout=odd_q); board\n. .\nend }", "is for boards of squares"),
        (f"is masyu {{ {BOARD}wall r1c1|r1c2; }}", "has no walls"),
        ("is masyu { topology square; board\nw b\nend\ndrop white; }", "'white' is dropped"),
        ('is hitori { topology square; board\n1 .\nend\nmark num = "?" at r1c2; }', "'num'"),
        ("is ayeheya { topology square; board room\na b a\nend }", "'room'"),
    ],
)
def test_what_no_drawing_expresses_is_refused_by_name(text: str, message: str):
    (puzzle,) = nlc.loads(f'puzzle "p" {text}')
    with pytest.raises(UserError, match="the format penpa") as caught:
        puzzle.to("penpa")
    assert message in str(caught.value)


def test_two_clues_at_one_place_and_variables_that_are_not_drawn_are_refused():
    givens = "given one : cell -> 1..9?; given two : cell -> 1..9?;"
    genre = f"genre g {{ {givens} var x : k in 1..2 -> bool; show x; }}"
    board = "topology square; board one\n1 .\nend\nboard two\n{} 2\nend"
    (both,) = nlc.loads(f'{genre} puzzle "p" is g {{ {board.format("3")} }}')
    with pytest.raises(UserError, match="two clues at r1c1"):
        both.to("penpa")
    (apart,) = nlc.loads(f'{genre} puzzle "p" is g {{ {board.format(".")} }}')
    assert penpa.read(apart.to("penpa")).question["number"].keys() == {
        ("cell", 0, 0),
        ("cell", 0, 1),
    }
    with pytest.raises(UserError, match="no place for 'x'"):
        apart.to("penpa", solution=True)


def test_several_puzzles_are_links_below_each_other_and_answers_are_read(tmp_path, capsys):
    from nlc.cli import main

    file = tmp_path / "two.nl"
    file.write_text("".join(PUZZLES[genre].to("nl") for genre in ("shikaku", "hashi")))
    assert main(["convert", str(file), "--to", "penpa", "--solution"]) == 0
    text = capsys.readouterr().out
    assert [line.startswith("https://") for line in text.splitlines()] == [True, True]
    for puzzle in nlc.loads(text):
        assert nlc.check(puzzle, puzzle.tree.solution) == []
