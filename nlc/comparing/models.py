"""Compares the sets of boards that encodings accept on one puzzle."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cnf import Cnf
from nlc.comparing.counterexample import (
    separate,
    with_board,
    with_local_violation,
    with_stray_part,
)
from nlc.drivers.base import FAILURES, Driver, Limits, Outcome
from nlc.drivers.search import models
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.policy import require_all
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.process.own_limits import LEAST_SECONDS, OwnLimitError, remaining_since, within
from nlc.solving.formulas import shown_variables

MAX_TESTED = 100
"""The most boards of other encodings that an encoding is tested with."""

PROOF_SECONDS = 10.0
"""The limit for proving that an encoding is as exact as it declares, which can take long."""


class BoardSet(Struct, eq=False):
    """The boards that one encoding accepts, as far as known.

    Attributes:
        encoding: as the user wrote it.
        used: the resolved encoding; None where it was refused.
        exact: whether it declares itself exact; None where it was refused.
        accepted: fingerprints of boards.
        rejected: fingerprints of boards that others accept.
        complete: whether `accepted` has all boards.
        whole: whether no accepted board has a forbidden closed loop or detached part; None if
            unknown.
        problem: why it was refused, or why the set is not complete.
        failed: whether the problem is a failure of the solver.
        wrong: the number of accepted boards that break a rule.
    """

    encoding: str
    used: str | None = None
    exact: bool | None = None
    accepted: set[str] = field(default_factory=set)
    rejected: set[str] = field(default_factory=set)
    complete: bool = False
    whole: bool | None = None
    problem: str | None = None
    failed: bool = False
    wrong: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that ``nlc diff --models --format json`` prints."""
        names = ("encoding", "used", "exact", "boards", "wrong", "complete", "whole", "problem")
        return {name: getattr(self, name) for name in names}

    @property
    def boards(self) -> int:
        """The number of boards that it is known to accept."""
        return len(self.accepted)


Lower = Callable[[Program, Encoding, frozenset[str]], LoweredProgram]
"""Lowers a program by an encoding, for a solver with some features."""


def compare_models(
    program: Program,
    encodings: Sequence[str],
    driver: Driver,
    limits: Limits,
    most: int,
    state: Lower = lower,
) -> BoardSearch:
    """Return the boards that encodings accept, as far as they can be found.

    The boards of each encoding are enumerated, up to `most`. For an encoding with more boards, the
    solver searches one that breaks a rule, and one that another encoding rejects
    (`nlc.comparing.counterexample`). Then the encoding is tested with boards that others accept,
    first with those that break a rule.

    Args:
        limits: the time is for everything together: half of it for the enumerations, the rest in
            even shares; the memory is for each call.
        most: boards of one encoding.
        state: lowers the puzzle, perhaps with readings or with other puzzles; the assumptions
            choose among them.
    """
    search = BoardSearch(program, driver, limits, most)
    search.sets = [search.empty_set(spec, state) for spec in encodings]
    open_ = [found for found in search.sets if found.used is not None]
    search.run_in_shares([partial(search.enumerate, found) for found in open_], later=len(open_))
    search.run_in_shares(
        [
            *(partial(search.search_violations, found) for found in open_),
            *(partial(search.separate, *pair) for pair in permutations(open_, 2)),
            *(partial(search.test_known_boards, found) for found in open_),
        ]
    )
    for found in open_:
        found.wrong = len(found.accepted & search.wrong.keys())
    return search


class BoardSearch:
    """The search of one comparison, with the boards that it has found.

    Attributes:
        sets: the boards of each encoding, in the order of the encodings.
        boards: all boards of all sets by fingerprint, in the order in which they were found.
        wrong: for each board that breaks a rule, its violations.
    """

    sets: Sequence[BoardSet] = ()

    def __init__(self, program: Program, driver: Driver, limits: Limits, most: int) -> None:
        self._program, self._driver, self._whole, self._most = program, driver, limits, most
        self._started = time.perf_counter()
        self._formulas: dict[str, LoweredProgram] = {}
        self.boards: dict[str, Assignment] = {}
        self.wrong: dict[str, tuple[str, ...]] = {}

    @property
    def disputed(self) -> list[str]:
        """The boards that break a rule or that one of the encodings rejects."""
        rejected = set[str]().union(*(found.rejected for found in self.sets))
        return [name for name in self.boards if name in self.wrong or name in rejected]

    def run_in_shares(self, tasks: Sequence[Callable[[], None]], later: int = 0) -> None:
        """Run tasks in order, each within an even share of the time that is left.

        `later` more shares are kept for later.
        """
        for done, task in enumerate(tasks):
            left = remaining_since(self._whole, self._started)
            times = (left.seconds, left.cpu_seconds)
            seconds, cpu_seconds = (t and t / (len(tasks) - done + later) for t in times)
            self._part = replace(left, seconds=seconds, cpu_seconds=cpu_seconds)
            self._part_started = time.perf_counter()
            task()

    @property
    def _limits(self) -> Limits:
        """The limits that are left of the share of a task."""
        return remaining_since(self._part, self._part_started)

    @property
    def _is_over(self) -> bool:
        left = self._limits
        return LEAST_SECONDS in (left.seconds, left.cpu_seconds)

    def empty_set(self, spec: str, state: Lower) -> BoardSet:
        """Return the empty set of an encoding."""
        can = self._driver.capabilities
        try:
            encoding = Encoding.parse(spec)
            require_all(encoding)
            with within(remaining_since(self._whole, self._started)):
                lowered = self._formulas[spec] = state(self._program, encoding, can.offers)
            return BoardSet(spec, str(lowered.encoding), lowered.exact)
        except OwnLimitError as stop:
            return BoardSet(spec, problem=f"stopped while compiling: {stop.reason}")
        except UserError as error:
            cause = "; ".join(item.message for item in error.diagnostics)
            return BoardSet(spec, problem=f"refused: {cause}")

    def enumerate(self, found: BoardSet) -> None:
        """Add the boards of an encoding."""
        lowered = self._formulas[found.encoding]
        with closing(self._outcomes(lowered, lowered.question)) as outcomes:
            for outcome in outcomes:
                if outcome.model is None:
                    found.complete = outcome.status == "UNSATISFIABLE"
                    if not found.complete:
                        found.problem = outcome.message or f"stopped: {outcome.reason}"
                        found.failed = outcome.reason in FAILURES
                    deque(outcomes, maxlen=0)  # to the end: the worker can be used again
                    return
                if len(found.accepted) == self._most:
                    found.problem = f"more than {self._most} boards"
                    return
                self._add_board(found, lowered.assignment(outcome.model))

    def search_violations(self, found: BoardSet) -> None:
        """Search a board that breaks a rule.

        If the solver decides it, `whole` says whether there are boards with loops or parts.
        """
        lowered = self._formulas[found.encoding]
        if found.complete:
            return
        local = with_local_violation(self._program, lowered.question)
        if local is not None and (model := self._solve(found, local).model) is not None:
            self._add_board(found, lowered.assignment(model[: lowered.cnf.variables + 1]))
        cnf = with_stray_part(self._program, lowered.question)
        if cnf is None:
            return
        outcome = self._solve(found, cnf)
        if outcome.model is not None:
            self._add_board(found, lowered.assignment(outcome.model[: lowered.cnf.variables + 1]))
        if outcome.status != "UNKNOWN":
            found.whole = outcome.model is None

    def _solve(self, found: BoardSet, cnf: Cnf) -> Outcome:
        """Solve the formula of an encoding with more clauses."""
        lowered = self._formulas[found.encoding]
        limits = self._bounded if lowered.exact else self._limits
        return self._driver.solve(cnf, limits, lowered.separators)

    @property
    def _bounded(self) -> Limits:
        limits = self._limits
        return replace(limits, seconds=min(limits.seconds or PROOF_SECONDS, PROOF_SECONDS))

    def separate(self, found: BoardSet, other: BoardSet) -> None:
        """Search a board of an encoding that another one rejects."""
        if self.wrong or found.complete or any(d.shown for d in self._program.domains.values()):
            return
        one, two = (self._formulas[each.encoding] for each in (found, other))
        board = separate(self._program, one, two, self._driver, self._bounded)
        if board is not None:
            other.rejected.add(self._add_board(found, board))

    def test_known_boards(self, found: BoardSet) -> None:
        """Test an encoding with the boards that others accept."""
        known = found.accepted | found.rejected
        others = [name for name in self.boards if name not in known]
        if found.complete:
            found.rejected.update(others)
            return
        others.sort(key=lambda name: name not in self.wrong)
        for name in others[:MAX_TESTED]:
            if self._is_over:
                return
            answer = self._accepts(found, name)
            if answer is not None:
                (found.accepted if answer else found.rejected).add(name)

    def _accepts(self, found: BoardSet, name: str) -> bool | None:
        """Return whether an encoding accepts a board; None if undecided.

        The shown booleans, which have the same numbers in the IR and in every CNF, are fixed; for
        other shown variables all choices are enumerated, up to `MAX_TESTED`.
        """
        lowered = self._formulas[found.encoding]
        cnf = with_board(lowered.question, shown_variables(self._program), self.boards[name])
        with closing(self._outcomes(lowered, cnf)) as outcomes:
            for _, outcome in zip(range(MAX_TESTED), outcomes, strict=False):
                if outcome.model is None:
                    return False if outcome.status == "UNSATISFIABLE" else None
                if fingerprint(self._program, lowered.assignment(outcome.model)) == name:
                    return True
        return None

    def _outcomes(self, lowered: LoweredProgram, cnf: Cnf) -> Generator[Outcome, None, None]:
        return models(self._driver, cnf, self._limits, lowered.separators)

    def _add_board(self, found: BoardSet, board: Assignment) -> str:
        name = fingerprint(self._program, board)
        found.accepted.add(name)
        if name not in self.boards:
            self.boards[name] = board
            if broken := violations(self._program, board):
                self.wrong[name] = tuple(violation.message for violation in broken)
        return name


DIGITS = 8


def digest(program: Program, board: Assignment) -> str:
    """Return the first `DIGITS` digits of the fingerprint of a board, for people to compare.

    Among tens of thousands of boards, two may have the same digits.
    """
    return fingerprint(program, board)[:DIGITS]


def fingerprint(program: Program, board: Assignment) -> str:
    """Return the SHA-256 of the shown variables of a board, in hexadecimal.

    If a genre shows nothing, all declared variables count, as for the solvers.
    """
    every = program.declared
    shown = {var.name for var in every if var.shown} or {var.name for var in every}
    found = hashlib.sha256()
    for var in program.bools:
        if var.name in shown:
            found.update(var.name.encode())
            found.update(np.packbits(board.bools[var.part]).tobytes())
    for name in sorted(shown & program.domains.keys()):
        found.update(name.encode())
        found.update(board.domains[name].astype("<i4").tobytes())
    return found.hexdigest()
