"""The syntax tree of the puzzle language; every node keeps its span.

Nodes compare and hash by identity, so passes may keep tables about them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from nlc.errors import Diagnostic, Span


class Node(Struct, frozen=True, eq=False):
    """A part of a source text."""

    span: Span


N = TypeVar("N", bound=Node)


def of_kind(items: Iterable[Node], kind: type[N]) -> tuple[N, ...]:
    """Return the items of a kind."""
    return tuple(item for item in items if isinstance(item, kind))


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes under it, in no particular order."""
    todo: list[object] = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, tuple):
            todo += item
        elif isinstance(item, Node):
            yield item
            todo += [getattr(item, name) for name in item.__struct_fields__ if name != "span"]


# ---------- expressions ----------


class Int(Node, frozen=True):
    value: int


class Str(Node, frozen=True):
    value: str


class Bool(Node, frozen=True):
    value: bool


class Ref(Node, frozen=True):
    """A name: a bound variable, let, given, var, option, enum value, built-in set or graph cell."""

    name: str


class Loc(Node, frozen=True):
    """A place on the board, by its text: ``r1c2``, ``r1c2.side(N)``, ``r1c1.corner(NW)``,
    ``r1c2.lane(E)``, a link ``r1c1-r1c2`` is two cells and is written ``link(r1c1, r1c2)``."""

    text: str


class Call(Node, frozen=True):
    """``f(x, …)``: a built-in function, a given or a let with parameters."""

    function: Ref
    args: tuple[Expr, ...]


class Index(Node, frozen=True):
    """``v[x]``: a decided variable at an element, or lifted over a set of elements."""

    variable: Ref
    args: tuple[Expr, ...]


class Not(Node, frozen=True):
    operand: Expr


class And(Node, frozen=True):
    operands: tuple[Expr, ...]


class Or(Node, frozen=True):
    operands: tuple[Expr, ...]


class Implies(Node, frozen=True):
    left: Expr
    right: Expr


class Iff(Node, frozen=True):
    left: Expr
    right: Expr


class Compare(Node, frozen=True):
    """`op` is one of ``= != < <= > >= in``."""

    op: str
    left: Expr
    right: Expr


class Arith(Node, frozen=True):
    """`op` is one of ``+ - * / mod``; `/` rounds down, and `mod` is the remainder."""

    op: str
    left: Expr
    right: Expr


class Binder(Node, frozen=True):
    """``a, b in S where condition``: each name runs over S on its own; the condition is static."""

    names: tuple[Ref, ...]
    domain: Expr
    where: Expr | None


class Binders(Node, frozen=True):
    """``binder, binder``: each sees the names of those before it."""

    items: tuple[Binder, ...]


class SetOf(Node, frozen=True):
    """``{ element for binders while prefix if condition }``; both conditions may be decided.

    Members of the last binder's set count up to the first that the prefix fails for.
    """

    element: Expr
    binders: Binders
    prefix: Expr | None
    condition: Expr | None


class Listed(Node, frozen=True):
    """``{red, blue}``: values, elements or conditions."""

    members: tuple[Expr, ...]


class Edge(Node, frozen=True):
    """``(c, d)``: a pair of elements or values, in either order, that an edge joins."""

    first: Expr
    second: Expr


class Between(Node, frozen=True):
    """``1..n``: the numbers from one to another, both included; none if the first is larger.

    ``r1c1..r2c9``: the cells of the block between two cells.
    """

    low: Expr
    high: Expr


class Quantifier(Node, frozen=True):
    """``exactly 0 or 2 of S`` and its kin.

    `kind` is one of ``exactly``, ``at most``, ``at least``, ``any``, ``all``, ``none``, ``odd``;
    `counts` are the numbers (several only for ``exactly``).
    """

    kind: str
    counts: tuple[Expr, ...]
    of: Expr


class Size(Node, frozen=True):
    """``exactly 0 or 2``, ``at most 5`` after the nodes of a statement about the whole board."""

    kind: str
    counts: tuple[Expr, ...]


class Count(Node, frozen=True):
    """``count S``: the number of elements of a set."""

    of: Expr


class Sum(Node, frozen=True):
    """``sum S``: the numbers of a set, added up; of a comprehension those of all bound names, equal
    ones too."""

    of: Expr


class Has(Node, frozen=True):
    """``has x``: an optional value is there."""

    operand: Expr


class Column(Node, frozen=True):
    """Numbers, truth values or names that stand in no text, of which each row of a frame has one.

    With a `variable`, the numbers are those of its entries, and it is taken there.
    """

    row: Ref | None
    data: Any
    variable: Ref | None = None


Expr = (
    Int | Str | Bool | Ref | Loc | Call | Index | Not | And | Or | Implies | Iff | Compare | Arith
    | SetOf | Listed | Between | Quantifier | Size | Count | Sum | Has | Edge | Column
)  # fmt: skip

CALCULATED = (Count, Sum, Arith)
"""The expressions that are numbers made of others, besides calls of some functions."""

# ---------- statements ----------


class For(Node, frozen=True):
    binders: Binders
    body: tuple[Stmt, ...]


class If(Node, frozen=True):
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


class Let(Node, frozen=True):
    """``let name(params) = value;``, in a genre, a puzzle or a block."""

    name: Ref
    params: tuple[Ref, ...]
    value: Expr


class Post(Node, frozen=True):
    """An expression statement: it must hold."""

    condition: Expr


Stmt = For | If | Let | Post

# ---------- genres ----------


class Type(Node, frozen=True):
    """`kind` is ``bool``, ``name``, ``range``, ``enum``, ``side`` (of a cell; with the name
    ``direction`` a corner as well), ``list`` (of numbers), ``set`` (the values of a let) or
    ``members`` (of any other set). The `bounds` of a range or a list are numbers or, but for
    options, known expressions; those of members are the set."""

    kind: str
    bounds: tuple[Expr, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The bounds of a range or list, if they were written as numbers."""
        match self.bounds:
            case (Int(value=low), Int(value=high)):
                return low, high
        return None


class Option(Node, frozen=True):
    name: Ref
    type: Type
    default: Expr
    doc: Str | None


class SetOption(Node, frozen=True):
    name: Ref
    value: Expr


class Prefer(Node, frozen=True):
    """``prefer touch = false;``: a stricter reading of the rules, which is right for most boards.

    With these options the solutions of a puzzle are some of those that it has without.
    """

    settings: tuple[SetOption, ...]


class Given(Node, frozen=True):
    """A clue map, known when compiling; `sort` is ``cell``, ``link``, ``border``, ``vertex`` or
    ``line``.

    `marks` are the words for its drawing: one, or one for each listed value.
    `otherwise` names the condition that replaces a clue that is removed (`nlc why`), `untold` the
    condition that the clue `?` stands for.
    """

    name: Ref
    sort: str
    type: Type
    optional: bool
    doc: Str | None
    marks: tuple[Ref, ...] = ()
    otherwise: Ref | None = None
    untold: Ref | None = None

    def untold_by(self, value: Expr) -> Ref | None:
        """Return the condition `untold` if a value is ``?``, which stands for it."""
        text = value.value if isinstance(value, Str) else getattr(value, "name", None)
        return self.untold if text == "?" else None


class Var(Node, frozen=True):
    """A map that the solver decides; `at` is the name of the element in the type, as in ``cell c``.

    With the sort ``puzzle`` it is one value for the whole puzzle: ``var n : 1..9;``. With the sort
    ``entry`` it has a value for each choice of names that `over` makes.
    """

    name: Ref
    sort: str
    at: Ref | None
    type: Type
    optional: bool
    doc: Str | None
    over: Binders | None = None

    @property
    def names(self) -> tuple[Ref, ...]:
        """The names of its arguments."""
        items = () if self.over is None else self.over.items
        return tuple(name for item in items for name in item.names)


class Table(Var, frozen=True):
    """A given for each choice of names that `over` makes; its values are in a file."""

    file: Str | None = None


class Data(Node, frozen=True):
    """``given edge from "graph.col";``: the file of a table."""

    name: Ref
    file: Str


class Rule(Node, frozen=True):
    name: Ref
    doc: Str | None
    when: Expr | None
    body: tuple[Stmt, ...]


class Check(Node, frozen=True):
    """A static condition on the clues, and the message for when it fails (``{name}`` is filled)."""

    name: Ref
    binders: Binders | None
    condition: Expr
    message: Str


class Drop(Node, frozen=True):
    names: tuple[Ref, ...]


class Objective(Node, frozen=True):
    """``minimize number;`` or ``maximize number;``: which solutions are the best."""

    sense: str
    number: Expr


class ShownVariable(Node, frozen=True):
    """A variable that is shown or reported, with the word for its drawing: ``dark as shaded``.

    So is a known set of cells; a known number has the piece of which so many are to be placed.
    """

    name: Ref
    mark: Ref | Str | None


class Show(Node, frozen=True):
    """``show v;``: two solutions differ where these variables differ."""

    items: tuple[ShownVariable, ...]


class Report(Node, frozen=True):
    """``report v;``: shown with every solution; two that differ in these only are one."""

    items: tuple[ShownVariable, ...]


class Manner(Node, frozen=True):
    """The look of a given or a variable in generated puzzles, with numbers from `low` to `high`.

    `how` is its text without numbers and room: ``cells``, ``rectangles of cells``, ``boxes``, ``as
    many as rows``, ``%``, ``% apart``, ``all``, ``none`` or ``one in each``; or a wrong text.
    """

    how: str
    low: int = 0
    high: int = 0
    room: Ref | None = None


class Wish(Node, frozen=True):
    name: Ref
    manner: Manner


class Generate(Node, frozen=True):
    """``generate { room: 4..9 cells; dark: 30 %; }``: the look of generated puzzles."""

    wishes: tuple[Wish, ...]


class RuleUse(Node, frozen=True):
    """``clues = 3``: an instance of a rule; with a value, one whose clue has it.

    `how` is ``ring`` or ``part`` if the rule forbids that one closes or is cut off, and ``nothing``
    for ``nothing known``: no fact is used. If it is `repeated`, there are one or more instances.
    """

    rule: Ref
    how: str = ""
    value: str | None = None
    repeated: bool = False


class Technique(Node, frozen=True):
    """``technique "adjacent 3s": clues = 3, clues = 3, single;``: the name of a deduction."""

    name: str
    uses: tuple[RuleUse, ...]


class Text(Node, frozen=True):
    """``text "Draw a loop." "It has no ends." when full;``: sentences of the rules for people."""

    sentences: tuple[Str, ...]
    when: Expr | None


class Example(Node, frozen=True):
    """``example { topology square; board … }``: a puzzle of the genre."""

    items: tuple[PuzzleItem, ...]


Word = Ref | Str | Int | Bool


class Fact(Node, frozen=True):
    """``pzpr mashu "pearl": body circles, flag f full true;``: what a format is told of a genre.

    The language reads `names` and `group`; the words of each other fact are checked by its format.
    """

    name: Ref
    words: tuple[Word, ...]
    sayings: tuple[tuple[Word, ...], ...]


class Published(Node, frozen=True):
    """``published { group: loops; names: "Loopy"; }``: how a genre is known elsewhere."""

    facts: tuple[Fact, ...]


GenreItem = (
    Option | Prefer | Given | Table | Var | Let | Rule | Check | Drop | Show | Report | Objective
    | Generate | Technique | Text | Example | Published
)  # fmt: skip


class Genre(Node, frozen=True):
    name: Ref
    doc: Str | None
    extends: Ref | None
    items: tuple[GenreItem, ...]


# ---------- puzzles ----------


class Topology(Node, frozen=True):
    """``topology name(key=value, …);``, or ``graph { cells …; links …; }``, ``graph from "a.col"``.

    Without a board, a model has the topology ``none``, a graph without cells.
    """

    name: Ref
    settings: tuple[tuple[Ref, Expr], ...]
    cells: tuple[Ref, ...] = ()
    links: tuple[tuple[Ref, Ref], ...] = ()
    file: Str | None = None


class BoardLiteral(Node, frozen=True):
    """``board … end``: the raw lines between the two words, and the line number of the first.

    With a `name` (``board room``) the tokens are values of that given.
    """

    lines: tuple[str, ...]
    first_line: int
    name: Ref | None = None


class LegendEntry(Node, frozen=True):
    """``"A" = clue: 10;`` (a given and its value) or ``"+" = bridge;`` (or `hole`, `empty`).

    `more` are the further givens of a token with several: ``"2>" = clue: 2, arrow: E;``.
    """

    token: Str
    target: Ref
    value: Expr | None
    more: tuple[tuple[Ref, Expr | None], ...] = ()

    @property
    def meanings(self) -> tuple[tuple[Ref, Expr | None], ...]:
        """Every given with its value, None for a condition that holds."""
        return ((self.target, self.value), *self.more)


class Legend(Node, frozen=True):
    entries: tuple[LegendEntry, ...]


class Mark(Node, frozen=True):
    """``mark port = inlet at r2c1.corner(NW), r1c1..r1c9;``; without a value it is true."""

    name: Ref
    value: Expr | None
    places: tuple[Loc | Ref | Between, ...]


class Wall(Node, frozen=True):
    """``wall r3c1|r4c1, …;``: pairs of neighbours without a link."""

    pairs: tuple[tuple[Loc, Loc], ...]


class Warp(Node, frozen=True):
    """``warp r1c1|r1c7, …;``: pairs of cells joined by an extra link; each may name a side."""

    pairs: tuple[tuple[Loc, Loc], ...]


PuzzleItem = (
    Topology | SetOption | Data | BoardLiteral | Legend | Mark | Wall | Warp | Let | Rule | Check
    | Drop | Objective
)  # fmt: skip


class Puzzle(Node, frozen=True):
    """A puzzle.

    `assumed` are options, or the genre, that the importer of a format assumed. `solution` is the
    solution in its text, right or wrong, as `nlc.ir.complete.read_solution` takes it; if there are
    `faults`, it is wrong by any rules. `doubts` are warnings of the importer.
    """

    title: str
    genre: Ref
    items: tuple[PuzzleItem, ...]
    assumed: tuple[tuple[str, str], ...] = ()
    solution: Mapping[str, Any] | None = None
    faults: tuple[str, ...] = ()
    doubts: tuple[Diagnostic, ...] = ()


class Use(Node, frozen=True):
    path: Str


class File(Node, frozen=True):
    """A text; `mistakes` are syntax errors in some of its genres and puzzles."""

    uses: tuple[Use, ...]
    genres: tuple[Genre, ...]
    puzzles: tuple[Puzzle, ...]
    mistakes: tuple[Diagnostic, ...] = ()

    @property
    def broken(self) -> set[Genre | Puzzle]:
        """The genres and puzzles that a mistake may have cost a part: it lies up to the next."""
        items: list[Genre | Puzzle] = [*self.genres, *self.puzzles]
        items.sort(key=lambda item: item.span.start)
        starts = [*(item.span.start for item in items), (sys.maxsize, 0)]
        places = [mistake.span.start for mistake in self.mistakes if mistake.span is not None]
        return {
            item
            for item, first, after in zip(items, starts, starts[1:], strict=False)
            if any(first <= place <= after for place in places)
        }

    @property
    def examples(self) -> tuple[Puzzle, ...]:
        """The examples of its genres, as puzzles; without those that it has as puzzles, too."""
        titles = {puzzle.title for puzzle in self.puzzles}
        return tuple(
            Puzzle(item.span, title, genre.name, item.items)
            for genre in self.genres
            if (title := f"example of {genre.name.name}") not in titles
            for item in of_kind(genre.items, Example)
        )

    @property
    def definitions(self) -> str:
        """The text of its uses and genres, to stand above puzzles."""
        return "\n".join([*(node.span.text for node in (*self.uses, *self.genres)), "", ""])
