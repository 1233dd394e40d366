"""What `nlc run` states has a spec by which `nlc compile` and `nlc diff` state the same."""

from __future__ import annotations

import re

import pytest

import nlc as nlc_package
from nlc.solving import defaults

SMALL = "A . A\nB . B"
BROAD = "A" + " ." * 62 + " A\n" + "B" + " ." * 62 + " B\n" + "C" + " ." * 62 + " C"
"""192 cells: large enough to be relaxed."""


def puzzle(title: str, board: str, body: str = "", genre: str = "numberlink") -> str:
    board = f"topology square; {body} board\n{board}\nend"
    return f'puzzle "{title}" is {genre} {{ {board} }}\n'


def compiled(nlc, path, spec):
    """Return the encoding, variables, clauses and comments of what is compiled."""
    said = nlc("compile", path, "--encoding", spec)
    assert said.status == 0, said.err
    lines = said.out.splitlines()
    head = next(line for line in lines if line.startswith("c nlc "))
    sizes = next(line for line in lines if line.startswith("p cnf "))
    told = re.search(r"encoding=(\S+)", head)[1]
    comments = [line for line in lines if line.startswith(("c lazy ", "c assume "))]
    return told, tuple(map(int, sizes.split()[2:])), comments


def same(nlc, path, *words):
    """Compare each run with what is compiled by the spec that it prints; return the specs."""
    said = nlc("run", "--format", "json", "--verbose", "--jobs", 1, *words, path)
    assert said.status == 0, said.err
    specs = []
    for told in said.objects:
        spec = told["encoding"]
        assert spec in said.err
        file = path
        if "puzzles=" not in spec and len(said.objects) > 1:
            continue
        again, sizes, comments = compiled(nlc, file, spec)
        assert again == spec
        assert sizes == (told["variables"], told["clauses"])
        lazy = "lazy=rows" in spec or "acyclic=lazy" in spec
        assert lazy == any(line.startswith("c lazy ") for line in comments)
        shared = told["strategy"][0]["shared"]
        merged = spec.partition("readings=")[2].split(",")[0]
        readings = 1 if merged == "none" else 2 + merged.count("/")
        chosen = [line for line in comments if line.startswith("c assume ")]
        assert len(chosen) == (shared * readings if shared * readings > 1 else 0)
        specs.append(spec)
    return specs


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("board", "body", "parts"),
    [
        (SMALL, "", "passes=fold,lazy=none,readings=none"),
        (BROAD, "", "passes=fold,lazy=rows,readings=touch:false"),
        (BROAD, "set touch = false;", "passes=fold,lazy=rows,readings=none"),
    ],
)
def test_a_puzzle_alone_is_compiled_as_it_was_run(nlc, write, board, body, parts):
    path = write("one.nl", puzzle("one", board, body))
    (spec,) = same(nlc, path)
    assert spec == f"domains=log,cardinality=auto,acyclic=lazy,{parts}"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("board", "body", "parts"),
    [
        (SMALL, "", "passes=fold,lazy=rows,readings=none"),
        (BROAD, "", "passes=fold,lazy=rows,readings=touch:false"),
        (BROAD, "set touch = false;", "passes=fold,lazy=rows,readings=none"),
    ],
)
def test_puzzles_that_share_a_formula_are_compiled_as_they_were_run(nlc, write, board, body, parts):
    texts = [puzzle(str(i), board, body) for i in range(3)]
    path = write("three.nl", "".join([*texts, puzzle("other", "A A")]))
    specs = same(nlc, path)
    assert specs == [f"domains=log,cardinality=auto,acyclic=lazy,{parts},puzzles=1-3"] * 3


@pytest.mark.sample(5)
@pytest.mark.parametrize("words", [("--unique",), ("--all",), ("--plan", "plain"), ("--count",)])
@pytest.mark.parametrize("board", [SMALL, BROAD])
def test_every_question_tells_what_was_stated(nlc, write, board, words, monkeypatch):
    monkeypatch.setattr(defaults, "WIDEST", 0)  # else they may be counted by states
    same(nlc, write("one.nl", puzzle("one", board)), *words)


def test_what_is_not_written_is_told(nlc, write):
    said = nlc("compile", write("one.nl", puzzle("one", SMALL)), "--encoding", "acyclic=lazy")
    assert said.status == 0
    assert "not all is written: open; a solver is to add it lazily" in said.err
    assert "c lazy open " in said.out


@pytest.mark.sample(2)
@pytest.mark.parametrize("board", [SMALL, BROAD])
def test_encodings_are_compared_by_the_spec_of_a_run(nlc, write, board):
    path = write("one.nl", puzzle("one", board))
    told = nlc("run", "--format", "json", path).objects[0]
    words = ("--encodings", told["encoding"], "--solvers", "pysat:minisat22", "--format", "json")
    (row,) = nlc("diff", path, *words).objects
    assert (row["variables"], row["clauses"]) == (told["variables"], told["clauses"])
    assert (row["used"], row["verdict"], row["checked"]) == (told["encoding"], "SATISFIABLE", True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "body"),
    [
        ((), ""),
        (("--unique",), "set touch = false;"),
        (("--plan", "plain"), ""),
        (("--jobs", 2), "set touch = false;"),
    ],
)
def test_puzzles_share_the_formula_that_a_spec_names(nlc, write, words, body):
    texts = [puzzle(str(i), BROAD, body) for i in range(4)]
    path, three = write("four.nl", "".join(texts)), write("three.nl", "".join(texts[:3]))
    told = nlc("run", "--format", "json", "--jobs", 1, three).objects[0]
    assert told["encoding"].endswith(",puzzles=1-3")
    said = nlc("run", "--format", "json", "--encoding", told["encoding"], *words, path)
    assert (said.status, len(said.objects)) == (0, 4), said.err
    *shared, alone = said.objects
    for each in shared:
        assert all(each[key] == told[key] for key in ("encoding", "variables", "clauses"))
    assert alone["encoding"] == told["encoding"].removesuffix(",puzzles=1-3")
    assert all(each["verified"] for each in said.objects)


def test_python_refuses_a_puzzle_that_is_not_there(write):
    (one,) = nlc_package.load(write("one.nl", puzzle("one", SMALL)))
    assert nlc_package.solve(one, encoding="puzzles=1").status == "SATISFIABLE"
    with pytest.raises(nlc_package.Error, match="puzzles=2: there are 1"):
        nlc_package.solve(one, encoding="puzzles=2")


@pytest.mark.parametrize("passes", ["groups+fold", "fold", "none"])
def test_what_folding_makes_for_repeated_literals_is_open(nlc, write, passes):
    """With a stricter reading in one formula, copies of a literal are one again."""
    weight = "sum {degree(c) - 1 for c in cells if none of line[links(c)]} <= 3"
    hexagons = (
        'puzzle "p" is numberlink { topology hex; board\n   # . #\n  7 . .\n   . 7 .\nend\n'
        f"rule house_weight {{ {weight}; }} }}"
    )
    words = ("--format", "json", "--encoding", f"passes={passes},readings=strictest")
    (told,) = nlc("run", *words, write("hex.nl", hexagons)).objects
    assert told["status"] == "SATISFIABLE"
