"""Sums over all puzzles by encoding: sizes by rule, and ratios to the first encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import methodcaller
from statistics import median

from msgspec import Struct

from nlc.comparing.markup import Form, table
from nlc.comparing.samples import Sample

Metric = Callable[[Sample], float | Sequence[float] | None]
"""Returns a figure of a sample, or the times of its repetitions, or None; times and figures of a
solver need a verdict."""

_SIZES = ("variables", "clauses", "literals", "bytes")
_FIGURES = ("conflicts", "propagations")


class Total(Struct, frozen=True):
    """A sum of figures, or of times with their range over repetitions.

    Attributes:
        middle: of medians.
        low: of the least.
        high: of the most.
        sure: whether it is a figure, or each of its times was taken more than once.
    """

    middle: float
    low: float
    high: float
    sure: bool

    @staticmethod
    def of(values: float | Sequence[float]) -> Total:
        """Return the total of a figure, or of the times of some repetitions."""
        if isinstance(values, int | float):
            return Total(values, values, values, True)
        return Total(median(values), min(values), max(values), len(values) > 1)

    @staticmethod
    def sum(parts: Iterable[Total], share: float = 1.0) -> Total:
        """Return the sum of some totals, or a share of it."""
        several = list(parts)
        middle, low, high = (
            share * sum(getattr(each, name) for each in several)
            for name in ("middle", "low", "high")
        )
        return Total(middle, low, high, all(each.sure for each in several))

    def multiple(self, base: Total) -> str:
        """Return it as a multiple of a base, or as a difference if that is 0.

        An uncertain multiple begins with ``~`` and has one digit.
        """
        if not base.low:
            return "1.00x" if self.middle == base.middle else f"+{self.middle:.0f}"
        ratio = self.middle / base.middle
        least, most = self.low / base.high, self.high / base.low
        if self.sure and base.sure:
            if least < 1 < most:
                return "~1x"
            # A range within a tenth of the ratio gives two decimals.
            if most - least <= 0.1 * ratio:
                return f"{ratio:.2f}x"
        return f"~{float(f'{ratio:.1g}'):g}x"


class _Group(Struct, frozen=True):
    """Solvers for which each encoding made CNFs of the same sizes."""

    solvers: list[str]
    rows: dict[str, list[Sample]]
    """By encoding: samples of the first solver, for each puzzle that all encodings lowered."""

    def title(self, alone: bool) -> str:
        """Return the names, or nothing if there is no other group."""
        return "" if alone else f", {', '.join(self.solvers)}"


class Summary:
    """The sums of a comparison.

    A sum is over the puzzles for which each encoding has the figure; encodings that have it for no
    puzzle are ignored.
    """

    def __init__(self, samples: Sequence[Sample], form: Form) -> None:
        self._rows = {(s.puzzle.id, s.who.encoding, s.who.solver): s for s in samples}
        self._puzzles = list(dict.fromkeys(sample.puzzle.id for sample in samples))
        self._encodings = list(dict.fromkeys(sample.who.encoding for sample in samples))
        self._solvers = list(dict.fromkeys(sample.who.solver for sample in samples))
        self._form = form
        self._groups = self._add_to_group()

    def legend(self) -> list[str]:
        """Return lines with the resolved specs of encodings, and whether they are exact."""
        lines = []
        for encoding in self._encodings:
            meant: dict[str, list[str]] = {}
            inexact = False
            for row in self._rows.values():
                if row.who.encoding == encoding and (used := row.last.used) is not None:
                    inexact |= row.last.exact is False
                    solvers = meant.setdefault(used, [])
                    if row.who.solver not in solvers:
                        solvers.append(row.who.solver)
            mark = " (not exact: boards may break rules)" if inexact else ""
            for used, solvers in meant.items():
                whose = f" for {', '.join(solvers)}" if len(meant) > 1 else ""
                lines.append(f"{encoding}: {used}{whose}{mark}")
        return lines

    def sizes_by_rule(self) -> list[tuple[str, str]]:
        """Return title and table of variables and clauses by rule, for each group of solvers."""
        parts = []
        for group in self._groups:
            encodings = list(group.rows)
            sums = {e: _by_rule(group.rows[e]) for e in encodings}
            rules = _merge_names(list(sums[e]) for e in encodings)
            cells = []
            for rule in [*rules, "all"]:
                counts = [
                    _total(sums[e]) if rule == "all" else sums[e].get(rule) for e in encodings
                ]
                pairs = [("-", "-") if c is None else (str(c[0]), str(c[1])) for c in counts]
                cells.append([rule, *(text for pair in pairs for text in pair)])
            headers = ["rule"]
            for encoding in encodings:
                headers += [f"{encoding}\nvariables", "\nclauses"]
            aligned = ["left", *["right"] * (len(headers) - 1)]
            title = f"Sizes by rule{group.title(len(self._groups) == 1)}"
            title += _over(len(group.rows[encodings[0]]), len(self._puzzles))
            parts.append((title, table(headers, cells, aligned, self._form)))
        return parts

    def ratios(self) -> list[tuple[str, str]]:
        """Return title and table of the sums; later encodings as multiples of the first.

        Without measurements there is none.
        """
        cells: list[list[str]] = []
        alone = len(self._groups) == 1
        for name in _SIZES:
            for group in self._groups:
                cells += self._line(
                    name + group.title(alone), group.solvers[:1], methodcaller("figure", name)
                )
        for group in self._groups:
            title = "compile ms" + group.title(alone)
            cells += self._line(title, group.solvers, _milliseconds("compile_seconds"), 1)
        for solver in self._solvers:
            solving = _if_decided(_milliseconds("solve_seconds"))
            cells += self._line(f"solve ms, {solver}", [solver], solving, 1)
            for name in _FIGURES:
                figure = _if_decided(methodcaller("figure", name))
                cells += self._line(f"{name}, {solver}", [solver], figure)
        if not cells:
            return []
        aligned = ["left", *["right"] * (len(self._encodings) + 1)]
        headers = ["", *self._encodings, "puzzles"]
        title = f"Ratios to {self._encodings[0]}"
        if any(line[1] == "-" for line in cells):
            title += ", or to the next where that has no figure"
        if len(self._puzzles) > 1:
            title += ", of sums over the puzzles that every encoding solved"
        else:
            headers, aligned = headers[:-1], aligned[:-1]
            cells = [line[:-1] for line in cells]
        return [(title, table(headers, cells, aligned, self._form))]

    def _line(
        self, title: str, solvers: Sequence[str], metric: Metric, digits: int = 0
    ) -> Iterator[list[str]]:
        """Yield the line of one figure, unless no encoding has it."""
        found: dict[str, dict[str | None, Total]] = {}
        for encoding in self._encodings:
            for puzzle in self._puzzles:
                keys = [(puzzle, encoding, solver) for solver in solvers]
                values = [metric(self._rows[key]) for key in keys if key in self._rows]
                known = [Total.of(value) for value in values if value is not None]
                if len(known) == len(solvers):
                    found.setdefault(encoding, {})[puzzle] = Total.sum(known, 1 / len(known))
        common = set(self._puzzles).intersection(*found.values()) if found else set()
        if not common:
            return
        texts: list[str] = []
        base: Total | None = None
        for encoding in self._encodings:
            if encoding not in found:
                texts.append("-")
                continue
            total = Total.sum(found[encoding][puzzle] for puzzle in common)
            if base is None:
                base = total
                texts.append(f"{total.middle:.{digits}f}")
            else:
                texts.append(total.multiple(base))
        yield [title, *texts, str(len(common))]

    def _add_to_group(self) -> list[_Group]:
        groups: dict[object, _Group] = {}
        for solver in self._solvers:
            rows = {
                encoding: {
                    puzzle: row
                    for puzzle in self._puzzles
                    if (row := self._rows.get((puzzle, encoding, solver))) and row.last.by_rule
                }
                for encoding in self._encodings
            }
            rows = {encoding: some for encoding, some in rows.items() if some}
            common = set(self._puzzles).intersection(*rows.values())
            if not rows or not common:
                continue
            kept = {e: [row for p, row in some.items() if p in common] for e, some in rows.items()}
            key = tuple(
                (encoding, row.puzzle.id, tuple(row.last.by_rule.items()))
                for encoding, some in kept.items()
                for row in some
            )
            groups.setdefault(key, _Group([], kept)).solvers.append(solver)
        return list(groups.values())


def _by_rule(rows: Iterable[Sample]) -> dict[str, tuple[int, ...]]:
    sums: dict[str, tuple[int, ...]] = {}
    for row in rows:
        for rule, counts in row.last.by_rule.items():
            before = sums.get(rule, (0, 0, 0))
            sums[rule] = tuple(a + b for a, b in zip(before, counts, strict=True))
    return sums


def _merge_names(lists: Iterable[list[str]]) -> list[str]:
    """Return the names of all lists, each after the name that it follows in its list."""
    out: list[str] = []
    for names in lists:
        place = 0
        for name in names:
            if name not in out:
                out.insert(place, name)
            place = out.index(name) + 1
    return out


def _total(sums: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*sums.values(), strict=True)))


def _milliseconds(member: str) -> Metric:
    return lambda row: [1000 * each for each in row.times(member)] or None


def _if_decided(metric: Metric) -> Metric:
    return lambda row: metric(row) if row.decided else None


def _over(puzzles: int, all_puzzles: int) -> str:
    if all_puzzles == 1:
        return ""
    return (
        f", sums over {puzzles} puzzles"
        if puzzles == all_puzzles
        else f", sums over {puzzles} of {all_puzzles}"
    )
