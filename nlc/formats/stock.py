"""What formats need to know of the genres that come with nlc, read once."""

from __future__ import annotations

from functools import cache

from nlc.errors import UserError
from nlc.language.catalogue import Description, describe


@cache
def stock(genre: str) -> Description | None:
    """Return what a genre says of itself, None if it does not come with nlc."""
    try:
        return describe(genre)[0]
    except UserError:
        return None


def defaults(genre: str) -> dict[str, str]:
    """Return the values that the options of a genre have by themselves, as text."""
    found = stock(genre)
    return {option.name: option.default or "" for option in found.options} if found else {}
