"""The layers of a picture, from the ground up: cells, sides, rooms, lines, signs, clues."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from html import escape

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Floats
from nlc.board import Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.clues import LAMP, drawn_clues, edge_clues
from nlc.pictures.contents import Contents, decided_signs, lit_cells, shaded_cells
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import merge_segments, number, polygon, segments
from nlc.pictures.strokes import Strokes
from nlc.pictures.style import BROKEN, ONLY_FIRST, ONLY_SECOND, Style, color_for, mix_colors
from nlc.render.compose import implied_variable
from nlc.render.labels import color_domain, visible
from nlc.render.rooms import color_rooms, find_rooms
from nlc.render.view import SolutionView, StepView, View, solutions

_ROOM, _REGION, _LIGHT, _PIECE, _UNIT = 0.1, 0.3, 0.3, 0.45, 0.35
"""Opacity of the colour of a cell: of a room, a decided region, light, a piece, and the unit of a
step."""


class Layers:
    """Draws the elements of a picture; see `nlc.pictures.drawing.draw` for the arguments."""

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
        solution = view.board if isinstance(view, SolutionView) else None
        self.rooms = find_rooms(program, solutions(view))
        self.clues = drawn_clues(program, Sort.CELL, self.rooms.names)
        texts = {cell: clue.text for cell, clue in self.clues.items()}
        self.room_colors = color_rooms(self.board, self.rooms.room)
        self.skipped = {
            implied_variable(program, view, solution, texts),
            *self.rooms.names,
        }
        self.colors = self._colors(texts)
        self.shades = self._shades()
        blocks = [cell for cell, clue in self.clues.items() if clue.shaded]
        self.lit = lit_cells(program, view, frozenset(blocks))
        found = list(visible(program, view, Sort.LINK, Sort.BORDER))
        planned: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
        self.lines = found
        self.over_borders = any(v.sort is Sort.BORDER and v.shown for v in planned)
        self.over_links = any(v.sort is Sort.LINK and v.shown for v in planned)
        self._put_aside()

    def text(self) -> str:
        """Return the elements."""
        style = self.style
        if any(clue.shape for clue in self.clues.values()):  # lines run over them
            style = replace(style, line=min(style.line, 7.0))
        strokes = Strokes(self.program, self.view, self.geometry, style, self.colors)
        changed = ONLY_FIRST if isinstance(self.view, StepView) else BROKEN
        contents = Contents(self.geometry, self.style, self.over_links, changed)
        signs = decided_signs(self.program, self.view, Sort.CELL, self.skipped)
        on_vertices = drawn_clues(self.program, Sort.VERTEX)
        parts = [
            *self._cells(),
            *self._sides(),
            *self._cages(),
            *self._differing(),
            *self._outline(),
            *strokes.warps(),
            *contents.shapes(self.clues),
            *(line for var in self.lines for line in strokes.of(var)),
            *strokes.bridges(),
            *self._dots(),
            *contents.edges(edge_clues(self.program)),
            *contents.vertices(on_vertices, decided_signs(self.program, self.view, Sort.VERTEX)),
            *contents.cells(self.clues, signs, self.shades, self.colors),
            *contents.excluded(self._excluded()),
        ]
        picked = getattr(self.view, "picked", None)
        if picked is not None:
            parts = [*bold(parts, sorted(picked)), *self._veils(on_vertices, picked)]
        parts += self._broken()
        body = "\n".join(filter(None, parts)).replace(LAMP, style.light)
        return f"\n{body}\n"

    def _veils(self, vertices: Iterable[int], picked: Container[str]) -> Iterator[str]:
        yield from veils(self.geometry, self.style, self.clues, vertices, picked)

    def _put_aside(self) -> None:
        """Move clues into corners where lines run through: a number that is no end of a line.

        So are totals of cages where they are the only numbers that are given.
        """
        numbers = [
            name
            for name, sort in self.program.given_sorts.items()
            if sort is Sort.CELL and self.program.value_kinds.get(name) == "int"
        ]
        passed = np.zeros(len(self.names), np.int32)
        for var in self.lines:
            if var.sort is Sort.LINK and isinstance(var, BoolVar):
                held = self.board.link_cells[self.view.bools(var)[0]]
                np.add.at(passed, held.ravel(), 1)
        totals = self.rooms.cages and len(numbers) == 1
        for cell, clue in self.clues.items():
            through = passed[cell] > 1 and not self.colors[cell]
            if clue.text and not (clue.frame or clue.shaded) and (through or totals):
                self.clues[cell] = replace(clue, corner=True)

    def _excluded(self) -> dict[int, list[str]]:
        """Return the values of cells that a step excludes."""
        out: dict[int, list[str]] = {}
        for name, cell, value in getattr(self.view, "out", ()):
            domain = self.program.domains.get(name)
            if domain is not None and domain.shown and domain.sort is Sort.CELL and value >= 0:
                out.setdefault(cell, []).append(domain.values[value])
        return out

    def _colors(self, texts: Mapping[int, str]) -> list[str]:
        """Return the colour of each cell's line, from values and clues; empty for none."""
        out = [""] * self.board.count(Sort.CELL)
        domain = color_domain(self.program)
        if domain is None:
            return out
        palette = [color_for(self.style, v, i, domain.values) for i, v in enumerate(domain.values)]
        by_text = dict(zip(domain.values, palette, strict=True))
        for cell, text in texts.items():
            out[cell] = by_text.get(text, "")
        if isinstance(self.view, SolutionView):
            for cell, value in enumerate(self.view.board.domains[domain.name].tolist()):
                if value >= 0:
                    out[cell] = palette[value]
        return out

    def _shades(self) -> dict[int, str]:
        """Return the colour of each dark cell, by its clue or its decided value."""
        style = self.style
        dark = np.flatnonzero(shaded_cells(self.program, self.view)).tolist()
        blocks = [cell for cell, clue in self.clues.items() if clue.shaded]
        out = dict.fromkeys(dark, style.shade)
        if "pieces" in self.program.marks.values():
            for cell in dark:
                color = self._room_color(cell)
                out[cell] = mix_colors(color, style.shade, _PIECE) if color else style.shade
        return out | dict.fromkeys(blocks, style.block)

    def _room_color(self, cell: int) -> str:
        """Return the colour of a cell's room, unlike those of adjacent rooms; empty for none."""
        color = int(self.room_colors[cell])
        return self.style.rooms[color % len(self.style.rooms)] if color >= 0 else ""

    def _fill(self, cell: int) -> str:
        """Return the attributes of the fill of a cell; empty for none."""
        if cell in self.shades:
            kind = {self.style.shade: ' class="h"', self.style.block: ' class="b"'}
            return f'fill="{self.shades[cell]}"{kind.get(self.shades[cell], "")}'
        color = self.colors[cell]
        tinted = self.over_links or self.rooms.decided.any()
        if self.style.tint and color and tinted and isinstance(self.view, SolutionView):
            return f'fill="{mix_colors(color, self.style.ground, self.style.tint)}" class="v"'
        if self.names[cell] in getattr(self.view, "unit", ()):
            return f'fill="{self.style.unit}" fill-opacity="{_UNIT}" class="u"'
        if self.lit[cell]:
            return f'fill="{self.style.light}" fill-opacity="{_LIGHT}" class="v"'
        if color := self._room_color(cell):
            share = _REGION if self.rooms.decided.any() else _ROOM
            return f'fill="{color}" fill-opacity="{share}" class="v"'
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
            look = fill or 'fill="none" pointer-events="all"'
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
        room, decided = self.rooms.given & inner, self.rooms.decided & inner & ~self.rooms.given
        thin = inner & ~room & ~decided
        if self.over_borders:
            yield f'<g stroke="{style.grid}" stroke-dasharray="1 4" class="w">'
            names = board.names(Sort.BORDER)
            for i, ends in enumerate(geometry.sides[:, 0]):
                yield f'<path data-e="{escape(names[i])}" d="{segments(ends[None])}"/>'
            yield "</g>"
            yield self._path(geometry.sides[inner & ~linked, 0], style.frame * 1.2, "wall")
            yield self._path(geometry.sides[room, 0], style.frame, "room")
            yield self._path(geometry.sides[decided, 0], style.frame, "decided")
            return
        dash = f' stroke-dasharray="{style.dash}"' if style.dash else ""
        look = f'fill="none" stroke="{style.grid}"{dash} class="w"'
        if "double" not in self.program.marks.values():  # bridges over the sea need no grid
            yield f'<path d="{segments(merge_segments(geometry.sides[thin & linked, 0]))}" {look}/>'
        yield self._path(geometry.sides[room, 0], style.frame, "room")
        yield self._path(geometry.sides[decided, 0], style.frame * 1.3, "decided")
        yield self._path(geometry.sides[inner & ~linked, 0], style.frame * 1.5, "wall")
        split = geometry.split
        yield self._path(geometry.sides[geometry.rim & ~split, 0], style.frame, "rim")
        if split.any():  # a board that wraps around: both views of the same sides, not full
            both = np.concatenate([geometry.sides[split, 0], geometry.sides[split, 1]])
            look = f'fill="none" stroke="{style.ink}" stroke-dasharray="6 4" class="s"'
            yield f'<path d="{segments(both)}" {look}/>'

    def _cages(self) -> Iterator[str]:
        """Yield the outlines of cages, within their cells."""
        for room in self.rooms.cages:
            ends = merge_segments(self.geometry.inset(room, 3.0))
            look = f'fill="none" stroke="{self.style.ink}" stroke-dasharray="3 2" class="s"'
            yield f'<path d="{segments(ends)}" {look}/>'

    def _differing(self) -> Iterator[str]:
        """Yield the borders of rooms that only one of two solutions has."""
        looks = (f'stroke="{ONLY_FIRST}"', f'stroke="{ONLY_SECOND}" stroke-dasharray="7 6"')
        for mask, look in zip(self.rooms.only, looks, strict=False):
            d = segments(self.geometry.sides[mask, 0])
            yield f'<path d="{d}" fill="none" stroke-width="4" {look}/>'

    def _outline(self) -> Iterator[str]:
        """Yield the line round the cells that are not dark, of a solution, if the genre has one."""
        if "outlined" not in self.program.marks.values() or not isinstance(self.view, SolutionView):
            return
        dark = shaded_cells(self.program, self.view)
        a, b = self.board.border_cells.T
        parting = np.where(self.board.border_inner, dark[a] != dark[b], ~dark[a])
        yield self._path(self.geometry.sides[parting, 0], self.style.frame * 1.6, "decided")

    def _path(self, ends: Floats, width: float, kind: str) -> str:
        if not len(ends):
            return ""
        cap = 'stroke-linecap="round"' if kind != "room" else 'stroke-linecap="square"'
        color, named = self.style.ink, ' class="s"'
        if kind == "decided":
            color, named = self.style.border_color, ' class="t"'
        look = f'fill="none" stroke="{color}" stroke-width="{number(width)}" {cap}'
        return f'<path d="{segments(merge_segments(ends))}" {look}{named}/>'

    def _edges_of_graph(self) -> str:
        ends = self.geometry.centers[self.board.link_cells]
        look = f'fill="none" stroke="{self.style.grid}" stroke-width="2" class="w"'
        circles = "".join(
            f'<circle data-e="{escape(name)}" cx="{number(x)}" cy="{number(y)}" r="12" '
            f'fill="{self.style.ground}" stroke="{self.style.grid}" class="g w"/>'
            for name, (x, y) in zip(self.names, self.geometry.centers.tolist(), strict=True)
        )
        filled = "".join(
            f'<circle data-e="{escape(name)}" cx="{number(x)}" cy="{number(y)}" r="11" {fill}/>'
            for i, (name, (x, y)) in enumerate(
                zip(self.names, self.geometry.centers.tolist(), strict=True)
            )
            if (fill := self._fill(i))
        )
        return f'<path d="{segments(ends)}" {look}/>{circles}{filled}'

    def _dots(self) -> Iterator[str]:
        """Yield dots on vertices where lines run round cells."""
        if self.over_borders:
            yield f'<g fill="{self.style.ink}" class="k">'
            names, places = self.board.names(Sort.VERTEX), self.geometry.points.tolist()
            for name, (x, y) in zip(names, places, strict=True):
                yield f'<circle data-e="{escape(name)}" cx="{number(x)}" cy="{number(y)}" r="2.4"/>'
            yield "</g>"

    def _broken(self) -> Iterator[str]:
        """Yield frames and strokes where rules are violated."""
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


_VEIL = 'opacity=".75" class="g"'


def bold(parts: Iterable[str], picked: Iterable[str]) -> Iterator[str]:
    """Yield elements of SVG, the texts of some elements of the board in bold."""
    heads = [f'<text data-e="{escape(name)}" ' for name in picked]
    for part in parts:
        for head in heads:
            part = part.replace(head, f'{head}font-weight="bold" ')
        yield part


def veils(
    geometry: Geometry,
    style: Style,
    cells: Iterable[int],
    vertices: Iterable[int],
    picked: Container[str],
) -> Iterator[str]:
    """Yield a veil over each cell and vertex with a clue that is not picked."""
    board = geometry.board
    indptr = board.cell_corners.indptr
    names = board.names(Sort.CELL)
    for cell in cells:
        corners = geometry.corners[indptr[cell] : indptr[cell + 1]]
        if names[cell] not in picked and len(corners):
            middle = geometry.centers[cell]
            # Lines along the sides of the cell stay as they are.
            area = polygon(middle + 0.84 * (corners - middle))
            yield f'<path d="{area}" fill="{style.ground}" {_VEIL}/>'
    names = board.names(Sort.VERTEX)
    for vertex in vertices:
        if names[vertex] not in picked:
            x, y = geometry.points[vertex].tolist()
            at = f'cx="{number(x)}" cy="{number(y)}" r="10"'
            yield f'<circle {at} fill="{style.ground}" {_VEIL}/>'
