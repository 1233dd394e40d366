"""Evaluates ``runs(S, list)``: along a line, or round the ring of a cell."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints, offsets
from nlc.errors import fail
from nlc.ir.elaborate.evaluator import Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.formula import Formula, RunsAre
from nlc.ir.elaborate.values import DecidedSet, Static, StaticSet, ragged_rows
from nlc.ir.nodes import TRUE
from nlc.ir.runs import Lengths, fits, lengths_of
from nlc.language import syntax as s
from nlc.language.infer_operators import ring_in
from nlc.language.literals import list_numbers


def runs_are(ev: Evaluator, node: s.Call, frame: Frame) -> Static | Formula:
    """Evaluate the condition "the runs of conditions have the lengths of a list"."""
    of, wanted = node.args
    members = ev.value(of, frame)
    if isinstance(members, StaticSet):  # the conditions are known
        indptr, data = members.over(frame.rows)
        members = DecidedSet(members.kind, indptr, data, np.full(len(data), TRUE, np.int32))
    if not isinstance(members, DecidedSet):
        raise ValueNeededError(of, None, frame)
    over = ring_in(of)
    cells = None if over is None else ev.as_set(over, frame)
    touching = cells.ring if isinstance(cells, StaticSet) else None
    ring = touching is not None
    lengths = _lengths(ev, wanted, frame, ring)
    indptr, lits = members.indptr, members.lits
    if touching is not None:
        indptr, lits = _with_gaps(np.resize(touching, len(lits)), indptr, lits)
    if (np.abs(lits) == TRUE).all():
        rows = np.split(lits == TRUE, indptr[1:-1])
        held = [lengths_of(row, ring) == one for row, one in zip(rows, lengths, strict=False)]
        return Static("bool", np.array(held[: frame.rows], np.bool_))
    found = RunsAre(indptr, lits, lengths, ring)
    if node in ev.asserted:
        _require_room(ev, wanted, frame, found)
    return found


def _lengths(ev: Evaluator, node: s.Expr, frame: Frame, ring: bool) -> tuple[Lengths, ...]:
    """Return the lengths of runs in the list of each instance, without zeros."""
    if isinstance(node, s.Str):
        lists = [list_numbers(node.value)] * frame.rows
    else:
        value = ev.present(ev.static(node, frame), node)
        known = {i: ev.ground.numbers(i) for i in np.unique(value.data).tolist()}
        lists = [known[i] for i in value.over(frame.rows).tolist()]
    runs = [tuple(length for length in each if length) for each in lists]
    return tuple(tuple(sorted(each)) if ring else each for each in runs)


def _with_gaps(touching: Ints, indptr: Ints, lits: Ints) -> tuple[Ints, Ints]:
    """Return the conditions of rings, with a false one between cells that do not touch."""
    apart = touching == 0
    gaps = np.bincount(ragged_rows(indptr)[apart], minlength=len(indptr) - 1)
    gapped = np.insert(lits, np.flatnonzero(apart) + 1, -TRUE)
    return offsets(np.diff(indptr) + gaps), gapped.astype(np.int32)


def _require_room(ev: Evaluator, node: s.Expr, frame: Frame, found: RunsAre) -> None:
    """Check that the runs of clues fit into their cells.

    Raises:
        UserError: a clue has too long runs.
    """
    if not isinstance(node, s.Call) or node.function.name not in ev.ground.givens:
        return
    for row, lengths in enumerate(found.lengths):
        lits = found.lits[found.indptr[row] : found.indptr[row + 1]]
        if fits(lengths, found.ring, lits == TRUE, lits != -TRUE):
            continue
        element = int(ev.static(node.args[0], frame).over(frame.rows)[row])
        text = ev.ground.text("list", int(ev.static(node, frame).over(frame.rows)[row]))
        cells = np.count_nonzero(lits != -TRUE)
        taken = sum(lengths) + len(lengths) - (not found.ring or len(lengths) < 2)
        raise fail(
            f"rule '{ev.rule}' asks for runs of {text} in {cells} cells, where they have no room",
            ev.ground.span_of(node.function.name, element) or node.span,
            f"with a cell between two of them they take {taken}",
        )
