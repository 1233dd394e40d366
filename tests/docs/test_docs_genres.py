"""The page on the stock genres, compared with their files."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from support import documents

from nlc.language.files import stock_genres

SCRIPT = "scripts/genres_page.py"
PAGE = documents.document("docs/genres.md")


@pytest.mark.slow
def test_the_table_is_what_the_script_writes() -> None:
    command = [sys.executable, SCRIPT, "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=documents.ROOT)
    told = (done.stdout, done.stderr, done.returncode)
    assert told == ("", "", 0), f"docs/genres.md is not up to date; run: python {SCRIPT}"


def test_each_stock_genre_has_a_row() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\(\.\./grammar/\1\.nl\)", PAGE, re.MULTILINE)
    assert rows == stock_genres()


def test_lines_are_counted_without_comments_and_blank_lines() -> None:
    text = documents.document("grammar/norinori.nl").splitlines()
    counted = [line for line in text if line.strip() and line.strip()[:2] != "//"]
    (row,) = re.findall(r"^\| \[`norinori`\].*$", PAGE, re.MULTILINE)
    assert row.split("|")[4].strip() == str(len(counted))
