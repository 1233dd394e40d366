"""What booklets and the page print of the rules: sentences of the genre, and what else holds."""

from __future__ import annotations

import pytest

import nlc
from nlc.ir.elaborate.program import elaborate_drawing
from nlc.publishing.works import rules_of

GENRES = """\
genre stars "Stars" {
  option rows : 1..9 = 3;
  option small : bool = false;
  option size : 0..9 = 0  "how large they are";
  text "Place stars." "Each row has {rows}.";
  text "No row is long." when small;
  given moon : cell -> bool;
  text "A moon is no star." when any of {moon(c) for c in cells};
  var star : cell -> bool;
  rule apart "no two stars meet" { for l in links { at most 1 of star[cells(l)]; } }
  rule free { for c in cells where moon(c) { not star[c]; } }
  show star;
}
genre few extends stars { rule one "there is a star" { any of star[cells]; } }
genre other extends stars { drop free; rule none "no star" { none of star[cells]; } }
genre more extends stars { text "More of them."; }
"""

BOARD = "topology square; board\n. .\nend\n"


@pytest.mark.parametrize(
    ("genre", "items", "told"),
    [
        ("stars", "", ["Place stars.", "Each row has 3."]),
        ("stars", "set rows = 5; set small = true;",
         ["Place stars.", "Each row has 5.", "No row is long."]),
        ("stars", "mark moon at r1c1;", ["Place stars.", "Each row has 3.", "A moon is no star."]),
        ("stars", "set size = 2;",
         ["Place stars.", "Each row has 3.", "Size = 2: how large they are."]),
        ("stars", 'rule house "the first cell is dark" { not star[r1c1]; }',
         ["Place stars.", "Each row has 3.", "The first cell is dark."]),
        ("stars", "drop free;", ["No two stars meet.", "Rows = 3: rows."]),
        ("few", "", ["Place stars.", "Each row has 3.", "There is a star."]),
        ("other", "", ["No two stars meet.", "No star.", "Rows = 3: rows."]),
        ("more", "", ["More of them.", "Rows = 3: rows."]),
    ],
)  # fmt: skip
def test_the_sentences_are_those_that_hold_and_rules_that_they_lack_follow(genre, items, told):
    (puzzle,) = nlc.loads(f'{GENRES} puzzle "p" is {genre} {{ {BOARD} {items} }}')
    assert list(rules_of(puzzle, elaborate_drawing(puzzle)[0])) == told
