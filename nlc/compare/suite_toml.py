"""Typed access to a TOML file; a mistake is told with its line, as far as it can be found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from nlc.errors import Diagnostics, Source, Span, fail, suggest

_MISSING: Any = object()

_MOST = 10**9
"""Seconds above it are as good as no limit, and fit into what the kernel takes."""

_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_HEAD = re.compile(r"\s*\[{1,2}\s*([A-Za-z0-9_.-]+)\s*\]{1,2}")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")


class Section:
    """A table of a TOML file, whose keys are taken one by one.

    What is wrong is noted, and a default taken in its place, so that all mistakes of a file are
    told together.
    """

    def __init__(
        self,
        source: Source,
        diagnostics: Diagnostics,
        data: dict[str, Any],
        name: str = "",
        number: int = 0,
    ) -> None:
        """Take a table.

        Args:
            source: the file.
            diagnostics: takes the mistakes.
            data: the table.
            name: as in its head; empty for the top of the file.
            number: from 0, of tables of one name.
        """
        self.source, self._diagnostics, self._data = source, diagnostics, dict(data)
        self._name, self._number = name, number
        self._known: list[str] = []

    def take_full(self, wanted: bool) -> None:
        """Take the table ``full``; if that is wanted, let its keys take the place of others."""
        extra = self.mapping("full")
        if wanted:
            self._data.update(extra)

    def flag(self, key: str, default: bool = False) -> bool:
        """Take true or false."""
        return bool(self._take(key, bool, "true or false", default))

    def text(self, key: str, default: str = _MISSING) -> str:
        """Take a text."""
        return str(self._take(key, str, "a text", default))

    def choice(self, key: str, known: Sequence[str], default: str = _MISSING) -> str:
        """Take one of several texts."""
        found = self.text(key, default)
        if found and found not in known:
            self.error(key, f"'{found}' is no {key}", known, found)
        return found

    def choices(self, key: str, known: Sequence[str]) -> tuple[str, ...]:
        """Take several of several texts; none if they are not there."""
        found = self.texts(key)
        for text in found:
            if text not in known:
                self.error(key, f"there is no '{text}' for '{key}'", known, text)
        return tuple(found)

    def whole(self, key: str, default: int = _MISSING) -> int:
        """Take a whole number from 0 up."""
        found = self._take(key, int, "a whole number", default)
        if isinstance(found, bool) or not isinstance(found, int) or found < 0:
            self.error(key, f"'{key}' is a whole number from 0 up")
            return 0
        return found

    def number(self, key: str) -> float | None:
        """Take a number above 0, at most `_MOST`; None if it is not there."""
        found = self._take(key, (int, float), "a number", None)
        if found is not None and (isinstance(found, bool) or not 0 < found < inf):
            self.error(key, f"'{key}' is a number above 0")
            return None
        return None if found is None else float(min(found, _MOST))

    def texts(self, key: str) -> list[str]:
        """Take a text or a list of texts; an empty list if they are not there."""
        found = self._take(key, (str, list), "a text or a list of texts", [])
        listed = [found] if isinstance(found, str) else found
        if not all(isinstance(item, str) for item in listed):
            self.error(key, f"'{key}' is a text or a list of texts")
            return []
        return listed

    def wholes(self, key: str) -> list[int]:
        """Take a whole number or a list of them; an empty list if they are not there."""
        found = self._take(key, (int, list), "a whole number or a list of them", [])
        listed = found if isinstance(found, list) else [found]
        if not all(isinstance(item, int) and not isinstance(item, bool) for item in listed):
            self.error(key, f"'{key}' is a whole number or a list of them")
            return []
        return listed

    def mapping(self, key: str) -> dict[str, Any]:
        """Take a table of any keys; an empty one if it is not there."""
        return dict(self._take(key, dict, "a table", {}))

    def flags(self, key: str) -> dict[str, bool]:
        """Take a table of true and false."""
        found = self.mapping(key)
        for name, value in found.items():
            if not isinstance(value, bool):
                self.error(key, f"'{key}.{name}' is true or false")
        return found

    def section(self, key: str) -> Section:
        """Take a table; an empty one if it is not there."""
        return Section(self.source, self._diagnostics, self.mapping(key), key)

    def sections(self, key: str) -> list[Section]:
        """Take an array of tables."""
        found = self._take(key, list, f"a list of tables [[{key}]]", [])
        if not all(isinstance(item, dict) for item in found):
            self.error(key, f"'{key}' is a list of tables [[{key}]]")
            return []
        return [
            Section(self.source, self._diagnostics, item, key, number)
            for number, item in enumerate(found)
        ]

    def end(self) -> None:
        """Tell of keys that nobody took."""
        for key in self._data:
            if key not in self._known:
                where = f" in [{self._name}]" if self._name else ""
                self.error(key, f"there is no key '{key}'{where}", self._known, key)

    def has(self, key: str) -> bool:
        """Tell whether a key is there."""
        return key in self._data

    def error(
        self, key: str, message: str, known: Iterable[str] = (), name: str | None = None
    ) -> None:
        """Note a mistake at a key; among what is known, something close is suggested."""
        hint = None
        if name is not None:
            hint = suggest(name, known) or f"there are {', '.join(known)}"
        self._diagnostics.error(message, self._span(key), hint)

    def _take(self, key: str, kind: Any, what: str, default: Any) -> Any:
        self._known.append(key)
        if key not in self._data:
            if default is _MISSING:
                self.error("", f"the key '{key}' is missing" + self._where())
                return kind() if isinstance(kind, type) else kind[0]()
            return default
        value = self._data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.error(key, f"'{key}' is {what}")
            return kind() if isinstance(kind, type) else kind[0]()
        return value

    def _where(self) -> str:
        return f" in [{self._name}]" if self._name else ""

    def _span(self, key: str) -> Span:
        """Return where a key stands, or else the head of the table, or the start of the file."""
        found = Span(self.source, 1, 1, 1, 1)
        section, seen, in_text = "", 0, False
        for at, line in enumerate(self.source.text.split("\n"), 1):
            if in_text:
                in_text = '"""' not in line
                continue
            in_text = line.count('"""') % 2 == 1
            head = _HEAD.match(line)
            if head is not None:
                section = head[1].removesuffix(".full")
                seen += head[1] == self._name
            if section != self._name or (section and seen - 1 != self._number):
                continue
            if head is not None:
                found = found if head[1] != section else Span(self.source, at, 1, at, len(line) + 1)
            elif (name := _KEY.match(line)) is not None and name[1] == key:
                return Span(self.source, at, name.start(1) + 1, at, name.end(1) + 1)
        return found


def parse(source: Source) -> dict[str, Any]:
    """Return the data of a TOML file.

    Raises:
        UserError: it is none.
    """
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.fullmatch(str(error))
        if place is None:  # at the end of the file
            lines = source.text.rstrip("\n").split("\n")
            span = Span(source, len(lines), 1, len(lines), len(lines[-1]) + 1)
            raise fail(f"this is no TOML: {error}", span) from None
        line, column = int(place[2]), int(place[3])
        span = Span(source, line, column, line, column + 1)
        raise fail(f"this is no TOML: {place[1]}", span) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in lists
        span = Span(source, 1, 1, 1, 2)
        raise fail(f"this file cannot be read: {str(error).split(';')[0]}", span) from None
