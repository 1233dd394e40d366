"""``nlc run`` on many puzzles: in one solver, in processes, in their order."""

from __future__ import annotations

import json
import os
import signal
from random import Random

import pytest
from support.alike import alike
from support.commands import DOMINOES, FIXTURES, PUZZLES, dominoes

from nlc.solving import batch

CASES = alike(Random(7), "numberlink", "square", 6)


def titled(case, title: str) -> str:
    return case.text.replace('"random"', f'"{title}"')


def many(*more: str) -> str:
    """Return a file of puzzles on one board, with other texts after every second one."""
    texts = [titled(case, f"number {i}") for i, case in enumerate(CASES)]
    for i, text in enumerate(more):
        texts.insert(3 * i + 2, text)
    return "\n".join(texts)


def without_figures(objects):
    left_out = ("seconds", "clauses", "variables", "solver", "encoding", "solutions", "strategy")
    left_out += ("confirmed_by", "plan")  # by another solver
    return [{k: v for k, v in o.items() if k not in left_out} for o in objects]


@pytest.mark.slow
def test_verdicts_are_those_of_each_puzzle_in_the_order_of_the_files(nlc, write):
    file = write("many.nl", DOMINOES + many(dominoes("tiles", 4)))
    said = nlc("run", "--format", "json", "--jobs", 3, file, PUZZLES)
    alone = nlc("run", "--format", "json", "--solver", "minisat", "--jobs", 1, file, PUZZLES)
    assert said.status == alone.status == 0
    assert without_figures(said.objects) == without_figures(alone.objects)
    wanted = ["SATISFIABLE" if case.solutions() else "UNSATISFIABLE" for case in CASES]
    assert [o["status"] for o in said.objects if o["puzzle"].startswith("number")] == wanted


def test_puzzles_on_one_board_share_a_formula_and_others_do_not(nlc, write):
    file = write("many.nl", DOMINOES + many(dominoes("tiles", 4)))
    objects = nlc("run", "--format", "json", "--jobs", 1, file).objects
    (tiles,) = [o["clauses"] for o in objects if o["puzzle"] == "tiles"]
    alike_ = {o["clauses"] for o in objects if o["puzzle"] != "tiles"}
    options = {json.dumps(dict(case.options)) for case in CASES}
    assert len(alike_) <= len(options) < len(CASES)
    assert tiles not in alike_


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("words", "solver"),
    [
        ((), "pysat:minisat22"),
        (("--solver", "pysat:glucose4"), "pysat:glucose4"),
        (("--timeout", "60", "--cpu-time", "60"), "pysat:minisat22"),
        (("--memory", "500"), "pysat:cadical195"),
        (("--unique",), "pysat:cadical195"),
        (("--encoding", "acyclic=vertex-tree"), "pysat:cadical195"),
        (("--solver", "minisat", "--jobs", "2"), "minisat"),
    ],
)
def test_the_solver_is_told(nlc, words, solver):
    objects = nlc("run", "--format", "json", *words, FIXTURES / "text_three.txt").objects
    assert {o["solver"] for o in objects} == {solver}


@pytest.mark.sample(1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_wrong_with_one_puzzle_keeps_no_other_from_being_solved(nlc, write, jobs):
    odd = titled(CASES[0], "odd").replace("  end", "  end\n  wall r1c1|r9c9;")
    said = nlc("run", "--format", "json", "--jobs", jobs, write("many.nl", many(odd)))
    assert said.status == 2
    assert [o["puzzle"] for o in said.objects] == [f"number {i}" for i in range(len(CASES))]
    assert "r9c9" in said.err


@pytest.mark.slow
def test_where_the_shared_solver_cannot_have_the_encoding_each_puzzle_is_solved_by_itself(
    nlc, write
):
    words = ("run", "--format", "json", "--encoding", "acyclic=propagator")
    said = nlc(*words, write("many.nl", many()))
    assert said.status == 0
    assert {o["solver"] for o in said.objects} <= {"pysat:cadical195", "nlc check"}


def test_an_encoding_that_refuses_every_puzzle_tells_so_of_each(nlc, write):
    row = "    " + " ".join("ABCDEFGHIJKLM")
    body = f"is numberlink {{\n  topology square;\n  board\n{row}\n{row}\n  end\n}}\n"
    texts = [f'puzzle "{title}" {body}' for title in ("x", "y")]
    said = nlc("run", "--encoding", "domains=thesis", write("two.nl", "".join(texts)))
    assert said.status == 2
    assert '(puzzle "x")' in said.err
    assert '(puzzle "y")' in said.err


@pytest.mark.sample(1)
@pytest.mark.parametrize("style", ["--ascii", "--color=always", "--color=never"])
def test_boards_look_as_when_each_is_solved_by_itself(nlc, style):
    said = nlc("run", style, "--jobs", 2, FIXTURES / "text_three.txt")
    assert ("\x1b[" in said.out) == (style == "--color=always")
    assert ("───" in said.out) == (style != "--ascii")
    assert said.out.count("checked against every rule") == 3


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done_by_all_processes(process, write):
    batch = DOMINOES + dominoes("first", 4) + dominoes("second", 4)
    batch += dominoes("hard", 20, holes=True) + dominoes("last", 4)
    child = process("run", "--jobs", "2", write("batch.nl", batch))
    said = ""
    while said.count("solved, and checked") < 2:
        line = child.stdout.readline()
        assert line
        said += line
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err == "nlc: 2 of 4 puzzles were done\nnlc: interrupted\n"
    assert "last" not in said + out


@pytest.mark.slow
def test_a_puzzle_over_which_its_process_dies_is_solved_by_itself(nlc, write, monkeypatch):
    def die(*options, **more):
        os.kill(os.getpid(), signal.SIGKILL)
        yield

    monkeypatch.setattr(batch, "_solve_in_one_formula", die)
    said = nlc("run", "--format", "json", write("many.nl", many()))
    assert said.status == 0
    assert {o["solver"] for o in said.objects} == {"pysat:cadical195", "nlc check"}
    assert said.err.count("its process died (killed by SIGKILL); it is solved by itself") == 6
    wanted = ["SATISFIABLE" if case.solutions() else "UNSATISFIABLE" for case in CASES]
    assert [o["status"] for o in said.objects] == wanted
