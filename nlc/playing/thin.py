"""Boards and pictures of squares and hexagons without what a page can make of their cells.

`serve/static/app/board/thin.js` puts back what is left out here.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from nlc.playing import answers as a

_SIDES = {"square": 4, "hex": 6}
_GROUP = re.compile(r"(<g[^>]*)>((?:\s*<(?:path|circle) data-e=[^>]*/>)+\s*)</g>")
_ELEMENT = re.compile(r'<path data-e="([^"]*)" d="[^"]*"/>|<circle data-e="([^"]*)"[^>]* r="2.4"/>')


def thin_board(board: a.Board) -> a.Board | dict[str, Any]:
    """Return the cells alone of squares or hexagons that are joined over all their sides."""
    cells, links, borders = board.cells, board.links, board.borders
    inner = sorted((pair, i) for i, pair in enumerate(borders.cells) if pair[1] >= 0)
    joined = inner == [*zip(links.cells, links.border, strict=True)]
    sides = {len(corners) // 2 for corners in cells.corners}
    once = all(len(line) == 4 for line in (*links.lines, *borders.lines))
    if not joined or not once or sides != {_SIDES.get(board.topology)}:
        return board
    around = np.array(cells.corners).reshape(len(cells.names), -1, 2)
    around -= np.stack([cells.x, cells.y], axis=1)[:, None]
    flat = board.topology == "hex" and abs(around[0, 0, 0]) > 0.03  # a side is on top, not a tip
    if flat or np.ptp(around, axis=0).max() > 0.03:
        return board
    out = {name: getattr(board, name) for name in ("key", "topology", "rows", "columns")}
    out |= {"width": board.width, "height": board.height, "lines": board.lines}
    out |= {"radius": cells.radius[0], "around": around[0].ravel().round(2).tolist()}
    return out | {"cells": {"names": cells.names, "x": cells.x, "y": cells.y}}


def thin_picture(picture: str, board: a.Board) -> str:
    """Return a picture whose groups of cells, borders or vertices hold their numbers alone."""
    sorts = {"cell": board.cells.names, "border": board.borders.names}
    sorts["vertex"] = board.vertices.names
    index = {name: (s, i) for s, names in sorts.items() for i, name in enumerate(names)}

    def emptied(group: re.Match[str]) -> str:
        found = [index.get(path or circle, ("", 0)) for path, circle in _ELEMENT.findall(group[2])]
        (sort, _), *_ = found or [("", 0)]
        if not sort or _ELEMENT.sub("", group[2]).strip() or {s for s, _ in found} != {sort}:
            return group[0]
        numbers = [i for _, i in found]
        some = "" if numbers == [*range(len(sorts[sort]))] else " ".join(map(str, numbers))
        return f'{group[1]} data-of="{sort}">{some}</g>'

    return _GROUP.sub(emptied, picture)
