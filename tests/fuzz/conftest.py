"""Registers what is wrong on purpose."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import fuzz_broken

from nlc.encode import acyclic
from nlc.fuzz import trial


@pytest.fixture
def broken(monkeypatch, install):
    """The encoding ``acyclic=nothing``; the solvers liar, crasher, sleeper and raiser."""
    monkeypatch.setitem(acyclic._CLASSES, "nothing", "fuzz_broken_acyclic:Nothing")
    monkeypatch.setitem(sys.modules, f"{acyclic.__name__}.fuzz_broken_acyclic", fuzz_broken)
    for cls in (fuzz_broken.Liar, fuzz_broken.Crasher, fuzz_broken.Sleeper, fuzz_broken.Raiser):
        install("nlc.drivers", f"{cls.name}-solver", **{cls.name: f"fuzz_broken:{cls.__name__}"})
    trial.driver.cache_clear()
    trial._installed.cache_clear()
    yield
    trial.driver.cache_clear()
    trial._installed.cache_clear()
