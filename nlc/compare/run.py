"""Runs a suite: what its file of results has not got yet, puzzle after puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from nlc.compare import puzzles as puzzles
from nlc.compare import work as work
from nlc.compare.machine import machine, now, versions
from nlc.compare.results import Record, Results, digest, of
from nlc.compare.solvers import engine, named
from nlc.compare.suite import Competitor, Kind, Suite
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.process.executor import Executor
from nlc.process.worker import WorkerStoppedError

Tell = Callable[[str, int, int], None]
"""Is told what has just ended, how many jobs are done, and of how many."""


@dataclass
class Tally:
    """What a run has done.

    Attributes:
        jobs: how many there are in all, those of earlier runs included.
        done: how many of them have their row.
        added: how many rows this run has added.
        left_out: competitors that cannot run here, and why.
        over: whether the budget of time ended it.
    """

    jobs: int = 0
    done: int = 0
    added: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    over: bool = False


class Runner:
    """Runs a suite once.

    Attributes:
        tally: what has been done so far; it is right at any moment.
    """

    def __init__(
        self,
        suite: Suite,
        results: Results,
        executor: Executor,
        tell: Tell = lambda what, done, jobs: None,
        budget: float | None = None,
    ) -> None:
        """Take a suite.

        Args:
            suite: what is measured.
            results: takes the rows.
            executor: runs the jobs.
            tell: is told of what ends.
            budget: seconds after which no puzzle is begun but the first of each kind.
        """
        self._suite, self._results, self._executor, self._tell = suite, results, executor, tell
        self._ends = None if budget is None else time.monotonic() + budget
        self._texts: dict[str, str] = {}
        self._made = {each["key"]: each for each in of(results.records, "puzzle")}
        self.tally = Tally()

    def run(self, full: bool = False) -> Tally:
        """Do what is missing, and return what was done.

        In each round comes one puzzle of each kind, so that a run that is cut short has as many of
        one as of another. Competitors come in turn on each puzzle, another first each time.

        Raises:
            UserError: a puzzle, a solver or an encoding is wrong, or the file cannot be written.
        """
        able = self._able()
        self._results.add(self._run_record(able, full))
        self.tally.jobs = self._count(able)
        rounds = max((self._number(kind) for kind in self._suite.kinds), default=0)
        for number in range(1, rounds + 1):
            kinds = [kind for kind in self._suite.kinds if number <= self._number(kind)]
            self._make(kinds, number)
            jobs = self._jobs(kinds, number, able)
            for done in self._executor.as_completed(work.run, jobs):
                self._add(done.item, done.future)
            if self.tally.over:
                break
        return self.tally

    def _able(self) -> list[Competitor]:
        """Return the competitors that can run."""
        able = []
        for each in self._suite.competitors:
            if each.encoding:
                Encoding.parse(each.encoding)
                if each.solver and engine(each.solver):
                    what = f"'{each.name}': the engine '{each.solver}' takes no encoding"
                    raise fail(what, hint="leave 'encoding' out")
            missing = named(each.solver).missing() if each.solver else None
            if missing is None:
                able.append(each)
            else:
                self.tally.left_out[each.name] = missing
        if not able:
            told = "; ".join(self.tally.left_out.values())
            raise fail(f"no competitor of '{self._suite.name}' can run here: {told}")
        return able

    def _run_record(self, able: Sequence[Competitor], full: bool) -> Record:
        solvers = dict.fromkeys(each.solver for each in able if each.solver)
        return {
            "record": "run",
            "suite": self._suite.name,
            "started": now(),
            "full": full,
            "repetitions": self._suite.repetitions,
            "limits": vars(self._suite.bounds),
            "slots": self._executor.slots,
            "machine": machine(),
            "versions": versions(solvers),
            "left_out": self.tally.left_out,
            "text": self._suite.text,
        }

    def _number(self, kind: Kind) -> int:
        """Return how many puzzles there are of a kind."""
        if kind.file is None:
            return kind.count
        found = len(puzzles.cases(self._read(kind.file), kind.form, kind.file))
        return min(found, kind.count) if kind.count else found

    def _read(self, path: str) -> str:
        if path not in self._texts:
            try:
                self._texts[path] = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise fail(f"cannot read {path}: {error}") from error
        return self._texts[path]

    def _count(self, able: Sequence[Competitor]) -> int:
        """Return how many jobs there are, if no board of a file is too large for a competitor."""
        return self._suite.repetitions * sum(
            self._number(kind) * sum(_fits(each, kind.cols * kind.rows) for each in able)
            for kind in self._suite.kinds
        )

    def _make(self, kinds: Sequence[Kind], number: int) -> None:
        """Make the puzzles of a round that the file has not got."""
        if self._suite.work == "generate":
            return
        wanted = [puzzles.order(kind, number) for kind in kinds if kind.file is None]
        missing = [each for each in wanted if puzzles.order_key(each) not in self._made]
        for done in self._executor.as_completed(puzzles.make, missing):
            try:
                record = done.future.result()
            except (WorkerStoppedError, RuntimeError) as error:
                what = f"{done.item['cols']}x{done.item['rows']} by {done.item['method']}"
                raise fail(f"a puzzle {what} could not be made: {error}") from error
            self._results.add(record)
            self._made[record["key"]] = record
            self._tell("puzzles", self.tally.done, self.tally.jobs)

    def _jobs(
        self, kinds: Sequence[Kind], number: int, able: Sequence[Competitor]
    ) -> Iterator[work.Job]:
        """Yield the jobs of a round that have no row yet."""
        suite = self._suite
        for place, kind in enumerate(kinds):
            if self._ends is not None and number > 1 and time.monotonic() > self._ends:
                self.tally.over = True
                return
            found = self._puzzle(kind, number)
            if found is None:
                continue
            puzzle, text = found
            for repetition in range(suite.repetitions):
                turn = (number + place + repetition) % len(able)
                for who in [*able[turn:], *able[:turn]]:
                    if not _fits(who, puzzle["cells"]):
                        continue
                    job = work.Job(
                        suite.name, suite.work, who, suite.bounds, repetition, puzzle, text
                    )
                    if job.key in self._results:
                        self.tally.done += 1
                    else:
                        yield job

    def _puzzle(self, kind: Kind, number: int) -> tuple[Record, str] | None:
        """Return a puzzle and the text that it is in; None where it was given up."""
        if kind.file is not None:
            text = self._read(kind.file)
            return self._filed(kind, number, text), text
        wanted = puzzles.order(kind, number)
        if self._suite.work == "generate":
            return self._ordered(kind, wanted), ""
        record = self._made[puzzles.order_key(wanted)]
        return None if record["text"] is None else (self._grouped(record, kind), record["text"])

    def _filed(self, kind: Kind, number: int, text: str) -> Record:
        """Return the record of a puzzle of a file, and note it."""
        key = digest(["file", text, kind.form, number])
        if key not in self._made:
            facts = puzzles.identified(text, kind.form, number)
            record = {"record": "puzzle", "key": key, "file": kind.file, "text": None, **facts}
            self._results.add(record)
            self._made[key] = record
        return self._grouped(self._made[key], kind)

    def _ordered(self, kind: Kind, wanted: Record) -> Record:
        """Return the record of a puzzle that is to be made, and note it."""
        key = digest(["order", wanted])
        if key not in self._made:
            facts = {name: wanted[name] for name in ("tiling", "cols", "rows", "pairs")}
            cells = kind.cols * kind.rows
            head: Record = {"record": "puzzle", "key": key, "id": key, "order": wanted}
            facts |= {"text": None, "size": kind.size, "cells": cells, "genre": "numberlink"}
            record = {**head, **facts}
            self._results.add(record)
            self._made[key] = record
        return self._grouped(self._made[key], kind)

    def _grouped(self, record: Record, kind: Kind) -> Record:
        """Note that a puzzle belongs to a group of this suite."""
        member = digest(["member", self._suite.name, record["id"]])
        if member not in self._results:
            row = {"record": "member", "key": member, "suite": self._suite.name}
            self._results.add({**row, "puzzle": record["id"], "group": kind.group})
        return record

    def _add(self, job: work.Job, future: Future[Record]) -> None:
        """Add the row of a job, also where its processes died of it."""
        try:
            row = future.result()
        except WorkerStoppedError as error:
            row = {**job.head(), "outcome": "lost", "message": str(error), "ended": now()}
        except UserError:
            raise
        except Exception as error:  # nlc is at fault; the other jobs go on
            told = f"{type(error).__name__}: {error}"
            row = {**job.head(), "outcome": "failed", "message": told, "ended": now()}
        if self._results.add(row):
            self.tally.added += 1
            self.tally.done += 1
        what = f"{job.competitor.name} on {job.puzzle['size']}"
        self._tell(what, self.tally.done, self.tally.jobs)


def _fits(who: Competitor, cells: int) -> bool:
    return who.largest is None or cells <= who.largest
