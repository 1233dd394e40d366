"""There is no room: on a disk, in a file, for processes."""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import subprocess
from collections.abc import Callable
from functools import partial

import pytest
from faults.kit import TRUE_ANSWER, Fault, Said, Scene, lamps
from faults.rights import limited, without_rights
from support.commands import DOMINOES, dominoes


def _on_a_small_disk(scene: Scene, *words: object, size: str = "64k") -> Said:
    """Run nlc where the folder for temporary files is on a disk of 64 kB.

    The disk is in a mount name space of its own, and is gone with the last process there.
    """
    flags = ["--mount"] if os.geteuid() == 0 else ["--map-root-user", "--mount"]
    unshare = ["unshare", *flags]
    mount = f'mount -t tmpfs -o size={size} none "$TMPDIR"'
    possible = (
        shutil.which("unshare")
        and not subprocess.run(
            [*unshare, "sh", "-c", mount],
            env={**os.environ, "TMPDIR": str(scene.scratch)},
            stderr=subprocess.DEVNULL,
        ).returncode
    )
    if not possible:
        pytest.skip("this user may not mount; the limit of the size of files is tested in any case")
    script = f'{mount} && "$@"; status=$?; ls -A "$TMPDIR" >left; exit $status'
    said = scene.run(*words, before=[*unshare, "sh", "-c", script, "sh"])
    assert (scene.folder / "left").read_text() == ""
    return said


def _formula_on_a_small_disk(scene: Scene) -> Said:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 30))
    return _on_a_small_disk(scene, "--solver", "minisat", path)


def _filled_disk(scene: Scene, solver: str, end: str) -> Said:
    """The solver fills the disk first."""
    fill = 'cat /dev/zero >"$TMPDIR/junk" 2>/dev/null; '
    script = scene.solver(f"{fill}{end}").removesuffix(" {cnf}")
    scene.environment[f"NLC_{solver.upper()}"] = shlex.split(script)[0]
    return _on_a_small_disk(scene, "--solver", solver, scene.write("lamps.nl", lamps()))


def _proof_on_a_small_disk(scene: Scene, solver: str) -> Said:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 8, holes=True))
    words = ("--solver", solver, "--proof", "proof", path)
    said = _on_a_small_disk(scene, *words, size="12k")
    assert not (scene.folder / "proof").exists()
    return said


def _proof_to(target: str, scene: Scene) -> Said:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 4, holes=True))
    return scene.run("--solver", "cadical", "--proof", target, path)


def _small_files(scene: Scene, *words: object, most: int = 4096) -> Said:
    """Run nlc where no file may be bigger than 4 kB, which is like a full disk."""
    path = scene.write("big.nl", DOMINOES + dominoes("big", 12))
    return scene.run(*words, path, preexec_fn=limited(resource.RLIMIT_FSIZE, most))


ROOM = [
    Fault(
        "formula on a full disk",
        "the formula does not fit on the disk",
        "no-answer",
        _formula_on_a_small_disk,
        "No space left on device",
    ),
    Fault(
        "answer on a filled disk",
        "fills the disk and answers on its standard output",
        "answered",
        partial(_filled_disk, solver="cadical", end=TRUE_ANSWER),
    ),
    Fault(
        "proof of PySAT on a full disk",
        "the proof of a solver of PySAT does not fit on the disk",
        "no-answer",
        partial(_proof_on_a_small_disk, solver="pysat:cadical195"),
        "No space left on device",
    ),
    Fault(
        "proof to a full device",
        "the proof is wanted on a device that is full",
        None,
        partial(_proof_to, "/dev/full"),
        "No space left on device",
        status=2,
    ),
    Fault(
        "proof to nowhere",
        "the proof is wanted in a folder that is not there",
        None,
        partial(_proof_to, "no/such/proof"),
        "No such file or directory",
        status=2,
    ),
    Fault(
        "small files",
        "the formula is bigger than a file may be",
        "no-answer",
        lambda scene: _small_files(scene, "--solver", "minisat"),
        "File too large",
    ),
    Fault(
        "no files",
        "no folder for temporary files can be written to",
        "no-answer",
        lambda scene: _small_files(scene, "--solver", "minisat", most=0),
        "No usable temporary directory",
    ),
]


ROOM += []


def _crowded(kind: int, most: int, *words: object) -> Callable[[Scene], Said]:
    """Return how to run nlc with a limit of the system."""

    def play(scene: Scene) -> Said:
        user = without_rights(scene) if kind == resource.RLIMIT_NPROC else {}
        puzzle = scene.write("lamps.nl", lamps())
        scene.environment["OPENBLAS_NUM_THREADS"] = "1"
        return scene.run(*words, puzzle, preexec_fn=limited(kind, most), **user)

    return play


LIMITS = [
    Fault(
        "no process",
        "no process can be started",
        "no-answer",
        _crowded(resource.RLIMIT_NPROC, 1, "--solver", "cadical"),
        "Resource temporarily unavailable",
    ),
    Fault(
        "no worker",
        "no process can be started for a solver of PySAT",
        "no-answer",
        _crowded(resource.RLIMIT_NPROC, 1, "--solver", "pysat:cadical195"),
        "Resource temporarily unavailable",
    ),
    Fault(
        "few descriptors",
        "too few files may be open to start a solver",
        "no-answer",
        _crowded(resource.RLIMIT_NOFILE, 7, "--solver", "cadical"),
        "Too many open files",
    ),
]


FAULTS = [*ROOM, *LIMITS]
