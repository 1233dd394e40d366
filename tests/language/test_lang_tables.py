"""The grammar's tables: free of conflicts, and those that are stored."""

import logging
import subprocess
import sys

import pytest
from support.documents import ROOT


@pytest.mark.slow
def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    from lark import Lark, logger

    logger.addHandler(caplog.handler)
    previous = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        Lark("start: a\na: a a | X\nX: /x/", parser="lalr", debug=True)
        assert "Shift/Reduce conflict" in caplog.text
        caplog.clear()
        grammar = (ROOT / "grammar" / "nl.lark").read_text(encoding="utf-8")
        Lark(grammar, parser="lalr", lexer="basic", debug=True)
        assert "conflict" not in caplog.text
    finally:
        logger.setLevel(previous)
        logger.removeHandler(caplog.handler)


def test_the_tables_are_those_of_the_grammar() -> None:
    command = [sys.executable, "scripts/grammar_tables.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
