"""Inheritance: the items of a genre or puzzle added to the rules that it extends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import Diagnostics, Span, suggest
from nlc.language import syntax as s
from nlc.language.builtins import PUZZLE, SORTS
from nlc.language.literals import check_literal, read_setting


class Rules(Struct, frozen=True, eq=False, weakref=True):
    """A genre with its inherited items, or a puzzle's genre with the puzzle's house rules.

    Dictionaries are by name, in the order of definition, inherited ones first.
    """

    name: str
    title: str
    span: Span
    vars: Mapping[str, s.Var]
    rules: Mapping[str, s.Rule]
    shows: tuple[str, ...]
    options: Mapping[str, s.Option] = {}
    givens: Mapping[str, s.Given] = {}
    lets: Mapping[str, s.Let] = {}
    checks: Mapping[str, s.Check] = {}
    reports: tuple[str, ...] = ()
    preferences: tuple[s.Prefer, ...] = ()
    tables: Mapping[str, s.Table] = {}
    wishes: Mapping[str, s.Wish] = {}
    """How puzzles look that are made, by given or variable."""
    listed: tuple[s.ShownVariable, ...] = ()
    """The nodes of the variables in `shows` and `reports`."""
    drawn: tuple[s.ShownVariable, ...] = ()
    """What is drawn of the puzzle alone: known sets of cells, and pieces that are to be placed."""
    objective: s.Objective | None = None
    techniques: tuple[s.Technique, ...] = ()
    published: tuple[s.Fact, ...] = ()
    """What formats are told of this genre; not inherited, as its rules are others."""
    text: tuple[s.Text, ...] = ()
    """The rules for people."""
    told: tuple[str, ...] = ()
    """The names of the rules that `text` tells."""
    genre: Rules | None = None
    """Of a puzzle with rules of its own, those of its genre."""

    @property
    def marks(self) -> Mapping[str, str]:
        """The words for the drawing of variables, if the genre has any; the last one counts."""
        marks = ((item.name.name, item.mark) for item in self.listed)
        return {name: mark.name for name, mark in marks if isinstance(mark, s.Ref)}

    @property
    def clue_marks(self) -> Mapping[str, Mapping[str, str]]:
        """How givens are drawn, where the genre says so: a word by value, for numbers and names
        by an empty text.
        """
        return {name: _words(given) for name, given in self.givens.items() if given.marks}

    def rule_text(self, name: str) -> str:
        """Return the documentation of a rule; its name where it has none."""
        rule = self.rules.get(name)
        return rule.doc.value if rule is not None and rule.doc is not None else name

    def nodes_of(self, items: Iterable[s.Node]) -> Iterator[s.Node]:
        """Yield all nodes under some, and under the lets that these name."""
        todo, named = [*items], set[str]()
        while todo:
            for node in s.walk(todo.pop()):
                yield node
                if isinstance(node, s.Ref) and node.name in self.lets and node.name not in named:
                    named.add(node.name)
                    todo.append(self.lets[node.name])

    def names_in(self, *parts: s.Type | s.Binders | None) -> set[str]:
        """Return the names that types and sets mention, by lets as well."""
        todo: list[s.Node] = [part for part in parts if part is not None]
        named = (name for part in parts if isinstance(part, s.Type) for name in part.names)
        todo += [self.lets[name].value for name in named if name in self.lets]
        return {node.name for node in self.nodes_of(todo) if isinstance(node, s.Ref)}


def spelled_out(objective: s.Objective, variables: Mapping[str, s.Var]) -> s.Objective:
    """Return an objective with ``line[links]`` for the bare name of a variable over links."""

    def spelled(node: s.Expr) -> s.Expr:
        match node:
            case s.Arith(left=left, right=right):
                return replace(node, left=spelled(left), right=spelled(right))
            case s.Count(of=s.Ref(name=name) as ref) | s.Sum(of=s.Ref(name=name) as ref) if (
                name in variables and variables[name].sort != PUZZLE
            ):
                return replace(node, of=whole(ref, variables[name]))
        return node

    return replace(objective, number=spelled(objective.number))


def whole(ref: s.Ref, variable: s.Var) -> s.Expr:
    """Return the expression of a variable over all its elements, or at each of its entries."""
    if variable.over is None:
        return s.Index(ref.span, ref, (s.Ref(ref.span, SORTS[variable.sort]),))
    return s.SetOf(ref.span, s.Index(ref.span, ref, variable.names), variable.over, None, None)


def _words(given: s.Given) -> dict[str, str]:
    words = [mark.name for mark in given.marks]
    if given.type.kind == "enum" and len(words) == len(given.type.names):
        return dict(zip(given.type.names, words, strict=True))
    return {"true" if given.type.kind == "bool" else "": words[0]}


_GROUPS: dict[type[s.Node], str] = {
    s.Option: "options",
    s.Given: "givens",
    s.Table: "tables",
    s.Var: "vars",
    s.Let: "lets",
    s.Rule: "rules",
    s.Check: "checks",
}
"""The group of `Rules` that each kind of item belongs to."""


_TOLD = ("text", "told")


class Merger:
    """Adds the items of a genre or puzzle to the inherited ones."""

    def __init__(self, name: str, base: Rules | None, diagnostics: Diagnostics) -> None:
        """Take the name of the genre, the rules that it extends, and a collector of mistakes."""
        self.name = name
        self.base = base
        self.title = base.title if base else ""
        self.diagnostics = diagnostics
        self.groups: dict[str, dict[str, Any]] = {
            group: dict(getattr(base, group, {})) for group in (*_GROUPS.values(), "wishes")
        }
        self.lists: dict[str, tuple[Any, ...]] = {
            name: getattr(base, name, ())
            for name in ("shows", "reports", "listed", "drawn", "preferences", "techniques", *_TOLD)
        }
        self.objective = base.objective if base else None
        self.published: tuple[s.Fact, ...] = ()

    def genre(self, node: s.Genre) -> Rules:
        """Return the rules of a genre."""
        self.title = node.doc.value if node.doc else ""
        for item in s.of_kind(node.items, s.Option):
            kind = item.type
            if kind.kind in ("set", "side", "list"):
                name = (*kind.names, kind.kind)[0]
                every = "an option is bool, name, a range 0..3 or listed values {a, b}"
                hint = suggest(name, ("bool", "name")) or every
                self.diagnostics.error(f"unknown type '{name}'", kind.span, hint)
            elif kind.kind == "range" and kind.numbers is None:
                message = "the range of an option is given by two numbers, such as 1..9"
                self.diagnostics.error(message, kind.span)
            else:
                check_literal(kind, item.default, item.name.name, self.diagnostics)
        return self._merge(node.items, node.span)

    def house(self, items: Sequence[s.Let | s.Rule | s.Check | s.Drop | s.Objective]) -> Rules:
        """Return the rules of a puzzle: its genre's and its own."""
        assert self.base is not None
        self.published = self.base.published
        return replace(self._merge(items, self.base.span), genre=self.base)

    def _merge(self, items: Sequence[s.GenreItem], span: Span) -> Rules:
        for drop in s.of_kind(items, s.Drop):
            self._drop(drop)
        for item in items:
            if isinstance(item, s.Objective):
                self._aim(item, items)
            elif isinstance(item, (s.Option, s.Given, s.Var, s.Let, s.Rule, s.Check)):
                self._define(item)
                if isinstance(item, s.Given) and item.untold is not None:
                    span, marks = item.untold.span, (s.Ref(item.untold.span, "question"),)
                    kind = s.Type(span, "bool")
                    self._define(s.Given(span, item.untold, item.sort, kind, False, None, marks))
        for item in items:  # options may be declared below
            if isinstance(item, (s.Show, s.Report)):
                self._list(item)
            elif isinstance(item, s.Prefer):
                self._prefer(item)
            elif isinstance(item, s.Technique):
                self._name(item)
            elif isinstance(item, s.Published):
                self._publish(item)
        if text := s.of_kind(items, s.Text):
            self.lists |= {"text": text, "told": tuple(self.groups["rules"])}
        examples = s.of_kind(items, s.Example)
        for again in examples[1:]:
            hint = f"the first is at {examples[0].span}"
            self.diagnostics.error("this genre has an example already", again.span, hint)
        self._wish(wish for item in s.of_kind(items, s.Generate) for wish in item.wishes)
        merged: dict[str, Any] = {**self.groups, **self.lists}
        return Rules(
            self.name,
            self.title,
            **merged,
            span=span,
            objective=self.objective and spelled_out(self.objective, self.groups["vars"]),
            published=self.published,
        )

    def _define(self, item: s.Option | s.Given | s.Var | s.Let | s.Rule | s.Check) -> None:
        name, group = item.name.name, _GROUPS[type(item)]
        # Rules and checks share the names that `drop` knows; everything else is used by its name.
        named = {"rules", "checks"}
        if group not in named:
            named = {*_GROUPS.values()} - named
        known = next((self.groups[g][name] for g in named if name in self.groups[g]), None)
        if known is None:
            self.groups[group][name] = item
            return
        hint = f"the first is at {known.span}"
        if self.base and name in (*self.base.rules, *self.base.checks):
            hint = f"write 'drop {name};' to replace the inherited one"
        self.diagnostics.error(f"'{name}' is defined already", item.name.span, hint)

    def _aim(self, item: s.Objective, items: Sequence[s.GenreItem]) -> None:
        """Replace an inherited objective."""
        if self.objective in items:
            assert self.objective is not None
            message = f"there is an objective already, and one {item.sense}s one number"
            hint = f"the first is at {self.objective.span}; weigh several in one sum"
            self.diagnostics.error(message, item.span, hint)
        else:
            self.objective = item

    def _drop(self, item: s.Drop) -> None:
        rules, checks = self.groups["rules"], self.groups["checks"]
        for ref in item.names:
            if ref.name in self.lists["told"]:  # the text is of other rules
                self.lists |= dict.fromkeys(_TOLD, ())
            if ref.name in (*rules, *checks):
                del (rules if ref.name in rules else checks)[ref.name]
            else:
                message = f"there is no inherited rule or check '{ref.name}' to drop"
                self.diagnostics.error(message, ref.span, suggest(ref.name, [*rules, *checks]))

    def _prefer(self, item: s.Prefer) -> None:
        settings: dict[str, s.SetOption] = {}
        for setting in item.settings:
            read_setting(setting, self.groups["options"], self.name, settings, self.diagnostics)
        self.lists["preferences"] += (item,)

    def _name(self, item: s.Technique) -> None:
        """Add a technique, if its rules exist."""
        rules = self.groups["rules"]
        for use in item.uses:
            if use.how not in ("", "ring", "part", "nothing"):
                message = f"'{use.how}' is none of 'ring', 'part' and 'nothing known'"
                self.diagnostics.error(message, use.span)
            elif use.how != "nothing" and use.rule.name not in rules:
                message = f"there is no rule '{use.rule.name}'"
                self.diagnostics.error(message, use.rule.span, suggest(use.rule.name, rules))
        self.lists["techniques"] += (item,)

    def _publish(self, item: s.Published) -> None:
        """Add facts; those of a format are read where it is asked for the genre."""
        self.published += item.facts
        for fact in item.facts:
            words = [word for saying in fact.sayings for word in saying]
            wrong = next((word for word in words if not isinstance(word, s.Str)), None)
            if fact.name.name == "names" and wrong is not None:
                hint = 'such as names: "Fences", "Loopy";'
                self.diagnostics.error("a name is a text", wrong.span, hint)
            if fact.name.name == "group" and len(words) != 1:
                hint = "such as group: loops;"
                self.diagnostics.error("a genre is of one group", fact.span, hint)

    def _wish(self, wishes: Iterable[s.Wish]) -> None:
        found: dict[str, s.Wish] = {}
        for wish in wishes:
            name = wish.name.name
            if found.setdefault(name, wish) is not wish:
                hint = f"the first time is at {found[name].span}"
                self.diagnostics.error(f"'{name}' has a wish already", wish.name.span, hint)
        self.groups["wishes"] |= found

    def _list(self, item: s.Show | s.Report) -> None:
        kind = "shows" if isinstance(item, s.Show) else "reports"
        known = self.groups["lets"].keys() | self.groups["options"].keys()
        for shown in item.items:
            self.lists["drawn" if shown.name.name in known else "listed"] += (shown,)
        names = (shown.name.name for shown in item.items if shown.name.name not in known)
        self.lists[kind] = tuple(dict.fromkeys((*self.lists[kind], *names)))
