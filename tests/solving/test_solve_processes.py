"""Puzzles shared out to processes, of which one may die."""

from __future__ import annotations

import os
import signal

import nlc
from nlc.solving import sharing

TEXT = 'puzzle "p" is numberlink { topology square; board\n1 . 1\n2 . 2\nend }'


def test_the_process_that_takes_the_place_of_a_dead_one_is_understood(monkeypatch, tmp_path):
    died, usual = tmp_path / "died", sharing._part

    def part(work, numbers):
        for number, answer in zip(numbers, usual(work, numbers), strict=True):
            if number == 3 and not died.exists():
                died.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            yield answer

    monkeypatch.setattr(sharing, "_part", part)
    wider = [TEXT.replace('"p"', f'"p{i}"').replace(" . ", f" {'. ' * i}") for i in range(1, 9)]
    refuted = TEXT.replace('"p"', '"q"').replace("1 . 1\n2 . 2", "1 . 2\n2 . 1")
    puzzles = nlc.loads("\n".join([refuted, refuted.replace('"q"', '"r"'), *wider]))
    answers = list(nlc.solve(puzzles, policy=nlc.Policy(jobs=1)))
    assert [i for i, answer in enumerate(answers) if answer.notes] == [3]
    for answer, puzzle in zip(answers, puzzles, strict=True):
        alone = nlc.solve(puzzle)
        assert (answer.title, answer.status) == (alone.title, alone.status)
        assert str(answer.board) == str(alone.board)
