"""Builds the diagram of any rules: a variable a step, all states of a layer at once.

A state has for each rule that has begun the state of its automaton, and for each part the piece
that each node of the frontier is in, named by its first slot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.engines.frontier.automata import DEAD
from nlc.engines.frontier.diagram import Diagram, Guard, Level, LimitReached, Watch, merge, words_of
from nlc.engines.frontier.plan import Edge, Enter, Leave, Plan, Step, make_plan
from nlc.engines.frontier.rules import Rules, not_local
from nlc.ir.backbone import Backbone
from nlc.ir.nodes import Assignment
from nlc.process.limits import NO_LIMITS, Limits

Cells = npt.NDArray[np.unsignedinteger[Any]]
"""Shape (rows, states)."""


class Counted(Struct, frozen=True, eq=False):
    """All solutions of a program.

    Attributes:
        diagram: of all variables that are decided; levels may be hidden.
        boards: of those that are shown.
    """

    rules: Rules
    plan: Plan
    diagram: Diagram
    boards: Diagram

    def count(self) -> int:
        """Return the number of boards."""
        return self.boards.count()

    def solutions(self) -> Iterator[Assignment]:
        """Yield every board once."""
        if self.boards is self.diagram:
            yield from map(self._board, self.diagram.solutions())
            return
        told = [level.number for level in self.boards.levels]
        for values in self.boards.solutions():
            known = np.full(len(values), -1, np.int32)
            known[told] = values[told]
            yield self._board(next(self.diagram.solutions(known)))

    def _board(self, values: Ints) -> Assignment:
        """Return the board on which variables have the values of these indices."""
        variables, values = self.rules.variables, values.copy()
        decided = {level.number for level in self.diagram.levels}
        states: dict[int, int] = {}
        for step in self.plan.steps:
            here = [(turn, 0 if turn.first else states[turn.slot]) for turn in step.turns]
            if step.variable not in decided:
                options = range(len(variables[step.variable].values))
                values[step.variable] = next(
                    v for v in options if all(turn.table[v, s] != DEAD for turn, s in here)
                )
            for turn, state in here:
                states[turn.slot] = int(turn.table[values[step.variable], state])
        for variable, table in reversed(self.rules.gone):
            place = tuple(slice(None) if v == variable else values[v] for v in table.scope)
            values[variable] = np.argmax(table.allowed[place])
        program = self.rules.program
        bools = np.zeros(1 + sum(var.size for var in program.bools), np.bool_)
        bases = {var.name: var.base for var in program.bools}
        domains = {name: np.zeros(d.size, np.int32) for name, d in program.domains.items()}
        for each, index in zip(variables, values.tolist(), strict=True):
            value = each.values[index]
            if each.name in bases:
                bools[bases[each.name] + each.element] = value
            elif each.name:
                domains[each.name][each.element] = value
        return Assignment(bools, domains)

    def backbone(self, board: Assignment) -> Backbone:
        """Return what all solutions share; `board` is one of them."""
        shared = Backbone.of(self.rules.program, board)
        bases = {var.name: var.base for var in self.rules.program.bools}
        for number, possible in self.diagram.facts():
            variable = self.rules.variables[number]
            if variable.shown and variable.name in bases:
                place = bases[variable.name] + variable.element
                shared.open_bools[place] = possible.sum() > 1
            elif variable.shown:
                shared.open_domains[variable.name][variable.element] = possible.sum() > 1
        return replace(shared, complete=True)


def count_rules(rules: Rules, limits: Limits = NO_LIMITS, watch: Watch | None = None) -> Counted:
    """Return all solutions.

    Raises:
        UserError: the frontier is too wide, with the rule that makes it so.
        LimitReached: a limit was reached; of memory, where none is given, half of the machine's.
    """
    plan = make_plan(rules)
    if plan.bits > WIDEST:
        raise not_local(plan.rule, None, f"a state may be one of 2^{plan.bits:.0f}")
    guard = Guard(limits, len(plan.steps), watch)
    try:
        diagram = _sweep(rules, plan, guard)
        hidden = any(level.hidden for level in diagram.levels)
        boards = diagram.shown(guard) if hidden else diagram
    except LimitReached as stop:
        message = f"{stop}; most of a state is from the rule '{plan.rule}'"
        raise LimitReached(stop.reason, message, stop.states, stop.widest) from None
    return Counted(rules, plan, diagram, boards)


WIDEST = 250
"""Powers of 2 of the states that there could be, up to which counting is begun: most that could be
there are not. Of a Killer Sudoku there could be 2^150, and are 2^16."""


def _sweep(rules: Rules, plan: Plan, guard: Guard) -> Diagram:
    """Return the diagram of all solutions, by variable."""
    layer = _Layer.start(rules, plan)
    levels: list[Level] = []
    for number, step in enumerate(plan.steps):
        guard.check(number, layer.cells.shape[1], 0)
        variable = rules.variables[step.variable]
        branches = variable.after is None and len(variable.values) > 1
        after = layer.decide(step, len(variable.values), branches, guard)
        if branches:
            levels.append(Level(step.variable, after, hidden=not variable.shown))
            continue
        assert (np.sum([each != DEAD for each in after], axis=0) <= 1).all()
        if levels:
            target = np.append(np.max(after, axis=0), np.int32(DEAD))
            last = levels.pop()
            levels.append(replace(last, after=tuple(target[each] for each in last.after)))
    return Diagram(len(rules.variables), tuple(levels), np.ones(layer.cells.shape[1], np.bool_))


class _Frontier(Struct, frozen=True, eq=False):
    """Where the nodes of a part stand."""

    kind: str
    by_edges: bool
    first: int
    width: int

    def names(self, cells: Cells) -> Cells:
        """Return the names of the pieces, shape (width, states)."""
        return cells[self.first : self.first + self.width]

    def closed(self, cells: Cells) -> Cells:
        """Return whether the piece that holds all members is finished, shape (states,)."""
        row: Cells = cells[self.first + self.width]
        return row

    def sizes(self, cells: Cells) -> Cells:
        """Return the sizes that groups must have and have so far, shape (2, width, states)."""
        first = self.first + self.width + 1
        return cells[first : first + 2 * self.width].reshape(2, self.width, -1)


class _Layer(Struct, eq=False):
    """The states before a step."""

    cells: Cells
    parts: list[_Frontier]

    @staticmethod
    def start(rules: Rules, plan: Plan) -> _Layer:
        """Return the only state before all steps."""
        rows, parts = plan.slots, []
        for part, width in zip(rules.parts, plan.widths, strict=True):
            parts.append(_Frontier(part.kind, part.by_edges, rows, width))
            rows += (3 * width if part.sizes else width) + 1
        states = (t.table.shape[1] for s in plan.steps for t in s.turns)
        sizes = (len(part.sizes) + 1 for part in rules.parts)
        most = max([*plan.widths, *states, *sizes], default=0)
        kind = np.uint8 if most < np.iinfo(np.uint8).max else np.uint16
        return _Layer(np.zeros((rows, 0 if rules.impossible else 1), kind), parts)

    def decide(self, step: Step, size: int, branches: bool, guard: Guard) -> tuple[Ints, ...]:
        """Give a variable each of its values in every state, and keep one of equal states.

        Returns:
            For each value the states after it, or `DEAD`, shape (states,).
        """
        n = self.cells.shape[1]
        chosen = []
        for value in range(size):
            alive = np.ones(n, np.bool_)
            for turn in step.turns:
                after = turn.table[value]
                alive &= after[0] != DEAD if turn.first else (after != DEAD)[self.cells[turn.slot]]
            chosen.append(np.flatnonzero(alive))
        values = np.repeat(np.arange(size, dtype=np.int32), [len(each) for each in chosen])
        columns = np.concatenate(chosen)
        # The states, those that are alive, their words, what is left; and the indices that sort.
        guard.make_room(len(columns) * (4 * self.cells.itemsize * len(self.cells) + 64))
        cells = self.cells.take(columns, axis=1)
        for turn in step.turns:
            states = np.intp(0) if turn.first else cells[turn.slot]
            cells[turn.slot] = turn.table[values, states]
        alive = np.ones(len(columns), np.bool_)
        for event in step.events:
            part = self.parts[event.part]
            if isinstance(event, Enter):
                _enter(part, event, cells, values, alive)
            elif isinstance(event, Edge):
                _join(part, event, cells, values, alive)
            else:
                _leave(part, event, cells, alive)
        kept = np.flatnonzero(alive)
        cells = cells.take(kept, axis=1) if len(kept) < len(columns) else cells
        kinds = np.arange(len(kept), dtype=np.int32)
        if branches and len(cells):
            firsts, kinds = merge(words_of(cells))
            cells = cells.take(firsts, axis=1)
        elif branches and len(kept):
            kinds, cells = np.zeros_like(kinds), cells[:, :1]
        self.cells = cells
        found = np.full((size, n), DEAD, np.int32)
        found[values[kept], columns[kept]] = kinds
        return tuple(found)


def _goal(cells: Cells) -> int:
    """Return the name of all pieces that hold a goal."""
    return int(np.iinfo(cells.dtype).max)


def _enter(part: _Frontier, event: Enter, cells: Cells, values: Ints, alive: Bools) -> None:
    """Let a node enter the frontier as a piece of its own, if it is a member."""
    told = event.member[values] if event.member.ndim else np.full(len(values), event.member)
    member: Bools = told > 0
    if part.kind == "sizes":
        part.sizes(cells)[:, event.slot] = told, member
    part.names(cells)[event.slot] = member * (_goal(cells) if event.goal else event.slot + 1)
    alive &= ~(member & (part.closed(cells) > 0))


def _join(part: _Frontier, event: Edge, cells: Cells, values: Ints, alive: Bools) -> None:
    """Make one of the two pieces of an edge where it is chosen."""
    names, (a, b) = part.names(cells), event.ends
    active = (names[a] > 0) & (names[b] > 0) if event.chosen is None else event.chosen[values]
    if part.kind == "sizes":
        wanted, size = part.sizes(cells)
        active &= wanted[a] == wanted[b]
    columns = np.flatnonzero(active & alive)
    some = names[:, columns]
    one, other = (np.where(some[x] > 0, some[x], x + 1).astype(cells.dtype) for x in (a, b))
    if part.kind == "acyclic":
        alive[columns[one == other]] = False
    elif part.by_edges:
        alive[columns[part.closed(cells)[columns] > 0]] = False
    new, old = np.minimum(one, other), np.maximum(one, other)
    if part.kind == "reaches":
        goal = old == _goal(cells)
        new, old = np.where(goal, old, new), np.where(goal, new, old)
    some[a] = some[b] = new
    names[:, columns] = np.where(some == old, new, some)
    if part.kind == "sizes":
        both = size[a, columns].astype(np.int32) + np.where(one == other, 0, size[b, columns])
        alive[columns[both > wanted[a, columns]]] = False
        size[:, columns] = np.where(names[:, columns] == new, both, size[:, columns])


def _leave(part: _Frontier, event: Leave, cells: Cells, alive: Bools) -> None:
    """Let a node leave the frontier; a piece that it leaves empty is finished."""
    names = part.names(cells)
    leaves = alive & (names[event.slot] > 0)
    if event.states is not None:
        leaves &= event.states[cells[event.rule]]
    columns = np.flatnonzero(leaves)
    piece = names[event.slot, columns]
    names[event.slot, columns] = 0
    some = names[:, columns]
    same = some == piece
    alone = ~same.any(axis=0)
    if part.kind == "reaches":
        alive[columns[alone & (piece != _goal(cells))]] = False
    elif part.kind == "sizes":
        wanted, size = part.sizes(cells)[:, event.slot]
        alive[columns[alone & (size[columns] != wanted[columns])]] = False
        wanted[columns] = size[columns] = 0
    elif part.kind == "connected":
        others = (some > 0).any(axis=0)
        alive[columns[alone & others]] = False
        part.closed(cells)[columns[alone & ~others]] = 1
    else:
        same = same & (same.sum(axis=0) > 1)  # a node alone is in no cycle
        some[(names[:, columns] == piece) & ~same] = 0
    first = np.where(piece == event.slot + 1, same.argmax(axis=0) + 1, piece)
    names[:, columns] = np.where(same, first, some)
