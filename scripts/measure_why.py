#!/usr/bin/env python3
"""Measure how long nlc takes to explain boards with a mistyped clue, and compare two checkouts.

    python scripts/measure_why.py record FILE [--boards N] [--seed S]
    PYTHONPATH=OTHER python scripts/measure_why.py record OTHER_FILE
    python scripts/measure_why.py compare OTHER_FILE FILE

Small boards of every genre are random puzzles with one clue changed or moved; larger ones are
generated with one solution, and two labels of a Numberlink change places, or one number of a
Slitherlink is another one; a board of each genre is that of the suite ``genres`` with one clue
changed. What `nlc.why` tells is recorded, a line of JSON a board; seconds are CPU, those of child
processes too. The comparison has, for each kind, how many boards have another status, larger or
smaller sets of clues, fewer or more suspects, on how many both tell the mistake, and the seconds.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle import genres
from oracle.grid import Grid
from support.broken import broken
from tabulate import tabulate

import nlc

LARGE = [
    ("numberlink", "10x10"),
    ("slitherlink", "10x10"),
    ("slitherlink", "15x15"),
    ("numberlink", "20x20"),
    ("slitherlink", "20x20"),
]

Record = dict[str, Any]


def mistyped(text: str, random: Random) -> str | None:
    """Return a puzzle with one clue of a drawing changed to another of its clues, or None."""
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if line.split()[:1] == ["board"]]
    heads = [i for i in heads if lines[i].split()[1:] not in (["room"], ["box"], ["arrow"])]
    for first in heads[:1]:
        last = next(i for i in range(first, len(lines)) if lines[i].strip() == "end")
        rows = [line.split() for line in lines[first + 1 : last]]
        places = [(i, j) for i, row in enumerate(rows) for j, t in enumerate(row) if t not in ".#"]
        values = sorted({rows[i][j] for i, j in places})
        if len(values) > 1:
            i, j = random.choice(places)
            rows[i][j] = random.choice([value for value in values if value != rows[i][j]])
            return "\n".join([*lines[: first + 1], *map(" ".join, rows), *lines[last:]])
    return None


def exchanged(text: str, random: Random) -> str:
    """Return a Numberlink with two labels exchanged."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.split() == ["board"])
    last = next(i for i in range(first, len(lines)) if lines[i].strip() == "end")
    rows = [line.split() for line in lines[first + 1 : last]]
    places = [(i, j) for i, row in enumerate(rows) for j, t in enumerate(row) if t not in ".#"]
    i, j = random.choice(places)
    k, m = random.choice([(k, m) for k, m in places if rows[k][m] != rows[i][j]])
    rows[i][j], rows[k][m] = rows[k][m], rows[i][j]
    return "\n".join([*lines[: first + 1], *map(" ".join, rows), *lines[last:]])


def changed(right: str, wrong: str) -> list[list[object]]:
    """Return the cells whose clues differ in a drawing, with the right ones."""
    rows = [
        (one.split(), other.split())
        for one, other in zip(right.splitlines(), wrong.splitlines(), strict=False)
    ]
    first = next(i for i, (one, other) in enumerate(rows) if one != other)
    while rows[first - 1][0][:1] != ["board"]:
        first -= 1
    return [
        [i * len(one) + j, one[j]]
        for i, (one, other) in enumerate(rows[first:])
        for j in range(len(one))
        if one != other and one[j] != other[j]
    ]


def boards(count: int, seed: int) -> Iterator[tuple[str, nlc.Puzzle, list[list[object]]]]:
    """Yield puzzles, each with its kind and what was changed in it, if that is known."""
    for genre in genres.names():
        size = (4, 4) if len(Grid(4, 4).cells) <= genres.get(genre).most_cells else (3, 3)
        for puzzle in islice(broken(genre, seed, size), 2 * count):
            yield genre, puzzle, []
    for path in sorted((Path(nlc.__file__).parent / "comparing/suites/genres").glob("*.nl")):
        random, found = Random(f"{path.name} {seed}"), 0
        for part in path.read_text().split("\n\n"):
            text = mistyped(part, random)
            try:
                (puzzle,) = nlc.loads(text) if text else ()
            except (ValueError, nlc.InputError):
                continue
            yield f"suite {puzzle.genre}", puzzle, changed(part, text or "")
            found += 1
            if found == (count + 3) // 4:
                break
    for genre, size in LARGE:
        random = Random(f"{genre} {size} {seed}")
        (made,) = nlc.generate(genre, size, unique=True, seed=seed)
        for _ in range(count):
            change = exchanged if genre == "numberlink" else mistyped
            text = change(made.text, random) or ""
            yield f"{genre} {size}", nlc.loads(text)[0], changed(made.text, text)


def spent() -> float:
    """Return the seconds of this process and its children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def record(kind: str, puzzle: nlc.Puzzle, right: list[list[object]], seconds: float) -> Record:
    """Return what is told of a puzzle."""
    start = spent()
    try:
        why = nlc.why(puzzle, limits=nlc.Limits(cpu_seconds=seconds))
    except nlc.InputError:
        return {"kind": kind, "status": "error", "seconds": spent() - start}
    suspects = sorted(
        sorted([*change.clue, change.after] for change in suspect.changes)
        for suspect in why.suspects
    )
    return {
        "kind": kind,
        "status": why.status,
        "complete": why.complete,
        "clues": [len(fault.clues) for fault in why.faults[:1]],
        "smallest": [fault.smallest for fault in why.faults[:1]],
        "checked": [fault.checked for fault in why.faults[:1]],
        "suspects": suspects,
        "told": right in [[list(c[1:]) for c in each] for each in suspects] if right else None,
        "seconds": spent() - start,
    }


def compared(before: list[Record], after: list[Record]) -> list[list[object]]:
    """Return the rows of the comparison."""
    kinds: dict[str, list[tuple[Record, Record]]] = defaultdict(list)
    for pair in zip(before, after, strict=True):
        for kind in (pair[0]["kind"], "all"):
            kinds[kind].append(pair)
    rows: list[list[object]] = []
    for kind in (*(k for k in kinds if k != "all"), "all"):
        pairs = kinds[kind]
        sizes = [(a["clues"], b["clues"]) for a, b in pairs if a.get("clues") and b.get("clues")]
        told = [
            ([*map(str, a.get("suspects", ()))], [*map(str, b.get("suspects", ()))])
            for a, b in pairs
        ]
        rows.append(
            [
                kind,
                len(pairs),
                sum(a["status"] != b["status"] for a, b in pairs),
                f"{sum(a < b for a, b in sizes)}, {sum(a > b for a, b in sizes)}",
                f"{sum(bool(set(a) - set(b)) for a, b in told)}, "
                f"{sum(bool(set(b) - set(a)) for a, b in told)}",
                ", ".join(str(sum(bool(pair[i].get("told")) for pair in pairs)) for i in range(2)),
                *(f"{sum(pair[i]['seconds'] for pair in pairs):.1f}" for i in range(2)),
            ]
        )
    return rows


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Measure explanations.")
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--boards", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    if args.what == "record":
        with args.files[0].open("w") as file:
            for kind, puzzle, right in boards(args.boards, args.seed):
                found = record(kind, puzzle, right, args.seconds)
                print(json.dumps(found), file=file, flush=True)
        return
    before, after = (
        [json.loads(line) for line in path.read_text().splitlines()] for path in args.files
    )
    heads = ["boards", "", "other status", "larger, smaller", "suspects fewer, more"]
    heads += ["mistake told", "s", "s"]
    print(tabulate(compared(before, after), headers=heads, tablefmt="github"), flush=True)


if __name__ == "__main__":
    main()
