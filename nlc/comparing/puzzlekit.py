"""The competitor `puzzlekit` of suites: models in CP-SAT that others wrote, a class a genre.

The package puzzlekit (PyPI) states boards of squares in CP-SAT; only Hitori is an integer program,
to which cuts are added. One thread solves them here. To look for a second solution, the values that
the class reads off the first one are excluded. Every board that comes out is judged by nlc's rules.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, field

from nlc.board import Sort
from nlc.engines import library
from nlc.engines.base import Engine
from nlc.errors import fail
from nlc.ir.complete import complete, read_solution

if TYPE_CHECKING:
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle


NAME = "puzzlekit"

Table = list[list[str]]
"""Tokens of a board, row by row; ``-`` says nothing."""

Solution = dict[str, Any]
"""What is shown, as `nlc.ir.complete.read_solution` takes it."""


class Model(Struct, frozen=True):
    """How puzzlekit takes a genre.

    Attributes:
        module: of `puzzlekit.solvers`.
        kind: the class there.
        given: what is in its grid; empty for nothing.
        read: from its table of a solution to ours.
        tokens: ours and what it calls them; others stay.
        room: the given of its regions.
        more: options and the arguments that they are.
        points: whether the grid is of the corners.
        only: what it knows of other options and of marks: their only value, or none.
    """

    module: str
    kind: str
    given: str
    read: Callable[[Table, Program], Solution]
    tokens: Mapping[str, str] = field(default_factory=dict)
    room: str = ""
    more: Mapping[str, str] = field(default_factory=dict)
    points: bool = False
    only: Mapping[str, str] = field(default_factory=dict)


def _cells(table: Table, wanted: Callable[[str], bool]) -> list[str]:
    places = [(i, j) for i, row in enumerate(table) for j in range(len(row))]
    return [_named(i, j) for i, j in places if wanted(table[i][j])]


def _named(row: int, col: int) -> str:
    return f"r{row + 1}c{col + 1}"


def marked(name: str, tokens: str = "x") -> Callable[[Table, Program], Solution]:
    """Return a reader of a variable that is true where one of some tokens stands."""
    return lambda table, _: {name: _cells(table, lambda token: token in tokens)}


def numbered(name: str) -> Callable[[Table, Program], Solution]:
    """Return a reader of a variable whose values are numbers."""
    return lambda table, _: {
        name: {_named(i, j): token for i, row in enumerate(table) for j, token in enumerate(row)}
    }


def loop(table: Table, program: Program) -> Solution:
    """Read a loop: the directions in which it leaves each cell; a shaded cell has an ``x``."""
    down = [f"{_named(i, j)}-{_named(i + 1, j)}" for i, j in _leaving(table, "s")]
    right = [f"{_named(i, j)}-{_named(i, j + 1)}" for i, j in _leaving(table, "e")]
    out: Solution = {"line": down + right}
    if any(var.name == "dark" and var.shown for var in program.bools):
        out["dark"] = _cells(table, lambda token: token == "x")
    return out


def _leaving(table: Table, way: str) -> Iterator[tuple[int, int]]:
    for i, row in enumerate(table):
        yield from ((i, j) for j, token in enumerate(row) if way in token and token != "x")


def owned(table: Table, program: Program) -> Solution:
    """Read regions, each with one number in it, which owns the region."""
    cols = program.board.cols
    roots = {table[i // cols][i % cols]: i for i in program.givens["size"]}
    places = [(i, j) for i, row in enumerate(table) for j in range(len(row))]
    found = {_named(i, j): _named(*divmod(roots[table[i][j]], cols)) for i, j in places}
    return {"owner": found}


_DARK = marked("dark")

MODELS: Mapping[str, Model] = {
    "akari": Model("akari", "AkariSolver", "clue", marked("lamp", "o")),
    "binairo": Model("binairo", "BinairoSolver", "digit", marked("one", "2"), {"0": "1", "1": "2"}),
    "cave": Model("cave", "CaveSolver", "clue", marked("dark", "-")),
    "cojun": Model("cojun", "CojunSolver", "num", numbered("number"), room="room"),
    "country": Model(
        "country_road", "CountryRoadSolver", "size", loop, room="room", only={"skip": "false"}
    ),
    "creek": Model("creek", "CreekSolver", "clue", _DARK, points=True),
    "detour": Model("detour", "DetourSolver", "turns", loop, room="room"),
    "doubleback": Model("double_back", "DoubleBackSolver", "", loop, room="room"),
    "heyawake": Model("heyawake", "HeyawakeSolver", "clue", _DARK, room="room"),
    "hitori": Model("hitori", "HitoriSolver", "num", _DARK),
    "kurodoko": Model("kuromasu", "KuromasuSolver", "clue", _DARK),
    "lits": Model("lits", "LITSSolver", "", marked("dark", "LITS"), room="room"),
    "masyu": Model("masyu", "MasyuSolver", "pearl", loop, only={"full": "false"}),
    "minesweeper": Model(
        "minesweeper", "MinesweeperSolver", "clue", marked("mine"), more={"mines": "num_mines"}
    ),
    "moonsun": Model("moon_sun", "MoonSunSolver", "sky", loop, {"m": "x", "s": "o"}, room="room"),
    "mosaic": Model("mosaic", "MosaicSolver", "clue", _DARK),
    "norinori": Model("norinori", "NorinoriSolver", "", _DARK, room="room"),
    "nurikabe": Model("nurikabe", "NurikabeSolver", "size", _DARK, only={"isle": "false"}),
    "ripple": Model("hakyuu", "HakyuuSolver", "num", numbered("number"), room="room"),
    "shikaku": Model("shikaku", "ShikakuSolver", "size", owned, only={"area": "false"}),
    "simpleloop": Model("simple_loop", "SimpleLoopSolver", "blocked", loop, {"true": "x"}),
    "slitherlink": Model("slitherlink", "SlitherlinkSolver", "clue", loop),
    "starbattle": Model(
        "starbattle",
        "StarbattleSolver",
        "",
        marked("star"),
        room="room",
        more={"stars": "num_stars"},
    ),
    "sudoku": Model(
        "sudoku", "SudokuSolver", "num", numbered("number"), only={"diagonal": "false"}
    ),
    "suguru": Model("suguru", "SuguruSolver", "num", numbered("number"), room="room"),
    "yajilin": Model(
        "yajilin", "YajilinSolver", "clue", loop, only={"inside": "true", "grey": "false"}
    ),
    "yajilinregions": Model(
        "regional_yajilin",
        "RegionalYajilinSolver",
        "clue",
        loop,
        room="room",
        only={"inside": "true"},
    ),
    "yinyang": Model("yin_yang", "YinYangSolver", "stone", marked("dark", "b")),
}


class _Task(Struct, frozen=True):
    """What puzzlekit is given."""

    model: Model
    arguments: dict[str, Any]


class PuzzlekitEngine(Engine[_Task]):
    """puzzlekit as an engine."""

    name = NAME
    summary = "models in CP-SAT of the package puzzlekit"
    statistics = ()
    exact = True

    def version(self) -> str | None:
        """Return the version of puzzlekit."""
        return library.version(NAME, NAME)

    def missing(self) -> str | None:
        """Return what to install where there is no puzzlekit."""
        return None if self.version() else "puzzlekit is missing: pip install 'nlc[bench]'"

    def read(self, puzzle: Puzzle, program: Program) -> _Task:
        """Hand over the clues of a puzzle."""
        model = MODELS.get(program.genre)
        board = program.board
        if model is None:
            raise fail(f"{NAME} has no model of {program.genre}")
        if board.topology != "square" or board.count(Sort.CELL) != board.rows * board.cols:
            raise fail(f"{NAME} has models of full boards of squares only")
        for name, value in model.only.items():
            said = (
                program.givens[name].values() if name in program.givens else [program.options[name]]
            )
            if any(str(each).lower() != value for each in said):
                raise fail(f"{NAME} has no model of {program.genre} with '{name}'")
        return _Task(model, _arguments(program, model))

    def load(self, puzzle: _Task) -> None:
        """Import what the search needs, in its process: OR-tools and HiGHS cannot share one."""
        importlib.import_module(f"puzzlekit.solvers.{puzzle.model.module}")

    def search(self, puzzle: _Task, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield tables as arrays of text."""
        module = importlib.import_module(f"puzzlekit.solvers.{puzzle.model.module}")
        made = getattr(module, puzzle.model.kind)(**puzzle.arguments)
        found = _integer(made) if hasattr(made, "_setup_initial_model") else _cp_sat(made)
        yield from map(np.array, found)

    def board(self, program: Program, found: Any) -> Assignment:
        """Return the board of a table."""
        shown = MODELS[program.genre].read(found.tolist(), program)
        return complete(program, *read_solution(program, shown))


def _arguments(program: Program, model: Model) -> dict[str, Any]:
    rows, cols = program.board.rows, program.board.cols
    out: dict[str, Any] = {"num_rows": rows, "num_cols": cols}
    if model.given:
        clues = program.givens[model.given]
        if program.genre == "akari":
            blocks = list(program.givens["block"])
            clues = {**dict.fromkeys(blocks, "x"), **clues}
        if program.genre == "yajilin":
            arrows = program.givens["arrow"]
            clues = {i: f"{clues[i]}{arrows[i].lower()}" for i in arrows}
        tokens = {i: model.tokens.get(text, text) for i, text in clues.items()}
        points = model.points
        if points:  # corners are not numbered row by row
            order = np.lexsort(program.board.points.round(3).T)
            tokens = {place: tokens[i] for place, i in enumerate(order.tolist()) if i in tokens}
        out["grid"] = _table(tokens, rows + points, cols + points)
    elif model.room:
        out["grid"] = _table({}, rows, cols)
    if model.room:
        out["region_grid"] = _table(program.givens[model.room], rows, cols)
    return out | {to: int(str(program.options[name])) for name, to in model.more.items()}


def _table(texts: Mapping[int, str], rows: int, cols: int) -> Table:
    return [[texts.get(i * cols + j, "-") for j in range(cols)] for i in range(rows)]


class _Reader:
    """Notes which variables a class reads a solution off."""

    def __init__(self, solver: Any) -> None:
        self.solver = solver
        self.read: dict[int, tuple[Any, int]] = {}

    def Value(self, var: Any) -> int:  # noqa: N802
        """Return the value of a variable, as CP-SAT's solver does."""
        value = self.solver.Value(var)
        if hasattr(var, "Index"):
            self.read[var.Index()] = (var, value)
        return int(value)


def _cp_sat(puzzle: Any) -> Iterator[Table]:
    """Yield the solutions of a model of CP-SAT."""
    from ortools.sat.python import cp_model

    puzzle._add_constr()
    solver = puzzle.solver
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    while True:
        status = solver.Solve(puzzle.model)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT says {solver.StatusName(status)}")
        puzzle.solver = reader = _Reader(solver)
        table = puzzle.get_solution().matrix
        yield [list(map(str, row)) for row in table]
        others = []
        for var, value in reader.read.values():
            other = puzzle.model.NewBoolVar("")
            puzzle.model.Add(var != value).OnlyEnforceIf(other)
            others.append(other)
        puzzle.model.AddBoolOr(others)


def _integer(puzzle: Any) -> Iterator[Table]:
    """Yield the solutions of an integer program that takes cuts, over variables of 0 and 1."""
    pywraplp: Any = importlib.import_module("ortools.linear_solver.pywraplp")

    puzzle._add_constr()
    solver = puzzle.solver
    while (status := solver.Solve()) != pywraplp.Solver.INFEASIBLE:
        if status not in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE):
            raise RuntimeError(f"the integer program's status is {status}")
        if puzzle._check_and_add_cuts():
            continue
        yield [list(map(str, row)) for row in puzzle.get_solution().matrix]
        values = [(var, round(var.solution_value())) for var in solver.variables()]
        solver.Add(sum(1 - var if value else var for var, value in values) >= 1)
