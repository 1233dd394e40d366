"""``nlc man``: the manual page nlc(1), from the parsers."""

from __future__ import annotations

import argparse
import re

from nlc.cli import EXIT_DECIDED
from nlc.cli.parser import COMMANDS, completed, help_of, parser
from nlc.version import __version__

_EPILOG = """\
examples:
  nlc man | man -l -                                   read it
  nlc man > ~/.local/share/man/man1/nlc.1              let man nlc find it
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    top = parser()
    lines = [
        f'.TH NLC 1 "" "nlc {__version__}"',
        *(".SH NAME", r"nlc \- compile puzzles to SAT, solve, check and make them"),
        *(".SH SYNOPSIS", r".B nlc", r"\fICOMMAND\fP [\fIOPTION\fP ...] [\fIFILE\fP ...]"),
        *(".SH DESCRIPTION", _escaped(top.description or "")),
        ".SH COMMANDS",
    ]
    for command in COMMANDS:
        lines += _command(command)
    lines += [".SH EXAMPLES", *_as_it_stands(top.epilog or "")]
    print("\n".join(lines))
    return EXIT_DECIDED


def _command(name: str) -> list[str]:
    """Return the section of a command."""
    asked = completed(name)
    lines = [f".SS nlc {name}", _escaped(asked.description or "")]
    for group in asked._action_groups:
        actions = [action for action in group._group_actions if action.help != argparse.SUPPRESS]
        if actions:
            lines += [".PP", f".I {_escaped(group.title or '')}"]
        for action in actions:
            names = ", ".join(action.option_strings)
            value = "" if action.nargs == 0 else _value(action)
            lines += [".TP", rf"\fB{_escaped(names)}\fP \fI{_escaped(value)}\fP"]
            lines.append(_escaped(help_of(asked, action)))
    return [*lines, ".PP", *_as_it_stands(asked.epilog or "")]


def _value(action: argparse.Action) -> str:
    """Return how the value of an argument is called."""
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices or [action.dest.upper()]))


def _as_it_stands(text: str) -> list[str]:
    return [".nf", *map(_escaped, text.splitlines()), ".fi"] if text else []


def _escaped(text: str) -> str:
    """Return a line such that troff prints it as it stands."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"))
