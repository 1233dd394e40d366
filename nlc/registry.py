"""Things of one kind by name: a table of nlc's own, and the entry points of other packages.

Both say where a thing is, as ``module`` or ``module:object``, and it is imported when it is asked
for. A module alone has it at the kind's attribute, such as ``TILING``. A broken module of another
package keeps no other from being used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from msgspec import Struct, field

from nlc.errors import UserError, fail, suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Registry(Struct, Generic[T], frozen=True):
    """All things of one kind.

    Attributes:
        kind: what one of them is called in messages, such as ``tiling``.
        attribute: what a module has it at, such as ``TILING``.
        group: the group of entry points of other packages, such as ``nlc.tilings``.
        own: by name, in order, the module of each of nlc's own, or ``module:object``.
        aliases: other spellings of nlc's own names.
        factory: whether a class or function is called, without arguments, for the thing itself.
    """

    kind: str
    attribute: str
    group: str
    own: dict[str, str]
    aliases: Mapping[str, str] = field(default_factory=dict)
    factory: bool = True

    def __str__(self) -> str:
        return ", ".join(self.names())

    def names(self) -> list[str]:
        """Return all names without aliases: first those of nlc, then those of other packages."""
        return [*self.own, *sorted(outside(self.group).keys() - self.own.keys())]

    def __contains__(self, name: str) -> bool:
        name = self.aliases.get(name, name)
        return name in self.own or name in outside(self.group)

    def find(self, name: str) -> T | None:
        """Return what has a name or an alias, or None if nothing has; else see `get`."""
        name = self.aliases.get(name, name)
        own, points = self.own.get(name), outside(self.group).get(name, [])
        origins = [f"{own} of nlc"] * (own is not None) + [origin(point) for point in points]
        if len(origins) > 1:
            claims = " and by ".join(origins)
            message = f"the {self.kind} '{name}' is claimed twice: by {claims}"
            raise fail(message, hint="remove one of them")
        if own is not None:
            return self._load(own)
        if not points:
            return None
        try:
            return self._load(f"{points[0].module}:{points[0].attr or ''}")
        except Exception as error:  # whatever a stranger's module does wrong
            raise fail(f"the {self.kind} '{name}', {origins[0]}, is broken: {error!r}") from error

    def get(self, name: str) -> T:
        """Return what has a name or an alias.

        Raises:
            UserError: nothing has it, two packages claim it, or the one that does is broken.
        """
        thing = self.find(name)
        if thing is None:
            names = self.names()
            known = f"the {self.kind}s are {', '.join(names)}"
            hint = suggest(name, [*names, *self.aliases]) or known
            raise fail(f"there is no {self.kind} '{name}'", hint=hint)
        return thing

    def available(
        self, unusable: Callable[[str, str], T], names: Sequence[str] | None = None
    ) -> list[T]:
        """Return what the names have, or all; `unusable` replaces what is broken, and why."""
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


def outside(group: str) -> Mapping[str, list[EntryPoint]]:
    """Return the entry points of a group that other packages have, by name."""
    return _outside(group, tuple(sys.path))


def origin(point: EntryPoint) -> str:
    """Return where an entry point comes from, for messages."""
    return f"{point.value} of {point.dist.name if point.dist else 'an unknown package'}"


@cache
def _outside(group: str, path: tuple[str, ...]) -> dict[str, list[EntryPoint]]:
    found: dict[str, list[EntryPoint]] = {}
    if _extended(path):
        from importlib.metadata import entry_points  # slower to import than most puzzles to compile

        for point in entry_points(group=group):
            if point.dist is None or point.dist.name != "nlc":
                found.setdefault(point.name, []).append(point)
    return found


@cache
def _extended(path: tuple[str, ...]) -> bool:
    """Return whether entry points on a path name a group of nlc, or may do so in an archive."""
    folders = [Path(folder) for folder in path]
    points = (found for folder in folders for found in folder.glob("*-info/entry_points.txt"))
    try:
        return any(map(Path.is_file, folders)) or any(b"[nlc." in p.read_bytes() for p in points)
    except OSError:
        return True
