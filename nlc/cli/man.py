"""``nlc man``: the manual page nlc(1), by argparse-manpage."""

from __future__ import annotations

import argparse

from nlc.cli import EXIT_DECIDED
from nlc.cli.commands import EXAMPLES
from nlc.cli.parser import commands_of, whole_parser
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
    from argparse_manpage.manpage import Manpage

    top = whole_parser()
    for command in commands_of(top).values():
        for each in (command, *commands_of(command).values()):
            each.usage = each.short_usage
        # Manpage leaves out epilogs of commands.
        command.description += f"\n{_unfilled(command.epilog or '')}"
    page = Manpage(top, {"version": __version__}, format="single-commands-section")
    page.description = "compile puzzles to SAT, solve, check and make them"
    page.date, page.manual = "", "nlc"
    page.add_section("examples", "=", _unfilled(EXAMPLES).replace("-", r"\-"))
    print(page, end="")
    return EXIT_DECIDED


def _unfilled(text: str) -> str:
    """Return a text that troff does not fill."""
    return f".nf\n{text}\n.fi"
