"""A compiled puzzle is decoded from the comments of its DIMACS file alone."""

import io

import numpy as np
import pytest

from nlc.cnf import check_model
from nlc.cnf.decode import decode_comments
from nlc.cnf.read import read_cnf, read_head
from nlc.cnf.write import write_cnf
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import load

PUZZLE = """
puzzle "Two pairs" is numberlink {
  topology square;
  set cover = false;
  board
    %s . .
    . # .
    . . %s
    B . B
  end
}
"""


def compiled(label: str, encoding: str) -> tuple[Program, LoweredProgram]:
    text = PUZZLE % (label, label)
    program = elaborate(load(Source("test.nl", text)).puzzles[0])
    return program, lower(program, Encoding.parse(encoding))


def some_model(lowered: LoweredProgram) -> np.ndarray:
    from pysat.solvers import Solver

    cnf = lowered.cnf
    clauses = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve()
        model = np.zeros(cnf.variables + 1, np.bool_)
        true = [v for v in solver.get_model() if v > 0]
        model[true] = True
    return model


@pytest.mark.parametrize("passes", ["auto", "none"])
@pytest.mark.parametrize("labels", ["log", "order"])
def test_a_word_of_no_variables_is_decoded_from_a_comment(labels: str, passes: str) -> None:
    text = 'puzzle "p" is numberlink { topology square; board\né= é=\n. .\nend\n}'
    program = elaborate(load(Source("test.nl", text)).puzzles[0])
    lowered = lower(program, Encoding.parse(f"domains={labels},acyclic=order,passes={passes}"))
    stream = io.BytesIO()
    write_cnf(lowered.cnf, stream)
    head = read_head(io.BytesIO(stream.getvalue()))
    found = decode_comments(head.names, some_model(lowered), head.comments)
    assert found["color"] == dict.fromkeys(["r1c1", "r1c2", "r2c1", "r2c2"], "é=")


@pytest.mark.parametrize("encoding", ["domains=direct,acyclic=order", "domains=log,acyclic=order"])
def test_a_compiled_cnf_is_read_back_with_its_names_rules_and_projection(encoding: str) -> None:
    cnf = compiled("A", encoding)[1].cnf
    stream = io.BytesIO()
    write_cnf(cnf, stream, names="all", annotate=True)
    back = read_cnf(io.BytesIO(stream.getvalue()))
    again = io.BytesIO()
    write_cnf(back, again, names="all", annotate=True)
    assert again.getvalue() == stream.getvalue()
    assert back.projection.tolist() == cnf.projection.tolist()
    model = np.random.default_rng(1).integers(0, 2, cnf.variables + 1).astype(np.bool_)
    assert check_model(back, model) == check_model(cnf, model) > 0
