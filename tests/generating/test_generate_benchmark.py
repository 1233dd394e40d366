"""The public benchmark set: some of each file, read again and held against its solutions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import nlc
from nlc.errors import Source
from nlc.grading.grade import LEVELS
from nlc.grading.grader import graded
from nlc.ir.complete import board_of
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.language.resolve import load

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "benchmark"
GENRES = {"numberlink", "slitherlink"}
FILES = sorted(FOLDER.glob("*.nl"))
SMALL = sorted(FOLDER.glob("*-[568]x[568].nl"))


def puzzles(path: Path) -> list[str]:
    """Return the text of each puzzle of a file."""
    return [text + "}\n" for text in path.read_text().split("}\n\n")[:-1]]


def records(path: Path) -> list[dict]:
    lines = path.with_suffix(".jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def read(path: Path, number: int):
    """Return a puzzle and which of its segments the stored solution draws."""
    (case,) = load(Source(path.name, puzzles(path)[number])).puzzles
    record = records(path)[number]
    assert record["puzzle"] == case.tree.title
    program = elaborate(case)
    (line,) = (var for var in program.bools if var.shown)
    drawn = set(record["solutions"][0]["line"])
    names = program.board.names(line.sort)
    assert drawn <= set(names)
    return case, program, np.array([name in drawn for name in names])


def test_the_set_has_five_sizes_of_each_tiling():
    names = Counter(path.stem.rpartition("-")[0] for path in FILES)
    assert set(names.values()) == {5}
    genres = {name.partition("-")[0] for name in names}
    assert genres == GENRES
    assert names.keys() == {f"{g}-{t}" for g in genres for t in ("square", "hex", "triangle")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_puzzle_of_a_file_has_its_solution_and_grade(path):
    found = records(path)
    assert len(puzzles(path)) == len(found) == 20
    assert all(record["grade"]["level"] in LEVELS for record in found)
    assert len({record["puzzle"] for record in found}) == 20


@pytest.mark.sample(7)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stored_solutions_keep_every_rule(path):
    for number in (0, 19):
        _, program, drawn = read(path, number)
        assert not violations(program, board_of(program, drawn))
        flipped = drawn.copy()
        flipped[0] ^= True
        assert violations(program, board_of(program, flipped))


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", SMALL[::2], ids=lambda path: path.stem)
def test_small_puzzles_are_graded_as_they_are_stored(path):
    case, _, _ = read(path, 3)
    assert graded(case).to_json() == records(path)[3]["grade"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_puzzles_have_the_stored_solution_alone(path):
    case, program, drawn = read(path, 11)
    answer = nlc.solve(case, nlc.UNIQUE)
    (line,) = (var for var in program.bools if var.shown)
    assert answer.unique
    assert (answer.solutions[0].bools[line.base : line.base + line.size] == drawn).all()


def test_the_table_of_the_readme_is_that_of_the_files():
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (FOLDER / "README.md").read_text().splitlines()
        if line.startswith("| ")
    ]
    rows = [row for row in rows if row[0] != "files"]
    named = {f"{row[0]}-{size}" for row in rows for size in row[1].split(", ")}
    assert named == {path.stem for path in FILES}
    for row in rows:
        found = [each for path in FOLDER.glob(f"{row[0]}-*.nl") for each in records(path)]
        levels = [record["grade"]["level"] for record in found]
        assert row[3:] == [str(levels.count(level)) for level in LEVELS]
