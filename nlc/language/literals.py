"""Values written for options and clues, judged by the type that was declared."""

from __future__ import annotations

from collections.abc import Mapping

from nlc.errors import Diagnostics, suggest
from nlc.language import syntax as s


def read_setting(
    item: s.SetOption,
    options: Mapping[str, s.Option],
    genre: str,
    settings: dict[str, s.SetOption],
    diagnostics: Diagnostics,
) -> None:
    """Put a setting of an option to some `settings`, or note what is wrong with it.

    Args:
        item: the setting.
        options: those that there are.
        genre: whose they are.
        settings: those of the same list that were read before, by name.
        diagnostics: receives errors.
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
    """Note an error unless `value` is a literal of a type; `name` is what it is given to."""
    if kind.kind == "bool":
        if not isinstance(value, s.Bool):
            diagnostics.error(f"'{name}' is true or false", value.span)
    elif kind.kind == "range":
        if not isinstance(value, s.Int) or not kind.low <= value.value <= kind.high:
            diagnostics.error(f"'{name}' is a number from {kind.low} to {kind.high}", value.span)
    elif kind.kind == "enum":
        if not isinstance(value, s.Ref) or value.name not in kind.names:
            typed = value.name if isinstance(value, s.Ref) else ""
            diagnostics.error(
                f"'{name}' is one of {', '.join(kind.names)}",
                value.span,
                suggest(typed, kind.names),
            )
    elif kind.kind == "name" and not isinstance(value, (s.Str, s.Ref, s.Int)):
        diagnostics.error(f"'{name}' is a name, such as A or \"A\"", value.span)
