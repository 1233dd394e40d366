"""The parser of the command line; only the named command adds its arguments."""

from __future__ import annotations

import argparse
import gc
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from importlib import import_module
from itertools import pairwise
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from nlc.cli.commands import COMMANDS, GONE, GROUPS, HELP, MEANT, SHORT
from nlc.version import __version__

_COUNTS = {"?": "[{}]", "*": "[{} ...]", "+": "{} ..."}
"""How often an argument occurs, in the usage."""


def module(command: str) -> ModuleType:
    """Return the module of a command: `ARGUMENTS` lists its arguments, `run` runs it."""
    # nlc multiplies no matrices, so NumPy need not start a pool of threads for that.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    found = import_module(f"nlc.cli.{command}")
    gc.freeze()  # modules stay: to look for garbage among them takes a tenth of a short command
    return found


def positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return value


def whole_number(what: str, least: int = 0, most: float = inf) -> Callable[[str], int]:
    """Return a function that reads digits as a number; `what` it is, messages say."""

    def whole(text: str) -> int:
        if text.isascii() and text.isdigit() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"'{text}' is not {what}")

    return whole


whole = whole_number("a whole number from 1 up", 1)


class _Once(argparse.Action):
    """Takes a value, and refuses a second, which would replace the first without a word."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> None:
        """Take it."""
        if getattr(namespace, self.dest) is not self.default:
            name = self.option_strings[0]
            parser.error(f"{name} is given twice: give it once, with values divided by commas")
        setattr(namespace, self.dest, values)


def _folder(text: str) -> str:
    if not text or not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' is not a folder")
    return text


def _style(text: str) -> str:
    from nlc.pictures.style import STYLES

    if text not in STYLES:
        names = ", ".join(STYLES)
        raise argparse.ArgumentTypeError(f"there is no style '{text}'; the styles are {names}")
    return text


class _Plugin(argparse.Action):
    """Runs a file of Python at once, so that later arguments can name what it registers."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> None:
        """Run it."""
        from nlc.comparing.check import load_plugin

        load_plugin(values)


class Allowance(NamedTuple):
    """Seconds for the command, or for each puzzle."""

    seconds: float
    each: bool


def _allowance(text: str) -> Allowance:
    number = text.removesuffix("/puzzle")
    return Allowance(positive(number), number != text)


_KINDS = dict.fromkeys(("N", "MB", "P", "G", "J"), whole) | {"S": _allowance}
"""The types of values by what they are called in the help."""

_ONCE = {"action": _Once}

_SPECIAL: dict[str, Any] = {
    "from": {"dest": "form"},
    "set": {"dest": "settings"},
    "allow_use": _folder,
    "style": _style,
    "plugin": {"action": _Plugin},
    "minimize": _ONCE,
    "maximize": _ONCE,
    "encoding": _ONCE,
    "solver": _ONCE,
}
"""What else `declare` takes of options that several commands have."""

_OPTION = re.compile(
    r"(\| )?(~?)((?:-[\w-]+ )*-[\w-]+|[A-Z.a-z]+[?*+]?)"
    r"(?: ([^ \[]\S*?)(\*?))?(?: \[(.*?)\])?  +(.*)"
)


def declare(parser: Any, text: str, **more: Any) -> None:
    """Add the arguments that a text lists.

    A line is a usage, two blanks, and the help, whose further lines are indented:

    - ``FILE+`` fills ``files`` with one file or more, ``STATE?`` ``state`` with one or none
    - ``-o --out OUT [-]`` has the default in brackets; ``--set OPTION=VALUE* []`` may be repeated
    - ``--format text|json [text]`` has choices, ``--quiet`` is on or off
    - options with a bar before them exclude their neighbours that have one
    - ``~--jobs N`` is shown by ``--help-all`` alone
    - a line that ends with a colon begins a group

    Args:
        parser: of a command.
        text: the list.
        more: by the name of an option: its type, or a dictionary of what else
            `argparse.ArgumentParser.add_argument` takes.
    """
    group, excluding = parser, None
    for line in filter(None, re.sub(r"\n {4,}", " ", text).split("\n")):
        found = _OPTION.fullmatch(line)
        if found is None:
            group, excluding = parser.add_argument_group(line.removesuffix(":")), None
            continue
        bar, mark, words, value, several, default, what = found.groups()
        excluding = (excluding or group.add_mutually_exclusive_group()) if bar else None
        names, options = words.split(), dict[str, Any](help=what)
        special = (_SPECIAL | more).get(names[-1].lstrip("-").replace("-", "_"), {})
        if not words.startswith("-"):
            options |= {
                "metavar": words.rstrip("?*+"),
                "nargs": words[-1] if words[-1] in "?*+" else None,
            }
            names = [options["metavar"].rpartition(".")[2].lower()]
            names[0] += "s" if words[-1] in "*+" and not names[0].endswith("s") else ""
        elif value is None:
            options["action"] = "store_true"
        elif "|" in value:
            options["choices"] = tuple(value.split("|"))
        else:
            options |= {"metavar": value, "type": _KINDS.get(value)}
        if several:
            options["action"] = "append"
        options |= special if isinstance(special, dict) else {"type": special}
        if default is not None:
            options["default"] = [] if several else (options.get("type") or str)(default)
        action = (excluding or group).add_argument(*names, **options)
        vars(action)["rare"] = bool(mark)


class _Parser(argparse.ArgumentParser):
    """A parser that prints mistakes in one line, and whose help and version always get out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a message; where the output fails, argparse would keep it to itself."""
        if file is sys.stdout:
            print(message, end="", file=file)
        else:
            super()._print_message(message, file)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices, with the one that may be meant."""
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            hint = _suggest(str(value), known) or f"it may be {', '.join(known)}"
            raise argparse.ArgumentError(action, f"'{value}' is unknown: {hint}")

    def error(self, message: str) -> NoReturn:
        """End nlc with a message, without the usage, which is often longer than a screen."""
        from nlc.errors import Diagnostic

        self.exit(2, f"{self.prog}: error: {Diagnostic(message).message}\n")


class _Top(_Parser):
    """The parser of the whole command line, whose help lists the commands in groups."""

    def format_help(self) -> str:
        """Return the help."""
        lines = []
        for title, commands in GROUPS.items():
            lines += [f"{title}:", *(f"  {name:<12}{text}" for name, text in commands.items())]
        return HELP.format(commands="\n".join(lines))


class _HelpAll(argparse.Action):
    """Prints all that a command can do and ends nlc."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(parser.format_help(), end="")
        parser.exit()


_OPTIONS = """
~--help-all  show all options and exit
~--plugin FILE*  a file of Python that registers encodings of one's own (docs/extending.md)
~--error-format text|json [text]  how input errors are printed (json: one object a line, for
    editors)
"""


class _Command(_Parser):
    """The parser of a command; it adds its arguments when it is first used."""

    def __init__(self, *, command: str, **options: Any) -> None:
        super().__init__(**options)
        self._command: str | None = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what is known, as the base class does."""
        self.complete()
        return super().parse_known_args(args, namespace)

    def complete(self) -> None:
        """Add the arguments, if that has not been done."""
        if self._command is not None:
            command, self._command = self._command, None
            self.set_defaults(parser=self)
            declare(self, _OPTIONS, help_all={"action": _HelpAll, "nargs": 0})
            found = module(command)
            self.epilog = found.EPILOG
            declare(self, found.ARGUMENTS, **getattr(found, "KINDS", {}))
            if command == "list":
                found.add_kinds(self)

    def print_help(self, file: Any = None) -> None:
        """Print what fits on a screen: examples, then the options that most people need."""
        shown = [
            _shortened(action, self._get_formatter()._expand_help(action))
            for action in self._actions
            if not getattr(action, "rare", action.dest == "help")
        ]
        formatter = argparse.RawDescriptionHelpFormatter(self.prog, 2, 24, 80)
        examples = re.findall(r"^  nlc .{1,74}$", self.epilog or "", re.MULTILINE)
        formatter.add_text("\n".join(examples[:3]))
        formatter.add_text(self.description)
        words = [
            _COUNTS.get(str(action.nargs), "{}").format(action.metavar or action.dest)
            for action in self._actions
            if not action.option_strings
        ]
        formatter.add_usage(" ".join([self.prog, "[OPTION ...]", *words]), [], [])
        formatter.start_section("arguments and options")
        formatter.add_arguments(shown)
        formatter.end_section()
        formatter.add_text(f"{self.prog} --help-all shows all options, and more.")
        print(formatter.format_help(), end="", file=file)

    def refuse(self, word: str) -> NoReturn:
        """End nlc because of an unknown word, with the words that may be meant."""
        name = word.partition("=")[0] if word.startswith("-") else word
        hint = GONE.get(name)
        if hint is None and word.startswith("--"):  # the dashes make no options alike
            known = re.findall(r"--([a-z][\w-]*)", self.format_usage())
            hint = _suggest(name[2:], known)
            hint = hint and hint.replace("'", "'--", 1)
        what = "option" if word.startswith("-") else "argument"
        self.error(f"unknown {what} '{name}': {hint or f'{self.prog} --help-all lists them all'}")


def _suggest(name: str, known: Iterable[str]) -> str | None:
    """Return a hint for a misspelt name; the help imports nothing for it."""
    from nlc.errors import suggest

    return suggest(name, known)


def _shortened(action: argparse.Action, text: str) -> argparse.Action:
    """Return an argument with the first clause of its help, and its choices there."""
    short = copy(action)
    text = re.split(r"; | \(", text)[0]
    if action.option_strings and action.choices is not None:
        text += f" ({', '.join(map(str, action.choices))})"
        short.metavar = action.metavar or action.dest.upper()
    short.help = text.replace("%", "%%")
    return short


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a command line; `command` is the name of the command.

    Raises:
        SystemExit: help or the version was printed, or the command line is wrong.
    """
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    # Of `nlc run --all FILE`, argparse would take the file for N.
    solving = [*words, ""][0] == "run"
    plain = [
        "--all=all" if solving and word == "--all" and not following.isdigit() else word
        for word, following in pairwise([*words, ""])
    ]
    command = next((word for word in plain if not word.startswith("-")), None)
    # Of one that comes first nothing else is shown than its own help and mistakes.
    top = parser([command] if command in COMMANDS and command == plain[0] else COMMANDS)
    if not plain:
        print(SHORT, end="")
        top.exit()
    if command is not None and command not in COMMANDS:
        from nlc.files import PASTED

        hint = _suggest(command, [*COMMANDS]) or f"the commands are {', '.join(COMMANDS)}"
        if Path(command).exists() or PASTED.match(command):
            hint = f"to solve puzzles, nlc run {shlex.quote(command)}"
        elif command in MEANT:
            hint = f"did you mean '{MEANT[command]}'?"
        elif command in GONE:
            hint = GONE[command]
        top.error(f"there is no command '{command}': {hint}")
    args, unknown = top.parse_known_args(plain)
    if unknown:
        args.parser.refuse(unknown[0])
    return args


def sentence(text: str) -> str:
    """Return what a command does as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or of some commands; `command` is set."""
    top = _Top(
        prog="nlc", description="Compile puzzles to SAT; solve, explain, make and check them."
    )
    version = {"action": "version", "version": f"nlc {__version__}"}
    declare(top, "--version  show the version and exit", version=version)
    commands = top.add_subparsers(
        title="commands", dest="command", required=True, metavar="COMMAND", parser_class=_Command
    )
    for name in names:
        commands.add_parser(
            name, command=name, help=COMMANDS[name], description=sentence(COMMANDS[name])
        )
    return top


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line, with the arguments of all commands."""
    top = parser()
    for command in commands_of(top).values():
        command.complete()
        for kind in commands_of(command).values():
            kind.complete()
    return top


def commands_of(parser: argparse.ArgumentParser) -> Mapping[str, Any]:
    """Return the parsers of the commands of a parser by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
