"""``nlc diff --cnf`` compares two DIMACS files by the names of variables and by rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.comparisons import OPEN, Said, diff, written

from nlc.cli import main

OLD = """\
c varname 1 a
c varname 2 b
c varname 3 old
p cnf 4 4
c p show 1 2 0
c rule first
1 2 0
-1 -3 0
c rule second
2 0
-2 4 0
"""

RENUMBERED = """\
c varname 2 a
c varname 1 b
c varname 3 old
p cnf 4 4
c p show 1 2 0
c rule second
4 -1 0
1 0
c rule first
-3 -2 0
1 2 0
"""

CHANGED = """\
c varname 1 a
c varname 2 b
c varname 3 new
p cnf 4 5
c p show 1 0
c rule first
1 2 0
1 2 0
-1 -3 0
c rule third
2 0
-2 4 0
"""


def compared(capfd, folder: Path, a: str, b: str, *words: str) -> Said:
    (folder / "a.cnf").write_text(a)
    (folder / "b.cnf").write_text(b)
    return diff(capfd, "--cnf", str(folder / "a.cnf"), str(folder / "b.cnf"), *words)


def test_files_that_differ_in_numbers_and_order_only_are_equal(capfd, tmp_path) -> None:
    said = compared(capfd, tmp_path, OLD, RENUMBERED)
    assert said.status == 0
    assert "a: 1 in A, 2 in B" in said.out
    assert "equal up to the numbers of variables" in said.out


def test_what_was_added_and_removed_is_told_in_names_by_rule(capfd, tmp_path) -> None:
    said = compared(capfd, tmp_path, OLD, CHANGED)
    assert said.status == 1
    for text in (
        "Variables only in A\n  - old\n",
        "Variables only in B\n  + new\n",
        "Shown variables only in A\n  - b\n",
        "Clauses of rule first only in A\n  - not a or not old\n",
        "Clauses of rule first only in B\n  + a or b\n  + not a or not new\n",
        "Clauses of rule second only in A\n  - b\n  - not b or #1\n",
        "Clauses of rule third only in B\n  + b\n  + not b or #1\n",
    ):
        assert text in said.out
    counts = {line.split()[0]: line.split()[1:] for line in said.out.splitlines() if line}
    assert counts["variables"] == ["4", "4", "1", "1", "0"]
    assert counts["clauses"] == ["4", "5", "3", "4"]


def test_lists_are_cut_and_the_counts_of_json_are_whole(capfd, tmp_path) -> None:
    said = compared(capfd, tmp_path, OLD, CHANGED, "--limit", "1")
    assert "… and 1 more" in said.out
    (found,) = compared(capfd, tmp_path, OLD, CHANGED, "--limit", "1", "--format", "json").rows
    assert found["equal"] is False
    assert found["rules"]["first"]["added"] == 2
    assert found["rules"]["first"]["clauses_added"] == [["a", "b"]]
    assert found["variables"]["unnamed"] == [1, 1]


def test_rules_are_not_told_apart_where_only_one_file_marks_them(capfd, tmp_path) -> None:
    plain = "".join(line for line in OLD.splitlines(True) if "rule" not in line)
    said = compared(capfd, tmp_path, OLD, plain)
    assert said.status == 0
    assert "Only one file marks rules" in said.out


def test_encodings_differ_in_the_rule_that_they_state_otherwise(capfd, tmp_path) -> None:
    path = written(tmp_path, OPEN)
    for name in ("order", "primal-dual"):
        words = ["--annotate", "--names", "all", "--encoding", f"acyclic={name}"]
        assert main(["compile", path, *words, "-o", str(tmp_path / f"{name}.cnf")]) == 0
    files = (str(tmp_path / "order.cnf"), str(tmp_path / "primal-dual.cnf"))
    (found,) = diff(capfd, "--cnf", *files, "--format", "json").rows
    changed = [rule for rule, sizes in found["rules"].items() if sizes["removed"] or sizes["added"]]
    assert changed == ["open"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (OLD.replace("2 b", "2 a"), "two variables of B are called 'a'"),
        (OLD.replace("3 old", "3 #1"), "two variables of B are called '#1'"),
        (f"p cnf {2**31 - 1} 1\nc p show 1 0\n1 0\n", "B has 2,147,483,647 variables"),
    ],
)
def test_variables_that_cannot_be_told_apart_are_refused(capfd, tmp_path, text, told) -> None:
    said = compared(capfd, tmp_path, OLD, text)
    assert (said.status, said.out) == (2, "")
    assert told in said.err


@pytest.mark.parametrize(
    "words", [("--encodings", "log"), ("--set", "touch=false"), ("--jobs", "2")], ids=lambda w: w[0]
)
def test_options_about_puzzles_are_refused(capfd, tmp_path, words) -> None:
    said = compared(capfd, tmp_path, OLD, OLD, *words)
    assert (said.status, said.out) == (2, "")
    assert f"{words[0]} is for puzzles" in said.err


@pytest.mark.parametrize("text", ["p cnf 0 0\n", "p cnf 0 2\n0\n0\n"])
def test_empty_formulas_and_clauses_are_compared_too(capfd, tmp_path, text) -> None:
    said = compared(capfd, tmp_path, text, "p cnf 0 1\n0\n")
    assert said.status == 1
    assert "(empty)" in said.out
    assert compared(capfd, tmp_path, text, text).status == 0


@pytest.mark.slow
@given(st.data())
def test_any_renumbering_and_reordering_compares_as_equal(data) -> None:
    import io

    from nlc.cnf.read import read_cnf
    from nlc.comparing.cnf import compare_cnfs

    literal = st.integers(1, 6).flatmap(lambda v: st.sampled_from((v, -v)))
    clause = st.lists(literal, max_size=4, unique_by=abs)
    clauses = data.draw(st.lists(clause, max_size=8))
    numbers = data.draw(st.permutations(range(1, 7)))
    other = [
        data.draw(st.permutations([numbers[abs(x) - 1] * (1 if x > 0 else -1) for x in c]))
        for c in data.draw(st.permutations(clauses))
    ]

    def read(order, lists):
        names = "".join(f"c varname {v} x{i}\n" for i, v in enumerate(order))
        body = "".join(" ".join(map(str, [*c, 0])) + "\n" for c in lists)
        return read_cnf(io.BytesIO(f"{names}p cnf 6 {len(lists)}\n{body}".encode()))

    a, b = read(range(1, 7), clauses), read(numbers, other)
    assert not compare_cnfs(a, b).differs
    b.blocks[:0] = b.blocks[:1]
    assert compare_cnfs(a, b).differs is bool(clauses)
