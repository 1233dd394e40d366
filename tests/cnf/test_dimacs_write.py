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


@pytest.mark.parametrize("name", ["", "two words"])
def test_a_name_that_is_not_a_word_is_refused(name: str) -> None:
    cnf = Cnf()
    cnf.fresh(2, "shown", lambda: ["one", name])
    with pytest.raises(ValueError, match=f"is empty or has a blank: '{name}'"):
        text(cnf, names="all")


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


@pytest.mark.parametrize("literal", [0, 4, -4, 2**31 - 1, -(2**31)])
def test_a_literal_outside_the_variables_is_refused(literal: int) -> None:
    cnf = Cnf(variables=3)
    cnf.add("wrong", block([1, literal]))
    with pytest.raises(ValueError, match="a literal is 0 or above the 3 variables"):
        text(cnf)


def test_many_names_keep_their_numbers() -> None:
    cnf = Cnf()
    cnf.fresh(5, "declared", lambda: [f"d[{i}]" for i in range(5)])
    cnf.fresh(70_000, "shown", lambda: [f"x[{i}]" for i in range(70_000)])
    lines = [line for line in text(cnf).splitlines() if "varname" in line]
    assert lines == [f"c varname {6 + i} x[{i}]" for i in range(70_000)]
