"""The notebook runs, cell after cell, and says what it promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "encodings.ipynb"


@pytest.mark.slow
def test_the_notebook_runs(monkeypatch, capsys):
    monkeypatch.setenv("MPLBACKEND", "agg")
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), NOTEBOOK.name, "exec"), names)
    said = capsys.readouterr().out
    assert "no solution" in said and "satisfiable: False" in said
    answers = names["answers"]
    assert {answer.status for answer in answers.values()} == {"UNSATISFIABLE"}
    assert answers["pairwise", 6].variables < answers["ladder", 6].variables
    left, right = names["figure"].axes
    assert len(left.lines) == len(right.lines) == 3
