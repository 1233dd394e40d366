"""What the boards of a puzzle are, by methods that share no code with encodings and solvers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from nlc.board import Sort
from nlc.engines.frontier.build import build
from nlc.engines.frontier.rules import read_rules
from nlc.engines.frontier.sweep import count_rules
from nlc.engines.problem import is_known, read_problem
from nlc.ir.elaborate.grounding import ground_board
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.oracle.brute_force import Solutions
from nlc.oracle.case import Case
from nlc.oracle.reference_board import Complex

QUICK = {"numberlink": 26, "multilink": 22, "slitherlink": 26}
"""Up to so many links, or borders, brute force takes well under a second."""

MOST = 300
"""Puzzles with more boards, of those that brute force cannot tell, are left out."""


def is_quick(case: Case) -> bool:
    """Return whether brute force tells the boards of a puzzle."""
    board = Complex(case.drawn)
    edges = board.borders if case.genre == "slitherlink" else board.links
    return bool(case.house) or len(edges) <= QUICK[case.genre]


def expected_boards(case: Case, puzzle: Puzzle) -> Solutions | None:
    """Return the boards of a puzzle by brute force, or on large boards by the frontier method.

    None tells of a large board with too many.
    """
    if is_quick(case):
        return case.solutions()
    found = set(islice(frontier_boards(puzzle), MOST + 1))
    return None if len(found) > MOST else found


def frontier_boards(puzzle: Puzzle) -> Iterator[frozenset[str]]:
    """Yield the boards of a puzzle of one of the `QUICK` genres by the frontier method."""
    if is_known(puzzle):
        names = ground_board(puzzle).board.names(Sort.LINK)
        for drawn in build(read_problem(puzzle)).solutions():
            yield frozenset(names[i] for i in np.flatnonzero(drawn))
        return
    program = elaborate(puzzle)
    for board in count_rules(read_rules(program)).solutions():
        yield frozenset(program.solution_json(board)["line"])
