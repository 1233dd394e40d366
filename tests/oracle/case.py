"""A puzzle as a drawing for `oracle.brute_force` and as a text of the puzzle language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from oracle import brute_force
from oracle.house_rules import HOUSE_RULES, keeps
from oracle.reference_board import Complex, Drawn, Point, outline

GENRES = {
    "numberlink": ("cover", "touch", "no2x2"),
    "multilink": ("cover", "touch", "no2x2", "branch"),
    "slitherlink": ("full",),
}
"""The stock genres and their options."""

DEFAULTS = {"cover": True, "touch": True, "no2x2": False, "branch": False, "full": False}
"""The value of each option where a puzzle does not set it."""

TILINGS = ("square", "hex", "triangle")


@dataclass(frozen=True)
class Case:
    """A puzzle whose solutions can be had by brute force.

    Attributes:
        genre: one of `GENRES`.
        drawn: the board.
        options: the value of every option of the genre.
        ports: of Slitherlink, the names of the two ends of an open line, or none.
        house: names of `oracle.house_rules.HOUSE_RULES`.
        layered: clues and ports have drawings of their own; ports by their first names then.
    """

    genre: str
    drawn: Drawn
    options: tuple[tuple[str, bool], ...]
    ports: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    layered: bool = False

    @property
    def text(self) -> str:
        """The puzzle in the language, in the form that `read` takes."""
        drawn = self.drawn
        lines = [f'puzzle "random" is {self.genre} {{', *surface(drawn)]
        lines += [f"  set {name} = {str(value).lower()};" for name, value in self.options]
        if self.layered:
            lines += drawing("board", without_clues(drawn))
            given = "clue" if self.genre == "slitherlink" else "label"
            lines += drawing(f"board {given}", clues_alone(drawn))
        else:
            lines += drawing("board", drawn.rows)
        lines += joints(drawn)
        kinds = dict(zip(self.ports, ("inlet", "outlet"), strict=False))
        if self.layered and kinds:
            corners = Complex(drawn).corners
            ports = {corners[port]: kind for port, kind in kinds.items()}
            lines += drawing("board port", vertex_rows(drawn, ports))
        else:
            lines += [f"  mark port = {kind} at {port};" for port, kind in kinds.items()]
        edges = "borders" if self.genre == "slitherlink" else "links"
        lines += [
            f"  rule house_{name} {{ {HOUSE_RULES[name].text.replace('EDGES', edges)} }}"
            for name in self.house
        ]
        return "\n".join([*lines, "}", ""])

    @staticmethod
    def read(text: str) -> Case:
        """Return the puzzle of a text that `text` made, comments and blank lines left out.

        Raises:
            ValueError: a line is none of those that `text` makes.
        """
        lines = [line for line in text.splitlines() if line.strip() and line[:2] != "//"]
        lines, boards = _boards(lines)
        found: dict[str, list[tuple[str, ...]]] = {kind: [] for kind in _LINES}
        for line in lines:
            for kind, form in _LINES.items():
                if (match := form.fullmatch(line)) is not None:
                    found[kind].append(match.groups())
                    break
            else:
                raise ValueError(f"not a line of a fuzzed puzzle: {line!r}")
        if len(found["puzzle"]) != 1 or len(found["topology"]) != 1:
            raise ValueError("not one fuzzed puzzle")
        ((genre,),) = found["puzzle"]
        ((tiling, wrap),) = found["topology"]
        rows = boards.get("", ())
        clues = boards.get("clue", boards.get("label", ()))
        drawn = Drawn(
            tiling,
            laid_over(rows, clues) if clues else rows,
            tuple((a, b) for a, b in found["wall"]),
            tuple((a, b) for a, b in found["warp"]),
            wrap or "none",
        )
        given = {name: value == "true" for name, value in found["set"]}
        return Case(
            genre,
            drawn,
            tuple((name, given.get(name, DEFAULTS[name])) for name in GENRES[genre]),
            tuple(port for (port,) in found["mark"]) or _ports(drawn, boards.get("port", ())),
            tuple(name for (name,) in found["rule"]),
            bool(clues),
        )

    def solutions(self) -> brute_force.Solutions:
        """Return all solutions, each as the names of the links or borders of the line."""
        options = dict(self.options)
        sides = self.genre == "slitherlink"
        if sides:
            found = brute_force.slitherlink(self.drawn, ports=self.ports, **options)
        else:
            search = {"numberlink": brute_force.numberlink, "multilink": brute_force.multilink}
            found = search[self.genre](self.drawn, **options)
        if not self.house:
            return found
        board = Complex(self.drawn)
        return {drawn for drawn in found if keeps(board, drawn, self.house, sides)}


def _boards(lines: list[str]) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Return the lines that are in no drawing, and the rows of each by its name, or ""."""
    rest: list[str] = []
    boards: dict[str, tuple[str, ...]] = {}
    name: str | None = None
    for line in lines:
        if name is not None and line != "  end":
            boards[name] = (*boards[name], line[4:])
        elif name is not None:
            name = None
        elif (match := _HEAD.fullmatch(line)) is not None:
            name = match[1] or ""
            boards[name] = ()
        else:
            rest.append(line)
    return rest, boards


def _ports(drawn: Drawn, rows: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the ports that are drawn."""
    board = Complex(drawn)
    ports: dict[str, str] = {}
    for row, points in zip(rows, heights(drawn), strict=False):
        for token, point in zip(row.split(), points, strict=True):
            if token not in ".#":
                ports[token] = first_name(board, point)
    return tuple(ports[kind] for kind in ("inlet", "outlet") if kind in ports)


_HEAD = re.compile(r"  board(?: (clue|label|port))?")

_LINES = {
    "puzzle": re.compile(rf'puzzle "[^"]*" is ({"|".join(GENRES)}) \{{'),
    "topology": re.compile(
        rf"  topology ({'|'.join(TILINGS)})(?:\((?:first=up|wrap=(horizontal|vertical|both))\))?;"
    ),
    "legend": re.compile(r'  legend \{ "\+" = bridge; \}'),
    "set": re.compile(rf"  set ({'|'.join(DEFAULTS)}) = (true|false);"),
    "wall": re.compile(r"  wall (\w+)\|(\w+);"),
    "warp": re.compile(r"  warp (\w+)\|(\w+);"),
    "mark": re.compile(r"  mark port = (?:inlet|outlet) at (\S+);"),
    "rule": re.compile(rf"  rule house_({'|'.join(HOUSE_RULES)}) \{{ .* \}}"),
    "end": re.compile(r"\}"),
}
"""The forms of the lines, the board left out."""


def surface(drawn: Drawn) -> list[str]:
    """Return the lines of a puzzle for the tiling and the sign of a bridge."""
    setting = "(first=up)" if drawn.tiling == "triangle" else ""
    if drawn.wrap != "none":
        setting = f"(wrap={drawn.wrap})"
    legend = ['  legend { "+" = bridge; }'] if "+" in "".join(drawn.rows) else []
    return [f"  topology {drawn.tiling}{setting};", *legend]


def drawing(head: str, rows: Iterable[str]) -> list[str]:
    """Return the lines of a drawing, such as ``board`` or ``board clue``."""
    return [f"  {head}", *(f"    {row}" for row in rows), "  end"]


def joints(drawn: Drawn) -> list[str]:
    """Return the lines of a puzzle for its walls and warps."""
    walls = [f"  wall {a}|{b};" for a, b in drawn.walls]
    return walls + [f"  warp {a}|{b};" for a, b in drawn.warps]


def whole(drawn: Drawn) -> list[str]:
    """Return the lines of a puzzle for its board."""
    return [*surface(drawn), *drawing("board", drawn.rows), *joints(drawn)]


def without_clues(drawn: Drawn) -> tuple[str, ...]:
    """Return the rows of a board with a dot in place of each clue."""
    return tuple("".join(c if c in " .#+" else "." for c in row) for row in drawn.rows)


def clues_alone(drawn: Drawn) -> tuple[str, ...]:
    """Return the rows of a board with a dot in place of each bridge."""
    return tuple(row.replace("+", ".") for row in drawn.rows)


def laid_over(rows: Sequence[str], clues: Sequence[str]) -> tuple[str, ...]:
    """Return rows with the clues of a further drawing, whose tokens are at the same places."""
    return tuple(
        "".join(b if b not in " .#" else a for a, b in zip(row, other, strict=True))
        for row, other in zip(rows, clues, strict=True)
    )


def heights(drawn: Drawn) -> list[list[Point]]:
    """Return the vertices of all tokens, holes included, row by row from left to right."""
    points: set[Point] = set()
    for row, line in enumerate(drawn.rows):
        columns = [column for column, token in enumerate(line) if token != " "]
        for ordinal, column in enumerate(columns):
            points |= {point for _, point in outline(drawn, row, ordinal, column)[0]}
    rows = sorted({y for _, y in points})
    return [sorted(point for point in points if point[1] == y) for y in rows]


def vertex_rows(drawn: Drawn, tokens: Mapping[Point, str]) -> list[str]:
    """Return a drawing of the vertices; those that only holes touch are holes."""
    there = set(Complex(replace(drawn, walls=(), warps=())).corners.values())
    there |= {p for edge in Complex(drawn).borders.values() for p in edge}
    return [
        " ".join(tokens.get(p, "." if p in there else "#") for p in row) for row in heights(drawn)
    ]


def first_name(board: Complex, point: Point) -> str:
    """Return the first of the names of a vertex."""
    return next(name for name, other in board.corners.items() if other == point)
