"""Booklets: every puzzle on its page, its solution at the end, nothing wider than the paper."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from support import documents

import nlc
from nlc.pictures import PICTURES
from nlc.pictures.booklet import Entry, booklet
from nlc.pictures.drawing import draw

PUZZLES = nlc.load(documents.ROOT / "docs" / "pictures" / "boards.nl")[:7]
A4 = (595, 842)
"""Points."""


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    out = []
    for puzzle in PUZZLES:
        answer = nlc.solve(puzzle)
        assert answer.program is not None and answer.board is not None
        solution = draw(answer.program, answer.board.values)
        out.append(Entry(draw(answer.program), f"<{puzzle.title}>", solution))
    return out


@pytest.mark.parametrize(("per_page", "pages"), [(1, 7), (2, 4), (4, 2), (6, 2), (9, 1)])
def test_puzzles_fill_pages_and_solutions_follow(entries, per_page, pages) -> None:
    text = booklet("Some & others", entries, per_page)
    assert "<h1>Some &amp; others</h1>" in text and "&lt;hexagons&gt;" in text
    head, tail = text.split("<h1>Solutions</h1>", 1)
    assert head.count("<h1>") == pages
    assert head.count('role="img"') == 7
    assert text.count('role="img"') == 14
    for part in (head, tail):
        numbers = [int(n) for n in re.findall(r"<b>(\d+)</b>", part)]
        assert numbers == sorted(numbers)
    assert "a solution" in tail and "a solution" not in head


@pytest.mark.slow
@pytest.mark.parametrize("per_page", [1, 4, 9])
def test_the_pdf_has_the_pages_of_the_booklet(entries, per_page) -> None:
    make = PICTURES.get("pdf").booklet
    assert make is not None
    document = pypdfium2.PdfDocument(make("All of them", entries, per_page))
    sheets = booklet("All of them", entries, per_page).count("<section>")
    assert len(document) == sheets
    texts = [page.get_textpage().get_text_range() for page in document]
    assert all("All of them" in text or "Solutions" in text for text in texts)
    for page in document:
        assert tuple(round(side) for side in page.get_size()) == A4
    for number in range(1, 8):
        assert sum(f"{number} <{PUZZLES[number - 1].title}>" in text for text in texts) == 1


def test_puzzles_without_solutions_have_no_pages_of_solutions(entries) -> None:
    text = booklet("Bare", [Entry(entry.puzzle) for entry in entries])
    assert "Solutions" not in text
