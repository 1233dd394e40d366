"""Makes booklets of puzzles: their order, rules, examples and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from nlc.convert import convert_puzzle, find_solution
from nlc.drivers.base import Limits
from nlc.errors import UserError
from nlc.formats.penpa.drawing import pack
from nlc.ir.elaborate.program import elaborate, elaborate_drawing
from nlc.language.resolve import Puzzle
from nlc.loading import parse_puzzles
from nlc.pictures.booklet import MOST_CODED, STYLE, Booklet, Entry, Layout, Section
from nlc.pictures.drawing import Drawing, draw
from nlc.process.own_limits import OwnLimitError, within
from nlc.publishing.works import Work, author_of, caption, genre_title, rules_of

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
    return f"{place}#p={pack(text).rstrip('=').replace('+', '-').replace('/', '_')}"


Order = Literal["genre", "grade", "given"]
"""How puzzles follow one another: each genre begins a page with its rules, and has its easiest
puzzle first; or the easiest puzzle of all comes first; or as in the files."""


class Plan(Struct, frozen=True):
    """The options of a booklet.

    Attributes:
        title: of all; empty: the genres.
        author: of the puzzles, or an empty text.
        date: as it is to be printed, or an empty text.
        order: how puzzles follow one another.
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
        rules = rules_of(each.puzzle, elaborate_drawing(each.puzzle)[0])
        groups.setdefault((genre_title(each.puzzle), rules), []).append(each)
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
    title = plan.title or title_of(names, len(works))
    links = (entry.link for section in sections for entry in section.entries)
    long = plan.link != PUZZLINK and any(len(link) > MOST_CODED for link in links)
    link = plan.link or "" if long else ""
    return Booklet(title, sections, plan.author, plan.date, plan.layout, link)


def title_of(names: Sequence[str], count: int) -> str:
    """Return a title for a booklet without one."""
    if len(names) > 3:
        return f"{count} puzzles of {len(names)} genres"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _entries(works: Sequence[Work], plan: Plan) -> Iterator[Entry]:
    for each in works:
        author, title = author_of(each.puzzle), each.puzzle.title
        title = f"{title}, by {author}" if author else title
        yield Entry(
            draw(each.program, None, plan.style),
            caption(each.puzzle, each.program, each.grade.level),
            draw(each.program, each.solution, plan.style),
            title if plan.titles else "",
            (address(each.puzzle, plan.link) if plan.link else None) or "",
        )


def _example(puzzle: Puzzle, style: str) -> tuple[Drawing, ...]:
    """Return the example of a puzzle's genre, and solved; nothing if its options are others."""
    title = f"example of {puzzle.rules.name}"
    try:
        (found,), _ = parse_puzzles(puzzle.rules.span.source, "nl", chosen=title, examples="all")
        program = elaborate(found)
        if program.options != elaborate_drawing(puzzle)[0].options:
            return ()
        with within(Limits(5.0)):
            solution = find_solution(found, program)
    except (UserError, OwnLimitError):
        return ()
    return draw(program, None, style), draw(program, solution, style)
