"""What tests of the command line share: puzzles, and what a command said."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[2] / "fixtures"
PUZZLES = str(FIXTURES / "puzzles.nl")

DOMINOES = """genre dominoes {
  var line: link -> bool;
  show line;
  rule cover { for c in cells { exactly 1 of line[links(c)]; } }
}
"""
"""A genre with instances that are short and as hard as one likes: boards without two corners."""


def dominoes(title: str, size: int, *, holes: bool = False) -> str:
    """Return a puzzle of `DOMINOES`; with holes in two opposite corners it has no solution."""
    rows = [["."] * size for _ in range(size)]
    if holes:
        rows[0][0] = rows[-1][-1] = "#"
    drawn = "\n".join(f"    {' '.join(row)}" for row in rows)
    return f'puzzle "{title}" is dominoes {{\n  topology square;\n  board\n{drawn}\n  end\n}}\n'


def children(pid: int) -> set[int]:
    """Return the children of a process, but for its guardian."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            own = int(path.read_text().rpartition(")")[2].split()[1]) == pid
            if own and b"guardian.py" not in path.with_name("cmdline").read_bytes():
                found.add(int(path.parent.name))
    return found


@dataclass(frozen=True)
class Said:
    """How a command ended and what it printed."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]
