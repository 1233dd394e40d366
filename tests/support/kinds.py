"""All kinds of things that have names in nlc."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import nlc
from nlc.registry import Registry


def registries() -> list[Registry[object]]:
    """Return the registries of all packages of nlc."""
    packages = [found.name for found in walk_packages(nlc.__path__, "nlc.") if found.ispkg]
    things = [thing for name in packages for thing in vars(import_module(name)).values()]
    return [thing for thing in things if isinstance(thing, Registry)]
