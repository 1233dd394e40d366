"""The methods of making Numberlink puzzles, by name.

A method is a module of this package with a `METHOD`, named here.
"""

from __future__ import annotations

from importlib import import_module

from nlc.errors import fail, suggest
from nlc.generate.numberlink.methods.base import Method

NAMES = ("solution", "loops", "scatter", "domino", "path")
DEFAULT = "solution"


def get(name: str) -> Method:
    """Return the method called `name`.

    Raises:
        UserError: there is none.
    """
    if name not in NAMES:
        known = f"the methods are {', '.join(NAMES)}"
        raise fail(f"there is no method '{name}'", hint=suggest(name, NAMES) or known)
    method: Method = import_module(f"{__name__}.{name}").METHOD
    return method
