"""``nlc generate``: make puzzles."""

from __future__ import annotations

import argparse
from secrets import randbelow
from textwrap import fill
from typing import Any

from msgspec.structs import replace

from nlc.board.tilings import TILINGS
from nlc.cli import book, common
from nlc.cli.making import make
from nlc.cli.playing import PLAY, require_page
from nlc.engines.problem import Method, refuse_other_rules
from nlc.errors import Diagnostics, Source, UserError, fail
from nlc.files import read_source
from nlc.formats import FORMATS, detect, writable
from nlc.generating.batch import Batch
from nlc.generating.difficulty import DEFAULT_LEVEL
from nlc.generating.genre import GENRES, Genre, blank_board, genre, genre_with
from nlc.generating.open.genre import OpenGenre
from nlc.generating.options import OF_METHOD, OPEN_OPTIONS, Option, parse_method
from nlc.generating.shape import Shape, shape_of
from nlc.generating.writer import Writer
from nlc.language.literals import read_literal, read_setting
from nlc.language.syntax import SetOption
from nlc.loading import parse_puzzles, setting
from nlc.pictures import PICTURES

RARE = (
    *("puzzle", "group", "method", "pairs", "open", "board", "technique", "mask"),
    *("with", "without", "fewest"),
)
"""Options that ``--help`` leaves out."""

MOST_CELLS = 150
"""Cells of the largest boards on which puzzles are graded by default."""

_EPILOG = """\
{methods}

examples:
  nlc generate sudoku                         a board of the usual size
  nlc generate masyu 10x10 --symmetry rotate  any genre, from its rules
  nlc generate slitherlink 8x8 -n 20 -o l.nl  twenty loops, written to a file
  nlc generate numberlink 10x10 --unique      a board with one solution
  nlc generate numberlink 8x6 --tiling hex    on hexagons
  nlc generate numberlink 40x40 --method loops              a large board, drawn on a terminal
  nlc generate numberlink 8x6 --tiling hex --seed 7         the same seed makes the same board
  nlc generate numberlink --board holes.nl --pairs 5        on the board of a puzzle, without clues
  nlc generate numberlink 9x9 --format thesis --report      in another program's format
  nlc generate slitherlink --board holes.nl --open          on the board of a puzzle, with its holes
  nlc generate slitherlink 9x9 --tiling hex --open          a line from the rim to the rim
  nlc generate mine.nl 8x8 --clues 10..15     a genre of yours, from the file that defines it
  nlc generate slitherlink 8x8 --without 0 --fewest         as few clues as can be, none of them 0
  nlc generate slitherlink 8x8 -n 24 --difficulty any -o loops.pdf  a booklet with grades
  nlc generate masyu 8x8 -n 10 -o masyu.html --play         a file that plays, without a server

method of all other genres, and of slitherlink: open, a random board with all its clues, which go
while it stays the only one; rooms and blocks are drawn at random

docs/explain.md and nlc grade explain the levels (--difficulty); clues are given back until a
puzzle is not harder. By default it is medium on boards of up to 150 cells, but the first puzzle is
taken; --difficulty any removes as many clues as it can

Ctrl-C and --timeout keep the puzzles that are done.

exit status: 0 all puzzles were made, 2 the wish is wrong or impossible, 3 some puzzles were given
up, 1 nlc is at fault, 130 interrupted
"""


def _methods(name: str) -> str:
    """Return the help on the methods of a genre, the default first."""
    found = genre(name)
    (method,) = (option for option in found.options if option.name == "method")
    rows = [(each, found.summary(each)) for each in method.choices]
    rows += [(f":{each.name}", each.help) for each in found.options if each.group == OF_METHOD]
    lines = [
        fill(text, 98, initial_indent=f"  {each:<9} ", subsequent_indent=" " * 12)
        for each, text in rows
    ]
    head = (
        f"methods of {name} (--method, default {method.choices[0]}), with :OPTION or :OPTION=VALUE"
    )
    return "\n".join([f"{head}:", *lines])


def _options() -> dict[str, Option]:
    """Return the options of all generators by name; of one that several have, with all choices.

    Those that follow the name of a method are no arguments.
    """
    found: dict[str, Option] = {}
    for options in (*(genre(name).options for name in GENRES.names()), OPEN_OPTIONS):
        for option in (option for option in options if option.group != OF_METHOD):
            before = found.get(option.name, option).choices
            choices = tuple(dict.fromkeys([*before, *option.choices]))
            found[option.name] = replace(option, choices=choices)
    return found


OPTIONS = _options()

EPILOG = _EPILOG.format(methods="\n\n".join(map(_methods, GENRES.names())))

KINDS: dict[str, Any] = {"seed": int, "n": {"dest": "count"}, "output": {"dest": "out"}}


def _group(name: str) -> str:
    """Return the options of the generators in a group, as `nlc.cli.parser.declare` takes them."""
    lines = [f"{name}:"]
    for option in (option for option in OPTIONS.values() if option.group == name):
        value, mark = option.metavar or "|".join(option.choices), "~" * (option.name in RARE)
        lines.append(f"{mark}--{option.name} {value}  {option.help.replace('%', '%%')}")
    return "\n".join(lines)


_OF_GENRES = "\n".join(_group(name) for name in GENRES.names())

ARGUMENTS = f"""
GENRE  a stock genre, or a file with yours: FILE.nl
SIZE?  columns x rows, such as 10x10 (default: a usual one)
{_group("puzzles")}
--seed S  the same one, the same puzzles (default: random; their titles have it)
-n N [1]  how many
{_group("board")}
--tiling NAME  {", ".join(TILINGS.names())} (default: square)
{common.SETTING}
{_OF_GENRES}
processes:
~--jobs J  processes to make them (default: one a core)
{common.EXECUTOR}{common.limits().replace("--timeout", "~--timeout")}
output:
-o --output OUT [-]  file, or - (default)
--format FORMAT  one of nlc list formats; or pictures: {", ".join(PICTURES.names())}, of which
    {" and ".join(book.WITH_PAGES)} are booklets (default: by the extension of OUT, else nl)
{common.style()}
{PLAY.strip()}
--solution  write the solution too, or draw it; booklets have it anyway
~--report  print lengths, turns, tries and times
~--quiet  print mistakes, but no progress
{common.LOOK}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    options = _given(args)
    found = genre_with(args.genre, options)
    if args.board is None and args.puzzle is not None:
        raise fail("--puzzle chooses a puzzle of the file that --board names")
    if args.board is None:
        shape = blank_board(args.genre, found, args.tiling or "square", args.size)
    else:
        shape = _board(args, found, options)
    if "mask" in options:
        options["mask"] = read_source(options["mask"]).text
    options["settings"] = options.get("settings", {}) | _settings(args, found)
    # Where that takes little of the time, puzzles of the usual level are wished.
    made_so = options.keys() <= {"settings", "symmetry", "board", "puzzle", "unique"}
    if made_so and found.habits.graded and shape.cells <= MOST_CELLS:
        options |= {"difficulty": DEFAULT_LEVEL, "soft": True}
    generator = found.generator(shape, options)
    seed = 1 + randbelow(10**6) if args.seed is None else args.seed
    batch = Batch(generator, seed, args.count, common.limits_of(args).seconds)
    if args.play:
        require_page(args, [args.board])
    args.format = _format(args)
    if args.format in PICTURES:
        common.require_pictures(args, [args.board])
        return make(args, Writer(batch))
    return make(args, Writer(batch, args.format, args.solution))


def _given(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a genre that were given, by name."""
    values = {name: getattr(args, name) for name in OPTIONS}
    if args.method is not None:
        found = genre(args.genre, args.method.partition(":")[0])
        values |= parse_method(args.method, found.options)
    return {name: value for name, value in values.items() if value not in (None, False)}


def _board(args: argparse.Namespace, found: Genre, options: dict[str, Any]) -> Shape:
    """Return the board of a file, whose settings come to the options."""
    for option, given in (("a size", args.size), ("--tiling", args.tiling)):
        if given is not None:
            raise fail(f"{option} and --board exclude each other: a file's board has a form")
    own = found.rules if isinstance(found, OpenGenre) and ".nl" in args.genre else None
    name = args.genre if own is None else own.name
    source = read_source(args.board)
    form = _form(source, args.genre)
    if ".nl" in args.genre and form != "nl":
        hint = f'write it in the puzzle language: puzzle "board" is {name} {{ … }}'
        raise fail(f"{args.board} is not a puzzle of {name}", hint=hint)
    puzzles, _ = parse_puzzles(source, form, chosen=args.puzzle)
    if len(puzzles) != 1:
        raise fail(f"{args.board} holds {len(puzzles)} puzzles", hint=common.puzzle_hint(puzzles))
    (puzzle,) = puzzles
    if puzzle.tree.genre.name != name or puzzle.rules.name != name:
        raise fail(f"the puzzle of --board must be {name}", puzzle.tree.genre.span)
    hint = "leave them out of the file of --board: they cannot be kept"
    text = None if own is None else read_source(own.path).text
    refuse_other_rules(puzzle, Method("nlc generate", hint), (name,), text)
    options["settings"] = {
        name: read_literal(puzzle.rules.options[name].type, item.value, name)
        for name, item in puzzle.settings.items()
    }
    return shape_of(puzzle)


def _form(source: Source, name: str) -> str:
    """Return the format of a text that holds a board; a bare board is of the genre of this name."""
    try:
        found = detect(source.path, source.text)
    except UserError:  # nothing recognises it, as a drawing without clues
        return f"auto:{name}"
    return f"board:{name}" if found == "board" else found


def _settings(args: argparse.Namespace, found: Genre) -> dict[str, bool | int | str]:
    """Return the options of the rules that ``--set`` gives."""
    if args.settings and not found.settings:
        hint = f"puzzles are made with {found.habits.fixed}" if found.habits.fixed else None
        raise fail(f"no option of {args.genre} can be set", hint=hint)
    nodes: dict[str, SetOption] = {}
    diagnostics = Diagnostics()
    for text in args.settings:
        read_setting(setting(text), found.settings, args.genre, nodes, diagnostics)
    diagnostics.raise_errors()
    return {
        name: read_literal(found.settings[name].type, node.value, name)
        for name, node in nodes.items()
    }


def _format(args: argparse.Namespace) -> str:
    """Return the name of the format to write, which may be one of pictures."""
    named = common.format_named(args.out)
    if args.format is not None:
        form = args.format if args.format in PICTURES else FORMATS.get(args.format, writable()).name
        common.require_name(args.out, form)
        return str(form)
    if named and (named in FORMATS or named in PICTURES):
        return named
    if named != "":
        names = [*writable(), *PICTURES.names()]
        hint = f"name a format with --format: {', '.join(names)}"
        raise fail(f"no format has names like '{args.out}'", None, hint)
    return "nl"
