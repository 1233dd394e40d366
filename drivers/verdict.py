"""From what a solver said to an outcome that can be trusted."""

from __future__ import annotations

import re

import numpy as np

from nlc.dimacs.answers import check_model, parse_answer
from nlc.dimacs.cnf import Cnf, Model
from nlc.drivers.base import Outcome
from nlc.drivers.children import Ended

STATISTICS = ("conflicts", "decisions", "propagations", "restarts")

_EXIT_STATUS = {"SATISFIABLE": 10, "UNSATISFIABLE": 20}
_STATISTIC = re.compile(rf"^(?:c )?({'|'.join(STATISTICS)})\s*:\s*(\d+)".encode(), re.MULTILINE)
_OUT_OF_MEMORY = re.compile(r"bad_alloc|out[- ]?of[- ]?mem|cannot allocate memory", re.IGNORECASE)
_TAIL = 1 << 16


def failed(cause: str, log: bytes = b"") -> Outcome:
    """Return the outcome of a solver that failed; `cause` names it."""
    end = tail(log, lines=8)
    return Outcome("UNKNOWN", "failed", f"{cause}\n{end}" if end else cause, log=tail(log))


def judge(name: str, cnf: Cnf, ended: Ended, answer: bytes, log: bytes) -> Outcome:
    """Return the outcome of a solver that ended by itself.

    Its verdict counts if the exit status (10 or 20) and the text agree and if the model, in which
    variables that it leaves out are false, satisfies every clause.

    Args:
        name: for messages.
        cnf: what it was given.
        ended: how it ended.
        answer: what holds the verdict and the model.
        log: what it printed.
    """
    said = parse_answer(answer, cnf.variables)
    if said.status not in _EXIT_STATUS:
        told = "; ".join(said.problems) or "no verdict"
        return failed(f"{name} gave no answer ({ended}): {told}", log)
    if said.problems:
        return failed(f"{name} gave a malformed answer: {'; '.join(said.problems)}", log)
    if ended.status != _EXIT_STATUS[said.status]:
        return failed(f"{name} contradicts itself: it says {said.status}, but {ended}", log)
    if said.status == "UNSATISFIABLE":
        return Outcome(said.status)
    return certified(name, cnf, said.values > 0, log)


def certified(name: str, cnf: Cnf, model: Model, log: bytes = b"") -> Outcome:
    """Return the outcome of a solver that gave a model, which is checked here.

    Args:
        name: for messages.
        cnf: what it was given.
        model: shape (V + 1,).
        log: what it printed.
    """
    falsified = check_model(cnf, model)
    if falsified:
        return failed(f"{name} gave a wrong model: it falsifies {falsified} clauses", log)
    return Outcome("SATISFIABLE", model=np.asarray(model, dtype=np.bool_))


def statistics(log: bytes) -> dict[str, int]:
    """Return the figures of a MiniSat, CaDiCaL or Kissat log; CaDiCaL leaves out those of 0."""
    found = {key.decode(): int(value) for key, value in _STATISTIC.findall(log)}
    return {key: found.get(key, 0) for key in STATISTICS} if found else {}


def out_of_memory(log: bytes) -> bool:
    """Tell whether the end of a log speaks of memory that could not be had."""
    return _OUT_OF_MEMORY.search(tail(log)) is not None


def tail(log: bytes, lines: int = 40, size: int = 4000) -> str:
    """Return the last lines of a log, without the model."""
    end = log[-_TAIL:].splitlines()[1 if len(log) > _TAIL else 0 :]
    kept = [line for line in end if not line.startswith(b"v ")][-lines:]
    return b"\n".join(kept).decode("utf-8", "replace").rstrip()[-size:]
