"""Maps: graphs whose cells take colours, and what solved them."""

from __future__ import annotations

from itertools import combinations

import nlc
from nlc.solving.answer import Answer

COLOURING = """genre colouring {{
  var colour : cell -> 1..{colours};
  rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
  show colour;
}}
puzzle "map" is colouring {{ topology graph {{ cells {cells}; links {links}; }} }}
"""


def colouring(cells: int, edges: list[tuple[int, int]], colours: int) -> nlc.Puzzle:
    names = " ".join(f"v{i}" for i in range(cells))
    links = " ".join(f"v{a}-v{b}" for a, b in edges)
    (puzzle,) = nlc.loads(COLOURING.format(colours=colours, cells=names, links=links))
    return puzzle


def clique(size: int) -> list[tuple[int, int]]:
    return list(combinations(range(size), 2))


def without_triangles() -> list[tuple[int, int]]:
    """Return the edges of the graph of Grötzsch: 11 nodes, which take four colours."""
    ring = [(i, (i + 1) % 5) for i in range(5)]
    beside = [(a, 5 + b) for a, b in ring] + [(b, 5 + a) for a, b in ring]
    return ring + beside + [(5 + i, 10) for i in range(5)]


def solvers(answer: Answer) -> list[str | None]:
    return [step.solver for step in answer.steps]
