"""``nlc run --proof`` and ``nlc prove``: proofs of puzzles and of DIMACS files."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import pytest
from support.commands import DOMINOES, PUZZLES, dominoes

SQUARE = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
WITHOUT = f"{DOMINOES}{dominoes('no way', 4, holes=True)}"


@pytest.fixture
def without(write):
    """A puzzle without a solution."""
    return write("without.nl", WITHOUT)


@pytest.fixture
def alone(nlc, write, tmp_path):
    """A puzzle, what ``nlc run --unique`` prints of it as JSON, and the proof."""
    proof = tmp_path / "alone.drat"
    said = nlc("run", "--unique", "--puzzle", "1", "--proof", proof, "--format", "json", PUZZLES)
    assert said.status == 0
    assert said.err.endswith(f"{proof} proves that there is no other solution\n")
    return write("alone.json", said.out), str(proof)


def test_the_refuted_formula_is_written_for_other_programs(nlc, alone, tmp_path):
    solution, proof = alone
    cnf = str(tmp_path / "one.cnf")
    given = ("prove", "--puzzle", "1", "--unique", solution, PUZZLES, proof, "--cnf")
    assert nlc(*given, cnf).status == 0
    assert "unsatisfiable: proved" in nlc("prove", cnf, proof).out
    assert nlc(*given, proof).status == 2


@pytest.mark.sample(6)
@pytest.mark.parametrize("solver", ["pysat:cadical195", "cadical", "kissat", "pysat:glucose42"])
@pytest.mark.parametrize("name", ["out.drat", "out.lrat", "out.drat.gz", "out.lrat.xz"])
def test_that_there_is_no_solution_is_proved(nlc, without, tmp_path, solver, name):
    proof = tmp_path / name
    said = nlc("run", "--solver", solver, "--proof", proof, without)
    assert said.status == 0
    assert "no solution, as is proved" in said.out
    assert said.err == f"nlc: no way: {proof} proves that there is no solution\n"
    judged = nlc("prove", without, proof)
    assert judged.status == 0
    assert judged.out.splitlines()[1] == "no solution: proved"
    assert "LRAT checker" in judged.out.splitlines()[-1]


def test_a_proof_is_of_the_formula_that_compile_writes(nlc, without, write, tmp_path):
    proof = tmp_path / "out.drat"
    nlc("run", "--proof", proof, without)
    cnf = tmp_path / "out.cnf.gz"
    nlc("compile", without, "-o", cnf)
    said = nlc("prove", cnf, proof, "--format", "json")
    (told,) = said.objects
    assert (said.status, told["status"], told["claim"]) == (0, "PROVED", "unsatisfiable")
    assert told["checkers"] == ["DRAT checker", "LRAT checker"]
    assert 0 < told["core_clauses"] <= told["clauses"]
    assert 0 <= told["core_lemmas"] <= told["additions"] <= told["steps"]


@pytest.mark.parametrize("encoding", ["domains=direct", "domains=order,acyclic=order", "log"])
def test_uniqueness_is_proved_by_every_encoding(nlc, write, tmp_path, encoding):
    proof = tmp_path / "out.drat"
    chosen = ("--encoding", encoding, "--puzzle", "2", PUZZLES)
    solution = nlc("run", "--unique", "--proof", proof, "--format", "json", *chosen)
    judged = nlc("prove", "--unique", write("one.json", solution.out), *chosen, proof)
    assert (judged.status, judged.out.splitlines()[1]) == (0, "exactly one solution: proved")


def test_the_proof_of_uniqueness_is_none_of_there_being_no_solution(nlc, alone):
    _, proof = alone
    said = nlc("prove", "--puzzle", "1", PUZZLES, proof)
    assert said.status == 1
    assert said.out.splitlines()[1] == "no solution: not proved"
    assert "is neither RUP nor RAT" in said.out or "finds no conflict" in said.out
    assert "the proof must be of the same encoding, options and claim" in said.out


def test_a_wrong_solution_is_refused_before_the_proof_is_read(nlc, alone, write):
    solution, _ = alone
    board = json.loads(Path(solution).read_text())["solutions"][0]
    board["line"].pop()
    wrong = write("wrong.json", json.dumps({"line": board["line"]}))
    said = nlc("prove", "--unique", wrong, "--puzzle", "1", PUZZLES, "no-such-file")
    assert said.status == 1
    assert "the solution is wrong: " in said.err


def test_the_clauses_of_a_file_keep_their_numbers(nlc, write):
    # So many changes of width that a reader might sort them.
    rest = "".join(f"{i} {i + 1} 0\n{i} {i + 1} {i + 2} 0\n" for i in range(2, 9001))
    header = f"p cnf 9002 {2 * 8999 + 2}\n"
    cnf = write("many.cnf", f"{header}{rest}1 0\n-1 0\n")
    said = nlc("prove", cnf, "-", stdin="18001 0 17999 18000 0\n")
    assert said.status == 0, said.out


@pytest.fixture
def drat_trim(tmp_path, monkeypatch):
    """Put a program called drat-trim on PATH that notes its arguments and says something."""

    def install(says: str, *, code: str = "") -> Path:
        folder, noted = tmp_path / "bin", tmp_path / "noted"
        folder.mkdir()
        program = folder / "drat-trim"
        program.write_text(f"#!/bin/sh\necho \"$@\" > {noted}\n{code}\nprintf '{says}'\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder), prepend=":")
        return noted

    return install


def test_drat_trim_is_asked_where_it_is_on_path(nlc, write, drat_trim):
    says = r"c parsing\n\rs VERIFIED\n\rc verification time\n"
    noted = drat_trim(says, code='grep -q "p cnf 2 4" "$1" && grep -qx "2 0" "$2" || exit 1')
    said = nlc("prove", write("square.cnf", SQUARE), "-", stdin="2 0\n0\n")
    assert said.status == 0
    assert "LRAT checker" in said.out
    assert ", drat-trim (" in said.out
    assert noted.read_text().split()[2] == "-I"


@pytest.mark.parametrize("says", [r"s NOT VERIFIED\n", r"s VERIFIED\ns NOT VERIFIED\n"])
def test_what_drat_trim_refuses_is_not_proved(nlc, write, drat_trim, says):
    drat_trim(says)
    said = nlc("prove", write("square.cnf", SQUARE), "-", stdin="2 0\n0\n")
    assert said.status == 1
    assert "drat-trim says 'not verified', and nlc" in said.out
    assert "accepted by: DRAT checker" in said.out


@pytest.mark.parametrize(
    ("says", "code"),
    [
        ("", ""),
        ("", "exit 1"),
        (r"c s VERIFIED\n", ""),
        ("", "echo s VERIFIED; kill -SEGV $$"),
        ("", "echo s NOT VERIFIED; kill -KILL $$"),
    ],
)
def test_a_drat_trim_without_a_verdict_says_nothing_of_the_proof(nlc, write, drat_trim, says, code):
    drat_trim(says, code=code)
    said = nlc("prove", write("square.cnf", SQUARE), "-", stdin="2 0\n0\n")
    assert said.status == 0
    assert said.out.endswith("\ndrat-trim gave no answer\n")
    assert "drat-trim (" not in said.out


@pytest.fixture
def liar(tmp_path, monkeypatch):
    """Put a program in place of CaDiCaL that says UNSATISFIABLE and writes a proof."""

    def install(proof: str) -> None:
        program = tmp_path / "liar"
        # A version is asked for too, and then there is no third word.
        program.write_text(
            "#!/bin/sh\n"
            f"for last; do :; done\n[ $# -gt 1 ] && printf '{proof}' > \"$last\"\n"
            "echo 's UNSATISFIABLE'\nexit 20\n"
        )
        program.chmod(0o755)
        monkeypatch.setenv("NLC_CADICAL", str(program))

    return install


@pytest.mark.parametrize("name", ["out.drat", "out.lrat"])
@pytest.mark.parametrize(
    ("proof", "problem"),
    [
        (r"a\0", "cadical wrote an invalid proof: "),
        (r"zz\3\0a\0", "cadical wrote an invalid proof: proof, byte 0: expected 'a' or 'd'\n"),
    ],
)
def test_a_verdict_whose_proof_is_none_is_withdrawn(nlc, liar, tmp_path, name, proof, problem):
    liar(proof)
    out = tmp_path / name
    out.write_text("of an earlier run")
    words = ("--solver", "cadical", "--proof", out, "--puzzle", "1", "--format", "json")
    said = nlc("run", *words, PUZZLES)
    (told,) = said.objects
    assert (said.status, told["status"], told["reason"]) == (1, "UNKNOWN", "contradictory")
    assert problem in said.err
    assert "proves" not in said.err
    assert not out.exists()


@pytest.fixture
def late(monkeypatch):
    """Let no time be left for the check of a proof; return how many seconds each had else."""
    from nlc.solving import proof

    real = proof.certify
    seen = []

    def without_time(cnf, file, seconds, *rest, **options):
        seen.append(seconds)
        return real(cnf, file, 0.0, *rest, **options)

    monkeypatch.setattr(proof, "certify", without_time)
    return seen


def test_a_proof_that_is_not_lrat_in_time_is_not_written_and_its_verdict_is_withdrawn(
    nlc, without, tmp_path, late
):
    out = tmp_path / "out.lrat"
    out.write_text("of an earlier run")
    said = nlc("run", "--timeout", "60", "--proof", out, "--format", "json", without)
    (told,) = said.objects
    assert (said.status, told["status"], told["reason"]) == (3, "UNKNOWN", "wall-time")
    assert "says that there is no solution, but its proof was not LRAT in time" in (said.err)
    assert 0 < late[0] < 60
    assert not out.exists()


def test_a_proof_that_was_not_checked_in_time_is_told_so(nlc, without, tmp_path, late, monkeypatch):
    out = tmp_path / "out.drat"
    said = nlc("run", "--timeout", "60", "--proof", out, without)
    assert said.status == 0
    assert said.err == (
        f"nlc: no way: {out} holds the solver's proof that there is no solution, not checked; "
        "check it with nlc prove\n"
    )
    assert 0 < late[0] < 60
    monkeypatch.undo()
    assert nlc("prove", without, out).status == 0


def test_an_old_proof_is_gone_where_the_solver_is_missing(nlc, without, tmp_path, monkeypatch):
    out = tmp_path / "out.drat"
    out.write_text("old")
    monkeypatch.setenv("NLC_CADICAL", str(tmp_path / "nothing"))
    assert nlc("run", "--solver", "cadical", "--proof", out, without).status == 1
    assert not out.exists()


def test_a_proof_is_not_written_over_the_puzzle(nlc, without, tmp_path):
    link = tmp_path / "link.drat"
    link.symlink_to(without)
    said = nlc("run", "--proof", link, without)
    assert said.status == 2
    assert f"--proof would write over {without}, which is read" in said.err
    assert "give --proof another name" in said.err
    assert Path(without).read_text() == WITHOUT


def test_a_header_of_many_variables_takes_no_memory(nlc, write):
    most = 2**31 - 1
    few = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, few[1]))
    try:
        cnf = write("many.cnf", f"p cnf {most} 2\n{most} 0\n-{most} 0\n")
        assert nlc("prove", cnf, write("p.drat", f"{most - 1} 0\n0\n")).status == 0
    finally:
        resource.setrlimit(resource.RLIMIT_AS, few)


def test_a_drat_trim_that_cannot_be_started_says_nothing_of_the_proof(nlc, write, drat_trim):
    program = drat_trim("").parent / "bin" / "drat-trim"
    program.write_text("#!/no/such/interpreter\n")
    said = nlc("prove", write("s.cnf", SQUARE), "-", "--format", "json", stdin="2 0\n0\n")
    (told,) = said.objects
    assert (said.status, told["status"], told["unanswered"]) == (0, "PROVED", ["drat-trim"])


COLOURS = """genre colours {
  given label : cell -> name?;
  let labels = values(label);
  var color : cell -> labels?;
  rule clue { for c in cells where has label(c) { color[c] = label(c); } }
  rule alike { for c in cells where not has label(c) and degree(c) = 4 {
    has color[c];
    color[c] = color[a(first(links(c)))];
  } }
  rule empty { for c in cells where not has label(c) and degree(c) = 2 { not has color[c]; } }
  show color;
}
puzzle "colours" is colours { topology square; board
  A B .
  C . A
  D E .
end
}
"""


@pytest.mark.parametrize("labels", ["direct", "log", "order"])
def test_uniqueness_of_shown_values_is_proved(nlc, write, tmp_path, labels):
    puzzle, proof = write("colours.nl", COLOURS), tmp_path / "out.drat"
    chosen = ("--encoding", f"domains={labels}", puzzle)
    solution = nlc("run", "--unique", "--proof", proof, "--format", "json", *chosen)
    assert solution.status == 0, solution.err
    judged = nlc("prove", "--unique", write("one.json", solution.out), *chosen, proof)
    assert (judged.status, judged.out.splitlines()[1]) == (0, "exactly one solution: proved")
