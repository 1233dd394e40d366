"""Slitherlink boards with a known solution: the rim of a random piece of the board."""

from __future__ import annotations

from random import Random

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight cells around one, in their order."""

_INSIDE = 0.55
"""The part of the cells that the piece grows to, as far as it can."""

Cell = tuple[int, int]


def piece(cols: int, rows: int, random: Random) -> set[Cell]:
    """Return the cells (row, column from 0) of a piece whose rim is one ring.

    It starts as one cell and takes more. A cell is taken if the cells of the piece around it are
    one stretch, joined by sides: then the piece stays in one piece, and encloses no other cell.
    """
    start = (rows // 2, cols // 2)
    inside = {start}
    rim = [start]
    while rim and len(inside) < _INSIDE * rows * cols:
        at = random.randrange(len(rim))
        rim[at], rim[-1] = rim[-1], rim[at]
        row, col = rim[-1]
        beside = [(row + down, col + right) for down, right in _AROUND[::2]]
        free = [
            (r, c)
            for r, c in beside
            if 0 <= r < rows and 0 <= c < cols and (r, c) not in inside and _fits(inside, r, c)
        ]
        if free:
            chosen = random.choice(free)
            inside.add(chosen)
            rim.append(chosen)
        else:
            rim.pop()
    return inside


def _fits(inside: set[Cell], row: int, col: int) -> bool:
    """Tell whether the cells of the piece around a cell are one stretch, ended by sides."""
    near = [(row + down, col + right) in inside for down, right in _AROUND]
    stretches = sum(near[i] and not near[i - 1] for i in range(8))
    # A cell at a corner that no side joins to the stretch would touch this one in a point.
    loose = any(near[i] and not near[i - 1] and not near[(i + 1) % 8] for i in (1, 3, 5, 7))
    return stretches == 1 and not loose


def puzzle(cols: int, rows: int, seed: str, share: float = 0.5) -> str:
    """Return a Slitherlink puzzle as a ``.nl`` text; it has a solution, and perhaps more.

    Args:
        cols: of the board.
        rows: of the board.
        seed: another one gives another board.
        share: of the cells that keep their clue.
    """
    random = Random(f"slitherlink {cols} {rows} {seed}")
    inside = piece(cols, rows, random)
    lines = []
    for row in range(rows):
        tokens = []
        for col in range(cols):
            beside = [(row + down, col + right) in inside for down, right in _AROUND[::2]]
            clue = sum(each != ((row, col) in inside) for each in beside)
            tokens.append(str(clue) if random.random() < share else ".")
        lines.append("    " + " ".join(tokens))
    head = f'puzzle "{cols}x{rows} slitherlink, seed {seed}" is slitherlink {{\n  topology square;'
    return "\n".join([head, "  board", *lines, "  end", "}", ""])
