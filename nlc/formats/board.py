"""Bare boards, as people type them: rows of tokens and nothing else.

Tokens have any length if blanks separate them; otherwise every character is a token. ``.``, ``-``
and ``_`` are empty cells, and so are blanks between tokens of one character, unless all rows have
equally many tokens, or most have single blanks between their tokens: then a row of another length
is a mistake. ``#`` is a hole. Empty lines separate boards. The genre is named by the user, or
guessed: in a Numberlink each label occurs twice, and a Slitherlink has empty cells and only the
digits 0 to 3, a 0 or a 3 among them. A board without a 0 whose labels nearly pair up is taken for a
Numberlink with a mistake.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from textwrap import dedent

from nlc.errors import Diagnostics, Source, Span, fail
from nlc.formats.base import Format, Support, each_puzzle, split_lines, stretch
from nlc.formats.stock import all_genres, stock_genre
from nlc.formats.sudoku import GUESSED, SIDES, find_repetition
from nlc.formats.sudoku import parse as parse_sudoku
from nlc.language.syntax import (
    BoardLiteral,
    Legend,
    LegendEntry,
    Puzzle,
    PuzzleItem,
    Ref,
    Str,
    Topology,
)

EMPTY = (".", "-", "_")
"""Tokens of cells without a clue."""

_HOLE = "#"

_TOKEN = re.compile(r"\d+|[^\W_]|[-._#]")
_SPACED = re.compile(rf"(?:{_TOKEN.pattern})(?: (?:{_TOKEN.pattern}))+")

WRAPPED = """\
name its genre (--genre slitherlink), or wrap it:
    puzzle "title" is slitherlink {
      topology square;
      board
        3 .
        . 2
      end
    }"""
"""A hint for texts that need a genre."""

NO_GENRE = "the genre of this board cannot be guessed"

_NUMBERS = {
    "slitherlink": (0, 3),
    "akari": (0, 4),
    "hashi": (1, 8),
    "minesweeper": (0, 8),
    "mosaic": (0, 9),
    "cave": (2, 999),
    "kurodoko": (2, 999),
    "nurikabe": (1, 999),
}
"""The least and the largest number in a cell of a square board, by genre."""


def recognises(text: str) -> bool:
    """Return whether the text has only boards whose genre can be guessed, despite mistakes."""
    boards = _boards(text)
    return bool(boards) and all(
        guess_genre(rows) is not None
        or count_unpaired(rows)
        or _is_ragged(rows)
        or _possible_genres(rows)
        for _, rows in boards
    )


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return parse_as(source, None)


def parse_as(source: Source, genre: str | None) -> Iterator[Puzzle]:
    """Yield the boards of a source as puzzles of a genre; None: it is guessed for each board.

    Raises:
        UserError: after the last good puzzle, with all mistakes: rows of different lengths, or a
            genre that cannot be guessed.
    """
    if genre == "sudoku":
        yield from parse_sudoku(source, named=True)
        return
    boards = _boards(source.text)
    if not boards:
        raise fail(f"{source.path}: the text is empty")
    yield from each_puzzle(source, boards, partial(_parse_board, source=source, genre=genre))


def _parse_board(
    board: tuple[int, list[str]], title: str, source: Source, genre: str | None
) -> Puzzle:
    """Return the puzzle of a board of `_boards`."""
    at, rows = board
    head = stretch(source, at + 1, 0, max(1, len(rows[0])))
    cells = [len(row) for row in _tokens(rows)]
    if len(set(cells)) > 1:
        row = next(i for i, n in enumerate(cells) if n != cells[0])
        plural = "" if cells[row] == 1 else "s"
        message = f"the row has {cells[row]} cell{plural} where the first row has {cells[0]}"
        raise fail(message, stretch(source, at + row + 1, 0, max(1, len(rows[row]))))
    found = genre or guess_genre(rows)
    if found is not None:
        return _make_puzzle(title, head, rows, found, guessed=genre is None)
    diagnostics = Diagnostics()
    for label, count in count_unpaired(rows).items():
        times = "once" if count == 1 else f"{count} times"
        row, span = _last(rows, label)
        diagnostics.error(
            f"label {label} occurs {times}; a Numberlink label must occur exactly twice",
            stretch(source, at + row + 1, *span),
            f"the genre is guessed; {genre_hint(rows)}" if label.isdecimal() else None,
        )
    diagnostics.raise_errors()
    raise fail(NO_GENRE, head, genre_hint(rows))


def _boards(text: str) -> list[tuple[int, list[str]]]:
    """Return the line, from 0, of the first row of each board, and its rows."""
    out: list[tuple[int, list[str]]] = []
    lines = split_lines(text)
    for at, line in enumerate(lines):
        if line.strip():
            if not at or not lines[at - 1].strip():
                out.append((at, []))
            out[-1][1].append(line.rstrip())
    return [(at, _without_blanks(rows)) for at, rows in out]


def _without_blanks(rows: list[str]) -> list[str]:
    """Return rows with dots in place of blanks, if those are empty cells."""
    width = max(map(len, rows))
    tokens = [len(row.split()) for row in rows]
    blanks = any(" " in row for row in rows)
    single = all(len(token) == 1 for row in rows for token in row.split())
    equal = len(set(tokens)) == 1 and tokens[0] > 1
    if not blanks or not single or equal or _is_spaced(rows):
        return rows
    return [row.ljust(width).replace(" ", ".") for row in rows]


def _is_spaced(rows: list[str]) -> bool:
    """Return whether most rows of more than one character are tokens with single blanks between."""
    rows = [row for row in dedent("\n".join(rows)).split("\n") if len(row) > 1]
    return 2 * sum(_SPACED.fullmatch(row) is not None for row in rows) > len(rows)


def _is_ragged(rows: list[str]) -> bool:
    """Return whether rows are a board with rows of different lengths; only one, without blanks."""
    tokens = _tokens(rows)
    known = all(_TOKEN.fullmatch(token) for row in tokens for token in row)
    lengths = Counter(map(len, tokens))
    odd = lengths.total() - max(lengths.values())
    return odd > 0 and known and (_is_spaced(rows) or (odd == 1 and len(rows) > 3))


def _tokens(rows: list[str]) -> list[list[str]]:
    spaced = any(" " in row.strip() for row in rows)
    return [row.split() if spaced else list(row.strip()) for row in rows]


def guess_genre(rows: list[str]) -> str | None:
    """Return the genre of a board by its tokens, or None."""
    labels = _labels(rows)
    if _pairs_up(labels):
        return None if _may_be_sudoku(rows, labels) else "numberlink"
    sides = labels.keys() <= set("0123") and labels.keys() & set("03") and not count_unpaired(rows)
    return "slitherlink" if sides and labels.total() < sum(map(len, _tokens(rows))) else None


def _pairs_up(labels: Counter[str]) -> bool:
    """Return whether each label occurs twice."""
    return bool(labels) and all(text.isalnum() and n == 2 for text, n in labels.items())


def _may_be_sudoku(rows: list[str], labels: Counter[str]) -> bool:
    """Return whether pairs of labels could also be numbers of a Sudoku."""
    tokens = _tokens(rows)
    square = len(rows) in GUESSED and {len(row) for row in tokens} == {len(rows)}
    numbers = all(text.isdecimal() and 0 < int(text) <= len(rows) for text in labels)
    return square and numbers and not find_repetition(tokens)


def count_unpaired(rows: list[str]) -> dict[str, int]:
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


def genre_hint(rows: list[str]) -> str:
    """Return a hint for a board whose genre cannot be guessed."""
    found = _possible_genres(rows)
    if not found:
        return WRAPPED
    named = f"name its genre, such as --genre {found[0]}"
    if found[0] == "sudoku" and (cells := find_repetition(_tokens(rows))):
        named += f" (where {cells} have the same number)"
    others = [genre for genre in found if genre != found[0]]
    return f"{named}; or it may be {', '.join(others)}" if others else named


def _possible_genres(rows: list[str]) -> list[str]:
    """Return the possible genres of a board, the most likely first."""
    labels, cells = _labels(rows), sum(map(len, _tokens(rows)))
    if not labels or not all(label.isascii() and label.isalnum() for label in labels):
        return []
    full = labels.total() == cells
    if not all(label.isdecimal() and len(label) < 4 for label in labels):
        rooms = full and len(labels) < cells // 2
        pearls = labels.keys() <= set("wb")
        return ["masyu", "yinyang"] * pearls or ["starbattle", "lits", "norinori"] * rooms
    numbers = [int(label) for label, count in labels.items() for _ in range(count)]
    out = []
    if len(rows) in SIDES and len(rows) ** 2 == cells and max(numbers) <= len(rows):
        out.append("sudoku")
    out += ["numberlink"] * _pairs_up(labels)
    if full:
        return [*out, *["hitori"] * (min(numbers) > 0)]
    if sum(numbers) == cells and min(numbers):
        out.append("shikaku")
    if max(numbers) < 2:
        out.append("binairo")
    least, most = min(numbers), max(numbers)
    return out + [g for g, (low, high) in _NUMBERS.items() if low <= least and most <= high]


def _labels(rows: list[str]) -> Counter[str]:
    """Return how often each label occurs; none on less than two rows and columns."""
    tokens = _tokens(rows)
    if len(tokens) < 2 or len({len(row) for row in tokens}) > 1 or len(tokens[0]) < 2:
        return Counter()
    return Counter(t for row in tokens for t in row if t not in (*EMPTY, _HOLE))


def _last(rows: list[str], label: str) -> tuple[int, tuple[int, int]]:
    """Return the row, from 0, and the columns of the last place of a label."""
    spaced = any(" " in row.strip() for row in rows)
    places = (
        (number, found.span())
        for number, row in enumerate(rows)
        for found in re.finditer(r"\S+" if spaced else r"\S", row)
        if found[0] == label
    )
    return list(places)[-1]


def _make_puzzle(title: str, head: Span, rows: list[str], genre: str, guessed: bool) -> Puzzle:
    items: list[PuzzleItem] = [Topology(head, Ref(head, "square"), ())]
    used = {token for row in _tokens(rows) for token in row}
    entries = tuple(
        LegendEntry(head, Str(head, token), Ref(head, "empty"), None)
        for token in EMPTY[1:]
        if token in used
    )
    if entries:
        items.append(Legend(head, entries))
    items.append(BoardLiteral(head, tuple(rows), head.line))
    assumed = (("genre", genre),) if guessed else ()
    return Puzzle(head, title, Ref(head, genre), tuple(items), assumed)


def _genres() -> Mapping[str, Support]:
    """Return the genres whose puzzles are determined by one drawing of the cells."""
    out = all_genres(Support(write=False))
    for name in list(out):
        genre = stock_genre(name)
        kinds = [] if genre is None else [given.type for given in genre.givens]
        drawn = [kind for kind in kinds if kind.startswith("cell") and not kind.endswith("bool")]
        needed = [kind for kind in kinds if not kind.endswith(("?", "bool"))]
        arrows = any("side" in kind for kind in kinds)  # a drawing of numbers has none
        if name == "sudoku":  # the usual boxes are meant
            continue
        if not drawn or arrows or needed not in ([], drawn[:1]):
            del out[name]
    return out


FORMAT = Format(
    "board",
    "rows only; each label twice is numberlink, digits 0 to 3 are slitherlink; or --genre",
    (),
    recognises,
    parse,
    None,
    rank=95,
    parse_as=parse_as,
    genres=_genres,
)
