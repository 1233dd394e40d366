"""``nlc run`` on good input: what it solves, counts and prints."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.commands import FIXTURES, PUZZLES

COUNTS = [1, 1, 1, 1, 6, 1, 1, 1]
SIX = "hole, wall, cells left over, no path beside itself"
SOLVERS = [
    ("--solver", "minisat"),
    ("--solver", "cadical"),
    ("--solver", "kissat"),
    ("--solver-cmd", "cadical -q {cnf}"),
    ("--solver-cmd", "cadical -q"),
]
NONE = "3 2\n1.2\n2.1\n"
ONE = "3 3\n1.1\n2.2\n3.3\n"


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS[1:], ids=" ".join)
def test_every_solver_solves_and_checks_every_puzzle(nlc, solver):
    said = nlc("run", PUZZLES, *solver, "--format", "json")
    assert said.status == 0
    assert said.err == ""
    assert [entry["status"] for entry in said.objects] == ["SATISFIABLE"] * 8
    assert all(entry["verified"] and len(entry["solutions"]) == 1 for entry in said.objects)


@pytest.mark.slow
@pytest.mark.parametrize("solver", [(), SOLVERS[0]], ids=" ".join)
def test_every_solver_counts_alike(nlc, solver):
    said = nlc("run", PUZZLES, *solver, "--count", "--format", "json")
    assert [entry["count"] for entry in said.objects] == COUNTS
    assert all(entry["count_complete"] is True for entry in said.objects)
    assert [entry["unique"] for entry in said.objects] == [count == 1 for count in COUNTS]


def test_json_has_these_keys_and_no_others(nlc):
    (entry,) = nlc("run", PUZZLES, "--puzzle", "1", "--format", "json").objects
    assert list(entry) == [
        *("file", "puzzle", "genre", "topology", "rows", "cols", "options", "assumed"),
        *("status", "reason", "solver"),
        *("encoding", "variables", "clauses", "seconds", "objective", "bound", "bounds"),
        *("verified", "unique", "count", "count_complete", "confirmed_by", "unconfirmed_by"),
        *("solutions", "difference", "readings", "reasons"),
        *("looser", "plan", "left_out", "strategy"),
        *("facts", "portfolio"),
    ]
    assert list(entry["seconds"]) == ["parse", "compile", "solve", "decode", "total"]
    assert (entry["file"], entry["puzzle"]) == (PUZZLES, "Numberlink on squares")
    assert (entry["genre"], entry["topology"]) == ("numberlink", "square")
    assert (entry["rows"], entry["cols"]) == (7, 7)
    assert entry["solver"] == "pysat:cadical195"
    assert entry["reason"] is entry["unique"] is entry["count"] is entry["count_complete"] is None
    (solution,) = entry["solutions"]
    assert "r1c1-r1c2" in solution["line"]
    assert solution["color"]["r2c2"] == "3"


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("options", "unique", "count", "complete", "shown"),
    [
        ((), None, None, None, 1),
        (("--count",), False, 6, True, 1),
        (("--all",), False, 6, True, 6),
        (("--all", "9"), False, 6, True, 6),
        (("--all", "6"), False, 6, None, 6),
        (("--all", "2"), False, 2, None, 2),
        (("--unique",), False, 2, None, 2),
    ],
)
def test_how_many_solutions_are_looked_for(nlc, options, unique, count, complete, shown):
    said = nlc("run", PUZZLES, "--puzzle", SIX, "--format", "json", *options)
    (entry,) = said.objects
    assert said.status == 0
    assert (entry["unique"], entry["count"], entry["count_complete"]) == (unique, count, complete)
    assert len({str(solution) for solution in entry["solutions"]}) == shown


@pytest.mark.parametrize(
    ("text", "status", "unique", "count", "verdict"),
    [
        (NONE, "UNSATISFIABLE", False, 0, "no solution"),
        (ONE, "SATISFIABLE", True, 1, "exactly 1 solution, checked against every rule"),
    ],
)
def test_unique_tells_none_from_one(nlc, write, text, status, unique, count, verdict):
    path = write("board.txt", text)
    said = nlc("run", path, "--unique", "--format", "json")
    (entry,) = said.objects
    assert said.status == 0
    assert (entry["status"], entry["unique"], entry["count"]) == (status, unique, count)
    assert entry["count_complete"] is True
    assert f"\n{verdict}" in nlc("run", path, "--unique").out


@pytest.mark.parametrize(
    ("name", "options", "command"),
    [
        ("two rows.txt", (), "nlc why 'two rows.txt'"),
        (
            "rows.txt",
            ("--set", "touch=false", "--from", "text"),
            "nlc why --from text --set touch=false rows.txt",
        ),
        ("-", (), "nlc why"),
    ],
)
def test_no_solution_leads_to_the_command_that_tells_why(
    nlc, write, monkeypatch, name, options, command
):
    monkeypatch.chdir(Path(write("rows.txt", NONE)).parent)
    write("two rows.txt", NONE)
    said = nlc("run", name, *options, stdin=NONE)
    assert f"\n{command} shows which clues contradict each other\n" in said.out


def test_all_draws_every_board_and_says_how_many(nlc):
    said = nlc("run", "--all", PUZZLES, "--puzzle", "5", "--ascii")
    assert "solution 6\n" in said.out
    assert "\n6 solutions, checked against every rule; no others according to " in said.out
    said = nlc("run", PUZZLES, "--puzzle", "5", "--all", "3")
    assert "at least 3 solutions" in said.out


def test_a_board_is_drawn_in_unicode_or_ascii(nlc, write):
    path = write("board.txt", ONE)
    assert "1───1" in nlc("run", path).out
    assert "1---1" in nlc("run", path, "--ascii").out
    assert "\x1b[" in nlc("run", path, "--color", "always").out


def test_a_puzzle_is_chosen_by_title_or_number(nlc):
    for chosen in ("triangles", "3"):
        said = nlc("run", PUZZLES, "--puzzle", chosen, "--format", "json")
        assert [entry["puzzle"] for entry in said.objects] == ["triangles"]


def test_set_overrides_what_the_puzzle_says(nlc):
    told = nlc("run", PUZZLES, "--puzzle", SIX, "--count", "--format", "json")
    wanted = ("--set", "touch=true", "--set", "cover=true")
    changed = nlc("run", PUZZLES, "--puzzle", SIX, "--count", "--format", "json", *wanted)
    assert told.objects[0]["count"] == 6
    assert changed.objects[0]["count"] != 6


@pytest.mark.parametrize(
    ("name", "form", "puzzles"),
    [("text_three.txt", "text", 3), ("thesis_two.txt", "thesis", 2), ("flow_five.txt", "flow", 1)],
)
@pytest.mark.parametrize("told", [True, False], ids=["named", "auto"])
def test_other_formats_are_read_by_name_or_by_their_looks(nlc, name, form, puzzles, told):
    said = nlc(
        "run", FIXTURES / name, "--from", form if told else "auto", "--unique", "--format", "json"
    )
    assert said.status == 0
    assert [entry["unique"] for entry in said.objects] == [True] * puzzles


def test_standard_input_is_read(nlc):
    said = nlc("run", "-", "--format", "json", stdin=ONE)
    assert said.status == 0
    assert said.objects[0]["file"] == "-"


def test_several_files_are_solved_in_their_order(nlc):
    files = [str(FIXTURES / name) for name in ("thesis_two.txt", "flow_five.txt")]
    said = nlc("run", *files, "--format", "json")
    assert [entry["file"] for entry in said.objects] == [files[0], files[0], files[1]]


@pytest.mark.parametrize("spec", ["direct", "log", "domains=direct,acyclic=order"])
def test_the_encoding_is_told(nlc, spec):
    said = nlc("run", PUZZLES, "--puzzle", "1", "--encoding", spec, "--format", "json")
    (entry,) = said.objects
    assert said.status == 0
    assert entry["encoding"].startswith(f"domains={'log' if spec == 'log' else 'direct'},")


@pytest.mark.slow
def test_solvers_are_listed_with_their_state(nlc):
    said = nlc("list", "solvers")
    assert said.status == 0
    assert "pysat:cadical195 (default)" in said.out
    rows = {row["name"]: row for row in nlc("list", "solvers", "--format", "json").objects}
    for name in ("minisat", "cadical", "kissat", "pysat:cadical195"):
        assert rows[name]["missing"] is None
        assert rows[name]["version"]


def test_a_typed_board_tells_its_size_and_the_guess_and_a_short_row_its_place(nlc, write):
    said = nlc("run", write("typed.txt", "1 . 2\n1 . 2\n"))
    assert "typed.txt, 2x3; genre guessed: numberlink)\n" in said.out
    path = write("short.txt", "1 . 2\n1 . 2 .\n")
    said = nlc("run", path)
    message = "error: the row has 4 cells where the first row has 3\n  1 . 2 .\n  ^^^^^^^\n"
    assert (said.status, said.out, said.err) == (2, "", f"{path}:2:1: {message}")
    said = nlc("run", "--genre", "numberlink", write("named.txt", "1 . 2\n1 . 2\n"))
    assert "named.txt, numberlink)\n" in said.out


@pytest.mark.slow
def test_a_small_puzzle_is_solved_without_imports_that_it_does_not_need():
    """Other formats, questions and encodings wait until they are asked for.

    A name that ends with a dot stands for the modules of a folder, without the folder itself.
    """
    script = "import sys; from nlc.cli import main; main(['run', sys.argv[1]]); print(*sys.modules)"
    unneeded = [
        *("numpy.ma", "unicodedata", "lark", "tabulate", "importlib.metadata"),
        *("nlc.api", "nlc.comparing", "nlc.reasons", "nlc.generating", "nlc.oracle"),
        *("nlc.proof", "nlc.serve", "nlc.engines"),
        *("nlc.formats.", "nlc.pictures.", "nlc.ir.passes.merge", "nlc.encode.connected"),
        *(
            "nlc.encode.numberlink.",
            "nlc.cnf.solver_output",
            "nlc.cnf.read",
        ),
        *("nlc.board.overlay", "nlc.board.passages", "nlc.render.around"),
        *("nlc.solving.frontier", "nlc.solving.race", "nlc.solving.proof"),
        *("nlc.solving.readings", "nlc.solving.confirm", "nlc.solving.inexact"),
    ]
    assert all(find_spec(name.removesuffix(".")) for name in unneeded)
    folders = tuple(name if name.endswith(".") else f"{name}." for name in unneeded)
    words = [sys.executable, "-c", script, str(FIXTURES / "first.nl")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "solved, and checked" in done.stdout
    loaded = done.stdout.splitlines()[-1].split()
    assert "nlc.encode.acyclic.lazy" in loaded
    assert [name for name in loaded if name in unneeded or name.startswith(folders)] == []


@pytest.mark.slow
def test_a_proof_that_takes_no_second_solver_is_had_without_what_only_that_needs(write):
    script = "import sys; from nlc.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    board, _, _ = (
        (FIXTURES / "hard.nl").read_text().partition('puzzle "10x10 square, solution, seed 2')
    )
    words = [sys.executable, "-c", script, "run", "--unique", write("hard.nl", board)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "exactly 1 solution" in done.stdout
    loaded = done.stdout.splitlines()[-1].split()
    assert "nlc.encode.numberlink.shortest" in loaded
    assert not {"numpy.ma", "lark"} & set(loaded)
