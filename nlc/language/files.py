"""The genres in scope of a file: its own, those of the files that it uses, and the stock genres.

Stock genres are the files of the folder `nlc.grammar`, and of folders that other packages add by an
entry point of the group ``nlc.genres``, whose value is a package with ``.nl`` files beside its
modules; it is not imported.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path, PurePath

from nlc.errors import Diagnostics, Source, UserError, fail, suggest
from nlc.files import read_source
from nlc.language import syntax as s
from nlc.language.parser import parse
from nlc.registry import origin, other_entry_points

_STOCK = "stock:"
"""Prefix of the key of a stock file; the key of another file is an absolute path."""


class Scope:
    """The genres in scope of a file, by name, each with the scope of the file that defines it.

    Attributes:
        lacks: whether a file that it uses is missing or broken, so that genres may be missing.
    """

    def __init__(self, lacks: bool = False) -> None:
        self.lacks = lacks
        self.genres: dict[str, s.Genre] = {}
        self.homes: dict[s.Genre, Scope] = {}

    def add(self, genre: s.Genre, home: Scope) -> None:
        """Add a genre; `home` is the scope in which the one that it extends is looked up."""
        self.genres[genre.name.name] = genre
        self.homes[genre] = home


class Files:
    """The files of one run, each loaded once."""

    def __init__(
        self, diagnostics: Diagnostics, source: Source, allow_use: Sequence[str] | None
    ) -> None:
        """Take a collector of mistakes, the first file, and folders whose files may be used.

        Files of the folder of `source`, or below it, may be used as well; with None in place of
        folders, stock files alone.
        """
        self.diagnostics = diagnostics
        self._roots: list[Path] | None = None
        if allow_use is not None:
            folders = (str(Path(source.path).parent), *allow_use)
            self._roots = [Path(_key(folder)) for folder in folders]
        self._scopes: dict[str, Scope] = {}
        self._open: list[str] = []

    def open(self, source: Source, tree: s.File) -> Scope:
        """Return the scope of a file that is parsed already."""
        return self._scope(_key(source.path), source, tree)

    def home(self, name: str, scope: Scope) -> Scope | None:
        """Return a scope in which `name` is a genre: the given one, or that of a stock file."""
        if name in scope.genres:
            return scope
        key = f"{_STOCK}{name}.nl"
        stock = self._scopes.get(key)
        if stock is None and (source := stock_file(f"{name}.nl")) is not None:
            stock = self._parsed(key, source)
        return stock if stock and name in stock.genres else None

    def _scope(self, key: str, source: Source, tree: s.File) -> Scope:
        if key in self._scopes:
            return self._scopes[key]
        scope = self._scopes[key] = Scope()
        self._open.append(key)
        for use in tree.uses:
            before = len(self.diagnostics.errors)
            self._use(use, source, scope)
            scope.lacks |= len(self.diagnostics.errors) > before
        self._open.pop()
        for genre in tree.genres:
            known = scope.genres.get(genre.name.name)
            if known is not None:
                self._twice(genre.name, known)
            else:
                scope.add(genre, scope)
        return scope

    def _use(self, use: s.Use, source: Source, scope: Scope) -> None:
        wanted = use.path.value
        path = Path(source.path).parent / wanted
        key = _key(str(path))
        if not wanted.endswith(".nl"):
            hint = "write it with its ending, such as 'use \"loops.nl\";'"
            self.diagnostics.error("a file to use has the ending .nl", use.path.span, hint)
            return
        try:
            found = self._text(path, use.path)
        except UserError as error:
            self.diagnostics.absorb(error)
            return
        if found is None and PurePath(wanted).name == wanted:
            found, key = stock_file(wanted), _STOCK + wanted
        if found is None:
            near = suggest(wanted.removesuffix(".nl"), stock_genres())
            near = near and near.replace("'?", ".nl'?")
            self.diagnostics.error(f"there is no file '{wanted}' to use", use.path.span, near)
            return
        if key in self._open:
            self.diagnostics.error(f"'{wanted}' uses itself", use.path.span)
            return
        used = self._parsed(key, found)
        scope.lacks |= used.lacks
        for name, genre in used.genres.items():
            known = scope.genres.get(name)
            if known is None:
                scope.add(genre, used.homes[genre])
            elif known is not genre:
                self._twice(use.path, known)

    def _text(self, path: Path, place: s.Str) -> Source | None:
        """Return the text of a file; None if there is none, or no file may be read.

        Raises:
            UserError: it lies in another folder, or is no text.
        """
        if self._roots is None:
            return None
        if not any(Path(_key(str(path))).is_relative_to(root) for root in self._roots):
            hint = "--allow-use DIR allows the files of another folder"
            message = "a file to use lies in the folder of the input, or below it"
            raise fail(message, place.span, hint)
        try:
            if stat.S_ISREG(path.stat().st_mode):  # a device or pipe may never end
                return read_source(str(path))
        except UserError as error:
            raise fail(error.diagnostics[0].message, place.span) from None
        except (OSError, ValueError):
            pass
        return None

    def data(self, place: s.Str, *endings: str) -> Source:
        """Return the text of a file of data, relative to the text that names it.

        Raises:
            UserError: there is none with such an ending, or it may not be read.
        """
        if not place.value.endswith(endings):
            raise fail(f"a file of data here has the ending {' or '.join(endings)}", place.span)
        found = self._text(Path(place.span.source.path).parent / place.value, place)
        if found is None:
            hint = "a path is relative to the file that names it"
            if self._roots is None:
                hint = "here no files are read: 'nlc run' does"
            raise fail(f"there is no file '{place.value}' to read", place.span, hint)
        return found

    def _parsed(self, key: str, source: Source) -> Scope:
        if key not in self._scopes:
            try:
                tree = parse_genres(source) if key.startswith(_STOCK) else parse(source)
                return self._scope(key, source, tree)
            except UserError as error:
                self.diagnostics.absorb(error)
                self._scopes[key] = Scope(lacks=True)
        return self._scopes[key]

    def _twice(self, place: s.Ref | s.Str, known: s.Genre) -> None:
        hint = f"the first is at {known.name.span}"
        self.diagnostics.error(f"there are two genres '{known.name.name}'", place.span, hint)


def _key(path: str) -> str:
    try:
        return str(Path(path).resolve())
    # The folder that nlc is in is gone; the path holds a zero byte; links lead in a ring.
    except (OSError, ValueError, RuntimeError):
        return path


@lru_cache(maxsize=256)
def parse_genres(source: Source) -> s.File:
    """Return the tree of a file of genres, cached for runs with many files."""
    return parse(source)


def genre_file(path: str) -> tuple[Source, s.File, str]:
    """Return a file of genres, named as ``FILE.nl`` or ``FILE.nl:GENRE``: text, tree and genre.

    The genre is the one named, or the only one of the file, or empty if there are several.

    Raises:
        UserError: the file cannot be read, or does not define the genre.
    """
    stem, _, wanted = path.partition(".nl:")
    source = read_source(f"{stem}.nl" if wanted else path)
    tree = parse(source)
    names = [node.name.name for node in tree.genres]
    if wanted and wanted not in names:
        hint = suggest(wanted, names) or f"it defines {', '.join(names) or 'no genre'}"
        raise fail(f"{source.path} defines no genre '{wanted}'", hint=hint)
    return source, tree, wanted or (names[0] if len(names) == 1 else "")


def which_genre(tree: s.File) -> UserError:
    """Return the error about a file that defines another number of genres than one."""
    path, names = tree.span.source.path, [node.name.name for node in tree.genres]
    many = f"{len(names)} genres" if names else "no genre"
    one = f"name one, such as {path}:{names[0]}" if names else None
    return fail(f"{path} defines {many}", hint=one)


GROUP = "nlc.genres"


def stock_file(name: str) -> Source | None:
    """Return the text of a stock file, or None.

    Raises:
        UserError: two packages have a file with this name, or it cannot be read.
    """
    found = stock_files().get(name, [])
    if not found:
        return None
    if len(found) > 1:
        owners = " and by ".join(owner for owner, _ in found)
        raise fail(f"the genre file '{name}' is claimed twice: by {owners}", None, "remove one")
    path = found[0][1] / name
    return Source("/".join(path.parts[-3:]), read_source(str(path)).text)


def stock_genres() -> list[str]:
    """Return the names of the stock genres."""
    return sorted(name.removesuffix(".nl") for name in stock_files())


def stock_files() -> dict[str, list[tuple[str, Path]]]:
    """Return the origin and the folder of each stock file, by name."""
    files: dict[str, list[tuple[str, Path]]] = {}
    for owner, folder in _folders():
        if not folder.is_dir():  # of an archive, maybe
            continue
        for name in os.listdir(folder):  # noqa: PTH208 - a tenth of the time of a glob
            if name.endswith(".nl"):
                files.setdefault(name, []).append((owner, folder))
    return files


def _folders() -> Iterator[tuple[str, Path]]:
    """Yield the origin of each folder, and the folder."""
    yield from (("nlc", place) for place in _places("nlc.grammar"))
    for points in other_entry_points(GROUP).values():
        for point in points:
            yield from ((origin(point), place) for place in _places(point.value))


def _places(package: str) -> list[Path]:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
