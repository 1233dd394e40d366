"""The data of each genre for the formats, a row a genre.

With the row of a format a genre can be parsed in it. Another package adds a genre by an entry point
of the group ``nlc.formats.genres`` with the name of the genre: a module with ``PARTS`` and, for
each format, its row as ``PZPR``, ``TATHAM``, ``JANKO``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from nlc.errors import fail
from nlc.formats.parts import IGNORED, Janko, Parts, Pzpr, Tatham
from nlc.registry import Registry, other_entry_points


class GenreRow(Struct, frozen=True):
    """What the formats know of a genre.

    Attributes:
        parts: the names of its givens and variables for numbers, circles, rooms.
        janko: its row for Janko's text.
        tatham: its row for Simon Tatham's collection.
        pzpr: its row, or rows, for puzz.link.
    """

    parts: Parts
    janko: Janko = Janko()
    tatham: Tatham | None = None
    pzpr: Pzpr | tuple[Pzpr, ...] | None = None


GENRES = {
    "akari": GenreRow(  # a block without a number is a clue with an unknown number
        Parts(number="clue", unknown="block", black=True, shaded="lamp"),
        janko=Janko(unknown=("x", "b"), shaded=("o",)),
        tatham=Tatham("lightup", "Light Up", "numbers to 4 and B", "[bsd][0-9]+"),
        pzpr=Pzpr(
            names="lightup bijutsukan",
            body="four",
            file="shaded-numbers crossed",
            name="lightup",
        ),
    ),
    "ayeheya": GenreRow(
        Parts(unknown=IGNORED, room="room", fence="fence", room_number="clue", shaded="dark"),
        pzpr=Pzpr(
            body="border roomnum",
            file="rooms numbers shade",
            borders=1,
            some="shaded cell",
        ),
    ),
    "binairo": GenreRow(  # digits, which some formats draw as white and black circles
        Parts(number="digit", circle=("digit", 0, 1), shaded="one"),
        janko=Janko(
            circles=(("w", "b"), ("0", "1"), ("1", "2")),
            assumed={"distinct": False},
        ),
        tatham=Tatham(
            "unruly", "Unruly", "colours", "d[a-z]", flags={"u": ("distinct", True, False)}
        ),
    ),
    "cave": GenreRow(
        Parts(unknown="unknown", circled=True, number="clue", shaded="dark"),
        janko=Janko(shaded=("-", "."), clear=("x",)),
        pzpr=Pzpr(names="bag", body="sixteen", file="numbers shade"),
    ),
    "cojun": GenreRow(
        Parts(unknown=IGNORED, number="num", room="room", value="number"),
        pzpr=Pzpr(body="border sixteen bits", file="border numbers answers"),
    ),
    "country": GenreRow(
        Parts(unknown=IGNORED, room="room", fence="fence", room_number="size", line="line"),
        pzpr=Pzpr(
            body="border roomnum",
            file="rooms numbers line colours",
            later={1: "flags rooms numbers line colours"},
            borders=2,
            flag_names={"e": "country_empty"},
            written=2,
            flags={"e": ("skip", "true", "false")},
        ),
    ),
    "creek": GenreRow(
        Parts(unknown=IGNORED, point="clue", shaded="dark"),
        pzpr=Pzpr(
            body="cross4",
            older={"d": "digit-a-point"},
            file="points shade",
            some="shaded cell",
        ),
    ),
    "detour": GenreRow(
        Parts(unknown=IGNORED, room="room", room_number="turns", line="line"),
        pzpr=Pzpr(body="border roomnum", file="rooms numbers line colours", borders=2),
    ),
    "doubleback": GenreRow(
        Parts(room="room", fence="fence", line="line"),
        pzpr=Pzpr(
            "doubleback", body="border bits", file="rooms blank line colours", borders=2, written=2
        ),
    ),
    "hashi": GenreRow(
        Parts(number="clue", unknown="island", circled=True, line="one", double="two"),
        tatham=Tatham(
            "bridges",
            "Bridges",
            "numbers 1 to 16",
            "[ied][0-9]+|m2",
            refused=(
                ("m([013-9]|[0-9]{2,})", "Bridges with another number of parallel bridges"),
                ("L", "Bridges without loops"),
            ),
            written="m2",
            answer="bridges",
        ),
        pzpr=Pzpr(
            names="hashikake bridges",
            body="sixteen",
            file="numbers line",
            name="hashikake",
            some="bridge",
        ),
    ),
    "heyawake": GenreRow(
        Parts(unknown=IGNORED, room="room", fence="fence", room_number="clue", shaded="dark"),
        pzpr=Pzpr(
            names="heyawacky",
            body="border roomnum",
            file="rooms numbers shade",
            borders=1,
            some="shaded cell",
        ),
    ),
    "hitori": GenreRow(
        Parts(unknown=IGNORED, number="num", named=True, shaded="dark"),
        tatham=Tatham("singles", "Singles", "full", "d[a-z]"),
        pzpr=Pzpr(body="hitori", file="numbers shade", some="shaded cell"),
    ),
    "kurodoko": GenreRow(
        Parts(unknown="unknown", circled=True, number="clue", shaded="dark"),
        tatham=Tatham("range", "Range", "numbers"),
        pzpr=Pzpr(body="sixteen", file="numbers shade", some="shaded cell"),
    ),
    "lits": GenreRow(
        Parts(room="room", fence="fence", shaded="dark"),
        janko=Janko(shaded=("x", "L", "I", "T", "S"), tetrominoes=True),
        pzpr=Pzpr(body="border", older={"d": "room-a-cell"}, file="rooms shade", borders=1),
    ),
    "masyu": GenreRow(
        Parts(unknown=IGNORED, circle=("pearl", "w", "b"), line="line"),
        tatham=Tatham("pearl", "Pearl", "circles", "d[a-z]|n", answer="line"),
        pzpr=Pzpr(
            "mashu",
            names="masyu pearl",
            body="circles",
            file="numbers line",
            flags={"f": ("full", "true", "false")},
        ),
    ),
    "minesweeper": GenreRow(
        Parts(unknown="unknown", number="clue", total="mines", shaded="mine"),
        pzpr=Pzpr("mines", body="sixteen", file="numbers shade", assumed={"mines": "0"}),
    ),
    "moonsun": GenreRow(  # a moon is a white circle, a sun a black one
        Parts(unknown="sign", circle=("sky", "m", "s"), room="room", fence="fence", line="line"),
        janko=Janko(circles=(("o", "x"), ("m", "s"))),
        pzpr=Pzpr(
            body="border circles",
            file="rooms numbers line colours",
            borders=2,
            swapped=True,
        ),
    ),
    "mosaic": GenreRow(
        Parts(number="clue", unknown=IGNORED, shaded="dark"),
        tatham=Tatham("mosaic", "Mosaic", "numbers to 9", "h[0-9]"),
    ),
    "norinori": GenreRow(
        Parts(room="room", shaded="dark"),
        pzpr=Pzpr(body="border", file="rooms shade", borders=1),
    ),
    "numberlink": GenreRow(
        Parts(number="label", named=True, line="line"),
        janko=Janko(unknown=()),
        pzpr=(
            Pzpr(
                "numlin",
                names="numberlink",
                body="sixteen",
                file="numbers line",
                assumed={"cover": "false", "touch": "true"},
                some="line",
            ),
            Pzpr(
                "arukone",
                body="sixteen",
                file="passing letters line",
                letters=True,
                flags={"e": ("cover", "false", "true")},
                assumed={"touch": "true"},
                some="line",
            ),
        ),
    ),
    "nurikabe": GenreRow(
        Parts(number="size", unknown="isle", circled=True, shaded="dark"),
        pzpr=Pzpr(body="sixteen", file="shaded-numbers", islands="owner"),
    ),
    "ripple": GenreRow(
        Parts(unknown=IGNORED, number="num", room="room", value="number"),
        pzpr=Pzpr(
            "ripple", names="hakyukoka", body="border sixteen bits", file="border numbers answers"
        ),
    ),
    "shikaku": GenreRow(
        Parts(number="size", unknown="area", circled=True, region="owner"),
        tatham=Tatham("rect", "Rectangles", "numbers", "e[0-9.]+|a", answer="rectangles"),
        pzpr=Pzpr(body="sixteen", file="numbers regions"),
    ),
    "simpleloop": GenreRow(
        Parts(blocked="blocked", line="line"),
        janko=Janko(blocked=("x", "#")),
        pzpr=Pzpr(body="bits", file="blank line"),
    ),
    "slitherlink": GenreRow(
        Parts(number="clue", unknown=IGNORED, edge="line"),
        pzpr=Pzpr(
            "slither",
            names="slitherlink",
            body="four",
            file="numbers sides",
            later={1: "numbers colours sides"},
            written=1,
            flags={"f": ("full", "true", "false")},
        ),
    ),
    "starbattle": GenreRow(
        Parts(room="room", total="stars", shaded="star"),
        janko=Janko(shaded=("x", "*")),
        pzpr=Pzpr(body="count border", file="count rooms shade"),
    ),
    "sudoku": GenreRow(  # boxes are rooms
        Parts(number="num", unknown=IGNORED, room="box", value="number"),
        tatham=Tatham(
            "solo",
            "Solo",
            "boxes",
            "d[a-z]|r[0-9]|m[0-9]|md[0-9]|a",
            flags={"x": ("diagonal", True, False)},
            refused=(("k", "Killer Sudoku"),),
            answer="numbers",
        ),
        pzpr=Pzpr(body="sixteen", file="numbers answers", assumed={"diagonal": "false"}),
    ),
    "suguru": GenreRow(
        Parts(unknown=IGNORED, number="num", room="room", value="number"),
        pzpr=Pzpr(body="border sixteen bits", file="border numbers-or-blank answers"),
    ),
    "yajilin": GenreRow(
        Parts(
            unknown="unknown",
            number="clue",
            arrow="arrow",
            blocked="grey",
            line="line",
            shaded="dark",
        ),
        pzpr=Pzpr(
            names="yajirin",
            body="arrows",
            file="arrows shade line",
            flags={"o": ("inside", "false", "true")},
            cosmetic="b",
        ),
    ),
    "yajilinregions": GenreRow(
        Parts(unknown=IGNORED, room="room", room_number="clue", line="line", shaded="dark"),
        pzpr=Pzpr(
            "yajilin-regions",
            names="yajirin-regions",
            body="border roomnum",
            file="rooms numbers shade line",
            flags={"o": ("inside", "false", "true")},
            cosmetic="b",
        ),
    ),
    "yinyang": GenreRow(
        Parts(unknown=IGNORED, circle=("stone", "w", "b"), shaded="dark"),
        pzpr=Pzpr(body="circles", file="numbers answers"),
    ),
}

PARTS: Registry[Parts] = Registry(
    "genre", "PARTS", "nlc.formats.genres", {name: row.parts for name, row in GENRES.items()}
)


@cache
def rows(attribute: str) -> dict[str, Any]:
    """Return the rows of a format, such as ``TATHAM``, by genre."""
    found = {name: getattr(row, attribute.lower(), None) for name, row in GENRES.items()}
    for name, points in other_entry_points(PARTS.group).items():
        try:
            found.setdefault(name, getattr(points[0].load(), attribute, None))
        except Exception:  # a broken module of another package has no rows
            continue
    return {name: row for name, row in found.items() if row is not None}


def parts_of(genre: str) -> Parts:
    """Return the parts of a genre.

    Raises:
        UserError: the genre is unknown.
    """
    found = PARTS.find(genre)
    if found is None:
        raise fail(f"no format knows the genre '{genre}'")
    return found
