"""Commands in the documentation print what it says that they print."""

from __future__ import annotations

import shlex
from pathlib import Path

import docs_kit
import pytest

DOCUMENTS = (
    "docs/language.md",
    "docs/design.md",
    "docs/uniqueness.md",
    "docs/engines.md",
    "docs/formats.md",
    "CONTRIBUTING.md",
)
BLOCKS = [(name, block) for name in DOCUMENTS for block in docs_kit.blocks(name, "console")]


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[block.place for _, block in BLOCKS])
def test_a_command_prints_what_the_document_says(
    name: str, block: docs_kit.Fenced, tmp_path: Path
) -> None:
    docs_kit.write_files(name, tmp_path)
    for command, expected in docs_kit.commands(block.text):
        program, *arguments = shlex.split(command)
        assert program == "nlc"
        printed = docs_kit.run_nlc(arguments, tmp_path)
        assert docs_kit.like(expected, printed), printed
