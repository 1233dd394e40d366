"""Runs nlc's command line as on Windows: without the modules and functions of Unix, or processes.

The standard input has the command lines, a list of words each; each one's exit status is printed.
"""

import asyncio  # noqa: F401 - what the standard library needs of Unix, it takes before that goes
import json
import multiprocessing.process
import os
import select
import signal
import subprocess
import sys
import tempfile  # noqa: F401
from importlib.abc import MetaPathFinder

UNIX = {
    os: "fork forkpty register_at_fork posix_spawn waitid waitpid wait4 killpg setsid getsid getuid"
    " geteuid sysconf sched_getaffinity setpriority O_NONBLOCK O_NOFOLLOW O_DIRECTORY getloadavg"
    " set_blocking mkfifo",
    signal: "SIGKILL SIGHUP SIGQUIT SIGALRM SIGCHLD SIGCONT SIGPROF SIGXCPU pthread_sigmask"
    " setitimer getitimer sigwait valid_signals ITIMER_REAL ITIMER_PROF",
    select: "poll epoll",
}
MODULES = ("resource", "fcntl", "termios", "pty")


class Refusal(MetaPathFinder):
    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(name)


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("a process is started")


def become_windows() -> None:
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Refusal())
    for module, names in UNIX.items():
        for name in names.split():
            vars(module).pop(name, None)
    for name in ("Popen", "run"):
        setattr(subprocess, name, refuse)
    multiprocessing.process.BaseProcess.start = refuse


if __name__ == "__main__":
    become_windows()
    from nlc.cli import main

    for line in sys.stdin:
        status = main(json.loads(line))
        print(f"= {status}", flush=True)
