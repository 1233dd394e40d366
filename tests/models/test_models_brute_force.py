"""Random models against brute force: each rule is one text, evaluated by nlc and by NumPy."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from pysat.solvers import Solver

import nlc

NUMPY = {
    "implies": lambda p, q: ~np.asarray(p) | q,
    "exactly": lambda k, p, axis=None: np.any([np.sum(p, axis) == j for j in np.ravel(k)], 0),
    "at_most": lambda k, p, axis=None: np.sum(p, axis) <= k,
    "at_least": lambda k, p, axis=None: np.sum(p, axis) >= k,
    "odd": lambda p: np.sum(p) % 2 == 1,
    "all_different": lambda n: np.equal(len(np.unique(n)), np.size(n)),
    "isin": lambda n, values: np.any([n == value for value in values]),
    "at": lambda values, i: values[i] if 0 <= i < len(values) else values.dtype.type(0),
    "sum": np.sum,
    "any": np.any,
    "all": np.all,
    "min": np.min,
    "max": np.max,
    "product": np.prod,
    "number": lambda p: np.asarray(p, int),
}
NLC = {
    "implies": lambda p, q: p >> q,
    "isin": lambda n, values: n.isin(values),
    "at": lambda values, i: values[i],
    "number": lambda p: p,
    **{name: getattr(nlc, name) for name in NUMPY if hasattr(nlc, name)},
}


def number(chosen: random.Random, depth: int) -> str:
    """Return a random number, of a few variables and known ones."""
    if depth == 0:
        return chosen.choice(("n[0]", "n[1]", "n[-1]", "k", "2", "number(x[1])"))
    one, other = (number(chosen, depth - 1) for _ in range(2))
    plain = chosen.choice(("sum", "min", "max", "product"))
    return chosen.choice(
        (
            f"({one} {chosen.choice('+-*')} {other})",
            f"abs({one} - {other})",
            f"sum([{one}, {other}, 1])",
            f"sum(x[{chosen.choice((':', '1:', '::2'))}])",
            f"{plain}(n)",
            f"{plain}([{one}, {other}])",
            "sum(np.array([1, 3, -2, 2]) * number(x))",
            "at(n, k)",
        )
    )


def condition(chosen: random.Random, depth: int) -> str:
    """Return a random condition."""
    if depth == 0:
        return chosen.choice(("x[0]", "x[2]", "x.reshape(2, 2).T[0, 1]"))
    one, other = (condition(chosen, depth - 1) for _ in range(2))
    left, right = (number(chosen, depth - 1) for _ in range(2))
    k = chosen.randrange(4)
    counted = chosen.choice(("exactly", "at_most", "at_least"))
    return chosen.choice(
        (
            f"({one} {chosen.choice('&|^')} {other})",
            f"(~{one} | {other})",
            f"({one} {chosen.choice(('==', '!='))} {other})",
            f"implies({one}, {other})",
            f"({left} {chosen.choice(('==', '!=', '<', '<=', '>', '>='))} {right})",
            f"({left} {chosen.choice(('==', '!=', '<', '<='))} {k})",
            f"{counted}({k}, [{one}, {other}, x[3]])",
            f"{counted}({k}, x)",
            f"{counted}({left}, x)",
            f"exactly([0, {k}], x)",
            f"any({counted}({k % 3}, x.reshape(2, 2), axis=0))",
            f"all(n {chosen.choice(('<', '!='))} {right})",
            f"odd([{one}, {other}, x[3]])",
            "all_different(n)",
            f"all_different([{left}, {right}, k])",
            f"isin(n[0] + {left}, [1, {k}])",
            "at(x, k)",
            "any((n[:-1] < n[1:]) & x[:2])",
        )
    )


def assignments() -> list[dict[str, object]]:
    """Return the values of all variables, in every way."""
    out: list[dict[str, object]] = []
    for bits in itertools.product((False, True), repeat=4):
        for values in itertools.product(range(3), repeat=2):
            for k in range(-1, 1):
                x, n = np.array(bits[:4]), np.array(values)
                out.append({"x": x, "n": n, "k": np.int64(k)})
    return out


def solutions(model: nlc.Model) -> set[tuple[object, ...]]:
    """Return all solutions of a model, as a solver finds them from its formula."""
    formula, found = model.compile(), set()
    cnf = formula.lowered.cnf
    clauses = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        while solver.solve():
            lits = solver.get_model()
            values = formula.lowered.assignment(np.array([False, *(lit > 0 for lit in lits)]))
            board = nlc.Solution(formula.program, values).to_json()
            bits = tuple(str(i) in board["x"] for i in range(4))
            found.add((*bits, *(int(board["n"][i]) for i in "01"), int(board["k"])))
            solver.add_clause([-lits[i - 1] for i in cnf.projection.tolist()])
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_solutions_are_those_that_numpy_finds(seed: int) -> None:
    chosen = random.Random(seed)
    model = nlc.Model()
    variables = {
        "x": model.bools("x", 4),
        "n": model.ints("n", 2, 0, 2),
        "k": model.ints("k", (), -1, 0),
    }
    texts = [condition(chosen, 2) for _ in range(3)]
    rules = [compile(text, "rule", "eval") for text in texts]
    for rule in rules:
        model.add(eval(rule, {"np": np, **NLC, **variables}))
    wanted = {
        (*v["x"].tolist(), *v["n"].tolist(), int(v["k"]))
        for v in assignments()
        if all(eval(rule, {"np": np, **NUMPY, **v}) for rule in rules)
    }
    assert solutions(model) == wanted, texts
