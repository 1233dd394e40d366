"""A solution of a puzzle, and the steps to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct

from nlc.arrays import distinct
from nlc.board.elements import lay_out
from nlc.cnf import Cnf
from nlc.drivers.base import Status
from nlc.encode.spec import Encoding
from nlc.errors import fail, suggest
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.printable import summary


class Solution(Struct, frozen=True, eq=False):
    """A solution of a puzzle; ``str`` draws it, and ``solution["number"]`` are values as data.

    On squares a cell is its row and column from 0, and a corner too; elsewhere it is its name. A
    variable over cells or corners is a masked array of the board's shape on squares, of integers,
    texts or booleans, and a dict by element elsewhere; over sets it is an array if these are all
    numbers from 0 on. A boolean over links or borders is the list
    of those that are chosen, as pairs of their ends: cells, or corners. A variable of the whole
    puzzle is its value, and any other a dict.

    >>> import nlc
    >>> solution = nlc.solve(nlc.load("fixtures/first.nl")[0]).board
    >>> str(solution).splitlines()[0]
    'D E───────╮'
    >>> solution["color"][0].tolist(), solution["line"][:2], list(solution)
    (['D', 'E', 'E', 'E', 'E', 'E'], [((0, 0), (1, 0)), ((0, 1), (0, 2))], ['line', 'color'])
    >>> solution.to_json()["color"]["r1c1"]
    'D'

    Attributes:
        program: the puzzle.
        values: of its variables.
    """

    program: Program
    values: Assignment

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        program = self.program
        size = program.board.cols, program.board.rows
        return summary("Solution", program.title, program.genre, size)

    def __getitem__(self, name: str) -> Any:
        program = self.program
        for var in program.bools:
            if var.name == name:
                held = self.values.bools[var.part]
                return lay_out(program.board, var.sort, held)
        if name not in program.domains:
            hint = suggest(name, list(self)) or f"there are {', '.join(self)}"
            raise KeyError(f"no variable '{name}'; {hint}")
        index = self.values.domains[name]
        plain = np.array(program.plain_values(name)[:-1] or [0])
        return lay_out(program.board, program.domains[name].sort, plain[index], index == ABSENT)

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_json())

    def keys(self) -> Iterator[str]:
        """Return the names of the shown and reported variables."""
        return iter(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        same = _signature(self.program) == _signature(other.program)
        return same and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(str(self.to_json()))

    def of(self, program: Program) -> Assignment:
        """Return the values for a puzzle of the same board and variables.

        Raises:
            InputError: the solution is of another puzzle.
        """
        if program is not self.program and _signature(program) != _signature(self.program):
            raise fail(f"the board is of another puzzle: {self!r}", hint=f"not of {program!r}")
        lengths = {name: len(values) for name, values in self.values.domains.items()}
        if (len(self.values.bools), lengths) != (
            1 + sum(var.size for var in program.bools),
            {name: domain.size for name, domain in program.domains.items()},
        ):
            raise fail(f"the board is of another puzzle, not of {program!r}")
        return self.values

    def text(self, style: str = "unicode", color: bool | str = False) -> str:
        """Return the picture; see `nlc.render.text.render`."""
        from nlc.render.text import render

        return render(self.program, self.values, style=style, color=color)

    def to_svg(self, style: str = "puzzle", *, targets: bool = False) -> str:
        """Return the picture as SVG; see `nlc.language.resolve.Puzzle.to_svg`."""
        from nlc.pictures.drawing import draw
        from nlc.pictures.svg import svg

        return svg(draw(self.program, self.values, style, targets=targets))

    def _repr_svg_(self) -> str:
        return self.to_svg()

    _repr_html_ = _repr_svg_

    def to_json(self) -> dict[str, Any]:
        """Return the shown and reported variables by name, as ``nlc run --format json`` does.

        A boolean variable is the list of the elements where it is true; any other is an object
        from elements to values. A variable of the whole puzzle is its value: True, 3 or None.
        """
        return self.program.solution_json(self.values, plain=True)


def _signature(program: Program) -> object:
    """Return a key: programs with equal keys have the same variables."""
    bools = {var.name: (var.sort, var.base) for var in program.bools}
    words = {domain.name: (domain.sort, domain.values) for domain in program.domains.values()}
    sorts = {sort for sort, _ in (*bools.values(), *words.values())}
    return bools, words, {sort: list(program.board.names(sort)) for sort in sorts}


def fixed_before(cnf: Cnf) -> int:
    """Return how many shown variables a clause of one literal fixes, as folding finds them."""
    units = [block.clauses.ravel() for block in cnf.blocks if block.clauses.shape[1] == 1]
    known = distinct(np.abs(np.concatenate(units))) if units else np.zeros(0, np.int32)
    return int(np.isin(cnf.projection, known).sum())


def question_text(assumed: str, another: bool, near: int | None, best: str = "") -> str:
    """Return a query in words; the arguments are attributes of `Step`."""
    if best:
        return f"{'a better' if another else 'the best'} board, by {best}"
    how = f"assume {assumed}" if assumed else "without assumptions"
    if near is not None:
        how = f"near the first, {near} place{'' if near == 1 else 's'}"
    return f"another board, {how}" if another else how


class Step(Struct, frozen=True):
    """A query to a solver, with its result.

    Attributes:
        assumed: options that were assumed beyond the puzzle's own, such as ``touch=false``; empty
            without assumptions.
        status: the result; UNKNOWN where a budget was spent or a limit reached.
        conflicts: of the solver, if it reports them.
        seconds: wall-clock time of the solver.
        lazy_clauses: how many clauses were added because a model broke them, if that is known.
        another: whether the query was for a board other than those known.
        near: the number of neighbourhoods of the first board that were searched; None: everywhere.
        shared: the number of puzzles in the formula.
        fixed: shown variables that the formula fixes before any search, if known.
        solver: the name of the driver; empty where it is that of the answer.
        attempt: its number in the plan, from 1.
        confirms: whether it repeats a refutation.
        best: the method of optimization, where the best board was wanted.
        encoding: of the formula, if known.
    """

    assumed: str
    status: Status
    conflicts: int | None
    seconds: float
    lazy_clauses: int | None = None
    another: bool = False
    near: int | None = None
    shared: int = 1
    fixed: int | None = None
    solver: str = ""
    attempt: int | None = None
    confirms: bool = False
    best: str = ""
    encoding: Encoding | None = None

    @property
    def question(self) -> str:
        """The query in words."""
        query = question_text(self.assumed, self.another, self.near, self.best)
        return f"to confirm, {query}" if self.confirms else query

    def __str__(self) -> str:
        conflicts = "" if self.conflicts is None else f", {self.conflicts} conflicts"
        lazy = f", {self.lazy_clauses} lazy clauses" if self.lazy_clauses else ""
        known = "" if self.fixed is None else f", {self.fixed} shown variables fixed beforehand"
        shared = f", one formula for {self.shared} puzzles" if self.shared > 1 else ""
        result = f"{self.question}: {self.status}{conflicts}{lazy}{known}{shared}"
        return f"{result}, {self.seconds:.3f} s"

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of the step."""
        return {
            "attempt": self.attempt,
            "step": self.question,
            "solver": self.solver or None,
            "encoding": None if self.encoding is None else str(self.encoding),
            "outcome": self.status,
            "conflicts": self.conflicts,
            "lazy_clauses": self.lazy_clauses,
            "fixed": self.fixed,
            "shared": self.shared,
            "seconds": round(self.seconds, 6),
        }
