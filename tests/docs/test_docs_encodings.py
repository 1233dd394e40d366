"""The pages on encodings, compared with the code that they describe."""

from __future__ import annotations

import json
import re
from pathlib import Path

from support import documents

FOLDER = documents.ROOT / "docs" / "encodings"
PAGES = [
    str(path.relative_to(documents.ROOT))
    for path in (documents.ROOT / "docs" / "encodings.md", *sorted(FOLDER.glob("**/*.md")))
]


def test_each_encoding_that_nlc_lists_has_its_facts_on_a_page(tmp_path: Path) -> None:
    listed = documents.run_nlc(["list", "encodings", "--format", "json"], tmp_path).splitlines()
    wanted = [(item["node"], item["name"]) for item in map(json.loads, listed)]
    text = "\n".join(map(documents.document, PAGES))
    assert sorted(re.findall(r"<!-- (\w+)=(\S+) -->", text)) == sorted(wanted)


def test_files_that_are_named_exist() -> None:
    text = "\n".join(map(documents.document, PAGES))
    paths = re.findall(r"`((?:nlc|fixtures|scripts|grammar)/[\w./-]+)`", text)
    assert {path for path in paths if not (documents.ROOT / path).exists()} == set()
