"""How games of Simon Tatham's collection describe their boards."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits

from nlc.errors import fail
from nlc.formats.lines import Text
from nlc.formats.parts import Parts, put_circle, put_number, take_circles, take_numbers
from nlc.formats.sheet import Cell, Sheet
from nlc.formats.tatham_row import Code, runs, written_runs

_SIGNS = digits + ascii_lowercase + ascii_uppercase


@dataclass(frozen=True)
class Numbers(Code):
    """Numbers in cells, between runs of empty ones.

    Attributes:
        most: the largest number of one sign; 0: numbers have as many digits as they like, and are
            parted by ``_``. Above 9, they go on with capital letters.
        unknown: a clue whose number is not told; empty: there is none.
        least: the smallest number.
    """

    most: int = 0
    unknown: str = ""
    least: int = 0

    @property
    def _clue(self) -> str:
        if not self.most:
            return "[0-9]+"
        top = f"A-{chr(ord('A') + self.most - 10)}" if self.most > 9 else ""
        return f"[{self.least}-{min(self.most, 9)}{top}{self.unknown}]"

    def read(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        what = f"{self.least} to {self.most}" if self.most else "numbers"
        what += f" and {self.unknown}" * bool(self.unknown)
        for place, clue, span in runs(text, sheet.rows * sheet.cols, self._clue, what):
            if self.unknown and clue == self.unknown:
                number = None
            elif len(clue) > 6:
                raise fail("this number is too large", span)
            else:
                number = int(clue) if clue.isdigit() else ord(clue) - ord("A") + 10
            put_number(sheet, parts, divmod(place, sheet.cols), number, span)

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        numbers = take_numbers(sheet, parts)

        def said(cell: Cell) -> str | None:
            if cell not in numbers:
                return None
            number = numbers[cell]
            if number is None and not self.unknown:
                where = sheet.name(cell)
                raise fail(f"the game has no clue without a number, as at {where}")
            if number is None:
                return self.unknown
            if self.most and not self.least <= int(number) <= self.most:
                raise fail(f"the game has numbers from {self.least} to {self.most}, not {number}")
            return str(number) if int(number) < 10 or not self.most else _SIGNS[26 + int(number)]

        return written_runs([said(cell) for cell in sheet.cells], parted=not self.most)


class Circles(Code):
    """``W`` white and ``B`` black circles, between runs of empty cells."""

    def read(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        for place, clue, span in runs(text, sheet.rows * sheet.cols, "[BW]", "B and W"):
            put_circle(sheet, parts, divmod(place, sheet.cols), clue == "B", span)

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        black = take_circles(sheet, parts)
        clues = ["WB"[black[cell]] if cell in black else None for cell in sheet.cells]
        return written_runs(clues, parted=False)


class Full(Code):
    """A number in every cell, a sign each."""

    def read(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        cells = sheet.cells
        for at, char in enumerate(text.text):
            if char not in _SIGNS:
                raise text.wrong(f"'{char}' is not a number", at, at + 1)
            if at == len(cells):
                message = f"the board has {len(cells)} cells, and here is one more"
                raise text.wrong(message, at, at + 1)
            put_number(sheet, parts, cells[at], _SIGNS.index(char), text.span(at, at + 1))
        if len(text.text) < len(cells):
            message = f"the description ends after {len(text.text)} of {len(cells)} cells"
            raise text.wrong(message, len(text.text) - 1, len(text.text))

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        numbers = take_numbers(sheet, parts)
        out = []
        for cell in sheet.cells:
            number = str(numbers.get(cell))
            if not number.isdecimal() or int(number) >= len(_SIGNS):
                there = "none" if number == "None" else f"'{number}'"
                raise fail(
                    f"the game has a number in every cell, and {sheet.name(cell)} has {there}"
                )
            out.append(_SIGNS[int(number)])
        return "".join(out)


class Skips(Code):
    """Two kinds of circle: a letter skips 0 to 24 cells and sets one, large for a black one.

    ``z`` skips 25 cells and sets none; the last letter sets the place behind the board.
    """

    def read(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        place, size = 0, sheet.rows * sheet.cols
        for at, char in enumerate(text.text):
            if char not in ascii_lowercase + ascii_uppercase:
                hint = "letters skip cells; large ones set a 1, small ones a 0"
                raise text.wrong(f"'{char}' is not a letter", at, at + 1, hint)
            place += ord(char.lower()) - ord("a")
            if place > size:
                raise text.wrong(f"the board has {size} cells, and here is one more", at, at + 1)
            if char in "zZ":
                continue
            if place < size:
                cell = divmod(place, sheet.cols)
                put_circle(sheet, parts, cell, char.isupper(), text.span(at, at + 1))
            place += 1
        if place != size + 1:
            message = f"the description ends after {min(place, size)} of {size} cells"
            raise text.wrong(message, len(text.text) - 1, len(text.text))

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        black = take_circles(sheet, parts)
        out: list[str] = []
        skipped = 0
        for cell in [*sheet.cells, None]:
            if cell is not None and cell not in black:
                skipped += 1
                continue
            out.append("z" * (skipped // 25))
            letter = ascii_lowercase[skipped % 25]
            out.append(letter.upper() if cell is not None and black[cell] else letter)
            skipped = 0
        return "".join(out)
