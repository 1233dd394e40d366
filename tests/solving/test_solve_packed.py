"""Answers on their way from one process to another: what they have in common is sent once."""

from __future__ import annotations

import os
import signal

from msgspec.structs import replace
from support.puzzles import program_of

import nlc
from nlc.solving import sharing
from nlc.solving.answer import Answer

TEXT = 'puzzle "p" is numberlink { topology square; board\n1 . 1\n2 . 2\nend }'


def test_each_answer_arrives_whole_and_parts_in_common_once(monkeypatch) -> None:
    monkeypatch.setattr(sharing, "REMEMBERED", 10_000)
    program = program_of(TEXT)
    given = [
        Answer("SATISFIABLE", program=replace(program, title=f"p{i}"), statistics={"conflicts": i})
        for i in range(100)
    ]
    monkeypatch.setattr(sharing, "_part", lambda work, numbers: (given[i] for i in numbers))
    packed = list(sharing.share(None, range(len(given))))
    unpacker = sharing.Unpacker()
    found = [unpacker.answer(each) for each in packed]
    assert [(each.title, each.statistics) for each in found] == [
        (each.title, each.statistics) for each in given
    ]
    assert [each.program.givens for each in found] == [program.givens] * len(given)
    sizes = [len(each) for each in packed]
    assert sizes[1] < sizes[0] / 5
    anew = [i for i, size in enumerate(sizes) if size > sizes[0] / 2]
    assert len(anew) > 2  # nothing is kept for ever
    for start, end in zip(anew, [*anew[1:], len(given)], strict=True):
        assert sum(sizes[start : end - 1]) < sharing.REMEMBERED
        boards = [each.program.board for each in found[start:end]]
        assert all(board is boards[0] for board in boards)  # what a picture asks it, it asks once
    assert sharing.Unpacker().answer(packed[anew[1]]).title == f"p{anew[1]}"


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
