"""Makes a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from nlc.errors import fail, suggest
from nlc.generating.batch import Batch
from nlc.generating.genre import Genre
from nlc.generating.genre import genre as find
from nlc.generating.shape import blank
from nlc.generating.writer import Writer
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.process.executors import opened
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.requests import GenerateRequest
from nlc.serve.task import tell
from nlc.serve.tasks.generators import described


def generate(request: GenerateRequest) -> Iterator[Struct]:
    """Yield a puzzle.

    Raises:
        UserError: no such puzzles are made.
    """
    cells = request.columns * request.rows
    if cells > task.bounds.cells:
        raise fail(f"the board has {cells} cells, and this server takes {task.bounds.cells}")
    genre = find(request.genre)
    options = _options(request.genre, genre, request.options)
    shape = blank(request.tiling, request.columns, request.rows)
    seed = 1 if request.seed is None else request.seed
    batch = Batch(genre.generator(shape, options), seed, 1)
    writer = Writer(batch)

    def watch(number: int, counts: Mapping[str, int]) -> None:
        tries = counts.get("tries", 0)
        tell("generate", f"{tries} attempt{'s' * (tries != 1)} so far")

    tell("generate")
    with opened(None) as executor:
        (item,) = batch.items(executor, watch)
    if item.puzzle is None:
        advice = batch.generator.advice(item.counts)
        tries = item.counts.get("tries", 0)
        raise fail(f"no such puzzle was found in {tries} attempts", hint=advice)
    program, _ = writer.board(item)
    yield a.GeneratedPuzzle(
        text=writer.text(item).rstrip("\n") + "\n",
        seed=seed,
        unique=item.puzzle.unique,
        grade=None if item.puzzle.grade is None else str(item.puzzle.grade),
        svg=svg(draw(program, None, request.style)),
        buffered=False,
    )
    yield a.Done(seconds=0.0)


def _options(name: str, genre: Genre, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a generator.

    Raises:
        UserError: there is none of a name, or its value is of another type.
    """
    known = {option.name: option for option in described(name, genre).options}
    out: dict[str, Any] = {}
    for option, value in given.items():
        if option not in known:
            hint = suggest(option, known) or f"its options: {', '.join(known)}"
            raise fail(f"generating {name} has no option '{option}'", hint=hint)
        said = known[option]
        fits = {
            "flag": isinstance(value, bool),
            "int": isinstance(value, int) and not isinstance(value, bool) and value >= 1,
            "choice": value in said.choices,
        }
        if not fits[said.kind]:
            wanted = {"flag": "true or false", "int": "a whole number from 1 up"}
            choices = f"one of {', '.join(said.choices)}"
            raise fail(f"'{option}' is {wanted.get(said.kind, choices)}")
        if said.setting:
            out.setdefault("settings", {})[option] = value
        elif value is not False or said.default:
            out[option] = value
    return out


TASK = generate
