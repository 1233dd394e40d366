"""The file of ``--play`` in a browser without network: finger, keys and mouse, three sizes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from selenium.webdriver.common.keys import Keys
from support.chromium import Browser

import nlc
from nlc.playing.page import bundle, sheet
from nlc.playing.page import page as page_of

pytestmark = pytest.mark.slow

TEXT = """
genre dots "My dots" {
  text "Shade the cells. <b>Not</b> </script> more.";
  given near : cell -> 0..8?;
  var dark : cell -> bool;
  rule near "a number counts shaded neighbours" {
    for c in cells where has near(c) { exactly near(c) of dark[touching(c)]; not dark[c]; }
  }
  show dark as shaded;
}
puzzle "mine" is dots { topology square; board
2 . .
. . 1
end }
puzzle "hexagons" is slitherlink { topology hex; board
 5 .
. .
end }
"""

SIZES = ((390, 844), (844, 390), (1280, 800))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """A file with three puzzles, and what is in it."""
    mine, hexagons = nlc.loads(TEXT)
    (islands,) = (each for each in nlc.load("fixtures/genres.nl") if each.title == "nurikabe")
    sheets = [sheet(puzzle) for puzzle in (mine, islands, hexagons)]
    path = tmp_path_factory.mktemp("book") / "play.html"
    path.write_bytes(page_of(sheets, "three"))
    return path, sheets


def opened(
    browser: Browser, book: tuple[Path, list[dict[str, Any]]], size: int, number: int
) -> None:
    """Open the file at a size as if for the first time, at a puzzle."""
    path, sheets = book
    width, height = SIZES[size]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.do("Emulation.setDeviceMetricsOverride", **metrics)
    browser.driver.get(path.as_uri())
    browser.js("localStorage.clear()")
    browser.driver.refresh()
    browser.wait_ready()
    browser.choose("#which", str(number))
    board = sheets[number - 1]["board"]
    browser.board = msgspec.to_builtins(board)


def faults(browser: Browser) -> list[str]:
    """Return what the console says, and requests to anything but the file."""
    return [each for each in browser.problems() if not each.startswith("a request to file:")]


def test_a_board_of_ones_own_is_judged_by_finger_and_kept(
    offline: Browser, book: tuple[Path, list[dict[str, Any]]]
) -> None:
    opened(offline, book, 0, 1)
    assert "</script>" in offline.js("return document.getElementById('rules-body').textContent")
    offline.touch([offline.middle("r1c2")])
    offline.press("#check")
    offline.wait_text("#verdict", "Possible")
    for cell in ("r2c1", "r2c2"):
        offline.touch([offline.middle(cell)])
    offline.press("#check")
    offline.wait_text("#verdict", "Broken")
    assert "counts shaded neighbours" in offline.read("#verdict")
    offline.press("#undo")
    offline.press("#tools button:last-child")
    offline.press("#keypad button:nth-child(3)")
    offline.touch([offline.middle("r1c3")])
    offline.driver.refresh()
    offline.wait_ready()
    assert offline.drawn(".shade") == {"r1c2", "r2c1"} and offline.drawn(".tint.t3") == {"r1c3"}
    assert faults(offline) == []


def test_hints_lead_to_the_solution(
    offline: Browser, book: tuple[Path, list[dict[str, Any]]]
) -> None:
    opened(offline, book, 2, 2)
    offline.press("#check")
    offline.wait_text("#verdict", "Possible")
    assert "Owner" not in offline.read("#verdict")  # nobody draws it
    offline.press("#hint")
    offline.wait_text("#verdict", "Look at the marked place")
    for _ in range(60):
        if not offline.js("return document.getElementById('hint-more')?.checkVisibility()"):
            break
        offline.js("document.getElementById('hint-more').click()")
        offline.js("[...document.querySelectorAll('#verdict button')].at(-1).click()")
    offline.press("#check")
    offline.wait_text("#verdict", "Complete")
    path, sheets = book
    other = path.with_name("other.html")  # with the same title, and the board in another place
    other.write_bytes(page_of(sheets[1:], "three"))
    for file, solved in ((path, [False, True, False]), (other, [True, False])):
        offline.driver.get(file.as_uri())
        offline.wait_ready()
        texts = "return [...document.querySelectorAll('#which option')].map(e => e.textContent)"
        assert [text.startswith("✓") for text in offline.js(texts)] == solved
    assert faults(offline) == []


def test_a_line_is_drawn_by_keys_where_the_phone_lies_on_its_side(
    offline: Browser, book: tuple[Path, list[dict[str, Any]]]
) -> None:
    opened(offline, book, 1, 3)
    offline.js("document.querySelector('#picture svg').focus()")
    offline.keys((Keys.SHIFT, Keys.ARROW_RIGHT))
    assert offline.drawn(".line") == {"r1c1.side(NE)"}
    for away in ("#undo", "#tools button"):  # the keys stay with the board
        offline.press(away)
    assert offline.drawn(".line") == set()
    offline.keys((Keys.CONTROL, "y"))
    assert offline.drawn(".line") == {"r1c1.side(NE)"}
    offline.keys((Keys.CONTROL, "z"))
    assert offline.drawn(".line") == set()
    assert offline.js("return document.documentElement.scrollWidth <= innerWidth")


def test_the_file_has_no_solution_without_hints(book: tuple[Path, list[dict[str, Any]]]) -> None:
    (puzzle, *_) = nlc.loads(TEXT)
    bare = sheet(puzzle, hints=False)
    assert bare["steps"] == [] and bare["told"].options == []
    assert bare["rules"]["given"] == {"yes": {}, "no": {}, "values": {}}
    assert b"://" not in book[0].read_bytes().replace(b"http://www.w3.org/2000/svg", b"")


def test_modules_take_from_each_other_what_they_give() -> None:
    script = bundle("play/alone.js")
    modules = re.findall(r'^modules\["([^"]+)"\] = (.*?)^return \{(.*?)\};$', script, re.M | re.S)
    given = {path: set(names.split(", ")) for path, _, names in modules}
    for path, body, _ in modules:
        for names, other in re.findall(r'^const \{(.*?)\} = modules\["([^"]+)"\];$', body, re.M):
            taken = {name.split(":")[0] for name in names.split(", ")}
            assert taken <= given[other], (path, other)
    assert len(given) > 20
