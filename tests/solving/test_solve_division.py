"""Puzzles divided among processes: shapes stay together where that leaves the work even."""

from __future__ import annotations

import pytest

import nlc
from nlc.drivers.base import NO_LIMITS
from nlc.solving.batch import SolveBatch, divide
from nlc.solving.choice import choose_solvers
from nlc.solving.formulas import Formulas
from nlc.solving.question import ONE, Policy

SMALL, WIDE, LONG = "1 . 1\n2 . 2\n", "1 . . 1\n2 . . 2\n", "1 . . . . 1\n2 . . . . 2\n"


def work(boards, jobs, sharing="pysat:minisat22"):
    puzzles = [puzzle for board in boards for puzzle in nlc.loads(board)]
    return SolveBatch(
        puzzles, ONE, choose_solvers(), Policy(jobs=jobs), NO_LIMITS, Formulas(), sharing
    )


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_puzzle_is_in_one_share_in_order(jobs):
    boards = [SMALL, WIDE, SMALL, LONG, WIDE, SMALL, SMALL]
    shares = divide(work(boards, jobs))
    assert sorted(number for share in shares for number in share) == list(range(len(boards)))
    assert all(share == sorted(share) for share in shares)
    assert len(shares) == jobs


def test_graphs_which_have_no_drawing_are_dealt_out():
    graph = """genre two {{
      var colour : cell -> 1..2;
      rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
      show colour;
    }}
    puzzle "{}" is two {{ topology graph {{ cells x y z; links x-y y-z; }} }}
    """
    boards = [graph.format(number) for number in range(6)] + [SMALL]
    assert sorted(map(len, divide(work(boards, 2)))) == [1, 6]
    assert sorted(map(len, divide(work(boards[:6], 3)))) == [2, 2, 2]
