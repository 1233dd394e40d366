"""Boards as pictures: SVG from small templates, and what is made of it.

A picture format is a module of this folder that assigns ``PICTURE``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nlc.dataclasses import dataclass
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


@dataclass(frozen=True)
class Picture:
    """A format of pictures.

    Attributes:
        name: as the user writes it after ``--format``.
        summary: what it is, for lists.
        write: makes a file of some drawings, one below the other.
        missing: says what to install where something lacks, or returns None.
    """

    name: str
    summary: str
    write: Callable[[Sequence[Drawing]], bytes]
    missing: Callable[[], str | None] = lambda: None


PICTURES: Registry[Picture] = Registry(
    "picture format", "nlc.pictures", "PICTURE", "nlc.pictures", factory=False
)
