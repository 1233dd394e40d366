"""``nlc compile`` and ``nlc decode``: from a puzzle to a file, and from a solver's answer back."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support.commands import FIXTURES, PUZZLES

from nlc.cnf import check_model
from nlc.cnf.read import read_cnf
from nlc.cnf.solver_output import parse_solver_output
from nlc.drivers.external import KissatDriver

ONE = (PUZZLES, "--puzzle", "1")


@pytest.fixture
def cnf(nlc, tmp_path):
    """The first puzzle, compiled."""
    path = tmp_path / "out.cnf"
    assert nlc("compile", *ONE, "-o", path).status == 0
    return path


def test_a_file_and_standard_output_get_the_same_bytes(nlc, cnf):
    for options in ((), ("-o", "-")):
        said = nlc("compile", *ONE, *options)
        assert (said.status, said.err) == (0, "")
        assert said.out == cnf.read_text()
    assert not list(cnf.parent.glob(".*"))


def test_the_head_names_what_it_was_compiled_from(cnf):
    first, *rest = cnf.read_text().splitlines()
    assert first.startswith("c nlc ")
    assert "genre=numberlink" in first
    assert "encoding=domains=" in first
    assert " source=sha256:" in first
    assert "c t pmc" in rest


def test_names_and_annotations_are_comments_only(nlc, cnf):
    def clauses(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.startswith("c")]

    plain = cnf.read_text()
    bare = nlc("compile", *ONE, "--names", "none").out
    full = nlc("compile", *ONE, "--names", "all", "--annotate").out
    assert clauses(bare) == clauses(plain) == clauses(full)
    assert "c varname" not in bare
    assert full.count("c varname") >= plain.count("c varname") > 0
    assert "c rule terminal" in full
    assert "c rule" not in plain


def test_emit_ir_prints_the_rules(nlc, tmp_path):
    said = nlc("compile", *ONE, "--emit", "ir")
    assert said.status == 0
    assert said.out.startswith('puzzle "Numberlink on squares" is numberlink\n')
    assert "exactly 1 of line[" in said.out
    packed = tmp_path / "ir.gz"
    assert nlc("compile", *ONE, "--emit", "ir", "-o", packed).status == 0
    assert gzip.decompress(packed.read_bytes()).decode() == said.out


def test_emit_stats_adds_up_to_the_header(nlc, cnf):
    said = nlc("compile", *ONE, "--emit", "stats")
    assert said.status == 0
    rows = [line.split() for line in said.out.splitlines() if line.split()[-1].isdigit()]
    sums = np.array([[int(number) for number in row[1:]] for row in rows])
    assert rows[-1][0] == "all"
    assert (sums[:-1].sum(axis=0) == sums[-1]).all()
    assert f"p cnf {sums[-1][0]} {sums[-1][1]}\n" in cnf.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "no/such/folder/out.cnf"), "cannot write no/such/folder/out.cnf"),
        (("-o", str(FIXTURES)), "Is a directory"),
        (("-o", "/dev/full"), "cannot write /dev/full: No space left on device"),
        (("-o", PUZZLES), "is the puzzle itself"),
        (("--emit", "ir", "--annotate"), "--annotate is about comments in a CNF"),
        (("--emit", "stats", "--names", "all"), "--names is about comments in a CNF"),
    ],
)
def test_an_output_that_cannot_be_is_told(nlc, words, message):
    before = Path(PUZZLES).read_bytes()
    said = nlc("compile", *ONE, *words)
    assert said.status == 2
    assert message in said.err
    assert Path(PUZZLES).read_bytes() == before


def test_a_failed_write_leaves_the_old_file(nlc, cnf):
    before = cnf.read_bytes()
    assert nlc("compile", *ONE, "-o", cnf, "--encoding", "nosuch").status == 2
    assert cnf.read_bytes() == before
    assert [path.name for path in cnf.parent.iterdir()] == ["out.cnf"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("solver", ["pysat:cadical195", "minisat", "cadical", "kissat"])
@pytest.mark.parametrize("encoding", ["default", "domains=direct,acyclic=order"])
def test_competition_answers_for_the_cnf_that_compile_writes(nlc, tmp_path, solver, encoding):
    path = tmp_path / "out.cnf"
    assert nlc("compile", *ONE, "--encoding", encoding, "-o", path).status == 0
    said = nlc("run", *ONE, "--encoding", encoding, "--solver", solver, "--competition")
    assert said.status == 10
    assert {line[:2] for line in said.out.splitlines()} == {"s ", "v "}
    formula = read_cnf(str(path))
    answer = parse_solver_output(said.out, formula.variables)
    assert (answer.status, answer.problems) == ("SATISFIABLE", [])
    assert (answer.values[1:] != 0).all()
    assert check_model(formula, answer.values) == 0


def test_competition_ends_with_20_or_0_without_a_model(nlc, write):
    none = write("none.txt", "3 2\n1.2\n2.1\n")
    said = nlc("run", none, "--competition")
    assert (said.status, said.out) == (20, "s UNSATISFIABLE\n")
    said = nlc("run", none, "--competition", "--solver-cmd", "echo nothing")
    assert (said.status, said.out) == (0, "s UNKNOWN\n")
    assert "gave no answer" in said.err


@pytest.mark.sample(3)
@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
@pytest.mark.parametrize("solver", ["cadical", "kissat", "minisat"])
def test_every_solvers_own_output_is_decoded(nlc, tmp_path, solver, suffix):
    plain, packed = tmp_path / "out.cnf", tmp_path / f"out.cnf{suffix}"
    log = tmp_path / "solver.log"
    for path in (plain, packed):
        assert nlc("compile", *ONE, "-o", path).status == 0
    if solver == "minisat":
        subprocess.run(["minisat", plain, log], stdout=subprocess.DEVNULL, check=False)
    else:
        program = KissatDriver().executable() if solver == "kissat" else "cadical"
        with log.open("wb") as stream:
            subprocess.run([program, plain], stdout=stream, check=False)
    said = nlc("decode", packed, log, "--format", "json")
    assert said.status == 0
    (entry,) = said.objects
    (solved,) = nlc("run", *ONE, "--format", "json").objects
    assert entry["status"] == "SATISFIABLE"
    assert set(entry["solution"]["line"]) == set(solved["solutions"][0]["line"])
    assert entry["solution"]["color"] == solved["solutions"][0]["color"]


def test_what_cannot_be_decoded_is_told(nlc, cnf, write):
    bare = write("bare.cnf", nlc("compile", *ONE, "--names", "none").out)
    packed = write("cut.cnf.gz", gzip.compress(cnf.read_bytes())[:300])
    for path, message in [
        (bare, "names no variables"),
        (packed, "damaged archive"),
        (PUZZLES, "expected a comment or the header"),
        (write("head.cnf", cnf.read_text()[:100]), "no header"),
        (cnf.with_name("none.cnf"), "No such file"),
        ("-", "can be read only once"),
    ]:
        said = nlc("decode", path, "-")
        assert (said.status, said.out) == (2, "")
        assert message in said.err
    assert "No such file" in nlc("decode", cnf, cnf.with_name("none.log")).err
