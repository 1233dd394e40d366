"""Bare text as grids of tokens, for the formats whose puzzles are rows of cells.

The first entry of `SEPARATORS` that cuts the lines of a board into a rectangle says what stands
between its tokens. Frames, quotes of e-mail, fences, comments, titles and footers are put aside,
and a first line may have the size. No genre is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise, takewhile
from string import ascii_lowercase, ascii_uppercase
from textwrap import dedent

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.errors import Source, Span, fail
from nlc.formats.base import Text, lines_of, row_span, uneven

EMPTY = (".", "-", "_")
"""Tokens of cells without a clue; an empty field of a grid is ``.``."""

Rows = list[list[Text]]
"""The tokens of a board, row by row."""

Fits = Callable[[int, int], bool]
"""Says of numbers of rows and columns whether such a board is possible."""

SETTLE = "write '.' for an empty cell, or the size above it, such as 5x5"
"""What tells apart two boards that one text could be."""


class Grid(Struct):
    """A board as text, cut into tokens in one way.

    Attributes:
        rows: its tokens; not all rows need have equally many.
        separator: what stands between tokens: ``lists``, ``bars``, ``blanks``, ``none``, ``cells``
            where a blank is one, or a sign.
        doubtful: whether the next way to cut the text is as good.
        framed: whether bars or rules are drawn round or between its cells.
        size: the numbers of the line above it that has its size, if there is one.
        aside: the lines before it that are no rows: titles, comments; of the last grid, also those
            after it.
        other: how many columns the text has if it is read in another way that is as good; 0: none.
    """

    rows: Rows
    separator: str
    doubtful: bool = False
    framed: bool = False
    size: list[Text] = field(default_factory=list)
    aside: list[Text] = field(default_factory=list)
    other: int = 0

    @property
    def head(self) -> Span:
        """The place of its first row."""
        return row_span(next(row for row in self.rows if row))

    @property
    def width(self) -> int:
        """The number of columns, 0 if rows differ."""
        lengths = {len(row) for row in self.rows}
        return lengths.pop() if len(lengths) == 1 else 0

    def require_rectangle(self) -> None:
        """Refuse rows of different lengths, and a text that could be two boards.

        Raises:
            UserError: with the place of the row.
        """
        width = len(self.rows[0])
        if self.other:
            if self.size:
                message = "this line may be the size of the board below, or its first row"
                raise fail(message, row_span(self.size), SETTLE)
            message = f"this may be a board of {width} columns, or of {self.other}"
            raise fail(message, self.head, SETTLE)
        for row in self.rows:
            if len(row) != width:
                drawn = any({*token.text} & {*"+|"} for line in self.rows for token in line)
                hint = "write '.' for an empty cell, and no sides or corners of cells"
                raise uneven(row, width, None if row else self.head, hint if drawn else None)


def read_grids(source: Source, points: bool = False) -> list[Grid]:
    """Return the boards of a bare text, in order; see `grids_of`."""
    return grids_of(*plain_lines(source), lambda rows, cols: True, points=points)


def grids_of(
    lines: list[Text], aside: list[Text], fits: Fits, *, points: bool = False, bands: bool = False
) -> list[Grid]:
    """Return the boards of lines, in order; see `plain_lines`.

    Args:
        lines: of the text.
        aside: what was put aside.
        fits: of several readings of a text one that fits is taken.
        points: whether rows are those of corners of cells, one more than the size has.
        bands: whether empty lines may part the rows of one board.
    """
    aside = list(aside)
    rows, starts, framed = _rows_of_boards(lines, aside)
    aside.sort(key=lambda line: line.line)
    out: list[Grid] = []
    ends = [*sorted(starts - {0}), len(rows)]
    longest = max(end - start for start, end in pairwise([0, *ends]))
    left = min((len(row.text) - len(row.text.lstrip()) for row in rows), default=0)
    at = number = 0
    while at < len(rows):
        end = len(rows) if bands else next(end for end in ends if end > at)
        grid, at = _sized(rows, at, end, fits, points) or (_board(rows[at:end], fits), end)
        width = len(grid.rows[0])
        if number and not grid.size and number + points in (len(grid.rows), width):
            grid.other = number
        alone = len(grid.rows) == 1 < longest and not grid.size
        found = alone and _NUMBER.fullmatch("".join(*texts(grid)))
        blanks = len(rows[at - 1].text) - len(rows[at - 1].text.strip())
        if found and (blanks > left or (found[1] and out and len(out[-1].rows[0]) == width)):
            grid.other = len(rows[at - 1].text)
        elif found:
            number = int(found[1] or 0)
            continue
        number = 0
        grid.framed |= framed
        grid.aside = [line for line in aside if line.line < rows[at - 1].line]
        aside = aside[len(grid.aside) :]
        if any(grid.rows):
            out.append(grid)
    if out:
        out[-1].aside += aside
    return out


# ---------- lines ----------

_OTHER_BLANK = re.compile(r"[^\S\t ]|\x1a")
_QUOTED_FRAME = re.compile(r"\s*\| *(?:\+[-=]|[┌╔]|(?<= )\|[-:=])")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_SECTION = re.compile(r"\s*\[([A-Za-z]*[a-z]{3}[A-Za-z ]*)\]\s*")
_NAMED = re.compile(r"\s*[A-Za-z_][\w\[\] ]*=(?=\s*[\[({\"'])")
"""The start of a list in a program: ``name =``."""


def plain_lines(source: Source) -> tuple[list[Text], list[Text]]:
    """Return the lines of a text without quotes, fences and sections, and what was put aside."""
    lines = [replace(line, text=_OTHER_BLANK.sub(" ", line.text)) for line in lines_of(source)]
    lines = [replace(x, text=_NOTHING.sub(lambda w: ".".ljust(len(w[0])), x.text)) for x in lines]
    lines = _without_quotes(lines)
    lines, aside = _inside_fences(lines)
    return _of_section(lines), aside


_NOTHING = re.compile(r"(?<!\w)(?:None|null|nil|NaN|&nbsp;)(?!\w)")
"""Words for an empty cell."""


def _without_quotes(lines: list[Text]) -> list[Text]:
    """Cut the signs of a quotation from the lines that have them, if these stand together."""
    framed = any(_QUOTED_FRAME.match(line.text) for line in lines)
    sign = re.compile(r"\s*\|" if framed else r"\s*>")
    cuts = {at: found.end() for at, line in enumerate(lines) if (found := sign.match(line.text))}
    part = range(min(cuts, default=0), max(cuts, default=-1) + 1)
    if not cuts or any(at not in cuts and lines[at].text.strip() for at in part):
        return lines
    blank = all(lines[at].text[cut : cut + 1] in ("", " ") for at, cut in cuts.items())
    bare = [line.cut(cuts[at] + blank if at in cuts else 0) for at, line in enumerate(lines)]
    return _without_quotes(bare)


def _inside_fences(lines: list[Text]) -> tuple[list[Text], list[Text]]:
    """Return the lines between fences, if there are any, and the other ones, if these are words."""
    if not any(_FENCE.match(line.text) for line in lines):
        return lines, []
    inside: list[Text] = []
    aside: list[Text] = []
    open_ = False
    for line in lines:
        if _FENCE.match(line.text):
            open_ = not open_
            inside.append(line.cut(0, 0))
        else:
            (inside if open_ else aside).append(line)
    rows = [line.text.strip() for line in aside if not _may_be_words(line)]
    if len("".join(rows)) > 15 or sum(map(bool, rows)) > 1:
        return [line.cut(0, 0) if _FENCE.match(line.text) else line for line in lines], []
    return inside, [line for line in aside if line.text.strip()]


def _of_section(lines: list[Text]) -> list[Text]:
    """Return the lines of the section of the puzzle, and those before any section."""
    out, wanted = [], True
    for line in lines:
        if section := _SECTION.fullmatch(line.text):
            wanted = section[1].strip().lower() == "puzzle"
        elif wanted:
            out.append(line)
    return out


# ---------- frames ----------

_BAR = re.compile("[|!│┃║]")
_BARS = str.maketrans(dict.fromkeys("|!│┃║\"'", " "))
_RULE = re.compile(r"(?=.*(?:--|==|\+[-=]\+|[─━═]))[-=+*.:|'`! ─-╿]+")
"""A line of a frame."""

_DOUBLED = re.compile(r"(?<![^\s|])--(?![^\s|])")
"""An empty cell of two dashes."""

_PLAIN_RULE = re.compile(r"[-* ]+")
_PITCHES = ((4, 1), (2, 1), (1, 0), (2, 0))
"""Distances from cell to cell in a frame and places of the first, in the order of trial."""


def _is_rule(line: Text, widths: set[int], dashes: bool) -> bool:
    """Return whether a line belongs to a frame.

    Args:
        line: of the text.
        widths: those of the lines that have a letter or digit.
        dashes: whether cells may be dashes.
    """
    text = line.text.rstrip()
    if not _RULE.fullmatch(text):
        return False
    if _PLAIN_RULE.fullmatch(text):
        return len(text.strip()) > 3 and not (dashes and len(text) in widths)
    return not dashes or len(text) not in widths or set(text) - set("-| .") != set()


# ---------- titles and footers ----------

_WORD = re.compile(r"[^\W\d_]{3,}")
_NUMBERED = re.compile(
    r"\s*(?:[A-Za-z]{2,}\.?\s*#?|#)\s*[0-9]+:?\s*|\s*[A-Za-z_]{3,}(?:,[A-Za-z_]{3,})+\s*"
)
"""A headline such as ``Grid 01`` or ``#3``; the names of columns."""

_LISTED = re.compile(r"\s*(?:[\[{\"']|\((?![A-Za-z]))")


_NUMBER = re.compile(
    r"([0-9]{1,4})[.:)]?|[0-9]{4}([-./])[0-9]+\2[0-9]+|[0-9]+([-./])[0-9]+\3[0-9]{4}"
)
"""The number of a puzzle, or a date."""


def _may_be_words(line: Text) -> bool:
    """Return whether a line could be a title, by itself."""
    text = line.text
    if _LISTED.match(text) or _NAMED.match(text):
        return False
    return _WORD.search(text) is not None or _NUMBERED.fullmatch(text) is not None


def _is_cells(line: Text) -> bool:
    """Return whether a line could be a row, by itself."""
    one = len(line.text.split()) == 1 and "://" not in line.text
    return one or not _may_be_words(line)


def _letters(lines: Iterable[Text]) -> set[str]:
    return {sign for line in lines for sign in line.text if sign.isalpha()}


def _words_apart(lines: Sequence[Text], aside: list[Text]) -> list[Text]:
    """Return lines with empty ones in place of titles, footers and comments, which go aside.

    Such a line stands at an end of a stretch of lines, or starts with ``#``; it has a word of three
    letters, none of which the cells of the board have.
    """
    lines = _without_remarks(lines, aside)
    written = [line for line in lines if line.text.strip()]
    sizes = {line.line for line in written if "x" in line.text and _SIZE.fullmatch(line.text)}
    rows = [line for line in written if _is_cells(line) and line.line not in sizes]
    out = list(lines)
    for inked, group in groupby(range(len(lines)), lambda at: bool(lines[at].text.strip())):
        stretch = [*group] if inked else []
        for step in (stretch, stretch[::-1]):
            for at in takewhile(lambda at: _is_words(lines[at], rows), step):
                out[at] = lines[at].cut(0, 0)
    kept = [x for x in out if not (x.text.lstrip().startswith("#") and _is_words(x, rows))]
    there = {line.line for line in kept if line.text}
    aside += [line for line in lines if line.text and line.line not in there]
    return kept


_REMARK = re.compile(r"(.*?\S)\s+(?:#|//|;)(?=.*[^\W\d_]{3})")
"""A row, and what may be a remark behind it."""


def _without_remarks(lines: Sequence[Text], aside: list[Text]) -> list[Text]:
    """Return lines without remarks behind rows, which are then as long as the other rows."""
    behind = {line.line: found for line in lines if (found := _REMARK.match(line.text))}
    shapes = {_measure(line) for line in lines if line.line not in behind}
    out = list(lines)
    for at, line in enumerate(lines):
        bare = line.cut(0, behind[line.line].end(1)) if line.line in behind else line
        if bare != line and _measure(bare) in shapes:
            aside.append(line.cut(len(bare.text)))
            out[at] = bare
    return out


def _is_words(line: Text, rows: Sequence[Text]) -> bool:
    """Return whether a line is a title, given the lines that could be rows."""
    if "://" in line.text:
        return True
    if not _may_be_words(line):
        return False
    rows = [row for row in rows if row is not line]
    found = _REMARK.match(line.text)
    if not rows or (found and not _may_be_words(line.cut(0, found.end(1)))):
        return False
    signs = _letters(rows)
    number = _NUMBERED.fullmatch(line.text) and "#" in line.text
    if _measure(line) in map(_measure, rows) and (number or _OPEN.search(line.text)):
        return False
    if _NUMBERED.fullmatch(line.text):
        return number or not signs or len(line.text.split()) > 1
    strange = len(_letters([line]) - signs)
    one = line.text.strip().isalnum() and any(row.text.strip().isalpha() for row in rows)
    return strange > 2 and not one


_OPEN = re.compile(r"^\S*[._*#]\S*$|(?<!\S)[._*](?!\S)|(?<=\S )#(?!\S)")
"""The sign of an empty cell in a row of one word, or alone among others; not the first ``#``."""


def _measure(line: Text) -> tuple[int, int]:
    """Return the number of words, or of fields, and the width of a single one."""
    sign = next((sign for sign in "\t,;" if sign in line.text), None)
    words = line.text.split(sign)
    return len(words), len(words[0]) if len(words) == 1 else 0


# ---------- boards ----------

_SIZE = re.compile(r" *([1-9][0-9]{0,3})(?:( ?[x×*,/] ?| )([1-9][0-9]{0,3})(?: +[0-9]+)*)? *")
_SIGNS = re.compile(r"[._*]|(?<![0-9])-|-(?![0-9])")
"""Signs of empty cells; where there are any, blanks are none."""

_CELL = r"[0-9]+|[^\W_]|[-._#?*]"
_SPACED = re.compile(rf"(?:{_CELL})(?: (?:{_CELL}))+")


def _rows_of_boards(lines: list[Text], aside: list[Text]) -> tuple[list[Text], set[int], bool]:
    """Return the rows of all boards, where boards start, and whether there are rules between.

    What is put aside is added to `aside`.
    """
    clued = [line for line in lines if re.search(r"[^\W_]", line.text)]
    cells = [line.text.rstrip() for line in clued if _is_cells(line)]
    dashes = any("-" in text for text in cells) or not any(
        sign in text for text in cells for sign in ".0_?"
    )
    widths = {len(text) for text in cells}
    if any(_DOUBLED.search(x.text) and re.search(r"\w|\| --", x.text) for x in lines):
        lines = [replace(line, text=_DOUBLED.sub("..", line.text)) for line in lines]
    rules = {line.line for line in lines if _is_rule(line, widths, dashes)}
    lines = [line for line in lines if line.line not in rules]
    for _ in range(2):  # of two titles, one may be in the way of the other
        lines = _words_apart(lines, aside)
    blank = _width_of_blank_rows(lines)
    tabs = max((line.text.count("\t") for line in lines if line.text.strip()), default=0)
    rows: list[Text] = []
    gaps: list[int] = []
    gap = wide = 0
    for line in lines:
        if line.line - 1 in rules:  # of a rule between rows the wider side counts
            wide, gap = max(wide, gap), 0
        empty = (blank and len(line.text) == blank) or (tabs and line.text.count("\t") == tabs)
        if line.text.strip() or empty:
            rows.append(line)
            gaps.append(max(wide, gap))
            gap = wide = 0
        else:
            gap += 1
    least = min(gaps[1:], default=0)  # rows may be double-spaced
    return rows, {at for at, gap in enumerate(gaps) if gap > least}, bool(rules)


def _width_of_blank_rows(lines: Sequence[Text]) -> int:
    """Return how wide a line of blanks is if it is a row; 0 if blanks are no cells."""
    inked = [line.text for line in lines if line.text.strip()]
    if any(_SIGNS.search(text) or any(sign in text for sign in ",;\t|") for text in inked):
        return 0
    single = all(_SPACED.fullmatch(text.rstrip()) for text in inked)
    return 0 if single else max(map(len, inked), default=0)


def _sized(
    rows: list[Text], at: int, end: int, fits: Fits, points: bool
) -> tuple[Grid, int] | None:
    """Return the board whose size is in a line, and where it ends; None if there is no such.

    Args:
        rows: of all boards.
        at: the place of the line.
        end: where the stretch of lines without an empty one ends.
        fits: see `grids_of`.
        points: see `grids_of`.
    """
    found = _SIZE.fullmatch(rows[at].text)
    if found is None:
        return None
    height, width = int(found[1]), int(found[3] or found[1])
    if width == 1 == height:
        return None
    for high, wide in dict.fromkeys([(height, width), (width, height)]):
        high, wide = high + points, wide + points
        stop = at + 1 + high
        part = rows[at + 1 : stop]
        if len(part) < high or not _may_end(rows, stop, end, high) or not fits(high, wide):
            continue
        if all("," in line.text for line in rows[at:stop]):
            continue
        fitting = [r for r in readings(part) if r.width == wide and len(r.rows) == high]
        other = 0
        if fitting and not (found[2] or "").strip():  # then the size may be a row
            whole = _board(rows[at:stop], fits)
            other = wide * (whole.separator == fitting[0].separator and whole.width == wide)
        if fitting and not (other and stop < end):  # as are those behind the board
            return replace(fitting[0], size=rows[at].words("[0-9]+"), other=other), stop
    return None


def _may_end(rows: list[Text], stop: int, end: int, high: int) -> bool:
    """Return whether a board may end here: nothing follows, or one of its size, or a size."""
    if stop >= end or (stop + high == end and any(row.text.strip() for row in rows[stop:end])):
        return True
    found = _SIZE.fullmatch(rows[stop].text)
    return found is not None and min(int(found[1]), int(found[3] or found[1])) < end - stop


def _board(lines: list[Text], fits: Fits) -> Grid:
    """Return the board of some lines."""
    lines = _without_labels(lines, fits)
    every = readings(lines)
    if size := _size_of_other(lines):
        return replace(every[0], size=size, other=len(lines[1].text))
    every = [found for found in every if fits(len(found.rows), found.width)] or every[:1]
    first = every[0]
    others = [each.width for each in every[1:] if each.width and texts(each) != texts(first)]
    other = others[0] if others and first.doubtful else _width_apart(lines, first)
    return replace(first, framed=any(_BAR.search(line.text) for line in lines), other=other)


def _width_apart(lines: list[Text], first: Grid) -> int:
    """Return the width of a board that may have another one beside it, such as its solution, or
    bullets before its rows; 0: neither."""
    bare = [line.text.strip() for line in lines]
    sign = bare[0][:1]
    listed = [text.startswith(f"{sign} ") and text.count(sign) == 1 for text in bare]
    column = [row[0].text for row in first.rows if row]
    full = first.width > 2 and not any(t.text in (*EMPTY, "0") for row in first.rows for t in row)
    numbered = len(column) > 2 and _is_sequence(column) and not full
    if first.width > 1 and (numbered or (sign in "-*+•" and len(bare) > 1 and all(listed))):
        return first.width - 1
    blanks = 2 + any(len(token.text) > 1 for row in first.rows for token in row)
    signs = (rf"\s{{{blanks},}}", r"\s+(?:[-=]>|→|[|│])\s+")
    for sign in signs if first.separator != "cells" else ():
        gaps = [[*re.finditer(rf"(?<=\S){sign}(?=\S)", line.text)] for line in lines]
        if {len(found) for found in gaps} == {1} == {len({found[0].start() for found in gaps})}:
            left = [line.cut(0, gap.start()) for line, (gap,) in zip(lines, gaps, strict=True)]
            right = [line.cut(gap.end()) for line, (gap,) in zip(lines, gaps, strict=True)]
            width, other = (readings(half)[0].width for half in (left, right))
            if 1 < width == other != len(lines) / 2 and (first.width > 2 or width > 3):
                return width
    return 0


def _size_of_other(lines: list[Text]) -> list[Text]:
    """Return the numbers of a first line that is the size of the board below but for a row."""
    found = _SIZE.fullmatch(lines[0].text)
    rest = {line.text.strip() for line in lines[1:]}
    widths = {str(len(text)) for text in rest}
    alike = len(widths) == 1 and not any(" " in text for text in rest)
    if not (found and found[3] and alike and widths & {found[1], found[3]}):
        return []
    return lines[0].words("[0-9]+")


_HEAD = re.compile(r"[\s|0-9A-Za-z,;\"]+")
_LABEL = re.compile(r"[\s|\"]*([A-Za-z]|[0-9]+(?=\D))\"?(?:[:),;|\t]|\.(?=\s))?")
"""What may stand before a row: its number or letter."""

_LISTING = re.compile(r"\s*([0-9]+|[A-Za-z])[.:)]\s+(?=\S)")


def _without_labels(lines: list[Text], fits: Fits) -> list[Text]:
    """Return lines without the numbers of columns above them and those of rows before them.

    Columns alone are numbered only where the board fits without that line, and not with it.
    """
    listed = [mark for line in lines if (mark := _LISTING.match(line.text))]
    if len(listed) == len(lines) and _is_sequence([mark[1] for mark in listed]):
        lines = [line.cut(mark.end()) for line, mark in zip(lines, listed, strict=True)]
    words = re.findall(r"[^\W_]+", lines[0].text)
    names = list(words[0]) if len(words) == 1 else words
    rest = lines[1:]
    if len(rest) < 2 or not _HEAD.fullmatch(lines[0].text) or not _is_sequence(names):
        return lines
    labels = [_LABEL.match(line.text) for line in rest]
    first = lines[0].text.index(names[0])
    found = [label for label in labels if label and label.start(1) < first]
    marked = [label[1] for label in found]
    alike = first == 1 and marked == names and len(names) < 3  # then they may be clues
    if len(found) == len(rest) and _is_sequence(marked) and not alike:
        bare = [line.cut(label.end()) for line, label in zip(rest, found, strict=True)]
        if any(reading.width == len(names) for reading in readings(bare)):
            return bare
    wide = len(names)
    numbered = wide > 3 and fits(len(rest), wide) and not fits(len(lines), wide)
    return rest if numbered else lines


def _is_sequence(names: Sequence[str]) -> bool:
    """Return whether names are 1, 2, 3 … or 0, 1, 2 … or A, B, C …"""
    count = len(names)
    numbers = [str(at) for at in range(count + 1)]
    every = numbers[1:], numbers[:-1], [*ascii_uppercase[:count]], [*ascii_lowercase[:count]]
    return count > 1 and [*names] in every


def texts(board: Grid) -> list[list[str]]:
    """Return the tokens of the rows."""
    return [[token.text for token in row] for row in board.rows]


def with_areas(grids: list[Grid], apart: bool) -> list[tuple[Grid, Grid | None]]:
    """Return the boards of puzzles, each with the board of its rooms if these are apart.

    Rooms are a board below that of the clues, or the lower half of one board.
    """
    if not apart:
        return [(grid, None) for grid in grids]
    out: list[tuple[Grid, Grid | None]] = []
    left = list(grids)
    while left:
        grid = left.pop(0)
        half = len(grid.rows) // 2
        pair = None
        if left and [*map(len, left[0].rows)] == [*map(len, grid.rows)]:
            pair = _with_rooms_last(grid, left[0])
        if pair:
            del left[0]
        elif len(grid.rows) == 2 * half and all(grid.rows):
            halves = (replace(grid, rows=grid.rows[at : at + half]) for at in (0, half))
            pair = _with_rooms_last(*halves)
        out.append(pair or (grid, None))
    return out


def _with_rooms_last(upper: Grid, lower: Grid) -> tuple[Grid, Grid] | None:
    """Return a board of clues and one of rooms; None if neither names the room of each cell.

    Of two that do, the lower one is of rooms, but where only the upper one has names side by side.
    """
    full = [{*EMPTY}.isdisjoint(chain(*texts(grid))) for grid in (upper, lower)]
    if all(full):
        full[1] = _has_neighbours(texts(lower)) or not _has_neighbours(texts(upper))
    return (upper, lower) if full[1] else (lower, upper) if full[0] else None


def _has_neighbours(rows: list[list[str]]) -> bool:
    lines = (*rows, *zip(*rows, strict=False))
    return any(one == other for line in lines for one, other in pairwise(line))


# ---------- separators ----------


def readings(lines: list[Text]) -> list[Grid]:
    """Return the ways to cut lines into tokens, the best first; at least one."""
    return next(found for split in SEPARATORS if (found := split(lines)))


def _by(sign: str) -> Callable[[list[Text]], list[Grid]]:
    """Return the readings of lines with a sign between tokens."""

    def split(lines: list[Text]) -> list[Grid]:
        if not all(sign in line.text for line in lines):
            return []
        rows = [line.split(sign) for line in _inside(lines)]
        for end in (-1, 0):  # a sign behind each token, or a tab before each row
            rest = [cell for row in rows for cell in (row[:-1] if end else row[1:])]
            if all(not row[end].text.strip() for row in rows) and all(c.text.strip() for c in rest):
                rows = [row[:-1] if end else row[1:] for row in rows]
        if any(len(cell.text.split()) > 1 for row in rows for cell in row):
            return []
        return [Grid([[_token(cell) for cell in row] for row in rows], sign)]

    return split


def _token(cell: Text) -> Text:
    """Return a field without blanks and quotes; an empty one is ``.``."""
    cell = cell.strip()
    text = cell.text
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].strip()
        cell = replace(cell, text=text) if not text else cell.cut(1, -1).strip()
    return cell if text and not _LONG_EMPTY.fullmatch(text) else replace(cell, text=".")


_LONG_EMPTY = re.compile(r"\.\.+|--+|__+")


_ITEM = re.compile(
    r"(?:\"[^\"]*\"\s*:\s*)?(\"[^\"]*\"|'[^']*'|[\[({]|[\])}]|[,;]|[^\s\[\](){},;\"']+)"
)
"""An item of a list, behind its key."""


def _lists(lines: list[Text]) -> list[Grid]:
    """Return the reading of lists in brackets: one of rows, a list a row, or rows in quotes."""
    rows: Rows = []
    row: list[Text] = []
    texts: list[Text] = []  # the items of the innermost list
    comma, depth = True, 0
    for line in lines:
        named = _NAMED.match(line.text)
        if not (depth or named or _LISTED.match(line.text) or not line.text.strip("])}; ,")):
            return []
        for found in _ITEM.finditer(line.text, named.end() if named else 0):
            item = line.cut(*found.span(1))
            sign = item.text
            if sign in "[({":
                row, comma, depth = [], True, depth + 1
            elif sign in ",;":
                if comma and depth > 1:
                    row.append(replace(item, text="."))
                comma = True
            elif sign in "])}":
                rows.append(row)
                row, comma, depth = [], False, depth - 1
            else:
                row.append(item)
                comma = False
        if row and depth < 2 and not any(sign in line.text for sign in "[({"):
            if len(row) > 1:
                rows.append(row)
            else:
                texts += row
            row = []
    rows = [row for row in (*rows, texts) if row]
    if not rows:
        return []
    quoted = [item for row in rows for item in row]
    if all(item.text[0] in "\"'" and len(item.text) > 3 for item in quoted):
        letters = [item.cut(1, len(item.text) - 1) for item in quoted]
        numbers = all(item.text.isdecimal() for item in letters)
        if len(rows) == 1 or not numbers:
            return _blanks(letters)
    return [Grid([[_token(item) for item in row] for row in rows], "lists")]


def _bars(lines: list[Text]) -> list[Grid]:
    """Return the readings of lines with bars: a cell in each field, or a frame."""
    bare = _inside([line.strip() for line in lines])
    plain = _blanks([replace(line, text=line.text.translate(_BARS)) for line in bare])
    if not all(_BAR.search(line.text) for line in lines):  # clues outside may have none
        bars = {tuple(bar.start() for bar in _BAR.finditer(x.text)) for x in lines[1:-1]}
        return [x for x in plain if not x.width] if len(bars) == 1 and all(bars) else []
    rows = [_fields(line) for line in bare]
    padded = any(re.match(r" +\S", cell.text) for row in rows for cell in row)
    edges = ("", " ") if padded else ("",)  # a blank alone is no cell where others are wider
    open_ = [all(row[end].text in edges for row in rows) for end in (0, -1)]
    inner = [row[open_[0] : len(row) - open_[1]] for row in rows]
    if all(open_) and all(cell.text for row in inner for cell in row):  # a frame of two bars
        rows = inner
    fields = [cell.text for row in rows for cell in row]
    doubled = _are_doubled([text.strip() for text in fields])
    if all(len(row) > 1 for row in rows) and (doubled or _are_fields(fields)):
        doubtful = open_[0] != open_[1] or (doubled and {len(text) for text in fields} == {2})
        found = [[[_token(cell) for cell in row] for row in each] for each in (rows, inner)]
        return [Grid(found[0], "bars", doubtful), Grid(found[1], "bars"), *plain]
    if (plain[0].separator == "cells" or plain[0].doubtful) and _is_aligned(lines):
        drawn = [Grid(rows, "cells", True) for rows in _at_pitches(lines)]
        return drawn or plain
    return plain


def _inside(lines: list[Text]) -> list[Text]:
    """Return what stands between a bar at the start and one at the end, if all lines have these."""
    bare = [line.strip() for line in lines]
    if not all(_BAR.match(line.text[:1]) and _BAR.match(line.text[-1:]) for line in bare):
        return lines
    return [line.cut(1, max(1, len(line.text) - 1)) for line in bare]


def _fields(line: Text) -> list[Text]:
    """Return the parts of a line between bars."""
    return replace(line, text=_BAR.sub("|", line.text)).split("|")


def _are_fields(texts: Sequence[str]) -> bool:
    """Return whether the texts between bars are a cell each: one sign, or a token and blanks."""
    tokens = [text.strip() for text in texts]
    if any(len(token.split()) > 1 or (len(token) > 1 and _SIGNS.search(token)) for token in tokens):
        return False
    left = [len(text) - len(text.lstrip()) for text in texts if text.strip()]
    right = [len(text) - len(text.rstrip()) for text in texts if text.strip()]
    centred = all(abs(one - other) < 2 for one, other in zip(left, right, strict=True))
    return (
        centred or (len({*left}) == 1 and min(right) > 0) or (len({*right}) == 1 and min(left) > 0)
    )


def _is_aligned(lines: Sequence[Text]) -> bool:
    """Return whether all rows have their bars in the same places, and equally far apart."""
    places = {tuple(bar.start() for bar in _BAR.finditer(line.text)) for line in lines}
    first = lines[0].text.strip()
    return len(places) == 1 and len({len(part) for part in _BAR.split(first)[1:-1]}) == 1


def _at_pitches(lines: list[Text]) -> Iterator[Rows]:
    """Yield the rows of a frame in which blanks are cells.

    Between cells there is nothing, one blank, or as in nlc's own drawings three blanks, and a line
    between rows.
    """
    many = sum(len(line.words(r"[^\s|]")) for line in lines) > 3
    for pitch, start in _PITCHES[: 3 + many]:
        kept, first = [], lines[0].line
        for before, line in pairwise([lines[0], *lines]):
            first = first if line.line <= before.line + 1 else line.line  # else after a rule
            if pitch < 4 or (line.line - first) % 2 == 0:
                kept.append(line)
            elif _BAR.sub("", line.text).strip():
                kept = [lines[0].cut(0, 0)]  # a row between others
                break
        rows = [_cells_at_pitch(line, pitch, start) for line in kept]
        if rows[0] and len({len(row) for row in rows}) == 1:
            yield rows
            if len(kept) < len(lines):  # nobody else draws so
                return


def _cells_at_pitch(line: Text, pitch: int, start: int) -> list[Text]:
    """Return the cells of a framed row at equal distances; none if there are signs between them."""
    out: list[Text] = []
    for part in _fields(line.strip())[1:]:
        places = range(start, len(part.text), pitch)
        between = [sign for i, sign in enumerate(part.text) if i not in places]
        if part.text and ((len(part.text) + 1) % pitch or "".join(between).strip()):
            return []
        out += [replace(part.cut(i, i + 1), text=part.text[i].strip() or ".") for i in places]
    return out


def _blanks(lines: list[Text]) -> list[Grid]:
    """Return the readings of lines of tokens and blanks."""
    words = [line.words() for line in lines]
    by_words = Grid(words, "blanks")
    by_signs = Grid([line.words("[^ ]") for line in lines], "none")
    every = [word.text for row in words for word in row]
    signs = any(_SIGNS.search(line.text) for line in lines)
    longest = max(map(len, every), default=0)
    counts = {len(row) for row in words}
    if signs:
        if by_words.width > 1 and _are_doubled(every):
            shapes = {tuple(len(word.text) for word in row) for row in words}
            rows = [[_token(word) for word in row] for row in words]
            return [Grid(rows, "blanks", by_signs.width > 0 and len(shapes) == 1), by_signs]
        if counts == {1} or any(map(_GROUP.match, every)):
            return [by_signs, by_words]
        return [by_words, by_signs]
    places = [_places(line) for line in lines]
    starts = {tuple(start for start, _ in row) for row in places}
    fixed = _fixed(lines)
    if counts == {1}:
        short = len({len(word) for word in every}) > 1
        if short and not any(" " in line.text for line in lines):
            return [by_signs, by_words]
        if short or len(starts) > 1:
            return [*fixed, by_signs, by_words]
        return [by_signs, *fixed, by_words]
    if len(counts) == 1:
        ends = {tuple(end for _, end in row) for row in places}
        gaps = {second[0] - first[1] for row in places for first, second in pairwise(row)}
        flush = len(gaps) == 1 == len({row[0][0] for row in places})
        aligned = len(starts) == 1 or (longest > 1 and (len(ends) == 1 or flush))
        by_words.doubtful = not aligned
        return [by_words, *fixed, by_signs]
    spaced = _is_spaced(lines) and not _is_padded(lines)
    if spaced or any(not word.isalnum() and word != "?" for word in every):
        return [by_words, *fixed, by_signs]
    return [*fixed, by_words, by_signs]


def _places(line: Text) -> list[tuple[int, int]]:
    """Return where the words of a line start and end."""
    return [word.span() for word in re.finditer(r"\S+", line.text)]


def _are_doubled(texts: Sequence[str]) -> bool:
    """Return whether empty cells are ``..`` or the like, among tokens of one or two signs."""
    doubled = {text for text in texts if len(text) == 2 and _LONG_EMPTY.fullmatch(text)}
    rest = [text for text in texts if text not in doubled]
    return len(doubled) == 1 and all(len(t) < 3 and not _SIGNS.search(t) for t in rest)


_GROUP = re.compile(r"(?=..).*(?:[._*]|.-|\?\?|-[^0-9]|-.-)")
"""The start of a word of several cells, which has the sign of an empty one."""


def _is_padded(lines: Sequence[Text]) -> bool:
    """Return whether there are blanks behind rows, all of which end in one column."""
    return len({len(line.text) for line in lines}) == 1 and any(
        line.text.endswith(" ") for line in lines
    )


def _is_spaced(lines: Sequence[Text]) -> bool:
    """Return whether most rows of more than one character are tokens with single blanks between."""
    rows = dedent("\n".join(line.text.rstrip() for line in lines)).split("\n")
    rows = [row for row in rows if len(row.strip()) > 1]
    return 2 * sum(_SPACED.fullmatch(row) is not None for row in rows) > len(rows)


def _fixed(lines: Sequence[Text]) -> list[Grid]:
    """Return the readings of lines in which a blank is a cell, or a cell and a blank alternate."""
    width = max(len(line.text) for line in lines)
    left = min((len(x.text) - len(x.text.lstrip()) for x in lines if x.text.strip()), default=0)
    rows = [[_token(line.cut(at, at + 1)) for at in range(width)] for line in lines]
    out = [Grid(rows, "cells", left > 0 and not _is_padded(lines))]
    if left:
        out.append(Grid([row[left:] for row in rows], "cells"))
    for wide in _columns(lines, left, width):
        out[0].doubtful = True
        out.insert(1, Grid(wide, "cells"))
    return out


def _columns(lines: Sequence[Text], left: int, width: int) -> Iterator[Rows]:
    """Yield the rows of columns of one width, in which all tokens stand at the left or all at the
    right, with a blank or two between; the lines have text from `left` to `width`."""
    places = [place for line in lines for place in _places(line)]
    long = sum(end - start > 1 for start, end in places)
    longest = max((end - start for start, end in places), default=4)
    likely = longest < 4 and long != 1 and width > left + longest + 1
    for pitch in range(longest + 1, longest + 2 + (len(places) > 4)) if likely else ():
        starts = {start % pitch for start, _ in places}
        ends = {end % pitch for _, end in places}
        for edge in starts if len(starts) == 1 else ends if len(ends) == 1 else ():
            at = range(left - (left - edge) % pitch, width, pitch)
            yield [[_token(line.cut(max(i, 0), i + pitch)) for i in at] for line in lines]


SEPARATORS = (_lists, _by(","), _by("\t"), _by(";"), _bars, _blanks)
"""What may stand between tokens, in the order in which it is tried: returns the readings of lines.

The last one has those without a separator, too: every character is a cell, or a blank as well.
"""
