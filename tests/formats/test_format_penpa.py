"""Links of penpa-edit: drawings made here as its text says, and mistakes."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode

import pytest
from support.sheets import PUZZLES, said, solution_of

import nlc
from nlc.errors import UserError
from nlc.formats.genres import parted, parts_of
from nlc.formats.sheet import Point, sheet_of

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

GENRES = [genre for genre in PUZZLES if genre in parted("penpa")]


def packed(lines: list[str]) -> str:
    press = zlib.compressobj(wbits=-15)
    return b64encode(press.compress("\n".join(lines).encode()) + press.flush()).decode()


def link(
    rows,
    cols,
    question,
    answer=None,
    *,
    grid="square",
    margins=(0, 0, 0, 0),
    holes=(),
    tags=(),
    title="",
):
    """Return a link; a place is (kind, row, column), margins are top, bottom, left, right."""
    top, bottom, left, right = margins
    ny, nx = rows + top + bottom, cols + left + right

    def number(place):
        kind, row, col = place
        at = (row + 2 + top) * (nx + 4) + col + 2 + left
        at = 4 * at + kind - 4 if kind > 3 else at  # the quarters of cells
        return min(kind, 4) * (nx + 4) * (ny + 4) + at

    def layer(marks):
        out = {}
        for name, items in (marks or {}).items():
            if items and not isinstance(items[0], tuple):  # such as thermo, a list of lists
                out[name] = [[number(place) for place in places] for places in items]
                continue
            out[name] = {
                ",".join(str(number(place)) for place in places): value for places, value in items
            }
        text = json.dumps(out, separators=(",", ":")).replace("z", "zZ")
        for name, short in (
            ("number", "zN"),
            ("lineE", "zE"),
            ("line", "zL"),
            ("symbol", "zY"),
            ("surface", "zS"),
            ("cage", "zC"),
            ("thermo", "zT"),
        ):
            text = text.replace(f'"{name}"', short)
        return text.replace("null", "zO")

    cells = [number((0, r, c)) for r in range(rows) for c in range(cols) if (r, c) not in holes]
    steps = [b - a for a, b in zip([0, *cells], cells, strict=False)]
    lines = [
        f"{grid},{nx},{ny},38,0,1,1,400,400,0,0,0,0,0,0,Title: {title},Author: ,,,OFF,false",
        json.dumps(list(margins)),
        "{}",
        layer(question),
        layer(answer),
        json.dumps(steps),
    ]
    lines += ["[]", "{}", "x", "x", "[3,2,1]", "{}", "x", "0", "{}", "{}", "{}"]
    lines.append(json.dumps(list(tags)))
    return SITE + packed(lines)


def drawn(genre: str, puzzle: nlc.Puzzle, **options) -> str:
    """Return the link of a puzzle, and draw its solution where the genre has lines or shades."""
    board = solution_of(puzzle)
    sheet, parts = sheet_of(nlc.elaborate(puzzle), "test", board.values), parts_of(genre)
    numbers, symbols, surface, edges = [], [], [], []
    arrows = sheet.givens.get(parts.arrow, {})
    for name in (parts.number, parts.room_number):
        for (row, col), value in sheet.givens.get(name, {}).items():
            text, mode = str(value), "1"
            if "," in text:
                text, mode = text.replace(",", ""), "4"
            if (row, col) in arrows:
                text, mode = f"{value}_{'NWES'.index(arrows[row, col])}", "2"
            numbers.append(([(0, row, col)], [text, 1, mode]))
    for (row, col, side), value in sheet.givens.get(parts.outside, {}).items():
        place = (-1, col) if side == "N" else (row, -1)
        numbers.append(([(0, *place)], [str(value), 1, "1"]))
    for point, value in sheet.givens.get(parts.point, {}).items():
        assert isinstance(point, Point)
        numbers.append(([(1, point.row - 1, point.col - 1)], [str(value), 1, "1"]))
    if parts.circle and not parts.number:
        name, _, black = parts.circle
        for (row, col), value in sheet.givens.get(name, {}).items():
            symbols.append(([(0, row, col)], [1 + (value == black), "circle_L", 1]))
    told = sheet.givens.get(parts.number, {})
    for row, col in sheet.givens.get(parts.unknown, {}).keys() - told.keys():
        if genre == "akari":
            surface.append(([(0, row, col)], 4))
        else:
            numbers.append(([(0, row, col)], ["?", 1, "1"]))
    for row, col in sheet.givens.get(parts.blocked, {}):
        surface.append(([(0, row, col)], 1))
    rooms = sheet.givens.get(parts.room, {})
    for row, col in sheet.cells if rooms else ():
        for other, ends in (
            ((row, col + 1), [(1, row - 1, col), (1, row, col)]),
            ((row + 1, col), [(1, row, col - 1), (1, row, col)]),
        ):
            if other in rooms and rooms[other] != rooms[row, col]:
                edges.append((ends, 2))
    question = {"number": numbers, "symbol": symbols, "surface": surface, "lineE": edges}
    lines, shades = [], []
    for segment in sheet.answer.get(parts.line, ()):
        lines.append(([(0, *segment.first), (0, *segment.second)], 3))
    for row, col in sheet.answer.get(parts.shaded, ()):
        shades.append(([(0, row, col)], 1))
    answer = {"line": lines, "surface": shades}
    return link(sheet.rows, sheet.cols, question, answer, holes=sheet.holes, **options)


UNDRAWN = [
    "balance",
    "battleships",
    "castle",
    "dbchoco",
    "doppelblock",
    "easyasabc",
    "futoshiki",
    "galaxies",
    "grandtour",
    "kakuro",
    "kenken",
    "killer",
    "kropki",
    "magnets",
    "map",
    "midloop",
    "moonsun",
    "munraito",
    "net",
    "nondango",
    "nonogram",
    "nurimaze",
    "pipelink",
    "sashigane",
    "signpost",
    "skyscrapers",
    "str8ts",
    "sudokus",
    "tatamibari",
    "tenner",
    "tents",
    "thermometers",
    "tracks",
    "undead",
]
"""Genres with more than `drawn` draws: other marks, lists outside, arrows, scattered rooms."""


def plain(genre: str) -> nlc.Puzzle:
    """Return a puzzle of a genre by the rules that it has by itself."""
    text = "\n".join(
        line for line in PUZZLES[genre].to("nl").splitlines() if not line.startswith("  set ")
    )
    return nlc.loads(text)[0]


@pytest.mark.sample(4, every=2)
@pytest.mark.parametrize("genre", [each for each in GENRES if each not in UNDRAWN])
def test_a_drawing_is_read_by_the_parts_of_its_genre(genre: str):
    puzzle, parts = plain(genre), parts_of(genre)
    text = drawn(genre, puzzle, margins=(1, 0, 2, 0), title="mine%2C yours")
    (again,) = nlc.loads(text + "\n", format=f"auto:{genre}")
    assert said(again) == said(puzzle)
    assert again.title == "mine, yours"
    if (parts.line or parts.shaded) and not (parts.double or parts.region):
        assert nlc.check(again, again.tree.solution) == []
    (tagged,) = nlc.loads(drawn(genre, puzzle, tags=["noconflict", genre.capitalize()]) + "\n")
    assert said(tagged) == said(puzzle)


def test_numbers_and_an_outline_of_slitherlink_and_holes():
    square = [
        [(1, -1, -1), (1, -1, 0)],
        [(1, 0, -1), (1, 0, 0)],
        [(1, -1, -1), (1, 0, -1)],
        [(1, -1, 0), (1, 0, 0)],
    ]
    answer = {"lineE": [(ends, 3) for ends in square] + [([(1, 0, 0), (1, 0, 1)], 98)]}
    text = link(2, 2, {"number": [([(0, 0, 1)], ["1", 1, "1"])]}, answer, holes=[(1, 1)])
    (puzzle,) = nlc.loads(text + "\n", format="penpa:slitherlink")
    assert said(puzzle)[1][2] == {(1, 1)}
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    assert set(puzzle.tree.solution["line"]) == {
        "r1c1.side(N)",
        "r1c1.side(W)",
        "r1c1|r1c2",
        "r1c1|r2c1",
    }


def test_a_question_mark_is_a_number_that_is_not_told():
    question = {
        "number": [([(0, 0, 0)], ["?", 1, "2"]), ([(0, 1, 1)], ["1_1", 1, "2"])],
        "surface": [([(0, 0, 0)], 8), ([(0, 1, 1)], 8), ([(0, 2, 2)], 8)],
    }
    (puzzle,) = nlc.loads(link(3, 3, question) + "\n", format="penpa:yajilin")
    givens = said(puzzle)[3]
    assert givens["unknown"] == {(0, 0): True} and givens["grey"] == {(2, 2): True}
    assert (givens["clue"], givens["arrow"]) == ({(1, 1): 1}, {(1, 1): "W"})
    points = {"number": [([(1, 0, 0)], ["?", 1, "1"]), ([(1, -1, 0)], ["2", 1, "1"])]}
    (puzzle,) = nlc.loads(link(3, 3, points) + "\n", format="penpa:creek")
    assert said(puzzle)[3] == {"clue": {Point(0, 1): 2}}


def test_letters_are_labels_and_a_link_may_hold_a_url_of_puzz_link():
    question = {"number": [([(0, 0, c)], [t, 1, "1"]) for c, t in enumerate("AzzA")]}
    (puzzle,) = nlc.loads(link(1, 4, question, tags=["Number Link"]) + "\n")
    assert said(puzzle)[3]["label"] == {(0, 0): "A", (0, 1): "z", (0, 2): "z", (0, 3): "A"}
    (other,) = nlc.loads(f"{SITE}https://puzz.link/p?slither/2/2/2h3\n")
    assert other.genre == "slitherlink"
    old = link(1, 4, question, tags=["numberlink"]).replace("#", "?") + "&a=xyz"
    assert said(nlc.loads(old + "\n")[0]) == said(puzzle)


@pytest.mark.parametrize(
    ("text", "genre", "message"),
    [
        (link(2, 2, {}), "", "does not name one genre that is known here: it has no tags"),
        (link(2, 2, {}, tags=["lookair"]), "", "this is Look-Air, and nlc has no such genre yet"),
        (link(2, 2, {}, grid="hex"), "masyu", "the grid is hex, and only squares are read"),
        (link(2, 2, {"number": [([(0, 0, 0)], ["1", 1, "1"])]}), "masyu", "the text '1' at r1c1"),
        (link(2, 2, {"number": [([(0, 0, -1)], ["1", 1, "1"])]}), "hashi", "outside the board"),
        (link(2, 2, {"number": [([(0, 0, 0)], ["12", 1, "4"])]}), "hashi", "the text '12' at"),
        (link(2, 2, {"number": [([(2, 0, 0)], ["1", 1, "1"])]}), "hashi", "the text '1' at"),
        (link(2, 2, {"number": [([(1, 0, 0)], ["12", 1, "4"])]}), "creek", "the text '12' at"),
        (
            link(1, 3, {"numberS": [([(5, 0, 1)], ["5", 1])]}, holes=[(0, 1)]),
            "kakuro",
            "the text '5' in a corner",
        ),
        (link(2, 2, {"symbol": [([(0, 0, 0)], [1, "star", 1])]}), "masyu", "the symbol 'star'"),
        (link(2, 2, {"surface": [([(0, 0, 0)], 4)]}), "hitori", "there is a shaded cell at r1c1"),
        (link(2, 2, {"lineE": [([(1, -1, 0), (1, 0, 0)], 2)]}), "masyu", "there are thick edges"),
        (link(2, 2, {"line": [([(0, 0, 0), (0, 0, 1)], 3)]}), "masyu", "of the kind 'line'"),
        (link(1, 2, {"thermo": [[(0, 0, 0), (0, 0, 1)]]}), "suguru", "of the kind 'thermo'"),
        (
            link(1, 3, {"thermo": [[(0, 0, 0), (0, 0, 1)], [(0, 0, 2), (0, 0, 1)]]}),
            "thermometers",
            "two clues 'place' at r1c2",
        ),
        (link(2, 2, {"number": [([(0, 0, 0)], ["1_01", 1, "2"])]}), "yajilin", "with an arrow"),
        (link(2, 2, {"lineE": [([(1, -1, 0), (1, 0, 1)], 2)]}), "lits", "not a side of a cell"),
        (link(2, 2, {"lineE": [([(0, 0, 0), (0, 0, 1)], 2)]}), "lits", "not a side of a cell"),
        (link(2, 2, {}, margins=(0, -1, 0, 0)), "masyu", "the board of this drawing has no cells"),
        (SITE + "abc", "masyu", "the DATA of this link is damaged: is it cut off?"),
        (link(5, 5, {})[:-9], "masyu", "the DATA of this link is damaged: is it cut off?"),
        (SITE + packed(["square,3"]), "masyu", "is not a drawing of penpa-edit"),
        (f"{SITE}https://puzz.link/p?slither/2/2/2h3", "masyu", "this puzzle is slitherlink, not"),
        (f"{SITE}https://puzz.link/p?slither/2/2/2!", "", "'!' is "),
        (link(2, 2, {}), "eulero", "drawings of eulero are not known here"),
    ],
)
def test_what_is_not_known_is_refused_by_name(text: str, genre: str, message: str):
    with pytest.raises(UserError) as caught:
        nlc.loads(text + "\n", format=f"penpa:{genre}" if genre else "penpa")
    (item,) = caught.value.diagnostics
    assert message in item.message
    told = genre == "eulero" or message.startswith("this puzzle")
    assert told or item.span.column == len(SITE) + 1


BOXES = {"lineE": [([(1, -1, 1), (1, 0, 1)], 2), ([(1, 0, 1), (1, 1, 1)], 2)]}


@pytest.mark.parametrize(
    ("tags", "genre"),
    [
        (["hashiwokakero (hashi/bridges)"], "hashi"),
        (["ayeheya (ekawayeh)"], "ayeheya"),
        (["suguru (capsules)", "noconflict"], "suguru"),
        (["kuromasu", "Kurodoko"], "kurodoko"),
        (["regional yajilin"], "yajilinregions"),
        (["yin-yang"], "yinyang"),
        (["classic", "non-alphanumeric"], "sudoku"),
        (["irregular"], "sudoku"),
    ],
)
def test_tags_of_penpa_name_the_genre(tags, genre):
    marks = BOXES if genre in ("sudoku", "suguru", "ayeheya", "yajilinregions") else {}
    (puzzle,) = nlc.loads(link(2, 4, marks, tags=tags) + "\n")
    assert puzzle.genre == genre


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        (["classic", "skyscraper sudoku"], "this is Skyscraper Sudoku, and nlc has no such genre"),
        (["classic", "killer"], "known here: its tags are classic, killer"),
        (["classic", "tile"], "known here: its tags are classic, tile"),
        (["classic", "thermo", "arrow"], "known here: its tags are classic, thermo, arrow"),
        (["irregular"], "Jigsaw Sudoku is sudoku with boxes that are drawn"),
        (["slitherlink", "tslither (touch slitherlink)"], "this is Touch Slitherlink"),
        (["masyu", "yajilin"], "its tags are masyu, yajilin"),
    ],
)
def test_a_tag_of_a_variant_beside_one_that_is_known_is_not_ignored(tags, message):
    text = link(4, 4, {}, tags=tags) + "\n"
    with pytest.raises(UserError) as caught:
        nlc.loads(text)
    (item,) = caught.value.diagnostics
    assert message in item.message
    assert nlc.loads(text, genre="sudoku")[0].genre == "sudoku"


def test_an_edge_that_divides_no_room_is_told_of_where_it_asks_for_nothing():
    edge = link(2, 2, {"lineE": [([(1, -1, 0), (1, 0, 0)], 2)]}) + "\n"
    with pytest.warns(UserWarning, match=r"the edge r1c1\|r1c2 divides no room"):
        (puzzle,) = nlc.loads(edge, format="penpa:norinori")
    assert len(set(said(puzzle)[3]["room"].values())) == 1


def test_a_sudoku_without_edges_has_the_usual_boxes():
    (puzzle,) = nlc.loads(link(6, 6, {}) + "\n", format="penpa:sudoku")
    boxes = said(puzzle)[3]["box"]
    assert (boxes[1, 2], boxes[2, 3]) == ((0, 0), (2, 3))


def _loaded(genre: str, question: dict, rows: int = 2, cols: int = 2, **how) -> nlc.Program:
    (puzzle,) = nlc.loads(link(rows, cols, question, tags=[genre], **how), genre=genre)
    return nlc.elaborate(puzzle)


@pytest.mark.parametrize(
    ("genre", "name"),
    [("shikaku", "area"), ("hashi", "island"), ("kurodoko", "unknown"), ("nurikabe", "isle")],
)
@pytest.mark.parametrize(
    "mark",
    [("number", [" ", 6, "1"]), ("symbol", [1, "circle_L", 1]), ("number", ["?", 1, "1"])],
    ids=["blank in a circle", "circle", "question mark"],
)
def test_a_clue_without_a_number_is_kept(genre, name, mark):
    kind, value = mark
    question = {kind: [([(0, 0, 0)], value)]}
    if kind == "number":
        question[kind].append(([(0, 1, 1)], ["3", 1, "1"]))
    else:
        question["number"] = [([(0, 1, 1)], ["3", 1, "1"])]
    program = _loaded(genre, question)
    assert set(program.givens[name]) >= {0}


@pytest.mark.parametrize("genre", ["heyawake", "country"])
def test_a_number_of_a_room_may_stand_in_its_corner(genre):
    marks = [([(4, 0, 0)], ["1", 1])]
    assert "1" in _loaded(genre, {"numberS": marks}).givens[parts_of(genre).room_number].values()


def test_marks_without_a_meaning_are_refused_and_none_is_dropped():
    with pytest.raises(UserError, match="a black circle at r1c1"):
        _loaded("slitherlink", {"symbol": [([(0, 0, 0)], [2, "circle_L", 1])]})
    for genre in ("magnets", "moonsun"):  # it is neither a pole nor a moon
        with pytest.raises(UserError, match="a white circle at r1c1"):
            _loaded(genre, {"symbol": [([(0, 0, 0)], [1, "circle_L", 1])]})
