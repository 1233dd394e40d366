import io
from collections.abc import Sequence

import numpy as np
import pytest

from nlc.cnf import Cnf
from nlc.cnf.write import write_cnf


def text(cnf: Cnf, names: str = "shown", annotate: bool = False) -> str:
    stream = io.BytesIO()
    written = write_cnf(cnf, stream, names=names, annotate=annotate)
    assert written == len(stream.getvalue())
    return stream.getvalue().decode("ascii")


def clauses(cnf: Cnf) -> str:
    return text(cnf).split(" show ")[1].split("\n", 1)[1]


def block(*rows: Sequence[int]) -> np.ndarray:
    return np.array(rows, dtype=np.int32).reshape(len(rows), len(rows[0]))


def small() -> Cnf:
    cnf = Cnf(comments=["nlc 0.1.0", "options cover=true"])
    cnf.fresh(2, "shown", lambda: ["line[r1c1-r1c2]", "line[r1c1-r2c1]"])
    cnf.fresh(1, "declared", lambda: ["color[r1c1]=A"])
    cnf.fresh(1, "aux", lambda: ["aux:through[r2c2]:3"])
    cnf.projection = np.array([1, 2], np.int32)
    cnf.add("terminal", block([1, -2], [-1, 2]))
    cnf.add("terminal", block([3]))
    cnf.add("open", block([-4, 1, 2]))
    return cnf


def test_an_empty_cnf_is_a_head_only() -> None:
    assert text(Cnf()) == "c t pmc\np cnf 0 0\nc p show 0\n"


def test_the_bytes_of_a_small_cnf() -> None:
    assert text(small()) == (
        "c nlc 0.1.0\n"
        "c options cover=true\n"
        "c t pmc\n"
        "c varname 1 line[r1c1-r1c2]\n"
        "c varname 2 line[r1c1-r2c1]\n"
        "p cnf 4 4\n"
        "c p show 1 2 0\n"
        "1 -2 0\n"
        "-1 2 0\n"
        "3 0\n"
        "-4 1 2 0\n"
    )


def test_all_names_and_marks_of_rules() -> None:
    assert text(small(), names="all", annotate=True) == (
        "c nlc 0.1.0\n"
        "c options cover=true\n"
        "c t pmc\n"
        "c varname 1 line[r1c1-r1c2]\n"
        "c varname 2 line[r1c1-r2c1]\n"
        "c varname 3 color[r1c1]=A\n"
        "c varname 4 aux:through[r2c2]:3\n"
        "p cnf 4 4\n"
        "c p show 1 2 0\n"
        "c rule terminal\n"
        "1 -2 0\n"
        "-1 2 0\n"
        "3 0\n"
        "c rule open\n"
        "-4 1 2 0\n"
    )


def test_names_can_be_left_out_and_are_then_not_made() -> None:
    cnf = Cnf()
    cnf.fresh(1, "shown", lambda: pytest.fail("names were made"))
    assert "varname" not in text(cnf, names="none")


def test_the_empty_clause_is_a_zero() -> None:
    cnf = Cnf(variables=1)
    cnf.add("never", np.zeros((2, 0), np.int32))
    cnf.add("then", block([1]))
    assert clauses(cnf) == "0\n0\n1 0\n"


def test_the_same_cnf_gives_the_same_bytes() -> None:
    assert text(small(), "all", True) == text(small(), "all", True)


@pytest.mark.parametrize("digits", range(1, 11))
def test_literals_of_every_length_are_written_as_python_writes_them(digits: int) -> None:
    top = min(10**digits, 2**31) - 1
    low = 10 ** (digits - 1)
    rng = np.random.default_rng(digits)
    inner = rng.integers(1, top + 1, 300).tolist()
    edges = [1, 9, 10, 999, 1000, 1001, 9999, 10000, 10001, 999_999, 10**6, low, top - 1, top]
    literals = [v for v in inner + edges if v <= top]
    literals += [-v for v in literals]
    cnf = Cnf(variables=top)
    cnf.add("unit", block(*([v] for v in literals)))
    assert clauses(cnf) == "".join(f"{v} 0\n" for v in literals)


@pytest.mark.parametrize("width", [1, 2, 7, 32_767, 32_768, 40_000, 70_000])
def test_clauses_of_any_width_are_one_line_each(width: int) -> None:
    rows = np.arange(1, 3 * width + 1, dtype=np.int32).reshape(3, width)
    cnf = Cnf(variables=3 * width)
    cnf.add("wide", rows)
    expected = "".join(" ".join(map(str, row)) + " 0\n" for row in rows.tolist())
    assert clauses(cnf) == expected


def test_many_clauses_are_written_in_order() -> None:
    rows = np.arange(1, 100_001, dtype=np.int32).reshape(-1, 2)
    cnf = Cnf(variables=100_000)
    cnf.add("pairs", rows)
    assert clauses(cnf) == "".join(f"{a} {b} 0\n" for a, b in rows.tolist())


def test_a_long_projection_is_one_line() -> None:
    cnf = Cnf(variables=100_000, projection=np.arange(1, 100_001, dtype=np.int32))
    line = next(line for line in text(cnf).splitlines() if line.startswith("c p show"))
    assert line == "c p show " + " ".join(map(str, range(1, 100_001))) + " 0"


def test_many_names_keep_their_numbers() -> None:
    cnf = Cnf()
    cnf.fresh(5, "declared", lambda: [f"d[{i}]" for i in range(5)])
    cnf.fresh(70_000, "shown", lambda: [f"x[{i}]" for i in range(70_000)])
    lines = [line for line in text(cnf).splitlines() if "varname" in line]
    assert lines == [f"c varname {6 + i} x[{i}]" for i in range(70_000)]


@pytest.mark.parametrize("comment", ["--chrono=0", "title --chrono=0", "--- x", "a----b"])
def test_no_comment_has_two_hyphens_in_a_row(comment: str) -> None:
    assert "--" not in text(Cnf(comments=[comment]))


def test_comments_are_ascii_lines() -> None:
    cnf = Cnf(comments=["title Zürich\nsecond line"])
    assert text(cnf).startswith("c title Z%C3%BCrich\nc second line\nc t pmc\n")


def test_a_name_outside_ascii_is_percent_encoded() -> None:
    cnf = Cnf()
    cnf.fresh(1, "shown", lambda: ["color[r1c1]=\u00e9\u00a0"])
    assert "c varname 1 color[r1c1]=%C3%A9%C2%A0\n" in text(cnf)


@pytest.mark.parametrize("name", ["a b", "", "a\n", "a\tb", " a"])
def test_a_name_with_a_blank_is_refused(name: str) -> None:
    cnf = Cnf()
    cnf.fresh(2, "shown", lambda: ["good", name])
    with pytest.raises(ValueError, match="name is empty or has a blank") as caught:
        text(cnf)
    assert repr(name) in str(caught.value)


def test_a_name_block_of_another_size_is_refused() -> None:
    cnf = Cnf()
    cnf.fresh(2, "shown", lambda: ["a"])
    with pytest.raises(ValueError, match="1 names for 2 variables from 1"):
        text(cnf)


@pytest.mark.parametrize("literal", [0, 4, -4, 2**31 - 1, -(2**31)])
def test_a_literal_outside_the_variables_is_refused(literal: int) -> None:
    cnf = Cnf(variables=3)
    cnf.add("wrong", block([1, literal]))
    with pytest.raises(ValueError, match="a literal is 0 or above the 3 variables"):
        text(cnf)
