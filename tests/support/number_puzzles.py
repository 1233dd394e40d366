"""Random puzzles of the genres in `tests/examples`, each with the solution that it was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from random import Random

EXAMPLES = Path(__file__).parents[1] / "examples"

Grid = list[list[int]]
Cell = tuple[int, int]


def genre(name: str) -> str:
    """Return the text of a genre, which is empty if nlc has it."""
    path = EXAMPLES / f"{name}.nl"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def drawing(name: str, rows: Sequence[Sequence[object]]) -> str:
    """Return a drawing of a puzzle."""
    lines = "\n".join(" ".join(str(token) for token in row) for row in rows)
    return f"board {name}\n{lines}\nend\n"


def shuffled_latin(random: Random, n: int) -> Grid:
    """Return a Latin square."""
    rows, columns, digits = (random.sample(range(n), n) for _ in range(3))
    return [[digits[(r + c) % n] + 1 for c in columns] for r in rows]


def random_cages(random: Random, cells: Sequence[Cell], most: int) -> list[list[Cell]]:
    """Return a division of cells into connected cages."""
    free = set(cells)
    cages = []
    for cell in random.sample(cells, len(cells)):
        if cell not in free:
            continue
        cage, size = [cell], random.randint(1, most)
        free.remove(cell)
        while len(cage) < size:
            near = sorted(
                {(r + y, c + x) for r, c in cage for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                & free
            )
            if not near:
                break
            cage.append(random.choice(near))
            free.remove(cage[-1])
        cages.append(cage)
    return cages


def caged(rows: int, cols: int, cages: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Return the names of the cages of all cells."""
    names = {cell: f"k{i}" for i, cage in enumerate(cages) for cell in cage}
    return [[names[r, c] for c in range(cols)] for r in range(rows)]


def placed(rows: int, cols: int, values: Mapping[Cell, object]) -> list[list[object]]:
    """Return values at their cells, and empty ones."""
    return [[values.get((r, c), ".") for c in range(cols)] for r in range(rows)]


def kenken(
    random: Random, n: int, most: int = 4
) -> tuple[str, Grid, list[tuple[list[Cell], str, int]]]:
    """Return a KenKen, its solution, and its cages with their operations and targets."""
    grid = shuffled_latin(random, n)
    every = [(r, c) for r in range(n) for c in range(n)]
    cages = []
    for cage in random_cages(random, every, most):
        numbers = sorted((grid[r][c] for r, c in cage), reverse=True)
        kinds = ["plus", "times"] if len(cage) > 1 else [""]
        if len(cage) == 2:
            kinds += ["minus", "divided"][: 1 + (numbers[0] % numbers[1] == 0)] * 2
        kind = random.choice(kinds)
        target = {
            "times": prod(numbers),
            "minus": numbers[0] - sum(numbers[1:]),
            "divided": numbers[0] // numbers[-1],
        }.get(kind, sum(numbers))
        cages.append((cage, kind, target))
    parts = [
        drawing("cage", caged(n, n, [cage for cage, _, _ in cages])),
        drawing("target", placed(n, n, {cage[0]: t for cage, _, t in cages})),
        drawing("op", placed(n, n, {cage[0]: kind for cage, kind, _ in cages if kind})),
    ]
    text = f'puzzle "kenken" is kenken {{ topology square;\n{"".join(parts)}}}\n'
    return text, grid, cages


def killer(
    random: Random, width: int, height: int, most: int
) -> tuple[str, Grid, list[list[Cell]]]:
    """Return a Killer Sudoku, its solution and its cages."""
    n = width * height
    digits = random.sample(range(1, n + 1), n)
    rows = [
        b * height + r
        for b in random.sample(range(width), width)
        for r in random.sample(range(height), height)
    ]
    columns = [
        b * width + c
        for b in random.sample(range(height), height)
        for c in random.sample(range(width), width)
    ]
    grid = [[digits[(width * (r % height) + r // height + c) % n] for c in columns] for r in rows]
    every = [(r, c) for r in range(n) for c in range(n)]
    cages: list[list[Cell]] = []
    for cage in random_cages(random, every, most):
        kept: dict[int, Cell] = {}
        for r, c in cage:
            kept.setdefault(grid[r][c], (r, c))
        cages += [list(kept.values()), *([cell] for cell in cage if cell not in kept.values())]
    boxes = [[f"b{r // height * height + c // width}" for c in range(n)] for r in range(n)]
    totals = {cage[0]: sum(grid[r][c] for r, c in cage) for cage in cages}
    parts = [
        drawing("box", boxes),
        drawing("cage", caged(n, n, cages)),
        drawing("total", placed(n, n, totals)),
    ]
    text = f'puzzle "killer" is killer {{ topology square;\n{"".join(parts)}}}\n'
    return text, grid, cages


def kakuro(
    random: Random, size: int, share: float
) -> tuple[str, dict[Cell, int], list[list[Cell]]]:
    """Return a Kakuro, its solution and its runs."""
    while True:
        white = {(r, c) for r in range(size) for c in range(size) if random.random() > share}
        for _ in range(size * size):  # no run of one cell is left
            white = {
                (r, c)
                for r, c in white
                if {(r, c - 1), (r, c + 1)} & white and {(r - 1, c), (r + 1, c)} & white
            }
        filled: dict[Cell, int] = {}
        runs = _runs(white, size)
        if (
            len(white) > size
            and all(len(run) < 10 for run in runs)
            and _fill(random, sorted(white), runs, filled)
        ):
            break
    marks = ""
    for run in runs:
        if len(run) > 1:
            (r, c), way = run[0], "E" if run[0][0] == run[1][0] else "S"
            total = sum(filled[cell] for cell in run)
            marks += f"mark total = {total} at r{r + 1}c{c + 1}.line({way});\n"
    rows = [["." if (r, c) in white else "#" for c in range(size)] for r in range(size)]
    text = 'puzzle "kakuro" is kakuro { topology square;\nboard\n'
    text += "\n".join(map(" ".join, rows)) + f"\nend\n{marks}}}\n"
    return text, filled, [run for run in runs if len(run) > 1]


def skyscrapers(random: Random, n: int) -> tuple[str, list[int | None]]:
    """Return Skyscrapers, and the clues at both ends of all rows, then of all columns."""
    grid = shuffled_latin(random, n)
    streets = [*grid, *map(list, zip(*grid, strict=True))]
    clues: list[int | None] = []
    marks = ""
    for i, street in enumerate(streets):
        for way, side in zip((1, -1), "WE" if i < n else "NS", strict=True):
            line = street[::way]
            view = sum(all(house > before for before in line[:k]) for k, house in enumerate(line))
            clues.append(view if random.random() < 0.6 else None)
            if clues[-1] is not None:
                at = (0 if way > 0 else n - 1) + 1
                cell = f"r{i + 1}c{at}" if i < n else f"r{at}c{i - n + 1}"
                marks += f"mark seen = {view} at {cell}.side({side});\n"
    rows = "\n".join([". " * n] * n)
    text = f'puzzle "s" is skyscrapers {{ topology square;\nboard\n{rows}\nend\n{marks}}}'
    return text, clues


def _runs(white: set[Cell], size: int) -> list[list[Cell]]:
    out = []
    for down, right in ((0, 1), (1, 0)):
        for r, c in sorted(white):
            if (r - down, c - right) not in white:
                run = [(r, c)]
                while (more := (run[-1][0] + down, run[-1][1] + right)) in white:
                    run.append(more)
                out.append(run)
    return out


def _fill(
    random: Random, cells: list[Cell], runs: list[list[Cell]], filled: dict[Cell, int]
) -> bool:
    if len(filled) == len(cells):
        return True
    cell = cells[len(filled)]
    used = {filled[d] for run in runs if cell in run for d in run if d in filled}
    for digit in random.sample(range(1, 10), 9):
        if digit not in used:
            filled[cell] = digit
            if _fill(random, cells, runs, filled):
                return True
            del filled[cell]
    return False
