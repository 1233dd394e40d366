"""Parses the output of solvers: verdicts and models."""

from __future__ import annotations

import re

import numpy as np
from msgspec import Struct

from nlc.cnf import Status, Values
from nlc.cnf.text import parse_integers, quote_bytes

_COMPETITION: dict[bytes, Status] = {
    b"SATISFIABLE": "SATISFIABLE",
    b"UNSATISFIABLE": "UNSATISFIABLE",
    b"UNKNOWN": "UNKNOWN",
    b"OPTIMUM FOUND": "SATISFIABLE",
}
_MINISAT: dict[bytes, Status] = {
    b"SAT": "SATISFIABLE",
    b"UNSAT": "UNSATISFIABLE",
    b"INDET": "UNKNOWN",
}
_MODEL_LINE = re.compile(rb"v(?=[\s\d-]|$)")
_PSEUDO_BOOLEAN = re.compile(rb"(?:\s*-?x[1-9]\d*(?=\s|$))+\s*")


class SolverOutput(Struct, frozen=True, eq=False):
    """The verdict and the model in the output of a solver.

    Attributes:
        status: ``SATISFIABLE``, ``UNSATISFIABLE`` or ``UNKNOWN``; UNKNOWN too where the text has no
            verdict or contradicts itself.
        values: of the variables in the model; all 0 without one.
        has_verdict: whether the text has a verdict, be it ``s UNKNOWN``.
        verdict_problems: violations of the format in the verdict.
        model_problems: violations of the format in the model.
    """

    status: Status
    values: Values
    has_verdict: bool
    verdict_problems: list[str]
    model_problems: list[str]

    @property
    def problems(self) -> list[str]:
        """All violations of the format."""
        return self.verdict_problems + self.model_problems


def parse_solver_output(
    text: str | bytes, variables: int | None = None, *, result_file: bool | None = None
) -> SolverOutput:
    """Parse a solver's output: the competition's format or a MiniSat result file.

    The competition's format has one line ``s SATISFIABLE``, ``s UNSATISFIABLE`` or ``s UNKNOWN``,
    and for a model ``v`` lines, before or after it, whose last literal is 0; other lines are the
    solver's log. A MiniSat result file starts with ``SAT``, ``UNSAT`` or ``INDET``; the model
    follows. MaxSAT and pseudo-Boolean solvers write ``s OPTIMUM FOUND``, and models as ``v 011`` (a
    digit for each variable) or ``v -x1 x2 x3``.

    Args:
        text: all of the output.
        variables: number of variables of the CNF; without it, the highest of the model.
        result_file: whether it is a result file; None to decide by its first word.
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    problems: list[str] = []
    wrong: list[str] = []
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if result_file is not False and first is not None and lines[first].strip() in _MINISAT:
        status, has_verdict = _MINISAT[lines[first].strip()], True
        found = [line for line in lines[first + 1 :] if line.strip()]
    else:
        status, has_verdict = _verdict(lines, problems)
        found = [line[1:] for line in lines if _MODEL_LINE.match(line)]
    if not found:
        if status == "SATISFIABLE":
            wrong.append("satisfiable, but no model")
        return SolverOutput(
            status, np.zeros((variables or 0) + 1, np.int8), has_verdict, problems, wrong
        )
    if status != "SATISFIABLE":
        problems.append(f"a model, but the verdict is {status}")
    values = _values(b"\n".join(found), variables, wrong)
    return SolverOutput(status, values, has_verdict, problems, wrong)


def _verdict(lines: list[bytes], problems: list[str]) -> tuple[Status, bool]:
    """Return the verdict, and whether the text has one."""
    places = [i for i, line in enumerate(lines) if line.startswith(b"s ") or line == b"s"]
    verdicts = {lines[i][1:].strip() for i in places}
    for verdict in sorted(verdicts - _COMPETITION.keys()):
        problems.append(f"no verdict of the format: '{quote_bytes(b's ' + verdict)}'")
    known = sorted(verdicts & _COMPETITION.keys())
    if not places:
        problems.append("no line with a verdict ('s …')")
    elif len(known) > 1:
        both = " and ".join(text.decode() for text in known)
        problems.append(f"contradictory verdicts: {both}")
    elif len(places) > 1 and len(known) == len(verdicts):
        problems.append(f"the verdict is given {len(places)} times")
    status = _COMPETITION[known[0]] if len(known) == 1 == len(verdicts) else "UNKNOWN"
    return status, bool(places)


def _values(model: bytes, variables: int | None, problems: list[str]) -> Values:
    if variables and len(digits := model.strip()) == variables > 1 and not digits.strip(b"01"):
        return np.array([0, *(1 if digit else -1 for digit in map(int, digits.decode()))], np.int8)
    if _PSEUDO_BOOLEAN.fullmatch(model):
        model = model.replace(b"x", b"") + b" 0"
    literals = parse_integers(model)
    if literals is None:
        wrong = next(t for t in model.split() if parse_integers(t) is None)
        problems.append(f"not an integer in the model: {quote_bytes(wrong)}")
        return np.zeros((variables or 0) + 1, np.int8)
    ends = np.flatnonzero(literals == 0)
    if len(ends) == 0:
        problems.append("the model is cut off: no final 0")
    elif ends[0] != len(literals) - 1:
        problems.append("the model goes on after its final 0")
        literals = literals[: ends[0]]
    literals = literals[literals != 0]
    if variables is None:
        highest = max(int(literals.max(initial=0)), -int(literals.min(initial=0)))
        variables = min(highest, 2**31 - 1)
    within = (literals <= variables) & (literals >= -variables)
    if not within.all():
        wrong_literal = literals[~within][0]
        # A number beyond 64 bits was parsed as the nearest one within.
        shown = f"literal {wrong_literal}" if abs(int(wrong_literal)) < 2**63 - 1 else "a literal"
        problems.append(f"{shown} is above the {variables} variables")
        literals = literals[within]
    true = np.zeros(variables + 1, np.bool_)
    false = np.zeros(variables + 1, np.bool_)
    true[literals[literals > 0]] = True
    false[-literals[literals < 0]] = True
    both = np.flatnonzero(true & false)
    if len(both):
        problems.append(f"variable {both[0]} is both true and false")
    return true.astype(np.int8) - false.astype(np.int8)
