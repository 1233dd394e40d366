"""What ``nlc run --format json`` says of the puzzles that it did not come to."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from nlc.cli.console import give_up
from nlc.cli.tasks import Task

_KEYS = (
    *("file", "puzzle", "genre", "topology", "rows", "cols", "status", "reason", "solver"),
    *("encoding", "variables", "clauses", "seconds", "verified", "unique", "count"),
    *("count_complete", "solutions", "difference", "readings", "strategy", "facts", "portfolio"),
)
"""Those of `nlc.cli.outcome.Solved.to_json`, in their order."""


def print_interrupted(tasks: Sequence[Task], solver: str) -> None:
    """Print the JSON objects of puzzles that are undecided because nlc was interrupted.

    What only compiling tells is null. Where nobody reads, nothing is said.
    """
    try:
        for task in tasks:
            known = _known(task, solver)
            print(json.dumps({key: known.get(key) for key in _KEYS}))
        sys.stdout.flush()
    except OSError:
        give_up(sys.stdout)


def _known(task: Task, solver: str) -> dict[str, Any]:
    seconds = round(task.parse_seconds, 6)
    return {
        "file": task.path,
        "puzzle": task.case.puzzle.title,
        "genre": task.case.puzzle.genre.name,
        "topology": task.case.topology.name.name,
        "status": "UNKNOWN",
        "reason": "interrupted",
        "solver": solver,
        "seconds": {"parse": seconds, "total": seconds},
        "verified": False,
        "solutions": [],
    }
