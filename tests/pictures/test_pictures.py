"""Pictures of boards: well-formed, complete, and without what hides something."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from pictures.svg import SVG, distance, lines, parsed, segments
from support import documents

import nlc
from nlc.board import Board, Sort
from nlc.pictures.drawing import WIDE, draw
from nlc.pictures.geometry import Geometry
from nlc.pictures.graphs import layout
from nlc.pictures.html import page
from nlc.pictures.style import SAFE, STYLES, readable_on
from nlc.pictures.svg import ZOOM, png, stack_drawings, svg

BOARDS = nlc.load(documents.ROOT / "docs" / "pictures" / "boards.nl")
ANSWERS = {puzzle.title: nlc.solve(puzzle) for puzzle in BOARDS}

TINY = """puzzle "tiny" is numberlink {
  topology square;
  board
    1 1
  end
}"""


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("title", "style"), [(title, [*STYLES][i % len(STYLES)]) for i, title in enumerate(ANSWERS)]
)
def test_all_that_is_decided_is_named_once(title: str, style: str) -> None:
    answer = ANSWERS[title]
    assert answer.program is not None and answer.board is not None
    root = parsed(answer.to_svg(style))
    drawn = [name for names, _ in lines(root) for name in names]
    program, values = answer.program, answer.board.values
    for var in program.bools:
        names = program.board.names(var.sort)
        chosen = {names[i] for i in np.flatnonzero(values.bools[var.base : var.base + var.size])}
        if var.shown and var.sort in (Sort.LINK, Sort.BORDER):
            assert chosen <= set(drawn)
            both = {name for name in chosen if drawn.count(name) == 2}  # a wrap, a warp: its ends
            others = [name for name in drawn if name not in both]
            assert len(others) == len(set(others))
    cells = [path.get("data-e", "") for path in root.iter(f"{SVG}path") if path.get("fill") is None]
    if program.board.topology != "graph":
        cells = [name for cell in cells for name in cell.split()]
        assert set(program.board.names(Sort.CELL)) <= set(cells)


@pytest.mark.parametrize("puzzle", BOARDS, ids=[puzzle.title for puzzle in BOARDS])
def test_every_element_has_an_area_for_a_pointer(puzzle: nlc.Puzzle) -> None:
    board = nlc.elaborate(puzzle).board
    root = parsed(puzzle.to_svg(targets=True))
    groups = {g.get("data-targets", ""): g for g in root.iter(f"{SVG}g") if g.get("data-targets")}
    for sort in (Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX):
        named = [e.get("data-e", "") for e in groups.get(sort.value, ())]
        assert sorted(name for names in named for name in names.split()) == sorted(
            board.names(sort)
        )
    places = Geometry(board).centers
    for sort in (Sort.LINK, Sort.BORDER):
        for area in groups.get(sort.value, ()):
            ends = segments(area.get("d", ""))
            assert all(distance(place, ends) > WIDE / 2 for place in places)


@pytest.mark.parametrize("style", STYLES)
def test_paper_is_white_in_every_style(style: str) -> None:
    text = BOARDS[0].to_svg(style)
    ground = STYLES[style].ground
    assert ground == "#ffffff" or "@media print{.g{fill:#ffffff}.k{fill:#000000}" in text


@pytest.mark.slow
def test_two_solutions_and_what_all_share_are_drawn() -> None:
    text = 'puzzle "two" is numberlink { topology square; board\n1 . .\n. . .\n1 . .\nend\n'
    puzzle = nlc.loads(text + "set cover = false; }")[0]
    answer = nlc.solve(puzzle, nlc.UNIQUE)
    titles = [drawing.title for drawing in answer.drawings()]
    assert titles == ["two: solution 1", "two: solution 2", "two: where they differ"]
    difference = answer.drawings()[2]
    assert "#d55e00" in difference.body and 'stroke-dasharray="7 6"' in difference.body
    shared = nlc.solve(puzzle, nlc.BACKBONE).to_svg()
    assert 'stroke-dasharray="1 7"' in shared


LINES, SIGNS = "orange: only the first, blue dashes: only the second", "x: only the first, o: only"
SMALL = "topology square;\nboard\n"
SEVERAL = {
    f'puzzle "p" is numberlink {{ set cover = false; {SMALL}1 . 1\n. . .\nend }}': LINES,
    f'puzzle "p" is slitherlink {{ {SMALL}3 .\n. .\nend }}': LINES,
    f'puzzle "p" is akari {{ {SMALL}. .\n. .\nend }}': SIGNS,
    f'puzzle "p" is yajilin {{ {SMALL}. . .\n. . .\n. . .\nend }}': f"{LINES}; {SIGNS}",
    f'puzzle "p" is shikaku {{ {SMALL}? .\n. ?\nend }}'.replace("?", "2"): LINES,
    "1 . . .\n. . 3 .\n. . . .\n. . . 2\n": "2/4: 2 in the first, 4 in the second",
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", SEVERAL)
def test_the_caption_of_two_solutions_names_the_signs_of_their_genre_alone(text: str) -> None:
    answer = nlc.solve(nlc.loads(text)[0], nlc.UNIQUE)
    assert answer.program is not None
    one, two = answer.solutions
    words = draw(answer.program, (one, two)).note.partition("where two solutions differ; ")[2]
    assert words.startswith(SEVERAL[text])
    assert (LINES in words, SIGNS in words) == (LINES in SEVERAL[text], SIGNS in SEVERAL[text])
    shared = nlc.solve(nlc.loads(text)[0], nlc.BACKBONE).drawings()[0]
    assert ("dashes" in shared.note) == ('stroke-dasharray="1 7"' in shared.body)
    assert ("?" in shared.note) == (">?<" in shared.body)


def test_broken_places_are_marked() -> None:
    program = nlc.elaborate(BOARDS[0])
    names = frozenset({"r1c1", "r1c1-r1c2", "r1c1.side(S)", "r1c1.corner(SE)", "nowhere"})
    plain, marked = draw(program), draw(program, broken=names)
    parsed(svg(marked))
    assert marked.body.count("#cc0000") - plain.body.count("#cc0000") == 4


def test_titles_are_escaped() -> None:
    text = TINY.replace("tiny", "a < b & <i>")
    answer = nlc.solve(nlc.loads(text)[0])
    root = parsed(answer.to_svg())
    title = root.find(f"{SVG}title")
    assert title is not None and title.text == r"a < b & <i>"
    assert "<i>" not in page(answer.drawings())


def test_a_page_and_a_stack_hold_every_board() -> None:
    drawings = [drawing for answer in ANSWERS.values() for drawing in answer.drawings()]
    assert page(drawings).count("<figure>") == len(BOARDS)
    root = parsed(stack_drawings(drawings))
    assert len(root.findall(f"{SVG}svg")) == len(BOARDS)


def test_png_has_the_size_of_the_drawing() -> None:
    (drawing,) = ANSWERS["square"].drawings()
    data = png([drawing])
    assert data.startswith(b"\x89PNG\r\n")
    width, height = (int.from_bytes(data[i : i + 4], "big") for i in (16, 20))
    assert (width, height) == (round(drawing.width * ZOOM), round(drawing.height * ZOOM))


def test_labels_are_read_on_every_colour() -> None:
    assert [readable_on(color) for color in ("#ffffff", "#0000ff", "#eeee00")] == [
        "#000000",
        "#ffffff",
        "#000000",
    ]
    assert {readable_on(color) for color in SAFE} <= {"#000000", "#ffffff"}


@pytest.mark.parametrize("style", ["puzzle", "tubes-safe"])
def test_lines_have_colours_that_everybody_tells_apart(style: str) -> None:
    root = parsed(ANSWERS["square"].to_svg(style))
    found = {p.get("stroke") for p in root.iter(f"{SVG}path") if p.get("stroke-linejoin")}
    assert found and found <= set(SAFE)
    assert style == "puzzle" or len(found) == 4


def tiny(rest: str, board: str = "topology square; board\n. .\nend") -> nlc.Puzzle:
    (puzzle,) = nlc.loads(f'genre tiny {{ {rest} }}\npuzzle "p" is tiny {{ {board} }}')
    return puzzle


def board_of(nodes: Iterable[int], links: str = "") -> Board:
    cells = " ".join(f"n{i}" for i in nodes)
    graph = f"topology graph {{ cells {cells}; {links} }}"
    return nlc.elaborate(nlc.loads(f'puzzle "graph" is colouring {{ {graph} }}')[0]).board


def crosses(a: list[float], b: list[float], c: list[float], d: list[float]) -> bool:
    """Return whether two segments cross each other inside of both."""

    def left(p: list[float], q: list[float], r: list[float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return left(a, b, c) * left(a, b, d) < 0 and left(c, d, a) * left(c, d, b) < 0


@pytest.mark.parametrize("name", ["tetrahedral", "cubical", "dodecahedral", "icosahedral", "tutte"])
def test_planar_graphs_are_drawn_without_crossings(name: str) -> None:
    graph = getattr(nx, f"{name}_graph")()
    named = " ".join(f"n{a}-n{b}" for a, b in graph.edges)
    places = layout(board_of(sorted(graph), f"links {named};")).tolist()
    pairs = combinations([(places[a], places[b]) for a, b in graph.edges], 2)
    assert not [pair for pair in pairs if crosses(*pair[0], *pair[1])]
    assert min(math.dist(p, q) for p, q in combinations(places, 2)) > 0.6


@pytest.mark.parametrize("count", [1, 2, 5, 400])
def test_cells_without_links_are_apart(count: int) -> None:
    places = layout(board_of(range(count)))
    assert places.shape == (count, 2)
    assert len({tuple(place) for place in places.round(6).tolist()}) == count
