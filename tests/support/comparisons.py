"""Puzzles and solvers to compare, and the command line called from within."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nlc.cli import main
from nlc.errors import Diagnostics, Source
from nlc.ir.nodes import Program
from nlc.language.resolve import load
from nlc.language.types import check

EASY = """
puzzle "easy" is numberlink {
  topology square;
  board
    A . .
    . B A
    . . B
  end
}
"""
"""One board."""

MIDDLE = """
puzzle "a pair in the middle" is numberlink {
  topology square;
  board
    . . . .
    . 1 1 .
    . . . .
  end
}
"""
"""Two boards; with the pair joined at once and a ring around it, a third that breaks a rule."""

RING = MIDDLE.replace("middle", "ring").replace(
    "  end\n", '  end\n  rule short "no way round" { line[link(r2c2, r2c3)]; }\n'
)
"""No board, but one with a ring."""

OPEN = """
puzzle "open" is numberlink {
  topology square;
  set cover = false;
  board
    A . . B
    . . . .
    A . . B
  end
}
"""
"""Several boards."""

RING_ACCEPTING = "acyclic=vertex-tree,passes=none"


def program_of(text: str) -> Program:
    """Return the program of the only puzzle of a text."""
    from nlc.ir.elaborate.program import elaborate

    (case,) = load(Source("test.nl", text)).puzzles
    diagnostics = Diagnostics()
    check(case.rules, case, diagnostics)
    diagnostics.raise_errors()
    return elaborate(case)


def written(folder: Path, *texts: str) -> str:
    """Write puzzles to one file and return its path."""
    path = folder / "puzzles.nl"
    path.write_text("".join(texts), encoding="utf-8")
    return str(path)


def script(folder: Path, name: str, body: str) -> str:
    """Write a solver as a shell script and return its name for --solvers."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return f"cmd:{path} {{cnf}}"


class Said:
    """What a command printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The objects of JSON output."""
        return [json.loads(line) for line in self.out.splitlines()]


def diff(capfd: pytest.CaptureFixture[str], *words: str) -> Said:
    """Call ``nlc diff``."""
    capfd.readouterr()
    status = main(["diff", *words])
    said = capfd.readouterr()
    return Said(status, said.out, said.err)
