"""Puzzles of the oracle's grids as text of the language, and answers that compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from oracle.grid import Cell, Grid, GridPuzzle


def written(genre: str, puzzle: GridPuzzle, number: int = 1) -> str:
    """Return a file with one puzzle: its first given plain, each other one under its name."""
    grid = puzzle.grid
    lines = [f'puzzle "{genre} {number}" is {genre} {{', "  topology square;"]
    drawn = {k: clues for k, clues in puzzle.givens.items() if k not in puzzle.outside + puzzle.rim}
    names = [name for name, clues in drawn.items() if "true" in clues.values()]
    signs = {name: "x" * number for number, name in enumerate(names, 1)}
    if signs:
        entries = " ".join(f'"{sign}" = {name}: true;' for name, sign in signs.items())
        lines.append(f"  legend {{ {entries} }}")
    for option, value in puzzle.options.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        lines.append(f"  set {option} = {text};")
    if puzzle.corners >= drawn.keys():
        rows = ([_empty(grid, i, j) for j in range(grid.cols)] for i in range(grid.rows))
        lines += ["  board", *("    " + " ".join(row) for row in rows), "  end"]
    plain = True
    for name, clues in drawn.items():
        corners = name in puzzle.corners
        head = "  board" if plain and not corners else f"  board {name}"
        plain = plain and corners
        lines.append(head)
        for i in range(grid.rows + corners):
            places = [(i, j) for j in range(grid.cols + corners)]
            tokens = [clues.get(place, _empty(grid, *place, corners)) for place in places]
            told = (signs[name] if token == "true" else token for token in tokens)
            lines.append("    " + " ".join(told))
        lines.append("  end")
    lines += [f"  mark fence at {_name(a)}|{_name(b)};" for a, b in sorted(puzzle.fences)]
    lines += [f"  mark {n} = {v} at {_line(grid, p)};" for n, p, v in _marks(puzzle, "outside")]
    lines += [f"  mark {n} = {v} at {_side(grid, p)};" for n, p, v in _marks(puzzle, "rim")]
    lines += [f"  mark {name} = {value} at {at};" for (name, at), value in puzzle.marks.items()]
    return "\n".join([*lines, "}", ""])


def _marks(puzzle: GridPuzzle, where: str) -> list[tuple[str, Cell, str]]:
    """Return the clues of the givens outside of the board."""
    names = getattr(puzzle, where)
    told = [(name, *clue) for name in names for clue in puzzle.givens[name].items()]
    return [(name, at, text if text.isalnum() else f'"{text}"') for name, at, text in told]


def _line(grid: Grid, place: Cell) -> str:
    return f"{_name(grid.heads[place][0])}.line({'S' if place[0] < 0 else 'E'})"


def _side(grid: Grid, place: Cell) -> str:
    i, j = place
    side = "N" if i < 0 else "W" if j < 0 else "S" if i == grid.rows else "E"
    return f"{_name(grid.sides[place][0])}.side({side})"


def _empty(grid: Grid, row: int, col: int, corner: bool = False) -> str:
    """Return the token of a place without a clue; a corner belongs to all cells round it."""
    rows, cols = range(row - corner, row + 1), range(col - corner, col + 1)
    return "." if any(grid.has((i, j)) for i in rows for j in cols) else "#"


def shown(answer: Mapping[str, object], names: Iterable[str]) -> frozenset[object]:
    """Return the values of some variables, of the oracle or of nlc's JSON, to compare."""
    out = set[object]()
    for name in names:
        value = answer[name]
        if isinstance(value, Mapping):
            out.add((name, frozenset((_name(key), str(each)) for key, each in value.items())))
        else:
            assert isinstance(value, Iterable)
            out.add((name, frozenset(map(_name, value))))
    return frozenset(out)


def _name(element: object) -> str:
    """Return the name of a cell or link."""
    if isinstance(element, str):
        return element
    assert isinstance(element, tuple)
    if isinstance(element[0], tuple):
        return "-".join(map(_name, element))
    cell: Cell = element
    return f"r{cell[0] + 1}c{cell[1] + 1}"
