"""What a test needs of the machine, where it is not there."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip a test that needs a program which is not there; under scripts/test, let it fail."""
    if os.environ.get("NLC_TESTS_COMPLETE"):
        pytest.fail(f"{reason} (NLC_TESTS_COMPLETE is set)", pytrace=False)
    pytest.skip(reason)
