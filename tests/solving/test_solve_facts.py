"""What all solutions share: by solvers, by the frontier method, and by brute force."""

from __future__ import annotations

import numpy as np
import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import seeded_cases
from support.plans import faults
from support.puzzles import driver, program_of

import nlc
from nlc.drivers.base import Capabilities, Outcome
from nlc.encode.lower import lower
from nlc.encode.policy import STATIC, WATCHED
from nlc.encode.spec import Encoding
from nlc.ir.backbone import Backbone, difference_json
from nlc.ir.nodes import Assignment
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.choice import SolverChoice
from nlc.solving.plan import Plan
from nlc.solving.question import BACKBONE
from nlc.solving.run import answer_of
from nlc.solving.solve import solve_one

INEXACT = "acyclic=vertex-tree,passes=none"
PLANS = [
    "{solver=pysat:cadical195}",
    "{solver=pysat:minisat22 encoding=domains=direct,acyclic=primal-dual}",
    "{solver=frontier}",
    f"{{solver=pysat:minisat22 encoding={INEXACT}}}",
    "{solver=minisat}",
    f"{{solver=cadical encoding={INEXACT}}}",
]
THREE = 'puzzle "p" is numberlink { topology square; board\nA A . .\n. . . .\nB . . B\nend }'


def facts_of(program, spec, solver):
    back_end = driver(solver) if isinstance(solver, str) else solver
    in_process = back_end.capabilities.in_process
    lowered = lower(program, Encoding.parse(spec), WATCHED if in_process else STATIC)
    return answer_of(program, lowered, back_end, BACKBONE)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("genre", "tiling", "plan"),
    [
        (genre, TILINGS[(i + j) % 3], plan)
        for i, plan in enumerate(PLANS)
        for j, genre in enumerate(GENRES)
    ],
)
def test_facts_are_those_of_brute_force(genre, tiling, plan):
    for case in seeded_cases(genre, tiling, 2, seed=21):
        answer, boards = nlc.solve(*nlc.loads(case.text), BACKBONE, plan=plan), case.solutions()
        assert not [*faults(answer, BACKBONE, boards)], case.text
        assert answer.unique == (len(boards) == 1 if boards else None)
        assert len(answer.solutions) == min(len(boards), 1)


WORDS = """
genre words {
  var hue : cell -> {red, green}?;
  var cold : cell -> bool;
  rule first { hue[r1c1] = red; not has hue[r1c2]; }
  rule third { has hue[r1c3]; cold[r1c3] iff hue[r1c3] = green; }
  rule uneven { odd of cold[cells]; not cold[r1c1]; }
  show hue;
  report cold;
}
puzzle "p" is words { topology square; board
. . .
end }
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("solver", ["pysat:cadical195", "minisat"])
@pytest.mark.parametrize("labels", ["log", "direct"])
def test_values_of_words_are_certain_absent_or_open(solver, labels):
    program = program_of(WORDS)
    told = facts_of(program, f"domains={labels}", solver).backbone.to_json()
    assert told == {
        "complete": True,
        "certain": 2,
        "of": 3,
        "variables": {
            "hue": {"certain": {"r1c1": "red", "r1c2": None}, "open": ["r1c3"], "unknown": []}
        },
    }


def test_what_is_only_reported_tells_no_two_solutions_apart():
    free = WORDS.replace("rule uneven { odd of cold[cells]; not cold[r1c1]; }", "")
    program = program_of(free.replace("has hue[r1c3]", "hue[r1c3] = red"))
    result = facts_of(program, "default", "pysat:cadical195")
    assert result.unique is True
    assert result.backbone.open == 0


class Faltering:
    """A solver that does what it can and, at the second question, does something else."""

    def __init__(self, then):
        self.name, self.capabilities = "faltering", Capabilities()
        self._then, self._asked = then, 0

    def missing(self):
        return None

    def solve(self, cnf, limits, separators=(), proof=None):
        self._asked += 1
        return driver("minisat").solve(cnf, limits) if self._asked < 3 else self._then()


def stop():
    raise KeyboardInterrupt


def test_a_limit_leaves_what_is_open_and_nothing_certain():
    program = program_of(THREE)
    slow = Faltering(lambda: Outcome("UNKNOWN", "wall-time"))
    result = facts_of(program, "default", slow)
    assert (result.status, result.reason, result.unique) == ("SATISFIABLE", "wall-time", False)
    told = result.backbone.to_json()
    line = told["variables"]["line"]
    assert (told["complete"], told["certain"]) == (False, 0)
    assert line["true"] == line["false"] == []
    assert line["open"] and line["unknown"]
    assert len(line["open"]) + len(line["unknown"]) == told["of"]


def test_an_interruption_keeps_what_was_found():
    by = SolverChoice(plan=Plan.parse("{solver=faltering}"), made={"faltering": Faltering(stop)})
    with pytest.raises(InterruptedSearchError) as caught:
        solve_one(*nlc.loads(THREE), BACKBONE, by)
    result = caught.value.answer
    assert (result.status, result.reason) == ("SATISFIABLE", "interrupted")
    assert result.backbone.open and not result.backbone.complete
    assert isinstance(caught.value.cause, KeyboardInterrupt)


def test_where_two_boards_differ_is_told_by_name():
    program = program_of(WORDS.replace("show hue;", "show hue, cold;").replace("report cold;", ""))
    hues = np.array([0, -1, 0], np.int32)
    one = Assignment(np.array([False, False, True, False]), {"hue": hues})
    two = Assignment(np.array([False, True, True, False]), {"hue": np.array([0, 1, 0], np.int32)})
    assert difference_json(program, one, two) == {
        "cold": {"first": [], "second": ["r1c1"]},
        "hue": {"r1c2": [None, "green"]},
    }
    assert Backbone.of(program, one, two).open == 2
