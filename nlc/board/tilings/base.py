"""The interface of tilings: settings, polygons, and places of drawn tokens.

Cells are polygons with corners on an integer lattice, x rightwards and y downwards. Two tiles are
neighbours if they have a common side, so that a tiling lists no neighbours.

A direction that wraps needs three cells, so that no two cells are neighbours twice, and no cell is
its own neighbour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import AnyInts, Ints, most_frequent
from nlc.board.drawing import Drawing, require_rectangle
from nlc.errors import Diagnostics, Span, fail, suggest
from nlc.language.syntax import Ref, Str, Topology


class Polygon(Struct, frozen=True):
    """The outline of one kind of tile, convex.

    Attributes:
        corners: the name and lattice offset (x, y) of each corner, clockwise.
        sides: the names of the sides, clockwise.
        first: the number of the corner at which the first side starts.
        opposed: True if side k is opposite to side k + n / 2, for n sides.
    """

    corners: Mapping[str, tuple[int, int]]
    sides: tuple[str, ...]
    first: int = 0
    opposed: bool = True


class Shape(Struct, frozen=True):
    """The kinds of tile of a tiling and its Euclidean form.

    Attributes:
        polygons: the outline of each kind.
        scale: Euclidean units per lattice step in x and y; sides have length 1.
    """

    polygons: tuple[Polygon, ...]
    scale: tuple[float, float]


class Period(Struct, frozen=True):
    """The lattice translations that a wrap-around board identifies; 0 for none.

    Attributes:
        x: the translation (x, 0) of a horizontal wrap.
        shear: the x part of the translation (shear, y) of a vertical wrap.
        y: the y part of it.
    """

    x: int = 0
    shear: int = 0
    y: int = 0


class Placement(Struct, frozen=True, eq=False):
    """The places of the tokens of a drawing.

    Attributes:
        shape: the kinds of tiles.
        x: shape (tokens,), lattice place of each tile.
        y: shape (tokens,).
        kind: shape (tokens,), index into ``shape.polygons``.
        period: the wrap.
    """

    shape: Shape
    x: Ints
    y: Ints
    kind: Ints
    period: Period


class Settings(Struct, frozen=True):
    """The settings of a topology, with defaults.

    Attributes:
        values: the value of each setting of the tiling.
        spans: the spans of the written values.
    """

    values: Mapping[str, str]
    spans: Mapping[str, Span]

    def __getitem__(self, name: str) -> str:
        return self.values[name]


class Tiling(Protocol):
    """A way to place the tokens of a drawing as tiles."""

    @property
    def stagger(self) -> int:
        """The indent of every second row of a whole board, in half cells."""
        ...

    @property
    def settings(self) -> Mapping[str, tuple[str, ...]]:
        """The values of each setting, its default first."""
        ...

    def place(self, drawing: Drawing, settings: Settings) -> Placement:
        """Return the places of the tokens, which are distinct.

        Raises:
            UserError: the drawing does not fit the tiling or its settings.
        """
        ...


def parse_settings(topology: Topology, known: Mapping[str, tuple[str, ...]]) -> Settings:
    """Parse the settings of a topology; the first of the `known` values is the default.

    Raises:
        UserError: with all unknown or repeated settings, unknown values, and lists of cells or
            links on a drawn board.
    """
    values = {name: choices[0] for name, choices in known.items()}
    spans: dict[str, Span] = {}
    errors = Diagnostics()
    for name, value in topology.settings:
        choices = known.get(name.name)
        if choices is None:
            hint = suggest(name.name, known)
            if hint is None:
                hint = f"it has {', '.join(known)}" if known else "it has no settings"
            errors.error(f"the topology has no setting '{name.name}'", name.span, hint)
        elif name.name in spans:
            errors.error(f"setting '{name.name}' is given twice", name.span)
        else:
            match value:
                case Ref(name=text) | Str(value=text) if text in choices:
                    values[name.name] = text
                    spans[name.name] = value.span
                case _:
                    message = f"'{name.name}' must be one of {', '.join(choices)}"
                    near = suggest(value.name, choices) if isinstance(value, Ref) else None
                    errors.error(message, value.span, near)
    if known and (topology.cells or topology.links):
        errors.error(
            f"topology {topology.name.name} is drawn; only topology graph lists cells and links",
            topology.name.span,
        )
    errors.raise_errors()
    return Settings(values, spans)


WRAPS = ("none", "horizontal", "vertical", "both")


def is_horizontal(settings: Settings) -> bool:
    """Return whether the right end of a row is joined to its left end."""
    return settings["wrap"] in ("horizontal", "both")


def is_vertical(settings: Settings) -> bool:
    """Return whether the last row is joined to the first."""
    return settings["wrap"] in ("vertical", "both")


def require_count(
    count: int, noun: str, settings: Settings, *, least: int = 3, even: bool = False
) -> None:
    """Check that there are enough rows or columns in a direction that wraps.

    Raises:
        UserError: fewer than `least`, or an odd number where `even` is needed.
    """
    if count < least or (even and count % 2):
        need = f"at least {least}" if count < least else "an even number of"
        raise fail(
            f"wrap={settings['wrap']} needs {need} {noun}, the board has {count}",
            settings.spans["wrap"],
        )


def wrap_rows(
    drawing: Drawing,
    settings: Settings,
    x: Ints,
    *,
    advance: int,
    height: int,
    chequered: bool,
    least: int = 3,
) -> Period:
    """Return the period of a board whose rows are strips of tiles.

    Args:
        settings: those of the topology, with ``wrap``.
        x: shape (tokens,), lattice place of each tile.
        advance: lattice distance of neighbours in a row.
        height: lattice distance of rows.
        chequered: whether only translations (x, height * r) with even x + r map the tiling to
            itself.
        least: the number of columns that a horizontal wrap needs.

    Raises:
        UserError: rows differ in length, have gaps, are too few, or their ends do not fit.
    """
    if settings["wrap"] == "none":
        return Period()
    require_rectangle(drawing)
    starts = x[drawing.indptr[:-1]]
    gaps = np.flatnonzero(x - starts[drawing.row] != advance * drawing.col)
    if len(gaps):
        raise fail(
            f"wrap={settings['wrap']} needs rows without gaps",
            drawing.span(int(gaps[0])),
            "write '#' where there is no cell",
        )
    rows, cols = drawing.rows, int(drawing.lengths[0])
    across = down = shear = 0
    if is_horizontal(settings):
        across = cols * advance
        require_count(cols, "columns", settings, least=least, even=chequered and across % 2 == 1)
    if is_vertical(settings):
        require_count(rows, "rows", settings)
        down = rows * height
        shear = _shear(starts, settings)
        require_count(rows, "rows", settings, even=chequered and (shear + rows) % 2 == 1)
    return Period(across, shear, down)


def _shear(starts: Ints, settings: Settings) -> int:
    """Return the offset of the row below the last from the first row."""
    steps = np.diff(starts)
    even, odd = int(steps[0]), int(steps[1])
    if not (np.all(steps[::2] == even) and np.all(steps[1::2] == odd) and odd in (even, -even)):
        raise fail(
            f"wrap={settings['wrap']} needs rows that are shifted regularly",
            settings.spans["wrap"],
            "shift every row by the same distance, or every second row",
        )
    if odd == even:
        return even * len(starts)
    require_count(len(starts), "rows", settings, even=True)
    return 0


def whole_steps(drawing: Drawing) -> Ints:
    """Return the place of each token in pitches, shape (tokens,), the leftmost being 0.

    Raises:
        UserError: a token is between the places of most others.
    """
    return _steps(drawing, _pitch(drawing, 1)[0], 1)


def half_steps(drawing: Drawing) -> Ints:
    """Return the place of each token in half pitches, shape (tokens,): a doubled coordinate.

    Even rows have even places and odd rows odd places.

    Raises:
        UserError: rows are not shifted by half a pitch, or a token is between the places.
    """
    pitch, token = _pitch(drawing, 2)
    if pitch % 2 and drawing.rows > 1:
        raise fail(
            f"token '{drawing.text(token)}' starts {pitch} column{'s' * (pitch > 1)} after the one "
            "before; a drawn hex board needs an even distance, to shift rows by half of it",
            drawing.span(token),
            "move the tokens apart, or name the layout: hex(layout=odd_r)",
        )
    return _steps(drawing, pitch, 2)


def _pitch(drawing: Drawing, parts: int) -> tuple[int, int]:
    """Return the smallest distance between tokens of a row, and its second token.

    If no row has two tokens, rows are assumed to be shifted by one of `parts` of the pitch.
    """
    starts = drawing.starts
    seconds = np.flatnonzero(np.diff(drawing.row) == 0) + 1
    if len(seconds):
        distances = starts[seconds] - starts[seconds - 1]
        return int(distances.min()), int(seconds[distances.argmin()])
    shifts = np.diff(np.unique(starts))
    return (parts * int(shifts.min()) if len(shifts) else parts), 0


def _steps(drawing: Drawing, pitch: int, parts: int) -> Ints:
    """Return places in units of pitch / parts; row r is shifted by r * (parts - 1) of them."""
    unit = parts * pitch
    shifted = parts * drawing.starts.astype(np.int64) - (parts - 1) * pitch * drawing.row
    residue = shifted % unit
    origin = most_frequent(residue)
    strays = np.flatnonzero(residue != origin)
    if len(strays):
        _report_strays(drawing, pitch, parts, strays, (residue - origin)[strays] % unit)
    steps = (shifted - origin) // pitch + (parts - 1) * drawing.row
    return np.asarray(steps - steps.min() // parts * parts, dtype=np.int32)


def _report_strays(
    drawing: Drawing, pitch: int, parts: int, strays: AnyInts, past: AnyInts
) -> None:
    """Raise an error with the first stray token of each row."""
    errors = Diagnostics()
    rows = drawing.row[strays]
    leaders = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
    for i in leaders.tolist():
        token = int(strays[i])
        right = int(drawing.starts[token]) + 1 + pitch - int(past[i]) // parts
        places = [str(column) for column in (right - pitch, right) if column > 0]
        shift = " and rows shifted by half of that" if parts == 2 else ""
        errors.error(
            f"token '{drawing.text(token)}' is between the places of its row",
            drawing.span(token),
            f"move it to column {' or '.join(places)}: "
            f"tokens are {pitch} column{'s' * (pitch > 1)} apart{shift}",
        )
    errors.raise_errors()
