"""The solver is not there, or not any more."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from faults.kit import TRUE_ANSWER, Fault, Said, Scene, lamps


def _name(name: str, content: bytes | None, mode: int = 0o755) -> Callable[[Scene], Said]:
    """Return how to run nlc with a solver of some content; None: a folder."""

    def play(scene: Scene) -> Said:
        path = scene.folder / name
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content)
            path.chmod(mode)
        puzzle = scene.write("lamps.nl", lamps())
        return scene.run("--solver-cmd", shlex.quote(str(path)), puzzle)

    return play


def _vanishes(scene: Scene) -> Said:
    """The solver is removed by its first run."""
    return scene.play(f'rm "$0"; {TRUE_ANSWER}', puzzles=3)


FAULTS = [
    Fault(
        "no solver",
        "there is no such program",
        "missing",
        lambda scene: scene.run("--solver-cmd", "no-such-solver", scene.write("a.nl", lamps())),
        "'no-such-solver' of the solver command is not an executable",
        reasons=(),
    ),
    Fault(
        "folder for a solver",
        "the solver is a folder",
        "missing",
        _name("a folder", None),
        "is not an executable",
        reasons=(),
    ),
    Fault(
        "no right to execute",
        "the solver is not executable",
        "missing",
        _name("a file", b"#!/bin/sh\nexit 20\n", 0o644),
        "is not an executable",
        reasons=(),
    ),
    Fault(
        "no program",
        "the solver is executable and no program",
        "missing",
        _name("a file", b"\x7fELF nonsense"),
        "Exec format error",
    ),
    Fault(
        "vanished solver",
        "the solver is removed between the first puzzle and the second",
        "missing",
        _vanishes,
        "lamps 2: ",
        reasons=("answered", "missing", "missing"),
    ),
]
