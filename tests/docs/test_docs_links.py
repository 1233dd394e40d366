"""Links between documents lead somewhere; each document has a title, a reader and a width."""

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


def test_the_first_line_of_a_document_says_whom_it_is_for() -> None:
    pages = [page for page in PAGES if page != "README.md"]
    first = {page: documents.document(page).split("\n\n")[1] for page in pages}
    anybody = {page for page, text in first.items() if not text.startswith(("For ", "<!-- "))}
    assert anybody == set()


def test_prose_is_wrapped() -> None:
    """Tables, headings, pictures, HTML, and words without a blank may be wider."""
    wide = re.compile(r"^(?![|#<!])(?=.{101})(?=.*\S +\S).*$", re.MULTILINE)
    assert [(page, line) for page in PAGES for line in wide.findall(documents.prose(page))] == []


def test_the_glossary_is_in_alphabetical_order() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ", documents.document("docs/glossary.md"), re.MULTILINE)[1:]
    assert len(rows) > 40
    assert rows == sorted(rows, key=lambda row: row.lower())
