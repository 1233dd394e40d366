"""Lines from cell to cell and round cells, as strokes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.graph import components
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import number, polyline, segments, walks
from nlc.pictures.style import ONLY_FIRST, ONLY_SECOND, OPEN, Style
from nlc.render import view as views
from nlc.render.view import View

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


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
        if var.sort is Sort.LINK:
            yield from self._links(holds, double)
        else:
            yield self._borders(holds, self.style.border_color, "", double)
        for mask, sign in shares:
            color, dash = {
                views.OPEN: (OPEN, "1 7"),
                views.FIRST: (ONLY_FIRST, ""),
                views.SECOND: (ONLY_SECOND, "7 6"),
                views.NEW: (ONLY_FIRST, ""),
                views.EXCLUDED: (ONLY_SECOND, "2 6"),
            }[sign]
            if var.sort is Sort.BORDER:
                yield self._borders(mask, color, dash)
                continue
            width = min(self.style.line, 6.0)
            if double:
                yield from self._double_lines(_indices(mask), color, dash)
            else:
                yield from self._trails(_indices(mask), color, width, dash)

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
            if double:
                yield from self._double_lines(links, color)
            else:
                yield from self._trails(links, color, self.style.line)

    def _trails(self, links: Ints, color: str, width: float, dash: str = "") -> Iterator[str]:
        """Yield links with few strokes, and those round the rim or of warps as stubs."""
        straight = self.geometry.straight
        plain = links[straight[links]]
        names = self.board.names(Sort.LINK)
        for nodes, trail in walks(self.board.link_cells[plain], plain.tolist()):
            d = polyline(self.geometry.centers[nodes].tolist())
            if len(nodes) > 2 and nodes[0] == nodes[-1]:
                d += "z"
            yield self._stroke(d, " ".join(names[i] for i in trail), color, width, dash)
        for link in links[~straight[links]].tolist():
            for ends in self.geometry.stubs(link):
                yield self._stroke(segments(ends[None]), names[link], color, width, dash)

    def _double_lines(self, links: Ints, color: str, dash: str = "") -> Iterator[str]:
        names = self.board.names(Sort.LINK)
        width = min(0.6 * self.style.line, 5.0)
        for link in links.tolist():
            ends = self.geometry.centers[self.board.link_cells[link]]
            along = ends[1] - ends[0]
            aside = (
                np.array([-along[1], along[0]]) / max(1e-9, float(np.hypot(*along))) * (1.2 * width)
            )
            both = np.stack([ends - aside, ends + aside])
            yield self._stroke(segments(both), names[link], color, width, dash)

    def _stroke(self, d: str, name: str, color: str, width: float, dash: str = "") -> str:
        look = f'stroke="{color}" stroke-width="{number(width)}"'
        look += f' stroke-dasharray="{dash}"' if dash else ""
        ends = 'stroke-linecap="round" stroke-linejoin="round"'
        return f'<path data-e="{escape(name)}" d="{d}" fill="none" {look} {ends}/>'

    def _borders(self, mask: Bools, color: str, dash: str, double: bool = False) -> str:
        """Return lines round cells; where a board wraps around they are drawn on both sides."""
        chosen = np.flatnonzero(mask & ~self.geometry.split)
        names = self.board.names(Sort.BORDER)
        out = []
        ends = self.board.border_vertices
        width = self.style.border * (0.6 if double else 1.0)
        for nodes, trail in walks(ends[chosen], chosen.tolist()):
            d = polyline(self.geometry.points[nodes].tolist())
            if len(nodes) > 2 and nodes[0] == nodes[-1]:
                d += "z"
            out.append(self._stroke(d, " ".join(names[i] for i in trail), color, width, dash))
        for i in np.flatnonzero(mask & self.geometry.split).tolist():
            both = self.geometry.sides[i]
            out.append(self._stroke(segments(both), names[i], color, width, dash))
        return "\n".join(out)

    def bridges(self) -> Iterator[str]:
        """Yield the upper lines of bridges, cased in the ground's colour."""
        for lane, color in self._over:
            sides = [
                self.geometry.side_of(border, lane).mean(axis=0)
                for border in self.board.cell_borders.row(lane).tolist()
            ]
            middle = self.geometry.centers[lane]
            ends = np.stack([middle + 0.7 * (side - middle) for side in sides])
            casing = f'stroke="{self.style.ground}" stroke-width="{number(self.style.line + 5)}"'
            yield f'<path d="{polyline(ends.tolist())}" fill="none" {casing} class="g"/>'
            full = np.stack([middle + 0.8 * (side - middle) for side in sides])
            yield self._stroke(
                polyline(full.tolist()), self.board.names(Sort.CELL)[lane], color, self.style.line
            )

    def warps(self) -> Iterator[str]:
        """Yield the two ends of each warp, with a letter that both have."""
        graph = self.board.topology == "graph"
        found = [] if graph else np.flatnonzero(self.board.link_border < 0).tolist()
        for count, link in enumerate(found):
            letter = _LETTERS[count % 26] + (str(count // 26) if count >= 26 else "")
            for ends in self.geometry.stubs(link):
                inner, outer = ends
                start = inner + 0.62 * (outer - inner)
                d = segments(np.stack([start, outer])[None])
                yield f'<path d="{d}" fill="none" stroke="{self.style.grid}" stroke-width="2"/>'
                x, y = (inner + 0.62 * (outer - inner)).tolist()
                aside = np.array([outer[1] - inner[1], inner[0] - outer[0]])
                x, y = (np.array([x, y]) + 0.35 * aside).tolist()
                place = f'x="{number(x)}" y="{number(y)}" dy=".35em" font-size="9"'
                yield f'<text {place} fill="{self.style.grid}">{letter}</text>'

    def _labels(self, domain: Domain) -> Iterator[str]:
        """Yield the values of a variable over links or borders, each on a disc."""
        names = self.board.names(domain.sort)
        if domain.sort is Sort.LINK:
            places = self.geometry.centers[self.board.link_cells].mean(axis=1)
        else:
            places = self.geometry.sides[:, 0].mean(axis=1)
        for i, label in self.view.texts(domain, domain.values).items():
            x, y = places[i].tolist()
            at = f'cx="{number(x)}" cy="{number(y)}"'
            yield f'<circle {at} r="7.5" fill="{self.style.ground}" class="g"/>'
            place = f'x="{number(x)}" y="{number(y)}" dy=".35em" font-size="11"'
            named = f'data-e="{escape(names[i])}" fill="{self.style.answer}"'
            yield f"<text {named} {place}>{escape(label.text)}</text>"


def _indices(mask: Bools) -> Ints:
    return np.flatnonzero(mask).astype(np.int32)
