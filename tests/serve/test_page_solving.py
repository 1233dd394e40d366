"""Solving on the page: every question, solutions as they come, Stop; generating; comparing."""

from __future__ import annotations

import pytest
from support.page_boards import BOARDS
from support.server import eventually

import nlc

pytestmark = pytest.mark.slow

SEVERAL = """puzzle "several" is numberlink {
  topology square;
  set cover = false;
  board
    A . A
    . . .
    . . .
  end
}
"""

NONE = """puzzle "none" is slitherlink {
  topology square;
  board
    3 3
    3 0
  end
}
"""

ROWS = "\n".join(" " * (4 + row % 2) + " ".join("." * 24) for row in range(24))
LONG = f'puzzle "long" is slitherlink {{\n  topology hex;\n  board\n{ROWS}\n  end\n}}\n'
"""Has more solutions than can be counted in a minute."""


def test_unique_draws_where_two_solutions_differ(page):
    page.start(SEVERAL)
    page.press("#unique")
    page.wait_text("#answer", "more than one solution")
    page.wait_text("#shown-what", "Where two solutions differ; orange: only the first")
    page.press("#next")
    page.wait_text("#pager-count", "2 of")
    page.start(BOARDS["hexagons"], wide=False)
    page.press_by_key("#unique")
    page.wait_text("#answer", "exactly one solution")
    page.start("1 . . .\n. . 3 .\n. . . .\n. . . 2\n")
    page.press("#unique")
    page.wait_text("#shown-what", "2/4: 2 in the first, 4 in the second")
    page.press("#make-unique")
    page.wait_text("#answer", "With this further clue there is one solution")
    page.press("#add-clues")
    page.wait("!document.querySelector('#add-clues')")
    page.press("#unique")
    page.wait_text("#answer", "exactly one solution")


def test_all_solutions_are_leafed_through_and_counted_alike(page):
    count = nlc.solve(nlc.loads(SEVERAL)[0], nlc.COUNT).count
    page.start(SEVERAL)
    page.press("#all")
    page.wait_text("#answer", f"{count} solutions")
    assert page.read("#pager-count").endswith(f"of {count}")
    seen = set()
    for _ in range(count):
        seen.add(page.js("return document.querySelector('#picture svg').innerHTML"))
        page.press("#next")
    assert len(seen) == count
    page.press("#count")
    page.wait_text("#answer", f"{count} solutions")


def test_stop_ends_the_processes_of_a_job(page):
    page.start(LONG)
    page.press("#count")
    page.wait("document.querySelector('#job').checkVisibility()")
    page.wait("/Searching|clauses/.test(document.querySelector('#job-text').textContent)")
    page.press("#stop")
    page.wait_text("#answer", "Stopped")
    page.wait("!document.querySelector('#job').checkVisibility()")
    eventually(lambda: page.server.get("status")["running"] == 0)
    eventually(lambda: len(page.server.descendants()) <= 4)  # idle ones


def test_encodings_are_compared_and_a_clause_is_said_in_words(page):
    page.start(BOARDS["squares"])
    page.press("#view-compare")
    page.press("#compare")
    page.wait("document.querySelectorAll('#measures tbody tr').length === 3")
    page.wait("!document.querySelector('.compare form [role=status]').textContent")
    rows = page.js(
        "return [...document.querySelectorAll('#measures tbody tr')].map(r => "
        "[...r.cells].map(c => c.innerText.trim()))"
    )
    sizes = {row[0]: (int(row[2].replace(",", "")), int(row[3].replace(",", ""))) for row in rows}
    (puzzle,) = nlc.loads(BOARDS["squares"])
    answer = nlc.solve(
        puzzle, solver="pysat:cadical195", encoding="cardinality=totalizer"
    ).to_json()
    assert sizes["cardinality=totalizer"] == (answer["variables"], answer["clauses"])
    assert "same board" in page.read(".results")
    assert "cardinality=totalizer: domains=log,cardinality=totalizer" in page.read("#compare-notes")
    sums = page.js("return [...document.querySelectorAll('#sizes .sum td')].map(c => c.innerText)")
    assert sums == [row[3] for row in rows]
    page.press("#sizes button[aria-label$='of same by default']")
    page.wait("document.querySelector('.formula li')")
    page.press_by_key(".formula", "\ue015")
    page.wait("/together|then|hold/.test(document.querySelector('.words').textContent)")
    assert page.js("return document.querySelectorAll('.clauses .signs > *').length") > 0
    assert "rule same" in page.read(".clauses pre")


def test_why_there_is_no_solution_is_told_and_mended(page):
    page.start(NONE)
    page.press("#solve")
    page.press("#why")
    page.wait_text("#answer", "contradict each other")
    marked = "return document.querySelectorAll('#picture .broken').length"
    assert page.js(marked) == 2
    assert page.js("return document.querySelector('#answer li button.quiet')") is None
    page.wait("document.querySelector('#why-where')")
    page.press("#why-where")
    page.wait("document.querySelector('#answer li button.quiet')")
    page.press("#answer li button.quiet")
    page.wait("document.querySelectorAll('#picture .reason').length > 2")
    page.press("#answer .repairs button")
    page.wait("JSON.parse(localStorage.getItem('nlc.text')) !== arguments[0]", NONE)
    assert nlc.solve(nlc.loads(page.text)[0]).board is not None


LARGE = """puzzle "large" is slitherlink {
  topology square;
  board
    3 . . . . 3 . . 3 1
    . . 3 . . . 2 . . .
    . . . 2 2 3 2 . 3 .
    3 . . 3 . . . . 2 1
    . . . . . 3 . 1 2 .
    . 3 . 2 0 . . . 1 1
    . 2 1 1 . 3 . . . .
    . . . . 3 . . 1 . .
    . . . . . . 3 . . 3
    3 3 . . 2 2 2 . 2 .
  end
}
"""
"""One number is wrong; many clues contradict it."""


def test_clues_then_changes_are_shown_as_they_are_found(page):
    page.start(LARGE)
    page.press("#solve")
    page.js(
        "window.seen = []; new MutationObserver(() => window.seen.push("
        "[...document.querySelectorAll('#answer .note')].map(e => e.textContent).join(' ')))"
        ".observe(document.querySelector('#answer'), {childList: true})"
    )
    page.press("#why")
    page.wait("document.querySelector('#why-where')")
    seen = page.js("return window.seen")
    looked = next(i for i, words in enumerate(seen) if "What would mend it is looked for." in words)
    mended = next(i for i, words in enumerate(seen) if "What would mend it:" in words)
    assert looked < mended
    assert not any("No small change" in words for words in seen)
    said = page.js(
        "return [...document.querySelectorAll('.repairs button')].map(e => e.textContent)"
    )
    assert any(words.endswith(", which leaves one solution") for words in said)


MISTYPED = """puzzle "mistyped" is numberlink {
  topology square;
  board
    A . B
    B . A
  end
}
"""


def test_labels_that_were_mistyped_are_exchanged_by_a_button(page):
    page.start(MISTYPED)
    page.press("#solve")
    page.press("#why")
    page.wait("/Exchange /.test(document.querySelector('#answer').textContent)")
    said = page.js(
        "return [...document.querySelectorAll('.repairs button')].map(e => e.textContent)"
    )
    exchange = next(words for words in said if words.startswith("Exchange "))
    assert "Take away " not in said and exchange.endswith(", which leaves one solution")
    page.js(
        "[...document.querySelectorAll('.repairs button')]"
        ".find(e => e.textContent === arguments[0]).click()",
        exchange,
    )
    page.wait("JSON.parse(localStorage.getItem('nlc.text')) !== arguments[0]", MISTYPED)
    assert nlc.solve(nlc.loads(page.text)[0], nlc.UNIQUE).unique


ODD = """puzzle "odd" is numberlink {
  topology square;
  board
    A . .
    . B .
    B . A
  end
}
"""


def test_a_rule_that_leaves_no_solution_is_turned_off_by_a_button(page):
    page.start(ODD)
    page.press("#solve")
    page.wait_text("#answer", "No solution, by parity")
    assert "Without “every cell lies on a path”: several solutions" in page.read("#answer")
    page.press("[data-reading=cover]")
    page.wait("!document.querySelector('[data-set=cover]').checked")
    assert "set cover = false;" in page.text
    assert "Every cell lies on a path." not in page.js(
        "return document.querySelector('#rules').textContent"
    )
    page.press("#solve")
    page.wait_text("#answer", "Solved.")
