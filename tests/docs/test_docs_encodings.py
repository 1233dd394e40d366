"""The pages on encodings, compared with the code that they describe."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import docs_kit
import pytest

from nlc.bench import encodings as bench
from nlc.lang.diagnostics import UserError

SCRIPT = docs_kit.ROOT / "scripts" / "encodings_page.py"
PAGES = ["docs/encodings.md", *(f"docs/encodings/{p}.md" for p in ("labels", "count", "acyclic"))]
PAGES.append("docs/encodings/whole.md")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The program that writes the generated parts."""
    spec = importlib.util.spec_from_file_location("encodings_page", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def headings(path: Path) -> list[str]:
    """Return the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"^#+ (.+)$", text, re.M)


def test_the_generated_parts_are_what_the_script_writes(script: ModuleType) -> None:
    stale = [
        path.name
        for path, text in script.pages().items()
        if path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run: python scripts/encodings_page.py"


def test_each_encoding_that_nlc_lists_has_its_section(tmp_path: Path) -> None:
    listed = docs_kit.run_nlc(["encodings", "--format", "json"], tmp_path).splitlines()
    found = [(item["node"], item["name"]) for item in map(json.loads, listed)]
    pages = {node: docs_kit.ROOT / f"docs/encodings/{node}.md" for node, _ in found}
    told = [(node, name) for node, path in pages.items() for name in headings(path)[1:]]
    assert sorted(told) == sorted(found)


def test_each_section_begins_with_the_facts_of_its_encoding() -> None:
    for page in PAGES[1:]:
        kind = Path(page).stem
        sections = re.findall(
            r"^## (.+)\n\n<!-- generated: facts (.+) -->$", docs_kit.document(page), re.M
        )
        assert [f"{kind} {name}" for name, _ in sections] == [facts for _, facts in sections]
        assert [name for name, _ in sections] == headings(docs_kit.ROOT / page)[1:]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_pages_and_sections_that_exist(page: str, script: ModuleType) -> None:
    here = docs_kit.ROOT / page
    wrong = []
    for target in re.findall(r"\]\(([^)\s]+)\)", docs_kit.document(page)):
        name, _, section = target.partition("#")
        path = here.parent / name if name else here
        if not path.is_file() or (section and section not in map(script.anchor, headings(path))):
            wrong.append(target)
    assert wrong == []


@pytest.mark.parametrize("page", PAGES)
def test_files_and_parts_of_specs_that_are_named_exist(page: str) -> None:
    text = docs_kit.document(page)
    paths = re.findall(r"`((?:nlc|fixtures|scripts|grammar)/[\w./-]+)`", text)
    assert {path for path in paths if not (docs_kit.ROOT / path).exists()} == set()


def test_only_its_own_kind_of_part_is_written_anew(script: ModuleType) -> None:
    text = "<!-- generated: a -->\nold\n<!-- end -->\n<!-- measured: b -->\nold\n<!-- end -->\n"
    assert script.rewritten(text, "measured", lambda name: f"new {name}") == (
        "<!-- generated: a -->\nold\n<!-- end -->\n<!-- measured: b -->\n\nnew b\n\n<!-- end -->\n"
    )


def test_every_encoding_is_measured_on_boards_of_a_folder(
    tmp_path: Path, script: ModuleType
) -> None:
    lines = [f"{size} {size} 0 0 {size - 1} {size % 2 * (size - 1)}" for size in bench.SIZES]
    (tmp_path / "boards.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    boards = bench.read(tmp_path, 1)
    assert list(boards) == list(bench.SIZES)
    found = bench.measure({5: boards[5]})
    assert [m.spec for m in found] == bench.specs()
    for m in found:
        assert [run.size for run in m.runs] == [5], m
        assert m.exact == (m.spec not in ("acyclic=vertex-tree", "thesis", "edge-path")), m
        assert not any(run.undecided for run in m.runs), m
    table = script.Figures(found).part("all")
    assert table.count("\n") == len(found) + 1


def test_a_folder_with_too_few_boards_is_refused(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("5 5 0 0 4 4\n", encoding="utf-8")
    with pytest.raises(UserError, match="holds 1 boards of 5 rows, and 2 are wanted"):
        bench.read(tmp_path, 2)
