"""Values that can be exchanged are kept in their order where one solution is asked for."""

from __future__ import annotations

from itertools import combinations

import pytest

import nlc
from nlc.encode.policy import losing_pass
from nlc.errors import UserError
from nlc.solving.question import ONE, Policy

TEXT = """genre colouring {{
  given clue : cell -> 1..3?;
  var colour : cell -> 1..3;
  rule clues {{ for c in cells where has clue(c) {{ colour[c] = clue(c); }} }}
  rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
  show colour;
}}
puzzle "map" is colouring {{ topology graph {{ cells a b c d; links {links}; }} {marks} }}
"""

FOUR = "a-b a-c a-d b-c b-d c-d"
RING = "a-b b-c c-d d-a"
NAMED = "passes=value-precedence+auto"


def puzzle(links: str, marks: str = "") -> nlc.Puzzle:
    (found,) = nlc.loads(TEXT.format(links=links, marks=marks))
    return found


def stated(answer: nlc.Answer) -> str | None:
    assert answer.encoding is not None
    return losing_pass(answer.encoding)


@pytest.mark.parametrize("solver", [None, "pysat:glucose42", "minisat", "cadical"])
def test_whatever_the_solver_one_solution_has_its_values_in_order(solver):
    words = {} if solver is None else {"solver": solver}
    some = "mark clue = 1 at a;"
    for links, marks, status in ((RING, some, "SATISFIABLE"), (FOUR, "", "UNSATISFIABLE")):
        answer = nlc.solve(puzzle(links, marks), **words)
        assert (answer.status, stated(answer)) == (status, "value-precedence")


@pytest.mark.parametrize(
    ("words", "marks"),
    [
        ({"plan": "plain"}, ""),
        ({"policy": Policy(lazy=False)}, ""),
        ({"encoding": "passes=fold"}, ""),
        ({"question": nlc.Question(backbone=True)}, ""),
        ({}, "mark clue = 1 at a; mark clue = 2 at b;"),
    ],
)
def test_else_no_order_is_stated(words, marks):
    marks = marks or "mark clue = 1 at a;"
    assert stated(nlc.solve(puzzle(RING, marks), words.pop("question", ONE), **words)) is None


@pytest.mark.parametrize("question", [nlc.UNIQUE, nlc.Question(2), nlc.Question(backbone=True)])
def test_an_encoding_that_names_it_is_refused_what_it_does_not_keep(question):
    with pytest.raises(UserError, match="keeps one solution but not all") as caught:
        nlc.solve(puzzle(RING), question, encoding=NAMED)
    assert caught.value.diagnostics[0].hint == f"leave value-precedence out of {NAMED}"
    assert nlc.solve(puzzle(RING), encoding=NAMED).status == "SATISFIABLE"


def test_it_is_refused_a_proof(tmp_path):
    policy = Policy(proof=str(tmp_path / "proof.drat"))
    with pytest.raises(UserError, match="keeps one solution but not all"):
        nlc.solve(puzzle(FOUR), solver="cadical", encoding=NAMED, policy=policy)
    assert not list(tmp_path.iterdir())


def test_a_second_solver_does_not_refute_every_order_unless_it_is_asked_to():
    names = [f"v{i}" for i in range(13)]
    links = " ".join(f"{a}-{b}" for a, b in combinations(names, 2))
    text = TEXT.replace("a b c d", " ".join(names)).replace("1..3", "1..12")
    (large,) = nlc.loads(text.format(links=links, marks=""))
    answer = nlc.solve(large)  # pigeons, which take a solver more than an hour without the order
    assert (answer.status, answer.confirmed_by) == ("UNSATISFIABLE", None)


DIFFER = "for l in links {{ colour[a(l)] != colour[b(l)]; }}"
SAME = TEXT.replace(DIFFER, "for c in cells {{ colour[c] = 1; }}")


def test_hidden_values_alone_are_not_ordered():
    hidden = "var tone : cell -> 1..3; rule tones { for l in links { tone[a(l)] != tone[b(l)]; } }"
    text = SAME.format(links=RING, marks="").replace("show colour;", f"{hidden} show colour;")
    (one,) = nlc.loads(text)
    assert stated(nlc.solve(one)) is None
