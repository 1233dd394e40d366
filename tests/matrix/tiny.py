"""A tiny genre of a kind, as text and as brute force: puzzles of it, and their solutions.

The rules of every genre are alike. A clue at an element speaks of the values of the variable near
it: at the elements that meet a cell which the clue's element meets. The two numbers that it may
speak of are a *total*, the sum of the values, and *hits*, how many have the last value. Elements
that meet one cell alone, as most borders do, have one value in each cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import takewhile

import numpy as np
import numpy.typing as npt

from matrix.board import PLURAL, Board
from matrix.kinds import UNTOLD, Kind

Value = str | bool | None
Solution = tuple[Value, ...]
"""The values of all entries of the shown variable: None where there is none."""

BOARDS = {
    "squares": Board("square", (". .", ". .")),
    "hexagons": Board("hex", (". .", " . #")),
    "graph": Board("graph", ("a-b a-c b-c c-d",)),
}
FEW = {"from 0": ("0", "1", "2"), "negative": ("-1", "0", "1"), "beyond": ("17", "18", "19")}
"""The values of a variable; where it may have none, the first is left out."""

ABOVE = {"from 0": 20, "negative": -3, "beyond": 400}
TIMES = {"from 0": 1, "negative": 1, "beyond": 10}
WAYS = {
    "N": (-1, 0),
    "E": (0, 1),
    "S": (1, 0),
    "W": (0, -1),
    "NE": (-1, 1),
    "SE": (1, 1),
    "SW": (1, -1),
    "NW": (-1, -1),
}
"""The eight directions."""

RANGE = {"from 0": "0..9999", "negative": "-50..60", "beyond": "1..9000", "list": "0..300"}
"""A clue is as many times the total, and so much above it; and the numbers that it may be."""

PARTS = ("over a set", "over pairs")
"""The roles of a variable that leaves the first element out, or joins each other one to it."""

MOST = 15
"""Solutions of a puzzle that has several."""


class Tiny:
    """A genre of a kind on a board.

    Attributes:
        kind: the kind.
        board: the board.
        entries: of the variable: the name of each, and its element ("" for the whole puzzle).
        shown: the entries that make two solutions different: those of `seen` for a hidden variable.
    """

    def __init__(self, kind: Kind, board: Board | None = None) -> None:
        self.kind, self.board = kind, board or BOARDS[kind.board]
        missing = kind.variable == "may be missing"
        self.optional = missing
        if kind.variable_type in FEW:
            self.values: tuple[str, ...] = FEW[kind.variable_type][missing:]
        elif kind.variable_type == "listed":
            self.values = ("green", "red")
        elif kind.variable_type == "element":
            self.values = tuple(reversed(self.board.neighbours_of_first))
        else:
            self.values = ("false", "true")
        self.numbers = kind.variable_type in FEW
        self.condition = kind.variable_type == "condition"
        if kind.variable_over == "puzzle":
            self.entries = {"": ""}
        else:
            elements = self.board.elements(kind.variable_over)
            first = elements[0]
            if kind.role in PARTS:
                elements = elements[1:]
            self.entries = {name: name for name in elements}
            if kind.role == "over pairs":
                self.entries = {f"{first}-{name}": name for name in elements}
            if kind.role == "over two sets":
                self.entries = {f"{name},{k}": name for name in elements for k in (1, 2)}

    # ---------- the text ----------

    @property
    def genre(self) -> str:
        """The text of the genre."""
        kind = self.kind
        optional = "?" * self.may_miss + " or untold" * self.untold
        given = {
            "condition": "bool", "listed": "{low, high}", "name": "name",
            "side": "direction" if self.eight else "side",
            "list": f"list of {RANGE['list']}",
        }.get(kind.given_type) or RANGE[kind.given_type]  # fmt: skip
        lines = [f"given g : {kind.given_over} -> {given}{optional};"]
        plural = PLURAL.get(kind.variable_over, "")
        over = {
            "over a set": "y in some",
            "over two sets": f"y in {plural}, k in 1..2",
            "over pairs": f"e in {{(y, first({plural})) for y in some}}",
        }.get(kind.role, kind.variable_over)
        if kind.role in PARTS:
            lines.append(f"let some = {{y for y in {plural} where y != first({plural})}};")
        if kind.variable_type == "element":
            lines.append("let few = neighbours(first(cells));")
        values = {
            "condition": "bool", "listed": "{green, red}", "element": "few",
        }.get(kind.variable_type) or f"{self.values[0]}..{self.values[-1]}"  # fmt: skip
        head = "" if over == "puzzle" else f"{over} -> "
        lines.append(f"var v : {head}{values}{'?' * self.optional};")
        if kind.role == "hidden":
            lines.append("var seen : cell -> bool;")
        lines += [f'rule {name} "{name}" {{ {text} }}' for name, text in self._rules()]
        lines.append("show seen as shaded;" if kind.role == "hidden" else "show v;")
        return "genre tiny {\n  " + "\n  ".join(lines) + "\n}\n"

    def _rules(self) -> list[tuple[str, str]]:
        """Return the rules: name and text."""
        kind = self.kind
        found = [("clues", self._clue_rule())]
        name = self._entry("y")
        if kind.variable_over in ("border", "vertex"):
            y, z = self._entry("y"), self._entry("z")
            own = (
                f"for y, z in {self._of_cell('c')} where count cells(y) = 1 and count cells(z) = 1"
            )
            same = f"{y} {'iff' if self.condition else '='} {z};"
            each = "for k in 1..2, c in cells" if kind.role == "over two sets" else "for c in cells"
            found.append(("alike", f"{each} {{ {own} {{ {same} }} }}"))
        if kind.role == "over two sets":
            y, z = "v[y, 2]", "v[z, 2]"
            same = f"{y} {'iff' if self.condition else '='} {z};"
            plural = PLURAL[kind.variable_over]
            found.append(("second", f"for y, z in {plural} {{ {same} }}"))
        if self.untold:
            hits, plural = self._hits("x", kind.given_over), PLURAL[kind.given_over]
            found.append(("untold", f"for x in {plural} where untold(x) {{ {hits} >= 1; }}"))
        if self.optional and kind.variable_over != "puzzle":
            found.append(("nearly_all", f"at most 1 of {{not has {name} for {self._over_all}}};"))
        if kind.role == "fixed":
            if kind.variable_over == "puzzle":
                found.append(("fixed", f"{self._is_last(name)};"))
            else:
                plural = PLURAL[kind.variable_over]
                text = f"for y in {plural} where y = first({plural}) {{ {self._is_last(name)}; }}"
                found.append(("fixed", text))
        if kind.role == "hidden":
            hits = self._hits("c", "cell")
            found.append(("seen", f"for c in cells {{ seen[c] iff {hits} = 1; }}"))
        return found

    def _entry(self, element: str) -> str:
        """Return the text of an entry of the variable."""
        if self.kind.variable_over == "puzzle":
            return "v"
        if self.kind.role == "over pairs":
            return f"v[(first({PLURAL[self.kind.variable_over]}), {element})]"
        return f"v[{element}, k]" if self.kind.role == "over two sets" else f"v[{element}]"

    def _is_last(self, entry: str) -> str:
        if self.condition:
            return entry
        last = "first(few)" if self.kind.variable_type == "element" else self.values[-1]
        return f"{entry} = {last}"

    @property
    def _over_all(self) -> str:
        plural = PLURAL[self.kind.variable_over]
        if self.kind.role in PARTS:
            return "y in some"
        return f"y in {plural}" + ", k in 1..2" * (self.kind.role == "over two sets")

    def _of_cell(self, cell: str) -> str:
        """Return the set of the variable's elements in a cell: links are those across borders."""
        links = f"{{link(e) for e in borders({cell}) where has link(e)}}"
        if self.board.topology == "graph":
            links = f"links({cell})"
        found = {
            "cell": f"{{{cell}}}", "link": links, "border": f"borders({cell})",
            "vertex": f"corners({cell})", "line": f"lines({cell})",
        }[self.kind.variable_over]  # fmt: skip
        if self.kind.role in PARTS:
            return f"{{y for y in {found} where y in some}}"
        return found

    def _near(self, element: str, sort: str) -> str:
        """Return ``y in SET`` for the entries near an element, with k where there are two sets."""
        if self.kind.variable_over == "puzzle":
            return "_k in 1..1"
        cells = f"{{{element}}}" if sort == "cell" else f"cells({element})"
        near = f"y in {{y for d in {cells}, y in {self._of_cell('d')}}}"
        return f"{near}, k in 1..2" if self.kind.role == "over two sets" else near

    def _hits(self, element: str, sort: str) -> str:
        """Return how many entries near an element have the last value."""
        near = self._near(element, sort)
        head = "_k" if self.kind.variable_over == "puzzle" else "y"
        if self.kind.role == "over two sets":
            return f"sum {{1 for {near} if {self._is_last(self._entry('y'))}}}"
        return f"count {{{head} for {near} if {self._is_last(self._entry('y'))}}}"

    def _total(self, element: str, sort: str) -> str:
        """Return the sum of the values near an element; of what is no number, the hits."""
        if not self.numbers:
            return self._hits(element, sort)
        return f"sum {{{self._entry('y')} for {self._near(element, sort)}}}"

    def _clue_rule(self) -> str:
        kind, sort = self.kind, self.kind.given_over
        plural = PLURAL[sort]
        given = f"for x in {plural} where has g(x)" if self.may_miss else f"for x in {plural}"
        total, hits = self._total("x", sort), self._hits("x", sort)
        match kind.given_type:
            case "condition":
                return f"for x in {plural} {{ if g(x) {{ {hits} >= 1; }} else {{ {hits} = 0; }} }}"
            case "listed":
                return f"{given} {{ if g(x) = high {{ {hits} >= 1; }} else {{ {hits} = 0; }} }}"
            case "name":
                other = (
                    f"{given} {{ for z in {plural} where x != z{' and has g(z)' * self.may_miss}"
                )
                one, two = total, self._total("z", sort)
                same, apart = f"{one} = {two};", f"{one} != {two};"
                return f"{other} {{ if g(x) = g(z) {{ {same} }} else {{ {apart} }} }} }}"
            case "side":
                if self.eight:
                    hits = self._hits("t", "cell")
                    return f"{given} {{ sum {{{hits} for t in ray(x, g(x))}} >= 1; }}"
                return f"{given} {{ {self._hits('g(x)', 'border')} >= 1; }}"
            case "list":
                return f"{given} {{ {total} + 20 = sum g(x); }}"
        times, above = TIMES[kind.given_type], ABOVE[kind.given_type]
        shown = total if times == 1 else f"{times} * ({total})"
        return f"{given} {{ {shown} + {above} = g(x); }}"

    @property
    def eight(self) -> bool:
        """Whether a side may be a corner as well: an arrow, in whose direction there is a hit."""
        return self.board.topology == "square"

    @property
    def may_miss(self) -> bool:
        """Whether a clue may be missing."""
        return self.kind.given != "always there"

    @property
    def untold(self) -> bool:
        """Whether a clue may be a question mark: there is a hit near it."""
        return self.kind.given == UNTOLD

    def puzzle(self, clues: Mapping[str, str], house: Sequence[str] = ()) -> str:
        """Return the text of genre and puzzle."""
        kind, board = self.kind, self.board
        lines = []
        drawn = kind.given_over == "cell" and kind.given_type != "condition"
        if board.topology == "graph":
            cells, links = " ".join(board.cells), " ".join(board.elements("link"))
            lines.append(f"topology graph {{ cells {cells}; links {links}; }}")
            drawn = False
        else:
            rows = [self._drawn_row(i, clues if drawn else {}) for i in range(len(board.rows))]
            lines += [f"topology {board.topology};", "board", *rows, "end"]
        if not drawn:
            for element, value in clues.items():
                place = element
                if kind.given_over == "link" and board.topology != "graph":
                    place = element.replace("-", "|")
                text = f'"{value}"' if kind.given_type == "list" else value
                said = "" if kind.given_type == "condition" else f" = {text}"
                if value != "false":
                    lines.append(f"mark g{said} at {place};")
        lines += house
        return f'{self.genre}\npuzzle "tiny" is tiny {{\n' + "\n".join(lines) + "\n}\n"

    def _drawn_row(self, row: int, clues: Mapping[str, str]) -> str:
        """Return a row of the board with its clues; a place of hexagons has room for eight."""
        wide = 4 if self.board.topology == "hex" else 1
        text, ordinal = "", 0
        for place, token in enumerate(self.board.rows[row]):
            if token != " ":
                ordinal += 1
                clue = clues.get(f"r{row + 1}c{ordinal}", token)
                text = f"{text} {clue}" if wide == 1 else text.ljust(wide * place) + clue
        return text

    def pinned(self, entry: str, value: Value) -> str:
        """Return a statement of a house rule that an entry has a value."""
        _, _, k = entry.partition(",")
        named = element = self.entries[entry]
        if self.kind.variable_over == "link":
            a, b = self.board.at["link"][element]
            named = f"link({a}, {b})"
        elif self.kind.variable_over == "border" and "|" in element:
            a, b = self.board.at["border"][element]
            named = f"border(link({a}, {b}))"
        at = f"v[{named}, {k}]" if k else self._entry(named)
        if self.condition:
            return f"{'' if value else 'not '}{at};"
        return f"not has {at};" if value is None else f"{at} = {value};"

    # ---------- brute force ----------

    @cached_property
    def filled(self) -> npt.NDArray[np.int8]:
        """All boards that fit the rules without clues: shape (boards, entries).

        Each has the index of a value, or -1.
        """
        classes: dict[object, list[int]] = {}
        for i, (name, element) in enumerate(self.entries.items()):
            k = name.partition(",")[2]
            key: object = name
            if k == "2":
                key = "second"
            elif self.kind.variable_over in ("border", "vertex"):
                cells = self.board.at[self.kind.variable_over][element]
                key = (cells[0], k) if len(cells) == 1 else name
            classes.setdefault(key, []).append(i)
        codes = np.arange(-1 if self.optional else 0, len(self.values), dtype=np.int8)
        grid = np.indices((len(codes),) * len(classes), np.int8)
        grid = grid.reshape(len(classes), len(codes) ** len(classes))
        out = np.zeros((grid.shape[1], len(self.entries)), np.int8)
        for choice, members in zip(grid, classes.values(), strict=True):
            out[:, members] = codes[choice][:, None]
        if self.optional and self.kind.variable_over != "puzzle":
            out = out[(out == -1).sum(axis=1) <= 1]
        if self.kind.role == "fixed":
            out = out[out[:, 0] == len(self.values) - 1]
        return out

    def _columns(self, sort: str, element: str) -> list[int]:
        """Return the entries near an element."""
        if self.kind.variable_over == "puzzle":
            return [0]
        near = self.board.near(sort, element, self.kind.variable_over)
        return [i for i, at in enumerate(self.entries.values()) if at in near]

    def hits(self, sort: str, element: str) -> npt.NDArray[np.int64]:
        """Return of each board how many entries near an element have the last value."""
        return (self.filled[:, self._columns(sort, element)] == len(self.values) - 1).sum(axis=1)

    def total(self, sort: str, element: str) -> npt.NDArray[np.int64]:
        """Return of each board the sum of the values near an element."""
        if not self.numbers:
            return self.hits(sort, element)
        values = np.array([*map(int, self.values), 0])
        return values[self.filled[:, self._columns(sort, element)]].sum(axis=1)

    @cached_property
    def shown(self) -> list[Solution]:
        """Of each board, what is shown."""
        if self.kind.role == "hidden":
            seen = np.array([self.hits("cell", cell) == 1 for cell in self.board.cells]).T
            return [tuple(row) for row in seen.tolist()]
        values: list[Value] = [*self.values, None]
        if self.condition:
            values = [False, True]
        return [tuple(values[i] for i in row) for row in self.filled.tolist()]

    @cached_property
    def _measures(self) -> dict[str, npt.NDArray[np.int64]]:
        """What a clue at each element speaks of, for each board."""
        kind, sort = self.kind, self.kind.given_over
        counted = kind.given_type in ("condition", "listed")
        return {
            element: self.hits(sort, element) if counted else self.total(sort, element)
            for element in self.board.elements(sort)
            if kind.given_type != "side"
        }

    @cached_property
    def _beside(self) -> dict[tuple[str, str], npt.NDArray[np.int64]]:
        if self.eight:
            none = np.zeros(len(self.filled), np.int64)
            return {
                (cell, way): sum((self.hits("cell", other) for other in self._ray(cell, way)), none)
                for cell in self.board.cells
                for way in WAYS
            }
        return {
            (cell, way): self.hits("border", border)
            for cell, sides in self.board.sides.items()
            for way, border in sides.items()
        }

    def ways(self, cell: str) -> list[str]:
        """Return the values that a side of a cell may have."""
        return [*WAYS] if self.eight else [*self.board.sides[cell]]

    def _ray(self, cell: str, way: str) -> list[str]:
        """Return the cells in a direction."""
        row, _, column = cell[1:].partition("c")
        places = [
            (int(row) + k * WAYS[way][0], int(column) + k * WAYS[way][1]) for k in range(1, 9)
        ]
        return list(takewhile(self.board.cells.__contains__, (f"r{r}c{c}" for r, c in places)))

    def fitting(self, clues: Mapping[str, str]) -> npt.NDArray[np.bool_]:
        """Return which boards fit clues."""
        fits = np.ones(len(self.filled), np.bool_)
        kind = self.kind
        for x in [x for x, clue in clues.items() if clue == "?"]:
            fits &= self.hits(kind.given_over, x) >= 1
        clues = {x: clue for x, clue in clues.items() if clue != "?"}
        if kind.given_type == "name":
            for x, one in clues.items():
                for z, two in clues.items():
                    if x < z:
                        fits &= (self._measures[x] == self._measures[z]) == (one == two)
            return fits
        for x, clue in clues.items():
            match kind.given_type:
                case "condition":
                    fits &= (self._measures[x] >= 1) == (clue == "true")
                case "listed":
                    fits &= (self._measures[x] >= 1) == (clue == "high")
                case "side":
                    fits &= self._beside[x, clue] >= 1
                case "list":
                    fits &= self._measures[x] + 20 == sum(map(int, clue.split(",")))
                case number:
                    fits &= TIMES[number] * self._measures[x] + ABOVE[number] == int(clue)
        return fits

    def solutions(self, clues: Mapping[str, str], pins: Mapping[str, Value] = {}) -> set[Solution]:
        """Return what is shown of all boards that fit clues and pinned values."""
        fits = self.fitting(clues)
        names = list(self.entries)
        for entry, value in pins.items():
            fits &= self.filled[:, names.index(entry)] == self._code(value)
        return {self.shown[i] for i in np.flatnonzero(fits).tolist()}

    def _code(self, value: Value) -> int:
        if value is None:
            return -1
        return int(value) if self.condition else self.values.index(str(value))

    def clues(self, board: int) -> dict[str, str] | None:
        """Return all clues of a board; None if an element can have none and must have one."""
        kind, found = self.kind, {}
        names: dict[int, str] = {}
        if kind.given_type == "side":
            for cell in self.board.sides:
                ways = [way for way in self.ways(cell) if self._beside[cell, way][board] >= 1]
                if ways:
                    found[cell] = ways[-1]
                elif not self.may_miss:
                    return None
            return found
        for element, measures in self._measures.items():
            number = int(measures[board])
            match kind.given_type:
                case "condition":
                    found[element] = "true" if number >= 1 else "false"
                case "listed":
                    found[element] = "high" if number >= 1 else "low"
                case "name":
                    found[element] = names.setdefault(number, f"n{len(names)}")
                case "list":
                    found[element] = f"{number + 18},2"
                case kind_of:
                    found[element] = str(TIMES[kind_of] * number + ABOVE[kind_of])
        return found

    def other_clues(self, element: str, clues: Mapping[str, str]) -> list[str]:
        """Return other clues that may stand at an element."""
        match self.kind.given_type:
            case "condition":
                choices = ["true", "false"]
            case "listed":
                choices = ["low", "high"]
            case "name":
                choices = [*dict.fromkeys(clues.values()), "other"]
            case "side":
                choices = self.ways(element)
            case "list":
                choices = ["3,1", "17,2", "18,2", "19,2", "299"]
            case "negative":
                choices = ["-3", "-1", "0", "-50"]
            case "beyond":
                choices = ["1", "410", "8999"]
            case _:
                choices = ["0", "21", "99"]
        return [choice for choice in choices if choice != clues.get(element)]
