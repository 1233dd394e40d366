"""A puzzle that is being made: its board, and the values of its givens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.board.overlay import align, format_around, format_lists, lines_around
from nlc.errors import Source, UserError, fail
from nlc.generating.shape import Shape
from nlc.language.inherit import Rules
from nlc.language.resolve import Puzzle, load
from nlc.loading import parse_puzzles

Values = Mapping[int, str]
"""The value of a given by element; of a condition ``true``."""


class RuleText(Struct, frozen=True):
    """The genre of puzzles to be made, which can be sent to other processes.

    Attributes:
        name: of the genre.
        head: the text before its puzzles, such as its definition; empty for a stock genre.
        path: of the file of the text; files that it uses are searched in the same folder.
    """

    name: str
    head: str = ""
    path: str = "generated"

    @property
    def rules(self) -> Rules:
        """The rules."""
        return _rules(self)


@lru_cache(maxsize=8)
def _rules(genre: RuleText) -> Rules:
    text = (
        f'{genre.head}puzzle "generated" is {genre.name} {{\n topology square;\n board\n .\n end }}'
    )
    return load(Source(genre.path, text)).puzzles[0].rules


class Draft(Struct, frozen=True, eq=False):
    """A puzzle that is being made.

    Attributes:
        genre: its rules.
        shape: its board.
        settings: options of the rules, as texts.
        givens: the values of each given, by its name.
    """

    genre: RuleText
    shape: Shape
    settings: Mapping[str, str]
    givens: Mapping[str, Values]

    def with_given(self, name: str, values: Values) -> Draft:
        """Return the draft with other values of a given."""
        return replace(self, givens={**self.givens, name: values})

    def puzzle(self, title: str = "generated") -> Puzzle:
        """Return the puzzle.

        Raises:
            UserError: its text cannot be read back.
        """
        try:
            (puzzle,), _ = parse_puzzles(Source(self.genre.path, self.text(title)), "nl")
        except UserError as error:
            why = error.diagnostics[0]
            if why.span is None or why.span.line <= self.genre.head.count("\n"):
                raise  # the mistake is the genre's
            line = why.span.source.line(why.span.line).strip()
            hint = f"a puzzle of {self.genre.name} would say: {line}"
            raise fail(why.message, hint=hint) from error
        return puzzle

    def text(self, title: str) -> str:
        """Return the puzzle in the puzzle language."""
        return f"{self.genre.head}" + "\n".join(self._lines(title)) + "\n"

    def _lines(self, title: str) -> Iterator[str]:
        yield f'puzzle "{title}" is {self.genre.name} {{'
        yield f"  topology {self.shape.topology};"
        for name, value in self.settings.items():
            yield f"  set {name} = {value};"
        yield from (f"  {text}" for text in self.shape.passages)
        drawn = [name for name, values in self.givens.items() if values and self._is_drawn(name)]
        if not any(self.genre.rules.givens[name].sort == "cell" for name in drawn):
            yield from self._board("", self.shape.drawing({}))
        cells = [name for name in drawn if self.genre.rules.givens[name].sort == "cell"]
        for name in cells:
            yield from self._board(f" {name}", self.shape.drawing(self.givens[name]))
        for name, values in self.givens.items():
            if values and (around := self._around(name, values)):
                yield from self._board(f" {name}", around)
            elif name in drawn and name not in cells:
                yield from self._board(f" {name}", self._points(values))
            elif name not in drawn and values:
                names = self._names(Sort(self.genre.rules.givens[name].sort))
                for value in dict.fromkeys(values.values()):
                    places = ", ".join(names[i] for i, text in values.items() if text == value)
                    quoted = f'"{value}"' if self._is_list(name) else value
                    setting = "" if value == "true" else f" = {quoted}"
                    yield f"  mark {name}{setting} at {places};"
        yield "}"

    def _names(self, sort: Sort) -> list[str]:
        """Return the names of elements in marks; of a link, that of the border that it crosses."""
        board = self.shape.board
        if sort is not Sort.LINK:
            return board.names(sort)
        borders = board.names(Sort.BORDER)
        return [borders[border] for border in board.link_border.tolist()]

    def _is_drawn(self, name: str) -> bool:
        given = self.genre.rules.givens[name]
        grid = given.sort == "cell" or (given.sort == "vertex" and self.shape.rectangle)
        return bool(grid) and given.type.kind not in ("bool", "side")

    def _is_list(self, name: str) -> bool:
        return self.genre.rules.givens[name].type.kind == "list"

    def _around(self, name: str, values: Values) -> list[str]:
        """Return the rows of a drawing of clues round a board of squares, empty if it has none."""
        given = self.genre.rules.givens[name]
        if given.sort not in ("line", "border") or given.type.kind in ("bool", "side"):
            return []
        if not self._is_list(name):
            return format_around(self.shape.board, Sort(given.sort), values)
        found = lines_around(self.shape.board) if given.sort == "line" else None
        if found is None:
            return []
        rows, cols = found
        texts = [str(values[line]).split(",") if line in values else [] for line in (*rows, *cols)]
        return format_lists(texts, len(rows))

    def _board(self, name: str, rows: list[str]) -> Iterator[str]:
        yield f"  board{name}"
        yield from (f"    {row}" for row in rows)
        yield "  end"

    def _points(self, values: Values) -> list[str]:
        """Return the rows of a drawing of the vertices of a rectangle of squares."""
        assert self.shape.rectangle is not None
        rows, columns = self.shape.rectangle
        places = places_of(self.shape.board, Sort.VERTEX)
        tokens = np.full((rows + 1, columns + 1), ".", object)
        for element, text in values.items():
            tokens[tuple(places[element])] = text
        return align(tokens.tolist())


def places_of(board: Board, sort: Sort) -> Ints:
    """Return the row and column of each cell or vertex of a board of squares, from 0."""
    if sort is Sort.CELL:
        return np.stack([board.row_of, board.col_of], axis=1)
    points = np.asarray(board.points)
    _, columns = np.unique(points[:, 0], return_inverse=True)
    _, rows = np.unique(points[:, 1], return_inverse=True)
    return np.stack([rows.ravel(), columns.ravel()], axis=1).astype(np.int32)
