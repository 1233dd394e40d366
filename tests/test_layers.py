"""Imports go one way: there is no circle of modules, and none of folders."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pkgutil import walk_packages

import pytest

import nlc

pytestmark = pytest.mark.slow

FACE = {"nlc", "nlc.__main__"}
"""The public face, which imports names of all stages when they are asked for."""

MODULES = {module.name for module in walk_packages(nlc.__path__, "nlc.")}


FOR_TYPES = {
    *("nlc.board.lines", "nlc.pictures", "nlc.reasons.steps.step_words"),
    *(f"nlc.ir.elaborate.{name}" for name in ("ground", "opening")),
}
"""The modules that name a type of a module which imports them."""


def imported(tree: ast.AST, *, types: bool = False) -> Iterator[str]:
    """Yield what a module imports, in functions too; with `types`, for type checkers alone too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)
        else:
            yield from imported(node, types=types)


@cache
def imports(name: str, *, types: bool = False) -> frozenset[str]:
    """Return the modules that a module imports."""
    spec = find_spec(name)
    tree = ast.parse(spec.loader.get_data(spec.origin))
    return MODULES & frozenset(imported(tree, types=types)) - FACE - {name}


def arrows_of(typed: Collection[str] = ()) -> dict[str, frozenset[str]]:
    """Return the modules that each imports; those of `typed` also for type checkers alone."""
    return {name: imports(name, types=name in typed) for name in MODULES - FACE}


@pytest.fixture(scope="module")
def arrows() -> dict[str, frozenset[str]]:
    """For each module those that it imports."""
    return arrows_of()


def circle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a circle, or nothing."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_the_arrows_are_those_of_the_code(arrows: dict[str, frozenset[str]]) -> None:
    assert "nlc.encode.lower" in arrows["nlc.encode.puzzle_formula"]  # at the top
    assert "nlc.ir.readings" in arrows["nlc.encode.puzzle_formula"]  # in a function
    assert circle({"a": ["b"], "b": ["c"], "c": ["a"]}) and not circle({"a": ["b"], "b": []})


def test_there_is_no_circle_of_modules(arrows: dict[str, frozenset[str]]) -> None:
    assert circle(arrows) == []


def test_types_make_no_further_circle() -> None:
    assert circle(arrows_of(MODULES - FOR_TYPES)) == []
    for name in FOR_TYPES:
        assert circle(arrows_of(MODULES - FOR_TYPES | {name}))


def test_there_is_no_circle_of_folders(arrows: dict[str, frozenset[str]]) -> None:
    def folder(name: str) -> str:
        parts = name.split(".")
        return ".".join(parts[: 2 if parts[1] != "reasons" else min(3, len(parts) - 1)])

    folders: dict[str, set[str]] = {}
    for name, others in arrows.items():
        found = {folder(other) for other in others} - {folder(name)}
        folders.setdefault(folder(name), set()).update(found)
    assert circle(folders) == []
