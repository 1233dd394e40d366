"""How long one puzzle takes to make, beside what it is to take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import nan
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlc.generate.draft import Wish


@dataclass(frozen=True)
class Kind:
    """Puzzles of one kind.

    Attributes:
        name: what is made, in a few words.
        make: makes the puzzle of a number, and returns whether it was made; it is called in a
            process of its own.
        count: how many are made.
        target: seconds that one may take; None where nothing was set.
        elsewhere: what other programs are known to take. That was measured by others, elsewhere or
            on other days: no ratio to it is printed.
    """

    name: str
    make: Callable[[int], bool]
    count: int
    target: float | None
    elsewhere: str = ""


@dataclass(frozen=True)
class Figure:
    """What came of a kind.

    Attributes:
        kind: what was made.
        first: seconds for a puzzle that is not counted: with imports, and all that is done once.
        mean: seconds a puzzle.
        median: likewise.
        most: likewise.
        cpu: mean of the seconds of processor time.
        waited: mean of the seconds in which a puzzle could have been worked on and other processes
            had the processors; NaN where the kernel does not tell.
        failed: how many were given up.
    """

    kind: Kind
    first: float
    mean: float
    median: float
    most: float
    cpu: float
    waited: float
    failed: int


def numberlink(
    name: str,
    method: str,
    size: int,
    count: int,
    target: float | None = None,
    elsewhere: str = "",
    *,
    pairs: int | None = None,
    unique: bool = False,
    trivial: bool = False,
    touch: bool = True,
    switches: tuple[tuple[str, bool], ...] = (),
) -> Kind:
    """Return a kind of Numberlink puzzles on square boards."""
    from nlc.generate.draft import Wish
    from nlc.generate.shape import blank

    wish = Wish(
        blank("square", size, size), {"touch": touch}, pairs, unique, trivial, dict(switches)
    )
    return Kind(name, partial(_numberlink, wish, method), count, target, elsewhere)


def _numberlink(wish: Wish, method: str, number: int) -> bool:
    from nlc.generate.batch import make

    return make(wish, method, 1, number).links is not None


def kinds() -> list[Kind]:
    """Return what is measured."""
    weaver = "thomasahle's generator "
    return [
        numberlink(
            "scatter 10x10, 6 pairs, parity",
            "scatter",
            10,
            100,
            0.02,
            "thesis 0.351 s; its program here 0.20 s",
            pairs=6,
            switches=(("parity", True),),
        ),
        numberlink(
            "the same, without balance",
            "scatter",
            10,
            100,
            None,
            "",
            pairs=6,
            switches=(("parity", True), ("balance", False)),
        ),
        numberlink(
            "scatter 5x5, 6 pairs",
            "scatter",
            5,
            100,
            0.05,
            "thesis 2.9 s with parity",
            pairs=6,
            trivial=True,
        ),
        numberlink(
            "solution 10x10, 8 pairs, unique",
            "solution",
            10,
            50,
            0.05,
            "thesis > 10 s, not unique",
            pairs=8,
            unique=True,
        ),
        numberlink("solution 20x20, unique", "solution", 20, 10, 0.5, unique=True, touch=False),
        numberlink("solution 40x40, unique", "solution", 40, 5, 5.0, unique=True, touch=False),
        numberlink("loops 20x20", "loops", 20, 10, None, weaver + "2.0 s", touch=False),
        numberlink("loops 30x30", "loops", 30, 5, None, weaver + "3.9 s", touch=False),
        numberlink("loops 40x40", "loops", 40, 5, 1.0, weaver + "37 s", touch=False),
        numberlink("loops 100x100", "loops", 100, 2, 10.0, "", touch=False),
    ]


def measure(kind: Kind) -> Figure:
    """Make the puzzles of a kind in one process, after one that is not counted."""
    from nlc.drivers.base import NO_LIMITS
    from nlc.process.workers import stream

    rows = list(stream(partial(_times, kind), NO_LIMITS))
    wall = [row.seconds for row in rows[1:]]
    return Figure(
        kind,
        rows[0].seconds,
        mean(wall),
        median(wall),
        max(wall),
        mean(row.cpu for row in rows[1:]),
        mean(row.waited for row in rows[1:]),
        sum(not row.made for row in rows[1:]),
    )


@dataclass(frozen=True)
class _Row:
    """Wall-clock, processor and waiting seconds of a puzzle, and whether it was made."""

    seconds: float
    cpu: float
    waited: float
    made: bool


def _times(kind: Kind) -> Iterator[_Row]:
    for number in range(kind.count + 1):
        start, spent, queued = time.perf_counter(), time.process_time(), _queued()
        made = kind.make(number)
        seconds, cpu = time.perf_counter() - start, time.process_time() - spent
        yield _Row(seconds, cpu, _queued() - queued, made)


def _queued() -> float:
    """Return the seconds that this thread has been ready to run without a processor, or NaN.

    Linux tells them: the second number of schedstat, in nanoseconds.
    """
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return nan


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    from nlc.bench import generating_slitherlink
    from nlc.cli.progress import Progress

    every = [*kinds(), *generating_slitherlink.kinds()]
    rows = []
    with Progress(len(every)) as progress:
        for kind in every:
            progress.step(kind.name)
            found = measure(kind)
            share = "" if kind.target is None else found.cpu / kind.target
            rows.append(
                (
                    kind.name,
                    kind.count,
                    found.mean,
                    found.cpu,
                    found.waited,
                    found.median,
                    found.most,
                    found.first,
                    found.failed,
                    "" if kind.target is None else kind.target,
                    share,
                    kind.elsewhere,
                )
            )
    headers = [
        "kind",
        "puzzles",
        "mean s",
        "mean CPU s",
        "waited s",
        "median s",
        "most s",
        "first s",
    ]
    headers += ["given up", "target s", "CPU / target", "measured elsewhere"]
    formats = ("", "d", *[".3f"] * 6, "d", "g", ".2f", "")
    print(tabulate(rows, headers, floatfmt=formats))


if __name__ == "__main__":
    main()
