"""``nlc completion``: what a shell needs to complete the words of nlc, from the parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from shlex import quote

from nlc.cli import EXIT_DECIDED
from nlc.cli.parser import COMMANDS, completed, help_of

_EPILOG = """\
examples:
  eval "$(nlc completion bash)"         in ~/.bashrc
  eval "$(nlc completion zsh)"          in ~/.zshrc
  nlc completion fish | source          in ~/.config/fish/config.fish
"""

_BASH = """\
_nlc() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  case "$COMP_CWORD ${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}} $word" in
    1\\ *) words={commands} ;;
{values}
{options}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _nlc nlc
"""

_ZSH = """\
autoload -U +X compinit bashcompinit
compinit
bashcompinit
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=tuple(_SHELLS), metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    print(_SHELLS[args.shell](), end="")
    return EXIT_DECIDED


def _actions(command: str) -> Iterator[tuple[argparse.Action, str]]:
    """Yield the arguments of a command, and what they are for."""
    asked = completed(command)
    for action in asked._actions:
        yield action, help_of(asked, action)


def _bash() -> str:
    """Return a script; where no word fits, bash completes names of files."""
    values, options = [], []
    for command in COMMANDS:
        names: list[str] = []
        first = ""
        for action, _ in _actions(command):
            names += action.option_strings
            if action.choices is not None:
                words = quote(" ".join(map(str, action.choices)))
                if not action.option_strings:
                    first = f"\n    2\\ {command}\\ *) words={words} ;;"
                for name in action.option_strings:
                    values.append(f"    *\\ {command}\\ {name}\\ *) words={words} ;;")
        options.append(f"    *\\ {command}\\ *\\ -*) words={quote(' '.join(names))} ;;{first}")
    return _BASH.format(
        commands=quote(" ".join(COMMANDS)), values="\n".join(values), options="\n".join(options)
    )


def _zsh() -> str:
    return _ZSH + _bash()


def _fish() -> str:
    lines = [
        f"complete -c nlc -n __fish_use_subcommand -f -a {command} -d {quote(text)}"
        for command, text in COMMANDS.items()
    ]
    for command in COMMANDS:
        for action, text in _actions(command):
            if not action.option_strings:
                continue
            line = f"complete -c nlc -n '__fish_seen_subcommand_from {command}'"
            for name in action.option_strings:
                line += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
            if action.choices is not None:
                line += f" -x -a {quote(' '.join(map(str, action.choices)))}"
            elif action.nargs != 0:
                line += " -r"
            lines.append(f"{line} -d {quote(text)}")
    return "\n".join(lines) + "\n"


_SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
