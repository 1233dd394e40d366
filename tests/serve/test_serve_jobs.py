"""What a job has of its limits, and which answers are kept for the next who asks the same."""

from __future__ import annotations

import pytest
from msgspec import json
from support.server import Server

from nlc.serve import task
from nlc.serve.answers import Done
from nlc.serve.jobs import LARGEST, Kept, Lines
from nlc.serve.requests import SolveRequest, WhyRequest
from nlc.serve.settings import Bounds
from nlc.serve.task import Line, line

ROWS = 'puzzle "kept rows" is numberlink { topology square; board\nA.A\nB.B\nend }'
ASKED = SolveRequest(text="a puzzle")


def answer(text: bytes = b"{}", **done: object) -> Lines:
    out = Lines()
    out.add(Line("SolutionFound", text))
    out.add(line(Done(seconds=0.0, **{"status": "SATISFIABLE", **done})))
    return out


def test_the_same_question_has_the_same_answer_and_another_its_own(server: Server) -> None:
    first = server.lines("solve", text=ROWS)
    again = server.lines("solve", text=ROWS)
    solved = [each for each in first if each["event"] not in ("progress", "queued")]
    assert [{**each, "seconds": 0} for each in again] == [{**x, "seconds": 0} for x in solved]
    other = server.lines("solve", text=ROWS, question="unique")
    assert other[-1]["answer"]["unique"] is not None
    assert first[-1]["seconds"] > 0
    assert again[-1]["seconds"] == 0  # nothing was done


@pytest.mark.parametrize(
    "lines", [answer(reason="wall-time"), answer(status="UNKNOWN"), Lines(), answer(b"x" * LARGEST)]
)
def test_what_is_open_or_large_is_not_kept(lines: Lines) -> None:
    kept = Kept()
    kept.put(Kept.key(ASKED), lines)
    assert kept.get(Kept.key(ASKED)) == ()


def test_only_answers_that_depend_on_the_request_alone_are_kept() -> None:
    assert Kept.key(WhyRequest(text="a puzzle")) is None
    assert Kept.key(ASKED) != Kept.key(SolveRequest(text="another"))


def test_the_oldest_go_first() -> None:
    one = answer()
    kept = Kept(most=2 * one.size)
    keys = [Kept.key(SolveRequest(text=text)) for text in "abc"]
    for key in keys[:2]:
        kept.put(key, answer())
    assert kept.get(keys[0])  # asked for again
    kept.put(keys[2], answer())
    assert [bool(kept.get(key)) for key in keys] == [True, False, True]
    assert json.decode(kept.get(keys[0])[-1].data)["status"] == "SATISFIABLE"


@pytest.mark.parametrize(("asked", "left"), [(8.0, 5.0), (None, 57.0), (1000.0, 57.0)])
def test_a_search_has_what_reading_and_compiling_have_left_of_the_limit(
    monkeypatch: pytest.MonkeyPatch, asked: float | None, left: float
) -> None:
    monkeypatch.setattr(task, "bounds", Bounds(seconds=60.0))
    monkeypatch.setattr(task, "started", 100.0)
    monkeypatch.setattr("time.perf_counter", lambda: 103.0)
    assert task.limits_left(asked).seconds == left
