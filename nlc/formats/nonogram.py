"""Nonograms as text: the numbers of all rows and of all columns, headed or in a known order.

``rows`` and ``columns`` stand before their lists, whichever comes first: a line of numbers each as
in ``.non`` files (Simpson) and those of Gnonograms, or JSON, or webpbn's XML. Without headings the
size tells them apart, and rows come first: ``W H`` (``.nin``, Wilk), ``H W`` with a line ``#``
between (``.mk``, Olšák), H and W on lines of their own (``.cwd``); ``.g`` has a line ``:`` before
rows, columns and the end. Numbers are parted by blanks or commas; 0 or none is an empty line, also
a blank one where the size asks for it. Other colours than one are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from nlc.errors import Source, fail
from nlc.formats.base import Format, Support, Text, each_puzzle, lines_of, only, row_span
from nlc.formats.sheet import Sheet
from nlc.language.syntax import Puzzle

_WORD = r"(?:row|col(?:umn)?)s?(?:[ _-]?(?:clue|hint)s?)?|[rc](?=\d)"
_NAME = rf"\b(?:{_WORD})(?:[ _#]*\d+)?\b(?: *\([^()\d]*\))?"
_HEADING = rf"""(?:^[\[ ]*{_NAME}[\] ]*$|[\[{{"', ]*{_NAME}["' ]*[:=])"""
_ASIDE = r"\s*(?:title|by|copyright|license|catalogue|goal|saved|width|height|\[(?!row|col)[a-z])"
_PIECE = re.compile(rf"(?i)^{_ASIDE}.*|{_HEADING}|(?:(?!{_HEADING}).)+|^$")
_TAGS = {
    r'<clues type="(row|col)\w*">': r"\1:",
    r"<line>(.*)</line>|<line/>": r"[\1]",
    r'<count color="(?!black")(\w*)">': r" \1",
    r"<solution.*|</clues>": "[end]",
    "<[^>]*>": " ",
}
_NUMBER = r"[^\s,\"'()]+"
_HINT = "write 'rows:' and 'columns:' before their lists, a line for each row and column"


def recognises(text: str) -> bool:
    """Return whether a text has a heading of rows and one of columns."""
    found = re.findall(f"(?im){_HEADING}", text)
    return "<clues" in text or len({*map(_side, found)}) == 2


def _side(heading: str) -> str:
    """Return ``r`` for a heading of rows, and ``c`` for one of columns."""
    return next(letter for letter in heading.lower() if letter in "rc")


def parse(source: Source, genre: str = "nonogram") -> Iterator[Puzzle]:
    """Yield the puzzles of a source, with ``====`` between; see `Format.parse`."""
    text = source.text
    for tag, sign in _TAGS.items() if "<clues" in text else ():
        text = re.sub(tag, sign, text)
    parts = groupby(lines_of(Source(source.path, text)), lambda line: "====" in line.text)
    found = [[*part] for divider, part in parts if not divider]
    yield from each_puzzle(source, found, partial(_parse, genre))


def _parse(genre: str, lines: list[Text], title: str) -> Puzzle:
    sections: dict[str, list[Text]] = {}
    here, size = list[Text](), dict[str, int]()
    for piece in (piece for line in lines for piece in line.words(_PIECE)):
        if re.fullmatch(f"(?i){_HEADING}", piece.text):
            here = sections.setdefault(side := _side(piece.text), [])
            if nth := re.search(r"\d+", piece.text):
                here += [piece.cut(0, 0)] * (size.get("last" + side, 0) - len(here))
                size[side] = size["last" + side] = len(here) + 1
            if nth and nth[0].lstrip("0") != str(size[side]):
                raise fail(f"expected number {size[side]}; they count from 1", piece.place)
        elif re.match(f"(?i){_ASIDE}", piece.text):
            here, told = [], piece.text.lower().split()
            if told[0] in ("width", "height") and told[-1].isdecimal():
                size["c" if told[0] == "width" else "r"] = int(told[-1][:7])
        else:
            here.append(piece)
    sections = sections or _in_order(lines)
    rows, cols = (_clues(sections.get(x, []), size.get(x, 0), lines[0]) for x in "rc")
    for odd in (n for x in rows + cols for n in x if not re.fullmatch("[0-9]{1,6}", n.text)):
        raise fail("expected a number; there are no colours here", odd.place)
    down, right = (sum(int(n.text) for x in each for n in x) for each in (rows, cols))
    if down != right:
        raise fail(f"the rows have {down} shaded cells, and the columns {right}", lines[0].place)
    sheet = Sheet(genre, len(rows), len(cols), title)
    given = sheet.parts.outside
    for place, clue in zip(sheet.rim(given, "W") + sheet.rim(given, "N"), rows + cols, strict=True):
        assert place is not None
        sheet.put(given, place, ",".join(n.text for n in clue) or "0", row_span(clue or lines[:1]))
    return sheet.puzzle(lines[0].place)


def _in_order(lines: list[Text]) -> dict[str, list[Text]]:
    """Return the lines of rows and of columns of a text without headings."""
    parts = groupby(lines, lambda line: line.text.strip() in ("#", ":"))
    groups = [[x for x in part if x.text.strip()] for divider, part in parts if not divider]
    if len(groups) > 2:
        return {"r": groups[1], "c": groups[2]}
    body = [line for group in groups for line in group]
    at = 1 if body and len(body[0].words()) > 1 else 2  # of the first line behind the size
    sizes = [int(n.text[:7]) if n.text.isdecimal() else 0 for x in body[:at] for n in x.words()]
    if len(sizes) != 2 or sum(sizes) != len(body) - at:
        raise fail("rows and columns cannot be told apart here", lines[0].place, _HINT)
    high = at + sizes[at == 1 == len(groups)]
    return {"r": body[at:high], "c": body[high:]}


def _clues(lines: list[Text], size: int, head: Text) -> list[list[Text]]:
    """Return the numbers of each row or column of some lines; `size` of them, if that is known."""
    found = [line for line in lines if line.text.strip(" ,]}")]
    if any("[" in line.text for line in found):
        lists = [each for line in found for each in line.words(r"\[[^\[\]]*\]|\w+")]
        for odd in (each for each in lists if "[" not in each.text):
            raise fail("expected lists of numbers, each in one line", odd.place, _HINT)
        found = [each.cut(1, len(each.text) - 1) for each in lists]
    elif len(found) == 1 != size and (sign := re.search(r"[;/|]|,(?=\s)", found[0].text)):
        found = found[0].split(sign[0])
    elif len(found) < size == len(lines[:size]) and not any(x.text.strip() for x in lines[size:]):
        found = lines[:size]
    if not found or len(found) != (size or len(found)):
        message = f"expected {size or 'all'} rows and columns, and here are {len(found)}"
        raise fail(message, (lines or [head])[0].place, _HINT)
    return [line.words(_NUMBER) for line in found]


FORMAT = Format(
    "nonogram",
    "files of Nonogram programs, and lists below 'rows:' and 'columns:'",
    (".non", ".nin", ".mk", ".cwd", ".g", ".gno", ".nonpack"),
    recognises,
    parse,
    None,
    parse_as=parse,
    genres=only("nonogram", support=Support(write=False)),
    genre="nonogram",
)
