"""Boards with connected cells or links, by every encoding of it, beside brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from encode.connected_boards import GENRE, RULES, found, random_clues, sample
from oracle.case import TILINGS
from oracle.reference_board import Complex
from support.puzzles import driver, program_of

import nlc
from nlc.drivers.base import Limits
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.drivers.search import models
from nlc.encode.connected import REGISTRY
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, IN_PROCESS, STATIC, WATCHED
from nlc.encode.puzzle_formula import Readings, encode_puzzles
from nlc.encode.spec import Encoding, connected_encodings
from nlc.errors import UserError
from nlc.solving.question import Question
from nlc.solving.run import answer_of

COUNT = 2
"""Puzzles of each kind, on each tiling."""

LISTS = ("levels+lazy", "levels+propagator", "levels+dual", "levels+arborescence")
"""Lists of encodings, for some of the cases."""

PASSES = ("none", "face-runs", "face-runs+fold", "fold+face-runs")


def solver_for(spec):
    return "pysat:cadical195" if "propagator" in spec else "pysat:minisat22"


def needs_of(name):
    return [need for each in connected_encodings(name) for need in each.declaration.needs]


def all_boards(program, spec, solver=None):
    back_end = driver(solver or solver_for(spec))
    offers = WATCHED if back_end.capabilities.in_process else STATIC
    lowered = lower(program, Encoding.parse(spec) if spec else Encoding(), offers)
    result = answer_of(program, lowered, back_end, Question(None), Limits())
    assert result.complete, f"{result.reason}: {result.message}"
    return found(program, result.solutions)


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("kind", RULES)
def test_solutions_are_those_of_brute_force(kind, tiling):
    random = Random(f"{kind} {tiling}")
    tried = Counter()
    for _ in range(COUNT):
        case = sample(random, kind, tiling)
        program, solutions = program_of(case.text), case.solutions()
        lists = LISTS if kind in ("few", "goals", "decided") and tiling == "square" else ()
        for name in (*REGISTRY.names(), *lists):
            try:
                got = all_boards(program, f"connected={name}")
            except UserError as error:
                assert "planar" in needs_of(name), error
                continue
            assert got == solutions, (name, case.text)
            tried[name] += 1
    for name in REGISTRY.names():
        assert tried[name] or (name, kind) == ("dual", "corners")


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", ["cells", "decided"])
@pytest.mark.parametrize("acyclic", ["lazy", "order-binary", "vertex-elimination", "closure"])
def test_the_dual_takes_any_exact_encoding_of_acyclicity(acyclic, kind):
    random = Random(f"dual {kind}")
    for _ in range(2):
        case = sample(random, kind, "square")
        if not case.drawn.warps:
            program = program_of(case.text)
            found_boards = all_boards(program, f"connected=dual,acyclic={acyclic}")
            assert found_boards == case.solutions(), case.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "chosen"),
    [
        ("rule apart { for l in links { not (dark[a(l)] and dark[b(l)]); } }", "dual"),
        (
            "rule some { for v in vertices where inner(v) { any of dark[cells(v)]; } }",
            "arborescence",
        ),
    ],
)
def test_a_process_gets_the_dual_where_no_two_neighbours_are_left_out(rules, chosen):
    text = GENRE.format(name="plain", rules=RULES["plain"] + rules)
    text += 'puzzle "p" is plain { topology square;\nboard\n. . .\n. . .\nend\n}'
    program = program_of(text)
    assert lower(program, Encoding(), STATIC).encoding.connected == chosen
    assert lower(program, Encoding(), WATCHED).encoding.connected == "propagator"
    assert lower(program, Encoding(), IN_PROCESS).encoding.connected == "lazy"
    assert all_boards(program, "", "minisat") == all_boards(program, "connected=arborescence")


def test_reaches_is_stated_by_arborescences_where_no_clause_can_be_added():
    text = GENRE.format(name="goals", rules=RULES["goals"])
    text += 'puzzle "p" is goals { topology square;\nboard\n. . .\n. . .\nend\n}'
    program = program_of(text)
    assert lower(program, Encoding(), STATIC).encoding.connected == "arborescence"
    assert lower(program, Encoding(), WATCHED).encoding.connected == "lazy"


def test_levels_are_chosen_where_a_count_keeps_a_part_small_and_keep_the_number_of_models():
    for kind, size in (("few", "levels"), ("few goals", "levels"), ("plain", "propagator")):
        text = GENRE.format(name="genre_", rules=RULES[kind])
        text += 'puzzle "p" is genre_ { topology square;\nboard\n. . .\n. . .\nend\n}'
        assert lower(program_of(text), Encoding(), WATCHED).encoding.connected == size
    text = GENRE.format(name="genre_", rules=RULES["few"] + " rule more { connected(near); }")
    text += 'puzzle "p" is genre_ { topology square;\nboard\n. . .\n. . .\n. . .\nend\n}'
    lowered = lower(program_of(text), Encoding.parse("connected=levels"), STATIC)
    assert lowered.preserves_models and not lowered.separators
    # No cell, one of nine, and three in a row of six ways or bent of sixteen.
    assert len(list(models(driver("pysat:minisat22"), lowered.cnf, Limits()))) == 33


def two_cells(rules: str, board: str = ". .") -> nlc.Puzzle:
    """Return a board of all pairs of links, `set touch = true`, with rules of its own."""
    return nlc.loads(
        f'puzzle "p" is numberlink {{ topology square; set cover = false; set touch = true;\n'
        f"board\n{board}\nend\n{rules} }}"
    )[0]


@pytest.mark.parametrize("name", REGISTRY.names())
def test_cells_with_the_same_literal_are_members_each(name):
    few = "rule few { connected({c for c in cells if any of line[links(c)]}, at most 6); }"
    free = "rule free { connected({c for c in cells if none of line[links(c)]}, exactly 2); }"
    answer = nlc.solve(two_cells(few + free), nlc.ALL, encoding=f"connected={name}")
    assert [board.bools.any() for board in answer.solutions] == [False] and answer.complete


@pytest.mark.parametrize("rule", ["vertices", "at most 6", "exactly 0"])
def test_a_set_that_is_always_empty_is_connected(rule):
    puzzle = two_cells(
        f"rule house {{ connected({{c for c in cells if any of line[links(c)]}}, {rule}); }}", "."
    )
    assert nlc.solve(puzzle, nlc.UNIQUE).unique


@pytest.mark.parametrize(("rows", "confirmed"), [(3, True), (7, False)])
def test_no_second_solver_is_asked_unasked_about_a_large_connected_board(rows, confirmed):
    text = GENRE.format(name="plain", rules=RULES["plain"] + "rule none_ { none of dark[cells]; }")
    board = "\n".join([". " * rows] * rows)
    text += f'puzzle "p" is plain {{ topology square;\nboard\n{board}\nend\n}}'
    answer = nlc.solve(nlc.loads(text)[0], nlc.UNIQUE)
    assert answer.unique
    assert (answer.confirmed_by is not None) == confirmed


def test_encodings_that_need_more_are_refused_with_one_that_can_be_used():
    text = GENRE.format(name="cells", rules=RULES["cells"])
    text += 'puzzle "p" is cells { topology square;\nboard\n. . .\n. . .\nend\nwarp r1c1|r2c3; }'
    program = program_of(text)
    for name, reason in (("dual", "warp"), ("lazy", "a solver that runs inside Python")):
        with pytest.raises(UserError) as caught:
            lower(program, Encoding(connected=name), STATIC)
        (diagnostic,) = caught.value.diagnostics
        assert diagnostic.message.startswith(f"connected={name} cannot be used here: ")
        assert reason in diagnostic.message
        hint = (diagnostic.hint or "").removeprefix("use ")
        assert f"connected={lower(program, Encoding.parse(hint)).encoding.connected}" == hint


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
def test_two_connected_sets_are_one_run_round_each_face(tiling):
    random = Random(f"runs {tiling}")
    stated = Counter()
    for _ in range(8):
        case = sample(random, "both", tiling)
        program, solutions = program_of(case.text), case.solutions()
        for passes in PASSES:
            spec = f"connected=lazy,passes={passes}"
            runs = "runs" in lower(program, Encoding.parse(spec), WATCHED).rule_statistics()
            stated[passes] += runs
            assert all_boards(program, spec) == solutions, (passes, case.text)
    for passes in PASSES:
        assert stated[passes] == 0 if passes == "none" else stated[passes] > 3


@pytest.mark.parametrize("name", REGISTRY.names())
def test_a_rim_of_four_changes_is_refuted_without_a_search_for_separators(name):
    text = GENRE.format(name="both", rules=RULES["both"])
    text += 'puzzle "p" is both { topology square;\nboard\n. . .\n. . .\n. . .\nend\n'
    text += "rule rim { dark[r1c1]; not dark[r1c3]; dark[r3c3]; not dark[r3c1]; } }"
    lowered = lower(program_of(text), Encoding.parse(f"connected={name}"), WATCHED)
    assert lowered.encoding.passes == "face-runs+fold"
    assert driver("pysat:minisat22").solve(lowered.cnf).status == "UNSATISFIABLE"


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize(
    ("name", "kind", "tiling"),
    [
        *(
            (name, kind, TILINGS[(i + j) % 3])
            for i, name in enumerate(REGISTRY.names())
            for j, kind in enumerate(RULES)
        ),
        *product(LISTS, ("few", "goals", "decided"), ("square",)),
    ],
)
def test_puzzles_that_share_a_formula_have_the_solutions_of_brute_force(name, kind, tiling):
    random = Random(f"together {kind} {tiling}")
    first = sample(random, kind, tiling)
    cells = Complex(first.drawn).names
    cases = [first]
    for _ in range(4):
        counts, goals = random_clues(random, kind, cells)
        cases.append(replace(first, counts=counts, goals=goals))
    programs = [program_of(case.text) for case in cases]
    encoding = Encoding.parse(f"connected={name}")
    try:
        stated = encode_puzzles([Readings((p,)) for p in programs], encoding, ASSUMING | WATCHED)
    except UserError as error:
        assert "planar" in needs_of(name), error
        return
    lowered = stated.lowered
    solver = solver_for(name).removeprefix("pysat:")
    with IncrementalSolver(solver, lowered.cnf, lowered.separators) as session:
        for case, program, (assumed,) in zip(cases, programs, stated.questions, strict=True):
            outcome, solutions = session.query(assumed), case.solutions()
            assert outcome.status == ("SATISFIABLE" if solutions else "UNSATISFIABLE"), case.text
            if outcome.model is not None:
                assert found(program, [lowered.assignment(outcome.model)]) <= solutions
