"""Givens that are sides: the border that each is, on every tiling, and what is refused."""

from __future__ import annotations

import pytest
from oracle.reference_board import Complex, Drawn
from support.puzzles import program_of

import nlc
from nlc.board import Sort
from nlc.errors import Source, UserError
from nlc.ir.elaborate.ground import ground_board
from nlc.language.resolve import load

GENRE = """genre g {
  given arrow : cell -> side?;
  var line : border -> bool;
  rule r { for s in borders { line[s] iff any of {has arrow(c) and arrow(c) = s for c in cells}; } }
  show line;
}
"""
BOARDS = (
    ("square", (". . .", ". # .")),
    ("square(wrap=both)", (". . .", ". . .", ". . .")),
    ("hex", (" . .", ". # .", " . .")),
    ("triangle", (". . .", ". . #")),
)


@pytest.mark.slow
@pytest.mark.parametrize(("topology", "rows"), BOARDS)
def test_a_side_is_the_border_of_that_name(topology: str, rows: tuple[str, ...]):
    tiling, _, wrap = topology.partition("(wrap=")
    board = Complex(Drawn(tiling, rows, wrap=wrap.rstrip(")") or "none"))
    for name, borders in zip(board.names, board.sides, strict=True):
        for side in ("N", "NE", "E", "SE", "S", "SW", "W", "NW"):
            text = "\n".join((
                f'{GENRE}puzzle "p" is g {{ topology {topology};', "board", *rows, "end",
                f"mark arrow = {side} at {name}; }}",
            ))  # fmt: skip
            (puzzle,) = load(Source("t.nl", text)).puzzles
            try:
                ground = ground_board(puzzle)
            except UserError as error:
                assert f"{name} has no side {side}" in str(error)
                continue
            given = ground.givens["arrow"]
            cell = board.names.index(name)
            found = ground.board.names(Sort.BORDER)[given.data[cell]]
            assert found in borders
            assert ground.board.find(f"{name}.side({side})") == (Sort.BORDER, given.data[cell])
            assert ground.given_texts()["arrow"] == {cell: side}


def test_a_direction_is_a_side_or_a_corner():
    text = GENRE.replace("side?", "direction?").replace("arrow(c) = s", "true")
    text += 'puzzle "p" is g { topology square;\nboard\n. .\nend\nmark arrow = NNE at r1c1; }'
    with pytest.raises(UserError) as caught:
        program_of(text)
    hint = caught.value.diagnostics[0].hint
    assert hint == "its sides are N, E, S, W, its corners are NW, NE, SE, SW"


def test_a_token_of_the_legend_gives_several_clues():
    legend = 'legend { "2>" = clue: 2, arrow: E; "^" = arrow: N; }'
    text = GENRE.replace("genre g {", "genre g { given clue : cell -> 0..9?;")
    program = program_of(
        f'{text}puzzle "p" is g {{ topology square; {legend}\nboard\n2> ^ 3\nend\n}}'
    )
    assert program.givens == {"clue": {0: "2", 2: "3"}, "arrow": {0: "E", 1: "N"}}
    assert program.value_kinds == {"clue": "int", "arrow": "side"}


MARKED = """genre g {
  given %s : %s -> 1..9?;
  var dark : cell -> bool; rule r { true; } show dark;
}
puzzle "p" is g { topology %s %s
  mark %s at %s; }
"""


@pytest.mark.parametrize(
    ("topology", "given", "places"),
    [
        ("square;", "sign = 1", ("r1c1|r1c2", "r1c2|r1c1", "r1c1.side(E)")),
        ("square;", "road = 2", ("r1c1|r2c1", "r2c1|r1c1", "r2c1.side(N)")),
        ("hex;", "road = 3", ("r1c2|r2c2", "r2c2|r1c2")),
        ("graph { cells a b; links a-b; }", "road = 4", ("a-b", "b-a")),
    ],
)
def test_a_mark_names_two_cells_for_the_border_or_link_between_them(
    topology: str, given: str, places: tuple[str, ...]
):
    board = "" if "graph" in topology else "board\n. .\n. .\nend"
    board = "board\n. .\n . .\nend" if topology == "hex;" else board
    name, _, value = given.partition(" = ")
    genre = name, "border" if name == "sign" else "link", topology, board
    found = [program_of(MARKED % (*genre, given, place)).givens[name] for place in places]
    assert list(found[0].values()) == [value] and all(each == found[0] for each in found)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("r1c1|r2c2", "there is no 'r1c1|r2c2' on this board"),
        ("a-b", "'sign' is over border, and this is a link"),
        ("r1c1|r1c1", "there is no 'r1c1|r1c1' on this board"),
        ("r1c1.corner(NW)|r1c2", "there is no 'r1c1.corner(NW)|r1c2' on this board"),
    ],
)
def test_a_mark_needs_neighbours(place: str, message: str):
    with pytest.raises(UserError) as error:
        program_of(
            MARKED % ("sign", "border", "square;", "board\n. .\n. .\nend", "sign = 1", place)
        )
    assert message in str(error.value)


CROSSING = """genre g "G" {
  var edge : border -> bool;
  var line : link -> bool;
  rule crossed { for b in borders { edge[b] iff has link(b); } }
  rule crosses { for l in links { line[l] iff has border(l); } }
  rule same { for l in links where has border(l) { l = link(border(l)); } }
  rule between { for b in borders where has link(b) { link(b) in links(first(cells(b))); } }
  show edge;
  show line;
}
puzzle "p" is g {
  topology TILING;
  board
    BOARD
  end
  MORE
}"""


@pytest.mark.parametrize(
    ("tiling", "board", "more"),
    [
        ("square", "...\n.#.", "wall r1c1|r1c2; warp r1c1|r2c3;"),
        ("hex", " . .\n. . .\n . .", "wall r1c1|r1c2;"),
        ("triangle", ". . .\n. . .", ""),
    ],
)
def test_a_link_and_the_border_that_it_crosses_lead_to_each_other(tiling, board, more):
    text = CROSSING.replace("TILING", tiling).replace("BOARD", board).replace("MORE", more)
    answer = nlc.solve(nlc.loads(text)[0], nlc.UNIQUE)
    assert answer.unique
    found = answer.board.to_json()
    names = set(answer.program.board.names(Sort.LINK))
    # A link r1c1-r1c2 crosses r1c1|r1c2; a warp crosses no border.
    crossing = {name.replace("-", "|") for name in names} & {
        *answer.program.board.names(Sort.BORDER)
    }
    assert set(found["edge"]) == crossing
    assert {name.replace("-", "|") for name in found["line"]} == crossing
    assert (len(names) > len(crossing)) == ("warp" in more)
