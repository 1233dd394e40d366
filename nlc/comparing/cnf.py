"""Compares two CNFs by the names of their variables and by the rules of their clauses.

A clause is a set of literals, and a literal a name and a sign; so the numbers of variables and the
order of clauses and literals do not matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.cnf import Clauses, Cnf
from nlc.cnf.read import UNNAMED_RULE
from nlc.comparing import markup
from nlc.comparing.markup import Form
from nlc.errors import fail

MOST_VARIABLES = 20_000_000
"""The limit of a file: a variable takes some hundred bytes, and a header may claim billions."""

Names = list[str]
"""The name of each variable by its number; index 0 is unused."""


class RuleDifference(Struct, frozen=True, eq=False):
    """The clauses of one rule in two CNFs, A and B.

    Attributes:
        removed: clauses of A that B lacks, by width; literals index `CnfDifference.names`.
    """

    rule: str
    before: int
    after: int
    removed: list[Clauses]
    added: list[Clauses]


class CnfDifference(Struct, frozen=True, eq=False):
    """The differences between two CNFs.

    Attributes:
        names: of all variables of both, in a common numbering; index 0 is unused.
        unnamed: the number of variables without a name in A and in B. They get the names ``#1``,
            ``#2`` and so on in order, and are matched by these.
        renumbered: names in both whose variables have different numbers, with these.
        shown_removed: variables in the projection of A, but not in that of B.
        rules: the rules, those of A first.
        by_rule: whether rules are distinguished; they are not if only one of the files marks them.
    """

    names: Names
    unnamed: tuple[int, int]
    variables: tuple[int, int]
    removed: Names
    added: Names
    renumbered: list[tuple[str, int, int]]
    shown_removed: Names
    shown_added: Names
    rules: list[RuleDifference]
    by_rule: bool

    @property
    def differs(self) -> bool:
        """Whether there is any difference but numbers and order."""
        return bool(
            self.removed
            or self.added
            or self.shown_removed
            or self.shown_added
            or any(rule.removed or rule.added for rule in self.rules)
        )

    def literal(self, number: int) -> str:
        """Return a literal in words."""
        return self.names[number] if number > 0 else f"not {self.names[-number]}"


def compare_cnfs(a: Cnf, b: Cnf) -> CnfDifference:
    """Return the difference between two CNFs.

    Raises:
        UserError: one has more than `MOST_VARIABLES`, or two variables of one name.
    """
    names_a, names_b = _names("A", a), _names("B", b)
    common = dict.fromkeys(names_a[1:] + names_b[1:])
    number = {name: i for i, name in enumerate(common, 1)}
    to_a = np.array([0, *(number[name] for name in names_a[1:])], np.int32)
    to_b = np.array([0, *(number[name] for name in names_b[1:])], np.int32)
    place_a = {name: i for i, name in enumerate(names_a) if i}
    place_b = {name: i for i, name in enumerate(names_b) if i}
    shown_a = {names_a[v] for v in a.projection.tolist()}
    shown_b = {names_b[v] for v in b.projection.tolist()}
    by_rule = _has_rules(a) == _has_rules(b)
    return CnfDifference(
        names=["", *common],
        unnamed=(_count_unnamed(names_a), _count_unnamed(names_b)),
        variables=(a.variables, b.variables),
        removed=[name for name in place_a if name not in place_b],
        added=[name for name in place_b if name not in place_a],
        renumbered=[
            (name, v, place_b[name]) for name, v in place_a.items() if place_b.get(name, v) != v
        ],
        shown_removed=[name for name in place_a if name in shown_a - shown_b],
        shown_added=[name for name in place_b if name in shown_b - shown_a],
        rules=list(_rules(_clauses(a, to_a, by_rule), _clauses(b, to_b, by_rule))),
        by_rule=by_rule,
    )


def _names(title: str, cnf: Cnf) -> Names:
    if cnf.variables > MOST_VARIABLES:
        message = f"{title} has {cnf.variables:,} variables, and {MOST_VARIABLES:,} are the limit"
        raise fail(message, hint="the header 'p cnf VARIABLES CLAUSES' may have a wrong number")
    names = [""] * (cnf.variables + 1)
    for block in cnf.names:
        names[block.base : block.base + block.size] = block.make()
    unnamed = 0
    for variable in range(1, len(names)):
        if not names[variable]:
            unnamed += 1
            names[variable] = f"#{unnamed}"
    seen: set[str] = set()
    for name in names[1:] if len(set(names)) < len(names) else ():
        if name in seen:
            raise fail(f"two variables of {title} are called '{name}'")
        seen.add(name)
    return names


def _count_unnamed(names: Names) -> int:
    return sum(name.startswith("#") for name in names)


def _has_rules(cnf: Cnf) -> bool:
    return any(block.rule != UNNAMED_RULE for block in cnf.blocks)


def _clauses(
    cnf: Cnf, numbers: npt.NDArray[np.int32], by_rule: bool
) -> dict[str, dict[int, Clauses]]:
    """Return the clauses by rule and width, in common numbers, sorted within each clause."""
    found: dict[str, dict[int, list[Clauses]]] = {}
    for block in cnf.blocks:
        translated = np.sort(numbers[np.abs(block.clauses)] * np.sign(block.clauses), axis=1)
        widths = found.setdefault(block.rule if by_rule else UNNAMED_RULE, {})
        widths.setdefault(block.clauses.shape[1], []).append(translated)
    return {
        rule: {width: np.concatenate(parts) for width, parts in widths.items()}
        for rule, widths in found.items()
    }


def _rules(
    a: dict[str, dict[int, Clauses]], b: dict[str, dict[int, Clauses]]
) -> Iterator[RuleDifference]:
    for rule in dict.fromkeys([*a, *b]):
        before, after = a.get(rule, {}), b.get(rule, {})
        removed, added = [], []
        for width in sorted(before.keys() | after.keys()):
            none = np.zeros((0, width), np.int32)
            gone, new = _difference(before.get(width, none), after.get(width, none))
            removed += [gone] if len(gone) else []
            added += [new] if len(new) else []
        yield RuleDifference(rule, _size(before.values()), _size(after.values()), removed, added)


def _difference(a: Clauses, b: Clauses) -> tuple[Clauses, Clauses]:
    """Return the rows of `a` beyond those of `b`, and the reverse, counted with repetitions."""
    if not a.shape[1]:
        return a[len(b) :], b[len(a) :]
    both = np.concatenate([a, b])
    rows = both.view(np.dtype((np.void, both.itemsize * both.shape[1]))).ravel()
    _, first, group = np.unique(rows, return_index=True, return_inverse=True)
    surplus = np.bincount(group[: len(a)], minlength=len(first)) - np.bincount(
        group[len(a) :], minlength=len(first)
    )
    order = np.argsort(first)
    first, surplus = first[order], surplus[order]
    gone = np.repeat(first, np.maximum(surplus, 0))
    new = np.repeat(first, np.maximum(-surplus, 0))
    return both[gone], both[new]


def as_text(found: CnfDifference, a: str, b: str, most: int, form: Form = "text") -> str:
    """Return counts, then up to `most` each of what was removed (``-``) and added (``+``)."""
    headers = ("", "A", "B", "only in A", "only in B", "renumbered")
    aligned = ("left", *["right"] * (len(headers) - 1))
    names = markup.paragraph(f"A is {a}\nB is {b}", form)
    parts = [names, markup.table(headers, _counts(found), aligned, form)]
    notes = []
    if not found.by_rule:
        notes.append(
            "Only one file marks rules (nlc compile --annotate): they are not distinguished."
        )
    if any(found.unnamed):
        notes.append(
            "Variables without a name are matched in their order, as #1, #2, …; "
            "nlc compile --names all names them."
        )
    parts += ["\n".join(notes)] if notes else []
    for title, lines in _lists(found):
        shown = lines[:most]
        if len(lines) > most:
            shown.append(f"  … and {len(lines) - most} more")
        body = "\n".join(shown)
        parts.append(f"{markup.paragraph(title, form)}\n{markup.verbatim(body, form)}")
    parts.append(_conclusion(found))
    return "\n\n".join(parts) + "\n"


def as_json(found: CnfDifference, a: str, b: str, most: int) -> str:
    """Return one line of JSON; its lists have up to `most` items, its counts are of all."""
    return json.dumps(
        {
            "a": a,
            "b": b,
            "equal": not found.differs,
            "by_rule": found.by_rule,
            "variables": {
                "a": found.variables[0],
                "b": found.variables[1],
                "removed": len(found.removed),
                "added": len(found.added),
                "renumbered": len(found.renumbered),
                "unnamed": list(found.unnamed),
            },
            "removed": found.removed[:most],
            "added": found.added[:most],
            "renumbered": [list(item) for item in found.renumbered[:most]],
            "shown_removed": found.shown_removed[:most],
            "shown_added": found.shown_added[:most],
            "rules": {
                rule.rule: {
                    "a": rule.before,
                    "b": rule.after,
                    "removed": _size(rule.removed),
                    "added": _size(rule.added),
                    "clauses_removed": list(islice(_clause_words(found, rule.removed), most)),
                    "clauses_added": list(islice(_clause_words(found, rule.added), most)),
                }
                for rule in found.rules
            },
        }
    )


def _counts(found: CnfDifference) -> list[list[str]]:
    lines = [
        [
            "variables",
            *map(str, found.variables),
            str(len(found.removed)),
            str(len(found.added)),
            str(len(found.renumbered)),
        ],
        ["  without a name", *map(str, found.unnamed), "", "", ""],
    ]
    sums = [0, 0, 0, 0]
    rules = []
    for rule in found.rules:
        counts = [rule.before, rule.after, _size(rule.removed), _size(rule.added)]
        sums = [total + count for total, count in zip(sums, counts, strict=True)]
        rules.append([f"  {rule.rule}", *map(str, counts), ""])
    lines.append(["clauses", *map(str, sums), ""])
    return lines + (rules if found.by_rule else [])


def _lists(found: CnfDifference) -> Iterator[tuple[str, list[str]]]:
    for title, removed, added in (
        ("Variables", found.removed, found.added),
        ("Shown variables", found.shown_removed, found.shown_added),
    ):
        if removed:
            yield f"{title} only in A", [f"  - {name}" for name in removed]
        if added:
            yield f"{title} only in B", [f"  + {name}" for name in added]
    if found.renumbered:
        yield "Renumbered", [f"  {name}: {a} in A, {b} in B" for name, a, b in found.renumbered]
    for rule in found.rules:
        for letter, sign, clauses in (("A", "-", rule.removed), ("B", "+", rule.added)):
            if clauses:
                where = f" of rule {rule.rule}" if found.by_rule else ""
                texts = (" or ".join(words) or "(empty)" for words in _clause_words(found, clauses))
                yield f"Clauses{where} only in {letter}", [f"  {sign} {text}" for text in texts]


def _clause_words(found: CnfDifference, clauses: Sequence[Clauses]) -> Iterator[list[str]]:
    for part in clauses:
        for clause in part.tolist():
            yield [found.literal(literal) for literal in sorted(clause, key=abs)]


def _size(clauses: Iterable[Clauses]) -> int:
    return sum(map(len, clauses))


def _conclusion(found: CnfDifference) -> str:
    if found.differs:
        return "The files differ."
    if found.renumbered:
        return "The files are equal up to the numbers of variables and the order."
    return "The files are equal up to the order of clauses and literals."
