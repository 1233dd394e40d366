"""``nlc run`` on many puzzles: in one solver, in processes, in their order."""

from __future__ import annotations

import json
from random import Random

import pytest
from support.alike import alike
from support.commands import DOMINOES, PUZZLES, dominoes

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
