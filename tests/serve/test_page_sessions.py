"""Two sessions of people who came to solve puzzles: at a screen of 1280 x 720, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys
from support.chromium import Browser

import nlc

pytestmark = pytest.mark.slow

LOOP = """puzzle "loop" is slitherlink {
  topology square;
  board
    3 . . .
    3 . . .
    . 2 2 .
    . 2 . 1
  end
}
"""

FINISHED = "[...document.querySelectorAll('.finished')].map(e => e.dataset.e).sort().join(' ')"

LAMPS = """puzzle "lamps" is akari {
  topology square;
  board
    . . 1 .
    . . . .
    . 0 . .
    . . . .
  end
}
"""


def sized(browser: Browser, width: int, height: int) -> None:
    browser.do(
        "Emulation.setDeviceMetricsOverride",
        width=width,
        height=height,
        deviceScaleFactor=1,
        mobile=False,
    )


@pytest.fixture
def screen(page: Browser) -> Iterator[Browser]:
    page.start()
    sized(page, 1280, 720)
    yield page


@pytest.fixture
def phone(page: Browser) -> Iterator[Browser]:
    page.start(wide=False)
    sized(page, 390, 844)
    yield page


def top(page: Browser, selector: str) -> float:
    """Return where an element begins in a page that is not scrolled."""
    script = "scrollTo(0, 0); return document.querySelector(arguments[0]).getBoundingClientRect()"
    return float(page.js(f"{script}.top", selector))


def bottom(page: Browser, selector: str) -> float:
    script = "scrollTo(0, 0); return document.querySelector(arguments[0]).getBoundingClientRect()"
    return float(page.js(f"{script}.bottom", selector))


def example(page: Browser, name: str) -> None:
    """Open the example that a search for a name puts first."""
    page.press("#open")
    page.fill("#search", name)
    page.find(".cards button")
    page.find("#search").send_keys(Keys.ENTER)
    page.wait("!document.querySelector('#open-dialog').open")
    page.wait_text("#about", "×")


def opened(page: Browser, text: str) -> None:
    page.press("#open")
    page.find("#pasted").click()
    page.do("Input.insertText", text=text)
    page.keys((Keys.CONTROL, Keys.ENTER))
    page.wait("!document.querySelector('#open-dialog').open")
    page.wait_text("#title", text.split('"')[1])
    page.look()


def test_what_is_pasted_has_lines_and_its_mistakes_no_options(screen):
    screen.press("#open")
    assert screen.js("return document.activeElement.id") == "pasted"
    before = "return !!(pasted.compareDocumentPosition(search) & Node.DOCUMENT_POSITION_FOLLOWING)"
    assert screen.js(before)
    screen.keys("hello", Keys.ENTER, "world")
    assert screen.js("return pasted.value") == "hello\nworld"
    screen.press("#take-pasted")
    screen.wait_text("#open-dialog .wrong", "genre")
    assert "--" not in screen.read("#open-dialog .wrong")
    screen.find("#pasted").click()
    screen.keys((Keys.CONTROL, "a"), "3 . .", Keys.ENTER, ". . 2", Keys.ENTER, ". . .")
    screen.choose("#pasted-genre", "nurikabe")
    screen.find("#pasted").send_keys(Keys.CONTROL, Keys.ENTER)
    screen.wait_text("#title", "Nurikabe")
    assert screen.js("return document.querySelector('#mode-play').ariaPressed") == "true"


def test_a_sudoku_is_pasted_as_one_line(screen):
    digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    screen.press("#open")
    screen.find("#pasted").click()
    screen.do("Input.insertText", text=digits)
    screen.press("#take-pasted")
    screen.wait_text("#title", "Sudoku")
    given = nlc.elaborate(nlc.loads(screen.text)[0]).givens["num"]
    assert given == {i: digit for i, digit in enumerate(digits) if digit != "."}


def test_the_exact_name_is_found_first_and_cards_have_titles(screen):
    screen.press("#open")
    cards = "[...document.querySelectorAll('.cards button')]"
    for typed, genre in (("Sudoku", "sudoku"), ("hashi", "hashi"), ("Light Up", "akari")):
        screen.fill("#search", typed)
        screen.wait(f"{cards}[0]?.dataset.genre === arguments[0]", genre)
    screen.fill("#search", "toichika")  # not letters of several names
    screen.wait_text(".cards", "No example of that name.")
    screen.fill("#search", " ")
    screen.wait(f"{cards}.length > 32")
    names = screen.js(f"return {cards}.map(e => [e.dataset.genre, e.innerText])")
    assert ["akari", "Akari / Light Up"] in names
    assert not [name for name, text in names if text == name]


@pytest.mark.parametrize("name", ["sudoku", "slitherlink", "yajilin", "hashi"])
def test_solve_is_in_sight(screen, name):
    example(screen, name)
    assert bottom(screen, "#solve") < 720 and bottom(screen, "#picture svg") < 720


def test_a_style_is_chosen_while_a_solution_is_shown(screen):
    opened(screen, LOOP)
    screen.press("#feedback summary")
    screen.press("#solve")
    screen.wait_text("#answer", "Solved")
    before = screen.js("return document.querySelector('#picture svg').outerHTML")
    lines = "[...document.querySelectorAll('#picture svg path')].length"
    assert screen.js(f"return {lines}") > 1
    screen.choose("#style", "puzzlink")
    screen.wait("document.querySelector('#picture svg').outerHTML !== arguments[0]", before)
    assert screen.read("#shown-what") == "A solution"
    # What all solutions share is asked for anew.
    screen.press("#facts")
    screen.wait_text("#shown-what", "share")
    before = screen.js("return document.querySelector('#picture svg').outerHTML")
    screen.choose("#style", "tubes")
    screen.wait("document.querySelector('#picture svg').outerHTML !== arguments[0]", before)
    screen.wait_text("#shown-what", "share")
    screen.press("#shown-back")
    screen.wait("document.querySelector('#picture').dataset.style === 'tubes'")


def test_only_formats_that_can_say_the_puzzle_are_listed(screen):
    example(screen, "ayeheya")
    told = screen.server.post("convert", text=screen.text)["formats"]
    assert any(each["text"] is None for each in told)
    screen.press("#save")
    screen.wait("document.querySelector('[data-format=nl]')")
    listed = screen.js(
        "return [...document.querySelectorAll('.formats li')].map(e => e.dataset.format)"
    )
    assert listed == [each["format"] for each in told if each["text"] is not None]


def test_what_is_opened_is_played_and_what_is_new_is_edited(screen):
    pressed = "document.querySelector('#mode-play').ariaPressed"
    screen.press("#new")
    screen.wait("document.querySelector('#new-genre').value")
    screen.press("#new-empty")
    screen.wait(f"{pressed} === 'false'")
    example(screen, "masyu")
    screen.wait(f"{pressed} === 'true'")


def test_on_a_phone_the_board_comes_first(phone):
    example(phone, "nurikabe")
    assert top(phone, "#picture svg") < 200 and bottom(phone, "#picture svg") < 844
    for later in ("#hint", "#rules", "#text-toggle", "#solve"):
        assert top(phone, "#picture svg") < top(phone, later)


def test_lamps_light_and_a_clue_is_greyed(phone):
    opened(phone, LAMPS)
    phone.wait(f"{FINISHED} === 'r3c2'")
    phone.touch([phone.middle("r1c2")])
    lit = "[...document.querySelectorAll('[data-lit]')].map(e => e.dataset.lit).join(' ')"
    phone.wait(f"{lit} === 'r1c1 r1c2 r2c2'")
    phone.wait(f"{FINISHED} === 'r1c3 r3c2'")
    phone.press("#undo")
    phone.wait(f"{lit} === '' && {FINISHED} === 'r3c2'")


def test_lines_have_their_colours(phone):
    opened(phone, LOOP)
    points = {n: phone.middle(n) for n in phone.board["vertices"]["names"]}
    one, two, *_ = names = list(points)
    last = names[-2:]
    phone.touch([points[one], points[two]])
    classes = "[...document.querySelectorAll('.lines line')].map(e => e.getAttribute('class'))"
    phone.wait(f"{classes}.join() === 'line'")
    phone.touch([points[each] for each in last])
    phone.wait(f"new Set({classes}).size === 2")


def test_a_guess_is_taken_back_as_a_whole_or_kept(phone):
    opened(phone, LAMPS)
    phone.touch([phone.middle("r4c4")])
    phone.press("#guess")
    for cell in ("r1c1", "r2c2"):
        phone.touch([phone.middle(cell)])
    assert phone.drawn(".guess") == {"r1c1", "r2c2"}
    phone.reload()
    phone.press("#guess-back")
    assert phone.drawn() == {"r4c4"} and phone.drawn(".guess") == set()
    phone.press("#guess")
    phone.touch([phone.middle("r1c1")])
    phone.press("#guess-keep")
    assert phone.drawn() == {"r1c1", "r4c4"} and phone.drawn(".guess") == set()
    phone.press("#undo")
    assert phone.drawn() == {"r4c4"}


def test_mistakes_are_shown_at_once_if_they_shall_be(phone):
    opened(phone, LAMPS)
    phone.touch([phone.middle("r2c1")])
    phone.touch([phone.middle("r2c4")])
    assert phone.read("#verdict") == ""
    phone.press("#feedback summary")
    phone.press("#show-mistakes")
    phone.wait_text("#verdict", "Some rules are broken")
    phone.wait("document.querySelector('#picture .broken')")
    phone.press("#undo")
    phone.wait("document.querySelector('#verdict').innerText === ''")


def test_rows_and_columns_are_numbered_at_the_rim(phone):
    opened(phone, LAMPS)
    phone.press("#feedback summary")
    phone.press("#show-coordinates")
    numbers = "[...document.querySelectorAll('.rim-numbers text')].map(e => e.textContent).join('')"
    phone.wait(f"{numbers} === '12341234'")
    phone.touch([phone.middle("r2c3")])  # which is still where it was on the picture
    assert phone.drawn() == {"r2c3"}


def test_who_has_solved_it_is_told_at_once(phone):
    opened(phone, LOOP)
    (solution,) = nlc.solve(nlc.loads(phone.text)[0]).to_json()["solutions"]
    for side in solution["line"]:
        phone.touch([phone.middle(side)])
    phone.wait_text("#verdict", "Solved!")
