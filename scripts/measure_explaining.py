#!/usr/bin/env python3
"""Hold explanations of small boards of every stock genre against plain solving, and time them.

    scripts/measure_explaining.py why                     # 1,000 broken boards of each genre
    scripts/measure_explaining.py hints lits mosaic       # whole paths of 100 puzzles of each
    scripts/measure_explaining.py why --seconds 600       # a piece; the next call goes on from here
    scripts/measure_explaining.py table                   # what was recorded so far

A broken board is a puzzle with one solution in which a clue is changed or moved, up to ten of one
puzzle. Puzzles are drawn from numbers, so they are the same every time. What is found goes to a
file for each genre, a line of JSON a board; all genres have 100 before one has 200, and so on. Each
answer is held against boards that are written without some clues and solved as any other, by a
solver of its own; each step against all solutions, and against what it names alone. Any that is
wrong is printed, and makes the exit status 1. Seconds are CPU, those of child processes too, of
`nlc.why` and `nlc.steps` alone.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle.grid import GridPuzzle
from support.broken import mistyped
from support.explained import wrong_about_clues, wrong_steps
from support.grids import written
from support.unique_boards import every_genre, solvable, unique
from tabulate import tabulate

import nlc
from nlc.reasons.why.clues import Clues

Record = dict[str, Any]

STAGES = (100, 200, 500)
"""Boards of every genre before any has more."""

MISTAKES = 10
"""Broken boards of one puzzle."""

TRIES = 30
"""Mistakes of a puzzle among which those that leave no solution are looked for."""


def main() -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("why", "hints", "table"))
    parser.add_argument("genres", nargs="*", metavar="GENRE", help="(default: all)")
    parser.add_argument("--boards", type=int, help="of each genre (default: 1000, for hints 100)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after which to stop")
    folder = Path(tempfile.gettempdir()) / "nlc-explaining"
    parser.add_argument("--records", type=Path, default=folder, help=f"(default: {folder})")
    args = parser.parse_intermixed_args()
    genres = args.genres or every_genre()
    if args.what == "table":
        print_tables(args.records, genres)
        return 0
    args.records.mkdir(parents=True, exist_ok=True)
    make, most = (broken_boards, 1000) if args.what == "why" else (paths, 100)
    most = args.boards or most
    end, wrong = time.monotonic() + args.seconds, 0
    for stage in [*(stage for stage in STAGES if stage < most), most]:
        for genre in genres:
            if time.monotonic() < end:
                wrong += go_on(make, genre, stage, args.records / f"{genre}.{args.what}", end)
    return 1 if wrong else 0


def go_on(
    make: Callable[[str, Path], Iterator[Record]], genre: str, most: int, path: Path, end: float
) -> int:
    """Record boards from the first that is missing; return how many answers are wrong."""
    done = len(read(path))
    if done >= most:
        return 0
    wrong = 0
    with path.open("a", encoding="utf-8") as out:
        for record in islice(make(genre, path), most - done):
            out.write(json.dumps(record) + "\n")
            out.flush()
            done += 1
            if record["wrong"]:
                wrong += 1
                print(f"{genre}: {record['wrong']}\n{record['text']}", flush=True)
            if time.monotonic() > end:
                break
    print(f"{path.suffix[1:]} {genre}: {done} of {most}", file=sys.stderr, flush=True)
    return wrong


def read(path: Path) -> list[Record]:
    """Return the records of a file; a line that was cut off is not one."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        path.write_text("".join(whole), encoding="utf-8")
    return [json.loads(line) for line in whole]


# ---- boards ----


def broken_boards(genre: str, path: Path) -> Iterator[Record]:
    """Yield what `nlc.why` says of broken boards, of puzzles after those that were recorded."""
    before = {record["text"] for record in read(path)}
    for number in following(path):
        random = Random(f"why {genre} {number}")
        for board in broken(genre, next(unique(genre, random)), random):
            if (text := written(genre, board)) not in before:
                before.add(text)
                yield {"puzzle": number, **explained(genre, board)}


def following(path: Path) -> Iterator[int]:
    """Yield the numbers of puzzles after that of the last record."""
    return count(1 + max((record.get("puzzle", -1) for record in read(path)), default=-1))


def broken(genre: str, puzzle: GridPuzzle, random: Random) -> Iterator[GridPuzzle]:
    """Yield a puzzle with mistakes that leave no solution, each another one."""
    tried: list[GridPuzzle] = []
    found = 0
    for _ in range(TRIES):
        board = mistyped(random, puzzle)
        if board in tried:
            continue
        tried.append(board)
        try:
            Clues(nlc.loads(written(genre, board))[0])
        except nlc.InputError:  # no board can have such a clue
            continue
        if not solvable(genre, board):
            yield board
            found += 1
            if found == MISTAKES:
                return


def explained(genre: str, board: GridPuzzle) -> Record:
    """Return what is said of a board, and whether it is right."""
    text = written(genre, board)
    (puzzle,) = nlc.loads(text)
    start = spent()
    try:
        why = nlc.why(puzzle)
    except RuntimeError as error:
        return {"status": "error", "cpu": spent() - start, "wrong": [str(error)], "text": text}
    cpu = spent() - start
    return {
        "status": why.status,
        "clues": len(why.clues),
        "minimal": why.minimal,
        "cpu": cpu,
        "wrong": list(wrong_about_clues(genre, board, why)),
        "text": text,
    }


def paths(genre: str, path: Path) -> Iterator[Record]:
    """Yield what `nlc.steps` says of puzzles, after those that were recorded."""
    for number in following(path):
        puzzle = next(unique(genre, Random(f"hints {genre} {number}")))
        text = written(genre, puzzle)
        (loaded,) = nlc.loads(text)
        start = spent()
        try:
            found = nlc.steps(loaded)
        except RuntimeError as error:
            cpu = spent() - start
            yield {"puzzle": number, "cpu": cpu, "wrong": [str(error)], "text": text, "steps": 0}
        else:
            cpu = spent() - start
            wrong = list(wrong_steps(loaded, found))
            hardest = found.hardest
            yield {
                "puzzle": number,
                "steps": len(found.steps),
                "hardest": hardest,
                "cpu": cpu,
                "wrong": wrong,
                "text": text,
            }


def spent() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


# ---- tables ----


def print_tables(folder: Path, genres: list[str]) -> None:
    """Print a row for each genre: of its broken boards, and of its paths."""
    rows = []
    for genre in genres:
        if not (all_ := different(folder / f"{genre}.why")):
            continue
        told = [r for r in all_ if r["status"] in ("contradiction", "refused")]
        faults = [r for r in told if r["status"] == "contradiction"]
        rows.append(
            [
                genre,
                len(all_),
                sum(r["status"] != "solvable" for r in all_),
                len(told),
                len(told) - len(faults),
                sum(r["minimal"] == "smallest" for r in faults),
                sum(not r["wrong"] for r in all_),
                *_seconds(all_),
            ]
        )
    heads = ["genre", "boards", "without solution", "answered", "refused by a check"]
    print(tabulate(rows, [*heads, "smallest", "right", "s, median", "worst"], "github"))
    rows = []
    for genre in genres:
        if not (all_ := different(folder / f"{genre}.hints")):
            continue
        steps = sum(r["steps"] for r in all_)
        right = sum(not r["wrong"] for r in all_)
        hardest = max(r.get("hardest", 0) for r in all_)
        rows.append([genre, len(all_), right, steps, hardest, *_seconds(all_)])
    heads = ["genre", "puzzles", "right", "steps", "hardest", "s a path, median", "worst"]
    print("\n" + tabulate(rows, heads, "github"))


def different(path: Path) -> list[Record]:
    """Return a record for each board."""
    return list({record["text"]: record for record in read(path)}.values())


def _seconds(records: list[Record]) -> tuple[str, str]:
    times = [record["cpu"] for record in records]
    return f"{median(times):.2f}", f"{max(times):.2f}"


if __name__ == "__main__":
    sys.exit(main())
