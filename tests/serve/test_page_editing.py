"""Puzzles on the page: opened, typed, made anew, edited on their picture; the text is the truth."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from support.page_boards import BOARDS

import nlc
from nlc.board import Sort

pytestmark = pytest.mark.slow

URL = "https://puzz.link/p?slither/4/4/dgdh2c7a"


def clues(page, given: str) -> dict[str, str]:
    """Return the clues of the page's text, as nlc reads it."""
    answer = page.server.post("parse", text=page.text)
    return next(each["clues"] for each in answer["puzzle"]["givens"] if each["name"] == given)


def test_a_link_of_puzz_link_is_opened_by_keys_alone(page):
    page.start(dark=True)
    page.press_by_key("#open")
    page.find("#pasted").send_keys(URL, Keys.CONTROL, Keys.ENTER)
    page.wait_text("#about", "Slitherlink")
    program = nlc.elaborate(nlc.loads(URL)[0])
    names = program.board.names(Sort.CELL)
    assert clues(page, "clue") == {names[i]: v for i, v in program.givens["clue"].items()}


def test_the_picture_follows_the_text_and_mistakes_are_at_their_place(page):
    page.start(BOARDS["squares"])
    editor = page.find(".cm-content")
    editor.send_keys(Keys.CONTROL, Keys.END)
    # Behind the token in the last row: rows of a board have the same length.
    for _ in range(3):
        editor.send_keys(Keys.ARROW_UP)
    editor.send_keys(Keys.END, " 9")
    page.wait("document.querySelector('.cm-lintRange-error')")
    page.wait_text("#messages", "row 4 has 5 tokens")
    assert page.js("return document.querySelector('#picture').classList.contains('stale')")
    editor.send_keys(Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, ".")
    page.wait_text("#messages", "label 3 must occur exactly twice")
    page.press("#messages button")
    assert page.js("return document.activeElement.classList.contains('cm-content')")


NO_BOARD = {
    "the text has no puzzle": 'genre g "G" { var x : cell -> bool; show x; }',
    "unknown genre 'nosuch'": 'puzzle "other" is nosuch { topology square;\nboard\n.\nend }',
    "the text is empty": " ",
}


@pytest.mark.parametrize("words", NO_BOARD)
def test_a_text_without_a_board_shows_no_board_of_another(page, words):
    page.start(BOARDS["squares"])
    page.find(".cm-content").send_keys(Keys.CONTROL, "a")
    page.do("Input.insertText", text=NO_BOARD[words])
    page.wait_text("#picture", f"No board: {words}")
    assert page.read("#title") != "squares"
    assert page.read("#about") == ""
    shown = "return [...document.querySelectorAll('#picture svg, #play-actions, #mode, #rules')]"
    assert page.js(f"{shown}.filter(e => e.checkVisibility()).length") == 0
    page.drop("again.nl", BOARDS["squares"])
    page.wait_text("#title", "squares")
    assert page.js(f"{shown}.filter(e => e.checkVisibility()).length") == 4


def test_foreign_text_stays_text(page):
    name = "</script><img src=x onerror=document.title=1>"
    text = BOARDS["squares"].replace('"squares"', f'"{name}"')
    page.start(text)
    assert page.read("#title") == name
    assert page.js("return document.querySelectorAll('img').length") == 0


def test_a_new_board_gets_its_clues_by_mouse_and_by_keys(page):
    genre, tiling, given = "slitherlink", "hex", "clue"
    page.start()
    page.press("#new")
    size = "return document.querySelector('#new-rows').value"
    page.choose("#new-genre", "sudoku")
    page.wait(f"({size[7:]}) === '9'")
    page.choose("#new-genre", genre)
    assert page.js(size) == "10"
    page.choose("#new-tiling", tiling)
    page.fill("#new-columns", "4")
    page.fill("#new-rows", "3")
    page.press("#new-empty")
    page.wait("document.querySelector('#mode-edit').getAttribute('aria-pressed') === 'true'")
    page.wait_text("#about", "4")
    page.look()
    first, second, third = page.board["cells"]["names"][:3]

    def has(element: str, text: str | None) -> None:
        page.wait(
            "[...document.querySelectorAll('#picture text')]"
            ".some(e => e.dataset.e === arguments[0] && e.textContent === arguments[1])"
            if text
            else "![...document.querySelectorAll('#picture text')]"
            ".some(e => e.dataset.e === arguments[0])",
            element,
            text,
        )

    page.click(first)
    page.wait("document.querySelector('#picture text[data-e]')")
    start = clues(page, given)[first]
    assert start == "0"
    page.click(first, "right")
    has(first, None)
    assert clues(page, given) == {}
    page.click(second)
    page.wait("document.querySelector('#picture text[data-e]')")
    page.focus_board()
    page.keys("2")
    has(second, "2")
    page.keys(Keys.ARROW_RIGHT, "1")
    has(third, "1")
    assert clues(page, given) == {second: "2", third: "1"}
    page.keys(Keys.BACKSPACE)
    has(third, None)
    page.press("#edit-undo")
    has(third, "1")
    assert clues(page, given) == {second: "2", third: "1"}


def test_holes_and_walls_are_set_and_taken_away(page):
    page.start(BOARDS["irregular"], wide=False)
    page.press("#mode-edit")
    before = page.server.post("parse", text=page.text)["board"]
    page.find("#tools button:nth-last-child(2)").click()
    page.click("r4c3")
    page.wait(
        f"document.querySelectorAll('#picture [data-hole]').length === {len(holes(page)) + 1}"
    )
    after = page.server.post("parse", text=page.text)["board"]
    assert set(before["cells"]["names"]) - set(after["cells"]["names"]) == {"r4c3"}
    page.press("#picture [data-hole='r4c3']")
    page.wait("!document.querySelector(\"#picture [data-hole='r4c3']\")")
    assert page.server.post("parse", text=page.text)["board"]["cells"] == before["cells"]
    page.find("#tools button:last-child").click()
    page.click("r4c1|r4c2")
    page.wait("JSON.parse(localStorage.getItem('nlc.text')).includes('r4c1')")
    after = page.server.post("parse", text=page.text)["board"]
    assert set(before["links"]["names"]) - set(after["links"]["names"]) == {"r4c1-r4c2"}
    page.click("r4c1|r4c2")
    page.wait("!JSON.parse(localStorage.getItem('nlc.text')).includes('r4c1')")


OUTER = """genre outer "a dot" {
  given dark : cell -> bool as shaded;
  given number : line -> 0..9?;
  var dot : cell -> bool;
  rule counts { for l in lines where has number(l) { exactly number(l) of dot[cells(l)]; } }
  show dot;
}
puzzle "outer" is outer {
  topology TILING;
  board
    . . .
     . . .
  end
}
"""


@pytest.mark.parametrize(("tiling", "keys"), [("square", True), ("hex", False)])
def test_clues_beside_the_board_are_set_where_they_stand(page, tiling, keys):
    page.start(OUTER.replace("TILING", tiling), wide=not keys, dark=keys)
    page.press("#mode-edit")
    lines = page.board["lines"]
    places = dict(zip(lines["names"], zip(lines["x"], lines["y"], strict=True), strict=True))
    first = "r1c1.line(E)"
    if keys:
        page.press_by_key("#tools button:nth-child(2)")
        page.focus_board()
        while page.js("return document.querySelector('#picture svg').dataset.at") != first:
            page.keys(Keys.ARROW_DOWN)
        page.keys("2")
    else:  # beside the board a click means a line, whatever is set in cells
        page.drag([places[first]])
        page.wait_text("#said", f"{first}: 0")
        page.drag([places[first]])
        page.wait_text("#said", f"{first}: 1")
        page.drag([places[first]])
    page.wait_text("#said", f"{first}: 2")
    assert clues(page, "number") == {first: "2"}
    page.press("#mode-play")
    page.click("r1c2")
    assert page.drawn() == {"r1c2"}
    page.press("#check")
    page.wait_text("#verdict", "no rule is broken")


def holes(page) -> list[str]:
    board = page.server.post("parse", text=BOARDS["irregular"])["board"]
    return board.get("holes", {}).get("names", [])


def test_options_are_written_into_the_text(page):
    page.start(BOARDS["squares"])
    page.press("#settings [data-set=cover]")
    page.wait("JSON.parse(localStorage.getItem('nlc.text')).includes('set cover = false;')")
    assert nlc.elaborate(nlc.loads(page.text)[0]).options["cover"] == "false"
    page.press("#settings [data-set=cover]")
    page.wait("JSON.parse(localStorage.getItem('nlc.text')).includes('set cover = true;')")
    assert page.js("return document.activeElement.dataset.set") == "cover"
