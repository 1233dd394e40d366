"""Which genres a file sees: its own, those of the files that it uses, and the stock genres."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path, PurePath

from nlc.errors import Diagnostics, Source, UserError, suggest
from nlc.files import read_source
from nlc.language import syntax as s
from nlc.language.parser import parse
from nlc.language.stock import stock_file, stock_genres

_STOCK = "stock:"
"""What the key of a stock file begins with; that of another file is an absolute path."""


class Scope:
    """The genres that a file sees by name, each with the scope of the file that defines it."""

    def __init__(self) -> None:
        self.genres: dict[str, s.Genre] = {}
        self._homes: dict[s.Genre, Scope] = {}

    def define(self, genre: s.Genre) -> None:
        """Add a genre of this file."""
        self.genres[genre.name.name] = genre
        self._homes[genre] = self

    def include(self, genre: s.Genre, home: Scope) -> None:
        """Add a genre of another file."""
        self.genres[genre.name.name] = genre
        self._homes[genre] = home

    def scope_of(self, genre: s.Genre) -> Scope:
        """Return the scope in which the genre that a genre extends is looked up."""
        return self._homes[genre]


class Files:
    """The files of one run, each read once."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self._scopes: dict[str, Scope] = {}
        self._open: list[str] = []

    def open(self, source: Source, tree: s.File) -> Scope:
        """Return the scope of a file that is parsed already."""
        return self._scope(_key(source.path), source, tree)

    def home(self, name: str, scope: Scope) -> Scope | None:
        """Return a scope in which `name` is a genre: the given one, or that of a stock file."""
        if name in scope.genres:
            return scope
        source = stock_file(f"{name}.nl")
        stock = self._parsed(f"{_STOCK}{name}.nl", source) if source else None
        return stock if stock and name in stock.genres else None

    def _scope(self, key: str, source: Source, tree: s.File) -> Scope:
        if key in self._scopes:
            return self._scopes[key]
        scope = self._scopes[key] = Scope()
        self._open.append(key)
        for use in tree.uses:
            self._use(use, source, scope)
        self._open.pop()
        for genre in tree.genres:
            known = scope.genres.get(genre.name.name)
            if known is not None:
                self._twice(genre.name, known)
            else:
                scope.define(genre)
        return scope

    def _use(self, use: s.Use, source: Source, scope: Scope) -> None:
        wanted = use.path.value
        path = Path(source.path).parent / wanted
        key = _key(str(path))
        try:
            found: Source | None = read_source(str(path)) if wanted and path.exists() else None
        except UserError as error:
            self.diagnostics.error(error.diagnostics[0].message, use.path.span)
            return
        except (OSError, ValueError):
            found = None
        if found is None and PurePath(wanted).name == wanted:
            found, key = stock_file(wanted), f"{_STOCK}{wanted}"
        if found is None:
            hint = suggest(wanted, [f"{name}.nl" for name in stock_genres()])
            self.diagnostics.error(f"there is no file '{wanted}' to use", use.path.span, hint)
            return
        if key in self._open:
            self.diagnostics.error(f"'{wanted}' uses itself", use.path.span)
            return
        used = self._parsed(key, found)
        for name, genre in used.genres.items():
            known = scope.genres.get(name)
            if known is None:
                scope.include(genre, used.scope_of(genre))
            elif known is not genre:
                self._twice(use.path, known, name)

    def _parsed(self, key: str, source: Source) -> Scope:
        if key not in self._scopes:
            try:
                tree = _kept(source) if key.startswith(_STOCK) else parse(source)
                return self._scope(key, source, tree)
            except UserError as error:
                self.diagnostics.absorb(error)
                self._scopes[key] = Scope()
        return self._scopes[key]

    def _twice(self, place: s.Ref | s.Str, known: s.Genre, name: str | None = None) -> None:
        name = name or known.name.name
        hint = f"the first is at {known.name.span}"
        self.diagnostics.error(f"there are two genres '{name}'", place.span, hint)


def _key(path: str) -> str:
    try:
        return str(Path(path).resolve())
    except (OSError, ValueError):
        return path


@lru_cache(maxsize=16)
def _kept(stock: Source) -> s.File:
    """Return the tree of a stock file; where many files are read, each would parse it again."""
    return parse(stock)
