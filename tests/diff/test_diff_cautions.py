"""What is to be known of rivals: like formulas, idle parts, several changes, noise."""

from __future__ import annotations

import io
from itertools import product

import pytest
from support.comparisons import EASY
from support.puzzles import program_of

from nlc.cnf.write import write_cnf
from nlc.comparing.comparison import Total, milliseconds
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding

LOOP = 'puzzle "loop" is slitherlink {\ntopology square;\nboard\n3 . 2\n. 0 .\nend\n}\n'
JOINED = 'puzzle "joined" is hitori {\ntopology square;\nboard\n1 1\n1 2\nend\n}\n'
PLAIN = """genre g { var x : cell -> bool; rule r { for c in cells { x[c]; } } show x; }
puzzle "plain" is g { topology square; board
. .
end }"""
SPECS = [
    ",".join(part for part in parts if part) or "default"
    for parts in product(
        ("", "domains=direct"),
        ("", "acyclic=primal-dual", "acyclic=order"),
        ("", "connected=dual", "connected=arborescence"),
    )
]


def text_of(lowered):
    stream = io.BytesIO()
    write_cnf(lowered.cnf, stream, names="none")
    return [line for line in stream.getvalue().splitlines() if not line.startswith(b"c nlc")]


@pytest.mark.slow
@pytest.mark.parametrize("text", [LOOP, JOINED, EASY], ids=["loop", "joined", "paths"])
def test_like_formulas_have_one_fingerprint(text):
    program = program_of(text)
    found = [lower(program, Encoding.parse(spec)) for spec in SPECS]
    texts = [text_of(one) for one in found]
    prints = [one.fingerprint for one in found]
    assert [prints.index(one) for one in prints] == [texts.index(one) for one in texts]


@pytest.mark.parametrize(
    ("text", "spec", "idle"),
    [
        (LOOP, "connected=dual,acyclic=order", {"connected": "no rule needs it"}),
        (LOOP, "domains=direct", {"domains": "no variable has values other than true and false"}),
        (LOOP, "different=pairs", {"different": "no rule needs it"}),
        (JOINED, "acyclic=order,connected=dual", {}),
        (EASY, "domains=direct,acyclic=order,cardinality=product", {}),
        (PLAIN, "cardinality=product", {"cardinality": "no rule counts"}),
    ],
)
def test_a_part_of_a_spec_that_has_nothing_to_do_is_named_with_the_reason(text, spec, idle):
    encoding = Encoding.parse(spec)
    parts = (each.partition(": ") for each in lower(program_of(text), encoding).idle)
    assert {part.partition("=")[0]: why for part, _, why in parts} == idle


@pytest.mark.slow
def test_what_is_idle_changes_no_clause():
    for text, spec in product((LOOP, JOINED, EASY), SPECS):
        lowered = lower(program_of(text), Encoding.parse(spec))
        kept = spec
        for part in lowered.idle:
            kept = ",".join(each for each in kept.split(",") if each != part.partition(": ")[0])
        assert lower(program_of(text), Encoding.parse(kept or "default")).fingerprint == (
            lowered.fingerprint
        ), (text, spec, lowered.idle)


@pytest.mark.parametrize(
    ("own", "base", "shown"),
    [
        ([10.0, 10.1, 10.2], [20.0, 20.1, 20.2], "0.50x"),
        ([10.0, 15.0, 21.0], [20.0, 21.0, 22.0], "~1x"),
        ([10.0, 15.0, 19.0], [20.0, 30.0, 42.0], "~0.5x"),
        ([10.0], [33.0], "~0.3x"),
        ([9000.0, 9000.0], [3.0], "~3000x"),
        (12.0, 7.0, "1.71x"),
        (0.0, 0.0, "1.00x"),
        (5.0, 0.0, "+5"),
    ],
)
def test_a_ratio_has_as_many_digits_as_its_repetitions_allow(own, base, shown):
    assert Total.of(own).multiple(Total.of(base)) == shown


def test_a_time_that_is_less_than_its_repetitions_differ_by_is_marked():
    assert milliseconds([0.001, 0.0011, 0.0012]) == "1.1 (1.0-1.2)"
    assert milliseconds([0.001, 0.002, 0.009]) == "~2.0 (1.0-9.0)"
