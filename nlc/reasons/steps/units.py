"""Units: sets of cells all different, as the rows, columns and boxes of a Sudoku, and candidates.

Any genre has them whose rules say ``all_different`` of a variable without empty cells. Patterns
of their candidates are found by `nlc.reasons.steps.candidates`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import Place
from nlc.reasons.phrases import place_words


class Unit(Struct, frozen=True, eq=False):
    """Cells with different values by a rule.

    Attributes:
        group: the rule at its place.
        cells: by number, ascending.
        full: whether it has as many cells as there are values, so that each value is in one.
        name: such as ``row 3`` and ``box 5``.
        kind: ``row``, ``column`` or another.
    """

    group: Group
    cells: tuple[int, ...]
    full: bool
    name: str
    kind: str

    @property
    def is_line(self) -> bool:
        """Whether it is a row or a column."""
        return self.kind in ("row", "column")


class Units:
    """The units of a puzzle; false if there are none.

    Attributes:
        units: the units.
        cells: the places of their cells, by number.
        names: of the cells.
        literals: for each cell those of its values; 0 for impossible ones.
        values: the texts of the values.
        of_cell: the units of each cell, by number.
        peers: for each cell those that share a unit with it, with a unit.
        meaning: for each literal of the cells the cell, the value, and 1 if the literal excludes
            it, else 0.
    """

    def __init__(self, solver: GroupSolver) -> None:
        """Find the units in the program of a solver."""
        self.cells: list[Place] = []
        self.names: list[str] = []
        self.values: list[str] = []
        self.literals: list[list[int]] = []
        self.units: list[Unit] = []
        self._collect(solver)
        self.of_cell: list[list[Unit]] = [[] for _ in self.cells]
        self.peers: list[dict[int, Unit]] = [{} for _ in self.cells]
        for unit in self.units:
            for cell in unit.cells:
                self.of_cell[cell].append(unit)
                for other in unit.cells:
                    if other != cell:
                        self.peers[cell].setdefault(other, unit)
        self.meaning: dict[int, tuple[int, int, int]] = {}
        for cell, literals in enumerate(self.literals):
            for value, x in enumerate(literals):
                if x:
                    self.meaning[x] = cell, value, 0
                    self.meaning[-x] = cell, value, 1

    def __bool__(self) -> bool:
        return bool(self.units)

    def _collect(self, solver: GroupSolver) -> None:
        program = solver.program
        rows = [
            (item.origin.rule, item.variable, tuple(sorted(row)))
            for item in program.differences
            if not item.guard.shape[1] and not program.domains[item.variable].optional
            for row in item.elements.tolist()
        ]
        if not rows:
            return
        variable = rows[0][1]
        domain, board = program.domains[variable], program.board
        rows = [row for row in rows if row[1] == variable]
        rules = {rule for rule, _, _ in rows}
        groups: dict[tuple[str, tuple[int, ...]], Group] = {}
        for group in solver.groups:
            if group.rule in rules and not group.whole:
                named = [i for name, i in solver.elements(group) if name == variable]
                groups.setdefault((group.rule, tuple(sorted(set(named)))), group)
        elements = sorted({i for _, _, row in rows for i in row})
        number = {element: cell for cell, element in enumerate(elements)}
        every = board.names(domain.sort)
        self.cells = [(variable, i) for i in elements]
        self.names = [every[i] for i in elements]
        self.values = list(domain.values)
        self.literals = [
            [solver.literal(Fact(variable, i, value)) for value in range(len(domain.values))]
            for i in elements
        ]
        self._rooms = {
            given: texts
            for given, texts in program.givens.items()
            if "rooms" in program.clue_marks.get(given, {}).values()
            and program.given_sorts[given] is Sort.CELL
        }
        seen = set[tuple[int, ...]]()
        for rule, _, row in rows:
            if (rule, row) not in groups or row in seen:
                continue
            seen.add(row)
            group = groups[rule, row]
            cells = tuple(number[i] for i in row)
            there = {v for cell in cells for v, x in enumerate(self.literals[cell]) if x}
            name = place_words(board, (board.names(sort)[i] for sort, i in group.place))
            if not name.startswith(("row ", "column ")):
                name = self._room(row) or name or rule
            kind = name.split(" ")[0]
            self.units.append(Unit(group, cells, len(there) == len(cells), name, kind))

    def _room(self, row: tuple[int, ...]) -> str:
        """Return the name of a room by its number, in the order of their first cells."""
        for given, texts in self._rooms.items():
            here = {texts.get(i) for i in row}
            if len(here) == 1 and sum(text in here for text in texts.values()) == len(row):
                order = list(dict.fromkeys(texts[i] for i in sorted(texts)))
                return f"{given} {order.index(next(iter(here)) or '') + 1}"
        return ""

    @cached_property
    def selectors(self) -> frozenset[int]:
        """The selectors of the groups of the units."""
        return frozenset(unit.group.selector for unit in self.units)

    def candidates(self, known: Iterable[int]) -> list[int]:
        """Return for each cell its possible values by known literals, as bits."""
        out = [sum(1 << v for v, x in enumerate(row) if x) for row in self.literals]
        for x in known:
            found = self.meaning.get(x)
            if found is not None:
                cell, value, excluded = found
                out[cell] &= ~(1 << value) if excluded else 1 << value
        return out
