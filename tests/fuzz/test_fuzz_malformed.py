"""Damaged files: readers survive them, and what does not is found."""

from __future__ import annotations

import time

import pytest
from fuzzing import malformed
from fuzzing.command import main
from fuzzing.findings import Tally
from fuzzing.good_files import READERS
from fuzzing.malformed import Document, judge_document


def faults(document: Document) -> list[str]:
    return [fault.kind for fault in judge_document(document, Tally())]


@pytest.mark.slow
def test_a_run_tries_every_reader(tmp_path, capfd):
    words = ["--kind", "malformed", "--cases", "75", "--out", str(tmp_path)]
    assert main(words) == 0, capfd.readouterr().out
    out = capfd.readouterr().out
    assert all(f"{reader} " in out for reader in READERS)
    assert list(tmp_path.iterdir()) == []


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
