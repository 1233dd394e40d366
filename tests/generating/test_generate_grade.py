"""The grader: what it counts, and that it never counts less where more rules are used."""

from __future__ import annotations

import pytest
from generating.generated import make, request

from nlc.errors import Source
from nlc.generating.grade import Grade
from nlc.generating.numberlink import verify
from nlc.generating.numberlink.genre import LEVELS, STAGES, grade
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load


def graded(tiling: str, size: int, number: int, **options: bool) -> Grade:
    wanted = request(tiling, size, size, options=options, unique=True)
    return grade(verify.program_of(wanted, make(wanted, "solution", 1, number).links))


@pytest.mark.sample(1)
@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize("tiling", ["square", "hex", "triangle"])
def test_what_is_settled_grows_with_the_rules_and_ends_with_all_segments_or_search(tiling, touch):
    for number in (1, 2, 3):
        found = graded(tiling, 6, number, touch=touch)
        assert len(found.settled) == len(LEVELS) - 1
        assert list(found.settled) == sorted(found.settled)
        assert found.settled[-1] <= found.segments
        assert (found.looks > 0) == (found.settled[-1] > found.settled[-2])
        assert (found.level == "search") == (found.settled[-1] < found.segments)
        if found.level != "search":
            assert found.conflicts == 0


def test_looking_further_ahead_adds_levels_and_settles_no_less():
    wanted = request("square", 10, 10, unique=True)
    program = verify.program_of(wanted, make(wanted, "solution", 1, 1).links)
    near, far = grade(program), grade(program, depth=2)
    assert far.levels == (*LEVELS[:-1], "look-ahead-2", "search")
    assert far.settled[:-1] == near.settled
    assert near.level == "search" and near.conflicts > 0
    assert far.level == "look-ahead-2" and far.conflicts == 0
    assert far.looks > near.looks


def test_dropping_the_rules_of_corners_never_settles_more():
    wanted = request("square", 6, 6, options={"touch": False}, unique=True)
    links = make(wanted, "solution", 2, 1).links
    strict = grade(verify.program_of(wanted, links))
    loose = grade(verify.program_of(request("square", 6, 6, options={"touch": True}), links))
    assert all(a <= b for a, b in zip(loose.settled, strict.settled, strict=True))


def test_a_corridor_is_settled_by_counts_alone():
    text = """puzzle "corridor" is numberlink {
      topology square;
      board
        1 . . 1
      end
    }"""
    found = grade(elaborate(load(Source("corridor.nl", text)).puzzles[0]))
    assert found == Grade((3, 3, 3, 3), 3, 0, 0, LEVELS)
    assert found.level == "counts"


@pytest.mark.parametrize(
    ("settled", "level"),
    [
        ((9, 9, 9, 9), "counts"),
        ((3, 9, 9, 9), "corners"),
        ((3, 4, 9, 9), "colours"),
        ((3, 4, 5, 9), "look-ahead"),
        ((3, 4, 5, 6), "search"),
    ],
)
def test_the_level_is_the_first_that_settles_every_segment(settled, level):
    assert Grade(settled, 9, 0, 0, LEVELS).level == level
    assert list(STAGES) == list(LEVELS[:3])
