#!/usr/bin/env python3
"""``nlc bench`` with one more competitor, puzzlekit: others' models in CP-SAT, a class a genre.

    python scripts/bench_puzzlekit.py scripts/genres_puzzlekit.toml --out genres.jsonl
    nlc bench report genres.jsonl --plots plots

The package puzzlekit (PyPI) models boards of squares in CP-SAT, except for Hitori, which is an
integer program with cuts. Here it uses one thread. To find a second solution, the values that the
class uses of the first one are excluded. nlc's rules check every board.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, field

from nlc.board import Sort
from nlc.cli import main
from nlc.engines import ENGINES, library
from nlc.engines.base import Engine
from nlc.errors import Source, fail
from nlc.formats import FORMATS, import_puzzles
from nlc.ir.complete import complete, read_solution

if TYPE_CHECKING:
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle


NAME = "puzzlekit"

Table = list[list[str]]
"""Tokens of a board, row by row; ``-`` is an empty one."""

ShownValues = dict[str, Any]
"""The shown variables, in the form for `nlc.ir.complete.read_solution`."""


class PuzzlekitModel(Struct, frozen=True):
    """puzzlekit's model of a genre.

    Attributes:
        module: of `puzzlekit.solvers`.
        kind: the class in it.
        given: the given in its grid; empty for none.
        decode: returns the shown variables of its table of a solution.
        tokens: its tokens by nlc's; others are the same.
        room: the given of its regions.
        more: its arguments by options.
        points: whether the grid is of the corners.
        only: the only value that it supports of other options, or of givens.
    """

    module: str
    kind: str
    given: str
    decode: Callable[[Table, Program], ShownValues]
    tokens: Mapping[str, str] = field(default_factory=dict)
    room: str = ""
    more: Mapping[str, str] = field(default_factory=dict)
    points: bool = False
    only: Mapping[str, str] = field(default_factory=dict)


def _cells(table: Table, wanted: Callable[[str], bool]) -> list[str]:
    places = [(i, j) for i, row in enumerate(table) for j in range(len(row))]
    return [_cell_name(i, j) for i, j in places if wanted(table[i][j])]


def _cell_name(row: int, col: int) -> str:
    return f"r{row + 1}c{col + 1}"


def decode_marks(name: str, tokens: str = "x") -> Callable[[Table, Program], ShownValues]:
    """Return a decoder of a variable that is true where the token is one of some."""
    return lambda table, _: {name: _cells(table, lambda token: token in tokens)}


def decode_numbers(name: str) -> Callable[[Table, Program], ShownValues]:
    """Return a decoder of a variable whose values are numbers."""
    return lambda table, _: {
        name: {
            _cell_name(i, j): token for i, row in enumerate(table) for j, token in enumerate(row)
        }
    }


def decode_loop(table: Table, program: Program) -> ShownValues:
    """Decode a loop: tokens are the directions of a cell's links, or ``x`` for a shaded cell."""
    down = [f"{_cell_name(i, j)}-{_cell_name(i + 1, j)}" for i, j in _leaving(table, "s")]
    right = [f"{_cell_name(i, j)}-{_cell_name(i, j + 1)}" for i, j in _leaving(table, "e")]
    out: ShownValues = {"line": down + right}
    if any(var.name == "dark" and var.shown for var in program.bools):
        out["dark"] = _cells(table, lambda token: token == "x")
    return out


def _leaving(table: Table, way: str) -> Iterator[tuple[int, int]]:
    for i, row in enumerate(table):
        yield from ((i, j) for j, token in enumerate(row) if way in token and token != "x")


def decode_regions(table: Table, program: Program) -> ShownValues:
    """Decode regions with one number each, which owns the region."""
    cols = program.board.cols
    roots = {table[i // cols][i % cols]: i for i in program.givens["size"]}
    places = [(i, j) for i, row in enumerate(table) for j in range(len(row))]
    found = {_cell_name(i, j): _cell_name(*divmod(roots[table[i][j]], cols)) for i, j in places}
    return {"owner": found}


_DARK = decode_marks("dark")

MODELS: Mapping[str, PuzzlekitModel] = {
    "akari": PuzzlekitModel("akari", "AkariSolver", "clue", decode_marks("lamp", "o")),
    "binairo": PuzzlekitModel(
        "binairo", "BinairoSolver", "digit", decode_marks("one", "2"), {"0": "1", "1": "2"}
    ),
    "cave": PuzzlekitModel("cave", "CaveSolver", "clue", decode_marks("dark", "-")),
    "cojun": PuzzlekitModel("cojun", "CojunSolver", "num", decode_numbers("number"), room="room"),
    "country": PuzzlekitModel(
        "country_road",
        "CountryRoadSolver",
        "size",
        decode_loop,
        room="room",
        only={"skip": "false"},
    ),
    "creek": PuzzlekitModel("creek", "CreekSolver", "clue", _DARK, points=True),
    "detour": PuzzlekitModel("detour", "DetourSolver", "turns", decode_loop, room="room"),
    "doubleback": PuzzlekitModel("double_back", "DoubleBackSolver", "", decode_loop, room="room"),
    "heyawake": PuzzlekitModel("heyawake", "HeyawakeSolver", "clue", _DARK, room="room"),
    "hitori": PuzzlekitModel("hitori", "HitoriSolver", "num", _DARK),
    "kurodoko": PuzzlekitModel("kuromasu", "KuromasuSolver", "clue", _DARK),
    "lits": PuzzlekitModel("lits", "LITSSolver", "", decode_marks("dark", "LITS"), room="room"),
    "masyu": PuzzlekitModel("masyu", "MasyuSolver", "pearl", decode_loop, only={"full": "false"}),
    "minesweeper": PuzzlekitModel(
        "minesweeper",
        "MinesweeperSolver",
        "clue",
        decode_marks("mine"),
        more={"mines": "num_mines"},
    ),
    "moonsun": PuzzlekitModel(
        "moon_sun", "MoonSunSolver", "sky", decode_loop, {"m": "x", "s": "o"}, room="room"
    ),
    "mosaic": PuzzlekitModel("mosaic", "MosaicSolver", "clue", _DARK),
    "norinori": PuzzlekitModel("norinori", "NorinoriSolver", "", _DARK, room="room"),
    "nurikabe": PuzzlekitModel("nurikabe", "NurikabeSolver", "size", _DARK, only={"isle": "false"}),
    "ripple": PuzzlekitModel(
        "hakyuu", "HakyuuSolver", "num", decode_numbers("number"), room="room"
    ),
    "shikaku": PuzzlekitModel(
        "shikaku", "ShikakuSolver", "size", decode_regions, only={"area": "false"}
    ),
    "simpleloop": PuzzlekitModel(
        "simple_loop", "SimpleLoopSolver", "blocked", decode_loop, {"true": "x"}
    ),
    "slitherlink": PuzzlekitModel("slitherlink", "SlitherlinkSolver", "clue", decode_loop),
    "starbattle": PuzzlekitModel(
        "starbattle",
        "StarbattleSolver",
        "",
        decode_marks("star"),
        room="room",
        more={"stars": "num_stars"},
    ),
    "sudoku": PuzzlekitModel(
        "sudoku", "SudokuSolver", "num", decode_numbers("number"), only={"diagonal": "false"}
    ),
    "suguru": PuzzlekitModel(
        "suguru", "SuguruSolver", "num", decode_numbers("number"), room="room"
    ),
    "yajilin": PuzzlekitModel(
        "yajilin", "YajilinSolver", "clue", decode_loop, only={"inside": "true", "grey": "false"}
    ),
    "yajilinregions": PuzzlekitModel(
        "regional_yajilin",
        "RegionalYajilinSolver",
        "clue",
        decode_loop,
        room="room",
        only={"inside": "true"},
    ),
    "yinyang": PuzzlekitModel("yin_yang", "YinYangSolver", "stone", decode_marks("dark", "b")),
}


JANKO: Mapping[str, str] = {
    "aqre": "aqre.AqreSolver",
    "balance": "balance_loop.BalanceLoopSolver",
    "eulero": "eulero.EuleroSolver",
    "gappy": "gappy.GappySolver",
    "geradeweg": "geradeweg.GeradewegSolver",
    "hidato": "hidoku.HidokuSolver",
    "kakurasu": "kakurasu.KakurasuSolver",
    "kakuro": "kakuro.KakuroSolver",
    "kenken": "ken_ken.KenKenSolver",
    "kuroshuto": "kuroshuto.KuroshutoSolver",
    "kurotto": "kurotto.KurottoSolver",
    "latinpatchwork": "patchwork.PatchworkSolver",
    "latinrenban": "renban.RenbanSolver",
    "nawabari": "nawabari.NawabariSolver",
    "nondango": "nondango.NondangoSolver",
    "nurimisaki": "nurimisaki.NurimisakiSolver",
    "shimaguni": "shimaguni.ShimaguniSolver",
    "skyscrapers": "skyscraper.SkyscraperSolver",
    "str8ts": "str8t.Str8tSolver",
    "tatamibari": "tatamibari.TatamibariSolver",
    "tenner": "tenner_grid.TennerGridSolver",
    "tents": "tent.TentSolver",
    "thermometers": "thermometer.ThermometerSolver",
    "tilepaint": "tile_paint.TilePaintSolver",
    "usoone": "usoone.UsooneSolver",
}
"""Models whose arguments, and tables of a solution, are sections of Janko's text."""

LABELS = {
    "rows": ("rlabels", 0),
    "rows_left": ("rlabels", 0),
    "rows_right": ("rlabels", 1),
    "cols": ("clabels", 0),
    "cols_top": ("clabels", 0),
    "cols_bottom": ("clabels", 1),
}
"""The section and the line of each argument with clues outside."""


class _Task(Struct, frozen=True):
    """The input of puzzlekit: the names of a module and of its class, and arguments."""

    module: str
    kind: str
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
        """Return what to install if puzzlekit is missing."""
        return None if self.version() else "puzzlekit is missing: pip install 'nlc[bench]'"

    def read(self, puzzle: Puzzle, program: Program) -> _Task:
        """Return the model and its arguments for a puzzle."""
        if program.genre in JANKO:
            module, kind = JANKO[program.genre].split(".")
            return _Task(module, kind, _janko_arguments(program))
        model = MODELS.get(program.genre)
        board = program.board
        if model is None:
            raise fail(f"{NAME} has no model of {program.genre}")
        if board.topology != "square" or board.count(Sort.CELL) != board.rows * board.cols:
            raise fail(f"{NAME} has models of full boards of squares only")
        for name, value in model.only.items():
            values = (
                program.givens[name].values() if name in program.givens else [program.options[name]]
            )
            if any(str(each).lower() != value for each in values):
                raise fail(f"{NAME} has no model of {program.genre} with '{name}'")
        return _Task(model.module, model.kind, _arguments(program, model))

    def load(self, puzzle: _Task) -> None:
        """Import the model in the process of the search, as OR-tools and HiGHS cannot share one."""
        importlib.import_module(f"puzzlekit.solvers.{puzzle.module}")

    def search(self, puzzle: _Task, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield tables as arrays of text."""
        module = importlib.import_module(f"puzzlekit.solvers.{puzzle.module}")
        kind = getattr(module, puzzle.kind)
        wanted = inspect.signature(kind.__init__).parameters
        made = kind(**{x: value for x, value in puzzle.arguments.items() if x in wanted})
        found = _integer(made) if hasattr(made, "_setup_initial_model") else _cp_sat(made)
        yield from map(np.array, found)

    def board(self, program: Program, found: Any) -> Assignment:
        """Return the board of a table."""
        if program.genre in JANKO:
            rows = "\n".join(map(" ".join, found.tolist()))
            text = f"{_janko(program).replace('[end]', '[solution]')}{rows}\n[end]\n"
            (read,) = import_puzzles(Source(NAME, text), "janko", program.genre)
            return complete(program, *read_solution(program, read.solution or {}))
        shown = MODELS[program.genre].decode(found.tolist(), program)
        return complete(program, *read_solution(program, shown))


def _janko(program: Program) -> str:
    write = FORMATS.get("janko").write
    assert write is not None
    return write(program)


def _janko_arguments(program: Program) -> dict[str, Any]:
    """Return all arguments that a class may take from the sections of Janko's text."""
    found: dict[str, Table] = {}
    for line in _janko(program).splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = rows = []
        else:
            rows.append(line.split())
    size = next(row for row in found["begin"] if row[0] == "size")[1:]
    rows, cols = (len(found["problem"]), len(found["problem"][0])) if "problem" in found else size
    out: dict[str, Any] = {"num_rows": int(rows), "num_cols": int(cols), "diagonal": False}
    out |= {"grid": found.get("problem"), "region_grid": found.get("areas"), "val": int(size[-1])}
    out |= {
        name: found[section][line]
        for name, (section, line) in LABELS.items()
        if line < len(found.get(section, ()))
    }
    return {name: value for name, value in out.items() if value is not None}


def _arguments(program: Program, model: PuzzlekitModel) -> dict[str, Any]:
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
    """A solver that records the variables whose values a class uses."""

    def __init__(self, solver: Any) -> None:
        self.solver = solver
        self.used: dict[int, tuple[Any, int]] = {}

    def Value(self, var: Any) -> int:  # noqa: N802
        """Return the value of a variable, as CP-SAT's solver does."""
        value = self.solver.Value(var)
        if hasattr(var, "Index"):
            self.used[var.Index()] = (var, value)
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
        for var, value in reader.used.values():
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


if __name__ == "__main__":
    ENGINES.own[NAME] = PuzzlekitEngine()
    sys.exit(main(["bench", *sys.argv[1:]]))
