"""Generates Slitherlink puzzles: a random line whose clues go while it stays alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlc.generating.slitherlink.genre import SlitherlinkGenre


def _genre() -> SlitherlinkGenre:
    from nlc.generating.slitherlink.genre import SlitherlinkGenre

    return SlitherlinkGenre()


GENRE = _genre
