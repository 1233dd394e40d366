"""Clues in pictures: a text, shapes behind it or in its place, a shaded cell; and the shapes.

Shapes of values are named by the words of `nlc.render.glyphs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.pictures.paths import circle, number, tag
from nlc.render.around import outward_direction, ranks, split_list
from nlc.render.scene import Scene


class DrawnClue(Struct, frozen=True):
    """The drawing of the clues on an element.

    Attributes:
        text: of the clues, or empty.
        frame: whether there is a circle, round the text or alone.
        shape: a word of a listed value, such as ``disc`` for a black pearl, or of a boolean; or
            empty.
        shaded: whether the cell is dark.
        corner: whether the text is in a corner, so that the middle is free.
        numbers: those of a list of several, which make up the text.
    """

    text: str = ""
    frame: bool = False
    shape: str = ""
    shaded: bool = False
    corner: bool = False
    numbers: tuple[str, ...] = ()


def edge_clues(program: Program) -> Iterator[tuple[Sort, int, DrawnClue, int]]:
    """Yield the clues on links, borders and lines: sort, element, clue, and the rank of a clue
    outside of the board."""
    rank = ranks(program)
    for name, sort in program.given_sorts.items():
        words = program.clue_marks.get(name, {})
        if sort in (Sort.LINK, Sort.BORDER, Sort.LINE) and "rooms" not in words.values():
            for i, text in program.givens[name].items():
                word = words.get(text, "dot" if text == "true" else "")
                clue = DrawnClue("?" if word else text)
                if word not in ("", "question"):
                    clue = DrawnClue(shape=word)
                texts = [text] if clue.shape else split_list(program, name, text)
                if len(texts) == 1 or name not in rank:
                    yield sort, i, clue, rank.get(name, 0)
                    continue
                # The first number is the leftmost or the uppermost one.
                if sum(outward_direction(program.board, sort, i)) < 0:
                    texts.reverse()
                for behind, each in enumerate(texts, rank[name]):
                    yield sort, i, DrawnClue(each), behind


def drawn_clues(scene: Scene, sort: Sort) -> dict[int, DrawnClue]:
    """Return the clues on cells or vertices, without those that are drawn as borders."""
    program, rooms = scene.program, scene.rooms.names if sort is Sort.CELL else ()
    marks = {name: words for name, words in program.clue_marks.items() if name not in rooms}
    over = [name for name, each in program.given_sorts.items() if each is sort]
    shaped = {name for name in over if name in marks and "" not in marks[name]}
    skipped = {*shaped, *(name for name in over if name in rooms)}
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
            if word == "question":
                out[i] = replace(old, text=old.text or "?")
            elif word == "shaded":
                out[i] = replace(old, shaded=True)
            elif word == "corner":
                out[i] = replace(old, corner=True)
            elif word == "circle" and ("" in words or "true" in words):
                out[i] = replace(old, frame=True)
            elif word not in ("", "rooms"):
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
        case "sun":
            return circle(x, y, 0.48 * r, **fill) + line(_RAYS, 2.4)
        case "lamp":
            return circle(x, y, 0.48 * r, fill=LAMP, stroke=color) + line(_RAYS, 1.6)
        case "mine":
            shine = {"fill": ground, "class_": "g" if kind else None}
            gleam = circle(x - 0.22 * r, y - 0.24 * r, 0.17 * r, **shine)
            return line(_SPIKES, 0.12 * radius) + circle(x, y, 0.68 * r, **fill) + gleam
        case "cross":
            return line("M-1 -1L1 1M-1 1L1 -1", 0.16 * radius)
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

    return re.sub(r"([^ MLz]+) ([^ MLz]+)", place, d)


_TURNS = [(cos(i * pi / 4), sin(i * pi / 4)) for i in range(8)]
_RAYS = "".join(f"M{0.62 * a} {0.62 * b}L{a} {b}" for a, b in _TURNS)
_SPIKES = "".join(f"M{-a} {-b}L{a} {b}" for a, b in _TURNS[:4])
_POINTS = [(a * sin(i * pi / 5), -a * cos(i * pi / 5)) for i, a in enumerate([1.15, 0.45] * 5)]
_OUTLINES = {
    "star": "M" + "L".join(f"{a} {b}" for a, b in _POINTS) + "z",
    "tent": "M0 -1L1 .8L.3 .8L0 .1L-.3 .8L-1 .8z",
    "shaded": "M-1 -1L1 -1L1 1L-1 1z",
}
"""Path data in radii."""
