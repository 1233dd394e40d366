"""What is taken away from the page: formats, pictures, links; and how the page reads."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from support.page_boards import BOARDS

pytestmark = pytest.mark.slow


def test_a_link_holds_the_puzzle(page):
    page.start(BOARDS["irregular"])
    page.press("#save")
    page.wait("document.querySelector('#link').value")
    link = page.js("return document.querySelector('#link').value")
    assert link.startswith(f"{page.server.url}/#p=")
    page.start(BOARDS["squares"])
    page.driver.get(link)
    page.wait_text("#title", "irregular")
    page.reload()
    page.wait_text("#title", "irregular")
    assert page.text == BOARDS["irregular"]


def test_a_broken_link_is_told_and_the_last_puzzle_stays(page):
    page.start(BOARDS["squares"])
    page.driver.get("about:blank")
    page.driver.get(f"{page.server.url}/#p=AAAA")
    page.wait_ready()
    assert page.read("#title") == "squares"
    assert "link" in page.read("#notice")


def test_pictures_are_saved_with_what_is_drawn(page):
    page.start(BOARDS["squares"], wide=False)
    page.drag([page.middle(cell) for cell in ("r1c1", "r1c2", "r2c2")])
    page.press("#save")
    page.press("#with-drawn")
    page.press("#save-dialog summary")
    page.press("#save-svg")
    picture = page.saved("*.svg").decode()
    names = {
        name
        for element in ElementTree.fromstring(picture).iter()
        for name in element.get("data-e", "").split()
    }
    assert "r1c1-r1c2" in names
    page.press("#save-png")
    assert page.saved("*.png").startswith(b"\x89PNG")


@pytest.mark.parametrize("style", ["puzzle", "tubes", "tubes-safe", "print"])
def test_on_paper_ground_is_white_and_ink_is_black_whatever_is_on_the_screen(page, style):
    page.start(BOARDS["squares"], dark=True)
    page.press("#feedback summary")
    page.choose("#style", style)
    page.wait("document.querySelector('#picture').dataset.style === arguments[0]", style)
    page.press("#solve")
    page.wait("document.querySelector('#shown-what').checkVisibility()")
    scheme = [{"name": "prefers-color-scheme", "value": "dark"}]
    page.do("Emulation.setEmulatedMedia", media="print", features=scheme)
    look = (
        "return [...document.querySelectorAll(arguments[0])]"
        ".map(e => getComputedStyle(e)[arguments[1]])"
    )
    grounds = page.js(look, "#picture svg > rect", "fill")
    frames = page.js(look, "#picture path.s", "stroke")
    tints = page.js(look, "#picture .v", "fill")
    sheet = page.js(look, "html, body", "color")
    page.do("Emulation.setEmulatedMedia", media="", features=scheme)
    assert set(grounds) == {"rgb(255, 255, 255)"}
    assert set(frames) == set(sheet) == {"rgb(0, 0, 0)"}
    assert set(tints) <= {"none"}


@pytest.mark.parametrize(("wide", "dark"), [(True, True), (False, False)], ids=["wide", "narrow"])
def test_every_view_can_be_read_by_everybody(page, wide, dark):
    page.start(BOARDS["squares"], wide, dark)

    def sound() -> None:
        assert page.faults() == []
        assert page.js("return document.documentElement.scrollWidth <= innerWidth")

    page.drag([page.middle(cell) for cell in ("r1c1", "r2c1", "r2c2", "r3c2")])
    page.press("#check")
    page.wait("document.querySelector('#verdict').textContent")
    page.press("#rules summary")
    sound()
    page.press("#mode-edit")
    sound()
    for name in ("open", "new", "save"):
        page.press(f"#{name}")
        page.wait(
            f"document.querySelectorAll('#{name}-dialog option, .cards button, .formats li').length"
        )
        sound()
        page.press(f"#{name}-dialog .head button")
    page.press("#unique")
    page.wait_text("#answer", "exactly one")
    sound()
    page.press("#view-compare")
    page.press("#compare")
    page.wait("document.querySelectorAll('#measures tbody tr').length === 3")
    page.press("#sizes button")
    page.wait("document.querySelector('.formula li')")
    sound()


def test_two_windows_do_not_disturb_each_other_and_the_way_back_works(page):
    page.start(BOARDS["squares"])
    page.press("#save")
    page.wait("document.querySelector('#link').value")
    link = page.js("return document.querySelector('#link').value")
    page.press("#save-dialog .head button")
    page.driver.get("about:blank")
    page.driver.back()
    page.wait_ready()
    assert page.read("#title") == "squares"
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(link)
        page.wait_ready()
        page.wait_text("#title", "squares")
        page.press("#open")
        page.press("[data-genre=masyu]")
        page.wait_text("#about", "Masyu")
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    page.press("#solve")
    page.wait_text("#answer", "Solved.")
    assert page.read("#title") == "squares"
