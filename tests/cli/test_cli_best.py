"""The best solution by command: objectives beside puzzles, limits, proofs, files, comparisons."""

from __future__ import annotations

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.commands import FIXTURES

BEST = FIXTURES / "best.nl"
NUMBERS = {
    "the shortest wiring": (29, 12),
    "most stars": (12, 36),
    "most queens": (6, 4),
    "fewest lamps": (6, 18),
    "a maximum independent set": (5, 3),
    "on hexagons": (9, 2),
}
FREE = """genre free { var dark : cell -> bool; var num : cell -> 0..9; rule any_ { true; }
show dark, num; }
puzzle "free" is free { topology square; board
  . . .
end
}
"""


def test_the_first_uses_have_the_same_number_by_every_method(nlc):
    for means in (
        ("--plan", "{solver=pysat:minisat22 best=core}"),
        ("--plan", "{solver=pysat:cadical195 best=counter}"),
    ):
        found = nlc("run", *means, "--format", "json", BEST).objects
        told = {each["puzzle"]: (each["objective"], each["bound"]) for each in found}
        assert told == {title: (number,) * 2 for title, (number, _) in NUMBERS.items()}


@pytest.mark.slow
def test_cp_sat_and_a_program_agree_on_the_first_uses(nlc):
    for solver in ("cpsat", "cadical"):
        found = nlc("run", "--solver", solver, "--format", "json", BEST).objects
        told = {each["puzzle"]: each["objective"] for each in found}
        assert told == {title: number for title, (number, _) in NUMBERS.items()}


def test_the_best_solutions_are_counted(nlc):
    found = nlc("run", "--count", "--format", "json", BEST).objects
    assert {e["puzzle"]: (e["objective"], e["count"]) for e in found} == NUMBERS
    assert all(each["count_complete"] for each in found)


def test_all_unique_and_backbone_are_about_the_best_solutions(nlc):
    title = ("--puzzle", "a maximum independent set")
    (every,) = nlc("run", "--all", *title, "--format", "json", BEST).objects
    assert sorted("".join(each["chosen"]) for each in every["solutions"]) == ["bdf", "bef", "dfg"]
    (shared,) = nlc("run", "--backbone", *title, "--format", "json", BEST).objects
    assert shared["facts"]["variables"]["chosen"]["true"] == ["f"]
    assert "at least 2 solutions have it" in nlc("run", "--unique", *title, BEST).out


def test_an_objective_of_the_command_replaces_that_of_the_puzzle(nlc):
    title = ("--puzzle", "most queens")
    assert "minimum 0 (count queen)" in nlc("run", "--minimize", "count queen", *title, BEST).out
    weighed = "sum {down(c) for c in cells if queen[c]} + 1"
    assert f"maximum 16 ({weighed})" in nlc("run", "--maximize", weighed, *title, BEST).out


def test_a_second_objective_is_refused_and_one_of_a_puzzle_replaces_that_of_its_genre(nlc, write):
    twice = FREE.replace("show dark", "minimize count dark; maximize sum num; show dark")
    said = nlc("run", write("twice.nl", twice))
    assert said.status == 2
    assert "there is an objective already" in said.err
    own = FREE.replace("show dark", "minimize count dark; show dark")
    own = own.replace("topology square;", "maximize sum num + 1 - count dark; topology square;")
    assert "maximum 28 (sum num + 1 - count dark)" in nlc("run", write("own.nl", own)).out


def test_limits_leave_the_best_so_far_with_its_bound(nlc, write):
    rows = "\n".join(". " * 30 for _ in range(30))
    stars = BEST.read_text().partition("genre stars")[2].partition("puzzle")[0]
    text = f'genre stars{stars}puzzle "large" is stars {{ topology square; board\n{rows}\nend }}'
    plan = "{solver=pysat:minisat22 best=counter conflicts=1}"
    said = nlc("run", "--plan", plan, "--format", "json", write("large.nl", text))
    (found,) = said.objects
    assert (said.status, found["status"], found["reason"]) == (3, "SATISFIABLE", "budget")
    assert found["objective"] < found["bound"] == 900
    again = nlc("run", "--plan", plan, write("large.nl", text))
    assert f"best so far {found['objective']}, at most 900 (count star)" in again.out


def test_the_proof_of_a_bound_is_checked(nlc, tmp_path):
    title, proof = ("--puzzle", "most stars"), tmp_path / "bound.lrat"
    assert "none better, as is proved" in nlc("run", *title, "--proof", proof, BEST).out
    assert nlc("prove", *title, "--better-than", 12, BEST, proof).status == 0
    assert nlc("prove", *title, "--better-than", 11, BEST, proof).status == 1


def test_wcnf_and_opb_have_the_best_number(nlc, tmp_path):
    for title, (number, _) in NUMBERS.items():
        wcnf, opb = tmp_path / "a.wcnf", tmp_path / "a.opb"
        assert nlc("compile", "--puzzle", title, "-o", wcnf, BEST).status == 0
        assert nlc("compile", "--puzzle", title, "-o", opb, BEST).status == 0
        lines = wcnf.read_text().splitlines()
        (said,) = (line for line in lines if line.startswith(("c minimize", "c maximize")))
        constant, sign = said.rpartition(" = ")[2].split()[:2]
        with RC2(WCNF(from_file=str(wcnf))) as rc2:
            rc2.compute()
            assert int(constant) + (rc2.cost if sign == "+" else -rc2.cost) == number
        hard = sum(line.startswith("h ") for line in lines)
        told = opb.read_text().splitlines()
        assert told[0].endswith(f"#constraint= {hard}")
        assert sum(line.endswith(">= 1 ;") for line in told) == hard
        (least,) = (line for line in told if line.startswith("min: "))
        soft = [line for line in lines if line[0] not in "hc"]
        assert least.count("x") == len(soft)


def test_diff_compares_the_best_numbers(nlc):
    words = ("--repeat", "1", "--puzzle", "fewest lamps", "--encodings", "default,direct")
    said = nlc(
        "diff", *words, "--solvers", "pysat:minisat22,pysat:cadical195", "--format", "json", BEST
    )
    assert said.status == 0
    assert {(each["objective"], each["bound"]) for each in said.objects} == {(6, 6)}


@pytest.mark.parametrize("solver", ["cadical", "pysat:cadical195"])
def test_the_best_value_of_one_condition_is_found(nlc, write, solver):
    text = "genre g { var d : cell -> bool; show d; }\n"
    text += 'puzzle "p" is g { topology square; board\n. .\nend }'
    words = ("--solver", solver, "--maximize", "count d[{r1c1}]")
    assert "maximum 1 " in nlc("run", *words, write("one.nl", text)).out


@pytest.mark.parametrize("question", ["--count", "--unique", "--all"])
def test_there_are_0_best_boards_where_there_is_none(nlc, write, question):
    text = "genre g { var d : cell -> bool; rule a { at least 5 of d[cells]; } show d; }\n"
    text += 'puzzle "p" is g { topology square; board\n. .\nend }'
    words = (question, "--format", "json", "--minimize", "count d")
    (found,) = nlc("run", *words, write("none.nl", text)).objects
    assert (found["status"], found["count"], found["count_complete"]) == ("UNSATISFIABLE", 0, True)
