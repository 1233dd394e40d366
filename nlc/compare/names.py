"""The words of suites about what is told: facts of puzzles, and values of results."""

from __future__ import annotations

X_FACTS = ("cells", "pairs", "rows", "cols")
"""Facts that are numbers."""

FACTS = (*X_FACTS, "size", "tiling", "genre", "group", "title", "competitor")
"""What rows and columns of tables are told apart by."""

TIMES = {
    "time": "the one of the next two that the limit is of: processor time, if that is limited",
    "seconds": "wall-clock seconds, from the elaborated puzzle to the judged board",
    "cpu": "the same as processor seconds, of all processes",
    "elaborate": "wall-clock seconds of elaboration, which is in none of the others",
    "compile": "wall-clock seconds from the IR to the CNF",
    "solve": "wall-clock seconds of the solver, or of the engine",
}
"""Values that are times, with what they mean; without an answer they count as unlimited."""

FIGURES = {
    "variables": "of the CNF, before lazy clauses",
    "clauses": "of the CNF, before lazy clauses",
    "literals": "of all clauses; for the work compile",
    "conflicts": "of the solver, as far as it tells",
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
"""Values that are numbers, with what they mean."""

COUNTS = {
    "puzzles": "number of puzzles that were tried",
    "solved": "how many of them have an answer",
    "timeouts": "how many reached the limit",
    "wrong": "how many got a board that breaks a rule, before a right one or in its place",
    "outcomes": "how many ended otherwise than solved, by outcome",
    "par2": "PAR-2: mean seconds, where what is not solved counts twice the limit",
    "ratio": "median of the time over that of the first competitor, puzzle by puzzle",
}
"""Values of all puzzles together, with what they mean."""

MEANS = tuple(f"mean {name}" for name in (*TIMES, *FIGURES))
"""Times and figures are told by their median and quartiles, and after ``mean`` by their mean."""

VALUES = (*TIMES, *FIGURES, *COUNTS, *MEANS)
"""What tables can tell."""
