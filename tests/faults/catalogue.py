"""All faults that are played; as a program, it prints ``docs/faults.md``."""

from __future__ import annotations

import signal

from faults import absence, answers, crowds, files, names, processes, room, signals
from faults.kit import Fault

CHAPTERS = {
    "What a solver says": answers.FAULTS,
    "What a solver does": processes.FAULTS,
    "What the machine lacks": [
        *absence.FAULTS,
        *files.FAULTS,
        *room.FAULTS,
        *names.FAULTS,
    ],
    "Signals to nlc": signals.FAULTS,
    "Many runs at once, and memory": crowds.FAULTS,
}
"""Faults by the chapters of the page."""

FAULTS: list[Fault] = [fault for faults in CHAPTERS.values() for fault in faults]

_HEAD = """\
# Faults

What can go wrong when a solver is run, and what nlc makes of it. Each of these faults is played
with real processes by `tests/faults`, nearly all of them through `nlc run`. After each, no process
and no temporary file may be left, reason and exit status must be those of this page (see
[drivers.md](drivers.md)), standard output must be whole, and there must be no traceback. Where the
reason is `answered`, the fault does no harm: the puzzle is solved all the same. Where there is
none, nlc cannot tell of the puzzle.

To add one, add it to a list in `tests/faults`. `PYTHONPATH=tests python -m faults.catalogue
>docs/faults.md` writes this page.
"""


def page() -> str:
    """Return the text of ``docs/faults.md``."""
    return _HEAD + "".join(f"\n## {name}\n\n{_table(all_)}" for name, all_ in CHAPTERS.items())


def _table(faults: list[Fault]) -> str:
    head = ["| fault | what happens | reason | exit status |", "|---|---|---|---|"]
    return "\n".join([*head, *map(_row, faults)]) + "\n"


def _row(fault: Fault) -> str:
    reason = f"`{fault.reason}`" if fault.reason else "-"
    status = fault.exit_status
    ended = str(status) if status >= 0 else signal.Signals(-status).name
    return f"| {fault.name} | {fault.what} | {reason} | {ended} |"


if __name__ == "__main__":
    print(page(), end="")
