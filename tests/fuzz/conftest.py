"""Registers what is wrong on purpose."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import fuzz_broken

from nlc.fuzz import trial


@pytest.fixture
def broken(install):
    """The encoding ``acyclic=nothing``; the solvers liar, crasher, sleeper and raiser."""
    install("nlc.encodings.acyclic", "nothing-encoding", nothing="fuzz_broken:Nothing")
    for cls in (fuzz_broken.Liar, fuzz_broken.Crasher, fuzz_broken.Sleeper, fuzz_broken.Raiser):
        install("nlc.drivers", f"{cls.name}-solver", **{cls.name: f"fuzz_broken:{cls.__name__}"})
    trial.driver.cache_clear()
    trial._installed.cache_clear()
    yield
    trial.driver.cache_clear()
    trial._installed.cache_clear()
