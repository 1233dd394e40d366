"""Encoding specs as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nlc
from nlc.encode.spec import (
    AUTO,
    NONE,
    PRESETS,
    Encoding,
    choices,
    format_numbers,
    format_readings,
    parse_numbers,
    parse_readings,
)
from nlc.errors import UserError
from nlc.ir.passes import parse, spec_of

PARTS = {part: names for part, names in choices().items() if part != "numberlink"}

passes = st.lists(
    st.sampled_from(["fold", "fold:rounds=2", "drop-optional", "permutations:most=9", AUTO]),
    min_size=1,
).map("+".join)
words = st.from_regex("[a-z0-9_]{1,8}", fullmatch=True)
domains = st.dictionaries(
    st.from_regex("[A-Za-z_][A-Za-z0-9_]{0,7}", fullmatch=True),
    st.sampled_from(PARTS["domains"]),
    min_size=1,
).flatmap(
    lambda named: st.sampled_from(["", "log+", "auto+"]).map(
        lambda first: first + "+".join(f"{name}:{each}" for name, each in named.items())
    )
)
readings = st.lists(
    st.lists(st.tuples(words, words), min_size=1, max_size=3).map(tuple), min_size=1, max_size=3
).map(tuple)
puzzles = st.lists(st.integers(1, 200), min_size=1, unique=True).map(sorted).map(tuple)
by_rule = st.builds(
    Encoding,
    **{part: st.sampled_from(names) for part, names in PARTS.items() if part != "domains"}
    | {"passes": passes},
    domains=st.sampled_from(PARTS["domains"]) | domains,
    readings=st.sampled_from([AUTO, NONE, "strictest"]) | readings.map(format_readings),
    puzzles=st.just("alone") | puzzles.map(format_numbers),
)
encodings = by_rule | st.builds(Encoding, numberlink=st.sampled_from(choices()["numberlink"]))


@pytest.mark.slow
@given(encodings)
def test_the_text_of_an_encoding_parses_back(encoding: Encoding) -> None:
    assert Encoding.parse(str(encoding)) == encoding


@pytest.mark.slow
@given(encodings)
def test_the_short_text_leaves_out_what_a_single_small_puzzle_gets(encoding: Encoding) -> None:
    assert set(encoding.short().split(",")) <= set(str(encoding).split(","))


@pytest.mark.slow
@given(by_rule, st.permutations(sorted(PARTS)), st.sets(st.sampled_from(sorted(PARTS))))
def test_parts_may_come_in_any_order_and_be_left_out(
    encoding: Encoding, order: list[str], left_out: set[str]
) -> None:
    given_parts = [part for part in order if part not in left_out]
    text = ",".join(f"{part}={getattr(encoding, part)}" for part in given_parts)
    if given_parts:
        default = Encoding()
        expected = {p: getattr(default if p in left_out else encoding, p) for p in PARTS}
        assert Encoding.parse(text) == Encoding(**expected)


@pytest.mark.slow
@given(passes.filter(lambda text: AUTO not in text))
def test_the_text_of_passes_parses_back(text: str) -> None:
    assert parse(spec_of(parse(text))) == parse(text)
    assert spec_of(parse("fold:rounds=4")) == "fold"


@pytest.mark.slow
@given(readings)
def test_the_text_of_readings_parses_back(found: tuple[tuple[tuple[str, str], ...], ...]) -> None:
    assert parse_readings(format_readings(found)) == found


@given(puzzles)
def test_the_text_of_numbers_parses_back(found: tuple[int, ...]) -> None:
    assert parse_numbers(format_numbers(found)) == found


def test_numbers_at_equal_steps_are_one_run() -> None:
    assert format_numbers([1, 2, 3, 4]) == "1-4"
    assert format_numbers([2, 4, 6, 8, 9]) == "2-8:2/9"
    assert format_numbers([1, 2]) == "1-2"
    assert format_numbers([1, 5]) == "1/5"
    assert format_numbers([7]) == "7"


def test_the_default_names_what_every_formula_has() -> None:
    assert str(Encoding()) == "cardinality=auto,acyclic=auto"
    assert str(Encoding(passes="fold")) == "cardinality=auto,acyclic=auto,passes=fold"
    named = Encoding(passes="fold", lazy="none", readings="none")
    assert str(named).endswith(",acyclic=auto,passes=fold,lazy=none,readings=none")
    assert named.short() == str(Encoding())
    assert str(Encoding(numberlink="edge-path")) == "numberlink=edge-path"
    assert Encoding.parse("numberlink=none") == Encoding()


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_known_by_name(name: str) -> None:
    assert Encoding.parse(name) == Encoding.parse(PRESETS[name])


def test_presets_can_be_changed() -> None:
    assert Encoding.parse("direct, acyclic=order") == Encoding("direct", "auto", "order")
    assert Encoding.parse("thesis,acyclic=lazy") == Encoding(
        "thesis", "binomial", "lazy", "drop-optional"
    )
    assert Encoding.parse("edge-path,numberlink=path-position") == Encoding.parse("path-position")


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("domains", "direct"),
        ("cardinality", "binomial"),
        ("acyclic", "order"),
        ("passes", "none"),
        ("passes", "parity"),
        ("lazy", "rows"),
        ("readings", "touch:false"),
        ("puzzles", "1-2"),
    ],
)
def test_an_encoding_of_a_whole_puzzle_leaves_no_choice_of_other_parts(
    part: str, name: str
) -> None:
    with pytest.raises(UserError) as caught:
        Encoding.parse(f"edge-path,{part}={name}")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == (
        f"numberlink=edge-path encodes the whole puzzle, and leaves no choice of '{part}'"
    )
    assert diagnostic.hint == f"leave out {part}={name}"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("domains=lgo", "there is no encoding 'domains=lgo'", "did you mean 'log'?"),
        (
            "cardinality=seqcuonter",
            "there is no encoding 'cardinality=seqcuonter'",
            "'seqcounter'?",
        ),
        ("acyclic=zzz", "there is no encoding 'acyclic=zzz'", "known: auto, "),
        ("passes=fodl", "there is no pass 'fodl'", "did you mean 'fold'?"),
        ("passes=failed-pairs+fold", "nlc no longer has the pass 'failed-pairs'", "leave it out"),
        ("passes=fold:round=2", "the pass 'fold' has no option 'round'", "'rounds'?"),
        ("passes=parity:x=2", "the pass 'parity' has no option 'x'", "options: none"),
        ("passes=fold:rounds=two", "'rounds' of the pass 'fold' is a number, not 'two'", ""),
        ("passes=fold:rounds=1:rounds=2", "the pass 'fold' has its option 'rounds' twice", ""),
        ("passes=merge", "programs are merged by the parts 'readings' and 'puzzles'", "readings="),
        ("lazy=row", "there is no encoding 'lazy=row'", "did you mean 'rows'?"),
        ("readings=touch=false", "'touch=false' is not a reading of the rules", "touch:false"),
        ("puzzles=0", "'0' is not a list of puzzles", "puzzles=1-4"),
        ("puzzles=4-1", "'4-1' is not a list of puzzles", "puzzles=1-4"),
        ("numberlink=egde-path", "there is no encoding 'numberlink=egde-path'", "'edge-path'?"),
        ("domain=log", "an encoding has no part 'domain'", "did you mean 'domains'?"),
        ("product", "no encoding is called 'product'", "write cardinality=product"),
        ("domains=log,product", "an encoding has no part 'product'", "write cardinality=product"),
        ("dircet", "no encoding is called 'dircet'", "did you mean 'direct'?"),
        ("thesys", "no encoding is called 'thesys'", "did you mean 'thesis'?"),
        ("", "no encoding is called ''", "known: default, direct, log"),
        ("domains=log,domains=direct", "the encoding gives 'domains' twice", ""),
        ("labels=log", "an encoding has no part 'labels'", "write domains=log"),
        ("fold=yes", "an encoding has no part 'fold'", "write passes=fold"),
        ("labels", "no encoding is called 'labels'", "known: default"),
    ],
)
def test_mistakes_are_told_with_a_hint(text: str, message: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        Encoding.parse(text)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.message == message
    assert hint in (diagnostic.hint or "")


@pytest.mark.parametrize("spec", ["default", "direct", "domains=log", "direct,acyclic=order"])
def test_a_program_without_finite_domains_has_no_encoding_of_them(spec: str) -> None:
    (puzzle,) = nlc.loads('puzzle "p" is slitherlink { topology square; board\n2 2\n2 2\nend }')
    used = str(nlc.compile(puzzle, spec).encoding)
    assert "domains" not in used
    assert str(nlc.compile(puzzle, used).encoding) == used
