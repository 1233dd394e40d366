"""Boards that are played on the page: squares, hexagons, triangles, and an irregular one."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import Any

from selenium.webdriver.common.keys import Keys

BOARDS = {
    "squares": """puzzle "squares" is numberlink {
  topology square;
  board
    1 . 2 3
    2 . . .
    . 1 . .
    . . . 3
  end
}
""",
    "hexagons": """puzzle "hexagons" is numberlink {
  topology hex;
  board
      . . 1
     . . . .
    1 4 2 4 3
     . 3 2 .
      . . .
  end
}
""",
    "triangles": """puzzle "triangles" is slitherlink {
  topology triangle;
  board
    1 2 . 2
    . . . 2
    1 . . 1
  end
}
""",
    "irregular": """puzzle "irregular" is numberlink {
  topology square;
  set cover = false;
  board
    A . . . B
    . # # . .
    . A # B .
    C . . . C
  end
  wall r1c2|r1c3;
}
""",
}
"""Each has one solution, but for the irregular one."""

DIRECTIONS = {
    Keys.ARROW_LEFT: (-1.0, 0.0),
    Keys.ARROW_RIGHT: (1.0, 0.0),
    Keys.ARROW_UP: (0.0, -1.0),
    Keys.ARROW_DOWN: (0.0, 1.0),
    Keys.HOME: (-cos(pi / 4), -sin(pi / 4)),
    Keys.PAGE_UP: (cos(pi / 4), -sin(pi / 4)),
    Keys.END: (-cos(pi / 4), sin(pi / 4)),
    Keys.PAGE_DOWN: (cos(pi / 4), sin(pi / 4)),
}
"""What the manual says of the keys of the board."""


class Net:
    """Nodes and edges of a board: cells and links, or vertices and borders.

    Attributes:
        names: of the nodes.
        places: of the nodes.
        edges: the nodes of each edge, by its name.
    """

    def __init__(self, board: dict[str, Any], sort: str) -> None:
        nodes, edges, ends = {
            "link": ("cells", "links", "cells"),
            "border": ("vertices", "borders", "vertices"),
        }[sort]
        found = board[nodes]
        self.names: list[str] = found["names"]
        self.places = list(zip(found["x"], found["y"], strict=True))
        self.edges: dict[str, tuple[int, int]] = {
            name: tuple(pair)
            for name, pair in zip(board[edges]["names"], board[edges][ends], strict=True)
        }

    def trails(self, chosen: list[str]) -> Iterator[list[int]]:
        """Yield walks over nodes that together use each chosen edge once."""
        left = {name: self.edges[name] for name in chosen}
        while left:
            degree: dict[int, int] = {}
            for pair in left.values():
                for node in pair:
                    degree[node] = degree.get(node, 0) + 1
            here = min(degree, key=lambda node: (degree[node] != 1, node))
            trail = [here]
            while True:
                name = next((name for name, pair in left.items() if here in pair), None)
                if name is None:
                    break
                a, b = left.pop(name)
                here = b if a == here else a
                trail.append(here)
            yield trail

    def key(self, node: int, target: int) -> str:
        """Return the key that leads over the edge from a node to another."""
        for key, direction in DIRECTIONS.items():
            if self._toward(node, direction) == target:
                return key
        raise AssertionError(f"no key leads from {self.names[node]} to {self.names[target]}")

    def _toward(self, node: int, direction: tuple[float, float]) -> int | None:
        best, most = None, 0.5
        for pair in self.edges.values():
            if node in pair:
                other = pair[0] if pair[1] == node else pair[1]
                x = self.places[other][0] - self.places[node][0]
                y = self.places[other][1] - self.places[node][1]
                turned = (x * direction[0] + y * direction[1]) / hypot(x, y)
                if turned > most + 1e-6:
                    best, most = other, turned
        return best

    def way(self, start: int, target: int) -> list[str]:
        """Return the keys that lead from a node to another, over edges."""
        before = {start: (start, "")}
        queue = [start]
        for node in queue:
            for key, direction in DIRECTIONS.items():
                other = self._toward(node, direction)
                if other is not None and other not in before:
                    before[other] = (node, key)
                    queue.append(other)
        keys: list[str] = []
        while target != start:
            target, key = before[target]
            keys.append(key)
        return keys[::-1]
