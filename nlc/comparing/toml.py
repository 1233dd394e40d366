"""Reads tables of TOML into typed structures; each mistake is reported at its line.

The types are those of `msgspec`: a structure's fields are the keys of a table.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from nlc.errors import Diagnostics, Source, Span, fail, suggest

S = TypeVar("S", bound=Struct)

Text = Annotated[str, Meta(description="a text")]
Texts = Annotated[tuple[str, ...], Meta(description="a text or a list of texts")]
Flag = Annotated[bool, Meta(description="true or false")]
Flags = Annotated[dict[str, bool], Meta(description="a table of true and false")]
Whole = Annotated[int, Meta(ge=0, le=2**31 - 1, description="a whole number from 0 to 2147483647")]
Wholes = Annotated[tuple[int, ...], Meta(description="a whole number or a list of whole numbers")]
Above = Annotated[float, Meta(gt=0, le=1e300, description="a number above 0")]

_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_HEAD = re.compile(r"\s*\[{1,2}\s*([A-Za-z0-9_.-]+)\s*\]{1,2}")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")


class Choice(Struct, frozen=True):
    """Of a text, or of each of several texts: it is one of some words."""

    of: Sequence[str] | Callable[[], Sequence[str]]

    @property
    def words(self) -> Sequence[str]:
        """The words."""
        return self.of() if callable(self.of) else self.of


class Section(Struct, frozen=True, eq=False):
    """A table of a TOML file.

    Attributes:
        source: the file.
        diagnostics: takes what is wrong.
        data: keys and values.
        name: as in its head; empty for the top of the file.
        number: from 0, of tables of one name.
    """

    source: Source
    diagnostics: Diagnostics
    data: dict[str, Any]
    name: str = ""
    number: int = 0

    def has(self, key: str) -> bool:
        """Tell whether a key is there."""
        return key in self.data

    def typed(self, cls: type[S], others: Iterable[str] = (), full: bool | None = None) -> S:
        """Return the table as a structure; what is wrong is noted, and has its default.

        Args:
            cls: its fields are the keys.
            others: keys that are read elsewhere.
            full: whether the keys of the table ``full`` take the place of others; None where that
                table is not allowed.
        """
        data = dict(self.data)
        if full is not None:
            extra = data.pop("full", {})
            if not isinstance(extra, dict):
                self.error("full", "'full' is a table")
            elif full:
                data.update(extra)
                self.data.update(extra)
        hints = get_type_hints(cls, include_extras=True)
        found: dict[str, Any] = {}
        for item in msgspec.structs.fields(cls):
            key = item.name
            if key in data:
                self._take(found, key, data.pop(key), hints[key])
            elif item.required:
                self.error("", f"the key '{key}' is missing{self._where}")
            if item.required:
                found.setdefault(key, "")
        for key in data.keys() - {*others}:
            known = [*hints, *others, *(["full"] * (full is not None))]
            self.error(key, f"there is no key '{key}'{self._where}", known, key)
        return cls(**found)

    def _take(self, found: dict[str, Any], key: str, value: object, kind: Any) -> None:
        """Convert a value, or note that it is of another kind."""
        parts = list(_parts(kind))
        if tuple in parts and not isinstance(value, list):
            value = [value]
        try:
            made = msgspec.convert(value, kind)
        except msgspec.ValidationError:
            descriptions = (part.description for part in parts if isinstance(part, Meta))
            self.error(key, f"'{key}' is {next(filter(None, descriptions), 'a table')}")
            return
        for choice in (part for part in parts if isinstance(part, Choice)):
            for word in [made] if isinstance(made, str) else made:
                if word not in choice.words:
                    self.error(key, f"there is no '{word}' for '{key}'", choice.words, word)
                    return
        found[key] = made

    def section(self, key: str) -> Section:
        """Return a table in this one; an empty one if it is not there."""
        found = self.data.get(key, {})
        if not isinstance(found, dict):
            self.error(key, f"'{key}' is a table")
            found = {}
        return Section(self.source, self.diagnostics, found, key)

    def sections(self, key: str) -> list[Section]:
        """Return an array of tables."""
        found = self.data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            self.error(key, f"'{key}' is a list of tables [[{key}]]")
            return []
        return [
            Section(self.source, self.diagnostics, item, key, number)
            for number, item in enumerate(found)
        ]

    def error(
        self, key: str, message: str, known: Iterable[str] = (), name: str | None = None
    ) -> None:
        """Note a mistake at a key; among what is known, something close is suggested."""
        hint = None
        if name is not None:
            hint = suggest(name, known) or f"there are {', '.join(known)}"
        self.diagnostics.error(message, self._span(key), hint)

    @property
    def _where(self) -> str:
        return f" in [{self.name}]" if self.name else ""

    def _span(self, key: str) -> Span:
        """Return where a key stands, or else the head of the table, or the start of the file."""
        places = _places(self.source.text)
        section = self.name, self.number if self.name else 0
        line, start, end = places.get((*section, key)) or places.get((*section, "")) or (1, 1, 1)
        return Span(self.source, line, start, line, end)


@lru_cache(maxsize=4)
def _places(text: str) -> Mapping[tuple[str, int, str], tuple[int, int, int]]:
    """Return the line and the first and last columns of each key, by the name and number of its
    table; of the head of a table, by the key "".
    """
    places: dict[tuple[str, int, str], tuple[int, int, int]] = {}
    seen: Counter[str] = Counter({"": 1})
    section, in_text = "", False
    for at, line in enumerate(text.split("\n"), 1):
        if in_text:
            in_text = '"""' not in line
            continue
        in_text = line.count('"""') % 2 == 1
        if (head := _HEAD.match(line)) is not None:
            section = head[1].removesuffix(".full")
            if section == head[1]:
                seen[section] += 1
                places[section, seen[section] - 1, ""] = at, 1, len(line) + 1
        elif (name := _KEY.match(line)) is not None:
            place = at, name.start(1) + 1, name.end(1) + 1
            places.setdefault((section, seen[section] - 1, name[1]), place)
    return places


def parse(source: Source) -> dict[str, Any]:
    """Return the data of a TOML file.

    Raises:
        UserError: it is not TOML.
    """
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.fullmatch(str(error))
        if place is None:  # at the end of the file
            lines = source.text.rstrip("\n").split("\n")
            span = Span(source, len(lines), 1, len(lines), len(lines[-1]) + 1)
            raise fail(f"this is not TOML: {error}", span) from None
        line, column = int(place[2]), int(place[3])
        span = Span(source, line, column, line, column + 1)
        raise fail(f"this is not TOML: {place[1]}", span) from None
    except RecursionError:
        raise fail("lists stand too deep in lists", Span(source, 1, 1, 1, 2)) from None
    except ValueError:  # Python's bound on the digits of a number
        digits = re.search(r"[0-9_]{1000,}", source.text)
        at = digits.start() if digits else 0
        line, column = source.text.count("\n", 0, at) + 1, at - source.text.rfind("\n", 0, at)
        span = Span(source, line, column, line, column + 1)
        raise fail("this number is too large", span) from None


def _parts(kind: Any) -> Iterator[Any]:
    """Yield the origin and the annotations of a type, and those of its parts."""
    yield getattr(kind, "__origin__", None)
    yield from getattr(kind, "__metadata__", ())
    for part in get_args(kind):
        yield from _parts(part)
