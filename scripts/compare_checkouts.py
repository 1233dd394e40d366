#!/usr/bin/env python3
"""Whether two checkouts of nlc answer alike, and what each takes for it.

    python scripts/compare_checkouts.py OLD NEW                answers, bytes, then times
    python scripts/compare_checkouts.py OLD NEW a.nl b.nl      of these files too

Both run with this interpreter and its packages; `PYTHONPATH` tells which nlc is run. Verdicts,
counts, uniqueness, the board where there is just one, messages and exit codes have to be equal, and
the bytes of ``nlc compile`` with explicit encodings. Times are of processor time, by turns.
"""

from __future__ import annotations

import argparse
import compileall
import hashlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tabulate import tabulate

FIXTURES = Path(__file__).parents[1] / "fixtures"

QUESTIONS = ((), ("--unique",), ("--all", "50"), ("--backbone",))
"""Options of ``nlc run`` that each file is asked with."""

ENCODINGS = ("direct", "log", "order", "thesis", "domains=log,acyclic=order,connected=dual")
"""Encodings of which the DIMACS is compared."""

COMPILED = 40
"""Puzzles of a file that are compiled, at most."""

ALIKE = ("puzzle", "genre", "options", "status", "unique", "count", "count_complete", "facts")
"""Parts of an answer as JSON that have to be equal; the board does where there is just one."""

LIMIT = 300
"""Seconds that one command may take."""

TIMES = {
    "a small board": (1.15, ("run", "first.nl")),
    "numberlinks 10x10": (1.4, ("run", "benchmark/numberlink-square-10x10.nl")),
    "numberlinks 20x20": (1.4, ("run", "benchmark/numberlink-square-20x20.nl")),
    "slitherlinks 15x15": (1.4, ("run", "benchmark/slitherlink-square-15x15.nl")),
    "hexagons 14x14": (1.4, ("run", "benchmark/numberlink-hex-14x14.nl")),
    "hard, unique": (1.25, ("run", "--unique", "hard.nl")),
    "a board of each genre": (1.25, ("run", "--unique", "genres.nl")),
    "numberlink made, 20x20": (
        1.25,
        ("generate", "numberlink", "20x20", "--unique", "--seed", "1", "-n", "3"),
    ),
}
"""Commands whose times are compared, each with the most that the new one may take of the old."""


def run(checkout: Path, arguments: Sequence[str]) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run the nlc of a checkout in the folder of fixtures; return also its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "nlc", *arguments],
        cwd=FIXTURES,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return done, user + system


def answers(checkout: Path, file: str, options: Sequence[str]) -> list[object]:
    """Return what has to be equal of the answers to a question about a file."""
    done, _ = run(checkout, ["run", "--format", "json", "--timeout", "60", *options, file])
    out: list[object] = [done.returncode]
    if done.returncode == 2:
        out.append(done.stderr)
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        part = {key: answer.get(key) for key in ALIKE}
        if answer.get("unique"):
            part["board"] = answer["solutions"][:1]
        out.append(part)
    return out


def digest(checkout: Path, file: str, number: int, encoding: str) -> str:
    """Return the digest of what ``nlc compile`` writes of a puzzle, or how it refuses it."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "out.cnf"
        words = ["compile", "--puzzle", str(number), "--encoding", encoding, file, "-o", str(out)]
        done, _ = run(checkout, words)
        text = out.read_bytes() if out.exists() else done.stderr.encode()
    return hashlib.sha256(text.replace(folder.encode(), b"")).hexdigest()


def differences(old: Path, new: Path, files: Sequence[str]) -> Iterator[str]:
    """Yield a line for each question or encoding to which the checkouts answer differently."""
    for file in files:
        count = 0
        for options in QUESTIONS:
            first, second = answers(old, file, options), answers(new, file, options)
            count = sum(isinstance(each, dict) for each in second)
            if first != second:
                pairs = zip(first, second, strict=False)
                which = next((n for n, (a, b) in enumerate(pairs) if a != b), "the number")
                yield f"nlc run {' '.join(options)} {file}: answer {which} differs"
        for number in range(1, min(count, COMPILED) + 1):
            for encoding in ENCODINGS:
                if digest(old, file, number, encoding) != digest(new, file, number, encoding):
                    what = f"--puzzle {number} --encoding {encoding} {file}"
                    yield f"nlc compile {what}: other bytes"


def times(old: Path, new: Path, rounds: int) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield of each command its name, the medians of both, their ratio and its bound."""
    for name, (bound, arguments) in TIMES.items():
        taken: dict[Path, list[float]] = {old: [], new: []}
        for turn in range(rounds):
            for checkout in (old, new) if turn % 2 else (new, old):
                taken[checkout].append(run(checkout, arguments)[1])
        before, after = median(taken[old]), median(taken[new])
        yield name, before, after, after / before, bound


def main() -> int:
    """Compare; the exit code is 1 where an answer or a byte differs."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("files", nargs="*", help="puzzles besides those of fixtures/")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each for its time (0: none)")
    parser.add_argument("--times-only", action="store_true")
    options = parser.parse_args()
    old, new = options.old.resolve(), options.new.resolve()
    for checkout in (old, new):  # neither is to compile its modules while it is timed
        compileall.compile_dir(checkout / "nlc", quiet=2)
    found = 0
    if not options.times_only:
        own = [str(path.relative_to(FIXTURES)) for path in sorted(FIXTURES.rglob("*.nl"))]
        for line in differences(old, new, [*own, *(str(Path(f).resolve()) for f in options.files)]):
            print(line, flush=True)
            found += 1
        print(f"{found} difference(s)", flush=True)
    if options.rounds:
        headers = ("command", "old, s", "new, s", "new / old", "at most")
        rows = times(old, new, options.rounds)
        print(tabulate(rows, headers, floatfmt=("", ".2f", ".2f", ".2f", ".2f"), tablefmt="github"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
