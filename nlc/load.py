"""From a file in any format to puzzles that are ready to be elaborated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nlc.lang import syntax as s
from nlc.lang.diagnostics import Diagnostics, Source, Span, fail, suggest
from nlc.lang.resolve import Case


@dataclass(frozen=True)
class Setting:
    """An option given on the command line, as ``name=value``."""

    text: str

    def node(self) -> s.SetOption:
        """Return the setting as if the puzzle had said it."""
        name, separator, value = self.text.partition("=")
        source = Source("--set", self.text)
        if not separator or not name.strip() or not value.strip():
            span = Span(source, 1, 1, 1, len(self.text) + 1)
            raise fail("an option is set as name=value", span, "for example: --set cover=false")
        at = len(name) + 2
        ref = s.Ref(Span(source, 1, 1, 1, len(name) + 1), name.strip())
        where = Span(source, 1, at, 1, at + len(value))
        return s.SetOption(ref.span.to(where), ref, _literal(value.strip(), where))


def _literal(text: str, span: Span) -> s.Expr:
    if text in ("true", "false"):
        return s.Bool(span, text == "true")
    if text.isascii() and text.isdigit():
        return s.Int(span, int(text))
    return s.Ref(span, text)


def read_cases(
    path: str, form: str = "auto", settings: Sequence[Setting] = (), chosen: str | None = None
) -> tuple[list[Case], Diagnostics]:
    """Read the puzzles of a file, resolve their rules and check their types.

    Args:
        path: a file, or ``-`` for standard input.
        form: name of the format, or ``auto``.
        settings: options that override the puzzles' own.
        chosen: title or number (from 1) of the only puzzle wanted.

    Returns:
        The puzzles and the warnings about them.

    Raises:
        UserError: with every independent mistake.
    """
    from nlc import formats
    from nlc.lang.parse import parse, read_source
    from nlc.lang.resolve import resolve
    from nlc.lang.types import check

    source = read_source(path)
    name = formats.detect(source.path, source.text) if form == "auto" else formats.get(form).name
    if name == "nl":
        tree = parse(source)
    else:
        whole = Span(source, 1, 1, 1, 1)
        tree = s.File(whole, (), (), tuple(formats.read_puzzles(source, name)))
    puzzles = tree.puzzles if chosen is None else (_choose(tree.puzzles, chosen, path),)
    nodes = [setting.node() for setting in settings]
    if nodes:
        puzzles = tuple(_override(puzzle, nodes) for puzzle in puzzles)
    loaded = resolve(source, replace(tree, puzzles=puzzles))
    diagnostics = Diagnostics()
    checked: set[int] = set()
    for rules, case in [(c.rules, c) for c in loaded.cases] or [
        (rules, None) for rules in loaded.genres.values()
    ]:
        if id(rules) not in checked:
            checked.add(id(rules))
            check(rules, case, diagnostics)
    diagnostics.raise_errors()
    return loaded.cases, diagnostics


def _override(puzzle: s.Puzzle, settings: list[s.SetOption]) -> s.Puzzle:
    names = {setting.name.name for setting in settings}
    kept = [
        item
        for item in puzzle.items
        if not (isinstance(item, s.SetOption) and item.name.name in names)
    ]
    return replace(puzzle, items=(*kept, *settings))


def _choose(puzzles: Sequence[s.Puzzle], chosen: str, path: str) -> s.Puzzle:
    for puzzle in puzzles:
        if puzzle.title == chosen:
            return puzzle
    if chosen.isascii() and chosen.isdigit() and 1 <= int(chosen) <= len(puzzles):
        return puzzles[int(chosen) - 1]
    titles = [puzzle.title for puzzle in puzzles]
    listing = ", ".join(f'{i} "{title}"' for i, title in enumerate(titles[:20], 1))
    hint = suggest(chosen, titles) or f"the file has: {listing}"
    raise fail(f"{Path(path).name} has no puzzle '{chosen}'", None, hint)
