"""What a tiling says, and nothing more: settings, polygons, and where drawn tokens lie.

Cells are polygons with corners on an integer lattice, x rightwards and y downwards. Two tiles are
neighbours where they have a side in common, so a tiling never lists neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from nlc.arrays import Ints
from nlc.board.drawing import Drawing
from nlc.dataclasses import dataclass
from nlc.errors import Diagnostics, Span, suggest
from nlc.language.syntax import Ref, Topology


@dataclass(frozen=True)
class Polygon:
    """The outline of one kind of tile, convex.

    Attributes:
        corners: the name and lattice offset (x, y) of each corner, clockwise.
        sides: the names of the sides, clockwise.
        first: the number of the corner at which the first side starts.
        opposed: True where side k is opposite to side k + n / 2, n being the number of sides.
    """

    corners: Mapping[str, tuple[int, int]]
    sides: tuple[str, ...]
    first: int = 0
    opposed: bool = True


@dataclass(frozen=True)
class Shape:
    """The kinds of tile of a tiling and its Euclidean form.

    Attributes:
        polygons: the outline of each kind.
        scale: Euclidean units per lattice step in x and y; sides have length 1.
    """

    polygons: tuple[Polygon, ...]
    scale: tuple[float, float]


@dataclass(frozen=True)
class Period:
    """The lattice translations that a wrap-around board identifies; 0 for none.

    Attributes:
        x: the translation (x, 0) of a horizontal wrap.
        shear: the x part of the translation (shear, y) of a vertical wrap.
        y: the y part of it.
    """

    x: int = 0
    shear: int = 0
    y: int = 0


@dataclass(frozen=True, eq=False)
class Placement:
    """Where the tokens of a drawing lie.

    Attributes:
        shape: the tiles that they stand for.
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


@dataclass(frozen=True)
class Settings:
    """The settings of a topology, defaults filled in.

    Attributes:
        values: the value of each setting of the tiling.
        spans: where those that were written stand.
    """

    values: Mapping[str, str]
    spans: Mapping[str, Span]

    def __getitem__(self, name: str) -> str:
        return self.values[name]


class Tiling(Protocol):
    """A way to read a drawing as tiles."""

    @property
    def stagger(self) -> int:
        """By how many half cells a whole board is drawn with every second row to the right."""
        ...

    @property
    def settings(self) -> Mapping[str, tuple[str, ...]]:
        """The values that each setting may have, its default first."""
        ...

    def place(self, drawing: Drawing, settings: Settings) -> Placement:
        """Return where the tokens lie; distinct tokens must have distinct places.

        Raises:
            UserError: the drawing does not fit the tiling or its settings.
        """
        ...


def read_settings(topology: Topology, known: Mapping[str, tuple[str, ...]]) -> Settings:
    """Return the settings of a topology, with the first of the `known` values as the default.

    Raises:
        UserError: unknown or repeated settings, unknown values, or a list of cells or links on a
            drawn board; all are told together.
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
        elif not isinstance(value, Ref) or value.name not in choices:
            near = suggest(value.name, choices) if isinstance(value, Ref) else None
            errors.error(f"'{name.name}' must be one of {', '.join(choices)}", value.span, near)
        else:
            values[name.name] = value.name
            spans[name.name] = value.span
    if known and (topology.cells or topology.links):
        errors.error(
            f"topology {topology.name.name} is drawn; only topology graph lists cells and links",
            topology.name.span,
        )
    errors.raise_errors()
    return Settings(values, spans)
