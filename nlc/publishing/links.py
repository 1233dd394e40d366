"""Addresses that open a puzzle: at puzz.link, or on a page of ``nlc serve``."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

from nlc.convert import convert_puzzle
from nlc.errors import UserError
from nlc.language.resolve import Puzzle

PUZZLINK = "puzz.link"
"""The place whose addresses are URLs of pzpr."""


def address(puzzle: Puzzle, place: str) -> str | None:
    """Return the address that opens a puzzle; None if its format cannot hold it.

    Args:
        place: `PUZZLINK`, or where a page of ``nlc serve`` is, such as ``http://localhost:8700/``.
    """
    try:
        if place == PUZZLINK:
            return convert_puzzle(puzzle, "pzpr").strip()
        text = convert_puzzle(puzzle, "nl")
    except UserError:
        return None
    # As `packed` in nlc/serve/static/app/link.js.
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(text.encode()) + deflate.flush()
    return f"{place}#p={urlsafe_b64encode(packed).decode().rstrip('=')}"
