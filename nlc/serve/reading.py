"""From the text of a request to puzzles."""

from __future__ import annotations

from typing import Any

import numpy as np

from nlc.board import Sort
from nlc.errors import Diagnostics, Source, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.loading import Setting, puzzles_of
from nlc.serve import task
from nlc.serve.requests import PuzzleRequest

PATH = "<puzzle>"
"""Stands for a file in messages, and titles a puzzle without a title."""

MAX_INSTANCES = 2_000_000
"""The most instances of a statement that a request may make."""


def source_of(request: PuzzleRequest) -> Source:
    """Return the text of a request; a byte order mark is removed."""
    return Source(PATH, request.text.removeprefix("\ufeff"))


def puzzles(request: PuzzleRequest, *, partial: bool = False) -> tuple[list[Puzzle], Diagnostics]:
    """Return the puzzles of a text, and what is wrong with others; nothing of the disk is used.

    Raises:
        UserError: what is wrong with the text.
    """
    settings = [Setting(f"{name}={_said(value)}", name) for name, value in request.options.items()]
    return puzzles_of(
        source_of(request),
        request.format,
        settings,
        partial=partial,
        allow_use=None,
        max_instances=MAX_INSTANCES,
    )


def chosen(request: PuzzleRequest) -> Puzzle:
    """Return the puzzle that a request means.

    Raises:
        UserError: there is none, its text is wrong, or its board is too large.
    """
    found, broken = puzzles(request, partial=True)
    if len(found) < request.puzzle:
        broken.raise_errors()
        raise missing(request.puzzle, len(found))
    puzzle = found[request.puzzle - 1]
    require_size(puzzle)
    return puzzle


def missing(number: int, there: int) -> Exception:
    """Return the error for a number that no puzzle has."""
    held = {0: "no puzzle", 1: "one puzzle"}.get(there, f"{there} puzzles")
    return fail(f"the text holds {held}, and number {number} is wanted")


def program(request: PuzzleRequest) -> tuple[Puzzle, Program]:
    """Return the puzzle that a request means, and its program.

    Raises:
        UserError: see `chosen`; or the puzzle is wrong.
    """
    puzzle = chosen(request)
    return puzzle, checked(elaborate(puzzle))


def require_size(puzzle: Puzzle) -> None:
    """Refuse a board that is larger than the server takes, before anything is made of it.

    Raises:
        UserError: it is larger.
    """
    if puzzle.literal is None:
        cells = len(puzzle.topology.cells)
    else:
        rows = puzzle.literal.lines
        spaced = any(" " in row.strip() for row in rows)
        cells = sum(len(row.split()) if spaced else len(row.strip()) for row in rows)
    if cells > task.bounds.cells:
        raise _too_large(cells)


def checked(program: Program) -> Program:
    """Return a program whose board is no larger than the server takes.

    Raises:
        UserError: it is larger.
    """
    cells = program.board.count(Sort.CELL)
    if cells > task.bounds.cells:
        raise _too_large(cells)
    return program


def _too_large(cells: int) -> Exception:
    most = task.bounds.cells
    message = f"the board has {cells} cells, and this server takes boards of at most {most}"
    return fail(message, hint="nlc serve --cells N allows more; nlc run has no such limit")


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rounded(values: Any) -> Any:
    """Return numbers as short JSON: two digits after the point."""
    return np.round(np.asarray(values, float), 2).tolist()
