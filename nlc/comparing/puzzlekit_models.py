"""How puzzlekit takes the boards of a genre, and what its tables of solutions say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    from nlc.ir.nodes import Program

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
