"""Clues and decided values in pictures: a text, shapes behind it or in its place, a shaded cell.

Shapes of values are named by the words of `nlc.render.glyphs`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from math import cos, pi, sin

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.pictures.paths import number
from nlc.render.around import outward_direction, ranks, split_list
from nlc.render.glyphs import STYLES as GLYPHS
from nlc.render.labels import clue_labels

_GLYPHS = GLYPHS["unicode"]


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


def drawn_clues(program: Program, sort: Sort, rooms: Container[str] = ()) -> dict[int, DrawnClue]:
    """Return the clues on cells or vertices, without those that are drawn as borders."""
    shaped = {
        name
        for name, words in program.clue_marks.items()
        if program.given_sorts.get(name) is sort and name not in rooms and "" not in words
    }
    skipped = {*shaped, *(name for name in program.given_sorts if name in rooms)}
    texts = clue_labels(program, sort, _GLYPHS, skipped)
    out = {i: DrawnClue(text) for i, text in texts.items()}
    for name, over in program.given_sorts.items():
        if over is sort and program.value_kinds.get(name) == "list":
            for i, text in program.givens[name].items():
                if "," in text and out.get(i, DrawnClue()).text in (text, text.replace(",", "")):
                    out[i] = replace(out[i], numbers=tuple(text.split(",")))
    for name, over in program.given_sorts.items():
        words = program.clue_marks.get(name)
        if over is not sort or not words or name in rooms:
            continue
        for i, text in program.givens[name].items():
            word = words.get(text, words.get("", ""))
            if not word or word == "rooms":
                continue
            old = out.get(i, DrawnClue())
            if word == "question":
                out[i] = replace(old, text=old.text or "?")
            elif word == "shaded":
                out[i] = replace(old, shaded=True)
            elif word == "corner":
                out[i] = replace(old, corner=True)
            elif word == "circle" and ("" in words or "true" in words):
                out[i] = replace(old, frame=True)
            else:
                out[i] = replace(old, shape=old.shape or word)
    return out


LAMP = "#f0c000"
"""The colour of a lamp that shines, where the style has no other light."""


def symbol(
    word: str, x: float, y: float, radius: float, color: str, ground: str, kind: str = ""
) -> str:
    """Return the elements of a shape.

    Args:
        word: its name, such as ``star``; ``shaded`` is a square, ``black`` and ``white`` are
            stones, which keep their colours on dark pages.
        x: of its middle.
        y: of its middle.
        radius: of a circle; the shape fills about three quarters of it.
        color: of the shape.
        ground: the colour inside of an outline.
        kind: the class of the colour of ink (``k``) or of decided values (``a``), which change on
            dark pages; or empty.
    """
    r = 0.72 * radius
    at = f'cx="{number(x)}" cy="{number(y)}"'
    filled = f' class="{kind}"' if kind else ""
    stroke = {"k": "s", "a": "t"}.get(kind, "")
    stroked = f' class="{stroke}"' if kind else ""
    if word in ("circle", "black", "white"):
        inside = {"circle": ground, "black": "#000000", "white": "#ffffff"}[word]
        look = f'stroke="{color}" stroke-width="{number(max(0.1 * radius, 1.5))}"'
        both = f' class="g {stroke}"' if kind and word == "circle" else stroked
        return f'<circle {at} r="{number(r)}" fill="{inside}" {look}{both}/>'
    if word in ("disc", "dot"):
        size = r if word == "disc" else 0.25 * radius
        return f'<circle {at} r="{number(size)}" fill="{color}"{filled}/>'
    if word in ("lamp", "sun"):
        rays = "".join(
            f"M{number(x + 0.62 * r * cos(a))} {number(y + 0.62 * r * sin(a))}"
            f"L{number(x + r * cos(a))} {number(y + r * sin(a))}"
            for a in (i * pi / 4 for i in range(8))
        )
        bulb = f'<circle {at} r="{number(0.48 * r)}" fill="{color}"{filled}/>'
        if word == "lamp":
            bulb = f'<circle {at} r="{number(0.48 * r)}" fill="{LAMP}" stroke="{color}"/>'
        look = f'stroke="{color}" stroke-width="{1.6 if word == "lamp" else 2.4}" fill="none"'
        return f'{bulb}<path d="{rays}" {look}{stroked}/>'
    if word == "mine":
        spikes = "".join(
            f"M{number(x - r * cos(a))} {number(y - r * sin(a))}"
            f"L{number(x + r * cos(a))} {number(y + r * sin(a))}"
            for a in (i * pi / 4 for i in range(4))
        )
        look = f'stroke="{color}" stroke-width="{number(0.12 * radius)}" fill="none"'
        ball = f'<circle {at} r="{number(0.68 * r)}" fill="{color}"{filled}/>'
        shine = f'cx="{number(x - 0.22 * r)}" cy="{number(y - 0.24 * r)}" r="{number(0.17 * r)}"'
        inner = ' class="g"' if kind else ""
        gleam = f'<circle {shine} fill="{ground}"{inner}/>'
        return f'<path d="{spikes}" {look}{stroked}/>{ball}{gleam}'
    if word == "moon":
        top, end = (f"{number(x + 0.44 * r)} {number(y + side * 0.9 * r)}" for side in (-1, 1))
        outer, inner = (f"A{number(size * r)} {number(size * r)} 0" for size in (1.0, 0.98))
        d = f"M{top}{outer} 1 0 {end}{inner} 0 1 {top}z"
        return f'<path d="{d}" fill="{color}"{filled}/>'
    if word == "cross":
        d = f"M{number(x - r)} {number(y - r)}L{number(x + r)} {number(y + r)}"
        d += f"M{number(x - r)} {number(y + r)}L{number(x + r)} {number(y - r)}"
        look = f'stroke="{color}" stroke-width="{number(0.16 * radius)}" fill="none"'
        return f'<path d="{d}" {look}{stroked}/>'
    return f'<path d="{_outline(word, x, y, r)}" fill="{color}"{filled}/>'


def _outline(word: str, x: float, y: float, r: float) -> str:
    if word == "star":
        radii = [r * 1.15, r * 0.45] * 5
        corners = [(a * sin(i * pi / 5), -a * cos(i * pi / 5)) for i, a in enumerate(radii)]
    elif word == "tent":
        corners = [(0, -r), (r, 0.8 * r), (0.3 * r, 0.8 * r), (0, 0.1 * r)]
        corners += [(-0.3 * r, 0.8 * r), (-r, 0.8 * r)]
    else:
        corners = [(-r, -r), (r, -r), (r, r), (-r, r)]
    return "M" + "L".join(f"{number(x + a)} {number(y + b)}" for a, b in corners) + "z"
