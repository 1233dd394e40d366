"""Completion, the manual page and the help know what the parsers know."""

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


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["che"], ["check"]),
        (["run", "--back"], ["--backbone"]),
        (["run", "--format", "j"], ["json"]),
        (["generate", "slitherlink", "--sol"], ["--solution"]),
        (["run", "first.n"], []),
        (["run", "--solver", "kissat", "pyproj"], ["pyproject.toml"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["list", "gen"], ["genres"]),
        (["list", "solvers", "--pro"], ["--probe"]),
    ],
)
def test_bash_completes_commands_options_choices_and_files(nlc, typed, words):
    script = nlc("completion", "bash").out
    script += 'COMP_WORDS=(nlc "$@"); COMP_CWORD=$#; _shtab_nlc; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", *typed], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.split() == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_of_shells_have_every_option(nlc, shell, options):
    script = nlc("completion", shell).out
    for _, name in options:
        assert (name[2:] if shell == "fish" else name) in script


def test_the_manual_page_has_every_command_and_option(nlc, options):
    page = nlc("man").out.replace("\\-", "-")
    _, *parts = page.split("\n.SS \\fBnlc ")
    sections = dict(part.split("\\fR\n", 1) for part in parts)
    assert {*COMMANDS, *(f"list {name}" for name in LISTS)} <= sections.keys()
    assert "nlc run --solver kissat" in page
    for command, name in options:
        if command != "list" and name != "--help":
            assert f"\\fB{name}\\fR" in sections[command]
    assert "%(default)s" not in page


@pytest.mark.parametrize("command", [*COMMANDS, *LISTS])
def test_help_fits_on_a_screen_and_more_help_has_all_options(nlc, command, options):
    lines = nlc(command, "--help").out.splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(("  nlc ", "  eval "))
    assert any(line.startswith(f"usage: nlc {command}") for line in lines) or command in LISTS
    assert lines[-1].endswith(f"{command} --help-all shows all options, and more.")
    whole = nlc(command, "--help-all").out
    for name in (name for each, name in options if each.removeprefix("list ") == command):
        assert f"{name} " in whole or f"{name}\n" in whole


def test_each_command_has_a_group_in_the_help(nlc):
    text = nlc("--help").out
    for title, commands in GROUPS.items():
        rows = [f"  {name:<12}{does}\n" for name, does in commands.items()]
        assert f"{title}:\n{''.join(rows)}" in text
    assert len(text.splitlines()) <= 40


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["genres", "formats", "encodings", "solvers"])
def test_a_list_may_be_named_without_list(nlc, kind):
    words = (kind, "--format", "json", *(["minisat"] if kind == "solvers" else []))
    assert nlc(*words).out == nlc("list", *words).out != ""


def test_simple_lists_name_what_there_is(nlc):
    assert "triangle" in nlc("list", "tilings").out
    assert {"name": "tubes", "summary": "as Flow Free"} in nlc(
        "list", "styles", "--format", "json"
    ).objects
    for kind, name in (("passes", "parity"), ("pictures", "svg"), ("methods", "slitherlink scale")):
        assert f"\n{name} " in nlc("list", kind).out
    assert "solvers" in nlc("list").out
