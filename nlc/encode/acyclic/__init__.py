"""Encodings of acyclicity, by name: one file an encoding, one line here."""

from __future__ import annotations

from importlib import import_module

from nlc.encode.base import AcyclicEncoding

_CLASSES = {
    "primal-dual": "primal_dual:PrimalDual",
    "order": "order:Order",
    "lfsr": "lfsr:Lfsr",
    "lazy": "lazy:Lazy",
}
"""Module of this package and class, for each name."""


def names() -> tuple[str, ...]:
    """Return the names of all encodings of acyclicity."""
    return tuple(_CLASSES)


def get(name: str) -> AcyclicEncoding:
    """Return the encoding of this name; its module is imported only now.

    Raises:
        KeyError: there is none of this name.
    """
    module, _, cls = _CLASSES[name].partition(":")
    encoding: AcyclicEncoding = getattr(import_module(f"{__name__}.{module}"), cls)()
    return encoding
