#!/usr/bin/env python3
"""Make the public benchmark set of `fixtures/benchmark`: puzzles with one solution, and grades.

    python scripts/make_benchmark.py                   # everything, about twenty minutes
    python scripts/make_benchmark.py numberlink-hex    # the files whose names begin so

The same version of nlc makes the same files. Each has 20 puzzles; beside it stands a file of JSON
lines, one a puzzle in the same order: its title, its solution as ``nlc verify`` reads it, and its
grade. The table of the README is written anew from all files that the folder holds.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct

import nlc
from nlc.files import atomic_writer
from nlc.generating.batch import Batch
from nlc.generating.genre import genre
from nlc.generating.options import ANY
from nlc.generating.shape import blank
from nlc.generating.writer import Writer
from nlc.grading.grade import LEVELS, Grade
from nlc.ir.nodes import Assignment, Program
from nlc.process.pool import Pool
from nlc.process.usage import cores

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "benchmark"

COUNT, SEED = 20, 1

README = """\
# Benchmark puzzles

For authors of programs that solve or grade: {count} puzzles, each with exactly one solution, {each}
a file. `scripts/make_benchmark.py` makes them again, byte for byte, with the same version of nlc;
MIT licence. For hexagonal and triangular Numberlink we know of no other public set.

`NAME.nl` has puzzles in nlc's language; `set touch = false` says that no path passes beside itself.
`NAME.jsonl` has a line for each: title, solution by the names of the drawn segments, grade. Every
solution was checked against the rules, and a solver has proved that there is no other. No clue of a
Slitherlink can go. docs/generate.md explains the methods, docs/explain.md the levels.
"""


class Item(Struct, frozen=True):
    """A puzzle.

    Attributes:
        text: in the puzzle language.
        record: its line in the file of solutions: ``puzzle``, ``solutions``, the number of
            ``labels`` or ``clues``, and ``grade``.
    """

    text: str
    record: dict[str, Any]


class Part(Struct, frozen=True):
    """A file of the set.

    Attributes:
        name: of the file, without its extension; it ends with the size.
        item: makes the puzzle of a number, from 1; None if it was given up.
    """

    name: str
    item: Callable[[int], Item | None]


# ---------- Numberlink ----------

# Where paths may touch themselves, uniqueness is hard to reach and to prove on large boards.
TOUCHING = {
    "square": ((6, 6), (8, 8), (10, 10)),
    "hex": ((5, 5), (6, 6), (8, 8)),
    "triangle": ((8, 6), (10, 8), (12, 10)),
}
APART = {
    "square": ((15, 15), (20, 20)),
    "hex": ((11, 11), (14, 14)),
    "triangle": ((16, 14), (20, 18)),
}


def numberlink() -> Iterator[Part]:
    """Yield the files of Numberlink puzzles."""
    for tiling in TOUCHING:
        for touch, sizes in ((True, TOUCHING[tiling]), (False, APART[tiling])):
            for cols, rows in sizes:
                name = f"numberlink-{tiling}-{cols}x{rows}"
                options = {"settings": {"touch": touch}, "difficulty": ANY}
                generator = genre("numberlink").generator(blank(tiling, cols, rows), options)
                yield Part(name, partial(_item, Batch(generator, SEED), "labels"))


def _item(batch: Batch[Any], clues: str, number: int) -> Item | None:
    item = batch.make(number)
    if item.puzzle is None:
        return None
    writer = Writer(batch)
    program, board = writer.board(item)
    given = program.givens["label" if clues == "labels" else "clue"]
    count = len(set(given.values())) if clues == "labels" else len(given)
    return Item(writer.text(item), _record(program, board, {clues: count}, item.puzzle.grade))


def _record(
    program: Program, board: Assignment, clues: dict[str, int], grade: Grade
) -> dict[str, Any]:
    solution = {"line": program.solution_json(board)["line"]}
    return {"puzzle": program.title, "solutions": [solution], **clues, "grade": grade.to_json()}


# ---------- Slitherlink ----------

LOOPS = {
    "square": ((6, 6), (8, 8), (10, 10), (12, 12), (15, 15)),
    "hex": ((5, 5), (6, 6), (8, 8), (10, 10), (12, 12)),
    "triangle": ((8, 6), (10, 8), (12, 10), (14, 12), (16, 14)),
}


def slitherlink() -> Iterator[Part]:
    """Yield the files of Slitherlink puzzles."""
    for tiling, sizes in LOOPS.items():
        for cols, rows in sizes:
            shape = blank(tiling, cols, rows)
            options = {"difficulty": ANY, "symmetry": "none"}  # no clue can go
            batch = Batch(genre("slitherlink").generator(shape, options), SEED)
            yield Part(f"slitherlink-{tiling}-{cols}x{rows}", partial(_item, batch, "clues"))


class Genre(Struct, frozen=True):
    """A genre of the set.

    Attributes:
        parts: yields its files.
        clues: what its clues are called in the records.
    """

    parts: Callable[[], Iterator[Part]]
    clues: str


GENRES = {
    "numberlink": Genre(numberlink, "labels"),
    "slitherlink": Genre(slitherlink, "clues"),
}
"""The genres, by the first part of the names of their files."""


# ---------- files ----------


def write(part: Part, folder: Path) -> None:
    """Make a file of puzzles and the one of their solutions.

    Raises:
        RuntimeError: a puzzle was given up.
    """
    items = []
    for number in range(1, COUNT + 1):
        item = part.item(number)
        if item is None:
            raise RuntimeError(f"{part.name}: puzzle {number} was given up")
        items.append(item)
        if sys.stderr.isatty():
            print(f"\r{part.name}: {number}", end="\n" * (number == COUNT), file=sys.stderr)
    for extension, text in (
        ("nl", "".join(item.text for item in items)),
        ("jsonl", "".join(json.dumps(item.record) + "\n" for item in items)),
    ):
        with atomic_writer(str(folder / f"{part.name}.{extension}")) as stream:
            stream.write(text.encode())


def regrade(part: Part, folder: Path) -> None:
    """Grade the puzzles of a file anew, which stay as they are."""
    paths = [folder / f"{part.name}.{extension}" for extension in ("nl", "jsonl")]
    text, told = (path.read_text() for path in paths)
    with Pool(cores()) as pool:
        done = pool.as_completed(nlc.grade, nlc.load(paths[0]), ordered=True)
        grades = [each.future.result() for each in done]
    records = [
        json.loads(line) | {"grade": grade.to_json()}
        for line, grade in zip(told.splitlines(), grades, strict=True)
    ]
    lines = iter(grades)
    text = re.sub(f"(?m)^// ({'|'.join(LEVELS)}): .*$", lambda _: f"// {next(lines)}", text)
    for path, new in zip(
        paths, (text, "".join(json.dumps(r) + "\n" for r in records)), strict=True
    ):
        with atomic_writer(str(path)) as stream:
            stream.write(new.encode())


def readme(folder: Path) -> str:
    """Return the README for all files of a folder, with a row for the files of a tiling."""
    heads = ["files", "sizes", "labels or clues", *LEVELS]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    total = 0
    for name, kind in GENRES.items():
        paths = sorted(folder.glob(f"{name}-*.jsonl"), key=_order)
        for family, files in groupby(paths, lambda path: path.stem.rpartition("-")[0]):
            sizes, records = [], []
            for path in files:
                sizes.append(path.stem.rpartition("-")[2])
                records += [json.loads(line) for line in path.read_text().splitlines()]
            total += len(records)
            clues = [record[kind.clues] for record in records]
            levels = Counter(record["grade"]["level"] for record in records)
            cells = [family, ", ".join(sizes), f"{min(clues)}-{max(clues)}"]
            cells += [str(levels[level]) for level in LEVELS]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([README.format(count=total, each=COUNT), *lines, ""])


def _order(path: Path) -> tuple[str, int]:
    name, _, size = path.stem.rpartition("-")
    cols, _, rows = size.partition("x")
    return name, int(cols) * int(rows)


def main() -> None:
    """Make the files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="?", default="", help="the beginning of the files' names")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument(
        "--grades", action="store_true", help="only grade those anew that are there"
    )
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for kind in GENRES.values():
        for part in kind.parts():
            if part.name.startswith(args.only):
                (regrade if args.grades else write)(part, args.folder)
    with atomic_writer(str(args.folder / "README.md")) as stream:
        stream.write(readme(args.folder).encode())


if __name__ == "__main__":
    main()
