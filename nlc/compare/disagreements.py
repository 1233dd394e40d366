"""What a comparison found on one puzzle: verdicts that contradict each other, wrong boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from nlc.compare.row import Row
from nlc.drivers.base import FAILURES

TOLD = 5
"""So many violations of a board are told."""


@dataclass(frozen=True)
class Findings:
    """What there is to say of the rows of one puzzle.

    Attributes:
        disagreements: paragraphs; each is a reason for exit status 1.
        notes: lines on what is no disagreement: refusals, failures, different right boards.
    """

    disagreements: tuple[str, ...]
    notes: tuple[str, ...]


def find(rows: Sequence[Row]) -> Findings:
    """Return what the rows of one puzzle say of each other."""
    disagreements = [*_verdicts(rows), *_wrong_boards(rows)]
    refused: dict[tuple[str, str], list[str]] = {}
    notes = []
    for row in rows:
        if row.verdict == "REFUSED":
            refused.setdefault((row.encoding, row.message or ""), []).append(row.solver)
        elif row.message:
            notes.append(f"{row.pair}: {row.message}")
    for (encoding, message), solvers in refused.items():
        notes.append(f"{_with(encoding, solvers)}: refused: {message}")
    right = {row.board for row in rows if row.checked}
    if len(right) > 1:
        notes.append(f"{len(right)} different right boards: the puzzle has several solutions")
    return Findings(tuple(disagreements), tuple(notes))


def by_puzzle(rows: Iterable[Row]) -> list[list[Row]]:
    """Return rows, which are in the order of the puzzles, in a list for each puzzle."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.subject.number)]


def exit_status(rows: Sequence[Row]) -> int:
    """Return 1 for a disagreement or a failure, 3 where a puzzle stays undecided, else 0.

    A refusal counts only where no other row decides the puzzle.
    """
    puzzles = by_puzzle(rows)
    if any(find(group).disagreements for group in puzzles):
        return 1
    if any(row.reason in FAILURES for row in rows):
        return 1
    settled = all(any(row.decided for row in group) for group in puzzles)
    return 0 if settled and not any(row.verdict == "UNKNOWN" for row in rows) else 3


def _verdicts(rows: Sequence[Row]) -> list[str]:
    """Tell of SAT and UNSAT on one puzzle, and which of them is proven wrong."""
    boards = [row for row in rows if row.verdict == "SATISFIABLE"]
    without = [row for row in rows if row.verdict == "UNSATISFIABLE"]
    if not boards or not without:
        return []
    text = f"UNSAT by {_pairs(without)}.\nSAT by {_pairs(boards)}."
    if right := [row for row in boards if row.checked]:
        return [f"{text}\nUNSAT is wrong: the board {right[0].board} obeys every rule."]
    return [f"{text}\nNo board was right, so that UNSAT may be."]


def _wrong_boards(rows: Sequence[Row]) -> list[str]:
    """Tell of each board that breaks a rule, which rule and where, and draw it."""
    wrong: dict[str, list[Row]] = {}
    for row in rows:
        if row.checked is False:
            wrong.setdefault(row.board or "", []).append(row)
    told = []
    for board, group in wrong.items():
        lines = [f"The board {board} breaks a rule: {_pairs(group)}."]
        for exact in (True, False):
            if blamed := [row.encoding or row.solver for row in group if row.exact is exact]:
                said = "declares to be exact: a fault" if exact else "does not declare to be exact"
                lines.append(f"  {', '.join(dict.fromkeys(blamed))} {said}.")
        broken = group[0].violations
        lines += [f"  {message}" for message in broken[:TOLD]]
        if len(broken) > TOLD:
            lines.append(f"  and {len(broken) - TOLD} more")
        told.append("\n".join([*lines, group[0].drawing or ""]))
    return told


def _pairs(rows: Iterable[Row]) -> str:
    """Name pairs by encoding: ``log with minisat and kissat; direct with minisat``."""
    solvers: dict[str, list[str]] = {}
    for row in rows:
        solvers.setdefault(row.encoding, []).append(row.solver)
    return "; ".join(_with(encoding, own) for encoding, own in solvers.items())


def _with(encoding: str, solvers: Sequence[str]) -> str:
    """Name some solvers with an encoding; engines have none."""
    names = " and ".join(solvers)
    return f"{encoding} with {names}" if encoding else names
