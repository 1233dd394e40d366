#!/usr/bin/env python3
"""How fast the DIMACS writer is, against a plain-Python writer and PySAT's."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from msgspec import Struct

from nlc.cnf import Cnf
from nlc.cnf.write import write_cnf
from nlc.files import atomic_writer


class Row(Struct, frozen=True):
    """One writer.

    Attributes:
        writer: its name.
        megabytes: size of the file, in 10**6 bytes.
        seconds: wall-clock time, the best of the repetitions.
        ratio: the time of this writer over the time of nlc's.
    """

    writer: str
    megabytes: float
    seconds: float
    ratio: float

    @property
    def speed(self) -> float:
        """Megabytes written in a second."""
        return self.megabytes / self.seconds


def random_cnf(clauses: int, variables: int, seed: int = 1) -> Cnf:
    """Return a CNF of ternary clauses of neighbouring variables, as a board gives them."""
    rng = np.random.default_rng(seed)
    window = min(variables, 1000) - 2
    first = np.sort(rng.integers(1, variables - window, clauses))
    offsets = np.sort(rng.integers(0, window, (clauses, 3)), axis=1) + np.arange(3)
    signs = rng.choice(np.array([-1, 1]), (clauses, 3))
    cnf = Cnf(variables=variables)
    cnf.add("random", (signs * (first[:, None] + offsets)).astype(np.int32))
    return cnf


def measure(clauses: int, variables: int, repeat: int) -> list[Row]:
    """Write one CNF with each writer to a file in the directory for temporary files.

    The other two get the clauses as lists of Python integers, made before the clock starts.
    """
    cnf = random_cnf(clauses, variables)
    lists = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    writers = {
        "nlc": lambda path: _with_nlc(cnf, path),
        "join": lambda path: _with_join(variables, lists, path),
        "PySAT to_file": _with_pysat(lists),
    }
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "out.cnf")
        found = []
        for name, writer in writers.items():
            seconds = min(_seconds(writer, path) for _ in range(repeat))
            found.append((name, path.stat().st_size / 1e6, seconds))
    return [Row(name, size, seconds, seconds / found[0][2]) for name, size, seconds in found]


def _with_nlc(cnf: Cnf, path: Path) -> None:
    with atomic_writer(str(path)) as stream:
        write_cnf(cnf, stream)


def _with_join(variables: int, lists: list[list[int]], path: Path) -> None:
    lines = [f"p cnf {variables} {len(lists)}"]
    lines += [" ".join(map(str, clause)) + " 0" for clause in lists]
    path.write_text("\n".join(lines) + "\n")


def _with_pysat(lists: list[list[int]]) -> Callable[[Path], None]:
    from pysat.formula import CNF

    formula = CNF(from_clauses=lists)
    return lambda path: formula.to_file(str(path))


def _seconds(writer: Callable[[Path], None], path: Path) -> float:
    start = time.perf_counter()
    writer(path)
    return time.perf_counter() - start


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clauses", type=int, default=1_000_000)
    parser.add_argument("--variables", type=int, default=300_000)
    parser.add_argument("--repeat", type=int, default=3)
    found = measure(**vars(parser.parse_args()))
    rows = [(r.writer, r.megabytes, r.seconds, r.speed, r.ratio) for r in found]
    headers = ["writer", "MB", "seconds", "MB/s", "time / nlc's"]
    print(tabulate(rows, headers, floatfmt=("", ".1f", ".3f", ".0f", ".1f")))


if __name__ == "__main__":
    main()
