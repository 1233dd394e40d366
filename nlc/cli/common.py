"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from shlex import join
from typing import TYPE_CHECKING, Any

from nlc.cli import console
from nlc.cli.console import EXIT_DECIDED, EXIT_UNDECIDED, EXIT_USER
from nlc.cli.progress import Progress, task
from nlc.drivers.base import Limits
from nlc.errors import Diagnostics, UserError, fail
from nlc.files import bare_name
from nlc.formats import FORMATS, extensions
from nlc.language import MAX_INSTANCES
from nlc.loading import load_puzzles, setting
from nlc.pictures import PICTURES
from nlc.pictures.style import STYLES
from nlc.printable import one_line, printable
from nlc.process.own_limits import OwnLimitError, narrowed, within
from nlc.render.text import render

if TYPE_CHECKING:
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle
    from nlc.pictures.drawing import Drawing


SETTING = """
--set OPTION=VALUE* []  set an option of the genre, such as touch=false (may be repeated)
"""


PUZZLES = f"""
input:
--from FORMAT [auto]  format of the input (default: auto, by its text); {FORMATS}
~--genre NAME  the genre of input that names none: bare boards, Janko's text, penpa links
--puzzle NAME  title, or number from 1, of the only puzzle wanted
{SETTING}
~--allow-use DIR* []  a folder whose .nl files 'use' may name, besides that of the input (may be
    repeated)
~--max-instances N [{MAX_INSTANCES}]  refuse a statement, set or variable with more instances
    (default: %(default)s)
"""
"""The arguments of `load_input`."""

OBJECTIVE = """
| ~--minimize NUMBER  the best solution has the least NUMBER, such as 'count line' or 'sum num'
| ~--maximize NUMBER  the best solution has the greatest NUMBER, such as 'count line' or 'sum num'
"""
"""The arguments for an objective in place of the puzzles' own."""


def load_input(
    args: argparse.Namespace, path: str, **options: Any
) -> tuple[list[Puzzle], Diagnostics]:
    """Load the puzzles of a file by the arguments of `PUZZLES` and `OBJECTIVE`.

    Args:
        options: of `nlc.loading.parse_puzzles`.
    """
    aims: Any = ((sense, getattr(args, sense, None)) for sense in ("minimize", "maximize"))
    return load_puzzles(
        path,
        f"{args.form}:{args.genre}" if args.genre else args.form,
        [setting(text) for text in args.settings],
        args.puzzle,
        **options,
        allow_use=args.allow_use,
        max_instances=args.max_instances,
        objective=next((aim for aim in aims if aim[1] is not None), None),
    )


def load_one(args: argparse.Namespace, path: str, what: str) -> Puzzle:
    """Load the only puzzle of a file, which something is about."""
    read, diagnostics = load_input(args, path)
    console.print_diagnostics(diagnostics.items, args.error_format)
    if len(read) != 1:
        message = f"{what} is about one puzzle, and {path} holds {len(read)} puzzles"
        raise fail(message, None, puzzle_hint(read))
    return read[0]


def why_command(args: argparse.Namespace, path: str, *options: str) -> str:
    """Return ``nlc why`` for a file that was read with some arguments, as a shell takes it."""
    if path == "-":
        return join(["nlc", "why", *options])
    named = [("--from", args.form), ("--genre", args.genre), ("--puzzle", args.puzzle)]
    named += [("--set", setting) for setting in args.settings]
    named += [("--allow-use", folder) for folder in args.allow_use]
    words = [word for pair in named if pair[1] not in (None, "auto") for word in pair]
    return join(["nlc", "why", *options, *words, path])


def clues_to_add(args: argparse.Namespace, puzzle: Puzzle) -> str:
    """Return which command makes a puzzle with several solutions unique; empty if none does."""
    from nlc.reasons.why.changes import added_given

    if added_given(puzzle.rules) is None or puzzle.rules.objective is not None:
        return ""
    command = why_command(args, puzzle.path, "--make-unique")
    return printable(f"{command} finds the fewest further clues that leave one")


def load_inputs(
    args: argparse.Namespace, broken: Diagnostics, *, partial: bool = True
) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield the puzzles of each of the files; mistakes go to `broken`, warnings are printed.

    Raises:
        UserError: standard input is named twice; or, unless `partial`, a file is wrong.
    """
    refuse_twice(args.files)
    for path in args.files:
        try:
            read, found = load_input(args, path, partial=partial)
        except UserError as error:
            if not partial:
                raise
            broken.absorb(error)
            continue
        broken.items += found.errors
        console.print_diagnostics(
            (item for item in found.items if item not in found.errors), args.error_format
        )
        if not read and not found.errors:
            broken.error(f"{path} holds no puzzle")
        yield path, read


def each_puzzle(
    args: argparse.Namespace, broken: Diagnostics, work: Callable[[Puzzle], object]
) -> int:
    """Call a function with each puzzle of the files, within its limits; return the exit status."""
    status = EXIT_DECIDED
    for _, read in load_inputs(args, broken):
        with Progress(len(read)) as progress:
            for puzzle in read:
                progress.step(puzzle.title)
                try:
                    with broken.collecting(), within(limits_of(args)):
                        work(puzzle)
                except OwnLimitError as stop:
                    console.print_message(f"nlc: {puzzle.title}: {stop}")
                    status = EXIT_UNDECIDED
    return status


def conclude(args: argparse.Namespace, broken: Diagnostics, status: int = EXIT_DECIDED) -> int:
    """Print what is wrong with the input, and return the exit status."""
    console.print_diagnostics(broken.items, args.error_format)
    return EXIT_USER if broken.errors else status


def refuse(args: argparse.Namespace, options: str, why: str) -> None:
    """Refuse options, if one is given; in the message its name replaces ``{}``."""
    for option in (f"--{name}" for name in options.split()):
        action = args.parser._option_string_actions[option]
        if getattr(args, action.dest) != action.default:
            raise fail(why.replace("{}", option))


def require_proof_file(args: argparse.Namespace) -> None:
    """Refuse to write a proof where the answer goes, or over what is read."""
    if args.proof == "-":
        raise fail("--proof needs a file: standard output has the answer")
    keep_inputs("--proof", args.proof, args.files)


def refuse_twice(paths: Sequence[str | None]) -> None:
    """Refuse to read standard input twice."""
    if paths.count("-") > 1:
        raise fail("standard input ('-') can be read only once")


def puzzle_hint(puzzles: Sequence[Puzzle]) -> str | None:
    """Return the hint that names the puzzles to choose from, if there are any."""
    titles = ", ".join(f'{i} "{puzzle.title}"' for i, puzzle in enumerate(puzzles[:20], 1))
    return f"choose with --puzzle: {titles}" if puzzles else None


def limits(part: str = "puzzle", seconds: float | None = None) -> str:
    """Return the arguments of `command_limits` and `limits_of`.

    Where neither time is limited, `seconds` of wall-clock time are the limit of each `part`.
    """
    default = "" if seconds is None else f"{seconds:g}/puzzle"
    told = default and f" (default: {default}; none with --cpu-time)"
    return f"""
limits:
--timeout S{default and f" [{default}]"}  seconds that the command has; 'S/puzzle': that each {part}
    has{told}
~--cpu-time S  seconds of processor time, likewise, all processes together
~--memory MB  megabytes of memory, all processes together
"""


PATIENCE = 60.0
"""Seconds that an explanation may take by default."""


def command_limits(args: argparse.Namespace, *, each: bool = False) -> Limits:
    """Return the limits that arguments name for the command; or for `each` puzzle."""
    timeout = args.timeout
    if args.cpu_time is not None and timeout is args.parser.get_default("timeout"):
        timeout = None
    seconds, cpu_seconds = (
        None if wanted is None or wanted.each != each else wanted.seconds
        for wanted in (timeout, args.cpu_time)
    )
    return Limits(seconds, args.memory, cpu_seconds)


def limits_of(args: argparse.Namespace) -> Limits:
    """Return the limits of a puzzle: those that arguments name, and what the command has left."""
    return narrowed(command_limits(args, each=True))


ENCODING = """
--encoding SPEC [default]  how rules become clauses: a preset such as direct, parts such as
    domains=log,acyclic=order, or both (default: by size); nlc list encodings lists them
"""

EXECUTOR = """
~--executor local|dask  run jobs in processes of this machine that may die, or on a Dask cluster
~--scheduler ADDRESS  dask: of the cluster's scheduler
"""
"""The place where jobs run; see `nlc.process.pool`."""

ASCII = "~--ascii  draw with plain characters"

LOOK = f"""
{ASCII}
~--color auto|always|never [auto]  colours (auto: on a terminal)
"""
"""The arguments of `look`."""

OUT = """
-o --out OUT [-]  the file (default: standard output); {n} in the name makes a file for each puzzle
"""


def pictures(*others: str) -> str:
    """Return the arguments that choose a format: of text, the default first, or of pictures."""
    names = PICTURES.names()
    return f"""
--format {"|".join([*others, *names])} [{others[0]}]  output; {", ".join(names)} draw the boards
    (default: by the extension of OUT, else {others[0]})
-o --out OUT [-]  where pictures go (default: standard output); {{n}} in the name makes a file for
    each
{style("[puzzle]")}
"""


def style(default: str = "") -> str:
    names = ", ".join(f"{name} ({style.summary})" for name, style in STYLES.items())
    return f"~--style NAME {default}  of pictures: {names}"


_ALIKE = {"dimacs": "cnf", "jpeg": "jpg", "txt": ""}
_OTHERS = ("", *"cnf wcnf gcnf ir json csv opb lp smt2 drat lrat jpg gif".split())  # noqa: SIM905
"""Extensions of files that are neither puzzles nor pictures."""


def format_named(out: str) -> str | None:
    """Return the format that the extension of a file to be written names.

    It is empty for what may be in any format, such as ``.txt``, and None for what none has.
    """
    extension = PurePath(bare_name(out)).suffix.lower()[1:]
    extension = _ALIKE.get(extension, extension)
    if extension in _OTHERS or extension in PICTURES:
        return extension
    return extensions().get(extension)


def require_name(out: str, form: str) -> None:
    """Refuse to write a format into a file whose extension names another one."""
    named = format_named(out)
    if named and named != form:
        raise fail(f"'{out}' is a name for {named.upper()}, and what is written is {form.upper()}")


def require_pictures(args: argparse.Namespace, inputs: Sequence[str | None]) -> None:
    """Refuse arguments of `pictures` that cannot be followed, before any work.

    Raises:
        UserError: a library is missing, or nothing but a file takes it.
    """
    named = format_named(args.out) or ""
    if args.format in ("text", "table") and named in PICTURES:
        args.format = named
    if args.format not in PICTURES:
        if args.out != "-":
            hint = f"such as puzzle.svg; or add --format {' or '.join(PICTURES.names())}"
            what = f"'{args.out}' is a name for {named.upper()}, and " if named else ""
            raise fail(f"{what}--out takes pictures", hint=hint)
        return
    keep_inputs("--out", args.out, inputs)
    require_name(args.out, args.format)
    if (missing := PICTURES.get(args.format).missing()) is not None:
        raise fail(missing)
    if args.out == "-" and args.format in ("png", "pdf") and sys.stdout.isatty():
        raise fail(f"a terminal shows no {args.format.upper()}", hint="name a file with --out")


def draw_to(args: argparse.Namespace, found: Sequence[Drawing]) -> None:
    """Write drawings, if there are any, as the arguments of `pictures` say."""
    if found:
        from nlc.pictures.gallery import write

        with task("drawing", quiet=getattr(args, "quiet", False) or on_screen(args.out), delay=0):
            write(args.format, found, args.out)


def on_screen(out: str) -> bool:
    """Return whether a file is the terminal itself, where no progress may be shown."""
    return out == "-" and sys.stdout.isatty()


def look(args: argparse.Namespace) -> tuple[str, bool | str]:
    """Return the style of pictures on standard output, and whether they have colours."""
    wanted = getattr(args, "color", "auto")
    color = wanted == "always" or (wanted == "auto" and console.use_color(sys.stdout))
    plain = getattr(args, "ascii", False) or not console.use_unicode(sys.stdout)
    return "ascii" if plain else "unicode", color


def picture(args: argparse.Namespace, program: Program, board: Assignment | None) -> str:
    """Return the picture of a board for standard output."""
    style, color = look(args)
    return render(program, board, style=style, color=color)


def heading(title: str, path: str, facts: str) -> str:
    """Return the line above the report on a puzzle: its title, its file, and some facts."""
    return printable(f"{title}  ({one_line(path)}, {facts})")


def keep_inputs(option: str, target: str | None, inputs: Iterable[str | None]) -> None:
    """Refuse to write over a file that is read, also by another name or link.

    Args:
        option: names the target, such as ``--proof``.
        target: the file to be written, ``-`` or None.
        inputs: files that are read, ``-`` and None among them.

    Raises:
        UserError: the target is one of them.
    """
    for path in inputs:
        if path is not None and target is not None and same(target, path):
            message = f"{option} would write over {path}, which is read"
            raise fail(message, None, f"give {option} another name")


def same(one: str, other: str) -> bool:
    """Return whether two names are of one file, also by a link; ``-`` is of none."""
    if "-" in (one, other):
        return False
    try:
        return Path(one).samefile(other)
    except OSError:  # one of them is not there
        return False
