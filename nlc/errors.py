"""Mistakes of the user, reported with their place, the source line, a caret and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from nlc.printable import one_line, printable


class Source(Struct, frozen=True, weakref=True):
    """A text that spans point into: a file, standard input or a string.

    Attributes:
        path: the name that messages show, such as ``puzzle.nl`` or ``<stdin>``.
        text: the whole text; a carriage return alone is a line end, and is kept as a line feed.
    """

    path: str
    text: str

    def __post_init__(self) -> None:
        if "\r" in self.text:
            force_setattr(self, "text", re.sub(r"\r(?!\r?\n)", "\n", self.text))

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    def line(self, number: int) -> str:
        """Return line `number` (1-based) without its line end, or an empty string past the end."""
        lines = self.text.split("\n", number)
        return lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""

    def span(self, start: int, length: int = 1) -> Span:
        """Return the span of some characters of one line, from a place in the text, from 0."""
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        return Span(self, line, column, line, column + length)


class SourceLine(Source, frozen=True):
    """A large file; its text is only the line of a mistake."""

    def line(self, number: int) -> str:
        """Return the line of the mistake."""
        return self.text


class Span(Struct, frozen=True):
    """A stretch of source text; lines and columns count from 1 and the end is exclusive."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{one_line(self.source.path)}:{self.line}:{self.column}"

    @property
    def start(self) -> tuple[int, int]:
        """Its first line and column."""
        return self.line, self.column

    @property
    def text(self) -> str:
        """The text that the span covers."""
        lines = [self.source.line(number) for number in range(self.line, self.end_line + 1)]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return "\n".join(lines)

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other`."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)


class Severity(Enum):
    """The severity of a diagnostic; only errors change the exit status."""

    ERROR = "error"
    WARNING = "warning"


MAX_SHOWN = 20
"""Messages shown for one file."""

MAX_LENGTH = 500
"""Characters of a message or hint; it may quote a word of any length."""


class Diagnostic(Struct, frozen=True):
    """One message about the user's input; the middle of a very long one is left out."""

    message: str
    span: Span | None = None
    hint: str | None = None
    severity: Severity = Severity.ERROR

    def __post_init__(self) -> None:
        for name in ("message", "hint"):
            text = getattr(self, name)
            if text is not None and len(text) > MAX_LENGTH:
                half = MAX_LENGTH // 2
                force_setattr(self, name, f"{text[:half]} ... {text[-half:]}")

    def render(self) -> str:
        """Return the message for a terminal: place, message, source line, caret, hint."""
        place = f"{self.span}: " if self.span else ""
        lines = [f"{place}{self.severity.value}: {self.message}"]
        if self.span is not None:
            text = self.span.source.line(self.span.line)
            if text.strip():
                text, column = _window(text, self.span.column)
                before = text[: column - 1]
                indent = "".join("\t" if c == "\t" else " " for c in before)
                width = room = len(text.rstrip()) - column + 1
                if self.span.end_line == self.span.line:
                    width = min(self.span.end_column - self.span.column, max(1, room))
                lines += [f"  {text}", f"  {indent}{'^' * max(1, width)}"]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return printable("\n".join(lines).replace("\r", ""), "\N{REPLACEMENT CHARACTER}")

    def to_json(self) -> dict[str, Any]:
        """Return the message as a JSON object for editors."""
        place = ("line", "column", "end_line", "end_column")
        return {
            "severity": self.severity.value,
            "message": self.message,
            "hint": self.hint,
            "file": self.span and self.span.source.path,
            **{name: getattr(self.span, name, None) for name in place},
        }


class Error(Exception):
    """Base class of the errors of nlc: `InputError` and `nlc.SolverError`.

    >>> import nlc
    >>> try:
    ...     nlc.load("no such file")
    ... except nlc.Error as error:
    ...     print(error)
    error: there is no file 'no such file'
    """


def first_of_each_file(items: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the first `MAX_SHOWN` messages of each file, and then how many more there are."""
    counts: dict[str, list[int]] = {}
    for item in items:
        path = item.span.source.path if item.span else ""
        errors, warnings = counts.setdefault(path, [0, 0])
        if errors + warnings < MAX_SHOWN:
            yield item
        counts[path][item.severity is Severity.WARNING] += 1
    for path, (errors, warnings) in counts.items():
        more = errors + warnings - MAX_SHOWN
        if more > 0:
            severity = Severity.ERROR if errors else Severity.WARNING
            where = f" in {one_line(path)}" if path else ""
            yield Diagnostic(f"{more} more messages{where} are not shown", None, None, severity)


class InputError(Error, ValueError):
    """The input is wrong: a file, an option, a name (exit status 2 of the command line).

    >>> import nlc
    >>> nlc.loads("puzzle")
    Traceback (most recent call last):
    nlc.errors.InputError: ...

    Attributes:
        diagnostics: every independent mistake, with its place and a hint.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        """Return the messages as on a terminal, the errors first."""
        items = sorted(self.diagnostics, key=lambda item: item.severity is Severity.WARNING)
        return "\n".join(item.render() for item in first_of_each_file(items))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Diagnostic, ...]]]:
        """Return the parts from which pickle rebuilds it."""
        return type(self), (self.diagnostics,)


UserError = InputError
"""The name of `InputError` within nlc."""


def fail(message: str, span: Span | None = None, hint: str | None = None) -> UserError:
    """Return a `UserError` of one diagnostic, to be raised by the caller."""
    return UserError([Diagnostic(message, span, hint)])


def require_type(
    name: str, value: object, kinds: type | tuple[type, ...], hint: str = "", takes: str = ""
) -> None:
    """Raise a `TypeError` if an argument has the wrong type; the message names it.

    Args:
        name: of the argument.
        value: of the argument; a bool is not a number.
        kinds: the types that it takes.
        hint: an example, or where to get one.
        takes: the types in words; if empty, their names.
    """
    every = kinds if isinstance(kinds, tuple) else (kinds,)
    if isinstance(value, every) and (not isinstance(value, bool) or {bool, object} & {*every}):
        return
    takes = takes or " or ".join(_public_name(kind) for kind in every)
    found = "None" if value is None else type(value).__name__
    if isinstance(value, type):
        found = f"the class {value.__name__}"
    raise TypeError(f"{name} takes {takes}, not {found}" + (f": {hint}" if hint else ""))


def require_number(name: str, value: object) -> None:
    """Raise an error if an argument is not a whole number from 1 up; the message names it.

    Raises:
        TypeError: it is not a whole number.
        UserError: it is below 1.
    """
    require_type(name, value, int)
    if isinstance(value, int) and value < 1:
        raise fail(f"{name} must be at least 1, and is {value}")


def _public_name(kind: type) -> str:
    """Return the public name of a type, with its article."""
    if kind is type(None):
        return "None"
    public = kind.__module__.startswith("nlc.")
    article = "an" if not public and kind.__name__[0] in "aeiou" else "a"
    return f"{article} {'nlc.' * public}{kind.__name__}"


class Diagnostics:
    """Collects diagnostics so that independent mistakes are reported together."""

    def __init__(self) -> None:
        self.items: list[Diagnostic] = []
        self._seen: set[Diagnostic] = set()

    def error(self, message: str, span: Span | None = None, hint: str | None = None) -> None:
        """Add an error."""
        self.merge([Diagnostic(message, span, hint)])

    def warn(self, message: str, span: Span | None = None, hint: str | None = None) -> None:
        """Add a warning."""
        self.merge([Diagnostic(message, span, hint, Severity.WARNING)])

    def absorb(self, error: UserError) -> None:
        """Add the diagnostics of an error that was raised elsewhere."""
        self.merge(error.diagnostics)

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Add the diagnostics of an error that ends the block."""
        try:
            yield
        except UserError as error:
            self.absorb(error)

    def merge(self, items: Iterable[Diagnostic]) -> None:
        """Add diagnostics, each once."""
        for item in items:
            before = len(self._seen)
            self._seen.add(item)  # its hash takes long: no separate look-up
            if len(self._seen) > before:
                self.items.append(item)

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors."""
        return [d for d in self.items if d.severity is Severity.ERROR]

    def sort(self) -> None:
        """Put the diagnostics in the order of the text."""
        self.items.sort(key=_order)

    def raise_errors(self) -> None:
        """Raise `UserError` with all diagnostics if one of them is an error."""
        if self.errors:
            raise UserError(sorted(self.items, key=_order))


LINE_WIDTH = 160
"""Of a longer source line, only the part round the caret is shown."""


def _window(text: str, column: int) -> tuple[str, int]:
    """Return the part of a line round a column, and the column within it."""
    if len(text) <= LINE_WIDTH:
        return text, column
    start = max(0, min(column - 1 - LINE_WIDTH // 2, len(text) - LINE_WIDTH))
    head = "..." if start else ""
    tail = "..." if start + LINE_WIDTH < len(text) else ""
    return f"{head}{text[start : start + LINE_WIDTH]}{tail}", column - start + len(head)


def _order(item: Diagnostic) -> tuple[str, int, int]:
    span = item.span
    return (span.source.path, *span.start) if span else ("", 0, 0)


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """Return a "did you mean" hint for a misspelt `name`, or None if no candidate is close.

    Candidates that begin with `name`, of three letters or more, come first.
    """
    return _suggest(name, tuple(sorted(set(candidates)))) if len(name) <= MAX_LENGTH else None


@lru_cache(maxsize=64)
def _suggest(name: str, names: tuple[str, ...]) -> str | None:
    close = [each for each in names if len(name) > 2 and each.startswith(name)]
    if not close:
        from difflib import get_close_matches

        close = get_close_matches(name, names, n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else None
