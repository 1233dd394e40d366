"""What the arguments of ``nlc generate slitherlink`` ask for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from nlc.errors import fail
from nlc.generate.ahead import DEEPEST, deep_levels, depth_of
from nlc.generate.draft import ANY
from nlc.generate.shape import blank
from nlc.generate.slitherlink.batch import Order
from nlc.generate.slitherlink.clues import Removal
from nlc.generate.slitherlink.grade import LEVELS
from nlc.generate.slitherlink.regions import RINGS
from nlc.generate.slitherlink.scale import Line

NUMBERLINK_ONLY = ("method", "pairs", "trivial", "isolated", "parity", "balance", "board", "puzzle")
SLITHERLINK_ONLY = ("open", "diagonal", "bisect", "failures")
"""Options by the name of their argument."""

_FLAGS = ("trivial", "open", "diagonal", "bisect")
"""Those that are False where they were not given; the others are None."""

_MOST_CELLS = 10_000


def refuse_options(args: argparse.Namespace, names: tuple[str, ...], genre: str) -> None:
    """Refuse options that are for another genre.

    Raises:
        UserError: one of them was given.
    """
    for name in names:
        value = getattr(args, name)
        if value is not None and (value or name not in _FLAGS):
            raise fail(f"--{name} is for {genre}, not for {args.genre}")


def depth_of_grade(args: argparse.Namespace, levels: Sequence[str]) -> int:
    """Return how far ahead the grader is to look.

    Args:
        args: of the command.
        levels: those of the genre.

    Raises:
        UserError: the genre has no such level, no such depth tells it, or nothing is graded.
    """
    if args.difficulty is None:
        if args.depth is not None:
            raise fail("--depth is for grades", hint="--difficulty any grades the puzzles")
        return 1
    if args.difficulty not in (ANY, *deep_levels(levels, DEEPEST)):
        hint = f"its levels: {', '.join(deep_levels(levels, DEEPEST))}"
        raise fail(f"{args.genre} has no level '{args.difficulty}'", hint=hint)
    least = depth_of(args.difficulty)
    depth: int = least if args.depth is None else args.depth
    if depth < least:
        raise fail(f"the level {args.difficulty} takes --depth {least} or more")
    return depth


def order(args: argparse.Namespace, tiling: str, cols: int, rows: int) -> Order:
    """Return what is to be made.

    Args:
        args: of the command.
        tiling: of the board.
        cols: of the board.
        rows: likewise.

    Raises:
        UserError: no such puzzles are made.
    """
    refuse_options(args, NUMBERLINK_ONLY, "numberlink")
    if args.group != 2:
        raise fail("--group is for numberlink, not for slitherlink")
    if args.settings:
        raise fail("no option of slitherlink can be set", hint="puzzles are made with full=false")
    if min(cols, rows) < 2:
        raise fail("slitherlink puzzles are made of two rows and two columns or more")
    if cols * rows > _MOST_CELLS:
        raise fail(f"slitherlink puzzles are made on boards of at most {_MOST_CELLS} cells")
    depth = depth_of_grade(args, LEVELS)
    if tiling not in RINGS:
        raise fail(f"slitherlink puzzles are made on {', '.join(RINGS)}, not on {tiling}")
    if args.diagonal and tiling == "hex":
        raise fail("--diagonal means nothing on hexagons: those that meet share a side")
    line = Line(tiling, rows, cols, args.open, args.diagonal)
    removal = Removal(args.bisect, args.failures)
    shape = blank(tiling, cols, rows)
    return Order(shape, line, removal, args.difficulty, args.seed, args.count, args.jobs, depth)
