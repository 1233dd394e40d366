"""Puzzles that are made on the page: of every genre, of one's own, with what is told meanwhile."""

from __future__ import annotations

import pytest
from support.server import eventually

import nlc

pytestmark = pytest.mark.slow

OWN = """// the rules are mine
genre dots "As many dots as a number says" {
  given number : cell -> 0..5?  "dots beside it";
  option sparse : bool = false  "no two dots side by side";
  var dot : cell -> bool  "a dot";
  rule counts "a number counts the dots beside it" {
    for c in cells where has number(c) {
      exactly number(c) of dot[{other(l, c) for l in links(c)}];
    }
  }
  rule apart "no two dots side by side" when sparse {
    for l in links { at most 1 of dot[cells(l)]; }
  }
  show dot;
}

puzzle "first" is dots {
  topology square;
  board
    1 . .
    . . 2
    . 1 .
    . . 2
  end
}
"""


def opened(page, genre: str | None = None) -> None:
    """Open the dialog, when it knows what can be made."""
    page.press("#new")
    if genre is not None:
        page.choose("#new-genre", genre)
    page.wait("document.querySelector('#new-dialog [data-option]')")


def made(page) -> None:
    page.press("#new-make")
    page.wait("!document.querySelector('#new-dialog').open")


def limited(page, seconds: float) -> None:
    """Have what is made from now on given up after some seconds."""
    page.js(
        """const before = window.unlimited ??= window.fetch;
        window.fetch = (path, how) => before(path, path.endsWith('generate')
          ? {...how, body: JSON.stringify({...JSON.parse(how.body), seconds: arguments[0]})}
          : how);""",
        seconds,
    )


def later(page, seconds: float) -> None:
    """Have the page's clock go forward."""
    page.js(
        """const now = performance.now.bind(performance);
        performance.now = () => now() + 1000 * arguments[0];""",
        seconds,
    )


@pytest.mark.parametrize("wide", [True, False])
def test_a_puzzle_is_made_with_the_wishes_of_the_fields(page, wide):
    page.start(wide=wide)
    opened(page, "akari")
    page.fill("#new-columns", "6")
    page.fill("#new-rows", "6")
    page.choose("[data-option=symmetry]", "rotate")
    page.fill("[data-option=clues]", "3..9")
    made(page)
    page.wait_text("#about", "6\u00a0×\u00a06")
    (puzzle,) = nlc.loads(page.text)
    assert puzzle.genre == "akari" and nlc.solve(puzzle, nlc.UNIQUE).unique
    blocks = {element for each in nlc.elaborate(puzzle).givens.values() for element in each}
    assert blocks == {35 - element for element in blocks}
    page.wait_text("#notice", "Exactly one solution")
    opened(page)  # another one of the same kind, with the same wishes
    assert page.js("return document.querySelector('#new-genre').value") == "akari"
    assert page.js("return document.querySelector('[data-option=symmetry]').value") == "rotate"


def test_the_fields_are_the_options_of_the_generators(page):
    told = {each["genre"]: each for each in page.server.get("generators")}
    page.start()
    shown = "return [...document.querySelectorAll('[data-option]')].map(e => e.dataset.option)"
    for genre in ("masyu", "numberlink", "multilink", "sudoku"):
        opened(page, genre)
        said = told[genre]
        names = [each["name"] for each in said["options"]] + said["settings"]
        assert sorted(page.js(shown)) == sorted(names)
        size = [page.js(f"return document.querySelector('#new-{s}').value") for s in SIDES]
        assert size == [str(said["usual"][side]) for side in SIDES]
        page.press("#new-dialog .head button")
    opened(page, "slitherlink")  # by its own methods, or from the rules as others
    page.press("#new-dialog details summary")
    page.choose("[data-option=method]", "open")
    assert set(page.js(shown)) == {"method", *(each["name"] for each in told[""]["options"])}
    page.choose("[data-option=symmetry]", "mirror")
    made(page)
    assert nlc.unique(nlc.loads(page.text)[0])


SIDES = ("columns", "rows")


def test_a_puzzle_of_the_genre_of_the_text_is_added_to_the_text(page):
    page.start(OWN)
    opened(page)
    assert page.read("#new-genre option:checked") == "dots, as the text defines it"
    assert not page.js("return document.querySelector('#new-empty').checkVisibility()")
    size = [page.js(f"return document.querySelector('#new-{side}').value") for side in SIDES]
    assert size == ["3", "4"]
    page.press("#new-dialog details summary")
    page.press("[data-option=sparse]")
    made(page)
    page.wait_text("#about", "3\u00a0×\u00a04")
    page.wait("document.querySelector('#which-puzzle').value === '2'")
    assert page.text.startswith(OWN) and "set sparse = true;" in page.text
    first, second = nlc.loads(page.text)
    assert first.title == "first" and second.genre == "dots" and nlc.unique(second)


def test_what_takes_long_is_told_with_what_is_easier_and_can_be_cancelled(page):
    page.start()
    opened(page, "masyu")
    page.fill("#new-columns", "40")
    page.fill("#new-rows", "36")
    page.choose("[data-option=symmetry]", "rotate")
    page.press("#new-make")
    page.wait_text("#new-dialog .state", "Making it")
    assert page.read(".offers") == ""
    eventually(lambda: page.server.get("status")["running"] == 1)
    later(page, 20)
    page.wait_text(".offers", "takes long")
    offers = page.js(
        "return [...document.querySelectorAll('.offers button')].map(e => e.innerText)"
    )
    assert offers == ["a smaller one (30x30)", "one without a wish for symmetry"]
    assert page.js("return document.querySelector('.offers').role") == "status"
    assert not page.faults()
    page.wait_text("#new-dialog .state", "Making it")  # which goes on
    page.press(".offers button")
    assert page.js("return document.querySelector('#new-columns').value") == "30"
    page.wait_text("#new-dialog .state", "Making it")
    assert page.js("return document.activeElement.id") == "new-cancel"
    page.press_by_key("#new-cancel")
    page.wait("!document.querySelector('#new-cancel').checkVisibility()")
    assert page.js("return document.activeElement.id") == "new-make"
    eventually(lambda: page.server.get("status")["running"] == 0)


def test_what_lies_ready_is_told_and_offered(page):
    page.start()
    usual = {each["genre"]: each["usual"] for each in page.server.get("generators")}["masyu"]
    page.js(
        """const before = window.fetch;
        window.fetch = (path, how) => path === '/api/buffers'
          ? Promise.resolve(new Response(JSON.stringify({buffers: [arguments[0]]})))
          : before(path, how);""",
        {"ready": 1, "kind": {"genre": "masyu", "tiling": "square", **usual}},
    )
    opened(page, "masyu")
    page.wait_text("#new-dialog", "One lies ready.")
    page.choose("[data-option=symmetry]", "rotate")
    assert "One lies ready." not in page.read("#new-dialog")
    page.fill("#new-columns", "40")
    page.fill("#new-rows", "40")
    limited(page, 1)
    page.press("#new-make")
    page.wait_text(".offers", "one that lies ready (10x10)")
    limited(page, 60)
    page.press(".offers button:last-child")
    page.wait("!document.querySelector('#new-dialog').open")
    page.wait_text("#about", "10\u00a0×\u00a010")
    assert nlc.unique(nlc.loads(page.text)[0])


def test_a_wrong_wish_is_told_and_nothing_else_offered(page):
    page.start()
    opened(page, "sudoku")
    page.fill("[data-option=clues]", "many")
    page.press("#new-make")
    page.wait_text("#new-dialog .wrong", "such as 20, 20..30, or 30..40%")
    assert page.read(".offers") == ""


def test_by_keys_alone_in_a_narrow_dark_window(page):
    page.start(wide=False, dark=True)
    page.press_by_key("#new")
    page.wait("document.querySelector('#new-dialog [data-option]')")
    page.choose("#new-genre", "sudoku")
    page.press_by_key("#new-dialog details summary")
    page.wait("document.querySelector('#new-seed').checkVisibility()")
    assert not page.faults()
    assert page.js("return document.querySelector('#new-dialog').scrollWidth") <= 375
    page.press_by_key("#new-columns")  # Enter in a field
    page.wait("!document.querySelector('#new-dialog').open")
    page.wait_text("#about", "9\u00a0×\u00a09")
