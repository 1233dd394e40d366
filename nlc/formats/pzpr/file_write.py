"""Writes files of pzpr, with an answer where there is one."""

from __future__ import annotations

from collections.abc import Callable

from nlc.formats.pzpr.blocks import Drawn
from nlc.formats.pzpr.body import GREY, UNTOLD, Item
from nlc.formats.pzpr.layers import Layers, Link
from nlc.formats.pzpr.row import LETTERS, Row


def write_file(row: Row, flags: str, layers: Layers, drawn: Drawn, later: int | None = None) -> str:
    """Return the file of a puzzle and its answer, a field a line.

    Args:
        row: the genre.
        flags: that change the rules.
        layers: the puzzle.
        drawn: the answer.
        later: the layout; None: that of the row.
    """
    later = row.written if later is None else later
    size = [layers.cols] if row.genre == "sudoku" else [layers.rows, layers.cols]
    first = f"pzprv3.{later}" if later else "pzprv3"
    lines = [first, row.name or row.pid, *map(str, size)]
    writer = _Writer(row, flags, layers, drawn)
    if flags and "passing" not in row.file:
        lines.append(flags)
    for block in row.later.get(later, row.file):
        lines += getattr(writer, "_" + block.replace("-", "_"))()
    return "\n".join([*lines, ""])


class _Writer:
    """Writes the blocks of a file."""

    def __init__(self, row: Row, flags: str, layers: Layers, drawn: Drawn) -> None:
        self.row, self.flags, self.layers, self.drawn = row, flags, layers, drawn
        self.blank = {item.place for item in layers.blank}
        self.cells = {item.place: item for item in layers.cells}

    def _rows(self, rows: int, cols: int, token: Callable[[int], str]) -> list[str]:
        return [
            "".join(token(row * cols + col) + " " for col in range(cols)) for row in range(rows)
        ]

    def _each(self, token: Callable[[int], str]) -> list[str]:
        return self._rows(self.layers.rows, self.layers.cols, token)

    def _between(self, token: Callable[[Link], str]) -> list[str]:
        rows, cols = self.layers.rows, self.layers.cols
        links = list(self.layers.links())
        across, down = links[: rows * (cols - 1)], links[rows * (cols - 1) :]
        return [
            *self._rows(rows, cols - 1, lambda i: token(across[i])),
            *self._rows(rows - 1, cols, lambda i: token(down[i])),
        ]

    # ---------- the puzzle ----------

    def _numbers(self) -> list[str]:
        return self._each(lambda n: "#" if n in self.blank else _told(self.cells.get(n)))

    def _points(self) -> list[str]:
        points = {item.place: item for item in self.layers.points}
        rows, cols = self.layers.rows + 1, self.layers.cols + 1
        return self._rows(rows, cols, lambda n: _told(points.get(n)))

    def _letters(self) -> list[str]:
        def letter(number: int) -> str:
            item = self.cells.get(number)
            known = item is not None and 0 < item.value <= len(LETTERS)
            return LETTERS[item.value - 1] if item is not None and known else _told(item)

        return self._each(letter)

    def _arrows(self) -> list[str]:
        def arrow(number: int) -> str:
            item = self.cells.get(number)
            if item is None:
                return "."
            return "#" if item.value == GREY else f"{item.side},{_told(item)}"

        return self._each(arrow)

    def _blank(self) -> list[str]:
        return self._each(lambda n: "*" if n in self.blank else ".")

    def _rooms(self) -> list[str]:
        rooms = self.layers.rooms()
        told = self._each(lambda n: "." if rooms[n] < 0 else str(rooms[n]))
        return [str(max(rooms) + 1), *told]

    def _border(self) -> list[str]:
        walls = self.layers.walls or set()
        return self._between(lambda link: str(int(link in walls)))

    def _count(self) -> list[str]:
        return [str(self.layers.count)]

    def _passing(self) -> list[str]:
        return ["dontpassallcell" if self.flags else "passallcell"]

    # ---------- the answer ----------

    def _shaded_numbers(self) -> list[str]:
        shade = self.drawn.shade
        return self._each(lambda n: "#" if n in shade else _told(self.cells.get(n)))

    def _shade(self) -> list[str]:
        return self._each(lambda n: "#" if n in self.drawn.shade else ".")

    def _answers(self) -> list[str]:
        given, numbers = self.cells, self.drawn.numbers
        return self._each(lambda n: "." if n in given else str(numbers.get(n, ".")))

    def _line(self) -> list[str]:
        return self._between(lambda link: str(self.drawn.line.get(link, 0)))

    def _regions(self) -> list[str]:
        walls = self.drawn.walls or set()
        return self._between(lambda link: str(int(link in walls)))

    def _sides(self) -> list[str]:
        rows, cols = self.layers.rows, self.layers.cols
        upright, level = set(), set()
        for cell, side in self.drawn.sides:
            row, col = divmod(cell, cols)
            if side in "WE":
                upright.add(row * (cols + 1) + col + (side == "E"))
            else:
                level.add((row + (side == "S")) * cols + col)
        return [
            *self._rows(rows, cols + 1, lambda n: str(int(n in upright))),
            *self._rows(rows + 1, cols, lambda n: str(int(n in level))),
        ]

    def _colours(self) -> list[str]:
        return self._each(lambda n: "0")


def _told(item: Item | None) -> str:
    return "." if item is None else "-" if item.value == UNTOLD else str(item.value)
