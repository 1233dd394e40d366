"""The contents of cells and vertices: clues, and decided values."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Domain, Program
from nlc.language.builtins import HALVES, SIDES, STRINGS
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import circle, number, segments, tag
from nlc.pictures.paths import text as text_at
from nlc.pictures.style import ONLY_SECOND, Style, readable_on
from nlc.printable import printable
from nlc.render.around import outward_direction, ranks, split_list
from nlc.render.glyphs import SHADED, SHAPES, TEXTS
from nlc.render.scene import PIECES, Scene
from nlc.render.view import EXCLUDED, FALSE, NEW, TRUE, Label


class DrawnClue(Struct, frozen=True):
    """The drawing of the clues on an element.

    Attributes:
        text: of the clues, or empty.
        frame: whether there is a circle, round the text or alone.
        shape: a word of a listed value, such as ``disc`` for a black pearl, or of a boolean; or
            empty.
        shaded: whether the cell is dark.
        corner: whether the text is in a corner, so that the middle is free.
        small: the text in a corner beside another one in the middle.
        numbers: those of a list of several, which make up the text.
        dot: the side where a dot is on the frame.
        halves: those in the lower and the upper half of a dark cell, which make up the text.
    """

    text: str = ""
    frame: bool = False
    shape: str = ""
    shaded: bool = False
    corner: bool = False
    small: str = ""
    numbers: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
    dot: str = ""


def edge_clues(program: Program) -> Iterator[tuple[Sort, int, DrawnClue, int]]:
    """Yield the clues on links, borders and lines: sort, element, clue, and the rank of a clue
    outside of the board."""
    rank = ranks(program)
    for name, sort in program.given_sorts.items():
        words = program.clue_marks.get(name, {})
        if sort in (Sort.LINK, Sort.BORDER, Sort.LINE) and "rooms" not in words.values():
            for i, text in program.givens[name].items():
                word = words.get(text, words.get("", "dot" if text == "true" else ""))
                clue = DrawnClue(SHAPES[word][1] if word in TEXTS else text)
                if word and word not in TEXTS:
                    clue = DrawnClue(text if "" in words else "", shape=word)
                outside = name in rank and not clue.shape
                before = outside and sum(outward_direction(program.board, sort, i)) < 0
                texts = split_list(program, name, text, before) if outside else [text]
                for behind, each in enumerate(texts, rank.get(name, 0)):
                    yield sort, i, clue if len(texts) == 1 else DrawnClue(each), behind


def drawn_clues(scene: Scene, sort: Sort) -> dict[int, DrawnClue]:
    """Return the clues on cells or vertices, without those that are drawn as borders."""
    program, rooms = scene.program, scene.rooms.names if sort is Sort.CELL else ()
    marks = {name: words for name, words in program.clue_marks.items() if name not in rooms}
    over = [name for name, each in program.given_sorts.items() if each is sort]
    shaped = {name for name in over if name in marks and "" not in marks[name]}
    dotted = {name for name in over if name in marks and program.value_kinds[name] == "side"}
    skipped = {*shaped, *dotted, *(name for name in over if name in rooms), *scene.strings}
    texts = scene.clues(sort, skipped)
    out = {i: DrawnClue(text) for i, text in texts.items()}
    for name in over:
        if program.value_kinds.get(name) == "list":
            for i, text in program.givens[name].items():
                if "," in text and out.get(i, DrawnClue()).text in (text, text.replace(",", "")):
                    out[i] = replace(out[i], numbers=tuple(text.split(",")))
    for name in over:
        words = marks.get(name, {})
        for i, text in program.givens[name].items():
            word, old = words.get(text, words.get("", "")), out.get(i, DrawnClue())
            if name in dotted:
                out[i] = replace(old, dot=text)
            elif word in TEXTS:
                sign = SHAPES[word][1]
                known = word == "question" and old.text  # an arrow without a number
                out[i] = replace(old, text=known or old.text + sign)
            elif word in HALVES:
                halves = [text if half == word else "" for half in HALVES]
                both = tuple(a + b for a, b in zip(old.halves or ("", ""), halves, strict=True))
                out[i] = replace(old, shaded=True, halves=both)
            elif word == "shaded":
                out[i] = replace(old, shaded=True)
            elif word == "corner":
                here = (each for each in over if each not in skipped and i in program.givens[each])
                alone = next(here) == name
                out[i] = replace(old, corner=True) if alone else replace(old, small=text)
            elif word == "circle" and ("" in words or "true" in words):
                out[i] = replace(old, frame=True)
            elif word not in ("", "rooms", *STRINGS):
                out[i] = replace(old, shape=old.shape or word)
    for i, word in program.grounds.items() if sort is Sort.CELL else ():
        old = out.get(i, DrawnClue())
        out[i] = replace(old, shape=old.shape or word)
    return out


LAMP = "#f0c000"
"""The colour of a lamp that shines, where the style has no other light."""


class Spot(NamedTuple):
    """A circle to draw into, and the name of its element."""

    x: float
    y: float
    radius: float
    name: str = ""

    def moved(self, x: float = 0.0, y: float = 0.0, size: float = 1.0) -> Spot:
        """Return a spot at a distance, in radii, and of another size."""
        r = self.radius
        return Spot(self.x + r * x, self.y + r * y, r * size, self.name)


class Ink(NamedTuple):
    """A colour, and its class where it changes on dark pages: ``k`` of ink, ``a`` of decided
    values."""

    color: str
    kind: str = ""


def symbol(word: str, spot: Spot, ink: Ink, ground: str) -> str:
    """Return the elements of a shape.

    Args:
        word: its name, such as ``star``; ``shaded`` is a square, ``black`` and ``white`` are
            stones, which keep their colours on dark pages.
        spot: it fills about three quarters of the circle.
        ground: the colour inside of an outline.
    """
    x, y, radius, _ = spot
    color, kind = ink
    r = 0.72 * radius
    fill, stroke = {"fill": color, "class_": kind or None}, {"k": "s", "a": "t"}.get(kind)

    def line(d: str, width: float) -> str:
        look = {"stroke": color, "stroke_width": width, "fill": "none", "class_": stroke}
        return tag("path", d=_scaled(d, x, y, r), **look)

    match word:
        case "circle" | "black" | "white":
            inside = {"circle": ground, "black": "#000000", "white": "#ffffff"}[word]
            both = f"g {stroke}" if kind and word == "circle" else stroke
            width = max(0.1 * radius, 1.5)
            return circle(x, y, r, fill=inside, stroke=color, stroke_width=width, class_=both)
        case "disc" | "dot":
            return circle(x, y, r if word == "disc" else 0.25 * radius, **fill)
        case "ring":
            look = {"stroke_width": 1.6, "class_": f"g {stroke}" if kind else None}
            return circle(x, y, 0.42 * radius, fill=ground, stroke=color, **look)
        case "sun":
            return circle(x, y, 0.48 * r, **fill) + line(_RAYS, 2.4)
        case "lamp":
            return circle(x, y, 0.48 * r, fill=LAMP, stroke=color) + line(_RAYS, 1.6)
        case "mine":
            shine = {"fill": ground, "class_": "g" if kind else None}
            gleam = circle(x - 0.22 * r, y - 0.24 * r, 0.17 * r, **shine)
            return line(_SPIKES, 0.12 * radius) + circle(x, y, 0.68 * r, **fill) + gleam
        case "cross" | "triangle" | "water" | "less" | "greater" | "bar" | "boxed":
            return line(_STROKES[word], 0.16 * radius)
        case "grey" | "grey_square" | "grey_disc":
            r, pale = radius * (1.0 if word == "grey" else 0.8), {**fill, "fill_opacity": ".3"}
            square = tag("path", d=_scaled(_OUTLINES["shaded"], x, y, r), **pale)
            return circle(x, y, r, **pale) if word == "grey_disc" else square
        case _ if word.startswith("ship"):  # a disc, and corners that are not round
            part = set(word.removeprefix("ship").strip("_"))
            sharp = (each for corner, each in _CORNERS.items() if not part.issubset(corner))
            d = "".join(f"M0 0L{a} 0L{a} {b}L0 {b}z" for a, b in sharp)
            return circle(x, y, r, **fill) + tag("path", d=_scaled(d, x, y, r), **fill)
        case "moon":
            top, end = (_scaled(place, x, y, r) for place in (".44 -.9", ".44 .9"))
            outer, inner = (f"A{number(size * r)} {number(size * r)} 0" for size in (1.0, 0.98))
            d = f"M{top}{outer} 1 0 {end}{inner} 0 1 {top}z"
        case _:
            d = _scaled(_OUTLINES.get(word, _OUTLINES["shaded"]), x, y, r)
    return tag("path", d=d, **fill)


def _scaled(d: str, x: float, y: float, r: float) -> str:
    """Return path data in radii, round a middle."""

    def place(found: re.Match[str]) -> str:
        return f"{number(x + r * float(found[1]))} {number(y + r * float(found[2]))}"

    return re.sub(r"([^ MLCz]+) ([^ MLCz]+)", place, d)


_TURNS = [(cos(i * pi / 4), sin(i * pi / 4)) for i in range(8)]
_RAYS = "".join(f"M{0.62 * a} {0.62 * b}L{a} {b}" for a, b in _TURNS)
_SPIKES = "".join(f"M{-a} {-b}L{a} {b}" for a, b in _TURNS[:4])
_POINTS = [(a * sin(i * pi / 5), -a * cos(i * pi / 5)) for i, a in enumerate([1.15, 0.45] * 5)]
_OUTLINES = {
    "star": "M" + "L".join(f"{a} {b}" for a, b in _POINTS) + "z",
    "tent": "M0 -1L1 .8L.3 .8L0 .1L-.3 .8L-1 .8z",
    "shaded": "M-1 -1L1 -1L1 1L-1 1z",
    "tree": "M-.16 .2L.16 .2L.16 1L-.16 1zM0 -1C.41 -1 .75 -.66 .75 -.25"
    "C.75 .16 .41 .5 0 .5C-.41 .5 -.75 .16 -.75 -.25C-.75 -.66 -.41 -1 0 -1z",
}
_WAVE = "M-1 {0}C-.6 {1} -.4 {2} 0 {0}C.4 {1} .6 {2} 1 {0}"
_STROKES = {
    "cross": "M-1 -1L1 1M-1 1L1 -1",
    "triangle": "M0 -.9L.95 .75L-.95 .75z",
    "water": _WAVE.format(-0.35, -0.95, 0.25) + _WAVE.format(0.35, -0.25, 0.95),
    "less": "M.5 -.9L-.5 0L.5 .9",
    "greater": "M-.5 -.9L.5 0L-.5 .9",
    "bar": "M0 -1.6L0 1.6",
    "boxed": "M-1.3 -1.3L1.3 -1.3L1.3 1.3L-1.3 1.3z",
}
_FULL = {"/": "M-1 1L1 -1", "\\": "M-1 -1L1 1", "◣": "M-1 -1L1 1L-1 1z", "◢": "M1 -1L1 1L-1 1z"}
_FULL |= {"◥": "M-1 -1L1 -1L1 1z", "◤": "M-1 -1L1 -1L-1 1z"}
_HALVES = ("M0 0L1 0", "M0 0L0 -1", "M0 0L-1 0", "M0 0L0 1")
_FULL |= {
    sign: "".join(half for bit, half in enumerate(_HALVES) if sides >> bit & 1)
    for sides, sign in enumerate("╶╵└╴─┘┴╷┌│├┐┬┤┼", 1)
}
_FULL |= {
    sign: f"M{-a / 2} {-b / 2}L{a / 2} {b / 2}M{0.6 * a} {0.6 * b}"
    f"L{0.2 * (a - b)} {0.2 * (a + b)}L{0.2 * (a + b)} {0.2 * (b - a)}z"
    for sign, (a, b) in zip("→↘↓↙←↖↑↗", _TURNS, strict=True)
}
"""Path data in radii; the last are of texts that are drawn over the whole cell."""

_CORNERS = {"nw": (-1, -1), "ne": (1, -1), "se": (1, 1), "sw": (-1, 1)}


class Sign(NamedTuple):
    """A decided value on an element: the word of a shape, or a label."""

    word: str
    label: Label | None = None


_DIGITS = {TRUE: Label("1"), FALSE: Label("0"), NEW: Label("1", True), EXCLUDED: Label("0", True)}
_STATES = {
    "stone": {TRUE: Sign("black"), FALSE: Sign("white")},
    "digit": {state: Sign("", label) for state, label in _DIGITS.items()},
}
"""The signs of booleans that are drawn when false, too, by their marks."""

_REPEATED = {"disc": Sign("black"), "circle": Sign("white")}
"""The signs that repeat the shape of a clue."""

Signs = Mapping[int, list[Sign]]


def decided_signs(scene: Scene, sort: Sort, left_out: Container[str] = ()) -> dict[int, list[Sign]]:
    """Return the decided values on elements, without shaded cells and variables left out."""
    out: dict[int, list[Sign]] = {}

    def put(signs: Iterable[tuple[int, Sign]]) -> None:
        for i, sign in signs:
            out.setdefault(i, []).append(sign)

    if sort is Sort.CELL:
        for slot in scene.conditions():
            put((i, Sign("", label)) for i, label in slot.labels.items())
    program, view = scene.program, scene.view
    for var in scene.labelled(sort, left_out):
        if isinstance(var, Domain):
            names = view.texts(var, var.values)
            own = program.board.names(sort) if program.marks.get(var.name) == "rooms" else None
            labels = scene.labels(var, scene.names(var))
            put(
                (i, Sign("", label))
                for i, label in labels.items()
                if own is None or names[i].text != own[i]  # a region's clue is in it
            )
            continue
        word = scene.words[var.name]
        looks = {sign: Sign("", Label(sign, True)) for sign in view.signs}
        looks |= _STATES.get(word, {TRUE: Sign(word)})
        parts = scene.ship_parts(var) if word == "ship" else {}
        if word in SHADED and sort is Sort.CELL:
            del looks[TRUE]
        found = scene.states(var, looks)
        put((i, x if x.label else x._replace(word=parts.get(i, x.word))) for i, x in found)
    return out


class Contents:
    """Draws contents of elements.

    Args:
        over_links: whether lines run from cell to cell; a disc then separates texts from them.
        changed: the colour of changed labels.
    """

    def __init__(self, geometry: Geometry, style: Style, over_links: bool, changed: str) -> None:
        self.geometry, self.style, self.over_links = geometry, style, over_links
        self.changed, self.ink, self.answer = changed, Ink(style.ink, "k"), Ink(style.answer, "a")
        self.names, self.inner = geometry.board.names(Sort.CELL), geometry.board.border_inner

    def _spot(self, cell: int) -> Spot:
        x, y = self.geometry.centers[cell].tolist()
        return Spot(x, y, float(self.geometry.radius[cell]), self.names[cell])

    def _shape(self, word: str, spot: Spot, **look: str) -> str:
        shape = symbol(word, spot, self.ink, self.style.ground)
        return tag("g", shape, data_e=spot.name, **look)

    def _disc(self, spot: Spot, radius: float, ground: str) -> str:
        same = "g" if ground == self.style.ground else None
        return circle(spot.x, spot.y, radius, fill=ground, class_=same)

    def shapes(self, clues: Mapping[int, DrawnClue], grounds: bool = False) -> Iterator[str]:
        """Yield the shapes of listed values, under which lines may run, or those of grounds."""
        for cell, clue in clues.items():
            if clue.shape and grounds == clue.shape.startswith("grey"):
                word = _REPEATED[clue.shape].word if clue.shape in _REPEATED else clue.shape
                yield self._shape(word, self._spot(cell))

    def cells(
        self,
        clues: Mapping[int, DrawnClue],
        signs: Signs,
        shades: Mapping[int, str],
        colors: Sequence[str],
    ) -> Iterator[str]:
        """Yield clues, and decided values over them.

        Args:
            clues: of cells.
            signs: the decided values of cells.
            shades: the colours of cells that differ from the ground.
            colors: of each cell's line, empty for none.
        """
        for cell in sorted({*clues, *signs}):
            clue, spot = clues.get(cell, DrawnClue()), self._spot(cell)
            marks = [sign for sign in signs.get(cell, []) if not _repeats(clue, sign)]
            ground = shades.get(cell, self.style.ground)
            if clue.small:
                small = DrawnClue(clue.small, corner=True)
                yield from self._clue(cell, small, False, ground, colors[cell])
            filled = clue.frame and not clue.text and all(sign.word == "disc" for sign in marks)
            if clue.text or clue.frame:
                aside = bool(marks) and not filled
                yield from self._clue(cell, clue, aside, ground, colors[cell])
            if not marks:
                continue
            if filled:
                pass
            elif clue.corner:
                spot = spot.moved(y=0.16, size=0.85)
            elif clue.text or clue.frame or clue.shape:
                spot = spot.moved(y=0.42, size=0.5)
            elif self.over_links and all(s.label and not s.label.changed for s in marks):
                yield self._disc(spot, self.style.disc * spot.radius / 20, ground)
            ink = Ink(readable_on(ground)) if cell in shades else self.answer
            yield from self._signs(marks, spot, ink, ground)

    def excluded(self, found: Mapping[int, list[str]]) -> Iterator[str]:
        """Yield values that cells cannot have, struck out, by cell."""
        for cell, values in found.items():
            spot, d = self._spot(cell), ""
            for text, (x, y, step, name) in _in_rows(values, spot, least=2):
                size = min(0.9, 1.5 / len(text)) * step
                half = min(0.4 * size * len(text) + 0.06 * spot.radius, 0.5 * step)
                look = {"data_e": name, "fill": ONLY_SECOND, "x": x, "y": y, "dy": ".35em"}
                yield tag("text", escape(text), **look, font_size=size)
                d += f"M{number(x - half)} {number(y + 0.2 * half)}"
                d += f"L{number(x + half)} {number(y - 0.2 * half)}"
            yield tag("path", d=d, stroke=ONLY_SECOND, stroke_width=1.4)

    def _clue(
        self, cell: int, clue: DrawnClue, aside: bool, ground: str, color: str
    ) -> Iterator[str]:
        """Yield a text with its frame, in the upper part of its cell if `aside`."""
        style, spot = self.style, self._spot(cell)
        if clue.corner and self.geometry.board.topology == "square" and clue.text:
            shown, spot = printable(clue.text), spot.moved(-0.76, -0.48)
            ink = self.ink if ground == style.ground else Ink(readable_on(ground))
            kind = {"fill": ink.color, "class_": ink.kind or None, "text_anchor": "start"}
            size = 12 if len(shown) > 1 else 14
            yield text_at(shown, spot.x, spot.y, size, data_e=spot.name, **kind)
            return
        if clue.corner:
            x, y = self.geometry.upper_corner(cell).tolist()
            spot = Spot(x, y, spot.radius * 0.5, spot.name)
        elif aside:
            spot = spot.moved(y=-0.42, size=0.55)
        if clue.frame:
            look = {"fill": ground, "stroke": style.ink, "stroke_width": 1.6, "class_": "g s"}
            yield circle(spot.x, spot.y, 0.82 * spot.radius, data_e=spot.name, **look)
            if clue.dot:
                across, down = _TURNS[SIDES.index(clue.dot) - 2]
                yield self._shape("dot", spot.moved(0.82 * across, 0.82 * down))
            spot = spot.moved(size=0.85)
        elif (
            self.over_links
            and ground == style.ground
            and not (clue.corner or clue.shape or clue.text in PIECES)
        ):
            ground = color if style.labelled and color else ground
            yield self._disc(spot, style.disc * spot.radius / 20, ground)
        ink = self.ink if ground == style.ground else Ink(readable_on(ground))
        if clue.shape == "disc" and not clue.corner:
            ink = Ink(style.ground, "g")
        if clue.halves:
            yield tag("path", d=_scaled("M-1 -1L1 1", *spot[:3]), stroke=ink.color)
            for each, away in zip(clue.halves, (-0.45, 0.45), strict=True):
                yield words(each, spot.moved(away, -away, 0.6), ink)
        elif len(clue.numbers) > 1:
            for text, (x, y, step, name) in _in_rows(clue.numbers, spot):
                yield words(text, Spot(x, y, 0.9 * step, name), ink)
        elif clue.text:
            yield words(clue.text, spot, ink)

    def edges(self, found: Iterable[tuple[Sort, int, DrawnClue, int]]) -> Iterator[str]:
        """Yield clues of links and borders, written ones on a disc."""
        for sort, i, clue, rank in found:
            x, y = self.geometry.middle(sort, i, rank).tolist()
            name = self.geometry.board.names(sort)[i]
            if word := clue.shape:
                sizes = {"dot": 16.0, "ring": 20.0, "bar": 12.0}
                size = sizes.get(word, 14.0 if clue.text else 9.0)
                board = self.geometry.board
                ends = (board.link_cells if sort is Sort.LINK else board.border_cells)[i]
                across, down = np.abs(np.diff(self.geometry.centers[ends], axis=0))[0]
                turned = word in ("less", "greater", "bar") and down > across
                look = {"transform": f"rotate(90 {x} {y})"} if turned else {}
                yield self._shape(word, Spot(x, y, size, name), **look)
                ink = Ink(self.style.ground, "g") if word == "disc" else self.ink
                yield words(clue.text, Spot(x, y, 11.0, name), ink) if clue.text else ""
                continue
            within = sort is Sort.LINK or (sort is Sort.BORDER and self.inner[i])
            spot = Spot(x, y, 11.0 if within else 14.0, name)
            yield self._disc(spot, 9.0, self.style.ground)
            yield words(clue.text, spot, self.ink)

    def strings(self, scene: Scene) -> Iterator[str]:
        """Yield the lines through cells that clues number, each given in a colour of its own."""
        places, colors = self.geometry.centers, ("#808080", *self.style.rooms)
        for count, name in enumerate(scene.strings):
            joins, word = scene.joins(name), scene.program.clue_marks[name][""]
            firsts, lasts = ({pair[end] for pair in joins} for end in (0, 1))
            color = colors[count % len(colors)]
            d = "".join(segments(places[[*pair]][None]) for pair in joins)
            drawn = tag("path", d=d, stroke_linecap="round")
            fill = color if word == "thermometer" else "none"
            for i in firsts - lasts if word != "track" else ():
                x, y = places[i].tolist()
                drawn += circle(x, y, 13 if fill == color else 16, fill=fill)
            for start, end in joins if word == "arrow" else ():
                if end not in firsts:
                    (x, y), along = places[end].tolist(), places[end] - places[start]
                    turn = f"rotate({np.degrees(np.arctan2(along[1], along[0])):.0f} {x} {y})"
                    drawn += tag("path", d=_scaled("M-1 -1L0 0L-1 1", x, y, 10), transform=turn)
            look = {"stroke": color, "stroke_width": 3 if word == "arrow" else 12}
            yield tag("g", drawn, opacity=".45", fill="none", **look)

    def vertices(self, clues: Mapping[int, DrawnClue], signs: Signs) -> Iterator[str]:
        """Yield clues on vertices, and decided values, next to a clue if there is one."""
        style, names = self.style, self.geometry.board.names(Sort.VERTEX)
        for i in sorted({*clues, *signs}):
            x, y = self.geometry.points[i].tolist()
            clue, spot = clues.get(i, DrawnClue()), Spot(x, y, 9.0, names[i])
            marks = [sign for sign in signs.get(i, []) if not _repeats(clue, sign)]
            if i in clues:
                look = {"fill": style.ground, "stroke": style.ink, "class_": "g s"}
                if clue.shape != "ring":
                    yield circle(x, y, 9.4, data_e=names[i], **look)
                if clue.text:
                    yield words(clue.text, spot._replace(radius=11.0), self.ink)
                    for a, b in (self.geometry.centers - (x, y)).tolist() if clue.shape else ():
                        if max(abs(a), abs(b)) < 25 and (a * b > 0) == (clue.shape == "falling"):
                            way = ("↘" if b > 0 else "↖") if a * b > 0 else "↗" if a > 0 else "↙"
                            yield words(way, Spot(x + 0.8 * a, y + 0.8 * b, 8.0), self.ink)
                elif clue.shape == "ring":
                    yield self._shape("ring", spot._replace(radius=20.0))
                elif word := clue.shape or ("shaded" if clue.shaded else ""):
                    yield self._shape(word, spot._replace(radius=7.0))
                spot = Spot(x + 11.0, y - 11.0, 6.0, names[i])
            yield from self._signs(marks, spot, self.answer, style.ground)

    def _signs(self, marks: list[Sign], spot: Spot, ink: Ink, ground: str) -> Iterator[str]:
        """Yield shapes and labels side by side."""
        width = 2 * spot.radius / max(1, len(marks))
        for i, (word, label) in enumerate(marks):
            x = spot.x + (i - (len(marks) - 1) / 2) * width
            size = width / 1.5 if label is None else width * 0.75
            place = Spot(x, spot.y, min(spot.radius, size), spot.name)
            if label is None:
                yield tag("g", symbol(word, place, ink, ground), data_e=spot.name)
            elif label.changed:
                changed = ONLY_SECOND if label.text == EXCLUDED else self.changed
                yield words(label.text, place, Ink(changed))
            else:
                yield words(label.text, place, ink)


def _in_rows(texts: Sequence[str], spot: Spot, least: int = 1) -> Iterator[tuple[str, Spot]]:
    """Yield texts row by row, with their places as far apart as these are wide, in as many columns
    as rows; there are at least `least` columns."""
    cols = max(least, math.ceil(math.sqrt(len(texts))))
    step = 1.5 * spot.radius / cols
    rows = [texts[i : i + cols] for i in range(0, len(texts), cols)]
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            x = spot.x + (j - (len(row) - 1) / 2) * step
            y = spot.y + (i - (len(rows) - 1) / 2) * step
            yield printable(text), Spot(x, y, step, spot.name)


def _repeats(clue: DrawnClue, sign: Sign) -> bool:
    """Return whether a decided value is the same as the clue."""
    if sign.label is not None:
        return sign.label.text == clue.text and not sign.label.changed
    return _REPEATED.get(clue.shape, Sign(clue.shape)) == sign


def words(words: str, spot: Spot, ink: Ink) -> str:
    """Return a text that fits into a circle."""
    shown, (x, y, radius, name) = printable(words), spot
    if d := _scaled(_FULL.get(shown, ""), x, y, radius):
        look = {"fill": ink.color, "stroke": ink.color, "class_": ink.kind or None}
        return tag("path", data_e=name, d=d, stroke_width=2, **look)
    size = radius * (1.1 if len(shown) < 2 else 0.95 if len(shown) == 2 else 2.1 / len(shown))
    return text_at(shown, x, y, size, data_e=name, fill=ink.color, class_=ink.kind or None)
