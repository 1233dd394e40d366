"""Shapes of decided values in a cell or on a vertex, by the words of `nlc.render.glyphs`."""

from __future__ import annotations

from math import cos, pi, sin

from nlc.pictures.paths import number

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
