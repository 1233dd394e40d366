"""Writes files of pzpr, with an answer where there is one."""

from __future__ import annotations

from collections.abc import Callable

from nlc.errors import fail
from nlc.formats.pzpr.blocks import Drawn
from nlc.formats.pzpr.body import GREY, UNTOLD, Item
from nlc.formats.pzpr.layers import Layers, Link
from nlc.formats.pzpr.row import LETTERS, Row


def write_file(row: Row, flags: str, layers: Layers, drawn: Drawn, later: int | None = None) -> str:
    """Return the file of a puzzle and its answer, a field a line.

    Borders within a room make it a file of the last layout, which says all borders.

    Args:
        row: the genre.
        flags: that change the rules.
        layers: the puzzle.
        drawn: the answer.
        later: the layout; None: that of the row.

    Raises:
        UserError: files of the genre have no word for something.
    """
    later = row.written if later is None else later
    rooms = layers.rooms()
    within = any(rooms[a] == rooms[b] >= 0 for a, b in layers.walls or ())
    if within and "border" not in row.blocks(later):
        later = max(row.later, default=0)
    blocks = row.blocks(later)
    if within and "border" not in blocks:
        raise fail(f"a file of {row.pid} has no borders within a room")
    if layers.blank and not {"blank", "numbers-or-blank"} & {*blocks}:
        raise fail(f"a file of {row.pid} has no cells that are no part of the board")
    if flags and not {"passing", "flags"} & {*blocks} and row.flag_names:
        raise fail(f"a file of {row.pid} of the layout {later} has no flags")
    size = [layers.cols] if row.genre == "sudoku" else [layers.rows, layers.cols]
    first = f"pzprv3.{later}" if later else "pzprv3"
    lines = [first, row.name or row.pid, *map(str, size)]
    writer = _Writer(row, flags, layers, drawn)
    for block in blocks:
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

    def _flag_letters(self) -> list[str]:
        return [self.flags] if self.flags else []

    def _flags(self) -> list[str]:
        return [",".join(self.row.flag_names[flag] for flag in self.flags)]

    def _numbers(self) -> list[str]:
        return self._each(lambda n: _told(self.cells.get(n)))

    def _numbers_or_blank(self) -> list[str]:
        return self._each(lambda n: "#" if n in self.blank else _told(self.cells.get(n)))

    def _points(self) -> list[str]:
        points = {item.place: item for item in self.layers.points}
        rows, cols = self.layers.rows + 1, self.layers.cols + 1
        return self._rows(rows, cols, lambda n: _told(points.get(n)))

    def _letters(self) -> list[str]:
        def letter(number: int) -> str:
            item = self.cells.get(number)
            if item is None or item.value == UNTOLD:
                return _told(item)
            if item.value > len(LETTERS):
                raise fail(
                    f"a file of {self.row.pid} has {len(LETTERS)} letters, and more are needed"
                )
            return LETTERS[item.value - 1]

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

    def _crossed(self) -> list[str]:
        return []

    def _colours(self) -> list[str]:
        return self._each(lambda n: "0")


def _told(item: Item | None) -> str:
    return "." if item is None else "-" if item.value == UNTOLD else str(item.value)
