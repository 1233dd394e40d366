"""A model: variables and constraints in Python, which the compiler takes as the rules of a text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import asdict, replace

from nlc import api
from nlc.encode.spec import AUTO, BY_RULE, Encoding, join_encodings, parse_encodings
from nlc.errors import Diagnostics, Span
from nlc.language import MAX_INSTANCES
from nlc.language import syntax as s
from nlc.language.inherit import Rules
from nlc.language.types import check
from nlc.models.expressions import (
    KNOWN,
    LISTED,
    VARIABLE,
    WHOLE,
    Expression,
    Shape,
    Value,
    Variable,
    batches,
    caller,
    condition,
    expression,
    number,
    refuse,
)
from nlc.models.functions import Graph, Members, edges_of, labels_of
from nlc.puzzles import Puzzle
from nlc.solving.question import DEFAULT, ONE, Question

if TYPE_CHECKING:
    from nlc.comparing.comparison import Comparison
    from nlc.reasons.why.why import Why
    from nlc.solving.answer import Answer
    from nlc.solving.formula import Formula
    from nlc.solving.plan import Plan

_NAME = re.compile(r"[A-Za-z_]\w*")


class _Puzzle(Puzzle, frozen=True):
    """A model as a puzzle: no text says what it is, so it equals itself alone."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Model:
    """Variables, constraints on them and perhaps a number to minimize or maximize.

    >>> import nlc
    >>> m = nlc.Model("queens")
    >>> q = m.ints("q", 6, 0, 5)
    >>> places = np.arange(6)
    >>> for numbers in (q, q + places, q - places):
    ...     m.add(nlc.all_different(numbers))
    >>> m.count()
    4

    Attributes:
        title: what messages and pictures call it.
        encoding: for what has no encoding of its own; a spec.
    """

    def __init__(self, title: str = "model", encoding: Encoding | str = "default") -> None:
        self.title, self.encoding = title, encoding
        self._span = caller()
        self._variables: dict[str, Variable] = {}
        self._rules: dict[str, list[tuple[Expression, Span]]] = {}
        self._encodings: dict[str, str] = {}
        self._objective: s.Objective | None = None
        self._built: Puzzle | None = None

    def __repr__(self) -> str:
        return f"<Model {self.title!r}: {len(self._variables)} arrays, {len(self._rules)} rules>"

    # ---------- variables ----------

    def _declare(self, name: str, shape: int | Shape, **more: Any) -> Expression:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            refuse(f"a variable is called by letters, digits and '_', not {name!r}")
        if name in self._variables:
            where = self._variables[name].span.line
            refuse(f"there is a variable '{name}' already, of line {where}", "choose another name")
        sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
        if not all(isinstance(size, (int, np.integer)) and size > 0 for size in sizes):
            refuse(f"the shape of '{name}' is whole numbers from 1 up, not {shape!r}")
        variable = Variable(name, tuple(map(int, sizes)), span=caller(), **more)
        self._variables[name], self._built = variable, None
        kind = "bool" if variable.bounds is None else "int"
        places = np.arange(int(np.prod(variable.shape))).reshape(variable.shape)
        return Expression(VARIABLE, kind, variable.shape, data=places, more=variable)

    def bools(self, name: str, shape: int | Shape = (), *, shown: bool = True) -> Expression:
        """Return new variables that are true or false.

        Args:
            name: of the array.
            shape: of the array, as NumPy takes it; () for one variable.
            shown: whether two solutions are different where these differ.
        """
        return self._declare(name, shape, shown=shown)

    def ints(
        self, name: str, shape: int | Shape, low: int, high: int, *, shown: bool = True
    ) -> Expression:
        """Return new variables with numbers from `low` to `high`; see `bools`."""
        for end in (low, high):
            if isinstance(end, bool) or not isinstance(end, (int, np.integer)):
                refuse(f"the ends of the numbers of '{name}' are whole numbers, not {end!r}")
        if low > high:
            refuse(f"there is no number from {low} to {high}")
        return self._declare(name, shape, bounds=(int(low), int(high)), shown=shown)

    def graph(self, edges: Any, name: str = "edge", *, shown: bool = True) -> Graph:
        """Return a condition for each edge of a graph: whether it is chosen.

        Args:
            edges: pairs of nodes, which are numbers or texts; or a graph of NetworkX.
            name: of the array.
            shown: see `bools`.
        """
        pairs, nodes = edges_of(edges)
        labels = labels_of(nodes)
        ends = tuple((labels[a], labels[b]) for a, b in pairs)
        chosen = self._declare(name, len(pairs), shown=shown, ends=ends)
        return Graph(**asdict(chosen), nodes=nodes, edges=pairs)

    # ---------- constraints ----------

    def add(self, *rules: Value, name: str | None = None, encoding: str = "") -> None:
        """Add constraints.

        Args:
            rules: conditions, arrays and lists of them, or constraints over graphs.
            name: what explanations and statistics call them; without one, the line of the program.
            encoding: for these constraints alone, such as ``cardinality=totalizer``.
        """
        span = caller()
        name = self._name(span) if name is None else name
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            refuse(f"a constraint is called by letters, digits and '_', not {name!r}")
        if encoding:
            parts_of(encoding)
            if self._encodings.setdefault(name, encoding) != encoding:
                refuse(f"'{name}' has the encoding '{self._encodings[name]}' already")
        found = self._rules.setdefault(name, [])
        for rule in rules:
            found.extend((each, span) for each in _constraints(rule))
        self._built = None

    def _name(self, span: Span) -> str:
        """Return the name of a constraint by its line."""
        stem = name = f"line_{span.line}"
        while name in self._rules and self._rules[name][0][1].source.path != span.source.path:
            name = f"{stem}_{Path(span.source.path).stem}"
        return name

    def minimize(self, value: Value) -> None:
        """Look for the solutions with the least number."""
        self._aim("minimize", value)

    def maximize(self, value: Value) -> None:
        """Look for the solutions with the greatest number."""
        self._aim("maximize", value)

    def _aim(self, sense: str, value: Value) -> None:
        found = number(value)
        if found.shape:
            refuse(f"'{sense}' takes one number, not {found.size}", "add them up: nlc.sum(…)")
        span = caller()
        self._objective = s.Objective(span, sense, tree(found, _arguments(span)))
        self._built = None

    # ---------- what can be done with it ----------

    @property
    def puzzle(self) -> Puzzle:
        """The model as a puzzle without a board, for every function of nlc that takes one.

        Raises:
            InputError: it has no variable, or a number is out of reach.
        """
        if self._built is None:
            self._built = self._build()
        return self._built

    def _build(self) -> Puzzle:
        span = self._span
        if not self._variables:
            refuse("a model needs a variable", "such as m.bools('x', 8)")
        rules = {}
        for name, parts in self._rules.items():
            where = parts[0][1] if parts else span
            text = _text(where) if parts else None
            rules[name] = s.Rule(where, s.Ref(where, name), text, None, statements(parts))
        shown = tuple(v.name for v in self._variables.values() if v.shown)
        listed = tuple(s.ShownVariable(span, s.Ref(span, name), None) for name in shown)
        variables = {name: declaration(v) for name, v in self._variables.items()}
        own = Rules("model", self.title, span, variables, rules, shown)
        own = replace(own, listed=listed, objective=self._objective)
        topology = s.Topology(span, s.Ref(span, "none"), ())
        head = s.Puzzle(span, self.title, s.Ref(span, "model"), ())
        found = _Puzzle(head, own, topology, None, (), (), (), (), {}, MAX_INSTANCES)
        diagnostics = Diagnostics()
        check(own, found, diagnostics)
        diagnostics.raise_errors()
        return found

    def _spec(self, encoding: Encoding | str | None) -> Encoding:
        """Return an encoding with those of single variables and constraints."""
        spec = Encoding.of(self.encoding if encoding is None else encoding)
        own = {"domains": {v.name: v.encoding for v in self._variables.values() if v.encoding}}
        for rule, text in self._encodings.items():
            for part, name in parts_of(text).items():
                own.setdefault(part, {})[rule] = name
        for part, named in own.items():
            default, before = parse_encodings(getattr(spec, part), part)
            spec = replace(spec, **{part: join_encodings(default or AUTO, named | before)})
        return spec

    def _options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {**options, "encoding": self._spec(options.get("encoding"))}

    def solve(self, question: Question = ONE, **options: Any) -> Answer:
        """Return the answer of a solver; the arguments are those of `nlc.solve`.

        >>> import nlc
        >>> m = nlc.Model()
        >>> x = m.bools("x", 3)
        >>> m.add(x[0], nlc.exactly(1, x))
        >>> print(m.solve().board)
        x: 0
        """
        return api.solve(self.puzzle, question, **self._options(options))

    def count(self, **options: Any) -> int:
        """Return the number of solutions; see `nlc.count`."""
        return api.count(self.puzzle, **self._options(options))

    def unique(self, **options: Any) -> bool:
        """Return whether there is exactly one solution; see `nlc.unique`."""
        return api.unique(self.puzzle, **self._options(options))

    def why(self, **options: Any) -> Why:
        """Return which constraints contradict each other; see `nlc.why`."""
        return api.why(self.puzzle, **options)

    def compile(self, path: str | Path | None = None, encoding: Any = None) -> Formula:
        """Return the model as a CNF, and write it to a file if there is a path."""
        formula = api.compile(self.puzzle, self._spec(encoding))
        if path is not None:
            formula.write(path)
        return formula

    def diff(
        self, encodings: Iterable[Encoding | str] = ("default",), **options: Any
    ) -> Comparison:
        """Compare encodings and solvers; see `nlc.diff`."""
        return api.diff(self.puzzle, encodings=[*map(self._spec, encodings)], **options)

    def plan(self, question: Question = ONE, solver: Any = None, encoding: Any = None) -> Plan:
        """Return the plan by which a question is answered, as ``nlc plan`` prints it."""
        from nlc.solving.choice import choose_solvers
        from nlc.solving.solve import plan_for

        choice = choose_solvers(solver, self._spec(encoding))
        return plan_for(self.puzzle, api.elaborate(self.puzzle), question, choice, DEFAULT)


def parts_of(text: str) -> dict[str, str]:
    """Return the encodings of a constraint by part."""
    pairs = dict(item.strip().partition("=")[::2] for item in text.split(","))
    for part in pairs:
        if part not in BY_RULE:
            hint = "the encoding of a variable is set by 'n.encoding', that of all by nlc.Model"
            refuse(f"a constraint has its own {', '.join(BY_RULE)}, and no {part!r}", hint)
    Encoding(**pairs)
    return pairs


def _constraints(rule: Value) -> Iterator[Expression]:
    """Yield the single constraints of a value."""
    if isinstance(rule, Iterable) and not isinstance(rule, (Expression, str, bytes, dict)):
        for each in rule:
            yield from _constraints(each)
    elif (found := expression(rule)).kind == WHOLE:
        yield found
    else:
        yield from map(condition, found.args if found.op == LISTED else [found])


def _arguments(span: Span) -> Span:
    """Return the place of the arguments of a call; that of the call if it cannot be read."""
    try:
        call = ast.parse(span.text, mode="eval").body
    except (SyntaxError, ValueError):
        return span
    if not isinstance(call, ast.Call) or not call.args:
        return span
    first, last = call.args[0], call.args[-1]

    def place(line: int | None, offset: int | None) -> tuple[int, int]:
        """Return a line and column of the file."""
        line, column = line or 1, span.column if line == 1 else 1
        return span.line + line - 1, column + (offset or 0)

    begin, end = place(first.lineno, first.col_offset), place(last.end_lineno, last.end_col_offset)
    return Span(span.source, *begin, *end)


def _text(span: Span) -> s.Str | None:
    """Return what a call that adds a constraint says in the program."""
    span = _arguments(span)
    text = " ".join(span.text.split())
    return s.Str(span, text) if text else None


# ---------- the language ----------

_NODES: dict[str, Callable[..., s.Expr]] = {
    "not": s.Not,
    "implies": s.Implies,
    "iff": s.Iff,
    "sum": s.Sum,
    "count": s.Count,
    "and": lambda span, *args: s.And(span, args),
    "or": lambda span, *args: s.Or(span, args),
}
"""The statements of operations; others are called, compare, or count the members of a set."""

_CALLS = ("abs", "all_different", "product", "min", "max")


def statements(rules: Sequence[tuple[Expression, Span]]) -> tuple[s.Stmt, ...]:
    """Return the statements of some constraints; those of one structure are one statement."""
    plain = [each for each in rules if each[0].kind != WHOLE]
    out: list[s.Stmt] = []
    for rule, span in (each for each in rules if each[0].kind == WHOLE):
        parts = tuple(_part(part, span) for part in rule.more)
        out.append(s.Post(span, s.Call(span, s.Ref(span, rule.op), parts)))
    for first, found in batches([rule for rule, _ in plain]):
        rule, span = found.flatten(), plain[first][1]
        if rule.size == 1:
            out.append(s.Post(span, tree(rule.reshape(()), span)))
        elif rule.size:
            row = s.Ref(span, "_0")
            body = s.Post(span, tree(rule, span, row))
            out.append(s.For(span, s.Binders(span, (_rows(span, row, rule.size),)), (body,)))
    return tuple(out)


def _rows(span: Span, name: s.Ref, size: int, first: s.Expr | None = None) -> s.Binder:
    """Return the binder of a name to so many numbers, from 0 on or from another."""
    last: s.Expr = s.Int(span, size - 1)
    if first is not None:
        last = s.Arith(span, "+", first, last)
    return s.Binder(span, (name,), s.Between(span, first or s.Int(span, 0), last), None)


def tree(node: Expression, span: Span, row: s.Ref | None = None) -> s.Expr:
    """Return the tree of the expressions of an array with one axis, by the number of the row.

    Without a row the expression is a single one.
    """
    if node.op in (VARIABLE, KNOWN):
        return _leaf(node, span, row)
    if node.op == "+":
        return _added(node, span, row)
    args = [tree(each, span, row) for each in node.args]
    if node.over:
        of = _members(node.over, span, row)
        if node.op not in (*_NODES, *_CALLS):
            return s.Quantifier(span, node.op, tuple(args), of)
        args = [of]
    if node.op == "held":
        return s.Count(span, s.Listed(span, tuple(args)))
    if node.op == "in":
        args.append(s.Listed(span, tuple(s.Int(span, value) for value in node.more)))
    if node.op in _CALLS:
        return s.Call(span, s.Ref(span, node.op), tuple(args))
    if node.op in _NODES:
        return _NODES[node.op](span, *args)
    return (s.Arith if node.op in ("-", "*") else s.Compare)(span, node.op, *args)


def _leaf(node: Expression, span: Span, row: s.Ref | None) -> s.Expr:
    data = np.ravel(node.data)
    if node.op == VARIABLE:
        variable = s.Ref(span, node.more.name)
        return s.Column(span, row, data.astype(np.int32), variable) if node.more.shape else variable
    if len(data) and (data == data[0]).all():
        value = data[0].item()
        return s.Bool(span, value) if node.kind == "bool" else s.Int(span, value)
    return s.Column(span, row, data if node.kind == "bool" else data.astype(np.int32))


def _added(node: Expression, span: Span, row: s.Ref | None) -> s.Expr:
    """Return a sum; conditions are counted together."""
    held = [each.args[0] for each in node.args if each.op == "held"]
    apart = [each for each in node.args if each.op != "held" or len(held) < 2]
    rest = [tree(each, span, row) for each in apart]
    if len(held) > 1:
        rest.append(s.Count(span, s.Listed(span, tuple(tree(each, span, row) for each in held))))
    while len(rest) > 1:  # by halves, so that the tree stays flat
        halves = zip(rest[::2], rest[1::2], strict=False)
        odd = rest[len(rest) // 2 * 2 :]
        rest = [*(s.Arith(span, "+", one, other) for one, other in halves), *odd]
    return rest[0]


def _members(over: Sequence[Expression], span: Span, row: s.Ref | None) -> s.Expr:
    """Return the set of some values, perhaps under conditions."""
    if over[0].op == LISTED:
        return s.Listed(span, tuple(tree(each, span, row) for each in over[0].args))
    width = over[0].shape[-1]
    first = None if row is None else s.Arith(span, "*", row, s.Int(span, width))
    name = s.Ref(span, f"_{1 if row is None else int(row.name[1:]) + 1}")
    member, *held = (tree(each.flatten(), span, name) for each in over)
    condition = held[0] if held else None
    binders = s.Binders(span, (_rows(span, name, width, first),))
    return s.SetOf(span, member, binders, None, condition)


def _part(part: Members | int | str, span: Span) -> s.Expr:
    """Return a node, a variable of edges, or the set of some nodes or edges."""
    if not isinstance(part, Members):
        return s.Int(span, part) if isinstance(part, int) else s.Str(span, part)
    row, (labels, chosen) = s.Ref(span, "_0"), part
    if chosen is None:
        return _set(labels, span, row)
    if isinstance(chosen.more, Variable) and list(chosen.more.ends) == list(labels):
        return s.Ref(span, chosen.more.name)
    return _set(labels, span, row, tree(chosen, span, row))


def _set(labels: Sequence[Any], span: Span, row: s.Ref, condition: s.Expr | None = None) -> s.SetOf:
    """Return the set of some nodes, or of edges by their ends."""
    if labels and isinstance(labels[0], tuple):
        one, other = (_column(ends, span, row) for ends in zip(*labels, strict=True))
        member: s.Expr = s.Edge(span, one, other)
    else:
        member = _column(labels, span, row)
    binders = s.Binders(span, (_rows(span, row, len(labels)),))
    return s.SetOf(span, member, binders, None, condition)


def _column(labels: Sequence[int | str], span: Span, row: s.Ref) -> s.Expr:
    if all(isinstance(label, int) for label in labels):
        return s.Column(span, row, np.array(labels, np.int32))
    return s.Column(span, row, list(map(str, labels)))


def declaration(variable: Variable) -> s.Var:
    """Return the declaration of a variable."""
    span = variable.span
    kind = s.Type(span, "bool")
    if variable.bounds is not None:
        kind = s.Type(span, "range", tuple(s.Int(span, end) for end in variable.bounds))
    axes = [_rows(span, s.Ref(span, f"_{i}"), size) for i, size in enumerate(variable.shape)]
    if variable.ends:
        pairs = _set(variable.ends, span, s.Ref(span, "_1"))
        axes = [s.Binder(span, (s.Ref(span, "_0"),), pairs, None)]
    sort, over = ("entry", s.Binders(span, tuple(axes))) if axes else ("puzzle", None)
    return s.Var(span, s.Ref(span, variable.name), sort, None, kind, False, None, over)
