#!/usr/bin/env python3
"""Make the boards of the suite `genres`: some puzzles with one solution of every genre.

    python scripts/make_genre_boards.py                  # all genres
    python scripts/make_genre_boards.py heyawake lits    # some

Where Simon Tatham's collection has a genre, its generator makes them (Debian's `sgt-puzzles`). The
others are made here: a solver lays out a solution round a few random cells, the clues are read off
it, and those go that can. Where clues are rooms, cells change rooms until there is one solution.
`nlc generate` makes those of all other genres, as far as it comes within a minute each.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from oracle.grid import STEPS, Cell, Grid, GridPuzzle, grown, is_straight, parts, random_rooms
from support.grids import written

import nlc
from nlc.arrays import Bools
from nlc.language.catalogue import describe
from nlc.language.files import stock_genres

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "nlc" / "comparing" / "suites" / "genres"

COUNT = 3
"""Boards of each size."""

TRIES = 300

ROUNDS, MANY = 300, 30
"""Changes of a puzzle before it is given up, and the most solutions that are counted."""

BRIEF = 40
"""Rounds of those that are begun anew many times."""

SPARE = 250
"""After so many puzzles with several solutions, these are taken."""

Found = dict[str, set[object]]
"""What a solution holds: cells, or pairs of cells, of each boolean variable; numbers as pairs."""


def solutions(puzzle: GridPuzzle, genre: str, rule: str = "", most: int = 2) -> list[Found]:
    """Return up to two solutions of a puzzle with a house rule."""
    text = written(genre, puzzle)
    if rule:
        text = text.rstrip()[:-1] + f"  rule house_ {{ {rule} }}\n}}\n"
    (read,) = nlc.loads(text)
    try:
        boards = [board.to_json() for board in islice(nlc.enumerate(read), most)]
    except nlc.InputError:
        return []
    return [
        {name: _elements(value) for name, value in b.items() if name != "puzzle"} for b in boards
    ]


def _elements(value: object) -> set[object]:
    if isinstance(value, Mapping):
        return {(_cell(k), str(v)) for k, v in value.items()}
    if not isinstance(value, list):
        return set()
    return {tuple(map(_cell, t.split("-"))) if "-" in t else _cell(t) for t in value}


def _cell(name: str) -> Cell:
    row, col = re.fullmatch(r"r(\d+)c(\d+)", name).groups()  # type: ignore[union-attr]
    return int(row) - 1, int(col) - 1


def named(cell: Cell) -> str:
    """Return what the language calls a cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def is_unique(puzzle: GridPuzzle, genre: str) -> bool:
    """Return whether a puzzle has one solution."""
    return len(solutions(puzzle, genre)) == 1


def seeded(
    random: Random, puzzle: GridPuzzle, genre: str, rules: Callable[[Cell], str], most: int
) -> Found | None:
    """Return a solution in which something random is asked for at some cells; fewer, if need be."""
    cells = random.sample(puzzle.grid.cells, most)
    if not solutions(puzzle, genre, "true;", 1):
        return None
    while True:
        found = solutions(puzzle, genre, " ".join(map(rules, cells)) + " true;", 1)
        if found:
            return found[0]
        if not cells:
            return None
        cells = cells[: len(cells) * 2 // 3]


def thinned(random: Random, puzzle: GridPuzzle, genre: str, name: str) -> GridPuzzle | None:
    """Return a puzzle without the clues of a given that can go; itself if it has two solutions."""
    if not is_unique(puzzle, genre):
        return puzzle
    order = random.sample(sorted(puzzle.givens[name]), len(puzzle.givens[name]))
    pieces = [order[i : i + 8] for i in range(0, len(order), 8)]
    while pieces:
        piece = pieces.pop()
        kept = {c: text for c, text in puzzle.givens[name].items() if c not in piece}
        fewer = GridPuzzle(
            puzzle.grid, {**puzzle.givens, name: kept}, puzzle.options, puzzle.corners
        )
        if is_unique(fewer, genre):
            puzzle = fewer
        elif len(piece) > 1:
            half = len(piece) // 2
            pieces += [piece[half:], piece[:half]]
    return puzzle


def climbed(
    random: Random,
    puzzle: GridPuzzle,
    genre: str,
    change: Callable[[GridPuzzle, list[Found]], GridPuzzle | None],
) -> GridPuzzle | None:
    """Return a puzzle after changes that leave a solution and add none, until there is only one.

    Args:
        random: where all choices come from.
        puzzle: the first one.
        genre: its name.
        change: returns another puzzle, given one and some of its solutions; None for none.
    """
    found = solutions(puzzle, genre, most=MANY)
    for _ in range(ROUNDS):
        if len(found) < 2:
            break
        other = change(puzzle, found)
        if other is None:
            continue
        again = solutions(other, genre, most=MANY)
        if 0 < len(again) <= len(found) or (again and random.random() < 0.01):
            puzzle, found = other, again
    return puzzle if found else None


def moved(
    random: Random,
    puzzle: GridPuzzle,
    genre: str,
    name: str,
    wanted: int,
    rounds: int = ROUNDS,
    patience: int = ROUNDS,
) -> GridPuzzle | None:
    """Return a puzzle whose rooms were changed until its first solution is the only one.

    Each room holds as many chosen cells as `wanted`. A cell that only another solution chooses goes
    to a room beside it that stays in one piece: that solution then has one too many there, and the
    first one has as many as before. No solution that was met comes back. It is quicker to begin
    anew after a few rounds than to go on for many, and where there are many solutions still.
    """
    found = solutions(puzzle, genre)
    if not found:
        return None
    first, cells = found[0][name], puzzle.grid.cells
    rows: dict[bytes, Bools] = {}
    met = np.zeros((0, len(cells)), np.bool_)

    def alive(puzzle: GridPuzzle) -> Bools:
        names = [puzzle.givens["room"][cell] for cell in cells]
        rooms = {text: k for k, text in enumerate(sorted(set(names)))}
        member = np.zeros((len(cells), len(rooms)), np.int32)
        member[np.arange(len(cells)), [rooms[text] for text in names]] = 1
        return np.asarray((met.astype(np.int32) @ member == wanted).all(axis=1))

    for k in range(rounds):
        others = [f[name] for f in solutions(puzzle, genre, most=MANY) if f[name] != first]
        if not others:
            return puzzle
        if k > patience and len(others) >= MANY - 1:
            return None
        known = len(rows)
        for other in others:
            row = np.array([cell in other for cell in cells])
            rows.setdefault(row.tobytes(), row)
        met = np.array(list(rows.values()))
        if len(rows) == known:  # nothing is left to try but elsewhere
            for cell in random.sample([cell for cell in cells if cell not in first], 3):
                puzzle = rehoused(random, puzzle, cell) or puzzle
        left = alive(puzzle)
        for _ in range(rounds):
            if not left.any():
                break
            row = met[random.choice(np.flatnonzero(left).tolist())]
            only = [cells[i] for i in np.flatnonzero(row).tolist() if cells[i] not in first]
            changed = rehoused(random, puzzle, random.choice(only))
            if changed is not None and (then := alive(changed)).sum() <= left.sum():
                puzzle, left = changed, then
    return puzzle


def rehoused(random: Random, puzzle: GridPuzzle, cell: Cell) -> GridPuzzle | None:
    """Return a puzzle in which a cell is in a room beside it; None where its room would part."""
    room = dict(puzzle.givens["room"])
    near = sorted({room[d] for d in puzzle.grid.beside(cell)} - {room[cell]})
    rest = [c for c in room if room[c] == room[cell] and c != cell]
    if not near or not rest or len(parts(puzzle.grid, rest)) > 1:
        return None
    room[cell] = random.choice(near)
    return GridPuzzle(puzzle.grid, {**puzzle.givens, "room": room}, puzzle.options)


def rooms_of(puzzle: GridPuzzle, name: str = "room") -> dict[str, list[Cell]]:
    """Return the cells of each room, by its name."""
    out: dict[str, list[Cell]] = {}
    for cell, text in sorted(puzzle.givens[name].items()):
        out.setdefault(text, []).append(cell)
    return out


def room_clues(puzzle: GridPuzzle, cells: set[Cell]) -> dict[Cell, str]:
    """Return at the first cell of each room how many of some cells lie in it."""
    return {mine[0]: str(len(cells & set(mine))) for mine in rooms_of(puzzle).values()}


def dark(random: Random) -> Callable[[Cell], str]:
    """Return what asks for a cell to be dark, or not to be."""
    return lambda c: f"{'' if random.random() < 0.5 else 'not '}dark[{named(c)}];"


def sights(grid: Grid, shaded: set[Cell]) -> dict[Cell, str]:
    """Return for each cell that is not shaded how many it sees."""
    out = {}
    for cell in set(grid.cells) - shaded:
        seen = 1
        for step in STEPS:
            for other in grid.ray(cell, step):
                if other in shaded:
                    break
                seen += 1
        out[cell] = str(seen)
    return out


def cells_on(line: set[object]) -> set[Cell]:
    """Return the cells of some links."""
    return {cell for link in line for cell in link}  # type: ignore[attr-defined]


def even_rooms(random: Random, grid: Grid, least: int, most: int) -> dict[Cell, str]:
    """Return rooms of about so many cells, made by joining small ones to a neighbour."""
    owner = {cell: k for k, cell in enumerate(grid.cells)}
    size = dict.fromkeys(owner.values(), 1)
    while small := [k for k, n in size.items() if n < least]:
        k = random.choice(small)
        near = sorted({owner[d] for c in owner if owner[c] == k for d in grid.beside(c)} - {k})
        fitting = [j for j in near if size[j] + size[k] <= most]
        into = random.choice(fitting or near)
        owner = {c: into if j == k else j for c, j in owner.items()}
        size[into] += size.pop(k)
    letter = {k: chr(97 + i) if i < 26 else f"z{i}" for i, k in enumerate(sorted(size))}
    return {cell: letter[k] for cell, k in owner.items()}


# ---- genres ----


def heyawake(random: Random, grid: Grid, genre: str = "heyawake") -> GridPuzzle | None:
    room = random_rooms(random, grid, 6)
    blank = GridPuzzle(grid, {"clue": {}, "room": room})
    found = seeded(random, blank, genre, dark(random), 30)
    if found is None:
        return None
    clued = GridPuzzle(grid, {"clue": room_clues(blank, found["dark"]), "room": room})
    return thinned(random, clued, genre, "clue")


def creek(random: Random, grid: Grid) -> GridPuzzle | None:
    blank = GridPuzzle(grid, {"clue": {}}, corners=frozenset(["clue"]))
    found = seeded(random, blank, "creek", dark(random), len(grid.cells) * 2 // 3)
    if found is None:
        return None
    corners = [(i, j) for i in range(grid.rows + 1) for j in range(grid.cols + 1)]
    round_it = lambda v: {(v[0] - a, v[1] - b) for a in (0, 1) for b in (0, 1)}  # noqa: E731
    clues = {v: str(len(round_it(v) & found["dark"])) for v in corners}
    clued = GridPuzzle(grid, {"clue": clues}, corners=frozenset(["clue"]))
    return thinned(random, clued, "creek", "clue")


def cave(random: Random, grid: Grid) -> GridPuzzle | None:
    found = seeded(random, GridPuzzle(grid, {"clue": {}}), "cave", dark(random), 60)
    if found is None:
        return None
    clues = sights(grid, found["dark"])
    return thinned(random, GridPuzzle(grid, {"clue": clues}), "cave", "clue")


def yinyang(random: Random, grid: Grid) -> GridPuzzle | None:
    found = seeded(random, GridPuzzle(grid, {"stone": {}}), "yinyang", dark(random), 50)
    if found is None:
        return None
    stones = {c: "b" if c in found["dark"] else "w" for c in grid.cells}
    return thinned(random, GridPuzzle(grid, {"stone": stones}), "yinyang", "stone")


def minesweeper(random: Random, grid: Grid) -> GridPuzzle | None:
    mines = set(random.sample(grid.cells, len(grid.cells) // 5))
    clues = {c: str(len(mines & set(grid.around(c)))) for c in grid.cells if c not in mines}
    clued = GridPuzzle(grid, {"clue": clues}, {"mines": len(mines)})
    return thinned(random, clued, "minesweeper", "clue")


def nurikabe(random: Random, grid: Grid) -> GridPuzzle | None:
    sea = set(grid.cells)
    for _ in range(3):
        for cell in random.sample(sorted(sea), len(sea)):
            land = set(grid.cells) - sea | {cell}
            (island,) = [part for part in parts(grid, land) if cell in part]
            if len(island) <= random.choice((1, 2, 3, 5)) and len(parts(grid, sea - {cell})) == 1:
                sea.discard(cell)
    if any(set(block) <= sea for block in grid.blocks):
        return None
    islands = [sorted(part) for part in parts(grid, set(grid.cells) - sea)]
    place = {k: random.choice(part) for k, part in enumerate(islands)}
    for _ in range(60):
        clues = {place[k]: str(len(part)) for k, part in enumerate(islands)}
        puzzle = GridPuzzle(grid, {"size": clues})
        found = solutions(puzzle, "nurikabe")
        if len(found) == 1:
            return puzzle
        wrong = found[0]["dark"] ^ found[1]["dark"]
        changed = [k for k, part in enumerate(islands) if len(part) > 1 and wrong & set(part)]
        if not changed:
            return puzzle
        k = random.choice(changed)
        place[k] = random.choice(islands[k])
    return puzzle


def numbers(genre: str, most: int) -> Callable[[Random, Grid], GridPuzzle | None]:
    def make(random: Random, grid: Grid) -> GridPuzzle | None:
        room = even_rooms(random, grid, most - 3, most)
        blank = GridPuzzle(grid, {"num": {}, "room": room})
        size = {c: list(room.values()).count(room[c]) for c in room}
        ask = lambda c: f"number[{named(c)}] = {random.randint(1, size[c])};"  # noqa: E731
        found = seeded(random, blank, genre, ask, 12)
        if found is None:
            return None
        clues = dict(found["number"])  # type: ignore[call-overload]
        return thinned(random, GridPuzzle(grid, {"num": clues, "room": room}), genre, "num")

    return make


def segment(random: Random, grid: Grid) -> Callable[[Cell], str]:
    """Return what asks for a segment beside a cell."""

    def ask(cell: Cell) -> str:
        other = random.choice(grid.beside(cell))
        return f"line[link({named(cell)}, {named(other)})];"

    return ask


def country(random: Random, grid: Grid) -> GridPuzzle | None:
    room = even_rooms(random, grid, 3, 6)
    blank = GridPuzzle(grid, {"size": {}, "room": room})
    found = seeded(random, blank, "country", segment(random, grid), 12)
    if found is None:
        return None
    clues = room_clues(blank, cells_on(found["line"]))
    return thinned(random, GridPuzzle(grid, {"size": clues, "room": room}), "country", "size")


def detour(random: Random, grid: Grid) -> GridPuzzle | None:
    room = random_rooms(random, grid, 4)
    blank = GridPuzzle(grid, {"turns": {}, "room": room})
    found = seeded(random, blank, "detour", segment(random, grid), 20)
    if found is None:
        return None
    bent = {c for c in grid.cells if not is_straight(found["line"], c)}  # type: ignore[arg-type]
    clued = GridPuzzle(grid, {"turns": room_clues(blank, bent), "room": room})
    return thinned(random, clued, "detour", "turns")


def moonsun(random: Random, grid: Grid) -> GridPuzzle | None:
    room = even_rooms(random, grid, 4, 8)
    if len(set(room.values())) % 2:
        return None
    blank = GridPuzzle(grid, {"size": {}, "room": room})
    found = seeded(random, blank, "country", segment(random, grid), 40)
    if found is None:
        return None
    line = found["line"]
    colour = {room[min(cells_on(line))]: "m"}
    links = [link for link in line if room[link[0]] != room[link[1]]]  # type: ignore[index]
    while len(colour) < len(set(room.values())):
        before = len(colour)
        for a, b in links:  # type: ignore[misc]
            for c, d in ((a, b), (b, a)):
                if room[c] in colour and room[d] not in colour:
                    colour[room[d]] = "s" if colour[room[c]] == "m" else "m"
        if len(colour) == before:
            return None
    if any(colour[room[a]] == colour[room[b]] for a, b in links):  # type: ignore[misc]
        return None
    on = cells_on(line)
    other = {"m": "s", "s": "m"}
    sky = {c: colour[room[c]] if c in on else other[colour[room[c]]] for c in grid.cells}
    return thinned(random, GridPuzzle(grid, {"sky": sky, "room": room}), "moonsun", "sky")


def simpleloop(random: Random, grid: Grid) -> GridPuzzle | None:
    blocked: dict[Cell, str] = {}
    for _ in range(60):
        # As many of one colour of a chessboard as of the other: a loop visits both by turns.
        free = [c for c in grid.cells if c not in blocked]
        pair = [random.choice([c for c in free if sum(c) % 2 == k]) for k in (0, 1)]
        more = {**blocked, **dict.fromkeys(pair, "true")}
        found = solutions(GridPuzzle(grid, {"blocked": more}), "simpleloop")
        if found:
            blocked = more
        if len(found) == 1:
            break

    def change(puzzle: GridPuzzle, _: list[Found]) -> GridPuzzle:
        blocked = dict(puzzle.givens["blocked"])
        cell = random.choice(sorted(blocked))
        free = [c for c in grid.cells if c not in blocked and sum(c) % 2 == sum(cell) % 2]
        del blocked[cell]
        return GridPuzzle(grid, {"blocked": {**blocked, random.choice(free): "true"}})

    return climbed(random, GridPuzzle(grid, {"blocked": blocked}), "simpleloop", change)


def doubleback(random: Random, grid: Grid) -> GridPuzzle | None:
    blank = GridPuzzle(grid, {"room": even_rooms(random, grid, 5, 9)})

    def change(puzzle: GridPuzzle, _: list[Found]) -> GridPuzzle | None:
        return rehoused(random, puzzle, random.choice(grid.cells))

    return climbed(random, blank, "doubleback", change)


def yajilin(random: Random, grid: Grid) -> GridPuzzle | None:
    cells = random.sample(grid.cells, len(grid.cells) // 12)
    grey = dict.fromkeys(cells, "true")
    ask = segment(random, grid)
    first = seeded(random, GridPuzzle(grid, {"grey": grey}), "yajilin", ask, 10)
    if first is None:
        return None
    way = {cell: random.randrange(4) for cell in cells}

    def count(found: Found, cell: Cell, way: int) -> int:
        return len(set(grid.ray(cell, STEPS[way])) & found["dark"])

    for _ in range(60):
        clue = {cell: str(count(first, cell, k)) for cell, k in way.items()}
        arrow = {cell: "NESW"[k] for cell, k in way.items()}
        puzzle = GridPuzzle(grid, {"clue": clue, "arrow": arrow})
        found = solutions(puzzle, "yajilin")
        if len(found) == 1:
            return puzzle
        (other,) = [f for f in found if f["line"] != first["line"]][:1]
        telling = [
            (c, k) for c in way for k in range(4) if count(first, c, k) != count(other, c, k)
        ]
        if not first["dark"]:
            return None
        if telling and random.random() < 0.8:
            cell, k = random.choice(telling)
        else:
            cell, k = random.choice(sorted(first["dark"])), random.randrange(4)  # type: ignore[type-var]
            first["dark"].discard(cell)
        way[cell] = k
    return puzzle


def starbattle(random: Random, grid: Grid) -> GridPuzzle | None:
    stars = 1 if grid.rows < 9 else 2
    all_ = dict.fromkeys(grid.cells, "a")
    text = GridPuzzle(grid, {"room": all_}, {"stars": stars})
    ask = lambda c: f"star[{named(c)}];"  # noqa: E731
    read = written("starbattle", text).rstrip()[:-1] + "  drop rooms;\n}\n"
    found = None
    for _ in range(50):
        rule = " ".join(map(ask, random.sample(grid.cells, 3)))
        house = read.rstrip()[:-1] + f"  rule house_ {{ {rule} }}\n}}\n"
        found = next(iter(nlc.enumerate(nlc.loads(house)[0])), None)
        if found is not None:
            break
    if found is None:
        return None
    left = sorted(_elements(found.to_json()["star"]))  # type: ignore[type-var]
    owner: dict[Cell, str] = {}
    for k in range(grid.rows):
        first = left.pop(random.randrange(len(left)))
        owner[first] = chr(97 + k)
        if stars == 2:
            far = lambda c: abs(c[0] - first[0]) + abs(c[1] - first[1])  # noqa: B023, E731
            second = min(left, key=far)
            left.remove(second)
            owner[second] = chr(97 + k)
            way = first
            while way != second:
                step = [d for d in grid.beside(way) if d not in owner or d == second]
                if not step:
                    return None
                way = min(step, key=lambda d: abs(d[0] - second[0]) + abs(d[1] - second[1]))
                owner[way] = chr(97 + k)
    room = grown(random, grid, owner)
    puzzle = GridPuzzle(grid, {"room": room}, {"stars": stars})
    return moved(random, puzzle, "starbattle", "star", stars)


def norinori(random: Random, grid: Grid) -> GridPuzzle | None:
    pairs = [(c, d) for c in grid.cells for d in grid.beside(c) if c < d]
    packed: list[dict[Cell, str]] = []
    for _ in range(200):
        dark: dict[Cell, str] = {}
        for k, pair in enumerate(random.sample(pairs, len(pairs))):
            if not any(d in dark for c in pair for d in (c, *grid.beside(c))):
                dark.update(dict.fromkeys(pair, f"r{k}"))
        packed.append(dark)
    room = grown(random, grid, dict(max(packed, key=len)))
    return moved(random, GridPuzzle(grid, {"room": room}), "norinori", "dark", 2, BRIEF)


def lits(random: Random, grid: Grid) -> GridPuzzle | None:
    room = even_rooms(random, grid, 5, 9)
    puzzle = GridPuzzle(grid, {"room": room})
    return moved(random, puzzle, "lits", "dark", 4, BRIEF, BRIEF // 4)


# ---- Simon Tatham's collection ----


def _places(text: str, wide: bool) -> Iterator[tuple[int, str]]:
    """Yield places and tokens of a description with letters for gaps."""
    place = 0
    for token in re.findall(r"[a-z]|_|\d+" if wide else r"[a-z]|.", text):
        if token == "_":
            continue
        if token.islower():
            place += ord(token) - 96
        else:
            yield place, token
            place += 1


def sgt(program: str, params: str, count: int) -> list[tuple[Grid, str]]:
    """Return boards of a program: the grid and the description."""
    ran = subprocess.run(
        [f"/usr/games/sgt-{program}", "--generate", str(count), params],
        capture_output=True,
        text=True,
        check=True,
    )
    out = []
    for line in ran.stdout.split():
        head, _, text = line.partition(":")
        size = re.match(r"(\d+)x(\d+)", head)
        assert size is not None
        cols, rows = map(int, size.groups())
        out.append(
            (Grid(rows, cols) if program != "solo" else Grid(cols * rows, cols * rows), text)
        )
    return out


def spread(grid: Grid, pairs: Iterator[tuple[int, str]]) -> dict[Cell, str]:
    """Return tokens by cell."""
    return {divmod(place, grid.cols): token for place, token in pairs}


def sgt_puzzle(genre: str, grid: Grid, text: str) -> GridPuzzle:
    """Return a board of the collection as ours."""
    if genre == "hitori":
        tokens = {
            c: str(int(t, 36) if not t.isupper() else 36 + ord(t) - 65)
            for c, t in zip(grid.cells, text, strict=True)
        }
        return GridPuzzle(grid, {"num": tokens})
    if genre == "binairo":
        place, clues = 0, {}
        for token in text:
            place += ord(token.lower()) - 97
            if token.lower() != "z" and place < len(grid.cells):
                clues[divmod(place, grid.cols)] = "1" if token.isupper() else "0"
                place += 1
        return GridPuzzle(grid, {"digit": clues}, {"distinct": False})
    found = spread(grid, _places(text, genre in ("kurodoko", "shikaku", "sudoku")))
    if genre == "akari":
        clue = {c: t for c, t in found.items() if t != "B"}
        return GridPuzzle(grid, {"clue": clue, "block": dict.fromkeys(found, "true")})
    if genre == "masyu":
        return GridPuzzle(grid, {"pearl": {c: t.lower() for c, t in found.items()}})
    if genre == "hashi":
        return GridPuzzle(grid, {"clue": {c: str(int(t, 17)) for c, t in found.items()}})
    if genre == "sudoku":
        wide, high = {9: (3, 3), 16: (4, 4)}[grid.rows]
        box = {(i, j): chr(97 + (i // high) * high + j // wide) for i, j in grid.cells}
        return GridPuzzle(grid, {"num": found, "box": box})
    name = {"kurodoko": "clue", "shikaku": "size", "mosaic": "clue"}[genre]
    return GridPuzzle(grid, {name: found})


SGT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "akari": ("lightup", ("10x10b20s4d2", "14x14b20s4d2")),
    "binairo": ("unruly", ("10x10dn", "14x14dn")),
    "hashi": ("bridges", ("10x10i30e10m2d2", "15x15i30e10m2d2")),
    "hitori": ("singles", ("10x10dk", "12x12dk")),
    "kurodoko": ("range", ("9x9", "13x13")),
    "masyu": ("pearl", ("10x10dt", "12x12dt")),
    "mosaic": ("mosaic", ("10x10", "15x15")),
    "shikaku": ("rect", ("10x10", "15x15")),
    "sudoku": ("solo", ("3x3di", "4x4dt")),
}
"""Program and parameters of the boards that are taken from the collection."""

OWN: Mapping[str, tuple[Callable[[Random, Grid], GridPuzzle | None], tuple[int, ...]]] = {
    "cave": (cave, (8, 10)),
    "cojun": (numbers("cojun", 6), (8, 10)),
    "country": (country, (8, 10)),
    "creek": (creek, (10, 12)),
    "detour": (detour, (8, 10)),
    "doubleback": (doubleback, (6, 8)),
    "heyawake": (heyawake, (10, 12)),
    "lits": (lits, (6, 7)),
    "minesweeper": (minesweeper, (10, 14)),
    "moonsun": (moonsun, (8, 10)),
    "norinori": (norinori, (8, 10)),
    "nurikabe": (nurikabe, (8, 10)),
    "ripple": (numbers("ripple", 6), (8, 10)),
    "simpleloop": (simpleloop, (8, 10)),
    "starbattle": (starbattle, (8, 10)),
    "suguru": (numbers("suguru", 6), (8, 10)),
    "yajilin": (yajilin, (8, 10)),
    "yinyang": (yinyang, (10, 12)),
}
"""What makes the boards of a genre, and of which sizes."""


SIZES: Mapping[str, tuple[str, ...]] = {
    "easyasabc": ("5x5", "6x6"),
    "eulero": ("4x4", "5x5"),
    "futoshiki": ("5x5", "7x7"),
    "kenken": ("5x5", "6x6"),
    "killer": ("6x6", "9x9"),
    "skyscrapers": ("5x5", "6x6"),
    "sudokus": ("6x6", "9x9"),
}
"""Of the boards that `nlc generate` makes, where they are not 8x8 and 10x10."""

SECONDS = 60
"""For each board that `nlc generate` makes."""


def generated(genre: str) -> Iterator[str]:
    """Yield boards that `nlc generate` makes, and the genre's own example, as texts."""
    (told,) = [each for each in describe(genre) if each.name == genre]
    examples = nlc.loads(told.example) if told.example else []
    made = [
        each.puzzle
        for size in SIZES.get(genre, ("8x8", "10x10"))
        for seed in range(1, COUNT)
        for each in attempted(genre, size, seed)
    ]
    for number, puzzle in enumerate(examples + made, 1):
        board = nlc.elaborate(puzzle).board
        title = f"{genre} {board.cols}x{board.rows}, {number}"
        yield re.sub(r'^puzzle "[^"]*"', f'puzzle "{title}"', puzzle.to("nl"), flags=re.MULTILINE)


def attempted(genre: str, size: str, seed: int) -> list[nlc.GeneratedPuzzle]:
    """Return the board that `nlc generate` makes, or none where that takes too long."""
    try:
        return [*nlc.generate(genre, size, seed=seed, limits=nlc.Limits(seconds=SECONDS))]
    except nlc.Error as error:
        print(genre, size, seed, error, file=sys.stderr)
        return []


def boards(genre: str) -> Iterator[GridPuzzle]:
    """Yield the boards of a genre."""
    if genre in SGT:
        program, params = SGT[genre]
        for param in params:
            for grid, text in sgt(program, param, COUNT):
                yield sgt_puzzle(genre, grid, text)
        return
    make, sizes = OWN[genre]
    for size in sizes:
        random, found, spare = Random(f"{genre} {size}"), 0, []
        for _ in range(TRIES):
            puzzle = make(random, Grid(size, size))
            if puzzle is None:
                continue
            if is_unique(puzzle, genre):
                found += 1
                yield puzzle
            else:
                spare.append(puzzle)
            if found == COUNT or len(spare) == SPARE:
                break
        yield from spare[: COUNT - found]


def drawn(genre: str) -> Iterator[str]:
    """Yield the boards of a genre as texts."""
    for number, puzzle in enumerate(boards(genre), 1):
        text = written(genre, puzzle, number)
        size = f"{puzzle.grid.cols}x{puzzle.grid.rows}"
        yield text.replace(f'"{genre} {number}"', f'"{genre} {size}, {number}"')


def main() -> int:
    """Run the command and return the exit status."""
    for genre in sys.argv[1:] or stock_genres():
        source = f"made by sgt-{SGT[genre][0]}" if genre in SGT else "made by the script"
        texts = [f"// Boards with one solution, {source}: scripts/make_genre_boards.py\n"]
        for text in drawn(genre) if genre in {*SGT, *OWN} else generated(genre):
            texts.append(text)
            (FOLDER / f"{genre}.nl").write_text("\n".join(texts), encoding="utf-8")
        print(genre, len(texts) - 1, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
