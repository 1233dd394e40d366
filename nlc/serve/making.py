"""New puzzles: empty boards, and those that a generator makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, Literal

from msgspec import Struct

from nlc.board.tilings import TILINGS
from nlc.errors import Source, fail, suggest
from nlc.generating.batch import Batch
from nlc.generating.genre import GENRES, Genre
from nlc.generating.genre import genre as find
from nlc.generating.options import Option
from nlc.generating.shape import Shape, blank
from nlc.generating.writer import Writer
from nlc.language.catalogue import describe, entries
from nlc.language.names import unknown_genre
from nlc.language.resolve import Puzzle
from nlc.loading import puzzles_of
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.process.executors import make_executor
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.reading import PATH
from nlc.serve.requests import GenerateRequest, NewRequest
from nlc.serve.task import tell

_BOXES = "box"
"""The given whose rooms have as many cells as a row has."""


def new(request: NewRequest) -> Iterator[a.NewText]:
    """Yield the text of an empty board.

    Raises:
        UserError: there is no such genre or tiling, or the board is too large.
    """
    genres = {entry.name: entry for entry in entries()}
    if request.genre not in genres:
        raise unknown_genre(request.genre, genres, None)
    if request.columns * request.rows > task.bounds.cells:
        raise fail(f"this server takes boards of at most {task.bounds.cells} cells")
    shape = blank(request.tiling, request.columns, request.rows)
    title = request.title.replace('"', "'").replace("\n", " ").strip()
    title = title or f"{request.columns}x{request.rows} {request.genre}"
    use = genres[request.genre].use
    head = f'use "{use}";\n\n' if use else ""
    text = head + shape.text(title, {}, request.genre)
    (puzzle,), _ = puzzles_of(Source(PATH, text), "nl", allow_use=None)
    if rooms := list(_rooms(puzzle, shape)):
        text = head + shape.text(title, {}, request.genre, marks=rooms)
    yield a.NewText(text=text)


def _rooms(puzzle: Puzzle, shape: Shape) -> Iterator[str]:
    """Yield the statements that draw the rooms which every cell of a new board needs.

    They are boxes, or one room to be divided.
    """
    for name, given in puzzle.rules.givens.items():
        if given.sort == "cell" and given.type.kind == "name" and not given.optional:
            rows = shape.drawing(
                _boxes(shape) if name == _BOXES else dict.fromkeys(range(shape.cells), "a")
            )
            yield "\n".join([f"board {name}", *(f"    {row}" for row in rows), "  end"])


def _boxes(shape: Shape) -> dict[int, str]:
    """Return the box of each cell; they are as square as can be."""
    high, wide = len(shape.rows), len(shape.rows[0])
    tall = next(n for n in range(isqrt(wide), 0, -1) if wide % n == high % n == 0)
    broad = wide // tall
    labels, across = {}, wide // broad
    for cell in range(shape.cells):
        row, column = divmod(cell, wide)
        labels[cell] = _label(row // tall * across + column // broad)
    return labels


def _label(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[number] if number < len(letters) else f"b{number}"


def generate(request: GenerateRequest) -> Iterator[Struct]:
    """Yield a puzzle.

    Raises:
        UserError: no such puzzles are made.
    """
    cells = request.columns * request.rows
    if cells > task.bounds.cells:
        raise fail(f"the board has {cells} cells, and this server takes {task.bounds.cells}")
    if request.genre not in GENRES:  # a name is no path on this machine
        raise fail(f"no puzzles of genre '{request.genre}' are made here")
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
    with make_executor(None) as executor:
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
    """Return the options of a generator; unknown names and values of other types are refused."""
    known = {option.name: option for option in _description(name, genre).options}
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


def generators(_: None) -> Iterator[list[a.GeneratorDescription]]:
    """Yield what puzzles of each genre can be made, with the texts of ``nlc generate``."""
    yield [_description(name, GENRES.get(name)) for name in GENRES.names()]


def _description(name: str, genre: Genre) -> a.GeneratorDescription:
    """Return what puzzles of a genre can be made."""
    options = [_option(option) for option in genre.options if option.group != "board"]
    if genre.settings:
        (rules,) = describe(name)
        options += [
            a.GeneratorOption(
                name=item.name,
                kind="flag",
                choices=[],
                text=item.text,
                default=item.default == "true",
                setting=True,
            )
            for item in rules.options
            if item.type == "bool"
        ]
    return a.GeneratorDescription(genre=name, tilings=TILINGS.names(), options=options)


def _option(option: Option) -> a.GeneratorOption:
    kinds: dict[str, Literal["flag", "int", "choice"]] = {
        "flag": "flag",
        "number": "int",
        "text": "choice",
    }
    return a.GeneratorOption(
        name=option.name,
        kind=kinds[option.kind],
        choices=list(option.choices),
        text=option.text,
        default=option.on,
    )
