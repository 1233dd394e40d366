"""The names that an expression can see, and the rules for new ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nlc.dataclasses import dataclass
from nlc.errors import Diagnostics
from nlc.language import syntax as s
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS, WORDS
from nlc.language.kinds import Kind
from nlc.language.resolve import Rules


@dataclass(eq=False)
class Bound:
    """A name that a binder or a parameter introduces."""

    ref: s.Ref
    kind: Kind
    used: bool = False


@dataclass(eq=False)
class Macro:
    """A let, and the local names where it stands."""

    let: s.Let
    frames: list[Frame]


Frame = dict[str, "Bound | Macro"]


class Names:
    """All names of a genre or puzzle, with the local ones in frames, innermost last."""

    def __init__(self, rules: Rules, cells: frozenset[str], diagnostics: Diagnostics) -> None:
        self.rules = rules
        self.cells = cells
        self.diagnostics = diagnostics
        self.frames: list[Frame] = []
        self.globals: Frame = {name: Macro(let, []) for name, let in rules.lets.items()}
        self.enums: dict[str, str] = {}
        items: list[s.Given | s.Var | s.Option] = [*rules.givens.values(), *rules.vars.values()]
        items += rules.options.values()
        for item in items:
            if item.type.kind == "enum":
                self.enums.update(dict.fromkeys(item.type.names, item.name.name))

    @contextmanager
    def frame(self, frames: list[Frame] | None = None) -> Iterator[Frame]:
        """Enter a block: what is bound in it is forgotten, and told if unused, at its end.

        With `frames` the block sees these instead of the present ones: the place of a let.
        """
        saved = self.frames
        own: Frame = {}
        self.frames = [*(saved if frames is None else frames), own]
        try:
            yield own
        finally:
            self.frames = saved
        for name, bound in own.items():
            if isinstance(bound, Bound) and not bound.used and not name.startswith("_"):
                hint = f"call it '_{name}' if that is meant"
                self.diagnostics.warn(f"'{name}' is not used", bound.ref.span, hint)

    def local(self, name: str) -> Bound | Macro | None:
        """Return what a name is bound to, innermost first, or the let of that name."""
        for frame in reversed(self.frames):
            if name in frame:
                found = frame[name]
                if isinstance(found, Bound):
                    found.used = True
                return found
        return self.globals.get(name)

    def bind(self, ref: s.Ref, what: Bound | Macro) -> None:
        """Introduce a local name; an error if it means something already."""
        new = self.check_new(ref)
        if isinstance(what, Bound):
            what.used = not new or what.kind.base == "any"  # told of already
        self.frames[-1][ref.name] = what

    def check_new(self, ref: s.Ref, local: bool = True) -> bool:
        """Say whether a name to be introduced is new; an error if it means something already."""
        name, rules = ref.name, self.rules
        taken = None
        if name in WORDS:
            taken = "is built in"
        elif name in self.enums:
            taken = f"is a value of '{self.enums[name]}'"
        elif local:
            for what, group in (
                ("an option", rules.options),
                ("a given", rules.givens),
                ("a variable", rules.vars),
                ("a let", rules.lets),
            ):
                if name in group:
                    taken = f"is {what} already"
            if any(name in frame for frame in self.frames):
                taken = "is in use here already"
        if taken:
            self.diagnostics.error(f"'{name}' {taken}", ref.span, "choose another name")
        return taken is None

    def known(self) -> list[str]:
        """Return every name that could be meant."""
        rules = self.rules
        local = [name for frame in self.frames for name in frame]
        groups = (rules.lets, rules.options, rules.givens, rules.vars, self.enums, self.cells)
        return [*local, *(n for g in groups for n in g), *SETS, *FUNCTIONS, *GLOBALS]
