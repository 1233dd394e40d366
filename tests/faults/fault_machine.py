"""Machines without room, without solvers, with strange names; solvers that touch nlc's files."""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cli_kit import DOMINOES, dominoes
from fault_kit import LAMPS, TRUE_ANSWER, Fault, Said, Scene, ended, lamps, solver_fault

OTHER_USER = 50_000 + os.getpid() % 10_000
"""A user without files, without processes and without the rights of root."""


def limited(kind: int, most: int) -> Callable[[], None]:
    """Return what a new process calls to have a limit of the system."""
    return lambda: resource.setrlimit(kind, (most, most))


def without_rights(scene: Scene) -> dict[str, Any]:
    """Return how to start nlc without the rights of root; the scene is then the other user's.

    That user may read everything, for Python itself can be in a folder of root's.
    """
    if os.geteuid() != 0:
        return {}
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv(1) of util-linux is not there")
    for path in (scene.folder, scene.scratch):
        os.chown(path, OTHER_USER, OTHER_USER)
    user = [f"--reuid={OTHER_USER}", f"--regid={OTHER_USER}", "--clear-groups"]
    rights = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search"]
    return {"before": ["setpriv", *user, *rights]}


# The solver is not there, or not any more.


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


ABSENCE = [
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
        "empty program",
        "the solver is an empty file",
        "missing",
        _name("a file", b""),
        "Exec format error",
    ),
    Fault(
        "no interpreter",
        "the first line of the solver names an interpreter that is not there",
        "missing",
        _name("a script", b"#!/no/such/interpreter\n"),
        "No such file or directory",
    ),
    Fault(
        "interpreter of itself",
        "the first line of the solver names the solver",
        "missing",
        lambda scene: _name("loop", f"#!{scene.folder}/loop\n".encode())(scene),
        "Too many levels of symbolic links",
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

# The solver touches what is nlc's.

FILES = [
    solver_fault(
        "no formula",
        "removes its formula",
        "answered",
        "",
        f'rm "$1"; {TRUE_ANSWER}',
    ),
    solver_fault(
        "no folder",
        "removes its temporary folder",
        "answered",
        "",
        f'rm -r "$TMPDIR"; {TRUE_ANSWER}',
    ),
    solver_fault(
        "left-over files",
        "leaves files and folders in its temporary folder, some of them read-only",
        "answered",
        "",
        f'cd "$TMPDIR"; mkdir -p a/b .c; touch a/b/d .c/e; chmod 0 a/b a; {TRUE_ANSWER}',
    ),
    solver_fault(
        "deep folder",
        "leaves 1200 folders one in the other",
        "answered",
        "",
        f"""(cd "$TMPDIR"; exec python3 -c '
import os
for _ in range(1200):
    os.mkdir("folder", 0o500)
    os.chdir("folder")
'); {TRUE_ANSWER}""",
    ),
    solver_fault(
        "writing daemon",
        "leaves a daemon that makes its temporary folder again and writes there",
        "answered",
        "",
        'write=\'while :; do mkdir -p "$TMPDIR/a/b"; echo >"$TMPDIR/a/c"; done 2>/dev/null\'; '
        f'setsid sh -c "$write" & sleep 0.1; {TRUE_ANSWER}',
    ),
    solver_fault(
        "file for a folder",
        "puts a file where its temporary folder was",
        "answered",
        "",
        f'rm -r "$TMPDIR"; echo >"$TMPDIR"; {TRUE_ANSWER}',
    ),
    solver_fault(
        "no temporary folder",
        "removes the folder that all temporary folders are in",
        "no-answer",
        "lamps 2: ",
        f'rm -r "$(dirname "$TMPDIR")"; {TRUE_ANSWER}',
        puzzles=2,
        reasons=("answered", "no-answer"),
    ),
]


def _points_elsewhere(scene: Scene) -> Said:
    """The solver puts a link to a folder of the user's where its temporary folder was."""
    precious = scene.folder / "precious"
    (precious / "closed").mkdir(parents=True)
    (precious / "closed").chmod(0o500)
    said = scene.play(f'rm -r "$TMPDIR"; ln -s "$PWD/precious" "$TMPDIR"; {TRUE_ANSWER}')
    assert (precious / "closed").stat().st_mode & 0o777 == 0o500
    return said


def _without_rights(scene: Scene) -> Said:
    """The solver takes from its user, who is not root, the right to look into its folder."""
    body = f'mkdir "$TMPDIR/a"; touch "$TMPDIR/a/b"; chmod 0 "$TMPDIR/a" "$TMPDIR"; {TRUE_ANSWER}'
    return scene.play(body, **without_rights(scene))


FILES += [
    Fault(
        "link for a folder",
        "puts a link to another folder where its temporary folder was",
        "answered",
        _points_elsewhere,
    ),
    Fault(
        "locked folder",
        "takes the rights from its temporary folder and from one in it; nlc is not root",
        "answered",
        _without_rights,
    ),
]

# There is no room.


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
    said = _on_a_small_disk(scene, "--solver", solver, "--proof", "proof", path, size="8k")
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
        "result on a filled disk",
        "fills the disk, so that its result file is empty",
        "no-answer",
        partial(_filled_disk, solver="minisat", end='exec minisat "$@"'),
        "no answer (exit status 10)",
    ),
    Fault(
        "proof of CaDiCaL on a full disk",
        "the proof of CaDiCaL does not fit on the disk",
        "no-answer",
        partial(_proof_on_a_small_disk, solver="cadical"),
        "the proof is cut off",
    ),
    Fault(
        "proof of Kissat on a full disk",
        "the proof of Kissat does not fit on the disk",
        "no-answer",
        partial(_proof_on_a_small_disk, solver="kissat"),
        "the proof is cut off",
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
    Fault(
        "no files for a worker",
        "no folder for temporary files can be written to; the solver is one of PySAT",
        "no-answer",
        lambda scene: _small_files(scene, "--solver", "pysat:cadical195", most=0),
        "No usable temporary directory",
    ),
]


def _scratch(make: Callable[[Path], object]) -> Callable[[Scene], Said]:
    """Return how to run nlc after something has happened to the folder for temporary files."""

    def play(scene: Scene) -> Said:
        user = without_rights(scene)
        make(scene.scratch)
        return scene.play(TRUE_ANSWER, **user)

    return play


ROOM += [
    Fault(
        "missing temporary folder",
        "TMPDIR names a folder that is not there: another is used",
        "answered",
        _scratch(Path.rmdir),
    ),
    Fault(
        "read-only temporary folder",
        "TMPDIR names a folder that cannot be written to: another is used",
        "answered",
        _scratch(lambda path: path.chmod(0o500)),
    ),
]


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
    Fault(
        "few descriptors for a worker",
        "too few files may be open to start a solver of PySAT",
        "no-answer",
        _crowded(resource.RLIMIT_NOFILE, 7, "--solver", "pysat:cadical195"),
        "Too many open files",
    ),
]

# Names are strange, streams are closed.

STRANGE = "a b'\"\\ü\n{cnf}$(x)*\udcff"


def _strange_names(scene: Scene) -> Said:
    """Solver, puzzle, proof, working folder and temporary folder have a strange name."""
    place = Scene(scene.folder / STRANGE)
    puzzle = place.write(f"{STRANGE}.nl", LAMPS + lamps().removeprefix(LAMPS))
    solver = place.solver(TRUE_ANSWER, STRANGE)
    said = place.run("--solver-cmd", solver, puzzle)
    assert not list(place.scratch.iterdir())
    assert said.objects[0]["file"] == str(puzzle)
    return said


def _strange_proof(scene: Scene) -> Said:
    place = Scene(scene.folder / STRANGE)
    path = place.write(f"{STRANGE}.nl", DOMINOES + dominoes("big", 4, holes=True))
    place.environment["NLC_CADICAL"] = str(place.folder / STRANGE)
    Path(place.environment["NLC_CADICAL"]).symlink_to(str(shutil.which("cadical")))
    said = place.run("--solver", "cadical", "--proof", f"{STRANGE}.drat", path)
    assert not list(place.scratch.iterdir())
    assert (place.folder / f"{STRANGE}.drat").stat().st_size
    return said


def _gone_reader(scene: Scene) -> Said:
    """What reads the boards goes away after the first."""
    body = f"echo >>calls; [ $(wc -l <calls) = 1 ] || sleep 0.2; {TRUE_ANSWER}"
    source, sink = os.pipe()
    path = scene.write("lamps.nl", lamps(9))
    process = scene.start("--solver-cmd", scene.solver(body), path, stdout=sink)
    os.close(sink)
    os.read(source, 1)
    os.close(source)
    said = ended(process)
    assert len((scene.folder / "calls").read_text()) < 9
    return said


def _full_output(scene: Scene) -> Said:
    with Path("/dev/full").open("wb") as full:
        return scene.play(TRUE_ANSWER, puzzles=2, stdout=full)


def _full_errors(scene: Scene) -> Said:
    with Path("/dev/full").open("wb") as full:
        return scene.play("exit 1", stderr=full)


def _closed_streams(scene: Scene) -> Said:
    return scene.play(TRUE_ANSWER, before=["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"])


SURROUNDINGS = [
    Fault(
        "strange names",
        "solver, puzzle and folders have names with blanks, quotes, a newline and bytes that are "
        "no text",
        "answered",
        _strange_names,
    ),
    Fault(
        "strange name of a proof",
        "puzzle, proof and solver have such names",
        "answered",
        _strange_proof,
        "proves that there is no solution",
    ),
    Fault(
        "gone reader",
        "what reads the boards goes away after the first",
        None,
        _gone_reader,
        status=0,
    ),
    Fault(
        "full output",
        "the boards do not fit on the device",
        None,
        _full_output,
        "No space left on device",
        status=2,
    ),
    Fault(
        "full errors",
        "the messages do not fit on the device",
        "crashed",
        _full_errors,
    ),
    Fault(
        "closed streams",
        "all standard streams are closed",
        None,
        _closed_streams,
        status=0,
    ),
]

FAULTS = [*ABSENCE, *FILES, *ROOM, *LIMITS, *SURROUNDINGS]
