"""Bare boards, as people type them: rows of tokens as `nlc.formats.grid` reads them.

``.``, ``-`` and ``_`` are empty cells, and so is another sign that the genre has no clue for and
the board has none of them. ``#`` is a hole. The genre is named by the user, or guessed: in a
Numberlink each label occurs twice, and a Slitherlink has empty cells and only the digits 0 to 3, a
0 or a 3 among them. A board without a 0 whose labels nearly pair up is taken for a Numberlink with
a mistake. Rooms are a board of their own below that of the clues.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain

from msgspec.structs import replace

from nlc.errors import Diagnostics, Source, Span, fail
from nlc.formats.base import WRAPPED, Format, Support, Text, each_puzzle
from nlc.formats.genres import all_genres, find_parts, heads, rules_of, told_of
from nlc.formats.grid import EMPTY, Grid, Rows, read_grids, texts, with_areas
from nlc.formats.janko import put_areas, put_clues, put_labels
from nlc.formats.parts import IGNORED, BareBoard, Janko, Parts
from nlc.formats.sheet import Sheet
from nlc.formats.sudoku import GUESSED, SIDES, find_repetition
from nlc.formats.sudoku import parse as parse_sudoku
from nlc.language.catalogue import stock_rules, value_type
from nlc.language.syntax import BoardLiteral, Puzzle, Ref, Topology

_TOKEN = re.compile(r"\d+|[^\W_]|[-._#]")

_HOLE = "#"
_SUMS = re.compile(r"(?=.*\d)\d{0,2}\\\d{0,2}")


def recognises(text: str) -> bool:
    """Return whether the text has only boards whose genre can be guessed, despite mistakes."""
    grids = read_grids(Source("", text))
    likely = (grid.other or _may_be_board(texts(grid), grid.separator) for grid in grids)
    return bool(grids) and all(likely)


def _may_be_board(rows: list[list[str]], separator: str) -> bool:
    """Return whether rows are a board of a genre that can be guessed, or nearly so."""
    found = guess_genre(rows) or count_unpaired(rows) or _possible_genres(rows)
    return bool(found) or _is_ragged(rows, separator)


def parse(source: Source, genre: str = "") -> Iterator[Puzzle]:
    """Yield the boards of a source as puzzles of a genre; if it is empty, each is guessed.

    Raises:
        UserError: after the last good puzzle, with all mistakes: rows of different lengths, or a
            genre that cannot be guessed.
    """
    if genre == "sudoku" and not _has_boxes(source):
        yield from parse_sudoku(source, named=True)
        return
    parts = find_parts(genre) or Parts()
    grids = read_grids(source, points=bool(parts.point))
    if not grids:
        raise fail(f"{source.path}: the text is empty")
    boards = with_areas(grids, parts.apart)
    yield from each_puzzle(source, boards, partial(_parse_board, genre=genre))


def _has_boxes(source: Source) -> bool:
    """Return whether each board of numbers has a board of boxes below: as many cells of each name,
    and lines with a name twice, which no lines of numbers are."""
    for grid, areas in with_areas(read_grids(source), True):
        rows = texts(areas) if areas else []
        side = len(rows)
        sizes = Counter(name for row in rows for name in row)
        square = all(len(row) == side for row in (*texts(grid), *rows))
        twice = sum(len(set(row)) < side for row in (*rows, *zip(*rows, strict=False)))
        if not square or {*sizes.values()} != {side} or twice <= side:
            return False
    return True


def _parse_board(board: tuple[Grid, Grid | None], title: str, genre: str) -> Puzzle:
    """Return the puzzle of a board, perhaps with rooms."""
    (grid, outside), areas = _clues_outside(board[0], genre), board[1]
    for each in (grid, areas):
        if each is not None:
            each.require_rectangle()
    rows = texts(grid)
    found = genre or guess_genre(rows)
    if found:
        return _make_puzzle(title, grid, areas, found, outside, guessed=not genre)
    diagnostics = Diagnostics()
    for label, count in count_unpaired(rows).items():
        times = "once" if count == 1 else f"{count} times"
        last = [token for row in grid.rows for token in row if token.text == label][-1]
        message = f"label {label} occurs {times}; a Numberlink label must occur exactly twice"
        hint = f"the genre is guessed; {genre_hint(rows)}" if label.isdecimal() else None
        diagnostics.error(message, last.span(), hint)
    diagnostics.raise_errors()
    raise fail("the genre of this board cannot be guessed", grid.head, genre_hint(rows))


def _clues_outside(grid: Grid, genre: str) -> tuple[Grid, dict[str, Rows]]:
    """Return a board without the clues round it, and these as sections of Janko's text.

    The corners are missing, or empty where the board is framed on all sides or where numbers in
    cells do not make it another one. Clues of whole lines may stand at the right and below.
    """
    parts, row = find_parts(genre) or Parts(), told_of(genre, "janko", Janko)
    if not (parts.outside or parts.rim) or len(grid.rows) < 3:
        return grid, {}
    sums = [token.text for token in grid.rows[-1] if token.text not in EMPTY]
    if row.last_row and len("".join(sums)) > len({*sums}):  # no row has a digit twice
        return replace(grid, rows=grid.rows[:-1]), {"clabels": grid.rows[-1:]}
    both, (*upper, last) = "rights" in row.outside, grid.rows
    far = row.outside == ("tops", "lefts") and {len(last) + 1} == {*map(len, upper)}
    if far and not parts.lower and any(token.text.isdecimal() for token in last):
        grid = replace(grid, rows=[last, *([row[-1], *row[:-1]] for row in upper)])
    top, *body = grid.rows
    tops, widths = [top, body.pop()] if both else [top], {len(row) for row in body}
    if not grid.size and (both or not parts.number) and widths == {len(row) for row in tops}:
        ends = (0, -1)[: 1 + both]
        rim = [*chain(*tops), *(row[i] for row in body for i in ends)]
        told = [token.text for token in rim if token.text not in EMPTY]
        cornered = any(row[i].text not in EMPTY for row in tops for i in ends)
        if cornered or not told or not (both or all(map(str.isdecimal, told))):
            return grid, {}
        tops = [row[1 : len(row) - both] for row in tops]
    fits = widths == {len(tops[0]) + 1 + both} and len(tops[-1]) == len(tops[0]) > 0
    if not fits or len({*row.outside}) < len(row.outside):
        return grid, {}
    lefts = [[row[0] for row in body], [row[-1] for row in body]][: 1 + both]
    inner = [row[1 : len(row) - both] for row in body]
    return replace(grid, rows=inner, other=0), {"clabels": tops, "rlabels": lefts}


def _is_ragged(rows: list[list[str]], separator: str) -> bool:
    """Return whether rows are a board with rows of different lengths; only one, without blanks."""
    known = all(_TOKEN.fullmatch(token) for row in rows for token in row)
    lengths = Counter(map(len, rows))
    odd = lengths.total() - max(lengths.values())
    spaced = 2 * sum(len(row) > 1 for row in rows) > len(rows) and separator == "blanks"
    return odd > 0 and known and (spaced or (odd == 1 and len(rows) > 3))


def guess_genre(rows: list[list[str]]) -> str | None:
    """Return the genre of a board by its tokens, or None."""
    labels = _labels(rows)
    if any(_SUMS.fullmatch(label) for label in labels):
        return "kakuro"
    if _pairs_up(labels):
        signs = min(labels).isalpha() and _possible_genres(rows)[0] != "numberlink"
        return None if signs or _may_be_sudoku(rows, labels) else "numberlink"
    sides = labels.keys() <= set("0123") and labels.keys() & set("03") and not count_unpaired(rows)
    return "slitherlink" if sides and labels.total() < sum(map(len, rows)) else None


def _pairs_up(labels: Counter[str]) -> bool:
    """Return whether each label occurs twice."""
    return bool(labels) and all(text.isalnum() and n == 2 for text, n in labels.items())


def _may_be_sudoku(rows: list[list[str]], labels: Counter[str]) -> bool:
    """Return whether pairs of labels could also be numbers of a Sudoku."""
    square = len(rows) in GUESSED and {len(row) for row in rows} == {len(rows)}
    numbers = all(text.isdecimal() and 0 < int(text) <= len(rows) for text in labels)
    return square and numbers and not find_repetition(rows)


def count_unpaired(rows: list[list[str]]) -> dict[str, int]:
    """Return how often labels occur, if not twice, in a probable Numberlink with mistakes.

    In such a board one or two labels do not occur twice, and more do; but a 0 among numbers up to 3
    belongs to Slitherlink.
    """
    labels = _labels(rows)
    odd = {label: count for label, count in labels.items() if count != 2}
    if 2 * len(odd) >= len(labels) or not all(label.isalnum() for label in labels):
        return {}
    sides = labels.keys() <= set("0123")
    return odd if len(odd) <= 2 and not (sides and "0" in labels) else {}


def genre_hint(rows: list[list[str]]) -> str:
    """Return a hint for a board whose genre cannot be guessed."""
    found = _possible_genres(rows)
    if not found:
        return WRAPPED
    named = f"name its genre, such as --genre {found[0]}"
    if found[0] == "sudoku" and (cells := find_repetition(rows)):
        named += f" (where {cells} have the same number)"
    others = [genre for genre in found if genre != found[0]]
    return f"{named}; or it may be {', '.join(others)}" if others else named


def _possible_genres(rows: list[list[str]]) -> list[str]:
    """Return the possible genres of a board, the most likely first."""
    labels, cells = _labels(rows), sum(map(len, rows))
    if not labels or not all(label.isascii() and label.isalnum() for label in labels):
        return ["numberlink"] * _pairs_up(labels)
    told = [(name, told_of(name, "bare", BareBoard)) for name in heads("bare")]
    told.sort(key=lambda pair: (-pair[1].likely, pair[0]))
    full = labels.total() == cells
    if not all(label.isdecimal() and len(label) < 4 for label in labels):
        rooms = full and len(labels) < cells // 2
        signs = [name for name, row in told if row.signs and labels.keys() <= {*row.signs}]
        found = signs or [name for name, row in told if row.rooms and rooms]
        return [*found, *["numberlink"] * _pairs_up(labels)]
    numbers = [int(label) for label, count in labels.items() for _ in range(count)]
    least, most = min(numbers), max(numbers)
    out = []
    if len(rows) in SIDES and len(rows) ** 2 == cells and most <= len(rows):
        out.append("sudoku")
    out += ["numberlink"] * _pairs_up(labels)
    if full:
        return [*out, *(name for name, row in told if row.full and least > 0)]

    def fits(row: BareBoard) -> bool:
        if row.areas:
            return sum(numbers) == cells and least > 0
        return row.numbers is not None and row.numbers[0] <= least and most <= row.numbers[1]

    return [*out, *(name for name, row in told if fits(row))]


def _labels(rows: list[list[str]]) -> Counter[str]:
    """Return how often each label occurs; none on less than two rows and columns."""
    if len(rows) < 2 or len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return Counter()
    return Counter(t for row in rows for t in row if t not in (*EMPTY, _HOLE))


# ---------- puzzles ----------

_MARKUP = re.compile(r".*[][{}<>\"\t]|[,;|=()']")
"""The start of a token that is no name."""

_SIGNS = ("0", "*", "?", "x", "X")
"""Tokens of empty cells in genres where they are no clue, if a board has no other sign for them."""


def _make_puzzle(
    title: str, grid: Grid, areas: Grid | None, genre: str, outside: dict[str, Rows], guessed: bool
) -> Puzzle:
    """Return the puzzle of a rectangle of tokens, and of one of rooms."""
    parts, head = find_parts(genre), grid.head
    if (parts is None or parts.named) and stock_rules(genre):
        for token in (t for row in grid.rows for t in row if _MARKUP.match(t.text)):
            raise fail(f"'{token.text}' is no name of a clue", token.span())
    if parts is None:
        return _make_drawing(title, grid, genre, head)
    janko = Janko() if parts.dots else told_of(genre, "janko", Janko)  # a 1 may be any dot here
    extra = bool(parts.point)
    sheet = Sheet(genre, len(grid.rows) - extra, len(grid.rows[0]) - extra, title)
    if guessed:
        sheet.assumed["genre"] = genre
    if parts.total and len(grid.size) > 2:
        sheet.options[parts.total] = int(grid.size[2].text[:7])
    clues = parts.number or parts.room_number or parts.circle or parts.point or parts.blocked
    bare = parts.room and not clues
    rooms = areas.rows if areas is not None else grid.rows if bare else []
    if parts.room and not rooms:
        hint = "a board of rooms, a name for each cell, stands below the board of clues"
        raise fail(f"a board of {genre} has rooms", head, hint)
    if parts.room:
        put_areas(sheet, rooms)
    if rooms is not grid.rows:
        put_clues(sheet, janko, _plain_tokens(grid.rows, parts, janko, genre))
    put_labels(sheet, janko, outside)
    return sheet.puzzle(head)


def _plain_tokens(rows: Rows, parts: Parts, janko: Janko, genre: str) -> Rows:
    """Return tokens with ``.`` for each empty cell and ``@`` for each hole."""
    counts = Counter(token.text for row in rows for token in row)
    # a dash is a black cell beside sums such as ``4,``, and beside ``.`` or ``0`` for a white one
    dark = janko.framed and ("," in "".join(counts) or any(map(counts.get, janko.empty)))
    signs = {*EMPTY} - {*janko.blocked * dark}
    if not counts.keys() & signs:
        there = [sign for sign in _SIGNS if counts[sign]]
        found = [x for x in there if not _is_clue(x, counts[x], parts, janko, genre)]
        signs.update(found[:1])
        likely = [token for row in rows for token in row if token.text in ("?", "x", "X")]
        if likely and not (found or parts.named):
            message = f"'{likely[0].text}' may be an empty cell here, or a clue"
            raise fail(message, likely[0].span(), "write '.' for an empty cell")
    changed = {**dict.fromkeys(signs, "."), **({} if parts.point or janko.framed else {_HOLE: "@"})}
    if parts.marked:
        changed |= dict.fromkeys((parts.marked[0], parts.marked[0].upper()), janko.marked[0])

    def plain(token: Text) -> Text:
        text = token.text.lower() if parts.circle else token.text
        text = changed.get(token.text, text)
        return token if text == token.text else replace(token, text=text)

    return [[plain(token) for token in row] for row in rows]


def _is_clue(sign: str, count: int, parts: Parts, janko: Janko, genre: str) -> bool:
    """Return whether one of `_SIGNS` is a clue of a genre."""
    if parts.named:
        return genre != "numberlink" or count == 2  # a label occurs twice
    if sign == "0":
        rules, name = rules_of(genre), parts.point or parts.room_number or parts.number
        given = rules.givens.get(name) if rules else None
        return given is not None and value_type(given).startswith(("cell -> 0", "vertex -> 0"))
    if sign == "?":
        return parts.unknown not in ("", IGNORED)
    circles = {each for pair in janko.circle for each in pair} if parts.circle else set()
    blocked = janko.blocked if parts.blocked else ()
    marked = janko.marked if parts.marked else ()
    signs = janko.signs[: len(parts.sign) - 1] if parts.sign else ()
    return sign.lower() in {*janko.unknown, *blocked, *circles, *marked, *signs}


def _make_drawing(title: str, grid: Grid, genre: str, head: Span) -> Puzzle:
    """Return the puzzle of a genre whose clues only the language knows."""
    lines = tuple(" ".join("." if t in EMPTY else t for t in row) for row in texts(grid))
    items = Topology(head, Ref(head, "square"), ()), BoardLiteral(head, lines, head.line)
    return Puzzle(head, title, Ref(head, genre), items, ())


FORMAT = Format(
    "board",
    "rows only; each label twice is numberlink, digits 0 to 3 are slitherlink; or --genre",
    (),
    recognises,
    parse,
    None,
    parse_as=parse,
    genres=lambda: all_genres(Support(write=False)),
)
