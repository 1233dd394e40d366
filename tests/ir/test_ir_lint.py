"""What `nlc.ir.lint` warns of: the plain cases, and never a puzzle that has a solution."""

from __future__ import annotations

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import seeded_cases

from nlc.errors import Diagnostic, Diagnostics, Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.lint import lint
from nlc.language.resolve import load


def told(text: str) -> list[Diagnostic]:
    (case,) = load(Source("test.nl", text)).puzzles
    diagnostics = Diagnostics()
    lint(elaborate(case), case, diagnostics)
    assert not diagnostics.errors
    return diagnostics.items


def warnings(text: str) -> list[str]:
    return [item.message for item in told(text)]


def square(rows: str, genre: str = "numberlink", more: str = "") -> str:
    drawn = "\n".join(f"    {' '.join(row)}" for row in rows.split("/"))
    return f'puzzle "test" is {genre} {{\n  topology square;\n  board\n{drawn}\n  end\n{more}}}\n'


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
def test_a_warned_random_puzzle_has_no_solution(genre):
    warned = 0
    for tiling in TILINGS:
        for case in seeded_cases(genre, tiling, 10, seed=5):
            if found := warnings(case.text):
                warned += 1
                assert not case.solutions(), f"{found}\n{case.text}"
    assert warned or genre == "slitherlink"


PARITY = (
    "no solution, by parity: coloured like a checkerboard, the cells of one colour need {} "
    "links and those of the other {} (the piece with {})"
)
APART = "no way leads from '1' at r1c1 to '1' at r1c5"
ANY = "  set cover = false;\n"


@pytest.mark.parametrize(
    ("rows", "more", "expected"),
    [
        ("1.2/.../2.1", "", [PARITY.format(6, 8, "r1c1")]),
        ("12./.../.21", "", [PARITY.format(8, 6, "r1c1")]),
        (".1./1../...", "", [PARITY.format(10, 6, "r1c1")]),
        ("1.1/.../...", "", []),
        ("1.1#2.2/...#.../...#...", "", []),
        ("1.1#.22/...#.../...#...", "", ["(the piece with r1c5)"]),
        ("12./.../.21", ANY, []),  # nothing by parity where cells may stay empty
        ("11/##/#.", "", ["rule 'through' cannot hold for c = r3c2: there is no solution"]),
        ("11/##/#.", ANY, []),
        ("1#./##./1..", "", ["rule 'terminal' cannot hold for c = r1c1: there is no solution"]),
        ("11#.#.#.#.#.", "", ["cannot hold"] * 3),  # of many three are told
        ("1.#.1", ANY, [APART]),
        ("1.#.1/..#../.....", ANY, []),
        ("1.2.1/##.##/##2##", ANY, [APART]),
        ("1.1", "  wall r1c2|r1c3;\n", ["no way leads"]),
        ("1..1", "", []),
        ("1.1/2.2/3.3", "", []),
        ("1.2/1.2", "", []),
    ],
)
def test_what_is_told_of_a_board(rows, more, expected):
    found = warnings(square(rows, more=more))
    assert all(any(text in message for message in found) for text in expected)
    assert bool(found) == bool(expected)
    if len(expected) == 3:
        assert sum("cannot hold" in message for message in found) == 3


def test_parity_says_nothing_of_a_board_that_is_not_bipartite():
    text = """puzzle "odd ring" is numberlink {
  topology graph { cells a b c; links a-b b-c c-a; }
  mark label = 1 at a, b;
}
"""
    assert warnings(text) == []


def test_a_house_rule_that_asks_too_much_is_told_at_its_statement():
    rule = "  rule house {\n    exactly 5 of line[links];\n  }\n"
    (found,) = told(square("1.1", more=rule))
    assert str(found.span) == "test.nl:7:5"
    (found,) = told(square("11/##/#."))
    assert str(found.span) == "test.nl:3:3"


def isolated(rows: str, more: str = "") -> list[str]:
    """Return the names of the cells that are told to be isolated."""
    found = warnings(square(rows, more=more))
    return [text.split()[0] for text in found if "is isolated" in text]


def test_an_empty_cell_that_different_labels_encase_is_told():
    rows = ".A.../B.C../.D.../...../ABCD."
    assert isolated(rows) == ["r1c1", "r2c2"]
    told = "r2c2 is isolated: it needs 2 links to cells of one value, and its neighbours leave it 1"
    assert told in warnings(square(rows))
    assert isolated(rows, "  set cover = false;\n") == []


def test_a_label_that_others_encase_is_told():
    assert isolated("AB.../C..../...A./..BC.") == ["r1c1"]
    assert isolated("AA.../C..../...../..BCB") == []


@pytest.mark.parametrize("rows", [".A../A.../..BB/....", "A.A./.B../...B/...."])
def test_a_cell_with_two_neighbours_of_one_label_or_with_free_ones_is_not_isolated(rows):
    assert isolated(rows) == []
