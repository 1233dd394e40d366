"""Reads pictures back: their elements, and where their lines run."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def lines(root: ElementTree.Element) -> list[tuple[set[str], np.ndarray]]:
    """Return the wide lines: what they run along, and their segments, shape (n, 2, 2)."""
    out = []
    for path in root.iter(f"{SVG}path"):
        if path.get("stroke-linejoin") == "round":
            found = segments(path.get("d", ""))
            out.append((set(path.get("data-e", "").split()), found))
    return out


def segments(d: str) -> np.ndarray:
    points: list[tuple[float, float]] = []
    out = []
    for letter, rest in re.findall(r"([MLHVz])([^MLHVz]*)", d):
        numbers = [float(word) for word in rest.split()]
        if letter == "M":
            points = [(numbers[0], numbers[1])]
            continue
        x, y = points[-1]
        if letter == "z":
            after = points[0]
        elif letter == "L":
            after = numbers[0], numbers[1]
        else:
            after = (numbers[0], y) if letter == "H" else (x, numbers[0])
        out.append([points[-1], after])
        points.append(after)
    return np.array(out).reshape(-1, 2, 2)


def distance(point: np.ndarray, ends: np.ndarray) -> float:
    a, b = ends[:, 0], ends[:, 1]
    along = b - a
    share = ((point - a) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-9)
    nearest = a + np.clip(share, 0, 1)[:, None] * along
    return float(np.hypot(*(nearest - point).T).min())
