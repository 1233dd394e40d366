"""Boards as pictures: SVG from small templates, and what is made of it.

A picture format is a module of this folder that assigns ``PICTURE``, and a line in `PICTURES`.
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
        name: as the user writes it after ``--format``.
        summary: what it is, for lists.
        write: makes a file of some drawings, one below the other.
        missing: says what to install where something lacks, or returns None.
        booklet: makes a file of puzzles with their solutions at the end; None where the format has
            no pages.
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
        "pdf": "nlc.pictures.pdf",
        "png": "nlc.pictures.png",
        "svg": "nlc.pictures.svg",
    },
    factory=False,
)
