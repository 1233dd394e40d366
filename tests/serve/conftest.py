from collections.abc import Iterator

import pytest
from support.chromium import Browser, browsing
from support.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving("--data", str(tmp_path_factory.mktemp("data"))) as running:
        yield running


@pytest.fixture(scope="module")
def chromium(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(server, tmp_path_factory.mktemp("downloads")) as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser) -> Iterator[Browser]:
    """The page; whatever is done with it, nothing is wrong and nothing comes from elsewhere."""
    chromium.problems()
    yield chromium
    assert not chromium.problems()
