"""What `nlc diff --cnf` says of two files, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice

from nlc.cnf import Clauses
from nlc.comparing import write
from nlc.comparing.cnf import CnfDifference
from nlc.comparing.write import Form


def as_text(found: CnfDifference, a: str, b: str, most: int, form: Form = "text") -> str:
    """Return counts first, then what was removed (``-``) and added (``+``).

    Args:
        found: the difference.
        a: name of the first file.
        b: name of the second.
        most: lines of each list.
        form: what to write.
    """
    headers = ("", "A", "B", "only in A", "only in B", "renumbered")
    aligned = ("left", *["right"] * (len(headers) - 1))
    names = write.paragraph(f"A is {a}\nB is {b}", form)
    parts = [names, write.table(headers, _counts(found), aligned, form)]
    notes = []
    if not found.by_rule:
        notes.append("Only one file marks rules (nlc compile --annotate): they are not told apart.")
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
        parts.append(f"{write.paragraph(title, form)}\n{write.verbatim(body, form)}")
    parts.append(_conclusion(found))
    return "\n\n".join(parts) + "\n"


def as_json(found: CnfDifference, a: str, b: str, most: int) -> str:
    """Return one line of JSON; its lists have up to `most` items, its counts are whole."""
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
                    "clauses_removed": list(islice(_named(found, rule.removed), most)),
                    "clauses_added": list(islice(_named(found, rule.added), most)),
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
                texts = (" or ".join(words) or "(empty)" for words in _named(found, clauses))
                yield f"Clauses{where} only in {letter}", [f"  {sign} {text}" for text in texts]


def _named(found: CnfDifference, clauses: Sequence[Clauses]) -> Iterator[list[str]]:
    for part in clauses:
        for clause in part.tolist():
            yield [found.literal(literal) for literal in sorted(clause, key=abs)]


def _size(clauses: Sequence[Clauses]) -> int:
    return sum(map(len, clauses))


def _conclusion(found: CnfDifference) -> str:
    if found.differs:
        return "The files differ."
    if found.renumbered:
        return "The files are equal up to the numbers of variables and the order."
    return "The files are equal up to the order of clauses and literals."
