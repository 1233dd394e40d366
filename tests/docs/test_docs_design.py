"""The description of the design, compared with the code that it describes."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from support import documents
from support.kinds import registries

from nlc.cli import console as cli
from nlc.ir import nodes
from nlc.language import files

DESIGN = "docs/design.md"
SOLVING = "docs/solving.md"
DOCUMENTS = (
    DESIGN,
    SOLVING,
    "docs/where.md",
    "docs/extending.md",
    "docs/language.md",
    "docs/drivers.md",
    "CONTRIBUTING.md",
)


def exists(dotted: str) -> bool:
    """Tell whether a dotted name is a module, or an attribute of one."""
    parts = dotted.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        for name in parts[size:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_name_of_the_code_exists(name: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", documents.document(name), flags=re.M | re.S)
    names = set(re.findall(r"`(nlc(?:\.\w+)+)`", prose))
    groups = {files.GROUP, *(kind.group for kind in registries().values())}
    assert {dotted for dotted in names - groups if not exists(dotted)} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_of_the_project_exists(name: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", documents.document(name), flags=re.M | re.S)
    folders = "nlc|drivers|grammar|tests|fixtures|scripts|docs"
    paths = re.findall(rf"`((?:{folders})/[\w./-]*)`", prose)
    here = Path(documents.ROOT, name).parent
    paths += [str(here / link) for link in re.findall(r"\]\(([\w./-]+\.md)", prose)]
    assert {path for path in paths if not Path(documents.ROOT, path).exists()} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_document_says_a_module_has_is_there(name: str) -> None:
    pairs = r"`([\w.]+)`,?\s+(?:of|in)\s+`((?:nlc|drivers)/[\w/]+\.py)`"
    found = re.findall(pairs, documents.document(name))
    assert name != "docs/where.md" or len(found) > 8
    for names, path in found:
        text = Path(documents.ROOT, path).read_text(encoding="utf-8")
        for part in names.split("."):
            assert re.search(rf"^( *(def|class) )?{part}\b", text, re.MULTILINE), (names, path)


def test_the_table_of_folders_has_every_folder_of_the_package() -> None:
    section = documents.document(DESIGN).partition("\n## Folders\n")[2].partition("\n## ")[0]
    told = set(re.findall(r"`nlc/(\w+)/`", section))
    folders = {path.parent.name for path in documents.ROOT.glob("nlc/*/__init__.py")}
    assert told == folders - {"drivers", "grammar"}


def test_the_nodes_are_those_of_the_code() -> None:
    told = re.findall(r"^\| `(\w+)\(", documents.document(DESIGN), re.M)
    assert told == [kind.__name__ for kind in (nodes.Exactly, nodes.Implies, nodes.Acyclic)]
    assert set(nodes.Node.__args__) == {nodes.Exactly, nodes.Implies, nodes.Acyclic}


def test_the_exit_statuses_are_those_of_the_command_line() -> None:
    told = {int(n) for n in re.findall(r"^\| (\d+) \|", documents.document(SOLVING), re.M)}
    assert told == {value for name, value in vars(cli).items() if name.startswith("EXIT_")}


def test_the_json_is_what_run_prints(tmp_path: Path) -> None:
    documents.write_files(SOLVING, tmp_path)
    (block,) = documents.blocks(SOLVING, "json")
    told = json.loads(block.text)
    printed = json.loads(
        documents.run_nlc(["run", "--format", "json", "--unique", "tiny.nl"], tmp_path)
    )
    assert told.keys() == printed.keys()
    assert told["seconds"].keys() == printed["seconds"].keys()
    for told_step, printed_step in zip(told["strategy"], printed["strategy"], strict=True):
        assert told_step | {"seconds": 0} == printed_step | {"seconds": 0}
    for key in told.keys() - {"seconds", "variables", "clauses", "strategy"}:
        assert told[key] == printed[key], key
