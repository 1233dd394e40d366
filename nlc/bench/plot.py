"""A plot of measured points, as SVG, with both axes logarithmic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

Point = tuple[float, float]

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 640, 360, 60, 20, 190, 45
_COLORS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad")


def svg(lines: Mapping[str, Sequence[Point]], x_label: str, y_label: str) -> str:
    """Return a picture of lines through points with positive coordinates, by name."""
    points = [point for line in lines.values() for point in line]
    x = _Axis([p[0] for p in points], _LEFT, _WIDTH - _RIGHT)
    y = _Axis([p[1] for p in points], _HEIGHT - _BOTTOM, _TOP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for tick in x.ticks():
        at = x.place(tick)
        out.append(_line(at, _TOP, at, _HEIGHT - _BOTTOM, "#ddd"))
        out.append(_text(at, _HEIGHT - _BOTTOM + 16, f"{tick:g}", "middle"))
    for tick in y.ticks():
        at = y.place(tick)
        out.append(_line(_LEFT, at, _WIDTH - _RIGHT, at, "#ddd"))
        out.append(_text(_LEFT - 6, at + 4, f"{tick:g}", "end"))
    for i, (name, line) in enumerate(lines.items()):
        color = _COLORS[i % len(_COLORS)]
        places = [(x.place(a), y.place(b)) for a, b in line]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in places]
        out.append(_text(_WIDTH - _RIGHT + 12, _TOP + 16 + 20 * i, name, "start", color))
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    out += [
        _text(middle, _HEIGHT - 8, x_label, "middle"),
        _text(8, _TOP - 6, y_label, "start"),
        "</svg>",
    ]
    return "\n".join(out) + "\n"


class _Axis:
    """From values to places between two ends."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self._low, self._high = floor(log10(min(values))), ceil(log10(max(values)))
        self._high = max(self._high, self._low + 1)
        self._start, self._end = start, end

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self._low, self._high + 1)]

    def place(self, value: float) -> float:
        share = (log10(value) - self._low) / (self._high - self._low)
        return self._start + share * (self._end - self._start)


def _line(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}"/>'


def _text(x: float, y: float, text: str, anchor: str, color: str = "#333") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} fill="{color}">{escape(text)}</text>'
