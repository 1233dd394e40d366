"""The parser: from a text to its syntax tree, or to all its independent syntax errors."""

from __future__ import annotations

from nlc.errors import Diagnostics, Source
from nlc.language.automaton import Automaton, Constructors
from nlc.language.lexer import Positions, lex
from nlc.language.syntax import File
from nlc.language.tables import tables

MAX_ERRORS = 20
"""Syntax errors after which the parser gives up a file."""


def parse(source: Source) -> File:
    """Return the syntax tree of a text; every node has its exact span.

    Raises:
        UserError: with every independent syntax error.
    """
    diagnostics = Diagnostics()
    positions = Positions(source)
    grammar = tables()
    tokens = lex(source, positions, grammar, diagnostics)
    parser = Automaton(grammar, tokens, Constructors(positions, diagnostics))
    at = 0
    while at < len(tokens):
        if parser.feed(tokens[at]):
            at += 1
        elif len(diagnostics.errors) < MAX_ERRORS:
            from nlc.language.recovery import recover

            at = recover(parser, at)
        else:
            break
    diagnostics.raise_errors()
    tree: File = parser.values[-1]
    return tree
