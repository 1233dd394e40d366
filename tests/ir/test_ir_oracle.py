"""The elaborated rules of the stock genres, judged by the evaluator, against brute force."""

from __future__ import annotations

from random import Random

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import seeded_cases
from oracle.reference_board import Complex

from nlc.errors import Source
from nlc.ir.complete import complete, read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.language.resolve import load


def drawings(random, names, solutions):
    """Return some solutions, near misses of them, and drawings at random."""
    out = sorted(map(sorted, solutions))[:6]
    for _ in range(10):
        if out and random.random() < 0.7:
            drawing = set(random.choice(out))
        else:
            drawing = {name for name in names if random.random() < 0.4}
        for _ in range(random.randint(1, 3)):
            drawing ^= set(random.sample(names, min(1, len(names))))
        out.append(sorted(drawing))
    return out


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_a_drawing_passes_just_when_it_is_a_solution(genre, tiling):
    random = Random(0)
    for case in seeded_cases(genre, tiling, 6):
        program = elaborate(load(Source("random.nl", case.text)).puzzles[0])
        board = Complex(case.drawn)
        names = sorted(board.borders if genre == "slitherlink" else board.links)
        assert sorted(program.board.names(program.bools[0].sort)) == names
        solutions = case.solutions()
        for drawing in drawings(random, names, solutions):
            assignment = complete(program, *read_solution(program, {"line": drawing}))
            found = violations(program, assignment)
            assert (found == []) == (frozenset(drawing) in solutions), (case.text, drawing)
