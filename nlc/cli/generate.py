"""``nlc generate``: make puzzles."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import PurePath

from nlc.board.tilings import TILINGS
from nlc.cli import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED
from nlc.cli.common import execution, whole
from nlc.cli.console import say
from nlc.cli.generate_slitherlink import SLITHERLINK_ONLY, depth_of_grade, refuse_options
from nlc.cli.generate_slitherlink import order as slitherlink_order
from nlc.cli.progress import Progress
from nlc.engines.problem import Method, refuse_other_rules
from nlc.errors import fail, suggest
from nlc.execute import if_wanted
from nlc.files import atomic_writer
from nlc.formats import FORMATS
from nlc.generate.batch import Order
from nlc.generate.draft import Wish
from nlc.generate.grade import LEVELS
from nlc.generate.job import Item, Job, M, NumberlinkJob
from nlc.generate.shape import Shape, blank, shape_of
from nlc.generate.slitherlink.job import SlitherlinkJob
from nlc.generate.written import Writer
from nlc.load import Setting, load_puzzles
from nlc.process.worker import WorkerStoppedError

_MOST_CELLS = 1 << 20
_SIZE = re.compile(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})")


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


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("genre", metavar="GENRE", help="numberlink or slitherlink")
    parser.add_argument("size", nargs="?", metavar="SIZE", help="columns x rows, such as 10x10")
    parser.add_argument("--method", metavar="NAME", help="how they are made; see below")
    parser.add_argument(
        "--pairs",
        type=whole,
        metavar="P",
        help="pairs (default: near the square root of the cells, as far as they fit)",
    )
    parser.add_argument(
        "--group",
        type=whole,
        default=2,
        metavar="G",
        help="cells with the same label, all on one path (default: 2; more make multilink)",
    )
    parser.add_argument(
        "--unique",
        action="store_true",
        help="prove that there is one solution only (always so for slitherlink)",
    )
    parser.add_argument(
        "--trivial", action="store_true", help="allow pairs of neighbours joined by one segment"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="another one, other puzzles"
    )
    parser.add_argument("-n", dest="count", type=whole, default=1, metavar="N", help="how many")
    parser.add_argument("--jobs", type=whole, default=1, metavar="J", help="processes to make them")
    execution(parser)
    parser.add_argument(
        "--tiling",
        default=None,
        metavar="NAME",
        help=f"{', '.join(TILINGS.names())} (default: square)",
    )
    parser.add_argument(
        "--board", metavar="FILE", help="put them on the board of a puzzle, with its options"
    )
    parser.add_argument("--puzzle", metavar="NAME", help="title, or number from 1, of that puzzle")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the genre, such as touch=false (may be repeated)",
    )
    parser.add_argument(
        "--difficulty",
        choices=(
            *("any", "counts", "corners", "colours", "regions", "loops", "look-ahead"),
            *("look-ahead-2", "look-ahead-3", "search"),
        ),
        help="grade the puzzles, and keep those of one level; implies --unique",
    )
    parser.add_argument(
        "--depth",
        type=int,
        choices=(1, 2, 3),
        metavar="K",
        help="look up to K segments ahead to grade, 1 (default) to 3",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="slitherlink: a line from an inlet to an outlet instead of a loop",
    )
    parser.add_argument(
        "--diagonal",
        action="store_true",
        help="slitherlink: a line with less plain area, also seen diagonally",
    )
    parser.add_argument(
        "--bisect",
        action="store_true",
        help="slitherlink: take away the first clues by binary search",
    )
    parser.add_argument(
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
        parser.add_argument(
            f"--{switch}", action=argparse.BooleanOptionalAction, help=f"scatter: {text}"
        )
    parser.add_argument("-o", "--output", default="-", metavar="OUT", help="file, or - (default)")
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS.names())} (default: by the extension of OUT, else nl)",
    )
    parser.add_argument("--solution", action="store_true", help="write the solution too")
    parser.add_argument(
        "--report", action="store_true", help="tell lengths, turns, tries and times"
    )
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (auto: on a terminal)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.genre == "slitherlink":
        return _make(args, _slitherlink(args))
    order = _order(args)
    return _make(args, NumberlinkJob(order, Writer(order, _format(args), args.solution)))


def _make(args: argparse.Namespace, job: Job[M]) -> int:
    """Make the puzzles and return the exit status."""
    shown = args.output == "-" and sys.stdout.isatty()
    made: list[M] = []
    interrupted: KeyboardInterrupt | None = None
    failed = False
    with (
        if_wanted(args.executor, args.jobs, args.scheduler) as executor,
        atomic_writer(args.output) as stream,
    ):
        try:
            with Progress(job.count) as progress:
                progress.step(job.title(1))
                for item in job.generate(executor):
                    made.append(item)
                    progress.clear()
                    if item.given_up:
                        say(f"nlc: {job.title(item.number)}: given up {_spent(item)}")
                    elif shown:
                        print(_picture(args, job, item), flush=True)
                    else:
                        stream.write(job.text(item).encode())
                    if item.number < job.count:
                        progress.step(job.title(item.number + 1))
        except KeyboardInterrupt as interrupt:  # the file with what is done takes its place
            if not made:  # rather than an empty one
                raise
            interrupted = interrupt
        except (RuntimeError, WorkerStoppedError) as error:  # likewise
            say(f"nlc: puzzle {len(made) + 1}: {error}")
            failed = True
    if args.report and made:
        print(job.report(made), file=sys.stderr if args.output == "-" else sys.stdout)
    if interrupted is not None:
        raise interrupted
    if failed:
        return EXIT_FAILED
    return EXIT_UNDECIDED if any(item.given_up for item in made) else EXIT_DECIDED


def _slitherlink(args: argparse.Namespace) -> SlitherlinkJob:
    """Return the job of making Slitherlink puzzles."""
    return SlitherlinkJob(slitherlink_order(args, *_size(args)), _format(args), args.solution)


def _order(args: argparse.Namespace) -> Order:
    """Return what the arguments ask for, or refuse what nobody can make."""
    from nlc.generate import methods
    from nlc.generate.refuse import refuse

    if args.genre != "numberlink":
        known = "nlc generate makes numberlink and slitherlink"
        hint = suggest(args.genre, ["numberlink", "slitherlink"]) or known
        if args.genre == "multilink":
            hint = "numberlink with --group 3 or more makes them"
        raise fail(f"no puzzles of genre '{args.genre}' are made", hint=hint)
    refuse_options(args, SLITHERLINK_ONLY, "slitherlink")
    depth = depth_of_grade(args, LEVELS)
    name = args.method or methods.DEFAULT
    method = methods.get(name)
    shape, options = _shape(args)
    options = {**method.options, **options, **_options(args.settings)}
    given = {name: getattr(args, name) for name in ("isolated", "parity", "balance")}
    switches = {name: value for name, value in given.items() if value is not None}
    unique = args.unique or args.difficulty is not None
    if args.group < 2:
        raise fail("--group is the number of cells that have one label, 2 or more")
    wish = Wish(
        *(shape, options, args.pairs, unique, args.trivial, switches),
        *(args.difficulty, args.group, depth),
    )
    refuse(wish, method, name)
    return Order(wish, name, args.seed, args.count, args.jobs)


def _shape(args: argparse.Namespace) -> tuple[Shape, dict[str, bool]]:
    """Return the board and the options that come with it."""
    if args.board is None:
        if args.puzzle is not None:
            raise fail("--puzzle chooses a puzzle of the file that --board names")
        return blank(*_size(args)), {}
    for option, given in (("a size", args.size), ("--tiling", args.tiling)):
        if given is not None:
            raise fail(f"{option} and --board exclude each other: a file's board has a form")
    cases, _ = load_puzzles(args.board, chosen=args.puzzle)
    if len(cases) != 1:
        titles = ", ".join(f'"{case.puzzle.title}"' for case in cases[:20])
        hint = f"choose with --puzzle: {titles}" if cases else None
        raise fail(f"{args.board} holds {len(cases)} puzzles", hint=hint)
    (case,) = cases
    if case.puzzle.genre.name != "numberlink" or case.rules.name != "numberlink":
        raise fail("the puzzle of --board must be numberlink", case.puzzle.genre.span)
    hint = "leave them out of the file of --board: they cannot be kept"
    refuse_other_rules(case, Method("nlc generate", hint))
    return shape_of(case), {
        name: item.value.value
        for name, item in case.settings.items()
        if hasattr(item.value, "value") and isinstance(item.value.value, bool)
    }


def _size(args: argparse.Namespace) -> tuple[str, int, int]:
    """Return the tiling, the columns and the rows of a board that the arguments describe."""
    if args.size is None:
        board = "; or --board FILE" if args.genre == "numberlink" else ""
        raise fail("the size is missing", hint=f"columns x rows, such as 10x10{board}")
    tiling = args.tiling or "square"
    if tiling not in TILINGS:
        raise TILINGS.unknown(tiling)
    size = _SIZE.fullmatch(args.size)
    if size is None:
        raise fail(
            f"'{args.size}' is no size", hint="columns x rows, such as 10x10, up to 99999 each"
        )
    cols, rows = int(size[1]), int(size[2])
    if cols * rows > _MOST_CELLS:
        raise fail(f"puzzles are made on boards of at most {_MOST_CELLS} cells")
    return tiling, cols, rows


def _options(settings: list[str]) -> dict[str, bool]:
    """Return the options of the genre that ``--set`` gives."""
    from nlc.language.syntax import Bool

    known = ("cover", "touch", "no2x2")
    out = {}
    for text in settings:
        node = Setting(text).node()
        name = node.name.name
        if name not in known:
            hint = suggest(name, known) or f"its options: {', '.join(known)}"
            raise fail(f"numberlink has no option '{name}'", node.name.span, hint)
        if not isinstance(node.value, Bool):
            raise fail(f"'{name}' is true or false", node.value.span)
        out[name] = node.value.value
    return out


def _format(args: argparse.Namespace) -> str:
    """Return the name of the format to write."""
    from nlc import formats

    if args.format is not None:
        return formats.FORMATS.get(args.format).name
    name = args.output.removesuffix(".gz").removesuffix(".xz")
    extension = PurePath(name).suffix.lower()
    for form in formats.usable():
        if extension in (*form.extensions, f".{form.name}"):
            return form.name
    return "nl"


def _spent(item: Item) -> str:
    """Return what was spent on a puzzle, in words."""
    spent = [f"{count} {name}" for name, count in item.counts.items()]
    return f"after {', '.join(spent)}"


def _picture(args: argparse.Namespace, job: Job[M], item: M) -> str:
    from nlc.render.terminal import use_color, use_unicode
    from nlc.render.text import render

    color = args.color == "always" or (args.color == "auto" and use_color(sys.stdout))
    style = "unicode" if use_unicode(sys.stdout) and not args.ascii else "ascii"
    program, solution = job.board(item)
    board = solution if args.solution else None
    head = program.title + (", exactly 1 solution" if item.unique else "")
    head += "" if item.grade is None else f"\n{item.grade}"
    return f"{head}\n{render(program, board, style=style, color=color)}\n"
