"""What can be asked of a puzzle, and what a solver was asked on the way to the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nlc.arrays import distinct
from nlc.dataclasses import dataclass
from nlc.drivers.base import Status

if TYPE_CHECKING:
    from nlc.cnf.formula import Cnf
    from nlc.solve.answer import Answer


@dataclass(frozen=True)
class Question:
    """What is asked.

    >>> Question(most=10)
    Question(most=10, keep=None, backbone=False, unique=False)

    Attributes:
        most: how many solutions to look for, or None for all; more than one also asks whether there
            are others.
        keep: how many boards to return, or None for all that are found.
        backbone: ask what all solutions share, in place of solutions.
        unique: ask for two only to see whether there is one; where there are several, stricter
            readings of the rules are asked, too.
    """

    most: int | None = 1
    keep: int | None = None
    backbone: bool = False
    unique: bool = False

    def is_answered(self, answer: Answer) -> bool:
        """Return whether an answer decides the question."""
        if answer.status != "SATISFIABLE":
            return answer.status == "UNSATISFIABLE"
        if self.backbone:
            return answer.backbone is not None and answer.backbone.complete
        return self.most in (1, answer.count) or bool(answer.complete)


ONE = Question(1, 1)
UNIQUE = Question(2, unique=True)
COUNT = Question(None, 1)
ALL = Question(None)
BACKBONE = Question(backbone=True)


class Stated(NamedTuple):
    """What was found out of a puzzle, or of several in one formula, before anything was searched.

    Attributes:
        fixed: shown variables that a clause of one literal fixes, as folding finds them.
        pairs: clauses on pairs of literals of counts (`nlc.ir.passes.count_pairs`).
    """

    fixed: int
    pairs: int

    @staticmethod
    def of(cnf: Cnf) -> Stated:
        """Return what a formula states so."""
        units = [block.clauses.ravel() for block in cnf.blocks if block.clauses.shape[1] == 1]
        known = distinct(np.abs(np.concatenate(units))) if units else np.zeros(0, np.int32)
        fixed = int(np.isin(cnf.projection, known).sum())
        from nlc.ir.passes.count_pairs import RULE

        pairs = sum(len(block.clauses) for block in cnf.blocks if block.rule == RULE)
        return Stated(fixed, pairs)


@dataclass(frozen=True)
class Step:
    """A question that was asked on the way to a solution.

    Attributes:
        assumed: the options that were assumed beside the puzzle's own, such as ``touch=false``;
            empty where the puzzle was taken as it stands.
        status: the answer; UNKNOWN where the conflicts, or a limit, did not suffice.
        conflicts: of the solver, if it tells them.
        seconds: wall-clock time of the solver.
        lazy_clauses: how many clauses were added because a model broke them, if that is known.
        another: whether it was for a board beside the first.
        near: in how many neighbourhoods of the first board that was looked for; None: everywhere.
        shared: how many puzzles were in the same formula.
        stated: what that formula states beforehand, if that is known.
    """

    assumed: str
    status: Status
    conflicts: int | None
    seconds: float
    lazy_clauses: int | None = None
    another: bool = False
    near: int | None = None
    shared: int = 1
    stated: Stated | None = None

    @property
    def question(self) -> str:
        """What was asked, in words."""
        how = f"assume {self.assumed}" if self.assumed else "as it stands"
        if self.near is not None:
            how = f"near the first, {self.near} place{'' if self.near == 1 else 's'}"
        return f"another board, {how}" if self.another else how

    def __str__(self) -> str:
        conflicts = "" if self.conflicts is None else f", {self.conflicts} conflicts"
        lazy = f", {self.lazy_clauses} lazy clauses" if self.lazy_clauses else ""
        known = ""
        if self.stated is not None:
            known = f", {self.stated.fixed} shown variables fixed beforehand"
            known += f", {self.stated.pairs} clauses of pairs" if self.stated.pairs else ""
        shared = f", one formula for {self.shared} puzzles" if self.shared > 1 else ""
        told = f"{self.question}: {self.status}{conflicts}{lazy}{known}{shared}"
        return f"{told}, {self.seconds:.3f} s"

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of the step."""
        return {
            "step": self.question,
            "outcome": self.status,
            "conflicts": self.conflicts,
            "lazy_clauses": self.lazy_clauses,
            "fixed": self.stated and self.stated.fixed,
            "pairs": self.stated and self.stated.pairs,
            "shared": self.shared,
            "seconds": round(self.seconds, 6),
        }
