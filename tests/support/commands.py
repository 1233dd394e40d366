"""What tests of the command line share: puzzles, and what a command said."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from support.solvers import children, wait_until

FIXTURES = Path(__file__).parents[2] / "fixtures"
PUZZLES = str(FIXTURES / "puzzles.nl")

DOMINOES = """genre dominoes {
  var line: link -> bool;
  show line;
  rule cover { for c in cells { exactly 1 of line[links(c)]; } }
}
"""
"""A genre with instances that are short and as hard as one likes: boards without some corners."""


def dominoes(title: str, size: int, *, holes: bool = False, twice: bool = True) -> str:
    """Return a puzzle of `DOMINOES`; one with holes has no solution.

    Unless it is not to be there twice, it has two boards, joined by two cells. One lacks two
    corners of one colour of a chessboard, the other two of the other colour, so that only the
    boards, and not the whole, are out of balance.
    """
    rows = [["."] * size for _ in range(size)]
    if holes:
        rows[0][0] = rows[-1][-1] = "#"
    if holes and twice:
        mirrored = [row[::-1] for row in rows]
        between = [["."] * 2 if i == size // 2 else ["#"] * 2 for i in range(size)]
        joined = zip(rows, between, mirrored, strict=True)
        rows = [[*left, *middle, *right] for left, middle, right in joined]
    drawn = "\n".join(f"    {' '.join(row)}" for row in rows)
    return f'puzzle "{title}" is dominoes {{\n  topology square;\n  board\n{drawn}\n  end\n}}\n'


GROWING = (0.3, 1.2, 5.0, 20.0)
"""Seconds in which something is found: in the first already, if the machine is not busy."""


class Said(Struct, frozen=True):
    """How a command ended and what it printed."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def interrupted(
    start: Callable[[], subprocess.Popen[str]], number: signal.Signals = signal.SIGINT
) -> Iterator[Said]:
    """Yield what a process says that gets a signal when it has worked for one of `GROWING`."""
    for pause in GROWING:
        child = start()
        assert wait_until(partial(children, child.pid))
        time.sleep(pause)
        child.send_signal(number)
        out, err = child.communicate(timeout=60)
        yield Said(child.returncode, out, err)
