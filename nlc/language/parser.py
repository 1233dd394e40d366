"""The parser: tables of the grammar, driven over tokens, with recovery from mistakes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from nlc.errors import Diagnostics, Source, fail
from nlc.language.build import Builder
from nlc.language.lexer import END, Positions, Token, lex
from nlc.language.syntax import File
from nlc.language.tables import Tables, tables

MAX_ERRORS = 20
"""After so many syntax errors the rest of a file is unlikely to tell anything new."""


def read_source(path: str) -> Source:
    """Return the text of a file, or of standard input for ``-``.

    The text keeps its line ends; a byte order mark is removed. ``.gz`` and ``.xz`` are unpacked.

    Raises:
        UserError: there is no such file, it cannot be read, or it is not UTF-8.
    """
    name = "<stdin>" if path == "-" else path
    try:
        if path.endswith((".gz", ".xz")):
            from nlc.files import open_binary

            with open_binary(path) as stream:
                data = stream.read()
        else:
            data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except FileNotFoundError:
        raise fail(f"there is no file '{path}'") from None
    except IsADirectoryError:
        told = f"'{path}' is a folder, not a file" if path else "there is no file without a name"
        raise fail(told) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fail(f"cannot read '{path}': {reason}") from None
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(
            f"'{name}' is not a UTF-8 text: byte {error.start}, on line {line}, "
            f"is 0x{data[error.start]:02x}",
            hint="save the file with the encoding UTF-8",
        ) from None


def parse(source: Source) -> File:
    """Return the syntax tree of a text; every node has its exact span.

    Raises:
        UserError: with every syntax error that could be told apart.
    """
    diagnostics = Diagnostics()
    positions = Positions(source)
    grammar = tables()
    tokens = lex(source, positions, grammar, diagnostics)
    parser = Parser(grammar, tokens, Builder(positions, diagnostics))
    parser.run()
    diagnostics.raise_errors()
    tree: File = parser.values[-1]
    return tree


class _Run(list[Any]):
    """The values of an EBNF repetition, to be spliced into those of the production around it."""


class Parser:
    """A LALR(1) automaton.

    Attributes:
        states: the states on the stack, the first one below all symbols.
        values: the value of each symbol on the stack.
        spans: the offsets of each symbol on the stack.
        renamed: words of the language that were used as names, told once.
    """

    def __init__(self, grammar: Tables, tokens: list[Token], builder: Builder) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.builder = builder
        self.states = [grammar.start]
        self.values: list[Any] = []
        self.spans: list[tuple[int, int]] = []
        self.renamed: set[str] = set()

    def run(self) -> None:
        """Consume the tokens; the tree is the only value left if there was no mistake."""
        from nlc.language.recovery import recover

        at = 0
        while at < len(self.tokens):
            if self.feed(self.tokens[at]):
                at += 1
            elif len(self.builder.diagnostics.errors) < MAX_ERRORS:
                at = recover(self, at)
            else:
                return

    def feed(self, token: Token) -> bool:
        """Shift a token after the reductions that it calls for; False where it cannot stand."""
        states, grammar = self.states, self.grammar
        while True:
            target = grammar.states[states[-1]].get(token.kind)
            if target is None:
                return token.kind == END and states[-1] == grammar.accept
            if target >= 0:
                states.append(target)
                self.values.append(token)
                self.spans.append((token.start, token.end))
                return True
            self._reduce(~target)

    def accepts(self, *kinds: str, states: list[int] | None = None) -> bool:
        """Say whether tokens of these kinds could stand next, without consuming anything."""
        table, productions = self.grammar.states, self.grammar.productions
        stack = list(self.states if states is None else states)
        for kind in kinds:
            while True:
                target = table[stack[-1]].get(kind)
                if target is None:
                    if kind == END and stack[-1] == self.grammar.accept:
                        break
                    return False
                if target >= 0:
                    stack.append(target)
                    break
                production = productions[~target]
                del stack[len(stack) - production.size :]
                stack.append(table[stack[-1]][production.origin])
        return True

    def _reduce(self, number: int) -> None:
        origin, size, action, slots = self.grammar.productions[number]
        keep = len(self.values) - size
        symbols = self.values[keep:]
        if size:
            start, end = self.spans[keep][0], self.spans[-1][1]
        else:
            start = end = self.spans[-1][1] if self.spans else 0
        if origin.startswith("__"):
            run = symbols.pop(0) if isinstance(symbols[0], _Run) else _Run()
            run += symbols
            value: Any = run
        elif not action:
            value = symbols[0]
        else:
            if slots:
                args = [None if i < 0 else symbols[i] for i in slots]
            else:
                args = [x for v in symbols for x in (v if isinstance(v, _Run) else (v,))]
            span = self.builder.positions.span(start, end)
            value = getattr(self.builder, f"make_{action}")(span, *args)
        del self.states[len(self.states) - size :], self.values[keep:], self.spans[keep:]
        self.states.append(self.grammar.states[self.states[-1]][origin])
        self.values.append(value)
        self.spans.append((start, end))
