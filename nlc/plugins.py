"""Things of one kind by name: those of nlc, and those that other packages bring as entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from nlc.errors import fail

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


@dataclass(frozen=True)
class Plugins(Generic[T]):
    """A group of entry points whose values are classes, or functions, that take no arguments.

    Nothing is imported but what is asked for. What a stranger's module does wrong keeps no other
    from being used.

    Attributes:
        group: the name of the group.
        built_in: places in nlc, as ``module:attribute``, by name; they need no metadata of an
            installation.
        kind: what they are, for messages: ``driver``.
        title: what a name is called in messages: ``solver name``.
        unusable: makes a stand-in from a name and from the reason why that cannot be loaded.
    """

    group: str
    built_in: Mapping[str, str]
    kind: str
    title: str
    unusable: Callable[[str, str], T]

    def names(self) -> list[str]:
        """Return all names: first those of nlc, then those of other packages in order."""
        return [*self.built_in, *sorted(self._points().keys() - self.built_in.keys())]

    def get(self, name: str) -> T | None:
        """Return what has this name, or None if nothing has.

        Raises:
            UserError: two packages bring one of this name.
        """
        points = self._points()
        if name not in self.built_in and name not in points:
            return None
        if (clash := self._clash(name, points)) is not None:
            raise fail(clash)
        return self._load(name, points)

    def available(self) -> list[T]:
        """Return one for every name, stand-ins for those that cannot be loaded."""
        points = self._points()
        found = []
        for name in self.names():
            clash = self._clash(name, points)
            found.append(self._load(name, points) if clash is None else self.unusable(name, clash))
        return found

    def _points(self) -> dict[str, list[EntryPoint]]:
        """Return the entry points that are not nlc's own, by name."""
        from importlib.metadata import entry_points

        found: dict[str, list[EntryPoint]] = {}
        for point in entry_points(group=self.group):
            if point.value != self.built_in.get(point.name):
                found.setdefault(point.name, []).append(point)
        return found

    def _clash(self, name: str, points: Mapping[str, list[EntryPoint]]) -> str | None:
        """Return a sentence if more than one has this name."""
        origins = sorted({_origin(point) for point in points.get(name, [])})
        if name in self.built_in:
            origins.insert(0, f"{self.built_in[name]} of nlc")
        if len(origins) < 2:
            return None
        return (
            f"the {self.title} '{name}' is taken twice: by {' and by '.join(origins)}; remove one."
        )

    def _load(self, name: str, points: Mapping[str, list[EntryPoint]]) -> T:
        if name in self.built_in:
            module, _, attribute = self.built_in[name].partition(":")
            make: Callable[[], T] = getattr(import_module(module), attribute)
            return make()
        point = points[name][0]
        try:
            made: T = point.load()()
        except Exception as error:  # whatever a stranger's module does wrong, the others go on
            cause = f"the {self.kind} '{name}', {_origin(point)}, is broken: {error!r}"
            return self.unusable(name, cause)
        return made


def _origin(point: EntryPoint) -> str:
    return f"{point.value} of {point.dist.name if point.dist else 'an unknown package'}"
