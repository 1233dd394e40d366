"""The data of each genre for the formats, a module a genre.

``PARTS`` (`nlc.formats.parts.Parts`) names the givens and variables for numbers, circles, rooms.
Each further attribute is a row for one format, which that format gets by `rows`: ``PZPR`` for
puzz.link, ``TATHAM`` for Simon Tatham's collection, ``JANKO`` for Janko's text. With the row of a
format a genre can be parsed in it. Another package adds a module for a genre by an entry point of
the group ``nlc.formats.genres`` with the name of the genre.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from nlc.errors import fail
from nlc.formats.parts import Parts
from nlc.registry import Registry, other_entry_points

PARTS: Registry[Parts] = Registry(
    "genre",
    "PARTS",
    "nlc.formats.genres",
    {
        "akari": "nlc.formats.genres.akari",
        "ayeheya": "nlc.formats.genres.ayeheya",
        "binairo": "nlc.formats.genres.binairo",
        "cave": "nlc.formats.genres.cave",
        "cojun": "nlc.formats.genres.cojun",
        "country": "nlc.formats.genres.country",
        "creek": "nlc.formats.genres.creek",
        "detour": "nlc.formats.genres.detour",
        "doubleback": "nlc.formats.genres.doubleback",
        "hashi": "nlc.formats.genres.hashi",
        "heyawake": "nlc.formats.genres.heyawake",
        "hitori": "nlc.formats.genres.hitori",
        "kurodoko": "nlc.formats.genres.kurodoko",
        "lits": "nlc.formats.genres.lits",
        "masyu": "nlc.formats.genres.masyu",
        "minesweeper": "nlc.formats.genres.minesweeper",
        "moonsun": "nlc.formats.genres.moonsun",
        "mosaic": "nlc.formats.genres.mosaic",
        "norinori": "nlc.formats.genres.norinori",
        "numberlink": "nlc.formats.genres.numberlink",
        "nurikabe": "nlc.formats.genres.nurikabe",
        "ripple": "nlc.formats.genres.ripple",
        "shikaku": "nlc.formats.genres.shikaku",
        "simpleloop": "nlc.formats.genres.simpleloop",
        "slitherlink": "nlc.formats.genres.slitherlink",
        "starbattle": "nlc.formats.genres.starbattle",
        "sudoku": "nlc.formats.genres.sudoku",
        "suguru": "nlc.formats.genres.suguru",
        "yajilin": "nlc.formats.genres.yajilin",
        "yajilinregions": "nlc.formats.genres.yajilinregions",
        "yinyang": "nlc.formats.genres.yinyang",
    },
)


@cache
def rows(attribute: str) -> dict[str, Any]:
    """Return the rows of a format, such as ``TATHAM``, by genre."""
    modules = {name: import_module(place) for name, place in PARTS.own.items()}
    for name, points in other_entry_points(PARTS.group).items():
        try:
            modules.setdefault(name, points[0].load())
        except Exception:  # a broken module of another package has no rows
            continue
    return {name: getattr(m, attribute) for name, m in modules.items() if hasattr(m, attribute)}


def parts_of(genre: str) -> Parts:
    """Return the parts of a genre.

    Raises:
        UserError: the genre is unknown.
    """
    found = PARTS.find(genre)
    if found is None:
        raise fail(f"no format knows the genre '{genre}'")
    return found
