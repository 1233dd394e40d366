"""Puzzles that a generator makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from nlc.board.tilings import TILINGS
from nlc.errors import Source, UserError, fail, suggest
from nlc.generating.batch import Batch
from nlc.generating.genre import GENRES, OPEN, Genre, maker_of
from nlc.generating.genre import genre as find_genre
from nlc.generating.made import RuleText
from nlc.generating.open.genre import OpenGenre
from nlc.generating.options import SETTINGS, Option
from nlc.generating.progress import progress_of, share_progress
from nlc.generating.shape import blank
from nlc.generating.writer import Writer
from nlc.language.catalogue import describe, entries, stock_rules
from nlc.language.parser import parse
from nlc.language.wishes import usual_side
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.process.cluster import make_executor
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.inputs import PATH
from nlc.serve.requests import GenerateRequest
from nlc.serve.task import limits_left, report

_TEXT_PATH = "/dev/null/puzzle"
"""The path of a text from a request. Its folder is empty, so the text can use stock files alone."""


def generate(request: GenerateRequest) -> Iterator[Struct]:
    """Yield a puzzle, or a message that none was found within the limits.

    Raises:
        UserError: the genre or an option is unknown, or the board is too large.
    """
    cells = request.columns * request.rows
    if cells > task.bounds.cells:
        raise fail(f"the board has {cells} cells, and this server takes {task.bounds.cells}")
    if not request.genre.isidentifier():  # such as a path of this machine
        raise fail(f"'{request.genre}' is not the name of a genre")
    genre, rules = _genre(request)
    options = _parse_options(request.genre, genre, _settings(request.genre, genre, rules), request)
    shape = blank(request.tiling, request.columns, request.rows)
    seed = 1 if request.seed is None else request.seed
    batch = Batch(genre.generator(shape, options), seed, 1, limits_left(request.seconds).seconds)
    writer = Writer(batch)
    share_progress()

    def report_counts(number: int, counts: Mapping[str, int]) -> None:
        done, work = progress_of(number)
        tries = counts.get("tries", 0)
        report("generate", _outcomes(counts) if tries else "", done=done / work if work else None)

    report("generate")
    with make_executor(None) as executor:
        (item,) = batch.items(executor, report_counts)
    if item.puzzle is None:
        late = f" in {item.seconds:.0f} s" if item.timeout else ""
        advice = batch.generator.advice(item.counts)
        yield a.Stopped(
            reason="not-found",
            message=f"no such puzzle was found{late}: {_outcomes(item.counts)}",
            hint=task.without_options(advice or "") or None,
            seconds=0.0,
        )
        return
    program, _ = writer.board(item)
    text = writer.text(item)
    if rules is not None:
        text = text.replace(rules.head, "", 1)
    yield a.GeneratedPuzzle(
        text=text.rstrip("\n") + "\n",
        seed=seed,
        unique=item.puzzle.unique,
        grade=None if item.puzzle.grade is None else str(item.puzzle.grade),
        svg=svg(draw(program, None, request.style)),
        buffered=False,
    )
    yield a.Done(seconds=0.0)


def _outcomes(counts: Mapping[str, int]) -> str:
    """Return the number of attempts and their outcomes, in words."""
    tries = counts.get("tries", 0)
    kinds = ", ".join(f"{count} {name}" for name, count in counts.items() if name != "tries")
    text = f"{tries} attempt{'s' * (tries != 1)}" if tries else "the first attempt has not ended"
    return f"{text} ({kinds})" if kinds else text


def _genre(request: GenerateRequest) -> tuple[Genre, RuleText | None]:
    """Return the genre of a request, and its rules if the request has a text."""
    if request.text is None:
        method = request.options.get("method")
        return _find_genre(request.genre, method if isinstance(method, str) else None), None
    lines = request.text.removeprefix("\ufeff").splitlines()
    tree = parse(Source(PATH, "\n".join(lines)))
    for span in (puzzle.span for puzzle in reversed(tree.puzzles)):  # lines keep their numbers
        rest = [""] * (span.end_line - span.line + 1)
        rest[0] = lines[span.line - 1][: span.column - 1]
        rest[-1] += lines[span.end_line - 1][span.end_column - 1 :]
        lines[span.line - 1 : span.end_line] = rest
    rules = RuleText(request.genre, "\n".join([*lines, ""]), _TEXT_PATH)
    _ = rules.rules  # raises an error if the genre is not defined
    return OpenGenre(rules), rules


def _find_genre(name: str, method: str | None = None) -> Genre:
    return find_genre(maker_of(name)[0], method)


def _settings(name: str, genre: Genre, rules: RuleText | None) -> list[str]:
    """Return the names of the options of the rules that can be set."""
    if rules is not None:
        return list(rules.rules.options)
    if not genre.settings:
        return []
    (spec,) = describe(maker_of(name)[0])
    special = not isinstance(genre, OpenGenre)
    return [item.name for item in spec.options if item.type == "bool" or not special]


def _available_options(genre: Genre) -> list[Option]:
    """Return the options that clients may set: none that names a file of this machine."""
    found = [each for each in genre.options if each.group != "board"]
    if isinstance(genre, OpenGenre):  # its puzzles are always unique
        found = [each for each in found if each.name != "unique"]
    found = [each for each in found if (each.kind, each.metavar) != ("text", "FILE")]
    return [each for each in found if each.name != "method" or len(each.choices) > 1]


def _parse_options(
    name: str, genre: Genre, settings: Sequence[str], request: GenerateRequest
) -> dict[str, Any]:
    """Return the options of a generator."""
    known = {option.name: option for option in _available_options(genre)}
    _, usual = maker_of(name)
    out: dict[str, Any] = {}
    for option, value in {**usual, **request.options}.items():
        if option in known:
            spec = known[option]
            _require_value(spec, value)
            if value is not False or spec.on:
                out[option] = value
        elif option in settings:
            if isinstance(value, str) and not value.isidentifier():
                raise fail(f"'{value}' is not a value of '{option}'")
            if not isinstance(genre, OpenGenre) and not isinstance(value, bool):
                raise fail(f"'{option}' is true or false")
            out.setdefault(SETTINGS, {})[option] = value
        elif (option, value) != ("method", OPEN):
            names = [*known, *settings]
            hint = suggest(option, names) or f"its options: {', '.join(names)}"
            raise fail(f"generating {name} has no option '{option}'", hint=hint)
    return out


def _require_value(option: Option, value: object) -> None:
    """Check the type of the value of an option."""
    if option.kind == "flag":
        valid, expected = isinstance(value, bool), "true or false"
    elif option.kind == "number":
        valid = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        expected = "a whole number from 1 up"
    elif option.choices:
        choices = option.choices
        valid, expected = value in choices or value == OPEN, f"one of {', '.join(choices)}"
    else:
        valid, expected = isinstance(value, str), f"a text such as {option.metavar}"
    if not valid:
        raise fail(f"'{option.name}' is {expected}")


def generators(_: None) -> Iterator[list[a.GeneratorDescription]]:
    """Yield the generators of all genres, with the help of ``nlc generate``."""
    names = {entry.name for entry in entries() if entry.problem is None} | set(GENRES.names())
    yield [_description(name) for name in ("", *sorted(names))]


def _description(name: str) -> a.GeneratorDescription:
    """Return the generator of a genre."""
    special = maker_of(name)[0] in GENRES
    genre = _find_genre(name) if special else OpenGenre(RuleText(name))  # loads no file anew
    options = [_option(option) for option in _available_options(genre)]
    for option in options:
        if option.name == "method" and _has_open_method(name):
            option.choices.append(OPEN)
    return a.GeneratorDescription(
        genre=name,
        tilings=TILINGS.names(),
        options=options,
        settings=_settings(name, genre, None) if name else [],
        usual=usual_puzzle(name),
    )


def _has_open_method(name: str) -> bool:
    """Return whether puzzles of a genre can also be made by the method for all genres."""
    try:
        _find_genre(name, OPEN).generator(blank("square", 4, 4), {})
    except UserError:
        return False
    return maker_of(name)[0] == name


def usual_puzzle(name: str) -> a.UsualPuzzle:
    """Return the size and the options of a usual puzzle of a genre."""
    side, (_, options) = usual_side(stock_rules(name)), maker_of(name)
    options = GENRES.get(name).habits.usual if name in GENRES else options
    return a.UsualPuzzle(columns=side, rows=side, options={**options})


def _option(option: Option) -> a.GeneratorOption:
    kinds: dict[str, Literal["flag", "int", "choice", "text", "rows"]] = {
        "flag": "flag",
        "number": "int",
        "text": "choice" if option.choices else "text",
    }
    kind = kinds.get(option.kind, "rows")
    return a.GeneratorOption(
        name=option.name,
        kind=kind,
        choices=list(option.choices),
        text=option.help if kind in ("text", "rows") else option.text,
        default=option.on,
    )
