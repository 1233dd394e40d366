"""Playing on the page: by mouse, by keyboard and by finger, on boards of every shape."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from support.chromium import Browser
from support.page_boards import BOARDS, Net

import nlc

pytestmark = pytest.mark.slow

ANSWERS = {
    name: nlc.solve(nlc.loads(text)[0]).to_json()["solutions"][0] for name, text in BOARDS.items()
}


def net_of(page: Browser, name: str) -> Net:
    return Net(page.board, "border" if "slitherlink" in BOARDS[name] else "link")


def is_solved(page: Browser, line: list[str]) -> None:
    assert page.drawn(".line") == set(line)
    page.press("#check")
    page.wait_text("#verdict", "Solved!")


@pytest.mark.parametrize("name", ["hexagons", "triangles"])
def test_a_board_is_solved_by_finger(page, name):
    page.start(BOARDS[name], wide=False)
    net, line = net_of(page, name), ANSWERS[name]["line"]
    for trail in net.trails(line):
        page.touch([net.places[node] for node in trail])
    is_solved(page, line)


def test_a_click_turns_a_side_and_crosses_it(page):
    page.start(BOARDS["triangles"])
    side = page.board["borders"]["names"][0]
    page.click(side)
    assert page.drawn(".line") == {side}
    page.click(side)
    assert page.drawn(".line") == set() and page.drawn(".crossed") == {side}
    page.click(side)
    assert page.drawn() == set()
    page.click(side, "right")
    assert page.drawn(".crossed") == {side}
    page.press("#undo")
    assert page.drawn() == set()
    page.press("#redo")
    assert page.drawn(".crossed") == {side}


def test_a_long_press_crosses(page):
    page.start(BOARDS["squares"], wide=False)
    page.touch([page.middle("r1c2-r1c3")], until=".crossed")
    assert page.drawn(".crossed") == {"r1c2-r1c3"} and page.drawn(".line") == set()


def test_going_back_takes_away_and_a_stroke_is_undone_as_one(page):
    page.start(BOARDS["squares"])
    page.drag([page.middle(cell) for cell in ("r1c1", "r1c2", "r1c3", "r1c2")])
    assert page.drawn(".line") == {"r1c1-r1c2"}
    page.drag([page.middle(cell) for cell in ("r2c2", "r3c2", "r4c2")])
    page.focus_board()
    page.keys((Keys.CONTROL, "z"))
    assert page.drawn(".line") == {"r1c1-r1c2"}
    page.press("#clear")
    assert page.drawn() == set()
    page.press("#undo")
    assert page.drawn(".line") == {"r1c1-r1c2"}


def test_unfinished_is_not_wrong_and_what_is_wrong_is_shown(page):
    page.start(BOARDS["squares"])
    page.drag([page.middle(cell) for cell in ("r1c1", "r1c2")])
    page.press("#check")
    page.wait_text("#verdict", "no rule is broken")
    page.drag([page.middle(cell) for cell in ("r2c1", "r1c1")])
    assert page.read("#verdict") == ""
    page.press("#check")
    page.wait_text("#verdict", "Some rules are broken")
    assert page.js("return document.querySelectorAll('#picture .broken').length") > 0
    assert "label" in page.read("#verdict")


def test_what_is_drawn_is_there_after_a_reload_and_belongs_to_its_puzzle(page):
    page.start(BOARDS["squares"])
    page.drag([page.middle(cell) for cell in ("r1c1", "r1c2", "r1c3")])
    page.reload()
    assert page.drawn(".line") == {"r1c1-r1c2", "r1c2-r1c3"}
    page.press("#undo")
    assert page.drawn() == set()
    page.press("#redo")
    page.js("localStorage.setItem('nlc.text', JSON.stringify(arguments[0]))", BOARDS["irregular"])
    page.reload()
    assert page.drawn() == set()


SUDOKU = """puzzle "small" is sudoku {
  topology square;
  board
    1 . . .
    . 3 . 1
    3 . 1 .
    . 1 . 3
  end
  board box
    aabb
    aabb
    ccdd
    ccdd
  end
}
"""


def test_numbers_are_typed_or_taken_from_the_keypad(page):
    puzzle = nlc.loads(SUDOKU)[0]
    number = nlc.solve(puzzle).to_json()["solutions"][0]["number"]
    page.start(SUDOKU, wide=False)
    given = nlc.elaborate(puzzle).givens["num"]
    cells = [name for i, name in enumerate(page.board["cells"]["names"]) if i not in given]
    for cell in cells[:4]:
        page.click(cell)
        page.keys(str(number[cell]))
    for cell in cells[4:]:
        page.click(cell)
        page.press(f"#keypad button:nth-child({number[cell]})")
    assert page.drawn(".value") == set(cells)
    page.press("#check")
    page.wait_text("#verdict", "Solved!")


def test_a_number_that_is_printed_is_not_written_over(page):
    page.start(SUDOKU)
    page.click("r1c1")
    page.keys("2")
    page.press("#keypad button:nth-child(3)")
    page.focus_board()
    page.keys((Keys.SHIFT, "4"))
    page.wait_text("#said", "r1c1: printed")
    assert page.drawn() == set()
    page.click("r1c2")
    page.keys("2")
    assert page.drawn(".value") == {"r1c2"}


def test_notes_are_small_until_there_is_a_value(page):
    page.start(SUDOKU)
    page.click("r1c2")
    page.keys("n", "2", "4")
    page.press("#notes")  # values again
    page.focus_board()
    page.keys((Keys.SHIFT, "3"), (Keys.SHIFT, "4"))

    def notes() -> str:
        page.drawn()
        found = "[...document.querySelectorAll('.pencil')].map(e => e.textContent)"
        return "".join(page.js(f"return {found}"))

    assert notes() == "23"
    page.press("#check")
    page.wait_text("#verdict", "no rule is broken")
    page.reload()
    assert notes() == "23"
    page.click("r1c2")
    page.keys("2")
    assert notes() == "" and page.drawn(".value") == {"r1c2"}
    page.keys(Keys.BACKSPACE)
    assert notes() == "23"
    page.keys(Keys.BACKSPACE)
    assert notes() == ""


def test_hints_lead_to_a_right_step_each(page):
    page.start(BOARDS["squares"])
    line, before = set(ANSWERS["squares"]["line"]), 0
    for _ in range(4):
        page.press("#hint")
        page.press("#hint-more")
        page.press("#verdict button.strong")
        drawn, crossed = page.drawn(".line"), page.drawn(".crossed")
        assert drawn <= line and not crossed & line
        assert len(drawn) + len(crossed) > before
        before = len(drawn) + len(crossed)


SETS = """genre sets {
  given white : cell -> bool;
  let whites = {c for c in cells where white(c)};
  var v : c in whites -> 1..2;
  var w : link -> 3..4;
  rule values { for c, d in whites where c != d { v[c] != v[d]; } }
  rule links { exactly 1 of {w[l] = 4 for l in links}; }
  show v;
  show w;
}
puzzle "sets" is sets {
  topology square;
  legend { "o" = white: true; }
  board
    o .
    . o
  end
}
"""


def test_values_of_a_set_and_of_links_are_written_where_they_belong(page):
    page.start(SETS)
    for cell, value in (("r1c1", "1"), ("r1c2", "1"), ("r2c2", "2")):
        page.click(cell)
        page.keys(value)
    assert page.drawn(".value") == {"r1c1", "r2c2"}
    page.press("#tools button:nth-child(2)")
    links = page.board["links"]["names"]
    for i, link in enumerate(links):
        page.click(link)
        page.keys("3" if i else "4")
    assert page.drawn(".value") == {"r1c1", "r2c2", *links}
    page.press("#check")
    page.wait_text("#verdict", "Solved!")
