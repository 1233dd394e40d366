"""The puzzles of a suite: generated, loaded or cut out of random paths, with their records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from nlc.board import Sort
from nlc.comparing.results import Member, PuzzleRecord, RecordStore, digest, records_of
from nlc.comparing.suite import PuzzleKind, Suite
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import Source, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.files import stock_genres
from nlc.language.resolve import Puzzle
from nlc.loading import parse_puzzles, setting
from nlc.process.pool import stream
from nlc.process.usage import Stopwatch
from nlc.version import __version__

if TYPE_CHECKING:
    from nlc.generating.writer import Writer


Order = dict[str, Any]
"""An order for a generator; see `nlc.comparing.suite.PuzzleKind.order`."""


def order_key(wanted: Order) -> str:
    """Return the key of the record of a puzzle, which depends on nlc's version."""
    return digest(["puzzle", __version__, wanted])


def make(wanted: Order) -> PuzzleRecord:
    """In a worker: make a puzzle and return its record, without a text if that failed."""
    text: str | None
    if wanted["method"] == "random-path":
        pairs, number = wanted["pairs"] or wanted["cols"], wanted["number"]
        text = random_puzzle(wanted["cols"], pairs, 1000 * wanted["seed"] + number)
    else:
        text, _, _ = generate(wanted, NO_LIMITS)
    key = order_key(wanted)
    if text is None:
        return PuzzleRecord(key=key, order=wanted, text=None)
    (made,) = cached_puzzles(text, "nl")
    return record(key, digest([text, "nl", 1]), made, order=wanted, text=text)


def generate(wanted: Order, limits: Limits) -> tuple[str | None, dict[str, int], float]:
    """Make a puzzle as ``nlc generate`` does, in a child process.

    Returns:
        Its text, or None if it was given up; the counts of the generator; and the processor seconds
        of the generator, without those of starting a process.

    Raises:
        WorkerStoppedError: a limit was reached, or the process died.
        RuntimeError: the method failed.
        UserError: there are no such puzzles.
    """
    _load(wanted["method"], wanted["unique"])
    writer, number = _writer(wanted), wanted["number"]
    ((item, seconds),) = stream(partial(_make_one, writer, number), limits)
    return None if item.puzzle is None else writer.text(item), dict(item.counts), seconds


@cache
def _load(method: str, unique: bool) -> None:
    """Make a small puzzle in this process, so that children inherit the imports of a method."""
    if method in stock_genres() and method != "slitherlink":
        return  # a size that is small for all genres there is none
    small = {"cols": 5, "rows": 5, "pairs": 4, "options": {}, "switches": {}}
    small |= {"tiling": "square", "trivial": True, "seed": 1, "number": 1}
    _writer({**small, "method": method, "unique": unique}).batch.make(1)


def _writer(wanted: Order) -> Writer:
    """Return the writer of generated puzzles for an order."""
    from nlc.generating.batch import Batch
    from nlc.generating.genre import genre
    from nlc.generating.shape import blank
    from nlc.generating.writer import Writer

    genre_, _, method = wanted["method"].partition("-")
    ruled = genre_ in stock_genres()
    names = () if ruled else ("method", "unique", "trivial")
    options = {name: wanted[name] for name in names}
    if ruled and method:
        options["method"] = method
    if not ruled:
        options |= {"settings": wanted["options"], **wanted["switches"]}
        options |= {} if wanted["pairs"] is None else {"pairs": wanted["pairs"]}
    shape = blank(wanted["tiling"], wanted["cols"], wanted["rows"])
    generator = genre(genre_ if ruled else "numberlink").generator(shape, options)
    return Writer(Batch(generator, wanted["seed"], wanted["number"]))


def _make_one(writer: Writer, number: int) -> Iterator[tuple[Any, float]]:
    watch = Stopwatch()
    yield writer.batch.make(number), watch.cpu_seconds


def record(
    key: str, name: str, puzzle: Puzzle, program: Program | None = None, **more: Any
) -> PuzzleRecord:
    """Return the record of a puzzle, with the facts that distinguish puzzles in tables.

    Raises:
        UserError: the puzzle is wrong.
    """
    program = program or elaborate_cached(name, puzzle)
    board = program.board
    labels = program.givens.get("label")
    rows, cols = (int(each.max(initial=-1)) + 1 for each in (board.row_of, board.col_of))
    return PuzzleRecord(
        key=key,
        id=name,
        title=program.title,
        genre=program.genre,
        tiling=board.topology,
        size=f"{cols}x{rows}",
        cols=board.cols,
        rows=board.rows,
        cells=board.count(Sort.CELL),
        pairs=None if labels is None else len(set(labels.values())),
        **more,
    )


@lru_cache(maxsize=4)
def cached_puzzles(text: str, form: str, path: str = "puzzle") -> tuple[Puzzle, ...]:
    """Parse the puzzles of a file.

    Raises:
        UserError: it is wrong.
    """
    return tuple(parse_puzzles(Source(path, text), form)[0])


_programs: dict[str, Program] = {}
"""The programs of the puzzles that were elaborated last, by key."""


def elaborate_cached(
    name: str, puzzle: Puzzle, options: Mapping[str, str] | None = None
) -> Program:
    """Return the program of a puzzle; the last few are cached.

    Raises:
        UserError: the puzzle, or an option, is wrong.
    """
    key = digest([name, dict(options or {})])
    if key not in _programs:
        made = elaborate(with_options(puzzle, options) if options else puzzle)
        while len(_programs) >= 4:
            _programs.pop(next(iter(_programs)))
        _programs[key] = made
    return _programs[key]


def with_options(puzzle: Puzzle, options: Mapping[str, str]) -> Puzzle:
    """Return a puzzle with some options set.

    Raises:
        UserError: a value is not one of the option's.
    """
    nodes = {name: setting(f"{name}={value}") for name, value in options.items()}
    return replace(puzzle, settings={**puzzle.settings, **nodes})


def random_puzzle(size: int, pairs: int, seed: int) -> str:
    """Return a Numberlink puzzle of three cells or more a pair: a random path, cut into pieces."""
    from nlc.generating.made import RuleText
    from nlc.generating.numberlink.request import NumberlinkRequest
    from nlc.generating.numberlink.unique import TEMPERATURE, random_cover, remove_faults
    from nlc.generating.shape import blank

    random, shape = Random(f"{size} {pairs} {seed}"), blank("square", size, size)
    cover = random_cover(NumberlinkRequest(shape, {}, 1), random, touch=True)
    for _ in range(10 * size * size):
        cover.propose(TEMPERATURE)
    if not remove_faults(cover):
        raise RuntimeError(f"no random path was found on {size}x{size}")
    (path,) = cover.paths.values()
    spare = size * size - 3 * pairs
    cuts = sorted(random.randint(0, spare) for _ in range(pairs - 1))
    ends = [0, *(cut + 3 * (i + 1) for i, cut in enumerate(cuts)), len(path)]
    pieces = enumerate(pairwise(ends), 1)
    labels = {path[i]: str(n) for n, (a, b) in pieces for i in (a, b - 1)}
    title = f"{size}x{size}, {pairs} pairs, seed {seed}"
    return RuleText("numberlink").text(shape.body(labels), title)


_libraries = count()
"""Numbers that distinguish the given puzzles of several runs in this process."""


class PuzzleLibrary:
    """The puzzles of a suite, made or loaded, with their records."""

    def __init__(self, suite: Suite, results: RecordStore) -> None:
        """Take a suite, and the store of its records."""
        self._suite, self._results, self._serial = suite, results, next(_libraries)
        self._texts: dict[str, str] = {}
        self._made = {each.key: each for each in records_of(results.records, PuzzleRecord)}

    def number(self, kind: PuzzleKind) -> int:
        """Return how many puzzles there are of a kind."""
        if kind.given:
            return len(kind.given)
        if kind.file is None:
            return kind.count
        found = len(cached_puzzles(self._text(kind.file), kind.form, kind.file))
        return min(found, kind.count) if kind.count else found

    def _text(self, path: str) -> str:
        if path not in self._texts:
            try:
                self._texts[path] = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or error
                raise fail(f"cannot read {path}: {reason}") from error
        return self._texts[path]

    def missing(self, kinds: Sequence[PuzzleKind], number: int) -> list[Order]:
        """Return the orders of a round for puzzles that have no record yet."""
        if self._suite.work == "generate":
            return []
        wanted = [kind.order(number) for kind in kinds if kind.file is None]
        return [each for each in wanted if order_key(each) not in self._made]

    def puzzle(self, kind: PuzzleKind, number: int) -> tuple[PuzzleRecord, Puzzle | None] | None:
        """Return a puzzle with its record; None where it was given up."""
        if kind.file is not None:
            if kind.given:
                puzzle = kind.given[number - 1]
                text: object = [self._serial, id(kind)]
            else:
                text = self._text(kind.file)
                puzzle = cached_puzzles(self._text(kind.file), kind.form, kind.file)[number - 1]
            key = digest(["file", text, kind.form, number])
            name = digest([text, kind.form, number])
            if key not in self._made:
                about = record(key, name, puzzle, file=kind.file, form=kind.form, text=None)
                about.number = number
                self.add(about)
            return self._add_to_group(self._made[key], kind), puzzle
        order = kind.order(number)
        if self._suite.work == "generate":
            key = digest(["order", order])
            if key not in self._made:
                facts = {name: order[name] for name in ("tiling", "cols", "rows", "pairs")}
                facts |= {"size": kind.size, "cells": kind.cols * kind.rows, "genre": "numberlink"}
                self.add(PuzzleRecord(key=key, id=key, order=order, text=None, **facts))
            return self._add_to_group(self._made[key], kind), None
        made = self._made[order_key(order)]
        if made.text is None:
            return None
        return self._add_to_group(made, kind), cached_puzzles(made.text, made.form)[0]

    def add(self, record: PuzzleRecord) -> None:
        """Add the record of a puzzle."""
        self._results.add(record)
        self._made[record.key] = record

    def _add_to_group(self, record: PuzzleRecord, kind: PuzzleKind) -> PuzzleRecord:
        """Add a puzzle to a group of this suite; return its record."""
        name = record.id or ""
        member = digest(["member", self._suite.name, name])
        if member not in self._results:
            self._results.add(
                Member(key=member, suite=self._suite.name, puzzle=name, group=kind.group)
            )
        return record
