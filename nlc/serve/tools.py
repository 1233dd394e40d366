"""What a program that reasons may ask of nlc: text in, text out, by the Python interface alone.

`TOOLS` are the tools that ``nlc mcp`` offers by the Model Context Protocol
(https://modelcontextprotocol.io); their docstrings are what such a program reads of them.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from nlc.language.files import stock_file, stock_genres
from nlc.puzzles import GeneratorOptions, Puzzle, generate, loads
from nlc.solving.question import UNIQUE

MOST_SECONDS = 300.0


def manual() -> str:
    """Return the manual of the puzzle language on two pages; read it before you write a genre."""
    return (files("nlc.grammar") / "manual.md").read_text(encoding="utf-8")


def genres(name: str = "") -> str:
    """List the stock genres; with a name, return the file of that one, which is a good model."""
    if not name:
        return ", ".join(stock_genres())
    if (source := stock_file(f"{name}.nl")) is None:
        raise ValueError(f"there is no stock genre '{name}'; the tool genres lists them")
    return source.text


def check(text: str) -> str:
    """Check a text of genres and puzzles; each mistake has line, column and a hint to mend it.

    Of a text without puzzles, the examples of its genres are the puzzles.
    """
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        puzzles = loads(text)
    found = [f"no mistake; puzzles: {', '.join(each.title for each in puzzles) or 'none'}"]
    return "\n".join([*found, *(str(each.message) for each in warned)])


def solve(text: str, puzzle: str = "", seconds: float = 20) -> dict[str, Any]:
    """Solve a puzzle, and tell whether the solution is the only one.

    Every board is checked by the rules. If there are several solutions, `another` is a second one.

    Args:
        text: a puzzle with its genre, a stock genre's puzzle, or a link such as of puzz.link.
        puzzle: title of one of several puzzles.
        seconds: limit of time.
    """
    answer = _one(text, puzzle).solve(UNIQUE, seconds=_within(seconds))
    board, *more = [*answer.boards, None]
    found: dict[str, Any] = {
        "status": answer.status,
        "unique": answer.unique,
        "message": answer.message,
    }
    if board is not None:
        found |= {"picture": str(board), "values": board.to_json()}
    return found | ({"another": str(more[0])} if more and more[0] is not None else {})


def explain(text: str, puzzle: str = "", seconds: float = 20) -> str:
    """Tell which clues of a puzzle without solution contradict each other, and by which rules.

    Of a puzzle with several solutions it tells how two of them differ.
    """
    return str(_one(text, puzzle).why(seconds=_within(seconds)))


def hint(
    text: str, drawn: Mapping[str, Any] | None = None, puzzle: str = "", seconds: float = 20
) -> str:
    """Return the next step on a board, and why it follows.

    Args:
        text: a puzzle.
        drawn: what is drawn so far, in the form of `values` of the tool solve.
        puzzle: title of one of several puzzles.
        seconds: limit of time.
    """
    return str(_one(text, puzzle).hint(drawn, seconds=_within(seconds)))


def grade(text: str, puzzle: str = "", seconds: float = 20) -> str:
    """Tell how hard a puzzle is for a person."""
    return str(_one(text, puzzle).grade(seconds=_within(seconds)))


def make(
    genre: str, size: str = "6x6", seed: int = 1, difficulty: str = "", seconds: float = 60
) -> str:
    """Make a puzzle with exactly one solution, and return its text.

    Args:
        genre: the name of a stock genre, or the text of one of your own.
        size: columns and rows.
        seed: another one makes another puzzle.
        difficulty: easy, medium, hard or expert; any without.
        seconds: limit of time.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = genre
        if "{" in genre:
            source = str(Path(folder) / "genre.nl")
            Path(source).write_text(genre, encoding="utf-8")
        wished: GeneratorOptions = {"difficulty": difficulty} if difficulty else {}
        for each in generate(source, size, seed=seed, seconds=_within(seconds), **wished):
            if each.unique:
                return each.puzzle.to("nl")
    raise ValueError(f"no puzzle was found in {seconds:g} s; try a smaller size, or another seed")


def draw(text: str, puzzle: str = "", solved: bool = False, seconds: float = 20) -> str:
    """Draw a puzzle, or its solution, as SVG."""
    chosen = _one(text, puzzle)
    if not solved:
        return chosen.to_svg()
    answer = chosen.solve(seconds=_within(seconds))
    if answer.board is None:
        raise ValueError(f"there is no solution to draw: {answer.message or answer.status}")
    return answer.board.to_svg()


TOOLS = (manual, genres, check, solve, explain, hint, grade, make, draw)


def _one(text: str, puzzle: str) -> Puzzle:
    puzzles = loads(text, puzzle=puzzle or None)
    if len(puzzles) != 1:
        titles = ", ".join(f"'{each.title}'" for each in puzzles) or "none"
        raise ValueError(f"name one puzzle of the text by its title: {titles}")
    return puzzles[0]


def _within(seconds: float) -> float:
    return max(0.1, min(seconds, MOST_SECONDS))
