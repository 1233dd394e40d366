"""What is shown tells solutions apart, also where it needs no variable at all."""

import pytest
from support.puzzles import driver, program_of

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.solving.question import ALL
from nlc.solving.run import answer_of

TEXT = """
genre g {
  given label : cell -> name?;
  let labels = values(label);
  var color : cell -> labels;
  var dark : cell -> bool;
  rule u { true; }
  show color;
  report dark;
}
puzzle "p" is g { topology square; board
A .
end
}
"""


@pytest.mark.sample(4)
@pytest.mark.parametrize("labels", ["log", "direct", "order"])
@pytest.mark.parametrize("solver", ["pysat:minisat22", "minisat"])
def test_one_possible_value_everywhere_is_one_solution(labels, solver):
    program = program_of(TEXT)
    lowered = lower(program, Encoding(domains=labels))
    result = answer_of(program, lowered, driver(solver), ALL)
    assert (result.count, result.complete) == (1, True)
    assert lowered.rule_statistics()["var:color"].clauses >= 1
