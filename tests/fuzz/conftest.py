"""Registers what is wrong on purpose."""

from __future__ import annotations

import pytest
from fuzz import wrong
from fuzzing import trial


@pytest.fixture
def broken(install):
    """The encoding ``acyclic=nothing``; the solvers liar, sleeper and raiser."""
    install("nlc.encodings.acyclic", "nothing-encoding", nothing="fuzz.wrong:Nothing")
    for cls in (wrong.Liar, wrong.Sleeper, wrong.Raiser):
        install("nlc.drivers", f"{cls.name}-solver", **{cls.name: f"fuzz.wrong:{cls.__name__}"})
    trial.driver.cache_clear()
    trial.installed_solvers.cache_clear()
    yield
    trial.driver.cache_clear()
    trial.installed_solvers.cache_clear()
