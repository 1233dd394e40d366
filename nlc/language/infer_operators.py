"""Kinds of calls, of variables at elements, and of comparisons."""

from __future__ import annotations

from nlc.errors import suggest
from nlc.language import builtins
from nlc.language import syntax as s
from nlc.language.literals import check_literal
from nlc.language.scope import ANY, BOOL, INT, Demands, Kind, Macro, declared, domain_of, set_of

CELLS = "a cell is written r1c2, or is a name that 'for' binds"
"""The hint for cells that are written as numbers."""


def call_kind(types: Demands, call: s.Call) -> Kind:
    """Return the kind of a call: of a built-in function, a given or a let."""
    name, rules = call.function.name, types.rules
    local = types.names.local(name)
    if isinstance(local, Macro) and local.let.params:
        return types.expand(call.function, local, tuple(map(types.kind, call.args)))
    if not isinstance(local, Macro):
        given = rules.givens.get(name)
        if name == builtins.RUNS and (given is None or len(call.args) != 1):
            return _runs(types, call)
        if given is not None:
            _arguments(types, call, (given.sort,))
            return declared(given.type, given.optional)
        if name in rules.tables:
            return _entry(types, call, rules.tables[name])
        if name == builtins.ALL_DIFFERENT:
            return _all_different(types, call)
        if name in builtins.FUNCTIONS:
            return _function(types, call)
    for arg in () if name in builtins.GLOBALS or name in builtins.hints() else call.args:
        types.kind(arg)
    hint = None
    if name in builtins.GLOBALS:
        message = f"'{name}' is a statement of its own, not a part of an expression"
        if name == "connected":
            hint = "put the condition into its set, as in connected({c for c in cells if dark[c]})"
    elif name in rules.vars:
        whole = rules.vars[name].sort == builtins.PUZZLE
        hint = f"write '{name}'" if whole else f"write '{name}[…]' for a variable"
        message = f"'{name}' is not a function"
    elif local is not None or name in rules.options:
        message = f"'{name}' is not a function"
    else:
        known = [*builtins.FUNCTIONS, *builtins.GLOBALS, builtins.ALL_DIFFERENT, *rules.givens]
        known += [n for n, let in rules.lets.items() if let.params]
        hint = builtins.hints().get(name) or suggest(name, known)
        message = f"unknown function '{name}'"
    return types.error(message, call.function.span, hint)


def _entry(types: Demands, call: s.Call, table: s.Table) -> Kind:
    """Return the kind of a given over sets at its arguments."""
    wanted, found = types.entries_of(table), [types.kind(arg) for arg in call.args]
    if len(found) != len(wanted):
        return types.wrong_number(call.function, len(wanted), len(found))
    for arg, kind, each in zip(call.args, found, wanted, strict=True):
        if "any" not in (kind.base, each.base) and not _same(kind, each):
            message = f"'{call.function.name}' needs {each.describe()} here, not {kind.describe()}"
            return types.error(message, arg.span)
        types.static(arg, kind, f"where '{call.function.name}' is taken")
    return declared(table.type, table.optional)


def _all_different(types: Demands, call: s.Call) -> Kind:
    """Return the kind of ``all_different(num[S])``, or of a set of numbers that is known."""
    arg = call.args[0] if len(call.args) == 1 else None
    variable = types.rules.vars.get(arg.variable.name) if isinstance(arg, s.Index) else None
    if isinstance(arg, (s.SetOf, s.Listed)):
        return Kind("bool", types.numbers(arg, builtins.ALL_DIFFERENT).decided)
    if not isinstance(arg, s.Index) or variable is None or variable.type.kind == "bool":
        for each in call.args:
            types.kind(each)
        hint = "write, say, 'all_different(num[S])' or 'all_different({num[c] + 1 for c in S})'"
        message = f"'{builtins.ALL_DIFFERENT}' needs the values of a variable over a set"
        types.error(message, arg.span if arg else call.span, hint)
        return BOOL
    return values_over(types, arg, builtins.ALL_DIFFERENT)


def paired(types: Demands, binder: s.Binder) -> s.Expr | None:
    """Return the set whose pairs two names run over, or None."""
    call = binder.domain
    hidden = (
        isinstance(types.names.local(builtins.PAIRS), Macro) or builtins.PAIRS in types.rules.givens
    )
    if hidden or not isinstance(call, s.Call) or call.function.name != builtins.PAIRS:
        return None
    if len(binder.names) == 2 and len(call.args) == 1:
        return call.args[0]
    message = f"'{builtins.PAIRS}' binds two names to members of one set"
    types.error(message, call.span, "write, say, 'for l, m in pairs(S)'")
    return s.Ref(call.span, "cells")


def _runs(types: Demands, call: s.Call) -> Kind:
    """Return the kind of ``runs(S, list)``: S holds conditions in order, or is a part of a set."""
    kinds = [types.kind(arg) for arg in call.args]
    if len(kinds) != 2:
        types.wrong_number(call.function, 2, len(kinds))
        return BOOL
    (of, among), (lengths, wanted) = zip(call.args, kinds, strict=True)
    if among.base not in ("set", "any"):
        hint = "write, say, 'runs(dark[cells(l)], clue(l))'"
        message = f"'{builtins.RUNS}' needs conditions in order, not {among.describe()}"
        types.error(message, of.span, hint)
    elif among.base == "set" and not among.decided and among.item and among.item.base != "bool":
        hint = f"give conditions, such as 'dark[S]', not the {among.item.plural()} alone"
        types.error(f"'{builtins.RUNS}' needs conditions, not {among.describe()}", of.span, hint)
    elif among.ring == "part" or (among.ring and ring_in(of) is None):
        hint = "write 'dark[ring(c)]' or '{dark[d] for d in ring(c)}' here"
        message = f"'{builtins.RUNS}' needs the conditions of a whole ring, in its order"
        types.error(message, of.span, hint)
    if isinstance(lengths, s.Str):
        check_literal(s.Type(lengths.span, "list"), lengths, builtins.RUNS, types.names.diagnostics)
    elif wanted.base not in ("list", "any"):
        hint = (
            "a list is that of a given, 'given clue : line -> list of 1..99?', or written \"1,2\""
        )
        types.error(f"'{builtins.RUNS}' needs a list, not {wanted.describe()}", lengths.span, hint)
    elif wanted.decided:
        types.static(lengths, wanted, "the list of runs")
    return Kind("bool", among.decided)


def ring_in(node: s.Expr) -> s.Expr | None:
    """Return the set over which conditions are taken, one for each member in its order, or None."""
    match node:
        case s.Index(args=(over,)):
            return over
        case s.SetOf(binders=s.Binders(items=(one,)), prefix=None, condition=None):
            return one.domain if len(one.names) == 1 and one.where is None else None
    return None


def takes_numbers(types: Demands, ref: s.Ref) -> bool:
    """Return whether a name is that of a variable over elements whose values are numbers."""
    variable = types.rules.vars.get(ref.name)
    if variable is None or variable.sort == builtins.PUZZLE or variable.type.kind == "bool":
        return False
    return value_of(types, variable).base == "int"


def values_over(types: Demands, arg: s.Index, what: str) -> Kind:
    """Check the values of a variable over a known set, the argument of a constraint."""
    name = arg.variable.name
    variable = types.rules.vars[name]
    at = place_of(types, arg, variable)
    if at.base not in ("set", "any"):
        types.error(f"'{what}' needs several values, not one", arg.span)
    elif at.base == "set":
        hint = f"write 'sum {{{name}[x] for x in S if …}}'" if what == "sum" else None
        over = arg.args[_set_at(types, arg)]
        types.static(over, at, f"the set that '{name}' is taken over", hint)
    return Kind("bool", name)


def place_of(types: Demands, index: s.Index, variable: s.Var) -> Kind:
    """Return the kind of the index of a variable: an element or entry, or a set of them."""
    name, args = index.variable.name, index.args
    kinds = [types.kind(arg) for arg in args]
    wanted = types.entries_of(variable) or (Kind(variable.sort),)
    if len(args) != len(wanted):
        if variable.over is None:
            message = f"'{name}' takes one {variable.sort}, not {len(args)} arguments"
            types.error(message, index.span, CELLS if variable.sort == "cell" else None)
        else:
            names = ", ".join(each.name for each in variable.names)
            plural = "s" * (len(wanted) > 1)
            message = f"'{name}' takes {len(wanted)} argument{plural}, not {len(args)}"
            types.error(message, index.span, f"write '{name}[{names}]'")
        return ANY
    items = [at.item or ANY if at.base == "set" else at for at in kinds]
    for arg, at, item, each in zip(args, kinds, items, wanted, strict=True):
        if "any" in (item.base, each.base):
            return ANY
        if not _same(item, each):
            hint = CELLS if (each.base, at.base) == ("cell", "int") else None
            noun = each.describe().removeprefix("a ").removeprefix("an ")
            message = f"'{name}' has a value for each {noun}, not for {at.describe()}"
            return types.error(message, arg.span, hint)
        if variable.over is not None or at.base != "set":
            types.static(arg, at, f"where '{name}' is taken", _each_value(at))
    sets = [at for at in kinds if at.base == "set"]
    if len(sets) > 1:
        hint = f"write '{{{name}[x, y] for x in S for y in T}}'"
        message = f"'{name}' is taken over one set, not over {len(sets)}"
        return types.error(message, index.span, hint)
    return sets[0] if sets else kinds[0]


def _same(item: Kind, wanted: Kind) -> bool:
    """Return whether a value is of the kind that an argument of a variable must have."""
    words = ("enum", "name")
    return item.base == wanted.base or (item.base in words and wanted.base in words)


def _set_at(types: Demands, index: s.Index) -> int:
    """Return which argument of a variable is a set."""
    return next(i for i, arg in enumerate(index.args) if types.kind(arg).base == "set")


def _arguments(types: Demands, call: s.Call, wanted: tuple[str, ...]) -> list[Kind]:
    """Return the kinds of arguments; report an error unless they are elements of these sorts."""
    kinds = [types.kind(arg) for arg in call.args]
    if len(kinds) != len(wanted):
        types.wrong_number(call.function, len(wanted), len(kinds))
        return [ANY] * len(wanted)
    for arg, kind, sorts in zip(call.args, kinds, wanted, strict=True):
        if sorts == "cells":
            what = f"the second argument of '{call.function.name}'"
            item = types.members(arg, what, kind)
            if item.base not in ("cell", "any"):
                types.error(f"{what} must be a set of cells, not {kind.describe()}", arg.span)
        elif kind.base not in (*sorts.split("|"), "any"):
            *first, last = sorts.split("|")
            name = call.function.name
            words = f"{', '.join(first)} or {last}" if first else last
            message = f"'{name}' needs a {words} here, not {kind.describe()}"
            hint = CELLS if kind.base == "int" and "cell" in sorts else None
            if hint and name in ("row", "column"):
                hint = "a cell's row is 'row(c)'; all rows and columns are 'lines'"
            if kind.base == "name" and sorts.startswith("link|border"):
                hint = builtins.hints()["north"]
            if name in types.rules.vars:
                hint = f"write '{name}[…]' for the variable"
            types.error(message, arg.span, hint)
        else:
            types.static(arg, kind, f"an argument of '{call.function.name}'", _each_value(kind))
    return kinds


def _each_value(kind: Kind) -> str:
    """Return the hint for a decided value where a known one is needed."""
    return f"say it of each value: '{kind.decided}[…] = x implies … x …'"


def _function(types: Demands, call: s.Call) -> Kind:
    name = call.function.name
    function = builtins.FUNCTIONS[name]
    if name == "values":
        arg = call.args[0] if len(call.args) == 1 else None
        if not isinstance(arg, s.Ref) or arg.name not in types.rules.givens:
            hint = "write, say, 'values(label)'"
            return types.error("'values' needs the bare name of a given", call.span, hint)
        return set_of(declared(types.rules.givens[arg.name].type))
    if name in builtins.NUMERIC:
        return _numeric(types, call)
    if name == "first":
        if len(call.args) != 1:
            return types.wrong_number(call.function, 1, len(call.args))
        return types.members(call.args[0], "the argument of 'first'")._replace(optional=True)
    if name == "ends" and len(call.args) == 1 and (pair := types.kind(call.args[0])).ends:
        return set_of(pair.ends)
    fitting = (form for form in function.forms if len(form) == len(call.args))
    kinds = _arguments(types, call, next(fitting, function.forms[0]))
    if ANY in kinds:
        return ANY
    if name == "opposite":
        return Kind(kinds[0].base, optional=True)
    if function.result in builtins.SETS:
        return set_of(Kind(builtins.SETS[function.result]))._replace(ring="ring" * (name == "ring"))
    return Kind(function.result, optional=function.optional)


def _numeric(types: Demands, call: s.Call) -> Kind:
    """Return the kind of a function of numbers: of several, or of those of one set."""
    name = call.function.name
    if name == "abs" and len(call.args) != 1:
        for arg in call.args:
            types.kind(arg)
        return types.wrong_number(call.function, 1, len(call.args))
    if len(call.args) == 1 and name != "abs":
        return types.numbers(call.args[0], name)
    if not call.args:
        return types.error(f"'{name}' needs numbers", call.span, f"write, say, '{name}(num[S])'")
    decided = next(filter(None, [types.addend(each, name) for each in call.args]), "")
    return Kind("int", decided, domain="count") if decided else INT


def index_kind(types: Demands, index: s.Index) -> Kind:
    """Return the kind of a variable at an element or, if boolean, over a set of elements."""
    name, rules = index.variable.name, types.rules
    variable = rules.vars.get(name)
    if variable is None:
        for arg in index.args:
            types.kind(arg)
        hint = None
        if name in rules.givens or name in builtins.FUNCTIONS:
            what = "given" if name in rules.givens else "function"
            hint = f"write '{name}(…)' for a {what}"
        elif types.names.local(name) is None:
            hint = suggest(name, rules.vars)
        return types.error(f"'{name}' is not a variable", index.variable.span, hint)
    if variable.sort == builtins.PUZZLE:
        for arg in index.args:
            types.kind(arg)
        message = f"'{name}' has one value for the whole puzzle"
        return types.error(message, index.span, f"write '{name}'")
    at = place_of(types, index, variable)
    if at.base == "any":
        return Kind("any", name)
    if at.base != "set":
        return value_of(types, variable)
    if variable.type.kind != "bool":
        hint = f"write '{{{name}[x] = … for x in S}}', or '{builtins.ALL_DIFFERENT}({name}[S])'"
        over = index.args[_set_at(types, index)]
        message = f"'{name}' is not a condition, so it cannot be taken over a set"
        return types.error(message, over.span, hint)
    return set_of(BOOL, name)._replace(ring=at.ring)


def value_of(types: Demands, variable: s.Var) -> Kind:
    """Return the kind of a variable's value at an element, or for the whole puzzle."""
    kind = declared(variable.type, variable.optional)
    if variable.type.kind == "set":
        let = types.names.globals.get(variable.type.names[0])
        item = types.expand(let.let.name, let, ()).item if isinstance(let, Macro) else None
        kind = (item or ANY)._replace(optional=variable.optional)
    elif variable.type.kind == "members":
        kind = types.values_of(variable)._replace(optional=variable.optional)
    return kind._replace(decided=variable.name.name, domain=domain_of(variable.type))


def comparison(types: Demands, expr: s.Compare) -> Kind:
    """Return the kind of a comparison; report an error unless its sides can be compared."""
    left, right = _sides(types, expr)
    result = Kind("bool", left.decided or right.decided)
    if "any" in (left.base, right.base):
        return result
    if expr.op == "in":
        item = types.members(expr.right, "the right side of 'in'", right)
        if item.base not in (left.base, "any"):
            types.error(f"{left.describe()} is never in {right.describe()}", expr.span)
        return Kind("bool", left.decided)
    if left.base == "set" or right.base == "set":
        items = [INT if kind.base == "list" else kind.item for kind in (left, right)]
        if expr.op not in ("=", "!=") or any(item in (None, BOOL) for item in items):
            side = expr.left if left.base == "set" else expr.right
            hint = "'=' compares sets of values; 'count S' is the size of a set"
            types.error("sets cannot be compared here", side.span, hint)
        elif "any" not in (bases := {item.base for item in items if item}) and len(bases) > 1:
            message = f"cannot compare {left.describe()} with {right.describe()}"
            types.error(message, expr.span)
    elif left.base == right.base == "bool":
        types.error("conditions are compared with 'iff'", expr.span)
    elif left.base != right.base:
        hint = None
        for this, other in ((expr.left, right), (expr.right, left)):
            if isinstance(this, s.Int) and other.base == "name":
                hint = f'if a name is meant, write "{this.value}"'
            elif isinstance(this, s.Int) and other.base == "bool":
                hint = "a condition is written alone, 'p' or 'not p'"
        message = f"cannot compare {left.describe()} with {right.describe()}"
        types.error(message, expr.span, hint)
    elif expr.op not in ("=", "!="):
        if left.base != "int":
            types.error(f"'{expr.op}' compares numbers, not {left.plural()}", expr.span)
    elif left.base == "enum" and not set(left.values) & set(right.values):
        message = f"'{left.describe()}' and '{right.describe()}' are never equal"
        types.error(message, expr.span)
    elif not (left.decided and right.decided):
        _within(types, expr.left, right)
        _within(types, expr.right, left)
    return result


def _sides(types: Demands, expr: s.Compare) -> tuple[Kind, Kind]:
    """Return the kinds of both sides; a bare name compared with an enum is one of its values."""
    sides: dict[s.Node, Kind] = {}
    for this, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if isinstance(other, s.Ref) and not isinstance(this, s.Ref):
            kind = sides[this] = types.kind(this)
            if kind.base == "enum" and not _meant(types, other.name):
                message = f"'{other.name}' is not a value here, {kind.describe()} is"
                types.error(message, other.span, suggest(other.name, kind.values))
                sides[other] = Kind("any")
    for side in (expr.left, expr.right):
        if side not in sides:
            sides[side] = types.kind(side)
    return sides[expr.left], sides[expr.right]


def _meant(types: Demands, name: str) -> bool:
    names, rules = types.names, types.rules
    return name in names.enums or name in rules.options or names.local(name) is not None


def _within(types: Demands, literal: s.Expr, kind: Kind) -> None:
    """Report an error if a number is not a value of the variable that it is compared with."""
    low, _, high = kind.domain.partition("..")
    bounds = [end.removeprefix("-").isdigit() for end in (low, high)]
    if not isinstance(literal, s.Int) or not all(bounds):
        return
    if not int(low) <= literal.value <= int(high):
        message = f"{literal.value} is not a value of '{kind.decided}': {kind.domain}"
        types.error(message, literal.span)
