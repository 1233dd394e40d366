"""Python in the documents runs; that of the README and of docs/api.md has tests in tests/api."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import documents

from nlc.encode.cardinality import REGISTRY

EXCERPT = "CONTRIBUTING.md"
"""Its only block is a part of a test."""

NAMES = [
    str(path.relative_to(documents.ROOT))
    for path in (documents.ROOT / EXCERPT, *(documents.ROOT / "docs").rglob("*.md"))
]
BLOCKS = [block for name in sorted(NAMES) for block in documents.blocks(name, "python")]
SLOW = ("docs/engines.md", "docs/tutorial.md")


def printed_by(block: documents.Fenced) -> str | None:
    """Return what the document says below a block that it prints, or None."""
    name, _, line = block.place.partition(":")
    rest = documents.document(name).split("\n", int(line))[-1][len(block.text) :]
    found = re.match(r"```\n\n```text output\n(.*?)^```$", rest, re.MULTILINE | re.DOTALL)
    return None if found is None else found[1]


@pytest.fixture(autouse=True)
def no_encodings_are_left() -> Iterator[None]:
    """Take away the encodings that a block registers."""
    known = {**REGISTRY.own}
    yield
    for name in REGISTRY.own.keys() - known.keys():
        del REGISTRY.own[name]  # type: ignore[attr-defined]


def name_of(block: documents.Fenced) -> str:
    return block.place.partition(":")[0]


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            each,
            id=each.place,
            marks=[pytest.mark.slow] * (name_of(each) in SLOW or "slow" in each.marks),
        )
        for each in BLOCKS
    ],
)
def test_python_runs(
    block: documents.Fenced,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = name_of(block)
    documents.write_files(name, tmp_path)
    text = documents.document("fixtures/first.nl")
    (tmp_path / "puzzle.nl").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code = compile(block.text, block.place, "exec")
    lines = block.text.splitlines(keepends=True)  # for messages with a line
    linecache.cache[block.place] = (len(block.text), None, lines, block.place)
    if name != EXCERPT:
        exec(code, {"__name__": "document"})
    if (said := printed_by(block)) is not None:
        assert capsys.readouterr().out == said
