"""Formulas with known answers, solvers that are scripts, and a look at this machine's processes."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

import numpy as np

from nlc.cnf import Clauses, Cnf
from nlc.drivers.base import NO_LIMITS, Limits, Outcome
from nlc.drivers.external import CommandDriver


def make_cnf(
    variables: int, clauses: Iterable[Sequence[int]], projection: Sequence[int] = ()
) -> Cnf:
    """Return a CNF of the clauses, one block a clause."""
    cnf = Cnf(variables=variables, projection=np.array(projection, np.int32))
    for clause in clauses:
        cnf.add("test", np.array([clause], np.int32).reshape(1, -1))
    return cnf


def random_clauses(seed: int, variables: int, clauses: int, width: int = 3) -> Clauses:
    """Return random clauses of `width` distinct variables."""
    rng = np.random.default_rng(seed)
    chosen = np.argsort(rng.random((clauses, variables)), axis=1)[:, :width] + 1
    return np.asarray(chosen * rng.choice([-1, 1], chosen.shape), np.int32)


def random_cnf(seed: int, variables: int, clauses: int, projection: Sequence[int] = ()) -> Cnf:
    """Return a random 3-CNF as one block."""
    cnf = Cnf(variables=variables, projection=np.array(projection, np.int32))
    cnf.add("test", random_clauses(seed, variables, clauses))
    return cnf


def hard_cnf() -> Cnf:
    """Return a formula that takes every solver minutes: random, well above the threshold."""
    return random_cnf(0, 400, 1840)


def solutions(cnf: Cnf) -> set[tuple[bool, ...]]:
    """Return the models by brute force, projected as `enumerate` does."""
    shown = cnf.projection.tolist() or range(1, cnf.variables + 1)
    clauses = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    return {
        tuple(values[v - 1] for v in shown)
        for values in product((False, True), repeat=cnf.variables)
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
    }


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that ended and waits for its parent does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


_KEPT = (b"multiprocessing.resource_tracker", b"a-token-of-tests", b"chromedriver")
"""What other packages, and tests of the page, keep for later, by a word of its command line."""


def kept(pid: int) -> bool:
    """Tell whether a process is there for tests that are to come, whichever they are."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes()
    return any(word in words for word in _KEPT)


def children(pid: int | None = None) -> set[int]:
    """Return the children of a process, of this one if none is named; zombies too.

    What is `kept` does not count.
    """
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            stat = path.read_text(encoding="ascii", errors="replace")
            if int(stat.rpartition(")")[2].split()[1]) == (os.getpid() if pid is None else pid):
                child = int(path.parent.name)
                if not kept(child):
                    found.add(child)
    return found


def wait_until(condition: object, seconds: float = 60.0) -> bool:
    """Return whether a callable became true in time."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def dead_soon(pid: int) -> bool:
    """Return whether a process ends within seconds: the kernel kills in its own time."""
    return wait_until(lambda: not alive(pid))


CNF = make_cnf(3, [[1, 2], [-1, 3]])


def fake(folder: Path, body: str) -> Path:
    """Write a solver as a shell script."""
    script = folder / "fake solver é.sh"
    script.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    script.chmod(0o755)
    return script


def play(folder: Path, body: str, limits: Limits = NO_LIMITS) -> Outcome:
    """Solve `CNF` by a solver written as a shell script."""
    before = children()
    outcome = CommandDriver(f"'{fake(folder, body)}' {{cnf}}").solve(CNF, limits)
    assert children() == before
    return outcome
