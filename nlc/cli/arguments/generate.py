"""The arguments of ``nlc generate``."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.cli.arguments.common import command, execution, whole

_EPILOG = """\
methods of numberlink (--method):
  solution  a random solution; with --unique, its ends move until it is the only one (default)
  loops     large boards of squares, woven; paths keep off themselves (touch=false)
  scatter   any board; labels at random places until there is a solution
  domino    boards without bridges; dominoes turned at random, then joined
  path      boards without bridges; paths grown one after the other

examples:
  nlc generate numberlink 10x10 --unique -n 20 -o out.nl    twenty boards with one solution each
  nlc generate numberlink 40x40 --method loops              a large board, drawn on a terminal
  nlc generate numberlink 8x6 --tiling hex --seed 7         the same seed makes the same board
  nlc generate numberlink --board holes.nl --pairs 5        on the board of a puzzle, without clues
  nlc generate numberlink 9x9 --format thesis --report      in another program's format
  nlc generate slitherlink 10x10 -n 20 -o out.nl            loops, no clue of which can go
  nlc generate slitherlink 9x9 --tiling hex --open          a line from the rim to the rim

levels (--difficulty), by what settles the last segment. numberlink: counts at cells; what no path
may do round a corner; colours and rings; looking one contradiction ahead, or K (look-ahead-K);
search. slitherlink: counts at cells and vertices; inside and outside (regions); no early ring
(loops); looking ahead likewise; search

Ctrl-C keeps the puzzles that are done.

exit status: 0 all puzzles were made, 2 the wish is wrong or impossible, 3 some puzzles were given
up, 1 nlc is at fault, 130 interrupted
"""


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "generate", "make puzzles, each with a solution that was checked")
    made.epilog = _EPILOG
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("genre", metavar="GENRE", help="numberlink or slitherlink")
    made.add_argument("size", nargs="?", metavar="SIZE", help="columns x rows, such as 10x10")
    made.add_argument("--method", metavar="NAME", help="how they are made; see below")
    made.add_argument(
        "--pairs",
        type=whole,
        metavar="P",
        help="pairs (default: near the square root of the cells, as far as they fit)",
    )
    made.add_argument(
        "--group",
        type=whole,
        default=2,
        metavar="G",
        help="cells with the same label, all on one path (default: 2; more make multilink)",
    )
    made.add_argument(
        "--unique",
        action="store_true",
        help="prove that there is one solution only (always so for slitherlink)",
    )
    made.add_argument(
        "--trivial", action="store_true", help="allow pairs of neighbours joined by one segment"
    )
    made.add_argument("--seed", type=int, default=1, metavar="S", help="another one, other puzzles")
    made.add_argument("-n", dest="count", type=whole, default=1, metavar="N", help="how many")
    made.add_argument("--jobs", type=whole, default=1, metavar="J", help="processes to make them")
    execution(made)
    made.add_argument(
        "--tiling", default=None, metavar="NAME", help="square (default), hex or triangle"
    )
    made.add_argument(
        "--board", metavar="FILE", help="put them on the board of a puzzle, with its options"
    )
    made.add_argument("--puzzle", metavar="NAME", help="title, or number from 1, of that puzzle")
    made.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the genre, such as touch=false (may be repeated)",
    )
    made.add_argument(
        "--difficulty",
        choices=(
            *("any", "counts", "corners", "colours", "regions", "loops", "look-ahead"),
            *("look-ahead-2", "look-ahead-3", "search"),
        ),
        help="grade the puzzles, and keep those of one level; implies --unique",
    )
    made.add_argument(
        "--depth",
        type=int,
        choices=(1, 2, 3),
        metavar="K",
        help="look up to K segments ahead to grade, 1 (default) to 3",
    )
    made.add_argument(
        "--open",
        action="store_true",
        help="slitherlink: a line from an inlet to an outlet instead of a loop",
    )
    made.add_argument(
        "--diagonal",
        action="store_true",
        help="slitherlink: a line with less plain area, also seen diagonally",
    )
    made.add_argument(
        "--bisect",
        action="store_true",
        help="slitherlink: take away the first clues by binary search",
    )
    made.add_argument(
        "--failures",
        type=whole,
        metavar="F",
        help="slitherlink: stop when F clues could not go (default: when every one was tried)",
    )
    for switch, text in (
        ("isolated", "reject placements that shut a cell in (default: on)"),
        ("parity", "reject half of the placements by the parity of the board's two colours"),
        ("balance", "reject more by the numbers of both colours (default: on, if it has two)"),
    ):
        made.add_argument(
            f"--{switch}", action=argparse.BooleanOptionalAction, help=f"scatter: {text}"
        )
    made.add_argument("-o", "--output", default="-", metavar="OUT", help="file, or - (default)")
    made.add_argument(
        "--format",
        metavar="FORMAT",
        help="nl, text, thesis, flow, loopy or pzpr (default: by the extension of OUT, else nl)",
    )
    made.add_argument("--solution", action="store_true", help="write the solution too")
    made.add_argument("--report", action="store_true", help="tell lengths, turns, tries and times")
    made.add_argument("--ascii", action="store_true", help="draw with plain characters")
    made.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (auto: on a terminal)",
    )
