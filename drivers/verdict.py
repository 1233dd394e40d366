"""Checks a solver's answer and makes an outcome of it."""

from __future__ import annotations

import re

from nlc.cnf import Cnf, Model, Values, check_model
from nlc.drivers.base import FAILURES, Outcome, Reason
from nlc.printable import printable
from nlc.process.limits import ProcessEnd
from nlc.process.worker import WorkerStoppedError

STATISTICS = ("conflicts", "decisions", "propagations", "restarts")

_EXIT_STATUS = {"SATISFIABLE": 10, "UNSATISFIABLE": 20}
_STATISTIC = re.compile(rf"^(?:c )?({'|'.join(STATISTICS)})\s*:\s*(\d+)".encode(), re.MULTILINE)
_COMPLAINT = re.compile(rb"\b(?:fatal|error|cannot|what\(\))", re.IGNORECASE)
_TAIL = 1 << 16


def failure(reason: Reason, cause: str, *logs: bytes) -> Outcome:
    """Return the outcome of a solver that failed.

    Args:
        reason: of the outcome.
        cause: what happened; it names the solver.
        logs: its output on each stream; error lines and the end of each go into the message.
    """
    ends = [text for log in logs for text in (_complaints(log), tail(log, lines=8))]
    end = "\n".join(filter(None, ends))
    message = printable(f"{cause}\n{end}" if end else cause)
    return Outcome("UNKNOWN", reason, message, log=tail(*logs))


def stop_outcome(
    name: str, stop: WorkerStoppedError, seconds: float, spent: float = 0.0
) -> Outcome:
    """Return the outcome of a search whose worker process was stopped, or died.

    Args:
        name: of the solver or engine.
        stop: why it was stopped.
        seconds: wall-clock time since the outcome before.
        spent: processor time of all outcomes before.
    """
    message = None
    if stop.reason in FAILURES:
        message = failure(stop.reason, f"{name} died ({stop.ended})", stop.log).message
    return Outcome(
        "UNKNOWN",
        stop.reason,
        message,
        seconds=seconds,
        cpu_seconds=max(0.0, stop.ended.cpu_seconds - spent),
        megabytes=stop.ended.megabytes,
        log=tail(stop.log),
    )


def run_outcome(
    name: str, cnf: Cnf, ended: ProcessEnd, answer: bytes, *logs: bytes, result_file: bool = False
) -> Outcome:
    """Return the outcome of a solver that ended by itself.

    The verdict counts if exit status (10 or 20) and text agree, and if the literals of the model
    satisfy every clause.

    Args:
        name: for messages.
        cnf: its formula.
        ended: its exit status or signal.
        answer: the text with verdict and model.
        logs: its output on each stream.
        result_file: whether the answer is a result file as MiniSat writes it.
    """
    from nlc.cnf.solver_output import parse_solver_output

    parsed = parse_solver_output(answer, cnf.variables, result_file=result_file)
    problems = "; ".join(parsed.problems)
    if ended.status < 0 or not parsed.has_verdict:
        cause = f"{name} gave no answer ({ended}): {problems or 'it broke off'}"
        if ended.status in _EXIT_STATUS.values() and not result_file:
            cause += "; MiniSat, for one, writes it to a file, which --solver minisat reads"
        return failure(ended.reason, cause, *logs)
    if parsed.verdict_problems:
        return failure("contradictory", f"{name} gave a malformed answer: {problems}", *logs)
    if ended.status != _EXIT_STATUS.get(parsed.status):
        if parsed.status == "UNKNOWN" and ended.status not in _EXIT_STATUS.values():
            return failure("no-answer", f"{name} gave no answer ({ended}): no verdict", *logs)
        cause = f"{name} contradicts itself: it says {parsed.status}, but {ended}"
        return failure("contradictory", cause, *logs)
    if parsed.model_problems:
        return failure("bad-model", f"{name} gave a malformed model: {problems}", *logs)
    if parsed.status == "SATISFIABLE":
        return model_outcome(name, cnf, parsed.values, *logs)
    return Outcome(parsed.status)


def model_outcome(name: str, cnf: Cnf, model: Values | Model, *logs: bytes) -> Outcome:
    """Return the outcome of a solver that gave a model; the model is checked here.

    A variable may be left out where the others satisfy every clause; it is then
    false in the outcome.

    Args:
        name: for messages.
        cnf: its formula.
        model: shape (V + 1,); as `Values`, 0 marks a variable that was left out.
        logs: its output on each stream.
    """
    falsified = check_model(cnf, model)
    if falsified:
        plural = "" if falsified == 1 else "s"
        cause = f"{name} gave a wrong model: it does not satisfy {falsified} clause{plural}"
        return failure("bad-model", cause, *logs)
    return Outcome("SATISFIABLE", model=model > 0)


def statistics(log: bytes) -> dict[str, int]:
    """Return the statistics in a log of MiniSat, CaDiCaL or Kissat; CaDiCaL leaves out zeros."""
    found = {key.decode(): int(value) for key, value in _STATISTIC.findall(log)}
    return {key: found.get(key, 0) for key in STATISTICS} if found else {}


def _complaints(log: bytes) -> str:
    """Return the last error lines of a log, without its last 8 lines, which `tail` returns."""
    lines = log[-_TAIL:].splitlines()[:-8]
    found = [line for line in lines if _COMPLAINT.search(line)][-2:]
    return b"\n".join(found).decode("utf-8", "replace")


def tail(*logs: bytes, lines: int = 40, size: int = 4000) -> str:
    """Return the last lines of each log, without the model, in at most `size` characters."""
    logs = tuple(filter(None, logs))
    ends = [_end(log, lines, size // len(logs)) for log in logs]
    return "\n".join(filter(None, ends))[-size:]


def _end(log: bytes, lines: int, size: int) -> str:
    end = log[-_TAIL:].splitlines()[1 if len(log) > _TAIL else 0 :]
    kept = [line for line in end if not line.startswith(b"v ")][-lines:]
    return b"\n".join(kept).decode("utf-8", "replace").rstrip()[-size:]
