"""WCNF and OPB: what is written is read back, and what others write means what they say."""

from __future__ import annotations

import io
from itertools import product
from random import Random

import numpy as np
import pytest

from nlc.cnf import Cnf, Costs
from nlc.cnf.read import read_cnf
from nlc.cnf.read_costs import read_opb, read_wcnf
from nlc.cnf.write import write_opb, write_wcnf
from nlc.errors import UserError

READERS = {"wcnf": read_wcnf, "opb": read_opb}


def costs_of_models(cnf: Cnf, costs: Costs, variables: int) -> dict[tuple[bool, ...], int]:
    """For each model of the variables of a file, the least cost."""
    found: dict[tuple[bool, ...], int] = {}
    for values in product((False, True), repeat=cnf.variables):
        model = np.array([False, *values])
        held = (
            (model[np.abs(block.clauses)] == (block.clauses > 0)).any(axis=1).all()
            for block in cnf.blocks
        )
        if all(held):
            key = values[:variables]
            found[key] = min(found.get(key, 10**9), costs.of(model))
    return found


@pytest.mark.parametrize("form", READERS)
def test_what_is_written_is_read_back(form: str) -> None:
    random = Random(3)
    for _ in range(20):
        rows = [random.sample(range(1, 6), random.randint(1, 3)) for _ in range(5)]
        clauses = "".join(
            f"{' '.join(str(random.choice((-1, 1)) * v) for v in row)} 0\n" for row in rows
        )
        text = f"c varname 5 five\np cnf 5 5\n{clauses}"
        cnf = read_cnf(io.BytesIO(text.encode()))
        costs = Costs(np.array([1, -3, 4], np.int32), np.array([2, 1, 9], np.int64))
        stream = io.BytesIO()
        (write_wcnf if form == "wcnf" else write_opb)(cnf, costs, stream)
        again, least = READERS[form](io.BytesIO(stream.getvalue()))
        assert least is not None and again.variables == 5
        assert [list(block.make()) for block in again.names] == [["five"]]
        assert costs_of_models(again, least, 5) == costs_of_models(cnf, costs, 5)


WEIGHED = {
    "soft clauses of all widths": "h 1 2 0\n3 -1 -2 0\n2 -1 0\n5 -2 0\n4 1 0\n1 0\n",
    "the old header": "c x\np wcnf 2 6 99\n99 1 2 0\n3 -1 -2 0\n2 -1 0\n5 -2 0\n4 1 0 1 0\n",
    "a weight above the top": "p wcnf 2 6 20\n25 1 2 0\n3 -1 -2 0 2 -1 0\n5 -2 0\n4 1 0\n1 0\n",
}


@pytest.mark.parametrize("name", WEIGHED)
def test_wcnf_means_what_it_says(name: str) -> None:
    cnf, costs = read_wcnf(io.BytesIO(WEIGHED[name].encode()))
    least = {(False, True): 5 + 4 + 1, (True, False): 2 + 1, (True, True): 3 + 2 + 5 + 1}
    assert costs_of_models(cnf, costs, 2) == least


CONSTRAINTS = {
    "+1 x1 +1 ~x2 >= 1": lambda a, b, c: a or not b,
    "-1 x1 -1 x2 >= -1": lambda a, b, c: not (a and b),
    "+2 x1 +2 x2 +2 x3 <= 5": lambda a, b, c: not (a and b and c),
    "+1 x1 +1 x2 = 1": lambda a, b, c: a != b,
    "+1 x1 -1 x2 = 0": lambda a, b, c: a == b,
    "+3 x1 +2 x2 +1 ~x3 >= 6": lambda a, b, c: a and b and not c,
    "+1 x1 +1 x1 +2 ~x1 +3 x2 >= 3": lambda a, b, c: b,
    "+1 x1 >= 2": lambda a, b, c: False,
    "+1 x1 >= -2": lambda a, b, c: True,
}


@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_a_constraint_that_is_a_clause_is_read(constraint: str) -> None:
    text = f"* #variable= 3 #constraint= 1\n* more\nmin: -2 x1 +1 x3 ;\n{constraint} ;\n"
    cnf, costs = read_opb(io.BytesIO(text.encode()))
    assert costs is not None
    holds = CONSTRAINTS[constraint]
    assert costs_of_models(cnf, costs, 3) == {
        (a, b, c): c - 2 * a for a, b, c in product((False, True), repeat=3) if holds(a, b, c)
    }


def test_without_objective_there_are_no_costs() -> None:
    assert read_opb(io.BytesIO(b"+1 x1 >= 1 ;"))[1] is None


MALFORMED = {
    "wcnf: a word": ("h 1 0\nh x 0\n", 2, 3, "not an integer: x"),
    "wcnf: an inner h": ("h 1 2 0\nh 1 h 0\n", 2, 5, "'h' stands at the head"),
    "wcnf: a weight of 0": ("h 1 0\n0 2 0\n", 2, 1, "a clause begins with 'h' or a weight"),
    "wcnf: a negative weight": ("h 1 0\nc x\n-3 2 0\n", 3, 1, "a clause begins with 'h'"),
    "wcnf: no final 0": ("h 1 0\nh 2\n", 2, 4, "the last clause has no final 0"),
    "opb: a sum": ("+1 x1 +1 x2 +1 x3 >= 2 ;", 1, 1, "this constraint is no clause"),
    "opb: exactly one": ("\n+1 x1 +1 x2 +1 x3 = 1 ;", 2, 1, "this constraint is no clause"),
    "opb: a product": ("+1 x1 x2 +1 x3 >= 1 ;", 1, 1, "a sum is of pairs"),
    "opb: two products": ("+1 x1 x2 +1 x3 x4 >= 1 ;", 1, 1, "expected a pair such as '+2 x1'"),
    "opb: no relation": ("+1 x1 1 ;", 1, 1, "expected 'min: …' or a constraint"),
    "opb: two relations": ("+1 x1 >= 1 >= 1 ;", 1, 1, "expected 'min: …' or a constraint"),
    "opb: a word as degree": ("+1 x1 >= x ;", 1, 1, "expected 'min: …' or a constraint"),
    "opb: an objective to maximize": ("max: +1 x1 ;", 1, 1, "expected 'min: …' or"),
    "opb: no semicolon": ("+1 x1 >= 1 ;\n+1 x2 >= 1\n", 2, 1, "has no ';'"),
    "opb: a glued term": ("+1x1 >= 1 ;", 1, 1, "a sum is of pairs"),
    "opb: variable 0": ("+1 x0 >= 1 ;", 1, 1, "expected a pair"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_file_is_refused_at_its_place(case: str) -> None:
    text, line, column, message = MALFORMED[case]
    with pytest.raises(UserError) as caught:
        READERS[case.partition(":")[0]](io.BytesIO(text.encode()))
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (line, column)
