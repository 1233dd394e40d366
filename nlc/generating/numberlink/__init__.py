"""Generates Numberlink puzzles, and Multilink ones: paths first, by several methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlc.generating.numberlink.genre import NumberlinkGenre


def _genre() -> NumberlinkGenre:
    from nlc.generating.numberlink.genre import NumberlinkGenre

    return NumberlinkGenre()


GENRE = _genre
