"""Puzzles made to order, for `nlc.generate`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, cast

from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.errors import Source, UserError, fail, require_number, require_type, suggest
from nlc.generating.batch import Batch
from nlc.generating.genre import Genre, blank_board, genre_with
from nlc.generating.options import SETTINGS, Option
from nlc.generating.writer import Writer
from nlc.grading.grade import Grade
from nlc.language.resolve import Puzzle
from nlc.process.cluster import make_executor
from nlc.solving.solution import Solution

_MADE = "generated"
"""The path of generated texts; a place in one means nothing to the caller."""


Made: TypeAlias = tuple[str, Puzzle, Solution, bool, Grade | None]
"""A puzzle that was made, as the attributes of `nlc.GeneratedPuzzle`."""


def made_to_order(
    genre: str,
    size: str | None,
    tiling: str,
    count: int,
    seed: int,
    jobs: int,
    limits: Limits,
    options: Mapping[str, Any],
) -> Iterator[Made]:
    """Return an iterator of puzzles; see `nlc.generate`."""
    limiting = "limits=nlc.Limits(seconds=…) bounds the time of each puzzle"
    if limits.megabytes is not None or limits.cpu_seconds is not None:
        raise fail("puzzles are made without limits of memory and processor time", hint=limiting)
    if "timeout" in options:
        raise fail("there is no option 'timeout'", hint=limiting)
    with _in_python({}):
        options = {name.removesuffix("_"): value for name, value in options.items()}
        found = genre_with(genre, options)
    takes = {each.name: each for each in found.options if each.group != "board"}
    if type(clues := options.get("clues")) is int:
        options = {**options, "clues": str(clues)}
    with _in_python(takes):
        for name, value in options.items():
            _require_value(found, name, value, takes.get(name))
        generator = found.generator(blank_board(genre, found, tiling, size), options)
    batch = Batch(generator, seed, count, limits.seconds)
    return _made(batch, min(jobs, count), takes)


def _made(batch: Batch, jobs: int, takes: Mapping[str, Option]) -> Iterator[Made]:
    """Yield the puzzles of a batch."""
    from nlc.loading import parse_puzzles

    writer = Writer(batch)
    with _in_python(takes), make_executor(None, jobs) as executor:
        for item in batch.items(executor):
            if item.puzzle is None:
                continue
            text = writer.text(item)
            (puzzle,), _ = parse_puzzles(Source("<generated>", text))
            program, planted = writer.board(item)
            solution, made = Solution(program, planted), item.puzzle
            yield text, puzzle, solution, made.unique, made.grade


def _require_value(found: Genre, name: str, value: object, option: Option | None) -> None:
    """Refuse a value of another type than the option takes."""
    if name == SETTINGS:
        require_type(name, value, Mapping, "such as {'touch': False}")
        for each, setting in cast("Mapping[str, object]", value).items():
            require_type(f"a name in {name}", each, str)
            if each not in found.settings:
                known = found.settings
                hint = suggest(each, known) or f"its options: {', '.join(known) or 'none'}"
                raise fail(f"there is no option '{each}'", hint=hint)
            boolean = found.settings[each].type.kind == "bool"
            require_type(f"{name}[{each!r}]", setting, bool if boolean else (int, str))
    elif option is None:
        raise fail(f"--{name} is for the command line: a size makes the board")
    elif option.kind == "flag":
        require_type(name, value, bool)
    elif option.kind == "number":
        require_number(name, value)
    elif option.kind == "rows":
        require_type(name, value, (str, Sequence), "such as ['x..', '.x.']")
    else:
        example = option.choices[0] if option.choices else "20..30"
        require_type(name, value, str, f"such as '{example}'")
        if option.choices and name != "method" and value not in option.choices:
            hint = suggest(str(value), option.choices) or f"one of {', '.join(option.choices)}"
            raise fail(f"'{value}' is not a value of {name}", hint=hint)


@contextmanager
def _in_python(takes: Mapping[str, Option]) -> Iterator[None]:
    """Have messages name arguments in place of options, without places in generated texts."""
    try:
        yield
    except UserError as error:
        raise UserError(
            replace(
                item,
                message=_renamed(item.message, takes),
                hint=item.hint and _renamed(item.hint, takes, advice=True),
                span=None if item.span and item.span.source.path == _MADE else item.span,
            )
            for item in error.diagnostics
        ) from None


def _renamed(text: str, takes: Mapping[str, Option], advice: bool = False) -> str:
    """Return a message, or advice, with ``pairs=5`` in place of ``--pairs 5``."""

    def argument(found: re.Match[str]) -> str:
        name, value = found.group("name", "value")
        option = takes.get(name) or Option(name, "")
        if name == "set":
            key, _, setting = (value or "…=").partition("=")
            return f"{SETTINGS}={{{key!r}: {setting.capitalize()}}}"
        if value is not None and value.isdigit():
            return f"{name}={value}"
        if value is not None and (name == "method" or value in option.choices):
            return f"{name}={value!r}"
        suffix = "=True" if advice and option.kind == "flag" else ""
        return f"{name}{suffix}" + ("" if value is None else f" {value}")

    pattern = r"--(?P<name>[a-z0-9]+)(?: (?P<value>[\w=-]+))?"
    return re.sub(pattern, argument, text)
