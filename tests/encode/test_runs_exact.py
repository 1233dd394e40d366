"""Encodings of runs against brute force, and the automaton that they are made from."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from encode.template_models import numbers_of_models, stamped
from support.puzzles import program_of

from nlc.encode.lower import lower
from nlc.encode.policy import STATIC
from nlc.encode.runs import REGISTRY, RunsEncoding
from nlc.encode.spec import Encoding
from nlc.encode.tables import Strength, runs_strengths
from nlc.ir.runs import Lengths, fits, has_runs, lengths_of

COMPLETE, WEAK = Strength(True, True), Strength(True, False)

STRENGTHS = {"automaton": COMPLETE, "diagram": WEAK, "order": WEAK, "starts": COMPLETE}


def plain_lengths(row: tuple[bool, ...], ring: bool) -> Lengths:
    """Return the lengths of runs as the manual tells them."""
    text = "".join("x" if held else " " for held in row)
    if ring and " " in text:
        first = text.index(" ")
        text = text[first:] + text[:first]
    found = [len(run) for run in text.split()]
    return tuple(sorted(found)) if ring else tuple(found)


def rows(n: int) -> list[tuple[bool, ...]]:
    return list(itertools.product((False, True), repeat=n))


@pytest.mark.parametrize("name", REGISTRY.names())
@pytest.mark.parametrize("n", range(1, 7))
def test_a_template_has_one_model_for_each_row_with_the_runs(n: int, name: str) -> None:
    encoding = REGISTRY.get(name)
    for ring in (False, True):
        if encoding.refusal(ring) is not None:
            assert ring and name in ("order", "starts")
            continue
        for lengths in {plain_lengths(row, ring) for row in rows(n)}:
            template = encoding.template(n, lengths, ring)
            found = numbers_of_models(stamped(template), n)
            assert found == {row: plain_lengths(row, ring) == lengths for row in rows(n)}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ["automaton", "diagram"])
@pytest.mark.parametrize("ring", [False, True])
@pytest.mark.parametrize("n", range(1, 7))
def test_a_run_of_unknown_length_is_any_run(n: int, ring: bool, name: str) -> None:
    of = {row: plain_lengths(row, ring) for row in rows(n)}
    unknown = {
        tuple(sorted(some) if ring else some)
        for lengths in of.values()
        for some in itertools.product(*({0, length} for length in lengths))
        if 0 in some
    }
    for lengths in unknown:
        # Round a ring the runs may stand in any order.
        orders = list(itertools.permutations(lengths)) if ring else [lengths]
        right = {
            row: any(
                len(found) == len(order)
                and all(wanted in (0, x) for wanted, x in zip(order, found, strict=True))
                for order in orders
            )
            for row, found in of.items()
        }
        template = REGISTRY.get(name).template(n, lengths, ring)
        assert numbers_of_models(stamped(template), n) == right
        assert {row: has_runs(np.array(row), ring, lengths) for row in of} == right
        unsure = np.zeros(n, np.bool_), np.ones(n, np.bool_)
        assert fits(lengths, ring, *unsure) == any(right.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY.names())
def test_an_encoding_has_its_measured_strength(name: str) -> None:
    encoding: RunsEncoding = REGISTRY.get(name)
    found = runs_strengths(encoding, 5)
    assert (
        Strength(all(x.conflicts for x in found), all(x.forced for x in found)) == (STRENGTHS[name])
    )


@pytest.mark.slow
@pytest.mark.parametrize("ring", [False, True])
def test_runs_of_rows_and_of_open_rows_are_those_of_brute_force(ring: bool) -> None:
    for n in range(6):
        of = {row: plain_lengths(row, ring) for row in rows(n)}
        assert {row: lengths_of(np.array(row, np.bool_), ring) for row in of} == of
        for known in itertools.product((None, False, True), repeat=n):
            held = np.array([each is True for each in known], np.bool_)
            possible = np.array([each is not False for each in known], np.bool_)
            left = {
                lengths
                for row, lengths in of.items()
                if all(each in (None, x) for each, x in zip(known, row, strict=True))
            }
            for lengths in {*of.values(), (n + 1,), (1, 2), (1, 1, 1)}:
                assert fits(lengths, ring, held, possible) == (lengths in left)


STRIPES = """
genre stripes {{
  given clue : line -> list of 0..9?;
  given bar : cell -> bool;
  var dark : cell -> bool;
  rule runs {{ for l in lines where has clue(l) {{ {rule} }} }}
  show dark;
}}
puzzle "p" is stripes {{
  topology square;
  board
    . . . .
  end
  mark clue = "1,1" at r1c1.line(E);
  mark bar at r1c2;
}}
"""


@pytest.mark.parametrize("name", REGISTRY.names())
@pytest.mark.parametrize(
    ("rule", "boards"),
    [
        ("runs(dark[cells(l)], clue(l));", 3),
        ("runs({dark[c] and not bar(c) for c in cells(l)}, clue(l));", 4),
        ("runs({dark[c] or bar(c) for c in cells(l)}, clue(l));", 2),
        ("runs({c for c in cells(l) if dark[c]}, clue(l));", 3),
        ("runs({dark[r1c1], dark[r1c2], not dark[r1c1], dark[r1c4]}, clue(l));", 2),
        ("dark[r1c1] implies runs(dark[cells(l)], clue(l));", 10),
        ("if count clue(l) = 2 and sum clue(l) = 2 { runs(dark[cells(l)], clue(l)); }", 3),
        ("for k in clue(l) { at least k of dark[cells(l)]; } first(clue(l)) = 1;", 15),
        ('runs(dark[cells(l)], "0") or 3 in clue(l) or clue(l) != clue(l);', 1),
    ],
)
def test_conditions_of_all_kinds_have_runs(rule: str, boards: int, name: str) -> None:
    program = program_of(STRIPES.format(rule=rule))
    lowered = lower(program, Encoding.parse(f"runs={name}"), STATIC)
    clauses = [c for block in lowered.cnf.blocks for c in block.clauses.tolist()]
    projection = lowered.cnf.projection.tolist()
    assert projection == [1, 2, 3, 4]
    assert sum(map(bool, numbers_of_models(clauses, 4, 1).values())) == boards


def test_a_spec_names_the_encoding_of_runs_where_a_rule_asks_for_it() -> None:
    program = program_of(STRIPES.format(rule="runs(dark[cells(l)], clue(l));"))
    assert "runs=order" in str(lower(program, Encoding(), STATIC).encoding)
    other = program_of(STRIPES.format(rule="exactly 2 of dark[cells(l)];"))
    assert "runs" not in str(lower(other, Encoding(), STATIC).encoding)
