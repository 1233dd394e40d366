"""A browser without network, and files that play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from support.chromium import Browser
from support.needs import missing


@pytest.fixture(scope="session")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that reaches nothing but files."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        missing("there is no chromium on PATH; scripts/test installs Debian's package")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chromium = webdriver.Chrome(options=options, service=Service(driver))
    try:
        page = Browser(chromium, None, tmp_path_factory.mktemp("downloads"))
        page.do("Network.enable")
        none = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        page.do("Network.emulateNetworkConditions", offline=True, **none)
        yield page
    finally:
        chromium.quit()
