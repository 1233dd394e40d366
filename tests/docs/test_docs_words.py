"""Phrases that CONTRIBUTING.md rules out stand neither in the package nor in the documents."""

from __future__ import annotations

import re

from support import documents

SECTION = documents.document("CONTRIBUTING.md").partition("\n## Words\n")[2].partition("\n## ")[0]
PHRASES = [
    phrase
    for line in SECTION.splitlines()
    if line.startswith("| ")
    for phrase in re.findall(r"`([^`]+)`", line.split("|")[2])
]
PATTERNS = (
    "nlc/**/*.py",
    "drivers/**/*.py",
    "scripts/*",
    "grammar/*",
    "fixtures/*.nl",
    "docs/**/*.md",
    "README.md",
    "CHANGES.md",
)
TEXTS = {
    str(path.relative_to(documents.ROOT)): " ".join(path.read_text(encoding="utf-8").split())
    for pattern in PATTERNS
    for path in sorted(documents.ROOT.glob(pattern))
    if path.is_file()
}


def test_the_words_to_avoid_and_the_texts_are_found() -> None:
    assert {"manieth", "is no size", "class Told"} <= set(PHRASES)
    assert {"nlc/api.py", "drivers/base.py", "docs/design.md", "grammar/nl.lark"} <= set(TEXTS)


def test_a_phrase_that_is_ruled_out_is_written_nowhere() -> None:
    ruled_out = "|".join(map(re.escape, PHRASES))
    wanted = re.compile(rf"(?<!there )\b(?:{ruled_out})\b", re.IGNORECASE)
    found = {name: wanted.findall(text) for name, text in TEXTS.items()}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


def test_the_glossary_is_in_alphabetical_order() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ", documents.document("docs/glossary.md"), re.MULTILINE)[1:]
    assert len(rows) > 40
    assert rows == sorted(rows, key=lambda row: row.lower())
