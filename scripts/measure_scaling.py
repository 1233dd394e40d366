#!/usr/bin/env python3
"""How time and memory grow with the board, in processes of their own."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from tempfile import TemporaryDirectory

from draw_snakes import puzzle
from msgspec import Struct

from nlc.comparing.figures import boards

Point = tuple[float, float]

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 640, 360, 60, 20, 190, 45
_COLORS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad")

SOLVED = (10, 20, 30, 40, 50, 60, 70, 80, 100)
"""Rows and columns of the boards that are solved; each has about as many pairs as rows."""

COMPILED = (10, 20, 50, 100, 200)
"""Rows and columns of the boards that are only written as DIMACS."""


class Row(Struct, frozen=True):
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


def measure(
    folder: Path, compiled: Sequence[int], solved: Sequence[int], limit: int = 60
) -> list[Row]:
    """Compile boards of snakes, and solve woven boards in which no path touches itself.

    Args:
        folder: holds the boards, or takes those that are made.
        compiled: rows and columns of the boards of snakes.
        solved: the same of the woven boards.
        limit: seconds of processor time for solving one.
    """
    rows = []
    for size in compiled:
        path = folder / f"snakes-{size}.nl"
        path.write_text(puzzle(size, size, size // 2))
        rows.append(_run(size, "compile", ["compile", str(path), "-o", os.devnull]))
    for size in solved:
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


def svg(lines: Mapping[str, Sequence[Point]], x_label: str, y_label: str) -> str:
    """Return a picture of lines through points with positive coordinates, by name."""
    points = [point for line in lines.values() for point in line]
    x = _Axis([p[0] for p in points], _LEFT, _WIDTH - _RIGHT)
    y = _Axis([p[1] for p in points], _HEIGHT - _BOTTOM, _TOP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for tick in x.ticks():
        at = x.place(tick)
        out.append(_line(at, _TOP, at, _HEIGHT - _BOTTOM, "#ddd"))
        out.append(_text(at, _HEIGHT - _BOTTOM + 16, f"{tick:g}", "middle"))
    for tick in y.ticks():
        at = y.place(tick)
        out.append(_line(_LEFT, at, _WIDTH - _RIGHT, at, "#ddd"))
        out.append(_text(_LEFT - 6, at + 4, f"{tick:g}", "end"))
    for i, (name, line) in enumerate(lines.items()):
        color = _COLORS[i % len(_COLORS)]
        places = [(x.place(a), y.place(b)) for a, b in line]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in places]
        out.append(_text(_WIDTH - _RIGHT + 12, _TOP + 16 + 20 * i, name, "start", color))
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    out += [
        _text(middle, _HEIGHT - 8, x_label, "middle"),
        _text(8, _TOP - 6, y_label, "start"),
        "</svg>",
    ]
    return "\n".join(out) + "\n"


class _Axis:
    """From values to places between two ends."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self._low, self._high = floor(log10(min(values))), ceil(log10(max(values)))
        self._high = max(self._high, self._low + 1)
        self._start, self._end = start, end

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self._low, self._high + 1)]

    def place(self, value: float) -> float:
        share = (log10(value) - self._low) / (self._high - self._low)
        return self._start + share * (self._end - self._start)


def _line(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}"/>'


def _text(x: float, y: float, text: str, anchor: str, color: str = "#333") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} fill="{color}">{escape(text)}</text>'


def main() -> None:
    """Print the growth as a table."""
    from tabulate import tabulate

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", metavar="FOLDER", help="keep the boards, and use them again")
    parser.add_argument("--compile", type=int, nargs="+", default=COMPILED)
    parser.add_argument("--solve", type=int, nargs="+", default=SOLVED)
    parser.add_argument("--plot", metavar="OUT", help="write a plot too, as SVG")
    args = parser.parse_args()
    with TemporaryDirectory() as temporary:
        place = Path(args.boards or temporary)
        place.mkdir(parents=True, exist_ok=True)
        rows = measure(place, args.compile, args.solve)
    told = [
        (f"{r.size}x{r.size}", r.work, r.seconds, r.solving, r.megabytes, r.answered) for r in rows
    ]
    headers = ["board", "work", "CPU s", "of it solving s", "MiB", "answered"]
    print(tabulate(told, headers, floatfmt=("", "", ".2f", ".2f", ".0f", "")))
    if args.plot is not None:
        Path(args.plot).write_text(plot(rows))


if __name__ == "__main__":
    main()
