"""The script that proves what is made."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import prove_generators

KINDS = {kind.name: kind for kind in prove_generators.numberlink_kinds()}


@pytest.mark.parametrize(
    ("name", "chunk", "engine"),
    [("scatter-hex-touch-2", 1, "brute force"), ("solution-square-touch-3", 0, "brute force")],
)
def test_puzzles_of_a_kind_are_proved_and_not_made_again(tmp_path, name, chunk, engine):
    prove_generators.prove(KINDS[name], chunk, 1, tmp_path)
    row = json.loads((tmp_path / f"{name}-{chunk}.json").read_text())
    assert row["engines"] == {engine: 1}
    assert row["wrong"] == []
    (tmp_path / f"{name}-{chunk}.nl").unlink()
    prove_generators.prove(KINDS[name], chunk, 1, tmp_path)
    assert not (tmp_path / f"{name}-{chunk}.nl").exists()
    assert prove_generators.table(tmp_path, [name])


@pytest.mark.parametrize("most_cells", [100, 1])
def test_a_stored_solution_that_is_none_and_a_second_solution_are_told(
    tmp_path, monkeypatch, most_cells
):
    monkeypatch.setattr(prove_generators, "MOST_CELLS", most_cells)
    monkeypatch.setattr(prove_generators, "MOST_LINKS", 0)
    text = KINDS["solution-square-touch-2"].text(1)
    path = tmp_path / "right.nl"
    path.write_text(text)
    engine = "frontier" if most_cells > 1 else "other encoding"
    assert prove_generators.check(path, unique=True) == ({engine: 1}, [])
    path.write_text(text.replace('"r1c1-', '"r9c9-', 1))
    assert "the stored solution is none" in prove_generators.check(path, unique=True)[1][0]
    # Without walls between them, three rows have more solutions than one.
    title = "three rows"
    solution = {"puzzle": title, "solutions": [{"line": ["r1c1-r1c2", "r2c1-r2c2"]}]}
    path.write_text(
        f'// {json.dumps(solution)}\npuzzle "{title}" is numberlink {{\n  topology square;\n'
        "  set cover = false;\n  board\n    A A\n    B B\n    . .\n  end\n}\n"
    )
    assert "there is another solution" in prove_generators.check(path, unique=True)[1][0]
    assert prove_generators.check(path, unique=False)[1] == []
