"""Selectors of groups, as the pass `groups` makes them: one for each instance of a rule."""

from __future__ import annotations

from nlc.board import Board
from nlc.cnf.text import encode_value
from nlc.ir.nodes import Auxiliary
from nlc.ir.passes import GROUP_LABELS

SELECTED = "selected"
"""The rule name of the clauses that state the selectors."""

LABEL, WHOLE = GROUP_LABELS


def group_names(board: Board, block: Auxiliary) -> list[str]:
    """Return the names of the groups of a block, such as ``through[r2c2]``, without blanks.

    A bound value, which only the rule can name, is told by its number: ``rooms[k=2]``.
    """
    columns = []
    for name, sort, data in block.origin.binders:
        texts = None if sort is None else board.names(sort)
        columns.append([texts[i] if texts else f"{name}={i}" for i in data.tolist()])
    end = "" if block.label == LABEL else ":whole"
    rule = encode_value(block.origin.rule) + end
    if not columns:
        return [rule] * block.size
    return [f"{rule}[{','.join(row)}]" for row in zip(*columns, strict=True)]
