"""What all solutions share: by solvers, by the frontier method, and by brute force."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from msgspec.structs import force_setattr
from support.puzzles import driver, program_of

from nlc.drivers.base import Capabilities, Limits, Outcome
from nlc.encode.lower import lower
from nlc.encode.policy import STATIC, WATCHED
from nlc.encode.spec import Encoding
from nlc.engines.problem import read_problem
from nlc.errors import Source
from nlc.ir.backbone import Backbone, difference_json
from nlc.ir.nodes import Assignment
from nlc.language.resolve import load
from nlc.oracle.case import GENRES, TILINGS
from nlc.oracle.random_boards import seeded_cases
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.frontier import solve as count
from nlc.solving.strategy import find_backbone

INEXACT = "acyclic=vertex-tree,passes=none"
WAYS = [
    ("default", "pysat:cadical195", 4),
    ("default", "minisat", 1),
    ("domains=direct,acyclic=primal-dual", "pysat:minisat22", 2),
    (INEXACT, "pysat:minisat22", 2),
    (INEXACT, "cadical", 1),
]
THREE = 'puzzle "p" is numberlink { topology square; board\nA A . .\n. . . .\nB . . B\nend }'


def facts_of(program, spec, solver):
    back_end = driver(solver) if isinstance(solver, str) else solver
    in_process = back_end.capabilities.in_process
    lowered = lower(program, Encoding.parse(spec), WATCHED if in_process else STATIC)
    return find_backbone(program, lowered, back_end, Limits())


def line_of(program, facts):
    """Return what is told of the line, as sets of names by kind."""
    (var,) = [v for v in program.bools if v.shown]
    told = facts.to_json(program)
    assert told["complete"]
    out = {kind: frozenset(names) for kind, names in told["variables"][var.name].items()}
    assert told["certain"] == len(out["true"]) + len(out["false"])
    assert told["of"] == told["certain"] + len(out["open"]) == var.size
    return out


def by_brute_force(program, case):
    """Return the same of a case that has solutions, and None of one that has none."""
    solutions = case.solutions()
    if not solutions:
        return None
    (var,) = [v for v in program.bools if v.shown]
    every, some = frozenset.intersection(*solutions), frozenset.union(*solutions)
    names = frozenset(program.board.names(var.sort))
    return {
        "true": every,
        "false": names - some,
        "open": some - every,
        "unknown": frozenset(),
    }


@cache
def seeded(genre, tiling):
    """Return some cases with their programs and what brute force tells of them."""
    cases = list(seeded_cases(genre, tiling, max(boards for *_, boards in WAYS), seed=21))
    programs = [program_of(case.text) for case in cases]
    known = [by_brute_force(program, case) for program, case in zip(programs, cases, strict=True)]
    return list(zip(cases, programs, known, strict=True))


@pytest.mark.sample(4)
@pytest.mark.parametrize(("spec", "solver", "boards"), WAYS)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_facts_are_those_of_brute_force(genre, tiling, spec, solver, boards):
    for case, program, known in seeded(genre, tiling)[:boards]:
        result = facts_of(program, spec, solver)
        assert result.reason == "answered"
        if known is None:
            assert (result.status, result.backbone) == ("UNSATISFIABLE", None)
            continue
        assert line_of(program, result.backbone) == known, case.text
        assert result.unique == (not known["open"])
        assert len(result.solutions) == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_the_frontier_method_has_the_same_facts(genre, tiling):
    for case in seeded_cases(genre, tiling, 6, seed=22):
        (read,) = load(Source("test.nl", case.text)).puzzles
        program = program_of(case.text)
        known = by_brute_force(program, case)
        result = count(program, read_problem(read), backbone=True)
        if known is None:
            assert (result.status, result.backbone) == ("UNSATISFIABLE", None)
        else:
            assert line_of(program, result.backbone) == known, case.text


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
    told = facts_of(program, f"domains={labels}", solver).backbone.to_json(program)
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
    told = result.backbone.to_json(program)
    line = told["variables"]["line"]
    assert (told["complete"], told["certain"]) == (False, 0)
    assert line["true"] == line["false"] == []
    assert line["open"] and line["unknown"]
    assert len(line["open"]) + len(line["unknown"]) == told["of"]


def test_after_a_failure_what_was_found_stands():
    broken = Faltering(lambda: Outcome("UNKNOWN", "crashed", "it crashed"))
    result = facts_of(program_of(THREE), "default", broken)
    assert (result.status, result.reason, result.message) == (
        "SATISFIABLE",
        "crashed",
        "it crashed",
    )
    assert not result.backbone.complete


def test_an_interruption_keeps_what_was_found():
    with pytest.raises(InterruptedSearchError) as caught:
        facts_of(program_of(THREE), "default", Faltering(stop))
    result = caught.value.answer
    assert (result.status, result.reason) == ("SATISFIABLE", "interrupted")
    assert result.backbone.open and not result.backbone.complete
    assert isinstance(caught.value.cause, KeyboardInterrupt)


def test_a_board_of_an_exact_encoding_that_breaks_a_rule_is_a_failure():
    ring = "board\n. . . .\n. A A .\n. . . .\nend\nwall r1c2|r2c2;\nwall r2c3|r3c3;\n"
    program = program_of(f'puzzle "r" is numberlink {{ topology square;\n{ring}}}')
    lowered = lower(program, Encoding.parse(INEXACT))
    force_setattr(lowered, "exact", True)
    result = find_backbone(program, lowered, driver("pysat:minisat22"), Limits())
    assert (result.status, result.reason) == ("UNKNOWN", "bad-model")


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
