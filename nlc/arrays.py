"""Types of the NumPy arrays that stages exchange, and operations on index arrays."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Wides = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
AnyInts = npt.NDArray[np.signedinteger[Any]]
T = TypeVar("T", bound=np.generic)


def distinct(values: npt.NDArray[T]) -> npt.NDArray[T]:
    """Return the distinct entries of an array, or rows of a matrix, in ascending order.

    `np.unique` would import `numpy.ma`, which takes as long as solving a small puzzle.
    """
    if values.ndim == 2:
        return values[unique_rows(values)[0]]
    ordered = np.sort(values)
    keep = np.ones(len(ordered), np.bool_)
    keep[1:] = ordered[1:] != ordered[:-1]
    return ordered[keep]


def unique_rows(matrix: npt.NDArray[Any]) -> tuple[Ints, Ints]:
    """Return the first index of each distinct row, in ascending order, and the number of each row.

    `np.unique` with an axis compares structured arrays, and turns a Ctrl-C at that time into a
    `TypeError`.
    """
    rows, columns = matrix.shape
    order = np.lexsort(matrix.T[::-1]) if columns else np.arange(rows)
    ordered = matrix[order]
    new = np.ones(rows, np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    which = np.empty(rows, np.int32)
    which[order] = np.cumsum(new) - 1
    return order[new].astype(np.int32), which


def indices(mask: Bools) -> Ints:
    """Return the places where a vector holds, ascending."""
    return np.flatnonzero(mask).astype(np.int32)


def offsets(lengths: AnyInts | Bools) -> Ints:
    """Return the starts of consecutive stretches of some lengths, and the end of the last one."""
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)


def number_keys(keys: AnyInts) -> tuple[Ints, Ints]:
    """Number distinct keys in order of first appearance.

    Returns:
        The number of each key, and the index at which each number appears first.
    """
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    return number[inverse], first[order].astype(np.int32)


def most_frequent(values: AnyInts) -> int:
    """Return the most frequent value, the earliest of several."""
    _, first, counts = np.unique(values, return_index=True, return_counts=True)
    return int(values[first[counts == counts.max()].min()])


_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def distinct_rows(matrix: Ints) -> tuple[Ints, Ints]:
    """Return the first index of each distinct row of a matrix, and the number of each row."""
    _, first, which = np.unique(_hash(matrix), return_index=True, return_inverse=True)
    if not np.array_equal(matrix[first[which]], matrix):  # two rows have one hash
        return unique_rows(matrix)
    return first.astype(np.int32), which.astype(np.int32)


def find_rows(rows: Ints, table: Ints) -> Ints:
    """Return the index of each row in a table, or -1; all rows are sorted.

    If two rows of the table have the same hash, only one of them is found.
    """
    if not len(table):
        return np.full(len(rows), -1, dtype=np.int32)
    keys = _hash(table)
    order = np.argsort(keys)
    place = np.searchsorted(keys, _hash(rows), sorter=order)
    candidate = order[np.minimum(place, len(table) - 1)]
    found = np.all(table[candidate] == rows, axis=1)
    return np.where(found, candidate, -1).astype(np.int32)


def _hash(rows: Ints) -> npt.NDArray[np.uint64]:
    """Return a hash of each row, by multiplication and shift after each literal."""
    out = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        out = (out ^ column.astype(np.uint64)) * _FACTOR
        out ^= out >> np.uint64(32)
    return out


def look_up(keys: AnyInts, values: AnyInts, wanted: AnyInts, missing: int) -> Ints:
    """Return the value of each wanted key, or `missing`.

    Args:
        keys: shape (n,), ascending.
        values: shape (n,), of the keys.
        wanted: of any shape.
        missing: in the place of values that no key has.
    """
    if not len(keys):
        return np.full(wanted.shape, missing, np.int32)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, values[at], missing).astype(np.int32)


def merge_literals(lits: Ints, weights: Wides) -> tuple[Ints, Wides, int]:
    """Return a weighted sum of literals in normal form: each variable once, with positive weight.

    A variable with weight p if true and n if false contributes n, and p - n if it is true.

    Returns:
        Literals, ascending by variable, their weights, and the constant of the sum.
    """
    variables, which = np.unique(np.abs(lits), return_inverse=True)
    signed = np.zeros(len(variables), np.int64)
    np.add.at(signed, which, np.where(lits > 0, weights, -weights))
    constant = int(weights[lits < 0].sum() + signed[signed < 0].sum())
    kept = signed != 0
    return (np.sign(signed) * variables)[kept].astype(np.int32), np.abs(signed[kept]), constant
