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


def test_notes_and_colours_are_kept_and_undone_and_no_rule_asks_about_them(page):
    page.start(SUDOKU)

    def notes() -> list[str]:
        page.drawn()
        return page.js("return [...document.querySelectorAll('.pencil')].map(e => e.textContent)")

    page.click("r1c2")
    page.keys("n", "2", "4")
    page.press("#tools button:nth-child(1)")  # values again
    page.focus_board()
    page.keys((Keys.SHIFT, "3"), (Keys.SHIFT, "4"))
    assert notes() == ["2", "3"]
    page.press("#tools button:nth-child(3)")
    page.drag([page.middle(cell) for cell in ("r1c3", "r1c4", "r2c4", "r1c4")])  # it is printed
    page.press("#keypad button:nth-child(2)")
    page.press("#keypad button:nth-child(4)")
    assert notes() == ["2", "3", "24", "24"]
    page.press("#undo")
    assert notes() == ["2", "3", "2", "2"]
    page.press("#tools button:last-child")
    page.press("#keypad button:nth-child(5)")
    page.drag([page.middle(cell) for cell in ("r4c1", "r4c2")])
    page.press("#check")
    page.wait_text("#verdict", "no rule is broken")
    page.reload()
    assert notes() == ["2", "3", "2", "2"]
    assert {"r4c1", "r4c2"} < page.drawn(".tint.t5")
    page.press("#tools button:nth-child(1)")
    page.click("r1c2")
    page.keys("2")
    assert notes() == ["2", "2"] and page.drawn(".value") == {"r1c2"}
    page.keys(Keys.BACKSPACE)
    assert notes() == ["2", "3", "2", "2"]
    page.keys(Keys.BACKSPACE)
    assert notes() == ["2", "2"]
    page.click("r2c2")
    page.wait("document.querySelectorAll('.same').length === 3")


def test_the_board_is_the_largest_thing_with_its_keys_beside_or_below(page):
    page.start(SUDOKU)
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.do("Emulation.setDeviceMetricsOverride", **metrics(width, height))
        page.do("Emulation.setTouchEmulationEnabled", enabled=width < 1000)
        page.reload()
        assert page.read("#how").startswith("Tap" if width < 1000 else "Click")
        shown = page.js(
            """const box = (one) => one.getBoundingClientRect();
            const all = (name) => [...document.querySelectorAll(name)].map(box);
            const board = box(document.querySelector('#picture svg'));
            const keys = all('#keypad button, #play-actions button:not([hidden]), #tools button');
            const others = all('.top, .heading, .side > *').concat(
              innerWidth > 1000 ? all('.text') : []).filter((each) => each.top < innerHeight);
            const visible = (each) => (Math.min(innerHeight, each.bottom) - each.top) * each.width;
            return {
              low: Math.min(...keys.map((each) => each.height)),
              seen: [board, ...keys].every((each) => each.top >= 0 && each.bottom <= innerHeight),
              largest: others.every((each) => visible(each) <= board.height * board.width),
              wide: document.documentElement.scrollWidth <= innerWidth,
            };"""
        )
        assert shown == {"low": shown["low"], "seen": True, "largest": True, "wide": True}
        assert shown["low"] >= 44


def metrics(width: int, height: int) -> dict[str, object]:
    return {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}


def test_hints_lead_to_a_right_step_each(page):
    page.start(BOARDS["squares"])
    line, before = set(ANSWERS["squares"]["line"]), 0
    for _ in range(4):
        page.press("#hint")
        page.press("#hint-more")
        page.wait("document.querySelector('.rim-numbers')")  # it names cells
        page.press("#verdict button.strong")
        page.wait("!document.querySelector('.rim-numbers')")
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
    page.press("#tools button:nth-child(4)")
    links = page.board["links"]["names"]
    for i, link in enumerate(links):
        page.click(link)
        page.keys("3" if i else "4")
    assert page.drawn(".value") == {"r1c1", "r2c2", *links}
    page.press("#check")
    page.wait_text("#verdict", "Solved!")
