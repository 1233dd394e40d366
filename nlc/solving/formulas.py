"""The formulas of a plan: what its attempts share a session over, and the queries they are."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import Bools, Floats, distinct
from nlc.board import Sort
from nlc.cnf import Cnf, Model
from nlc.drivers.optimum import COUNTER
from nlc.drivers.search import NEAR, Neighbourhoods, Query
from nlc.encode.lists import ALONE, parse_numbers
from nlc.encode.policy import ASSUMING, STATIC
from nlc.encode.puzzle_formula import (
    PuzzleFormula,
    Readings,
    choose_readings,
    encode_puzzles,
    named_puzzles,
)
from nlc.encode.spec import NONE, Encoding
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.solving.plan import Attempt
from nlc.solving.solution import RootFacts

if TYPE_CHECKING:
    from nlc.drivers.base import Driver
    from nlc.encode.lower import LoweredProgram

REACHES = (3.0, 4.5, 6.0)
"""Of the neighbourhoods in which another board is looked for, to each side of their middles, in
distances of linked cells: on squares they are 7x7 cells, then 10x10, then 13x13. Of woven boards
with a second solution, nearly all have one in the first, and most others in the second kind."""

STEP = 0.6
"""How far the middles are from each other, as a part of the reach."""

MOST = 400
"""Of a board with more neighbourhoods of one kind, the middles are farther from each other."""


class Stated(Struct, frozen=True, eq=False):
    """A formula, and the queries of the attempts that share a session over it.

    Attributes:
        solver: the name of its driver.
        lowered: the formula.
        readings: that it holds, the strictest first, and last the puzzle as it stands.
        queries: in the order of the attempts.
        facts: what the formula states beforehand.
        shared: how many puzzles are in it.
    """

    solver: str
    lowered: LoweredProgram
    readings: Readings
    queries: tuple[Query, ...]
    facts: RootFacts
    shared: int = 1

    @property
    def program(self) -> Program:
        """The puzzle as it stands."""
        return self.readings.program

    @property
    def asks_once(self) -> bool:
        """Whether there is but one question, in the puzzle's own words."""
        return len(self.queries) == 1 and len(self.readings.programs) == 1

    def assumed(self, query: Query) -> str:
        """Return the reading that a query assumes, empty for none."""
        return "" if query.whole else self.readings.assumed[query.reading]

    def reading(self, assumed: str) -> Program:
        """Return the program of a reading."""
        return self.readings.programs[self.readings.assumed.index(assumed)]

    def cnf(self) -> Cnf:
        """Return the formula to be searched.

        Of an encoding that is not exact, a model is left out with all that must be wrong as it is.
        """
        if self.lowered.exact:
            return self.lowered.question
        from nlc.solving.inexact import distinguishing

        return replace(
            self.lowered.question, projection=distinguishing(self.readings.program, self.lowered)
        )

    def models(self, boards: Sequence[Assignment]) -> list[Model]:
        """Return models that show what boards show, and say nothing of the rest."""
        assert self.lowered.literals is not None
        numbers, literals = shown(self.readings.program, self.lowered)
        found = []
        for board in boards:
            model = np.zeros(self.lowered.cnf.variables + 1, np.bool_)
            model[np.abs(literals)] = board.bools[numbers] == (literals > 0)
            found.append(model)
        return found


class Formulas(Struct, eq=False):
    """Makes formulas, and keeps those that several puzzles share.

    Attributes:
        group: the puzzles that share a formula, where the encoding names such ones.
        compiled: whether each formula has to be the one that ``nlc compile`` writes.
    """

    group: tuple[Puzzle, ...] = ()
    compiled: bool = False
    _shared: dict[Hashable, PuzzleFormula] = field(default_factory=dict)

    def grouped(self, puzzles: Sequence[Puzzle], encoding: Encoding) -> Formulas:
        """Return these for puzzles of which an encoding may name some by their numbers.

        Raises:
            UserError: there are fewer.
        """
        if encoding.puzzles == ALONE:
            return self
        return Formulas(tuple(named_puzzles(puzzles, encoding)), self.compiled)

    def shares(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle is one of those that share a formula."""
        return any(each is puzzle for each in self.group)

    def require(self, puzzle: Puzzle, encoding: Encoding) -> None:
        """Require that an encoding names a puzzle, if it names any.

        Raises:
            UserError: it names others.
        """
        if self.group and not self.shares(puzzle):
            raise fail(f"puzzles={encoding.puzzles} does not name it")

    def lower(
        self, puzzle: Puzzle, program: Program, encoding: Encoding, offers: frozenset[str]
    ) -> LoweredProgram:
        """Return the formula of a puzzle as it stands, perhaps with others.

        Args:
            puzzle: as it was read.
            program: the same, elaborated.
            encoding: how.
            offers: what the solver offers; see `nlc.encode.policy`.

        Raises:
            UserError: the encoding refuses it.
        """
        if not self.shares(puzzle):
            place, stated = (
                0,
                encode_puzzles([choose_readings(puzzle, program, encoding)], encoding, offers),
            )
        else:
            place = next(i for i, each in enumerate(self.group) if each is puzzle)
            key = encoding, offers, self.group
            if key not in self._shared:
                group = [
                    choose_readings(each, program if each is puzzle else elaborate(each), encoding)
                    for each in self.group
                ]
                numbers = parse_numbers(encoding.puzzles)
                self._shared[key] = encode_puzzles(group, encoding, offers, numbers=numbers)
            stated = self._shared[key]
        return replace(stated.lowered, assumptions=tuple(stated.questions[place][-1]))

    def state(
        self,
        puzzle: Puzzle,
        program: Program,
        driver: Driver,
        attempts: Sequence[tuple[int, Attempt]],
        refuted: set[str],
        board: Assignment | None,
    ) -> Stated | None:
        """Return the formula of attempts that share a session, or None where there is none.

        Args:
            puzzle: as it was read.
            program: the same, elaborated.
            driver: of the session.
            attempts: with their numbers in the plan; the first has the readings of all.
            refuted: readings that are left out.
            board: the first that is known, if any.

        Raises:
            UserError: the encoding refuses a part of a program.
        """
        first = attempts[0][1]
        if first.paths:
            from nlc.encode.numberlink.shortest import shortest

            shorter = shortest(program, board)
            if shorter is None:
                return None
            program = shorter
        if first.reading == NONE:
            readings = Readings((program,))
            offers = STATIC if self.compiled else driver.capabilities.offers
            lowered = _told(program, lambda: self.lower(puzzle, program, first.encoding, offers))
            questions: Sequence[Sequence[int]] = [()]
        else:
            named = replace(first.encoding, readings=first.reading)
            found = choose_readings(puzzle, program, named, ASSUMING)
            kept = [i for i, text in enumerate(found.assumed) if text not in refuted - {""}]
            readings = Readings(
                tuple(found.programs[i] for i in kept), tuple(found.options[i] for i in kept)
            )
            statement = _told(program, lambda: encode_puzzles([readings], named, ASSUMING))
            lowered, (questions,) = statement.lowered, statement.questions
        queries = queries_of(attempts, questions, readings, lowered)
        return Stated(driver.name, lowered, readings, queries, RootFacts.of(lowered.cnf))


def _told(program: Program, make):  # type: ignore[no-untyped-def]
    """Return what is made; an encoding that refuses a rule names the puzzle."""
    try:
        return make()
    except UserError as error:
        whose = f' (puzzle "{program.title}")'
        told = [replace(item, message=item.message + whose) for item in error.diagnostics]
        raise UserError(told) from None


def queries_of(
    attempts: Sequence[tuple[int, Attempt]],
    questions: Sequence[Sequence[int]],
    readings: Readings,
    lowered: LoweredProgram,
) -> tuple[Query, ...]:
    """Return what attempts ask of a session.

    Args:
        attempts: with their numbers in the plan.
        questions: the assumptions of each reading, the puzzle as it stands last.
        readings: that are asked in turn.
        lowered: the formula.
    """
    queries: list[Query] = []
    places: Neighbourhoods | None = None
    whole = len(questions) - 1
    cells = readings.program.board.count(Sort.CELL)
    for number, attempt in attempts:
        if attempt.goal == NEAR:
            if attempts[0][1].reading != NONE and not whole:
                continue  # by the strictest reading there is seldom another board
            if places is None:
                places = neighbourhoods(readings.program, lowered)
            if not len(places.free):
                continue
        numbers = [whole] if attempt.reading == NONE else range(whole)
        for reading in numbers:
            query = Query(
                number,
                attempt.goal,
                tuple(questions[reading]),
                whole=reading == whole,
                conflicts=None if attempt.conflicts is None else attempt.conflicts.of(cells),
                seconds=attempt.seconds,
                places=places if attempt.goal == NEAR else None,
                reading=reading,
                best="" if lowered.costs is None else attempt.best or COUNTER,
            )
            queries.append(query)
    return tuple(queries)


def shown(program: Program, lowered: LoweredProgram) -> tuple[np.ndarray, np.ndarray]:
    """Return the IR numbers and the CNF literals of all shown booleans: two of shape (n,)."""
    parts = [np.arange(v.base, v.base + v.size, dtype=np.int32) for v in program.bools if v.shown]
    numbers = np.concatenate([np.zeros(0, np.int32), *parts])
    assert lowered.literals is not None
    return numbers, lowered.literals(numbers)


def neighbourhoods(program: Program, lowered: LoweredProgram) -> Neighbourhoods:
    """Return where another board is looked for near one."""
    some = [v for v in program.bools if v.shown and v.size and v.sort.placed]
    if not (some and REACHES) or lowered.literals is None:
        return Neighbourhoods(np.zeros(0, np.int32), np.zeros((0, 0), np.bool_))
    numbers = [np.arange(var.base, var.base + var.size, dtype=np.int32) for var in some]
    literals = lowered.literals(np.concatenate(numbers))
    return Neighbourhoods(literals, np.concatenate([parts(program, reach) for reach in REACHES]))


def parts(program: Program, reach: float) -> Bools:
    """Return small parts of a board that overlap, squares with sides of twice a reach.

    Returns:
        Shape (parts, n): which of the n values of shown booleans are in a part. None is empty, or
        all of the board, and each value is in one at least, if there are any.
    """
    board = program.board
    sorts = [v.sort for v in program.bools if v.shown and v.size and v.sort.placed]
    points = np.concatenate([board.middles(sort) for sort in sorts])
    ends = board.centers[board.link_cells]
    lengths = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    unit = float(np.sort(lengths)[len(lengths) // 2]) if len(lengths) else 1.0
    width, height = np.maximum(np.ptp(points, axis=0), unit).tolist()
    step = max(STEP * reach * unit, float(np.sqrt(width * height / MOST)))
    columns, rows = (_near(points[:, axis], reach * unit, step) for axis in range(2))
    near = (rows[:, None] & columns[None]).reshape(-1, len(points))
    packed = np.packbits(near[near.any(axis=1) & ~near.all(axis=1)], axis=1)
    return np.unpackbits(distinct(packed), axis=1, count=len(points)).astype(np.bool_)


def _near(places: Floats, reach: float, step: float) -> Bools:
    """Return, for middles at regular distances, which coordinates are in reach: (middles, n)."""
    low, high = float(places.min()), float(places.max())
    spare = max(0.0, high - low - 2 * reach)
    number = int(np.ceil(spare / min(step, 2 * reach))) + 1
    start = low + reach if number > 1 else (low + high) / 2
    middles = start + np.linspace(0.0, spare, number)
    inside: Bools = np.abs(places[None] - middles[:, None]) <= reach + 1e-9
    return inside
