"""Imports go one way: there is no circle of modules, none of folders, and a picture shows it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support import documents
from support.house import FACE, MODULES, arrows_of, circle, imports, joined, reduced, rooms

pytestmark = pytest.mark.slow

FOR_TYPES = {"nlc.ir.elaborate.ground", "nlc.pictures"}
"""The modules that name a type of a module which imports them."""


def folder(name: str) -> str:
    parts = name.split(".")
    return ".".join(parts[: 2 if parts[1] != "reasons" else min(3, len(parts) - 1)])


def test_the_arrows_are_those_of_the_code() -> None:
    arrows = arrows_of()
    assert "nlc.encode.lower" in arrows["nlc.encode.puzzle_formula"]  # at the top
    assert "nlc.ir.readings" in arrows["nlc.encode.puzzle_formula"]  # in a function
    assert circle({"a": ["b"], "b": ["c"], "c": ["a"]}) and not circle({"a": ["b"], "b": []})
    assert reduced({"a": ["b", "c"], "b": ["c"], "c": []}) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_there_is_no_circle() -> None:
    arrows = arrows_of()
    assert circle(arrows) == []
    assert circle(joined(arrows, {name: folder(name) for name in arrows})) == []
    assert circle(rooms()) == []


def test_nothing_enters_by_the_front_door() -> None:
    assert [name for name in MODULES - FACE if imports(name) & FACE] == []


def test_types_make_no_further_circle() -> None:
    assert circle(arrows_of(MODULES - FOR_TYPES)) == []
    for name in FOR_TYPES:
        assert circle(arrows_of(MODULES - FOR_TYPES | {name}))


def test_the_picture_of_the_house_is_that_of_the_imports() -> None:
    command = [sys.executable, "scripts/house_picture.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=documents.ROOT)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
