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
from nlc.errors import UserError

SCRIPT = docs_kit.ROOT / "scripts" / "encodings_page.py"
FOLDER = docs_kit.ROOT / "docs" / "encodings"
SINGLE = sorted(FOLDER.glob("*/*.md"))
PAGES = [
    str(path.relative_to(docs_kit.ROOT))
    for path in (docs_kit.ROOT / "docs" / "encodings.md", *sorted(FOLDER.glob("*.md")), *SINGLE)
]


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


def anchor(heading: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_generated_parts_are_what_the_script_writes(script: ModuleType) -> None:
    stale = [
        path.name
        for path, text in script.pages().items()
        if path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run: python scripts/encodings_page.py"


def test_each_encoding_that_nlc_lists_has_its_page(tmp_path: Path) -> None:
    listed = docs_kit.run_nlc(["encodings", "--format", "json"], tmp_path).splitlines()
    found = [(item["node"], item["name"]) for item in map(json.loads, listed)]
    assert sorted((path.parent.name, path.stem) for path in SINGLE) == sorted(found)


@pytest.mark.parametrize("path", SINGLE, ids=lambda path: f"{path.parent.name}={path.stem}")
def test_each_page_begins_with_the_facts_of_its_encoding(path: Path) -> None:
    kind, name = path.parent.name, path.stem
    head = f"# {kind}={name}\n\n<!-- generated: facts {kind} {name} -->\n"
    assert path.read_text(encoding="utf-8").startswith(head)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_pages_and_sections_that_exist(page: str) -> None:
    here = docs_kit.ROOT / page
    wrong = []
    for target in re.findall(r"\]\(([^)\s]+)\)", docs_kit.document(page)):
        name, _, section = target.partition("#")
        path = here.parent / name if name else here
        if not path.is_file() or (section and section not in map(anchor, headings(path))):
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
