"""``nlc completion``: scripts by which shells complete command lines of nlc, by shtab."""

from __future__ import annotations

import argparse

from nlc.cli import EXIT_DECIDED
from nlc.cli.parser import commands_of, whole_parser

_SHELLS = ("bash", "zsh", "fish")

_EPILOG = """\
examples:
  eval "$(nlc completion bash)"         in ~/.bashrc
  eval "$(nlc completion zsh)"          in ~/.zshrc, after compinit
  nlc completion fish | source          in ~/.config/fish/config.fish
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    import shtab

    top = whole_parser()
    _complete_files(top)
    print(shtab.complete(top, args.shell))
    return EXIT_DECIDED


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Have names of files completed wherever an argument is a text of no fixed choice."""
    import shtab

    for action in parser._actions:
        if action.nargs != 0 and action.choices is None and action.type is None:
            vars(action)["complete"] = shtab.FILE
    for command in commands_of(parser).values():
        _complete_files(command)
