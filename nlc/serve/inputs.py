"""Puzzles, drawings and solvers from a request, within the limits of the server."""

from __future__ import annotations

from nlc import drivers, loading
from nlc.board import Sort
from nlc.engines import ENGINES
from nlc.errors import Diagnostics, Source, fail, suggest
from nlc.ir.complete import read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.loading import setting_of
from nlc.serve import task
from nlc.serve.requests import Drawn, PuzzleRequest

PATH = "<puzzle>"
"""The name of the text in messages, and the title of a puzzle that has none."""

MAX_INSTANCES = 2_000_000
"""The most instances of a statement that a request may make."""


def source_of(request: PuzzleRequest) -> Source:
    """Return the text of a request without its byte order mark."""
    return Source(PATH, request.text.removeprefix("\ufeff"))


def puzzles_of(request: PuzzleRequest) -> tuple[list[Puzzle], Diagnostics]:
    """Return the valid puzzles of a text, and messages on the others; no file is opened.

    Raises:
        UserError: the text has mistakes, and no puzzle is valid.
    """
    return loading.parse_puzzles(
        source_of(request),
        request.format,
        [setting_of(name, value, name) for name, value in request.options.items()],
        partial=True,
        allow_use=None,
        max_instances=MAX_INSTANCES,
        examples="none",
    )


def puzzle_of(request: PuzzleRequest) -> Puzzle:
    """Return the puzzle of a request.

    Raises:
        UserError: there is none, its text is wrong, or its board is too large.
    """
    found, broken = puzzles_of(request)
    if len(found) < request.puzzle:
        broken.raise_errors()
        held = {0: "no puzzle", 1: "one puzzle"}.get(len(found), f"{len(found)} puzzles")
        raise fail(f"the text has {held}, and number {request.puzzle} is wanted")
    puzzle = found[request.puzzle - 1]
    require_cells(drawn_cells(puzzle))
    return puzzle


def program_of(request: PuzzleRequest) -> tuple[Puzzle, Program]:
    """Return the puzzle of a request, and its program.

    Raises:
        UserError: see `puzzle_of`; or the puzzle is wrong.
    """
    puzzle = puzzle_of(request)
    program = elaborate(puzzle)
    require_cells(program.board.count(Sort.CELL))
    return puzzle, program


def drawn_cells(puzzle: Puzzle) -> int:
    """Return an upper bound of the cells of a board, before it is built."""
    if puzzle.literal is None:
        return len(puzzle.topology.cells)
    rows = puzzle.literal.lines
    spaced = any(" " in row.strip() for row in rows)
    return sum(len(row.split()) if spaced else len(row.strip()) for row in rows)


def require_cells(cells: int) -> None:
    """Check the size of a board.

    Raises:
        UserError: it is larger than the server takes.
    """
    if cells > (most := task.bounds.cells):
        message = f"the board has {cells} cells, and this server takes boards of at most {most}"
        raise fail(message, hint="nlc serve can be started with more; nlc run has no limit")


Partial = tuple[dict[str, set[int]], dict[str, set[int]], dict[str, dict[int, int]]]
"""A drawing, by the names of variables: the elements where a boolean was drawn, those where it was
crossed out, and the value index of elements of others."""


def parse_drawn(program: Program, drawn: Drawn) -> Partial:
    """Return the partial solution of a drawing.

    Raises:
        UserError: it names an unknown element or value, or draws and crosses out the same element.
    """
    yes, values = read_solution(program, {**drawn.yes, **drawn.values})
    no, _ = read_solution(program, dict(drawn.no))
    for var in program.bools:
        if both := yes.get(var.name, set()) & no.get(var.name, set()):
            place = program.board.names(var.sort)[min(both)]
            raise fail(f"'{var.name}' is drawn and crossed out at {place}")
    return yes, no, values


def require_solver(name: str) -> None:
    """Check the name of a solver or an engine.

    Raises:
        UserError: the name is unknown, or the solver cannot run on this machine.
    """
    names = [*(driver.name for driver in drivers.available()), *ENGINES.names()]
    if name not in names:
        hint = suggest(name, names) or f"the solvers are {', '.join(names)}"
        raise fail(f"there is no solver '{name}'", hint=hint)
    found = ENGINES.get(name) if name in ENGINES else drivers.get(name)
    if (missing := found.missing()) is not None:
        raise fail(f"the solver '{name}' cannot run here", hint=missing)
