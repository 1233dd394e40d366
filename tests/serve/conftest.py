from collections.abc import Iterator

import pytest
from support.chromium import Browser, browsing
from support.server import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps nothing: no test finds what another one has left."""
    folder = str(tmp_path_factory.mktemp("data"))
    with serving("--data", folder, "--buffer", "0") as running:
        yield running


@pytest.fixture(scope="session")
def chromium(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(server, tmp_path_factory.mktemp("downloads")) as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser) -> Iterator[Browser]:
    """The page; whatever is done with it, nothing is wrong and nothing comes from elsewhere."""
    chromium.problems()
    yield chromium
    assert not chromium.problems()
