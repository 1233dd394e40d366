"""Parses the text of a drawn board into tokens: rows, ordinals, columns and a vocabulary."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints, most_frequent
from nlc.cached import cached_property
from nlc.errors import Diagnostics, Span, fail
from nlc.language.syntax import BoardLiteral

_FOREIGN_BLANK = re.compile(r"[^\S ]")
_SPACED_TOKEN = re.compile(r"\S+")
_COMPACT_TOKEN = re.compile(r"\S")


class Drawing(Struct, frozen=True, eq=False, dict=True):
    """The tokens of a drawn board, row-major, holes included.

    Attributes:
        literal: the parsed board literal.
        texts: the lines with tokens, without trailing blanks.
        lines: the line numbers of `texts` in the source.
        spaced: True if tokens are separated by blanks, False if each character is a token.
        vocabulary: the distinct tokens in order of first appearance.
        token: shape (tokens,), index into `vocabulary`.
        indptr: shape (rows + 1,); row r has the tokens ``indptr[r]`` to ``indptr[r + 1] - 1``.
    """

    literal: BoardLiteral
    texts: tuple[str, ...]
    lines: tuple[int, ...]
    spaced: bool
    vocabulary: tuple[str, ...]
    token: Ints
    indptr: Ints

    @property
    def rows(self) -> int:
        """The number of drawn rows."""
        return len(self.texts)

    @cached_property
    def lengths(self) -> Ints:
        """The number of tokens of each row, shape (rows,)."""
        return np.diff(self.indptr).astype(np.int32)

    @cached_property
    def row(self) -> Ints:
        """The row of each token, shape (tokens,)."""
        return np.repeat(np.arange(self.rows, dtype=np.int32), self.lengths)

    @cached_property
    def col(self) -> Ints:
        """The ordinal of each token in its row, shape (tokens,)."""
        return (np.arange(len(self.token)) - self.indptr[self.row]).astype(np.int32)

    @cached_property
    def starts(self) -> Ints:
        """The text column, from 0, at which each token starts, shape (tokens,)."""
        return np.concatenate([self._starts(text) for text in self.texts]).astype(np.int32)

    def _starts(self, text: str) -> Ints:
        ink = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4") != ord(" ")
        if self.spaced:
            ink[1:] &= ~ink[:-1]
        return np.flatnonzero(ink).astype(np.int32)

    def text(self, i: int) -> str:
        """Return the text of token `i`."""
        return self.vocabulary[int(self.token[i])]

    def span(self, i: int) -> Span:
        """Return the span of token `i`."""
        row = int(np.searchsorted(self.indptr, i, side="right")) - 1
        pattern = _SPACED_TOKEN if self.spaced else _COMPACT_TOKEN
        match = next(islice(pattern.finditer(self.texts[row]), i - int(self.indptr[row]), None))
        return self._span(row, match.start(), match.end())

    def row_span(self, row: int) -> Span:
        """Return the span of all tokens of a row."""
        text = self.texts[row]
        return self._span(row, len(text) - len(text.lstrip()), len(text))

    def _span(self, row: int, start: int, end: int) -> Span:
        line = self.lines[row]
        return Span(self.literal.span.source, line, start + 1, line, end + 1)


def parse_drawing(literal: BoardLiteral) -> Drawing:
    """Split a board literal into tokens.

    A board is spaced if any of its lines has blanks between tokens, else every character is a
    token. Blank lines do not count as rows.

    Raises:
        UserError: the literal has no token, or blanks other than spaces before or between tokens.
    """
    numbered = [
        (number, line.rstrip())
        for number, line in enumerate(literal.lines, literal.first_line)
        if line.strip()
    ]
    if not numbered:
        raise fail("the board has no cells", literal.span, "draw one row of tokens on each line")
    errors = Diagnostics()
    for number, text in numbered:
        if blank := _FOREIGN_BLANK.search(text):
            column = blank.start() + 1
            found = "tab" if blank[0] == "\t" else "blank that is not a space"
            errors.error(
                f"a {found} on a board",
                Span(literal.span.source, number, column, number, column + 1),
                "use spaces: the columns of a drawn board must be the same for every reader",
            )
    errors.raise_errors()
    texts = tuple(text for _, text in numbered)
    spaced = any(" " in text.lstrip() for text in texts)

    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    flat: list[int] = []
    indptr = [0]
    for text in texts:
        flat.extend(map(numbers.__getitem__, text.split() if spaced else text.lstrip()))
        indptr.append(len(flat))
    return Drawing(
        literal=literal,
        texts=texts,
        lines=tuple(number for number, _ in numbered),
        spaced=spaced,
        vocabulary=tuple(numbers),
        token=np.array(flat, dtype=np.int32),
        indptr=np.array(indptr, dtype=np.int32),
    )


def require_rectangle(drawing: Drawing) -> None:
    """Check that all rows have the same number of tokens.

    Raises:
        UserError: rows differ from the most frequent length; one diagnostic for each.
    """
    lengths = drawing.lengths
    usual = most_frequent(lengths)
    errors = Diagnostics()
    for row in np.flatnonzero(lengths != usual).tolist():
        length = int(lengths[row])
        if drawing.spaced and " " not in drawing.texts[row].lstrip():
            hint = "other rows have blanks between their tokens, so this row needs them too"
        else:
            hint = "write '#' where there is no cell"
        errors.error(
            f"row {row + 1} has {length} token{'s' * (length != 1)}, the other rows have {usual}",
            drawing.row_span(row),
            hint,
        )
    errors.raise_errors()
