"""Puzzles shared out to processes, of which one may die."""

from __future__ import annotations

import os
import signal

import pytest
from support.solvers import children, dead_soon

import nlc
from nlc.solving import batch

TEXT = 'puzzle "p" is numberlink { topology square; board\n1 . 1\n2 . 2\nend }'


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_a_process_that_dies_loses_one_puzzle_which_is_solved_by_itself(monkeypatch, jobs):
    usual, lost = batch._solve_share, [0, 3, 5, 9]

    def part(work, numbers):
        for number, answer in zip(numbers, usual(work, numbers), strict=True):
            if number in lost:
                os.kill(os.getpid(), signal.SIGKILL)
            yield answer

    monkeypatch.setattr(batch, "_solve_share", part)
    wider = [TEXT.replace('"p"', f'"p{i}"').replace(" . ", f" {'. ' * i}") for i in range(1, 9)]
    refuted = TEXT.replace('"p"', '"q"').replace("1 . 1\n2 . 2", "1 . 2\n2 . 1")
    puzzles = nlc.loads("\n".join([refuted, refuted.replace('"q"', '"r"'), *wider]))
    answers = list(nlc.solve(puzzles, policy=nlc.Policy(jobs=jobs)))
    assert [i for i, answer in enumerate(answers) if answer.notes] == lost
    for answer, puzzle in zip(answers, puzzles, strict=True):
        alone = nlc.solve(puzzle)
        assert (answer.title, answer.status) == (alone.title, alone.status)
        assert str(answer.board) == str(alone.board)


@pytest.mark.processes
def test_closing_ends_the_processes():
    before = children()
    text = "\n".join(TEXT.replace('"p"', f'"p{i}"') for i in range(50))
    answers = nlc.solve(nlc.loads(text), policy=nlc.Policy(jobs=2))
    next(answers)
    begun = children() - before
    assert begun
    answers.close()
    assert all(map(dead_soon, begun))
