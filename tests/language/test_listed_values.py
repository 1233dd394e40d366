"""Listed values, in quotes or not: of givens and topologies; and what a drawing is told of them."""

from __future__ import annotations

import pytest

import nlc
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate

GENRE = """genre ends {
  given tile : cell -> {end, bend}?;
  given dark : cell -> bool;
  var line : link -> bool;
  rule one { for c in cells where has tile(c) { exactly 1 of line[links(c)]; } }
  show line;
}
"""


def program(rest, before=GENRE):
    return elaborate(nlc.loads(f'{before}puzzle "x" is {rest}')[0])


def refusal(rest):
    with pytest.raises(UserError) as caught:
        program(rest)
    return caught.value.diagnostics[0]


@pytest.mark.parametrize("word", ["end", '"end"'])
def test_a_listed_value_stands_in_quotes_or_not(word):
    drawn = program(
        f'ends {{ topology square; legend {{ "e" = tile: {word}; }} board\ne .\n. .\nend\n'
        f"mark tile = {word} at r2c2; }}"
    )
    assert drawn.givens["tile"] == {0: "end", 3: "end"}


def test_what_is_not_listed_is_refused_with_the_list():
    item = refusal('ends { topology square; legend { "e" = tile: "ned"; } board\ne .\n. .\nend }')
    assert (item.message, item.hint) == ("'tile' is one of end, bend", "did you mean 'end'?")


@pytest.mark.parametrize("wrap", ["none", '"none"', "both"])
def test_a_board_that_does_not_wrap_says_so(wrap):
    rows = "\n".join([". . ."] * 3)
    board = program(f"slitherlink {{ topology square(wrap={wrap}); board\n{rows}\nend }}", "").board
    assert len(board.link_cells) == (18 if wrap == "both" else 12)


def test_a_sign_in_a_drawing_of_conditions_is_sent_to_a_legend():
    item = refusal("ends { topology square; board dark\nx .\n. .\nend board\n. .\n. .\nend }")
    assert item.message == "'dark' is true or false"
    assert item.hint == 'a legend says what else a token means: legend { "x" = dark: true; }'


def test_a_sign_of_a_board_of_conditions_is_shown_in_a_legend():
    genre = "genre dots { given dark : cell -> bool; var on : cell -> bool; show on; }"
    board = 'puzzle "p" is dots { topology square; board\nx .\n. .\nend }'
    with pytest.raises(nlc.InputError) as caught:
        nlc.elaborate(*nlc.loads(f"{genre}\n{board}"))
    (item,) = caught.value.diagnostics
    assert item.message == "unknown token 'x'"
    assert item.hint == 'say what it means in a legend: legend { "x" = dark: true; }'
