"""From text to tokens: words, names, numbers, signs and whole board literals.

The lexer never stops at a mistake. It reports it and returns the token that was probably meant, if
there is one (``and`` for ``&&``), so that the parser continues.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

from nlc.errors import Diagnostics, Source, Span
from nlc.language.builtins import grammar_text
from nlc.language.tables import tables

END = "$END"
STRANGE = "$STRANGE"
"""The kind of an unknown character, which the lexer has reported."""


class Token(NamedTuple):
    """A token: its terminal, its text and its place, as offsets into the source text."""

    kind: str
    text: str
    start: int
    end: int


_LINES = grammar_text("signs.txt").splitlines()
_SIGNS = [line.split(maxsplit=2) for line in _LINES if line and not line.startswith("//")]
SLIPS = {sign: (meant, hint) for sign, meant, hint in _SIGNS if meant != "-"}
"""Signs of other languages: the terminal that each means, and a hint."""

STRANGE_HINTS = {sign: hint for sign, meant, hint in _SIGNS if meant == "-"}
"""Hints for characters that begin no token."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
BOARD_HEAD = re.compile(
    r"board(?:[ \t]+(?P<name>[A-Za-z_][A-Za-z_0-9]*))?[ \t]*(?://[^\n]*)?\r?(?:\n|\Z)"
)
"""The line that opens a drawing; with the name of a given, its tokens are values of that."""
_BOARD_END = re.compile(r"^[ \t]*(end)(?=[ \t\r]*(?:$|//|[};]))", re.MULTILINE)
_NEXT_PART = re.compile(
    r'^[ \t]*(?:board(?:[ \t]+\w+)?[ \t\r]*$|puzzle[ \t]*"|\}[ \t\r]*$'
    r"|(?:topology|set|mark|wall|warp)\b[^\n]*;|(?:legend|rule|check)\b[^\n]*\{)",
    re.MULTILINE,
)


class Positions:
    """Turns offsets into spans."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._starts = [0, *(found.end() for found in re.finditer("\n", source.text))]

    def line(self, offset: int) -> int:
        """Return the number, from 1, of the line that an offset lies in."""
        return bisect_right(self._starts, offset)

    def span(self, start: int, end: int) -> Span:
        """Return the span between two offsets."""
        first, last = self.line(start), self.line(end)
        starts = self._starts
        return Span(
            self.source, first, start - starts[first - 1] + 1, last, end - starts[last - 1] + 1
        )


def lex(source: Source, positions: Positions, diagnostics: Diagnostics) -> list[Token]:
    """Return the tokens of a text, ended by one of kind `END`; mistakes go to `diagnostics`."""
    text, literals = source.text, tables().literals
    match = _pattern().match
    tokens: list[Token] = []
    at, size = 0, len(text)
    ends = [*_BOARD_END.finditer(text)]
    strange = 0  # the last line with an unknown character: one report a line will do
    while at < size:
        found = None if text.startswith(("/*", "*/"), at) else match(text, at)
        if found is None:
            end = _strange_end(text, at)
            if positions.line(at) > strange:
                strange = positions.line(at)
                _strange(text[at], positions.span(at, end), diagnostics)
            tokens.append(Token(STRANGE, text[at], at, end))
            at = end
            continue
        kind, end = found.lastgroup or "", found.end()
        word = text[at:end]
        if word == "board":
            tokens.append(_board(text, at, ends, positions, diagnostics))
            at = tokens[-1].end
            continue
        if kind == "NAME":
            kind = literals.get(word, kind)
        elif kind == "SIGN":
            kind = literals[word]
        elif kind == "SLIP":
            meant, hint = SLIPS[word]
            message = f"'{word}' is not a sign of this language"
            diagnostics.error(message, positions.span(at, end), hint)
            kind, word = literals[meant], meant
        elif kind == "OPEN_STRING":
            diagnostics.error("this text has no closing '\"'", positions.span(at, end))
            word = word.rstrip().rstrip(";") + '"'
            kind, end = "STRING", at + len(word) - 1
        if kind == "STRING" and (control := _CONTROL.search(word)) is not None:
            shown = f"U+{ord(control[0]):04X}"
            message = f"a text holds no control character, and this one holds {shown}"
            diagnostics.error(message, positions.span(at, end))
        if kind != "IGNORED":
            tokens.append(Token(kind, word, at, end))
        at = end
    tokens.append(Token(END, "", size, size))
    return tokens


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """Return one regular expression for all tokens; longer signs come before their beginnings."""

    def any_of(signs: list[str]) -> str:
        return "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))

    parts = {
        "IGNORED": f"(?:{'|'.join(tables().ignored)})+",
        **dict(tables().patterns),
        "SLIP": any_of([slip for slip in SLIPS if slip not in ("!", "&")]) + "|!(?!=)|&",
        "SIGN": any_of([literal for literal in tables().literals if not literal[0].isalpha()]),
        "OPEN_STRING": r'"[^"\r\n]*',
    }
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in parts.items()))


def _board(
    text: str, at: int, ends: list[re.Match[str]], positions: Positions, diagnostics: Diagnostics
) -> Token:
    """Return the board literal at an offset, up to and with its ``end``, as one token."""
    word = at + len("board")
    head = BOARD_HEAD.match(text, at)
    if head is None:
        eol = text.find("\n", at)
        message = "the rows of a board start on the line after 'board'"
        hint = "the name of a given may follow on its line: 'board room'"
        diagnostics.error(message, positions.span(word, eol if eol >= 0 else len(text)), hint)
    body = head.end() if head else word
    end = next(iter(ends[bisect_left(ends, body, key=re.Match.start) :]), None)
    # Text of an item among the rows: the board was not closed, and the `end` is that of another.
    part = _NEXT_PART.search(text, body, end.start() if end else len(text))
    if end is None or part is not None:
        hint = "write 'end' on a line of its own after the last row"
        diagnostics.error("this board has no 'end'", positions.span(at, word), hint)
        stop = part.start() if part else len(text)
        return Token("BOARD", text[at:stop], at, stop)
    return Token("BOARD", text[at : end.end(1)], at, end.end(1))


def _strange_end(text: str, at: int) -> int:
    """Return the end of a run of one unknown character."""
    end = at + 1 + text.startswith(("/*", "*/"), at)
    while end < len(text) and text[end] == text[at]:
        end += 1
    return end


def _strange(character: str, span: Span, diagnostics: Diagnostics) -> None:
    shown = f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"
    hint = STRANGE_HINTS.get(character)
    if character.isalpha():
        hint = "names consist of the letters A-Z and a-z, digits and '_'; quotes can hold any text"
    diagnostics.error(f"unknown character {shown}", span, hint)
