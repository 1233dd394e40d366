#!/usr/bin/env python3
"""Time the models of docs/cpmpy.md: CPMpy with OR-tools and with PySAT beside nlc.

    python scripts/measure_cpmpy.py            # prints the table
    python scripts/measure_cpmpy.py --write    # and writes it into the page

Needs CPMpy. Each block runs in a process of its own, by turns, from after the imports to its end.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "cpmpy.md"
WAYS = {"CPMpy, OR-tools": "ortools", "CPMpy, PySAT": "pysat:cadical195", "nlc": ""}
RUN = """
import sys, time
import nlc, numpy
if {solver!r}:
    import cpmpy
    SOLVER = {solver!r}
text = sys.stdin.read()
start = time.perf_counter()
exec(compile(text, "block", "exec"))
print(time.perf_counter() - start)
"""


def timed(text: str, solver: str, limit: float) -> float | None:
    """Return the seconds of a block, or None at the limit or where it is refused."""
    command = [sys.executable, "-c", RUN.format(solver=solver)]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return float(done.stdout.split()[-1]) if done.returncode == 0 else None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    rows = [f"| model | {' | '.join(WAYS)} | nlc / the better |", "|---|" + "---|" * 4]
    for title, part in re.findall(r"^## (.*?)\n(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL):
        blocks = re.findall(r"```py(?:thon)?\n(.*?)```", part, re.DOTALL)
        found: dict[str, list[float]] = {way: [] for way in WAYS}
        for _ in range(args.runs):
            for way, solver in WAYS.items():
                seconds = timed(blocks[0 if solver else 1], solver, args.limit)
                if seconds is not None:
                    found[way].append(seconds)
        median = {way: statistics.median(each) for way, each in found.items() if each}
        ours = median.pop("nlc")
        told = [f"{median[way]:.2f}" if way in median else "-" for way in WAYS if way != "nlc"]
        told += [f"{ours:.2f}", f"{ours / min(median.values()):.1f}"]
        rows.append(f"| {title} | {' | '.join(told)} |")
        print(rows[-1], flush=True)
    if args.write:
        begin, end = (f"<!-- measured: {word} -->" for word in ("begin", "end"))
        head, _, rest = page.partition(begin)
        tail = rest.partition(end)[2]
        table = "\n".join(rows)
        PAGE.write_text(f"{head}{begin}\n{table}\n{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
