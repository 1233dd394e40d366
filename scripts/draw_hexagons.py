#!/usr/bin/env python3
"""Print a puzzle with one solution of some genres on hexagons and triangles.

python scripts/draw_hexagons.py > fixtures/hexagons.nl

A solution is laid out round a few random cells, the clues are read off it, and those go that can.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import islice
from random import Random

import nlc
from nlc.board import Board, Sort

TRIES = 60

HEXAGON = ["    . . .", "   . . . .", "  . . . . .", "   . . . .", "    . . ."]
TRIANGLE = ["   .......", "  .........", "  .........", "   ......."]

Clues = Mapping[str, Mapping[int, str]]
"""Texts of clues by cell or vertex, for each given."""


class Blank:
    """A board to fill, and what lies where on it.

    Attributes:
        names: of the cells.
        near: the cells that share a side with each.
        rays: for each cell the cells straight on in each direction, nearest first.
    """

    def __init__(self, topology: str, rows: list[str]) -> None:
        self.topology, self.rows = topology, rows
        (puzzle,) = nlc.loads(self.text("simpleloop", {}))
        self.board: Board = nlc.elaborate(puzzle).board
        board = self.board
        self.names = board.names(Sort.CELL)
        self.near: list[list[int]] = [[] for _ in self.names]
        self.rays: list[list[list[int]]] = [[] for _ in self.names]
        for link, ends in enumerate(board.link_cells.tolist()):
            for here, there in ((0, 1), (1, 0)):
                self.near[ends[here]].append(ends[there])
                self.rays[ends[here]].append(self._ray(link, ends[there]))

    def _ray(self, link: int, cell: int) -> list[int]:
        out = [cell]
        while True:
            ends = self.board.link_cells[link].tolist()
            link = int(self.board.opposite[link, ends.index(cell)])
            if link < 0:
                return out
            cell = next(c for c in self.board.link_cells[link].tolist() if c != cell)
            out.append(cell)

    def around(self, cell: int) -> set[int]:
        """Return the cells that share a corner with one."""
        corners = self.board.cell_corners.row(cell).tolist()
        return {d for v in corners for d in self.board.vertex_cells.row(v).tolist()} - {cell}

    def rooms(self, random: Random, size: int) -> dict[int, str]:
        """Return rooms of at least so many cells."""
        owner = dict(enumerate(range(len(self.names))))
        while small := [k for k in owner.values() if list(owner.values()).count(k) < size]:
            k = random.choice(small)
            near = {owner[d] for c, j in owner.items() if j == k for d in self.near[c]} - {k}
            into = min(near, key=lambda j: (list(owner.values()).count(j), random.random()))
            owner = {c: into if j == k else j for c, j in owner.items()}
        letters = {k: chr(97 + i) for i, k in enumerate(sorted(set(owner.values())))}
        return {c: letters[k] for c, k in owner.items()}

    def text(self, genre: str, clues: Clues, rule: str = "", corners: bool = False) -> str:
        """Return a puzzle, with rooms drawn and other clues as marks."""
        room = clues.get("room", {})
        lines = [f'puzzle "{genre}" is {genre} {{', f"  topology {self.topology};", "  board"]
        lines += [f"    {row}" for row in self.rows]
        lines.append("  end")
        if room:
            tokens = iter(room[i] for i in sorted(room))
            drawn = ["".join(next(tokens) if c == "." else c for c in row) for row in self.rows]
            lines += ["  board room", *(f"    {row}" for row in drawn), "  end"]
        names = self.board.names(Sort.VERTEX if corners else Sort.CELL) if clues else []
        for given, texts in clues.items():
            groups: dict[str, list[str]] = {}
            for place, value in sorted(texts.items() if given != "room" else ()):
                groups.setdefault(value, []).append(names[place])
            for value, places in groups.items():
                lines.append(f"  mark {given} = {value} at {', '.join(places)};")
        if rule:
            lines.append(f"  rule house_ {{ {rule} }}")
        return "\n".join([*lines, "}", ""])


Deriver = Callable[[Random, Blank, dict[str, object], Clues], Clues]


def boards(text: str, most: int) -> list[dict[str, object]]:
    """Return up to so many solutions."""
    (puzzle,) = nlc.loads(text)
    try:
        return [board.to_json() for board in islice(nlc.enumerate(puzzle), most)]
    except nlc.InputError:
        return []


def cells(blank: Blank, found: dict[str, object], name: str) -> set[int]:
    """Return where a variable over cells is true."""
    places: list[str] = found[name]  # type: ignore[assignment]
    return {blank.names.index(text) for text in places}


def on_line(blank: Blank, found: dict[str, object]) -> set[int]:
    """Return the cells that a loop visits."""
    line: list[str] = found["line"]  # type: ignore[assignment]
    return {blank.names.index(text) for link in line for text in link.split("-")}


def _mines(random: Random, blank: Blank, found: dict[str, object], given: Clues) -> Clues:
    mine = cells(blank, found, "mine")
    safe = set(range(len(blank.names))) - mine
    return {"clue": {c: str(len(mine & blank.around(c))) for c in safe}}


def _mosaic(random: Random, blank: Blank, found: dict[str, object], given: Clues) -> Clues:
    dark = cells(blank, found, "dark")
    every = range(len(blank.names))
    return {"clue": {c: str(len(dark & (blank.around(c) | {c}))) for c in every}}


def _creek(random: Random, blank: Blank, found: dict[str, object], given: Clues) -> Clues:
    dark = cells(blank, found, "dark")
    points = range(blank.board.count(Sort.VERTEX))
    return {
        "clue": {v: str(len(dark & {*blank.board.vertex_cells.row(v).tolist()})) for v in points}
    }


def _sight(random: Random, blank: Blank, found: dict[str, object], given: Clues) -> Clues:
    dark, out = cells(blank, found, "dark"), {}
    for c in set(range(len(blank.names))) - dark:
        seen = 1
        for ray in blank.rays[c]:
            stop = [d in dark for d in ray]
            seen += stop.index(True) if True in stop else len(ray)
        out[c] = str(seen)
    return {"clue": out}


def _room_counts(name: str, chosen: Callable[[Blank, dict[str, object]], set[int]]) -> Deriver:
    def derive(random: Random, blank: Blank, found: dict[str, object], given: Clues) -> Clues:
        inside, out = chosen(blank, found), {}
        for k in set(given["room"].values()):
            mine = [c for c, each in given["room"].items() if each == k]
            out[mine[0]] = str(len(inside & set(mine)))
        return {name: out}

    return derive


def _numbers(random: Random, blank: Blank, found: dict[str, object], given: Clues) -> Clues:
    number: dict[str, object] = found["number"]  # type: ignore[assignment]
    return {"num": {blank.names.index(c): str(k) for c, k in number.items()}}


def _asked(name: str) -> Callable[[Random, str], str]:
    return lambda random, cell: f"{random.choice(('', 'not '))}{name}[{cell}];"


GENRES: Mapping[str, tuple[str, Deriver, int, Callable[[Random, str], str]]] = {
    "cave": ("hex", _sight, 0, _asked("dark")),
    "country": ("hex", _room_counts("size", on_line), 3, lambda r, c: f"any of line[links({c})];"),
    "creek": ("hex", _creek, 0, _asked("dark")),
    "heyawake": (
        "hex",
        _room_counts("clue", lambda b, f: cells(b, f, "dark")),
        3,
        _asked("dark"),
    ),
    "kurodoko": ("hex", _sight, 0, _asked("dark")),
    "minesweeper": ("hex", _mines, 0, _asked("mine")),
    "mosaic": ("triangle", _mosaic, 0, _asked("dark")),
    "ripple": ("hex", _numbers, 3, lambda r, c: f"number[{c}] = {r.randint(1, 3)};"),
    "suguru": ("hex", _numbers, 3, lambda r, c: f"number[{c}] = {r.randint(1, 3)};"),
    "yajilinregions": (
        "hex",
        _room_counts("clue", lambda b, f: cells(b, f, "dark")),
        3,
        lambda r, c: f"any of line[links({c})];",
    ),
}
"""Topology, what reads the clues off, the size of rooms, and what is asked of a random cell."""

CORNERS = ("creek",)


def drawn(genre: str) -> str | None:
    """Return a puzzle with one solution."""
    topology, derive, size, ask = GENRES[genre]
    blank = Blank(topology, HEXAGON if topology == "hex" else TRIANGLE)
    random, corners = Random(genre), genre in CORNERS
    for _ in range(TRIES):
        given: Clues = {"room": blank.rooms(random, size)} if size else {}
        chosen = random.sample(blank.names, len(blank.names) // 3)
        found: list[dict[str, object]] = []
        while not found:
            rule = " ".join(ask(random, c) for c in chosen) + " true;"
            found = boards(blank.text(genre, given, rule), 1)
            if not chosen:
                break
            chosen = chosen[: len(chosen) // 2]
        if not found:
            continue
        clues = {**given, **derive(random, blank, found[0], given)}
        if len(boards(blank.text(genre, clues, "", corners), 2)) != 1:
            continue
        (name,) = clues.keys() - given.keys()
        for place in random.sample(sorted(clues[name]), len(clues[name])):
            fewer = {**clues, name: {p: t for p, t in clues[name].items() if p != place}}
            if len(boards(blank.text(genre, fewer, "", corners), 2)) == 1:
                clues = fewer
        return blank.text(genre, clues, "", corners)
    return None


def main() -> int:
    """Run the command and return the exit status."""
    found = {genre: drawn(genre) for genre in sys.argv[1:] or GENRES}
    head = "// Puzzles on hexagons and triangles, with one solution: scripts/draw_hexagons.py."
    print("\n".join([head, "", *(text for text in found.values() if text)]).rstrip())
    missing = [genre for genre, text in found.items() if not text]
    if missing:
        print("found none of:", *missing, file=sys.stderr)
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
