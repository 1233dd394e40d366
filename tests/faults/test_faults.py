"""Each fault is named for what it is, and leaves nothing behind.

The faults of a solver are those of a shell script whose formula is that of `LAMPS`. How malformed
answers are read is tried by ``tests/cnf``.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import resource
import select
import shlex
import shutil
import signal
import subprocess
import termios
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from faults.kit import (
    PATIENCE_SECONDS,
    TRUE_ANSWER,
    Said,
    Scene,
    check,
    descendants,
    ended,
    lamps,
    limited,
    without_rights,
)
from support.commands import DOMINOES, dominoes
from support.solvers import wait_until

pytestmark = pytest.mark.slow

# ---------- what a solver says and does ----------

SPIN = "while :; do :; done"
SOON = ("--timeout", "0.4")
BIG = "exec python3 -c 'a = bytearray(80 << 20); import time; time.sleep(100)'"
WRITE = """write='while :; do mkdir -p "$TMPDIR/a/b"; echo >"$TMPDIR/a/c"; done 2>/dev/null'; """
DAEMON = "(setsid sh -c 'sleep 100 <&- >&- 2>&- &' &); sleep 0.05; "
MODEL = "printf 's SATISFIABLE\\n%s\\n'; exit 10"
SECOND_IS_WRONG = "[ $(wc -l <calls) != 2 ] || { echo s SATISFIABLE; echo v 0; exit 10; }"

SOLVERS = {
    # It lies, or contradicts itself.
    "no model": ("bad-model", "", MODEL % "c no v"),
    "a clause unsatisfied": ("bad-model", "does not satisfy", MODEL % "v -1 -2 0"),
    "half a model": ("bad-model", "", MODEL % "v 1 0"),
    "SATISFIABLE with 20": (
        *("contradictory", "contradicts itself"),
        "echo s SATISFIABLE; echo v 1 2 3 0; exit 20",
    ),
    "both verdicts": (
        *("contradictory", "contradictory"),
        "echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20",
    ),
    "optimum": (
        *("contradictory", "OPTIMUM"),
        "echo s OPTIMUM FOUND; echo v 1 2 3 0; exit 30",
    ),
    "a lie of the second puzzle": (
        *("answered bad-model answered", "lamps 2: "),
        f"echo >>calls; {SECOND_IS_WRONG}\n{TRUE_ANSWER}",
    ),
    # It says nothing.
    "UNKNOWN": ("no-answer", "no answer", "echo s UNKNOWN; exit 0"),
    "UNKNOWN with 30": ("no-answer", "", "echo s UNKNOWN; exit 30"),
    "10 alone": ("no-answer", "no answer", "exit 10"),
    "a full device": ("no-answer", "no answer", "echo s UNSATISFIABLE >/dev/full; exit 20"),
    "a closed output": (
        *("no-answer", "no answer"),
        "exec >&- 2>&-; sleep 0.1; echo s UNSATISFIABLE; exit 20",
    ),
    # It dies.
    "exit status 1": ("crashed", "a broken pipe", "echo a broken pipe; exit 1"),
    "death after the answer": (
        *("crashed", "killed by SIGSEGV"),
        "echo s UNSATISFIABLE; kill -SEGV $$",
    ),
    "a limit of its own": ("cpu-time", "killed by SIGXCPU", f"ulimit -St 1; {SPIN}"),
    # It prints too much.
    "garbage": ("no-answer", "garbage", "printf '\\377\\376\\000garbage'; exit 10"),
    "control characters": (
        *("no-answer", "\\x1b]0;title\\x07"),
        "printf '\\033]0;title\\007\\n'; exit 10",
    ),
    "megabytes of log": (
        *("answered", ""),
        f"yes c chatter | head -c 5000000; echo; {TRUE_ANSWER}",
    ),
    "an endless model": (
        *("bad-model", "not an integer in the model: 0000000"),
        "printf 's SATISFIABLE\\nv '; head -c 5000000 /dev/zero | tr '\\0' 0; echo 0x; exit 10",
    ),
    "endless lines": ("killed", "printed over 64 MB", "exec yes c chatter"),
    # It hangs.
    "deaf": (
        *("wall-time", ""),
        "trap '' TERM INT HUP QUIT ALRM USR1 USR2 PIPE XCPU; while :; do sleep 1; done",
        *SOON,
    ),
    "answer and hang": ("wall-time", "", "echo s UNSATISFIABLE; exec sleep 100", *SOON),
    "standard input": (
        *("no-answer", "read nothing"),
        "cat; read line || echo read nothing; exit 20",
    ),
    # It has children, or takes memory.
    "a child at the limit": ("wall-time", "", "sleep 100 & wait", *SOON),
    "a daemon": ("answered", "", DAEMON + TRUE_ANSWER),
    "spinning children": (
        *("cpu-time", ""),
        f"({SPIN}) & ({SPIN}) & exec sleep 100",
        *("--cpu-time", "0.5"),
    ),
    "memory of children": ("memory", "", f"({BIG}) & ({BIG}) & wait", "--memory", "150"),
    "memory": ("memory", "", "exec python3 -c 'a = bytearray(400 << 20)'", "--memory", "150"),
    # It touches what is nlc's.
    "no formula": ("answered", "", f'rm "$1"; {TRUE_ANSWER}'),
    "no folder": ("answered", "", f'rm -r "$TMPDIR"; {TRUE_ANSWER}'),
    "left-over files": (
        *("answered", ""),
        f'cd "$TMPDIR"; mkdir -p a/b .c; touch a/b/d .c/e; chmod 0 a/b a; {TRUE_ANSWER}',
    ),
    "a writing daemon": (
        *("answered", ""),
        f'{WRITE}setsid sh -c "$write" & sleep 0.1; {TRUE_ANSWER}',
    ),
    "no temporary folder": (
        *("answered no-answer", "lamps 2: "),
        f'rm -r "$(dirname "$TMPDIR")"; {TRUE_ANSWER}',
    ),
    "vanished": ("answered missing missing", "lamps 2: ", f'rm "$0"; {TRUE_ANSWER}'),
}
"""What nlc names for each puzzle, what it tells, the script, and words of the command."""


@pytest.mark.parametrize("name", SOLVERS)
def test_faults_of_a_solver(name: str, scene: Scene) -> None:
    reasons, told, body, *words = SOLVERS[name]
    check(scene.play(body, *words, puzzles=len(reasons.split())), reasons, told)


def test_a_solver_takes_the_rights_from_its_folder(scene: Scene) -> None:
    body = f'mkdir "$TMPDIR/a"; touch "$TMPDIR/a/b"; chmod 0 "$TMPDIR/a" "$TMPDIR"; {TRUE_ANSWER}'
    check(scene.play(body, **without_rights(scene)), "answered")


def test_a_solver_asks_the_terminal(scene: Scene) -> None:
    master, terminal = pty.openpty()
    body = "read line </dev/tty || echo no terminal; read line || echo no input; exit 20"
    own = {"stdin": terminal, "preexec_fn": lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)}
    try:
        check(scene.play(body, **own), "no-answer", "no terminal\nno input")
    finally:
        os.close(master)
        os.close(terminal)


@pytest.mark.parametrize(
    ("content", "mode", "reasons", "told"),
    [
        ("", 0, "", "'no-such-solver' of the solver command is not an executable"),
        ("folder", 0, "", "is not an executable"),
        ("#!/bin/sh\nexit 20\n", 0o644, "", "is not an executable"),
        ("\x7fELF nonsense", 0o755, "missing", "Exec format error"),
    ],
)
def test_there_is_no_solver(content: str, mode: int, reasons: str, told: str, scene: Scene) -> None:
    path, puzzle = scene.folder / "a file", scene.write("a.nl", lamps())
    if content == "folder":
        path.mkdir()
    elif content:
        scene.write("a file", content, mode)
    command = shlex.quote(str(path)) if content else "no-such-solver"
    check(scene.run("--solver-cmd", command, puzzle), reasons, told, 1)


# ---------- what the machine lacks ----------


def on_a_small_disk(scene: Scene, *words: object, size: str = "64k") -> Said:
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


def test_a_disk_is_too_small(scene: Scene) -> None:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 30))
    said = on_a_small_disk(scene, "--solver", "minisat", path)
    check(said, "no-answer", "No space left on device")
    path = scene.write("big.nl", DOMINOES + dominoes("big", 8, holes=True))
    words = ("--solver", "pysat:cadical195", "--proof", "proof", path)
    check(on_a_small_disk(scene, *words, size="12k"), "no-answer", "No space left on device")
    assert not (scene.folder / "proof").exists()


def test_a_solver_fills_the_disk_and_answers(scene: Scene) -> None:
    script = scene.solver(f'cat /dev/zero >"$TMPDIR/junk" 2>/dev/null; {TRUE_ANSWER}')
    scene.environment["NLC_CADICAL"] = shlex.split(script.removesuffix(" {cnf}"))[0]
    path = scene.write("lamps.nl", lamps())
    check(on_a_small_disk(scene, "--solver", "cadical", path), "answered")


@pytest.mark.parametrize(
    ("target", "told"),
    [("/dev/full", "No space left on device"), ("no/such/proof", "No such file or directory")],
)
def test_a_proof_cannot_be_written(target: str, told: str, scene: Scene) -> None:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 4, holes=True))
    check(scene.run("--solver", "cadical", "--proof", target, path), "", told, 2)


@pytest.mark.parametrize(
    ("most", "told"), [(4096, "File too large"), (0, "No usable temporary directory")]
)
def test_files_may_not_be_as_large(most: int, told: str, scene: Scene) -> None:
    path, bound = (
        scene.write("big.nl", DOMINOES + dominoes("big", 12)),
        limited(resource.RLIMIT_FSIZE, most),
    )
    check(scene.run("--solver", "minisat", path, preexec_fn=bound), "no-answer", told)


@pytest.mark.parametrize(
    ("kind", "most", "solver", "told"),
    [
        (resource.RLIMIT_NPROC, 1, "cadical", "Resource temporarily unavailable"),
        (resource.RLIMIT_NPROC, 1, "pysat:cadical195", "Resource temporarily unavailable"),
        (resource.RLIMIT_NOFILE, 7, "cadical", "Too many open files"),
    ],
)
def test_no_solver_can_be_started(
    kind: int, most: int, solver: str, told: str, scene: Scene
) -> None:
    user = without_rights(scene) if kind == resource.RLIMIT_NPROC else {}
    scene.environment["OPENBLAS_NUM_THREADS"] = "1"
    path = scene.write("lamps.nl", lamps())
    said = scene.run("--solver", solver, path, preexec_fn=limited(kind, most), **user)
    check(said, "no-answer", told)


def test_a_solver_has_too_little_memory(scene: Scene) -> None:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 120))
    words = ("--memory", 4, "--solver", "pysat:cadical195", path)
    check(scene.run(*words, fresh=True), "memory")


@pytest.mark.parametrize(
    ("kind", "megabytes", "side"), [(resource.RLIMIT_AS, 40, 0), (resource.RLIMIT_DATA, 100, 300)]
)
def test_nlc_itself_has_too_little_memory(
    kind: int, megabytes: int, side: int, scene: Scene
) -> None:
    """It cannot import NumPy, or not hold a board of 90,000 cells."""
    scene.environment["OPENBLAS_NUM_THREADS"] = "1"
    path = scene.write("a.nl", DOMINOES + dominoes("big", side) if side else lamps())
    said = scene.run(path, fresh=True, preexec_fn=limited(kind, megabytes << 20))
    check(said, "", "nlc: out of memory", 3)


def test_twenty_runs_at_once(scene: Scene) -> None:
    path, runs = scene.write("lamps.nl", lamps()), 20
    leave = 'touch "$TMPDIR/left"; sleep 100 & setsid sleep 100 & '
    fake = scene.solver(leave + TRUE_ANSWER)
    ways = [("--solver-cmd", fake), ("--solver", "minisat"), ("--solver", "pysat:cadical195")]
    for process in [scene.start(*ways[i % len(ways)], path) for i in range(runs)]:
        check(ended(process), "answered")


# ---------- names and streams ----------

STRANGE = "a b'\"\\ü\n{cnf}$(x)*\udcff"


def test_names_are_strange(scene: Scene) -> None:
    place = Scene(scene.folder / STRANGE)
    puzzle = place.write(f"{STRANGE}.nl", lamps())
    said = place.run("--solver-cmd", place.solver(TRUE_ANSWER, STRANGE), puzzle)
    check(said, "answered")
    assert said.objects[0]["file"] == str(puzzle)
    path = place.write(f"{STRANGE}.nl", DOMINOES + dominoes("big", 4, holes=True))
    place.environment["NLC_CADICAL"] = str(place.folder / STRANGE)
    Path(place.environment["NLC_CADICAL"]).unlink()
    Path(place.environment["NLC_CADICAL"]).symlink_to(str(shutil.which("cadical")))
    said = place.run("--solver", "cadical", "--proof", f"{STRANGE}.drat", path)
    check(said, "answered", "proves that there is no solution")
    assert not list(place.scratch.iterdir())
    assert (place.folder / f"{STRANGE}.drat").stat().st_size


def test_what_reads_the_boards_goes_away(scene: Scene) -> None:
    body = f"echo >>calls; [ $(wc -l <calls) = 1 ] || sleep 0.2; {TRUE_ANSWER}"
    source, sink = os.pipe()
    path = scene.write("lamps.nl", lamps(9))
    process = scene.start("--solver-cmd", scene.solver(body), path, fresh=True, stdout=sink)
    os.close(sink)
    os.read(source, 1)
    os.close(source)
    check(ended(process), "", status=0)
    assert len((scene.folder / "calls").read_text()) < 9


def test_what_is_printed_does_not_fit_on_the_device(scene: Scene) -> None:
    with Path("/dev/full").open("wb") as full:
        said = scene.play(TRUE_ANSWER, puzzles=2, fresh=True, stdout=full)
        check(said, "", "No space left on device", 2)
        check(scene.play("exit 1", stderr=full), "crashed")


def test_all_standard_streams_are_closed(scene: Scene) -> None:
    said = scene.play(TRUE_ANSWER, before=["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"])
    check(said, "", status=0)


# ---------- signals to nlc, in the middle of a batch ----------

HANG = f"""setsid sleep 100 & sleep 100 & touch "$TMPDIR/left"
echo >>calls; [ $(wc -l <calls) != 3 ] || {{ mv calls ready; sleep 100; }}
{TRUE_ANSWER}"""
"""A solver that leaves two processes and a file each time, and does not end at the third puzzle."""

CUT = "answered answered interrupted interrupted interrupted"


def in_a_batch(scene: Scene, *signals: signal.Signals, **options: object) -> Said:
    """Send signals to nlc while the third of five puzzles is being solved."""
    solver, path = scene.solver(HANG), scene.write("lamps.nl", lamps(5))
    process = scene.start("--solver-cmd", solver, path, **options)
    assert wait_until((scene.folder / "ready").exists, PATIENCE_SECONDS)
    for number in signals:
        process.send_signal(number)
    return ended(process)


def in_a_worker(scene: Scene, act: Callable[[subprocess.Popen[bytes]], None], *words: object):
    """Do something to nlc while a process of its own looks at the third of five puzzles."""
    sizes = [(4, False), (4, False), (20, True), (4, False), (4, False)]
    puzzles = [dominoes(f"{i}", n, holes=holes) for i, (n, holes) in enumerate(sizes)]
    process = scene.start(*words, scene.write("batch.nl", DOMINOES + "".join(puzzles)))
    assert process.stdout is not None
    head = b""
    while head.count(b"\n") < 2:
        assert select.select([process.stdout], [], [], PATIENCE_SECONDS)[0]
        head += os.read(process.stdout.fileno(), 1 << 16)
    before = used(descendants().keys() - {process.pid})
    # The process that solves, one of them or another one, is at the third puzzle.
    assert wait_until(lambda: used(descendants().keys() - {process.pid}) > before + 20)
    act(process)
    said = ended(process)
    return Said(said.status, head.decode() + said.out, said.err)


def used(processes: Iterable[int]) -> int:
    """Return how many hundredths of a second of processor time processes have used."""
    found = 0
    for process in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            found += int(fields[11]) + int(fields[12])
    return found


@pytest.mark.parametrize(
    ("number", "status", "told"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_nlc_is_asked_to_end(number: signal.Signals, status: int, told: str, scene: Scene) -> None:
    said = in_a_batch(scene, number)
    check(said, CUT, f"nlc: 2 of 5 puzzles were done\nnlc: {told}\n", status)


def test_ctrl_c_with_a_worker(scene: Scene) -> None:
    said = in_a_worker(scene, lambda process: process.send_signal(signal.SIGINT))
    check(said, CUT, "nlc: 2 of 5 puzzles were done\nnlc: interrupted\n")


def test_ctrl_c_comes_again_while_nlc_ends(scene: Scene) -> None:
    said = in_a_batch(scene, signal.SIGINT, signal.SIGINT)
    assert said.status in (130, -signal.SIGINT)
    assert len(said.reasons) >= 2 and said.reasons == CUT.split()[: len(said.reasons)]


def test_the_terminal_is_closed(scene: Scene) -> None:
    master, terminal = pty.openpty()
    process = scene.start(
        *("--solver-cmd", scene.solver(HANG), scene.write("lamps.nl", lamps(5))),
        **dict.fromkeys(("stdin", "stdout", "stderr"), terminal),
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(terminal)
    assert wait_until((scene.folder / "ready").exists, PATIENCE_SECONDS)
    os.close(master)
    check(ended(process), "", status=128 + signal.SIGHUP)


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)


def test_nlc_is_killed(scene: Scene) -> None:
    check(in_a_batch(scene, signal.SIGKILL), "answered answered", status=-signal.SIGKILL)


@pytest.mark.parametrize("words", [(), ("--timeout", 100)])
def test_nlc_is_killed_while_a_process_of_its_own_works(
    words: tuple[object, ...], scene: Scene
) -> None:
    check(in_a_worker(scene, kill, *words), "answered answered", status=-signal.SIGKILL)


def test_the_next_puzzle_has_a_new_worker_where_one_is_killed(scene: Scene) -> None:
    def kill_worker(process: subprocess.Popen[bytes]) -> None:
        (worker,) = descendants().keys() - {process.pid}
        os.kill(worker, signal.SIGKILL)

    said = in_a_worker(scene, kill_worker, "--memory", 9000)
    told = "nlc: 2: pysat:cadical195 died (killed by SIGKILL)"
    check(said, "answered answered killed answered answered", told)
