"""What a command has to do: a puzzle each."""

from __future__ import annotations

from dataclasses import dataclass

from nlc.language.resolve import Puzzle


@dataclass(frozen=True, eq=False)
class Task:
    """A puzzle to solve: its file, and its share of the time that reading the file took."""

    path: str
    case: Puzzle
    parse_seconds: float
