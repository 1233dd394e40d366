"""Loads puzzles from files in any format, up to elaboration."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from nlc.errors import Diagnostic, Diagnostics, Source, Span, UserError, fail, suggest
from nlc.files import read_source
from nlc.formats import BARE, FORMATS, bare_links, detect, headed, import_puzzles
from nlc.language import MAX_INSTANCES
from nlc.language import syntax as s
from nlc.language.files import genre_file, stock_genres, which_genre
from nlc.language.inherit import Rules, spelled_out
from nlc.language.literals import small_number
from nlc.language.names import other_names, unknown_genre, words
from nlc.language.parser import parse, parse_objective
from nlc.language.resolve import Puzzle, ResolvedFile, resolve
from nlc.language.types import check, check_objective, check_puzzles

P = TypeVar("P", bound=Puzzle)


def setting(text: str, origin: str = "--set") -> s.SetOption:
    """Return the syntax tree of an option that is set from outside the puzzle, as ``name=value``.

    Args:
        origin: what messages call the text.
    """
    name, separator, value = text.partition("=")
    source = Source(origin, text)
    if not separator or not name.strip() or not value.strip():
        span = Span(source, 1, 1, 1, len(text) + 1)
        raise fail("an option is set as name=value", span, "for example: cover=false")
    at = len(name) + 2
    ref = s.Ref(Span(source, 1, 1, 1, len(name) + 1), name.strip())
    where = Span(source, 1, at, 1, at + len(value))
    return s.SetOption(ref.span.to(where), ref, _literal(value.strip(), where))


def setting_of(name: str, value: object, origin: str) -> s.SetOption:
    """Return the syntax tree of an option and its value."""
    return setting(f"{name}={str(value).lower() if isinstance(value, bool) else value}", origin)


def _literal(text: str, span: Span) -> s.Expr:
    if text in ("true", "false"):
        return s.Bool(span, text == "true")
    if text.isascii() and text.isdigit():
        number = small_number(text)
        if number is None:
            raise fail("this number is too large", span)
        return s.Int(span, number)
    return s.Ref(span, text)


def with_objective(puzzles: Sequence[P], sense: str, text: str, origin: str) -> list[P]:
    """Return puzzles with another objective.

    Args:
        puzzles: whose types have been checked.
        sense: ``minimize`` or ``maximize``.
        text: an expression for the number, as in the rules of the puzzles.
        origin: the option with this text, for messages.

    Raises:
        UserError: in one of the puzzles, it is not a number that depends on the solution.
    """
    node = parse_objective(sense, text, origin)
    changed: dict[int, Rules] = {}
    found: list[P] = []
    for puzzle in puzzles:
        own, diagnostics = puzzle.rules, Diagnostics()
        if id(own) not in changed:
            changed[id(own)] = replace(own, objective=spelled_out(node, own.vars))
            check_objective(replace(puzzle, rules=changed[id(own)]), diagnostics)
            diagnostics.raise_errors()
        found.append(replace(puzzle, rules=changed[id(own)]))
    return found


def load_puzzles(path: str, *given: Any, **options: Any) -> tuple[list[Puzzle], Diagnostics]:
    """Load the puzzles of a file, or of standard input for ``-``; see `parse_puzzles`."""
    return parse_puzzles(read_source(path), *given, **options)


def parse_puzzles(
    source: Source,
    form: str = "auto",
    settings: Sequence[s.SetOption] = (),
    chosen: str | None = None,
    *,
    partial: bool = False,
    allow_use: Sequence[str] | None = (),
    max_instances: int = MAX_INSTANCES,
    objective: tuple[str, str] | None = None,
    examples: Literal["none", "alone", "all"] = "alone",
    published: bool = False,
) -> tuple[list[Puzzle], Diagnostics]:
    """Parse the puzzles of a text, resolve their rules and check their types.

    Mistakes in other puzzles and genres do not affect the chosen puzzle.

    Args:
        source: the text; files that it uses are searched in the folder of its path.
        form: name of the format, or ``auto``; ``board:GENRE`` or ``auto:GENRE`` for a text without
            a genre, such as a bare board. A genre is a name, or a file that defines it, as
            ``FILE.nl`` or ``FILE.nl:NAME``, which formats then know.
        settings: options that override the puzzles' own.
        chosen: title or number (from 1) of the only puzzle to return.
        partial: whether to return the correct puzzles of a text that has wrong ones, too; the
            diagnostics then have errors.
        allow_use: folders whose files may be used, in addition to that of `source`; None: stock
            files only.
        max_instances: limit of instances, members or values of a statement, set or variable.
        objective: ``minimize`` or ``maximize`` and a number, in place of the puzzles' own.
        examples: whether the examples of its genres are puzzles as well, where there are no others
            or in any case.
        published: whether what its genres say to formats is checked.

    Returns:
        The puzzles and the warnings about them. Without puzzles, the text defines or uses genres.

    Raises:
        UserError: the text has mistakes (all independent ones are reported), or is empty.
    """
    if source.text.startswith("\ufeff"):  # a byte order mark
        source = Source(source.path, source.text[1:])
    form, _, genre = form.partition(":")
    home, own = source, None
    scope: AbstractContextManager[None] = nullcontext()
    if ".nl" in genre:
        if allow_use is None:
            raise fail("a genre has a name here, and is not a file")
        from nlc.formats.genres import in_scope

        home, own, genre = genre_file(genre)
        scope = in_scope(resolve(home, own, allow_use=allow_use).genres.values())
    with scope:
        tree, diagnostics = _parse(source, form, genre, own)
    if not (tree.puzzles or tree.genres or tree.uses or diagnostics.errors):
        raise fail(f"{source.path} holds no puzzle")
    wanted = examples == "all" or (examples == "alone" and not tree.puzzles)
    if wanted and not tree.mistakes:
        tree = replace(tree, puzzles=(*tree.puzzles, *tree.examples))
    if own is not None and not (tree.uses or tree.genres):
        tree = replace(tree, uses=own.uses, genres=own.genres)
    else:
        home = source
    if chosen is not None:
        puzzle = _choose(tree, chosen, source, diagnostics)
        tree, diagnostics = replace(tree, puzzles=(puzzle,)), Diagnostics()
    for puzzle in tree.puzzles:
        diagnostics.merge(puzzle.doubts)
    if settings:
        tree = replace(tree, puzzles=tuple(_override(puzzle, settings) for puzzle in tree.puzzles))
    resolved = resolve(
        home, tree, diagnostics=diagnostics, allow_use=allow_use, max_instances=max_instances
    )
    if chosen is not None and resolved.puzzles:
        diagnostics = Diagnostics()
        diagnostics.merge(resolved.puzzles[0].tree.doubts)
    puzzles = _check_types(resolved, diagnostics, alone=chosen is not None)
    if published and home is source:
        from nlc.formats.genres import check_published

        for node in tree.genres:
            if (rules := resolved.genres.get(node.name.name)) is not None:
                diagnostics.merge(check_published(rules).items)
    if objective is not None:
        puzzles = with_objective(puzzles, *objective, f"--{objective[0]}")
    if not partial:
        diagnostics.raise_errors()
    diagnostics.sort()
    return puzzles, diagnostics


def _parse(source: Source, form: str, genre: str, own: s.File | None) -> tuple[s.File, Diagnostics]:
    """Return the syntax tree of a source, and the mistakes of puzzles that are left out.

    Args:
        source: the text.
        form: the name of its format, or ``auto``.
        genre: its genre, if it is named.
        own: a file of which the genre is one.
    """
    diagnostics, known = Diagnostics(), stock_genres()
    if own is not None:
        known = [node.name.name for node in own.genres]
    if genre not in known:
        plain = words(genre)
        genre = plain if plain in known else other_names().get(plain, genre)
    source = Source(source.path, bare_links(source.text)) if form == "auto" else source
    wanted = [genre] if genre or own is None else known
    named = genre or ", ".join(wanted)
    name = "" if form == "auto" else FORMATS.get(form).name
    if form == "auto" and not named:
        with suppress(UserError):
            name = detect(source.path, source.text)
        heading, text = headed(source.text) if name in BARE else ("", "")
        if heading:
            name, genre, named, wanted = "", heading, heading, [heading]
            source = Source(source.path, text)
    name = name or detect(source.path, source.text, named)
    if name == "nl":
        tree = parse(source, partial=True)
        return replace(tree, puzzles=_of_genre(tree.puzzles, wanted, diagnostics)), diagnostics
    if genre and genre not in known:
        raise unknown_genre(genre, known, None)
    if own is not None and not genre and not FORMATS.get(name).names_genre:
        raise which_genre(own)
    puzzles: list[s.Puzzle] = []
    with diagnostics.collecting():
        for puzzle in import_puzzles(source, name, genre):
            puzzles.append(puzzle)  # one by one: an error comes after the last correct one
    good = _of_genre(puzzles, wanted, diagnostics)
    return s.File(Span(source, 1, 1, 1, 1), (), (), good), diagnostics


def _of_genre(
    puzzles: Sequence[s.Puzzle], genres: Sequence[str], diagnostics: Diagnostics
) -> tuple[s.Puzzle, ...]:
    """Return the puzzles of some genres, or all if the only one has no name."""
    good = []
    for puzzle in puzzles:
        own = puzzle.genre.name
        if own in genres or genres == [""]:
            good.append(puzzle)
        else:
            message = f"this puzzle is {own}, not {' or '.join(genres)}"
            diagnostics.error(message, puzzle.genre.span, "leave out --genre: the text names it")
    return tuple(good)


def _check_types(loaded: ResolvedFile, diagnostics: Diagnostics, alone: bool) -> list[Puzzle]:
    """Check the types of all rules and clues, and return the puzzles without a mistake.

    With `alone`, rules are left out that no puzzle has.
    """
    good: list[Puzzle] = []
    for puzzle, found in zip(loaded.puzzles, check_puzzles(loaded.puzzles), strict=True):
        diagnostics.merge(found.items)
        if not found.errors:
            good.append(puzzle)
    # Genres without puzzles: those that the file defines or, if it has no puzzles, that it uses.
    sound = {id(puzzle.rules) for puzzle in good}
    own = {genre.name.name for genre in loaded.file.genres}
    for name, rules in loaded.genres.items():
        if not alone and id(rules) not in sound and (name in own or not loaded.file.puzzles):
            check(rules, None, diagnostics)
    return good


def _override(puzzle: s.Puzzle, settings: Sequence[s.SetOption]) -> s.Puzzle:
    names = {setting.name.name for setting in settings}
    assumed = tuple(item for item in puzzle.assumed if item[0] not in names)
    old = [x for x in puzzle.items if isinstance(x, s.SetOption) and x.name.name in names]
    kept = (item for item in puzzle.items if item not in old)
    return replace(puzzle, items=(*kept, *settings), assumed=assumed)


def _choose(tree: s.File, chosen: str, source: Source, diagnostics: Diagnostics) -> s.Puzzle:
    """Return the puzzle with a title or a number; `diagnostics` has the mistakes of wrong ones.

    In imported files the titles of all puzzles are numbered, including those of wrong ones.
    """
    puzzles = tree.puzzles
    number = small_number(chosen) or 0
    for puzzle in puzzles:
        if puzzle.title == chosen or (diagnostics.errors and puzzle.title.endswith(f" #{number}")):
            return puzzle
    if not diagnostics.errors and 1 <= number <= len(puzzles):
        return puzzles[number - 1]
    titles = [puzzle.title for puzzle in puzzles]
    listing = ", ".join(f'"{title}"' for title in titles[:20])
    hint = suggest(chosen, titles) or (f"the file has: {listing}" if titles else None)
    missing = Diagnostic(f"{Path(source.path).name} has no puzzle '{chosen}'", None, hint)
    raise UserError([*diagnostics.items, missing])
