"""All kinds of things that have names in nlc."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages

import nlc
from nlc.registry import Registry


def registries() -> dict[tuple[str, str], Registry[object]]:
    """Return the registries that modules of nlc assign, by module and name."""
    found = {}
    for module in walk_packages(nlc.__path__, "nlc."):
        source = Path(str(find_spec(module.name).origin)).read_text(encoding="utf-8")
        for name in re.findall(r"^(\w+): Registry\[", source, re.MULTILINE):
            found[module.name, name] = getattr(import_module(module.name), name)
    return found
