"""Templates: clauses over symbolic inputs, made once for each shape and stamped on many rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, distinct
from nlc.cnf import Clauses, Cnf

Names = Callable[[], Sequence[str]]
"""Makes the names of a block of variables."""

_CHUNK = 1 << 22
"""The number of literals that are stamped at a time, which bounds the memory."""


class Template(Struct, frozen=True, eq=False):
    """Clauses over the inputs 1..n and the auxiliaries n+1..n+a of one row.

    Attributes:
        inputs: n.
        auxiliaries: a.
        clauses: the constraint, a matrix for each width, ascending; a guard weakens these.
        definitions: clauses that hold under every guard, and that some values of the auxiliaries
            satisfy for all inputs.
        functional: every assignment of the inputs extends to exactly one of the auxiliaries that
            satisfies the definitions, so that the number of models is kept, also under guards.
    """

    inputs: int
    auxiliaries: int
    clauses: tuple[Clauses, ...]
    definitions: tuple[Clauses, ...] = ()
    functional: bool = True

    @property
    def size(self) -> tuple[int, int, int]:
        """The numbers of auxiliaries, clauses and literals of one row."""
        blocks = (*self.definitions, *self.clauses)
        return self.auxiliaries, sum(map(len, blocks)), sum(b.size for b in blocks)

    def flip(self, position: int) -> Template:
        """Return the template in which one input (1-based) is replaced by its negation."""

        def flipped(blocks: tuple[Clauses, ...]) -> tuple[Clauses, ...]:
            return tuple(np.where(np.abs(b) == position, -b, b) for b in blocks)

        return Template(
            self.inputs,
            self.auxiliaries,
            flipped(self.clauses),
            flipped(self.definitions),
            self.functional,
        )


def cached_template(encoding: Any, *shape: Any) -> Template:
    """Return what ``encoding.template(*shape)`` makes; a puzzle is encoded more than once."""
    return _cached_template(encoding, *shape)


@lru_cache(maxsize=2048)
def _cached_template(encoding: Any, *shape: Any) -> Template:
    made: Template = encoding.template(*shape)
    return made


def by_width(*padded: npt.NDArray[np.integer]) -> tuple[Clauses, ...]:
    """Return clauses as one matrix for each width, ascending.

    Args:
        padded: matrices of clauses, one a row, padded with zeros.
    """
    found: dict[int, list[Clauses]] = {}
    for matrix in padded:
        lengths = np.count_nonzero(matrix, axis=1)
        for width in distinct(lengths).tolist():
            rows = matrix[lengths == width]
            found.setdefault(width, []).append(rows[rows != 0].reshape(len(rows), width))
    return tuple(np.concatenate(found[w]).astype(np.int32) for w in sorted(found))


@cache
def conjunction(size: int) -> Template:
    """Return "input size + 1 holds exactly when the inputs 1..size all do" (Tseitin 1968)."""
    parts = np.arange(1, size + 1, dtype=np.int32)
    whole = np.full(size, size + 1, np.int32)
    down = np.column_stack([-whole, parts])
    up = np.append(-parts, size + 1)[None]
    return Template(size + 1, 0, by_width(down, up))


@cache
def disjunction(size: int) -> Template:
    """Return "input size + 1 holds exactly when one of the inputs 1..size does"."""
    return Template(size + 1, 0, tuple(-block for block in conjunction(size).clauses))


def from_lists(clauses: Iterable[Sequence[int]]) -> tuple[Clauses, ...]:
    """Return clauses given as lists as one matrix for each width, ascending."""
    found: dict[int, list[Sequence[int]]] = {}
    for clause in clauses:
        found.setdefault(len(clause), []).append(clause)
    return tuple(np.array(found[w], np.int32).reshape(len(found[w]), w) for w in sorted(found))


def pairwise(rows: Clauses) -> Clauses:
    """Return "not both" for any two literals of a row, shape (m, k), padded with zeros."""
    first, second = np.triu_indices(rows.shape[1], 1)
    both = np.stack([rows[:, first], rows[:, second]], axis=-1).reshape(-1, 2)
    out: Clauses = -both[(both != 0).all(axis=1)]
    return out


def stamp(blocks: Sequence[Clauses], table: Clauses) -> list[Clauses]:
    """Return clauses with their symbols replaced by literals, for each row of a table.

    Args:
        blocks: clauses over the symbols 1..n, shapes (c, w).
        table: shape (m, n), the literal of each symbol.

    Returns:
        A matrix of shape (m * c, w) for each block, row by row.
    """
    rows, symbols = table.shape
    signed = np.zeros((rows, 2 * symbols + 1), np.int32)
    # Column -x counts from the right: it holds the negation of column x.
    signed[:, 1 : symbols + 1] = table
    np.negative(table[:, ::-1], out=signed[:, symbols + 1 :])
    return [
        np.take(signed, block, axis=1, mode="wrap").reshape(rows * len(block), block.shape[1])
        for block in blocks
    ]


def repeats(table: Clauses) -> Bools:
    """Return, for each row, whether some variable occurs in it twice; shape (m,)."""
    variables = np.sort(np.abs(table), axis=1)
    out: Bools = (variables[:, 1:] == variables[:, :-1]).any(axis=1)
    return out


def tidy(clauses: Clauses) -> Iterator[Clauses]:
    """Yield clauses of one width without repeated literals and tautologies, by descending width."""
    dirty = repeats(clauses)
    if not dirty.any():
        yield clauses
        return
    yield clauses[~dirty]
    rest = clauses[dirty]
    order = np.argsort(2 * np.abs(rest.astype(np.int64)) + (rest < 0), axis=1, kind="stable")
    rest = np.take_along_axis(rest, order, axis=1)
    rest = rest[~(rest[:, 1:] == -rest[:, :-1]).any(axis=1)]
    rest[:, 1:][rest[:, 1:] == rest[:, :-1]] = 0
    yield from reversed(by_width(rest))


def instantiate(
    cnf: Cnf,
    rule: str,
    template: Template,
    inputs: Clauses,
    names: Names,
    guard: Clauses | None = None,
) -> None:
    """Stamp a template on rows of literals.

    Args:
        cnf: takes the clauses and the auxiliaries, which are numbered row by row.
        rule: the rule of the clauses.
        inputs: shape (m, n), CNF literals; a variable may occur twice in a row.
        names: names the auxiliaries, in order.
        guard: shape (m, g), CNF literals: a row holds only under all of these.

    Raises:
        FormulaTooLargeError: the formula would be too large; nothing is added.
    """
    rows, extra = len(inputs), template.auxiliaries
    cnf.require_room(rule, rows * template.size[2])
    base = cnf.fresh(rows * extra, "aux", names)
    guards = 0 if guard is None else guard.shape[1]
    symbols = np.arange(1, guards + 1) + template.inputs + extra
    guarded = [
        np.hstack([np.broadcast_to(-symbols, (len(b), guards)), b]) for b in template.clauses
    ]
    for part in chunks(rows, template.inputs + extra + guards):
        columns = [inputs[part]]
        if extra:
            fresh = np.arange(part.start * extra, part.stop * extra, dtype=np.int32)
            columns.append(base + fresh.reshape(-1, extra))
        if guard is not None and guards:
            columns.append(guard[part])
        table = columns[0] if len(columns) == 1 else np.hstack(columns)
        clean = not repeats(table).any()
        for clauses in stamp((*template.definitions, *guarded), table):
            for block in (clauses,) if clean else tidy(clauses):
                cnf.add(rule, block)


def chunks(rows: int, width: int) -> Iterator[slice]:
    """Yield slices of rows for matrices of bounded memory."""
    step = max(1, _CHUNK // max(1, width))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))
