"""Signs, places and lines of clues and solutions, compared with pictures that were looked at.

Each puzzle of ``signs.nl`` has a file in ``golden/signs``: alone and solved, in both styles of the
terminal, and as SVG. The stock genres, and lists of numbers, have one file for the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import documents

import nlc
from nlc.render.text import render

HERE = Path(__file__).parent
SIGNS = nlc.load(HERE / "signs.nl")
FIXTURES = [*nlc.load(documents.ROOT / "fixtures/genres.nl")]
FIXTURES += nlc.load(documents.ROOT / "fixtures/lists.nl")


def pictures(puzzle: nlc.Puzzle, *styles: str) -> Iterator[str]:
    """Yield a puzzle and its solution, each headed by what it is."""
    answer = nlc.solve(puzzle)
    solution = answer.board.values if answer.board else None
    for what, board in (("puzzle", None), ("solution", solution)):
        for style in styles:
            yield f"== {puzzle.title}: {what}, {style}"
            yield render(answer.program, board, style=style, color=False)


@pytest.mark.parametrize("puzzle", SIGNS, ids=[each.title for each in SIGNS])
def test_signs_look_as_they_did_when_they_were_approved(puzzle: nlc.Puzzle) -> None:
    told = [*pictures(puzzle, "unicode", "ascii")]
    if "graph" not in puzzle.title:  # whose places depend on the libraries
        told += [puzzle.to_svg(), nlc.solve(puzzle).to_svg()]
    name = puzzle.title.replace(",", "").replace(" ", "_")
    golden = HERE / "golden/signs" / f"{name}.txt"
    assert "\n".join(told) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.slow
def test_genres_look_as_they_did_when_they_were_approved() -> None:
    told = [line for puzzle in FIXTURES for line in pictures(puzzle, "unicode")]
    golden = HERE / "golden/genres.txt"
    assert "\n".join(told) + "\n" == golden.read_text(encoding="utf-8")


def test_regions_differ_by_their_borders_and_keep_their_clues() -> None:
    text = 'puzzle "p" is shikaku { topology square; board\n2 .\n. 2\nend }'
    answer = nlc.solve(nlc.loads(text)[0], nlc.UNIQUE)
    told = answer.text().split("where they differ\n")[1].splitlines()[:6]
    pictures = [["│ 2 x   │", "│ooo ooo│", "│   x 2 │"], ["│ 2 o   │", "│xxx xxx│", "│   o 2 │"]]
    assert told[1:4] in pictures  # either solution may be the first
    assert told[5] == "x only in solution 1   o only in solution 2"
    assert "r1c1" not in "".join(told)


def test_a_clue_where_a_board_meets_itself_is_told_below() -> None:
    (puzzle,) = nlc.loads("""
      genre seam { given sign : border -> 0..9?; var way : border -> bool; show way;
        rule none_ { none of way[borders]; } }
      puzzle "p" is seam { topology square(wrap=horizontal); board
      . . .
      end
      mark sign = 2 at r1c1.side(W); mark sign = 3 at r1c1.side(E); }""")
    told = render(nlc.elaborate(puzzle), None, style="unicode", color=False).splitlines()
    assert [told[1].split(), told[-1]] == [["3"], "sign: r1c1|r1c3=2"]


def test_a_line_is_double_over_one_other_alone() -> None:
    (puzzle,) = nlc.loads("""
      genre thrice { var one : link -> bool; var two : link -> bool; var more : link -> bool;
        rule all_ { for l in links { one[l]; two[l]; more[l]; } }
        show one, more; show two as double; }
      puzzle "p" is thrice { topology square; board
      . .
      end }""")
    told = nlc.solve(puzzle).text()
    assert [told.count(sign) for sign in ("╶═══╴", "╶─╴", "═ one and two")] == [1, 1, 1], told
