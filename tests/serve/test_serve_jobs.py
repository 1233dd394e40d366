"""The limits of a job, and the answers that are cached for the same request."""

from __future__ import annotations

import pytest
from msgspec import json
from support.server import Server

from nlc.serve import task
from nlc.serve.answers import Done
from nlc.serve.jobs import LARGEST, AnswerCache, LineCollector
from nlc.serve.requests import SolveRequest, WhyRequest
from nlc.serve.settings import Bounds
from nlc.serve.task import EncodedLine, line

ROWS = 'puzzle "kept rows" is numberlink { topology square; board\nA.A\nB.B\nend }'
REQUEST = SolveRequest(text="a puzzle")


def answer(text: bytes = b"{}", **done: object) -> LineCollector:
    out = LineCollector()
    out.add(EncodedLine("SolutionFound", text))
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
    "lines",
    [answer(reason="wall-time"), answer(status="UNKNOWN"), LineCollector(), answer(b"x" * LARGEST)],
)
def test_what_is_open_or_large_is_not_kept(lines: LineCollector) -> None:
    cache = AnswerCache()
    cache.put(AnswerCache.key(REQUEST), lines)
    assert cache.get(AnswerCache.key(REQUEST)) == ()


def test_only_answers_that_depend_on_the_request_alone_are_kept() -> None:
    assert AnswerCache.key(WhyRequest(text="a puzzle")) is None
    assert AnswerCache.key(REQUEST) != AnswerCache.key(SolveRequest(text="another"))


def test_the_oldest_go_first() -> None:
    one = answer()
    cache = AnswerCache(most=2 * one.size)
    keys = [AnswerCache.key(SolveRequest(text=text)) for text in "abc"]
    for key in keys[:2]:
        cache.put(key, answer())
    assert cache.get(keys[0])  # asked for again
    cache.put(keys[2], answer())
    assert [bool(cache.get(key)) for key in keys] == [True, False, True]
    assert json.decode(cache.get(keys[0])[-1].data)["status"] == "SATISFIABLE"


@pytest.mark.parametrize(("asked", "left"), [(8.0, 5.0), (None, 57.0), (1000.0, 57.0)])
def test_a_search_has_what_reading_and_compiling_have_left_of_the_limit(
    monkeypatch: pytest.MonkeyPatch, asked: float | None, left: float
) -> None:
    monkeypatch.setattr(task, "bounds", Bounds(seconds=60.0))
    monkeypatch.setattr(task, "started", 100.0)
    monkeypatch.setattr("time.perf_counter", lambda: 103.0)
    assert task.limits_left(asked).seconds == left
