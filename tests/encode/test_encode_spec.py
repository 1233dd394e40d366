"""Encoding specs as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc.encode.spec import PRESETS, WHOLE_NONE, Encoding, choices
from nlc.errors import UserError

PARTS = {part: names for part, names in choices().items() if part != "whole"}

by_rule = st.builds(Encoding, **{part: st.sampled_from(names) for part, names in PARTS.items()})
encodings = by_rule | st.builds(Encoding, whole=st.sampled_from(choices()["whole"]))


@given(encodings)
def test_the_text_of_an_encoding_parses_back(encoding: Encoding) -> None:
    assert Encoding.parse(str(encoding)) == encoding


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


def test_the_default_is_printed_in_full() -> None:
    assert str(Encoding()) == "labels=log,count=auto,acyclic=auto"


def test_parts_that_are_off_by_default_are_told_only_where_they_are_on() -> None:
    assert str(Encoding(fold="no")) == "labels=log,count=auto,acyclic=auto,fold=no"
    assert str(Encoding(redundant="parity")).endswith(",acyclic=auto,redundant=parity")
    assert str(Encoding(whole="edge-path")) == "whole=edge-path"
    assert Encoding.parse("whole=none") == Encoding()


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_known_by_name(name: str) -> None:
    assert Encoding.parse(name) == Encoding.parse(PRESETS[name])


def test_presets_can_be_changed() -> None:
    assert Encoding.parse("direct, acyclic=order") == Encoding("direct", "auto", "order")
    assert Encoding.parse("thesis,acyclic=lazy") == Encoding(
        "thesis", "binomial", "lazy", "presence"
    )
    assert Encoding.parse("edge-path,whole=path-position") == Encoding.parse("path-position")


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("labels", "direct"),
        ("count", "binomial"),
        ("acyclic", "order"),
        ("fold", "no"),
        ("redundant", "parity"),
    ],
)
def test_a_whole_encoding_leaves_no_choice_of_other_parts(part: str, name: str) -> None:
    with pytest.raises(UserError) as caught:
        Encoding.parse(f"edge-path,{part}={name}")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == (
        f"whole=edge-path states the whole puzzle, and leaves no choice of '{part}'"
    )
    assert diagnostic.hint == f"leave out {part}={name}"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("labels=lgo", "no labels encoding is called 'lgo'", "did you mean 'log'?"),
        ("count=seqcuonter", "no count encoding is called 'seqcuonter'", "'seqcounter'?"),
        ("acyclic=zzz", "no acyclic encoding is called 'zzz'", "known: auto, closure"),
        ("fold=maybe", "no fold encoding is called 'maybe'", "known: yes, presence, no"),
        ("whole=egde-path", "no whole encoding is called 'egde-path'", "did you mean 'edge-path'?"),
        ("label=log", "an encoding has no part 'label'", "did you mean 'labels'?"),
        ("dircet", "no encoding is called 'dircet'", "did you mean 'direct'?"),
        ("thesys", "no encoding is called 'thesys'", "did you mean 'thesis'?"),
        ("", "no encoding is called ''", "known: default, direct, log"),
        ("labels=log,labels=direct", "the encoding gives 'labels' twice", ""),
        ("labels", "no encoding is called 'labels'", "known: default"),
    ],
)
def test_mistakes_are_told_with_a_hint(text: str, message: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        Encoding.parse(text)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.message == message
    assert hint in (diagnostic.hint or "")


def test_no_encoding_of_a_whole_puzzle_is_called_none() -> None:
    assert choices()["whole"].count(WHOLE_NONE) == 1
