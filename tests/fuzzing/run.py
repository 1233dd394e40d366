"""Holds `nlc run` on files of random puzzles against brute force, with random settings."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from oracle.brute_force import Solutions
from oracle.case import Case

from fuzzing.case_file import CaseFile, smaller_files
from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Tally
from fuzzing.puzzles import random_puzzle
from fuzzing.strategy import exact_encoding
from fuzzing.trial import Choice, Trial

TOGETHER = 40
"""So many puzzles are in a file."""

MOST = 300
"""A puzzle with more solutions is left out."""

SECONDS = 600
"""What a command may take; it takes a few."""

QUESTIONS: Mapping[str, Sequence[str]] = {
    "one": (),
    "unique": ("--unique",),
    "count": ("--count",),
    "all": ("--all",),
    "three": ("--all", "3"),
    "facts": ("--backbone",),
}
READINGS: Sequence[Sequence[str]] = ((), ("--plan", "plain"))
SOLVERS: Sequence[Sequence[str]] = (
    (),
    ("--solver", "pysat:cadical195"),
    ("--solver", "pysat:glucose4"),
    ("--solver", "pysat:maplechrono"),
    ("--solver", "pysat:minisat22"),
    ("--portfolio", "--solver", "pysat:cadical195,pysat:minisat22"),
)
PLACES: Sequence[Sequence[str]] = (
    (),
    ("--jobs", "1"),
    ("--jobs", "2"),
    ("--executor", "local", "--jobs", "2"),
)


class Runs(CaseKind[CaseFile]):
    """`nlc run` with random options on files of puzzles."""

    name = "run"
    summary = "nlc run with random options on files of puzzles"

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a file, and one command."""
        subject = random_file(random)
        return NumberedCase(number, self.name, subject, (random_words(random, plan.choice),))

    def attempt(self, subject: CaseFile, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Run the command."""
        return judge_run(subject, trial, tally)

    def smaller(self, subject: CaseFile) -> Iterator[CaseFile]:
        """Yield fewer puzzles, and smaller ones."""
        return smaller_files(subject)


def random_file(random: Random) -> CaseFile:
    """Return puzzles of all stock genres and tilings, under random rules."""
    made = (random_puzzle(random) for _ in range(TOGETHER))
    return CaseFile(tuple(case for case in made if len(case.solutions()) <= MOST))


def random_words(random: Random, choice: Choice) -> Trial:
    """Return a command with a random setting of each option, out of those that go together."""
    if random.random() < 0.1:
        return Trial("", "", words=("run", "--count", "--solver", "frontier"))
    extras = frozenset({"large"} if random.random() < 0.5 else ())
    words = ["run", *QUESTIONS[random.choice(list(QUESTIONS))]]
    for settings in (READINGS, SOLVERS, PLACES):
        words += random.choice(settings)
    if random.random() < 0.5:
        words += ["--encoding", exact_encoding(random, choice)]
    return Trial("", "", extras, tuple(words))


def no_small_boards() -> None:
    """Have this process solve small boards as it does large ones."""
    from nlc.encode import policy

    policy.READINGS_FROM = 0


_AS_IF_LARGE = (
    f"import runpy, sys; sys.path.append({str(Path(__file__).parents[1])!r}); "
    "import fuzzing.run; fuzzing.run.no_small_boards(); "
    "runpy.run_module('nlc', run_name='__main__')"
)


def judge_run(file: CaseFile, trial: Trial, tally: Tally) -> Iterator[Fault]:
    """Run a command on a file, and compare verdicts, boards, counts, uniqueness and facts."""
    with TemporaryDirectory(prefix="nlc-") as folder:
        path = Path(folder) / "some.nl"
        path.write_text(file.text)
        nlc = ["-c", _AS_IF_LARGE] if "large" in trial.extras else ["-m", "nlc"]
        ended = subprocess.run(
            [sys.executable, *nlc, *trial.words, "--format", "json", str(path)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
        )
    answers = {row["puzzle"]: row for row in map(json.loads, ended.stdout.splitlines())}
    lost = (ended.returncode == 0) != (len(answers) == len(file.cases))
    if lost or ended.returncode not in (0, 2) or ended.stderr.startswith("usage:"):
        yield Fault("status", f"ended with {ended.returncode}:\n{ended.stderr[-2000:]}")
    question = question_of(trial.words)
    for number, case in enumerate(file.cases):
        answer = answers.get(str(number))
        if answer is None:
            tally.refused["nlc run"] += 1
            continue
        tally.total_runs += 1
        tally.runs.update(["nlc run", question])
        expected = case.solutions()
        for message in wrong(question, case, expected, answer):
            yield Fault("answer", f"{message}, of {len(expected)} boards:\n{case.text}")


def question_of(words: Sequence[str]) -> str:
    """Return which of `QUESTIONS` a command asks."""
    if "3" in words:
        return "three"
    return next((name for name in QUESTIONS if f"--{name}" in words), "one")


def wrong(
    question: str, case: Case, expected: Solutions, answer: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    found = [frozenset(board["line"]) for board in answer["solutions"] or []]
    if answer["status"] != ("SATISFIABLE" if expected else "UNSATISFIABLE"):
        yield f"{answer['status']} ({answer['reason']})"
    if not expected >= set(found) or len(found) > len(set(found)):
        yield f"{len(found)} boards, {len(set(found) & expected)} of them right and different"
    if expected and question != "facts" and not (found or question == "count"):
        yield "no board"
    most = {"unique": 2, "three": 3}.get(question, len(expected))
    if question in ("unique", "count", "all", "three"):
        if answer["count"] != min(most, len(expected)):
            yield f"count {answer['count']}"
        if answer["count_complete"] is not True and (question != "unique" or len(expected) < 2):
            if len(expected) < most or question in ("count", "all"):
                yield "a count that is not complete"
        elif answer["count_complete"] and len(expected) != answer["count"]:
            yield "a count that is said to be complete"
    if question in ("all", "three") and len(found) != min(most, len(expected)):
        yield f"{len(found)} boards"
    if question == "unique":
        if answer["unique"] is not (len(expected) == 1):
            yield f"unique {answer['unique']}"
        yield from _readings(case, answer["readings"])
    if question == "facts" and expected:
        yield from _facts(expected, answer["facts"])


def _facts(expected: Solutions, facts: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield what is wrong with what all solutions are said to share."""
    if facts is None:
        yield "no facts"
        return
    line = facts["variables"]["line"]
    shared, drawn = frozenset.intersection(*expected), frozenset.union(*expected)
    if set(line["true"]) != shared or set(line["open"]) != drawn - shared:
        yield f"facts {line}"
    if set(line["false"]) & drawn or line["unknown"] or not facts["complete"]:
        yield f"facts {line}"


def _readings(case: Case, readings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the verdicts on stricter readings."""
    for reading in readings:
        changed = {name: value == "true" for name, value in reading["options"].items()}
        boards = replace(case, options=tuple({**dict(case.options), **changed}.items())).solutions()
        right = "SATISFIABLE" if boards else "UNSATISFIABLE"
        if reading["status"] != right or bool(reading["unique"]) != (len(boards) == 1):
            yield f"{reading} of {len(boards)} boards"
