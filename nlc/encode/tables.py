"""Sizes and propagation strengths of encodings, from their templates; what each pass is worth.

The strength is how much unit propagation derives, measured on all partial assignments. An encoding
propagates completely if, under every partial assignment of its inputs, unit propagation finds a
conflict if no solution is left, and otherwise every literal that all remaining solutions have
(Bordeaux and Marques-Silva 2012).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.cnf import Clauses
from nlc.encode import cardinality as count
from nlc.encode import domains as labels
from nlc.encode import runs as run_lists
from nlc.encode import sums as totals
from nlc.encode.cardinality import Counter
from nlc.encode.domains import Word
from nlc.encode.policy import ASSUMING
from nlc.encode.puzzle_formula import choose_readings, encode_puzzles
from nlc.encode.runs import RunsEncoding
from nlc.encode.spec import AUTO, Encoding
from nlc.encode.sums import Shape
from nlc.encode.template import Template, by_width, stamp
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Counts
from nlc.ir.passes import MERGE, NONE, PASSES
from nlc.ir.runs import lengths_of
from nlc.language.resolve import load

SHAPES = ((2, 4), (2, 5), (2, 6), (1, 16), (1, 32))
"""k and n of the counts "exactly k of n" in the table."""

RUNS = (
    ((2, 1), 10, False),
    ((3, 1, 4), 15, False),
    ((2, 1, 5, 1, 3), 30, False),
    ((1, 3), 8, True),
)
"""The lists of runs in the table, the lengths of their rows, and whether these are rings."""

VALUES = (2, 3, 4, 6, 8, 12, 16)
"""The numbers of values in the tables."""


class TableRow(Struct, frozen=True):
    """One encoding in a table.

    Attributes:
        sizes: the numbers of variables and clauses in each column; None if it does not apply.
        strength: of unit propagation in all small cases; None if it is not measured.
    """

    encoding: str
    sizes: Mapping[str, tuple[int, int] | None]
    strength: Strength | None


def counts() -> Iterator[TableRow]:
    """Yield auxiliaries and clauses of "exactly k of n".

    The strength is that of all "exactly k of n" with n <= 6 to which the encoding applies.
    Encodings that apply to none of the columns are left out.
    """
    small = [(k, n) for n in range(1, 7) for k in range(n + 1)]
    for name in count.REGISTRY.names():
        encoding = count.REGISTRY.get(name)
        found = {
            (k, n): encoding.template(n, Counts.of(k))
            for k, n in {*small, *SHAPES}
            if encoding.refusal(n, Counts.of(k)) is None
        }
        strengths = [count_strength(found[k, n], Counts.of(k)) for k, n in small if (k, n) in found]
        row = _row(name, {f"{k} of {n}": found.get((k, n)) for k, n in SHAPES}, strengths)
        if any(row.sizes.values()):
            yield row


def words() -> Iterator[TableRow]:
    """Yield the variables of a word that always has one of p values, and the clauses over it."""
    for name in labels.REGISTRY.names():
        sizes = {}
        for p in VALUES:
            word = _word(name, p)
            auxiliaries, clauses, _ = (0, 0, 0) if word is None else word.valid.size
            sizes[f"p = {p}"] = None if word is None else (word.width + auxiliaries, clauses)
        yield TableRow(name, sizes, None)


def links() -> Iterator[TableRow]:
    """Yield auxiliaries and clauses, for each link, of "linked cells have one label".

    The strength is that of all p <= 4, with respect to the variables of both words and of the link.
    """
    for name in labels.REGISTRY.names():
        found = {p: word for p in {*VALUES, *range(1, 5)} if (word := _word(name, p)) is not None}
        sizes = {f"p = {p}": found[p].equal if p in found else None for p in VALUES}
        strengths = [equality_strength(word) for p, word in found.items() if p < 5]
        yield _row(name, sizes, strengths)


TOTALS: Mapping[str, Shape] = {
    "3 of 1..9 = 15": Shape("+", (tuple(range(1, 10)),) * 3, (15, 16)),
    "9 of 1..9 = 45": Shape("+", (tuple(range(1, 10)),) * 9, (45, 46)),
    "4 of 1..16 = one of 4..64": Shape(
        "+", (*(tuple(range(1, 17)),) * 4, tuple(range(-64, -3))), (0, 1)
    ),
    "weights 1 to 10 = 27": Shape("+", tuple((0, w) for w in range(1, 11)), (27, 28)),
    "3 of 1..9, product 72": Shape("*", (tuple(range(1, 10)),) * 3, (72, 73)),
}
"""The sums and products in the table."""


def sums() -> Iterator[TableRow]:
    """Yield auxiliaries and clauses of sums and products that are compared.

    The strength is that of all "the total is t" of up to three numbers with three levels each, for
    the literals of these.
    """
    shapes = [
        Shape(op, ((1, 2, 3),) * size, (total, total + 1))
        for op, size in (("+", 2), ("+", 3), ("*", 2), ("*", 3))
        for total in range(1, 28)
    ]
    for name in totals.REGISTRY.names():
        encoding = totals.REGISTRY.get(name)
        sizes = {
            what: None if encoding.refusal(shape) else encoding.template(shape)
            for what, shape in TOTALS.items()
        }
        strengths = [total_strength(name, each) for each in shapes if not encoding.refusal(each)]
        yield _row(name, sizes, strengths)


def total_strength(name: str, shape: Shape) -> Strength:
    """Return the strength for numbers whose total is the first of two bounds."""
    n, at = shape.inputs, 0
    template = totals.REGISTRY.get(name).template(shape)
    clauses = [np.array([[n + 1], [-n - 2]], np.int32), *template.definitions]
    solutions = np.ones((2,) * n, np.bool_)
    held = np.indices((2,) * n)
    total = np.full((2,) * n, int(shape.op == "*"))
    for levels in shape.levels:
        for i in range(at, at + len(levels) - 2):
            clauses.append(np.array([[-(i + 2), i + 1]], np.int32))
            solutions &= held[i] >= held[i + 1]
        number = np.array(levels)[held[at : at + len(levels) - 1].sum(axis=0)]
        total = total + number if shape.op == "+" else total * number
        at += len(levels) - 1
    return strength(clauses, solutions & (total == shape.bounds[0]))


def runs() -> Iterator[TableRow]:
    """Yield auxiliaries and clauses of runs along a line, and round a ring.

    The strength is that of all lists of runs in rows of at most 6 places.
    """
    for name in run_lists.REGISTRY.names():
        encoding = run_lists.REGISTRY.get(name)
        sizes = {
            f"{' '.join(map(str, lengths))} {'round' if ring else 'of'} {n}": (
                None if encoding.refusal(ring) else encoding.template(n, lengths, ring)
            )
            for lengths, n, ring in RUNS
        }
        yield _row(name, sizes, runs_strengths(encoding))


def runs_strengths(encoding: RunsEncoding, most: int = 6) -> list[Strength]:
    """Return the strength for each list of runs in rows of at most `most` places."""
    found = []
    for n, ring in product(range(1, most + 1), (False, True)):
        if encoding.refusal(ring) is not None:
            continue
        every = np.indices((2,) * n).reshape(n, -1).T.astype(np.bool_)
        lists = [lengths_of(row, ring) for row in every]
        for lengths in dict.fromkeys(lists):
            solutions = np.array([each == lengths for each in lists]).reshape((2,) * n)
            found.append(strength(encoding.template(n, lengths, ring).clauses, solutions))
    return found


def _word(name: str, values: int) -> Word | None:
    encoding = labels.REGISTRY.get(name)
    if encoding.refusal(values) is not None:
        return None
    return encoding.word([str(v) for v in range(values)], False, Counter(AUTO))


def _row(
    name: str, templates: Mapping[str, Template | None], found: Sequence[Strength]
) -> TableRow:
    """Return a row of the sizes of templates, and the least of some strengths."""
    sizes = {what: None if made is None else made.size[:2] for what, made in templates.items()}
    least = Strength(all(each.conflicts for each in found), all(each.forced for each in found))
    return TableRow(name, sizes, least)


_UNASSIGNED = 2
"""The index for an unassigned variable; 0 is false and 1 is true."""


class Strength(NamedTuple):
    """How much unit propagation derives from every partial assignment.

    Attributes:
        conflicts: whether it finds a conflict whenever no solution is left.
        forced: whether it derives every forced literal whenever a solution is left. If there is a
            solution at all, this implies `conflicts`.
    """

    conflicts: bool
    forced: bool


def strength(clauses: Sequence[Clauses], solutions: Bools) -> Strength:
    """Return the strength of clauses for the variables 1..n.

    Args:
        clauses: matrices of clauses of one width; variables above n are auxiliaries.
        solutions: shape (2,) * n, whether an assignment of 1..n extends to a model.

    Raises:
        ValueError: n is above 12, or the clauses contradict a solution.
    """
    n = solutions.ndim
    # There are 3^n partial assignments.
    if n > 12:
        raise ValueError(f"{n} variables have too many partial assignments")
    conflict, true = _propagate(clauses, n)
    remaining = solutions
    for axis in range(n):
        some = remaining.any(axis=axis, keepdims=True)
        remaining = np.concatenate([remaining, some], axis=axis)
    possible = remaining.ravel()
    if (conflict & possible).any():
        raise ValueError("the clauses exclude a solution")
    forced = True
    for variable in range(1, n + 1):
        choices = np.moveaxis(remaining, variable - 1, 0)
        for value, literal in ((1, variable), (0, -variable)):
            never = np.zeros_like(remaining)
            # The other value is impossible.
            np.moveaxis(never, variable - 1, 0)[_UNASSIGNED] = ~choices[1 - value]
            forced &= bool(true[literal][never.ravel() & possible].all())
    return Strength(bool(conflict[~possible].all()), forced)


def count_strength(template: Template, counts: Counts) -> Strength:
    """Return the strength for the inputs of a count."""
    n = template.inputs
    solutions = counts.mask(np.indices((2,) * n).sum(axis=0))
    return strength((*template.clauses, *template.definitions), solutions)


def equality_strength(word: Word) -> Strength:
    """Return the strength for two words and a guard that makes them equal, the last input.

    Raises:
        ValueError: the clauses of valid words have auxiliaries.
    """
    if word.valid.auxiliaries:
        raise ValueError("the clauses of valid words have auxiliaries")
    guard = 2 * word.width + 1
    inputs = np.arange(1, guard, dtype=np.int32)
    auxiliaries = np.arange(guard + 1, guard + word.equal.auxiliaries + 1, dtype=np.int32)
    symbols = np.concatenate([inputs, auxiliaries])[None]
    guarded = [
        np.column_stack([np.full(len(block), -guard), block])
        for block in stamp(word.equal.clauses, symbols)
    ]
    valid = stamp(word.valid.clauses, inputs.reshape(2, word.width))
    clauses = [*valid, *by_width(*guarded), *stamp(word.equal.definitions, symbols)]
    return strength(clauses, models(clauses, guard, len(auxiliaries)))


def models(clauses: Sequence[Clauses], inputs: int, auxiliaries: int) -> Bools:
    """Return which assignments of the variables 1..inputs extend to a model, shape (2,) * inputs.

    Raises:
        ValueError: there are more than 16 variables.
    """
    size = inputs + auxiliaries
    # All assignments are listed.
    if size > 16:
        raise ValueError(f"{size} variables have too many assignments")
    values = np.indices((2,) * size).reshape(size, -1).astype(np.bool_)
    true = np.concatenate([np.zeros_like(values[:1]), values, ~values[::-1]])
    out = np.ones(values.shape[1], np.bool_)
    for block in clauses:
        for clause in block:
            out &= true[clause].any(axis=0)
    projected: Bools = out.reshape(1 << inputs, -1).any(axis=1).reshape((2,) * inputs)
    return projected


def _propagate(clauses: Sequence[Clauses], n: int) -> tuple[Bools, Bools]:
    """Run unit propagation on each of the 3^n partial assignments.

    Returns:
        Whether there is a conflict, shape (3^n,), and which literals hold, shape
        (2 * variables + 1, 3^n): literal x in row x, where a negative one counts from the end.
    """
    states = np.indices((_UNASSIGNED + 1,) * n).reshape(n, -1)
    last = max([n, *(int(np.abs(block).max()) for block in clauses if block.size)])
    true = np.zeros((2 * last + 1, states.shape[1]), np.bool_)
    true[1 : n + 1] = states == 1
    true[2 * last : 2 * last - n : -1] = states == 0
    conflict = np.zeros(states.shape[1], np.bool_)
    rows = [clause for block in clauses for clause in block]
    while True:
        known = np.count_nonzero(true)
        for clause in rows:
            is_false = true[-clause]
            unmet = ~true[clause].any(axis=0)
            free = len(clause) - is_false.sum(axis=0)
            conflict |= unmet & (free == 0)
            true[clause] |= unmet & (free == 1) & ~is_false
        if np.count_nonzero(true) == known:
            return conflict, true


SOLVER = "minisat22"
"""A solver of PySAT whose conflicts are the same in each run."""


class Worth(Struct, frozen=True):
    """The effect of one pass, with labels in binary and a static encoding of acyclicity.

    Attributes:
        encoding: the spec of the passes; for `MERGE`, that of the others.
        variables: the number of variables.
        clauses: the number of clauses.
        settled: the number of shown variables that unit propagation fixes before any decision.
        shown: the number of shown variables.
        conflicts: the conflicts of the solver up to the first solution.
    """

    encoding: str
    variables: int
    clauses: int
    settled: int
    shown: int
    conflicts: int


def passes() -> list[Worth]:
    """Return the effects of no pass, and of each: alone if it folds, else before folding."""
    alone = (NONE, "drop-optional", "fold")
    others = [name for name in PASSES.names() if name not in (*alone, MERGE)]
    rows = [_measure(name, name) for name in alone]
    rows += [_measure(f"{name}+fold", f"{name}+fold") for name in others]
    return [
        *rows,
        _measure("merge: fold, touch=true", "fold", touch="true"),
        _measure("merge: fold, readings=touch:false, touch=true", "fold", "true", "touch:false"),
    ]


def _measure(name: str, spec: str, touch: str = "false", readings: str = NONE) -> Worth:
    from pysat.solvers import Solver

    text = Path(__file__).with_name("worth.nl").read_text(encoding="utf-8")
    text = text.replace("touch = false", f"touch = {touch}")
    (puzzle,) = load(Source("worth.nl", text)).puzzles
    encoding = Encoding(acyclic="primal-dual", passes=spec, lazy=NONE, readings=readings)
    formula = encode_puzzles(
        [choose_readings(puzzle, elaborate(puzzle), encoding)], encoding, ASSUMING
    )
    cnf, assumed = formula.lowered.cnf, formula.questions[0][0]
    with Solver(SOLVER) as solver:
        on = cnf.variables + 1  # propagate() reports only what follows from an assumption
        for block in cnf.blocks:
            solver.append_formula(np.insert(block.clauses, 0, -on, axis=1).tolist())
        assumed = [on, *assumed]
        _, implied = solver.propagate(assumed)
        settled = np.isin(cnf.projection, np.abs(np.array(implied, np.int64)))
        solver.solve(assumed)
        conflicts = solver.accum_stats()["conflicts"]
    shown = len(cnf.projection)
    return Worth(name, cnf.variables, cnf.clauses, int(settled.sum()), shown, conflicts)
