"""The layers of a picture, from the ground up: cells, sides, rooms, lines, signs, clues."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Floats, Ints, indices
from nlc.board import Sort
from nlc.graph import components
from nlc.ir.nodes import ABSENT, BoolVar, Domain
from nlc.pictures.contents import LAMP, Contents, decided_signs, drawn_clues, edge_clues
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import circle, merge_segments, polyline, segments, tag, text, walks
from nlc.pictures.style import BROKEN, ONLY_FIRST, ONLY_SECOND, OPEN, Style, color_for, mix_colors
from nlc.render import view as views
from nlc.render.glyphs import SHADED
from nlc.render.rooms import are_boxes, color_rooms
from nlc.render.scene import PIECES, Scene
from nlc.render.view import SolutionView, StepView

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


_ROOM, _REGION, _LIGHT, _PIECE, _UNIT = 0.1, 0.3, 0.3, 0.45, 0.35
"""Opacity of the colour of a cell: of a room, a decided region, light, a piece, and the unit of a
step."""


class Layers:
    """Draws the elements of a picture; see `nlc.pictures.drawing.draw` for the arguments."""

    def __init__(
        self, scene: Scene, geometry: Geometry, style: Style, broken: frozenset[str]
    ) -> None:
        self.scene, self.program, self.view = scene, scene.program, scene.view
        self.geometry, self.style, self.broken = geometry, style, broken
        self.board, self.rooms = scene.board, scene.rooms
        self.names = self.board.names(Sort.CELL)
        self.clues = drawn_clues(scene, Sort.CELL)
        texts = {cell: clue.text for cell, clue in self.clues.items()}
        self.room_colors = color_rooms(self.board, self.rooms.room)
        if not style.boxes and are_boxes(self.board, self.rooms.room):
            self.room_colors[:] = -1
        self.skipped = {scene.implied(texts), *self.rooms.names}
        self.colors = self._colors(texts)
        self.blocks = [cell for cell, clue in self.clues.items() if clue.shaded]
        self.shades = self._shades()
        self.lit = scene.lit(self.blocks)
        self.lines = [*scene.visible(Sort.LINK, Sort.BORDER)]
        shown = {var.sort for var in scene.variables if var.shown}
        self.over_borders, self.over_links = Sort.BORDER in shown, Sort.LINK in shown
        self.over: list[tuple[int, str]] = []  # lanes above others, with the colours of their lines
        self._put_aside()

    def text(self) -> str:
        """Return the elements."""
        changed = ONLY_FIRST if isinstance(self.view, StepView) else BROKEN
        contents = Contents(self.geometry, self.style, self.over_links, changed)
        signs = decided_signs(self.scene, Sort.CELL, self.skipped)
        on_vertices = drawn_clues(self.scene, Sort.VERTEX)
        parts = [
            *self._cells(),
            *contents.strings(self.scene),
            *self._sides(),
            *self._cages(),
            *self._differing(),
            *self._outline(),
            *self._warps(),
            *contents.shapes(self.clues, grounds=True),
            *(line for var in self.lines for line in self._strokes(var)),
            *self._bridges(),
            *contents.shapes(self.clues),
            *self._dots(),
            *contents.edges(edge_clues(self.program)),
            *contents.vertices(on_vertices, decided_signs(self.scene, Sort.VERTEX)),
            *contents.cells(self.clues, signs, self.shades, self.colors),
            *contents.excluded(self._excluded()),
        ]
        picked = self.view.picked
        if picked is not None:
            parts = [*bold(parts, sorted(picked)), *self._veils(on_vertices, picked)]
        parts += self._broken()
        body = "\n".join(filter(None, parts)).replace(LAMP, self.style.light)
        return f"\n{body}\n"

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
            plain = clue.text not in PIECES and not (clue.frame or clue.shaded)
            if clue.text and plain and (through or totals):
                self.clues[cell] = replace(clue, corner=True)

    def _excluded(self) -> dict[int, list[str]]:
        """Return the values of cells that a step excludes."""
        out: dict[int, list[str]] = {}
        for name, cell, value in self.view.out:
            domain = self.program.domains.get(name)
            if domain is not None and domain.shown and domain.sort is Sort.CELL and value >= 0:
                out.setdefault(cell, []).append(domain.values[value])
        return out

    def _colors(self, texts: Mapping[int, str]) -> list[str]:
        """Return the colour of each cell's line, from values and clues; empty for none."""
        domain, values = self.scene.colored, self.scene.clue_values(texts)
        labels = domain.values if domain is not None else ()
        palette = [color_for(self.style, v, i, labels) for i, v in enumerate(labels)]
        if (found := self.scene.decided_values()) is not None:
            values = np.where(found == ABSENT, values, found)
        return [[*palette, ""][value] for value in values.tolist()]

    def _shades(self) -> dict[int, str]:
        """Return the colour of each dark cell, by its clue or its decided value."""
        style = self.style
        dark = np.flatnonzero(self.scene.marked(*SHADED)).tolist()
        out = dict.fromkeys(dark, style.shade)
        if "pieces" in self.program.marks.values():
            for cell in dark:
                color = self._room_color(cell)
                out[cell] = mix_colors(color, style.shade, _PIECE) if color else style.shade
        return out | dict.fromkeys(self.blocks, style.block)

    def _room_color(self, cell: int) -> str:
        """Return the colour of a cell's room, unlike those of adjacent rooms; empty for none."""
        color = int(self.room_colors[cell])
        return self.style.rooms[color % len(self.style.rooms)] if color >= 0 else ""

    def _fill(self, cell: int) -> dict[str, Any]:
        """Return the attributes of the fill of a cell; empty for none."""
        style = self.style
        if shade := self.shades.get(cell):
            kind = {style.shade: {"class_": "h"}, style.block: {"class_": "b"}}
            return {"fill": shade, **kind.get(shade, {})}
        color = self.colors[cell]
        tinted = self.over_links or self.rooms.decided.any()
        if style.tint and color and tinted and isinstance(self.view, SolutionView):
            return {"fill": mix_colors(color, style.ground, style.tint), "class_": "v"}
        if self.names[cell] in self.view.unit:
            return {"fill": style.unit, "fill_opacity": str(_UNIT), "class_": "u"}
        if self.lit[cell]:
            return {"fill": style.light, "fill_opacity": str(_LIGHT), "class_": "v"}
        if color := self._room_color(cell):
            share = _REGION if self.rooms.decided.any() else _ROOM
            return {"fill": color, "fill_opacity": str(share), "class_": "v"}
        return {}

    def _cells(self) -> Iterator[str]:
        """Yield the cells, those of one colour together."""
        by_fill: dict[tuple[tuple[str, Any], ...], list[str]] = {}
        for cell, name, d in self.geometry.areas():
            path = tag("path", data_e=name, d=d)
            by_fill.setdefault(tuple(self._fill(cell).items()), []).append(path)
        for fill, paths in by_fill.items():
            look = dict(fill) or {"fill": "none", "pointer_events": "all"}
            yield tag("g", "".join(paths), **look)

    def _sides(self) -> Iterator[str]:
        """Yield the grid, the walls, the rooms and the rim."""
        board, geometry, style = self.board, self.geometry, self.style
        if board.topology == "graph":
            yield self._edges_of_graph()
            return
        inner, split, sides = ~geometry.rim, geometry.split, geometry.sides[:, 0]
        linked = np.zeros(board.count(Sort.BORDER), np.bool_)
        linked[board.link_border[board.link_border >= 0]] = True
        room, decided = self.rooms.given & inner, self.rooms.decided & inner & ~self.rooms.given
        thin = inner & ~room & ~decided
        if self.over_borders:
            names = board.names(Sort.BORDER)
            lines = [
                tag("path", data_e=n, d=segments(e[None]))
                for n, e in zip(names, sides, strict=True)
            ]
            look = {"stroke": style.grid, "stroke_dasharray": "1 4", "class_": "w"}
            yield tag("g", "\n".join(["", *lines, ""]), **look)
            yield self._path(sides[inner & ~linked], style.frame * 1.2, "wall")
            yield self._path(sides[room], style.frame, "room")
            yield self._path(sides[decided], style.frame, "decided")
            return
        if "double" not in self.program.marks.values():  # bridges over the sea need no grid
            grid, dash = merge_segments(sides[thin & linked]), style.dash or None
            yield self._thin(grid, style.grid, stroke_dasharray=dash, class_="w")
        yield self._path(sides[room], style.frame, "room")
        yield self._path(sides[decided], style.frame * 1.3, "decided")
        yield self._path(sides[inner & ~linked], style.frame * 1.5, "wall")
        yield self._path(sides[geometry.rim & ~split], style.frame, "rim")
        if split.any():  # a board that wraps around: both views of the same sides, not full
            both = np.concatenate([sides[split], geometry.sides[split, 1]])
            yield self._thin(both, style.ink, stroke_dasharray="6 4", class_="s")

    def _cages(self) -> Iterator[str]:
        """Yield the outlines of cages, within their cells."""
        for room in self.rooms.cages:
            ends = merge_segments(self.geometry.inset(room, 3.0))
            yield self._thin(ends, self.style.ink, stroke_dasharray="3 2", class_="s")

    def _differing(self) -> Iterator[str]:
        """Yield the borders of rooms that only one of two solutions has."""
        for mask, color, dash in zip(
            self.rooms.only, (ONLY_FIRST, ONLY_SECOND), (None, "7 6"), strict=False
        ):
            look = {"stroke_width": 4, "stroke": color, "stroke_dasharray": dash}
            d = segments(self.geometry.sides[mask, 0])
            yield tag("path", d=d, fill="none", **look)

    def _outline(self) -> Iterator[str]:
        """Yield the line round the cells that are not dark, of a solution, if the genre has one."""
        if "outlined" not in self.program.marks.values() or not isinstance(self.view, SolutionView):
            return
        dark = self.scene.marked(*SHADED)
        a, b = self.board.border_cells.T
        parting = np.where(self.board.border_inner, dark[a] != dark[b], ~dark[a])
        yield self._path(self.geometry.sides[parting, 0], self.style.frame * 1.6, "decided")

    def _thin(self, ends: Floats, color: str, /, **look: Any) -> str:
        return tag("path", d=segments(ends), fill="none", stroke=color, **look)

    def _path(self, ends: Floats, width: float, kind: str) -> str:
        if not len(ends):
            return ""
        look = {
            "stroke_width": width,
            "stroke_linecap": "square" if kind == "room" else "round",
            "class_": "t" if kind == "decided" else "s",
        }
        color = self.style.border_color if kind == "decided" else self.style.ink
        return self._thin(merge_segments(ends), color, **look)

    def _edges_of_graph(self) -> str:
        ends, style = self.geometry.centers[self.board.link_cells], self.style
        lines = self._thin(ends, style.grid, stroke_width=2, class_="w")
        look = {"fill": style.ground, "stroke": style.grid, "class_": "g w"}
        places = [*zip(self.names, self.geometry.centers.tolist(), strict=True)]
        circles = [circle(x, y, 12, data_e=name, **look) for name, (x, y) in places]
        filled = [
            circle(x, y, 11, data_e=name, **fill)
            for i, (name, (x, y)) in enumerate(places)
            if (fill := self._fill(i))
        ]
        return "".join([lines, *circles, *filled])

    def _dots(self) -> Iterator[str]:
        """Yield dots on vertices where lines run round cells."""
        if self.over_borders:
            places = zip(self.board.names(Sort.VERTEX), self.geometry.points.tolist(), strict=True)
            dots = [circle(x, y, 2.4, data_e=name) for name, (x, y) in places]
            yield tag("g", "\n".join(["", *dots, ""]), fill=self.style.ink, class_="k")

    def _broken(self) -> Iterator[str]:
        """Yield frames and strokes where rules are violated."""
        look = {"fill": "none", "stroke": BROKEN, "stroke_width": 4, "stroke_dasharray": "5 3"}
        for name in sorted(self.broken):
            if (found := self.board.find(name)) is None:
                continue
            (sort, i), d = found, ""
            if sort is Sort.CELL:
                d = self.geometry.shrunk(i, 0.86)
            elif sort is Sort.VERTEX:
                x, y = self.geometry.points[i].tolist()
                yield circle(x, y, 9, **look)
            elif sort is Sort.LINK:
                d = segments(self.geometry.centers[self.board.link_cells[i]][None])
            else:
                d = segments(self.geometry.sides[i, :1])
            if d:
                yield tag("path", data_e=name, d=d, **look)

    def _veils(self, vertices: Iterable[int], picked: Container[str]) -> Iterator[str]:
        """Yield a veil over each cell and vertex with a clue that is not picked."""
        look = {"fill": self.style.ground, "opacity": ".75", "class_": "g"}
        for cell in self.clues:
            # Lines along the sides of the cell stay as they are.
            area = self.geometry.shrunk(cell, 0.84)
            if area and self.names[cell] not in picked:
                yield tag("path", d=area, **look)
        names = self.board.names(Sort.VERTEX)
        for vertex in vertices:
            if names[vertex] not in picked:
                x, y = self.geometry.points[vertex].tolist()
                yield circle(x, y, 10, **look)

    # ---------- lines ----------

    def _strokes(self, var: BoolVar | Domain) -> Iterator[str]:
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
                shares = [(mask & ~twice, sign) for mask, sign in shares]
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
                yield from draw(indices(mask), Pen(color, min(style.line, 6.0), dash))

    def _links(self, holds: Bools, double: bool) -> Iterator[str]:
        """Yield lines between cells, each component in its colour."""
        chosen = indices(holds)
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
            self.over += [(lane, color) for lane in upper.tolist()]
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
        chosen, ends = indices(mask & ~geometry.split), self.board.border_vertices
        out = [*self._walked(chosen, ends, geometry.points, names, pen)]
        for i in np.flatnonzero(mask & geometry.split).tolist():
            out.append(_stroke(segments(geometry.sides[i]), names[i], pen))
        return "\n".join(out)

    def _bridges(self) -> Iterator[str]:
        """Yield the upper lines of bridges, cased in the ground's colour."""
        for lane, color in self.over:
            middle = self.geometry.centers[lane]
            borders = self.board.cell_borders.row(lane).tolist()
            ends = [self.geometry.side_of(border, lane) for border in borders]
            sides = np.stack(ends).mean(axis=1)
            casing, full = (
                polyline((middle + part * (sides - middle)).tolist()) for part in (0.7, 0.8)
            )
            look = {"stroke": self.style.ground, "stroke_width": self.style.line + 5}
            yield tag("path", d=casing, fill="none", **look, class_="g")
            yield _stroke(full, self.board.names(Sort.CELL)[lane], Pen(color, self.style.line))

    def _warps(self) -> Iterator[str]:
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
        links = self.geometry.centers[self.board.link_cells]
        places = (links if domain.sort is Sort.LINK else self.geometry.sides[:, 0]).mean(axis=1)
        for i, label in self.view.texts(domain, domain.values).items():
            x, y = places[i].tolist()
            yield circle(x, y, 7.5, fill=self.style.ground, class_="g")
            look = {"data_e": names[i], "fill": self.style.answer, "x": x, "y": y, "dy": ".35em"}
            yield tag("text", escape(label.text), **look, font_size=11)


def _stroke(d: str, name: str, pen: Pen) -> str:
    look = {"fill": "none", "stroke": pen.color, "stroke_width": pen.width}
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", data_e=name, d=d, **look, stroke_dasharray=pen.dash or None, **ends)


def bold(parts: Iterable[str], picked: Iterable[str]) -> Iterator[str]:
    """Yield elements of SVG, the texts of some elements of the board in bold."""
    heads = [f'<text data-e="{escape(name)}" ' for name in picked]
    for part in parts:
        for head in heads:
            part = part.replace(head, f'{head}font-weight="bold" ')
        yield part
