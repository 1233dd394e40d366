"""Values that can be exchanged are kept in their order where one solution is asked for."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

import nlc
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.encode.policy import losing
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.solving import confirm
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.confirm import OTHER
from nlc.solving.exchanged import Exchanged
from nlc.solving.policy import DEFAULT, PLAIN, Policy
from nlc.solving.search import ONE, Search

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
    return losing(answer.encoding)


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
        ({"policy": PLAIN}, ""),
        ({"policy": replace(DEFAULT, lazy=False)}, ""),
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


def test_without_an_order_all_solutions_are_counted():
    assert nlc.solve(puzzle(RING), nlc.ALL).count == 18


def test_a_second_solver_confirms_without_the_order(monkeypatch):
    monkeypatch.setattr(confirm, "ORDERED_SECONDS", 60.0)
    answer = nlc.solve(puzzle(FOUR))
    assert answer.confirmed_by == OTHER


def test_a_second_solver_does_not_refute_every_order_unless_it_is_asked_to():
    names = [f"v{i}" for i in range(13)]
    links = " ".join(f"{a}-{b}" for a, b in combinations(names, 2))
    text = TEXT.replace("a b c d", " ".join(names)).replace("1..3", "1..12")
    (large,) = nlc.loads(text.format(links=links, marks=""))
    answer = nlc.solve(large)  # pigeons, which take a solver more than an hour without the order
    assert (answer.status, answer.confirmed_by) == ("UNSATISFIABLE", None)


def test_passes_that_lose_solutions_are_told():
    assert losing(Encoding.parse("passes=fold+value-precedence")) == "value-precedence"
    assert losing(Encoding.parse("passes=auto+fold")) is None
    assert losing(Encoding()) is None


@pytest.mark.parametrize("solver", [None, "minisat", "pysat:glucose42"])
@pytest.mark.parametrize(
    ("links", "marks", "count"),
    [
        (RING, "", 2),
        (FOUR, "", 0),
        (RING, "mark clue = 1 at a; mark clue = 1 at c;", 2),
        ("a-b a-c b-c c-d a-d", "mark clue = 1 at a; mark clue = 2 at b;", 1),
        (f"{RING} a-c", "mark clue = 1 at a; mark clue = 1 at c;", 0),
    ],
)
def test_uniqueness_is_told_by_an_exchange(solver, links, marks, count):
    words = {} if solver is None else {"solver": solver}
    answer = nlc.solve(puzzle(links, marks), nlc.UNIQUE, **words)
    assert (answer.count, answer.complete, answer.unique) == (count, count < 2, count == 1)
    boards = [tuple(board.domains["colour"].tolist()) for board in answer.solutions]
    assert len(set(boards)) == count


def test_a_board_without_a_value_that_can_be_exchanged_is_followed_by_another_search():
    text = TEXT.format(links=RING, marks="mark clue = 1 at a;")
    alone = "rule alone { for c in cells { colour[c] = 1; } } show colour;"
    differ = "rule differ { for l in links { colour[a(l)] != colour[b(l)]; } }"
    text = text.replace(differ, "").replace("show colour;", alone)
    (same,) = nlc.loads(text)
    assert nlc.solve(same, nlc.UNIQUE).unique


DIFFER = "for l in links {{ colour[a(l)] != colour[b(l)]; }}"
SAME = TEXT.replace(DIFFER, "for c in cells {{ colour[c] = 1; }}")


def fallen_back(two, limits=NO_LIMITS):
    """Return the answer where one board is known and the search for two is another one."""
    (one,) = nlc.loads(SAME.format(links=RING, marks=""))
    program = nlc.elaborate(one)
    found = nlc.solve(one)
    return Exchanged(program, Search(0.0, lambda limits: found), two).run(limits)


def test_a_board_is_kept_where_the_search_for_another_comes_to_nothing():
    given_up = nlc.Answer("UNKNOWN", "wall-time", count=0, complete=False)
    answer = fallen_back(lambda: Search(0.0, lambda limits: given_up))
    assert (answer.status, answer.reason, answer.count) == ("SATISFIABLE", "wall-time", 1)
    assert len(answer.solutions) == 1
    assert answer.unique is None


def test_a_board_is_kept_where_the_search_for_another_is_interrupted():
    def interrupt(limits):
        raise KeyboardInterrupt

    with pytest.raises(InterruptedSearchError) as caught:
        fallen_back(lambda: Search(0.0, interrupt))
    assert (caught.value.answer.count, caught.value.answer.reason) == (1, "interrupted")


def test_stating_the_search_for_another_is_within_the_limits():
    def endless():
        while True:
            pass

    answer = fallen_back(endless, Limits(seconds=0.3))
    assert (answer.status, answer.reason, answer.count) == ("SATISFIABLE", "wall-time", 1)


def test_hidden_values_alone_are_not_ordered():
    hidden = "var tone : cell -> 1..3; rule tones { for l in links { tone[a(l)] != tone[b(l)]; } }"
    text = SAME.format(links=RING, marks="").replace("show colour;", f"{hidden} show colour;")
    (one,) = nlc.loads(text)
    assert stated(nlc.solve(one)) is None
