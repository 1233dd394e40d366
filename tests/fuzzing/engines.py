"""Holds an engine on some puzzles against their boards by other methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from oracle.case import TILINGS, Case
from oracle.larger_boards import larger_case
from oracle.random_boards import random_case
from oracle.rectangles import rectangle

from fuzzing.boards import expected_boards
from fuzzing.case_file import CaseFile, smaller_files
from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Tally
from fuzzing.puzzles import parse_cases, random_puzzle
from fuzzing.trial import Trial
from nlc.arrays import Bools
from nlc.board import Sort
from nlc.drivers.base import NO_LIMITS
from nlc.engines import ENGINES, available
from nlc.engines.base import Engine, EngineInput
from nlc.engines.problem import Method, read_problem
from nlc.errors import UserError
from nlc.ir.elaborate.ground import ground_board
from nlc.process.pool import stream

Answers = tuple[list[frozenset[str]], dict[str, int]]
"""Boards as the names of what is drawn, and the engine's figures."""


BOARDS = 40
"""So many boards go to one process of an engine."""


class Engines(CaseKind[CaseFile]):
    """Every engine on boards of Numberlink."""

    name = "engines"
    summary = "every engine"

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return boards for each engine, or for those of the choice."""
        names = [each.name for each in available() if each.missing() is None and takes_paths(each)]
        wanted = [name for name in plan.choice.solvers if name in names] or names
        trials = (Trial("", name, words=("run", "--all", "--solver", name)) for name in wanted)
        return NumberedCase(number, self.name, random_boards(random, BOARDS), tuple(trials))

    def attempt(self, subject: CaseFile, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Let an engine find all boards."""
        return judge_engine(subject, trial, tally)

    def smaller(self, subject: CaseFile) -> Iterator[CaseFile]:
        """Yield fewer puzzles, and smaller ones."""
        return smaller_files(subject)


def takes_paths(engine: Engine[Any]) -> bool:
    """Return whether an engine is given a board and a problem, as those for Numberlink are."""
    return type(engine).read is Engine.read


def random_boards(random: Random, count: int) -> CaseFile:
    """Return Numberlinks of all kinds: small, large, odd ones, and whole rectangles, which some
    engines take alone.
    """
    return CaseFile(tuple(_random_board(random, number) for number in range(count)))


def _random_board(random: Random, number: int) -> Case:
    tiling = random.choice(TILINGS)
    match number % 4:
        case 0:
            return random_case(random, "numberlink", tiling)
        case 1:
            return larger_case(random, "numberlink", tiling)
        case 2:
            return random_puzzle(random, ("numberlink",), house_rules=False)
        case _:
            most = random.choice((4, 6))
            return rectangle(random, most, most)


def judge_engine(file: CaseFile, trial: Trial, tally: Tally) -> Iterator[Fault]:
    """Let an engine find all boards of some puzzles.

    Each must be found once, and nothing else; where the engine rests on an assumption, boards may
    be missing.
    """
    engine = ENGINES.get(trial.solver)
    puzzles: list[tuple[Case, EngineInput, set[frozenset[str]]]] = []
    for case, loaded in zip(file.cases, parse_cases(file.cases), strict=True):
        if isinstance(loaded, UserError):
            yield Fault("refused", f"refused: {loaded.diagnostics[0].message}:\n{case.text}")
            continue
        puzzle = EngineInput(
            ground_board(loaded).board, read_problem(loaded, Method("the engine", ""))
        )
        try:
            engine.refuse(puzzle)
        except UserError:
            tally.refused[engine.name] += 1
            continue
        expected = expected_boards(case, loaded)
        if expected is None:
            tally.kinds["with too many solutions"] += 1
        else:
            puzzles.append((case, puzzle, expected))
    answers = all_boards(engine, [puzzle for _, puzzle, _ in puzzles])
    for (case, puzzle, expected), (found, figures) in zip(puzzles, answers, strict=True):
        tally.total_runs += 1
        tally.solvers[engine.name] += 1
        assumed = engine.assumes(puzzle) is not None
        right = set(found) <= expected if assumed else set(found) == expected
        if not right or len(found) > len(set(found)):
            told = f"{len(found)} boards, {len(set(found))} different, of {len(expected)}"
            yield Fault("engine", f"{engine.name} found {told}:\n{case.text}")
        if not set(figures) <= set(engine.statistics):
            yield Fault("figures", f"{engine.name} tells figures that it does not declare")


def all_boards(engine: Engine[EngineInput], puzzles: Sequence[EngineInput]) -> list[Answers]:
    """Return all boards of puzzles that an engine takes, in order, by one process of its own.

    OR-tools and HiGHS cannot be loaded into one process.
    """
    engine.prepare()

    def search() -> Iterator[tuple[list[Bools], dict[str, int]]]:
        for puzzle in puzzles:
            figures: dict[str, int] = {}
            yield list(engine.search(puzzle, figures)), figures

    found: list[Answers] = []
    if puzzles:
        for puzzle, (drawings, figures) in zip(puzzles, stream(search, NO_LIMITS), strict=True):
            names = puzzle.board.names(Sort.LINK)
            boards = [frozenset(names[i] for i in np.flatnonzero(drawn)) for drawn in drawings]
            found.append((boards, figures))
    return found
