"""The examples of CONTRIBUTING.md and docs/extending.md, tried."""

from __future__ import annotations

import itertools
import re
import runpy
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from support import documents
from support.kinds import registries

from nlc import formats
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Counts
from nlc.loading import load_puzzles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the recipes show."""
    documents.write_files("CONTRIBUTING.md", tmp_path)
    documents.write_files("docs/extending.md", tmp_path)
    return tmp_path


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("counts", [Counts.between(0, 1), Counts.of(1)], ids=["most", "exactly"])
def test_the_encoding_says_what_it_declares(folder: Path, n: int, counts: Counts) -> None:
    encoding = runpy.run_path(str(folder / "nested.py"))["ENCODING"]
    assert (encoding.refusal(n, counts) is None) == (counts.within(n) == counts)
    template = encoding.template(n, counts)
    clauses = [c for block in template.clauses for c in block.tolist()]
    found = set(_inputs_of_models(clauses, n, n + template.auxiliaries))
    assert found == {a for a in itertools.product((False, True), repeat=n) if sum(a) in counts}


def _inputs_of_models(
    clauses: list[list[int]], inputs: int, variables: int
) -> Iterator[tuple[bool, ...]]:
    for values in itertools.product((False, True), repeat=variables):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            yield values[:inputs]


def test_the_format_reads_what_it_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(formats.FORMATS.own, "csv", "nlc.formats.csv")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(folder)])
    board = folder / "board.txt"
    board.write_text("A,,B\n,,\nA,,B\n")
    (puzzle,), _ = load_puzzles(str(board))
    assert formats.FORMATS.get("csv").write(elaborate(puzzle)) == board.read_text()
    board.write_text("A,,B\n,\n")
    with pytest.raises(UserError, match="this row has 2 cells, the first one 3"):
        load_puzzles(str(board))
    sys.modules.pop("nlc.formats.csv")


def test_the_table_of_kinds_is_that_of_the_registries() -> None:
    section = documents.document("docs/extending.md").partition("\n## In another package\n")[2]
    rows = re.findall(r"^\| .*? \| `(\w+)` in `(\S+)` \| `(\S+)` \| `(\S+)` \|$", section, re.M)
    assert set(rows) == {
        (name, _file(module), kind.attribute, kind.group)
        for (module, name), kind in registries().items()
    }


def _file(module: str) -> str:
    path = Path(str(find_spec(module).origin)).relative_to(documents.ROOT)
    return str(path).replace("nlc/drivers/", "drivers/")
