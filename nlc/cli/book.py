"""``nlc book``: puzzles as a booklet to print."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_UNDECIDED, print_message
from nlc.cli.parser import whole_number
from nlc.cli.playing import PLAY, require_page, write_pages
from nlc.cli.progress import Progress, task
from nlc.errors import Diagnostics, UserError, fail
from nlc.files import NUMBER
from nlc.pictures import PICTURES, Picture
from nlc.pictures.booklet import MOST_PER_PAGE, NO_QR, PAPERS, PER_PAGE, STYLE, Layout, has_qr
from nlc.pictures.gallery import write_booklet
from nlc.process.own_limits import OwnLimitError
from nlc.publishing.booklets import Plan, compose, title_of
from nlc.publishing.works import Task, Work, genre_title, works

EPILOG = """\
examples:
  nlc book mine.nl yours.nl -o book.pdf --title 'Sunday puzzles' --author Ada
  nlc book mine.nl -o book.html --per-page 2 --paper letter --large
  nlc book mine.nl -o book.pdf --link puzz.link     with QR codes
  nlc book mine.nl -o play.html --play              a file that plays, without a server

each puzzle has its number, its size and its grade; small solutions are at the end. Puzzles
without solution are left out.

exit status: 0 all puzzles are printed, 2 something is wrong with the input, 3 puzzles were
left out that were not solved within the limits
"""


_USABLE = PICTURES.available(lambda name, _: Picture(name, "", lambda drawings: b""))

WITH_PAGES = [each.name for each in _USABLE if each.booklet is not None]
"""The picture formats that have pages."""

ARGUMENTS = f"""
FILE+  puzzle files, or -
{common.PUZZLES}{common.limits()}
booklet:
--title TEXT  of the booklet (default: the genres)
--author TEXT  who made the puzzles
~--date TEXT  as it is to be printed (default: today)
--per-page K  puzzles on a page, 1 to {MOST_PER_PAGE} (default: {PER_PAGE}; 1 with --large)
--paper {"|".join(PAPERS)} [a4]  default: a4
--large  large letters and large boards
--order genre|grade|given [genre]  genre: each begins a page with its rules, and has its easiest
    puzzle first (default); grade: the easiest first, all rules before them; given: as in the files
~--titles  print the titles of the puzzles
~--no-rules  print neither rules nor examples
--link WHERE  a QR code that opens the puzzle: at puzz.link, or on a page of nlc serve whose address
    is WHERE, such as http://example.org/; one code of WHERE where links are too long
output:
--format {"|".join(WITH_PAGES)}  default: by the extension of OUT
{common.OUT}
{common.style()}
{PLAY.strip()}
~--quiet  report only mistakes
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if a puzzle could not be printed."""
    if args.play:
        require_page(args, args.files)
    args.format = args.format or common.format_named(args.out)
    if args.format not in WITH_PAGES:
        formats = " or ".join(WITH_PAGES)
        raise fail("a booklet is written as HTML or PDF", hint=f"add --format {formats}")
    common.require_pictures(args, args.files)
    broken = Diagnostics()
    tasks = [Task(puzzle) for _, read in common.load_inputs(args, broken) for puzzle in read]
    count = write_puzzles(args, tasks, _plan(args), broken)
    if count and not args.quiet and args.out != "-":
        print_message(f"{count} puzzle{'s' * (count > 1)} in {args.out}")
    return common.conclude(args, broken, EXIT_DECIDED if count == len(tasks) else EXIT_UNDECIDED)


def _link(text: str) -> str:
    if text == "puzz.link" or text.startswith(("http://", "https://")):
        return text
    raise argparse.ArgumentTypeError(f"'{text}' is neither puzz.link nor begins with http")


_ON_A_PAGE = whole_number(f"a number from 1 to {MOST_PER_PAGE}", 1, MOST_PER_PAGE)
KINDS = {"per_page": _ON_A_PAGE, "link": _link}


def today() -> str:
    """Return the date of today as it is printed."""
    return f"{date.today():%-d %B %Y}"


def write_puzzles(
    args: argparse.Namespace, tasks: Sequence[Task], plan: Plan, broken: Diagnostics
) -> int:
    """Write a booklet of puzzles, or one for each of them, and return how many it has.

    What is wrong with puzzles that are left out goes to `broken`.

    Raises:
        UserError: a file cannot be written.
    """
    quiet = getattr(args, "quiet", False) or common.on_screen(args.out)
    found = list[Work]()
    with Progress(0 if quiet else len(tasks)) as progress:
        results = works(tasks, progress.step, common.limits_of(args))
        for one, each in zip(tasks, results, strict=True):
            if isinstance(each, UserError):
                broken.absorb(each)
                continue
            if isinstance(each, OwnLimitError):
                progress.clear()
                print_message(f"nlc: {one.puzzle.title}: {each}")
                continue
            found.append(each)
            if each.grade.status == "several solutions":
                progress.clear()
                print_message(
                    f"nlc: {each.puzzle.title}: it has several solutions, of which one is printed"
                )
    if args.play:
        names = list(dict.fromkeys(genre_title(each.puzzle) for each in found))
        if plan.order == "genre":
            found.sort(key=lambda each: (names.index(genre_title(each.puzzle)), each.rank))
        elif plan.order == "grade":
            found.sort(key=lambda each: each.rank)
        title = plan.title or title_of(names, len(found))
        return write_pages(args, [(x.puzzle, x.grade.level or "") for x in found], title, broken)
    files = [[each] for each in found] if NUMBER in args.out else [found] if found else []
    for number, members in enumerate(files, 1):
        with Progress(0 if quiet else 1) as progress:
            book = compose(members, plan, lambda name: progress.step(f"an example of {name}"))
        with task("drawing", quiet=quiet, delay=0):
            write_booklet(args.format, book, args.out.replace(NUMBER, str(number)))
        entries = [entry for section in book.sections for entry in section.entries]
        lacking = sum(not entry.link for entry in entries)
        if plan.link and lacking:
            print_message(
                f"nlc: {lacking} of {len(entries)} puzzles have no address at {plan.link}"
            )
        if book.link:
            print_message(f"nlc: links are too long for QR codes; one leads to {book.link}")
    if plan.link and not has_qr():
        print_message(f"nlc: {NO_QR}; there are links alone")
    return len(found)


def _plan(args: argparse.Namespace) -> Plan:
    per_page = args.per_page or (1 if args.large else PER_PAGE)
    return Plan(
        title=args.title or "",
        author=args.author or "",
        date=today() if args.date is None else args.date,
        order=args.order,
        titles=args.titles,
        rules=not args.no_rules,
        link=args.link,
        style=args.style or STYLE,
        layout=Layout(per_page, args.paper, args.large),
    )
