"""Names of CNF variables in DIMACS comments: without blanks, in ASCII, made only when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from nlc.arrays import Ints
from nlc.board.board import Board, Sort
from nlc.cnf.text import encode_value
from nlc.ir.nodes import Origin


class AuxiliaryNames:
    """Names auxiliaries ``aux:through[r2c2]:3``: the rule, the bound elements, a running number.

    Numbers run from 1 within each rule and kind of auxiliary, so that no name occurs twice.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._used: Counter[str] = Counter()

    def rows(
        self, origin: Origin, size: int, rows: Ints | None = None, label: str = ""
    ) -> Callable[[], Sequence[str]]:
        """Return a maker of names for `size` auxiliaries of a batch, numbered row by row.

        Args:
            origin: rule and bound elements of the batch.
            size: number of auxiliaries, the same for every row.
            rows: which rows of the batch have some; None for all.
            label: a kind of auxiliary that the IR names.
        """
        stem = f"{origin.rule}:{label}"
        first = self._used[stem] + 1
        self._used[stem] += size
        after = f":{encode_value(label)}." if label else ":"

        def make() -> Sequence[str]:
            places = _places(self._board, origin, rows)
            if not places or size % len(places):
                places = [""]
            each = size // len(places)
            return [f"aux:{origin.rule}{places[i // each]}{after}{first + i}" for i in range(size)]

        return make


def _places(board: Board, origin: Origin, rows: Ints | None) -> list[str]:
    """Return the bound elements of each row, such as ``[r2c2]``; empty when there are none."""
    columns = []
    for _, sort, elements in origin.binders:
        if sort is not None:
            names = board.names(sort)
            part = elements if rows is None else elements[rows]
            columns.append([names[i] for i in part.tolist()])
    return [f"[{','.join(row)}]" for row in zip(*columns, strict=True)]


def mapped(
    board: Board,
    variable: str,
    sort: Sort,
    suffixes: Sequence[str] = ("",),
    elements: Ints | None = None,
) -> list[str]:
    """Return ``variable[element]suffix`` for some or all elements and, within one, all suffixes."""
    chosen = range(board.count(sort)) if elements is None else elements.tolist()
    places = [board.place(variable, sort, i) for i in chosen]
    return [f"{place}{end}" for place in places for end in suffixes]
