"""The names in reports: facts of puzzles, values of results, and members of JSON and CSV."""

from __future__ import annotations

X_FACTS = ("cells", "pairs", "rows", "cols")
"""Facts that are numbers."""

FACTS = (
    *(*X_FACTS, "size", "tiling", "genre", "group", "title"),
    *("competitor", "encoding", "solver"),
)
"""The facts that may distinguish rows and columns of tables."""

TIMES = {
    "time": "processor time, if the limit is one of that, else wall-clock time",
    "seconds": "wall-clock seconds, from the elaborated puzzle to the checked board",
    "cpu": "the same as processor seconds, of all processes",
    "elaborate": "wall-clock seconds of elaboration, which is in none of the others",
    "compile": "wall-clock seconds from the IR to the CNF",
    "solve": "wall-clock seconds of the solver, or of the engine, with its process",
    "search": "seconds of the solver alone, without starting a process",
    "compile_cpu": "processor seconds of compiling the puzzle",
    "solver_cpu": "processor seconds of the solver, or of the generator in its process",
    "net": "`compile_cpu` and `solver_cpu` together",
}
"""Values that are times, with their meaning; without an answer they count as infinite."""

FIGURES = {
    "variables": "of the CNF, before lazy clauses",
    "clauses": "of the CNF, before lazy clauses",
    "literals": "of all clauses; for the work compile",
    "conflicts": "of the solver, if it reports them",
    "decisions": "likewise",
    "propagations": "likewise",
    "lazy_clauses": "added while solving",
    "rejected": "boards with a closed ring or another fault, before the first right one",
    "megabytes": "largest resident set of the solver, as far as it is known",
    "placements": "of labels that were drawn at random; for the work generate",
    "calls": "of the solver by the generator",
    "isolated": "placements that the test for isolated cells rejected",
    "parity": "placements that the test of parity rejected",
    "balance": "placements that the test of balance rejected",
    "unsolvable": "placements without a solution",
    "undecided": "placements that the solver gave up",
}
"""Values that are numbers, with their meaning."""

COUNTS = {
    "puzzles": "number of puzzles that were tried",
    "solved": "how many of them have an answer",
    "timeouts": "how many reached the limit",
    "wrong": "how many got a board that breaks a rule, before a right one or in its place",
    "outcomes": "how many ended otherwise than solved, by outcome",
    "par2": "PAR-2: mean seconds, where an unsolved puzzle counts twice the limit",
    "hindsight": "`par2` over that of whoever was the best on each puzzle",
    "ratio": "median of the time over that of the first competitor, by puzzle, with an interval",
}
"""Values of all puzzles together, with their meaning."""

MEANS = tuple(f"mean {name}" for name in (*TIMES, *FIGURES))
"""The values for means; other times and figures are medians with quartiles."""

VALUES = (*TIMES, *FIGURES, *COUNTS, *MEANS)
"""All values of tables."""

KEYS = {
    "file": "the path as given; null for a puzzle that a suite made",
    "puzzle": "its title",
    "genre": "of the puzzle",
    "topology": "of the board",
    "rows": "drawn rows of the board (0 for a graph)",
    "cols": "tokens of its longest row",
    "encoding": "as named; null for an engine",
    "used": "the same spelt out, 'acyclic=auto' resolved; null where it was refused",
    "solver": "name of the driver, or of the engine",
    "verdict": "SATISFIABLE, UNSATISFIABLE, UNKNOWN, or REFUSED by the encoding",
    "reason": "why UNKNOWN: a word of nlc.drivers.base.Reason",
    "message": "for the user, on UNKNOWN and REFUSED",
    "variables": "of the CNF",
    "clauses": "of the CNF",
    "literals": "of all clauses",
    "bytes": "of the DIMACS file without names",
    "compile_seconds": "wall-clock from the IR to the CNF, median of the runs",
    "compile_seconds_min": "the least of them",
    "compile_seconds_max": "the most of them",
    "solve_seconds": "wall-clock of the solver with reading the CNF, median of the runs",
    "solve_seconds_min": "the least of them",
    "solve_seconds_max": "the most of them",
    "runs": "how often it was measured",
    "cpu_seconds": "processor time of the solver, median of the runs",
    "megabytes": "largest resident set of the solver",
    "conflicts": "of the solver, median of the runs; null where it does not report them",
    "propagations": "likewise",
    "decisions": "likewise",
    "restarts": "likewise",
    "lazy_clauses": "added while solving, by a lazy encoding",
    "objective": "objective value of the board, where the puzzle has an objective",
    "bound": "the value that no board can surpass; equal where the board is proved to be the best",
    "board": "digest of the shown variables; null without a board",
    "checked": "whether the board obeys every rule; null without a board",
    "exact": "whether the encoding declares that it accepts just the right boards",
    "preserves_models": "whether it declares one model for each board",
    "formula": "name of the formula, the same for the same clauses; null without one",
    "idle": "parts of the encoding that had nothing to do, and why",
    "violations": "the violations by the board, by rule",
    "wrong_board": "the shown variables of a board that breaks a rule, else null",
    "by_rule": "variables, clauses and literals of each rule, declared variables as var:NAME",
    "suite": "its name; diff for nlc diff",
    "group": "of the puzzle in the suite",
    "size": "columns x rows",
    "cells": "of the board",
    "pairs": "of labels, in Numberlink",
    "competitor": "its name in the suite",
    "outcome": "solved, timeout, refused, wrong, failed, lost or given-up",
    "unique": "whether there is one solution only, where that is the work",
    "count": "of the solutions, where all are known",
    "rejected": "boards that broke a rule before the first right one",
    "search_seconds": "of the solver alone, without starting a process, median of the runs",
    "job_seconds": "wall-clock from the IR to the checked board, median of the runs",
    "job_cpu_seconds": "the same as processor seconds",
}
"""The members of JSON, an object a line for each puzzle and competitor; of CSV without `NESTED`."""

NESTED = ("idle", "violations", "wrong_board", "by_rule")
"""Members that are lists or objects."""

FIGURE_KEYS = (
    *("variables", "clauses", "literals", "bytes", "conflicts", "propagations", "decisions"),
    *("restarts", "lazy_clauses", "rejected"),
)
"""Members that are figures of a row."""
