"""Registries of encodings: names mapped to loaders, so that listing them imports none."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Registry(Generic[T]):
    """The encodings of one kind of node.

    Args:
        places: for each name, ``module:attribute``, where the encoding object is found.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)

    def names(self) -> tuple[str, ...]:
        """Return all names, in the order of their registration."""
        return tuple(self._places)

    def get(self, name: str) -> T:
        """Return the encoding called `name`.

        Raises:
            KeyError: there is none of that name.
        """
        module, attribute = self._places[name].split(":")
        return cast(T, getattr(importlib.import_module(module), attribute))
