"""Functions that tests send to worker processes."""

import os
import signal
import time
from pathlib import Path

from nlc.errors import fail


def square(x: int) -> int:
    return x * x


def who(x: int) -> tuple[int, int]:
    return x, os.getpid()


def fail_on(x: int) -> None:
    raise ValueError(f"no {x}")


def refuse(x: int) -> None:
    raise fail(f"no {x}", hint=f"take {x + 1}")


def die(x: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: str) -> str:
    """Kill the process unless the file is there, which is made first."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def print_and_read(x: int) -> str:
    print("this is no result")
    return os.read(0, 10).decode() + "read"


def meet(place: tuple[str, str, str]) -> bool:
    """Wait until another process has come to the same folder."""
    folder, mine, other = place
    Path(folder, mine).touch()
    for _ in range(6000):
        if Path(folder, other).exists():
            return True
        time.sleep(0.01)
    return False


def wait_long(mark: str) -> None:
    Path(mark).write_text(str(os.getpid()))
    time.sleep(600)


def slowly(x: int) -> tuple[int, int]:
    time.sleep(0.2)
    return x * x, os.getpid()
