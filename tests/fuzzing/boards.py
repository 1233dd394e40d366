"""The kinds of cases that compare encodings and solvers on boards with brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import partial
from itertools import islice
from random import Random

from oracle.brute_force import Solutions
from oracle.case import GENRES, TILINGS, Case
from oracle.larger_boards import larger_case
from oracle.reference_board import Complex

from fuzzing.cases import (
    PROGRAM,
    TRIALS,
    CaseKind,
    FuzzPlan,
    NumberedCase,
    catch_faults,
    replay_command,
)
from fuzzing.check_puzzle import FEW, Board, check_evaluator, check_trial
from fuzzing.findings import Fault, Finding, Tally
from fuzzing.puzzles import program_of, random_puzzle
from fuzzing.shrink import smaller_puzzles
from fuzzing.trial import Trial, driver, simpler_encodings, simpler_solvers
from nlc.engines.frontier.rules import read_rules
from nlc.engines.frontier.sweep import count_rules
from nlc.errors import UserError, fail
from nlc.files import open_binary
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.language.resolve import Puzzle as Read

PLAIN = Trial("default", "pysat:minisat22")
"""The trial of boards for which every other trial was refused."""


class BoardKind(CaseKind[Case]):
    """A kind whose subjects are boards, with solutions by brute force."""

    replays = True

    def check(
        self,
        case: NumberedCase,
        puzzle: Read | UserError | None,
        tally: Tally,
        begin: Callable[[int], None] = lambda number: None,
    ) -> Iterator[tuple[Fault, Trial]]:
        """Try all trials of a board; see the base class."""
        board = case.subject
        assert isinstance(board, Case) and puzzle is not None
        with tally.timing("brute force"):
            known = not isinstance(puzzle, UserError) and expected_boards(board, puzzle)
            expected = board.solutions() if known is False else known
        if expected is None:
            tally.kinds["with too many solutions"] += 1
            return
        programs: list[Program] = []
        with tally.timing("elaborate"):
            faults = catch_faults(partial(_elaborate, puzzle, expected, programs))
        if case.evaluate and programs:
            with tally.timing("evaluate"):
                random = Random(case.number)
                faults = catch_faults(partial(check_evaluator, programs[0], expected, random))
        yield from ((fault, case.trials[0]) for fault in faults)
        if not programs:
            return
        runs = 0
        for number, wanted in enumerate([*case.trials, PLAIN]):
            if wanted is PLAIN and runs:
                break
            begin(number)
            trial = wanted
            if len(expected) > FEW and not driver(trial.solver).capabilities.in_process:
                trial = Trial(trial.encoding, PLAIN.solver, trial.extras)  # no external process
            refused: list[str] = []
            attempt = check_trial if wanted is PLAIN else partial(self.attempt_on, board)
            faults = catch_faults(partial(attempt, programs[0], trial, expected, tally, refused))
            if refused:
                tally.refused[refused[0].split(":")[0]] += 1
                continue
            runs += 1
            _count(tally, trial)
            yield from ((fault, trial) for fault in faults)
        if runs:
            _describe(tally, board, len(expected))

    def attempt_on(
        self,
        board: Case,
        program: Program,
        trial: Trial,
        expected: Set[Board],
        tally: Tally,
        refused: list[str],
    ) -> Iterable[Fault]:
        """Return the faults of a trial of a board.

        Args:
            board: the board.
            program: of the board.
            trial: the encoding and solver.
            expected: its solutions by brute force.
            tally: for the figures.
            refused: for the reason, if the encoding refuses the puzzle.
        """
        return check_trial(program, trial, expected, tally, refused)

    def smaller(self, subject: Case) -> Iterator[Case]:
        """Yield smaller boards; see the base class."""
        return smaller_puzzles(subject)

    def simpler(self, trial: Trial) -> Iterator[Trial]:
        """Yield trials with fewer checks, or a simpler solver or encoding."""
        yield from super().simpler(trial)
        yield from simpler_solvers(trial)
        yield from simpler_encodings(trial)

    def command(self, found: Finding, path: str) -> Sequence[str]:
        """Return the command that replays a finding."""
        return replay_command(found, path, *PROGRAM, "--kind", "puzzles")

    def load(self, path: str) -> Case:
        """Return the board of a file; see the base class."""
        with open_binary(path) as stream:
            text = stream.read().decode("utf-8", "replace")
        try:
            return Case.read(text)
        except ValueError as error:
            raise fail(
                f"cannot replay {path}: {error}",
                hint="--replay takes what was written here, and DIMACS files (.cnf)",
            ) from None


class Puzzles(BoardKind):
    """Random boards, encodings and solvers."""

    name = "puzzles"
    summary = "random puzzles, encodings and solvers against brute force"
    share = 0.8

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a board, mostly with one trial."""
        count = random.choice(TRIALS)
        puzzle = random_puzzle(random)
        trials = tuple(plan.choice.trial(random, puzzle.genre) for _ in range(count))
        evaluate = random.random() < 0.1
        return NumberedCase(number, self.name, puzzle, trials, evaluate)


class Encodings(BoardKind):
    """Every encoding on a board."""

    name = "encodings"
    summary = "every encoding on larger boards"

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a board, with trials for each name of each part of an encoding."""
        puzzle = larger_case(random, random.choice([*GENRES]), random.choice(TILINGS))
        trials = plan.choice.every(random, puzzle.genre)
        return NumberedCase(number, self.name, puzzle, trials, evaluate=True)


def _elaborate(
    puzzle: Read | UserError, expected: Set[Board], out: list[Program]
) -> Iterator[Fault]:
    """Append the program of a puzzle to `out`; only a puzzle without solutions may be refused."""
    program = program_of(puzzle)
    if isinstance(program, Program):
        out.append(program)
    else:
        message = program.diagnostics[0].message
        if expected or "asks for exactly" not in message:
            yield Fault("refused", f"refused, with {len(expected)} solutions: {message}")


def _count(tally: Tally, trial: Trial) -> None:
    tally.total_runs += 1
    tally.solvers[trial.solver] += 1
    for part in trial.encoding.split(","):
        tally.runs[part] += 1


def _describe(tally: Tally, puzzle: Case, solutions: int) -> None:
    drawn = puzzle.drawn
    tally.boards[f"{puzzle.genre} {drawn.tiling}"] += 1
    tokens = "".join(drawn.rows)
    kinds = {
        "with solutions": solutions > 0,
        "with one solution": solutions == 1,
        "with walls": bool(drawn.walls),
        "with holes": "#" in tokens,
        "with bridges": "+" in tokens,
        "with warps": bool(drawn.warps),
        "with house rules": bool(puzzle.house),
        "that wrap round": drawn.wrap != "none",
        "of more than 12 cells": len(tokens.replace(" ", "").replace("#", "")) > 12,
    }
    tally.kinds.update(name for name, holds in kinds.items() if holds)


QUICK = {"numberlink": 26, "multilink": 22, "slitherlink": 26}
"""Up to so many links, or borders, brute force takes well under a second."""

MOST = 300
"""Puzzles with more boards, of those that brute force cannot tell, are left out."""


def is_quick(case: Case) -> bool:
    """Return whether brute force tells the boards of a puzzle."""
    board = Complex(case.drawn)
    edges = board.borders if case.genre == "slitherlink" else board.links
    return bool(case.house) or len(edges) <= QUICK[case.genre]


def expected_boards(case: Case, puzzle: Puzzle) -> Solutions | None:
    """Return the boards of a puzzle by brute force, or on large boards by the frontier method.

    None tells of a large board with too many.
    """
    if is_quick(case):
        return case.solutions()
    found = set(islice(frontier_boards(puzzle), MOST + 1))
    return None if len(found) > MOST else found


def frontier_boards(puzzle: Puzzle) -> Iterator[frozenset[str]]:
    """Yield the boards of a puzzle of one of the `QUICK` genres by the frontier method."""
    program = elaborate(puzzle)
    for board in count_rules(read_rules(program)).solutions():
        yield frozenset(program.solution_json(board)["line"])
