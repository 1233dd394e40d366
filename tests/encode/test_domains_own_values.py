"""Encodings of variables whose elements have values of their own."""

from __future__ import annotations

from itertools import product

import pytest
from support.puzzles import SOLVER, driver, program_of

from nlc.cnf import Cnf
from nlc.cnf.decode import decode_comments
from nlc.drivers.search import models
from nlc.encode.domains import REGISTRY
from nlc.encode.lower import lower
from nlc.encode.policy import STATIC
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.nodes import ABSENT, Program

GENRE = """genre own {{
  var s : cell c -> {values};
  var t : cell -> 0..{most};
  rule steps {{ for l in links {{ s[a(l)] != s[b(l)]; s[a(l)] + t[b(l)] <= s[b(l)] + 2; }} }}
  rule same {{ for c in cells {{ s[c] = 1 iff t[c] = 0; }} {more} }}
  show s, t;
}}
puzzle "p" is own {{ topology square; board
...
end
}}
"""

OWN = {
    "gaps": (
        "{n for n in 0..6 where n mod 3 = 0 or n = column_of(c)}",
        [{0, 1, 3, 6}, {0, 2, 3, 6}],
    ),
    "ranges": ("column_of(c)..4", [{1, 2, 3, 4}, {2, 3, 4}, {3, 4}]),
    "missing": ("{n for n in 1..3 where n != column_of(c)}?", [{None, 2, 3}, {None, 1, 3}]),
    "single": ("{n for n in 1..3 where n = column_of(c)}", [{1}, {2}, {3}]),
}
"""The values of a variable, and those of the first cells; the last ones are those of every cell."""

SIGNS = {"order": ">=", "log": ".bit", "direct-free": "?="}
"""What the names of variables have; all others have ``=``."""


def values_of(name: str) -> list[list[int | None]]:
    """Return the values of the three cells."""
    first = OWN[name][1]
    last = {"gaps": {0, 3, 6}, "missing": {None, 1, 2}}.get(name, first[-1])
    return [sorted(each, key=str) for each in [*first, last][:3]]


def right(name: str, most: int) -> set[tuple[int | None, ...]]:
    """Return all boards by brute force: the values of s, then those of t."""
    found = set()
    for board in product(*values_of(name), *[range(most + 1)] * 3):
        s, t = board[:3], board[3:]
        steps = all(
            x != y and x is not None and y is not None and x + z <= y + 2
            for x, y, z in zip(s, s[1:], t[1:], strict=False)
        )
        if steps and all((x == 1) == (z == 0) for x, z in zip(s, t, strict=True)):
            found.add(board)
    return found


def names_of(cnf: Cnf) -> list[str]:
    """Return the names of the variables of a formula, in order."""
    return [name for block in cnf.names for name in block.make()]


def boards(program: Program, spec: str, names: bool) -> list[tuple[int | None, ...]]:
    """Return all boards that a solver finds, decoded by words or by the names in the file."""
    lowered = lower(program, Encoding.parse(spec), STATIC)
    out = []
    for outcome in models(driver(SOLVER), lowered.cnf):
        if outcome.model is None:
            continue
        if names:
            told = dict(enumerate(names_of(lowered.cnf), 1))
            found = decode_comments(told, outcome.model, lowered.cnf.comments)
            texts = [found[v].get(f"r1c{c}") for v in "st" for c in (1, 2, 3)]
        else:
            domains, board = program.domains, lowered.assignment(outcome.model).domains
            texts = [None if i == ABSENT else domains[v].values[i] for v in "st" for i in board[v]]
        out.append(tuple(None if text is None else int(text) for text in texts))
    return out


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("encoding", REGISTRY.names())
def test_an_encoding_is_what_it_says_and_keeps_to_brute_force(encoding: str, name: str) -> None:
    program = program_of(GENRE.format(values=OWN[name][0], most=2, more=""))
    assert program.domains["s"].allowed is not None
    spec = f"domains={encoding}"
    if "not shown" in REGISTRY.get(encoding).declaration.needs:
        with pytest.raises(UserError, match="it is shown"):
            lower(program, Encoding.parse(spec))
        return
    lowered = lower(program, Encoding.parse(spec))
    assert lowered.encoding.domains == encoding
    sign = SIGNS.get(encoding, "=")
    own = [each for each in names_of(lowered.cnf) if each.startswith("s[") and "has" not in each]
    assert own and all(sign in each for each in own)
    wanted = right(name, 2)
    for by_names in (False, True):
        found = boards(program, spec, by_names)
        assert len(found) == len(set(found)) and set(found) == wanted


def test_values_of_its_own_are_compared_with_values_of_all_elements() -> None:
    program = program_of("""genre bound {
  var s : cell -> 0..9;
  var t : cell -> 0..9;
  rule few { for c in cells { s[c] + 6 <= 9; } }
  rule same { for c in cells { s[c] = t[c]; } for l in links { s[a(l)] != t[b(l)]; } }
  show s, t;
}
puzzle "p" is bound { topology square; board
...
end
}
""")
    assert program.domains["s"].allowed is not None and program.domains["t"].allowed is None
    some = [b for b in product(range(4), repeat=3) if b[0] != b[1] != b[2]]
    for encoding in ("direct", "order", "log"):
        assert sorted(boards(program, f"domains={encoding}", False)) == [(*b, *b) for b in some]


def test_a_preset_is_not_refused_for_many_values() -> None:
    program = program_of(GENRE.format(values="column_of(c)..20", most=2, more=""))
    assert lower(program, Encoding.parse("thesis")).encoding.domains == "s:direct+t:thesis"
