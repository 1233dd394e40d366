"""The outer shape of a URL: ``HOST?[v:VARIANT/]PID/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY``."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from nlc.errors import Diagnostic, Severity, Source, Span, UserError, fail, suggest
from nlc.formats.base import MAX_CELLS, stretch
from nlc.formats.pzpr.body import Body, BodyError, Item
from nlc.formats.pzpr.layers import Layers, read_layer
from nlc.formats.pzpr.row import Row, by_name

SITE = "https://puzz.link/p?"

URL = re.compile(r"(?P<host>[^\s?]*\?)?(?P<keys>(?:\w+=\w+&)*)(?P<rest>\S+)")
_KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?pzpr=(?P<rest>\S*)")
_FIELD = re.compile(r"[^/]*")
_VARIANT = re.compile(r"(?:v:|variant:)")
_NUMBER = re.compile(r"[0-9]+")
ENDING = re.compile(r"_(?:edit|play)$")


class Page(Struct, frozen=True):
    """What a URL or a file asks for.

    Attributes:
        row: the genre.
        flags: letters that change its rules.
        layers: the board.
        head: where its size stands.
        where: returns where an item of the layers stands.
        doubts: what may be meant otherwise.
    """

    row: Row
    flags: str
    layers: Layers
    head: Span
    where: Callable[[Item], Span]
    doubts: tuple[Diagnostic, ...] = ()


def known(name: str, span: Span) -> Row:
    """Return the row of a name.

    Raises:
        UserError: no genre of nlc has it.
    """
    found = by_name()
    row = found.get(ENDING.sub("", name))
    if row is None:
        names = ", ".join(sorted({row.pid for row in found.values()}))
        hint = suggest(name, found) or f"nlc knows {names}"
        raise fail(f"the puzzle '{name}' is not known here", span, hint)
    return row


def check_flags(row: Row, flags: str, span: Span) -> str:
    """Return those of a text of flags that change the rules.

    Raises:
        UserError: one of them asks for rules that nlc does not have.
    """
    for i, flag in enumerate(flags):
        if flag in row.flags or flag in row.looks or flag in row.older:
            continue
        at = stretch(span.source, span.line, span.column - 1 + i, span.column + i)
        raise fail(f"nlc does not have the rules of the flag '{flag}' of {row.pid}", at)
    return "".join(flag for flag in flags if flag in row.flags)


def check_size(rows: int, cols: int, span: Span) -> None:
    """Raise `UserError` unless a board can have that size."""
    if not rows or not cols:
        raise fail("a board has at least one row and one column", span)
    if rows * cols > MAX_CELLS:
        raise fail(f"a board has at most {MAX_CELLS} cells", span)


def refuse_variant(text: str, span: Span) -> UserError:
    """Return the error for a variant of the rules."""
    name = text.partition(":")[2] or "no name"
    return fail(
        f"the variant '{name}' has other rules, which nlc does not have",
        span,
        "state them as a genre of your own: docs/language.md",
    )


def read_url(source: Source, number: int, line: str) -> Page:
    """Return what a URL asks for.

    Raises:
        UserError: it is broken, or of a genre, with flags or of a variant that nlc does not have.
    """
    line = line.rstrip()
    start = len(line) - len(line.lstrip())
    whole = stretch(source, number, start, len(line))
    kanpen = _KANPEN.fullmatch(line, start)
    found = kanpen or URL.fullmatch(line, start)
    if found is None:
        raise fail("expected a URL of puzz.link", whole, f"such as {SITE}slither/2/2/2h3")
    at, rest = found.start("rest"), found["rest"]
    fields: list[tuple[str, int]] = []
    for part in rest.split("/"):
        fields.append((part, at))
        at += len(part) + 1

    def take() -> tuple[str, Span]:
        text, at = fields.pop(0) if fields else ("", len(line))
        return text, stretch(source, number, at, max(at + len(text), at + 1))

    def variants() -> None:
        if fields and _VARIANT.match(fields[0][0]):
            raise refuse_variant(*take())

    variants()
    if kanpen:
        row = known(kanpen["pid"], stretch(source, number, *kanpen.span("pid")))
    else:
        row = known(*take())
    variants()
    flags, flag_span = "", whole
    if fields and not _NUMBER.fullmatch(fields[0][0]) and not (kanpen and not fields[0][0]):
        flags, flag_span = take()
    elif kanpen:
        take()
    forms = next((row.older[flag] for flag in flags if flag in row.older), row.body)
    flags = check_flags(row, flags, flag_span)
    (cols, first), (rows, second) = take(), take()
    if not _NUMBER.fullmatch(cols) or not _NUMBER.fullmatch(rows):
        raise fail("expected /COLS/ROWS/BODY after the name of the puzzle", whole)
    head = first.to(second)
    # Ten digits are too many cells already, and thousands are more than int() takes.
    high, wide = (int(text.lstrip("0")[:10] or "0") for text in (rows, cols))
    check_size(high, wide, head)
    at = fields[0][1] if fields else len(line)
    layers = Layers(high, wide)
    body = Body(line[at:].removesuffix("/") if fields else "")
    try:
        for form in forms:
            read_layer(form, body, layers)
        if body.next:
            raise BodyError("nothing may follow the body", body.at, len(body.text))
    except BodyError as error:
        start = at + error.start
        span = stretch(source, number, start, max(at + error.end, start + 1))
        raise fail(error.message, span, error.hint) from None

    def where(item: Item) -> Span:
        return stretch(source, number, at + item.start, at + item.end)

    doubts = _doubts(body, stretch(source, number, at, at + max(1, len(body.text))))
    return Page(row, flags, layers, head, where, doubts)


def _doubts(body: Body, span: Span) -> tuple[Diagnostic, ...]:
    """Return a warning if a body ends before its board; nothing at all is an empty board."""
    if not body.text or not body.missing:
        return ()
    told = f"the body ends before the board does: the last {body.missing} places are taken as empty"
    if body.missing == 1:
        told = "the body ends before the board does: the last place is taken as empty"
    return (Diagnostic(told, span, "has the URL been cut off?", Severity.WARNING),)
