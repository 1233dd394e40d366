"""The formulas of a plan, and the queries of its attempts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import Bools, Floats, Ints, distinct
from nlc.board import Sort
from nlc.cnf import Cnf, Model, Separator, blocking_clause, projection_variables
from nlc.drivers.base import Driver
from nlc.drivers.optimum import COUNTER
from nlc.drivers.search import NEAR, Neighbourhoods, Query
from nlc.encode.lower import LoweredProgram
from nlc.encode.policy import ASSUMING, STATIC
from nlc.encode.puzzle_formula import (
    PuzzleFormula,
    Readings,
    choose_readings,
    encode_puzzles,
    named_puzzles,
)
from nlc.encode.spec import NONE, Encoding, parse_numbers
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import TRUE, Acyclic, Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.solving.plan import Attempt
from nlc.solving.solution import fixed_before

REACHES = (3.0, 4.5, 6.0)
"""Half the widths of neighbourhoods, in distances of linked cells: on squares they are 7x7 cells,
then 10x10, then 13x13. Nearly all woven boards with a second solution have one in the first kind of
neighbourhood, and most others in the second."""

MAX_PARTS = 400
"""The most neighbourhoods of one kind: on larger boards their distance is greater."""


class SessionFormula(Struct, frozen=True, eq=False):
    """A formula, with the queries of the attempts that share a session.

    Attributes:
        solver: the name of its driver.
        lowered: the formula.
        readings: in the formula, the strictest first, and last the puzzle without assumptions.
        queries: in the order of the attempts.
        fixed: shown variables that it fixes before any search.
        shared: the number of puzzles in the formula.
    """

    solver: str
    lowered: LoweredProgram
    readings: Readings
    queries: tuple[Query, ...]
    fixed: int
    shared: int = 1

    @property
    def program(self) -> Program:
        """The puzzle without assumptions."""
        return self.readings.program

    def assumption_text(self, query: Query) -> str:
        """Return the reading that a query assumes, empty for none."""
        return "" if query.whole else self.readings.assumed[query.reading]

    def reading(self, assumed: str) -> Program:
        """Return the program of a reading."""
        return self.readings.programs[self.readings.assumed.index(assumed)]

    def cnf(self) -> Cnf:
        """Return the formula for the session.

        With an inexact encoding, its projection has the variables that exclude wrong models.
        """
        if self.lowered.exact:
            return self.lowered.question
        shown = distinguishing(self.readings.program, self.lowered)
        return replace(self.lowered.question, projection=shown)

    def models(self, boards: Sequence[Assignment]) -> list[Model]:
        """Return models of boards, in which only the shown variables are right."""
        assert self.lowered.literals is not None
        numbers = shown_variables(self.readings.program)
        literals = self.lowered.literals(numbers)
        found = []
        for board in boards:
            model = np.zeros(self.lowered.cnf.variables + 1, np.bool_)
            model[np.abs(literals)] = board.bools[numbers] == (literals > 0)
            found.append(model)
        return found


class Formulas(Struct, eq=False):
    """A maker of formulas, which keeps those that several puzzles share.

    Attributes:
        group: the puzzles that share a formula by ``puzzles=`` of the encoding.
        compiled: whether each formula has to be the one that ``nlc compile`` writes.
    """

    group: tuple[Puzzle, ...] = ()
    compiled: bool = False
    _shared: dict[Hashable, PuzzleFormula] = field(default_factory=dict)

    def for_puzzles(self, puzzles: Sequence[Puzzle], encoding: Encoding) -> Formulas:
        """Return a maker for some puzzles, of which the encoding may name a group by numbers.

        Raises:
            UserError: there are fewer puzzles.
        """
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
        """Return the formula of a puzzle without assumptions, with its group if any.

        Args:
            puzzle: the parsed puzzle.
            program: the same, elaborated.
            encoding: the spec.
            offers: the solver's features; see `nlc.encode.policy`.

        Raises:
            UserError: the encoding refuses it.
        """
        if not self.shares(puzzle):
            one = [choose_readings(puzzle, program, encoding)]
            place, statement = 0, encode_puzzles(one, encoding, offers)
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
            statement = self._shared[key]
        return replace(statement.lowered, assumptions=tuple(statement.questions[place][-1]))

    def for_attempts(
        self,
        puzzle: Puzzle,
        program: Program,
        driver: Driver,
        attempts: Sequence[tuple[int, Attempt]],
        refuted: set[str],
        board: Assignment | None,
        left_out: dict[int, str],
    ) -> SessionFormula | None:
        """Return the formula and queries of attempts in one session; None if they are skipped.

        Args:
            puzzle: the parsed puzzle.
            program: the same, elaborated.
            driver: of the session.
            attempts: with their numbers in the plan; the first one has all readings.
            refuted: readings to be left out.
            board: the first known board, if any.
            left_out: takes why attempts are skipped, by their numbers.

        Raises:
            UserError: the encoding refuses a part of a program.
        """
        first = attempts[0][1]
        if first.paths:
            from nlc.encode.numberlink.shortest import shortest

            shorter = shortest(program, board)
            if shorter is None:
                why = "paths=shortest does not apply to this puzzle"
                left_out.update((number, why) for number, _ in attempts)
                return None
            program = shorter
        if first.reading == NONE:
            readings = Readings((program,))
            offers = STATIC if self.compiled else driver.capabilities.offers
            lowered = _with_title(
                program, lambda: self.lower(puzzle, program, first.encoding, offers)
            )
            questions: Sequence[Sequence[int]] = [()]
        else:
            named = replace(first.encoding, readings=first.reading)
            found = choose_readings(puzzle, program, named, ASSUMING)
            kept = [i for i, text in enumerate(found.assumed) if text not in refuted - {""}]
            readings = Readings(
                tuple(found.programs[i] for i in kept), tuple(found.options[i] for i in kept)
            )
            statement = _with_title(program, lambda: encode_puzzles([readings], named, ASSUMING))
            lowered, (questions,) = statement.lowered, statement.questions
        queries = queries_of(attempts, questions, readings, lowered)
        for number, each in attempts:
            if all(query.number != number for query in queries):
                left_out[number] = (
                    "no part of the board is searched by itself"
                    if each.goal == NEAR
                    else f"reading={each.reading} adds nothing to the rules here, or was refuted"
                )
        return SessionFormula(driver.name, lowered, readings, queries, fixed_before(lowered.cnf))


def _with_title(program: Program, make):  # type: ignore[no-untyped-def]
    """Call `make`, and add the puzzle's title to the message of an encoding that refuses it."""
    try:
        return make()
    except UserError as error:
        title = f' (puzzle "{program.title}")'
        titled = [replace(item, message=item.message + title) for item in error.diagnostics]
        raise UserError(titled) from None


def queries_of(
    attempts: Sequence[tuple[int, Attempt]],
    questions: Sequence[Sequence[int]],
    readings: Readings,
    lowered: LoweredProgram,
) -> tuple[Query, ...]:
    """Return the queries of attempts.

    Args:
        attempts: with their numbers in the plan.
        questions: the assumptions of each reading, those of the puzzle itself last.
        readings: for the queries in turn.
        lowered: the formula.
    """
    queries: list[Query] = []
    places: Neighbourhoods | None = None
    whole = len(questions) - 1
    cells = readings.program.board.count(Sort.CELL)
    for number, attempt in attempts:
        if attempt.goal == NEAR:
            if attempts[0][1].reading != NONE and not whole:
                continue  # the strictest reading seldom has another board
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


def shown_variables(program: Program) -> Ints:
    """Return the numbers of the shown booleans, the same in the IR and in every CNF."""
    shown = [np.arange(v.base, v.base + v.size, dtype=np.int32) for v in program.bools if v.shown]
    return np.concatenate([np.zeros(0, np.int32), *shown])


def neighbourhoods(program: Program, lowered: LoweredProgram) -> Neighbourhoods:
    """Return the neighbourhoods for the search of a board near another one."""
    some = [v for v in program.bools if v.shown and v.size and v.sort.placed]
    if not (some and REACHES) or lowered.literals is None:
        return Neighbourhoods(np.zeros(0, np.int32), np.zeros((0, 0), np.bool_))
    numbers = [np.arange(var.base, var.base + var.size, dtype=np.int32) for var in some]
    literals = lowered.literals(np.concatenate(numbers))
    return Neighbourhoods(
        literals, np.concatenate([overlapping_parts(program, reach) for reach in REACHES])
    )


def overlapping_parts(program: Program, reach: float) -> Bools:
    """Return overlapping square parts of a board, with sides of twice a reach.

    Returns:
        Shape (parts, n): which of the n shown booleans are in a part. No part is empty or the whole
        board, and each boolean is in at least one part, if there are any.
    """
    board = program.board
    sorts = [v.sort for v in program.bools if v.shown and v.size and v.sort.placed]
    points = np.concatenate([board.middles(sort) for sort in sorts])
    ends = board.centers[board.link_cells]
    lengths = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    unit = float(np.sort(lengths)[len(lengths) // 2]) if len(lengths) else 1.0
    width, height = np.maximum(np.ptp(points, axis=0), unit).tolist()
    step = max(0.6 * reach * unit, float(np.sqrt(width * height / MAX_PARTS)))
    columns, rows = (_within_reach(points[:, axis], reach * unit, step) for axis in range(2))
    near = (rows[:, None] & columns[None]).reshape(-1, len(points))
    packed = np.packbits(near[near.any(axis=1) & ~near.all(axis=1)], axis=1)
    return np.unpackbits(distinct(packed), axis=1, count=len(points)).astype(np.bool_)


def _within_reach(places: Floats, reach: float, step: float) -> Bools:
    """Return which coordinates are in reach of evenly spaced middles: shape (middles, n)."""
    low, high = float(places.min()), float(places.max())
    spare = max(0.0, high - low - 2 * reach)
    number = int(np.ceil(spare / min(step, 2 * reach))) + 1
    start = low + reach if number > 1 else (low + high) / 2
    middles = start + np.linspace(0.0, spare, number)
    inside: Bools = np.abs(places[None] - middles[:, None]) <= reach + 1e-9
    return inside


# ---------- inexact encodings: models whose boards break a rule are excluded ----------


def refutation(program: Program, lowered: LoweredProgram) -> Separator:
    """Return a separator that excludes a wrong model and all that show the same."""
    return partial(_refute, program, lowered, distinguishing(program, lowered))


def _refute(
    program: Program, lowered: LoweredProgram, variables: Ints, model: Model
) -> list[list[int]]:
    if not violations(program, lowered.assignment(model), limit=1):
        return []
    return [blocking_clause(variables, model).tolist()]


def distinguishing(program: Program, lowered: LoweredProgram) -> Ints:
    """Return the CNF variables of the clauses that exclude wrong models.

    These are the shown variables, if all models that agree on them are wrong or none; else all
    declared ones, which are not auxiliary.
    """
    if lowered.exact or _shown_decides(program):
        return projection_variables(lowered.cnf)
    declared = [np.arange(b.base, b.base + b.size) for b in lowered.cnf.names if b.kind != "aux"]
    return np.concatenate([np.zeros(0, np.int32), *declared]).astype(np.int32)


def _shown_decides(program: Program) -> bool:
    """Return whether the shown variables decide all constraints that may be encoded inexactly.

    These constraints are acyclicity and those over the whole board.
    """
    shown = np.zeros(program.variables + 1, np.bool_)
    shown[0] = True
    for var in program.bools:
        shown[var.part] = var.shown
    nodes = (node for node in program.nodes if isinstance(node, Acyclic))
    lits = [node.lits for node in nodes if node.origin.expands is None]
    for item in program.globals:
        lits += [item.lits] if item.members is None else [item.lits, item.members]
    return all(bool(shown[np.where(np.abs(part) == TRUE, 0, np.abs(part))].all()) for part in lits)
