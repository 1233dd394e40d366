"""Game IDs of Loopy: which face is which cell, what is read and written, and mistakes."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

import nlc
from nlc import formats
from nlc.errors import Source, UserError
from nlc.formats.loopy import HONEYCOMB, SQUARE, TRIANGULAR, ground_layout, layout
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.language.syntax import BoardLiteral, Mark
from nlc.loading import load_puzzles


def read(text: str):
    return list(formats.import_puzzles(Source("g.txt", text), "loopy"))


def clues(puzzle) -> dict[str, int]:
    return {
        place.text: item.value.value
        for item in puzzle.items
        if isinstance(item, Mark)
        for place in item.places
    }


def program(text: str):
    return elaborate(load(Source("p.nl", text)).puzzles[0])


def corners(board, cell: int):
    """Return the corners of a cell in units in which all of them are whole numbers."""
    unit = {"square": (1, 1), "hex": (2, 2 / math.sqrt(3)), "triangle": (2, 2 / math.sqrt(3))}
    points = board.points - board.points.min(axis=0)
    spots = points[board.cell_corners.row(cell)] * unit[board.topology]
    assert np.allclose(spots, np.rint(spots))
    return {tuple(spot) for spot in np.rint(spots).astype(int).tolist()}


def faces(kind: int, width: int, height: int, eared: bool):
    """Return the corners of each face as Loopy's own description of its grids puts them."""
    if kind == SQUARE:
        for y in range(height):
            for x in range(width):
                yield {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
    elif kind == HONEYCOMB:
        for y in range(height):
            for x in range(width):
                left, middle = 3 * x, 2 * y + 1 + x % 2
                yield {(left, middle), (left + 4, middle)} | {
                    (left + across, middle + down) for across in (1, 3) for down in (-1, 1)
                }
    elif eared:
        for y in range(height):
            for x in range(width):
                # Dots of odd rows are half a side further right.
                up = [(2 * (x + i) + y % 2, y) for i in (0, 1)]
                down = [(2 * (x + i) + (y + 1) % 2, y + 1) for i in (0, 1)]
                if y % 2:
                    yield from ({up[0], *down}, {*up, down[1]})
                else:
                    yield from ({*up, down[0]}, {up[1], *down})
    else:
        for y in range(height):
            flat, tip = (y, y + 1) if y % 2 else (y + 1, y)
            last = height % 2 and y == height - 1
            for x in range(width + 1):
                if not (last and x in (0, width)):
                    yield {(2 * x, flat), (2 * x + 1, tip), (2 * x + 2, flat)}
            for x in range(width):
                yield {(2 * x + 1, tip), (2 * x + 2, flat), (2 * x + 3, tip)}


SIZES = [(1, 1), (2, 1), (1, 2), (3, 2), (2, 3), (4, 5), (5, 4)]
GRIDS = [
    *((kind, w, h, False) for kind in (SQUARE, TRIANGULAR, HONEYCOMB) for w, h in SIZES),
    *((TRIANGULAR, w, h, True) for w, h in SIZES),
]


@pytest.mark.parametrize(("kind", "width", "height", "eared"), GRIDS)
def test_faces_come_in_the_order_of_loopy(kind, width, height, eared):
    made = layout(kind, width, height, eared)
    board = ground_layout(made)
    index = {place: i for i, place in enumerate(zip(board.row_of, board.col_of, strict=True))}
    found = [corners(board, index[place]) for place in made.cells]
    wanted = list(faces(kind, width, height, eared))
    dots = set().union(*wanted)
    shift = min(x for x, _ in dots), min(y for _, y in dots)
    assert found == [{(x - shift[0], y - shift[1]) for x, y in face} for face in wanted]


def test_digits_letters_and_runs_are_read():
    (puzzle,) = read("4x2t0dn:3a02b1a")
    assert clues(puzzle) == {"r1c1": 3, "r1c3": 0, "r1c4": 2, "r2c3": 1}
    (big,) = read("7:zw")
    (board,) = [item for item in big.items if isinstance(item, BoardLiteral)]
    assert board.lines == (".......",) * 7
    assert clues(read("2x1t2:5A")[0]) == {"r1c1": 5, "r1c2": 10}


def test_a_clue_points_at_its_character():
    (puzzle,) = read("2x2t0:a3b")
    (mark,) = [item for item in puzzle.items if isinstance(item, Mark)]
    assert str(mark.places[0].span) == "g.txt:1:8"


def test_a_file_holds_one_puzzle_a_line(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("# comment\n2:3333\n\n2x1t0de:30\n")
    cases, _ = load_puzzles(str(path))
    assert [case.tree.title for case in cases] == ["two #1", "two #2"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("2:3334x", "1:7", "the board has 4 cells, and here is one more"),
        ("2:aaaaa", "1:7", "the board has 4 cells, and here is one more"),
        ("2:3e", "1:4", "the board has 4 cells, and here is one more"),
        ("2:33", "1:4", "the clues end after 2 of 4 cells"),
        ("2:", "1:2", "the clues end after 0 of 4 cells"),
        ("2:3_33", "1:4", "'_' is not a clue"),
        ("0x3:a", "1:1", "a board has at least one row and one column"),
        ("99999x99999:a", "1:1", "a board has at most 16777216 cells"),
        ("2x2t7:aaaa", "1:4", "grids of type 7 are not known here"),
        ("7x7t0de#123456", "1:8", "this is the seed of a random game, which only Loopy can make"),
        ("2y2:aaaa", "1:1", "expected a game ID of Loopy"),
        ("hello", "1:1", "expected a game ID of Loopy"),
        ("  2:33x", "1:7", "the board has 4 cells, and here is one more"),
    ],
)
def test_a_mistake_is_told_at_its_place(text, place, message):
    with pytest.raises(UserError) as caught:
        read(text)
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (f"g.txt:{place}", message)


def test_a_broken_line_does_not_hide_the_others():
    reader = formats.import_puzzles(Source("g.txt", "2:3333\n2:3\n1:4\n"), "loopy")
    assert [next(reader).title, next(reader).title] == ["g #1", "g #3"]
    with pytest.raises(UserError, match=r"g\.txt:2:3"):
        next(reader)


@pytest.mark.parametrize(("kind", "width", "height", "eared"), GRIDS)
def test_what_is_written_is_read_back(kind, width, height, eared):
    random = Random(f"{kind} {width} {height} {eared}")
    made = layout(kind, width, height, eared)
    sides = {"square": 4, "hex": 6, "triangle": 3}[made.topology]
    faces_of = [random.choice([".", str(random.randrange(sides))]) for _ in made.cells]
    head = f"{width}x{height}t{kind}:" + ("0_" if kind == TRIANGULAR and not eared else "")
    text = head + "".join(face if face != "." else "a" for face in faces_of) + "\n"
    (puzzle,) = read(text)
    again = formats.FORMATS.get("loopy").write(written_as_language(puzzle))
    assert clues(read(again)[0]) == clues(puzzle)
    assert again.startswith(head)


def written_as_language(puzzle):
    """Elaborate an imported puzzle through the text of the language."""
    (board,) = [item for item in puzzle.items if isinstance(item, BoardLiteral)]
    topology = next(item for item in puzzle.items if type(item).__name__ == "Topology")
    settings = ", ".join(f"{key.name}={value.name}" for key, value in topology.settings)
    marks = "\n".join(f"mark clue = {n} at {place};" for place, n in clues(puzzle).items())
    return program(
        f'puzzle "p" is slitherlink {{ topology {topology.name.name}'
        f"{f'({settings})' if settings else ''};\nboard\n"
        + "\n".join(board.lines)
        + f"\nend\n{marks}\n}}"
    )


@pytest.mark.parametrize(
    ("topology", "rows", "expected"),
    [
        # Hexagons with a pointed top, seen from the side, and then from behind.
        ("hex", ["1 2 3", " 4 5 a"], "2x3t2:14253a\n"),
        ("hex", [" 1 2 3", "4 5 a"], "2x3t2:3a2514\n"),
        # Rows of triangles the other way round, mirrored.
        ("triangle(first=up)", ["1 2 3 0", "a 1 2 3"], "2x2t1:0321321a\n"),
    ],
)
def test_a_board_that_is_one_of_loopys_seen_otherwise_is_written_as_that(topology, rows, expected):
    drawn = "\n".join(rows).replace("a", ".")
    text = f'puzzle "p" is slitherlink {{ topology {topology};\nboard\n{drawn}\nend\n}}'
    assert formats.FORMATS.get("loopy").write(program(text)) == expected.replace("aa", "b")


PORTS = "mark port = inlet at r1c1.corner(NW); mark port = outlet at r1c1.corner(NE);"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topology square(wrap=horizontal); board\n1 . . .\n. . . .\nend", "no such board"),
        ("topology square; board\n1 # .\nend", "no such board"),
        ("topology hex; board\n 1 .\n. . .\nend", "no such board"),
        ("topology triangle(first=down); board\n1 . .\n. . .\nend", "no such board"),
        ("topology square; set full = true; board\n1 .\nend", "take full=false for granted"),
        (f"topology square; board\n1 .\nend\n{PORTS}", "has no inlet and outlet"),
        (
            "topology square; board\n1 .\nend\nrule house { line[r1c1.side(N)]; }",
            "cannot express the rule 'house'",
        ),
    ],
)
def test_what_the_format_cannot_say_is_refused(text, message):
    with pytest.raises(UserError, match=message):
        formats.FORMATS.get("loopy").write(program(f'puzzle "p" is slitherlink {{ {text} }}'))


def test_another_genre_is_refused():
    text = 'puzzle "p" is numberlink { topology square; board\nA . A\nend\n}'
    with pytest.raises(UserError, match="for slitherlink, not for numberlink"):
        formats.FORMATS.get("loopy").write(program(text))


def test_a_clue_of_one_sign_comes_back_as_one_sign():
    (puzzle,) = nlc.loads("2x2t0:Zc\n", format="loopy")
    assert puzzle.to("loopy") == "2x2t0:Zc\n"
    (larger,) = nlc.loads('puzzle "p" is slitherlink { topology square;\nboard\n36 .\n. .\nend }')
    with pytest.raises(nlc.InputError, match="Loopy has clues up to 35, not 36"):
        larger.to("loopy")


def test_an_id_that_is_no_loopy_is_asked_for_its_game():
    with pytest.raises(UserError) as caught:
        nlc.loads("5:2/3/1/2/2\n")
    assert "the ID of another game has its name" in (caught.value.diagnostics[0].hint or "")
