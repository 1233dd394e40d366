"""A puzzle that is being made: its board, and the values of its givens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.board.overlay import align, format_around, format_lists, lines_around
from nlc.generating.made import RuleText
from nlc.generating.open.symmetry import Regions
from nlc.generating.shape import Shape
from nlc.language.resolve import Puzzle

Values = Mapping[int, str]
"""The value of a given by element; of a condition ``true``."""


class Draft(Struct, frozen=True, eq=False):
    """A puzzle that is being made.

    Attributes:
        genre: its rules.
        shape: its board.
        settings: options of the rules, as texts.
        givens: the values of each given, by its name.
        halves: the regions of whose middles some givens are.
    """

    genre: RuleText
    shape: Shape
    settings: Mapping[str, str]
    givens: Mapping[str, Values]
    halves: Regions = {}

    def with_halves(self, regions: Regions, names: Iterable[str]) -> Draft:
        """Return the draft with other regions, and their middles as values of some givens."""
        places = sorted({(sort.value, i) for sort, i in regions.values()})
        draft = replace(self, halves=regions)
        for name in names:
            own = self.genre.rules.givens[name].sort
            draft = draft.with_given(name, {i: "true" for sort, i in places if sort == own})
        return draft

    def with_given(self, name: str, values: Values) -> Draft:
        """Return the draft with other values of a given."""
        return replace(self, givens={**self.givens, name: values})

    def puzzle(self) -> Puzzle:
        """Return the puzzle; see `RuleText.puzzle`."""
        return self.genre.puzzle(self.body())

    def body(self) -> str:
        """Return the puzzle in the puzzle language, without its title and genre."""
        return "\n".join(["{", *self._lines(), "}", ""])

    def _lines(self) -> Iterator[str]:
        yield f"  topology {self.shape.topology};"
        for name, value in self.settings.items():
            yield f"  set {name} = {value};"
        yield from (f"  {text}" for text in self.shape.passages)
        givens = self.genre.rules.givens
        drawn = [name for name, values in self.givens.items() if values and self._is_drawn(name)]
        cells = [name for name in drawn if givens[name].sort == "cell"]
        if not cells:
            yield from self._board("", self.shape.drawing({}))
        for name in cells:
            yield from self._board(f" {name}", self.shape.drawing(self.givens[name]))
        for name, values in self.givens.items():
            if values and (around := self._around(name, values)):
                yield from self._board(f" {name}", around)
            elif name in drawn and name not in cells:
                yield from self._board(f" {name}", self._points(values))
            elif name not in drawn and values:
                names = self._names(Sort(givens[name].sort))
                for value in dict.fromkeys(values.values()):
                    places = ", ".join(names[i] for i, text in values.items() if text == value)
                    quoted = f'"{value}"' if self._is_list(name) else value
                    setting = "" if value == "true" else f" = {quoted}"
                    yield f"  mark {name}{setting} at {places};"

    def _names(self, sort: Sort) -> list[str]:
        """Return the names of elements in marks; of a link, that of the border that it crosses."""
        board = self.shape.board
        if sort is not Sort.LINK:
            return board.names(sort)
        borders = board.names(Sort.BORDER)
        return [borders[border] for border in board.link_border.tolist()]

    def _is_drawn(self, name: str) -> bool:
        given = self.genre.rules.givens[name]
        if given.sort == "vertex":
            return given.type.kind not in ("bool", "enum") and self.shape.rectangle is not None
        return given.sort == "cell" and given.type.kind not in ("bool", "side")

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


def options_of(draft: Draft) -> str:
    """Return the options of the rules as the command line sets them."""
    chosen = {name: each.default.span.text for name, each in draft.genre.rules.options.items()}
    return " ".join(f"--set {name}={value}" for name, value in {**chosen, **draft.settings}.items())


def places_of(board: Board, sort: Sort) -> Ints:
    """Return the row and column of each cell or vertex of a board of squares, from 0."""
    return np.floor(board.middles(sort))[:, ::-1].astype(np.int32)
