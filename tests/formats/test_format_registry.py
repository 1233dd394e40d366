"""The registry of formats and how ``auto`` tells them apart."""

import pytest

from nlc import formats
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.loading import load_puzzles


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
        ("a.txt", "genre\ngenre\n.....\n.....\n.....\n", "flow"),
        ("a.txt", "1.1\n2.2\n3.3\n", "flow"),
        ("a.txt", "# comment\n2x1t0de:30\n1:a\n", "loopy"),
        ("a.txt", "7x7t0de#12345\n", "loopy"),
        ("a.txt", "3:broken\n", "loopy"),
        ("a.txt", "https://puzz.link/p?slither/2/2/3333\n", "pzpr"),
        ("a.txt", "https://puzz.link/p?mashu/2/2/3333\n", "pzpr"),
        ("a.txt", "slither/f/2/2/3333\n", "pzpr"),
        ("a.txt", "pzprv3\nslither\n1\n1\n.\n", "pzpr"),
    ],
)
def test_detects_by_extension_and_then_by_content(path, text, name):
    assert formats.detect(path, text) == name


@pytest.mark.parametrize("text", ["hello world\n", "{}", "....\n....\n....\n....\n", "A"])
def test_an_unknowable_text_is_refused_with_the_list_of_formats(text):
    with pytest.raises(UserError) as caught:
        formats.detect("a.txt", text)
    assert f"--from: {', '.join(formats.FORMATS.names())}" in (
        caught.value.diagnostics[0].hint or ""
    )


@pytest.mark.parametrize("text", ["p cnf 1 1\n1 0\n", "c by hand\n\nc\np cnf 1 1\n1 0\n"])
def test_a_formula_is_called_so_behind_its_comments_too(text):
    with pytest.raises(UserError) as caught:
        formats.detect("a.txt", text)
    assert (caught.value.diagnostics[0].hint or "").startswith("this is a formula")


def test_an_empty_file_is_refused_as_such():
    with pytest.raises(UserError, match="the text is empty"):
        formats.detect("a.txt", " \n")


def test_a_misspelt_format_is_answered_with_the_near_one():
    with pytest.raises(UserError) as caught:
        formats.FORMATS.get("theses")
    assert caught.value.diagnostics[0].hint == "did you mean 'thesis'?"


def test_those_that_are_only_read_have_no_writer():
    forms = [form for form in formats.usable() if form.name != "nl"]
    silent = {form.name for form in forms if not (form.write or form.write_solved)}
    assert silent == {*formats.READ_ONLY}


def test_a_format_of_another_package_is_recognised_before_those_of_higher_rank(install):
    module = (
        "from nlc.formats.base import Format\n"
        "FORMAT = Format('bang', '', ('.bang',), lambda text: text[:1] == '!', None, None)\n"
    )
    install("nlc.formats", "bangs", module, bang="bangs")
    install("nlc.formats", "broken", "raise ImportError", **{"flaw": "broken", "a.dot": "bangs"})
    assert formats.detect("a.bang", "") == "bang"
    assert formats.detect("a.txt", "!") == "bang"
    assert formats.detect("a.txt", "3 2\nbroken") == "text"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("# c\n3 2\n1.1\n.2.\n", "4:2"),
        ("A.A\n.#B\n...\n", "2:3"),
    ],
)
def test_a_mistake_found_after_reading_points_into_the_imported_file(tmp_path, text, place):
    path = tmp_path / "boards.txt"
    path.write_text(text)
    with pytest.raises(UserError) as caught:
        for case in load_puzzles(str(path))[0]:
            elaborate(case)
    assert str(caught.value.diagnostics[0].span).endswith(f"boards.txt:{place}")


@pytest.mark.parametrize("name", ["puzz.link", "puzzlink"])
def test_the_format_of_urls_has_the_name_of_the_site_too(name):
    assert formats.FORMATS.get(name).name == "pzpr"
    assert name not in formats.FORMATS.names()
