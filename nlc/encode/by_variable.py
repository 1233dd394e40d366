"""The part `domains` of a spec: encodings of finite-domain variables, alike or one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from nlc.errors import fail

_VARIABLE = re.compile(r"[A-Za-z_]\w*")


def encodings_of(text: str) -> tuple[str | None, dict[str, str]]:
    """Return what a text such as ``direct+color:log`` names.

    Returns:
        The encoding of the variables that are not named, if one is given, and those of the others
        by variable.

    Raises:
        UserError: it is not of this form, or names an encoding twice.
    """
    default: str | None = None
    named: dict[str, str] = {}
    for item in map(str.strip, text.split("+")):
        variable, colon, name = (piece.strip() for piece in item.partition(":"))
        if not colon:
            if default is not None:
                hint = f"name the variables of one, such as domains={default}+VARIABLE:{item}"
                raise fail(f"domains={text} gives the other variables two encodings", hint=hint)
            default = item
        elif not _VARIABLE.fullmatch(variable) or not name:
            hint = "such as domains=log+digit:direct"
            raise fail(f"'{item}' is not a variable with its encoding", hint=hint)
        elif variable in named:
            raise fail(f"domains={text} gives '{variable}' two encodings")
        else:
            named[variable] = name
    return default, named


def encodings_text(chosen: Mapping[str, str], otherwise: str) -> str:
    """Return the text that names the encoding of each variable, shortly where they are alike.

    Args:
        chosen: an encoding for each variable.
        otherwise: what is said where there are no variables.
    """
    names = set(chosen.values()) or {otherwise}
    if len(names) == 1:
        return names.pop()
    return "+".join(f"{variable}:{name}" for variable, name in chosen.items())


def names_in(text: str) -> Iterable[str]:
    """Return the names of encodings in a text, each once."""
    default, named = encodings_of(text)
    return dict.fromkeys([*([] if default is None else [default]), *named.values()])
