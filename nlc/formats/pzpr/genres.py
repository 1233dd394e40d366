"""What pzpr calls each genre of nlc, and how it writes its boards: a row makes a genre readable."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from nlc.dataclasses import dataclass

HOLE = "hole"
"""In place of a given: marked cells are no part of the board."""

NO_MAP: Mapping[str, tuple[str, str]] = MappingProxyType({})
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
NO_VALUES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class Row:
    """A genre of pzpr.

    Attributes:
        pid: its name in the URLs that are written.
        genre: of nlc.
        names: other names that it is read by.
        body: the layers of a URL's body, as `nlc.formats.pzpr.layers` names them.
        file: the blocks of a file, as `nlc.formats.pzpr.file` names them.
        later: the blocks of files of later layouts, by the number after ``pzprv3.``.
        number: the given that numbers, circles or letters are.
        values: what the numbers of circles stand for; empty: themselves.
        letters: whether numbers are shown as letters.
        untold: the given that holds where a clue is not told; empty: it asks for nothing.
        blank: the given of marked cells, or `HOLE`.
        flags: the option that a flag sets, and the value.
        granted: options that everyone takes for granted who reads it, with their values.
        told: options that the text always tells, with what they are without a flag.
        refused: flags with rules that nlc does not have, and what they ask for.
        looks: flags that change nothing but the look of a page.
        line: the variable of the line of an answer, or two: of one line and of two.
        shade: the variable of the marks of an answer.
        answer: the variable of the numbers, stones or regions of an answer.
        some: what an answer of pzpr must hold at least one of; empty: it may be empty.
    """

    pid: str
    genre: str
    names: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    file: tuple[str, ...] = ()
    later: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    number: str = ""
    values: Mapping[int, str] = NO_VALUES
    letters: bool = False
    untold: str = ""
    blank: str = ""
    flags: Mapping[str, tuple[str, str]] = NO_MAP
    granted: Mapping[str, str] = NO_OPTIONS
    told: Mapping[str, str] = NO_OPTIONS
    refused: Mapping[str, str] = NO_OPTIONS
    looks: str = ""
    line: tuple[str, ...] = ()
    shade: str = ""
    answer: str = ""
    some: str = ""


PEARLS = {1: "w", 2: "b"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
FULL = {"f": ("full", "true")}
LINE = ("line",)
LINK = {"touch": "true", "no2x2": "false"}

ROWS = (
    Row(
        "slither",
        "slitherlink",
        ("slitherlink",),
        body=("four",),
        file=("numbers", "sides"),
        later={1: ("numbers", "colours", "sides")},
        number="clue",
        flags=FULL,
        told={"full": "false"},
        line=LINE,
    ),
    Row(
        "numlin",
        "numberlink",
        ("numberlink",),
        body=("sixteen",),
        file=("numbers", "line"),
        number="label",
        granted={"cover": "false", **LINK},
        line=LINE,
        some="line",
    ),
    Row(
        "arukone",
        "numberlink",
        body=("sixteen",),
        file=("passing", "letters", "line"),
        number="label",
        letters=True,
        flags={"e": ("cover", "false")},
        told={"cover": "true"},
        granted=LINK,
        line=LINE,
        some="line",
    ),
    Row(
        "mashu",
        "masyu",
        ("masyu", "pearl"),
        body=("circles",),
        file=("numbers", "line"),
        number="pearl",
        values=PEARLS,
        flags=FULL,
        told={"full": "false"},
        line=LINE,
    ),
    Row(
        "yajilin",
        "yajilin",
        ("yajirin",),
        body=("arrows",),
        file=("arrows", "shade", "line"),
        number="clue",
        untold="unknown",
        flags={"o": ("inside", "false")},
        told={"inside": "true"},
        looks="b",
        line=LINE,
        shade="dark",
    ),
    Row(
        "yajilin-regions",
        "yajilinregions",
        ("yajirin-regions",),
        body=("border", "roomnum"),
        file=("rooms", "numbers", "shade", "line"),
        number="clue",
        flags={"o": ("inside", "false")},
        told={"inside": "true"},
        looks="b",
        line=LINE,
        shade="dark",
    ),
    Row(
        "simpleloop",
        "simpleloop",
        body=("bits",),
        file=("blank", "line"),
        blank="blocked",
        line=LINE,
    ),
    Row(
        "country",
        "country",
        body=("border", "roomnum"),
        file=("rooms", "numbers", "line", "colours"),
        later={
            1: ("rooms", "numbers", "line", "colours"),
            2: ("border", "numbers", "line", "colours"),
        },
        number="size",
        flags={"e": ("skip", "true")},
        told={"skip": "false"},
        line=LINE,
    ),
    Row(
        "moonsun",
        "moonsun",
        body=("border", "circles"),
        file=("rooms", "numbers", "line", "colours"),
        later={1: ("rooms", "numbers", "line", "colours"), 2: ("border", "numbers", "line")},
        number="sky",
        values={1: "s", 2: "m"},
        line=LINE,
    ),
    Row(
        "doubleback",
        "doubleback",
        body=("border", "bits"),
        file=("rooms", "blank", "line", "colours"),
        blank=HOLE,
        line=LINE,
    ),
    Row(
        "detour",
        "detour",
        body=("border", "roomnum"),
        file=("rooms", "numbers", "line", "colours"),
        number="turns",
        line=LINE,
    ),
    Row(
        "nurikabe",
        "nurikabe",
        body=("sixteen",),
        file=("shaded-numbers",),
        number="size",
        untold="isle",
        shade="dark",
    ),
    Row(
        "hitori",
        "hitori",
        body=("hitori",),
        file=("numbers", "shade"),
        number="num",
        shade="dark",
        some="shaded cell",
    ),
    Row(
        "akari",
        "akari",
        ("lightup", "bijutsukan"),
        body=("four",),
        file=("shaded-numbers",),
        number="clue",
        untold="block",
        shade="lamp",
    ),
    Row(
        "sudoku",
        "sudoku",
        body=("sixteen",),
        file=("numbers", "answers"),
        number="num",
        granted={"diagonal": "false"},
        answer="number",
    ),
    Row(
        "hashi",
        "hashi",
        ("hashikake", "bridges"),
        body=("sixteen",),
        file=("numbers", "line"),
        number="clue",
        untold="island",
        line=("one", "two"),
        some="line",
    ),
    *(
        Row(
            genre,
            genre,
            names,
            body=("border", "roomnum"),
            file=("rooms", "numbers", "shade"),
            later={1: ("border", "numbers", "shade")},
            number="clue",
            shade="dark",
            some="shaded cell",
        )
        for genre, names in (("heyawake", ("heyawacky",)), ("ayeheya", ()))
    ),
    Row(
        "shikaku",
        "shikaku",
        body=("sixteen",),
        file=("numbers", "regions"),
        number="size",
        untold="area",
        answer="owner",
    ),
    Row(
        "starbattle",
        "starbattle",
        body=("count", "border"),
        file=("count", "rooms", "shade"),
        shade="star",
    ),
    *(
        Row(
            genre,
            genre,
            names,
            body=("border", "sixteen", "bits"),
            file=("border", "numbers", "answers"),
            number="num",
            blank=HOLE,
            answer="number",
        )
        for genre, names in (("ripple", ("hakyukoka",)), ("cojun", ()), ("suguru", ()))
    ),
    Row(
        "lits",
        "lits",
        body=("border",),
        file=("rooms", "shade"),
        later={1: ("border", "shade")},
        shade="dark",
    ),
    Row(
        "norinori",
        "norinori",
        body=("border",),
        file=("rooms", "shade"),
        later={1: ("border", "shade")},
        shade="dark",
    ),
    Row(
        "kurodoko",
        "kurodoko",
        body=("sixteen",),
        file=("numbers", "shade"),
        number="clue",
        untold="unknown",
        shade="dark",
        some="shaded cell",
    ),
    Row(
        "cave",
        "cave",
        ("bag",),
        body=("sixteen",),
        file=("numbers", "shade"),
        number="clue",
        untold="unknown",
        shade="dark",
    ),
    Row(
        "creek",
        "creek",
        body=("cross4",),
        file=("points", "shade"),
        number="clue",
        shade="dark",
        some="shaded cell",
    ),
    Row(
        "mines",
        "minesweeper",
        body=("sixteen",),
        file=("numbers", "shade"),
        number="clue",
        untold="unknown",
        granted={"mines": "0"},
        shade="mine",
    ),
    Row(
        "yinyang",
        "yinyang",
        body=("circles",),
        file=("numbers", "answers"),
        number="stone",
        values=PEARLS,
        answer="dark",
    ),
)

BY_NAME = {name: row for row in ROWS for name in (row.pid, *row.names)}
