"""What is asked of the terminal before something is written to it."""

import io

import pytest

import nlc
from nlc.cli.console import use_color, use_unicode
from nlc.render.canvas import FLOW, color_of, colors_of


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


@pytest.mark.parametrize(("value", "colored"), [("1", "bold"), ("", True)])
def test_no_color_counts_unless_it_is_empty(monkeypatch, value, colored):
    monkeypatch.setenv("NO_COLOR", value)
    assert use_color(Stream("utf-8", True)) == colored
    assert not use_color(Stream("utf-8", False))


def test_clues_are_bold_without_colours():
    (puzzle,) = nlc.loads('puzzle "p" is hitori { topology square; board\n1 1\n. 2\nend }')
    text = nlc.solve(puzzle).text(color="bold")
    assert "\x1b[1m" in text and "38;5" not in text


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


def test_letters_of_flow_free_have_its_colours_and_others_have_ours():
    assert colors_of(["R", "B", "G"]) == [FLOW["R"], FLOW["B"], FLOW["G"]]
    assert len(set(FLOW.values())) == len(FLOW)
    assert colors_of(["A", "D"]) == [color_of(0), color_of(1)]
