"""Boards as pictures: SVG from small templates, and the formats made of it.

A picture format is a `Picture`, and a line in `PICTURES` with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.pictures.booklet import Booklet
    from nlc.pictures.drawing import Drawing


class Picture(Struct, frozen=True):
    """A format of pictures.

    Attributes:
        name: the value of ``--format``.
        summary: a description, for lists.
        write: returns the file of some drawings, one below the other.
        missing: returns how to install a missing library, or None.
        booklet: returns the file of a booklet; None if the format has no pages.
    """

    name: str
    summary: str
    write: Callable[[Sequence[Drawing]], bytes]
    missing: Callable[[], str | None] = lambda: None
    booklet: Callable[[Booklet], bytes] | None = None


PICTURES: Registry[Picture] = Registry(
    "picture format",
    "PICTURE",
    "nlc.pictures",
    {
        "html": "nlc.pictures.html",
        "pdf": "nlc.pictures.html:PDF",
        "png": "nlc.pictures.svg:PNG",
        "svg": "nlc.pictures.svg",
    },
    factory=False,
)
