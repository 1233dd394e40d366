"""Damaged files: readers survive them, and what does not is found."""

from __future__ import annotations

import time
from random import Random

import pytest
from fuzzing import malformed
from fuzzing.command import main
from fuzzing.findings import Tally
from fuzzing.good_files import READERS
from fuzzing.malformed import Document, judge_document, random_document
from fuzzing.mutations import MUTATIONS, deep, long_line, many_lines, smaller_data

from nlc.errors import fail


def faults(document: Document) -> list[str]:
    return [fault.kind for fault in judge_document(document, Tally())]


@pytest.mark.slow
def test_a_run_tries_every_reader(tmp_path, capfd):
    words = ["--kind", "malformed", "--cases", "150", "--out", str(tmp_path)]
    assert main(words) == 0, capfd.readouterr().out
    out = capfd.readouterr().out
    assert all(f"{reader} " in out for reader in READERS)
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_makes_the_same_file():
    assert random_document(Random(3)) == random_document(Random(3))
    assert len({random_document(Random(seed))[0] for seed in range(30)}) > 25


@pytest.mark.parametrize("mutate", [*MUTATIONS, long_line, many_lines, deep])
def test_every_mutation_changes_a_file_and_takes_an_empty_one(mutate):
    data = b'puzzle "p" is numberlink {\n  topology square;\n}\n'
    assert any(mutate(Random(seed), data) != data for seed in range(20))
    mutate(Random(0), b"")


def _sleep(document):
    end = time.process_time() + 60
    while time.process_time() < end:
        pass


def _fill(document):
    return bytearray(2 << 30)


def _raise(document):
    raise KeyError("x")


def _flood(document):
    print("x" * 10**6)
    return 2


def _escape(document):
    print("\x1b[31m")
    return 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "kind"),
    [
        (_sleep, "slow-nl"),
        (_fill, "memory-nl"),
        (_raise, "exception-KeyError test_fuzz_malformed.py:_raise"),
        (_flood, "flood-nl"),
        (_escape, "hostile-nl"),
        (lambda document: 70, "status-nl"),
    ],
)
def test_what_a_reader_does_wrong_is_found(monkeypatch, read, kind):
    monkeypatch.setattr(malformed, "CPU_SECONDS", 0.2)
    monkeypatch.setattr(malformed, "_read", read)
    assert faults(Document("nl", b"x")) == [kind]


def test_a_user_error_is_an_answer(monkeypatch):
    def refuse(document):
        raise fail("no \u202e such file")

    monkeypatch.setattr(malformed, "_read", refuse)
    assert faults(Document("nl", b"x")) == []


def test_a_file_is_made_smaller_by_parts():
    parts = list(smaller_data(b"abcdefgh"))
    assert parts[:2] == [b"efgh", b"abcd"]
    assert parts[-1] == b"abcdefg"
