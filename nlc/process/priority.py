"""The lowest scheduling priority for processes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from nlc.process.usage import descendants

LEAST = 19


def give_way(root: int) -> None:
    """Give a process and its descendants the lowest priority, for good.

    With ``autogroup`` (see sched(7)) Linux divides processors among sessions first, and priorities
    count within a session only; so the session gets the lowest priority, too. The kernel accepts
    only a few such changes at a time, so call this again, also for later descendants.
    """
    # The caller's own session keeps its priority, unless the call is for the caller itself.
    ours = None if os.getsid(0) == os.getpid() == root else os.getsid(0)
    family = [root]
    with suppress(OSError):  # there is no /proc
        family += descendants(root)
    for pid in family:
        with suppress(OSError):  # it has ended
            os.setpriority(os.PRIO_PROCESS, pid, LEAST)
        with suppress(OSError):
            if os.getsid(pid) == ours:
                continue
            session = Path(f"/proc/{pid}/autogroup")
            if not session.read_text(encoding="ascii").endswith(f" {LEAST}\n"):
                session.write_text(str(LEAST), encoding="ascii")
