"""nlc: an encoding compiler from puzzle rules over drawn boards to DIMACS CNF.

The public names are those of ``__init__.pyi``; docs/api.md describes them. Each is imported when it
is first used. Everything else may change from version to version.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path


@cache
def _places() -> dict[str, str]:
    """Return the module of each public name."""
    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    found = re.findall(r"^from (\S+) import (\w+) as", stub, re.MULTILINE)
    return {name: module for module, name in found}


def __getattr__(name: str) -> object:
    """Import a public name."""
    if name == "__all__":
        return sorted(_places().keys() - {"__version__"})
    if name not in _places():
        raise AttributeError(f"module 'nlc' has no attribute '{name}'")
    value = getattr(import_module(_places()[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_places())
