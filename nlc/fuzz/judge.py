"""Tries a case and says what is wrong; an exception of nlc is a fault like any other."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from nlc.errors import UserError
from nlc.fuzz.case_file import CaseFile
from nlc.fuzz.cases import NumberedCase
from nlc.fuzz.counters import Tally
from nlc.fuzz.expected import expected_boards
from nlc.fuzz.fault import Fault, Subject
from nlc.fuzz.generated import GeneratorCase, judge_generated
from nlc.fuzz.judge_engine import judge_engine
from nlc.fuzz.judge_formula import judge_formula
from nlc.fuzz.judge_puzzle import FEW, judge_evaluator, judge_trial
from nlc.fuzz.judge_run import judge_run
from nlc.fuzz.judge_strategy import judge_strategy
from nlc.fuzz.load import program_of, read
from nlc.fuzz.malformed import Document, judge_document
from nlc.fuzz.trial import EXTRAS, Trial, driver
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle as Read
from nlc.oracle.case import Case
from nlc.oracle.formulas import Formula

PLAIN = Trial("default", "pysat:minisat22")
"""Stands in for a trial that a board refused, so that the board counts."""


def judge(
    case: NumberedCase,
    read_case: Read | UserError | None,
    tally: Tally,
    begin: Callable[[int], None] = lambda number: None,
) -> Iterator[tuple[Fault, Trial]]:
    """Try a case, yield what is wrong, and add the figures to a tally.

    Args:
        case: what to try.
        read_case: the puzzle as it was read; None for a formula.
        tally: takes the figures.
        begin: is told the number of each trial that starts; -1 is what goes before.
    """
    begin(-1)
    if isinstance(case.subject, Case):
        assert read_case is not None
        yield from _judge_puzzle(case, case.subject, read_case, tally, begin)
        return
    if isinstance(case.subject, Formula):
        tally.formulas += 1
    for number, trial in enumerate(case.trials):
        begin(number)
        with tally.timing(_NAMES[type(case.subject)]):
            found = _guarded(partial(_judge_other, case.subject, trial, tally))
        yield from ((fault, trial) for fault in found)


_NAMES = {
    Formula: "formulas",
    CaseFile: "files",
    GeneratorCase: "generators",
    Document: "malformed",
}


def _judge_other(subject: Subject, trial: Trial, tally: Tally) -> Iterable[Fault]:
    """Return what is wrong with one trial of what is no puzzle."""
    if isinstance(subject, Document):
        return judge_document(subject, tally)
    if isinstance(subject, GeneratorCase):
        return judge_generated(subject, trial, tally)
    if isinstance(subject, CaseFile):
        return (judge_engine if trial.solver else judge_run)(subject, trial, tally)
    assert isinstance(subject, Formula)
    tally.formula_runs += 1
    tally.solvers[trial.solver] += 1
    return judge_formula(subject, trial)


def _judge_puzzle(
    case: NumberedCase,
    puzzle: Case,
    read_case: Read | UserError,
    tally: Tally,
    begin: Callable[[int], None],
) -> Iterator[tuple[Fault, Trial]]:
    with tally.timing("brute force"):
        known = not isinstance(read_case, UserError) and expected_boards(puzzle, read_case)
        expected = puzzle.solutions() if known is False else known
    if expected is None:
        tally.kinds["with too many solutions"] += 1
        return
    programs: list[Program] = []
    with tally.timing("elaborate"):
        faults = _guarded(partial(_elaborated, read_case, expected, programs))
    if case.evaluate and programs:
        with tally.timing("evaluate"):
            random = Random(case.number)
            faults = _guarded(partial(judge_evaluator, programs[0], expected, random))
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
            trial = Trial(trial.encoding, PLAIN.solver, trial.extras)  # a process for each board
        refused: list[str] = []
        if "readings" in trial.extras:
            attempt = partial(judge_strategy, puzzle, expected, trial, tally, refused)
            faults = _guarded(attempt) if len(puzzle.options) > 1 else []
        else:
            faults = _guarded(partial(judge_trial, programs[0], trial, expected, tally, refused))
        if refused:
            tally.refused[refused[0].split(":")[0]] += 1
            continue
        runs += 1
        _count(tally, trial)
        yield from ((fault, trial) for fault in faults)
    if runs:
        _describe(tally, puzzle, len(expected))


def _elaborated(
    read_case: Read | UserError, expected: set[frozenset[str]], out: list[Program]
) -> Iterator[Fault]:
    """Put the program of a puzzle in `out`; one may be refused if it has no solution."""
    program = program_of(read_case)
    if isinstance(program, Program):
        out.append(program)
    else:
        message = program.diagnostics[0].message
        if expected or "asks for exactly" not in message:
            yield Fault("refused", f"refused, with {len(expected)} solutions: {message}")


def _guarded(attempt: Callable[[], Iterable[Fault]]) -> list[Fault]:
    """Return the faults of an attempt; an exception is one."""
    try:
        return list(attempt())
    except Exception as error:  # whatever nlc raises here is what the fuzzer is for
        trace = "".join(traceback.format_exception(error)[-4:])
        return [Fault(f"exception-{type(error).__name__}", trace)]


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


def faults_of(subject: Subject, trial: Trial, evaluate: bool = False) -> list[Fault]:
    """Return what is wrong with one trial of a subject.

    Args:
        subject: a puzzle or a formula.
        trial: what to try on it.
        evaluate: hold the evaluator against brute force too.
    """
    return _all_faults(subject, (trial,), evaluate)


def every_fault_of(subject: Subject, trial: Trial) -> list[Fault]:
    """Return what is wrong with a trial of a subject, every further check made."""
    further = [*({each} for each in EXTRAS if each != "models"), {"models", "file"}]
    trials = tuple(Trial(trial.encoding, trial.solver, frozenset(each)) for each in further)
    return _all_faults(subject, trials, True)


def _all_faults(subject: Subject, trials: tuple[Trial, ...], evaluate: bool) -> list[Fault]:
    read_case = next(read([subject])) if isinstance(subject, Case) else None
    case = NumberedCase(0, subject, trials, evaluate)
    return [fault for fault, _ in judge(case, read_case, Tally())]
