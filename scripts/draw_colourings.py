#!/usr/bin/env python3
"""Write puzzles whose cells differ: Sudokus, Latin squares, colourings of graphs, and queens.

    python scripts/draw_colourings.py sudoku 9 --holes 0.6 > sudoku.nl
    python scripts/draw_colourings.py latin 20 --holes 0.42 --seed 1 > holes.nl
    python scripts/draw_colourings.py graph 5 70 --degree 12.6 > colouring.nl
    python scripts/draw_colourings.py hidden 4 500 --degree 8 > hidden.nl
    python scripts/draw_colourings.py hidden 15 450 --degree 36.3 --clique 15 > cliques.nl
    python scripts/draw_colourings.py queens 30 > queens.nl

All but the queens are colourings of a graph that is listed, so that an encoding has to see for
itself which differences belong together. With ``--holes`` a solution is made first, and so many of
its cells, as a fraction, are left empty; without, all are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from itertools import combinations, product
from random import Random

Edges = Iterable[tuple[int, int]]

BOXES: Mapping[int, tuple[int, int]] = {
    4: (2, 2),
    6: (3, 2),
    9: (3, 3),
    12: (4, 3),
    16: (4, 4),
    25: (5, 5),
    36: (6, 6),
}
"""Columns and rows of the boxes of a Sudoku of each size."""

_COLOURING = """genre colouring "cells that are linked differ" {{
  given clue : cell -> 1..{colours}?;
  var colour : cell -> 1..{colours};
  rule clues {{ for c in cells where has clue(c) {{ colour[c] = clue(c); }} }}
  rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
  show colour;
}}
"""

_QUEENS = """genre queens "a queen in each row" {{
  given place : cell -> 1..{size};
  var queen : cell -> 1..{size};
  let columns = values(place);
  rule straight {{
    for c in cells, d in cells where place(c) < place(d) {{ queen[c] != queen[d]; }}
  }}
  rule diagonal {{
    for c in cells, d in cells where place(c) < place(d) {{
      for v in columns, w in columns
          where v - w = place(d) - place(c) or w - v = place(d) - place(c) {{
        not (queen[c] = v and queen[d] = w);
      }}
    }}
  }}
  show queen;
}}
"""


def colouring(title: str, cells: int, edges: Edges, colours: int, clues: Mapping[int, int]) -> str:
    """Return the text of a graph whose cells are to be coloured.

    Args:
        title: of the puzzle.
        cells: their number.
        edges: pairs of cells that differ.
        colours: their number.
        clues: the colour of some cells, from 1.
    """
    names = " ".join(f"v{i}" for i in range(cells))
    links = " ".join(f"v{a}-v{b}" for a, b in edges)
    marks = "".join(f"  mark clue = {colour} at v{i};\n" for i, colour in sorted(clues.items()))
    board = f"  topology graph {{ cells {names}; links {links}; }}\n"
    return (
        f'{_COLOURING.format(colours=colours)}puzzle "{title}" is colouring {{\n{board}{marks}}}\n'
    )


def square(size: int, boxes: bool, holes: float | None, seed: int) -> str:
    """Return the text of a Latin square, or of a Sudoku.

    Args:
        size: of the square.
        boxes: of a Sudoku, whose boxes have `BOXES`.
        holes: the fraction of cells without a clue; None for a board without clues.
        seed: of what is random.
    """
    groups = [[size * r + c for c in range(size)] for r in range(size)]
    groups += [[size * r + c for r in range(size)] for c in range(size)]
    if boxes:
        wide, high = BOXES[size]
        for top, left in product(range(0, size, high), range(0, size, wide)):
            inside = product(range(top, top + high), range(left, left + wide))
            groups.append([size * r + c for r, c in inside])
    edges = sorted({pair for group in groups for pair in combinations(group, 2)})
    clues: dict[int, int] = {}
    if holes is not None:
        random = Random(seed)
        rows = _sudoku(size, random) if boxes else _latin(size, random)
        every = {size * r + c: rows[r][c] for r, c in product(range(size), repeat=2)}
        clues = dict(random.sample(sorted(every.items()), round((1 - holes) * size**2)))
    kind = "Sudoku" if boxes else "Latin square"
    what = "empty" if holes is None else f"{holes:.0%} holes, seed {seed}"
    return colouring(f"{kind} {size}x{size}, {what}", size**2, edges, size, clues)


def _sudoku(size: int, random: Random) -> list[list[int]]:
    """Return a Sudoku with rows, columns and digits in random order, bands kept."""
    wide, high = BOXES[size]

    def order(band: int) -> list[int]:
        bands = [list(range(start, start + band)) for start in range(0, size, band)]
        random.shuffle(bands)
        for each in bands:
            random.shuffle(each)
        return [line for each in bands for line in each]

    rows, columns, digits = order(high), order(wide), order(size)
    return [[digits[(wide * (r % high) + r // high + c) % size] + 1 for c in columns] for r in rows]


def _latin(size: int, random: Random) -> list[list[int]]:
    """Return a Latin square, mixed by exchanging cycles of two rows, and of two columns."""
    rows = [[(r + c) % size + 1 for c in range(size)] for r in range(size)]
    random.shuffle(rows)
    for _ in range(40 * size):
        one, two = random.sample(rows, 2)
        start = column = random.randrange(size)
        cycle = []
        while not cycle or column != start:
            cycle.append(column)
            column = one.index(two[column])
        for column in cycle:
            one[column], two[column] = two[column], one[column]
        rows = [list(line) for line in zip(*rows, strict=True)]
    return rows


def graph(colours: int, cells: int, degree: float, seed: int) -> str:
    """Return the text of a random graph with so many edges at a cell in the mean."""
    random = Random(seed)
    every = list(combinations(range(cells), 2))
    edges = sorted(random.sample(every, round(cells * degree / 2)))
    title = f"{colours} colours, {cells} cells of degree {degree:g}, seed {seed}"
    return colouring(title, cells, edges, colours, {})


def hidden(colours: int, cells: int, degree: float, clique: int, seed: int) -> str:
    """Return the text of a random graph that has a colouring, of links or of cliques.

    As the flat graphs of J. Culberson and those of F. T. Leighton (A graph coloring algorithm for
    large scheduling problems, Journal of Research of the National Bureau of Standards 84, 1979).

    Args:
        colours: of the colouring; each has as many cells, but for one.
        cells: their number.
        degree: the links at a cell, in the mean.
        clique: the most cells of a clique, which has from two on.
        seed: of what is random.
    """
    random = Random(seed)
    places = list(range(cells))
    random.shuffle(places)
    parts = [places[colour::colours] for colour in range(colours)]
    edges: set[tuple[int, int]] = set()
    while len(edges) < round(cells * degree / 2):
        chosen = random.sample(parts, random.randint(2, clique))
        edges.update(combinations(sorted(map(random.choice, chosen)), 2))
    title = f"{colours} hidden colours, {cells} cells of degree {degree:g}"
    title += f", cliques of up to {clique}" if clique > 2 else ""
    return colouring(f"{title}, seed {seed}", cells, sorted(edges), colours, {})


def queens_graph(size: int, colours: int) -> str:
    """Return the text of a board coloured so that no queen sees a cell of her own colour."""
    places = list(product(range(size), repeat=2))
    edges = [
        (size * r + c, size * s + d)
        for (r, c), (s, d) in combinations(places, 2)
        if r == s or c == d or abs(r - s) == abs(c - d)
    ]
    return colouring(f"queens' graph {size}, {colours} colours", size**2, edges, colours, {})


def queens(size: int) -> str:
    """Return the text of so many queens that do not see each other, by their columns."""
    names = " ".join(f"r{i}" for i in range(1, size + 1))
    links = " ".join(f"r{i}-r{i + 1}" for i in range(1, size))
    marks = "".join(f"  mark place = {i} at r{i};\n" for i in range(1, size + 1))
    board = f"  topology graph {{ cells {names}; links {links}; }}\n"
    return f'{_QUEENS.format(size=size)}puzzle "{size} queens" is queens {{\n{board}{marks}}}\n'


def signs(size: int, values: int, seed: int, sums: bool) -> str:
    """Return the text of numbers in order with their neighbours, half of them told by sums."""
    draw = Random(seed).randint
    rows = [" ".join(str(draw(1, values)) for _ in range(size)) for _ in range(size)]
    title = f"signs{' and sums' if sums else ''}, {size}x{size}, 1 to {values}, seed {seed}"
    told = "num[a(l)] + num[b(l)] = g(a(l)) + g(b(l))" if sums else "num[a(l)] > num[b(l)]"
    return (
        f"genre signs {{\n  given g : cell -> 1..{values};\n  var num : cell -> 1..{values};\n"
        "  rule less { for l in links where g(a(l)) < g(b(l)) { num[a(l)] < num[b(l)]; } }\n"
        f"  rule more {{ for l in links where g(a(l)) > g(b(l)) {{ {told}; }} }}\n  show num;\n}}\n"
        f'puzzle "{title}" is signs {{\n  topology square;\n  board\n'
        + "".join(f"    {row}\n" for row in rows)
        + "  end\n}\n"
    )


def main() -> None:
    """Read the command line and print a puzzle."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    kinds = ("sudoku", "latin", "graph", "hidden", "queens-graph", "queens")
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("size", type=int, help="rows and columns; of a graph the number of colours")
    parser.add_argument("cells", type=int, nargs="?", help="of a graph; of queens-graph, colours")
    parser.add_argument("--holes", type=float, help="fraction of cells without a clue")
    parser.add_argument("--degree", type=float, default=4.6, help="mean degree of a graph")
    parser.add_argument("--clique", type=int, default=2, help="most cells of a hidden one")
    parser.add_argument("--seed", type=int, default=1, help="of what is random")
    args = parser.parse_args()
    if args.kind == "sudoku" and args.size not in BOXES:
        parser.error(f"Sudokus are of {', '.join(map(str, BOXES))} rows")
    if args.kind in ("graph", "hidden", "queens-graph") and not args.cells:
        parser.error(f"{args.kind} takes two numbers")
    match args.kind:
        case "graph":
            text = graph(args.size, args.cells, args.degree, args.seed)
        case "hidden":
            text = hidden(args.size, args.cells, args.degree, args.clique, args.seed)
        case "queens-graph":
            text = queens_graph(args.size, args.cells)
        case "queens":
            text = queens(args.size)
        case kind:
            text = square(args.size, kind == "sudoku", args.holes, args.seed)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
