"""Makes the puzzles of a suite, and reads those of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from nlc.compare.row import PuzzleRecord, digest
from nlc.dataclasses import replace
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import Source
from nlc.version import __version__

if TYPE_CHECKING:
    from nlc.generate.writer import Writer
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle

Order = dict[str, Any]
"""What is to be made, as `nlc.compare.suite.Kind.order` says it."""


def order_key(wanted: Order) -> str:
    """Return the key of the record of a puzzle; another version may make another puzzle."""
    return digest(["puzzle", __version__, wanted])


def make(wanted: Order) -> PuzzleRecord:
    """Make a puzzle, in a worker process, and return its record; its text is null if none came."""
    text: str | None
    if wanted["method"] == "random-path":
        from nlc.compare.random_path import puzzle

        pairs, number = wanted["pairs"] or wanted["cols"], wanted["number"]
        text = puzzle(wanted["cols"], pairs, 1000 * wanted["seed"] + number)
    else:
        text, _ = generated(wanted, NO_LIMITS)
    key = order_key(wanted)
    if text is None:
        return PuzzleRecord(key=key, order=wanted, text=None)
    (made,) = read(text, "nl")
    return record(key, digest([text, "nl", 1]), made, order=wanted, text=text)


def generated(wanted: Order, limits: Limits) -> tuple[str | None, dict[str, int]]:
    """Make a puzzle as ``nlc generate`` does, in a child process.

    Returns:
        Its text, or None if it was given up, and what was counted on the way.

    Raises:
        WorkerStoppedError: a limit was reached, or the process died.
        RuntimeError: the method is at fault.
        UserError: no such puzzle can be made.
    """
    import pysat.solvers  # noqa: F401 - the child is to find it loaded

    from nlc.process.stream import stream

    writer, number = _writer(wanted), wanted["number"]
    (item,) = stream(partial(_one, writer, number), limits)
    return None if item.puzzle is None else writer.text(item), dict(item.counts)


def _writer(wanted: Order) -> Writer[Any]:
    """Return what makes puzzles and writes them."""
    from nlc.generate.batch import Batch
    from nlc.generate.genre import genre
    from nlc.generate.shape import blank
    from nlc.generate.writer import Writer

    ring = wanted["method"] == "slitherlink"
    names = () if ring else ("method", "unique", "trivial")
    options = {name: wanted[name] for name in names}
    if not ring:
        options |= {"settings": wanted["options"], **wanted["switches"]}
        options |= {} if wanted["pairs"] is None else {"pairs": wanted["pairs"]}
    shape = blank(wanted["tiling"], wanted["cols"], wanted["rows"])
    generator = genre("slitherlink" if ring else "numberlink").generator(shape, options)
    return Writer(Batch(generator, wanted["seed"], wanted["number"]))


def _one(writer: Writer[Any], number: int) -> Iterator[Any]:
    yield writer.batch.make(number)


def record(
    key: str, name: str, puzzle: Puzzle, program: Program | None = None, **more: Any
) -> PuzzleRecord:
    """Return the record of a puzzle, with the facts that tables tell puzzles apart by.

    Args:
        key: of the record.
        name: its `id`.
        puzzle: what it is.
        program: the same, if it was elaborated.
        more: other members.

    Raises:
        UserError: it is no puzzle.
    """
    from nlc.board.board import Sort

    program = program or elaborated(name, puzzle)
    board = program.board
    labels = program.givens.get("label")
    rows, cols = (int(each.max()) + 1 for each in (board.row_of, board.col_of))
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
def read(text: str, form: str, path: str = "puzzle") -> tuple[Puzzle, ...]:
    """Return the puzzles of the text of a file.

    Args:
        text: of the file.
        form: name of its format, or ``auto``.
        path: of the file, for what is told of mistakes.

    Raises:
        UserError: it is wrong.
    """
    from nlc.load import puzzles_of

    return tuple(puzzles_of(Source(path, text), form)[0])


KEPT = 4
"""Programs kept in a process."""

_programs: dict[str, Program] = {}
"""The programs of the puzzles that were elaborated last, by their names."""


def elaborated(name: str, puzzle: Puzzle, options: Mapping[str, str] | None = None) -> Program:
    """Return the program of a puzzle; those of the last few are kept.

    Args:
        name: stands for the puzzle.
        puzzle: what is elaborated.
        options: of the genre, set in it.

    Raises:
        UserError: the puzzle, or an option, is wrong.
    """
    from nlc.ir.elaborate.program import elaborate

    key = digest([name, dict(options or {})])
    if key not in _programs:
        made = elaborate(with_options(puzzle, options) if options else puzzle)
        while len(_programs) >= KEPT:
            _programs.pop(next(iter(_programs)))
        _programs[key] = made
    return _programs[key]


def with_options(puzzle: Puzzle, options: Mapping[str, str]) -> Puzzle:
    """Return a puzzle with some options set.

    Raises:
        UserError: a value is none.
    """
    from nlc.load import Setting

    nodes = {name: Setting(f"{name}={value}").node() for name, value in options.items()}
    return replace(puzzle, settings={**puzzle.settings, **nodes})
