"""Executes jobs in worker processes, and returns measurements."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from nlc.cnf.write import write_cnf
from nlc.comparing import puzzles
from nlc.comparing.job import CompetitorJob, choice_of, solvers_of
from nlc.comparing.models import digest as board_digest
from nlc.comparing.results import Measurement, digest
from nlc.drivers.base import LIMITS_REACHED, Driver, Limits, Outcome
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.usage import processor_seconds
from nlc.process.worker import WorkerStoppedError
from nlc.solving.answer import Answer
from nlc.solving.choice import is_driver
from nlc.solving.question import ONE, Question

FIGURES = ("conflicts", "decisions", "propagations", "restarts", "rejected", "lazy_clauses")
"""The statistics that a solver may report."""

_SIZES = ("variables", "clauses", "literals")

GENERATOR_COUNTS = (
    *("placements", "adjacent", "isolated", "parity", "balance"),
    *("unsolvable", "ambiguous", "undecided"),
)
"""The counts of a generator that draws placements at random."""

Members = dict[str, Any]
"""Fields of a measurement."""

_warm: set[str] = set()
"""Competitors that this process has run."""


def run(job: CompetitorJob) -> Measurement:
    """Execute a job and return its measurement.

    The first run of a competitor in a process may import modules and fill caches. So it is a
    warm-up and repeated, unless it took so long that this does not matter.
    """
    who = digest([job.work, job.competitor.to_json()])
    made = _measure(job)
    # For longer jobs, imports and caches do not matter.
    if job.work != "model" and who not in _warm and (made.seconds or 0.0) < 5.0:
        made = _measure(job)
    _warm.add(who)
    return made


def _measure(job: CompetitorJob) -> Measurement:
    """Return the measurement of a job, even if it is refused or fails."""
    try:
        return job.row(**{name: _round(name, each) for name, each in WORK[job.work](job).items()})
    except UserError as error:
        message = "; ".join(item.message for item in error.diagnostics)
        return job.row(outcome="refused", message=message)
    except OwnLimitError as stop:
        outcome = "memory" if stop.reason == "memory" else "timeout"
        return job.row(
            outcome=outcome, reason=stop.reason, message=f"stopped while compiling: {stop}"
        )
    except MemoryError:
        return job.row(outcome="memory", reason="memory", message="there is no memory for it")
    except (RuntimeError, WorkerStoppedError) as error:
        message = str(error).strip().rpartition("\n")[2]
        return job.row(outcome="failed", reason="crashed", message=message)


def _round(name: str, value: Any) -> Any:
    return round(value, 1 if name == "megabytes" else 6) if isinstance(value, float) else value


def _model(job: CompetitorJob) -> Members:
    """Call the solver once, and check its board, as ``nlc diff`` shows it.

    With an inexact encoding the first board counts, too, even if it is wrong. The time is that of
    compiling and of the solver.
    """
    with within(job.limits):
        program, elaborating = job.elaborate()
    solver = job.choice.first
    if program.objective is not None:
        row = _solve(job)
        if is_driver(solver):
            used = Encoding.parse(row.get("used") or job.competitor.encoding or "default")
            lowered = lower(program, used, solver.capabilities.offers)
            row["figures"] = row.get("figures", {}) | _sizes(job, lowered)["figures"]
        return row
    if is_driver(solver):
        for _ in range(2):  # the first time may include imports and cold caches
            started = time.perf_counter()
            with within(job.limits):
                lowered = job.formula(program, solver)
            seconds = time.perf_counter() - started
            if seconds >= 0.2:
                break
        answer, board = _first_board(solver, lowered, job.limits)
        answer = replace(answer, seconds={"compile": seconds})
        row = _sizes(job, lowered)
    else:
        answer = job.search(program).answer()
        board = answer.solutions[0] if answer.solutions else answer.rejected
        if answer.rejected is not None:
            answer = replace(answer, status="SATISFIABLE", reason="answered", message=None)
        answer = replace(answer, seconds={})
        row = {"exact": getattr(solver, "exact", True)}
    compiling = answer.seconds.get("compile")
    figures = row.pop("figures", {}) | dict(answer.statistics)
    row |= _answer_members(answer) | {"figures": figures}
    row |= {
        "seconds": (compiling or 0.0) + (answer.solver_seconds or 0.0),
        "elaborate_seconds": elaborating,
        "solve_seconds": answer.solver_seconds,
        "unique": None,
        "count": None,
    }
    return row if board is None else row | _board_members(job, program, board)


def _first_board(
    driver: Driver, lowered: LoweredProgram, limits: Limits
) -> tuple[Answer, Assignment | None]:
    """Return the answer of one call of a solver, and its board."""
    try:
        outcome = driver.solve(lowered.question, limits, lowered.separators)
    except MemoryError as error:
        outcome = Outcome("UNKNOWN", "memory", f"{driver.name}: {error}")
    except RuntimeError as error:  # a separator or a worker that failed
        outcome = Outcome("UNKNOWN", "crashed", f"{driver.name}: {error}")
    answer = Answer(
        outcome.status,
        outcome.reason,
        outcome.message,
        statistics=outcome.statistics,
        solver_seconds=outcome.seconds,
        cpu_seconds=outcome.cpu_seconds,
        megabytes=outcome.megabytes,
    )
    return answer, None if outcome.model is None else lowered.assignment(outcome.model)


def _answer_members(answer: Answer) -> Members:
    """Return the fields of an answer."""
    same = ("status", "message", "unique", "objective", "bound", "megabytes")
    stages = ("compile", "solve", "decode")
    return {
        **{name: getattr(answer, name) for name in same},
        **{f"{stage}_seconds": answer.seconds.get(stage) for stage in stages},
        "outcome": _outcome(answer.status, answer.reason),
        "reason": None if answer.reason == "answered" else answer.reason,
        "count": answer.count if answer.complete else None,
        "search_seconds": answer.solver_seconds,
        "solver_cpu_seconds": answer.cpu_seconds,
    }


def _board_members(job: CompetitorJob, program: Program, board: Assignment) -> Members:
    """Return the fields of a board: its digest, and the rules that it breaks."""
    broken = violations(program, board)
    found: Members = {"board": board_digest(program, board), "checked": not broken}
    if broken:
        found["violations"] = tuple(violation.message for violation in broken)
        found["wrong_board"] = program.solution_json(board)
        found["drawing"] = job.draw(program, board)
    return found


def _formula_members(lowered: LoweredProgram) -> Members:
    """Return the fields of a formula."""
    return {
        "used": str(lowered.encoding),
        "exact": lowered.exact,
        "preserves_models": lowered.preserves_models,
        "formula": lowered.fingerprint,
        "idle": lowered.idle,
        "figures": {name: getattr(lowered.cnf, name) for name in _SIZES},
    }


def _sizes(job: CompetitorJob, lowered: LoweredProgram) -> Members:
    """Return the fields of a formula, with sizes by rule and the size of its file without names."""
    with Path(os.devnull).open("wb") as sink:
        size = write_cnf(lowered.cnf, sink, names="none")
    row = _formula_members(lowered)
    row["figures"]["bytes"] = size
    return {**row, "by_rule": lowered.rule_statistics()}


def _solve(job: CompetitorJob, question: Question = ONE, whole: bool = False) -> Members:
    """Search one solution of a puzzle, or two to decide uniqueness.

    The time is that from the IR to checked boards; if `whole`, with a SAT solver from the parsed
    puzzle, as other solvers have no IR.
    """
    program, elaborating = job.elaborate()
    started, spent = time.perf_counter(), time.process_time()
    before = processor_seconds(own=False)
    if whole and any(map(is_driver, solvers_of(job.competitor).values())):
        program = elaborate(job.configured_puzzle)
    search = job.search(program, question)
    answer = search.answer()
    seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    children = processor_seconds(own=False) - before
    lowered = search.record.lowered
    row = {} if lowered is None else _formula_members(lowered)
    figures = row.get("figures", {}) | {
        name: value for name, value in answer.statistics.items() if name in FIGURES
    }
    if answer.variables is not None and answer.clauses is not None:
        figures |= {"variables": answer.variables, "clauses": answer.clauses}
    if answer.encoding is not None:
        row["used"] = str(answer.encoding)
    solver_cpu = children if answer.cpu_seconds is None else answer.cpu_seconds
    row |= _answer_members(answer) | {
        "seconds": seconds,
        "cpu_seconds": cpu + solver_cpu,
        "elaborate_seconds": elaborating,
        "compile_cpu_seconds": answer.seconds.get("compile", 0.0),
        "figures": figures,
    }
    if answer.solutions:
        row |= {"board": board_digest(program, answer.solutions[0]), "checked": True}
    return row


def _outcome(status: str, reason: str) -> str:
    """Return the outcome of a search."""
    if status != "UNKNOWN" and reason == "answered":
        return "solved"
    if reason in ("wall-time", "cpu-time"):
        return "timeout"
    if reason == "bad-model":
        return "wrong"
    return reason if reason in (*LIMITS_REACHED, "missing") else "failed"


def _compile(job: CompetitorJob) -> Members:
    """Make the CNF of a puzzle."""
    program, elaborating = job.elaborate()
    started, spent = time.perf_counter(), time.process_time()
    if job.competitor.solver:
        solver = choice_of(job.competitor).first
        if not is_driver(solver):
            raise fail(f"'{solver.name}' is an engine and takes no formula")
        lowered = job.formula(program, solver)
    else:
        lowered = lower(program, Encoding.parse(job.competitor.encoding or "default"))
    seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    return {
        **_formula_members(lowered),
        "outcome": "solved",
        "seconds": seconds,
        "cpu_seconds": cpu,
        "elaborate_seconds": elaborating,
        "compile_seconds": seconds,
        "compile_cpu_seconds": cpu,
    }


def _generate(job: CompetitorJob) -> Members:
    """Make a puzzle, in a child process of its own.

    The time is that of the child process; the solver's is that of the generator in it.
    """
    who = job.competitor
    order = {**(job.record.order or {}), "method": who.method, "switches": dict(who.switches)}
    figures = dict.fromkeys(GENERATOR_COUNTS, 0)
    started, spent = time.perf_counter(), processor_seconds()
    inside = None
    try:
        text, counts, inside = puzzles.generate(order, job.limits)
        figures |= counts
        outcome = "given-up" if text is None else "solved"
    except WorkerStoppedError as stop:
        if stop.reason not in ("wall-time", "cpu-time"):
            raise
        outcome = "timeout"
    calls = sum(figures.get(name, 0) for name in ("unsolvable", "ambiguous", "undecided"))
    calls += outcome == "solved"
    return {
        "outcome": outcome,
        "seconds": time.perf_counter() - started,
        "cpu_seconds": processor_seconds() - spent,
        "solver_cpu_seconds": inside,
        "figures": {**figures, "calls": calls},
    }


WORK: dict[str, Callable[[CompetitorJob], Members]] = {
    "model": _model,
    "solve": _solve,
    "unique": partial(_solve, question=Question(2, 1, unique=True)),
    "whole": partial(_solve, question=Question(2, 1, unique=True), whole=True),
    "compile": _compile,
    "generate": _generate,
}
"""The functions for each work; they return fields of the measurement."""
