#!/usr/bin/env python3
"""Hold the engines against brute force, and on larger boards against the frontier method.

    python scripts/prove_engines.py --boards 2000 --seed 1 --engines backtrack,diagonal

Boards are Numberlinks on squares, hexagons and triangles, with holes, walls, warps, bridges and
wrap-around, under all options; and whole rectangles, since some engines take no other board. An
engine must find just the solutions of each board that it does not refuse, each once. Where it
rests on an assumption, it must find nothing else. The exit status is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path.insert(0, str(TESTS))

import numpy as np  # noqa: E402
from support.engines import puzzles_of, solved  # noqa: E402
from support.rectangles import rectangle  # noqa: E402

from nlc.board.board import Sort  # noqa: E402
from nlc.engines import registry  # noqa: E402
from nlc.engines.base import Engine, Puzzle  # noqa: E402
from nlc.engines.frontier.build import build  # noqa: E402
from nlc.errors import UserError  # noqa: E402
from nlc.fuzz.puzzles import random_puzzle  # noqa: E402
from nlc.oracle.case import TILINGS, Case  # noqa: E402
from nlc.oracle.larger_boards import larger_case  # noqa: E402
from nlc.oracle.random_boards import random_case  # noqa: E402

Boards = set[frozenset[str]]
"""Boards, each as the names of the links that are drawn."""

QUICK = 24
"""Up to so many links brute force takes well under a second."""

MOST = 300
"""Boards with more solutions are left out."""

TOGETHER = 100
"""So many boards go to one process of each engine."""


@dataclass
class Tally:
    """What came of a run.

    Attributes:
        boards: by what is to be known of them.
        runs: boards that each engine solved.
        found: solutions that each engine found.
        assumed: boards on which it rested on an assumption.
        refused: boards that it refused.
        differences: one text each, with the puzzle.
    """

    boards: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    assumed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """Return all figures as text, the differences last."""
        lines = [f"boards: {', '.join(f'{name} {n}' for name, n in self.boards.items())}"]
        for name in sorted(self.runs.keys() | self.refused.keys()):
            line = f"{name}: {self.runs[name]} boards, {self.found[name]} solutions"
            if self.assumed[name]:
                line += f", on {self.assumed[name]} of these boards by an assumption"
            lines.append(f"{line}; {self.refused[name]} refused")
        lines.append(f"differences: {len(self.differences)}")
        return "\n".join([*lines, *self.differences])


def cases(seed: int) -> Iterator[Case]:
    """Yield puzzles of all kinds in turn, without end."""
    random = Random(seed)
    for number in count():
        if number % 4 == 0:
            yield random_case(random, "numberlink", TILINGS[number // 4 % 3])
        elif number % 4 == 1:
            yield larger_case(random, "numberlink", TILINGS[number // 4 % 3])
        elif number % 4 == 2:
            case = replace(random_puzzle(random), house=())
            while case.genre != "numberlink":
                case = replace(random_puzzle(random), house=())
            yield case
        else:
            most = 6 if number % 8 == 7 else 4
            yield rectangle(random, most, most)


def expected_of(case: Case, puzzle: Puzzle, tally: Tally) -> Boards | None:
    """Return the right boards, or None where there are too many."""
    if len(puzzle.problem.ends) <= QUICK:
        tally.boards["by brute force"] += 1
        found = case.solutions()
        return found if len(found) <= MOST else None
    tally.boards["by the frontier method"] += 1
    diagram = build(puzzle.problem)
    if diagram.count() > MOST:
        return None
    names = puzzle.board.names(Sort.LINK)
    return {frozenset(names[i] for i in np.flatnonzero(d)) for d in diagram.solutions()}


def try_together(engines: Sequence[Engine], some: Sequence[Case], tally: Tally) -> None:
    """Try all engines on some puzzles, and add what comes of it to a tally."""
    known = []
    for case, puzzle in zip(some, puzzles_of([case.text for case in some]), strict=True):
        expected = expected_of(case, puzzle, tally)
        tally.boards[case.drawn.tiling] += 1
        if expected is None:
            tally.boards[f"left out, with more than {MOST} solutions"] += 1
        else:
            tally.boards["with solutions"] += bool(expected)
            known.append((case, puzzle, expected))
    for engine in engines:
        taken = [each for each in known if not refuses(engine, each[1])]
        tally.refused[engine.name] += len(known) - len(taken)
        answers = solved(engine, [puzzle for _, puzzle, _ in taken])
        for (case, puzzle, expected), (found, _) in zip(taken, answers, strict=True):
            assumed = engine.assumes(puzzle) is not None
            tally.runs[engine.name] += 1
            tally.assumed[engine.name] += assumed
            tally.found[engine.name] += len(found)
            right = set(found) <= expected if assumed else set(found) == expected
            if not right or len(found) > len(set(found)):
                told = f"{len(found)} ({len(set(found))} different), {len(expected)} expected"
                tally.differences.append(f"{engine.name} found {told}:\n{case.text}")


def refuses(engine: Engine, puzzle: Puzzle) -> bool:
    """Return whether an engine refuses a puzzle."""
    try:
        engine.refuse(puzzle)
    except UserError:
        return True
    return False


def main() -> int:
    """Read the command line, and try what it asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engines", help="names, divided by commas (default: all that can run)")
    args = parser.parse_args()
    names = args.engines.split(",") if args.engines else registry.names()
    engines = [engine for engine in map(registry.get, names) if engine.missing() is None]
    tally, started, done = Tally(), time.monotonic(), 0
    made = islice(cases(args.seed), args.boards)
    try:
        while some := list(islice(made, TOGETHER)):
            try_together(engines, some, tally)
            done += len(some)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done} boards, {len(tally.differences)} differences")
    except KeyboardInterrupt:
        print(f"\ninterrupted after {done} boards")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    print(tally.summary())
    print(f"{time.monotonic() - started:.0f} seconds")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
