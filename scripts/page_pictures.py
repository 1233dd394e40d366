#!/usr/bin/env python3
"""Take the pictures of docs/page.md: the page of `nlc serve` in Chromium, which must be on PATH.

python scripts/page_pictures.py
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
PATIENCE = 60.0

LOOP = """puzzle "a loop" is slitherlink {
  topology square;
  board
    . 2 3 . 3
    3 . . 1 .
    . 2 . . 2
    2 . 2 3 .
    . 3 . . 2
  end
}
"""


class Camera:
    """The page in a window."""

    def __init__(self, url: str) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or "chromium"
        for argument in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(
            options=options, service=Service(shutil.which("chromedriver"))
        )
        self.driver.get(url)
        self.url = self.driver.current_url

    def open(self, text: str, width: int, height: int, dark: bool = False) -> None:
        """Show a puzzle in a window of a size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        keep = "localStorage.clear(); localStorage.setItem('nlc.text', arguments[0])"
        self.driver.execute_script(keep, json.dumps(text))
        self.driver.get(self.url)
        self.wait("document.documentElement.dataset.ready !== undefined")

    def press(self, selector: str) -> None:
        """Press a button."""
        self.wait("document.querySelector(arguments[0])", selector)
        self.driver.execute_script(
            "document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector
        )
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def draw(self, points: list[tuple[float, float]]) -> None:
        """Draw with the mouse, in units of the picture."""
        places = self.driver.execute_script(
            """const matrix = document.querySelector('#picture svg').getScreenCTM();
            return arguments[0].map(([x, y]) => {
              const point = new DOMPoint(x, y).matrixTransform(matrix);
              return {x: point.x, y: point.y};
            });""",
            points,
        )
        kinds = ["mousePressed", *["mouseMoved"] * (len(places) - 1), "mouseReleased"]
        for kind, place in zip(kinds, [*places, places[-1]], strict=True):
            button = {"type": kind, "button": "left", "buttons": 1, "clickCount": 1}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {**button, **place})

    def wait(self, condition: str, *arguments: str) -> None:
        """Wait until an expression of JavaScript is true."""
        end = time.monotonic() + PATIENCE
        while not self.driver.execute_script(f"return ({condition})", *arguments):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.05)

    def take(self, name: str) -> None:
        """Save what the window shows."""
        time.sleep(0.4)
        self.driver.save_screenshot(str(FOLDER / f"{name}.png"))


def take_all(camera: Camera) -> None:
    """Take the pictures."""
    camera.open(LOOP, 1280, 720)
    camera.draw([(90, 10), (130, 10), (130, 50), (130, 90)])
    camera.draw([(10, 50), (10, 90), (50, 90), (50, 130)])
    camera.draw([(170, 50), (170, 90)])
    camera.press("#check")
    camera.wait("document.querySelector('#verdict').textContent")
    camera.take("page-play")
    flow = (ROOT / "fixtures" / "first.nl").read_text()
    camera.open(flow, 375, 720, dark=True)
    camera.press("#unique")
    camera.wait("document.querySelector('#answer').textContent.includes('exactly one')")
    camera.driver.execute_script("scrollTo(0, 0)")
    camera.take("page-phone")
    camera.open(LOOP, 390, 844)
    camera.press("#new")
    camera.wait("document.querySelector('#new-dialog [data-option]')")
    fields = "for (const [k, v] of arguments[0]) document.querySelector(k).value = v"
    size = [["#new-columns", "36"], ["#new-rows", "36"], ["[data-option=method]", "open"]]
    camera.driver.execute_script(fields, size)
    camera.driver.execute_script(
        "document.querySelector('[data-option=method]').dispatchEvent(new Event('change'))"
    )
    camera.driver.execute_script(fields, [["[data-option=symmetry]", "rotate"]])
    camera.press("#new-make")
    camera.wait("document.querySelector('.offers').childElementCount")
    camera.take("page-make")
    camera.open(flow, 1120, 900)
    camera.press("#view-compare")
    camera.press("#compare")
    idle = "!document.querySelector('.compare form [role=status]').textContent"
    camera.wait(f"document.querySelectorAll('#measures tbody tr').length === 3 && {idle}")
    camera.driver.execute_script("scrollTo(0, 0)")
    camera.take("page-compare")
    camera.press("#sizes tbody tr:nth-child(5) button")
    camera.press(".formula li:nth-child(2)")
    camera.driver.execute_script("document.querySelector('.clauses').scrollIntoView()")
    camera.take("page-clauses")


def main() -> None:
    command = [sys.executable, "-m", "nlc", "serve", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert server.stdout is not None
        camera = Camera(server.stdout.readline().strip())
        try:
            take_all(camera)
        finally:
            camera.driver.quit()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


if __name__ == "__main__":
    main()
