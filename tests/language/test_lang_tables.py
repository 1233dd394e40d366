"""The grammar's tables: free of conflicts, cached, and safe from what others put into the cache."""

import logging
from collections.abc import Iterator
from functools import cache as kept
from pathlib import Path

import pytest

from nlc.language import tables as tables_module
from nlc.language.tables import Tables, compute, tables

GRAMMAR = (Path(__file__).parents[2] / "grammar" / "nl.lark").read_text(encoding="utf-8")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder, and no tables in memory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tables.cache_clear()
    yield tmp_path / "nlc"
    tables.cache_clear()


@kept
def computed() -> Tables:
    """Return the tables of the grammar, which take a while to compute."""
    return compute(GRAMMAR)


def reread() -> Tables:
    tables.cache_clear()
    return tables()


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
        Lark(GRAMMAR, parser="lalr", lexer="basic", debug=True)
        assert "conflict" not in caplog.text
    finally:
        logger.setLevel(previous)
        logger.removeHandler(caplog.handler)


@pytest.mark.slow
def test_cached_tables_are_the_computed_ones(cache: Path) -> None:
    computed = tables()
    assert len(list(cache.iterdir())) == 1
    cached = reread()
    assert cached.states == computed.states
    assert [tuple(p) for p in cached.productions] == [
        (*p[:3], list(p.slots)) for p in computed.productions
    ]
    assert cached[2:5] == computed[2:5]


@pytest.mark.sample(4)
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe\x00", b"00000000\n{}", b"abc\n[1, 2]"])
def test_a_broken_or_foreign_cache_file_is_replaced(
    cache: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    asked = []

    def compute_again(grammar: str) -> Tables:
        asked.append(grammar)
        return computed()

    monkeypatch.setattr(tables_module, "compute", compute_again)
    tables()
    (path,) = cache.iterdir()
    good = path.read_bytes()
    for broken in (content, good[:-100]):
        path.write_bytes(broken)
        assert reread().states == computed().states
        assert path.read_bytes() == good
    assert asked == [GRAMMAR] * 3


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert reread().states == computed().states
    tables.cache_clear()


@pytest.mark.slow
def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert tables_module.cache_folder() is None
    assert reread().states
    tables.cache_clear()
