"""Puzzles made to order: what `nlc.generate` returns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.errors import Source, UserError, fail, require_number, require_type
from nlc.generating.batch import Batch
from nlc.generating.genre import GENRES, require_options, require_setting
from nlc.generating.genre import genre as find
from nlc.generating.options import SETTINGS, Option
from nlc.generating.shape import blank, parse_size
from nlc.generating.writer import Writer
from nlc.grading.grade import Grade
from nlc.process.executors import make_executor
from nlc.puzzle import Puzzle
from nlc.solving.solution import Solution


class GeneratedPuzzle(Struct, frozen=True, eq=False):
    """A puzzle that was made; ``str`` is its text in the puzzle language.

    >>> import nlc
    >>> (made,) = nlc.generate("numberlink", "6x6", pairs=4, unique=True)
    >>> made.unique, nlc.unique(made.puzzle), nlc.check(made.puzzle, made.solution)
    (True, True, [])

    Attributes:
        puzzle: the same, read.
        solution: the one that it was made from.
        unique: whether it was proved that there is no other.
        grade: how hard it is, if that was asked for.
    """

    text: str
    puzzle: Puzzle
    solution: Solution
    unique: bool
    grade: Grade | None

    def __str__(self) -> str:
        return self.text


def generate(
    genre: str,
    size: str,
    tiling: str,
    count: int,
    seed: int,
    jobs: int,
    limits: Limits,
    options: Mapping[str, Any],
) -> Iterator[GeneratedPuzzle]:
    """Return an iterator of puzzles; see `nlc.generate`."""
    limiting = "limits=nlc.Limits(seconds=…) bounds the time of each puzzle"
    if limits.megabytes is not None or limits.cpu_seconds is not None:
        raise fail("puzzles are made without limits of memory and processor time", hint=limiting)
    if "timeout" in options:
        raise fail("there is no option 'timeout'", hint=limiting)
    with _in_python({}):
        method = options.get("method")
        found = find(genre, method if isinstance(method, str) else None)
        require_options(genre, options)
    takes = {each.name: each for each in found.options if each.group != "board"}
    with _in_python(takes):
        for name, value in options.items():
            _require_value(genre, name, value, takes.get(name))
        generator = found.generator(blank(tiling, *parse_size(size)), options)
    batch = Batch(generator, seed, count, limits.seconds)
    return _made(batch, min(jobs, count), takes)


def _made(batch: Batch[Any], jobs: int, takes: Mapping[str, Option]) -> Iterator[GeneratedPuzzle]:
    """Yield the puzzles of a batch."""
    from nlc.loading import puzzles_of

    writer = Writer(batch)
    with _in_python(takes), make_executor(None, jobs) as executor:
        for item in batch.items(executor):
            if item.puzzle is None:
                continue
            text = writer.text(item)
            (puzzle,), _ = puzzles_of(Source("<generated>", text))
            program, planted = writer.board(item)
            solution, made = Solution(program, planted), item.puzzle
            yield GeneratedPuzzle(text, Puzzle.of(puzzle), solution, made.unique, made.grade)


def _require_value(genre: str, name: str, value: object, option: Option | None) -> None:
    """Refuse a value of another type than the option takes."""
    if name == SETTINGS:
        require_type(name, value, Mapping, "such as {'touch': False}")
        for each, said in cast("Mapping[str, object]", value).items():
            require_type(f"a name in {name}", each, str)
            require_setting(genre, each)
            require_type(f"{name}[{each!r}]", said, bool if genre in GENRES else (bool, int, str))
    elif option is None:
        raise fail(f"--{name} is for the command line: a size makes the board")
    elif option.kind == "flag":
        require_type(name, value, bool)
    elif option.kind == "number":
        require_number(name, value)
    else:
        require_type(name, value, str, f"such as '{(*option.choices, option.metavar)[0]}'")


@contextmanager
def _in_python(takes: Mapping[str, Option]) -> Iterator[None]:
    """Have messages name arguments in place of the command line's options."""
    try:
        yield
    except UserError as error:
        raise UserError(
            replace(
                item,
                message=_renamed(item.message, takes),
                hint=item.hint and _renamed(item.hint, takes, advice=True),
            )
            for item in error.diagnostics
        ) from None


def _renamed(text: str, takes: Mapping[str, Option], advice: bool = False) -> str:
    """Return a message, or advice, with ``pairs=5`` in place of ``--pairs 5``."""

    def argument(found: re.Match[str]) -> str:
        name, value = found.group("name", "value")
        option = takes.get(name) or Option(name, "")
        if name == "set":
            key, _, said = (value or "…=").partition("=")
            return f"{SETTINGS}={{{key!r}: {said.capitalize()}}}"
        if value is not None and value.isdigit():
            return f"{name}={value}"
        if value is not None and value in option.choices:
            return f"{name}={value!r}"
        told = "=True" if advice and option.kind == "flag" else ""
        return f"{name}{told}" + ("" if value is None else f" {value}")

    pattern = r"--(?P<name>[a-z0-9]+)(?: (?P<value>[\w=-]+))?"
    return re.sub(pattern, argument, text)
