"""What is asked of the terminal before something is written to it."""

import io

import pytest

from nlc.cli.console import use_color, use_unicode


class Stream(io.TextIOWrapper):
    """A stream with an encoding that is or is not a terminal."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_a_terminal_gets_colour_and_a_pipe_does_not():
    assert use_color(Stream("utf-8", True))
    assert not use_color(Stream("utf-8", False))


@pytest.mark.parametrize(("value", "colored"), [("1", False), ("", True)])
def test_no_color_counts_unless_it_is_empty(monkeypatch, value, colored):
    monkeypatch.setenv("NO_COLOR", value)
    assert use_color(Stream("utf-8", True)) is colored


def test_a_dumb_terminal_gets_neither_colour_nor_box_drawing(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert not use_color(Stream("utf-8", True))
    assert not use_unicode(Stream("utf-8", True))


@pytest.mark.parametrize(
    ("encoding", "able"), [("utf-8", True), ("ascii", False), ("cp850", False)]
)
def test_the_encoding_decides_on_box_drawing(encoding, able):
    assert use_unicode(Stream(encoding, True)) is able
    assert use_unicode(Stream(encoding, False)) is able


def test_a_stream_without_an_encoding_takes_ascii():
    assert not use_unicode(io.StringIO())
