"""A formula has a bound, which is kept before its clauses are made."""

from __future__ import annotations

from typing import Any

import pytest

from nlc.encode import lower as lowering
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.loading import parse_puzzles


def program(items: str, size: int, **options: Any) -> Program:
    board = "\n".join([" ".join("." * size)] * size)
    text = (
        f"genre g {{\n{items}\nshow x;\n}}\n"
        f'puzzle "p" is g {{\ntopology square;\nboard\n{board}\nend\n}}\n'
    )
    (puzzle,), _ = parse_puzzles(Source("t.nl", text), **options)
    return elaborate(puzzle)


@pytest.mark.slow
def test_a_few_lines_that_take_billions_of_literals_are_refused() -> None:
    items = "var x : cell -> bool; rule r { for u, v in cells { at least 2 of x[cells]; } }"
    with pytest.raises(UserError) as caught:
        lower(program(items, 16), Encoding.parse("default"))
    (item,) = caught.value.diagnostics
    assert item.message == "rule 'r' takes the formula to 4.3e+09 literals, more than 2.0e+08"
    assert item.span is not None
    assert item.hint is not None and "--max-instances 427819008 allows as many" in item.hint


@pytest.mark.parametrize(
    ("items", "encoding", "who"),
    [
        ("var x : cell -> bool; rule r { exactly 4 of x[cells]; }", "default", "rule 'r'"),
        (
            "var x : cell -> 1..8; rule r { for u, v in cells where u != v { x[u] != x[v]; } }",
            "domains=log",
            "rule 'r'",
        ),
        ("var x : cell -> 1..60;", "domains=direct", "variable 'x'"),
        ("var x : link -> bool; rule r { acyclic(x); }", "acyclic=closure", "rule 'r'"),
        (
            "var x : cell -> bool; rule r { for u, v, w in cells { x[u] or x[v] or x[w]; } }",
            "default",
            "rule 'r'",
        ),
    ],
)
def test_each_kind_of_statement_keeps_the_bound(
    monkeypatch: pytest.MonkeyPatch, items: str, encoding: str, who: str
) -> None:
    made = program(items, 4, max_instances=10_000)
    spec = Encoding.parse(encoding)
    literals = lower(made, spec).cnf.literals
    monkeypatch.setattr(lowering, "MAX_INSTANCES", 1)
    made.max_instances = (literals - 1) // 10
    with pytest.raises(UserError) as caught:
        lower(made, spec)
    assert caught.value.diagnostics[0].message.startswith(f"{who} takes the formula to ")
    made.max_instances += 1
    assert lower(made, spec).cnf.literals == literals
