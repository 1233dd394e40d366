"""Whatever is typed ends in checked boards, in "no solution", or in a diagnostic."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.puzzles import driver

from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.errors import Diagnostics, Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.language.types import check
from nlc.solving.question import Question
from nlc.solving.run import answer_of

GRAMMAR = Path(__file__).parents[2] / "grammar"
NUMBERLINK, MULTILINK, SLITHERLINK = (
    re.sub(r"//.*", "", (GRAMMAR / f"{name}.nl").read_text(encoding="utf-8"))
    for name in ("numberlink", "multilink", "slitherlink")
)
HOUSE = """
  let near(c) = {other(l, c) for l in links(c)};
  let busy = {c for c in cells where count near(c) > 2};
  rule house "a bit of everything" {
    for c in cells, d in near(c) where has label(c) and not has label(d) {
      let l = link(c, d);
      if degree(d) = 2 { line[l] implies color[d] = label(c); }
      else {
        line[l] or odd of line[links(d)]
          or none of {color[e] = label(c) for e in near(d) where e != c};
      }
      has opposite(l, d) and line[opposite(l, d)] implies not (line[l] iff color[d] != color[c]);
    }
    at least 1 of {color[c] = "A" for c in busy};
    count {c for c in busy if color[c] = "A"} <= 9;
    runs({has color[e] for e in busy}, "1,2") or not runs(line[links(r1c1)], "3,0");
    all of {line[l] or not line[l] for l in links if any of line[links(a(l))]};
  }
"""
BOARDS = [
    'puzzle "n" is numberlink { topology square; set cover = false; board\nA . B\n. . .\nA # B\nend'
    + HOUSE
    + "}",
    'puzzle "h" is numberlink { topology hex; set touch = false; set cover = false; board\n'
    "  1 .\n . . .\n  . 1\nend\n}",
    'puzzle "w" is multilink { topology square(wrap=horizontal); set branch = true; board\nA . A\n'
    ". . A\nend\nwall r1c1|r1c2; }",
    'puzzle "b" is multilink { topology square; set cover = false; legend { "+" = bridge; } board\n'
    ". A .\nB + B\n. A .\nend\nwarp r1c1|r3c3; }",
    'puzzle "g" is numberlink { topology graph { cells p q x y; links p-q q-x x-y p-y; } '
    "mark label = 1 at p, x; set cover = false; }",
    'puzzle "s" is slitherlink { topology square; board\n3 . .\n. 2 .\nend\n}',
    'puzzle "p" is slitherlink { topology triangle(first=up); set full = true; board\n. 1 .\nend\n'
    "mark port = inlet at r1c1.corner(N); mark port = outlet at r1c3.corner(SE); }",
]
TEXTS = [
    *BOARDS,
    *(NUMBERLINK + board for board in (BOARDS[0], BOARDS[1], BOARDS[4])),
    *(NUMBERLINK + MULTILINK + board for board in BOARDS[2:4]),
    *(SLITHERLINK + board for board in BOARDS[5:]),
]
TOKENS = re.compile(r"\s+|\w+|.")
SPECS = ("domains=log,acyclic=lazy", "domains=direct,acyclic=auto,passes=none", "acyclic=order")


def run(text: str, spec: str) -> str:
    """Go the whole way; return what came of it."""
    try:
        loaded = load(Source("t.nl", text))
        diagnostics = Diagnostics()
        for case in loaded.puzzles:
            check(case.rules, case, diagnostics)
        diagnostics.raise_errors()
        outcomes = []
        for case in loaded.puzzles:
            program = elaborate(case)
            lowered = lower(program, Encoding.parse(spec), IN_PROCESS)
            result = answer_of(program, lowered, driver("pysat:minisat22"), Question(3), Limits())
            assert result.status in ("SATISFIABLE", "UNSATISFIABLE"), result.message
            outcomes.append(result.status)
    except UserError as error:
        assert error.diagnostics
        assert all(item.render() for item in error.diagnostics)
        return "diagnostic"
    return " ".join(outcomes)


@pytest.mark.slow
def test_every_text_is_fine_before_it_is_mutated():
    for text in TEXTS:
        for spec in SPECS:
            assert "SATISFIABLE" in run(text, spec).split(), text


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A valid text with a few tokens deleted, doubled, swapped or replaced by others."""
    parts = TOKENS.findall(draw(st.sampled_from(TEXTS)))
    words = [i for i, part in enumerate(parts) if not part.isspace()]
    for _ in range(draw(st.integers(1, 3))):
        i, j = (words[draw(st.integers(0, len(words) - 1))] for _ in range(2))
        match draw(st.sampled_from(["delete", "double", "swap", "copy", "copy"])):
            case "delete":
                parts[i] = ""
            case "double":
                parts[i] += " " + parts[i]
            case "swap":
                parts[i], parts[j] = parts[j], parts[i]
            case _:
                parts[i] = parts[j]
    return "".join(parts)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(mutants(), st.sampled_from(SPECS))
def test_a_mutated_puzzle_ends_in_checked_boards_or_a_diagnostic(text: str, spec: str) -> None:
    run(text, spec)
