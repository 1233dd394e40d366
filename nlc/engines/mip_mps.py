"""Writes an integer program in the free MPS format."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Ints
from nlc.engines.mip_model import Program


def write_mps(program: Program, bounds: Sequence[tuple[Ints, int]]) -> str:
    """Return a program column by column; columns are called x0, x1, … and rows r0, r1, …

    Args:
        program: the program.
        bounds: more rows: columns of which at most so many are 1.
    """
    rows = program.rows
    low = np.concatenate([rows.low, np.full(len(bounds), -np.inf)])
    high = np.concatenate([rows.high, [most for _, most in bounds]])
    added = [len(columns) for columns, _ in bounds]
    row = np.repeat(np.arange(len(low)), [*np.diff(rows.start), *added])
    column = np.concatenate([rows.index, *(columns for columns, _ in bounds)])
    value = np.concatenate([rows.value, np.ones(sum(added))])
    kinds = np.where(low == high, "E", np.where(np.isinf(high), "G", "L")).tolist()
    both = np.flatnonzero((low < high) & np.isfinite(low) & np.isfinite(high)).tolist()
    sides = np.where(np.isinf(high), low, high).tolist()
    order = np.argsort(column, kind="stable")
    entries = zip(column[order].tolist(), row[order].tolist(), value[order].tolist(), strict=True)
    fixed = program.low == program.high
    lines = ["NAME nlc FREE", "ROWS", " N none"]
    lines += [f" {kind} r{i}" for i, kind in enumerate(kinds)]
    lines.append("COLUMNS")
    # A column that is in no row is known by its entry in the objective, which comes first.
    parts: list[list[str]] = [[f" x{i} none 0"] for i in range(len(fixed))]
    for i, j, entry in entries:
        parts[i].append(f" x{i} r{j} {entry:g}")
    lines += [line for part in parts for line in part]
    lines.append("RHS")
    lines += [f" rhs r{i} {side:g}" for i, side in enumerate(sides) if side]
    lines.append("RANGES")
    lines += [f" range r{i} {high[i] - low[i]:g}" for i in both]
    lines.append("BOUNDS")
    lines += [
        f" FX bound x{i} {least:g}" if fix else f" BV bound x{i}"
        for i, (fix, least) in enumerate(zip(fixed.tolist(), program.low.tolist(), strict=True))
    ]
    return "\n".join([*lines, "ENDATA", ""])
