"""What a format is, and what readers and writers share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple, TypeVar

from msgspec import Struct

from nlc.errors import Diagnostics, Source, Span, UserError, fail
from nlc.ir.nodes import Assignment, Program
from nlc.language.syntax import (
    BoardLiteral,
    Bool,
    Loc,
    Mark,
    Puzzle,
    PuzzleItem,
    Ref,
    SetOption,
    Str,
    Topology,
)
from nlc.printable import one_line, printable

Part = TypeVar("Part")

MAX_CELLS = 1 << 24
"""The largest board that a mere pair of numbers may ask for."""


class Format(Struct, frozen=True):
    """A format that puzzles come in.

    Attributes:
        name: as the user writes it after ``--from``.
        summary: one line for lists of formats.
        extensions: file extensions, lower case with their dot, that belong to this format alone.
        recognises: whether a text looks like this format; cheap, and true for texts with mistakes
            inside, so that the reader gets to explain them.
        read: yields the puzzles of a source as it goes. A broken puzzle does not hide the others:
            the good ones are yielded, and `UserError` with every mistake of the source is raised at
            the end. None for the puzzle language itself, which `nlc.language` parses.
        write: returns the text of a puzzle; raises `UserError` if the format cannot express it.
            None if the format is not written.
        rank: of those that recognise a text, the format of the lowest rank is taken.
        write_solved: returns the text of a puzzle and a solution; None where there is no place for
            one.
        read_as: reads a source as puzzles of a genre that the user names, where the text does not
            tell it.
        resembles: whether a text of a genre that the user names looks like this format; where that
            takes less than `recognises`.
        genres: what is read and written of each genre, for `nlc list formats`.
        comment: how a line starts that a reader skips; None where there are none.
        tells: whether its texts tell their genre, so that no other format is looked at where they
            are recognised.
        several: whether a file holds as many puzzles as it likes.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[Source], Iterator[Puzzle]] | None
    write: Callable[[Program], str] | None
    rank: int = 50
    write_solved: Callable[[Program, Assignment], str] | None = None
    read_as: Callable[[Source, str], Iterator[Puzzle]] | None = None
    resembles: Callable[[str], bool] | None = None
    genres: Callable[[], Mapping[str, Support]] | None = None
    comment: str | None = None
    tells: bool = False
    several: bool = True


class Support(Struct, frozen=True):
    """What a format can do with puzzles of a genre."""

    read: bool = True
    write: bool = True
    solutions_read: bool = False
    solutions_written: bool = False

    def __str__(self) -> str:
        """Return ``r`` for what is read, ``w`` for what is written, and ``s`` with solutions."""
        parts = (("r", self.read, self.solutions_read), ("w", self.write, self.solutions_written))
        return " ".join(word + "s" * solved for word, there, solved in parts if there)


def only(*genres: str, support: Support) -> Callable[[], Mapping[str, Support]]:
    """Return what `Format.genres` is of a format that is the same for some genres."""
    return lambda: dict.fromkeys(genres, support)


class Terminal(NamedTuple):
    """An end of a path: its label, its place (from 0) and where the source says so."""

    label: str
    row: int
    col: int
    span: Span


def numberlink(
    title: str,
    head: Span,
    size: tuple[int, int],
    first_line: int,
    terminals: Iterable[Terminal],
    options: Mapping[str, bool],
) -> Puzzle:
    """Return a Numberlink puzzle on a square board.

    The board is drawn empty and every label is a ``mark`` whose places carry the spans of the
    imported text; so any character is a label, and later errors point into the file.

    Args:
        head: what stands for the puzzle as a whole, such as its size.
        size: rows and columns.
        first_line: the source line of the first row.
        terminals: in reading order, at most one a cell.
        options: of the genre, set by what the format's source says of its rules.
    """
    rows, cols = size
    items: list[PuzzleItem] = [Topology(head, Ref(head, "square"), ())]
    items += [SetOption(head, Ref(head, k), Bool(head, v)) for k, v in options.items()]
    items.append(BoardLiteral(head, ("." * cols,) * rows, first_line))
    places: dict[str, list[Loc]] = {}
    for label, row, col, span in terminals:
        places.setdefault(label, []).append(Loc(span, f"r{row + 1}c{col + 1}"))
    for label, locs in places.items():
        span = locs[0].span
        items.append(Mark(span, Ref(span, "label"), Str(span, label), tuple(locs)))
    return Puzzle(head, title, Ref(head, "numberlink"), tuple(items), assumptions(options))


def assumptions(options: Mapping[str, bool]) -> tuple[tuple[str, str], ...]:
    """Return options as `Puzzle.assumed` has them."""
    return tuple((name, str(value).lower()) for name, value in options.items())


def grid(program: Program, name: str, options: Mapping[str, bool]) -> list[list[str | None]]:
    """Return the label of each cell, row by row, of a puzzle that a format can say.

    Args:
        name: of the format, for messages.
        options: the rules that a reader of the format takes for granted.

    Raises:
        UserError: the board is no whole rectangle of squares, or the rules are others.
    """
    board = program.board
    if program.genre != "numberlink":
        raise fail(f"the format {name} is for numberlink, not for {program.genre}")
    rows, cols = board.rows, board.cols
    plain = board.topology == "square" and len(board.centers) == rows * cols
    if not plain or len(board.link_cells) != 2 * rows * cols - rows - cols:
        raise fail(f"the format {name} is for whole rectangles of squares")
    for option, value in {"no2x2": False, **options}.items():
        if program.options[option] != str(value).lower():
            raise fail(
                f"readers of the format {name} take {option}={str(value).lower()} for granted",
                hint=f"make the puzzle for that rule: --set {option}={str(value).lower()}",
            )
    labels = program.givens["label"]
    return [[labels.get(row * cols + col) for col in range(cols)] for row in range(rows)]


def letters(cells: list[list[str | None]], alphabet: str, name: str) -> list[str]:
    """Return rows of one character a cell, ``.`` where it is empty.

    A label of one character that is in the alphabet stays; else all are renamed, in reading order.

    Raises:
        UserError: the alphabet has too few characters.
    """
    labels = list(dict.fromkeys(label for row in cells for label in row if label is not None))
    if len(labels) > len(alphabet):
        raise fail(f"the format {name} has {len(alphabet)} labels, and {len(labels)} are needed")
    same = all(len(label) == 1 and label in alphabet for label in labels)
    renamed = dict(zip(labels, labels if same else alphabet, strict=False))
    return ["".join("." if x is None else renamed[x] for x in row) for row in cells]


def titles(source: Source, several: bool) -> Iterator[str]:
    """Yield titles for the puzzles of a source: the file's stem, numbered where it has several."""
    stem = one_line(printable(PurePath(source.path).stem)).strip("<>-") or "stdin"
    if source.path.strip() == source.text.strip():  # it was pasted
        found = _GAME.match(source.path) or _PID.match(source.path)
        stem = found[1] if found and found[1].isalpha() else "puzzle"
    number = 0
    while True:
        number += 1
        yield f"{stem} #{number}" if several else stem


_GAME = re.compile(r"(?:\S*/)?(\w+)(?:\.html#|[ :](?=[0-9]))")
"""The name of a game before its ID, which `nlc.formats.tatham` reads."""

_PID = re.compile(r"(?:\S*?\?)?(?:\w+=\w+&)*(?:v:\w+/)?(\w+)/")
"""The name of a puzzle in a URL, or at the start of its part behind the question mark."""


def each_puzzle(
    source: Source, parts: Sequence[Part], read: Callable[[Part, str], Puzzle]
) -> Iterator[Puzzle]:
    """Yield the puzzle of each part of a source, of which `read` is given a title too.

    Raises:
        UserError: after the last good puzzle, some are broken: every mistake of the source.
    """
    names = titles(source, len(parts) > 1)
    diagnostics = Diagnostics()
    for part in parts:
        try:
            yield read(part, next(names))
        except UserError as error:
            diagnostics.absorb(error)
    diagnostics.raise_errors()


def each_line(source: Source, read: Callable[[Text, str], Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles of a format of one puzzle a line; see `each_puzzle`.

    Blank lines and ``#`` comments are passed over.
    """
    lines = [
        Text(source, number, 0, line)
        for number, line in enumerate(split_lines(source.text), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    return each_puzzle(source, lines, read)


class Text(Struct, frozen=True):
    """A part of a line.

    Attributes:
        source: of the line.
        line: its number, from 1.
        start: where the part begins, from 0.
    """

    source: Source
    line: int
    start: int
    text: str

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Return the place of ``text[start:end]``."""
        end = len(self.text) if end is None else end
        return stretch(self.source, self.line, self.start + start, self.start + end)

    @property
    def place(self) -> Span:
        """Where it stands; one character wide if it is empty."""
        return self.span(0, max(1, len(self.text)))

    def wrong(self, message: str, start: int, end: int, hint: str | None = None) -> UserError:
        """Return the error that something is wrong with ``text[start:end]``."""
        return fail(message, self.span(start, max(end, start + 1)), hint)

    def cut(self, start: int, end: int | None = None) -> Text:
        """Return a part of it."""
        return Text(self.source, self.line, self.start + start, self.text[start:end])

    def strip(self) -> Text:
        """Return it without the blanks round it."""
        end = len(self.text.rstrip())
        return self.cut(len(self.text) - len(self.text.lstrip()) if end else 0, end)

    def split(self, separator: str) -> list[Text]:
        """Return the parts between separators."""
        out, at = [], 0
        for part in self.text.split(separator):
            out.append(self.cut(at, at + len(part)))
            at += len(part) + len(separator)
        return out


def row_span(row: Sequence[Text]) -> Span:
    """Return the place of the parts of a line, from the first to the last one."""
    return row[0].span().to(row[-1].span())


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without line ends, cut as `Span` counts them."""
    return [line.rstrip("\r") for line in text.split("\n")]


def stretch(source: Source, line: int, start: int, end: int) -> Span:
    """Return the span of ``text[start:end]`` of one line (1-based number, 0-based characters)."""
    return Span(source, line, start + 1, line, end + 1)


def first_line(text: str) -> str:
    """Return the first line that is neither blank nor a ``#`` comment, or an empty string."""
    for line in text.split("\n"):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            return bare
    return ""
