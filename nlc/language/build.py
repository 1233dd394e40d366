"""Syntax tree nodes from the grammar's productions: one method an action, ``make_<action>``.

A method gets the span of the production and a value for each of its symbols: a `Token`, what
another method returned, or None for an optional part that is absent.
"""

from __future__ import annotations

from typing import Any

from nlc.errors import Diagnostics, Span, suggest
from nlc.language import syntax as s
from nlc.language.lexer import Positions, Token

MAX_DIGITS = 9
"""Numbers of so many digits fit into 32 bits."""

SORTS = ("cell", "link", "border", "vertex")

Stmts = tuple[s.Stmt, ...]
Names = tuple[s.Ref, ...]


class Builder:
    """Builds the tree of one source text."""

    def __init__(self, positions: Positions, diagnostics: Diagnostics) -> None:
        self.positions = positions
        self.diagnostics = diagnostics

    def ref(self, token: Token) -> s.Ref:
        """Return a name as a node."""
        return s.Ref(self.positions.span(token.start, token.end), token.text)

    def text(self, token: Token) -> s.Str:
        """Return a text in quotes as a node."""
        return s.Str(self.positions.span(token.start, token.end), token.text[1:-1])

    def number(self, token: Token) -> int:
        """Return the value of a number; an error if it cannot mean anything on a board."""
        if len(token.text) > MAX_DIGITS:
            span = self.positions.span(token.start, token.end)
            self.diagnostics.error("this number is too large", span)
            return 0
        return int(token.text)

    # ---------- files ----------

    def make_start(self, span: Span, items: tuple[s.Use | s.Genre | s.Puzzle, ...]) -> s.File:
        return s.File(
            span,
            tuple(i for i in items if isinstance(i, s.Use)),
            tuple(i for i in items if isinstance(i, s.Genre)),
            tuple(i for i in items if isinstance(i, s.Puzzle)),
        )

    def make_list(self, span: Span, *values: Any) -> tuple[Any, ...]:
        return values

    make_items = make_genre_items = make_puzzle_items = make_statements = make_list
    make_graph_parts = make_graph_words = make_entries = make_list

    def make_commas(self, span: Span, *values: Any) -> tuple[Any, ...]:
        return values[::2]

    make_binder_list = make_args = make_places = make_pairs = make_counts = make_commas
    make_settings = make_shown_list = make_commas

    def make_names(self, span: Span, *values: Token) -> Names:
        return tuple(self.ref(token) for token in values[::2])

    def make_use(self, span: Span, _: Token, path: Token, end: Token) -> s.Use:
        return s.Use(span, self.text(path))

    # ---------- genres ----------

    def make_genre(
        self,
        span: Span,
        _: Token,
        name: Token,
        doc: Token | None,
        extends: Token | None,
        base: Token | None,
        begin: Token,
        items: tuple[s.GenreItem, ...],
        end: Token,
    ) -> s.Genre:
        return s.Genre(span, self.ref(name), _doc(doc), self.ref(base) if base else None, items)

    def make_option(
        self,
        span: Span,
        _: Token,
        name: Token,
        colon: Token,
        kind: s.Type,
        equal: Token,
        default: s.Expr,
        doc: Token | None,
        end: Token,
    ) -> s.Option:
        return s.Option(span, self.ref(name), kind, default, _doc(doc))

    def make_prefer(
        self, span: Span, _: Token, settings: tuple[tuple[s.Ref, s.Expr], ...], end: Token
    ) -> s.Prefer:
        options = (s.SetOption(ref.span.to(value.span), ref, value) for ref, value in settings)
        return s.Prefer(span, tuple(options))

    def make_given(self, span: Span, _: Token, name: Token, *rest: Any) -> s.Given:
        return s.Given(span, self.ref(name), *self._map(*rest))

    def make_var(self, span: Span, _: Token, name: Token, *rest: Any) -> s.Var:
        return s.Var(span, self.ref(name), *self._map(*rest))

    def _map(
        self,
        colon: Token,
        sort: Token,
        arrow: Token,
        kind: s.Type,
        optional: Token | None,
        doc: Token | None,
        end: Token,
    ) -> tuple[str, s.Type, bool, str | None]:
        if sort.text not in SORTS:
            self.diagnostics.error(
                f"'{sort.text}' is not a sort of element",
                self.positions.span(sort.start, sort.end),
                suggest(sort.text, SORTS) or "the sorts are cell, link, border and vertex",
            )
            return SORTS[0], kind, optional is not None, _doc(doc)
        return sort.text, kind, optional is not None, _doc(doc)

    def make_type_name(self, span: Span, name: Token) -> s.Type:
        if name.text in ("bool", "name"):
            return s.Type(span, name.text)
        return s.Type(span, "set", names=(name.text,))

    def make_type_range(self, span: Span, low: Token, _: Token, high: Token) -> s.Type:
        return s.Type(span, "range", self.number(low), self.number(high))

    def make_type_enum(self, span: Span, _: Token, names: Names, end: Token) -> s.Type:
        return s.Type(span, "enum", names=tuple(ref.name for ref in names))

    def make_let(
        self,
        span: Span,
        _: Token,
        name: Token,
        begin: Token | None,
        params: Names | None,
        end: Token | None,
        equal: Token,
        value: s.Expr,
        stop: Token,
    ) -> s.Let:
        return s.Let(span, self.ref(name), params or (), value)

    def make_rule(
        self,
        span: Span,
        _: Token,
        name: Token,
        doc: Token | None,
        when: Token | None,
        condition: s.Expr | None,
        body: Stmts,
    ) -> s.Rule:
        return s.Rule(span, self.ref(name), _doc(doc), condition, body)

    def make_check(
        self,
        span: Span,
        _: Token,
        name: Token,
        each: Token | None,
        binders: s.Binders | None,
        begin: Token,
        condition: s.Expr,
        end: Token,
        colon: Token,
        message: Token,
        stop: Token,
    ) -> s.Check:
        return s.Check(span, self.ref(name), binders, condition, self.text(message))

    def make_drop(self, span: Span, _: Token, names: Names, end: Token) -> s.Drop:
        return s.Drop(span, names)

    def make_show(self, span: Span, _: Token, items: tuple[s.Shown, ...], end: Token) -> s.Show:
        return s.Show(span, items)

    def make_report(self, span: Span, _: Token, items: tuple[s.Shown, ...], end: Token) -> s.Report:
        return s.Report(span, items)

    def make_shown(self, span: Span, name: Token, _: Token | None, mark: Token | None) -> s.Shown:
        return s.Shown(span, self.ref(name), self.ref(mark) if mark else None)

    # ---------- statements ----------

    def make_block(self, span: Span, _: Token, body: Stmts, end: Token) -> Stmts:
        return body

    def make_for(self, span: Span, _: Token, binders: s.Binders, body: Stmts) -> s.For:
        return s.For(span, binders, body)

    def make_if(
        self,
        span: Span,
        _: Token,
        condition: s.Expr,
        then: Stmts,
        word: Token | None,
        otherwise: Stmts | s.If | None,
    ) -> s.If:
        if isinstance(otherwise, s.If):
            otherwise = (otherwise,)
        return s.If(span, condition, then, otherwise or ())

    def make_post(self, span: Span, condition: s.Expr, end: Token) -> s.Post:
        return s.Post(span, condition)

    def make_binders(
        self, span: Span, items: tuple[s.Binder, ...], _: Token | None, where: s.Expr | None
    ) -> s.Binders:
        return s.Binders(span, items, where)

    def make_binder(self, span: Span, names: Names, _: Token, domain: s.Expr) -> s.Binder:
        return s.Binder(span, names, domain)

    # ---------- expressions ----------

    def make_iff(self, span: Span, left: s.Expr, _: Token, right: s.Expr) -> s.Iff:
        return s.Iff(span, left, right)

    def make_implies(self, span: Span, left: s.Expr, _: Token, right: s.Expr) -> s.Implies:
        return s.Implies(span, left, right)

    def make_or(self, span: Span, *values: Any) -> s.Or:
        return s.Or(span, values[::2])

    def make_and(self, span: Span, *values: Any) -> s.And:
        return s.And(span, values[::2])

    def make_not(self, span: Span, _: Token, operand: s.Expr) -> s.Not:
        return s.Not(span, operand)

    def make_compare(self, span: Span, left: s.Expr, op: Token, right: s.Expr) -> s.Compare:
        return s.Compare(span, op.text, left, right)

    def make_arith(self, span: Span, left: s.Expr, op: Token, right: s.Expr) -> s.Arith:
        return s.Arith(span, op.text, left, right)

    def make_call(
        self, span: Span, name: Token, _: Token, args: tuple[s.Expr, ...] | None, end: Token
    ) -> s.Call:
        return s.Call(span, self.ref(name), args or ())

    def make_index(
        self, span: Span, name: Token, _: Token, args: tuple[s.Expr, ...], end: Token
    ) -> s.Index:
        return s.Index(span, self.ref(name), args)

    def make_exactly(
        self, span: Span, _: Token, counts: tuple[s.Expr, ...], of: Token, values: s.Expr
    ) -> s.Quantified:
        return s.Quantified(span, "exactly", counts, values)

    def make_bound(
        self, span: Span, _: Token, side: Token, count: s.Expr, of: Token, values: s.Expr
    ) -> s.Quantified:
        return s.Quantified(span, f"at {side.text}", (count,), values)

    def make_quantified(self, span: Span, kind: Token, of: Token, values: s.Expr) -> s.Quantified:
        return s.Quantified(span, kind.text, (), values)

    def make_count(self, span: Span, _: Token, values: s.Expr) -> s.Count:
        return s.Count(span, values)

    def make_has(self, span: Span, _: Token, operand: s.Expr) -> s.Has:
        return s.Has(span, operand)

    def make_int(self, span: Span, token: Token) -> s.Int:
        return s.Int(span, self.number(token))

    def make_string(self, span: Span, token: Token) -> s.Str:
        return self.text(token)

    def make_true(self, span: Span, _: Token) -> s.Bool:
        return s.Bool(span, True)

    def make_false(self, span: Span, _: Token) -> s.Bool:
        return s.Bool(span, False)

    def make_ref(self, span: Span, token: Token) -> s.Ref:
        return self.ref(token)

    def make_loc(self, span: Span, token: Token) -> s.Loc:
        return s.Loc(span, token.text)

    def make_group(self, span: Span, _: Token, inner: s.Expr, end: Token) -> s.Expr:
        return inner

    def make_set_of(
        self,
        span: Span,
        _: Token,
        element: s.Expr,
        each: Token,
        binders: s.Binders,
        word: Token | None,
        condition: s.Expr | None,
        end: Token,
    ) -> s.SetOf:
        return s.SetOf(span, element, binders, condition)

    # ---------- puzzles ----------

    def make_puzzle(
        self,
        span: Span,
        _: Token,
        title: Token,
        word: Token,
        genre: Token,
        begin: Token,
        items: tuple[s.PuzzleItem, ...],
        end: Token,
    ) -> s.Puzzle:
        return s.Puzzle(span, title.text[1:-1], self.ref(genre), items)

    def make_topology(
        self,
        span: Span,
        _: Token,
        name: Token,
        begin: Token | None,
        settings: tuple[tuple[s.Ref, s.Expr], ...] | None,
        end: Token | None,
        stop: Token,
    ) -> s.Topology:
        return s.Topology(span, self.ref(name), settings or ())

    def make_graph(
        self,
        span: Span,
        _: Token,
        name: Token,
        begin: Token,
        parts: tuple[tuple[Names | tuple[s.Ref, s.Ref], ...], ...],
        end: Token,
    ) -> s.Topology:
        if name.text != "graph":
            self.diagnostics.error(
                f"topology '{name.text}' lists no cells and links",
                self.positions.span(name.start, name.end),
                "only 'topology graph { cells a b; links a-b; }' does",
            )
        words = [word for part in parts for word in part]
        cells = tuple(word[0] for word in words if len(word) == 1)
        links = tuple((word[0], word[1]) for word in words if len(word) == 2)
        return s.Topology(span, self.ref(name), (), cells, links)

    def make_graph_part(
        self, span: Span, name: Token, words: tuple[Names, ...], end: Token
    ) -> tuple[Names, ...]:
        size = {"cells": 1, "links": 2}.get(name.text)
        if size is None:
            self.diagnostics.error(
                f"a graph has cells and links, but no '{name.text}'",
                self.positions.span(name.start, name.end),
                suggest(name.text, ("cells", "links")),
            )
            return ()
        for word in words:
            if len(word) != size:
                self.diagnostics.error(
                    f"a {'name' if size == 1 else 'pair of names'} expected in '{name.text}'",
                    word[0].span.to(word[-1].span),
                    "write 'cells a b;'" if size == 1 else "write 'links a-b;'",
                )
        return tuple(word for word in words if len(word) == size)

    def make_graph_cell(self, span: Span, name: Token) -> Names:
        return (self.ref(name),)

    def make_graph_link(self, span: Span, a: Token, _: Token, b: Token) -> Names:
        return (self.ref(a), self.ref(b))

    def make_setting(
        self, span: Span, name: Token, _: Token, value: s.Expr
    ) -> tuple[s.Ref, s.Expr]:
        return self.ref(name), value

    def make_set(
        self, span: Span, _: Token, name: Token, equal: Token, value: s.Expr, end: Token
    ) -> s.SetOption:
        return s.SetOption(span, self.ref(name), value)

    def make_board(self, span: Span, token: Token) -> s.BoardLiteral:
        lines = tuple(line.rstrip("\r") for line in token.text.split("\n")[1:-1])
        return s.BoardLiteral(span, lines, span.line + 1)

    def make_legend(
        self,
        span: Span,
        _: Token,
        begin: Token,
        entries: tuple[s.LegendEntry, ...],
        end: Token,
    ) -> s.Legend:
        return s.Legend(span, entries)

    def make_entry(
        self,
        span: Span,
        token: Token,
        equal: Token,
        target: Token,
        colon: Token | None,
        value: s.Expr | None,
        end: Token,
    ) -> s.LegendEntry:
        return s.LegendEntry(span, self.text(token), self.ref(target), value)

    def make_mark(
        self,
        span: Span,
        _: Token,
        name: Token,
        equal: Token | None,
        value: s.Expr | None,
        at: Token,
        places: tuple[s.Loc | s.Ref, ...],
        end: Token,
    ) -> s.Mark:
        return s.Mark(span, self.ref(name), value, places)

    def make_wall(
        self, span: Span, _: Token, pairs: tuple[tuple[s.Loc, s.Loc], ...], end: Token
    ) -> s.Wall:
        return s.Wall(span, pairs)

    def make_warp(
        self, span: Span, _: Token, pairs: tuple[tuple[s.Loc, s.Loc], ...], end: Token
    ) -> s.Warp:
        return s.Warp(span, pairs)

    def make_pair(self, span: Span, a: Token, _: Token, b: Token) -> tuple[s.Loc, s.Loc]:
        places = self.positions.span
        return s.Loc(places(a.start, a.end), a.text), s.Loc(places(b.start, b.end), b.text)


def _doc(token: Token | None) -> str | None:
    return token.text[1:-1] if token else None
