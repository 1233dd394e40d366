"""Generated puzzles, and the buffer that keeps them."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.server import Server, descendants, eventually, serving

import nlc
from nlc.serve import buffer, making, task
from nlc.serve.answers import Buffer, GeneratedPuzzle
from nlc.serve.buffer import Generating
from nlc.serve.jobs import Jobs
from nlc.serve.settings import Bounds, Settings
from nlc.serve.store import Store, StoreError

KIND = {"genre": "numberlink", "columns": 5, "rows": 5}


def puzzle(number: int) -> GeneratedPuzzle:
    return GeneratedPuzzle(
        text=f"puzzle {number}", seed=number, unique=True, grade=None, svg="", buffered=False
    )


def counts(store: Store) -> list[tuple[int, int, int, int]]:
    return [(each.ready, each.target, each.taken, each.waits) for each in store.buffers(None)]


def test_the_target_grows_with_each_wait_up_to_the_bound(tmp_path: Path) -> None:
    store = Store(tmp_path, most=2, kinds=10)
    assert store.buffers(None) == []
    for waits in (1, 2, 3):
        assert store.take("{}") is None
        assert counts(store) == [(0, min(waits, 2), waits, waits)]
    for number in range(5):
        store.put("{}", puzzle(number))
    assert counts(store) == [(2, 2, 3, 3)] and store.shortages() == []
    store.close()
    again = Store(tmp_path, most=2, kinds=10)  # the oldest comes first, also after a restart
    assert again.take("{}") == puzzle(0) and again.take("{}") == puzzle(1)
    assert counts(again) == [(0, 2, 5, 3)]


def test_the_kind_that_was_not_asked_for_longest_goes(tmp_path: Path) -> None:
    store = Store(tmp_path, most=2, kinds=2)
    for key in ("[1]", "[2]", "[3]"):
        store.take(key)
        store.put(key, puzzle(1))
    assert [each.kind for each in store.buffers(None)] == [[3], [2]]
    store.put("[1]", puzzle(1))
    assert store.take("[1]") is None


def test_a_broken_file_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "buffers.sqlite").write_bytes(b"no tables" * 1000)
    store = Store(tmp_path, most=2, kinds=2)
    assert store.problem is None and store.take("{}") is None
    assert (tmp_path / "buffers.broken").read_bytes().startswith(b"no tables")


def test_a_folder_that_cannot_be_made_leaves_puzzles_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = Store(tmp_path / "file" / "data", most=2, kinds=2)
    assert store.problem is not None and "in memory" in store.problem
    assert store.take("{}") is None
    store.put("{}", puzzle(1))
    assert store.take("{}") == puzzle(1)


@pytest.mark.slow
def test_a_file_that_is_locked_is_told_and_stays_whole(tmp_path: Path) -> None:
    store = Store(tmp_path, most=2, kinds=2)
    other = sqlite3.connect(tmp_path / "buffers.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked"):
        store.take("{}")
    other.execute("ROLLBACK")
    assert store.take("{}") is None


def are_gone(processes: set[int]) -> bool:
    return not any(Path(f"/proc/{pid}/exe").exists() for pid in processes)


def made(server: Server, **more: Any) -> dict[str, Any]:
    *lines, last = server.lines("generate", **{**KIND, **more})
    assert last["event"] == "done", last
    (found,) = [line for line in lines if line["event"] == "puzzle"]
    return found


def ready(server: Server) -> tuple[int, int]:
    (only,) = (each for each in server.get("buffers")["buffers"] if each["taken"])
    return only["ready"], only["target"]


@pytest.mark.slow
def test_whoever_waited_makes_the_buffer_grow(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as server:
        first = made(server)
        assert not first["buffered"]
        assert nlc.loads(first["text"])[0].genre == "numberlink"
        eventually(lambda: ready(server) == (1, 1))
        second = made(server)
        assert second["buffered"] and second["text"] != first["text"]
        again = made(server, seed=second["seed"])
        assert not again["buffered"] and again["text"] == second["text"]
        eventually(lambda: ready(server) == (1, 1))
    with serving("--data", str(tmp_path)) as server:  # kept over a restart
        assert ready(server) == (1, 1)
        third = made(server, style="tubes")
        assert third["buffered"] and third["svg"].startswith("<svg")


def test_usual_kinds_are_expected_once_and_come_after_those_that_were_asked_for(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path, most=2, kinds=4)
    store.expect(["[1]", "[2]", "[3]"])
    store.take("[4]")
    assert store.shortages() == [
        ("[4]", True),
        ("[1]", False),
        ("[2]", False),
        ("[3]", False),
    ]
    store.put("[1]", puzzle(1))
    store.put("[1]", puzzle(2))  # one is enough
    assert store.take("[1]") == puzzle(1) and store.take("[1]") is None
    store.expect(["[3]", "[4]"])  # as by another version
    assert {each.kind[0]: each.target for each in store.buffers(None)} == {1: 2, 3: 1, 4: 1}
    store.take("[5]")
    store.take("[6]")
    assert 3 not in {each.kind[0] for each in store.buffers(None)}


class Idle(Jobs):
    """Jobs of a server at which others work now and then."""

    busy = 0

    @property
    def running(self) -> int:
        return self.busy


@pytest.mark.slow
def test_usual_puzzles_are_made_while_nothing_else_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffer, "QUIET_SECONDS", 1)
    monkeypatch.setattr(making, "usual_side", lambda rules: 4)
    # On a busy machine it would have no turn.
    monkeypatch.setattr(task, "give_way", lambda pid: None)
    settings = Settings(jobs=1, bounds=Bounds(seconds=20))

    async def fill() -> list[list[Buffer]]:
        jobs = Idle(settings)
        generating = Generating(settings, jobs)
        found = []
        try:
            jobs.busy = 1
            generating.begin()
            await asyncio.sleep(3)
            found.append(generating.buffers().buffers)
            jobs.busy = 0
            until = time.monotonic() + 120
            while sum(each.ready for each in generating.buffers().buffers) < 3:
                assert time.monotonic() < until
                await asyncio.sleep(0.1)
            jobs.busy = 1
            await asyncio.sleep(2)  # what is being made may come to its end
            found.append(generating.buffers().buffers)
            await asyncio.sleep(3)
            found.append(generating.buffers().buffers)
        finally:
            await generating.close()
            jobs.close()
        return found

    busy, quiet, again = asyncio.run(fill())
    assert busy == []
    assert {each.kind["genre"] for each in quiet} >= {"akari", "masyu", "numberlink", "sudoku"}
    assert all(each.target == 1 and each.taken == 0 for each in quiet)
    assert [each.ready for each in quiet] == [each.ready for each in again]


@pytest.mark.slow
def test_a_server_that_is_killed_while_it_fills_leaves_the_file_whole(tmp_path: Path) -> None:
    from random import Random

    random = Random(5)
    for _ in range(3):
        with serving("--data", str(tmp_path)) as server:
            children = server.descendants()
            made(server, columns=4, rows=4)
            made(server, columns=4, rows=4)
            time.sleep(random.random() * 0.5)
            children |= server.descendants()
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait()
            eventually(partial(are_gone, children))
        tables = sqlite3.connect(tmp_path / "buffers.sqlite")
        assert tables.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables.close()
    store = Store(tmp_path, most=20, kinds=10)
    assert store.problem is None
    (only,) = (each for each in store.buffers(None) if each.taken)
    assert only.taken == 6 and only.ready <= only.target <= 6


@pytest.mark.slow
def test_a_full_disk_is_told_and_puzzles_are_made_all_the_same(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), file_bytes=40_000) as server:
        problem = None
        for columns in range(4, 40):
            found = made(server, columns=columns, rows=4)
            assert nlc.loads(found["text"])
            problem = server.get("buffers")["problem"]
            if problem:
                break
        assert problem
        assert nlc.loads(made(server)["text"])
        assert server.post("parse", text=found["text"])["svg"]
    tables = sqlite3.connect(tmp_path / "buffers.sqlite")
    assert tables.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert descendants(server.process.pid) == set()
