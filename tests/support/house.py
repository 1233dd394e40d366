"""What the modules of nlc import, and the rooms that they make: folders, each with its arrows."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pkgutil import walk_packages

import nlc

FACE = {"nlc", "nlc.__main__"}
"""The public face, which imports names of all stages when they are asked for."""

MODULES = {module.name for module in walk_packages(nlc.__path__, "nlc.")}

STANDS_WITH = {"loading": "formats", "puzzles": "api", "from_data": "api", "convert": "solving"}
"""The room of modules that are in no folder; `api` has its own, all others are tools."""

Arrows = Mapping[str, Collection[str]]


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
    return (MODULES | FACE) & frozenset(imported(tree, types=types)) - {name}


def arrows_of(typed: Collection[str] = ()) -> dict[str, frozenset[str]]:
    """Return the modules that each imports; those of `typed` also for type checkers alone."""
    return {name: imports(name, types=name in typed) - FACE for name in MODULES - FACE}


def joined(arrows: Arrows, part: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the arrows between parts, such as folders."""
    parts: dict[str, set[str]] = {part[name]: set() for name in arrows}
    for name, others in arrows.items():
        parts[part[name]] |= {part[other] for other in others} - {part[name]}
    return parts


def room(name: str) -> str:
    """Return the room of a module."""
    top = name.split(".")[1]
    if find_spec(f"nlc.{top}").submodule_search_locations:
        return top
    return STANDS_WITH.get(top, "api" if top == "api" else "tools")


def rooms() -> dict[str, set[str]]:
    """Return for each room those that it imports from."""
    arrows = arrows_of()
    return joined(arrows, {name: room(name) for name in arrows})


def reached(arrows: Arrows, start: str) -> set[str]:
    """Return all that can be reached from a node in one step or more."""
    found = set(arrows[start])
    return found.union(*(reached(arrows, other) for other in found))


def reduced(arrows: Arrows) -> dict[str, set[str]]:
    """Return the arrows that no longer way replaces."""
    return {
        name: set(others).difference(*(reached(arrows, other) for other in others))
        for name, others in arrows.items()
    }


def circle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a circle, or nothing."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return error.args[1]
    return []
