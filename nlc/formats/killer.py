"""Killer Sudokus in a line, as solvers exchange them, or as a list of cages.

``3x3::k:`` (``3x3:d:k:`` with diagonals) and 81 numbers between colons: each is 256 times the sum
of its cage, or 0, and the name of the cage. ``SumoCueV1`` (``D`` with diagonals) and 81 entries:
``=nn`` starts a cage of the sum nn, ``+nn`` is a cell of the cage that starts in cell nn, from 0;
``Jn`` behind it is the cell's box. A list has a line for each cage: ``15: r1c1 r1c2``, or
``r1c1+r1c2=15``. Cells without a sum are in no cage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nlc.errors import Source, fail
from nlc.formats.base import Format, Support, Text, each_puzzle, first_line, lines_of, only
from nlc.formats.sheet import Cell, Sheet, box_sides
from nlc.formats.sheet import boxes as boxes_of
from nlc.language.syntax import Puzzle

_LINE = re.compile(r"3x3:(d?):k((?::\d+){81}):?|SumoCueV1(D?)((?:[=+]\d+(?:J[0-8])?){81})")
_NUMBER = r"(?:[1-9]|1\d|2[0-5])(?!\d)"
_CAGE = re.compile(rf"(?i)(\d+[\s:=]+)?(?:r{_NUMBER}c{_NUMBER}[\s,+]*)+(?(1)|[:=]\s*\d+)")


def recognises(text: str) -> bool:
    """Return whether the first line is a puzzle, or a cage."""
    line = first_line(text)
    return (_LINE.fullmatch(line) or _CAGE.fullmatch(line)) is not None


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`. All cages of a list are one puzzle."""
    lines = [x.strip() for x in lines_of(source) if (bare := x.text.strip()) and bare[0] != "#"]
    listed = bool(_CAGE.fullmatch(first_line(source.text)))
    return each_puzzle(source, [lines] if listed else [[line] for line in lines], _parse)


def _parse(lines: Sequence[Text], title: str) -> Puzzle:
    """Return the puzzle of a line, or of lines of one cage each."""
    names, totals, boxes = dict[Cell, int](), dict[int, int](), dict[Cell, str]()
    found = _LINE.fullmatch(lines[0].text)
    for number, line in enumerate(() if found else lines):
        if not _CAGE.fullmatch(line.text):
            raise fail("expected a cage, such as '15: r1c1 r1c2', or '3x3::k:…'", line.place)
        for row, col in re.findall(r"(?i)r(\d+)c(\d+)", line.text):
            if names.setdefault((int(row) - 1, int(col) - 1), number) != number:
                raise fail(f"r{row}c{col} lies in two cages", line.place)
        totals[number] = int(re.findall(r"(?<![rc\d])\d+", line.text.lower())[0])
    entries = re.findall(r"([:=+])(\d+)(?:J(\d))?", (found[2] or found[4]) if found else "")
    for at, (sign, text, box) in enumerate(entries):
        total, name = divmod(int(text), 256) if sign == ":" else (int(text) * (sign == "="), at)
        names[divmod(at, 9)] = name = int(text) if sign == "+" else name
        totals[name] = totals.get(name, 0) or total
        boxes |= {divmod(at, 9): box} if box else {}
    side, span = max(map(max, names)) + 1, lines[0].place.to(lines[-1].place)
    sheet, first = Sheet("killer", side, side, title), dict[int, Cell]()
    usual = boxes_of(sheet.cells, *box_sides(side))
    sheet.options["diagonal"] = bool(found and (found[1] or found[3]))
    for at, cell in enumerate(sheet.cells):
        name = names.get(cell, -1)
        start = first.setdefault(name if totals.get(name) else ~at, cell)
        sheet.put("cage", cell, f"c{start[0] * side + start[1] + 1}", span)
        if start == cell and totals.get(name):
            sheet.put("total", cell, totals[name], span)
        sheet.put("box", cell, boxes[cell] if boxes else str(usual[cell]), span)
    return sheet.puzzle(span)


_SUMMARY = "Killer Sudokus: 3x3::k:…, SumoCueV1…, or a line for each cage, 15: r1c1 r1c2"
_GENRES = only("killer", support=Support(write=False))
FORMAT = Format(
    "killer", _SUMMARY, (), recognises, parse, None, 14, genres=_GENRES, names_genre=True
)
