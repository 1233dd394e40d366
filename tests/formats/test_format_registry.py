"""The registry of formats and how ``auto`` tells them apart."""

import pytest

from nlc import formats
from nlc.lang.diagnostics import Source, UserError


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("a.nl", "2 1\n11\n", "nl"),
        ("a.flow", "2 1\n11\n", "flow"),
        ("a.txt", '// a comment\npuzzle "x" is y {}', "nl"),
        ("<stdin>", 'use "numberlink.nl";', "nl"),
        ("a.txt", "genre g { }", "nl"),
        ("a.txt", "# comment\n\n 3 2 \n1..\n..1\n", "text"),
        ("a.txt", "3 2\nbroken", "text"),
        ("a.txt", "3 2 0 0 1 1\n", "thesis"),
        ("a.txt", "# comment\n3 2 0\n", "thesis"),
        ("a.txt", "A..\n..A\nB.B\n", "flow"),
        ("a.txt", "genre\nuse..\n.....\n.....\n.....\n", "flow"),
        ("a.txt", "111\n222\n333\n", "flow"),
    ],
)
def test_detects_by_extension_and_then_by_content(path, text, name):
    assert formats.detect(path, text) == name


@pytest.mark.parametrize("text", ["hello world\n", "{}", "....\n....\n....\n....\n", "A"])
def test_an_unknowable_text_is_refused_with_the_list_of_formats(text):
    with pytest.raises(UserError) as caught:
        formats.detect("a.txt", text)
    assert "nl, text, thesis, flow" in (caught.value.diagnostics[0].hint or "")


def test_an_empty_file_is_refused_as_such():
    with pytest.raises(UserError, match="nothing in it"):
        formats.detect("a.txt", " \n")


def test_a_misspelt_format_is_answered_with_the_near_one():
    with pytest.raises(UserError) as caught:
        formats.get("theses")
    assert caught.value.diagnostics[0].hint == "did you mean 'thesis'?"


def test_every_format_is_found_by_its_own_name():
    assert [formats.get(name).name for name in formats.names()] == list(formats.names())


def test_the_language_is_not_imported():
    with pytest.raises(ValueError, match=r"nlc\.lang"):
        formats.read_puzzles(Source("a.nl", ""), "nl")
