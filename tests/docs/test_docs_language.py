"""The manual of the language: its puzzles are solved and its tables compared with the code."""

from __future__ import annotations

import re

import pytest
from support import documents

from nlc.board.tilings import TILINGS
from nlc.drivers import get
from nlc.drivers.base import NO_LIMITS
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.errors import Diagnostics, Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language import resolve
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS
from nlc.language.tables import tables
from nlc.language.types import check
from nlc.solving.choice import choose_solvers
from nlc.solving.question import PLAIN, Question
from nlc.solving.run import answer_of
from nlc.solving.solve import solve_one

MANUAL = "docs/language.md"
BLOCKS = documents.blocks(MANUAL, "nl")

each_block = pytest.mark.parametrize("block", BLOCKS, ids=[block.place for block in BLOCKS])


def section(title: str) -> str:
    """Return the part of the manual below a heading, as far as the next one."""
    found = re.search(rf"^#+ {title}$(.*?)(?=^#|\Z)", documents.document(MANUAL), re.M | re.S)
    assert found is not None
    return found[1]


def counted(text: str) -> list[int]:
    """Return the number of solutions of each puzzle of a text; every board is checked."""
    found, diagnostics = [], Diagnostics()
    driver = get("pysat:minisat22")
    for case in resolve.load(Source("manual.nl", text)).puzzles:
        check(case.rules, case, diagnostics)
        diagnostics.raise_errors()
        program = elaborate(case)
        if program.objective is not None:  # the best ones are counted
            answer = solve_one(case, Question(None, 0), choose_solvers(), PLAIN)
            assert answer.is_best, answer.message
            found.append(answer.count or 0)
            continue
        lowered = lower(program, Encoding(), IN_PROCESS)
        result = answer_of(program, lowered, driver, Question(None, 0), NO_LIMITS)
        assert result.complete, result.message
        found.append(result.count or 0)
    assert not diagnostics.items
    return found


@pytest.mark.sample(6)
@each_block
def test_a_puzzle_of_the_manual_has_the_solutions_that_it_says(block: documents.Fenced) -> None:
    if "error" in block.marks:
        with pytest.raises(UserError):
            counted(block.text)
    else:
        said = str(block.marks.get("solutions", ""))  # of a genre without puzzles nothing
        assert counted(block.text) == [int(n) for n in said.split(",") if n]


def test_the_manual_tells_every_function() -> None:
    rows = re.findall(r"^\| (`.*?) \|", section("Functions"), re.M)
    told: dict[str, set[bool]] = {}
    for row in rows:
        for name, optional in re.findall(r"`(\w+)\([^`]*\)`( \?)?", row):
            told.setdefault(name, set()).add(bool(optional))
    assert told == {name: {function.optional} for name, function in FUNCTIONS.items()}


def test_the_manual_tells_every_set_and_every_statement_about_the_whole_board() -> None:
    assert set(re.findall(r"`(\w+)`", section("Sets").split("\n| `links(c)`")[0])) == set(SETS)
    forms = re.findall(r"^\| `(\w+)\((.*?)\)`", section("The whole board"), re.M)
    known = [(name, len(form)) for name, item in GLOBALS.items() for form in item.forms]
    assert sorted((name, len(args.split(","))) for name, args in forms) == sorted(known)


def test_the_manual_tells_every_tiling_and_its_settings() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section("Tilings"), re.M))
    assert set(rows) == {*TILINGS.names(), "graph"}
    for name in TILINGS.names():
        for setting, values in TILINGS.get(name).settings.items():
            assert f"`{setting}`" in rows[name]
            if setting != "wrap" or name == "square":
                assert f"`{setting}` = " + ", ".join(f"`{value}`" for value in values) in rows[name]


def test_the_manual_names_the_sides_and_corners_of_every_cell() -> None:
    rows = re.findall(
        r"^\| (?:square|hexagon|triangle).*? \| `(.*?)` \| `(.*?)` \|",
        section("Elements and their names"),
        re.M,
    )
    from nlc.board.tilings import regular

    shapes = (regular.SQUARES, regular.POINTY, regular.FLAT, regular.TRIANGLES)
    known = [
        (" ".join(polygon.sides), " ".join(polygon.corners))
        for shape in shapes
        for polygon in shape.polygons
    ]
    assert rows == known


def test_the_manual_lists_the_reserved_words() -> None:
    told = re.search(r"These words are reserved: (.*?)\.", documents.document(MANUAL), re.S)
    assert told is not None
    known = {word for word in tables().literals if word.isalpha()} | {"board", "end"}
    assert set(re.findall(r"`(\w+)`", told[1])) == known - {"end"}


def test_the_manual_tells_the_options_of_the_stock_genres() -> None:
    rows = re.findall(r"^\| ([\w, ]+) \| `(\w+)` \| `(\w+)` \|", section("The stock genres"), re.M)
    told = {
        (genre, option, default) for names, option, default in rows for genre in names.split(", ")
    }
    known = set()
    for genre in ("numberlink", "multilink", "slitherlink"):
        text = f'puzzle "p" is {genre} {{ topology graph {{ cells a; }} }}'
        rules = resolve.load(Source("p.nl", text)).puzzles[0].rules
        known |= {
            (genre, name, str(option.default.value).lower())
            for name, option in rules.options.items()
        }
    assert told == known
