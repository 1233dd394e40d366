"""Whatever a person can do on the page is done by mouse and by keys, on boards of each shape.

Each point meets each board, both windows and both schemes; each pair of board, hand, window and
scheme comes up (an orthogonal array of strength two, turned from point to point). Playing, which
differs most from board to board, meets each board by both hands.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product

import pytest
from selenium.webdriver.common.keys import Keys
from support.chromium import Browser
from support.page_boards import BOARDS, Net

import nlc

pytestmark = pytest.mark.slow

ANSWERS = {
    name: nlc.solve(nlc.loads(text)[0]).to_json()["solutions"][0] for name, text in BOARDS.items()
}

MADE = {
    "squares": ("square", "4", "4"),
    "hexagons": ("hex", "4", "4"),
    "triangles": ("triangle", "4", "4"),
    "irregular": ("square", "6", "3"),
}
"""Tiling, columns and rows of what is generated; no generator makes irregular boards."""


def press(page: Browser, keys: bool, selector: str) -> None:
    (page.press_by_key if keys else page.press)(selector)


def opened(page: Browser, name: str, keys: bool) -> None:
    """By mouse: a file is dropped; by keys: a text is pasted."""
    page.start()
    if keys:
        page.press_by_key("#open")
        page.find("#pasted").click()
        page.do("Input.insertText", text=BOARDS[name])
        page.keys((Keys.CONTROL, Keys.ENTER))
    else:
        page.drop(f"{name}.nl", BOARDS[name])
    page.wait("localStorage.getItem('nlc.text') === JSON.stringify(arguments[0])", BOARDS[name])
    page.wait_text("#title", name)
    page.look()
    shown = page.js("return document.querySelectorAll('#picture [data-e]').length")
    assert shown > len(page.board["cells"]["names"]) / 4


def edited(page: Browser, name: str, keys: bool) -> None:
    """A clue is set, changed, and taken away; that is undone."""
    page.start(BOARDS[name])
    press(page, keys, "#mode-edit")
    given = page.server.post("parse", text=page.text)["puzzle"]["givens"][0]
    cell = next(each for each in page.board["cells"]["names"] if each not in given["clues"])

    def has(text: str | None) -> None:
        page.wait(
            "([...document.querySelectorAll('#picture text')].find("
            "e => e.dataset.e === arguments[0])?.textContent ?? null) === arguments[1]",
            cell,
            text,
        )

    first, second = ("0", "1") if given["name"] == "clue" else ("A", "B")
    if name in ("squares", "hexagons"):
        first, second = "1", "2"
    if keys:
        page.focus_board()
        net = Net(page.board, "link")
        at = page.js("return document.querySelector('#picture svg').dataset.at")
        page.keys(*net.way(net.names.index(at), net.names.index(cell)))
        for text in (first, second):
            page.keys(text)
            has(text)
            page.keys(Keys.BACKSPACE)
            has(None)
    else:
        page.click(cell)
        has(first)
        page.click(cell)
        has(second)
        page.click(cell, "right")
        has(first)
        page.click(cell, "right")
        has(None)
    press(page, keys, "#edit-undo")
    has(second if keys else first)


def solved(page: Browser, name: str, keys: bool) -> None:
    """The solution that is drawn is right, and the only one if the board has one."""
    page.start(BOARDS[name])
    press(page, keys, "#solve")
    page.wait_text("#answer", "Solved.")
    drawn = page.js(
        """return [...document.querySelectorAll('#picture path[stroke-linejoin=round]')]
        .flatMap(e => (e.dataset.e ?? '').split(' '))"""
    )
    (puzzle,) = nlc.loads(BOARDS[name])
    sort = "borders" if puzzle.genre == "slitherlink" else "links"
    line = set(drawn) & set(page.board[sort]["names"])
    assert not nlc.check(puzzle, {"line": sorted(line)})
    press(page, keys, "#shown-back")
    assert page.drawn() == set() and page.find("#check")
    press(page, keys, "#unique")
    page.wait_text("#answer", "exactly one" if name != "irregular" else "solution")


def played(page: Browser, name: str, keys: bool) -> None:
    """The lines of the solution are drawn, checked, and partly undone."""
    page.start(BOARDS[name])
    net = Net(page.board, "border" if "slitherlink" in BOARDS[name] else "link")
    line = ANSWERS[name]["line"]
    if keys:
        here = net.names.index(page.focus_board())
        for trail in net.trails(line):
            page.keys(*net.way(here, trail[0]))
            for before, after in pairwise(trail):
                page.keys((Keys.SHIFT, net.key(before, after)))
            here = trail[-1]
    else:
        for trail in net.trails(line):
            page.drag([net.places[node] for node in trail])
    assert page.drawn(".line") == set(line)
    press(page, keys, "#check")
    page.wait_text("#verdict", "Solved!")
    press(page, keys, "#undo")
    assert page.drawn(".line") < set(line)


def generated(page: Browser, name: str, keys: bool) -> None:
    """A small board is made; it has one solution."""
    page.start()
    press(page, keys, "#new")
    page.choose("#new-genre", "slitherlink")
    tiling, columns, rows = MADE[name]
    page.choose("#new-tiling", tiling)
    page.fill("#new-columns", columns)
    page.fill("#new-rows", rows)
    press(page, keys, "#new-make")
    page.wait("!document.querySelector('#new-dialog').open")
    page.wait_text("#about", "Slitherlink")
    (puzzle,) = nlc.loads(page.text)
    answer = nlc.solve(puzzle, nlc.UNIQUE)
    assert answer.unique
    assert answer.program.board.topology == tiling


def compared(page: Browser, name: str, keys: bool) -> None:
    """Three encodings have sizes, one has a CNF, and a rule has clauses beside its text."""
    page.start(BOARDS[name])
    press(page, keys, "#view-compare")
    press(page, keys, "#compare")
    page.wait("document.querySelectorAll('#measures tbody tr').length === 3")
    page.wait("!document.querySelector('.compare form [role=status]').textContent")
    assert "same" in page.read(".results")
    press(page, keys, "#sizes button")
    page.wait("document.querySelector('.formula li')")
    assert page.read(".clauses pre").strip()
    press(page, keys, "[aria-label='CNF of default']")
    assert b"p cnf " in page.saved("*.cnf")


def taken(page: Browser, name: str, keys: bool) -> None:
    """A link, a picture, and the text in a format."""
    page.start(BOARDS[name])
    press(page, keys, "#save")
    link = page.wait("document.querySelector('#link').value")
    assert link.startswith(f"{page.server.url}/#p=")
    press(page, keys, "#save-svg")
    assert b"<svg" in page.saved("*.svg")
    press(page, keys, "[data-format=nl] button:last-child")
    assert page.saved("*.nl").decode().strip() == BOARDS[name].strip()


POINTS: list[Callable[[Browser, str, bool], None]]
POINTS = [opened, edited, solved, played, generated, compared, taken]


def design() -> list[tuple[Callable[[Browser, str, bool], None], str, bool, bool, bool]]:
    """Return which point is played where: point, board, keys, wide, dark."""
    out = []
    for turn, point in enumerate(POINTS):
        for i, name in enumerate(BOARDS):
            low, high = bool(i & 1), bool(i & 2)
            keys, wide = low != bool(turn & 1), high != bool(turn & 2)
            dark = (low != high) != bool(turn & 4)
            out.append((point, name, keys, wide, dark))
            if point is played:
                out.append((point, name, not keys, not wide, dark))
    return out


def test_the_design_covers_each_pair():
    rows = [(point.__name__, *rest) for point, *rest in design()]
    for point, level in product(POINTS, [*BOARDS, *product((2, 3, 4), (True, False))]):
        column, value = (1, level) if isinstance(level, str) else level
        assert any(row[0] == point.__name__ and row[column] == value for row in rows)
    for one, other in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]:
        pairs = {(row[one], row[other]) for row in rows}
        assert len(pairs) == len({row[one] for row in rows}) * 2


@pytest.mark.parametrize(
    ("point", "name", "keys", "wide", "dark"),
    design(),
    ids=lambda each: {True: "+", False: "-"}.get(each) or getattr(each, "__name__", each),
)
def test_a_point_is_played_through(page, point, name, keys, wide, dark):
    page.usual = (wide, dark)
    try:
        point(page, name, keys)
        page.wait("document.documentElement.scrollWidth <= innerWidth")
    finally:
        page.usual = (True, False)
