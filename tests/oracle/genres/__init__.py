"""Genres by their definitions, a module each, with ``GENRE``; nothing of the compiler is used."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from oracle.grid import GridGenre


def names() -> list[str]:
    """Return the names of all genres."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def get(name: str) -> GridGenre:
    """Return the definition of a genre."""
    genre: GridGenre = import_module(f"{__name__}.{name}").GENRE
    return genre
