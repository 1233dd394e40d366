"""Name resolution between genres, puzzles and files: from a source text to complete rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from nlc.errors import Diagnostics, Source, Span, UserError, fail, suggest
from nlc.language import MAX_INSTANCES
from nlc.language import syntax as s
from nlc.language.data import GRAPHS, TABLES, graph_topology
from nlc.language.files import Files, Scope, stock_genres
from nlc.language.inherit import Merger, Rules
from nlc.language.literals import pair_literals, read_setting
from nlc.language.names import unknown_genre
from nlc.language.parser import parse
from nlc.printable import summary

__all__ = ["Puzzle", "ResolvedFile", "Rules", "load", "resolve"]


CELL_KINDS = ("bridge", "hole", "empty")
"""The meanings of a token other than a clue."""


class Puzzle(Struct, frozen=True, eq=False, weakref=True):
    """A puzzle and its rules; ``str`` is its title and its genre.

    Attributes:
        tree: the syntax tree.
        topology: of the board; ``graph`` and ``none`` have no `literal`, every other has one.
        literal: the drawing of the cells: the plain one or, without it, the first of a given over
            cells.
        drawings: the other drawings, each of a given.
        settings: the options that the puzzle sets, by name.
        data: the file of each table, by its name.
        max_instances: the most instances, members or values of a statement, set or variable.
    """

    tree: s.Puzzle
    rules: Rules
    topology: s.Topology
    literal: s.BoardLiteral | None
    legends: tuple[s.Legend, ...]
    marks: tuple[s.Mark, ...]
    walls: tuple[s.Wall, ...]
    warps: tuple[s.Warp, ...]
    settings: Mapping[str, s.SetOption]
    max_instances: int = MAX_INSTANCES
    drawings: tuple[s.BoardLiteral, ...] = ()
    data: Mapping[str, Source] = {}

    @property
    def title(self) -> str:
        """Its title."""
        return self.tree.title

    @property
    def genre(self) -> str:
        """The name of its genre."""
        return self.tree.genre.name

    @property
    def path(self) -> str:
        """The path of its file, ``-`` for standard input."""
        path = self.tree.span.source.path
        return "-" if path == "<stdin>" else path

    def __str__(self) -> str:
        return f"{self.title} ({self.genre})"

    def __repr__(self) -> str:
        rows = [line for line in self.literal.lines if line.strip()] if self.literal else []
        spaced = any(" " in row.strip() for row in rows)
        cols = max((len(row.split() if spaced else row.strip()) for row in rows), default=0)
        return summary("Puzzle", self.title, self.genre, (cols, len(rows)))

    @property
    def legend(self) -> dict[str, s.LegendEntry]:
        """The legend entry of each token; those with two values, such as ``12x``, have one too."""
        out = {}
        for literal in filter(None, (self.literal, *self.drawings)):
            for token in dict.fromkeys(token for line in literal.lines for token in line.split()):
                if told := pair_literals(self.rules.givens, token, literal.span):
                    (name, value), *more = told
                    text = s.Str(literal.span, token)
                    out[token] = s.LegendEntry(literal.span, text, name, value, tuple(more))
        return out | {e.token.value: e for legend in self.legends for e in legend.entries}

    def cell_kind(self, entry: s.LegendEntry) -> str | None:
        """Return the one of `CELL_KINDS` that a legend entry means; None if it is a clue."""
        name = entry.target.name
        return name if name in CELL_KINDS and name not in self.rules.givens else None


class ResolvedFile(Struct, frozen=True, eq=False):
    """A file with everything that it names.

    Attributes:
        puzzles: one for each `syntax.Puzzle`, in order.
        genres: the genres that the file defines, uses or names.
    """

    file: s.File
    puzzles: list[Puzzle]
    genres: dict[str, Rules]


def load(source: Source) -> ResolvedFile:
    """Parse a text and resolve its files, genres and puzzles.

    Raises:
        UserError: syntax errors, or all mistakes of names, options and inheritance.
    """
    return resolve(source, parse(source))


def resolve(
    source: Source,
    tree: s.File,
    *,
    diagnostics: Diagnostics | None = None,
    allow_use: Sequence[str] | None = (),
    max_instances: int = MAX_INSTANCES,
) -> ResolvedFile:
    """Resolve the files, genres and puzzles that a syntax tree names.

    A name of a genre is looked up in the tree, then in the files that it uses, then among the stock
    genres.

    Args:
        source: the text of the tree; files are used relative to it.
        tree: parsed from it, or made by an importer.
        diagnostics: receives the mistakes in genres and puzzles, which are then left out.
        allow_use: folders whose files may be used, in addition to that of `source`; None: stock
            files only.
        max_instances: see `Puzzle`.

    Raises:
        UserError: all mistakes of names, options and inheritance; with `diagnostics`, all mistakes
            if one is of the files and genres that are used.
    """
    found = Diagnostics() if diagnostics is None else diagnostics
    before = len(found.items)
    files = Files(found, source, allow_use)
    scope = files.open(source, tree)
    whole = diagnostics is None or len(found.items) > before
    found.merge(tree.mistakes)
    resolver = _Resolver(files, found, max_instances, tree.broken if tree.mistakes else set())
    for genre in scope.genres.values():
        resolver.genre(genre.name, scope)
    puzzles = [puzzle for node in tree.puzzles if (puzzle := resolver.puzzle(node, scope))]
    if whole:
        found.raise_errors()
    return ResolvedFile(tree, puzzles, {rules.name: rules for rules in resolver.done.values()})


def _head(puzzle: s.Puzzle) -> Span:
    """Return the span of ``puzzle "title" is genre``."""
    return puzzle.span.to(puzzle.genre.span)


def _word(item: s.Node, word: str) -> Span:
    """Return the span of the word that an item begins with."""
    at = item.span
    return Span(at.source, at.line, at.column, at.line, at.column + len(word))


def _shape(literals: Sequence[s.BoardLiteral], rules: Rules) -> s.BoardLiteral | None:
    """Return the drawing of the cells: see `Puzzle`."""
    sorts = {name: given.sort for name, given in rules.givens.items()}
    plain = [literal for literal in literals if literal.name is None]
    named = [each for each in literals if each.name and sorts.get(each.name.name) in ("cell", None)]
    return next(iter(plain + named), None)


class _Resolver(Struct):
    files: Files
    diagnostics: Diagnostics
    max_instances: int
    broken: set[s.Genre | s.Puzzle]
    done: dict[s.Genre, Rules] = {}
    pending: list[s.Genre] = []
    titles: dict[str, s.Puzzle] = {}

    def genre(self, name: s.Ref, scope: Scope) -> Rules | None:
        """Return the rules of the genre with a name in a file; None if it has a mistake."""
        home = self.files.home(name.name, scope)
        if home is None:
            if not scope.lacks:  # else it may be in the missing file, which is reported
                known = {*scope.genres, *stock_genres()}
                self.diagnostics.absorb(unknown_genre(name.name, known, name.span))
            return None
        node = home.genres[name.name]
        if node in self.pending:
            self.diagnostics.error(f"genre '{name.name}' extends itself", name.span)
            return None
        if node not in self.done and node not in self.broken:
            mistakes = len(self.diagnostics.items)
            self.pending.append(node)
            base = self.genre(node.extends, home.homes[node]) if node.extends else None
            self.pending.pop()
            if base is not None or not node.extends:
                rules = Merger(node.name.name, base, self.diagnostics).genre(node)
                if len(self.diagnostics.items) == mistakes:
                    self.done[node] = rules
            if node not in self.done:
                self.broken.add(node)
        return self.done.get(node)

    def puzzle(self, puzzle: s.Puzzle, scope: Scope) -> Puzzle | None:
        """Return a puzzle with its rules; None if one of them has a mistake."""
        mistakes = len(self.diagnostics.items)
        head, title = _head(puzzle), f'puzzle "{puzzle.title}"'
        first = self.titles.setdefault(puzzle.title, puzzle)
        if first is not puzzle:
            message = f'there are two puzzles "{puzzle.title}"'
            self.diagnostics.error(message, head, f"the first is at {first.span}")
        rules = None if puzzle in self.broken else self.genre(puzzle.genre, scope)
        if rules is None:
            return None
        house = (s.Let, s.Rule, s.Check, s.Drop, s.Objective)
        own = [i for i in puzzle.items if isinstance(i, house)]
        if own:
            rules = Merger(rules.name, rules, self.diagnostics).house(own)
        topologies = s.of_kind(puzzle.items, s.Topology)
        for again in topologies[1:]:
            hint = f"the first is at {topologies[0].span}"
            word = _word(again, "topology")
            self.diagnostics.error("this puzzle has a topology already", word, hint)
        literals = self._distinct(s.of_kind(puzzle.items, s.BoardLiteral))
        if not topologies:
            hint = "write, say, 'topology square;'"
            self.diagnostics.error(f"{title} has no topology", head, hint)
            return None
        topology = topologies[0]
        try:
            data = self._data(puzzle, rules)
            if topology.file is not None:
                source = self.files.data(topology.file, *GRAPHS)
                topology = graph_topology(topology, source)
        except UserError as error:
            self.diagnostics.absorb(error)
            return None
        drawn = topology.name.name not in ("graph", "none")
        if not drawn:
            self._graph(topology, literals)
        shape = _shape(literals, rules)
        if shape is None and drawn:
            hint = f"draw {'its cells' if literals else 'it'} between 'board' and 'end'"
            self.diagnostics.error(f"{title} has no board", head, hint)
        settings: dict[str, s.SetOption] = {}
        for setting in s.of_kind(puzzle.items, s.SetOption):
            read_setting(setting, rules.options, rules.name, settings, self.diagnostics)
        if len(self.diagnostics.items) > mistakes:
            return None
        return Puzzle(
            puzzle,
            rules,
            topology,
            shape,
            s.of_kind(puzzle.items, s.Legend),
            s.of_kind(puzzle.items, s.Mark),
            s.of_kind(puzzle.items, s.Wall),
            s.of_kind(puzzle.items, s.Warp),
            settings,
            self.max_instances,
            tuple(literal for literal in literals if literal is not shape),
            data,
        )

    def _data(self, puzzle: s.Puzzle, rules: Rules) -> dict[str, Source]:
        """Return the file of each table: the one that the puzzle names, or its genre."""
        found = {name: table.file for name, table in rules.tables.items()}
        for item in s.of_kind(puzzle.items, s.Data):
            name = item.name.name
            if name not in found:
                message = f"genre '{rules.name}' has no given '{name}' over sets"
                raise fail(message, item.name.span, suggest(name, found))
            found[name] = item.file
        for name, file in found.items():
            if file is None:
                hint = f"write 'given {name} from \"{name}.csv\";'"
                raise fail(f"'{name}' has no file", _head(puzzle), hint)
        return {
            name: self.files.data(file, *TABLES, *GRAPHS) for name, file in found.items() if file
        }

    def _distinct(self, literals: Sequence[s.BoardLiteral]) -> list[s.BoardLiteral]:
        """Return the drawings without repeated ones, which are reported."""
        found: dict[str, s.BoardLiteral] = {}
        for literal in literals:
            name = literal.name.name if literal.name else ""
            first = found.setdefault(name, literal)
            if first is not literal:
                what = f"a drawing of '{name}'" if name else "a board"
                hint = f"the first is at {first.span}"
                if not name:
                    hint += "; a further drawing names its given: 'board room'"
                word = _word(literal, "board")
                self.diagnostics.error(f"this puzzle has {what} already", word, hint)
        return [*found.values()]

    def _graph(self, topology: s.Topology, literals: list[s.BoardLiteral]) -> None:
        error = self.diagnostics.error
        if literals:
            what = "a graph is not drawn: it has cells and links, no board"
            if topology.name.name == "none":
                what = "topology none has no board"
            error(what, topology.name.span)
        if not topology.cells and topology.name.name == "graph":
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
