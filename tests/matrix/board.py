"""Tiny boards: their elements, by the names that nlc prints, and what meets in which cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from oracle.reference_board import Complex, Drawn, Point, outline

SORTS = {"cell": "cells", "link": "links", "border": "borders", "vertex": "vertices"}
PLURAL = {**SORTS, "line": "lines"}


class Board:
    """The elements of a board.

    Attributes:
        cells: their names.
        at: for each sort, of each element by name the cells that meet it.
        sides: of each cell, the names of its borders by the names of its sides.
    """

    def __init__(self, topology: str, rows: tuple[str, ...]) -> None:
        self.topology, self.rows = topology, rows
        self.at: dict[str, dict[str, list[str]]] = {}
        self.sides: dict[str, dict[str, str]] = {}
        if topology == "graph":
            self._of_graph(rows)
        else:
            self._of_drawing(Complex(Drawn(topology, rows)), rows)
        self.cells = list(self.at["cell"])

    def _of_graph(self, rows: Iterable[str]) -> None:
        links = {link: link.split("-") for row in rows for link in row.split()}
        cells = dict.fromkeys(cell for ends in links.values() for cell in ends)
        self.at = {"cell": {cell: [cell] for cell in sorted(cells)}, "link": links}
        self.at |= {"border": {}, "vertex": {}, "line": {}}

    def _of_drawing(self, found: Complex, rows: tuple[str, ...]) -> None:
        names = found.names
        self.at["cell"] = {name: [name] for name in names}
        self.at["link"] = {link: [names[a], names[b]] for link, (a, b) in found.links.items()}
        self.at["border"] = {
            border: [
                name for name, sides in zip(names, found.sides, strict=True) if border in sides
            ]
            for border in found.borders
        }
        first: dict[Point, str] = {}
        self.at["vertex"] = {}
        for corner, point in found.corners.items():
            name = first.setdefault(point, corner)
            self.at["vertex"].setdefault(name, []).append(corner.partition(".")[0])
        self.sides = dict(_sides(found, Drawn(self.topology, rows)))
        around = {name: list(sides.values()) for name, sides in self.sides.items()}
        ways = list(self.sides[names[0]])
        self.at["line"] = {}
        half = len(ways) // 2
        seen = set()
        for name in names:
            for i in range(half):
                line = [name]
                for way in (i, i + half):
                    at = name
                    while others := [c for c in self.at["border"][around[at][way]] if c != at]:
                        (at,) = others
                        line.append(at)
                if (i, frozenset(line)) not in seen:
                    seen.add((i, frozenset(line)))
                    self.at["line"][f"{name}.line({ways[i]})"] = line

    def elements(self, sort: str) -> list[str]:
        """Return the names of the elements of a sort."""
        return list(self.at[sort])

    def near(self, sort: str, element: str, other: str) -> set[str]:
        """Return the elements of another sort that meet a cell which an element meets."""
        cells = set(self.at[sort][element])
        return {name for name, found in self.at[other].items() if cells & set(found)}

    @cached_property
    def neighbours_of_first(self) -> list[str]:
        """The cells that have a link with the first one, in order."""
        first = self.cells[0]
        near = {c for ends in self.at["link"].values() if first in ends for c in ends} - {first}
        return [cell for cell in self.cells if cell in near]


def _sides(found: Complex, drawn: Drawn) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each cell with its borders by the names of its sides, clockwise."""
    names = {edge: name for name, edge in found.borders.items()}
    for row, line in enumerate(drawn.rows):
        columns = [column for column, token in enumerate(line) if token != " "]
        for ordinal, column in enumerate(columns):
            if line[column] != "#":
                corners, ways = outline(drawn, row, ordinal, column)
                points = [point for _, point in corners]
                edges = zip(points, [*points[1:], points[0]], strict=True)
                around = {way: names[min(e), max(e)] for way, e in zip(ways, edges, strict=True)}
                yield f"r{row + 1}c{ordinal + 1}", around
