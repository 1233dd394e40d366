import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlc.cnf import Cnf
from nlc.cnf.read import read_cnf, read_head
from nlc.cnf.write import write_cnf

RULES = ["terminal", "through", "open"]


@st.composite
def cnfs(draw: st.DrawFn) -> Cnf:
    """CNFs of up to 9 digits a literal, with names of all kinds, empty clauses and no clauses."""
    cnf = Cnf(comments=draw(st.lists(st.sampled_from(["nlc", "genre x", ""]), max_size=2)))
    cnf.comments = [comment for comment in cnf.comments if comment]
    cnf.variables = draw(st.sampled_from([0, 7, 998, 99_999, 5_000_000, 123_456_789]))
    first = cnf.variables + 1
    for kind, prefix in (("shown", "x"), ("declared", "y"), ("aux", "aux:z")):
        size = draw(st.integers(0, 3))
        cnf.fresh(size, kind, lambda p=prefix, n=size: [f"{p}[r{i}c1]" for i in range(n)])
    shown = range(first, cnf.variables + 1)
    cnf.projection = np.array([v for v in shown if draw(st.booleans())], np.int32)
    if cnf.variables:
        literal = st.integers(1, cnf.variables).flatmap(lambda v: st.sampled_from([v, -v]))
        for _ in range(draw(st.integers(0, 4))):
            width = draw(st.integers(0, 4))
            rows = draw(
                st.lists(st.lists(literal, min_size=width, max_size=width), min_size=1, max_size=4)
            )
            matrix = np.array(rows, np.int32).reshape(len(rows), width)
            cnf.add(draw(st.sampled_from(RULES)), matrix)
    return cnf


def clauses(cnf: Cnf) -> list[tuple[str, list[int]]]:
    return [(block.rule, clause) for block in cnf.blocks for clause in block.clauses.tolist()]


def names(cnf: Cnf) -> dict[int, str]:
    return {b.base + i: name for b in cnf.names for i, name in enumerate(b.make())}


def dimacs(cnf: Cnf) -> bytes:
    stream = io.BytesIO()
    write_cnf(cnf, stream, names="all", annotate=True)
    return stream.getvalue()


@pytest.mark.slow
@settings(deadline=None)
@given(cnfs())
def test_what_is_written_is_read_back(cnf: Cnf) -> None:
    data = dimacs(cnf)
    back = read_cnf(io.BytesIO(data))
    assert back.variables == cnf.variables
    assert clauses(back) == clauses(cnf)
    assert names(back) == names(cnf) == read_head(io.BytesIO(data)).names
    assert back.projection.tolist() == cnf.projection.tolist()
    assert back.comments == cnf.comments
    assert dimacs(back) == data
