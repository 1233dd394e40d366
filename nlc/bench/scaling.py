"""How time and memory grow with the board, in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from nlc.bench.making import boards
from nlc.bench.plot import svg
from nlc.bench.snakes import puzzle

SOLVED = (10, 20, 30, 40, 50, 60, 70, 80, 100)
"""Rows and columns of the boards that are solved; each has about as many pairs as rows."""

COMPILED = (10, 20, 50, 100, 200)
"""Rows and columns of the boards that are only written as DIMACS."""


@dataclass(frozen=True)
class Row:
    """One process.

    Attributes:
        size: rows, and columns.
        work: ``solve`` or ``compile``.
        seconds: processor time, start-up included.
        solving: of it the solver's time by the wall clock, and conflicts; None for ``compile``.
        megabytes: the largest resident set of any process, in MiB.
        answered: whether it ended within the limit.
    """

    size: int
    work: str
    seconds: float
    solving: float | None
    megabytes: float
    answered: bool


def measure(folder: Path, limit: int = 60) -> list[Row]:
    """Compile boards of snakes, and solve woven boards in which no path touches itself.

    Args:
        folder: holds the boards, or takes those that are made.
        limit: seconds of processor time for solving one.
    """
    rows = []
    for size in COMPILED:
        path = folder / f"snakes-{size}.nl"
        path.write_text(puzzle(size, size, size // 2))
        rows.append(_run(size, "compile", ["compile", str(path), "-o", os.devnull]))
    for size in SOLVED:
        path = boards(folder, f"{size}x{size}", [(size, size)], 1)
        arguments = ["run", str(path), "--puzzle", "1", "--format", "json"]
        rows.append(_run(size, "solve", [*arguments, "--cpu-time", str(limit)]))
    return rows


def _run(size: int, work: str, arguments: list[str]) -> Row:
    command = [sys.executable, "-m", "nlc", *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert child.stdout is not None
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.stdout.close()
    answer = json.loads(out) if work == "solve" else None
    return Row(
        size,
        work,
        usage.ru_utime + usage.ru_stime,
        answer["seconds"]["solve"] if answer else None,
        usage.ru_maxrss / 1024,
        not status,
    )


def plot(rows: list[Row]) -> str:
    """Return what was answered as a picture of seconds and megabytes over cells."""
    lines = {}
    for work in ("compile", "solve"):
        done = [row for row in rows if row.work == work and row.answered]
        lines[f"{work}: seconds"] = [(row.size**2, row.seconds) for row in done]
        lines[f"{work}: MiB"] = [(row.size**2, row.megabytes) for row in done]
    return svg(lines, "cells", "processor seconds, MiB")


def main(folder: str | None = None, plotted: str | None = None) -> None:
    """Print the growth as a table.

    Args:
        folder: where boards are kept; a temporary one if not given.
        plotted: a file for the plot.
    """
    from tabulate import tabulate

    with TemporaryDirectory() as temporary:
        place = Path(folder or temporary)
        place.mkdir(parents=True, exist_ok=True)
        rows = measure(place)
    told = [
        (f"{r.size}x{r.size}", r.work, r.seconds, r.solving, r.megabytes, r.answered) for r in rows
    ]
    headers = ["board", "work", "CPU s", "of it solving s", "MiB", "answered"]
    print(tabulate(told, headers, floatfmt=("", "", ".2f", ".2f", ".0f", "")))
    if plotted is not None:
        Path(plotted).write_text(plot(rows))


if __name__ == "__main__":
    main()
