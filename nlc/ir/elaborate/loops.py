"""Loops whose elements clues select, but whose conditions mention no clue.

That one segment leaves each label is stated for the cells with labels. Which cells these are
differs between puzzles on one board; what is stated of a cell does not. So it is worked out once
for all cells, and for each puzzle the rows of its own cells are taken.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, true_places
from nlc.errors import UserError
from nlc.ir.builder import Builder
from nlc.ir.elaborate.binders import expand
from nlc.ir.elaborate.bounds import TooLargeError, TooManyStepsError
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.rule_cache import RuleCache
from nlc.ir.elaborate.values import Static
from nlc.ir.nodes import Acyclic, Assign, Clause, Exactly, Implies, Node, Relate
from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS

MAX_INSTANCES = 100_000
"""Loops of more instances are not kept."""

_ROW = " row"
"""The name, which no text can have, of a bound variable that numbers the instances."""


Stated = tuple[tuple[Node, Ints], ...]
"""Nodes, each with the instance of each of its rows."""


class Loop(Struct, frozen=True, eq=False):
    """A loop on one board.

    Attributes:
        syntax: the statement, kept so that no other is taken for it.
        frame: its instances, whatever the clues select.
        where: what the clues select of them, if they have a say.
        known: what has been stated of all of them, by statement; None of a statement that differs
            with the clues, or makes variables.
    """

    syntax: s.For
    frame: Frame
    where: s.Expr | None
    known: dict[int, Stated | None] = field(default_factory=dict)


class Loops:
    """What is known of the loops of a genre on one board."""

    def __init__(self, ground: GroundBoard, builder: Builder, cache: RuleCache) -> None:
        self._ground, self._builder, self._cache = ground, builder, cache

    def find(self, statement: s.For) -> Loop | None:
        """Return a loop of a rule; None of one whose instances do not come of the board alone.

        Of the first puzzle on a board none is told: to state what others need takes time.
        """
        if not self._cache.met_before:
            return None
        return self._cache.keep(("loop", id(statement)), lambda: self._loop(statement))

    def _loop(self, statement: s.For) -> Loop | None:
        *others, last = statement.binders.items
        parts: list[s.Node | None] = [item.domain for item in statement.binders.items]
        parts += [item.where for item in others]
        same = self._cache.same_for_all_clues
        if not all(part is None or same(part) for part in parts):
            return None
        where = last.where
        if where is not None and same(where):
            where = None  # it selects by the board alone
        elif where is not None:
            last = replace(last, where=None)
        evaluator = Expressions(self._ground, self._builder)
        evaluator.begin()
        frame = expand(evaluator, s.Binders(last.span, (*others, last)), Frame()).frame
        return Loop(statement, frame, where) if frame.rows <= MAX_INSTANCES else None

    def nodes(self, loop: Loop, rule: str, post: s.Post, selected: Bools) -> list[Node] | None:
        """Return what a statement of a loop says of some instances, or None where that is open.

        Args:
            loop: whose body it is in.
            rule: the name of the rule.
            post: the statement.
            selected: shape (rows,), the instances.
        """
        known = self.known(loop, rule, post)
        if known is None:
            return None
        taken = ((node, true_places(selected[rows])) for node, rows in known)
        return [take_rows(node, kept) for node, kept in taken if len(kept)]

    def known(self, loop: Loop, rule: str, post: s.Post) -> Stated | None:
        """Return what a statement of a loop says of all instances, or None where that is open."""
        if id(post) not in loop.known:
            loop.known[id(post)] = self._stated(loop, rule, post)
        return loop.known[id(post)]

    def _stated(self, loop: Loop, rule: str, post: s.Post) -> Stated | None:
        condition = post.condition
        if isinstance(condition, s.Call) and condition.function.name in GLOBALS:
            return None
        if not self._cache.same_for_all_clues(condition, frozenset(loop.frame.names)):
            return None
        evaluator = Expressions(self._ground, self._builder.scratch())
        evaluator.rule = rule
        try:
            return stated(evaluator, condition, loop.frame)
        except (UserError, TooLargeError, TooManyStepsError):
            return None  # of an element, perhaps, that no clue selects


def stated(evaluator: Evaluator, condition: s.Expr, frame: Frame) -> Stated | None:
    """Return what a statement says of the instances of a frame; None where it makes variables.

    Args:
        evaluator: with a builder that has nothing but declarations.
        condition: no global constraint.
        frame: the instances.
    """
    builder = evaluator.builder
    declared = builder.program.variables
    operands = condition.operands if isinstance(condition, s.And) else (condition,)
    evaluator.begin(operands)
    rows = np.arange(frame.rows, dtype=np.int32)
    frame = frame.bind(_ROW, Static("int", rows), bound=True)
    reifier = Reifier(builder, evaluator.origin(condition, frame))
    reifier.post(evaluator.formula(condition, frame), rows)
    if builder.program.variables != declared or builder.program.differences:
        return None
    return tuple(_numbered(node) for node in builder.rule_nodes())


def _numbered(node: Node) -> tuple[Node, Ints]:
    """Return a node without the binder that numbers its instances, and these numbers."""
    *others, (_, _, rows) = node.origin.binders
    return replace(node, origin=replace(node.origin, binders=tuple(others))), rows


def take_rows(node: Node, rows: Ints) -> Node:
    """Return some rows of a node, which ascend."""
    assert not isinstance(node, Acyclic)
    return node if len(rows) == len(node.guard) else part_of(node, rows)


def part_of(node: Node, rows: Ints | slice) -> Node:
    """Return rows of a node."""
    assert not isinstance(node, Acyclic)
    guard, origin = node.guard[rows], node.origin.at(rows)
    if isinstance(node, Exactly):
        return Exactly(node.counts, node.lits[rows], guard, origin)
    match node.then:
        case Clause(lits):
            return Implies(guard, Clause(lits[rows]), origin)
        case Relate(left, ends, right, others, equal):
            return Implies(guard, Relate(left, ends[rows], right, others[rows], equal), origin)
        case Assign(name, elements, values, equal):
            return Implies(guard, Assign(name, elements[rows], values[rows], equal), origin)
