"""The layers of a picture, from the ground up: cells, sides, rooms, lines, signs, clues."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from nlc.arrays import Bools, Floats
from nlc.board.board import Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import merged, number, polygon, segments
from nlc.pictures.strokes import Strokes
from nlc.pictures.style import BROKEN, Style, color_for, mixed, readable_on
from nlc.pictures.symbols import symbol
from nlc.printable import printable
from nlc.render.compose import left_out
from nlc.render.glyphs import STYLES as GLYPHS
from nlc.render.labels import color_domain, mark_words, read_clues, read_rooms, visible
from nlc.render.view import Label, Solution, View

_GLYPHS = GLYPHS["unicode"]


class Layers:
    """Makes the elements of a picture; see `nlc.pictures.drawing.draw` for the arguments."""

    def __init__(
        self,
        program: Program,
        view: View,
        geometry: Geometry,
        style: Style,
        broken: frozenset[str] = frozenset(),
    ) -> None:
        self.program, self.view, self.geometry, self.style = program, view, geometry, style
        self.broken = broken
        self.board = program.board
        self.names = self.board.names(Sort.CELL)
        self.rooms = read_rooms(program)
        room = self.rooms[0] if self.rooms else ""
        self.clues = read_clues(program, Sort.CELL, _GLYPHS, room)
        assignment = view.board if isinstance(view, Solution) else None
        self.left_out = left_out(program, view, assignment, self.clues)
        self.colors = self._colors()
        self.words = mark_words(program)
        self.shaded = self._shaded()
        found = list(visible(program, view, Sort.LINK, Sort.BORDER))
        planned: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
        self.lines = found
        self.over_borders = any(v.sort is Sort.BORDER and v.shown for v in planned)
        self.over_links = any(v.sort is Sort.LINK and v.shown for v in planned)

    def text(self) -> str:
        """Return the elements."""
        strokes = Strokes(self.program, self.view, self.geometry, self.style, self.colors)
        parts = [
            *self._cells(),
            *self._sides(),
            *strokes.warps(),
            *(line for var in self.lines for line in strokes.of(var)),
            *strokes.bridges(),
            *self._vertices(),
            *self._contents(),
            *self._broken(),
        ]
        return "\n" + "\n".join(filter(None, parts)) + "\n"

    def _colors(self) -> list[str]:
        """Return the colour of each cell's line, of a clue's too; empty for none."""
        out = [""] * self.board.count(Sort.CELL)
        domain = color_domain(self.program)
        if domain is None:
            return out
        palette = [color_for(self.style, v, i, domain.values) for i, v in enumerate(domain.values)]
        by_text = dict(zip(domain.values, palette, strict=True))
        for cell, text in self.clues.items():
            out[cell] = by_text.get(text, "")
        if isinstance(self.view, Solution):
            for cell, value in enumerate(self.view.board.domains[domain.name].tolist()):
                if value >= 0:
                    out[cell] = palette[value]
        return out

    def _shaded(self) -> Bools:
        """Return the cells that are drawn dark, shape (cells,)."""
        out = np.zeros(self.board.count(Sort.CELL), np.bool_)
        for var in visible(self.program, self.view, Sort.CELL):
            if isinstance(var, BoolVar) and self.words[var.name] == "shaded":
                out |= self.view.bools(var)[0]
        return out

    def _fill(self, cell: int) -> str:
        if self.shaded[cell]:
            return self.style.shade
        color = self.colors[cell]
        if self.style.tint and color and isinstance(self.view, Solution):
            return mixed(color, self.style.ground, self.style.tint)
        return ""

    def _cells(self) -> Iterator[str]:
        """Yield the cells, those of one colour together."""
        geometry, indptr = self.geometry, self.board.cell_corners.indptr.tolist()
        by_fill: dict[str, list[str]] = {}
        for cell, name in enumerate(self.names):
            corners = geometry.corners[indptr[cell] : indptr[cell + 1]]
            if len(corners):
                d = f'<path data-e="{escape(name)}" d="{polygon(corners)}"/>'
                by_fill.setdefault(self._fill(cell), []).append(d)
        for lanes in geometry.bridges:
            name = escape(" ".join(self.names[lane] for lane in lanes.tolist()))
            d = f'<path data-e="{name}" d="{polygon(geometry.outline_of_bridge(lanes))}"/>'
            by_fill.setdefault(self._fill(int(lanes[0])), []).append(d)
        for fill, paths in by_fill.items():
            look = f'fill="{fill}"' if fill else 'fill="none" pointer-events="all"'
            yield f"<g {look}>{''.join(paths)}</g>"

    def _sides(self) -> Iterator[str]:
        """Yield the grid, the walls, the rooms and the rim."""
        board, geometry, style = self.board, self.geometry, self.style
        if board.topology == "graph":
            yield self._edges_of_graph()
            return
        inner = ~geometry.rim
        linked = np.zeros(board.count(Sort.BORDER), np.bool_)
        linked[board.link_border[board.link_border >= 0]] = True
        room = self.rooms[1] & inner if self.rooms else np.zeros_like(inner)
        thin = inner & ~room
        if self.over_borders:
            yield f'<g stroke="{style.grid}" stroke-dasharray="1 4" class="w">'
            names = board.names(Sort.BORDER)
            for i, ends in enumerate(geometry.sides[:, 0]):
                yield f'<path data-e="{escape(names[i])}" d="{segments(ends[None])}"/>'
            yield "</g>"
            yield self._path(geometry.sides[inner & ~linked, 0], style.frame * 1.2, "wall")
            yield self._path(geometry.sides[room, 0], style.frame, "room")
            return
        dash = f' stroke-dasharray="{style.dash}"' if style.dash else ""
        look = f'fill="none" stroke="{style.grid}"{dash} class="w"'
        yield f'<path d="{segments(merged(geometry.sides[thin & linked, 0]))}" {look}/>'
        yield self._path(geometry.sides[room, 0], style.frame, "room")
        yield self._path(geometry.sides[inner & ~linked, 0], style.frame * 1.5, "wall")
        split = geometry.split
        yield self._path(geometry.sides[geometry.rim & ~split, 0], style.frame, "rim")
        if split.any():  # a board that wraps around: both views of the same sides, not full
            both = np.concatenate([geometry.sides[split, 0], geometry.sides[split, 1]])
            look = f'fill="none" stroke="{style.ink}" stroke-dasharray="6 4" class="s"'
            yield f'<path d="{segments(both)}" {look}/>'

    def _path(self, ends: Floats, width: float, kind: str) -> str:
        if not len(ends):
            return ""
        cap = 'stroke-linecap="round"' if kind != "room" else 'stroke-linecap="square"'
        look = f'fill="none" stroke="{self.style.ink}" stroke-width="{number(width)}" {cap}'
        return f'<path d="{segments(merged(ends))}" {look} class="s"/>'

    def _edges_of_graph(self) -> str:
        ends = self.geometry.centers[self.board.link_cells]
        look = f'fill="none" stroke="{self.style.grid}" stroke-width="2" class="w"'
        circles = "".join(
            f'<circle data-e="{escape(name)}" cx="{number(x)}" cy="{number(y)}" r="12" '
            f'fill="{self.style.ground}" stroke="{self.style.grid}" class="g w"/>'
            for name, (x, y) in zip(self.names, self.geometry.centers.tolist(), strict=True)
        )
        return f'<path d="{segments(ends)}" {look}/>{circles}'

    def _vertices(self) -> Iterator[str]:
        """Yield dots where lines run round cells, and what stands on vertices."""
        board, geometry, style = self.board, self.geometry, self.style
        names = board.names(Sort.VERTEX)
        clues = read_clues(self.program, Sort.VERTEX, _GLYPHS, "")
        if self.over_borders:
            yield f'<g fill="{style.ink}" class="k">'
            for name, (x, y) in zip(names, geometry.points.tolist(), strict=True):
                yield f'<circle data-e="{escape(name)}" cx="{number(x)}" cy="{number(y)}" r="2.4"/>'
            yield "</g>"
        for i, text in clues.items():
            x, y = geometry.points[i].tolist()
            ring = f'stroke="{style.ink}" class="g s"'
            at = f'cx="{number(x)}" cy="{number(y)}"'
            yield f'<circle {at} r="8.5" fill="{style.ground}" {ring}/>'
            yield self._words(printable(text), x, y, 8.5, style.ink, "k", names[i])
        for i, marks in self._decided(Sort.VERTEX, "").items():
            if i not in clues or any(label is not None for _, label in marks):
                x, y = geometry.points[i].tolist()
                yield from self._signs(marks, x, y, 9.0, style.answer, style.ground, names[i])

    def _decided(self, sort: Sort, left_out: str) -> dict[int, list[tuple[str, Label | None]]]:
        """Return what stands on elements: words of shapes, or labels."""
        out: dict[int, list[tuple[str, Label | None]]] = {}
        for var in visible(self.program, self.view, sort):
            if var.name == left_out:
                continue
            if isinstance(var, Domain):
                for i, label in self.view.texts(var, var.values).items():
                    out.setdefault(i, []).append(("", label))
                continue
            holds, shares = self.view.bools(var)
            word = self.words[var.name]
            if word != "shaded" or sort is not Sort.CELL:
                for i in np.flatnonzero(holds).tolist():
                    out.setdefault(i, []).append((word, None))
            for mask, sign in shares:
                for i in np.flatnonzero(mask).tolist():
                    out.setdefault(i, []).append(("", Label(sign, True)))
        return out

    def _contents(self) -> Iterator[str]:
        """Yield what stands in cells: clues, and over them what is decided."""
        geometry, style = self.geometry, self.style
        decided = self._decided(Sort.CELL, self.left_out)
        for cell, text in self.clues.items():
            x, y = geometry.centers[cell].tolist()
            radius = float(geometry.radius[cell])
            marks = decided.get(cell, [])
            repeated = [label for _, label in marks if label is not None and label.text == text]
            if repeated:
                marks = decided[cell] = [each for each in marks if each[1] not in repeated]
            small = radius * (0.62 if marks else 1.0)
            color, kind = style.ink, "k"
            ground = style.shade if self.shaded[cell] else style.ground
            if self.over_links:
                if style.labelled and self.colors[cell]:
                    ground = self.colors[cell]
                look = f'cx="{number(x)}" cy="{number(y)}" r="{number(style.disc * radius / 20)}"'
                same = ' class="g"' if ground == style.ground else ""
                yield f'<circle {look} fill="{ground}"{same}/>'
            if ground != style.ground:
                color, kind = readable_on(ground), ""
            top = y - (radius * 0.42 if marks else 0.0)
            yield self._words(printable(text), x, top, small, color, kind, self.names[cell])
        for cell, marks in decided.items():
            x, y = geometry.centers[cell].tolist()
            radius = float(geometry.radius[cell])
            if cell in self.clues and marks:
                y, radius = y + radius * 0.35, radius * 0.6
            dark = bool(self.shaded[cell])
            ground = style.shade if dark else style.ground
            color = readable_on(ground) if dark else style.answer
            yield from self._signs(marks, x, y, radius, color, ground, self.names[cell])

    def _signs(
        self,
        marks: list[tuple[str, Label | None]],
        x: float,
        y: float,
        radius: float,
        color: str,
        ground: str,
        name: str,
    ) -> Iterator[str]:
        """Yield shapes and labels side by side."""
        width = 2 * radius / max(1, len(marks))
        for i, (word, label) in enumerate(marks):
            middle = x + (i - (len(marks) - 1) / 2) * width
            if label is None:
                shape = symbol(word, middle, y, min(radius, width / 1.5), color, ground)
                yield f'<g data-e="{escape(name)}">{shape}</g>'
            else:
                ink = BROKEN if label.changed else color
                text = printable(label.text)
                yield self._words(text, middle, y, min(radius, width * 0.75), ink, "", name)

    def _words(
        self, text: str, x: float, y: float, radius: float, color: str, kind: str, name: str
    ) -> str:
        """Return a text of which the longest fit into a circle."""
        size = radius * (1.1 if len(text) < 2 else 0.95 if len(text) == 2 else 2.1 / len(text))
        named = f' class="{kind}"' if kind else ""
        place = f'x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{number(size)}"'
        return f'<text data-e="{escape(name)}" {place} fill="{color}"{named}>{escape(text)}</text>'

    def _broken(self) -> Iterator[str]:
        """Yield frames and strokes where rules are broken."""
        look = f'fill="none" stroke="{BROKEN}" stroke-width="4" stroke-dasharray="5 3"'
        indptr = self.board.cell_corners.indptr
        for name in sorted(self.broken):
            found = self.board.find(name)
            if found is None:
                continue
            sort, i = found
            if sort is Sort.CELL:
                corners = self.geometry.corners[indptr[i] : indptr[i + 1]]
                middle = self.geometry.centers[i]
                d = polygon(middle + 0.86 * (corners - middle)) if len(corners) else ""
            elif sort is Sort.VERTEX:
                x, y = self.geometry.points[i].tolist()
                yield f'<circle cx="{number(x)}" cy="{number(y)}" r="9" {look}/>'
                continue
            elif sort is Sort.LINK:
                d = segments(self.geometry.centers[self.board.link_cells[i]][None])
            else:
                d = segments(self.geometry.sides[i, :1])
            if d:
                yield f'<path data-e="{escape(name)}" d="{d}" {look}/>'
