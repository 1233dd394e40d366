"""Links of puzz.link by an encoder of the tests' own, which shares nothing with nlc's codecs.

It follows the public description of the codecs, and takes any of the texts that mean the same: runs
of empty cells are cut at random, clues take empty cells with them or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from support.sheets import said

import nlc
from nlc.formats.pzpr.genre import rows

UNTOLD = "?"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

Cell = tuple[int, int]
Values = list[object]


class Board:
    """A board with clues at random: its body, and what it says."""

    def __init__(self, pid: str, seed: int) -> None:
        self.pid, self.random = pid, Random(f"{pid} {seed}")
        self.high, self.wide = self.random.randint(2, 7), self.random.randint(2, 7)
        if pid == "sudoku":
            self.high = self.wide = self.random.choice((4, 6, 9, 16))
        self.body = ""
        self.says: dict[str, dict[Cell, object]] = {}
        self.options: dict[str, str] = {}

    @property
    def cells(self) -> list[Cell]:
        return [(row, col) for row in range(self.high) for col in range(self.wide)]

    def some(self, values: Values, places: int | None = None, share: float = 0.3) -> Values:
        count = len(self.cells) if places is None else places
        chosen = (self.random.random() < share for _ in range(count))
        return [self.random.choice(values) if yes else None for yes in chosen]

    def say(self, name: str, values: Values, meaning: Callable[[int], object] = int) -> None:
        told = zip(self.cells, values, strict=True)
        self.says[name] = {c: meaning(v) for c, v in told if isinstance(v, int)}

    def say_untold(self, name: str, values: Values) -> None:
        told = zip(self.cells, values, strict=True)
        self.says[name] = {cell: True for cell, value in told if value == UNTOLD}

    # ---------- codecs ----------

    def runs(self, values: Values, first: int, most: int, one: Callable[[object], str]) -> None:
        empty = 0
        for value in [*values, 0]:
            if value is None:
                empty += 1
                continue
            while empty:
                run = self.random.randint(1, min(empty, most))
                self.body += DIGITS[first + run - 1]
                empty -= run
            self.body += one(value)
        self.body = self.body.removesuffix(one(0))

    def sixteen(self, values: Values) -> None:
        def one(value: object) -> str:
            if not isinstance(value, int):
                return "."
            return (
                f"{value:x}" if value < 16 else f"-{value:02x}" if value < 256 else f"+{value:03x}"
            )

        self.runs(values, 16, 20, one)

    def four(self, values: Values) -> None:
        at = 0
        while at < len(values):
            value, free = values[at], 0
            while at + 1 + free < len(values) and values[at + 1 + free] is None:
                free += 1
            if value is None:
                more = self.random.randint(0, min(free, 19))
                self.body += DIGITS[16 + more]
            elif value == UNTOLD:
                self.body, more = self.body + ".", 0
            else:
                more = self.random.randint(0, min(free, 2))
                self.body += DIGITS[int(str(value)) + 5 * more]
            at += 1 + more

    def packed(self, values: list[int], base: int, count: int) -> None:
        for start in range(0, len(values), count):
            part = [*values[start : start + count], *[0] * count][:count]
            number = 0
            for value in part:
                number = number * base + value
            self.body += DIGITS[number]

    def circles(self, name: str, signs: str) -> None:
        values = self.some([1, 2])
        self.packed([int(str(value or 0)) for value in values], 3, 3)
        self.say(name, values, lambda value: signs[value - 1])

    def arrows(self, values: Values) -> None:
        def one(value: object) -> str:
            if value == 0:
                return "+"  # a grey cell
            assert isinstance(value, tuple)
            side, number = value
            if number == UNTOLD:
                return f"{side}."
            return f"{side}{number:x}" if number < 16 else f"{side + 5}{number:02x}"

        self.runs(values, 10, 26, one)

    def rooms(self, name: str = "room") -> list[Cell]:
        """Encode rooms; return the first cell of each, in reading order."""
        root = {cell: cell for cell in self.cells}

        def find(cell: Cell) -> Cell:
            while root[cell] != cell:
                cell = root[cell]
            return cell

        links = [((r, c), (r, c + 1)) for r, c in self.cells if c + 1 < self.wide]
        below = [((r, c), (r + 1, c)) for r, c in self.cells if r + 1 < self.high]
        for one, other in [*links, *below]:
            if self.random.random() < 0.45:
                first, last = sorted((find(one), find(other)))
                root[last] = first
        for part in (links, below):
            self.packed([int(find(one) != find(other)) for one, other in part], 2, 5)
        self.says[name] = {cell: find(cell) for cell in self.cells}
        return sorted(set(self.says[name].values()))  # type: ignore[type-var]

    def numbered_rooms(self, name: str, values: Values) -> None:
        homes = self.rooms()
        numbers = self.some(values, len(homes), 0.5)
        self.sixteen(numbers)
        told = zip(homes, numbers, strict=True)
        self.says[name] = {home: number for home, number in told if isinstance(number, int)}


NUMBERS = [1, 2, 3, 9, 12, 15, 16, 40, 90, UNTOLD]


def made(pid: str, seed: int) -> Board:
    """Return a board of a genre."""
    board = Board(pid, seed)
    numbers = {
        "akari": ("clue", "block", [0, 1, 2, 3, 4, UNTOLD]),
        "cave": ("clue", "unknown", NUMBERS),
        "hashi": ("clue", "island", [*range(1, 9), UNTOLD]),
        "kurodoko": ("clue", "unknown", NUMBERS),
        "mines": ("clue", "unknown", [*range(9), UNTOLD]),
        "nurikabe": ("size", "isle", NUMBERS),
        "shikaku": ("size", "area", NUMBERS),
        "slither": ("clue", "", [0, 1, 2, 3, 4, UNTOLD]),
    }
    numbers_of_rooms = {
        "country": ("size", [1, 2, 3, 16, UNTOLD]),
        "detour": ("turns", [0, 1, 2, 16, UNTOLD]),
        "heyawake": ("clue", [0, 1, 2, 16, UNTOLD]),
        "yajilin-regions": ("clue", [0, 1, 2, 16, UNTOLD]),
    }
    circles = {"mashu": ("pearl", "wb"), "yinyang": ("stone", "wb"), "moonsun": ("sky", "sm")}
    if pid in numbers:
        name, untold, values = numbers[pid]
        clues = board.some(values)
        (board.four if pid in ("akari", "slither") else board.sixteen)(clues)
        board.say(name, clues)
        if untold:
            board.say_untold(untold, clues)
    elif pid in numbers_of_rooms:
        board.numbered_rooms(*numbers_of_rooms[pid])
    elif pid in circles:
        if pid == "moonsun":
            board.rooms()
        board.circles(*circles[pid])
    elif pid in ("numlin", "arukone"):
        count = len(board.cells)
        labels = board.random.sample(
            [1, 2, 9, 15, 16, 40, 52], board.random.randint(1, min(7, count // 2))
        )
        ends = board.random.sample(range(count), 2 * len(labels))
        clues = [None] * count
        for i, place in enumerate(ends):
            clues[place] = labels[i // 2]
        board.sixteen(clues)
        board.say("label", clues, str if pid == "numlin" else lambda value: LETTERS[value - 1])
    elif pid == "hitori":
        clues = board.some([1, 2, 9, 10, 35, 36, 90, UNTOLD], share=0.8)
        for value in clues:
            small = isinstance(value, int) and value < 36
            long = f"-{DIGITS[value // 36]}{DIGITS[value % 36]}" if isinstance(value, int) else "@"
            board.body += "." if value is None else DIGITS[int(str(value))] if small else long
        board.say("num", clues, str)
    elif pid == "sudoku":
        high = {4: 2, 6: 2, 9: 3, 16: 4}[board.high]
        wide = board.high // high
        clues = board.some([*range(1, board.high + 1), UNTOLD])
        board.sixteen(clues)
        board.say("num", clues)
        board.says["box"] = {(r, c): (r // high * high, c // wide * wide) for r, c in board.cells}
    elif pid in ("ripple", "cojun", "suguru"):
        board.rooms()
        clues = board.some([1, 2, 3, UNTOLD])
        board.sixteen(clues)
        board.say("num", clues)
    elif pid in ("lits", "norinori", "doubleback"):
        board.rooms()
    elif pid == "starbattle":
        board.options["stars"] = str(board.random.randint(1, 3))
        board.body = f"{board.options['stars']}/"
        board.rooms()
    elif pid == "simpleloop":
        clues = board.some([1], share=0.2)
        board.packed([int(value is not None) for value in clues], 2, 5)
        board.say("blocked", clues, bool)
    elif pid == "yajilin":
        clues = board.some([0, (1, 0), (2, 3), (3, 16), (4, 90), (2, UNTOLD), (0, UNTOLD)])
        board.arrows(clues)
        board.say("grey", clues, lambda _: True)
        arrows = [
            (cell, *value)
            for cell, value in zip(board.cells, clues, strict=True)
            if isinstance(value, tuple)
        ]
        board.says["clue"] = {cell: number for cell, _, number in arrows if number != UNTOLD}
        board.says["arrow"] = {cell: " NSWE"[side] for cell, side, _ in arrows if side}
        board.says["unknown"] = {cell: True for cell, side, _ in arrows if not side}
    else:
        assert pid == "creek"
        clues = board.some([0, 1, 2, UNTOLD], (board.high + 1) * (board.wide + 1))
        board.four(clues)
        width = board.wide + 1
        board.says["clue"] = {
            divmod(i, width): value for i, value in enumerate(clues) if isinstance(value, int)
        }
    return board


def links(pid: str) -> Iterator[Board]:
    return (made(pid, seed) for seed in range(6))


PIDS = sorted({row.pid for row in rows()} - {"ayeheya"})  # whose rooms are not random


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("pid", PIDS)
def test_a_link_says_what_was_encoded(pid: str) -> None:
    for board in links(pid):
        url = f"https://puzz.link/p?{pid}/{board.wide}/{board.high}/{board.body}"
        (puzzle,) = nlc.loads(url)
        _, (high, wide, *_), options, givens = said(puzzle)
        assert (high, wide) == (board.high, board.wide)
        found = {
            name: {
                ((place.row, place.col) if pid == "creek" else place): value
                for place, value in clues.items()
            }
            for name, clues in givens.items()
            if clues
        }
        assert found == {name: clues for name, clues in board.says.items() if clues}, url
        assert {name: str(options[name]) for name in board.options} == board.options
