"""Solvers that lie or contradict themselves. The formula is that of `LAMPS`.

How malformed answers are read is tried by ``tests/cnf``.
"""

from __future__ import annotations

from faults.kit import TRUE_ANSWER, Fault, solver_fault

from nlc.drivers.base import Reason


def model(name: str, what: str, told: str, lines: str) -> Fault:
    """Return the fault of a wrong model; the lines are a format of printf(1)."""
    body = f"printf 's SATISFIABLE\\n{lines}\\n'; exit 10"
    return solver_fault(name, what, "bad-model", told, body)


def says(name: str, what: str, reason: Reason, told: str, body: str) -> Fault:
    """Return the fault of a solver that says something and ends."""
    return solver_fault(name, what, reason, told, body)


MODELS = [
    model("no model", "says SATISFIABLE and gives no model", "", "c no v"),
    model("wrong model", "the model leaves a clause unsatisfied", "does not satisfy", "v -1 -2 0"),
    model("half a model", "the model leaves out what a clause needs", "", "v 1 0"),
]

CONTRADICTIONS = [
    says(
        "SATISFIABLE with 20",
        "says SATISFIABLE and exits with 20",
        "contradictory",
        "contradicts itself",
        "echo s SATISFIABLE; echo v 1 2 3 0; exit 20",
    ),
    says(
        "both verdicts",
        "says SATISFIABLE, then UNSATISFIABLE",
        "contradictory",
        "contradictory",
        "echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20",
    ),
    says(
        "optimum",
        "says OPTIMUM FOUND",
        "contradictory",
        "OPTIMUM",
        "echo s OPTIMUM FOUND; echo v 1 2 3 0; exit 30",
    ),
]

SILENCE = [
    says("UNKNOWN", "says UNKNOWN", "no-answer", "no answer", "echo s UNKNOWN; exit 0"),
    says("UNKNOWN, 30", "says UNKNOWN, exits with 30", "no-answer", "", "echo s UNKNOWN; exit 30"),
    says("10 alone", "exits with 10 and says nothing", "no-answer", "no answer", "exit 10"),
    says(
        "full device",
        "its own output does not fit on the device",
        "no-answer",
        "no answer",
        "echo s UNSATISFIABLE >/dev/full; exit 20",
    ),
    says(
        "closed output",
        "closes its standard output and goes on",
        "no-answer",
        "no answer",
        "exec >&- 2>&-; sleep 0.1; echo s UNSATISFIABLE; exit 20",
    ),
]


BATCHES = [
    solver_fault(
        "lie in a batch",
        "gives a wrong model for the second of three puzzles",
        "bad-model",
        "lamps 2: ",
        "echo >>calls; [ $(wc -l <calls) != 2 ] || { echo s SATISFIABLE; echo v 0; exit 10; }\n"
        + TRUE_ANSWER,
        puzzles=3,
        reasons=("answered", "bad-model", "answered"),
    ),
]

FAULTS = [*MODELS, *CONTRADICTIONS, *SILENCE, *BATCHES]
