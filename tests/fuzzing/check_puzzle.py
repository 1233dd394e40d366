"""Compares one encoding and solver on one puzzle with brute force."""

from __future__ import annotations

from collections.abc import Iterator, Set
from io import BytesIO
from itertools import islice
from random import Random

import numpy as np
from msgspec.structs import replace

from fuzzing.findings import Fault, Tally
from fuzzing.trial import Trial, driver_of
from nlc.cnf import Cnf, Model
from nlc.cnf.decode import decode_comments
from nlc.cnf.read import read_cnf, read_head
from nlc.cnf.write import write_cnf
from nlc.drivers.base import Driver, Limits
from nlc.drivers.optimum import COUNTER, METHODS
from nlc.drivers.search import models
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.complete import complete
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, BoolVar, Objective, Origin, Program
from nlc.solving.defaults import backend_of
from nlc.solving.question import ALL, ONE
from nlc.solving.run import answer_of

Board = frozenset[str]

MOST = 60
"""The most boards of a puzzle that are all compared; of more, a few are checked one by one."""

FEW = 15
ENOUGH = 500
"""The most boards of an inexact encoding, which may accept any number, that are checked."""

EXTERNAL = Limits(30.0)
INSIDE = Limits()


def check_trial(
    program: Program, trial: Trial, expected: Set[Board], tally: Tally, refused: list[str]
) -> list[Fault]:
    """Check an encoding and a solver on a puzzle, and return the faults.

    Args:
        program: the puzzle.
        trial: the encoding and solver.
        expected: its boards by brute force.
        tally: for the times.
        refused: for the reason, if the encoding refuses the puzzle.
    """
    solver = driver_of(trial)
    can = solver.capabilities
    with tally.timing("lower"):
        try:
            lowered = lower(program, Encoding.parse(trial.encoding), can.offers)
        except UserError as error:
            refused.append(error.diagnostics[0].message)
            return []
    faults: list[Fault] = []
    if "file" in trial.extras:
        with tally.timing("file"):
            faults += _through_file(lowered.cnf)
    if "best" in trial.extras and lowered.literals is not None:
        with tally.timing("best"):
            faults += _best(program, trial, solver, expected)
    with tally.timing("solve"):
        if "strategy" in trial.extras and len(expected) <= MOST:
            faults += _by_strategy(program, lowered, solver, expected)
        else:
            faults += _by_driver(program, lowered, solver, trial, expected)
    return faults


def _limits(solver: Driver) -> Limits:
    return INSIDE if solver.capabilities.in_process else EXTERNAL


def _by_driver(
    program: Program, lowered: LoweredProgram, solver: Driver, trial: Trial, expected: Set[Board]
) -> Iterator[Fault]:
    """Compare the models that a solver enumerates."""
    cnf = lowered.cnf
    settled = lowered.exact and lowered.preserves_models and set(program.domains) <= {"color"}
    if "models" in trial.extras and settled:
        # In these genres the segments determine all variables, so each board has one model.
        cnf = replace(cnf, projection=np.zeros(0, np.int32))
    most = FEW if len(expected) > MOST else (None if lowered.exact else ENOUGH)
    outcomes = list(islice(models(solver, cnf, _limits(solver), lowered.separators), most))
    last = outcomes[-1]
    if last.status == "UNKNOWN":
        yield Fault(f"solver-{last.reason}", f"the solver failed: {last.reason}: {last.message}")
    found: dict[Board, Assignment] = {}
    for number, outcome in enumerate(outcomes):
        if outcome.model is None:
            break
        assignment = lowered.assignment(outcome.model)
        board = segments(program, assignment)
        if board in found:
            yield Fault("repeats", f"gives a board more than once: {_show(board)}")
        found[board] = assignment
        if number == 0 and "file" in trial.extras:
            yield from _check_decoding(program, cnf, outcome.model, board)
    if last.status == "UNSATISFIABLE" and (lost := expected - found.keys()):
        yield Fault("lacks", f"lacks {_show(*lost)}")
    for number, (board, assignment) in enumerate(found.items()):
        if board not in expected and lowered.exact:
            yield Fault("extra", f"accepts {_show(board)}, which is no solution")
        if board not in expected or number < 1:
            yield from _compare_evaluator(program, assignment, board, board in expected)


def _by_strategy(
    program: Program, lowered: LoweredProgram, solver: Driver, expected: Set[Board]
) -> Iterator[Fault]:
    """Compare boards, count and uniqueness of the answer of `nlc run`."""
    result = answer_of(program, lowered, solver, ALL, _limits(solver))
    found = {segments(program, board) for board in result.solutions}
    if result.status == "UNKNOWN" or not result.complete:
        yield Fault(f"solver-{result.reason}", f"undecided: {result.reason}: {result.message}")
        return
    if lost := expected - found:
        yield Fault("lacks", f"lacks {_show(*lost)}")
    if more := found - expected:
        yield Fault("extra", f"gives {_show(*more)}, which is no solution")
    figures = result.status == "SATISFIABLE", result.count, result.unique
    if figures != (bool(expected), len(expected), len(expected) == 1):
        yield Fault(
            "count", f"says (satisfiable, count, unique) {figures} of {len(expected)} boards"
        )


def _best(program: Program, trial: Trial, solver: Driver, expected: Set[Board]) -> Iterator[Fault]:
    """Compare the optimum of a random objective with that of brute force."""
    random, line = Random(f"{trial} {len(expected)}"), shown_variable(program)
    names = program.board.names(line.sort)
    some = random.sample(range(line.size), random.randint(0, line.size))
    lits = np.array([random.choice((1, -1)) * (line.base + i) for i in some], np.int32)
    weights = np.array([random.choice((1, 1, 2, 5)) for _ in some], np.int64)
    aim = Objective("minimize", lits, weights, 0, "", Origin("minimize", None))
    costs = [
        sum(
            w for i, x, w in zip(some, lits, weights, strict=True) if (names[i] in board) == (x > 0)
        )
        for board in expected
    ]
    with_objective = replace(program, objective=aim)
    lowered = lower(with_objective, Encoding.parse(trial.encoding), solver.capabilities.offers)
    known = backend_of(solver)
    able = METHODS if known is not None and known.incremental and known.cores else (COUNTER,)
    method = random.choice(able)
    found = answer_of(with_objective, lowered, solver, ONE, _limits(solver), method)
    if found.status == "UNKNOWN":
        yield Fault(f"solver-{found.reason}", f"undecided: {found.reason}: {found.message}")
    elif (found.objective, found.bound) != (least := (min(costs, default=None),) * 2):
        result_text = f"{method} returns {found.objective} and the bound {found.bound}"
        yield Fault("best", f"{result_text}, where the least is {least[0]}")


def check_evaluator(program: Program, expected: Set[Board], random: Random) -> Iterator[Fault]:
    """Compare the evaluator with brute force, on solutions and with one segment changed."""
    line = shown_variable(program)
    names = program.board.names(line.sort)
    numbers = {name: i for i, name in enumerate(names)}
    boards = random.sample(sorted(expected, key=sorted), min(len(expected), 2)) or [frozenset()]
    changed = {board ^ {random.choice(names)} for board in boards} if names else set()
    for board in {*boards, *changed}:
        assignment = complete(program, {line.name: {numbers[name] for name in board}}, {})
        yield from _compare_evaluator(program, assignment, board, board in expected)


def _compare_evaluator(
    program: Program, assignment: Assignment, board: Board, right: bool
) -> Iterator[Fault]:
    broken = [violation.message for violation in violations(program, assignment, 1)]
    if right and broken:
        yield Fault("evaluator", f"the evaluator says {broken[0]!r} of the solution {_show(board)}")
    elif not right and not broken:
        yield Fault("evaluator", f"the evaluator finds nothing wrong with {_show(board)}")


# ---------- by way of a file ----------


def _through_file(cnf: Cnf) -> Iterator[Fault]:
    """Write a CNF, read it back and compare."""
    stream = BytesIO()
    write_cnf(cnf, stream)
    again = read_cnf(BytesIO(stream.getvalue()))
    if _plain(again) != _plain(cnf):
        yield Fault("file", "the formula is another after it is written and read")


def _plain(cnf: Cnf) -> tuple[int, list[int], list[tuple[int, ...]]]:
    clauses = sorted(tuple(clause) for block in cnf.blocks for clause in block.clauses.tolist())
    return cnf.variables, cnf.projection.tolist(), clauses


def _check_decoding(program: Program, cnf: Cnf, model: Model, board: Board) -> Iterator[Fault]:
    """Compare a board with the decoding of its model by the names in the file."""
    stream = BytesIO()
    write_cnf(cnf, stream)
    head = read_head(BytesIO(stream.getvalue()))
    solution = decode_comments(head.names, model, head.comments)
    if set(solution.get(shown_variable(program).name, ())) != board:
        yield Fault("file", f"the names of variables decode {_show(board)} as {solution}")


# ---------- boards ----------


def shown_variable(program: Program) -> BoolVar:
    """Return the variable that distinguishes solutions."""
    (line,) = (var for var in program.bools if var.shown)
    return line


def segments(program: Program, assignment: Assignment) -> Board:
    """Return the names of the drawn segments of a board."""
    line = shown_variable(program)
    names = program.board.names(line.sort)
    chosen = np.flatnonzero(assignment.bools[line.base : line.base + line.size])
    return frozenset(names[i] for i in chosen)


def _show(*boards: Board) -> str:
    parts = ["{" + ", ".join(sorted(board)) + "}" for board in sorted(boards, key=sorted)[:2]]
    more = f" and {len(boards) - 2} more" if len(boards) > 2 else ""
    return " and ".join(parts) + more
