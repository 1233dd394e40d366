"""A variable may have the name of a function: one is written with [], the other with ()."""

from itertools import product

import pytest
from language.texts import declared, diagnose, tell

import nlc
from nlc.language.builtins import FUNCTIONS, SETS


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - SETS.keys()))
def test_a_variable_may_have_the_name_of_any_function_that_is_no_set(name: str) -> None:
    items = f"var {name} : cell -> 0..2; rule r {{ for c in cells {{ {name}[c] = 1; }} }}"
    assert [tell(item) for item in diagnose(declared(items))] == []


@pytest.mark.slow
def test_brackets_tell_a_variable_from_a_function_wherever_it_is_read() -> None:
    text = """genre g "G" {
      given clue : cell -> 0..2?;
      var a : cell -> 0..2;
      var b : cell -> bool;
      rule grows {
        for l in links { a[a(l)] + 1 >= a[b(l)]; b[a(l)] implies a[b(l)] = 2; }
      }
      rule count { exactly 1 of b[cells]; }
      rule clues { for c in cells where has clue(c) { a[c] = clue(c); } }
      show a, b;
    }
    puzzle "p" is g { topology square; board
    .0.
    end }"""
    right = [
        (a, i)
        for a in product(range(3), repeat=3)
        for i in range(3)
        if a[1] == 0 and a[0] + 1 >= a[1] and a[1] + 1 >= a[2] and (i == 2 or a[i + 1] == 2)
    ]
    (puzzle,) = nlc.loads(text)
    for spec in ("default", "domains=order,sums=diagram"):
        assert nlc.count(puzzle, encoding=spec) == len(right)
    best = nlc.solve(puzzle, maximize="sum a").board
    assert sum(map(int, best.to_json()["a"].values())) == max(sum(a) for a, _ in right)
    assert nlc.check(puzzle, best) == []
    why = nlc.why(nlc.loads(text.replace(".0.", ".02"))[0])
    assert [clue.text for clue in why.clues] == ["r1c2 = 0", "r1c3 = 2"]


def test_a_variable_where_its_function_is_called_is_named() -> None:
    items = "var b : cell -> bool; rule r { for c in cells { b(c); } }"
    told = [tell(item) for item in diagnose(declared(items))]
    assert told[-1] == "3:53-54 'b' needs a link here, not a cell [write 'b[…]' for the variable]"
