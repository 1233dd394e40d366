"""What rules say of a board whatever its clues are is elaborated once, and the same later."""

from __future__ import annotations

import io
from random import Random

import pytest
from support.alike import alike

from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.elaborate.reify import Reifier
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


LOOPS = """genre loops {
  given label : cell -> name?;
  option strict : bool = true;
  let around(c) = {other(l, c) for l in links(c)};
  var line : link -> bool;
  var dark : cell -> bool;
  show line;
  rule ends { for c in cells where has label(c) { exactly 1 of line[links(c)]; dark[c]; } }
  rule others {
    for c in cells where not has label(c) {
      if strict { exactly 0 or 2 of line[links(c)]; } else { any of line[links(c)]; }
      if c = r1c1 { not dark[c]; }
    }
  }
  rule straight {
    for c in cells, l in links(c) where has label(c) and has opposite(l, c) {
      line[l] implies not line[opposite(l, c)];
    }
  }
  rule local_ {
    for c in cells where has label(c) {
      let beside = {d for d in around(c) where not has label(d)};
      at most 1 of dark[beside];
      any of dark[around(c)];
    }
  }
  rule made { for c in cells where has label(c) { dark[c] iff exactly 1 of dark[around(c)]; } }
  rule pairs {
    for c in cells, d in cells where has label(c) and label(c) = label(d) and c != d {
      dark[c] iff dark[d];
    }
  }
  rule nested { for c in cells where has label(c) { for l in links(c) { line[l] or dark[c]; } } }
}
"""


def loops_board(title: str, row: str, *settings: str) -> str:
    drawing = f"topology square;\n  board\n    {row}\n    . B . .\n    . . . .\n  end\n"
    return f'puzzle "{title}" is loops {{ {" ".join(settings)} {drawing}}}'


def test_loops_over_what_clues_select_state_the_same_of_each_puzzle_on_a_board():
    texts = [
        loops_board("one", "A . . A"),
        loops_board("two", ". A A B"),
        loops_board("three", "B . . ."),
        loops_board("four", ". . . B"),
        loops_board("five", "A . . A", "set strict = false;"),
        loops_board("six", ". . A A", "set strict = false;"),
    ]
    together = [printed(case) for case in cases_of(LOOPS, *texts)]
    assert together == [printed(case) for text in texts for case in cases_of(LOOPS, text)]


def test_loops_are_not_elaborated_again_for_another_puzzle_on_the_board(monkeypatch):
    stated = []
    post = Reifier.post

    def noted(self, f, rows, guard=None):
        stated.append(self.origin.rule)
        post(self, f, rows, guard)

    cases = cases_of(LOOPS, *(loops_board(title, "A . A .") for title in "abc"))
    for case in cases[:2]:
        elaborate(case)
    monkeypatch.setattr(Reifier, "post", noted)
    elaborate(cases[2])
    assert "ends" not in stated
    assert "others" not in stated
    assert "local_" in stated  # what a local let means differs with the clues


def test_what_no_clue_leaves_open_says_the_same_beside_other_instances():
    """Rows of instances that a clue leaves out are those of all instances of the board."""
    pearls = 'puzzle "p" is masyu { topology square; board\nw . . b\n. w . .\n. . . w\nend }'
    (puzzle,) = cases_of(pearls)
    one, two = (io.StringIO(), io.StringIO())
    for out in (one, two):
        write_ir(elaborate(puzzle, apart=True), out)
    assert one.getvalue() == two.getvalue()
