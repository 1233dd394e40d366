"""Completion and the manual page know what the parsers know."""

from __future__ import annotations

import re
import subprocess

import pytest

from nlc.cli.parser import COMMANDS, completed


def options() -> list[tuple[str, str]]:
    """Return each long option of each command."""
    return [
        (command, name)
        for command in COMMANDS
        for action in completed(command)._actions
        for name in action.option_strings
        if name.startswith("--")
    ]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["che"], ["check"]),
        (["run", "--back"], ["--backbone"]),
        (["run", "--format", "j"], ["json"]),
        (["generate", "slitherlink", "--sol"], ["--solution"]),
        (["run", "first.n"], []),
        (["completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_bash_completes_commands_options_and_choices(nlc, typed, words):
    script = nlc("completion", "bash").out
    script += 'COMP_WORDS=(nlc "$@"); COMP_CWORD=$#; _nlc; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", *typed], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.split() == words


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_scripts_of_shells_have_every_option(nlc, shell):
    script = nlc("completion", shell).out
    for command, name in options():
        assert re.search(rf"^    \*\\ {command}\\ \*.*{name}\b", script, re.MULTILINE)


def test_fish_has_every_option(nlc):
    script = nlc("completion", "fish").out
    for command, name in options():
        assert re.search(rf"from {command}'.* -l {name[2:]} ", script)


def test_the_manual_page_has_every_command_and_option(nlc):
    page = nlc("man").out.replace("\\-", "-")
    sections = dict(
        zip(COMMANDS, re.split(r"^\.SS nlc .*$", page, flags=re.MULTILINE)[1:], strict=True)
    )
    for command, name in options():
        assert re.search(rf"^\\fB.*{name}\b", sections[command], re.MULTILINE)
    assert "%(default)s" not in page
