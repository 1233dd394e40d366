"""A small suite, and records as a run would write them."""

from typing import Any

from msgspec import structs

from nlc.comparing import suite_file
from nlc.comparing.results import Measurement, PuzzleRecord, Run
from nlc.comparing.suite import Suite
from nlc.errors import Source

SMALL = """\
title = "a small suite"
limits = { seconds = 20 }

[[puzzles]]
method = "random-path"
sizes = ["4x4"]
pairs = [2, 3]
count = 2

[[competitors]]
name = "sat"
solver = "pysat:minisat22"
encoding = "default"

[[competitors]]
name = "search"
solver = "backtrack"

[[tables]]
title = "Times"
rows = ["size", "pairs"]
columns = "competitor"
values = ["time"]

[[tables]]
title = "All"
rows = ["competitor"]
values = ["solved", "par2", "ratio", "wrong", "outcomes", "clauses"]

[[published]]
column = "elsewhere"
source = "a paper"
table = "Times"
values = { "4x4, 2" = "7 s" }

[[plots]]
name = "small-cactus"
title = "C"
kind = "cactus"

[[plots]]
name = "small-scatter"
title = "S"
kind = "scatter"
competitors = ["sat", "search"]

[[plots]]
name = "small-growth"
title = "G"
kind = "growth"
x = "pairs"
"""


def small(text: str = SMALL) -> Suite:
    return suite_file.parse_suite(Source("small.toml", text))


def run_record(suite: Suite) -> Run:
    return Run(
        suite=suite.name,
        text=suite.text,
        full=False,
        repetitions=suite.repetitions,
        limits=suite.limits,
        slots=1,
        left_out={},
        versions={"nlc": "0.1.0", "python": "3.11"},
        machine={"cpu": "a processor", "cores": 2, "memory_gib": 4, "system": "Linux"},
        code="c",
    )


def puzzle_record(name: str, size: str = "4x4", pairs: int = 2) -> PuzzleRecord:
    cols, rows = map(int, size.split("x"))
    facts = {"size": size, "cols": cols, "rows": rows, "cells": cols * rows, "pairs": pairs}
    return PuzzleRecord(key=f"p{name}", id=name, text="", **facts)


def row(
    suite: Suite, puzzle: str, competitor: str, seconds: float | None, **more: Any
) -> Measurement:
    """Return a result; without seconds it is a timeout."""
    (who,) = [each for each in suite.competitors if each.name == competitor]
    repetition = more.get("repetition", 0)
    made = Measurement(
        key=f"{puzzle} {competitor} {repetition}",
        suite=suite.name,
        puzzle=puzzle,
        competitor=competitor,
        who=who.identity,
        limits=suite.limits,
        version="0.1.0",
        code="c",
        outcome="timeout" if seconds is None else "solved",
        status="UNKNOWN" if seconds is None else "SATISFIABLE",
        seconds=seconds,
        cpu_seconds=seconds,
    )
    return structs.replace(made, **more)
