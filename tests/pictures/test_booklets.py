"""Booklets: every puzzle on its page, its solution at the end, nothing wider than the paper."""

from __future__ import annotations

import re
from io import BytesIO

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from msgspec.structs import replace
from support import documents

import nlc
from nlc.pictures import PICTURES
from nlc.pictures.booklet import PAPERS, Booklet, Entry, Layout, Section, booklet, qr_path
from nlc.pictures.drawing import draw

PUZZLES = nlc.load(documents.ROOT / "docs" / "pictures" / "boards.nl")[:7]
POINTS = 72 / 25.4
"""Of a millimetre."""


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    out = []
    for puzzle in PUZZLES:
        answer = nlc.solve(puzzle)
        assert answer.program is not None and answer.board is not None
        solution = draw(answer.program, answer.board.values)
        out.append(Entry(draw(answer.program), f"<{puzzle.title}>", solution))
    return out


def book(entries, *rules, **layout) -> Booklet:
    return Booklet("Some & others", [Section("Kind", rules, (), entries)], layout=Layout(**layout))


@pytest.mark.parametrize(("per_page", "pages"), [(1, 7), (2, 4), (4, 2), (6, 2), (9, 1)])
def test_puzzles_fill_pages_and_solutions_follow(entries, per_page, pages) -> None:
    text = booklet(book(entries, per_page=per_page))
    assert "<h1>Some &amp; others</h1>" in text and "&lt;hexagons&gt;" in text
    head = "".join(page for page in text.split("<section>") if "<h2>Solutions</h2>" not in page)
    tail = "".join(page for page in text.split("<section>") if "<h2>Solutions</h2>" in page)
    assert head.count("<h2>Kind</h2>") == pages and head.count("<h1>") == 1
    assert head.count('role="img"') == 7 == tail.count('role="img"')
    for part in (head, tail):
        numbers = [int(n) for n in re.findall(r"<b>(\d+)</b>", part)]
        assert numbers == sorted(numbers)
    assert "a solution" in tail and "a solution" not in head


@pytest.mark.parametrize("large", [False, True])
def test_rules_stand_once_before_the_puzzles_and_alone_in_large_print(entries, large) -> None:
    text = booklet(book(entries, "One & all.", per_page=4, large=large))
    pages = text.split("<section>")[1:]
    assert [page.count("<li>One &amp; all.</li>") for page in pages[:2]] == [1, 0]
    assert ('role="img"' in pages[0]) != large


def test_sections_without_puzzles_tell_rules_on_one_page(entries) -> None:
    rules = [Section("One", ["This."]), Section("Other", ["That."])]
    text = booklet(Booklet("Both", [*rules, Section(entries=entries)]))
    first, second = text.split("<section>")[1:3]
    assert "This." in first and "That." in first and 'role="img"' not in first
    assert "<h2>" not in second


@pytest.mark.slow
@pytest.mark.parametrize(("per_page", "paper", "large"), [(1, "letter", True), (4, "a4", False)])
def test_the_pdf_has_the_pages_of_the_booklet(entries, per_page, paper, large) -> None:
    made = book(entries, "A rule.", per_page=per_page, paper=paper, large=large)
    make = PICTURES.get("pdf").booklet
    assert make is not None
    document = pypdfium2.PdfDocument(make(made))
    assert len(document) == booklet(made).count("<section>")
    texts = [page.get_textpage().get_text_range() for page in document]
    assert all("Kind" in text or "Solutions" in text for text in texts)
    size = [round(side * POINTS) for side in PAPERS[paper]]
    for page in document:
        assert [round(side) for side in page.get_size()] == size
    for number in range(1, 8):
        assert sum(f"{number} <{PUZZLES[number - 1].title}>" in text for text in texts) == 1
    assert all(embedded for page in document for embedded in fonts(page))


def fonts(page: pypdfium2.PdfPage) -> list[bool]:
    """Return for each text of a page whether its font is embedded."""
    found = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT])
    out = [bool(pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(each))) for each in found]
    assert out
    return out


def test_addresses_are_links_and_codes_as_far_as_they_fit(entries) -> None:
    short, long = "https://puzz.link/p?slither/3/3/2b3ag", "http://x/#p=" + 400 * "a"
    linked = [Entry(entries[0].puzzle, link=short), Entry(entries[1].puzzle, link=long)]
    text = booklet(book(linked))
    assert f'<a href="{short}"><svg' in text and f'<a href="{long}"><b>' in text
    whole = booklet(replace(book(linked), link="http://x/"))  # one code for all
    assert '<header><a href="http://x/"><svg' in whole and f'<a href="{short}"><b>' in whole
    path, modules = qr_path(short) or ("", 0)
    assert path.startswith("M2 2h1v1h-1z") and modules == 29 + 4  # version 3, with its quiet zone
    png = pytest.importorskip("resvg_py").svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {modules} {modules}">'
        f'<path d="{path}"/></svg>'
    )
    assert BytesIO(bytes(png)).read(8) == b"\x89PNG\r\n\x1a\n"
