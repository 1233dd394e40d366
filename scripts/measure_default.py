#!/usr/bin/env python3
"""Measure `nlc run` without any option beside what its options bring, file by file.

    python scripts/measure_default.py fixtures/benchmark/*.nl
    python scripts/measure_default.py --single --unique fixtures/hard.nl
    python scripts/measure_default.py --shuffled 10 --rounds 1 graph.nl

A file is solved as one command, or each puzzle of it as one (`--single`), by default and with every
option of WAYS in turn. Processor seconds are those of the whole command with its solvers. A way
that leaves open more puzzles than the default does, or that takes over STOP times its seconds by
the clock and a second, is none that could be preferred. `default / best` divides by the least of
all ways, the default's own included; the least of some rounds counts for each. By the clock, what
the default does by two solvers at the same time counts once: measure that on a machine with nothing
else to do.

Where luck decides, the fastest of many ways is the luckiest. With `--shuffled` a puzzle counts by
the sum over copies whose graphs list their cells in other orders.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tabulate import tabulate

from nlc.comparing.measure import spent_by_children

WAYS: tuple[tuple[str, ...], ...] = (
    ("--plain",),
    ("--solver", "minisat"),
    ("--solver", "cadical"),
    ("--solver", "kissat"),
    ("--solver", "kissat", "--plain"),
    ("--solver", "pysat:minisat22", "--plain"),
    ("--solver", "pysat:cadical195"),
    ("--solver", "pysat:cadical195", "--plain"),
    ("--solver", "pysat:glucose42"),
    ("--encoding", "domains=log"),
    ("--encoding", "domains=direct"),
    ("--encoding", "domains=order"),
    ("--encoding", "acyclic=primal-dual"),
    ("--encoding", "passes=fold"),
    ("--encoding", "passes=none"),
)
"""Options that somebody might prefer."""

KINDS = ("CPU", "clock")
COLUMNS = ("default, s", "best, s", "by", "default / best")
"""Of the table, for each kind of seconds."""

STOP = 2.0
"""A way is given up after so many times the default's seconds by the clock, and a second."""


GRAPH = re.compile(r"(\btopology\s+graph\s*\{\s*cells\s+)([^;{}]+);")
"""The beginning of a graph, and its cells."""


class Spent(NamedTuple):
    """What a command took: processor seconds, seconds by the clock, and the puzzles left open."""

    cpu: float
    clock: float
    open: int


def main() -> None:
    """Print a row for each file, and how far the default is from the best in the worst case."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--unique", action="store_true", help="ask for uniqueness")
    parser.add_argument("--single", action="store_true", help="each puzzle as a command of its own")
    parser.add_argument("--most", type=int, help="of the puzzles of a file, with --single")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each puzzle")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument(
        "--shuffled",
        type=int,
        metavar="N",
        help="of each .nl file, N copies whose graphs list their cells in other orders",
    )
    args = parser.parse_args()
    question = ["--unique"] if args.unique else []
    words = ["run", "--format", "json", "--timeout", str(args.timeout), *question]
    rows = []
    with TemporaryDirectory() as folder:
        for path in args.files:
            parts = apart(path, Path(folder))[: args.most] if args.single else [path]
            for number, part in enumerate(parts, 1):
                name = f"{path.name} {number}" if args.single else path.name
                copies = shuffled(part, args.shuffled, Path(folder)) if args.shuffled else [part]
                rows.append((name, *measure(words, copies, args.rounds)))
                print(*rows[-1], sep="\t", file=sys.stderr, flush=True)
    rows.sort(key=lambda row: -row[-1])
    heads = ("puzzles", "open", *(f"{kind}: {each}" for kind in KINDS for each in COLUMNS))
    formats = ("", "", *(".2f", ".2f", "", ".2f") * 2)
    print(tabulate(rows, heads, tablefmt="github", floatfmt=formats))
    for kind, start in zip(KINDS, (2, 6), strict=True):
        worst = max(row[start + 3] for row in rows)
        default, best = (sum(row[start + i] for row in rows) for i in (0, 1))
        print(f"\n{kind}: worst {worst:.2f}, of {len(rows)}; in all {default:.1f} s", end="")
        print(f" by default and {best:.1f} s by the best of each")


def measure(words: Sequence[str], copies: Sequence[Path], rounds: int) -> tuple[Any, ...]:
    """Return what the default leaves open, and `COLUMNS` of processor time and by the clock."""
    took: dict[tuple[str, ...], list[Spent]] = {}
    for turn in range(rounds):
        default = spend_on_all(words, copies, None)
        assert default is not None
        took.setdefault((), []).append(default)
        for way in WAYS if turn == 0 else [way for way in WAYS if way in took]:
            spent = spend_on_all([*words, *way], copies, STOP * default.clock + 1)
            if spent is not None and spent.open <= default.open:
                took.setdefault(way, []).append(spent)
    row: list[Any] = [took[()][0].open]
    for time in (0, 1):
        least = {way: min(spent[time] for spent in each) for way, each in took.items()}
        best = min(least, key=lambda way: least[way])
        row += [least[()], least[best], " ".join(best) or "nothing", least[()] / least[best]]
    return tuple(row)


def spend_on_all(words: Sequence[str], copies: Sequence[Path], limit: float | None) -> Spent | None:
    """Return what a command takes on all files, or None where it is stopped or fails."""
    total = Spent(0.0, 0.0, 0)
    for path in copies:
        spent = spend([*words, str(path)], None if limit is None else limit - total.clock)
        if spent is None:
            return None
        total = Spent(total.cpu + spent.cpu, total.clock + spent.clock, total.open + spent.open)
    return total


def spend(words: Sequence[str], limit: float | None) -> Spent | None:
    """Return what a command of nlc takes, or None where it is stopped or fails."""
    before, started = spent_by_children(), os.times().elapsed
    command = [sys.executable, "-m", "nlc", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        try:
            out, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.communicate()
            return None
    if process.returncode not in (0, 1, 3):
        return None
    told = [json.loads(line) for line in out.splitlines()]
    asked = "--unique" in words
    left = sum(each["status"] == "UNKNOWN" or (asked and each["unique"] is None) for each in told)
    return Spent(spent_by_children() - before, os.times().elapsed - started, left)


def shuffled(path: Path, count: int, folder: Path) -> list[Path]:
    """Return copies of a file whose graphs list their cells in other orders.

    Raises:
        SystemExit: it has no graph.
    """
    text, copies = path.read_text(encoding="utf-8"), []
    if not GRAPH.search(text):
        raise SystemExit(f"{path}: no graph lists its cells here")
    for number in range(count):
        random = Random(number)
        copies.append(folder / f"{path.stem}-{number}.nl")
        copies[-1].write_text(GRAPH.sub(partial(in_another_order, random), text), encoding="utf-8")
    return copies


def in_another_order(random: Random, found: re.Match[str]) -> str:
    """Return the beginning of a graph with its cells in another order."""
    cells = found[2].split()
    random.shuffle(cells)
    return f"{found[1]}{' '.join(cells)};"


def apart(path: Path, folder: Path) -> list[Path]:
    """Return a file for each puzzle of a file, in their order."""
    own = folder / path.stem
    own.mkdir()
    words = ["convert", "--to", "nl", "-o", str(own / "{n}.nl"), str(path)]
    subprocess.run([sys.executable, "-m", "nlc", *words], check=True)
    return sorted(own.iterdir(), key=lambda part: int(part.stem))


if __name__ == "__main__":
    main()
