"""Sizes and strengths of the encodings of acyclicity, worked out from their clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nlc.arrays import Bools
from nlc.cnf.formula import Clauses, Cnf
from nlc.encode import acyclic
from nlc.encode.base import Degrees
from nlc.encode.strength import Strength, strength
from nlc.errors import Source
from nlc.graph.graph import Graph
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Acyclic
from nlc.language.resolve import load

SHAPES: Mapping[str, tuple[str, int, int]] = {
    "5x5": ("square", 5, 5),
    "10x10": ("square", 10, 10),
    "20x20": ("square", 20, 20),
    "hex 10x10": ("hex", 10, 10),
}
"""Tiling, rows and columns of the boards that are told."""

TRIED = ("square", 2, 4)
"""The board on which all partial assignments are tried: 10 links."""


@dataclass(frozen=True)
class Row:
    """One encoding in the table.

    Attributes:
        sizes: for each of `SHAPES`, the variables and clauses that it adds.
        strength: what unit propagation finds on the board `TRIED`; None of an encoding that leaves
            the work to the solving loop.
    """

    name: str
    sizes: dict[str, tuple[int, int]]
    strength: Strength | None


def rows() -> list[Row]:
    """Return the rows of all encodings, in the order of the registry."""
    graphs = {name: graph(*shape) for name, shape in SHAPES.items()}
    small = graph(*TRIED)
    solutions = forests(small)
    found = []
    for name in acyclic.names():
        if acyclic.get(name).declaration.name != name:
            continue  # an alias
        sizes = {shape: _size(name, g) for shape, g in graphs.items()}
        clauses, lazy = _lowered(name, small)
        found.append(Row(name, sizes, None if lazy else strength(clauses, solutions)))
    return found


def graph(tiling: str, rows: int, cols: int) -> Graph:
    """Return cells and links of a full board."""
    lines = [". " * cols for _ in range(rows)]
    lines[0] = "A " + "A " + ". " * (cols - 2)
    shift = [" " * (r % 2) if tiling == "hex" else "" for r in range(rows)]
    drawing = "\n".join(s + line.rstrip() for s, line in zip(shift, lines, strict=True))
    text = f'puzzle "board" is numberlink {{\n topology {tiling};\n board\n{drawing}\n end\n}}\n'
    program = elaborate(load(Source("board.nl", text)).puzzles[0])
    return next(node.graph for node in program.nodes if isinstance(node, Acyclic))


def forests(graph: Graph) -> Bools:
    """Return which sets of edges hold no cycle, shape (2,) * edges."""
    edges = graph.ends.tolist()
    out = np.zeros((2,) * len(edges), np.bool_)
    for chosen in np.ndindex(out.shape):
        tree = list(range(graph.nodes))
        for (u, v), drawn in zip(edges, chosen, strict=True):
            if drawn and tree[u] == tree[v]:
                break
            if drawn:
                tree = [tree[u] if t == tree[v] else t for t in tree]
        else:
            out[chosen] = True
    return out


def _size(name: str, graph: Graph) -> tuple[int, int]:
    clauses, _ = _lowered(name, graph)
    last = max((int(np.abs(block).max()) for block in clauses if block.size), default=0)
    return max(last - len(graph.ends), 0), sum(map(len, clauses))


def _lowered(name: str, graph: Graph) -> tuple[list[Clauses], bool]:
    """Return the clauses over the edges, which are the variables from 1; and whether more come."""
    cnf = Cnf()
    edges = len(graph.ends)
    cnf.fresh(edges, "var", lambda: [f"edge[{i}]" for i in range(edges)])
    unknown = np.zeros(graph.nodes, np.bool_)
    lits = np.arange(1, edges + 1, dtype=np.int32)
    separators = acyclic.get(name).lower(cnf, "open", graph, lits, Degrees(unknown, unknown))
    return [block.clauses for block in cnf.blocks], bool(separators)
