"""Links between documents lead somewhere, and every document can be reached from the index."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from support import documents

TRACKED = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
    cwd=documents.ROOT,
    capture_output=True,
    text=True,
    check=False,
).stdout.split()
PAGES = TRACKED or sorted(
    str(path.relative_to(documents.ROOT))
    for pattern in ("*.md", "docs/**/*.md", "fixtures/**/*.md")
    for path in documents.ROOT.glob(pattern)
)
INDEX = "docs/README.md"


def links(page: str) -> list[tuple[str, str]]:
    """Return the path, from the root, and the section of each link of a page into the project."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", documents.prose(page)):
        if "://" not in target:
            name, _, section = target.partition("#")
            path = os.path.normpath(Path(page).parent / name) if name else page
            found.append((path, section))
    return found


def test_links_lead_to_files_and_sections_that_exist() -> None:
    wrong = []
    for page, (path, section) in ((name, link) for name in PAGES for link in links(name)):
        exists = (documents.ROOT / path).exists()
        if not exists or (section and section not in documents.anchors(path)):
            wrong.append(f"{page}: {path}#{section}")
    assert wrong == []


def test_every_document_is_reached_from_the_index() -> None:
    reached, todo = {INDEX}, [INDEX]
    while todo:
        for path, _ in links(todo.pop()):
            if path.endswith(".md") and path not in reached:
                reached.add(path)
                todo.append(path)
    assert {page for page in PAGES if page.startswith("docs/")} - reached == set()


def test_a_document_begins_with_its_title_and_no_other_is_of_its_level() -> None:
    for page in (page for page in PAGES if page.startswith("docs/")):
        lines = documents.prose(page).splitlines()
        assert lines[0].startswith("# "), page
        assert not [line for line in lines[1:] if line.startswith("# ")], page
