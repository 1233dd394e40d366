"""Links of f-puzzles and SudokuPad: what they state is in the puzzle, or refused by its name."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

import nlc

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
KNOWN = "N4IgzglgXgpiBcAmANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYLgXWSEeffvy5A="


def packed(text: str) -> str:
    """Return a text as lz-string compresses it to base64, by a table of all prefixes."""
    bits: list[int] = []
    table: dict[str, int] = {}
    width, room, word = 2, 2, ""
    fresh: set[str] = set()

    def put(value: int, count: int) -> None:
        bits.extend(value >> k & 1 for k in range(count))

    def used() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    def emit(done: str) -> None:
        if done in fresh:
            wide = ord(done) > 255
            put(int(wide), width)
            put(ord(done), 16 if wide else 8)
            fresh.remove(done)
            used()
        else:
            put(table[done], width)
        used()

    for sign in text:
        if sign not in table:
            table[sign] = len(table) + 3
            fresh.add(sign)
        if word + sign in table:
            word += sign
            continue
        emit(word)
        table[word + sign] = len(table) + 3
        word = sign
    emit(word)
    put(2, width)
    bits += [0] * (-len(bits) % 6)
    groups = [bits[at : at + 6] for at in range(0, len(bits), 6)]
    out = "".join(LETTERS[int("".join(map(str, six)), 2)] for six in groups)
    return out + "=" * (-len(out) % 4)


def link(told: dict[str, Any]) -> str:
    """Return a link of f-puzzles."""
    return f"https://www.f-puzzles.com/?load={packed(json.dumps(told, separators=(',', ':')))}"


def board(size: int = 4, **more: Any) -> dict[str, Any]:
    """Return an empty board of f-puzzles, with more keys."""
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **more}


def clues(text: str) -> dict[str, dict[str, str]]:
    """Return the clues of a puzzle but its boxes, by the names of elements."""
    program = nlc.elaborate(nlc.loads(text)[0])
    return {
        given: {
            program.board.names(program.given_sorts[given])[at]: value
            for at, value in found.items()
        }
        for given, found in program.givens.items()
        if found and given != "box"
    }


@pytest.mark.slow
def test_the_known_value_and_random_texts_come_back():
    told = {"size": 2, "grid": [[{"value": 1, "given": True}, {}], [{}, {}]]}
    assert packed(json.dumps(told, separators=(",", ":"))) == KNOWN
    random = Random(1)
    for count in (1, 2, 3, 40, 1000):
        title = "".join(random.choice('ab"\\é字 ') for _ in range(count)) + "x"
        (puzzle,) = nlc.loads(link(board(title=title)))
        assert puzzle.title.split() == title.split()


CLUES = {
    "killercage": ([{"cells": ["R1C1", "R1C2"], "value": "3"}, {"cells": ["R2C2"]}], {
        "cage": {"r1c1": "c1", "r1c2": "c1", "r2c2": "c2"}, "total": {"r1c1": "3"}}),
    "extraregion": ([{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C1", "R2C3"]}], {
        "extra": {"r1c1": "1,2", "r1c2": "1", "r2c3": "2"}}),
    "clone": ([{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C1", "R3C2"]}], {
        "clone": {"r1c1": "1", "r3c1": "1", "r1c2": "2", "r3c2": "2"}}),
    "thermometer": ([{"lines": [["R1C1", "R2C2"], ["R1C1", "R1C2", "R1C3"]]}], {
        "thermometer": {"r1c1": "1,4", "r2c2": "2", "r1c2": "5", "r1c3": "6"}}),
    "arrow": ([{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}], {
        "arrow": {"r1c1": "1", "r1c2": "2", "r1c3": "3"}}),
    "palindrome": ([{"lines": [["R1C1", "R1C2"]]}], {"palindrome": {"r1c1": "1", "r1c2": "2"}}),
    "renban": ([{"lines": [["R1C1", "R1C2"]]}], {"renban": {"r1c1": "1", "r1c2": "2"}}),
    "whispers": ([{"lines": [["R1C1", "R1C2"]]}], {"whispers": {"r1c1": "1", "r1c2": "2"}}),
    "betweenline": ([{"lines": [["R1C1", "R1C2"]]}], {"betweenline": {"r1c1": "1", "r1c2": "2"}}),
    "odd": ([{"cell": "R2C1"}], {"uneven": {"r2c1": "true"}}),
    "even": ([{"cell": "R2C1"}], {"even": {"r2c1": "true"}}),
    "minimum": ([{"cell": "R2C1"}], {"minimum": {"r2c1": "true"}}),
    "maximum": ([{"cell": "R2C1"}], {"maximum": {"r2c1": "true"}}),
    "difference": ([{"cells": ["R1C2", "R1C1"]}, {"cells": ["R1C1", "R2C1"], "value": "2"}], {
        "dot": {"r1c1-r1c2": "white"}, "difference": {"r1c1-r2c1": "2"}}),
    "ratio": ([{"cells": ["R1C2", "R1C1"]}, {"cells": ["R1C1", "R2C1"], "value": "3"}], {
        "dot": {"r1c1-r1c2": "black"}, "ratio": {"r1c1-r2c1": "3"}}),
    "xv": ([{"cells": ["R1C2", "R1C1"], "value": "x"}, {"cells": ["R1C1", "R2C1"], "value": ""}], {
        "xv": {"r1c1-r1c2": "X"}}),
    "quadruple": ([{"cells": ["R1C2", "R1C3", "R2C2", "R2C3"], "values": [1, 1]}], {
        "quadruple": {"r1c2.corner(SE)": "1,1"}}),
    "sandwichsum": ([{"cell": "R0C2", "value": "0"}, {"cell": "R3C5", "value": "2"}], {
        "sandwich": {"r1c2.line(N)": "0", "r3c1.line(E)": "2"}}),
    "littlekillersum": ([
        {"cell": "R0C0", "direction": "DR", "value": "8"},
        {"cell": "R0C3", "direction": "DL", "value": "3"},
        {"cell": "R5C1", "direction": "UR", "value": "6"},
        {"cell": "R2C5", "direction": "DL", "value": "7"},
        {"cell": "R4C5", "direction": "UL", "value": "0"}], {
        "falling": {"r1c1.corner(NW)": "8"},
        "rising": {"r1c2.corner(NE)": "3", "r4c1.corner(SE)": "6", "r2c4.corner(SE)": "7"}}),
}  # fmt: skip


@pytest.mark.sample(4)
@pytest.mark.parametrize("key", CLUES)
def test_a_clue_of_f_puzzles_is_one_of_the_genre(key):
    told, expected = CLUES[key]
    assert clues(link(board(**{key: told}))) == expected


def test_flags_cells_regions_and_a_solution():
    told = board(
        title="Own", antiknight=True, disjointgroups=True, negative=["xv", "ratio"],
        **{"diagonal+": True, "antiking": False, "nonconsecutive": True},
        highlightConflicts=True,
    )  # fmt: skip
    told["grid"][0] = [
        {"value": 1, "given": True, "c": "#fff"},
        {"value": 2, "centerPencilMarks": [2]},
        {"givenPencilMarks": [3, 4], "region": None},
        {"region": 0},
    ]
    (puzzle,) = nlc.loads(link(told))
    program = nlc.elaborate(puzzle)
    on = {name for name, value in program.options.items() if value == "true"}
    assert on == {"antiknight", "disjointgroups", "nonxv", "nonratio", "nonconsecutive"}
    box = program.givens["box"]
    assert len({box[k] for k in (0, 1, 3, 4, 5)}) == 1 and [*box.values()].count(box[2]) == 1
    found = clues(link(told))
    assert found["num"] == {"r1c1": "1"} and found["candidates"] == {"r1c3": "3,4"}
    assert found["extra"] == dict.fromkeys(("r1c4", "r2c3", "r3c2", "r4c1"), "1")


def test_plain_links_are_sudokus_and_solutions_are_compared():
    told = board(solution="1234341221434321")
    told["grid"][0][0] = {"value": 1, "given": True}
    (puzzle,) = nlc.loads(link(told))
    assert puzzle.genre == "sudoku" and nlc.check(puzzle, puzzle.tree.solution) == []
    wrong = told | {"solution": [*"1234341221434312"]}
    (puzzle,) = nlc.loads(link(wrong))
    assert nlc.check(puzzle, puzzle.tree.solution)


SQUARE = [[[i, j] for i in (r, r + 1) for j in (c, c + 1)] for r in (0, 2) for c in (0, 2)]
PAD = {
    "cells": [[{"value": "1"}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}, {}, {}, {"value": 2}]],
    "regions": SQUARE,
    "cages": [{"cells": [[0, 1], [0, 2]], "unique": True, "sum": 5}, {"value": "rules: It's"}],
    "global": ["antiknight"],
    "metadata": {"title": "It's", "antiking": True},
}
SHORT = (
    "{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],"
    "[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{ce:[[0,1],[0,2]],unique:t,"
    r"sum:5},{v:'rules: It\'s'}],global:['antiknight'],metadata:{t:'It\'s',antiking:t}}"
)


@pytest.mark.parametrize("text", [json.dumps(PAD), SHORT])
def test_a_puzzle_of_sudokupad_long_and_short(text):
    address = f"https://sudokupad.app/scl{quote(packed(text))}?setting-nogrid=1"
    (puzzle,) = nlc.loads(address)
    assert puzzle.title == "It's"
    assert clues(address) == {
        "num": {"r1c1": "1", "r4c4": "2"},
        "cage": {"r1c2": "c1", "r1c3": "c1"},
        "total": {"r1c2": "5"},
    }
    program = nlc.elaborate(puzzle)
    assert {name for name, on in program.options.items() if on == "true"} == {
        "antiknight",
        "antiking",
    }
    assert len({*program.givens["box"].values()}) == 4


def test_the_short_text_of_a_plain_sudoku():
    (puzzle,) = nlc.loads("https://sudokupad.app/scf5B7o*xwtA**B*aMe*")
    assert nlc.elaborate(puzzle).options["windoku"] == "true"
    assert clues("https://sudokupad.app/scf5B7o*x")["num"] == {
        "r1c1": "5",
        "r1c2": "1",
        "r1c4": "7",
    }


REFUSED = {
    "a board of side 1": board(1),
    "'lockout'": board(lockout=[{"lines": [["R1C1", "R1C2"]]}]),
    "'entropicline'": board(entropicline=[{"lines": [["R1C1", "R1C2"]]}]),
    "'anything'": board(anything=True),
    "the value '<9' of 'killercage'": board(killercage=[{"cells": ["R1C1"], "value": "<9"}]),
    "'parity' in a cell": {"size": 2, "grid": [[{"parity": 1}, {}], [{}, {}]]},
    "an arrow whose circle has several": board(
        arrow=[{"cells": ["R1C1", "R1C2"], "lines": [["R1C1", "R2C1"]]}]
    ),
    "two clues 'cage' at r1c1": board(killercage=[{"cells": ["R1C1"]}, {"cells": ["R1C1"]}]),
    "whispers lines of different": board(
        whispers=[{"lines": [], "value": "2"}, {"lines": [], "value": "1"}]
    ),
    "carry|in words alone": PAD | {"lines": [{"wayPoints": [[0, 0], [1, 1]]}]},
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_beyond_the_genre_is_refused_by_its_name(what):
    with pytest.raises(nlc.InputError, match=what):
        nlc.loads(link(REFUSED[what]))


def test_drawings_are_told_but_copies_of_rules():
    drawn = board(line=[{"lines": []}], ruleset="Odd  lines.", cage=[{"fromConstraint": "Renban"}])
    with pytest.warns(UserWarning, match=r"1 drawings|Odd lines"):
        nlc.loads(link(drawn))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://sudokupad.app/abcdefghij", "names a puzzle on a server"),
        ("https://www.f-puzzles.com/?id=abcd", "names a puzzle on a server"),
        ("https://www.f-puzzles.com/?load=N4Igzgl", "is it complete"),
        ("https://sudokupad.app/scf1@@", "is it complete"),
    ],
)
def test_links_without_a_puzzle_are_explained(address, message):
    with pytest.raises(nlc.InputError, match=message):
        nlc.loads(address)
