#!/usr/bin/env python3
"""Measure `nlc run` without any option beside what its options bring, file by file.

    python scripts/measure_default.py fixtures/benchmark/*.nl
    python scripts/measure_default.py --single --unique fixtures/hard.nl

A file is solved as one command, or each puzzle of it as one (`--single`), by default and with every
option of WAYS in turn. Processor seconds are those of the whole command with its solvers. A way
that leaves open more puzzles than the default does, or that takes over STOP times its seconds by
the clock, is none that could be preferred. `default / best` divides by the least of all ways, the
default's own included; the least of some rounds counts for each. By the clock, what the default
does by two solvers at the same time counts once: measure that on a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tabulate import tabulate

from nlc.compare.measure import spent_by_children

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
    args = parser.parse_args()
    question = ["--unique"] if args.unique else []
    words = ["run", "--format", "json", "--timeout", str(args.timeout), *question]
    rows = []
    with TemporaryDirectory() as folder:
        for path in args.files:
            parts = apart(path, Path(folder))[: args.most] if args.single else [path]
            for number, part in enumerate(parts, 1):
                name = f"{path.name} {number}" if args.single else path.name
                rows.append((name, *measure(words, part, args.rounds)))
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


def measure(words: Sequence[str], path: Path, rounds: int) -> tuple[Any, ...]:
    """Return what the default leaves open, and `COLUMNS` of processor time and by the clock."""
    took: dict[tuple[str, ...], list[Spent]] = {}
    for turn in range(rounds):
        default = spend([*words, str(path)], None)
        assert default is not None
        took.setdefault((), []).append(default)
        for way in WAYS if turn == 0 else [way for way in WAYS if way in took]:
            limit = STOP * default.clock + 1
            spent = spend([*words, *way, str(path)], limit)
            if spent is not None and spent.open <= default.open:
                took.setdefault(way, []).append(spent)
    row: list[Any] = [took[()][0].open]
    for time in (0, 1):
        least = {way: min(spent[time] for spent in each) for way, each in took.items()}
        best = min(least, key=lambda way: least[way])
        row += [least[()], least[best], " ".join(best) or "nothing", least[()] / least[best]]
    return tuple(row)


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


def apart(path: Path, folder: Path) -> list[Path]:
    """Return a file for each puzzle of a file, in their order."""
    own = folder / path.stem
    own.mkdir()
    words = ["convert", "--to", "nl", "-o", str(own / "{n}.nl"), str(path)]
    subprocess.run([sys.executable, "-m", "nlc", *words], check=True)
    return sorted(own.iterdir(), key=lambda part: int(part.stem))


if __name__ == "__main__":
    main()
