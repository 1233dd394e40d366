"""The class of formats, and helpers for parsing and writing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from operator import not_
from pathlib import PurePath
from typing import TypeVar

from msgspec import Struct

from nlc.errors import Diagnostics, Source, Span, UserError, fail
from nlc.ir.nodes import Assignment, Program
from nlc.language.inherit import Rules
from nlc.language.syntax import Puzzle
from nlc.printable import one_line, printable

Part = TypeVar("Part")

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

MAX_CELLS = 1 << 24
"""Limit of cells of a board whose size is given by numbers."""


class Format(Struct, frozen=True):
    """A format that puzzles come in.

    Attributes:
        name: as in ``--from NAME``.
        summary: one line for lists of formats.
        extensions: file extensions, lower case with their dot, that belong to this format alone.
        recognises: returns whether a text looks like this format; cheap, and true for texts with
            mistakes inside, so that the parser can explain them.
        parse: yields the good puzzles of a source one by one, and then raises `UserError` with
            all mistakes of the source. None for the puzzle language, which `nlc.language` parses.
        write: returns the text of a puzzle; raises `UserError` if the format cannot express it.
            None if the format is not written.
        rank: of the formats that recognise a text, the one of the lowest rank is taken; those of
            nlc have theirs in `nlc.formats.KNOWN`.
        write_solved: returns the text of a puzzle and a solution; None if the format has no place
            for a solution.
        parse_as: like `parse`, for texts without a genre: it is named by the user.
        resembles: like `recognises`, if the user names a genre; None if there is no difference.
        genres: returns the support of each genre, for `nlc list formats`.
        comment: the start of a line of comment; None if the format has no comments.
        names_genre: whether its texts name their genre, so that `--genre` leaves the choice of the
            format to `recognises`.
        genre: the one of which it reads any text that no format of a lower rank recognises.
        check: raises `UserError` with the mistakes in what a genre says to this format; None if
            genres say nothing to it.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    recognises: Callable[[str], bool]
    parse: Callable[[Source], Iterator[Puzzle]] | None
    write: Callable[[Program], str] | None
    rank: int = 50
    write_solved: Callable[[Program, Assignment], str] | None = None
    parse_as: Callable[[Source, str], Iterator[Puzzle]] | None = None
    resembles: Callable[[str], bool] | None = None
    genres: Callable[[], Mapping[str, Support]] | None = None
    comment: str | None = None
    names_genre: bool = False
    genre: str = ""
    check: Callable[[Rules], object] | None = None


class Support(Struct, frozen=True):
    """Whether a format can be parsed and written for puzzles of a genre."""

    read: bool = True
    write: bool = True
    solutions_read: bool = False
    solutions_written: bool = False

    def __str__(self) -> str:
        """Return ``r`` for reading, ``w`` for writing; ``rs``, ``ws`` include solutions."""
        parts = (("r", self.read, self.solutions_read), ("w", self.write, self.solutions_written))
        return " ".join(word + "s" * solved for word, there, solved in parts if there)


def only(*genres: str, support: Support | None = None) -> Callable[[], Mapping[str, Support]]:
    """Return a function for `Format.genres` with equal support of some genres."""
    return lambda: dict.fromkeys(genres, support or Support())


def with_runs(texts: Iterable[str], signs: str) -> list[str]:
    """Return texts, with signs for each run of empty ones: the nth sign is for n of them."""
    out: list[str] = []
    for empty, group in groupby(texts, not_):
        run = [*group]
        full, rest = divmod(len(run), len(signs))
        out += [*signs[-1] * full, *signs[:rest][-1:]] if empty else run
    return out


def titles(source: Source, several: bool) -> Iterator[str]:
    """Yield titles for the puzzles of a source: the file's stem, numbered if there are several."""
    stem = one_line(printable(PurePath(source.path).stem)).strip("<>-") or "stdin"
    if (text := source.text.strip()) and text in source.path:  # it was pasted
        found = _GAME.match(text) or _PID.match(text)
        stem = found[1] if found and found[1].isalpha() else "puzzle"
    for number in count(1):
        yield f"{stem} #{number}" if several else stem


_GAME = re.compile(r"(?:\S*/)?(\w+)(?:\.html#|[ :](?=[0-9]))")
"""The name of a game before its ID; see `nlc.formats.tatham`."""

_PID = re.compile(r"(?:\S*?\?)?(?:\w+=\w+&)*(?:v:\w+/)?(\w+)/")
"""The name of a puzzle in a URL of puzz.link."""


def each_puzzle(
    source: Source, parts: Sequence[Part], parse: Callable[[Part, str], Puzzle]
) -> Iterator[Puzzle]:
    """Yield the puzzle of each part of a source; `parse` takes the part and a title.

    Raises:
        UserError: after the last good puzzle, with all mistakes of the source.
    """
    names = titles(source, len(parts) > 1)
    diagnostics = Diagnostics()
    for part in parts:
        try:
            yield parse(part, next(names))
        except UserError as error:
            diagnostics.absorb(error)
    diagnostics.raise_errors()


def each_line(source: Source, parse: Callable[[Text, str], Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles of a format of one puzzle a line; see `each_puzzle`.

    Blank lines and ``#`` comments are skipped.
    """
    lines = [x for x in lines_of(source) if (bare := x.text.strip()) and bare[0] != "#"]
    return each_puzzle(source, lines, parse)


def opens_with(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    """Return a function for `Format.recognises`: whether a text opens with a pattern.

    Blank lines and ``#`` comments before it are skipped.
    """
    return lambda text: pattern.match(first_line(text)) is not None


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
        first, last = (self.start + at + 1 for at in (start, end))
        return Span(self.source, self.line, first, self.line, last)

    @property
    def place(self) -> Span:
        """Its span; one character wide if it is empty."""
        return self.span(0, max(1, len(self.text)))

    def error(self, message: str, start: int, end: int, hint: str | None = None) -> UserError:
        """Return an error about ``text[start:end]``."""
        return fail(message, self.span(start, max(end, start + 1)), hint)

    def cut(self, start: int, end: int | None = None) -> Text:
        """Return a part of it."""
        return Text(self.source, self.line, self.start + start, self.text[start:end])

    def strip(self) -> Text:
        """Return the text without the blanks round it."""
        end = len(self.text.rstrip())
        return self.cut(len(self.text) - len(self.text.lstrip()) if end else 0, end)

    def words(self, pattern: str | re.Pattern[str] = r"\S+") -> list[Text]:
        """Return the parts that match a pattern, such as those between blanks."""
        return [self.cut(*word.span()) for word in re.finditer(pattern, self.text)]

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


def uneven(
    row: Sequence[Text], width: int, span: Span | None = None, hint: str | None = None
) -> UserError:
    """Return the error for a row of another length than the first one."""
    plural = "" if len(row) == 1 else "s"
    message = f"the row has {len(row)} cell{plural} where the first row has {width}"
    return fail(message, span or row_span(row), hint)


def check_size(rows: int, cols: int, span: Span, cells: int = 0) -> None:
    """Refuse the size of a board that has no cells, or too many; `cells` is their number.

    Raises:
        UserError: with the place of the size.
    """
    if not rows or not cols:
        raise fail("a board has at least one row and one column", span)
    if (cells or rows * cols) > MAX_CELLS:
        raise fail(f"a board has at most {MAX_CELLS} cells", span)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without line ends, cut as `Span` counts them."""
    return [line.rstrip("\r") for line in text.split("\n")]


def lines_of(source: Source) -> list[Text]:
    """Return the lines of a source without line ends."""
    return [Text(source, n, 0, line) for n, line in enumerate(split_lines(source.text), 1)]


def first_line(text: str) -> str:
    """Return the first line that is neither blank nor a ``#`` comment, or an empty string."""
    lines = map(str.strip, text.split("\n"))
    return next((line for line in lines if line and not line.startswith("#")), "")
