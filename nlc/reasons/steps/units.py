"""Units: sets of cells all different, as the rows, columns and boxes of a Sudoku, and candidates.

Any genre has them whose rules say ``all_different`` of a variable without empty cells. Patterns
of their candidates are found by `nlc.reasons.steps.candidates`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate, permutations

from msgspec import Struct

from nlc.board import Sort
from nlc.ir.nodes import ABSENT, Clause, Implies, Program, TotalDefinition
from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.phrases import place_words

Atom = tuple[str, int, int]
"""A variable, an element and a value; 1 of a boolean variable."""


class Unit(Struct, frozen=True, eq=False):
    """Cells with different values by a rule.

    Attributes:
        group: the rule at its place.
        cells: by number, ascending.
        full: whether it has as many cells as there are values, so that each value is in one.
        name: such as ``row 3`` and ``box 5``.
        kind: ``row``, ``column``, ``sum`` or another.
        total: of a sum, what its cells add up to.
    """

    group: Group
    cells: tuple[int, ...]
    full: bool
    name: str
    kind: str
    total: int = 0


class Units:
    """The units of a puzzle; false if there are none.

    Attributes:
        units: the units.
        sums: cells whose values have a total by a rule; they need not differ.
        present: for each cell the literal that it has a value; 0 where that is sure.
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
        program, board = solver.program, solver.program.board
        rows = [
            (item.origin.rule, item.variable, tuple(sorted(row)))
            for item in program.differences
            if not item.guard.shape[1]
            for row in item.elements.tolist()
        ]
        plain = [g.selector for g in solver.groups if not (g.clues or g.whole)] if rows else []
        sure = {0, *solver.propagate(plain)[1]} if rows else {0}

        def present(name: str, elements: Iterable[int]) -> list[int]:
            absent = [Fact(name, i, ABSENT) for i in elements]
            return [-solver.literal(f) if program.domains[name].optional else 0 for f in absent]

        rows = [row for row in rows if sure.issuperset(present(*row[1:]))]
        variable = rows[0][1] if rows else ""
        rows = [row for row in rows if row[1] == variable]
        elements = sorted({i for _, _, row in rows for i in row})
        domain = program.domains.get(variable)
        names = board.names(domain.sort) if domain else ()
        self.present = present(variable, elements)
        self.names = [names[i] for i in elements]
        self.values = list(domain.values) if domain else []
        values = range(len(self.values))
        self.literals = [[solver.literal(Fact(variable, i, v)) for v in values] for i in elements]
        self.meaning = {
            sign * x: (cell, value, int(sign < 0))
            for cell, row in enumerate(self.literals)
            for value, x in enumerate(row)
            for sign in ((1, -1) if x else ())
        }
        groups: dict[tuple[str, tuple[int, ...]], Group] = {}
        placed = defaultdict[object, list[Group]](list)
        for group in solver.groups if rows else ():
            placed[group.rule, group.place].append(group)
            if not group.whole:
                named = {i for name, i in solver.elements(group) if name == variable}
                groups.setdefault((group.rule, tuple(sorted(named))), group)
        self.units: list[Unit] = []
        first = {row: groups[rule, row] for rule, _, row in rows[::-1] if (rule, row) in groups}
        for row in dict.fromkeys(row for _, _, row in rows if row in first):
            group, own = first[row], tuple(map(elements.index, row))
            there = {v for cell in own for v, x in enumerate(self.literals[cell]) if x}
            name = place_words(board, (board.names(sort)[i] for sort, i in group.place))
            if not name.startswith(("row ", "column ")):
                name = _room(program, row) or name or f"{names[row[0]]} to {names[row[-1]]}"
            full = len(there) == len(own)
            self.units.append(Unit(group, own, full, name, name.split(" ")[0]))
        self.sums = [
            Unit(placed[rule, place][0], tuple(map(elements.index, row)), False, "", "sum", total)
            for rule, place, row, total in (_sums(program, variable) if self.units else ())
            if len(placed[rule, place]) == 1 and set(row) <= set(elements)
        ]
        self.of_cell = [[u for u in self.units if cell in u.cells] for cell in range(len(elements))]
        self.peers: list[dict[int, Unit]] = [{} for _ in elements]
        for unit in self.units:
            for cell, other in permutations(unit.cells, 2):
                self.peers[cell].setdefault(other, unit)

    def __bool__(self) -> bool:
        return bool(self.units)


def atoms(program: Program) -> dict[int, Atom]:
    """Return what boolean variables, and values, of the board stand behind IR literals."""
    out = {var.base + i: (var.name, i, 1) for var in program.bools for i in range(var.size)}
    for block in program.atoms:
        pairs = zip(block.elements.tolist(), block.values.tolist(), strict=True)
        out |= {block.base + i: (block.variable, *pair) for i, pair in enumerate(pairs)}
    return out


def _sums(
    program: Program, variable: str
) -> Iterator[tuple[str, tuple[tuple[Sort, int], ...], tuple[int, ...], int]]:
    """Yield the rules, places, elements and totals of sums of a variable; 0 is for no value."""
    numbers = {0} | {int(v) for v in program.domains[variable].values if v.isdecimal()}
    of = {x: element for x, (name, element, _) in atoms(program).items() if name == variable}
    bounds = defaultdict[int, set[bool]](set)  # by an auxiliary, whether it holds
    for node in program.nodes:
        if isinstance(node, Implies) and isinstance(node.then, Clause) and not node.guard.shape[1]:
            for row in node.then.lits.tolist() if node.then.lits.shape[1] == 1 else ():
                bounds[abs(row[0])].add(row[0] > 0)
    for block in program.auxiliaries:
        item = block.definition
        if not isinstance(item, TotalDefinition) or item.op != "+":
            continue
        ends = list(accumulate(len(levels) - 1 for levels in item.levels))
        whole = all({*levels} <= numbers and len(levels) > 1 for levels in item.levels)
        for number, lits in enumerate(item.lits.tolist() if whole else ()):
            at, own = block.base + number * len(item.bounds), [of.get(lits[e - 1]) for e in ends]
            said = {j: bounds[at + j] for j in range(len(item.bounds)) if at + j in bounds}
            if said == {0: {True}, 1: {False}} and None not in own:
                row = tuple(sorted(i for i in own if i is not None))
                binders, first = block.origin.binders, number * len(item.bounds)
                place = tuple((sort, int(data[first])) for _, sort, data in binders if sort)
                if item.bounds[0] + 1 == item.bounds[1] and len({*row}) == len(row):
                    yield block.origin.rule, place, row, item.bounds[0]


def _room(program: Program, row: tuple[int, ...]) -> str:
    """Return the name of a room by its number, in the order of their first cells."""
    for given, texts in program.givens.items():
        here = [i for i in sorted(texts) if texts[i] == texts.get(row[0])]
        of_cells = program.given_sorts[given] is Sort.CELL
        if of_cells and program.is_rooms(given) and here == list(row):
            order = list(dict.fromkeys(texts[i] for i in sorted(texts)))
            return f"{given} {order.index(texts[row[0]]) + 1}"
    return ""
