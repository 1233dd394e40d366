#!/usr/bin/env python3
"""Prove what `nlc.generate` makes, by engines that share no code with it.

    python scripts/prove_generators.py                        # 1000 puzzles of each kind
    python scripts/prove_generators.py numberlink -n 50 --only solution

A kind is a method, a tiling, rules and a number of cells for each label; scattering also comes with
its tests switched off and on. The puzzles of a kind are written to files of 50, the files are read
again by nlc's reader, and each puzzle is solved anew: by the brute force of `nlc.oracle` where that
is quick, by counting with `nlc.engines.frontier` up to 100 cells, and on larger boards by another
encoding with a solver that the generator does not use. The solution that was stored must be among
those found, and, where that was promised, the only one.

What is done stands in the folder, so that an interrupted run goes on where it was. The table at the
end tells all that the folder holds. The exit status is 1 if any puzzle is wrong.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from nlc.board.board import Sort
from nlc.drivers.registry import get
from nlc.encode.lower import lower
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.engines.frontier.build import build
from nlc.engines.problem import read_problem
from nlc.errors import Source
from nlc.files import atomic_writer
from nlc.generate.batch import Batch
from nlc.generate.numberlink.genre import NumberlinkGenerator
from nlc.generate.numberlink.methods import METHODS
from nlc.generate.numberlink.request import NumberlinkRequest
from nlc.generate.shape import Shape, blank, shape_of
from nlc.generate.slitherlink.clues import Removal
from nlc.generate.slitherlink.genre import SlitherlinkGenerator
from nlc.generate.slitherlink.request import SlitherlinkRequest
from nlc.generate.slitherlink.scale import Line
from nlc.generate.writer import Writer
from nlc.ir.elaborate.ground import ground_board
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle, load
from nlc.load import load_puzzles
from nlc.oracle import brute_force
from nlc.oracle.reference_board import Complex, Drawn

CHUNK = 50
"""Puzzles in a file; those of one size stand together, since what a size costs is spent once."""

MOST_LINKS, FEW_LINKS = 64, 24
"""Up to so many links brute force is quick, where there is one solution, and where there may be any
number."""

MOST_BORDERS = 60
"""The same where lines run along borders; clues prune that search."""

MOST_CELLS = 100
"""Up to so many cells the frontier method counts."""

LOOP_ENCODING = Encoding(domains="direct", acyclic="primal-dual")
OTHER_ENCODING, OTHER_SOLVER = (
    Encoding(domains="direct", acyclic="order-binary"),
    "pysat:maplechrono",
)
"""For larger boards; the generator uses other ones."""

Lines = frozenset[str]
"""What is drawn, by name."""


@dataclass(frozen=True)
class Kind:
    """Puzzles to be proved.

    Attributes:
        name: that of their files.
        text: makes the text of the puzzle of a number, in the puzzle language, after a comment with
            its solution as ``nlc generate --solution`` writes it; None if it was given up.
        unique: whether the solution must be the only one.
    """

    name: str
    text: Callable[[int], str | None]
    unique: bool


# ---------- what is made ----------

SIZES = {
    "square": ((4, 4), (5, 4), (5, 5), (6, 6), (7, 5)),
    "hex": ((4, 3), (4, 4), (5, 4), (5, 5)),
    "triangle": ((6, 3), (7, 4), (8, 5), (8, 6)),
}
LARGER = {"square": ((8, 8),), "hex": ((6, 5), (6, 6)), "triangle": ((8, 8),)}
"""More sizes for unique puzzles of pairs under the usual rules; they are slow to prove."""

SMALL = {
    "square": ((4, 4), (5, 4), (5, 5)),
    "hex": ((4, 3), (4, 4), (5, 4)),
    "triangle": ((6, 3), (7, 4), (8, 4)),
}
"""For methods that drop a board that is not unique: on larger ones most are dropped, above all
where a cell has six neighbours, so that those take the first two only."""

SCATTERED = {"square": ((4, 4),), "hex": ((4, 3), (4, 4)), "triangle": ((5, 3),)}
"""For random places, which on larger boards hardly ever have one solution only."""

SWITCHES = {
    "square": {
        "": {},
        "-bare": {"isolated": False, "balance": False},
        "-isolated": {"balance": False},
        "-parity": {"isolated": False, "parity": True, "balance": False},
        "-balance": {"isolated": False},
    },
    "hex": {"": {}, "-bare": {"isolated": False}},
}
SWITCHES["triangle"] = SWITCHES["square"]
"""Tests of random places that are switched off or on, by the end of the kind's name."""

RULES = {"touch": {}, "apart": {"touch": False}, "no2x2": {"no2x2": True}, "free": {"cover": False}}
BOARDS = {
    "holes": """  topology square;
      board
        . . . . .
        . # . . .
        . . . # .
        . . . . .
        . . . . .
      end
      wall r1c2|r1c3, r4c4|r5c4;""",
    "hexholes": """  topology hex;
      board
        . . . . .
         . . # .
        . . . . .
         . # . .
        . . . . .
      end
      wall r1c2|r1c3;""",
    "bridges": """  topology square;
      legend { "+" = bridge; }
      board
        . . . . .
        . + . . #
        . . . + .
        . + . . .
        . . . . .
      end""",
}

SCATTERED_BOARDS = {
    "holes": """  topology square;
      board
        . . . .
        . # . .
        . . . .
        . . . .
      end
      wall r1c2|r1c3;""",
    "hexholes": """  topology hex;
      board
        . . . .
         . # . .
        . . . .
         . . . .
      end
      wall r1c2|r1c3;""",
    "bridges": """  topology square;
      legend { "+" = bridge; }
      board
        . . . .
        . + . .
        . . . .
        . . . #
      end""",
}
"""For random places."""


def numberlink_kinds() -> Iterator[Kind]:
    """Yield the kinds of Numberlink, with groups of three as well."""
    for method, tiling, rules, group, unique in product(
        METHODS.names(), SIZES, RULES, (2, 3), (True, False)
    ):
        if not unique and (rules != "touch" or group > 2) and method != "loops":
            continue
        if method not in ("solution", "loops") and rules == "free":
            continue  # hardly a board is unique where cells may be left over
        if method in ("domino", "path") and tiling == "hex" and group > 2:
            continue  # nor are those of large groups, where each cell has six neighbours
        sizes = (SIZES if method in ("solution", "loops") and unique else SMALL)[tiling]
        if (method, rules, group, unique) == ("solution", "touch", 2, True):
            sizes += LARGER[tiling]
        if method == "scatter":
            sizes = SCATTERED[tiling]
        elif tiling == "hex" and unique and method in ("domino", "path"):
            sizes = sizes[:2]
        shapes = [blank(tiling, cols, rows) for cols, rows in sizes]
        tested = method == "scatter" and rules == "touch" and group == 2 and not unique
        for switched in SWITCHES[tiling] if tested else [""]:
            yield from _kind(method, tiling, rules, group, unique, shapes, switched)
    for board, method, group in product(BOARDS, METHODS.names(), (2, 3)):
        if method in ("domino", "path") and board == "hexholes" and group > 2:
            continue  # as above
        drawn = (SCATTERED_BOARDS if method == "scatter" else BOARDS)[board]
        text = f'puzzle "board" is numberlink {{\n{drawn}\n}}\n'
        shape = shape_of(load(Source(board, text)).puzzles[0])
        yield from _kind(method, board, "touch", group, True, [shape])


def _kind(
    method: str,
    board: str,
    rules: str,
    group: int,
    unique: bool,
    shapes: list[Shape],
    switched: str = "",
) -> Iterator[Kind]:
    """Yield a kind, if the method makes it."""
    chosen = METHODS.get(method)
    options = {**chosen.options, **RULES[rules]}
    small = method not in ("solution", "loops")
    wishes = [
        NumberlinkRequest(
            shape,
            options,
            2 * shape.cells // (2 * group + (3 if small else 6)),
            unique,
            trivial=small,
            group=group,
            switches=SWITCHES[board][switched] if switched else {},
            method=method,
        )
        for shape in shapes
    ]
    wanted = method != "loops" or rules == "apart"
    if wanted and chosen.refusal(wishes[0]) is None:
        name = f"{method}-{board}-{rules}-{group}" + ("" if unique else "-any") + switched
        yield Kind(name, partial(_text, [NumberlinkGenerator(wish) for wish in wishes]), unique)


def _nth(number: int, sizes: int) -> int:
    """Return which of some sizes the puzzle of a number has; all come in each file."""
    return (number - 1) % CHUNK * sizes // CHUNK


def _text(generators: list[Any], number: int) -> str | None:
    batch = Batch(generators[_nth(number, len(generators))])
    item = batch.make(number)
    return None if item.puzzle is None else Writer(batch, solutions=True).text(item)


LOOPS = {
    "square": ((4, 3), (4, 4), (5, 4), (5, 5), (6, 6), (7, 6), (8, 7), (10, 10)),
    "hex": ((3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (7, 6), (8, 7), (10, 10)),
    "triangle": ((5, 3), (6, 4), (7, 4), (7, 5), (8, 6), (9, 8), (12, 8), (10, 10)),
}
WAYS = {
    "minimal": (Removal(), None),
    "large": (Removal(), None),
    "bisect": (Removal(bisect=True), None),
    "stopped": (Removal(failures=4), None),
    "loops": (Removal(), "loops"),
    "look": (Removal(), "look-ahead"),
}


LARGE = {"square": ((20, 20),), "hex": ((16, 16),), "triangle": ((20, 16),)}


def slitherlink_kinds() -> Iterator[Kind]:
    """Yield the kinds of Slitherlink: loops and open lines, by how clues were taken away.

    The large ones are slow to prove; `-n 10` does.
    """
    for tiling, line, way, diagonal in product(LOOPS, ("loop", "open"), WAYS, (False, True)):
        sizes = LARGE if way == "large" else LOOPS
        sizes = sizes[tiling][:-2] if way == "look" else sizes[tiling]
        removal, level = WAYS[way]
        orders = [
            SlitherlinkGenerator(
                SlitherlinkRequest(
                    blank(tiling, cols, rows),
                    Line(tiling, rows, cols, line == "open", diagonal),
                    *(removal, level),
                )
            )
            for cols, rows in sizes
        ]
        if diagonal and tiling == "hex":
            continue  # hexagons that meet share a side
        name = f"{tiling}{'-diagonal' * diagonal}-{line}-{way}"
        yield Kind(name, partial(_text, orders), True)


GENRES: dict[str, Callable[[], Iterable[Kind]]] = {
    "numberlink": numberlink_kinds,
    "slitherlink": slitherlink_kinds,
}
"""What yields the kinds of a genre, by name."""


# ---------- how it is proved ----------


def check(path: Path, unique: bool) -> tuple[Counter[str], list[str]]:
    """Read a file and prove its puzzles; return what proved how many, and what is wrong."""
    text = path.read_text()
    stored = {
        item["puzzle"]: frozenset(item["solutions"][0]["line"])
        for item in map(json.loads, re.findall(r"^// (\{.*\})$", text, re.MULTILINE))
    }
    drawings = re.findall(r'^puzzle "(.*?)" is \w+ \{\n(.*?)^\}', text, re.MULTILINE | re.DOTALL)
    bodies = dict(drawings)
    cases, _ = load_puzzles(str(path))
    wrong, engines = [], Counter[str]()
    for case in cases:
        title = case.puzzle.title
        most = MOST_LINKS if unique else FEW_LINKS
        engine, found = solutions(case, bodies[title], stored[title], most)
        engines[engine] += 1
        many = {next(found, None), next(found, None)} - {None} if unique else set(found)
        if stored[title] not in many:
            wrong.append(f"{title}: the stored solution is none")
        elif unique and len(many) > 1:
            wrong.append(f"{title}: there is another solution")
    if len(cases) != len(stored):
        wrong.append(f"{path.name}: {len(cases)} puzzles, {len(stored)} solutions")
    return engines, wrong


def solutions(case: Puzzle, body: str, stored: Lines, most: int) -> tuple[str, Iterator[Lines]]:
    """Return the name of an engine and the solutions that it finds.

    Args:
        case: the puzzle.
        body: its text between the braces; brute force takes its own reading of it.
        stored: the stored solution; on large boards another one is all that is looked for.
        most: up to so many links brute force tries.
    """
    board = ground_board(case).board
    genre = case.rules.name
    if board.count(Sort.LINK) <= most and genre in ("numberlink", "multilink"):
        drawn = _drawn(body)
        if len(Complex(drawn).links) == board.count(Sort.LINK):
            options = {
                name: value == "true" for name, value in re.findall(r"set (\w+) = (\w+);", body)
            }
            return "brute force", iter(getattr(brute_force, genre)(drawn, **options))
    if genre == "slitherlink" and board.count(Sort.BORDER) <= MOST_BORDERS:
        ports = re.findall(r"mark port = \w+ at (\S+);", body)
        rows = body.split("  board\n")[1].split("  end")[0].splitlines()
        drawn = Drawn(board.topology, tuple(row[4:] for row in rows))
        return "brute force", iter(brute_force.slitherlink(drawn, ports=ports))
    if board.count(Sort.CELL) <= MOST_CELLS:
        names = board.names(Sort.BORDER if genre == "slitherlink" else Sort.LINK)
        diagram = build(read_problem(case))
        return "frontier", (
            frozenset(names[i] for i in np.flatnonzero(line)) for line in diagram.solutions()
        )
    return "other encoding", _by_another_encoding(case, stored)


def _drawn(body: str) -> Drawn:
    """Return the drawing of a puzzle for brute force; a label becomes one character."""
    tiling = re.search(r"topology (\w+)", body)
    assert tiling is not None
    rows = body.split("  board\n")[1].split("  end")[0].splitlines()
    tokens = [re.findall(r"\S+", row) for row in rows]
    kept = {".", "#", "+"}
    letters = {
        text: chr(ord("A") + i)
        for i, text in enumerate(dict.fromkeys(t for row in tokens for t in row if t not in kept))
    }
    indent = min(len(row) - len(row.lstrip()) for row in rows)
    width = max(len(text) for row in tokens for text in row)
    drawn = []
    for row in rows:
        line = ""
        for match in re.finditer(r"\S+", row):
            column = (match.start() - indent) // (width // 2 + 1)
            line = line.ljust(column) + letters.get(match[0], match[0])
        drawn.append(line)
    walls = re.findall(r"(r\d+c\d+)\|(r\d+c\d+)", body)
    return Drawn(tiling[1], tuple(drawn), tuple(walls))


def _by_another_encoding(case: Puzzle, stored: Lines) -> Iterator[Lines]:
    """Yield the stored solution if it is one, and another one if there is any."""
    program = elaborate(case)
    encoding = LOOP_ENCODING if program.genre == "slitherlink" else OTHER_ENCODING
    (line,) = (var for var in program.bools if var.shown)
    names = program.board.names(Sort(line.sort))
    lowered = lower(program, encoding, WATCHED)
    shown = lowered.cnf.projection
    kept = np.array([name in stored for name in names])
    for sign in (1, -1):
        if sign > 0:
            lowered.cnf.add("stored", np.where(kept, shown, -shown)[:, None])
        else:
            lowered = lower(program, encoding, WATCHED)
            lowered.cnf.add("another", np.where(kept, -shown, shown)[None, :])
        model = get(OTHER_SOLVER).solve(lowered.cnf, separators=lowered.separators).model
        if model is not None:
            found = lowered.assignment(model).bools[line.base : line.base + line.size]
            yield frozenset(names[i] for i in np.flatnonzero(found))


# ---------- the run ----------


def prove(kind: Kind, chunk: int, count: int, folder: Path) -> None:
    """Make some puzzles of a kind and prove them, unless the folder has the result."""
    result = folder / f"{kind.name}-{chunk}.json"
    if result.exists() and json.loads(result.read_text())["count"] >= count:
        return
    started = time.perf_counter()
    numbers = range(chunk * CHUNK + 1, chunk * CHUNK + 1 + count)
    texts = [text for number in numbers if (text := kind.text(number)) is not None]
    made = time.perf_counter() - started
    path = folder / f"{kind.name}-{chunk}.nl"
    with atomic_writer(str(path)) as stream:
        stream.write("".join(texts).encode())
    started = time.perf_counter()
    engines, wrong = check(path, kind.unique) if texts else (Counter[str](), [])
    row = {
        "kind": kind.name,
        "count": count,
        "made": len(texts),
        "engines": engines,
        "wrong": wrong,
        "seconds to make": round(made, 3),
        "seconds to prove": round(time.perf_counter() - started, 3),
    }
    with atomic_writer(str(result)) as stream:
        stream.write(json.dumps(row).encode())


def table(folder: Path, names: Iterable[str]) -> bool:
    """Print what the folder holds of some kinds; return whether all of it is right."""
    from tabulate import tabulate

    rows: list[list[object]] = []
    faults: list[str] = []
    for name in names:
        found = [
            json.loads(path.read_text())
            for path in folder.glob(f"{name}-*.json")
            if path.stem.removeprefix(f"{name}-").isdigit()
        ]
        engines = sum((Counter(row["engines"]) for row in found), Counter[str]())
        wrong = [text for row in found for text in row["wrong"]]
        faults += wrong
        rows.append(
            [
                name,
                sum(row["made"] for row in found),
                sum(row["count"] - row["made"] for row in found),
                engines["brute force"],
                engines["frontier"],
                engines["other encoding"],
                len(wrong),
                sum(row["seconds to make"] for row in found),
                sum(row["seconds to prove"] for row in found),
            ]
        )
    total = [sum(int(str(row[i])) for row in rows) for i in range(1, 7)]
    rows.append(["all", *total, sum(float(str(row[7])) for row in rows), ""])
    headers = ["kind", "proved", "given up", "brute force", "frontier", "other encoding", "wrong"]
    print(tabulate(rows, [*headers, "s to make", "s to prove"], floatfmt=".1f"))
    print(*faults, sep="\n")
    return not faults


def main() -> int:
    """Run and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("genre", nargs="*", default=[*GENRES], help=", ".join(GENRES))
    parser.add_argument("-n", type=int, default=1000, help="puzzles of each kind")
    parser.add_argument("--only", default="", metavar="TEXT", help="kinds with this in their name")
    parser.add_argument("--folder", type=Path, default=Path("generated"), help="for the files")
    args = parser.parse_args()
    kinds = [kind for genre in args.genre for kind in GENRES[genre]() if args.only in kind.name]
    args.folder.mkdir(parents=True, exist_ok=True)
    try:
        for chunk in range(-(-args.n // CHUNK)):
            for kind in kinds:
                prove(kind, chunk, min(CHUNK, args.n - chunk * CHUNK), args.folder)
    except KeyboardInterrupt:
        print("interrupted; what is done stays in the folder", file=sys.stderr)
    return 0 if table(args.folder, [kind.name for kind in kinds]) else 1


if __name__ == "__main__":
    sys.exit(main())
