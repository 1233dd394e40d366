"""Runs a suite: the jobs without results, puzzle after puzzle."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.comparing import puzzles
from nlc.comparing.job import PLAIN, CompetitorJob, Draw, solvers_of
from nlc.comparing.measure import run
from nlc.comparing.puzzles import PuzzleLibrary
from nlc.comparing.results import Measurement, RecordStore, Run, records_of
from nlc.comparing.suite import Competitor, PuzzleKind, Suite
from nlc.encode.puzzle_formula import named_puzzles
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.language.resolve import Puzzle
from nlc.process.limits import NO_LIMITS
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.pool import Executor
from nlc.process.usage import cores
from nlc.process.worker import WorkerStoppedError
from nlc.solving.choice import is_driver
from nlc.version import __version__

LIMIT_OUTCOMES = ("timeout", "memory")
"""Outcomes of jobs that reached a limit; see `nlc.comparing.suite.Suite.patience`."""

Progress = Callable[[str, int, int], None]
"""Called with the job that has ended, the number of jobs done, and the number of jobs."""


class RunTally(Struct):
    """The progress of a run.

    Attributes:
        jobs: how many there are in all, those of earlier runs included.
        done: how many of them have their measurement.
        added: how many measurements this run has added.
        left_out: competitors that cannot run here, and why.
        over: whether the budget of time ended it.
        stopped: puzzles whose elaboration reached a limit, each with the limit.
    """

    jobs: int = 0
    done: int = 0
    added: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    over: bool = False
    stopped: list[str] = field(default_factory=list)


class Runner:
    """Runs a suite once.

    Attributes:
        tally: the progress, right at any moment.
    """

    def __init__(
        self,
        suite: Suite,
        results: RecordStore,
        executor: Executor,
        progress: Progress = lambda what, done, jobs: None,
        budget: float | None = None,
        broken: Callable[[UserError], None] | None = None,
        draw: Draw = PLAIN,
    ) -> None:
        """Take a suite.

        Args:
            budget: seconds after which only the first puzzle of each kind is started.
            broken: called with the error of a puzzle, which is then left out; without it, the error
                is raised.
        """
        self._suite, self._results = suite, results
        self._executor, self._progress = executor, progress
        self._ends = time.monotonic() + (inf if budget is None else budget)
        self._broken, self._draw = broken, draw
        self._library = PuzzleLibrary(suite, results)
        self._final: set[tuple[str, str]] = set()
        self._limit_keys = {
            row.key
            for row in records_of(results.records, Measurement)
            if row.outcome in LIMIT_OUTCOMES
        }
        self._stops: Counter[tuple[int, str]] = Counter()  # by the id of a kind, and competitor
        self._kind: dict[str, int] = {}  # the id of the kind of each puzzle
        self.tally = RunTally()

    def run(self, full: bool = False) -> RunTally:
        """Do the missing jobs, add this run to the results, and return the progress.

        Raises:
            UserError: a puzzle, a solver or an encoding is wrong, or the file cannot be written.
        """
        able = self._able_competitors()
        self._results.add(self._run_record(able, full))
        for _ in self.rows(able):
            pass
        return self.tally

    def rows(self, able: Sequence[Competitor]) -> Iterator[Measurement]:
        """Do the missing jobs, and yield the measurements as they are added.

        Each round has one puzzle of each kind, so that a run that is cut short has as many of one
        as of another. All competitors run on each puzzle, starting with another one each time.

        Raises:
            UserError: a puzzle, a solver or an encoding is wrong, or the file cannot be written.
        """
        self.tally.jobs = self._count(able)
        rounds = max((self._library.number(kind) for kind in self._suite.kinds), default=0)
        for number in range(1, rounds + 1):
            kinds = [kind for kind in self._suite.kinds if number <= self._library.number(kind)]
            self._make(kinds, number)
            jobs = self._jobs(kinds, number, able)
            with closing(self._executor.as_completed(run, jobs)) as all_ended:
                for done in all_ended:
                    row = self._row(done.item, done.future)
                    if self._results.add(row):
                        self.tally.added += 1
                        self.tally.done += 1
                        yield row
                    what = f"{done.item.competitor.name} on {done.item.record.size}"
                    self._progress(what, self.tally.done, self.tally.jobs)
            if self.tally.over:
                break

    def _able_competitors(self) -> list[Competitor]:
        """Return the competitors that can run."""
        able = []
        for each in self._suite.competitors:
            if each.encoding:
                Encoding.parse(each.encoding)
            solvers = solvers_of(each)
            for name, solver in solvers.items():
                if each.encoding and not is_driver(solver):
                    what = f"'{each.name}': the engine '{name}' takes no encoding"
                    raise fail(what, hint="leave 'encoding' out")
            missing = list(filter(None, (solver.missing() for solver in solvers.values())))
            if missing:
                self.tally.left_out[each.name] = missing[0]
            else:
                able.append(each)
        if not able:
            cause = "; ".join(self.tally.left_out.values())
            raise fail(f"no competitor of '{self._suite.name}' can run here: {cause}")
        return able

    def _run_record(self, able: Sequence[Competitor], full: bool) -> Run:
        solvers = {name: solver for each in able for name, solver in solvers_of(each).items()}
        versions = {name: solver.version() for name, solver in solvers.items()}
        versions = {"nlc": __version__, "python": platform.python_version(), **versions}
        return Run(
            suite=self._suite.name,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            full=full,
            repetitions=self._suite.repetitions,
            limits=self._suite.limits,
            slots=self._executor.slots,
            machine=machine(),
            versions=versions,
            code=code(),
            left_out=self.tally.left_out,
            text=self._suite.text,
        )

    def _count(self, able: Sequence[Competitor]) -> int:
        """Return the number of jobs, if no board of a file is too large for a competitor."""
        return self._suite.repetitions * sum(
            self._library.number(kind) * sum(_fits(each, kind.cols * kind.rows) for each in able)
            for kind in self._suite.kinds
        )

    def _make(self, kinds: Sequence[PuzzleKind], number: int) -> None:
        """Make the missing puzzles of a round."""
        for done in self._executor.as_completed(puzzles.make, self._library.missing(kinds, number)):
            try:
                self._library.add(done.future.result())
            except (WorkerStoppedError, RuntimeError) as error:
                what = f"{done.item['cols']}x{done.item['rows']} by {done.item['method']}"
                raise fail(f"a puzzle {what} could not be made: {error}") from error
            self._progress("puzzles", self.tally.done, self.tally.jobs)

    def _jobs(
        self, kinds: Sequence[PuzzleKind], number: int, able: Sequence[Competitor]
    ) -> Iterator[CompetitorJob]:
        """Yield the jobs of a round that have no measurement yet."""
        suite = self._suite
        for place, kind in enumerate(kinds):
            if number > 1 and time.monotonic() > self._ends:
                self.tally.over = True
                return
            try:
                with within(suite.limits if kind.given else NO_LIMITS):
                    found = self._library.puzzle(kind, number)
            except OwnLimitError as stop:
                self.tally.stopped.append(f"{kind.given[0].title}: {stop}")
                continue
            except UserError as error:
                if self._broken is None:
                    raise
                self._broken(error)
                continue
            if found is None:
                continue
            record, puzzle = found
            self._kind[record.id or ""] = id(kind)
            for repetition in range(suite.repetitions):
                if repetition and time.monotonic() > self._ends:
                    self.tally.over = True
                    break
                turn = (number - 1 + place + repetition) % len(able)
                for who in [*able[turn:], *able[:turn]]:
                    if not _fits(who, record.cells) or (record.id, who.name) in self._final:
                        continue
                    if suite.patience and self._stops[id(kind), who.name] >= suite.patience:
                        self.tally.jobs -= 1
                        continue
                    job = CompetitorJob(
                        suite.name, suite.work, who, suite.limits, repetition, record, puzzle
                    )
                    job = replace(job, code=code(), draw=self._draw, group=self._group(who))
                    if job.key in self._results:
                        self.tally.done += 1
                        self._stops[id(kind), who.name] += job.key in self._limit_keys
                    else:
                        yield job

    def _group(self, who: Competitor) -> tuple[Puzzle, ...]:
        """Return the given puzzles that share a formula by the encoding of a competitor."""
        given = [puzzle for kind in self._suite.kinds for puzzle in kind.given]
        return tuple(named_puzzles(given, Encoding.parse(who.encoding or "default")))

    def _row(self, job: CompetitorJob, future: Future[Measurement]) -> Measurement:
        """Return the measurement of a job, even if its process died of it."""
        try:
            row = future.result()
        except WorkerStoppedError as error:
            row = job.row(outcome="lost", reason="crashed", message=str(error))
        except UserError:
            raise
        except Exception as error:  # a fault of nlc; the other jobs go on
            cause = f"{type(error).__name__}: {error}"
            row = job.row(outcome="failed", reason="crashed", message=cause)
        if row.outcome in LIMIT_OUTCOMES:
            self._stops[self._kind[row.puzzle], row.competitor] += 1
        if self._suite.is_last(row):
            self._final.add((row.puzzle, row.competitor))
        return row


def _fits(who: Competitor, cells: int) -> bool:
    return who.largest is None or cells <= who.largest


def machine() -> dict[str, Any]:
    """Return processor, cores, memory, operating system and load of this machine."""
    return {
        "cpu": _processor(),
        "cores": cores(),
        "memory_gib": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "load": round(os.getloadavg()[0], 2),
    }


@cache
def code() -> str:
    """Return a digest of the code of nlc: of its modules, grammar and genres."""
    found = hashlib.sha256()
    for package in ("nlc", "nlc.drivers", "nlc.grammar"):
        for folder in import_module(package).__path__:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in (".py", ".nl", ".lark"):
                    found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]


def load_warning(slots: int = 1) -> str | None:
    """Return a sentence if other programs are busy on this machine, which distorts times."""
    load, has = os.getloadavg()[0], cores()
    if load + slots <= has + 0.5:
        return None
    return f"the machine is busy (load {load:.1f} on {has} cores): times are longer"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
