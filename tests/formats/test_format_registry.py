"""The registry of formats and how ``auto`` tells them apart."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc import formats
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.syntax import BoardLiteral
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


def test_every_format_is_found_by_its_own_name():
    assert [
        formats.FORMATS.get(name).name for name in formats.FORMATS.names()
    ] == formats.FORMATS.names()


def test_what_is_known_without_an_import_is_what_the_format_has():
    assert formats.KNOWN.keys() == formats.FORMATS.own.keys()
    for name, known in formats.KNOWN.items():
        form = formats.FORMATS.get(name)
        assert known == (form.rank, form.extensions)


def test_a_board_of_text_needs_no_format_of_a_higher_rank():
    told = (
        "import sys; from nlc import formats; print(formats.detect('a.txt', '1 1\\n.\\n'));"
        "print(*(name for name in sys.modules if name.startswith('nlc.formats.')))"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    form, modules = done.stdout.splitlines()
    assert form == "text"
    own = {f"nlc.formats.{name}" for name in formats.FORMATS.own}
    assert own & set(modules.split()) == {"nlc.formats.nl", "nlc.formats.text"}


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


def test_the_language_is_not_imported():
    with pytest.raises(ValueError, match=r"nlc\.lang"):
        formats.import_puzzles(Source("a.nl", ""), "nl")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "letters"),
    [
        *((name, "0123 .#\n\tx") for name in ("text", "flow", "thesis")),
        ("loopy", "0123 aztx:_#\n\t"),
        ("pzpr", "0123 ./agsv:\n\t"),
    ],
)
@given(data=st.data())
def test_any_text_gives_boards_or_mistakes_with_places(name, letters, data):
    text = data.draw(st.text(alphabet=letters, max_size=60))
    if name == "pzpr":
        text = (
            data.draw(st.sampled_from(["", "slither/", "slither/2/2/", "pzprv3\nslither\n"])) + text
        )
    source = Source("a.txt", text)
    try:
        for puzzle in formats.import_puzzles(source, name):
            (board,) = [item for item in puzzle.items if isinstance(item, BoardLiteral)]
            assert board.lines
            assert {len(row) for row in board.lines} == {len(board.lines[0])}
    except UserError as error:
        for item in error.diagnostics:
            assert item.span is not None
            at = item.span
            assert 1 <= at.column <= len(source.line(at.line)) + 1
            assert (at.line, at.column) < (at.end_line, at.end_column)
            assert at.end_column <= len(source.line(at.end_line)) + 1


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
