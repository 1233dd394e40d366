"""From a request to puzzles, drawings and solvers, within the limits of the server."""

from __future__ import annotations

from msgspec import Struct

from nlc import drivers, loading
from nlc.board import Sort
from nlc.engines import ENGINES
from nlc.errors import Diagnostics, Source, fail, suggest
from nlc.ir.complete import read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.loading import Setting
from nlc.serve import task
from nlc.serve.requests import Drawn, PuzzleRequest

PATH = "<puzzle>"
"""Stands for a file in messages, and titles a puzzle without a title."""

MAX_INSTANCES = 2_000_000
"""The most instances of a statement that a request may make."""


def source_of(request: PuzzleRequest) -> Source:
    """Return the text of a request; a byte order mark is removed."""
    return Source(PATH, request.text.removeprefix("\ufeff"))


def puzzles_of(request: PuzzleRequest) -> tuple[list[Puzzle], Diagnostics]:
    """Return the puzzles of a text, and what is wrong with others; nothing of the disk is used.

    Raises:
        UserError: what is wrong with the text.
    """
    settings = [
        Setting(f"{name}={str(value).lower() if isinstance(value, bool) else value}", name)
        for name, value in request.options.items()
    ]
    return loading.parse_puzzles(
        source_of(request),
        request.format,
        settings,
        partial=True,
        allow_use=None,
        max_instances=MAX_INSTANCES,
    )


def puzzle_of(request: PuzzleRequest) -> Puzzle:
    """Return the puzzle that a request means.

    Raises:
        UserError: there is none, its text is wrong, or its board is too large.
    """
    found, broken = puzzles_of(request)
    if len(found) < request.puzzle:
        broken.raise_errors()
        held = {0: "no puzzle", 1: "one puzzle"}.get(len(found), f"{len(found)} puzzles")
        raise fail(f"the text holds {held}, and number {request.puzzle} is wanted")
    puzzle = found[request.puzzle - 1]
    require_cells(drawn_cells(puzzle))
    return puzzle


def program_of(request: PuzzleRequest) -> tuple[Puzzle, Program]:
    """Return the puzzle that a request means, and its program.

    Raises:
        UserError: see `puzzle_of`; or the puzzle is wrong.
    """
    puzzle = puzzle_of(request)
    program = elaborate(puzzle)
    require_cells(program.board.count(Sort.CELL))
    return puzzle, program


def drawn_cells(puzzle: Puzzle) -> int:
    """Return how many cells a board has at most, before anything is made of it."""
    if puzzle.literal is None:
        return len(puzzle.topology.cells)
    rows = puzzle.literal.lines
    spaced = any(" " in row.strip() for row in rows)
    return sum(len(row.split()) if spaced else len(row.strip()) for row in rows)


def require_cells(cells: int) -> None:
    """Refuse a board that is larger than the server takes.

    Raises:
        UserError: it is larger.
    """
    if cells > (most := task.bounds.cells):
        message = f"the board has {cells} cells, and this server takes boards of at most {most}"
        raise fail(message, hint="nlc serve can be started with more; nlc run has no limit")


class State(Struct, frozen=True):
    """A drawing that may be a part of a solution.

    Attributes:
        yes: the elements where a boolean variable was drawn, by its name.
        no: those where it was crossed out.
        values: the value index of elements of other variables.
    """

    yes: dict[str, set[int]]
    no: dict[str, set[int]]
    values: dict[str, dict[int, int]]


def read_drawn(program: Program, drawn: Drawn) -> State:
    """Return a drawing.

    Raises:
        UserError: it names what is not there, or says yes and no of the same element.
    """
    yes, values = read_solution(program, {**drawn.yes, **drawn.values})
    no, _ = read_solution(program, dict(drawn.no))
    for name, elements in yes.items():
        if both := elements & no.get(name, set()):
            var = next(var for var in program.bools if var.name == name)
            place = program.board.names(var.sort)[min(both)]
            raise fail(f"'{name}' is drawn and crossed out at {place}")
    return State(yes, no, values)


def require_solver(name: str) -> None:
    """Refuse what is not a solver or an engine of this machine by name.

    Raises:
        UserError: there is none of that name, or it cannot run here.
    """
    names = [*(driver.name for driver in drivers.available()), *ENGINES.names()]
    if name not in names:
        hint = suggest(name, names) or f"the solvers are {', '.join(names)}"
        raise fail(f"there is no solver '{name}'", hint=hint)
    found = ENGINES.find(name) if name in ENGINES else drivers.get(name)
    missing = found.missing() if found is not None else None
    if missing is not None:
        raise fail(f"the solver '{name}' cannot run here", hint=missing)
