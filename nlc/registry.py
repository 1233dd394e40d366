"""Things of one kind by name: modules of a folder of nlc, and what other packages bring.

A module of the folder that assigns the kind's attribute, such as ``TILING``, is one of them; its
name is the module's, with ``-`` for ``_``. Another package adds one by an entry point of the kind's
group, whose value is a module with that attribute, or ``module:object``. No list of names is kept
anywhere, listing them imports none of them, and a broken module of another package keeps no other
from being used.
"""

from __future__ import annotations

import os
import re
import sys
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from msgspec import Struct, field

from nlc.errors import UserError, fail, suggest

if TYPE_CHECKING:
    from importlib.machinery import FileFinder
    from importlib.metadata import EntryPoint

T = TypeVar("T")

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Registry(Struct, Generic[T], frozen=True):
    """All things of one kind.

    Attributes:
        kind: what one of them is called in messages, such as ``tiling``.
        package: the folder of nlc's own, such as ``nlc.board.tilings``.
        attribute: what such a module assigns, such as ``TILING``.
        group: the group of entry points of other packages, such as ``nlc.tilings``.
        aliases: other spellings of nlc's own names.
        factory: whether a class or function is called, without arguments, for the thing itself.
    """

    kind: str
    package: str
    attribute: str
    group: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    factory: bool = True

    def __str__(self) -> str:
        return ", ".join(self.names())

    def names(self) -> list[str]:
        """Return all names without aliases: first those of nlc, then those of other packages."""
        own = self.own()
        return [*own, *sorted(outside(self.group).keys() - set(own))]

    def own(self) -> list[str]:
        """Return nlc's own names in order."""
        path = import_module(self.package).__path__
        return list(_own(self.package, self.attribute, tuple(path)))

    def __contains__(self, name: str) -> bool:
        name = self.aliases.get(name, name)
        return self._module(name) is not None or name in outside(self.group)

    def find(self, name: str) -> T | None:
        """Return what has a name or an alias, or None if nothing has.

        Raises:
            UserError: two packages claim the name, or the one that does is broken.
        """
        name = self.aliases.get(name, name)
        module = self._module(name)
        points = outside(self.group).get(name, [])
        if len(points) + (module is not None) > 1:
            origins = [origin(point) for point in points]
            if module is not None:
                origins.insert(0, f"{module} of nlc")
            raise fail(
                f"the {self.kind} '{name}' is claimed twice: by {' and by '.join(origins)}",
                hint="remove one of them",
            )
        if module is not None:
            return self._thing(getattr(import_module(module), self.attribute))
        if not points:
            return None
        try:
            loaded = points[0].load()
            return self._thing(loaded if points[0].attr else getattr(loaded, self.attribute))
        except Exception as error:  # whatever a stranger's module does wrong
            raise fail(
                f"the {self.kind} '{name}', {origin(points[0])}, is broken: {error!r}"
            ) from error

    def get(self, name: str) -> T:
        """Return what has a name or an alias.

        Raises:
            UserError: nothing has it, two packages claim it, or the one that does is broken.
        """
        thing = self.find(name)
        if thing is None:
            raise self.unknown(name)
        return thing

    def unknown(self, name: str) -> UserError:
        """Return the error for a name that nothing has."""
        names = self.names()
        known = f"the {self.kind}s are {', '.join(names)}"
        hint = suggest(name, [*names, *self.aliases]) or known
        return fail(f"there is no {self.kind} '{name}'", hint=hint)

    def available(
        self, unusable: Callable[[str, str], T], names: Sequence[str] | None = None
    ) -> list[T]:
        """Return what each name has.

        Args:
            unusable: makes a stand-in from a name and from the reason why what has it cannot be
                used.
            names: some of its names; None for all.
        """
        found = []
        for name in self.names() if names is None else names:
            try:
                found.append(self.get(name))
            except UserError as error:
                found.append(unusable(name, error.diagnostics[0].message))
        return found

    def constants(self, name: str, *words: str) -> dict[str, object]:
        """Return the literals that nlc's own module of a name assigns to some words, by word.

        It is read, as the module itself is, without an import: ``WORD = LITERAL`` in one line. What
        it does not assign is left out, and so is all that other packages have.
        """
        module = self._path(name)
        if module is None:
            return {}
        if (loaded := sys.modules.get(module)) is not None:
            return {word: getattr(loaded, word) for word in words if hasattr(loaded, word)}
        pattern = rf"^({'|'.join(words)}) = (.+)$".encode()
        found = re.findall(pattern, _source(module) or b"", re.MULTILINE)
        return {word.decode(): literal_eval(literal.decode()) for word, literal in found}

    def _thing(self, value: object) -> T:
        if self.factory and (isinstance(value, type) or hasattr(value, "__code__")):
            return cast("Callable[[], T]", value)()
        return cast(T, value)

    def _module(self, name: str) -> str | None:
        """Return the module of nlc that has a name; it is read, not imported."""
        module = self._path(name)
        return module if module and _assigns(module, self.attribute) else None

    def _path(self, name: str) -> str | None:
        """Return what the module of nlc that has a name is called, whether it is there or not."""
        return f"{self.package}.{name.replace('-', '_')}" if _NAME.fullmatch(name) else None


@cache
def _own(package: str, attribute: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in a folder, in order."""
    import pkgutil

    found = sorted(
        module.name
        for module in pkgutil.iter_modules(path)
        if _assigns(f"{package}.{module.name}", attribute, cast("FileFinder", module.module_finder))
    )
    return tuple(name.replace("_", "-") for name in found)


def _assigns(module: str, attribute: str, finder: FileFinder | None = None) -> bool:
    """Return whether a module assigns an attribute; `finder` finds modules of its folder."""
    if (loaded := sys.modules.get(module)) is not None:
        return hasattr(loaded, attribute)
    source = _source(module, finder)
    if source is None:
        return find_spec(module) is not None and hasattr(import_module(module), attribute)
    return re.search(rf"^{attribute}(:[^=\n]+| )= ".encode(), source, re.MULTILINE) is not None


def _source(module: str, finder: FileFinder | None = None) -> bytes | None:
    """Return the source of a module; None where there is no such one, or it has no source."""
    spec = find_spec(module) if finder is None else finder.find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return cast("bytes", spec.loader.get_data(spec.origin))  # type: ignore[union-attr]


def outside(group: str) -> Mapping[str, list[EntryPoint]]:
    """Return the entry points of a group that other packages have, by name."""
    return _outside(group, tuple(sys.path))


def origin(point: EntryPoint) -> str:
    """Return where an entry point comes from, for messages."""
    return f"{point.value} of {point.dist.name if point.dist else 'an unknown package'}"


@cache
def _outside(group: str, path: tuple[str, ...]) -> Mapping[str, list[EntryPoint]]:
    """Return the entry points of a group.

    Python's reader of metadata takes longer to import than most puzzles to compile. So it is only
    asked where a file of entry points names a group of nlc.
    """
    if not _extended(path):
        return {}
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=group):
        if point.dist is None or point.dist.name != "nlc":
            found.setdefault(point.name, []).append(point)
    return found


@cache
def _extended(path: tuple[str, ...]) -> bool:
    """Return whether a package that is installed on a path may bring something for nlc."""
    return any(_extends(folder) for folder in path)


def _extends(folder: str) -> bool:
    """Return whether one that is installed in a folder may; only entry points are looked at."""
    try:
        packages = os.listdir(folder or ".")  # noqa: PTH208 - quick
    except FileNotFoundError:
        return False
    except OSError:  # an archive, maybe: only the reader of metadata can look into it
        return True
    return any(
        _names_a_group(os.path.join(folder, package, "entry_points.txt"))  # noqa: PTH118 - quick
        for package in packages
        if package.endswith((".dist-info", ".egg-info"))
    )


def _names_a_group(points: str) -> bool:
    """Return whether a file of entry points may name a group of nlc."""
    try:
        with open(points, "rb") as file:  # noqa: PTH123 - quick
            return b"[nlc." in file.read()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
