import io
from pathlib import Path

import numpy as np
import pytest

from nlc.cnf import Cnf
from nlc.cnf.read import read_cnf, read_head
from nlc.errors import UserError


def read(text: str | bytes) -> Cnf:
    return read_cnf(io.BytesIO(text.encode() if isinstance(text, str) else text))


def clauses(cnf: Cnf) -> list[list[int]]:
    return [clause for block in cnf.blocks for clause in block.clauses.tolist()]


def test_a_plain_file_shows_all_its_variables() -> None:
    cnf = read("c a comment\np cnf 3 2\n1 -2 0\n3 0\n")
    assert cnf.variables == 3
    assert clauses(cnf) == [[1, -2], [3]]
    assert cnf.projection.tolist() == [1, 2, 3]
    assert cnf.comments == ["a comment"]
    assert cnf.names == []


@pytest.mark.parametrize(
    "body",
    [
        "1 2 0 -3 0 0",
        "1\n2\n0\n-3 0 0\n",
        "  1  2 0\n\n-3 0\n0\n\n",
        "1 2 0\r\n-3 0\r\n0\r\n",
        "1\t2 0\nc between\n-3\nc within\n0 0\n",
        "1 2 0\nc\n-3 0\n0\nc at the end",
    ],
)
def test_line_ends_blanks_and_comments_do_not_matter(body: str) -> None:
    assert clauses(read("p cnf 3 3\n" + body)) == [[1, 2], [-3], []]


@pytest.mark.parametrize("end", ["%\n0\n", "%\n0\n\n\n", "%", "%\r\n0\r\n"])
def test_the_trailer_of_satlib_is_no_clause(end: str) -> None:
    cnf = read(f"p cnf 2 1\n 1 -2 0\n{end}")
    assert (cnf.variables, cnf.clauses) == (2, 1)


def test_a_header_may_have_more_blanks() -> None:
    assert clauses(read("p  cnf  3   1  \r\n1 0\n")) == [[1]]


def test_several_projections_are_joined() -> None:
    text = "c p show 5 1 0\np cnf 9 0\nc p show 3 1 0\nc p show 0\n"
    assert read(text).projection.tolist() == [1, 3, 5]


@pytest.mark.parametrize(
    "text",
    [
        "c ind 1 3 0\np cnf 4 1\n1 2 0\n",
        "p cnf 4 1\n1 2 0\nc ind 1 0\nc ind 3 0\n",
        "c  p  show  1 3 0\np cnf 4 1\n1 2 0\n",
        "cr 1 3\np cnf 4 1\n1 2 0\n",
        "p pcnf 4 1 2\n1 2 0\nvp 1 3 0\n",
        "p pmc 4 1\nvp 1 3 0\n1 2 0\n",
    ],
)
def test_a_projection_is_read_in_all_its_spellings(text: str) -> None:
    cnf = read(text)
    assert cnf.projection.tolist() == [1, 3]
    assert clauses(cnf) == [[1, 2]] and cnf.comments == []


def test_prose_that_begins_as_a_projection_is_a_comment() -> None:
    cnf = read("c ind is short for independent\ncreated by hand\np cnf 2 0\n")
    assert cnf.projection.tolist() == [1, 2]
    assert cnf.comments == ["ind is short for independent", "reated by hand"]


@pytest.mark.parametrize("line", ["c p weight 1 0.3 0", "c t wmc", "c t pwmc"])
@pytest.mark.parametrize("text", ["{}\np cnf 2 1\n1 0\n", "p cnf 2 1\n1 0\n{}\n"])
def test_weights_are_refused_where_models_are_counted(text: str, line: str) -> None:
    data = text.format(line).encode()
    with pytest.raises(UserError, match="the models of this formula have weights"):
        read_cnf(io.BytesIO(data))
    assert clauses(read_cnf(io.BytesIO(data), projected=False)) == [[1]]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfp cnf 2 1\n1 -2 0\n",
        b"\xef\xbb\xbfc x\r\np cnf 2 1\r\n1 -2 0\r\n\x1a",
        b"p cnf 2 1\n+1 -2 0\n\x1a\n",
        b"p cnf 2 1\n1 -2 0\n%\n0\n\x1a",
    ],
)
def test_what_editors_and_dos_add_does_not_matter(data: bytes) -> None:
    assert clauses(read(data)) == [[1, -2]]


def test_an_empty_projection_shows_nothing() -> None:
    assert read("p cnf 9 0\nc p show 0\n").projection.tolist() == []


def test_the_head_is_read_without_the_clauses() -> None:
    head = read_head(io.BytesIO(b"c nlc\nc t pmc\nc varname 2 x\np cnf 3 7\nnot read"))
    assert (head.variables, head.clauses, head.line) == (3, 7, 4)
    assert head.names == {2: "x"}
    assert head.comments == ["nlc"]


def test_a_file_larger_than_a_piece_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlc.cnf.read._BYTES_PER_PIECE", 16)
    rows = np.random.default_rng(1).integers(1, 1000, (200, 3)).tolist()
    body = "".join(f"{a} -{b} {c} 0\nc rule some\n" for a, b, c in rows)
    assert clauses(read("p cnf 1000 200\n" + body)) == [[a, -b, c] for a, b, c in rows]


MALFORMED = {
    "an empty file": ("", 1, 1, "no header 'p cnf VARIABLES CLAUSES'"),
    "comments only": ("c x\nc y\n", 2, 1, "no header 'p cnf VARIABLES CLAUSES'"),
    "clauses before the header": ("1 0\np cnf 1 1\n", 1, 1, "expected a comment or the header"),
    "another format": ("p wcnf 1 1\n", 1, 1, "the header is not 'p cnf VARIABLES CLAUSES'"),
    "a header without clauses": ("p cnf 1\n", 1, 1, "the header is not"),
    "a header with more": ("p cnf 1 1 1\n", 1, 1, "the header is not"),
    "a negative header": ("p cnf -1 1\n", 1, 1, "the header is not"),
    "too many variables": ("p cnf 2147483648 0\n", 1, 1, "the header is not"),
    "two headers": ("p cnf 1 1\np cnf 1 1\n1 0\n", 2, 1, "not an integer: p"),
    "too few clauses": ("c\np cnf 1 2\n1 0\n", 2, 1, "announces 2 clauses, but there are 1"),
    "too many clauses": ("p cnf 1 0\n1 0\n", 1, 1, "announces 0 clauses, but there are 1"),
    "no final 0": ("p cnf 1 1\n1 0\n1\n", 3, 1, "the last clause has no final 0"),
    "a high literal": ("p cnf 2 2\n1 0\n1 3 0\n", 3, 3, "literal 3 is above the 2 variables"),
    "a low literal": ("p cnf 2 1\n-3 0\n", 2, 1, "literal -3 is above the 2 variables"),
    "a huge literal": (f"p cnf 2 1\n{10**30} 0\n", 2, 1, f"literal {10**30} is above"),
    "a huge negative": (f"p cnf 2 1\n-{10**30} 0\n", 2, 1, "is above the 2 variables"),
    "a word": ("p cnf 2 1\n1 x 0\n", 2, 3, "not an integer: x"),
    "a fraction": ("p cnf 2 1\n1.0 0\n", 2, 1, "not an integer: 1.0"),
    "a plus": ("p cnf 2 1\n+ 1 0\n", 2, 1, "not an integer: +"),
    "a plus and a hyphen": ("p cnf 2 1\n+-1 0\n", 2, 1, "not an integer: +-1"),
    "a Ctrl-Z before the end": ("p cnf 2 1\n\x1a1 0\n", 2, 1, "not an integer: \x1a1"),
    "a word with v": ("p cnf 2 1\n1 0\nvx 1 0\n", 3, 1, "expected a clause, a comment, or 'vp"),
    "an ind without 0": ("p cnf 2 0\nc ind 1 2\n", 2, 1, "expected 'c ind VARIABLE"),
    "a hyphen": ("p cnf 2 1\n- 1 0\n", 2, 1, "not an integer: -"),
    "two hyphens": ("p cnf 2 1\n1 --1 0\n", 2, 3, "not an integer: --1"),
    "glued literals": ("p cnf 2 1\n1-2 0\n", 2, 1, "not an integer: 1-2"),
    "a final hyphen": ("p cnf 2 1\n1 0 -", 2, 5, "not an integer: -"),
    "a NUL": ("p cnf 2 1\n1 \0 0\n", 2, 3, "not an integer: \0"),
    "a percent sign": ("p cnf 2 1\n1 %\n0\n", 2, 3, "not an integer: %"),
    "clauses behind a trailer": ("p cnf 2 2\n1 0\n%\n2 0\n", 3, 1, "not an integer: %"),
    "a later mistake": (
        "p cnf 2 3\n1 0\nc x\n\n2 0\nc y\n1 0\n3 0\n",
        8,
        1,
        "literal 3 is above the 2 variables",
    ),
    "a comment that is indented": ("p cnf 2 1\n1 0\n c x\n", 3, 2, "not an integer: c"),
    "a name without a variable": ("c varname x\np cnf 1 0\n", 1, 1, "expected 'c varname"),
    "a name of no number": ("c varname x y\np cnf 1 0\n", 1, 1, "expected 'c varname"),
    "a name of variable 0": ("c varname 0 y\np cnf 1 0\n", 1, 1, "expected 'c varname"),
    "a name with a blank": ("c varname 1 y z\np cnf 1 0\n", 1, 1, "expected 'c varname"),
    "two names": ("c varname 1 y\nc varname 1 z\np cnf 1 0\n", 2, 1, "variable 1 has two names"),
    "a name above V": ("c varname 2 y\np cnf 1 0\n", 2, 1, "variable 2 is named"),
    "a projection without 0": ("p cnf 2 0\nc p show 1 2\n", 2, 1, "expected 'c p show"),
    "a projection of a literal": ("p cnf 2 0\nc p show -1 0\n", 2, 1, "expected 'c p show"),
    "a projection of a word": ("p cnf 2 0\nc p show x 0\n", 2, 1, "expected 'c p show"),
    "a projection above V": ("c p show 3 0\np cnf 2 0\n", 1, 1, "variable 3 is shown"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_file_is_refused_with_its_line(case: str) -> None:
    text, line, column, message = MALFORMED[case]
    with pytest.raises(UserError) as caught:
        read(text)
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (line, column)


def test_an_error_shows_path_line_and_text(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text("p cnf 2 1\n1 x 0\n")
    with pytest.raises(UserError) as caught:
        read_cnf(str(path))
    assert str(caught.value) == f"{path}:2:3: error: not an integer: x\n  1 x 0\n    ^"


def test_a_file_that_shows_too_many_variables_is_refused_unless_they_do_not_matter() -> None:
    text = b"p cnf 2147483647 1\n1 0\n"
    with pytest.raises(UserError, match="2147483647 variables are shown"):
        read_cnf(io.BytesIO(text))
    assert read_cnf(io.BytesIO(text), projected=False).variables == 2**31 - 1
