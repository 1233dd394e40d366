"""Random boards with connected cells or links, and their solutions by brute force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random

import numpy as np
from oracle.case import whole
from oracle.random_boards import random_case
from oracle.reference_board import Complex, Drawn
from oracle.relations import parts, vertex_pairs

from nlc.ir.nodes import Program

ALL = "rule every { for l in links { near[l]; } } "
DARK, LIGHT = "{c for c in cells if dark[c]}", "{c for c in cells if not dark[c]}"

RULES = {
    "cells": ALL + f"rule whole {{ connected({LIGHT}, near); }}",
    "both": ALL + f"rule whole {{ connected({LIGHT}, near); connected({DARK}, near); }}",
    "links": "rule whole { connected(near); } rule light { for c in cells { not dark[c]; } }",
    "plain": ALL + f"rule whole {{ connected({LIGHT}); }}",
    "corners": ALL + f"rule whole {{ connected({DARK}, vertices); connected({LIGHT}); }}",
    "decided": f"rule whole {{ connected({DARK}, near); }}",
    "few": ALL + f"rule whole {{ connected({DARK}, exactly 0 or 1 or 3); }}",
    "few decided": f"rule whole {{ connected({DARK}, near, at most 3); }}",
    "few goals": ALL + f"rule whole {{ reaches({DARK}, {{c for c in cells where goal(c)}}, "
    "at most 4); }",
    "rooted": ALL + "rule root { for c, d in cells where goal(c) { dark[d] implies dark[c]; } } "
    f"rule few {{ at most 3 of dark[cells]; }} rule whole {{ connected({DARK}, near); }}",
    "goals": ALL + f"rule whole {{ reaches({DARK}, {{c for c in cells where goal(c)}}, near); }}",
    "goals by decided links": f"rule whole {{ reaches({LIGHT}, "
    "{c for c in cells where goal(c)}, near); }",
}
"""What is connected, by the name of a genre."""

DECIDED = ("links", "decided", "few decided", "goals by decided links")
"""Those in which it is open which links there are."""

GENRE = """genre {name} "test" {{
  given goal : cell -> bool;
  var dark : cell -> bool;
  var near : link -> bool;
  {rules}
  show dark, near;
}}
"""


Counts = tuple[tuple[tuple[str, ...], int, int], ...]


@dataclass(frozen=True)
class Sample:
    """A puzzle.

    Attributes:
        kind: of `RULES`.
        drawn: the board, without clues.
        goals: cells by name.
        counts: cells by name, and how many of them are dark: from the first number to the second.
    """

    kind: str
    drawn: Drawn
    goals: tuple[str, ...]
    counts: Counts

    @property
    def text(self) -> str:
        """The puzzle in the language, with its genre."""
        name = self.kind.replace(" ", "_")
        lines = [GENRE.format(name=name, rules=RULES[self.kind])]
        lines += [f'puzzle "p" is {name} {{', *whole(self.drawn)]
        lines += [f"  mark goal at {cell};" for cell in self.goals]
        for number, (cells, low, high) in enumerate(self.counts):
            some = f"dark[{{c for c in cells where {' or '.join(f'c = {c}' for c in cells)}}}]"
            lines.append(
                f"  rule r{number} {{ at least {low} of {some}; at most {high} of {some}; }}"
            )
        return "\n".join([*lines, "}", ""])

    def solutions(self) -> set[frozenset[str]]:
        """Return all solutions, each as ``dark`` and ``near`` with the names of cells and links."""
        board = Complex(self.drawn)
        cells, links = range(len(board.names)), list(board.links)
        given = self.kind not in DECIDED
        shades = [()] if self.kind == "links" else product((False, True), repeat=len(cells))
        out = set()
        for shade in shades:
            dark = {c for c, is_dark in zip(cells, shade, strict=False) if is_dark}
            if not all(
                low <= sum(board.names[c] in some for c in dark) <= high
                for some, low, high in self.counts
            ):
                continue
            for choice in product((True,) if given else (False, True), repeat=len(links)):
                chosen = [name for name, is_chosen in zip(links, choice, strict=True) if is_chosen]
                if self._holds(board, dark, [board.links[name] for name in chosen]):
                    out.add(
                        frozenset(
                            {f"dark[{board.names[c]}]" for c in dark}
                            | {f"near[{name}]" for name in chosen}
                        )
                    )
        return out

    def _holds(self, board: Complex, dark: set[int], links: list[tuple[int, int]]) -> bool:
        light = set(range(len(board.names))) - dark
        goals = {board.names.index(name) for name in self.goals}
        match self.kind:
            case "cells" | "plain":
                return len(parts(light, links)) < 2
            case "corners":
                return (
                    len(parts(light, links)) < 2
                    and len(parts(dark, [pair for _, pair in vertex_pairs(board)])) < 2
                )
            case "both":
                return len(parts(light, links)) < 2 and len(parts(dark, links)) < 2
            case "links":
                return len(parts({c for pair in links for c in pair}, links)) < 2
            case "decided":
                return len(parts(dark, links)) < 2
            case "few":
                return len(parts(dark, links)) < 2 and len(dark) in (0, 1, 3)
            case "few decided":
                return len(parts(dark, links)) < 2 and len(dark) < 4
            case "few goals":
                return len(dark) < 5 and all(part & goals for part in parts(dark, links))
            case "rooted":
                rooted = goals <= dark or not dark
                return rooted and len(dark) < 4 and len(parts(dark, links)) < 2
            case "goals":
                return all(part & goals for part in parts(dark, links))
            case _:
                return all(part & goals for part in parts(light, links))


def sample(random: Random, kind: str, tiling: str) -> Sample:
    """Return a random puzzle; one of whose links are decided has few."""
    decided = kind in DECIDED
    while True:
        drawn = random_case(random, "numberlink", tiling).drawn
        rows = tuple("".join(t if t in " #" else "." for t in row) for row in drawn.rows)
        drawn = Drawn(tiling, rows, drawn.walls)
        board = Complex(drawn)
        if random.random() < 0.2 and len(board.names) > 3:
            a, b = sorted(random.sample(range(len(board.names)), 2))
            if f"{board.names[a]}-{board.names[b]}" not in board.links and not any(
                {board.names[a], board.names[b]} == set(wall) for wall in drawn.walls
            ):
                drawn = replace(drawn, warps=((board.names[a], board.names[b]),))
                board = Complex(drawn)
        free = len(board.links) + (kind != "links") * len(board.names) if decided else 0
        if free <= 11 and len(board.names) <= 11:
            break
    counts, goals = random_clues(random, kind, board.names)
    return Sample(kind, drawn, goals, counts)


def random_clues(random: Random, kind: str, names: list[str]) -> tuple[Counts, tuple[str, ...]]:
    """Return random counts and goals of a puzzle on a board of the given cells."""
    counts = []
    for _ in range(random.choice((0, 1, 2, 4)) if kind != "links" else 0):
        size = random.randint(1, min(4, len(names)))
        low = random.randint(0, size)
        cells = tuple(random.sample(names, size))
        counts.append((cells, low, random.choice((size, random.randint(low, size)))))
    goals = (
        random.sample(names, random.randint(0, 2)) if "goals" in kind or kind == "rooted" else []
    )
    return tuple(counts), tuple(goals)


def found(program: Program, boards: list) -> set[frozenset[str]]:
    """Return filled boards in the form of `Sample.solutions`."""
    out = []
    for board in boards:
        held = set()
        for var in program.bools:
            names = program.board.names(var.sort)
            true = np.flatnonzero(board.bools[var.base : var.base + var.size])
            held |= {f"{var.name}[{names[i]}]" for i in true}
        out.append(frozenset(held))
    assert len(set(out)) == len(out)
    return set(out)
