"""Python in the documents runs; that of docs/api.md and of the README has tests in tests/api."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import documents

BLOCKS = [
    block
    for name in ("docs/engines.md", "docs/frontier.md", "docs/tutorial.md")
    for block in documents.blocks(name, "python")
]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.place for block in BLOCKS])
def test_an_example_in_python_runs(
    block: documents.Fenced, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents.write_files(block.place.partition(":")[0], tmp_path)
    text = documents.document("fixtures/first.nl")
    (tmp_path / "puzzle.nl").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(block.text, block.place, "exec"), {})


def test_there_are_examples() -> None:
    assert len(BLOCKS) == 3
