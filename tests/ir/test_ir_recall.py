"""What rules say of a board whatever its clues are is elaborated once, and the same later."""

from __future__ import annotations

import io
from random import Random

import pytest
from support.alike import alike

from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.printer import write_ir
from nlc.language.resolve import load
from nlc.oracle.case import GENRES, TILINGS

NAMES = """genre names {
  given label : cell -> name?;
  given mood : cell -> {glad, sad}?;
  let labels = values(label);
  var color : cell -> labels?;
  var face : cell -> {glad, sad};
  var line : link -> bool;
  show line;
  rule plain { for l in links { line[l] implies color[a(l)] = color[b(l)]; } }
  rule enum { for c in cells { face[c] = sad; } }
  rule named { for c in cells { color[c] = "B"; } }
  rule by_let { for c in cells { has color[c] iff c in marked; } }
  let marked = {c for c in cells where has label(c)};
}
"""


def cases_of(*texts):
    return load(Source("test.nl", "\n".join(texts))).puzzles


def printed(case) -> str:
    text = io.StringIO()
    write_ir(elaborate(case), text)
    return text.getvalue()


@pytest.mark.sample(2)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_a_program_is_the_same_with_and_without_what_is_known(genre, tiling):
    random = Random(f"{genre} {tiling}")
    for _ in range(2):
        made = enumerate(alike(random, genre, tiling, 4))
        texts = [case.text.replace('"random"', f'"number {i}"') for i, case in made]
        together = [printed(case) for case in cases_of(*texts)]
        # What is known is known of the rules of one file.
        assert together == [printed(case) for text in texts for case in cases_of(text)]


def board(title: str, row: str) -> str:
    return f'puzzle "{title}" is names {{ topology square;\n  board\n    {row}\n  end\n}}'


def test_only_rules_that_mention_no_clue_name_or_place_are_known_again():
    first, second = cases_of(NAMES, board("p", "A A B ."), board("q", "B . A A"))
    one, two = elaborate(first), elaborate(second)
    assert one.board is two.board
    again = {node.origin.rule for node in one.nodes if any(node is other for other in two.nodes)}
    assert again == {"plain"}


PAIRS = """puzzle "{}" is numberlink {{ topology square; set cover = false; set touch = false;
  board
    {}
    . . . .
    . . . .
  end
}}"""


def test_described_rules_of_a_stock_genre_are_known_again():
    first, second = cases_of(PAIRS.format("p", "A . . A"), PAIRS.format("q", "B . B ."))
    one, two = elaborate(first), elaborate(second)
    again = {node.origin.rule for node in one.nodes if any(node is other for other in two.nodes)}
    assert {"same", "open", "turn"} <= again


def test_what_no_clue_leaves_open_says_the_same_beside_other_instances():
    """Rows of instances that a clue leaves out are those of all instances of the board."""
    pearls = 'puzzle "p" is masyu { topology square; board\nw . . b\n. w . .\n. . . w\nend }'
    (puzzle,) = cases_of(pearls)
    one, two = (io.StringIO(), io.StringIO())
    for out in (one, two):
        write_ir(elaborate(puzzle, apart=True), out)
    assert one.getvalue() == two.getvalue()
