"""Registries of named objects: a table of those of nlc, and the entry points of other packages.

A place of an object is ``module`` or ``module:object``; it is imported on first use. A place
without an object means the attribute of the module that the registry names, such as ``TILING``. A
broken module of another package does not affect other names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from msgspec import Struct, field

from nlc.errors import UserError, fail, suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Unusable(Struct, frozen=True):
    """Stands for a solver or an engine that cannot be loaded; `missing` says why."""

    name: str
    cause: str
    summary = ""
    statistics = ()
    exact = True

    def version(self) -> str | None:
        """Return None."""
        return None

    def missing(self) -> str | None:
        """Return why it cannot be loaded."""
        return self.cause


class Registry(Struct, Generic[T], frozen=True):
    """The objects of one kind.

    Attributes:
        kind: the noun for an object in messages, such as ``tiling``.
        attribute: the attribute of modules that has the object, such as ``TILING``.
        group: the group of entry points of other packages, such as ``nlc.tilings``.
        own: the places of the objects of nlc, or the objects themselves, by name and in order.
        aliases: other spellings of the names of nlc.
        factory: whether a class or function is a factory, called without arguments.
        gone: what is to be done without each object that nlc had, by name.
    """

    kind: str
    attribute: str
    group: str
    own: Mapping[str, str | T]
    aliases: Mapping[str, str] = field(default_factory=dict)
    factory: bool = True
    gone: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return ", ".join(self.names())

    def names(self) -> list[str]:
        """Return all names without aliases: first those of nlc, then those of other packages."""
        return [*self.own, *sorted(other_entry_points(self.group).keys() - self.own.keys())]

    def __contains__(self, name: str) -> bool:
        name = self.aliases.get(name, name)
        return name in self.own or name in other_entry_points(self.group)

    def find(self, name: str) -> T | None:
        """Return the object with a name or an alias, or None if there is none; else see `get`."""
        name = self.aliases.get(name, name)
        own, points = self.own.get(name), other_entry_points(self.group).get(name, [])
        of_nlc = f"{own} of nlc" if isinstance(own, str) else "nlc"
        origins = [of_nlc] * (own is not None) + [origin(point) for point in points]
        if len(origins) > 1:
            claims = " and by ".join(origins)
            message = f"the {self.kind} '{name}' is claimed twice: by {claims}"
            raise fail(message, hint="remove one of them")
        if own is not None:
            return self._load(own) if isinstance(own, str) else own
        if not points:
            return None
        try:
            return self._load(f"{points[0].module}:{points[0].attr or ''}")
        except Exception as error:  # a module of another package may raise anything
            raise fail(f"the {self.kind} '{name}', {origins[0]}, is broken: {error!r}") from error

    def get(self, name: str, some: Sequence[str] = ()) -> T:
        """Return the object with a name or an alias; `some` are those that a hint names, or all.

        Raises:
            UserError: no package defines it, two packages do, or its module is broken.
        """
        found = self.find(name)
        if found is None and name in self.gone:
            raise fail(f"nlc no longer has the {self.kind} '{name}'", hint=self.gone[name])
        if found is None:
            names = some or self.names()
            known = f"the {self.kind}s are {', '.join(names)}"
            hint = suggest(name, [*names, *self.aliases]) or known
            raise fail(f"there is no {self.kind} '{name}'", hint=hint)
        return found

    def available(
        self, unusable: Callable[[str, str], Any], names: Sequence[str] | None = None
    ) -> list[T]:
        """Return objects by their names, or all; `unusable(name, why)` replaces broken ones."""
        found = []
        for name in self.names() if names is None else names:
            try:
                found.append(self.get(name))
            except UserError as error:
                found.append(unusable(name, error.diagnostics[0].message))
        return found

    def _load(self, place: str) -> T:
        module, _, name = place.partition(":")
        value = attrgetter(name or self.attribute)(import_module(module))
        if self.factory and (isinstance(value, type) or hasattr(value, "__code__")):
            return cast("Callable[[], T]", value)()
        return cast(T, value)


def other_entry_points(group: str) -> Mapping[str, list[EntryPoint]]:
    """Return the entry points of other packages in a group, by name."""
    return _other_entry_points(group, tuple(sys.path))


def origin(point: EntryPoint) -> str:
    """Return the place and package of an entry point, for messages."""
    return f"{point.value} of {point.dist.name if point.dist else 'an unknown package'}"


@cache
def _other_entry_points(group: str, path: tuple[str, ...]) -> dict[str, list[EntryPoint]]:
    found: dict[str, list[EntryPoint]] = {}
    if _has_entry_points(path):
        from importlib.metadata import entry_points  # slower to import than most puzzles to compile

        for point in entry_points(group=group):
            if point.dist is None or point.dist.name != "nlc":
                found.setdefault(point.name, []).append(point)
    return found


@cache
def _has_entry_points(path: tuple[str, ...]) -> bool:
    """Return whether the path has entry points in a group of nlc, or archives that may have."""
    folders = [Path(folder) for folder in path]
    points = (found for folder in folders for found in folder.glob("*-info/entry_points.txt"))
    try:
        return any(map(Path.is_file, folders)) or any(b"[nlc." in p.read_bytes() for p in points)
    except OSError:
        return True
