"""The examples of CONTRIBUTING.md and docs/extending.md, tried."""

from __future__ import annotations

import itertools
import re
import runpy
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from support import documents
from support.kinds import registries

from nlc import formats
from nlc.board import Sort, tilings
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


@pytest.fixture
def octagon(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiling of the recipe, in the folder of tilings and in their table."""
    monkeypatch.setitem(tilings.TILINGS.own, "octagon", "nlc.board.tilings.octagon")
    monkeypatch.setattr(tilings, "__path__", [*tilings.__path__, str(folder)])
    yield
    sys.modules.pop("nlc.board.tilings.octagon", None)


@pytest.mark.usefixtures("octagon")
def test_the_tiling_is_a_plane_of_octagons_and_squares(folder: Path) -> None:
    (case,), _ = load_puzzles(str(folder / "octagons.nl"))
    board = elaborate(case).board
    vertices, borders, cells = map(board.count, (Sort.VERTEX, Sort.BORDER, Sort.CELL))
    assert vertices - borders + cells == 1  # Euler's formula for a disk
    sides = np.where(board.row_of % 2 == 0, 8, 4)
    assert board.cell_borders.lengths.tolist() == sides.tolist()
    inside = np.array([board.border_inner[board.cell_borders.row(c)].all() for c in range(cells)])
    assert inside.any()
    assert (board.cell_links.lengths[inside] == sides[inside]).all()


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
