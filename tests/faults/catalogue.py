"""All faults that are played; as a program, it prints a table of them."""

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
"""Faults by chapters."""

FAULTS: list[Fault] = [fault for faults in CHAPTERS.values() for fault in faults]


def page() -> str:
    """Return tables of all faults, a chapter each."""
    return "\n".join(f"## {name}\n\n{_table(all_)}" for name, all_ in CHAPTERS.items())


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
