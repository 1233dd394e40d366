"""Links that play, on the page of the documents that opens them; in a browser without network."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from selenium.webdriver.common.keys import Keys
from support.chromium import Browser
from support.commands import FIXTURES

import nlc
from nlc.cli import main
from nlc.playing.page import link, page, sheet
from nlc.publishing.booklets import address

pytestmark = pytest.mark.slow

TEXT = 'puzzle "loop <b>" is slitherlink { topology hex; board\n 5 .\n. .\nend }'


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("site") / "play.html"
    path.write_bytes(page((), "nlc"))
    return Path(path).as_uri()


def test_a_link_plays_its_board_and_is_judged_by_its_rules(offline: Browser, base: str) -> None:
    (puzzle,) = nlc.loads(TEXT)
    found = sheet(puzzle, hints=False)
    address = link(found, base)
    assert len(address) < 2500
    offline.driver.get(address)
    offline.wait_ready()
    offline.board = msgspec.to_builtins(found["board"])
    assert offline.read("#title") == "loop <b>"
    offline.js("document.getElementById('skip').focus()")
    offline.keys(Keys.ENTER)  # the address keeps the link
    assert offline.js("return [document.activeElement.id, location.href]") == ["board", address]
    offline.js("document.querySelector('#picture svg').focus()")
    offline.keys((Keys.SHIFT, Keys.ARROW_RIGHT))
    assert offline.drawn(".line") == {"r1c1.side(NE)"}
    for side in ("r1c1.side(W)", "r1c1|r2c1"):
        offline.click(side)
    offline.press("#check")
    offline.wait_text("#verdict", "Possible")
    assert not offline.js("return document.getElementById('hint').checkVisibility()")


def test_the_page_says_what_a_text_needs_and_what_it_is_without_a_link(
    offline: Browser, base: str
) -> None:
    (puzzle,) = nlc.loads(TEXT)
    offline.driver.get("about:blank")
    offline.driver.get(f"{address(puzzle, base)}")
    offline.wait_text("body", "without nlc")
    assert 'puzzle "loop <b>"' in offline.read("#needs-puzzle")
    offline.driver.get("about:blank")
    offline.driver.get(base)
    offline.wait_text("body", "plays puzzles of links")
    offline.driver.get("about:blank")
    offline.driver.get(f"{base}#f=broken")
    offline.wait_text("#notice", "cannot be played")


def test_links_are_printed_one_a_puzzle_by_the_page_that_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["draw", str(FIXTURES / "first.nl"), "--play", "--as-link"]
    monkeypatch.delenv("NLC_SHARE_BASE", raising=False)
    assert main(command) == 2
    assert "the page that opens it" in capsys.readouterr().err
    monkeypatch.setenv("NLC_SHARE_BASE", "https://example.org/play.html#top")
    assert main(command) == 0
    (printed,) = capsys.readouterr().out.split()
    assert printed.startswith("https://example.org/play.html#f=")
    assert main([*command, "--share-base", "play.html"]) == 2
    assert "no address of a page" in capsys.readouterr().err
