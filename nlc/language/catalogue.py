"""Descriptions of genres: title, sentences, options, clues, variables and rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from textwrap import dedent

from msgspec import Struct

from nlc.errors import Source, Span, UserError, fail
from nlc.files import read_source
from nlc.language import syntax as s
from nlc.language.files import parse_genres, stock_file, stock_files
from nlc.language.inherit import Rules
from nlc.language.names import other_names, published, unknown_genre, words
from nlc.language.resolve import resolve


class Entry(Struct, frozen=True):
    """A genre in the list of all.

    Attributes:
        name: of the genre.
        title: of the genre, which may be empty.
        options: their names, inherited ones first.
        package: its origin: ``nlc``, or the entry point of another package.
        path: of its file.
        use: the stock file that a puzzle must ``use`` for it; None if the name is enough.
        problem: why it cannot be used; None if it can.
        example: a puzzle of it as the text of a file; may be empty.
        group: the kind of genre, such as ``loops``; may be empty.
    """

    name: str
    title: str
    options: tuple[str, ...]
    package: str
    path: str
    use: str | None = None
    problem: str | None = None
    example: str = ""
    group: str = ""


class Item(Struct, frozen=True):
    """An option, a given or a variable.

    Attributes:
        type: its text, such as ``bool`` or ``cell -> name?``.
        text: its meaning, in the words of the genre; may be empty.
        default: of an option.
        mark: the drawing of a variable, if the genre names one.
    """

    name: str
    type: str
    text: str
    default: str | None = None
    mark: str | None = None


class Statement(Struct, frozen=True):
    """A rule, or a check of the clues.

    Attributes:
        text: of the rule, or the message if the check fails; may be empty.
        when: the text of the condition of a rule.
    """

    name: str
    text: str
    when: str | None = None


class Sentence(Struct, frozen=True):
    """A sentence of the rules for people; `when` is its condition."""

    text: str
    when: str | None = None


class Description(Struct, frozen=True):
    """The description of a genre, with inherited items.

    Attributes:
        sentences: the rules for people; those without a condition have the defaults of options.
        example: a puzzle of it as the text of a file; may be empty.
        path: of its file.
        use: the file that a puzzle must ``use`` for it; None if the name is enough.
        extends: the genre that it inherits from.
        shown: the variables in which two solutions differ.
        reported: the further variables of a solution.
        readings: stricter readings of the rules.
        techniques: the names of deductions by some rules.
        names: other names of the genre.
        group: the kind of genre, such as ``loops``; may be empty.
    """

    name: str
    title: str
    sentences: tuple[Sentence, ...]
    path: str
    use: str | None
    extends: str | None
    options: tuple[Item, ...]
    givens: tuple[Item, ...]
    shown: tuple[Item, ...]
    reported: tuple[Item, ...]
    rules: tuple[Statement, ...]
    checks: tuple[Statement, ...]
    readings: tuple[str, ...]
    techniques: tuple[Statement, ...] = ()
    names: tuple[str, ...] = ()
    example: str = ""
    group: str = ""


def entries(name: str = "") -> list[Entry]:
    """Return all stock genres by name, or those of one name, for which only its files are parsed.

    A broken file, or one of two packages, has a problem.
    """
    found = []
    for file, owners in sorted(stock_files().items()):
        package, path = owners[0][0], str(owners[0][1] / file)
        stem = file.removesuffix(".nl")
        try:
            source = stock_file(file)
            if source is None or (name and not re.search(rf"\b{re.escape(name)}\b", source.text)):
                continue
            for node, rules in _genres(source).items():
                use = None if rules.name == stem else file
                options = tuple(rules.options)
                title = text_of(node.doc)
                example = next(_examples(node, use), "")
                told = (package, path, use, None, example, "".join(_facts(rules, "group")))
                found.append(Entry(rules.name, title, options, *told))
        except UserError as error:
            message = error.diagnostics[0].message
            found.append(Entry(stem, "", (), package, path, None, message))
    chosen = [entry for entry in found if name in ("", entry.name)]
    return sorted(chosen, key=lambda entry: entry.name)


def describe(name: str) -> list[Description]:
    """Return the description of a stock genre, or those of all genres of a file ``NAME.nl``.

    Other names of a genre, such as those of puzz.link, are accepted.

    Raises:
        UserError: the name is unknown, or its file is broken.
    """
    stem = name.removesuffix(".nl")
    if name != stem and name in stock_files() and not Path(name).exists():
        name = stem
    if name.endswith(".nl"):
        source = read_source(name)
        own = _genres(source)
        if not own:
            raise fail(f"{name} has no genre", None, "nlc run and nlc check take puzzles")
        return [_description(node, rules, name, Path(name).name) for node, rules in own.items()]
    if len(owners := stock_files().get(f"{name}.nl", [])) == 1:  # no other file has to be read
        for node, rules in _stock(f"{name}.nl").items():
            if rules.name == name:
                return [_description(node, rules, str(owners[0][1] / f"{name}.nl"), None)]
    called = other_names().get(words(name), name)
    if called != name and f"{called}.nl" in stock_files():
        return describe(called)
    same = entries(name)
    if not same:
        raise unknown_genre(name, [entry.name for entry in entries()], None)
    entry = min(same, key=lambda entry: entry.use is not None)
    found = _stock(entry.use or f"{name}.nl")
    node = next(node for node in found if node.name.name == name)
    return [_description(node, found[node], entry.path, entry.use)]


@cache
def stock_rules(genre: str) -> Rules | None:
    """Return the rules of a stock genre, whose file alone is parsed; None if there is none."""
    there = published().get(genre)
    found = {} if there is None else _stock(there.file)
    return next((rules for rules in found.values() if rules.name == genre), None)


def _stock(file: str) -> dict[s.Genre, Rules]:
    source = stock_file(file)
    return _genres(source) if source else {}


def _genres(source: Source) -> dict[s.Genre, Rules]:
    """Return the genres that a file defines, without those that it uses."""
    tree = parse_genres(source)
    rules = resolve(source, tree).genres
    return {node: rules[node.name.name] for node in tree.genres}


def _description(node: s.Genre, rules: Rules, path: str, use: str | None) -> Description:
    return Description(
        rules.name,
        text_of(node.doc),
        tuple(_sentences(rules)),
        path,
        use,
        node.extends.name if node.extends else None,
        options_of(rules),
        tuple(
            Item(name, value_type(g), meaning(g), None, ", ".join(m.name for m in g.marks) or None)
            for name, g in rules.givens.items()
        ),
        _variables(rules, rules.shows),
        _variables(rules, rules.reports),
        rules_of(rules),
        tuple(Statement(name, check.message.value) for name, check in rules.checks.items()),
        tuple(
            ", ".join(f"{i.name.name} = {written(i.value.span)}" for i in reading.settings)
            for reading in rules.preferences
        ),
        tuple(
            Statement(each.name, ", ".join(written(use.span) for use in each.uses))
            for each in rules.techniques
        ),
        tuple(_facts(rules, "names")),
        next(_examples(node, use), ""),
        "".join(_facts(rules, "group")),
    )


def _facts(rules: Rules, about: str) -> Iterator[str]:
    """Yield the names and texts of the facts about a thing."""
    facts = (fact for fact in rules.published if fact.name.name == about)
    for word in chain.from_iterable(chain.from_iterable(fact.sayings for fact in facts)):
        if isinstance(word, s.Str | s.Ref):
            yield word.value if isinstance(word, s.Str) else word.name


def _sentences(rules: Rules) -> Iterator[Sentence]:
    values = {name: written(option.default.span) for name, option in rules.options.items()}
    for item in rules.text:
        when = written(item.when.span) if item.when else None
        for sentence in item.sentences:
            yield Sentence(sentence.value if when else filled(sentence.value, values), when)


def filled(text: str, options: Mapping[str, str]) -> str:
    """Return a text with the values of options for their names in braces."""
    return re.sub(r"\{(\w+)\}", lambda found: options.get(found[1], found[0]), text)


def _examples(node: s.Genre, use: str | None) -> Iterator[str]:
    head = f'use "{use}";\n\n' if use else ""
    title = text_of(node.doc).split(" / ")[0] or node.name.name
    for item in s.of_kind(node.items, s.Example):
        _, _, body = item.span.text.partition("{")
        body = dedent(f"\n{body}").strip()
        yield f'{head}puzzle "{title}" is {node.name.name} {{\n  {body}\n'


def options_of(rules: Rules) -> tuple[Item, ...]:
    items = rules.options.items()
    return tuple(
        Item(n, written(o.type.span), meaning(o), written(o.default.span)) for n, o in items
    )


def rules_of(rules: Rules) -> tuple[Statement, ...]:
    return tuple(
        Statement(name, text_of(r.doc), written(r.when.span) if r.when else None)
        for name, r in rules.rules.items()
    )


def _variables(rules: Rules, names: tuple[str, ...]) -> tuple[Item, ...]:
    marks, found = rules.marks, [(name, rules.vars[name]) for name in names if name in rules.vars]
    return tuple(Item(n, value_type(v), meaning(v), None, marks.get(n)) for n, v in found)


def value_type(item: s.Given | s.Var) -> str:
    """Return over what a given or variable is, and its values, as the genre has it."""
    return f"{item.sort} -> {written(item.type.span)}{'?' if item.optional else ''}"


def text_of(text: s.Str | None) -> str:
    return text.value if text else ""


_AFTER = re.compile(r"[\s;]*//\s*(.*?)\s*")


def meaning(item: s.Option | s.Given | s.Var) -> str:
    """Return the text of a declaration or, without one, the comment that follows it."""
    if item.doc:
        return item.doc.value
    at = item.span
    found = _AFTER.fullmatch(at.source.line(at.end_line)[at.end_column - 1 :])
    return found[1] if found else ""


def written(span: Span) -> str:
    """Return a stretch of source text in one line."""
    return " ".join(span.text.split())
