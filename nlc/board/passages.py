"""Parses walls, which remove links, and warps, which add them."""

from __future__ import annotations

from collections.abc import Sequence, Set

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
    errors = Diagnostics()
    closed = set[int]()
    for a, b in (pair for wall in walls for pair in wall.pairs):
        places = _places(mesh, (a, b), "lane", "a wall separates two cells", errors)
        if places is None:
            continue
        borders = shared_borders(mesh, *(cells_of(mesh, place) for place in places))
        if not borders:
            message = f"{a.text} and {b.text} are not neighbours, so no wall fits between them"
            errors.error(message, a.span.to(b.span))
        closed.update(borders)
    joined: dict[tuple[int, int], tuple[int, int]] = {}
    for a, b in (pair for warp in warps for pair in warp.pairs):
        rule = "a warp joins two cells, or a side of each"
        places = _places(mesh, (a, b), "side", rule, errors)
        if places is None:
            continue
        used = {dart for darts in joined.values() for dart in darts}
        end_a = _end(mesh, a, places[0], used, errors)
        end_b = _end(mesh, b, places[1], used, errors)
        if end_a is None or end_b is None:
            continue
        (cell_a, dart_a), (cell_b, dart_b) = sorted((end_a, end_b))
        between = shared_borders(mesh, range(cell_a, cell_a + 1), range(cell_b, cell_b + 1))
        if cell_a == cell_b:
            errors.error(f"a warp from {a.text} to the same cell", a.span.to(b.span))
        elif (cell_a, cell_b) in joined or not closed.issuperset(between):
            errors.error(f"{a.text} and {b.text} are linked already", a.span.to(b.span))
        else:
            joined[cell_a, cell_b] = dart_a, dart_b
    errors.raise_errors()
    return Passages(
        np.array(sorted(closed), dtype=np.int32),
        np.array(list(joined), dtype=np.int32).reshape(-1, 2),
        np.array(list(joined.values()), dtype=np.int32).reshape(-1, 2),
    )


def _places(
    mesh: Mesh, locs: tuple[Loc, Loc], part: str, rule: str, errors: Diagnostics
) -> list[Place] | None:
    """Return both places, cells or parts of cells of one kind, or None after an error."""
    found = []
    for loc in locs:
        place = parse_place(mesh, loc.text)
        if isinstance(place, str):
            errors.error(place, loc.span)
        elif place.part not in (None, part):
            errors.error(f"{rule}, not a {place.part}", loc.span)
        else:
            found.append(place)
    return found if len(found) == 2 else None


def _end(
    mesh: Mesh, loc: Loc, place: Place, used: Set[int], errors: Diagnostics
) -> tuple[int, int] | None:
    """Return the cell and the dart (or -1) of one end of a warp, or None after an error."""
    cell = cells_of(mesh, place)[0]
    if place.part is None:
        if mesh.lanes_of(place.tile) == 1:
            return cell, -1
        side = mesh.shape.polygons[mesh.tile_kind[place.tile]].sides[0]
        message = f"{loc.text} is a bridge: a warp must say by which side it leaves"
        errors.error(message, loc.span, f"for example {loc.text}.side({side})")
        return None
    dart = dart_of(mesh, place)
    first, last = mesh.border_darts[mesh.dart_border[dart]].tolist()
    if first == last and dart not in used:
        return cell, dart
    reason = "a warp leaves by it already" if first == last else "it is not on the rim"
    errors.error(f"no warp can leave by {loc.text}: {reason}", loc.span)
    return None
