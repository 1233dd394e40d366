"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from shlex import join
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from nlc.cli.console import print_diagnostics, use_color, use_unicode
from nlc.cli.parser import add
from nlc.cli.progress import task
from nlc.drivers.base import Limits
from nlc.errors import Diagnostics, UserError, fail
from nlc.files import bare_name
from nlc.formats import FORMATS, extensions
from nlc.language import MAX_INSTANCES
from nlc.loading import Setting, load_puzzles
from nlc.pictures import PICTURES
from nlc.printable import one_line, printable
from nlc.process.own_limits import narrowed
from nlc.render.text import render

if TYPE_CHECKING:
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle
    from nlc.pictures.drawing import Drawing


class Once(argparse.Action):
    """Takes a value, and refuses a second, which would replace the first without a word."""

    _taken: str | None = None

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Take it."""
        if self._taken is not None:
            name = self.option_strings[0]
            parser.error(f"{name} is given twice: give it once, with values divided by commas")
        self._taken = values
        setattr(namespace, self.dest, values)


def add_puzzle_arguments(command: argparse.ArgumentParser) -> None:
    parser = command.add_argument_group("input")
    form = add(
        parser,
        "--from FORMAT",
        "format of the input (default: auto, by its text); %(registry)s",
        dest="form",
        default="auto",
    )
    vars(form)["registry"] = FORMATS  # whose names are looked up when the help is shown
    add(
        parser,
        "--genre NAME",
        "the genre of input that names none: bare boards, Janko's text, penpa links",
    )
    add(parser, "--puzzle NAME", "title, or number from 1, of the only puzzle wanted")
    add_setting_argument(parser)
    add(
        parser,
        "--allow-use DIR",
        "a folder whose .nl files 'use' may name, besides that of the input (may be repeated)",
        action="append",
        type=_folder,
        default=[],
    )
    add(
        parser,
        "--max-instances N",
        "refuse a statement, set or variable with more instances (default: %(default)s)",
        type=whole,
        default=MAX_INSTANCES,
    )


def add_setting_argument(parser: Any) -> None:
    add(
        parser,
        "--set OPTION=VALUE",
        "set an option of the genre, such as touch=false (may be repeated)",
        dest="settings",
        action="append",
        default=[],
    )


def add_objective_arguments(parser: Any) -> None:
    """Add the arguments for an objective in place of the puzzles' own."""
    aims = parser.add_mutually_exclusive_group()
    for sense, least in (("minimize", "least"), ("maximize", "greatest")):
        aims.add_argument(
            f"--{sense}",
            action=Once,
            metavar="NUMBER",
            help=f"the best solution has the {least} NUMBER, such as 'count line' or 'sum num'",
        )


def load_input(
    args: argparse.Namespace, path: str, *, partial: bool = False
) -> tuple[list[Puzzle], Diagnostics]:
    """Load the puzzles of a file by the arguments of `add_puzzle_arguments`."""
    return load_puzzles(
        path,
        f"{args.form}:{args.genre}" if args.genre else args.form,
        [Setting(text) for text in args.settings],
        args.puzzle,
        partial=partial,
        allow_use=args.allow_use,
        max_instances=args.max_instances,
        objective=next(
            (
                (sense, text)
                for sense in ("minimize", "maximize")
                if (text := getattr(args, sense, None)) is not None
            ),
            None,
        ),
    )


def shell_words(args: argparse.Namespace, path: str) -> str:
    """Return the arguments of `add_puzzle_arguments` and `path` for a shell."""
    named = [("--from", args.form), ("--genre", args.genre), ("--puzzle", args.puzzle)]
    named += [("--set", setting) for setting in args.settings]
    named += [("--allow-use", folder) for folder in args.allow_use]
    words = [word for pair in named if pair[1] not in (None, "auto") for word in pair]
    return join([*words, path])


def why_command(args: argparse.Namespace, path: str, *options: str) -> str:
    """Return ``nlc why`` for a file that was read with some arguments, as a shell takes it."""
    return " ".join(["nlc why", *options, *([] if path == "-" else [shell_words(args, path)])])


def clues_to_add(args: argparse.Namespace, puzzle: Puzzle) -> str:
    """Return which command makes a puzzle with several solutions unique; empty if none does."""
    from nlc.reasons.why.further_clues import added_given

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
        print_diagnostics(
            (item for item in found.items if item not in found.errors), args.error_format
        )
        if not read and not found.errors:
            broken.error(f"{path} holds no puzzle")
        yield path, read


def refuse_twice(paths: Sequence[str | None]) -> None:
    """Refuse to read standard input twice."""
    if paths.count("-") > 1:
        raise fail("standard input ('-') can be read only once")


def puzzle_hint(puzzles: Sequence[Puzzle]) -> str | None:
    """Return the hint that names the puzzles to choose from, if there are any."""
    titles = ", ".join(f'{i} "{puzzle.title}"' for i, puzzle in enumerate(puzzles[:20], 1))
    return f"choose with --puzzle: {titles}" if puzzles else None


def add_limit_arguments(
    command: argparse.ArgumentParser, part: str = "puzzle", seconds: float | None = None
) -> None:
    """Add the arguments of `command_limits` and `limits_of`.

    Where neither time is limited, `seconds` of wall-clock time are the limit of each `part`.
    """
    parser = command.add_argument_group("limits")
    command.set_defaults(patience=seconds)
    default = "" if seconds is None else f" (default: {seconds:g}/puzzle; none with --cpu-time)"
    add(
        parser,
        "--timeout S",
        f"seconds that the command has; 'S/puzzle': that each {part} has{default}",
        type=_allowance,
    )
    add(
        parser,
        "--cpu-time S",
        "seconds of processor time, likewise, all processes together",
        type=_allowance,
    )
    add(parser, "--memory MB", "megabytes of memory, all processes together", type=whole)


class _Allowance(NamedTuple):
    """Seconds for the command, or for each puzzle."""

    seconds: float
    each: bool


def _allowance(text: str) -> _Allowance:
    number = text.removesuffix("/puzzle")
    return _Allowance(positive(number), number != text)


PATIENCE = 60.0
"""Seconds that an explanation may take by default."""


def command_limits(args: argparse.Namespace, *, each: bool = False) -> Limits:
    """Return the limits that arguments name for the command; or for `each` puzzle."""
    seconds, cpu_seconds = (
        None if wanted is None or wanted.each != each else wanted.seconds
        for wanted in (args.timeout, args.cpu_time)
    )
    return Limits(seconds, args.memory, cpu_seconds)


def limits_of(args: argparse.Namespace) -> Limits:
    """Return the limits of a puzzle: those that arguments name, and what the command has left."""
    limits = command_limits(args, each=True)
    if args.timeout is None and args.cpu_time is None:
        limits = replace(limits, seconds=args.patience)
    return narrowed(limits)


def add_encoding_argument(parser: Any) -> None:
    add(
        parser,
        "--encoding SPEC",
        "how rules become clauses: a preset such as direct, parts such as domains=log,"
        "acyclic=order, or both (default: by size); nlc list encodings lists them",
        action=Once,
        default="default",
    )


def add_executor_arguments(parser: Any) -> None:
    """Add the arguments for the place where jobs run; see `nlc.process.executor`."""
    add(
        parser,
        "--executor",
        "run jobs in processes of this machine that may die, or on a Dask cluster",
        choices=("local", "dask"),
    )
    add(parser, "--scheduler ADDRESS", "dask: of the cluster's scheduler")


def positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return value


def whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return value


def _folder(text: str) -> str:
    if not text or not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' is not a folder")
    return text


def add_ascii_argument(parser: Any) -> None:
    add(parser, "--ascii", "draw with plain characters")


def add_look_arguments(parser: Any) -> None:
    """Add the arguments of `look`."""
    add_ascii_argument(parser)
    add(
        parser,
        "--color",
        "colours (auto: on a terminal)",
        choices=("auto", "always", "never"),
        default="auto",
    )


def add_out_argument(
    parser: Any,
    what: str = "the file (default: standard output); {n} in the name makes a file for each puzzle",
) -> None:
    add(parser, "-o --out OUT", what, default="-")


def add_picture_arguments(parser: Any, *others: str) -> None:
    """Add the arguments that choose a picture format.

    Args:
        parser: of the command.
        others: its formats of text, the first of them the default.
    """
    add(
        parser,
        "--format",
        f"output; {', '.join(PICTURES.names())} draw the boards (default: by the extension of "
        f"OUT, else {others[0]})",
        choices=(*others, *PICTURES.names()),
        default=others[0],
    )
    what = "where pictures go (default: standard output); {n} in the name makes a file for each"
    add_out_argument(parser, what)
    add_style_argument(parser)


class _Styles:
    """The styles of pictures for the help, which looks them up when it is shown."""

    def __str__(self) -> str:
        from nlc.pictures.style import STYLES

        return ", ".join(f"{name} ({style.summary})" for name, style in STYLES.items())


def _style(text: str) -> str:
    if text != "puzzle":
        from nlc.pictures.style import STYLES

        if text not in STYLES:
            names = ", ".join(STYLES)
            raise argparse.ArgumentTypeError(f"there is no style '{text}'; the styles are {names}")
    return text


def add_style_argument(parser: Any, default: str | None = "puzzle") -> None:
    style = add(parser, "--style NAME", "of pictures: %(styles)s", type=_style, default=default)
    vars(style)["styles"] = _Styles()


_OTHERS = {"dimacs": "cnf", "wcnf": "wcnf", "gcnf": "gcnf", "cnf": "cnf", "ir": "ir"}
_OTHERS |= {
    name: name for name in ("json", "csv", "opb", "lp", "smt2", "drat", "lrat", "jpg", "gif")
}
_OTHERS |= {"jpeg": "jpg", "txt": "", "": ""}
"""Extensions of files that are neither puzzles nor pictures, and the format of each."""


def format_named(out: str) -> str | None:
    """Return the format that the extension of a file to be written names.

    It is empty for what may be in any format, such as ``.txt``, and None for what none has.
    """
    extension = PurePath(bare_name(out)).suffix.lower()[1:]
    if extension in _OTHERS:
        return _OTHERS[extension]
    if extension in PICTURES:
        return extension
    return extensions().get(extension)


def require_name(out: str, form: str) -> None:
    """Refuse to write a format into a file whose extension names another one."""
    named = format_named(out)
    if named and named != form:
        raise fail(f"'{out}' is a name for {named.upper()}, and what is written is {form.upper()}")


def require_pictures(args: argparse.Namespace, inputs: Sequence[str]) -> None:
    """Refuse arguments of `add_picture_arguments` that cannot be followed, before any work.

    Raises:
        UserError: there is no such style, a library is missing, or nothing but a file takes it.
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
    from nlc.pictures.drawing import style_of

    style_of(args.style or "puzzle")
    if (missing := PICTURES.get(args.format).missing()) is not None:
        raise fail(missing)
    if args.out == "-" and args.format in ("png", "pdf") and sys.stdout.isatty():
        raise fail(f"a terminal shows no {args.format.upper()}", hint="name a file with --out")


def draw_to(args: argparse.Namespace, found: Sequence[Drawing]) -> None:
    """Write drawings, if there are any, as the arguments of `add_picture_arguments` say."""
    if found:
        from nlc.pictures.gallery import write

        with task("drawing", quiet=getattr(args, "quiet", False) or on_screen(args.out), delay=0):
            write(args.format, found, args.out)


def on_screen(out: str) -> bool:
    """Return whether a file is the terminal itself, where no progress may be shown."""
    return out == "-" and sys.stdout.isatty()


def look(args: argparse.Namespace) -> tuple[str, bool]:
    """Return the style of pictures on standard output, and whether they have colours."""
    wanted = getattr(args, "color", "auto")
    color = wanted == "always" or (wanted == "auto" and use_color(sys.stdout))
    plain = getattr(args, "ascii", False) or not use_unicode(sys.stdout)
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
        if path is not None and target is not None and _same(target, path):
            message = f"{option} would write over {path}, which is read"
            raise fail(message, None, f"give {option} another name")


def _same(one: str, other: str) -> bool:
    if "-" in (one, other):
        return False
    try:
        return Path(one).samefile(other)
    except OSError:  # one of them is not there
        return False
