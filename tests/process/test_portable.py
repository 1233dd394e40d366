"""Where nlc may start no process: each command works, and what needs a process is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from sys import _current_frames
from traceback import walk_stack
from types import FrameType

import pytest
from support.documents import ROOT
from support.server import eventually, serving

from nlc.process import emit
from nlc.process.limits import Limits
from nlc.process.pool import FunctionCall
from nlc.process.portable import ThreadClock, ThreadWorker
from nlc.process.run import _run_alone
from nlc.process.worker import WorkerStoppedError

NONE = 'puzzle "none" is numberlink { topology square; board\nA B\nB A\nend }\n'
MANY = 'puzzle "many" is numberlink { topology square; board\nA . .\n. . .\n. . A\nend }\n'
ROWS = "\n".join(["." * 20] * 20)
HARD = f'puzzle "hard" is slitherlink {{ topology square; board\n{ROWS}\nend }}'


def test_each_command_works_without_processes_and_without_what_windows_lacks(
    tmp_path: Path,
) -> None:
    for name, text in (("none", NONE), ("many", MANY)):
        (tmp_path / name).write_text(text)
    expected = {
        f"run {tmp_path}/many --unique": (0, "at least 2 solutions"),
        f"run {tmp_path}/many --count": (0, "2 solutions, checked"),
        "run fixtures/first.nl --solver pysat:glucose4": (0, "solved, and checked"),
        "run fixtures/first.nl --solver pysat:kissat404": (1, "cannot be stopped"),
        "run fixtures/first.nl --portfolio --solver pysat:minisat22,frontier": (0, "solved"),
        "run fixtures/first.nl --memory 100": (2, "processes; nlc starts none here"),
        "run fixtures/first.nl --cpu-time 10": (2, "processes; nlc starts none here"),
        f"why {tmp_path}/none": (0, "these 2 clues contradict each other"),
        "hint fixtures/first.nl": (0, "is drawn next"),
        "grade fixtures/first.nl": (0, "graded"),
        "generate masyu 4x4 --unique --seed 1": (0, "is masyu {"),
        "generate numberlink 5x5 --seed 1": (0, "is numberlink {"),
        "draw fixtures/first.nl --format svg": (0, "<svg"),
        "run fixtures/hard-none.nl --timeout 0.3": (3, "undecided: wall-time"),
    }
    done = subprocess.run(
        [sys.executable, "tests/support/portable.py"],
        input="".join(json.dumps(line.split()) + "\n" for line in expected),
        env={**os.environ, "NLC_PORTABLE": "1"},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = done.stdout.split("\n= ")
    assert len(said) == len(expected) + 1, done.stdout
    for (line, (status, words)), text, after in zip(expected.items(), said, said[1:], strict=False):
        assert words in text, line
        assert after.startswith(f"{status}\n"), line


def test_a_program_without_a_supervisor_ends_by_itself_or_at_its_limit() -> None:
    done = _run_alone(["sh", "-c", "echo out; echo err >&2; exit 10"], None, Limits(seconds=60))
    assert (done.ended.status, done.stop) == (10, None)
    assert (done.output, done.errors) == (b"out\n", b"err\n")
    done = _run_alone(["sh", "-c", "echo said; exec sleep 60"], None, Limits(seconds=0.3))
    assert (done.stop, done.output) == ("wall-time", b"said\n")
    assert done.seconds < 50
    # A program that has ended is not waited for because its own child keeps the pipe open.
    done = _run_alone(["sh", "-c", "sleep 60 & echo out; exit 10"], None, Limits(seconds=60))
    assert (done.ended.status, done.stop, done.output) == (10, None, b"out\n")
    assert done.seconds < 50


def messages(worker: ThreadWorker) -> Iterator[object]:
    """Yield what a thread sends, and last the kind of its end."""
    while True:
        worker.wait([worker], min(60, worker.seconds))
        for kind, value in worker.messages():
            yield value if kind == "message" else kind
            if kind != "message":
                return


def worker(function: object, *arguments: object, seconds: float | None = None) -> ThreadWorker:
    return ThreadWorker(FunctionCall(function, arguments), Limits(seconds))  # type: ignore[arg-type]


def turn(begun: threading.Event | None = None) -> None:
    """Never end."""
    while True:
        if begun is not None:
            begun.set()
        sum(range(100))


def send_some(count: int) -> None:
    for number in range(count):
        emit([number])


def test_a_thread_sends_copies_and_ends_with_its_result() -> None:
    given = [1]

    def job() -> list[int]:
        emit(given)
        given.append(2)
        return given

    first = worker(job)
    sent, kind = messages(first)
    assert (sent, kind) == ([1], "result")
    assert list(messages(worker(lambda: [][0]))) == ["raised"]
    assert list(messages(worker(partial(send_some, 3)))) == [[0], [1], [2], "result"]


def test_a_thread_ends_at_its_limit_when_it_is_interrupted_and_when_it_is_ended() -> None:
    for stop, reason in (
        (lambda thread: time.sleep(0.06), "wall-time"),
        (ThreadWorker.terminate, "killed"),
        (ThreadWorker.end, "killed"),
    ):
        begun = threading.Event()
        thread = worker(turn, begun, seconds=0.05 if reason == "wall-time" else None)
        begun.wait()
        stop(thread)
        with pytest.raises(WorkerStoppedError) as caught:
            list(messages(thread))
        assert caught.value.reason == reason
        assert not thread.alive()


def test_a_thread_does_not_run_far_ahead_of_its_reader() -> None:
    thread = worker(send_some, 10**9)
    eventually(lambda: thread._sent.qsize() >= 256)
    time.sleep(0.01)
    assert thread._sent.qsize() <= 257
    thread.end()
    assert not thread.alive()


class Rung(KeyboardInterrupt):
    def __init__(self, name: str) -> None:
        self.name = name


def test_a_clock_rings_in_the_thread_that_made_it_until_it_is_stopped() -> None:
    def ring(frame: object) -> float:
        if len(rings) == 2:
            raise Rung("third")
        rings.append(frame)
        return 0.01

    rings: list[object] = []
    clock = ThreadClock(ring, 0.01)
    with pytest.raises(Rung) as caught:
        turn()
    clock.stop()
    assert caught.value.name == "third"
    assert all(rings)


def test_an_alarm_that_comes_as_its_block_ends_is_dropped() -> None:
    def ring(_frame: object) -> float:
        begun.set()
        here = threading.main_thread().ident or 0
        eventually(lambda: any(is_stop(each) for each, _ in walk_stack(_current_frames()[here])))
        raise Rung("late")

    def is_stop(frame: FrameType) -> bool:
        return frame.f_code is ThreadClock.stop.__code__

    begun = threading.Event()
    clock = ThreadClock(ring, 0.0)
    begun.wait()
    clock.stop()
    sum(range(1000))


@pytest.mark.slow
def test_the_page_solves_in_threads_and_who_goes_away_stops_his_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NLC_PORTABLE", "1")
    with serving("--buffer", "1") as server:
        wanted = {"genre": "masyu", "columns": 4, "rows": 4, "options": {}}
        eventually(lambda: server.lines("generate", **wanted)[-2]["buffered"])
        found = server.lines("solve", text=MANY, question="count")
        assert found[-1]["verdict"].startswith("2 solutions")
        body = {"text": HARD, "question": "count", "seconds": 60}
        with server.client.stream("POST", "/api/solve", json=body) as response:
            for line in response.iter_lines():
                if json.loads(line).get("stage") == "solve":
                    break
            assert server.post("parse", text=MANY)["diagnostics"] == []
            assert server.descendants() == set()
        eventually(lambda: server.get("status")["running"] == 0)
        assert server.get("status")["megabytes"] is None
