"""One job of a suite, done in a worker process: plain data in, a record of its result out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from nlc import __version__
from nlc.compare import puzzles as puzzles
from nlc.compare.machine import now
from nlc.compare.results import Record, digest
from nlc.compare.solvers import driver, solve, spent_by_children
from nlc.compare.suite import Bounds, Competitor
from nlc.drivers.base import LIMITS_REACHED, Capabilities, Limits
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.process.worker import WorkerStoppedError

COLD_SECONDS = 5.0
"""What takes longer is not measured again to leave out what is done once in a process."""

_warm: set[str] = set()
"""Competitors that this process has run."""

FIGURES = ("conflicts", "decisions", "propagations", "restarts", "rejected", "lazy_clauses")
"""Of a solver, as far as it tells."""


COUNTED = (
    *("placements", "adjacent", "isolated", "parity", "balance"),
    *("unsolvable", "ambiguous", "undecided"),
)
"""Of a generator that draws placements at random."""


@dataclass(frozen=True)
class Job:
    """One run of one competitor on one puzzle.

    Attributes:
        suite: its name.
        work: what is done, a word of `nlc.compare.suite.Work`.
        competitor: who does it.
        bounds: its limits.
        repetition: from 0.
        puzzle: the record of the puzzle; for the work ``generate`` what is to be made.
        text: of the file that the puzzle is in.
    """

    suite: str
    work: str
    competitor: Competitor
    bounds: Bounds
    repetition: int
    puzzle: Record
    text: str = field(repr=False)

    @property
    def key(self) -> str:
        """The key of its record: the same for the same job, by the same version of nlc."""
        who, bounds = self.competitor.to_json(), vars(self.bounds)
        what = [self.suite, self.work, self.puzzle["id"], who, bounds, self.repetition]
        return digest(["result", __version__, *what])

    def head(self) -> Record:
        """Return the first members of its record."""
        return {
            "record": "result",
            "key": self.key,
            "suite": self.suite,
            "work": self.work,
            "puzzle": self.puzzle["id"],
            "competitor": self.competitor.name,
            "who": digest(self.competitor.to_json()),
            "repetition": self.repetition,
            "limits": vars(self.bounds),
            "version": __version__,
        }


def run(job: Job) -> Record:
    """Do a job and return its record.

    The first run of a competitor in a process may import modules and fill caches. It is a warm-up:
    the job is done again, unless it took so long that this does not matter.
    """
    who = digest([job.work, job.competitor.to_json()])
    do = _WORK[job.work]
    found = _told(do, job)
    if who not in _warm and (found["seconds"] or 0.0) < COLD_SECONDS:
        found = _told(do, job)
    _warm.add(who)
    return {**job.head(), **found, "ended": now()}


def _told(do: Callable[[Job], Record], job: Job) -> Record:
    """Return what comes of a job, also where it is refused or fails."""
    blank: Record = {"outcome": "failed", "message": None, "seconds": None, "cpu_seconds": None}
    try:
        return {**blank, **do(job)}
    except UserError as error:
        told = "; ".join(item.message for item in error.diagnostics)
        return {**blank, "outcome": "refused", "message": told}
    except MemoryError:
        return {**blank, "outcome": "memory", "message": "there is no memory for it"}
    except (RuntimeError, WorkerStoppedError) as error:
        return {**blank, "message": str(error).strip().rpartition("\n")[2]}


def _unique(job: Job) -> Record:
    """Tell whether a puzzle has one solution only; time is taken as for `_solve`."""
    return _solve(job, most=2)


def _solve(job: Job, most: int = 1) -> Record:
    """Look for one solution of a puzzle, or for two, which tells whether there is one only.

    Time is taken from the IR to the boards that were judged.

    Args:
        job: what is measured.
        most: 1 or 2.
    """
    who = job.competitor
    case, program, elaborating = _read(job)
    started, spent = time.perf_counter(), time.process_time()
    solved = solve(who.solver, who.encoding, who.relax, case, program, _limits(job), most)
    seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    result, lowered = solved.result, solved.lowered
    outcome = "solved"
    if result.status == "UNKNOWN" or result.reason != "answered":
        outcome = _undecided(result.reason)
    figures: dict[str, Any] = {k: v for k, v in result.statistics.items() if k in FIGURES}
    if result.encoding is not None:
        figures.update(variables=result.variables, clauses=result.clauses)
    return {
        "outcome": outcome,
        "status": result.status,
        "unique": result.unique,
        "message": result.message,
        "seconds": round(seconds, 6),
        "cpu_seconds": None if solved.solver_cpu is None else round(cpu + solved.solver_cpu, 6),
        "elaborate_seconds": round(elaborating, 6),
        "compile_seconds": round(solved.compile_seconds, 6),
        "solve_seconds": round(result.seconds.get("solve", 0.0), 6),
        "decode_seconds": round(result.seconds.get("decode", 0.0), 6),
        "megabytes": None if solved.megabytes is None else round(solved.megabytes, 1),
        "exact": None if result.encoding is None else lowered is None or lowered.exact,
        "used": None if result.encoding is None else str(result.encoding),
        "figures": figures,
    }


def _undecided(reason: str) -> str:
    """Return the outcome of a search without an answer."""
    if reason in ("wall-time", "cpu-time"):
        return "timeout"
    if reason == "bad-model":
        return "wrong"
    return reason if reason in (*LIMITS_REACHED, "missing") else "failed"


def _compile(job: Job) -> Record:
    """Make the CNF of a puzzle."""
    _, program, elaborating = _read(job)
    encoding = Encoding.parse(job.competitor.encoding or "default")
    can = driver(job.competitor.solver).capabilities if job.competitor.solver else Capabilities()
    started, spent = time.perf_counter(), time.process_time()
    lowered = lower(program, encoding, in_process=can.in_process, propagators=can.propagators)
    seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    cnf = lowered.cnf
    return {
        "outcome": "solved",
        "seconds": round(seconds, 6),
        "cpu_seconds": round(cpu, 6),
        "elaborate_seconds": round(elaborating, 6),
        "compile_seconds": round(seconds, 6),
        "exact": lowered.exact,
        "used": str(lowered.encoding),
        "figures": {
            "variables": cnf.variables,
            "clauses": cnf.clauses,
            "literals": cnf.literals,
        },
    }


def _generate(job: Job) -> Record:
    """Make a puzzle, in a child process of its own; time is taken from its start to its end."""
    who = job.competitor
    wanted = {**job.puzzle["order"], "method": who.method, "switches": dict(who.switches)}
    figures = dict.fromkeys(COUNTED, 0)
    started, spent = time.perf_counter(), spent_by_children()
    try:
        text, counts = puzzles.generated(wanted, _limits(job))
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
        "seconds": round(time.perf_counter() - started, 6),
        "cpu_seconds": round(spent_by_children() - spent, 6),
        "figures": {**figures, "calls": calls},
    }


def _limits(job: Job) -> Limits:
    return Limits(job.bounds.seconds, job.bounds.megabytes, job.bounds.cpu_seconds)


def _read(job: Job) -> tuple[Any, Any, float]:
    """Return the puzzle, its program, and the seconds that elaborating it took."""
    case = puzzles.cases(job.text, job.puzzle["form"])[job.puzzle["number"] - 1]
    if job.competitor.options:
        case = puzzles.with_options(case, job.competitor.options)
    started = time.perf_counter()
    program = puzzles.elaborated(case)
    return case, program, time.perf_counter() - started


_WORK = {"solve": _solve, "unique": _unique, "compile": _compile, "generate": _generate}
