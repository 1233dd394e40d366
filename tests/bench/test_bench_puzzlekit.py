"""The models of puzzlekit find the solutions of our examples, and no other ones."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator

import pytest
from support import documents
from support.asked import asked
from support.sheets import EXAMPLES, FIRST

import nlc
from nlc.comparing import suite_file
from nlc.ir.elaborate.program import elaborate
from nlc.language.files import stock_genres
from nlc.process.pool import stream
from nlc.solving.question import UNIQUE

sys.path.append(str(documents.ROOT / "scripts"))
bench_puzzlekit = importlib.import_module("bench_puzzlekit")
MODELS, PuzzlekitEngine = bench_puzzlekit.MODELS, bench_puzzlekit.PuzzlekitEngine

JANKO = ("balance", "eulero", "kakuro", "tatamibari", "tenner")
"""Genres whose text by Janko it reads, which has ways of its own."""

PUZZLES = FIRST | {genre: EXAMPLES[genre] for genre in JANKO}

WRONG = {"ripple": "its model has no waves of numbers as large as the board is wide"}
"""Models that do not find the solutions of small boards."""

GENRES = [*sorted((MODELS.keys() & FIRST.keys()) - WRONG.keys()), *JANKO]


def answers() -> Iterator[tuple[str, bool | None, object]]:
    """Yield what puzzlekit says of the example of each genre: unique or not, and the solution.

    It is imported here once, in a process whose forks have it then.
    """
    for genre in GENRES:
        module = MODELS[genre].module if genre in MODELS else bench_puzzlekit.JANKO[genre]
        importlib.import_module(f"puzzlekit.solvers.{module.partition('.')[0]}")
        program = elaborate(PUZZLES[genre])
        try:
            answer = asked(PUZZLES[genre], PuzzlekitEngine(), UNIQUE, nlc.Limits(cpu_seconds=20))
        except nlc.InputError as refusal:
            yield genre, None, str(refusal)
            continue
        boards = [program.solution_json(board, plain=True) for board in answer.solutions]
        yield genre, answer.unique, boards[0] if answer.unique else answer.message


@pytest.mark.slow
def test_the_only_solution_is_ours() -> None:
    found = list(stream(answers, nlc.Limits()))
    assert [genre for genre, *_ in found] == GENRES
    for genre, unique, told in found:
        if unique is None:
            assert "no model of" in str(told)
            continue
        assert unique, (genre, told)
        (board,) = nlc.enumerate(PUZZLES[genre])
        assert told == board.to_json(), genre


OTHERWISE = {"colouring", "hamilton", "knight", "multilink", "numberlink", "slitherlink"}
"""Genres of graphs, and those that have suites of their own."""


def test_the_suite_has_boards_of_every_genre() -> None:
    files = sorted((suite_file.FOLDER / "genres").glob("*.nl"))
    assert [path.stem for path in files] == sorted({*stock_genres()} - OTHERWISE)
    for path in files:
        found = nlc.load(path)
        assert found
        assert {puzzle.genre for puzzle in found} == {path.stem}
