"""The forms of proof files, and what is wrong with malformed ones."""

from __future__ import annotations

import io

import pytest
from support.proofs import drat, lrat, proof_of

from nlc.errors import UserError
from nlc.proof.files import ProofFile, parse_proof, write_drat, write_lrat
from nlc.proof.steps import Addition, Deletion, Drat, Lrat

STEPS = [(True, [-63, -8193]), (False, [129, -8191]), (False, [])]


def test_text_and_binary_drat_are_the_same_steps():
    text = drat("d -63 -8193 0\n129 -8191 0\n0\n")
    binary = drat(bytes.fromhex("647f838001006182 02ff7f00 6100"))
    assert list(text.steps()) == list(binary.steps()) == STEPS
    assert [text.place(1), binary.place(1)] == ["step 2 (line 2)", "step 2 (byte 6)"]


@pytest.mark.parametrize(
    "text",
    [
        "c d 1 2\r\nd -63 -8193 0\r\n129 -8191 0\r\n0\r\n",
        "  c a comment\nd  -63\n-8193 0 129\t-8191 0\nc\n0",
        "\n\nd -63 -8193 0 129 -8191 0 0",
    ],
)
def test_comments_blanks_and_line_ends_do_not_matter(text):
    assert list(drat(text).steps()) == STEPS


def test_a_binary_proof_is_known_by_all_of_it_and_not_by_its_first_bytes():
    # 'd', then literals that are spelt like digits and blanks, as far as drat-trim looks.
    literals = b"0123456789 " * 2
    proof = drat(b"d" + literals + b"\0a\0")
    assert [delete for delete, _ in proof.steps()] == [True, False]


def test_an_empty_file_is_a_proof_of_no_steps():
    for data in (b"", b"\n", b"c nothing\n"):
        assert len(drat(data)) == 0


def test_lrat_is_known_by_its_first_line():
    proof = lrat("c by hand\n9 -1 0 5 6 -2 3 0\n9 d 5 6 0\n10 0 9 1 0\n")
    assert proof.steps == [
        Addition(9, (-1,), (5, 6, -2, 3), 2),
        Deletion((5, 6), 3),
        Addition(10, (), (9, 1), 4),
    ]
    assert isinstance(proof_of("9 d 1 2 0\n10 0 3 0\n"), Lrat)
    assert isinstance(proof_of("d 1 2 0\n3 0\n"), Drat)
    assert isinstance(proof_of("-1 0\n0\n"), Drat)


def test_lrat_is_written_as_drat_without_hints_and_deletions_of_units():
    proof = lrat("5 2 0 1 2 0\n5 d 1 2 0\n6 -2 0 3 4 0\n6 d 5 9 0\n7 0 5 6 0\n")
    stream = io.BytesIO()
    write_drat([[1, 2], [-1, 2], [1, -2], [-1, -2]], proof, stream)
    assert stream.getvalue().decode() == "2 0\nd 1 2 0\nd -1 2 0\n-2 0\n0\n"


def test_lrat_is_read_as_it_was_written():
    text = "9 -1 0 5 6 -2 3 0\n9 d 5 6 0\n10 0 9 1 0\n"
    stream = io.BytesIO()
    write_lrat(lrat(text), stream)
    assert stream.getvalue().decode() == text


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("1 2 0\n3 x 0\n", "2:3", "not an integer: x"),
        ("1 2 0\n3 - 4 0\n", "2:3", "not an integer: -"),
        ("1 2 0\n3 4\n", "2:1", "the proof ends inside this step"),
        ("1 2 0\n3 d 4 0\n", "2:5", "'d' inside a clause"),
        ("1 2 0\nd1 2 0\n", "2:1", "'d' is not a word of its own"),
        ("1 2 0\nd", "2:1", "'d' without a clause"),
        ("d d 2 0\n", "1:1", "'d' without a clause"),
        ("1 2147483648 0\n", "1:3", "2147483648 is not a literal"),
        ("9 1 0 5 0\n10 2 0 5\n", "2:1", "the proof ends inside this step"),
        ("9 1 0 5 0\n0 2 0 5 0\n", "2:1", "a line starts with an id, not 0"),
        ("9 1 0 5 0\n10 2 d 0 5 0\n", "2:8", "'d' belongs after the id"),
        ("9 1 0 5 0\nd 2 0 5 0\n", "2:3", "'d' belongs after the id"),
        ("9 1 0 5 0\n9 d 2 -5 0\n", "2:1", "a deleted clause has an id below 0"),
        ("9 2147483648 0 5 0\n", "1:1", "a number that is not a literal"),
        ("1 -9223372036854775808 0\n", "1:3", "this number is not a literal"),
        (f"1 {10**30} 0\n", "1:3", "this number is not a literal"),
        ("9 1 0 5 0\n9223372036854775807 0 5 0\n", "2:1", "this number is too large for an id"),
        ("9 1 0 99999999999999999999 0\n", "1:7", "this number is too large for an id"),
        ("9 1 0 5 -9223372036854775808 0\n", "1:9", "this number is too large for an id"),
    ],
)
def test_a_malformed_text_is_refused_where_it_is_wrong(text, place, message):
    with pytest.raises(UserError) as caught:
        proof_of(text)
    rendered = caught.value.diagnostics[0].render()
    assert rendered.startswith(f"proof:{place}: ")
    assert message in rendered


@pytest.mark.parametrize(
    ("data", "byte", "message"),
    [
        ("6102006202 00", 3, "expected 'a' or 'd'"),
        ("610200 6102", 3, "the proof ends inside this step"),
        ("610200 6182", 4, "the proof ends inside a number"),
        ("610200 00", 3, "expected 'a' or 'd'"),
        ("6101 00", 1, "this is not a literal"),
        ("61 ffffffffff01 00", 1, "this number is too long"),
        ("61 8080808010 00", 1, "2147483648 is not a literal"),
    ],
)
def test_a_malformed_binary_is_refused_at_the_byte_that_is_wrong(data, byte, message):
    with pytest.raises(UserError) as caught:
        proof_of(bytes.fromhex(data))
    assert caught.value.diagnostics[0].message == f"proof, byte {byte}: {message}"


def test_binary_lrat_is_refused_by_name():
    with pytest.raises(UserError, match="programs disagree on what binary LRAT is"):
        parse_proof(ProofFile("out.lrat.gz", b"a\x12\x00\x02\x00"))
