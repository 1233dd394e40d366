"""Name resolution between genres, puzzles and files: from a source text to complete rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlc.lang import syntax as s
from nlc.lang.diagnostics import Diagnostics, Source, Span, suggest
from nlc.lang.files import Files, Scope
from nlc.lang.literals import check_literal
from nlc.lang.parse import parse


@dataclass(frozen=True, eq=False)
class Rules:
    """A genre with all that it inherits, or a puzzle's genre with the puzzle's house rules.

    Dictionaries are by name, in the order of definition, inherited ones first.
    """

    name: str
    doc: str | None
    options: Mapping[str, s.Option]
    givens: Mapping[str, s.Given]
    vars: Mapping[str, s.Var]
    lets: Mapping[str, s.Let]
    rules: Mapping[str, s.Rule]
    checks: Mapping[str, s.Check]
    shows: tuple[str, ...]
    reports: tuple[str, ...]
    span: Span
    listed: tuple[s.Ref, ...] = field(default=(), repr=False)
    """The names of `shows` and `reports` where they were written."""


@dataclass(frozen=True, eq=False)
class Case:
    """A puzzle and its rules.

    Attributes:
        topology: of the board; a ``graph`` has no `literal`, every other has one.
        settings: the options that the puzzle sets, by name.
    """

    puzzle: s.Puzzle
    rules: Rules
    topology: s.Topology
    literal: s.BoardLiteral | None
    legends: tuple[s.Legend, ...]
    marks: tuple[s.Mark, ...]
    walls: tuple[s.Wall, ...]
    warps: tuple[s.Warp, ...]
    settings: Mapping[str, s.SetOption]


@dataclass(frozen=True, eq=False)
class Loaded:
    """A file with everything that it names.

    Attributes:
        file: the syntax tree.
        cases: one for each puzzle, in order.
        genres: the genres that the file defines, uses or names.
    """

    file: s.File
    cases: list[Case]
    genres: dict[str, Rules]


def load(source: Source) -> Loaded:
    """Parse a text and resolve its files, genres and puzzles.

    A name of a genre is looked up in the text, then in the files that it uses, then among the stock
    genres.

    Raises:
        UserError: syntax errors, or all mistakes of names, options and inheritance.
    """
    diagnostics = Diagnostics()
    tree = parse(source)
    files = Files(diagnostics)
    scope = files.open(source, tree)
    resolver = _Resolver(files, diagnostics)
    for genre in scope.genres.values():
        resolver.genre(genre.name, scope)
    cases = [case for puzzle in tree.puzzles if (case := resolver.case(puzzle, scope))]
    titles: dict[str, s.Puzzle] = {}
    for puzzle in tree.puzzles:
        first = titles.setdefault(puzzle.title, puzzle)
        if first is not puzzle:
            diagnostics.error(
                f'there are two puzzles "{puzzle.title}"',
                puzzle.genre.span,
                f"the first is at {first.span}",
            )
    diagnostics.raise_errors()
    return Loaded(tree, cases, {rules.name: rules for rules in resolver.done.values()})


class _Resolver:
    def __init__(self, files: Files, diagnostics: Diagnostics) -> None:
        self.files = files
        self.diagnostics = diagnostics
        self.done: dict[s.Genre, Rules] = {}
        self.pending: list[s.Genre] = []

    def genre(self, name: s.Ref, scope: Scope) -> Rules | None:
        """Return the rules of the genre that a name stands for in a file."""
        home = self.files.home(name.name, scope)
        if home is None:
            known = {*scope.genres, *self.files.stock_genres()}
            self.diagnostics.error(
                f"unknown genre '{name.name}'",
                name.span,
                suggest(name.name, known) or f"known genres: {', '.join(sorted(known))}",
            )
            return None
        node = home.genres[name.name]
        if node in self.pending:
            self.diagnostics.error(f"genre '{name.name}' extends itself", name.span)
            return None
        if node not in self.done:
            self.pending.append(node)
            base = self.genre(node.extends, home.scope_of(node)) if node.extends else None
            self.pending.pop()
            self.done[node] = _Merger(base, self.diagnostics).genre(node)
        return self.done[node]

    def case(self, puzzle: s.Puzzle, scope: Scope) -> Case | None:
        """Return a puzzle with its rules, or None after an error that leaves no sense in it."""
        rules = self.genre(puzzle.genre, scope)
        if rules is None:
            return None
        own = [i for i in puzzle.items if isinstance(i, (s.Let, s.Rule, s.Check, s.Drop))]
        if own:
            rules = _Merger(rules, self.diagnostics).house(own)
        topologies = [i for i in puzzle.items if isinstance(i, s.Topology)]
        literals = [i for i in puzzle.items if isinstance(i, s.BoardLiteral)]
        for kind, found in (("topology", topologies), ("board", literals)):
            for again in found[1:]:
                start = again.span
                word = Span(start.source, start.line, start.column, start.line, start.column)
                self.diagnostics.error(
                    f"this puzzle has a {kind} already", word, f"the first is at {found[0].span}"
                )
        if not topologies:
            self.diagnostics.error(
                f'puzzle "{puzzle.title}" has no topology',
                puzzle.genre.span,
                "write, say, 'topology square;'",
            )
            return None
        topology = topologies[0]
        if topology.name.name == "graph":
            self._graph(topology, literals)
        elif not literals:
            self.diagnostics.error(
                f'puzzle "{puzzle.title}" has no board',
                puzzle.genre.span,
                "draw it between 'board' and 'end'",
            )
        return Case(
            puzzle,
            rules,
            topology,
            literals[0] if literals else None,
            tuple(i for i in puzzle.items if isinstance(i, s.Legend)),
            tuple(i for i in puzzle.items if isinstance(i, s.Mark)),
            tuple(i for i in puzzle.items if isinstance(i, s.Wall)),
            tuple(i for i in puzzle.items if isinstance(i, s.Warp)),
            self._settings(puzzle, rules),
        )

    def _graph(self, topology: s.Topology, literals: list[s.BoardLiteral]) -> None:
        error = self.diagnostics.error
        if literals:
            error("a graph is not drawn: it has cells and links, no board", topology.name.span)
        if not topology.cells:
            hint = "write 'topology graph { cells a b c; links a-b b-c; }'"
            error("this graph has no cells", topology.name.span, hint)
        names: set[str] = set()
        for cell in topology.cells:
            if cell.name in names:
                error(f"there is a cell '{cell.name}' already", cell.span)
            names.add(cell.name)
        seen: set[frozenset[str]] = set()
        for link in topology.links:
            for end in link:
                if end.name not in names:
                    error(f"unknown cell '{end.name}'", end.span, suggest(end.name, names))
            a, b = link
            pair = frozenset((a.name, b.name))
            if a.name == b.name:
                error("a link joins two different cells", a.span.to(b.span))
            elif pair in seen:
                error(f"there is a link '{a.name}-{b.name}' already", a.span.to(b.span))
            seen.add(pair)

    def _settings(self, puzzle: s.Puzzle, rules: Rules) -> dict[str, s.SetOption]:
        settings: dict[str, s.SetOption] = {}
        for item in puzzle.items:
            if not isinstance(item, s.SetOption):
                continue
            name = item.name.name
            option = rules.options.get(name)
            if option is None:
                known = ", ".join(rules.options) or "none"
                hint = suggest(name, rules.options) or f"options of {rules.name}: {known}"
                message = f"genre '{rules.name}' has no option '{name}'"
                self.diagnostics.error(message, item.name.span, hint)
            elif name in settings:
                hint = f"the first time is at {settings[name].span}"
                self.diagnostics.error(f"option '{name}' is set twice", item.name.span, hint)
            else:
                check_literal(option.type, item.value, name, self.diagnostics)
                settings[name] = item
        return settings


class _Merger:
    """Puts the items of a genre or puzzle on top of what it inherits."""

    def __init__(self, base: Rules | None, diagnostics: Diagnostics) -> None:
        self.base = base
        self.diagnostics = diagnostics
        self.options = dict(base.options) if base else {}
        self.givens = dict(base.givens) if base else {}
        self.vars = dict(base.vars) if base else {}
        self.lets = dict(base.lets) if base else {}
        self.rules = dict(base.rules) if base else {}
        self.checks = dict(base.checks) if base else {}
        self.shows = list(base.shows) if base else []
        self.reports = list(base.reports) if base else []
        self.listed = list(base.listed) if base else []

    def genre(self, node: s.Genre) -> Rules:
        """Return the rules of a genre."""
        for item in node.items:
            if isinstance(item, s.Option):
                if item.type.kind == "set":
                    self._unknown_type(item.type)
                else:
                    check_literal(item.type, item.default, item.name.name, self.diagnostics)
        self._merge(node.items)
        return self._rules(node.name.name, node.doc, node.span)

    def house(self, items: list[s.Let | s.Rule | s.Check | s.Drop]) -> Rules:
        """Return the rules of a puzzle: its genre's and its own."""
        assert self.base is not None
        self._merge(tuple(items))
        return self._rules(self.base.name, self.base.doc, self.base.span)

    def _rules(self, name: str, doc: str | None, span: Span) -> Rules:
        return Rules(
            name,
            doc,
            self.options,
            self.givens,
            self.vars,
            self.lets,
            self.rules,
            self.checks,
            tuple(self.shows),
            tuple(self.reports),
            span,
            tuple(self.listed),
        )

    def _merge(self, items: tuple[s.GenreItem, ...]) -> None:
        for item in items:
            if isinstance(item, s.Drop):
                self._drop(item)
        for item in items:
            if isinstance(item, (s.Show, s.Report)):
                self._list(item)
            elif not isinstance(item, s.Drop):
                self._define(item)

    def _define(self, item: s.Option | s.Given | s.Var | s.Let | s.Rule | s.Check) -> None:
        name = item.name.name
        # Rules and checks share the names that `drop` knows; everything else is used by its name.
        groups: tuple[Mapping[str, s.Node], ...]
        if isinstance(item, (s.Rule, s.Check)):
            groups = (self.rules, self.checks)
        else:
            groups = (self.options, self.givens, self.vars, self.lets)
        for group in groups:
            if name in group:
                hint = f"the first is at {group[name].span}"
                if isinstance(item, (s.Rule, s.Check)):
                    hint += f"; 'drop {name};' first to replace an inherited one"
                self.diagnostics.error(f"'{name}' is defined already", item.name.span, hint)
                return
        if isinstance(item, s.Option):
            self.options[name] = item
        elif isinstance(item, s.Given):
            self.givens[name] = item
        elif isinstance(item, s.Var):
            self.vars[name] = item
        elif isinstance(item, s.Let):
            self.lets[name] = item
        elif isinstance(item, s.Rule):
            self.rules[name] = item
        else:
            self.checks[name] = item

    def _drop(self, item: s.Drop) -> None:
        for ref in item.names:
            if ref.name in self.rules:
                del self.rules[ref.name]
            elif ref.name in self.checks:
                del self.checks[ref.name]
            else:
                self.diagnostics.error(
                    f"there is no inherited rule or check '{ref.name}' to drop",
                    ref.span,
                    suggest(ref.name, [*self.rules, *self.checks]),
                )

    def _list(self, item: s.Show | s.Report) -> None:
        names = self.shows if isinstance(item, s.Show) else self.reports
        for ref in item.names:
            self.listed.append(ref)
            if ref.name not in names:
                names.append(ref.name)

    def _unknown_type(self, kind: s.Type) -> None:
        self.diagnostics.error(
            f"unknown type '{kind.names[0]}'",
            kind.span,
            suggest(kind.names[0], ("bool", "name"))
            or "an option is bool, name, a range 0..3 or listed values {a, b}",
        )
