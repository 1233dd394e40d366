"""Commands in the documentation print what it says that they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from support import documents

from nlc.cli.parser import parser

DOCUMENTS = sorted(
    str(path.relative_to(documents.ROOT))
    for path in (*documents.ROOT.glob("*.md"), *(documents.ROOT / "docs").rglob("*.md"))
)
PLAIN = [
    block
    for name in DOCUMENTS
    for language in ("sh", "")
    for block in documents.blocks(name, language)
    if "nlc " in block.text
]

SOLVERS = ("cadical", "minisat")
"""Other programs than nlc that a document may run."""

BLOCKS = [(name, block) for name in DOCUMENTS for block in documents.blocks(name, "console")]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[block.place for _, block in BLOCKS])
def test_a_command_prints_what_the_document_says(
    name: str, block: documents.Fenced, tmp_path: Path
) -> None:
    documents.write_files(name, tmp_path)
    for command, expected in documents.commands(block.text):
        program, *arguments = shlex.split(command)
        if program in SOLVERS:
            printed = documents.run_solver(command, tmp_path)
        else:
            assert program == "nlc"
            printed = documents.run_nlc(arguments, tmp_path)
        assert documents.like(expected, printed), printed


@pytest.mark.parametrize("block", PLAIN, ids=[block.place for block in PLAIN])
def test_a_command_that_is_only_shown_has_options_that_there_are(block: documents.Fenced) -> None:
    for line in block.text.replace("\\\n", " ").splitlines():
        for part in re.split(r"\| |&&|;(?= )|; do", line.partition(" #")[0]):
            words = shlex.split(part.partition(" > ")[0])
            if words[:1] == ["nlc"]:
                assert parser().parse_args(words[1:]).command == words[1]
