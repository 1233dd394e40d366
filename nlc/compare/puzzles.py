"""Makes the puzzles of a suite, and reads them again where they are measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from nlc import __version__
from nlc.compare.results import Record, digest
from nlc.compare.suite import Kind
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import Source

if TYPE_CHECKING:
    from nlc.generate.writer import Writer
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle


def order(kind: Kind, number: int) -> Record:
    """Return what is to be made: plain data, the same for the same puzzle.

    Args:
        kind: of a generator.
        number: of the puzzle, from 1.
    """
    return {
        "method": kind.method,
        "cols": kind.cols,
        "rows": kind.rows,
        "tiling": kind.tiling,
        "pairs": kind.pairs,
        "unique": kind.unique,
        "trivial": kind.trivial,
        "options": dict(kind.options),
        "switches": dict(kind.switches),
        "seed": kind.seed,
        "number": number,
    }


def order_key(wanted: Record) -> str:
    """Return the key of the record of a puzzle; another version may make another puzzle."""
    return digest(["puzzle", __version__, wanted])


def make(wanted: Record) -> Record:
    """Make a puzzle, in a worker process, and return its record; its text is null if none came."""
    text: str | None
    if wanted["method"] == "random-path":
        from nlc.compare.random_path import puzzle

        pairs, number = wanted["pairs"] or wanted["cols"], wanted["number"]
        text = puzzle(wanted["cols"], pairs, 1000 * wanted["seed"] + number)
    else:
        text, _ = generated(wanted, NO_LIMITS)
    record = {"record": "puzzle", "key": order_key(wanted), "order": wanted, "text": text}
    return record if text is None else {**record, **identified(text)}


def generated(wanted: Record, limits: Limits) -> tuple[str | None, dict[str, int]]:
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


def _writer(wanted: Record) -> Writer[Any]:
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


def identified(text: str, form: str = "nl", number: int = 1) -> Record:
    """Return the facts about a puzzle, under its `id`.

    Args:
        text: of the file that it is in.
        form: name of the file's format.
        number: of the puzzle in the file, from 1.

    Raises:
        UserError: it is no puzzle.
    """
    case = cases(text, form)[number - 1]
    program = elaborated(case)
    return {
        "id": digest([text, form, number]),
        "form": form,
        "number": number,
        **facts(case, program),
    }


def facts(case: Puzzle, program: Program) -> Record:
    """Return what tables tell puzzles apart by."""
    from nlc.board.board import Sort

    board = program.board
    labels = program.givens.get("label")
    rows, cols = (int(each.max()) + 1 for each in (board.row_of, board.col_of))
    return {
        "title": program.title,
        "genre": program.genre,
        "tiling": case.topology.name.name,
        "size": f"{cols}x{rows}",
        "cols": cols,
        "rows": rows,
        "cells": board.count(Sort.CELL),
        "pairs": None if labels is None else len(set(labels.values())),
    }


@lru_cache(maxsize=4)
def cases(text: str, form: str, path: str = "puzzle") -> list[Puzzle]:
    """Return the puzzles of the text of a file.

    Args:
        text: of the file.
        form: name of its format, or ``auto``.
        path: of the file, for what is told of mistakes.

    Raises:
        UserError: it is wrong.
    """
    from nlc.load import puzzles_of

    return puzzles_of(Source(path, text), form)[0]


def elaborated(case: Puzzle) -> Program:
    """Return the program of a puzzle."""
    from nlc.ir.elaborate.program import elaborate

    return elaborate(case)


def with_options(case: Puzzle, options: Mapping[str, str]) -> Puzzle:
    """Return a puzzle with some options set.

    Raises:
        UserError: a value is none.
    """
    from nlc.load import Setting

    nodes = {name: Setting(f"{name}={value}").node() for name, value in options.items()}
    return replace(case, settings={**case.settings, **nodes})
