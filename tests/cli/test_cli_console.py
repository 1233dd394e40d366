"""Commands that print what two documents say: answers (``said.md``) and refusals (``refusals.md``).

A command of ``refusals.md`` ends with 2 and writes nothing; one of ``said.md`` with 0, or with the
number that stands behind it.
"""

from __future__ import annotations

import re
import shlex

import pytest
from support import documents

from nlc.process.platform import PORTABLE

NAMES = {"tests/cli/said.md": 0, "tests/cli/refusals.md": 2}
BLOCKS = [(name, block) for name in NAMES for block in documents.blocks(name, "console")]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder for each document, with its files."""
    made = {name: tmp_path_factory.mktemp("console") for name in NAMES}
    for name, folder in made.items():
        documents.write_files(name, folder)
    return made


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[block.place for _, block in BLOCKS])
def test_a_command_ends_and_prints_as_the_document_says(nlc, folders, monkeypatch, name, block):
    monkeypatch.chdir(folders[name])
    before = sorted(folders[name].iterdir())
    for line, expected in documents.commands(block.text):
        if PORTABLE and line.startswith("nlc bench"):  # its suites limit processes
            continue
        command, status = re.fullmatch(r"nlc (.*?)(?:  # (\d+))?", line).groups()
        words, _, given = command.partition(" <<< ")
        stdin = "".join(f"{text}\n" for text in shlex.split(given))
        said = nlc(*shlex.split(words), stdin=stdin)
        assert said.status == int(status or NAMES[name]), f"{line}\n{said.err}"
        printed = (said.out + said.err).rstrip("\n") + "\n" * bool(expected)
        assert documents.like(expected, printed), f"{line}\n{printed}"
    assert name.endswith("said.md") or sorted(folders[name].iterdir()) == before
