"""Disagreements between the samples of one puzzle: opposite answers, and wrong boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from nlc.comparing.samples import Sample
from nlc.drivers.base import FAILURES
from nlc.encode.spec import Encoding

MOST_VIOLATIONS = 5
"""Violations of one board that are listed."""


class Findings(Struct, frozen=True):
    """The findings on the samples of one puzzle.

    Attributes:
        disagreements: paragraphs; each is a reason for exit status 1.
        notes: lines on refusals, failures and different right boards, which are no disagreements.
    """

    disagreements: tuple[str, ...]
    notes: tuple[str, ...]


def find_disagreements(samples: Sequence[Sample]) -> Findings:
    """Return the findings on the samples of one puzzle, with the same options."""
    refused: dict[tuple[str, str], list[str]] = {}
    notes = []
    for sample in samples:
        if sample.verdict == "REFUSED":
            about = sample.who.encoding, sample.message or ""
            refused.setdefault(about, []).append(sample.who.solver)
        elif sample.message:
            notes.append(f"{sample.competitor}: {sample.message}")
    for (encoding, message), solvers in refused.items():
        notes.append(f"{_with(encoding, solvers)}: refused: {message}")
    right = {row.board for sample in samples for row in sample.rows if row.checked and row.board}
    if len(right) > 1:
        notes.append(f"{len(right)} different right boards: the puzzle has several solutions")
    return Findings(
        (
            *(f"{each.message}." for each in samples if each.contradictory),
            *(*_verdicts(samples), *_counts(samples)),
            *(*_optima(samples), *_wrong(samples)),
        ),
        tuple(notes),
    )


def cautions(samples: Sequence[Sample], name: Callable[[Sample], str]) -> list[str]:
    """Return cautions for the comparison of encodings.

    These are encodings that make the same formula, parts of specs that have nothing to do, and
    encodings that differ from the first in more than one part.
    """
    groups: dict[object, dict[str, list[Sample]]] = {}
    for sample in samples:
        if sample.last.formula is not None:
            who = sample.who
            same = who.solver, who.plan, tuple(sorted(who.options.items()))
            groups.setdefault(same, {}).setdefault(name(sample), []).append(sample)
    found: dict[str, None] = {}
    for group in groups.values():
        formulas: dict[object, list[str]] = {}
        for each, mine in group.items():
            made = frozenset((sample.puzzle.id, sample.last.formula) for sample in mine)
            formulas.setdefault(made, []).append(each)
            idle = Counter(text for sample in mine for text in sample.last.idle)
            for text, count in idle.items():
                on = "" if count == len(mine) else f", on {count} of {len(mine)} puzzles"
                part, _, why = text.partition(": ")
                where = "" if each == part else f"{each}: "
                found[f"{where}{part} has nothing to do{on}: {why}"] = None
        for alike in formulas.values():
            if len(alike) > 1:
                times = "what differs in their times is noise"
                found[f"{' and '.join(alike)} make the same formula: {times}"] = None
        first, *others = (alike[0] for alike in formulas.values())
        for other in others:
            if text := _several_parts(group[first][-1], group[other][-1]):
                found[f"{other} differs from {first} in more than one part: {text}"] = None
    return list(found)


def _several_parts(one: Sample, other: Sample) -> str:
    """Return the parts in which two resolved specs differ, if these are several."""
    if one.last.used is None or other.last.used is None:
        return ""
    specs = Encoding.parse(one.last.used), Encoding.parse(other.last.used)
    idle = {text.partition("=")[0] for sample in (one, other) for text in sample.last.idle}
    parts = []
    for part in Encoding.__struct_fields__:
        values = [getattr(spec, part) for spec in specs]
        if values[0] != values[1] and part not in idle:
            parts.append(f"{part} ({' and '.join(values)})")
    return ", ".join(parts) if len(parts) > 1 else ""


def by_puzzle(samples: Iterable[Sample]) -> list[list[Sample]]:
    """Return samples, which are in the order of the puzzles, in a list for each puzzle."""
    return [list(group) for _, group in groupby(samples, key=lambda sample: sample.puzzle.id)]


def by_question(samples: Iterable[Sample]) -> list[list[Sample]]:
    """Return the samples of each puzzle, by the options that competitors set in it."""
    found: dict[tuple[object, ...], list[Sample]] = {}
    for sample in samples:
        question = sample.puzzle.id, *sorted(sample.who.options.items())
        found.setdefault(question, []).append(sample)
    return list(found.values())


def disagreements_of(samples: Iterable[Sample]) -> list[str]:
    """Return paragraphs on contradictions between samples, and on boards that break a rule."""
    groups = by_question(samples)
    return [text for group in groups for text in find_disagreements(group).disagreements]


def exit_status(samples: Sequence[Sample]) -> int:
    """Return 1 for a disagreement or a failure, 3 where a puzzle stays undecided, else 0.

    A refusal counts only where no other sample decides the puzzle.
    """
    if disagreements_of(samples) or any(sample.reason in FAILURES for sample in samples):
        return 1
    settled = all(any(sample.decided for sample in group) for group in by_puzzle(samples))
    return 0 if settled and not any(sample.verdict == "UNKNOWN" for sample in samples) else 3


def _verdicts(samples: Sequence[Sample]) -> list[str]:
    """Report SAT and UNSAT on one puzzle, and which of them is proved wrong."""
    boards = [sample for sample in samples if sample.verdict == "SATISFIABLE"]
    without = [sample for sample in samples if sample.verdict == "UNSATISFIABLE"]
    if not boards or not without:
        return []
    text = f"UNSAT by {_pairs(without)}.\nSAT by {_pairs(boards)}."
    if right := [sample for sample in boards if sample.last.checked and sample.last.board]:
        board = right[0].last.board
        return [f"{text}\nUNSAT is wrong: the board {board} obeys every rule."]
    if all(sample.last.checked is False for sample in boards):
        return [f"{text}\nNo board was right, so that UNSAT may be."]
    return [text]


def _counts(samples: Sequence[Sample]) -> list[str]:
    """Report different numbers of solutions, and one solution against none or several."""
    unique: dict[str, list[Sample]] = {}
    counted: dict[str, list[Sample]] = {}
    for sample in samples:
        if (one := sample.last.unique) is not None:
            what = "One solution" if one else "No or several solutions"
            unique.setdefault(what, []).append(sample)
        if (count := sample.last.count) is not None:
            what = f"{count} solution{'' if count == 1 else 's'}"
            counted.setdefault(what, []).append(sample)
    return _claims(unique) or _claims(counted)


def _claims(groups: Mapping[str, Sequence[Sample]]) -> list[str]:
    """Report who claims what, if there are several claims."""
    text = "\n".join(f"{what} by {_pairs(each)}." for what, each in groups.items())
    return [text] if len(groups) > 1 else []


def _optima(samples: Sequence[Sample]) -> list[str]:
    """Report different values that are claimed to be the best, and boards that are better."""
    groups: dict[str, list[Sample]] = {}
    rows = [(sample, sample.last.objective, sample.last.bound) for sample in samples]
    found = [(s, number, bound) for s, number, bound in rows if None not in (number, bound)]
    proved = {number for _, number, bound in found if number == bound and number is not None}
    for sample, number, bound in found:
        assert number is not None and bound is not None
        if number == bound:
            groups.setdefault(f"Best number {number}", []).append(sample)
        elif any((number > bound) == (other > number) for other in proved - {number}):
            groups.setdefault(f"A board of {number}", []).append(sample)
    return _claims(groups)


def _wrong(samples: Sequence[Sample]) -> list[str]:
    """Report each board that breaks a rule, with its violations and a drawing."""
    wrong: dict[str, list[Sample]] = {}
    for sample in samples:
        if sample.last.checked is False:
            wrong.setdefault(sample.last.board or "", []).append(sample)
    reports = []
    for board, group in wrong.items():
        lines = [f"The board {board} breaks a rule: {_pairs(group)}."]
        for exact in (True, False):
            blamed = [e.who.encoding or e.who.solver for e in group if e.last.exact is exact]
            if blamed:
                claim = "declares to be exact: a fault" if exact else "does not declare to be exact"
                lines.append(f"  {', '.join(dict.fromkeys(blamed))} {claim}.")
        lines += list_violations(group[0].last.violations)
        reports.append("\n".join([*lines, group[0].last.drawing or ""]))
    return reports


def list_violations(messages: Sequence[str]) -> list[str]:
    """Return lines with the first violations of a board, and how many more there are."""
    lines = [f"  {message}" for message in messages[:MOST_VIOLATIONS]]
    more = len(messages) - MOST_VIOLATIONS
    return [*lines, f"  and {more} more"] if more > 0 else lines


def _pairs(samples: Iterable[Sample]) -> str:
    """Return the names of pairs by encoding: ``log with minisat and kissat; direct with minisat``.

    A competitor with a name of its own keeps that.
    """
    named: dict[str, list[str]] = {}
    for sample in samples:
        who = sample.who
        if who.name == _with(who.encoding, [who.solver]):
            named.setdefault(who.encoding, []).append(who.solver)
        else:
            named.setdefault(who.name, [])
    return "; ".join(_with(encoding, own) if own else encoding for encoding, own in named.items())


def _with(encoding: str, solvers: Sequence[str]) -> str:
    """Return the name of some solvers with an encoding; engines have none."""
    names = " and ".join(solvers)
    return f"{encoding} with {names}" if encoding else names
