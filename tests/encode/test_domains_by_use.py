"""Encodings of variables one by one, and which one `auto` takes for the way the rules use them."""

from __future__ import annotations

from itertools import product

import pytest
from support.puzzles import program_of

import nlc
from nlc.drivers import get
from nlc.drivers.base import NO_LIMITS
from nlc.encode import policy
from nlc.encode.domains import REGISTRY
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, STATIC, resolve
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.passes.merge import merge
from nlc.solving.question import Question
from nlc.solving.run import answer_of

COLOURING = """genre colouring {{
  var colour : cell -> 1..{colours};
  rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
  show colour;
}}
puzzle "map" is colouring {{ topology graph {{ cells {cells}; links {links}; }} }}
"""


def colouring(cells: int, edges: list[tuple[int, int]], colours: int) -> nlc.Puzzle:
    names = " ".join(f"v{i}" for i in range(cells))
    links = " ".join(f"v{a}-v{b}" for a, b in edges)
    (puzzle,) = nlc.loads(COLOURING.format(colours=colours, cells=names, links=links))
    return puzzle


TWO = """
genre two {{
  given clue : cell -> 1..4?;
  var digit : cell -> 1..4;
  var shade : cell -> {{red, green, blue}}?;
  rule clues {{ for c in cells where has clue(c) {{ digit[c] = clue(c); }} }}
  rule rules {{ {rules} }}
  show digit, shade;
}}
puzzle "four" is two {{
  topology square;
  board
    1 .
    . {corner}
  end
}}
"""
DIFFER = "for l in links { digit[a(l)] != digit[b(l)]; }"
JOINED = "for l in links { digit[a(l)] = digit[b(l)] implies shade[a(l)] = shade[b(l)]; }"
SHADED = "for c in cells { has shade[c] iff digit[c] = 1; }"


def two(*rules, corner="."):
    return program_of(TWO.format(rules=" ".join(rules), corner=corner))


def domains(program, spec="domains=auto", offers=STATIC):
    return resolve(Encoding.parse(spec), program, offers).domains


def answers(program, spec):
    lowered = lower(program, Encoding.parse(spec))
    found = answer_of(program, lowered, get("pysat:minisat22"), Question(None), NO_LIMITS)
    assert found.complete
    return {
        tuple(tuple(board.domains[name].tolist()) for name in ("digit", "shade"))
        for board in found.solutions
    }


def brute_force():
    """Return all boards of the rules DIFFER, JOINED and SHADED with a 1 in the first cell."""
    links = [(0, 1), (0, 2), (1, 3), (2, 3)]
    for digits in product(range(4), repeat=4):
        if digits[0] == 0 and all(digits[a] != digits[b] for a, b in links):
            for shades in product(range(-1, 3), repeat=4):
                if all((s >= 0) == (d == 0) for d, s in zip(digits, shades, strict=True)):
                    yield digits, shades


EXACT = [name for name in REGISTRY.names() if name != "direct-free"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("shade", EXACT)
@pytest.mark.parametrize("digit", EXACT)
def test_variables_of_two_encodings_have_the_solutions_of_brute_force(digit, shade):
    program = two(DIFFER, JOINED, SHADED)
    assert answers(program, f"domains=digit:{digit}+shade:{shade}") == set(brute_force())


EVERY = "for c in cells, d in cells { c = d or digit[c] != digit[d]; }"


def test_differences_that_hold_outright_take_direct_words(monkeypatch):
    monkeypatch.setattr(policy, "MAX_ORDER_VALUES", 3)
    assert domains(two(DIFFER)) == "digit:direct+shade:log"
    assert resolve(Encoding(), two(DIFFER), STATIC).passes == "fold"
    assert domains(two(EVERY)) == "digit:direct+shade:log"
    assert resolve(Encoding(), two(EVERY), STATIC).passes == "permutations+fold"
    assert resolve(Encoding(domains="order"), two(EVERY), STATIC).passes == "fold"
    assert domains(two("all_different(digit[cells]);")) == "digit:direct+shade:log"


def test_few_values_of_which_only_differences_are_said_take_bounds():
    assert domains(two(DIFFER)) == domains(two(EVERY)) == "digit:order+shade:log"
    assert domains(elaborate(colouring(2, [(0, 1)], 7))) == "order"
    assert domains(elaborate(colouring(2, [(0, 1)], 8))) == "direct"
    assert domains(two("all_different(digit[cells]);")) == "digit:direct+shade:log"
    assert domains(two(DIFFER, SHADED)) == "digit:direct+shade:log"  # single values are spoken of
    assert domains(two(DIFFER, JOINED)) == "digit:direct+shade:log"  # equality is, too
    assert (
        domains(two("for l in links { shade[a(l)] != shade[b(l)]; }")) == "digit:log+shade:direct"
    )


def test_most_single_values_take_direct_words_and_a_few_do_not():
    once = [f"exactly 1 of {{digit[c] = {k} for c in cells}};" for k in (1, 2, 3)]
    assert domains(two(*once)) == "digit:direct+shade:log"
    assert domains(two(*once[:2])) == "log"


@pytest.mark.parametrize(
    "rule",
    [
        "digit[a(l)] < digit[b(l)];",
        "digit[a(l)] + digit[b(l)] = 5;",
        "digit[a(l)] <= digit[b(l)]; digit[a(l)] != digit[b(l)];",
    ],
)
def test_numbers_that_are_put_in_order_or_added_take_direct_words(rule):
    assert domains(two(f"for l in links {{ {rule} }}")) == "digit:direct+shade:log"


def test_equalities_and_differences_under_a_guard_take_bits():
    assert domains(two(JOINED, SHADED)) == "log"
    assert domains(program_of(PAIRS)) == "log"


PAIRS = """
puzzle "pairs" is numberlink {
  topology square;
  set touch = false;
  board
    1 2 3
    . . .
    1 2 3
  end
}
"""


def test_two_values_are_one_bit_however_they_are_used():
    text = """
genre map {
  var side : cell -> {in_, out};
  rule differ { for l in links { side[a(l)] != side[b(l)]; } }
  show side;
}
puzzle "map" is map {
  topology square;
  board
    . .
    . .
  end
}
"""
    assert domains(program_of(text)) == "log"


def test_programs_that_share_a_formula_are_stated_as_each_alone():
    programs = [two(DIFFER), two(DIFFER, corner="2")]
    assert domains(merge(programs), offers=ASSUMING) == domains(programs[0])


def test_variables_that_are_compared_have_one_encoding():
    compared = """
genre twins {
  var one : cell -> 1..8;
  var two : cell -> 1..8;
  rule differ { for c in cells { one[c] != two[c]; } }
  show one, two;
}
puzzle "twins" is twins {
  topology square;
  board
    . .
  end
}
"""
    program = program_of(compared)
    assert domains(program) == "direct"
    assert domains(program, "domains=two:order") == "order"
    with pytest.raises(UserError, match="'one' and 'two' different encodings") as caught:
        lower(program, Encoding.parse("domains=log+two:order"))
    assert caught.value.diagnostics[0].hint == "give both the same"


def test_what_is_chosen_is_a_spec_that_states_the_same():
    program = two(DIFFER, JOINED, SHADED)
    first = lower(program, Encoding())
    again = lower(program, Encoding.parse(str(first.encoding)))
    assert str(first.encoding).startswith("domains=digit:direct+shade:log,")
    assert again.encoding == first.encoding
    assert [b.clauses.tolist() for b in again.cnf.blocks] == [
        b.clauses.tolist() for b in first.cnf.blocks
    ]


@pytest.mark.parametrize(
    ("spec", "message", "hint"),
    [
        ("domains=log+direct", "gives the other variables two encodings", "such as"),
        ("domains=digit:log+digit:order", "gives 'digit' two encodings", None),
        ("domains=digit:", "'digit:' is not a variable with its encoding", "such as"),
        ("domains=digit:lug", "there is no encoding 'domains=lug'", "did you mean 'log'?"),
        ("domains=digits:log", "there is no variable 'digits'", "did you mean 'digit'?"),
        ("domains=clue:log", "there is no variable 'clue'", "variables: digit, shade"),
    ],
)
def test_wrong_parts_are_told(spec, message, hint):
    with pytest.raises(UserError, match=message) as caught:
        lower(two(DIFFER), Encoding.parse(spec))
    assert (hint or "") in (caught.value.diagnostics[0].hint or "")


def test_a_boolean_variable_needs_no_encoding():
    with pytest.raises(UserError, match="'line' is true or false, and needs no encoding"):
        lower(program_of(PAIRS), Encoding.parse("domains=line:log"))
