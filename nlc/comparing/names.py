"""The names in reports: facts of puzzles, values of results, and members of JSON and CSV.

docs/comparing.md says what each means.
"""

from __future__ import annotations

X_FACTS = ("cells", "pairs", "rows", "cols")
"""Facts that are numbers."""

FACTS = (
    *(*X_FACTS, "size", "tiling", "genre", "group", "title"),
    *("competitor", "encoding", "solver"),
)
"""The facts that may distinguish rows and columns of tables."""

TIMES = (
    *("time", "seconds", "cpu", "elaborate", "compile", "solve", "search", "compile_cpu"),
    *("solver_cpu", "net"),
)
"""Values that are times; without an answer they count as infinite."""

FIGURES = (
    *("variables", "clauses", "literals", "conflicts", "decisions", "propagations"),
    *("lazy_clauses", "rejected", "megabytes", "placements", "calls", "isolated", "parity"),
    *("balance", "unsolvable", "undecided"),
)
"""Values that are numbers."""

COUNTS = ("puzzles", "solved", "timeouts", "wrong", "outcomes", "par2", "hindsight", "ratio")
"""Values of all puzzles together."""

MEANS = tuple(f"mean {name}" for name in (*TIMES, *FIGURES))
"""The values for means; other times and figures are medians with quartiles."""

VALUES = (*TIMES, *FIGURES, *COUNTS, *MEANS)
"""All values of tables."""

KEYS = (
    *("file", "puzzle", "genre", "topology", "rows", "cols", "encoding", "used", "solver"),
    *("verdict", "reason", "message", "variables", "clauses", "literals", "bytes"),
    *("compile_seconds", "compile_seconds_min", "compile_seconds_max", "solve_seconds"),
    *("solve_seconds_min", "solve_seconds_max", "runs", "cpu_seconds", "megabytes"),
    *("conflicts", "propagations", "decisions", "restarts", "lazy_clauses", "objective"),
    *("bound", "board", "checked", "exact", "preserves_models", "formula", "idle"),
    *("violations", "wrong_board", "by_rule", "suite", "group", "size", "cells", "pairs"),
    *("competitor", "outcome", "unique", "count", "rejected", "search_seconds", "job_seconds"),
    "job_cpu_seconds",
)
"""The members of JSON, an object a line for each puzzle and competitor; of CSV without `NESTED`."""

NESTED = ("idle", "violations", "wrong_board", "by_rule")
"""Members that are lists or objects."""

FIGURE_KEYS = (
    *("variables", "clauses", "literals", "bytes", "conflicts", "propagations", "decisions"),
    *("restarts", "lazy_clauses", "rejected"),
)
"""Members that are figures of a row."""
