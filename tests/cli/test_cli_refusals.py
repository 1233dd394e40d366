"""What nlc refuses, with all that it says: each command of ``refusals.md`` ends with 2."""

from __future__ import annotations

import shlex

import pytest
from support import documents

NAME = "tests/cli/refusals.md"
BLOCKS = documents.blocks(NAME, "console")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files of the document."""
    made = tmp_path_factory.mktemp("refused")
    documents.write_files(NAME, made)
    return made


@pytest.mark.parametrize("block", BLOCKS, ids=[block.place for block in BLOCKS])
def test_what_is_refused_is_told_and_nothing_is_written(nlc, folder, monkeypatch, block):
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    for command, expected in documents.commands(block.text):
        words, _, given = command.partition(" <<< ")
        stdin = "".join(f"{text}\n" for text in shlex.split(given))
        said = nlc(*shlex.split(words)[1:], stdin=stdin)
        assert said.status == 2, command
        assert documents.like(expected, said.out + said.err), f"{command}\n{said.out}{said.err}"
    assert sorted(folder.iterdir()) == before
