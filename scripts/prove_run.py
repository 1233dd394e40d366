#!/usr/bin/env python3
"""Hold `nlc run` against brute force, with every option that says how a puzzle is solved.

    python scripts/prove_run.py --boards 2000 --seed 1

Each file holds some random puzzles of all stock genres and tilings, under random rules. It goes to
a few commands `nlc run --format json`, each with a random setting: what is asked, with the stricter
readings assumed or not, from which size of boards on, which solver or portfolio, which encoding,
how many processes, and where.
Verdicts, boards, counts, uniqueness, readings and facts must be those of brute force
(`nlc.oracle`). The exit status is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from nlc.fuzz.puzzles import random_puzzle
from nlc.oracle.case import Case

Boards = set[frozenset[str]]
"""Boards, each as the names of what is drawn."""

TOGETHER = 40
"""So many puzzles are in a file."""

COMMANDS = 4
"""So many commands take each file."""

MOST = 300
"""A puzzle with more solutions is left out."""

UNBOUNDED = "as-if-large"
"""The first word of a command that is nlc, and takes every board for a large one."""

SECONDS = 600
"""What a command may take; it takes a few."""

QUESTIONS = {
    "one": [],
    "unique": ["--unique"],
    "count": ["--count"],
    "all": ["--all"],
    "three": ["--all", "3"],
    "facts": ["--facts"],
}
READINGS = {"relaxing": [], "plain": ["--plain"]}
BOUNDS = {"bound": [], "no bound": []}
"""Whether small boards are asked as they stand, as ``nlc run`` does, or as if they were large."""

SOLVERS = {
    "default": [],
    "pysat:cadical195": ["--solver", "pysat:cadical195"],
    "pysat:glucose4": ["--solver", "pysat:glucose4"],
    "pysat:maplechrono": ["--solver", "pysat:maplechrono"],
    "pysat:minisat22": ["--solver", "pysat:minisat22"],
    "portfolio": ["--portfolio", "--solver", "pysat:cadical195,pysat:minisat22"],
    "frontier": ["--engine", "frontier"],
}
ENCODINGS = {
    "default": [],
    "direct": ["--encoding", "direct"],
    "thesis": ["--encoding", "thesis"],
    "fold=no": ["--encoding", "fold=no"],
    "order, order-binary": ["--encoding", "domains=order,acyclic=order-binary"],
    "direct-support, lazy": ["--encoding", "domains=direct-support,acyclic=lazy"],
    "primal-dual": ["--encoding", "acyclic=primal-dual"],
}
PLACES = {
    "jobs by number": [],
    "one job": ["--jobs", "1"],
    "two jobs": ["--jobs", "2"],
    "local executor": ["--executor", "local", "--jobs", "2"],
}
SETTINGS = {
    "question": QUESTIONS,
    "readings": READINGS,
    "bound": BOUNDS,
    "solver": SOLVERS,
    "encoding": ENCODINGS,
    "place": PLACES,
}
"""The words of each setting of an option."""


@dataclass
class Tally:
    """What came of a run.

    Attributes:
        boards: by genre and by whether they have solutions.
        answers: by setting; ``boards`` counts all of them.
        refused: answers that there were none of, by what was said.
        differences: one text each, with the command and the puzzle.
    """

    boards: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """Return all figures as text, the differences last."""
        parts = {"boards": self.boards, "answers": self.answers, "refused": self.refused}
        lines = [
            f"{title}: " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))
            for title, counts in parts.items()
        ]
        return "\n".join([*lines, f"differences: {len(self.differences)}", *self.differences])


def chosen(random: Random) -> dict[str, str]:
    """Return a random setting of each option, out of those that go together."""
    setting = {option: random.choice(list(words)) for option, words in SETTINGS.items()}
    if setting["solver"] == "frontier":
        setting["question"], setting["encoding"] = "count", "default"
    return setting


def words_of(setting: dict[str, str]) -> list[str]:
    """Return the options of a command."""
    return [word for option, name in setting.items() for word in SETTINGS[option][name]]


def wrong(question: str, case: Case, expected: Boards, answer: dict[str, Any]) -> Iterator[str]:
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
    if question == "facts" and expected and answer["facts"] is None:
        yield "no facts"
    elif question == "facts" and expected:
        line = answer["facts"]["variables"]["line"]
        shared, drawn = frozenset.intersection(*expected), frozenset.union(*expected)
        if set(line["true"]) != shared or set(line["open"]) != drawn - shared:
            yield f"facts {line}"
        if set(line["false"]) & drawn or line["unknown"] or not answer["facts"]["complete"]:
            yield f"facts {line}"


def _readings(case: Case, readings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the verdicts on stricter readings."""
    for reading in readings:
        changed = {name: value == "true" for name, value in reading["options"].items()}
        boards = replace(case, options=tuple({**dict(case.options), **changed}.items())).solutions()
        right = "SATISFIABLE" if boards else "UNSATISFIABLE"
        if reading["status"] != right or bool(reading["unique"]) != (len(boards) == 1):
            yield f"{reading} of {len(boards)} boards"


def ask(
    setting: dict[str, str], known: Sequence[tuple[Case, Boards]], path: Path, tally: Tally
) -> None:
    """Run a command on a file, and add what comes of it to a tally."""
    words = words_of(setting)
    nlc = [__file__, UNBOUNDED] if setting["bound"] == "no bound" else ["-m", "nlc"]
    command = [sys.executable, *nlc, "run", *words, "--format", "json", str(path)]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL
    )
    answers = {row["puzzle"]: row for row in map(json.loads, ended.stdout.splitlines())}
    told = ", ".join([setting["bound"], *words])
    lost = (ended.returncode == 0) != (len(answers) == len(known))
    if lost or ended.returncode not in (0, 2) or ended.stderr.startswith("usage:"):
        tally.differences.append(f"[{told}] ended with {ended.returncode}:\n{ended.stderr}")
    for number, (case, expected) in enumerate(known):
        answer = answers.get(str(number))
        if answer is None:
            tally.refused[setting["solver"] + ", " + setting["encoding"]] += 1
            continue
        tally.answers.update(["all", *(f"{name} {value}" for name, value in setting.items())])
        tally.differences += [
            f"[{told}] {message}, of {len(expected)} boards:\n{case.text}"
            for message in wrong(setting["question"], case, expected, answer)
        ]


def prove(boards: int, seed: int, folder: Path, tally: Tally) -> None:
    """Make files of puzzles and run commands on them."""
    random = Random(seed)
    done = 0
    while done < boards:
        some = [random_puzzle(random) for _ in range(min(TOGETHER, boards - done))]
        known = [(case, expected) for case in some if len(expected := case.solutions()) <= MOST]
        done += len(some)
        path = folder / "some.nl"
        texts = (
            case.text.replace('"random"', f'"{number}"', 1)
            for number, (case, _) in enumerate(known)
        )
        path.write_text("".join(texts))
        for case, expected in known:
            tally.boards.update(["all", case.genre, case.drawn.tiling])
            tally.boards["with solutions"] += bool(expected)
            tally.boards["with one"] += len(expected) == 1
        for _ in range(COMMANDS):
            ask(chosen(random), known, path, tally)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{done} boards, {len(tally.differences)} differences")


def take_all_for_large() -> None:
    """Leave out every bound on the size of boards that decides how `nlc run` solves them."""
    from nlc.encode import policy

    policy.READINGS_FROM = policy.FAILED_PAIRS_FROM = policy.PAIR_VARIABLES_FROM = 0


def main() -> int:
    """Read the command line, and try what it asks for."""
    if sys.argv[1:2] == [UNBOUNDED]:
        from nlc.cli import main as nlc

        take_all_for_large()
        return nlc(sys.argv[2:])
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    tally, started = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            prove(args.boards, args.seed, Path(folder), tally)
        except KeyboardInterrupt:
            print("\ninterrupted")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    print(tally.summary())
    print(f"{time.monotonic() - started:.0f} seconds")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
