"""Answers on their way from one process to another: what they have in common is sent once."""

from __future__ import annotations

from support.puzzles import program_of

from nlc.dataclasses import replace
from nlc.solve import sharing
from nlc.solve.answer import Answer

TEXT = 'puzzle "p" is numberlink { topology square; board\n1 . 1\n2 . 2\nend }'


def test_each_answer_arrives_whole_and_parts_in_common_once(monkeypatch) -> None:
    program, many = program_of(TEXT), 2 * sharing.REMEMBERED + 3
    given = [
        Answer("SATISFIABLE", program=replace(program, title=f"p{i}"), statistics={"conflicts": i})
        for i in range(many)
    ]
    monkeypatch.setattr(sharing, "_part", lambda work, numbers: (given[i] for i in numbers))
    packed = list(sharing.share(None, range(many)))
    unpacker = sharing.Unpacker()
    found = [unpacker.answer(each) for each in packed]
    assert [(each.title, each.statistics) for each in found] == [
        (each.title, each.statistics) for each in given
    ]
    assert [each.program.givens for each in found] == [program.givens] * many
    boards = [found[i].program.board for i in range(sharing.REMEMBERED)]
    assert all(board is boards[0] for board in boards)  # so pictures work out once what it tells
    assert len(packed[1]) < len(packed[0]) / 5
    assert len(packed[sharing.REMEMBERED]) > len(packed[0]) / 2  # nothing is kept for ever
    later = sharing.Unpacker()
    assert later.answer(packed[sharing.REMEMBERED]).title == f"p{sharing.REMEMBERED}"
