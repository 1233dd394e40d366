"""Bodies and files of genres at puzz.link: each layer and block writes what it has read.

A board is a body behind its genre and its size, its layers and the blocks of a file; the next line
is what that file has after its size. All are right answers by pzpr.
"""

from __future__ import annotations

import pytest

from nlc.errors import Source
from nlc.formats.base import Text
from nlc.formats.parts import Parts, Pzpr
from nlc.formats.pzpr.blocks import BLOCKS, read_blocks
from nlc.formats.pzpr.codecs import Body
from nlc.formats.pzpr.page import empty_page
from nlc.formats.pzpr.texts import decode_body, encode_body

BOARDS = """
castle/3/3/d120d | coloured_arrows | coloured_arrows line
  . . . /. 2,0,1 . /. . . /1 1 /0 0 /1 1 /1 0 1 /1 0 1 /
balance/3/2/g4j | numbered_circles | numbered_circles line
  . 0,2 . /. . . /1 1 /1 1 /1 0 1 /
midloop/2/2/gf | black_dots | black_dots line
  .2./.../.../1 /1 /1 1 /
pipelink/2/2/gj | pipes | pipes line
  pipe/g . /. . /1 /1 /1 1 /
tapa/3/3/j8j | lists | shaded_lists
  # # # /# 8 # /# # # /
nurimaze/3/3/vgvg18326 | border maze | rooms maze shade
  9/0 1 2 /3 4 5 /6 7 8 /s . . /. . o /g . . /. . . /# # . /. . . /
nonogram/2/2/2121 | outside_lists | outside_lists
  . 2 1 /2 # # /1 # . /
kurochute/3/1/2h | sixteen | numbers shade_ones
  2 . . /. . 1 /
tilepaint/2/2/gg1.i.2.2 | border counts | rooms sums shade
  1/. 0 /0 0 /0 -1 2 /-1 -1,1 . /2 . . /. # /# # /
aquarium/2/2/00/h02 | border slash outside | border outside_shade
  0 /0 /0 0 /. . . /0 . . /2 # # /
snake/3/2/i0i3g | circles outside | outside_snake
  . . . . /3 6 4 4 /. 0 0 0 /
kakuro/2/1/l--3 | sums | sums answers
  0 -1 -1 /3 . . /1 2 /
easyasabc/2/2/2/2m | total rim sixteen_if_any | total rim_numbers
  2/. 2 . . /. 2 1 . /. 1 2 . /. . . . /
skyscrapers/2/2/2m | rim sixteen_if_any | rim_numbers
  . 2 . . /. 1 2 . /. 2 1 . /. . . . /
doppelblock/3/3/j1g | outside sixteen_if_any | outside_numbers
  . . . . /. 1 - - /1 - 1 - /. - - 1 /
kropki/2/2/gi | between | between answers
  1 /2 /1 2 /1 2 /2 1 /
minarism/2/1/g | inequalities | inequalities answers
  a /1 2 /
fivecells/5/1/3d | four_or_hole | four_or_hole regions_rim
  3 . . . . /0 0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /
sashigane/3/2/3im./ | corners | corners regions
  o3 3 . /. . o /0 1 /1 0 /0 1 0 /
dbchoco/2/1/81g | mark_bits sixteen | marked_numbers regions
  1 - /0 /
fillomino/2/1/2g | sixteen border_if_any | numbers answers given_borders
  2 . /. 2 /0 /
tentaisho/2/1/ge | dots bits | dots regions
  .1./0 /
tentaisho/3/3/rek | dots bits | dots regions
  ...../...../..1../...../...../0 0 /0 0 /0 0 /0 0 0 /0 0 0 /
gokigen/1/1/bg | cross4 | points answers
  1 . /. . /1 /
tatamibari/2/1/2g | shapes | shapes regions
  b . /0 /
nawabari/2/1/3a | four_or_hole | four_or_hole regions_rim
  3 . /0 0 0 /0 0 /0 0 /
battleship/3/2/110203k/1/21o | outside ships bank | bank outside_ships shade used
  1/21o/. 1 1 0 /2 3 . . /0 . . . /. # . /. . . /0 /
statuepark/2/2/i0/1/12o | circles bank | bank numbers shade used
  1/12o/2 . /. . /# . /# . /0 /
shakashaka/2/2/j | four | fives answers
  . . /. . /5 4 /2 3 /
tents/3/2/i1g5 | outside marks | outside_marks helper_borders
  . . . . /1 1 A . /. . . . /0 0 /0 0 /0 0 0 /
magnets/2/2/j11h0o | outside_pairs border circles_if_any bits | border outside_poles
  0 /0 /1 1 /. . . . /. . . . /1 1 a1 a2 /. . . . /
nondango/3/1/04 | border unmarked | rooms spots
  1/0 0 0 /o # . /
"""


def name_of(board: str) -> str:
    return board.partition("/")[0]


@pytest.mark.parametrize("board", BOARDS.strip().replace("\n  ", "|").splitlines(), ids=name_of)
def test_what_is_read_is_written(board):
    link, body, file, content = (each.strip() for each in board.split("|"))
    name, cols, rows, text = link.split("/", 3)
    parts = Parts(fleet=("one", "two") if name == "battleship" else ())
    row = Pzpr(body=(*body.split(),), file=(*file.split(),), pids=(name,), parts=parts)
    text = text.rstrip("/")
    source = Text(Source("board", text), 1, 0, text)
    page = empty_page(row, int(rows), int(cols), source.span())
    decode_body(Body(text, source), page, row.body)
    assert encode_body(page) == text
    fields = [
        Text(Source("board", each), 1, 0, each.strip()) for each in content.split("/") if each
    ]
    size = [Text(Source("board", each), 1, 0, each) for each in (rows, cols)]
    drawn = read_blocks(row, size, [*fields], row.file, "answer")
    assert [each.strip() for b in row.file for each in BLOCKS.get(b).write(drawn)] == [
        each.text for each in fields
    ]
    assert encode_body(drawn) == text
