"""Solvers that break, hang, print too much or leave processes behind."""

from __future__ import annotations

import fcntl
import os
import pty
import termios

from faults.kit import TRUE_ANSWER, Fault, Said, Scene, solver_fault

SPIN = "while :; do :; done"
SOON = ("--timeout", "0.4")
BIG = "exec python3 -c 'a = bytearray(80 << 20); import time; time.sleep(100)'"

DEATHS = [
    solver_fault(
        "exit status 1", "fails", "crashed", "a broken pipe", "echo a broken pipe; exit 1"
    ),
    solver_fault(
        "death after the answer",
        "says UNSATISFIABLE and dies of SIGSEGV",
        "crashed",
        "killed by SIGSEGV",
        "echo s UNSATISFIABLE; kill -SEGV $$",
    ),
    solver_fault(
        "limit of its own",
        "has a limit of processor time that nlc did not set",
        "cpu-time",
        "killed by SIGXCPU",
        f"ulimit -St 1; {SPIN}",
    ),
]

OUTPUT = [
    solver_fault(
        "garbage",
        "prints bytes that are no text",
        "no-answer",
        "garbage",
        "printf '\\377\\376\\000garbage'; exit 10",
    ),
    solver_fault(
        "control characters",
        "prints what would change the terminal",
        "no-answer",
        "\\x1b]0;title\\x07",
        "printf '\\033]0;title\\007\\n'; exit 10",
    ),
    solver_fault(
        "megabytes of log",
        "prints 5 MB of log before its answer",
        "answered",
        "",
        f"yes c chatter | head -c 5000000; echo; {TRUE_ANSWER}",
    ),
    solver_fault(
        "endless model",
        "prints 5 MB of digits as a literal",
        "bad-model",
        "not an integer in the model: 0000000",
        "printf 's SATISFIABLE\\nv '; head -c 5000000 /dev/zero | tr '\\0' 0; echo 0x; exit 10",
    ),
    solver_fault(
        "endless lines",
        "prints lines for ever",
        "killed",
        "printed over 64 MB",
        "exec yes c chatter",
    ),
]

HANGS = [
    solver_fault(
        "deaf",
        "ignores every signal that can be ignored",
        "wall-time",
        "",
        "trap '' TERM INT HUP QUIT ALRM USR1 USR2 PIPE XCPU; while :; do sleep 1; done",
        *SOON,
    ),
    solver_fault(
        "answer and hang",
        "gives its answer and does not end",
        "wall-time",
        "",
        "echo s UNSATISFIABLE; exec sleep 100",
        *SOON,
    ),
    solver_fault(
        "standard input",
        "waits for the standard input",
        "no-answer",
        "read nothing",
        "cat; read line || echo read nothing; exit 20",
    ),
]

CHILDREN = [
    solver_fault(
        "child at the limit",
        "has a child when the time is over",
        "wall-time",
        "",
        "sleep 100 & wait",
        *SOON,
    ),
    solver_fault(
        "daemon",
        "leaves a daemon: forked twice, in a session of its own, without any file open",
        "answered",
        "",
        f"(setsid sh -c 'sleep 100 <&- >&- 2>&- &' &); sleep 0.05; {TRUE_ANSWER}",
    ),
    solver_fault(
        "spinning child",
        "has children that take processor time, while it sleeps",
        "cpu-time",
        "",
        f"({SPIN}) & ({SPIN}) & exec sleep 100",
        "--cpu-time",
        "0.5",
    ),
    solver_fault(
        "memory of children",
        "has children that take more memory together",
        "memory",
        "",
        f"({BIG}) & ({BIG}) & wait",
        "--memory",
        "150",
    ),
    solver_fault(
        "memory",
        "takes more memory than it may",
        "memory",
        "",
        "exec python3 -c 'a = bytearray(400 << 20)'",
        "--memory",
        "150",
    ),
]


def _asks_the_terminal(scene: Scene) -> Said:
    """Run nlc at a terminal, whose keyboard the solver asks."""
    master, terminal = pty.openpty()
    body = "read line </dev/tty || echo no terminal; read line || echo no input; exit 20"
    try:
        return scene.play(
            body, stdin=terminal, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        )
    finally:
        os.close(master)
        os.close(terminal)


TERMINAL = [
    Fault(
        "terminal",
        "asks the terminal of nlc for input",
        "no-answer",
        _asks_the_terminal,
        "no terminal\nno input",
    ),
]

FAULTS = [*DEATHS, *OUTPUT, *HANGS, *CHILDREN, *TERMINAL]
