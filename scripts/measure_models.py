#!/usr/bin/env python3
"""How fast a model of a million clauses is compiled, beside `nlc compile` of a large Slitherlink.

Each is a process of its own, from its start to the written file; the best of some runs counts.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ARRAYS = """
import nlc, numpy as np
m = nlc.Model("clauses")
x, random = m.bools("x", 250_000), np.random.default_rng(1)
a, b, c = random.permuted(np.tile(np.arange(250_000), (3, 4)), axis=1)
m.add(x[a] | ~x[b] | x[c])
m.compile("model.cnf")
"""

ONE_BY_ONE = """
import nlc, random
m = nlc.Model("clauses")
x, chosen = [*m.bools("x", 50_000)], random.Random(1)
for _ in range(200_000):
    a, b, c = chosen.choices(x, k=3)
    m.add(a | ~b | c)
m.compile("model.cnf")
"""

COUNTS = """
import nlc
m = nlc.Model("a Latin square")
x = m.bools("x", (30, 30, 30))
for axis in range(3):
    m.add(nlc.exactly(1, x, axis=axis))
m.compile("model.cnf", "cardinality=binomial")
"""


def slitherlink(size: int) -> str:
    """Return a board with a clue in every fourth cell of every fourth row."""
    rows = ("".join("2" if i % 4 == j % 4 == 0 else "." for j in range(size)) for i in range(size))
    board = "\n".join(rows)
    return f'puzzle "p" is slitherlink {{ topology square; board\n{board}\nend }}'


def rate(command: list[str], made: Path, repeat: int) -> tuple[float, int]:
    """Return megabytes for each second of processor time, and the number of clauses."""
    best = 0.0
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, cwd=made.parent, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = max(best, made.stat().st_size / 1e6 / used)
    with made.open(encoding="utf-8") as lines:
        head = next(line for line in lines if line.startswith("p cnf"))
    return best, int(head.split()[-1])


def main() -> None:
    """Print the rates."""
    repeat = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "board.nl").write_text(slitherlink(200), encoding="utf-8")
        compiling = [sys.executable, "-m", "nlc", "compile", "board.nl", "-o", "board.cnf"]
        base, clauses = rate(compiling, folder / "board.cnf", repeat)
        print(f"Slitherlink 200x200: {clauses:,} clauses, {base:.1f} MB/s")
        for what, text in (("arrays", ARRAYS), ("one by one", ONE_BY_ONE), ("counts", COUNTS)):
            found, clauses = rate([sys.executable, "-c", text], folder / "model.cnf", repeat)
            print(f"model, {what}: {clauses:,} clauses, {found:.1f} MB/s, ratio {found / base:.2f}")


if __name__ == "__main__":
    main()
