"""Styles of pictures: colours and widths, in units of which a square cell has 40.

Sources: the palette is that of M. Okabe and K. Ito, Color Universal Design (2008), which people who
cannot distinguish red and green can read; the hues of Flow Free are from M. Zucker's solver.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from nlc.render import canvas

CELL = 40.0
"""Units of the side of a square cell; any other cell has the same area."""

SAFE = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#0072b2", "#d55e00", "#f0e442", "#999999")
"""Colours of lines that everybody can distinguish, on white and on black."""

FLOW = (
    *("#ff0000", "#0000ff", "#eeee00", "#008100", "#ff8000", "#00ffff", "#ff00ff", "#a52a2a"),
    *("#800080", "#a6a6a6", "#ffffff", "#00ff00", "#bdb76b", "#00008b", "#008180", "#ff1493"),
)
"""The colours of Flow Free in its order: red, blue, yellow, green, orange, cyan, ..."""

ONLY_FIRST, ONLY_SECOND, OPEN, BROKEN = "#d55e00", "#0072b2", "#777777", "#cc0000"
"""Colours of values of only one of two solutions, of open values, and of violations of rules."""


class Style(Struct, frozen=True):
    """The look of pictures.

    Attributes:
        summary: its purpose, in a few words.
        ground: behind everything.
        ink: clues, frame, walls.
        grid: sides of cells without a meaning.
        dash: of the grid, as ``stroke-dasharray``; empty: full lines.
        frame: width of the rim.
        line: width of lines from cell to cell.
        lines: their colours in turn; a single one is for all lines.
        tint: the share of its line's colour in that of a cell, 0 to 1.
        disc: radius of the disc under a clue at the end of a line, or under a label in `tubes`.
        labelled: whether that disc has the colour of the line.
        border: width of lines round cells.
        border_color: their colour, and that of borders of regions that are found.
        shade: colour of shaded cells.
        block: colour of cells that clues shade.
        light: colour of cells that lamps light.
        rooms: colours of rooms and pieces in turn.
        boxes: whether rooms have colours where all are equal rectangles, as Sudoku's boxes.
        unit: colour of the cells of the unit of a step.
        answer: colour of decided values and signs.
        serif: whether clues are set in a face with serifs.
        dark: colours in place of ground, ink and grid where the reader prefers dark pages.
    """

    summary: str
    ground: str = "#ffffff"
    ink: str = "#000000"
    grid: str = "#999999"
    dash: str = ""
    frame: float = 2.4
    line: float = 5.6
    lines: tuple[str, ...] = SAFE[:1]
    tint: float = 0.0
    disc: float = 13.5
    labelled: bool = False
    border: float = 5.0
    border_color: str = "#0072b2"
    shade: str = "#6b6b6b"
    block: str = "#111111"
    light: str = "#f0c000"
    rooms: tuple[str, ...] = SAFE
    boxes: bool = False
    unit: str = "#ffd34d"
    answer: str = "#0060a0"
    serif: bool = False
    dark: tuple[str, str, str] | None = None


STYLES = {
    "puzzle": Style("to print; default", dash="2 3", dark=("#16181c", "#eeeeee", "#5a5f66")),
    "tubes": Style(
        "as Flow Free",
        ground="#14181d",
        ink="#eeeeee",
        grid="#5a5f66",
        line=14.4,
        lines=FLOW,
        tint=0.3,
        disc=13.8,
        labelled=True,
        boxes=True,
        border_color="#56b4e9",
        shade="#8a9099",
        block="#d5d9de",
        answer="#9ad0f5",
    ),
    "puzzlink": Style(
        "as puzz.link",
        grid="#cccccc",
        frame=3.2,
        line=7.0,
        lines=("#009e73", "#d55e00", "#0072b2", "#cc79a7", "#56b4e9", "#e69f00", "#666666"),
        border_color="#009e73",
        shade="#666666",
        answer="#007a4d",
        serif=True,
        boxes=True,
    ),
    "print": Style(
        "black and white",
        grid="#b8b8b8",
        line=6.4,
        lines=("#808080",),
        border_color="#484848",
        shade="#8f8f8f",
        rooms=("#f0f0f0", "#808080", "#c0c0c0", "#404040", "#d8d8d8", "#606060"),
        light="#b0b0b0",
        unit="#c8c8c8",
        answer="#707070",
    ),
}
"""The styles by name, the default first."""

STYLES["tubes-safe"] = replace(STYLES["tubes"], summary="the same for all eyes", lines=SAFE)


def color_for(style: Style, label: str, number: int, labels: tuple[str, ...]) -> str:
    """Return the colour of a line.

    Args:
        label: of the line's ends, or an empty text.
        number: of the line, counted from 0.
        labels: all there are; letters of Flow Free's colours have its colours in the style that
            looks like it.
    """
    if style.lines is FLOW and label and {*labels} <= canvas.FLOW.keys() and "R" in labels:
        return FLOW[[*canvas.FLOW].index(label)]
    return style.lines[number % len(style.lines)]


def mix_colors(color: str, ground: str, share: float) -> str:
    """Return a mixture of two colours ``#rrggbb``; `share` is that of the first, 0 to 1."""
    pairs = [(int(color[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def readable_on(color: str) -> str:
    """Return black or white, whichever has more contrast on a colour; see WCAG 2.2, 1.4.3."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"
