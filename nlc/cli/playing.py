"""``--play``: puzzles as an HTML file that plays them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from nlc.cli import common
from nlc.cli.console import print_message
from nlc.cli.progress import Progress
from nlc.drivers.base import Limits
from nlc.errors import Diagnostics, UserError, fail
from nlc.files import NUMBER, atomic_writer
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import OwnLimitError, narrowed, within

PLAY = """
--play  write an HTML file that plays, without a server
~--no-hints  with --play: without hints, whose steps are the solution
~--as-link  with --play: print a link for each puzzle, which plays without hints
~--share-base URL  with --as-link: the page of the documents that opens links (default:
    $NLC_SHARE_BASE)
"""

SECONDS = 60.0
"""The time for the hints of a puzzle, where no limit is given."""


def require_page(args: argparse.Namespace, inputs: Sequence[str | None]) -> None:
    """Refuse ``--play`` where something else than a page is to be written, before any work."""
    if args.as_link and not share_base(args):
        raise fail("a link needs the address of the page that opens it", hint="--share-base URL")
    if args.format not in (None, "text", "nl", "html"):
        raise fail(f"--play writes HTML, not {args.format.upper()}")
    args.format = "html"
    if not args.as_link:
        common.require_pictures(args, inputs)


def share_base(args: argparse.Namespace) -> str:
    """Return the address of the page that opens links, without a fragment; empty: none is known."""
    base = str(args.share_base or os.environ.get("NLC_SHARE_BASE", "")).partition("#")[0]
    if base and not base.startswith(("http://", "https://")):
        raise fail(f"'{base}' is no address of a page", hint="--share-base https://…/play.html")
    return base


def write_pages(
    args: argparse.Namespace,
    puzzles: Sequence[tuple[Puzzle, str]],
    title: str,
    broken: Diagnostics,
) -> int:
    """Write a file that plays, or one for each puzzle, and return how many puzzles play.

    Args:
        puzzles: each with a note for the list of puzzles.
        title: of several puzzles.
        broken: gets what is wrong with puzzles that are left out.
    """
    from nlc.playing.page import link, page, sheet

    limits = common.limits_of(args)
    limits = narrowed(Limits(SECONDS)) if limits.seconds is None else limits
    sheets, hints = [], not (args.no_hints or args.as_link)
    with Progress(len(puzzles)) as progress:
        for puzzle, note in puzzles:
            progress.step(puzzle.title)
            try:
                with within(common.limits_of(args)):
                    sheets.append(sheet(puzzle, note, hints, limits))
            except UserError as error:
                broken.absorb(error)
                continue
            except OwnLimitError as stop:
                print_message(f"nlc: {puzzle.title}: {stop}")
                continue
            if hints and not sheets[-1]["steps"]:
                progress.clear()
                why = "no way to the only solution was found"
                print_message(f"nlc: {puzzle.title}: it plays without hints: {why}")
    if args.as_link:
        print(*(link(each, share_base(args)) for each in sheets), sep="\n")
        return len(sheets)
    parts = [[each] for each in sheets] if NUMBER in args.out else [sheets] if sheets else []
    for number, part in enumerate(parts, 1):
        with atomic_writer(args.out.replace(NUMBER, str(number))) as stream:
            stream.write(page(part, part[0]["told"].title if len(part) == 1 else title))
    return len(sheets)
