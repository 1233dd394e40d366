"""Elements of SVG, and path data: polygons, and lines through many points with few strokes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import numpy as np

from nlc.arrays import Floats, Ints


def number(value: float) -> str:
    """Return a coordinate as a short text, with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def tag(name: str, content: str | None = None, /, **attributes: Any) -> str:
    """Return an element of SVG.

    Args:
        content: of the element, as SVG.
        attributes: in order, texts and numbers, but None; ``data_e`` is ``data-e``, ``class_`` is
            ``class``.
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}/>" if content is None else f"<{name}{told}>{content}</{name}>"


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value, quote=False).replace('"', "&quot;")
    return number(value)


def text(words: str, x: float | str, y: float | str, size: float, /, **look: Any) -> str:
    """Return a text with its middle at a place."""
    place = {"x": x, "y": y, "dy": ".35em", "font_size": size}
    return tag("text", escape(words), data_e=look.pop("data_e", None), **place, **look)


def circle(x: float, y: float, radius: float, /, **look: Any) -> str:
    """Return a circle."""
    return tag("circle", data_e=look.pop("data_e", None), cx=x, cy=y, r=radius, **look)


def polygon(corners: Floats) -> str:
    """Return the path data of a closed polygon, shape (corners, 2)."""
    return f"{polyline(corners.tolist())}z"


def polyline(points: Sequence[Sequence[float]]) -> str:
    """Return the path data of a line through points, without those inside straight runs."""
    kept = list(points[:1])
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        turn = (here[0] - before[0]) * (after[1] - here[1])
        turn -= (here[1] - before[1]) * (after[0] - here[0])
        if abs(turn) > 0.01:
            kept.append(here)
    kept += points[1:][-1:]
    (x, y), rest = kept[0], kept[1:]
    out = [f"M{number(x)} {number(y)}"]
    for left, top in rest:
        if abs(top - y) < 0.05:
            out.append(f"H{number(left)}")
        elif abs(left - x) < 0.05:
            out.append(f"V{number(top)}")
        else:
            out.append(f"L{number(left)} {number(top)}")
        x, y = left, top
    return "".join(out)


def segments(ends: Floats) -> str:
    """Return the path data of single segments, shape (n, 2, 2)."""
    return "".join(polyline(pair) for pair in ends.tolist())


def merge_segments(ends: Floats) -> Floats:
    """Return segments, shape (n, 2, 2), after joining those in one line that touch."""
    if not len(ends):
        return ends
    along = ends[:, 1] - ends[:, 0]
    back = np.where(np.abs(along[:, 0]) > 0.01, along[:, 0], along[:, 1]) < 0
    ends = np.where(back[:, None, None], ends[:, ::-1], ends)
    along = ends[:, 1] - ends[:, 0]
    unit = along / np.hypot(*along.T)[:, None]
    across = ends[:, 0, 0] * unit[:, 1] - ends[:, 0, 1] * unit[:, 0]
    start, stop = (np.einsum("ij,ij->i", ends[:, end], unit) for end in (0, 1))
    order = np.lexsort((start, across.round(1), unit[:, 1].round(3), unit[:, 0].round(3)))
    same = np.abs(np.diff(unit[order], axis=0)).max(axis=1, initial=0) < 0.002
    same &= np.abs(np.diff(across[order])) < 0.1
    same &= np.abs(start[order][1:] - stop[order][:-1]) < 0.1
    first = np.concatenate([[True], ~same])
    last = np.concatenate([~same, [True]])
    return np.stack([ends[order[first], 0], ends[order[last], 1]], axis=1)


def walks(edges: Ints, numbers: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield trails that use each edge once: the nodes along it, and the edges by their numbers.

    A trail begins at an end or branch of a line, if there is one; a closed one, at any node.

    Args:
        edges: shape (n, 2), nodes.
        numbers: of the edges.
    """
    at: dict[int, list[tuple[int, int]]] = {}
    for i, (a, b) in enumerate(edges.tolist()):
        at.setdefault(a, []).append((i, b))
        at.setdefault(b, []).append((i, a))
    used = np.zeros(len(edges), np.bool_)
    starts = sorted(at, key=lambda node: (len(at[node]) == 2, node))
    for start in starts:
        while any(not used[i] for i, _ in at[start]):
            nodes, trail = [start], list[int]()
            while True:
                free = [(i, node) for i, node in at[nodes[-1]] if not used[i]]
                if not free or (trail and len(at[nodes[-1]]) > 2):
                    break
                edge, node = free[0]
                used[edge] = True
                trail.append(numbers[edge])
                nodes.append(node)
            yield nodes, trail
