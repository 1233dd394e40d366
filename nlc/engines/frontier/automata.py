"""Automata that read the values of a rule's variables in a given order, one layer a variable.

Each is minimal: two states before a variable differ only if some values to come tell them apart. So
what a rule need not know any more is forgotten at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.engines.frontier.rules import LARGEST, Line, Table, Total, not_local
from nlc.ir.runs import diagram

DEAD = -1
"""In the place of a state: no solution that way."""


class Automaton(Struct, frozen=True, eq=False):
    """A rule, unrolled over its variables.

    Attributes:
        scope: the variables in order.
        steps: for each of them shape (values, states before it): the state after it, or `DEAD`.
            There is one state before all variables, and one after them.
        rule: that says so.
    """

    scope: tuple[int, ...]
    steps: tuple[Ints, ...]
    rule: str


def automaton_of(
    item: Table | Total | Line, ranks: Sequence[int], known: dict[object, tuple[Ints, ...]]
) -> Automaton:
    """Return the automaton of a rule.

    Args:
        ranks: the place of each variable in the order.
        known: the steps of each shape of rules so far.

    Raises:
        UserError: it is a line whose places are decided in another order, or has too many totals.
    """
    order = sorted(range(len(item.scope)), key=lambda i: ranks[item.scope[i]])
    if isinstance(item, Table):
        allowed = item.allowed.transpose(order)
        key: object = allowed.shape, np.packbits(allowed).tobytes()
        make, rule = partial(_of_table, allowed), " and ".join(sorted(item.rules))
    elif isinstance(item, Total):
        steps = tuple(item.steps[i] for i in order)
        key, rule = (item.op, item.start, steps, item.defines, item.key), item.rule
        make = partial(_of_total, item, steps)
    else:
        lengths, rule = item.lengths, item.rule
        if order != sorted(order):
            lengths = lengths[::-1]
            if order != sorted(order, reverse=True):
                raise not_local(rule, None, "it reads a line in another order than the board")
        truth = tuple(item.truth[i] for i in order)
        key, make = (lengths, truth), partial(_of_line, lengths, truth)
    if key not in known:
        known[key] = make()
    return Automaton(tuple(item.scope[i] for i in order), known[key], rule)


def _of_table(allowed: Bools) -> tuple[Ints, ...]:
    """Return the steps of a table: a state is what is left of it."""
    steps = []
    left = allowed.reshape(1, -1)
    for size in allowed.shape:
        rest = left.reshape(len(left) * size, -1)
        packed = np.ascontiguousarray(np.packbits(rest, axis=1))
        whole = packed.view(np.dtype((np.void, packed.shape[1])))[:, 0]
        _, first, which = np.unique(whole, return_index=True, return_inverse=True)
        alive = rest[first].any(axis=1)
        number = np.where(alive, np.cumsum(alive) - 1, DEAD)
        steps.append(number[which].reshape(-1, size).T.astype(np.int32))
        left = rest[first[alive]]
    return tuple(steps)


def _of_total(item: Total, steps: Sequence[Sequence[tuple[int, bool]]]) -> tuple[Ints, ...]:
    """Return the steps of a total: a state is the total, or None where a guard failed."""
    layers: list[dict[int | None, int]] = [{item.start: 0}]
    arcs: list[list[list[int]]] = []
    for number, values in enumerate(steps):
        after: dict[int | None, int] = {}
        found = []
        for total in layers[-1]:
            row = []
            for value, (add, fails) in enumerate(values):
                new = None if total is None or fails else total + add
                if item.op == "*" and new is not None and total is not None:
                    new = total * add
                if item.defines and number == len(steps) - 1:
                    assert total is not None
                    new = None if item.accepts(total) == value else -1
                    row.append(DEAD if new is not None else after.setdefault(None, 0))
                    continue
                row.append(after.setdefault(new, len(after)))
            found.append(row)
        if len(after) > LARGEST:
            raise not_local(item.rule, None, f"it has more than {LARGEST} totals")
        layers.append(after)
        arcs.append(found)
    ends = [0 if t is None or item.defines or item.accepts(t) else DEAD for t in layers[-1]]
    return _minimal(arcs, ends)


def _of_line(lengths: tuple[int, ...], truth: Sequence[tuple[bool, ...]]) -> tuple[Ints, ...]:
    """Return the steps of a line of runs."""
    found = diagram(lengths, False, (None,) * len(truth))
    if found is None:
        return tuple(np.full((len(values), 1), DEAD, np.int32) for values in truth)
    layers = []
    for place, values in enumerate(truth):
        targets = {(arc.source, arc.truth): arc.target for arc in found.arcs[place]}
        layers.append(
            [[targets.get((s, held), DEAD) for held in values] for s in range(found.sizes[place])]
        )
    return _minimal(layers, [0])


def _minimal(arcs: list[list[list[int]]], ends: list[int]) -> tuple[Ints, ...]:
    """Return steps in which states that go on alike are one.

    Args:
        arcs: for each layer, each of its states and each value the state after it, or `DEAD`.
        ends: what the last states become: 0, or `DEAD`.
    """
    steps = []
    for rows in reversed(arcs):
        known: dict[tuple[int, ...], int] = {}
        names = []
        for row in rows:
            after = tuple(ends[state] if state != DEAD else DEAD for state in row)
            dead = all(state == DEAD for state in after)
            names.append(DEAD if dead else known.setdefault(after, len(known)))
        # Where nothing is allowed, one state leads nowhere.
        table = np.array(list(known) or [(DEAD,) * len(rows[0])], np.int32)
        steps.append(table.T)
        ends = names
    return tuple(reversed(steps))


def may_hold(steps: Sequence[Ints], held: Sequence[Bools | None]) -> list[Bools]:
    """Return for each layer, and the end, in which states a literal to come may hold.

    Args:
        held: for each variable which of its values make one hold, or None.
    """
    out: list[Bools] = [np.zeros(1, np.bool_)]
    for step, truth in zip(reversed(steps), reversed(held), strict=True):
        alive = step != DEAD
        later = np.append(out[-1], False)[step]
        if truth is not None:
            later = later | (alive & truth[:, None])
        out.append(np.asarray(later.any(axis=0)))
    return out[::-1]
