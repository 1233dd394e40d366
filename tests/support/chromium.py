"""A person at the page: a real Chromium, its mouse, its keys and fingers."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from support import documents
from support.needs import missing
from support.server import TOKEN, Server

PATIENCE = 60.0
"""Seconds until something is not there: the machine may be busy."""

AXE = documents.ROOT / "scripts" / "page" / "node_modules" / "axe-core" / "axe.min.js"

Point = tuple[float, float]


@contextmanager
def browsing(server: Server, downloads: Path) -> Iterator[Browser]:
    """Run a browser; tests are skipped where there is none."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        missing("there is no chromium on PATH; scripts/test installs Debian's package")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option(
        "perfLoggingPrefs", {"enableNetwork": True, "enablePage": False}
    )
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    chromium = webdriver.Chrome(options=options, service=Service(driver))
    try:
        chromium.get(f"{server.url}/?token={TOKEN}")  # which gives the cookie
        yield Browser(chromium, server, downloads)
    finally:
        chromium.quit()


class Browser:
    """A window with the page.

    Attributes:
        driver: of Selenium.
        server: that has the page.
        downloads: the folder of saved files.
        board: of the puzzle on the page, as ``/api/parse`` tells it.
        usual: whether windows are wide, and whether the page is dark.
    """

    def __init__(self, driver: webdriver.Chrome, server: Server, downloads: Path) -> None:
        self.driver, self.server, self.downloads = driver, server, downloads
        self.board: dict[str, Any] = {}
        self.usual = (True, False)

    # ---------- the window ----------

    def start(
        self, text: str | None = None, wide: bool | None = None, dark: bool | None = None
    ) -> None:
        """Open the page as if for the first time, with a text if there is one."""
        wide, dark = (
            self.usual[0] if wide is None else wide,
            self.usual[1] if dark is None else dark,
        )
        size = {"width": 1280 if wide else 375, "height": 900 if wide else 740}
        self.do("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.do("Emulation.setEmulatedMedia", media="", features=[scheme])
        # When the page before has gone: it might still keep something.
        first = "localStorage.clear();"
        if text is not None:
            first += f"localStorage.setItem('nlc.text', JSON.stringify({json.dumps(text)}));"
        script = self.do("Page.addScriptToEvaluateOnNewDocument", source=first)
        self.driver.get(self.server.url)
        self.do("Page.removeScriptToEvaluateOnNewDocument", **script)
        self.wait_ready()
        if text is not None:
            self.look()

    def reload(self) -> None:
        """Load the page again."""
        self.driver.refresh()
        self.wait_ready()

    def wait_ready(self) -> None:
        """Wait until the page is set up."""
        self.wait("document.documentElement.dataset.ready !== undefined")

    def look(self) -> None:
        """Learn where the elements of the board of the page's text are."""
        answer = self.server.post("parse", text=self.text)
        assert answer["board"], answer["diagnostics"]
        self.board = answer["board"]

    def do(self, command: str, **arguments: Any) -> Any:
        """Send a command of the DevTools protocol, and return what it answers."""
        return self.driver.execute_cdp_cmd(command, arguments)

    def js(self, script: str, *arguments: Any) -> Any:
        """Run a script."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str, *arguments: Any) -> Any:
        """Wait until an expression of JavaScript is true, and return it."""
        script = f"""const done = arguments[arguments.length - 1], end = performance.now() + 2000;
            const holds = (...arguments) => {{ return ({condition}) }};
            const look = (found) => {{
              try {{ found = holds(...[...arguments].slice(0, -1)); }} catch {{}}
              if (found || performance.now() > end) done(found);
              else setTimeout(look, 20);
            }};
            look();"""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.driver.execute_async_script(script, *arguments)
            if found:
                return found
        raise AssertionError(f"never: {condition}\n{self.js('return document.body.innerText')}")

    def problems(self) -> list[str]:
        """Return what the console says, and requests to elsewhere, since the last time."""
        out = [
            f"{entry['level']}: {entry['message']}"
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                address = urlparse(message["params"]["request"]["url"])
                if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
                    out.append(f"a request to {address.geturl()}")
        return out

    def drop(self, name: str, text: str) -> None:
        """Drop a file on the page."""
        self.js(
            """const transfer = new DataTransfer();
            transfer.items.add(new File([arguments[1]], arguments[0]));
            for (const type of ['dragenter', 'dragover', 'drop']) {
              document.body.dispatchEvent(
                new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}));
            }""",
            name,
            text,
        )

    # ---------- elements ----------

    def find(self, selector: str) -> WebElement:
        """Return the element of a selector that is shown."""
        shown = "[...document.querySelectorAll(arguments[0])].find(e => e.checkVisibility())"
        found = self.wait(shown, selector)
        assert isinstance(found, WebElement)
        return found

    def press(self, selector: str) -> None:
        """Click on a button when it stands still; the page may draw it anew meanwhile."""
        still = """const [element, done] = arguments;
            element.scrollIntoView({block: 'center'});
            let before = '';
            const look = () => {
              const now = JSON.stringify(element.getBoundingClientRect());
              if (now === before) done();
              else { before = now; requestAnimationFrame(look); }
            };
            look();"""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                element = self.find(selector)
                self.driver.execute_async_script(still, element)
                element.click()
                return
            except StaleElementReferenceException:
                assert time.monotonic() < end, f"never still: {selector}"

    def press_by_key(self, selector: str, key: str = Keys.ENTER) -> None:
        """Press a button by the keyboard alone."""
        element = self.find(selector)
        self.js("arguments[0].focus()", element)
        assert self.js("return document.activeElement === arguments[0]", element)
        self.keys(key)

    def choose(self, selector: str, value: str) -> None:
        """Choose an item of a select."""
        self.wait(
            f"[...document.querySelectorAll({selector + ' option'!r})]"
            ".some(e => e.value === arguments[0])",
            value,
        )
        Select(self.find(selector)).select_by_value(value)

    def fill(self, selector: str, text: str) -> None:
        """Write into a field in place of what it holds."""
        element = self.find(selector)
        element.send_keys(Keys.CONTROL, "a")
        element.send_keys(text)

    def read(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.js("return document.querySelector(arguments[0]).innerText", selector))

    def wait_text(self, selector: str, words: str) -> None:
        """Wait until an element has some words."""
        self.wait(
            "(document.querySelector(arguments[0])?.innerText ?? '').includes(arguments[1])",
            selector,
            words,
        )

    def saved(self, pattern: str) -> bytes:
        """Return a file that is being saved, and take it away."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for path in self.downloads.glob(pattern):
                if data := path.read_bytes():  # an empty file keeps the place until all is there
                    path.unlink()
                    return data
            time.sleep(0.05)
        raise AssertionError(f"{pattern} was not saved")

    @property
    def text(self) -> str:
        """The text of the puzzle, as the browser keeps it."""
        return str(self.js("return JSON.parse(localStorage.getItem('nlc.text') ?? '\"\"')"))

    # ---------- the board ----------

    def drawn(self, kind: str = "*") -> set[str]:
        """Return the names of what the player has drawn: ``line``, ``path.crossed``, …"""
        # The picture is drawn with the next frame.
        self.driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
        )
        script = "return [...document.querySelectorAll(arguments[0])].map(e => e.dataset.d)"
        return set(self.js(script, f"#picture {kind}[data-d]"))

    def middle(self, name: str) -> Point:
        """Return the middle of an element in the picture's units."""
        for sort in ("cells", "vertices"):
            found = self.board[sort]
            if name in found["names"]:
                i = found["names"].index(name)
                return found["x"][i], found["y"][i]
        for sort in ("links", "borders"):
            found = self.board[sort]
            if name in found["names"]:
                x1, y1, x2, y2 = found["lines"][found["names"].index(name)][:4]
                return (x1 + x2) / 2, (y1 + y2) / 2
        raise KeyError(name)

    def on_screen(self, points: list[Point]) -> list[Point]:
        """Return where points of the picture are in the window."""
        self.js("document.getElementById('picture').scrollIntoView({block: 'center'})")
        return self.js(
            """const matrix = document.querySelector('#picture svg').getScreenCTM();
            return arguments[0].map(([x, y]) => {
              const point = new DOMPoint(x, y).matrixTransform(matrix);
              return [point.x, point.y];
            });""",
            points,
        )

    def click(self, name: str, button: str = "left") -> None:
        """Click on an element."""
        ((x, y),) = self.on_screen([self.middle(name)])
        for kind in ("mousePressed", "mouseReleased"):
            self._mouse(kind, x, y, button)

    def drag(self, points: list[Point]) -> None:
        """Draw with the mouse."""
        first, *rest = self.on_screen(points)
        self._mouse("mousePressed", *first)
        for point in rest:
            self._mouse("mouseMoved", *point)
        self._mouse("mouseReleased", *(rest or [first])[-1])

    def _mouse(self, kind: str, x: float, y: float, button: str = "left") -> None:
        more = {"button": button, "buttons": 2 if button == "right" else 1, "clickCount": 1}
        self.do("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def touch(self, points: list[Point], until: str | None = None) -> None:
        """Draw with a finger, or press with it until something is drawn."""
        if until is None:  # on a busy machine each stroke would be a long press
            self.js(
                "setTimeout = new Proxy(setTimeout, {apply: (f, _, [g, ms]) => "
                "ms === 450 ? 0 : f(g, ms)})"
            )
        first, *rest = self.on_screen(points)
        self._finger("touchStart", first)
        if until is not None:
            self.wait("document.querySelector(arguments[0])", f"#picture {until}")
        for point in rest:
            self._finger("touchMove", point)
        self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def _finger(self, kind: str, point: Point) -> None:
        places = [{"x": point[0], "y": point[1]}]
        self.do("Input.dispatchTouchEvent", type=kind, touchPoints=places)

    def keys(self, *keys: str | tuple[str, str]) -> None:
        """Type keys; a pair is a key with one held down."""
        actions = ActionChains(self.driver, duration=0)
        for key in keys:
            if isinstance(key, tuple):
                actions.key_down(key[0]).send_keys(key[1]).key_up(key[0])
            else:
                actions.send_keys(key)
        actions.perform()

    def focus_board(self) -> str:
        """Move the focus to the board by keys, and return the element with the cursor."""
        self.js("document.getElementById('board').focus()")
        for _ in range(12):
            self.keys(Keys.TAB)
            if self.js("return document.activeElement.matches('#picture svg')"):
                return str(self.wait("document.querySelector('#picture svg').dataset.at"))
        raise AssertionError("the board cannot be reached by keys")

    # ---------- accessibility ----------

    def faults(self) -> list[str]:
        """Return what axe finds, but for small matters; tests are skipped without it."""
        if not AXE.exists():
            missing("axe-core is not there: npm ci in scripts/page")
        self.js(AXE.read_text())
        found = self.driver.execute_async_script("axe.run().then(arguments[0])")
        return [
            f"{each['impact']}: {each['help']}: {[node['target'] for node in each['nodes'][:3]]} "
            f"{each['nodes'][0]['failureSummary']}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
