"""Processes that come after all others."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from nlc.process.usage import descendants

LEAST = 19


def give_way(root: int) -> None:
    """Let a process and all that it has begun come after all others, for good.

    Linux shares processors out to sessions first, where that is on (``autogroup``, see sched(7));
    then priorities count within a session only, and the session gets one as well: of a few at a
    time, so that this is to be called again, also for what is begun later.
    """
    # The caller's own session is left alone, unless it is for itself.
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
