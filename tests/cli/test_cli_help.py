"""The help knows what the parsers know, and so does a shell; what is gone is answered."""

from __future__ import annotations

import subprocess

import pytest

from nlc.cli.commands import COMMANDS, GROUPS, LISTS
from nlc.cli.parser import commands_of, whole_parser


@pytest.fixture(scope="module")
def options() -> list[tuple[str, str]]:
    """Return each long option of each command, and of each list."""
    commands = commands_of(whole_parser())
    lists = {f"list {name}": each for name, each in commands_of(commands["list"]).items()}
    return [
        (command, name)
        for command, parser in {**commands, **lists}.items()
        for action in parser._actions
        for name in action.option_strings
        if name.startswith("--")
    ]


def test_shtab_completes_every_option(options):
    words = ["shtab", "--shell", "bash", "--prog", "nlc", "nlc.cli.parser.whole_parser"]
    script = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    for _, name in options:
        assert name in script


@pytest.mark.parametrize("command", [*COMMANDS, *(f"list {name}" for name in LISTS)])
def test_help_fits_on_a_screen_and_more_help_has_all_options(nlc, command, options):
    lines = nlc(*command.split(), "--help").out.splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("  nlc ")
    assert any(line.startswith(f"usage: nlc {command}") for line in lines)
    assert lines[-1].endswith(f"{command} --help-all shows all options, and more.")
    whole = nlc(*command.split(), "--help-all").out
    for name in (name for each, name in options if each == command):
        assert f"{name} " in whole or f"{name}\n" in whole


def test_each_command_has_a_group_in_the_help(nlc):
    text = nlc("--help").out
    for title, commands in GROUPS.items():
        rows = [f"  {name:<12}{does}\n" for name, does in commands.items()]
        assert f"{title}:\n{''.join(rows)}" in text
    assert len(text.splitlines()) <= 40


def test_simple_lists_name_what_there_is(nlc):
    assert "triangle" in nlc("list", "tilings").out
    assert {"name": "tubes", "summary": "as Flow Free"} in nlc(
        "list", "styles", "--format", "json"
    ).objects
    for kind, name in (("passes", "parity"), ("pictures", "svg"), ("methods", "slitherlink scale")):
        assert f"\n{name} " in nlc("list", kind).out
    assert "solvers" in nlc("list").out
