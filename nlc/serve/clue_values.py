"""Values of clues: as marks write them, and which come next."""

from __future__ import annotations

import re

from nlc.errors import fail
from nlc.language import syntax as s

_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def written(given: s.Given, value: str) -> str:
    """Return a value as a mark writes it."""
    if given.type.kind != "name" or re.fullmatch(r"[A-Za-z_]\w*|\d{1,9}", value, re.ASCII):
        return value
    if '"' in value or "\n" in value:
        raise fail("a name has no quotes and no line ends")
    return f'"{value}"'


def names_in_use(used: set[str]) -> list[str]:
    """Return labels in use in their order, and one more of their kind."""
    if used and all(name.isascii() and name.isdigit() for name in used):
        numbers = sorted({int(name) for name in used})
        return [*map(str, numbers), str(numbers[-1] + 1)]
    lower = bool(used) and all(name.islower() for name in used)
    letters = _LABELS.lower() if lower else _LABELS
    ordered = sorted(used, key=lambda name: (len(name), name))
    free = next((letter for letter in letters if letter not in used), None)
    if free is None:
        free = next(str(i) for i in range(1, 10**6) if str(i) not in used)
    return sorted([*ordered, free], key=lambda name: (len(name), name))
