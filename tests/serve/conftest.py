from collections.abc import Iterator

import pytest
from support.server import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving("--data", str(tmp_path_factory.mktemp("data"))) as running:
        yield running
