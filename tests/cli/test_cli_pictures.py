"""``nlc generate``, ``verify`` and ``diff`` write pictures as well."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from support.commands import PUZZLES
from support.comparisons import MIDDLE, RING_ACCEPTING

SVG = "{http://www.w3.org/2000/svg}"


def test_a_wrong_solution_is_drawn_with_the_places_that_break_rules(nlc, write):
    wrong = json.dumps({"line": ["r1c1-r1c2"]})
    words = ("verify", PUZZLES, "-", "--puzzle", "1", "--format", "svg")
    said = nlc(*words, stdin=wrong)
    assert said.status == 1
    assert "terminal: r2c2: 0 of line" in said.err
    root = ElementTree.fromstring(said.out)
    marked = [p.get("data-e") for p in root.iter(f"{SVG}path") if p.get("stroke") == "#cc0000"]
    assert "r2c2" in marked
    assert "terminal: r2c2: 0 of line" in (root.findtext(f"{SVG}desc") or "")


def test_what_encodings_differ_on_is_drawn_beside_the_table(nlc, write, tmp_path):
    path, out = write("middle.nl", MIDDLE), tmp_path / "d.svg"
    words = ("diff", "--models", "--encodings", f"acyclic=order;{RING_ACCEPTING}", path)
    said = nlc(*words, "--format", "svg", "-o", str(out))
    assert said.status == 1 and "Disagreement on 1 board." in said.out
    root = ElementTree.parse(out).getroot()
    assert RING_ACCEPTING in (root.findtext(f"{SVG}title") or "")
    marked = {p.get("data-e") for p in root.iter(f"{SVG}path") if p.get("stroke") == "#cc0000"}
    assert {"r1c1", "r3c4"} <= marked and "r2c2" not in marked


def test_where_encodings_agree_there_is_nothing_to_draw(nlc, write):
    path = write("middle.nl", MIDDLE)
    said = nlc("diff", path, "--encodings", "default;acyclic=order", "--format", "svg")
    assert (said.status, said.out) == (0, "")
    assert "there is no board to draw" in said.err and "acyclic=order" in said.err
