"""``nlc run`` on good input: what it solves, counts and prints."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.commands import FIXTURES, PUZZLES

SIX = "hole, wall, cells left over, no path beside itself"
NONE = "3 2\n1.2\n2.1\n"
ONE = "3 3\n1.1\n2.2\n3.3\n"


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


def test_a_typed_board_tells_its_size_and_the_guess_and_a_short_row_its_place(nlc, write):
    said = nlc("run", write("typed.txt", "1 . 2\n1 . 2\n"))
    assert "typed.txt, 2x3; genre guessed: numberlink)\n" in said.out
    path = write("short.txt", "1 . 2\n1 . 2 .\n")
    said = nlc("run", path)
    message = "error: the row has 4 cells where the first row has 3\n  1 . 2 .\n  ^^^^^^^\n"
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"{path}:2:1: {message}")
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
        *("nlc.formats.", "nlc.pictures.drawing", "nlc.ir.passes.merge", "nlc.encode.connected"),
        *(
            "nlc.encode.numberlink.",
            "nlc.cnf.solver_output",
            "nlc.cnf.read",
        ),
        *("nlc.board.overlay", "nlc.board.passages", "nlc.render.around"),
        *("nlc.solving.frontier", "nlc.solving.race", "nlc.solving.proof"),
        *("nlc.solving.readings", "nlc.solving.confirm"),
    ]
    assert all(find_spec(name.removesuffix(".")) for name in unneeded)
    folders = tuple(name if name.endswith(".") else f"{name}." for name in unneeded)
    words = [sys.executable, "-c", script, str(FIXTURES / "first.nl")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "solved, and checked" in done.stdout
    loaded = done.stdout.splitlines()[-1].split()
    assert "nlc.encode.acyclic.lazy" in loaded
    assert [name for name in loaded if name in unneeded or name.startswith(folders)] == []
