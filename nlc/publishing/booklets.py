"""Makes booklets of puzzles: their order, rules, examples and addresses."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import Struct

from nlc.convert import convert_puzzle
from nlc.drivers.base import Limits
from nlc.errors import UserError
from nlc.generating.batch import Batch
from nlc.generating.genre import Generator, genre, maker_of
from nlc.generating.options import SETTINGS
from nlc.generating.shape import blank, parse_size
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.files import stock_genres
from nlc.language.literals import read_literal
from nlc.language.resolve import Puzzle
from nlc.pictures.booklet import STYLE, Booklet, Entry, Layout, Section
from nlc.pictures.drawing import Drawing, draw
from nlc.process.own_limits import narrowed
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError
from nlc.publishing.works import Work, author_of, caption, genre_title, rules_of

SIZES = "6x6", "4x4", "8x8"
"""Sizes of examples; the first one on which a puzzle can be made is taken."""

_SEED, _TRIES, _LIMITS = 1, 20, Limits(5.0)
"""For examples of one size."""


def example(puzzle: Puzzle) -> tuple[Program, Assignment] | None:
    """Return a small puzzle of the rules of another, with its options, and its solution.

    House rules are left out. There is none for a genre that cannot be made on squares.
    """
    for size in SIZES:
        try:
            generator = _generator(puzzle, size)
            (made,) = stream(partial(_make, generator), narrowed(_LIMITS))
        except (UserError, WorkerStoppedError):
            continue
        if made is not None:
            return elaborate(generator.rules.puzzle(made.body, "an example")), made.solution
    return None


def _generator(puzzle: Puzzle, size: str) -> Generator:
    """Return a generator of puzzles with the rules of another."""
    name, made = maker_of(puzzle.genre)
    request = dict[str, Any](made)
    if name not in stock_genres():
        name = f"{puzzle.rules.span.source.path}:{puzzle.rules.name}"
    found, options = genre(name), puzzle.rules.options
    settings = {
        each: read_literal(options[each].type, item.value, each)
        for each, item in puzzle.settings.items()
        if each in found.settings
    }
    if any(option.name == "unique" for option in found.options):
        request["unique"] = True
    if settings:
        request[SETTINGS] = settings
    return found.generator(blank("square", *parse_size(size)), request)


def _make(generator: Generator) -> Iterator[Any]:
    batch = Batch(generator, _SEED)
    made = (batch.attempt(1, number)[0] for number in range(_TRIES))
    yield next((puzzle for puzzle in made if puzzle is not None), None)


PUZZLINK = "puzz.link"
"""The place whose addresses are URLs of pzpr."""


def address(puzzle: Puzzle, place: str) -> str | None:
    """Return the address that opens a puzzle; None if its format cannot hold it.

    Args:
        place: `PUZZLINK`, or where a page of ``nlc serve`` is, such as ``http://localhost:8700/``.
    """
    try:
        if place == PUZZLINK:
            return convert_puzzle(puzzle, "pzpr").strip()
        text = convert_puzzle(puzzle, "nl")
    except UserError:
        return None
    # As `packed` in nlc/serve/static/app/link.js.
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(text.encode()) + deflate.flush()
    return f"{place}#p={urlsafe_b64encode(packed).decode().rstrip('=')}"


Order = Literal["genre", "grade", "given"]

ORDERS: dict[Order, str] = {
    "genre": "each genre begins a page with its rules, and has its easiest puzzle first",
    "grade": "the easiest puzzle comes first",
    "given": "as in the files",
}
"""How puzzles follow one another; the default first."""


class Plan(Struct, frozen=True):
    """The options of a booklet.

    Attributes:
        title: of all; empty: the genres.
        author: of the puzzles, or an empty text.
        date: as it is to be printed, or an empty text.
        order: a name in `ORDERS`.
        titles: whether the titles of the puzzles are printed.
        rules: whether the rules are printed.
        link: where an address opens the puzzles, as `nlc.publishing.booklets.address` takes it, or
            None.
        style: of the pictures.
    """

    title: str = ""
    author: str = ""
    date: str = ""
    order: Order = "genre"
    titles: bool = False
    rules: bool = True
    link: str | None = None
    style: str = STYLE
    layout: Layout = Layout()


def compose(
    works: Sequence[Work], plan: Plan, report: Callable[[str], object] = lambda title: None
) -> Booklet:
    """Return the booklet of some puzzles.

    Args:
        report: called with the name of each genre before its example is made.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[Work]] = {}
    for each in works:
        groups.setdefault((genre_title(each.puzzle), rules_of(each.puzzle)), []).append(each)
    sections = list[Section]()
    apart = plan.order == "genre"
    names = list(dict.fromkeys(name for name, _ in groups))
    for (name, rules), members in sorted(groups.items(), key=lambda item: names.index(item[0][0])):
        report(name)
        entries = _entries(sorted(members, key=lambda each: each.rank), plan) if apart else ()
        shown = _example(members[0].puzzle, plan.style) if plan.rules else ()
        sections.append(Section(name, rules if plan.rules else (), shown, tuple(entries)))
    if not apart:
        ordered = sorted(works, key=lambda each: each.rank) if plan.order == "grade" else works
        sections = [*sections, Section(entries=tuple(_entries(ordered, plan)))]
        sections = [each for each in sections if each.entries or plan.rules]
    title = plan.title or _title(names, len(works))
    return Booklet(title, sections, plan.author, plan.date, plan.layout)


def _title(names: Sequence[str], count: int) -> str:
    """Return a title for a booklet without one."""
    if len(names) > 3:
        return f"{count} puzzles of {len(names)} genres"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _entries(works: Sequence[Work], plan: Plan) -> Iterator[Entry]:
    for each in works:
        yield Entry(
            draw(each.program, None, plan.style),
            caption(each.puzzle, each.program, each.grade.level),
            draw(each.program, each.solution, plan.style),
            _title_of(each.puzzle) if plan.titles else "",
            (address(each.puzzle, plan.link) if plan.link else None) or "",
        )


def _title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle, with its author if its text names one."""
    author = author_of(puzzle)
    return f"{puzzle.title}, by {author}" if author else puzzle.title


def _example(puzzle: Puzzle, style: str) -> tuple[Drawing, ...]:
    found = example(puzzle)
    if found is None:
        return ()
    program, solution = found
    return draw(program, None, style), draw(program, solution, style)
