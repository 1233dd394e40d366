"""The figures that nlc is to reach, each measured beside what it is compared with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec import Struct

MIXED = ((8, 8), (10, 10), (12, 10), (14, 14), (17, 17), (20, 15), (24, 14), (30, 20), (36, 20))
"""Columns and rows of the boards of the mixed batch."""

LOOPS = ("8x8", "10x10", "12x12", "15x15")
"""Sizes of the Slitherlinks that are proved to have one solution."""

_LOOPS_EACH = 20
_THESIS_BOARDS = 50
_MINISAT = "pysat:minisat22"
_REPEAT = 3

Size = tuple[int, int]
"""Columns and rows."""


class Row(Struct, frozen=True):
    """One figure.

    Attributes:
        work: what was measured.
        found: the figure: seconds, or a ratio.
        unit: ``s`` or ``x``.
        target: the bound to meet: at most this many seconds, or a ratio.
        beside: the same work done another way, in the same run.
    """

    work: str
    found: float
    unit: str
    target: str
    beside: str


def measure(folder: Path, thesis: Path | None = None) -> list[Row]:
    """Return all figures; times are medians, of whole processes where it says so.

    Args:
        folder: holds the boards, or takes those that are made.
        thesis: a file of 10x10 boards with 9 pairs in the format ``thesis``; else such boards are
            made by ``--method scatter``.
    """
    made = {
        "101 boards 40x20": (boards(folder, "40x20", [(40, 20)], 101), "<= 1.0 s"),
        "270 boards 8x8 to 36x20": (boards(folder, "mixed", MIXED, 30), "<= 0.6 s"),
        "11 boards 50x50": (boards(folder, "50x50", [(50, 50)], 11), "<= 2 s"),
    }
    start, start_cpu = times(["-c", "pass"])
    rows = []
    for work, (path, target) in made.items():
        run = ["-m", "nlc", "run", str(path)]
        found, cpu = times(run)
        touching, touching_cpu = times([*run, "--set", "touch=true"])
        beside = (
            f"{cpu:.2f} s of processor time; {found / start:.0f} empty Pythons, "
            f"{cpu / start_cpu:.0f} of their processor time; "
            f"{touching:.2f} s and {touching_cpu:.2f} s with touching allowed"
        )
        rows.append(Row(f"{work}, one command", found, "s", target, beside))
    rows += [_against_thesis(folder, thesis), _proofs(made["11 boards 50x50"][0].parent)]
    return [*rows, _slitherlinks(folder, start_cpu)]


def _against_thesis(folder: Path, thesis: Path | None) -> Row:
    """Compare the default with the preset ``thesis``: compiling and solving each board alone."""
    path = folder / "scatter.thesis"
    if thesis is not None:
        lines = thesis.read_text().splitlines()[:_THESIS_BOARDS]
        path = folder / "thesis.thesis"
        path.write_text("\n".join(lines) + "\n")
    elif not path.exists():
        make = ["-m", "nlc", "generate", "numberlink", "10x10", "--pairs", "9"]
        make += ["-n", str(_THESIS_BOARDS), "--method", "scatter", "--format", "thesis"]
        timed([*make, "-o", str(path)])
    run = [str(path), "--from", "thesis", "--solver", _MINISAT, "--jobs", "1"]
    default = _totals(run)
    preset = _totals([*run, "--encoding", "thesis"])
    ratio = median(b / a for a, b in zip(default, preset, strict=True))
    source = "thesis" if thesis else "scattered"
    return Row(
        f"preset thesis / default, {len(default)} {source} boards 10x10, 9 pairs, MiniSat",
        ratio,
        "x",
        ">= 50 x",
        f"{1000 * median(preset):.0f} ms / {1000 * median(default):.1f} ms",
    )


def _proofs(folder: Path) -> Row:
    """Compare proving that there is one solution with finding it, where no path may touch."""
    sizes = [(10, 10), (20, 20), (30, 30), (40, 20), (40, 40)]
    path = boards(folder, "unique", sizes, 3)
    run = [str(path), "--set", "touch=false", "--jobs", "1"]
    together = _totals(run, "solve")
    # A command each: several puzzles would share a solver, but only while they are solved.
    each = [[*run, "--puzzle", f"unique #{number}"] for number in range(1, len(together) + 1)]
    found = [time for one in each for time in _totals(one, "solve")]
    proved = [time for one in each for time in _totals([*one, "--unique"], "solve")]
    return Row(
        f"proof of uniqueness / solving, {len(each)} boards 10x10 to 40x40, each alone",
        median(b / a for a, b in zip(found, proved, strict=True)),
        "x",
        "<= 2 x",
        f"{1000 * median(proved):.0f} ms / {1000 * median(found):.0f} ms alone, "
        f"{1000 * median(together):.0f} ms in a batch",
    )


def _slitherlinks(folder: Path, start_cpu: float) -> Row:
    """Compare the proof that a Slitherlink has one solution with the start of a Python."""
    path = folder / "slitherlink.nl"
    if not path.exists():
        texts = []
        for size in LOOPS:
            make = [sys.executable, "-m", "nlc", "generate", "slitherlink", size]
            make += ["-n", str(_LOOPS_EACH), "--seed", "1", "-o", "-"]
            texts.append(subprocess.run(make, check=True, capture_output=True, text=True).stdout)
        path.write_text("\n".join(texts))
    found, cpu = times(["-m", "nlc", "run", "--unique", str(path)])
    count = _LOOPS_EACH * len(LOOPS)
    return Row(
        f"processor time of a Slitherlink's proof / of an empty Python, {count} boards",
        cpu / count / start_cpu,
        "x",
        "<= 2 x",
        f"{found:.2f} s, {cpu:.2f} s of processor time; {1000 * cpu / count:.1f} ms a board",
    )


def _totals(arguments: list[str], stage: str | None = None) -> list[float]:
    """Return, for each board, the seconds of a stage, or of all but reading."""
    command = [sys.executable, "-m", "nlc", "run", *arguments, "--format", "json"]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds = [json.loads(line)["seconds"] for line in out.splitlines()]
    return [each[stage] if stage else each["total"] - each["parse"] for each in seconds]


def boards(folder: Path, name: str, sizes: Sequence[Size], count: int) -> Path:
    """Return a file of woven boards, none of whose paths touches itself, as `text` has them.

    Args:
        folder: where files are kept; one that is there is taken as it is.
        name: of the file.
        sizes: boards of each size follow each other.
        count: how many of each size.

    Raises:
        subprocess.CalledProcessError: nlc did not make them.
    """
    path = folder / f"{name}.txt"
    if not path.exists():
        texts = [_made(cols, rows, count) for cols, rows in sizes]
        path.write_text("\n".join(texts))
    return path


def _made(cols: int, rows: int, count: int) -> str:
    command = [sys.executable, "-m", "nlc", "generate", "numberlink", f"{cols}x{rows}"]
    command += ["--method", "loops", "-n", str(count), "--format", "text", "-o", "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def times(arguments: Sequence[str]) -> tuple[float, float]:
    """Return the medians of wall-clock and processor time of a Python process, run a few times."""
    wall, cpu = zip(*(timed(arguments) for _ in range(_REPEAT)), strict=True)
    return median(wall), median(cpu)


def timed(arguments: Sequence[str]) -> tuple[float, float]:
    """Return the wall-clock time of a Python process, and the processor time with its children.

    Raises:
        subprocess.CalledProcessError: it did not end with 0.
    """
    start = time.perf_counter()
    child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, child.args)
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def main(folder: str | None = None, thesis: str | None = None) -> None:
    """Print the figures as a table, with the load of the machine before and after.

    Args:
        folder: where boards are kept; a temporary one if not given.
        thesis: see `measure`.
    """
    from tabulate import tabulate

    before = os.getloadavg()[0]
    with TemporaryDirectory() as temporary:
        place = Path(folder or temporary)
        place.mkdir(parents=True, exist_ok=True)
        rows = measure(place, Path(thesis) if thesis else None)
    told = [(row.work, f"{row.found:.2f} {row.unit}", row.target, row.beside) for row in rows]
    print(tabulate(told, ["work", "found", "target", "beside"], disable_numparse=True))
    print(f"load of the machine: {before:.1f} before, {os.getloadavg()[0]:.1f} after")
