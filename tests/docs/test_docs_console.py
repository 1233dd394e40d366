"""Commands in the documentation print what it says that they print."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from support import documents

DOCUMENTS = sorted(
    str(path.relative_to(documents.ROOT))
    for path in (*documents.ROOT.glob("*.md"), *(documents.ROOT / "docs").rglob("*.md"))
)
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
