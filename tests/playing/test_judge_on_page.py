"""The evaluator of a page judges as nlc does; scripts/judge_boards.py has a thousand drawings."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import msgspec
import numpy as np
import pytest
from pictures.svg import parsed, segments
from support.judged import JUDGE, Judged, differing, judged, mutants

import nlc
from nlc.errors import Error
from nlc.ir import nodes as ir
from nlc.ir.elaborate.program import elaborate_drawing
from nlc.language.catalogue import entries
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.playing.board import board_of
from nlc.playing.rules import KINDS, rules_json
from nlc.playing.thin import thin_board, thin_picture

pytestmark = pytest.mark.slow

PUZZLES = """
genre hidden "Hidden" {
  var s : cell -> bool;  var h : cell -> {1, 2};
  rule apart { for l in lines { for a in cells(l) { for b in cells(l) where a != b {
    s[a] and s[b] implies h[a] != h[b];
  } } } }
  rule few { at least 2 of s[cells]; }
  rule first { s[r1c1] implies h[r1c1] = 1; s[r1c2] implies h[r1c2] = 2; }
  show s as shaded;
}
genre sums "Sums" {
  var n : cell -> 1..3;
  rule total "the sum of a row is 6" { for l in lines { sum n[cells(l)] = 6; } }
  rule steps "neighbours differ" { for l in links { n[a(l)] != n[b(l)]; } }
  rule all "a row has all" { for l in lines { all_different(n[cells(l)]); } }
  show n;
}
genre shadow "Shadow" {
  var s : cell -> bool;  var t : cell -> bool;
  rule up { for c in cells { s[c] implies t[c]; } }
  rule one { for l in lines { exactly 1 of t[cells(l)]; } }
  rule down { for c in cells { t[c] implies at most 1 of s[neighbours(c)]; } }
  show s as shaded;
}
genre way "Way" {
  given label : cell -> 1..1?;
  var line : link -> bool;
  rule way { path(line, r1c1, r3c3); }
  show line;
}
genre rings "Rings" {
  var wire : link -> bool;
  rule ring { acyclic(wire); }
  rule half { at least 2 of wire[links]; }
  show wire;
}
puzzle "hidden" is hidden { topology square; board
. . .
end }
puzzle "three" is hidden { topology square; board
. . .
end }
puzzle "sums" is sums { topology square; board
. . .
. . .
. . .
end }
puzzle "shadow" is shadow { topology square; board
. . .
. . .
end }
puzzle "way" is way { topology square; board
. . .
. . .
. . .
end }
puzzle "rings" is rings { topology square; board
. . .
. . .
end }
puzzle "tapa" is tapa { topology square; board
. . .
. 12 .
. . .
end }
puzzle "nonogram" is nonogram { topology square; board
. . . .
. . . .
end
board clue
. . 1 . 2 1
. 2 . . . .
1 1 . . . .
end }
puzzle "fillomino" is fillomino { topology square; board size
3 . .
. 2 .
. . 4
end }
puzzle "numberlink" is numberlink { topology square; board
1 . 2
. . .
1 2 .
end }
puzzle "slitherlink" is slitherlink { topology square; board
. 3 .
. 0 .
. . .
end }
puzzle "binairo" is binairo { topology square; board
. 0 . .
1 . . .
. . . .
. . 1 .
end }
puzzle "hitori" is hitori { topology square; board
1 1 2
2 1 1
1 2 1
end }
"""


@pytest.fixture(scope="module")
def boards() -> list[Judged]:
    return [judged(puzzle, 9, seed=3) for puzzle in nlc.loads(PUZZLES)]


def test_every_drawing_is_judged_alike_and_changed_evaluators_are_caught(
    boards: list[Judged], tmp_path: Path
) -> None:
    changed = list(mutants(tmp_path))
    assert len(changed) >= 10
    right, *others = differing(boards, [JUDGE, *(place for _, place in changed)])
    assert right == []
    assert [name for (name, _), wrong in zip(changed, others, strict=True) if not wrong] == []
    verdicts = {told["status"] for _, said in boards for told in said}
    assert verdicts == {"possible", "broken", "complete"}


NODE = """
import {readFileSync} from "node:fs";
const [folder] = process.argv.slice(2);
const {fullBoard, fullPicture} = await import(folder + "/board/thin.js");
const {Board} = await import(folder + "/board/board.js");
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(({board, svg}) => {
  const found = fullBoard(board);
  return {board: found, svg: fullPicture(svg, new Board(found))};
})));
"""


def test_boards_and_pictures_are_made_anew_of_cells() -> None:
    puzzles = [nlc.loads(each.example)[0] for each in entries() if each.package == "nlc"][::4]
    puzzles += [*nlc.load("docs/pictures/boards.nl"), *nlc.load("fixtures/hexagons.nl")[::4]]
    boards, pictures = [], []
    for puzzle in puzzles:
        program, drawn = elaborate_drawing(puzzle)
        boards.append(board_of(program, drawn))
        pictures.append(svg(draw(program, None, "puzzle")))
    thin = [thin_board(each) for each in boards]
    some = [i for i, each in enumerate(thin) if isinstance(each, dict)]
    assert len(some) > 20
    packs = [{"board": thin[i], "svg": thin_picture(pictures[i], boards[i])} for i in some]
    command = ["node", "--input-type=module", "-e", NODE, "plain", str(JUDGE.parent)]
    data = msgspec.json.encode(packs)
    said = json.loads(subprocess.run(command, input=data, capture_output=True, check=True).stdout)
    for i, each in zip(some, said, strict=True):
        known = msgspec.to_builtins(boards[i])
        for part in ("cells", "links", "borders", "vertices"):
            for name, values in known[part].items():
                same = each["board"][part][name]
                if name == "names" or (part != "cells" and name in ("cells", "border", "vertices")):
                    assert same == values, (puzzles[i].title, part, name)
                else:
                    np.testing.assert_allclose(same, values, atol=0.04)
        pairs = zip(parsed(each["svg"]).iter(), parsed(pictures[i]).iter(), strict=True)
        for one, other in pairs:
            assert one.get("data-e") == other.get("data-e")
            if other.get("data-e") and other.get("stroke-linejoin") is None and other.get("d"):
                segments_of = [segments(x.get("d", "")) for x in (one, other)]
                np.testing.assert_allclose(*segments_of, atol=0.15)


def test_every_kind_of_rule_is_written_or_refused() -> None:
    batches = {ir.Exactly, ir.Implies, ir.Acyclic, ir.AllDifferent, ir.Runs, ir.Clause, ir.Relate}
    batches |= {ir.Assign, ir.CountDefinition, ir.TotalDefinition, ir.Atoms, ir.BoolVar, ir.Domain}
    assert KINDS.keys() == batches  # what else there is occurs only where rules are restated
    (best,) = nlc.load("fixtures/best.nl")[:1]
    with pytest.raises(Error, match="best solution cannot be judged"):
        rules_json(best, nlc.elaborate(best))
