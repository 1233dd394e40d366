"""Holds the strategy of `nlc run` on one puzzle against brute force: stricter readings assumed
first, another board looked for near the first, several programs in one formula."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from itertools import product
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS
from nlc.drivers.pysat import BACKENDS
from nlc.drivers.pysat.driver import InProcessPysatDriver
from nlc.encode.lists import PREFERRED, STRICTEST
from nlc.encode.policy import is_exact
from nlc.encode.spec import NONE, Encoding
from nlc.encode.statement import Readings
from nlc.encode.statement import read as read_strictly
from nlc.errors import UserError
from nlc.fuzz.boards import BoardKind
from nlc.fuzz.cases import NumberedCase, Plan, replaying
from nlc.fuzz.counters import Tally
from nlc.fuzz.fault import Fault, Finding
from nlc.fuzz.judge_puzzle import Board, segments
from nlc.fuzz.load import program_of, read
from nlc.fuzz.puzzles import random_puzzle
from nlc.fuzz.trial import PYSAT, Choice, Trial, driver, installed, needs_of, random_encoding
from nlc.ir.nodes import Program
from nlc.ir.passes.merge import shape
from nlc.oracle.case import Case
from nlc.solving.answer import Answer
from nlc.solving.batch import solve_alike
from nlc.solving.policy import Policy
from nlc.solving.relax import solve_relaxing
from nlc.solving.unique import solve_twice

STRATEGIC = ("numberlink", "multilink")
"""The genres that name stricter readings."""

VARIANTS = 3
"""A puzzle is tried with so many settings of its options, its own first."""


POLICY = Policy(reaches=(0.6, 1.2))
"""Reaches of neighbourhoods on boards as small as these."""


class Strategy(BoardKind):
    """How `nlc run` solves, and proves uniqueness."""

    name = "strategy"
    summary = "how nlc run solves, and proves uniqueness"
    share = 0.1

    def make(self, plan: Plan, number: int, random: Random) -> NumberedCase:
        """Return a board with an encoding and a solver."""
        puzzle = random_puzzle(random, STRATEGIC)
        return NumberedCase(number, self.name, puzzle, (random_trial(random, plan.choice),))

    def attempt_on(
        self,
        board: Case,
        program: Program,
        trial: Trial,
        expected: Set[Board],
        tally: Tally,
        refused: list[str],
    ) -> Iterable[Fault]:
        """Solve a board in every way; see the base class."""
        if len(board.options) < 2:
            return ()
        return judge_strategy(board, expected, trial, tally, refused)

    def command(self, found: Finding, path: str) -> Sequence[str]:
        """Return the command that replays a finding."""
        return replaying(found, path, "python", "-m", "fuzzing", "--kind", self.name)


def random_trial(random: Random, choice: Choice) -> Trial:
    """Return a random trial of the strategy, which takes exact encodings, and solvers inside Python
    that are incremental; of a choice without them, one that is refused."""
    spec = exact_encoding(random, choice)
    inside, outside = installed(choice.solvers)
    able = [
        name
        for name in inside
        if (found := BACKENDS.get(name.removeprefix(PYSAT))) is not None and found.alternates
    ]
    return Trial(spec, random.choice(able or inside or outside))


def exact_encoding(random: Random, choice: Choice) -> str:
    """Return a random exact encoding that needs no propagator; if there is none in the choice,
    another one."""
    specs = [spec for spec in choice.encodings if is_exact(Encoding.parse(spec))]
    if choice.encodings:
        return random.choice(specs or choice.encodings)
    while True:
        spec = random_encoding(random, "multilink")
        if is_exact(Encoding.parse(spec)) and "propagator" not in needs_of(spec):
            return spec


class _Variant(Struct, frozen=True, eq=False):
    """A puzzle with one setting of its options, with its strictest reading and with all."""

    name: str
    puzzle: Readings
    wider: Readings
    expected: Set[Board]

    @property
    def program(self) -> Program:
        return self.puzzle.programs[-1]


def judge_strategy(
    puzzle: Case, expected: Set[Board], trial: Trial, tally: Tally, refused: list[str]
) -> Iterator[Fault]:
    """Solve a puzzle under several settings of its options in every way that `nlc run` does.

    Args:
        puzzle: of a genre that names stricter readings; of any other, nothing is done.
        expected: its boards by brute force.
        trial: the encoding, which has to be exact, and an incremental solver of PySAT.
        tally: takes the figures.
        refused: takes the reason if the encoding refuses the puzzle.
    """
    encoding, name = Encoding.parse(trial.encoding), trial.solver.removeprefix(PYSAT)
    solver = driver(trial.solver, worker=False)
    if not fits(encoding, trial.solver) or not isinstance(solver, InProcessPysatDriver):
        refused.append("strategy: it needs an exact encoding and an incremental solver")
        return
    with tally.timing("strategy"):
        try:
            variants = list(_variants(puzzle, expected))
            for each in variants:
                for more in ("", "failed-pairs"):
                    stated = with_pass(encoding, more)
                    result = solve_relaxing(each.wider, solver, stated, NO_LIMITS)
                    how = f"asked alone, {more}" if more else "asked alone"
                    yield from _one(each, result, how)
                result = solve_twice(each.wider, solver, encoding, NO_LIMITS, POLICY)
                yield from _two(each, result)
                tally.ways.update(["asked for one board", "asked for another"])
            groups: dict[Hashable, list[_Variant]] = {}
            for each in variants:
                groups.setdefault((shape(each.program), each.puzzle.assumed), []).append(each)
            for group, more in product(groups.values(), ("", "pair-variables")):
                if more and len(group) == 1:
                    continue
                how = f", {more}" if more else ""
                puzzles = [each.puzzle for each in group]
                shared = solve_alike(puzzles, name, with_pass(encoding, more))
                for each, result in zip(group, shared, strict=True):
                    others = len(group) - 1
                    yield from _one(each, result, f"in one formula with {others} more{how}")
                    tally.ways[f"{len(group)} in one formula{how}"] += 1
        except UserError as error:
            refused.append(error.diagnostics[0].message)


def with_pass(encoding: Encoding, name: str) -> Encoding:
    """Return an encoding with one pass more before its own, or itself for no name."""
    if not name:
        return encoding
    passes = encoding.passes if encoding.passes != NONE else ""
    return replace(encoding, passes="+".join(filter(None, [name, passes])))


def fits(encoding: Encoding, solver: str) -> bool:
    """Return whether the strategy uses an encoding and a solver."""
    name = solver.removeprefix(PYSAT)
    return is_exact(encoding) and name in BACKENDS and BACKENDS[name].alternates


def _variants(puzzle: Case, expected: Set[Board]) -> Iterator[_Variant]:
    """Yield a puzzle under different settings of its options, as far as they take its clues."""
    random = Random(puzzle.text)
    names = [name for name, _ in puzzle.options]
    settings = [
        tuple(zip(names, values, strict=True))
        for values in product((False, True), repeat=len(names))
    ]
    others = random.sample(settings, min(len(settings), VARIANTS))
    chosen = dict.fromkeys([puzzle.options, *others])
    for options in list(chosen)[:VARIANTS]:
        case = dataclasses.replace(puzzle, options=options)
        (found,) = read([case])
        program = program_of(found)
        if isinstance(program, Program) and not isinstance(found, UserError):
            boards = expected if options == puzzle.options else case.solutions()
            told = ", ".join(f"{name} = {str(value).lower()}" for name, value in options)
            words = (STRICTEST, PREFERRED)
            one, more = (read_strictly(found, program, Encoding(readings=word)) for word in words)
            yield _Variant(told, one, more, boards)


def _one(variant: _Variant, result: Answer, how: str) -> Iterator[Fault]:
    """Compare one board, or that there is none."""
    expected = variant.expected
    if result.status != ("SATISFIABLE" if expected else "UNSATISFIABLE"):
        told = f"{result.status} ({result.reason}) of {len(expected)} boards"
        yield Fault("strategy-verdict", f"with {variant.name}, {how}: {told}")
    elif expected and not _boards(variant, result) <= expected:
        yield Fault("strategy-board", f"with {variant.name}, {how}: a board that is no solution")


def _two(variant: _Variant, result: Answer) -> Iterator[Fault]:
    """Compare two boards, their count and whether there is one only."""
    expected = variant.expected
    found = _boards(variant, result)
    if not found <= expected or len(found) != len(result.solutions):
        told = f"{len(found)} boards of {len(result.solutions)}, or one that is no solution"
        yield Fault("strategy-board", f"with {variant.name}, asked for two: {told}")
    told_of = result.status, result.count, result.unique, result.complete
    most = min(2, len(expected))
    right = "SATISFIABLE" if expected else "UNSATISFIABLE"
    if told_of != (right, most, len(expected) == 1, len(expected) < 2):
        message = f"(status, count, unique, complete) {told_of} of {len(expected)} boards"
        yield Fault("strategy-count", f"with {variant.name}, asked for two: {message}")


def _boards(variant: _Variant, result: Answer) -> set[Board]:
    return {segments(variant.program, board) for board in result.solutions}
