"""How long ``nlc run --unique`` takes for one Slitherlink, from the shell's call to the exit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nlc.bench.commands import timed, times

TARGETS: Mapping[str, float] = {"30x30": 0.2, "50x50": 1.0}
"""Seconds by the clock that a command is to take at most, by size."""


@dataclass(frozen=True)
class Row:
    """Boards of one size, a command each.

    Attributes:
        size: columns x rows.
        boards: how many.
        seconds: mean over the boards, by the clock; of each board the median of three runs.
        cpu: processor seconds, likewise, with those of the solver's process.
        target: what the seconds are to be.
        start: processor seconds of a Python that imports NumPy and does nothing.
    """

    size: str
    boards: int
    seconds: float
    cpu: float
    target: float
    start: float


def measure(folder: Path, count: int = 5, targets: Mapping[str, float] = TARGETS) -> list[Row]:
    """Return how long commands take, on boards of each size that have one solution.

    Args:
        folder: takes the boards.
        count: how many of each size.
        targets: the sizes, and what they are to take.
    """
    _, start = times(["-c", "import numpy"])
    rows = []
    for size, target in targets.items():
        found = [
            times(["-m", "nlc", "run", "--unique", path]) for path in _made(folder, size, count)
        ]
        wall, cpu = (sum(each) / count for each in zip(*found, strict=True))
        rows.append(Row(size, count, wall, cpu, target, start))
    return rows


def _made(folder: Path, size: str, count: int) -> Iterator[str]:
    """Make boards that keep more clues than they need, as most that are published do."""
    for seed in range(count):
        path = str(folder / f"{size}-{seed}.nl")
        make = ["-m", "nlc", "generate", "slitherlink", size, "--seed", str(seed)]
        timed([*make, "--bisect", "--failures", "3", "-o", path])
        yield path


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text."""
    from tabulate import tabulate

    lines = [
        (
            row.size,
            row.boards,
            f"{row.seconds:.2f}",
            f"<= {row.target:.1f}",
            f"{row.cpu:.2f}",
            f"{row.cpu / row.start:.1f}",
        )
        for row in rows
    ]
    heads = ["one command", "boards", "mean s", "target", "mean CPU s", "CPU / importing NumPy"]
    return tabulate(lines, heads, disable_numparse=True)
