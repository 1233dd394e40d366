"""Lines from cell to cell and round cells, as strokes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools, Floats, Ints
from nlc.board import Sort
from nlc.graph import components
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import circle, polyline, segments, tag, text, walks
from nlc.pictures.style import ONLY_FIRST, ONLY_SECOND, OPEN, Style
from nlc.render import view as views
from nlc.render.view import View

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

_LOOKS = {
    views.OPEN: (OPEN, "1 7"),
    views.FIRST: (ONLY_FIRST, ""),
    views.SECOND: (ONLY_SECOND, "7 6"),
    views.NEW: (ONLY_FIRST, ""),
    views.EXCLUDED: (ONLY_SECOND, "2 6"),
}
"""Colour and dash of lines with a sign."""


class Pen(NamedTuple):
    """A colour, a width, and a dash unless it is empty."""

    color: str
    width: float
    dash: str = ""


class Strokes:
    """Draws variables over links and borders.

    Args:
        colors: of each cell's line, empty for none; shape (cells,).
    """

    def __init__(
        self, program: Program, view: View, geometry: Geometry, style: Style, colors: list[str]
    ) -> None:
        self.program, self.view, self.geometry, self.style = program, view, geometry, style
        self.colors = colors
        self.board = program.board
        self._over: list[tuple[int, str]] = []

    def of(self, var: BoolVar | Domain) -> Iterator[str]:
        """Yield the strokes, or the labels, of a variable."""
        if isinstance(var, Domain):
            yield from self._labels(var)
            return
        holds, shares = self.view.bools(var)
        double = self.program.marks.get(var.name) == "double"
        over = [v for v in self.program.bools if self.program.marks.get(v.name) == "double"]
        for upper in over if not double else ():
            if upper.sort is var.sort:  # two lines in place of the one between them
                twice, more = self.view.bools(upper)
                twice = np.logical_or.reduce([twice, *(m for m, sign in more if sign == views.NEW)])
                holds = holds & ~twice
                shares = [views.Share(mask & ~twice, sign) for mask, sign in shares]
        style = self.style
        if var.sort is Sort.LINK:
            yield from self._links(holds, double)
        else:
            yield self._borders(holds, style.border_color, "", 0.6 if double else 1.0)
        for mask, sign in shares:
            color, dash = _LOOKS[sign]
            if var.sort is Sort.BORDER:
                yield self._borders(mask, color, dash)
            else:
                draw = self._double_lines if double else self._trails
                yield from draw(_indices(mask), Pen(color, min(style.line, 6.0), dash))

    def _links(self, holds: Bools, double: bool) -> Iterator[str]:
        """Yield lines between cells, each component in its colour."""
        chosen = _indices(holds)
        if not len(chosen):
            return
        part = components(len(self.geometry.centers), self.board.link_cells[chosen])
        roots = part[self.board.link_cells[chosen, 0]]
        order = np.argsort(roots, kind="stable")
        cuts = np.flatnonzero(np.diff(roots[order])) + 1
        palette = self.style.lines
        for count, links in enumerate(np.split(chosen[order], cuts)):
            cell = int(self.board.link_cells[links[0], 0])
            color = self.colors[cell] or palette[count % len(palette)]
            lanes = self.board.link_cells[links].ravel()
            upper = np.unique(lanes[self.board.lanes[lanes] > 0])
            self._over += [(lane, color) for lane in upper.tolist()]
            draw = self._double_lines if double else self._trails
            yield from draw(links, Pen(color, self.style.line))

    def _trails(self, links: Ints, pen: Pen) -> Iterator[str]:
        """Yield links with few strokes, and those round the rim or of warps as stubs."""
        straight, names = self.geometry.straight, self.board.names(Sort.LINK)
        plain, ends = links[straight[links]], self.board.link_cells
        yield from self._walked(plain, ends, self.geometry.centers, names, pen)
        for link in links[~straight[links]].tolist():
            for stub in self.geometry.stubs(link):
                yield _stroke(segments(stub[None]), names[link], pen)

    def _walked(
        self, chosen: Ints, ends: Ints, places: Floats, names: Sequence[str], pen: Pen
    ) -> Iterator[str]:
        """Yield chosen links or borders with few strokes."""
        for nodes, trail in walks(ends[chosen], chosen.tolist()):
            closed = "z" if len(nodes) > 2 and nodes[0] == nodes[-1] else ""
            d = polyline(places[nodes].tolist()) + closed
            yield _stroke(d, " ".join(names[i] for i in trail), pen)

    def _double_lines(self, links: Ints, pen: Pen) -> Iterator[str]:
        names = self.board.names(Sort.LINK)
        pen = pen._replace(width=min(0.6 * self.style.line, 5.0))
        for link in links.tolist():
            ends = self.geometry.centers[self.board.link_cells[link]]
            along = ends[1] - ends[0]
            aside = np.array([-along[1], along[0]]) / max(1e-9, float(np.hypot(*along)))
            aside = aside * (1.2 * pen.width)
            yield _stroke(segments(np.stack([ends - aside, ends + aside])), names[link], pen)

    def _borders(self, mask: Bools, color: str, dash: str, share: float = 1.0) -> str:
        """Return lines round cells; where a board wraps around they are drawn on both sides."""
        geometry, names = self.geometry, self.board.names(Sort.BORDER)
        pen = Pen(color, self.style.border * share, dash)
        chosen, ends = _indices(mask & ~geometry.split), self.board.border_vertices
        out = [*self._walked(chosen, ends, geometry.points, names, pen)]
        for i in np.flatnonzero(mask & geometry.split).tolist():
            out.append(_stroke(segments(geometry.sides[i]), names[i], pen))
        return "\n".join(out)

    def bridges(self) -> Iterator[str]:
        """Yield the upper lines of bridges, cased in the ground's colour."""
        for lane, color in self._over:
            middle = self.geometry.centers[lane]
            sides = np.stack(
                [
                    self.geometry.side_of(border, lane).mean(axis=0)
                    for border in self.board.cell_borders.row(lane).tolist()
                ]
            )
            casing, full = (
                polyline((middle + part * (sides - middle)).tolist()) for part in (0.7, 0.8)
            )
            look = {"stroke": self.style.ground, "stroke_width": self.style.line + 5}
            yield tag("path", d=casing, fill="none", **look, class_="g")
            yield _stroke(full, self.board.names(Sort.CELL)[lane], Pen(color, self.style.line))

    def warps(self) -> Iterator[str]:
        """Yield the two ends of each warp, with a letter that both have."""
        graph, color = self.board.topology == "graph", self.style.grid
        found = [] if graph else np.flatnonzero(self.board.link_border < 0).tolist()
        for count, link in enumerate(found):
            letter = _LETTERS[count % 26] + (str(count // 26) if count >= 26 else "")
            for inner, outer in self.geometry.stubs(link):
                start = inner + 0.62 * (outer - inner)
                d = segments(np.stack([start, outer])[None])
                yield tag("path", d=d, fill="none", stroke=color, stroke_width=2)
                aside = np.array([outer[1] - inner[1], inner[0] - outer[0]])
                x, y = (start + 0.35 * aside).tolist()
                yield text(letter, x, y, 9, fill=color)

    def _labels(self, domain: Domain) -> Iterator[str]:
        """Yield the values of a variable over links or borders, each on a disc."""
        names = self.board.names(domain.sort)
        if domain.sort is Sort.LINK:
            places = self.geometry.centers[self.board.link_cells].mean(axis=1)
        else:
            places = self.geometry.sides[:, 0].mean(axis=1)
        for i, label in self.view.texts(domain, domain.values).items():
            x, y = places[i].tolist()
            yield circle(x, y, 7.5, fill=self.style.ground, class_="g")
            look = {"data_e": names[i], "fill": self.style.answer, "x": x, "y": y, "dy": ".35em"}
            yield tag("text", escape(label.text), **look, font_size=11)


def _stroke(d: str, name: str, pen: Pen) -> str:
    look = {"fill": "none", "stroke": pen.color, "stroke_width": pen.width}
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", data_e=name, d=d, **look, stroke_dasharray=pen.dash or None, **ends)


def _indices(mask: Bools) -> Ints:
    return np.flatnonzero(mask).astype(np.int32)
