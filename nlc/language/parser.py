"""The parser: from a text to its syntax tree, or to all its independent syntax errors."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from nlc.errors import MAX_SHOWN, Diagnostic, Diagnostics, Source, fail
from nlc.language.automaton import Automaton, Constructors
from nlc.language.lexer import Positions, Token, lex
from nlc.language.syntax import File, Objective
from nlc.language.tables import tables

MAX_ERRORS = MAX_SHOWN - 1
"""Syntax errors after which the parser gives up a file and reports the place."""


def parse_objective(sense: str, text: str, origin: str) -> Objective:
    """Return an objective that is given outside of a puzzle, such as ``count line``.

    Args:
        sense: ``minimize`` or ``maximize``.
        text: the number.
        origin: of the text, for messages.

    Raises:
        UserError: it is not an expression.
    """
    source = Source(origin, text)
    items = parse(source, sense=sense).puzzles[0].items
    if len(items) != 1 or not isinstance(items[0], Objective):
        raise fail(f"'{sense}' takes one number", hint="such as 'count line'")
    return items[0]


def parse(source: Source, *, partial: bool = False, sense: str = "") -> File:
    """Return the syntax tree of a text; every node has its exact span.

    With `partial`, syntax errors are its `File.mistakes` where each lies in a genre or puzzle. With
    a `sense` the text is the number of an objective, and the tree that of a puzzle with it.

    Raises:
        UserError: with every independent syntax error.
    """
    diagnostics = Diagnostics()
    positions = Positions(source)
    grammar = tables()
    tokens = lex(source, positions, diagnostics)
    if sense:
        end = len(source.text)
        words = ("puzzle", '""', "is", "a", "{", sense)
        kinds = {'""': "STRING", "a": "NAME"} | grammar.literals
        before = [Token(kinds[word], word, 0, 0) for word in words]
        after = [Token(grammar.literals[word], word, end, end) for word in (";", "}")]
        tokens = [*before, *tokens[:-1], *after, tokens[-1]]
    parser = Automaton(grammar, tokens, Constructors(positions, diagnostics))
    at = 0
    while at < len(tokens):
        if parser.feed(tokens[at]):
            at += 1
        elif len(diagnostics.errors) < MAX_ERRORS:
            from nlc.language.recovery import recover

            at = recover(parser, at)
        else:
            span = positions.span(tokens[at].start, tokens[at].end)
            message = "the parser stops after so many mistakes: there may be more"
            diagnostics.error(message, span)
            break
    tree = parser.values[-1] if parser.values else None
    mistakes = tuple(diagnostics.errors)
    if mistakes and not (partial and isinstance(tree, File) and _are_inside(mistakes, tree)):
        diagnostics.raise_errors()
    assert isinstance(tree, File)
    return replace(tree, mistakes=mistakes) if mistakes else tree


def _are_inside(mistakes: Iterable[Diagnostic], tree: File) -> bool:
    """Return whether each mistake is in a genre or puzzle: none of these is lost as a whole."""
    spans = [item.span for item in (*tree.genres, *tree.puzzles)]
    places = [mistake.span.start for mistake in mistakes if mistake.span is not None]
    return all(any(s.start <= at < (s.end_line, s.end_column) for s in spans) for at in places)
