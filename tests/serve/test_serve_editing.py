"""Edits of the picture are edits of the text."""

from __future__ import annotations

import re
from random import Random

import pytest
from support.documents import ROOT

import nlc
from nlc.board import Sort
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate_drawing
from nlc.language.catalogue import entries
from nlc.playing.board import values
from nlc.serve.editing import edit
from nlc.serve.puzzles import parse_text
from nlc.serve.reference import examples, new
from nlc.serve.requests import Edit, EditRequest, NewRequest, ParseRequest

SQUARES = """\
puzzle "squares" is numberlink {
  topology square;
  board
    A . .
    . . .
    . . A
  end
}
"""


def edited(text: str, *edits: Edit) -> str:
    (found,) = edit(EditRequest(text=text, edits=list(edits)))
    return found.text


def clues(text: str, given: str) -> dict[str, str]:
    """Return the clues that a text tells, as the elaborated puzzle has them."""
    program, _ = elaborate_drawing(nlc.loads(text)[0])
    names = program.board.names(program.given_sorts[given])
    found = {names[i]: value for i, value in program.givens[given].items()}
    if program.value_kinds[given] == "bool":
        found = {name: value for name, value in found.items() if value == "true"}
    return found


def test_a_clue_is_set_taken_away_and_stepped() -> None:
    text = edited(SQUARES, Edit(element="r1c2", value="B"))
    assert "    A B .\n" in text
    assert edited(text, Edit(element="r1c2", value=None)) == SQUARES
    assert edited(SQUARES, Edit(element="r2c2", step=1)).count("A") == 3
    assert "    . B .\n" in edited(SQUARES, Edit(element="r2c2", step=-1))
    assert edited(text, *[Edit(element="r1c2", step=1)] * 4) == text


def test_a_token_that_does_not_fit_moves_the_others_apart() -> None:
    text = edited(SQUARES, Edit(element="r2c2", value="long"))
    assert clues(text, "label") == {"r1c1": "A", "r2c2": "long", "r3c3": "A"}
    hexes = 'puzzle "h" is slitherlink { topology hex; board\n . 3\n2 . 1\n . .\nend }'
    text = edited(hexes, Edit(element="r2c2", value="10"))
    before, after = nlc.loads(hexes)[0], nlc.loads(text)[0]
    assert clues(text, "clue") == {"r1c2": "3", "r2c1": "2", "r2c2": "10", "r2c3": "1"}
    boards = [elaborate_drawing(puzzle)[0].board for puzzle in (before, after)]
    assert boards[0].names(Sort.LINK) == boards[1].names(Sort.LINK)


@pytest.mark.parametrize(
    ("genre", "edit", "row"),
    [
        ("kakuro", Edit(element="r1c3", given="below", value=12), r"\     \     12\   15"),
        ("kakuro", Edit(element="r2c2", given="right", value=None), r"\     29\   ."),
        ("kakuro", Edit(element="r3c1", given="below", step=1), r"0\27  ."),
        ("kenken", Edit(element="r1c1", given="target", value=60), "60x"),
        ("kenken", Edit(element="r1c1", given="op", value="plus"), "48+"),
        ("kenken", Edit(element="r1c1", given="op", value=None), "48  ."),
    ],
)
def test_a_token_of_two_values_keeps_the_other_one(genre: str, edit: Edit, row: str) -> None:
    text = next(example for example in EXAMPLES if f"is {genre} " in example)
    assert any(line.strip().startswith(row) for line in edited(text, edit).splitlines())


def test_a_compact_board_of_one_column_gets_a_legend() -> None:
    text = 'puzzle "c" is slitherlink { topology square; board\n.\n3\nend }'
    text = edited(text, Edit(element="r1c1", value="12"))
    assert clues(text, "clue") == {"r1c1": "12", "r2c1": "3"}


def test_a_token_of_several_givens_keeps_the_others() -> None:
    text = next(example for example in EXAMPLES if "is akari" in example)
    assert clues(text, "block") != {}
    changed = edited(text, Edit(element="r1c1", given="block", value=True))
    assert clues(changed, "block") == {**clues(text, "block"), "r1c1": "true"}
    assert edited(changed, Edit(element="r1c1", given="block", value=False)) == text


def test_marks_come_and_go() -> None:
    text = 'puzzle "s" is slitherlink { topology square; board\n. .\n. .\nend\n}'
    once = edited(text, Edit(element="r1c1.corner(NW)", given="port", value="inlet"))
    assert clues(once, "port") == {"r1c1.corner(NW)": "inlet"}
    twice = edited(once, Edit(element="r2c2.corner(SE)", given="port", value="outlet"))
    moved = edited(twice, Edit(element="r1c1.corner(NW)", given="port", value="outlet"))
    assert set(clues(moved, "port").values()) == {"outlet"}
    assert edited(once, Edit(element="r1c1.corner(NW)", value=None, given="port")) == text


def test_a_clue_on_a_link_of_a_graph_is_set_and_taken_away() -> None:
    rule = "rule r { for x in links where has g(x) { sum v[cells(x)] = g(x); } }"
    genre = f"genre w {{ given g : link -> 0..9?; var v : cell -> 0..3; {rule} show v; }}"
    text = f'{genre}\npuzzle "p" is w {{ topology graph {{ cells a b c; links a-b b-c; }} }}'
    marked = edited(text, Edit(element="a-b", given="g", value=3))
    assert clues(marked, "g") == {"a-b": "3"}
    assert clues(edited(marked, Edit(element="a-b", given="g")), "g") == {}


def test_holes_and_walls_come_and_go() -> None:
    text = edited(SQUARES, Edit(kind="hole", element="r2c2", value=True))
    assert "    . # .\n" in text
    assert edited(text, Edit(kind="hole", element="r2c2", step=1)) == SQUARES
    text = edited(SQUARES, Edit(kind="wall", element="r1c1-r1c2", value=True))
    assert "wall r1c1|r1c2;" in text
    text = edited(text, Edit(kind="wall", element="r1c1|r2c1", step=1))
    assert nlc.elaborate(nlc.loads(text)[0]).board.find("r1c1-r1c2") is None
    text = edited(text, Edit(kind="wall", element="r2c1|r1c1", step=1))
    assert edited(text, Edit(kind="wall", element="r1c2|r1c1", value=False)) == SQUARES


def _examples() -> list[str]:
    (found,) = examples(None)
    return [example.text for example in found]


EXAMPLES = _examples()

SMALL = [
    found[0]
    for name in ("genres.nl", "puzzles.nl")
    for found in re.finditer(
        r"^puzzle .*?^\}\n", (ROOT / "fixtures" / name).read_text(), re.MULTILINE | re.DOTALL
    )
]
"""A board of each genre, on which nothing takes long."""


@pytest.mark.slow
def test_every_genre_has_an_example() -> None:
    genres = {nlc.loads(text)[0].genre for text in EXAMPLES}
    assert genres == {entry.name for entry in entries()}


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("text", SMALL, ids=lambda text: text.split('"')[1])
def test_random_clues_are_said_on_boards_of_every_genre(text: str) -> None:
    from nlc.ir.elaborate.program import elaborate_drawing

    random = Random(1)
    puzzle = nlc.loads(text)[0]
    program, _ = elaborate_drawing(puzzle)
    for name, given in puzzle.rules.givens.items():
        names = program.board.names(program.given_sorts[name])
        element = random.choice(names)
        value = random.choice(values(given, program) or ["A", "7"])
        changed = edited(text, Edit(element=element, given=name, value=value))
        assert clues(changed, name) == {**clues(text, name), element: value}
        if given.optional or given.type.kind == "bool":
            gone = edited(changed, Edit(element=element, given=name, value=None))
            rest = {k: v for k, v in clues(text, name).items() if k != element}
            assert clues(gone, name) == rest
        others = set(puzzle.rules.givens) - {name}
        assert all(clues(changed, other) == clues(text, other) for other in others)


TENTS = """\
genre tents "a tent" {
  given tree : cell -> bool as disc;
  given number : line -> 0..9?;
  var tent : cell -> bool;
  rule counts { for l in lines where has number(l) { exactly number(l) of tent[cells(l)]; } }
  show tent;
}
puzzle "rows" is tents {
  topology square;
  board
    . .
    . .
  end
}
"""


def test_a_clue_over_a_line_is_drawn_or_marked() -> None:
    line = "r2c1.line(E)"
    marked = edited(TENTS, Edit(element=line, given="number", value=2))
    assert f"mark number = 2 at {line};" in marked
    assert edited(marked, Edit(element=line, given="number", value=None)) == TENTS
    around = TENTS.replace("  end\n}", "  end\n  board number\n    . . .\n    .\n    1\n  end\n}")
    text = edited(around, Edit(element=line, step=1), Edit(element="r1c2.line(N)", step=1))
    assert "    . . 0\n    .\n    2\n" in text
    assert clues(text, "number") == {line: "2", "r1c2.line(N)": "0"}


def test_places_are_those_of_the_picture_also_where_clues_stand_beside_it() -> None:
    plain = parse_text(ParseRequest(text=SQUARES))
    found = parse_text(ParseRequest(text=edited(TENTS, Edit(element="r1c1.line(N)", value=1))))
    assert plain.board is not None and plain.board.lines.names == []
    assert found.board is not None and found.svg is not None
    lines, cells = found.board.lines, found.board.cells
    assert lines.names == ["r1c1.line(N)", "r1c1.line(E)", "r1c2.line(N)", "r2c1.line(E)"]
    place = f'data-e="r1c1.line(N)" x="{lines.x[0]:g}" y="{lines.y[0]:g}"'
    assert place in found.svg
    assert lines.x[0] == cells.x[0] and lines.y[1] == cells.y[0] > lines.y[0]
    assert f'viewBox="0 0 {found.board.width:g} {found.board.height:g}"' in found.svg


def test_the_key_of_a_board_tells_the_room_round_it() -> None:
    border = TENTS.replace("number : line", "number : border").replace(
        "for l in lines where has number(l) { exactly number(l) of tent[cells(l)]; }", ""
    )
    inner = edited(border, Edit(element="r1c1.side(E)", given="number", value=1))
    outer = edited(border, Edit(element="r1c1.side(N)", given="number", value=1))
    keys = [parse_text(ParseRequest(text=text)).key for text in (border, inner, outer)]
    assert keys[0] == keys[1] != keys[2]


def made(genre: str, columns: int, rows: int) -> str:
    (found,) = new(NewRequest(genre=genre, columns=columns, rows=rows))
    return found.text


LACKING = {"dominosa", "magnets", "nurimaze", "tracks"}
"""Genres that say what an empty board lacks: numbers, pairs of cells, a start and a goal, ends."""


@pytest.mark.sample(2, every=3)
@pytest.mark.parametrize("genre", [entry.name for entry in entries()])
def test_a_new_board_of_each_genre_can_be_drawn_and_edited(genre: str) -> None:
    found = parse_text(ParseRequest(text=made(genre, 4, 4)))
    assert found.svg is not None and bool(found.diagnostics) == (genre in LACKING)
    assert found.puzzle is not None
    for each in found.puzzle.givens:
        if each.sort == "cell" and each.kind == "name" and not each.optional:
            assert len(each.clues) == 16
            text = edited(made(genre, 4, 4), Edit(element="r2c2", given=each.name, value="z"))
            assert clues(text, each.name)["r2c2"] == "z"
            assert edited(text, Edit(element="r2c2", given=each.name)) == text


@pytest.mark.slow
def test_boxes_of_a_new_board_have_as_many_cells_as_a_row() -> None:
    for columns, rows, corner in ((9, 9, "r3c3"), (6, 6, "r2c3"), (7, 7, "r1c7"), (36, 36, "r6c6")):
        box = clues(made("sudoku", columns, rows), "box")
        same = [name for name, label in box.items() if label == box["r1c1"]]
        assert len(same) == columns and same[-1] == corner
        assert len(set(box.values())) == rows


LISTS = """\
genre stripes "runs" {
  given clue : line -> list of 0..99?;
  given near : cell -> list of 0..8?;
  var dark : cell -> bool;
  rule runs { for l in lines where has clue(l) { runs(dark[cells(l)], clue(l)); } }
  rule near { for c in cells where has near(c) { runs(dark[ring(c)], near(c)); } }
  show dark;
}
puzzle "p" is stripes {
  topology square;
  board
    . . .
    . . .
  end
  board clue
DRAWN
  end
}
"""


@pytest.mark.parametrize("drawn", ["    . 1 . .\n    1,1\n    .", "    . . 1 . .\n    1 1\n    ."])
def test_lists_are_typed_whichever_way_they_are_drawn(drawn: str) -> None:
    text = LISTS.replace("DRAWN", drawn)
    before = {"r1c1.line(N)": "1", "r1c1.line(E)": "1,1"}
    assert clues(text, "clue") == before
    more = edited(text, Edit(element="r1c3.line(N)", given="clue", value="1,0,1"))
    assert clues(more, "clue") == {**before, "r1c3.line(N)": "1,0,1"}
    less = edited(more, Edit(element="r1c1.line(E)", given="clue", value=None))
    assert clues(less, "clue") == {"r1c1.line(N)": "1", "r1c3.line(N)": "1,0,1"}
    cells = edited(less, Edit(element="r2c2", given="near", value="2,1"))
    assert clues(cells, "near") == {"r2c2": "2,1"}
    with pytest.raises(UserError, match="'clue' is a list of numbers from 0 to 99"):
        edited(text, Edit(element="r1c3.line(N)", given="clue", value="1,x"))
    with pytest.raises(UserError, match="'clue' is a list, which is typed: 3,1"):
        edited(text, Edit(element="r1c3.line(N)", given="clue", step=1))


def test_a_list_without_a_drawing_becomes_a_mark() -> None:
    text = LISTS.replace("  board clue\nDRAWN\n  end\n", "")
    more = edited(text, Edit(element="r1c3.line(N)", given="clue", value="1,1"))
    assert '  mark clue = "1,1" at r1c3.line(N);' in more
    assert clues(more, "clue") == {"r1c3.line(N)": "1,1"}
