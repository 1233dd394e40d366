#!/usr/bin/env python3
"""Whether two checkouts of nlc answer alike, and what each takes for it.

    python scripts/compare_checkouts.py OLD NEW                answers, bytes, then times
    python scripts/compare_checkouts.py OLD NEW a.nl b.txt     of these files too
    python scripts/compare_checkouts.py OLD NEW --ask steps    one of the questions alone
    python scripts/compare_checkouts.py OLD NEW --random 300   random puzzles too

Both run with this interpreter and its packages; `PYTHONPATH` tells which nlc is run. What is asked
stands in `QUESTIONS`: verdicts, counts, uniqueness, the board where there is just one, reasons,
steps, grades, pictures, what is written in each format, messages and exit codes have to be equal,
and the bytes of ``nlc compile`` with explicit encodings. A file ``….jsonl`` has a puzzle's text in
the field `file` of each line. Times are of processor time, by turns.
"""

from __future__ import annotations

import argparse
import compileall
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from measure_compiling import nurikabe
from tabulate import tabulate

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ROOT / "fixtures"

ENCODINGS = ("direct", "log", "order", "thesis", "domains=log,acyclic=order,connected=dual")
"""Encodings of which the DIMACS is compared."""

COMPILED = 40
"""Puzzles of a file that are compiled, at most."""

ANSWER = ("puzzle", "genre", "options", "status", "unique", "count", "count_complete", "facts")
"""Parts of an answer as JSON that have to be equal; the board does where there is just one."""

LIMIT = 600
"""Seconds that one command may take."""


def answers(out: str) -> list[object]:
    """Return what has to be equal of the answers of ``nlc run``."""
    found: list[object] = []
    for answer in map(json.loads, out.splitlines()):
        part = {key: answer.get(key) for key in ANSWER}
        found.append(part | ({"board": answer["solutions"][:1]} if answer.get("unique") else {}))
    return found


def reports(out: str) -> list[object]:
    """Return reports as JSON without the times that they took."""
    return [{**report, "seconds": None} for report in map(json.loads, out.splitlines())]


def puzzles(out: str) -> list[object]:
    """Return the lines of a text, so that the first one that differs is named."""
    return list(out.splitlines())


class Question(NamedTuple):
    """Words of a command before its file, and what has to be equal of its output."""

    words: tuple[str, ...]
    reduce: Callable[[str], list[object]] = puzzles


_RUN = ("run", "--format", "json", "--timeout", "60/puzzle")
_JSON = ("--format", "json", "--timeout", "30/puzzle")
QUESTIONS: dict[str, tuple[Question, ...]] = {
    "run": tuple(
        Question((*_RUN, *more), answers)
        for more in ((), ("--unique",), ("--all", "50"), ("--backbone",))
    ),
    "why": (
        Question(("why", *_JSON), reports),
        Question(("why", "--superfluous", *_JSON), reports),
    ),
    "steps": (Question(("steps", *_JSON), reports),),
    "grade": (Question(("grade", *_JSON), reports),),
    "draw": (Question(("draw",)), Question(("draw", "--format", "svg", "-o", "-"))),
    "convert": tuple(
        Question(("convert", "--to", form))
        for form in (
            *("board", "flow", "flowfree", "janko", "loopy", "nl", "penpa", "pzpr", "slk"),
            *("sudoku", "tatham", "text", "thesis"),
        )
    ),
}
"""What is asked about each file, by the name for ``--ask``; ``compile`` is asked as well."""

LARGE = 20_000
"""Bytes of a file that is not explained, stepped and graded: that would take hours."""

TIMES = {
    "the help": (1.10, ("--help",)),
    "a small board": (1.10, ("run", "first.nl")),
    "a hint": (1.10, ("hint", "first.nl")),
    "numberlinks 10x10": (1.25, ("run", "benchmark/numberlink-square-10x10.nl")),
    "numberlinks 20x20": (1.10, ("run", "benchmark/numberlink-square-20x20.nl")),
    "slitherlinks 15x15": (1.25, ("run", "benchmark/slitherlink-square-15x15.nl")),
    "hexagons 14x14": (1.25, ("run", "benchmark/numberlink-hex-14x14.nl")),
    "hard, unique": (1.10, ("run", "--unique", "hard.nl")),
    "a board of each genre": (1.25, ("run", "--unique", "genres.nl")),
    "numberlink made, 20x20": (
        1.10,
        ("generate", "numberlink", "20x20", "--unique", "--seed", "1", "-n", "3"),
    ),
    "625 islands, compiled": (1.10, ("compile", "islands.nl", "-o", "islands.cnf")),
}
"""Commands whose times are compared, each with the most that the new one may take of the old."""


def run(checkout: Path, arguments: Sequence[str]) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run the nlc of a checkout in the folder of fixtures; return also its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "nlc", *arguments],
        cwd=FIXTURES,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return done, user + system


def ask(checkout: Path, question: Question, file: str) -> list[object]:
    """Return what has to be equal of the answer to a question about a file."""
    done, _ = run(checkout, [*question.words, file])
    try:
        return [done.returncode, *question.reduce(done.stdout), *done.stderr.splitlines()]
    except json.JSONDecodeError:
        return [done.returncode, done.stdout, done.stderr]


def digest(checkout: Path, file: str, number: int, encoding: str) -> str:
    """Return the digest of what ``nlc compile`` writes of a puzzle, or how it refuses it."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "out.cnf"
        words = ["compile", "--puzzle", str(number), "--encoding", encoding, file, "-o", str(out)]
        done, _ = run(checkout, words)
        text = out.read_bytes() if out.exists() else done.stderr.encode()
    return hashlib.sha256(text.replace(folder.encode(), b"")).hexdigest()


def differences(old: Path, new: Path, file: str, wanted: Sequence[str]) -> Iterator[str]:
    """Yield a line for each question to which the checkouts answer differently."""
    large = (FIXTURES / file).stat().st_size > LARGE
    for name in wanted:
        if large and name in ("why", "steps", "grade"):
            continue
        for question in QUESTIONS.get(name, ()):
            first, second = ask(old, question, file), ask(new, question, file)
            if first != second:
                pairs = enumerate(zip(first, second, strict=False))
                at = next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))
                yield f"nlc {' '.join(question.words)} {file}: line {at} differs"
    if "compile" in wanted:
        count = len(re.findall(r"^puzzle ", (FIXTURES / file).read_text(), re.MULTILINE)) or 1
        for number in range(1, min(count, COMPILED) + 1):
            for encoding in ENCODINGS:
                if digest(old, file, number, encoding) != digest(new, file, number, encoding):
                    what = f"--puzzle {number} --encoding {encoding} {file}"
                    yield f"nlc compile {what}: other bytes"


def mycielski(order: int) -> str:
    """Return a puzzle that colours a Mycielski graph with one colour less than it needs.

    `order` 6 has 47 vertices, no triangle, and no colouring by five colours. Source: J. Mycielski
    (1955), Sur le coloriage des graphes.
    """
    size, edges = 2, [(0, 1)]
    for _ in range(order - 2):
        more = [(a, size + b) for x, y in edges for a, b in ((x, y), (y, x))]
        edges = [*edges, *more, *((2 * size, size + v) for v in range(size))]
        size = 2 * size + 1
    cells = " ".join(f"v{v}" for v in range(size))
    links = " ".join(f"v{a}-v{b}" for a, b in edges)
    return (
        f"genre colours {{ var colour : cell -> 1..{order - 1}; show colour;\n"
        "  rule different { for l in links { colour[a(l)] != colour[b(l)]; } }\n}\n"
        f'puzzle "M{order}" is colours {{ topology graph {{ cells {cells}; links {links}; }} }}\n'
    )


def random_puzzles(count: int) -> str:
    """Return the text of random puzzles, as the fuzzer makes them."""
    sys.path.insert(0, str(ROOT / "tests"))
    from random import Random

    from fuzzing.puzzles import random_puzzle

    texts = (random_puzzle(Random(seed)).text for seed in range(count))
    return "\n".join(text.replace('"random"', f'"{at}"', 1) for at, text in enumerate(texts))


def written(files: Sequence[str], count: int, folder: Path) -> Iterator[str]:
    """Yield the paths of files; puzzles of a ``.jsonl``, a hard graph and random ones are made."""
    texts = {"mycielski.nl": mycielski(6)}
    if count:
        texts["random.nl"] = random_puzzles(count)
    for file in map(Path, files):
        if file.suffix == ".jsonl":
            lines = map(json.loads, file.read_text().splitlines())
            texts |= {
                f"{at:03}.txt": line["file"].replace("/", "\n") for at, line in enumerate(lines)
            }
        else:
            yield str(file.resolve())
    for name, text in texts.items():
        (folder / name).write_text(text)
        yield str(folder / name)


def times(old: Path, new: Path, rounds: int) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield of each command its name, the medians of both, their ratio and its bound."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "islands.nl").write_text(nurikabe(100))
        for name, (bound, arguments) in TIMES.items():
            words = [
                f"{folder}/{word}" if word.startswith("islands.") else word for word in arguments
            ]
            taken: dict[Path, list[float]] = {old: [], new: []}
            for turn in range(rounds):
                for checkout in (old, new) if turn % 2 else (new, old):
                    taken[checkout].append(run(checkout, words)[1])
            before, after = median(taken[old]), median(taken[new])
            yield name, before, after, after / before, bound


def main() -> int:
    """Compare; the exit code is 1 where an answer or a byte differs."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("files", nargs="*", help="puzzles besides those of fixtures/")
    parser.add_argument("--ask", help=f"of {', '.join(QUESTIONS)}, compile; by commas")
    parser.add_argument("--random", type=int, default=0, help="how many random puzzles")
    parser.add_argument("--no-fixtures", action="store_true", help="only the files that are named")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each for its time (0: none)")
    parser.add_argument("--times-only", action="store_true")
    options = parser.parse_args()
    old, new = options.old.resolve(), options.new.resolve()
    for checkout in (old, new):  # neither is to compile its modules while it is timed
        compileall.compile_dir(checkout / "nlc", quiet=2)
    found = 0
    wanted = options.ask.split(",") if options.ask else [*QUESTIONS, "compile"]
    if not options.times_only:
        own = [] if options.no_fixtures else sorted(FIXTURES.rglob("*.nl"))
        with TemporaryDirectory() as folder:
            more = written(options.files, options.random, Path(folder))
            for file in (*(str(path.relative_to(FIXTURES)) for path in own), *more):
                for line in differences(old, new, file, wanted):
                    print(line, flush=True)
                    found += 1
        print(f"{found} difference(s)", flush=True)
    if options.rounds:
        headers = ("command", "old, s", "new, s", "new / old", "at most")
        rows = times(old, new, options.rounds)
        print(tabulate(rows, headers, floatfmt=("", ".2f", ".2f", ".2f", ".2f"), tablefmt="github"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
