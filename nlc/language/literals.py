"""Values written for options and clues, checked against the declared type."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

from nlc.errors import Diagnostics, Span, UserError, fail, suggest
from nlc.language import syntax as s

Literal = bool | int | str


def read_setting(
    item: s.SetOption,
    options: Mapping[str, s.Option],
    genre: str,
    settings: dict[str, s.SetOption],
    diagnostics: Diagnostics,
) -> None:
    """Add a setting of an option to some `settings`, or report its mistake.

    Args:
        options: by name.
        settings: the earlier ones of the same list, by name.
    """
    name = item.name.name
    option = options.get(name)
    if option is None:
        hint = suggest(name, options) or f"options of {genre}: {', '.join(options) or 'none'}"
        diagnostics.error(f"genre '{genre}' has no option '{name}'", item.name.span, hint)
    elif name in settings:
        hint = f"the first time is at {settings[name].span}"
        diagnostics.error(f"option '{name}' is set twice", item.name.span, hint)
    else:
        check_literal(option.type, item.value, name, diagnostics)
        settings[name] = item


def check_literal(kind: s.Type, value: s.Expr, name: str, diagnostics: Diagnostics) -> None:
    """Report an error unless `value` is a literal of a type; `name` is its option or given."""
    try:
        read_literal(kind, value, name)
    except UserError as error:
        diagnostics.absorb(error)


def read_literal(kind: s.Type, literal: s.Expr, name: str) -> Literal:
    """Return the value of a literal: true or false, a number, or the text of a name or side.

    For a list it is the text of its numbers with commas between them; see `list_numbers`.

    Args:
        kind: its type. A range whose bounds are not numbers is not checked.
        literal: the syntax tree.
        name: its option or given, for messages.

    Raises:
        UserError: it is not a literal of the type.
    """
    match kind.kind, literal:
        case "name", s.Str(value=text):  # the most frequent
            return text
        case "bool", s.Bool(value=truth):
            return truth
        case "bool", _:
            raise fail(f"'{name}' is true or false", literal.span)
        case "range", s.Int(value=number):
            low, high = kind.numbers or (number, number)
            if low <= number <= high:
                return number
            raise fail(f"'{name}' is a number from {low} to {high}", literal.span)
        case "range", _:
            of = f" from {kind.numbers[0]} to {kind.numbers[1]}" if kind.numbers else ""
            untold = getattr(literal, "value", "") == "?"
            hint = "'or untold' behind its type makes '?' a clue" if untold else None
            raise fail(f"'{name}' is a number{of}", literal.span, hint)
        case "list", s.Str(value=value) | s.Int(value=value):
            return _list_text(kind, str(value), name, literal.span)
        case "list", _:
            raise fail(f"'{name}' is a list of numbers", literal.span, _LIST_HINT)
        case "enum", s.Ref(name=text) | s.Str(value=text) if text in kind.names:
            return text
        case "enum", _:
            word = getattr(literal, "name", None) or getattr(literal, "value", None)
            hint = suggest(word, kind.names) if isinstance(word, str) else None
            raise fail(f"'{name}' is one of {', '.join(kind.names)}", literal.span, hint)
        case "side", s.Ref(name=text) | s.Str(value=text):
            return text
        case "side", _:
            raise fail(f"'{name}' is a side of the cell, such as N or SE", literal.span)
        case _, s.Str(value=text) | s.Ref(name=text):
            return text
        case _, s.Int(value=number):
            return str(number)
        case _:
            raise fail(f"'{name}' is a name, such as A or \"A\"", literal.span)


def token_literal(kind: s.Type, token: str, span: Span) -> s.Expr:
    """Return the literal that a drawn token is where a type is expected."""
    if kind.kind in ("name", "list"):
        return s.Str(span, token)
    if kind.kind == "bool" and token in ("true", "false"):
        return s.Bool(span, token == "true")
    number = small_number(token.removeprefix("-"))
    if number is not None and token.startswith("-"):
        return s.Int(span, -number) if kind.kind == "range" else s.Ref(span, token)
    return s.Ref(span, token) if number is None else s.Int(span, number)


_SIGNED = {"plus": "+", "minus": "-−–", "times": "x×*", "divided": "/÷:"}
"""Signs behind a number for listed values that are called so."""

_PAIR = re.compile(r"([0-9]{0,9})([\\,/])([0-9]{0,9})")


def pair_literals(
    givens: Mapping[str, s.Given], token: str, span: Span
) -> list[tuple[s.Ref, s.Word]]:
    """Return the givens over cells of a token with two values, and these; of others none.

    ``12\\5`` is a shaded cell, and of two numbers the first and the second; ``12\\``, ``\\5`` and
    ``\\`` tell one or none. ``12x`` is the first number and a listed value called `times`.
    """
    here = [x for x in givens.values() if x.sort == "cell"]
    numbers = [x for x in here if x.type.kind == "range"]
    black = [x.name for x in here if [mark.name for mark in x.marks] == ["shaded"]]
    if black and len(numbers) == 2 and (found := _PAIR.fullmatch(token)):
        told = zip(numbers, (found[1], found[3]), strict=True)
        halves = [(x.name, s.Int(span, int(text))) for x, text in told if text]
        return [(black[0], s.Bool(span, True)), *halves]
    for given in givens.values():
        for value in given.type.names if given.type.kind == "enum" and numbers else ():
            number = small_number(token[:-1])
            if number is not None and token[-1] in _SIGNED.get(value, ""):
                return [(numbers[0].name, s.Int(span, number)), (given.name, s.Ref(span, value))]
    return []


def pair_text(givens: Mapping[str, s.Given], told: Mapping[str, str], span: Span) -> str:
    """Return the token that `pair_literals` reads as these values by given, or nothing."""
    here = {name: x for name, x in givens.items() if x.sort == "cell"}
    numbers = [told.get(name, "") for name, x in here.items() if x.type.kind == "range"]
    signs = [_SIGNED[value][0] for value in told.values() if value in _SIGNED]
    for text in ("\\".join(numbers), "".join([*numbers[:1], *signs])):
        pairs = pair_literals(givens, text, span) if text else []
        values = ((n.name, x.name if isinstance(x, s.Ref) else x.value) for n, x in pairs)
        found = {name: str(value).lower() for name, value in values}
        if found and found == {**told}:
            return text
    return ""


_LIST_HINT = 'a list is written "1,2" or, of one number, 3'


def list_numbers(text: str) -> tuple[int | None, ...]:
    """Return the numbers of a list in the form of `read_literal`; None where it has ``?``."""
    return tuple(None if number == "?" else int(number) for number in text.split(","))


def _list_text(kind: s.Type, text: str, name: str, span: Span) -> str:
    """Return the numbers of a list with commas between them, or raise a diagnostic.

    If by the type all have one digit, the commas may be left out.
    """
    low, high = kind.numbers or (0, 10**9)
    pieces = list(text) if high <= 9 and "," not in text else text.split(",")
    unknown = [piece.strip() == "?" for piece in pieces]
    numbers = [small_number(piece.strip()) for piece in pieces]
    of = f" from {low} to {high}" if kind.numbers else ""
    message = f"'{name}' is a list of numbers{of}"
    if [number is None for number in numbers] != unknown or not numbers:
        raise fail(message, span, _LIST_HINT)
    for number in numbers:
        if number is not None and not low <= number <= high:
            raise fail(f"{message}, and {number} is not one", span, _LIST_HINT)
    return ",".join("?" if number is None else str(number) for number in numbers)


def small_number(text: str) -> int | None:
    """Return the number of a text of digits, or None if it is not one or too long."""
    # Numbers with nine digits fit into 32 bits.
    digits = text.isascii() and text.isdigit() and len(text) <= 9
    return int(text) if digits else None


OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": operator.mod,
}


def bounds_of(kind: s.Type, options: Mapping[str, object]) -> tuple[int, int]:
    """Return the ends of a range or list whose bounds are made of numbers and options.

    Raises:
        UserError: they divide by 0.
    """

    def number(bound: s.Expr) -> int:
        match bound:
            case s.Int(value=value):
                return value
            case s.Ref(name=name):
                return int(str(options[name]))
            case s.Arith(op=op, left=left, right=right):
                one, other = number(left), number(right)
                if op in ("/", "mod") and not other:
                    raise fail(f"'{op}' by 0", right.span)
                return OPERATORS[op](one, other)
        raise AssertionError(f"{type(bound).__name__} bounds no clue")

    low, high = kind.bounds
    return number(low), number(high)
