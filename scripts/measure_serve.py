"""Measures nlc serve: many clients that solve 10x10 puzzles, from the buffer and by text.

Each client takes a puzzle (every other one generated, so from the buffer where it has some; else
one of the benchmark), solves it, and thinks for a while before the next. Times are from the request
to the last line of the answer. The memory is that of the server and all its processes together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import httpx

TOKEN = "measure"
FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "benchmark"
_PUZZLE = re.compile(r'^puzzle "[^"]*" is \w+ \{.*?^\}\n', re.MULTILINE | re.DOTALL)


def texts() -> list[str]:
    """Return puzzles of 10x10."""
    names = ("numberlink-square-10x10.nl", "slitherlink-square-10x10.nl")
    return [text for name in names for text in _PUZZLE.findall((FOLDER / name).read_text())]


def megabytes(root: int) -> tuple[float, int]:
    """Return the proportional memory of a process and all below it, and how many they are."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    total = 0
    for pid in found:
        try:
            told = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += int(told.partition("Pss:")[2].split()[0])
        except OSError:
            continue
    return total / 1024, len(found)


class Load:
    """The clients and what they have seen."""

    def __init__(self, url: str, args: argparse.Namespace) -> None:
        self.args = args
        limits = httpx.Limits(max_connections=None)
        self.client = httpx.AsyncClient(
            base_url=url, headers={"X-NLC-Token": TOKEN}, timeout=120, limits=limits
        )
        self.texts = texts()
        self.solved: list[float] = []
        self.taken: list[tuple[float, bool]] = []
        self.failed: list[str] = []

    async def ask(self, path: str, body: dict) -> list[dict]:
        """Return the lines of a stream."""
        response = await self.client.post(f"/api/{path}", json=body)
        if response.status_code != 200:
            raise RuntimeError(f"{path}: {response.status_code} {response.text[:200]}")
        return [json.loads(line) for line in response.text.splitlines()]

    async def person(self, number: int, until: float) -> None:
        """Be a client until a time."""
        choices = random.Random(number)
        await asyncio.sleep(choices.random() * self.args.think)
        turn = number
        while time.monotonic() < until:
            turn += 1
            try:
                await self.puzzle(choices, turn % 2 == 0)
            except Exception as error:
                self.failed.append(repr(error))
            await asyncio.sleep(choices.uniform(0.5, 1.5) * self.args.think)

    async def puzzle(self, choices: random.Random, from_buffer: bool) -> None:
        """Take a puzzle and solve it."""
        text = choices.choice(self.texts)
        if from_buffer:
            started = time.monotonic()
            genre = choices.choice(("numberlink", "slitherlink"))
            lines = await self.ask("generate", {"genre": genre, "columns": 10, "rows": 10})
            made = next((line for line in lines if line["event"] == "puzzle"), None)
            if made is None:
                raise RuntimeError(f"generate: {lines[-1]}")
            self.taken.append((time.monotonic() - started, made["buffered"]))
            text = made["text"]
        started = time.monotonic()
        lines = await self.ask("solve", {"text": text})
        if lines[-1].get("status") != "SATISFIABLE":
            raise RuntimeError(f"solve: {lines[-1]}")
        self.solved.append(time.monotonic() - started)

    async def hard(self, until: float) -> int:
        """Solve something hard all the time; return how often it was stopped by its limit."""
        rows = "\n".join(["." * 30] * 30)
        text = f'puzzle "hard" is slitherlink {{ topology square; board\n{rows}\nend }}'
        count = 0
        while time.monotonic() < until:
            await self.ask("solve", {"text": text, "question": "count"})
            count += 1
        return count


def told(seconds: list[float]) -> str:
    """Return times in words."""
    if len(seconds) < 2:
        return f"{seconds}"
    p95, p99 = quantiles(seconds, n=100)[94], quantiles(seconds, n=100)[98]
    middle = f"median {median(seconds):.3f} s, 95 % {p95:.3f} s, 99 % {p99:.3f} s"
    return f"{len(seconds)}: {middle}, most {max(seconds):.3f} s"


async def run(url: str, root: int, args: argparse.Namespace) -> None:
    """Let the clients come."""
    load = Load(url, args)
    for genre in ("numberlink", "slitherlink"):  # the buffer grows by who waits
        body = {"genre": genre, "columns": 10, "rows": 10}
        await asyncio.gather(*(load.ask("generate", body) for _ in range(20)))
    while any(
        each["ready"] < each["target"]
        for each in (await load.client.get("/api/buffers")).json()["buffers"]
    ):
        await asyncio.sleep(0.5)
    until = time.monotonic() + args.seconds
    most, processes = 0.0, 0

    async def watch() -> None:
        nonlocal most, processes
        while time.monotonic() < until:
            now, count = await asyncio.to_thread(megabytes, root)
            most, processes = max(most, now), max(processes, count)
            await asyncio.sleep(1)

    others = [load.hard(until) for _ in range(args.hard)]
    people = [load.person(number, until) for number in range(args.clients)]
    await asyncio.gather(*people, watch(), *others)
    waited = [seconds for seconds, buffered in load.taken if not buffered]
    print(f"{args.clients} clients, {args.think:g} s between puzzles, {args.hard} hard jobs")
    print(f"solved {told(load.solved)}")
    print(f"from the buffer {told([s for s, buffered in load.taken if buffered])}")
    print(f"made while the client waited {told(waited)}")
    print(f"failed {len(load.failed)} {load.failed[:3]}")
    print(f"at most {most:.0f} MB in {processes} processes")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=10, help="seconds between two puzzles")
    parser.add_argument("--hard", type=int, default=0, help="hard jobs beside them")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ["--no-browser", "--token", TOKEN, "--data", folder, "--timeout", "30"]
        command = [sys.executable, "-m", "nlc", "serve", *words]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().partition("?")[0]
            asyncio.run(run(url, server.pid, args))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
