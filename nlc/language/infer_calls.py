"""Kinds of what is applied to arguments: functions, givens, lets and variables."""

from __future__ import annotations

from nlc.errors import suggest
from nlc.language import syntax as s
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS
from nlc.language.demands import Demands
from nlc.language.kinds import ANY, BOOL, Kind, declared, domain_of, set_of
from nlc.language.scope import Macro


def call_kind(types: Demands, call: s.Call) -> Kind:
    """Return the kind of a call: of a built-in function, a given or a let."""
    name, rules = call.function.name, types.rules
    local = types.names.local(name)
    if isinstance(local, Macro) and local.let.params:
        return types.expand(call.function, local, tuple(map(types.kind, call.args)))
    if local is None and name in FUNCTIONS:
        return _function(types, call)
    if local is None and name in rules.givens:
        given = rules.givens[name]
        _arguments(types, call, (given.sort,))
        return declared(given.type, given.optional)
    for arg in () if name in GLOBALS else call.args:
        types.kind(arg)
    hint = None
    if name in GLOBALS:
        message = f"'{name}' is a statement of its own, not a part of an expression"
    elif name in rules.vars:
        message, hint = f"'{name}' is not a function", f"write '{name}[…]' for a variable"
    elif local is not None or name in rules.options:
        message = f"'{name}' is not a function"
    else:
        known = [n for n, let in rules.lets.items() if let.params]
        hint = suggest(name, [*FUNCTIONS, *GLOBALS, *rules.givens, *known])
        message = f"unknown function '{name}'"
    types.error(message, call.function.span, hint)
    return ANY


def _arguments(types: Demands, call: s.Call, wanted: tuple[str, ...]) -> list[Kind]:
    """Return the kinds of arguments; notes an error unless they are elements of these sorts."""
    kinds = [types.kind(arg) for arg in call.args]
    if len(kinds) != len(wanted):
        types.wrong_number(call.function, len(wanted), len(kinds))
        return [ANY] * len(wanted)
    for arg, kind, sorts in zip(call.args, kinds, wanted, strict=True):
        if kind.base not in (*sorts.split("|"), "any"):
            name, words = call.function.name, " or ".join(sorts.split("|"))
            message = f"'{name}' needs a {words} here, not {kind.describe()}"
            types.error(message, arg.span)
    return kinds


def _function(types: Demands, call: s.Call) -> Kind:
    name = call.function.name
    function = FUNCTIONS[name]
    if name == "values":
        arg = call.args[0] if len(call.args) == 1 else None
        if not isinstance(arg, s.Ref) or arg.name not in types.rules.givens:
            hint = "write, say, 'values(label)'"
            types.error("'values' needs the bare name of a given", call.span, hint)
            return ANY
        return set_of(declared(types.rules.givens[arg.name].type))
    if name == "first":
        if len(call.args) != 1:
            types.wrong_number(call.function, 1, len(call.args))
            return ANY
        return types.members(call.args[0], "the argument of 'first'")._replace(optional=True)
    if ANY in _arguments(types, call, function.args):
        return ANY
    if function.result in SETS:
        return set_of(Kind(SETS[function.result]))
    return Kind(function.result, optional=function.optional)


def index_kind(types: Demands, index: s.Index) -> Kind:
    """Return the kind of a variable at an element or, if boolean, over a set of elements."""
    name, rules = index.variable.name, types.rules
    variable = rules.vars.get(name)
    if variable is None:
        for arg in index.args:
            types.kind(arg)
        hint = None
        if name in rules.givens or name in FUNCTIONS:
            what = "given" if name in rules.givens else "function"
            hint = f"write '{name}(…)' for a {what}"
        elif types.names.local(name) is None:
            hint = suggest(name, rules.vars)
        types.error(f"'{name}' is not a variable", index.variable.span, hint)
        return ANY
    if len(index.args) != 1:
        for arg in index.args:
            types.kind(arg)
        message = f"'{name}' takes one {variable.sort}, not {len(index.args)} arguments"
        types.error(message, index.span)
        return ANY
    arg = index.args[0]
    at = types.kind(arg)
    item = at.item if at.base == "set" else at
    if item is None or item.base == "any":
        return ANY
    if item.base != variable.sort:
        message = f"'{name}' has a value for each {variable.sort}, not for {at.describe()}"
        types.error(message, arg.span)
        return ANY
    if at.base != "set":
        return _value(types, variable)
    types.static(arg, at, f"the set that '{name}' is taken over")
    if variable.type.kind != "bool":
        hint = f"write '{{{name}[x] = … for x in S}}'"
        types.error(f"'{name}' is no condition, so it cannot be taken over a set", arg.span, hint)
        return ANY
    return set_of(BOOL, name)


def _value(types: Demands, variable: s.Var) -> Kind:
    """Return the kind of a variable's value at an element."""
    kind = declared(variable.type, variable.optional)
    if variable.type.kind == "set":
        let = types.names.globals.get(variable.type.names[0])
        item = types.expand(let.let.name, let, ()).item if isinstance(let, Macro) else None
        kind = (item or ANY)._replace(optional=variable.optional)
    return kind._replace(decided=variable.name.name, domain=domain_of(variable.type))
