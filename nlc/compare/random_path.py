"""Random Numberlink boards with a known solution, for measurements."""

from __future__ import annotations

from random import Random

Cell = tuple[int, int]


def random_path(size: int, random: Random, moves: int | None = None) -> list[Cell]:
    """Return a random path through all cells of a square board.

    It starts as a snake. A backbite move (Oberdorf, Ferguson, Jacobsen, Kondev 2006) links an end
    to a random neighbour and drops the link that closes the ring which this makes.

    Args:
        size: rows and columns.
        random: where all choices come from.
        moves: number of moves; some for each cell if not given.
    """
    path = [(r, c if r % 2 == 0 else size - 1 - c) for r in range(size) for c in range(size)]
    place = {cell: i for i, cell in enumerate(path)}
    for _ in range(10 * size * size if moves is None else moves):
        if random.random() < 0.5:
            path.reverse()
            place = {cell: i for i, cell in enumerate(path)}
        r, c = path[-1]
        around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        at = place[random.choice([cell for cell in around if cell in place and cell != path[-2]])]
        path[at + 1 :] = path[:at:-1]
        for i in range(at + 1, len(path)):
            place[path[i]] = i
    return path


def puzzle(size: int, pairs: int, seed: int) -> str:
    """Return a Numberlink puzzle as a ``.nl`` text: a random path, cut into one piece a pair.

    Raises:
        ValueError: the board is too small to give each pair three cells.
    """
    if 3 * pairs > size * size:
        raise ValueError(f"{pairs} pairs need {3 * pairs} cells, and there are {size * size}")
    random = Random(f"{size} {pairs} {seed}")
    path = random_path(size, random)
    spare = size * size - 3 * pairs
    cuts = sorted(random.randint(0, spare) for _ in range(pairs - 1))
    ends = [0, *(cut + 3 * (i + 1) for i, cut in enumerate(cuts)), len(path)]
    board = [["."] * size for _ in range(size)]
    for number in range(pairs):
        for row, col in (path[ends[number]], path[ends[number + 1] - 1]):
            board[row][col] = str(number + 1)
    drawing = "\n".join("    " + " ".join(row) for row in board)
    title = f"{size}x{size}, {pairs} pairs, seed {seed}"
    return f'puzzle "{title}" is numberlink {{\n  topology square;\n  board\n{drawing}\n  end\n}}\n'
