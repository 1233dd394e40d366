"""The README keeps its promises: its picture, its two commands, its extras, and how to cite."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from support import documents

README = documents.document("README.md")
PROJECT = tomllib.loads(documents.document("pyproject.toml"))["project"]


@pytest.mark.slow
def test_the_picture_is_what_the_first_example_draws(tmp_path: Path) -> None:
    block = documents.blocks("README.md", "console")[0]
    ((command, _), *_) = documents.commands(block.text)
    documents.run_nlc(shlex.split(command)[1:], tmp_path)
    assert (tmp_path / "solved.svg").read_text(encoding="utf-8") == documents.document(
        "docs/pictures/solved.svg"
    )


def test_the_table_of_extras_has_all_of_them() -> None:
    table = README.partition("## Extras")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \| ", table, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(PROJECT["optional-dependencies"])


def test_the_citation_names_this_version() -> None:
    citation = dict(
        re.findall(
            r'^(?:  - )?([\w-]+): "?(.*?)"?$', documents.document("CITATION.cff"), re.MULTILINE
        )
    )
    assert {"cff-version", "message", "title", "type"} <= citation.keys()
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert [{"name": citation["name"]}] == PROJECT["authors"]
    assert f"version {PROJECT['version']}, " in README
