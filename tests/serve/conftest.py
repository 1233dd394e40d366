from collections.abc import Iterator

import pytest
from support.server import Server, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running
