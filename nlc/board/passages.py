"""Parses walls, which remove links, and warps, which add them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.board.complex import Passages
from nlc.board.mesh import Mesh
from nlc.board.naming import Place, cells_of, dart_of, parse_place, shared_borders
from nlc.errors import Diagnostics
from nlc.language.syntax import Loc, Wall, Warp


def parse_passages(mesh: Mesh, walls: Sequence[Wall], warps: Sequence[Warp]) -> Passages:
    """Find the borders of walls and the cells and sides of warps.

    Raises:
        UserError: a place does not exist; a wall between cells that are not neighbours; a warp
            between linked cells, from a side off the rim, or from a side already used.
    """
    parser = _Parser(mesh)
    for wall in walls:
        for pair in wall.pairs:
            parser.wall(*pair)
    for warp in warps:
        for pair in warp.pairs:
            parser.warp(*pair)
    parser.errors.raise_errors()
    return Passages(
        np.array(sorted(parser.walls), dtype=np.int32),
        np.array(list(parser.warps), dtype=np.int32).reshape(-1, 2),
        np.array(list(parser.warps.values()), dtype=np.int32).reshape(-1, 2),
    )


class _Parser:
    """Parses passages one by one, walls before warps."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self.errors = Diagnostics()
        self.walls: set[int] = set()
        self.warps: dict[tuple[int, int], tuple[int, int]] = {}
        self.used_darts: set[int] = set()

    def wall(self, a: Loc, b: Loc) -> None:
        """Add the border between two cells."""
        places = self._places(a, b, ("lane",), "a wall separates two cells")
        if places is None:
            return
        borders = shared_borders(self.mesh, *(cells_of(self.mesh, place) for place in places))
        if not borders:
            self.errors.error(
                f"{a.text} and {b.text} are not neighbours, so no wall fits between them",
                a.span.to(b.span),
            )
        self.walls.update(borders)

    def warp(self, a: Loc, b: Loc) -> None:
        """Add the link between two cells."""
        places = self._places(a, b, ("side",), "a warp joins two cells, or a side of each")
        if places is None:
            return
        end_a, end_b = self._end(a, places[0]), self._end(b, places[1])
        if end_a is None or end_b is None:
            return
        (cell_a, dart_a), (cell_b, dart_b) = sorted((end_a, end_b))
        span = a.span.to(b.span)
        if cell_a == cell_b:
            self.errors.error(f"a warp from {a.text} to the same cell", span)
        elif (cell_a, cell_b) in self.warps or not self.walls.issuperset(
            shared_borders(self.mesh, *(range(cell, cell + 1) for cell in (cell_a, cell_b)))
        ):
            self.errors.error(f"{a.text} and {b.text} are linked already", span)
        else:
            self.warps[cell_a, cell_b] = dart_a, dart_b
            self.used_darts |= {dart_a, dart_b}

    def _places(
        self, a: Loc, b: Loc, parts: tuple[str, ...], rule: str
    ) -> tuple[Place, Place] | None:
        """Return both places, or None after an error; `parts` are the parts that are allowed."""
        found = []
        for loc in (a, b):
            place = parse_place(self.mesh, loc.text)
            if isinstance(place, str):
                self.errors.error(place, loc.span)
            elif place.part is not None and place.part not in parts:
                self.errors.error(f"{rule}, not a {place.part}", loc.span)
            else:
                found.append(place)
        return (found[0], found[1]) if len(found) == 2 else None

    def _end(self, loc: Loc, place: Place) -> tuple[int, int] | None:
        """Return the cell and the dart (or -1) of one end of a warp, or None after an error."""
        mesh = self.mesh
        cell = cells_of(mesh, place)[0]
        if place.part is None:
            if mesh.lanes_of(place.tile) == 1:
                return cell, -1
            side = mesh.shape.polygons[mesh.tile_kind[place.tile]].sides[0]
            self.errors.error(
                f"{loc.text} is a bridge: a warp must say by which side it leaves",
                loc.span,
                f"for example {loc.text}.side({side})",
            )
            return None
        dart = dart_of(mesh, place)
        first, last = mesh.border_darts[mesh.dart_border[dart]].tolist()
        if first == last and dart not in self.used_darts:
            return cell, dart
        reason = "a warp leaves by it already" if first == last else "it is not on the rim"
        self.errors.error(f"no warp can leave by {loc.text}: {reason}", loc.span)
        return None
