"""Encodings, solvers and engines on given puzzles: the suite, samples and report of `nlc diff`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import methodcaller
from statistics import median
from typing import Any

from msgspec import Struct

from nlc.comparing import markup
from nlc.comparing.disagreements import (
    Findings,
    by_puzzle,
    cautions,
    disagreements_of,
    find_disagreements,
)
from nlc.comparing.markup import Form
from nlc.comparing.names import KEYS, NESTED
from nlc.comparing.results import Measurement, PuzzleRecord, RecordStore
from nlc.comparing.run import Runner
from nlc.comparing.samples import Sample, groups_of, sample_of, samples_of
from nlc.comparing.suite import USUAL_REPETITIONS, Competitor, PuzzleKind, Suite
from nlc.drivers import get as driver
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.language.resolve import Puzzle
from nlc.process.cluster import make_executor

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
            meant: dict[str, dict[str, None]] = {}
            inexact = False
            for row in self._rows.values():
                if row.who.encoding == encoding and (used := row.last.used) is not None:
                    inexact |= row.last.exact is False
                    meant.setdefault(used, {})[row.who.solver] = None
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
            rules = _merge_names(list(each) for each in sums.values())
            for each in sums.values():
                each["all"] = tuple(map(sum, zip(*each.values(), strict=True)))
            cells = []
            for rule in [*rules, "all"]:
                counts = [each.get(rule) for each in sums.values()]
                pairs = [("-", "-") if c is None else (str(c[0]), str(c[1])) for c in counts]
                cells.append([rule, *(text for pair in pairs for text in pair)])
            headers = ["rule"]
            for encoding in encodings:
                headers += [f"{encoding}\nvariables", "\nclauses"]
            aligned = ["left", *["right"] * (len(headers) - 1)]
            title = f"Sizes by rule{group.title(len(self._groups) == 1)}"
            title += _over(len(group.rows[encodings[0]]), len(self._puzzles))
            parts.append((title, markup.table(headers, cells, aligned, self._form)))
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
        return [(title, markup.table(headers, cells, aligned, self._form))]

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


def _milliseconds(member: str) -> Metric:
    return lambda row: [1000 * each for each in row.times(member)] or None


def _if_decided(metric: Metric) -> Metric:
    return lambda row: metric(row) if row.decided else None


def _over(puzzles: int, all_puzzles: int) -> str:
    which = "puzzles" if puzzles == all_puzzles else f"of {all_puzzles}"
    return "" if all_puzzles == 1 else f", sums over {puzzles} {which}"


class Comparison(Struct, frozen=True):
    """The result of each pair of encoding and solver; ``str`` is the report of ``nlc diff``.

    >>> import nlc
    >>> found = nlc.diff(nlc.load("fixtures/first.nl"), solvers=["minisat", "backtrack"])
    >>> [(sample.competitor, sample.verdict) for sample in found.samples]
    [('default with minisat', 'SATISFIABLE'), ('backtrack', 'SATISFIABLE')]
    >>> found.disagreements
    []

    Attributes:
        samples: in the order of puzzles, encodings and solvers; engines have one a puzzle.
    """

    samples: tuple[Sample, ...]

    def __str__(self) -> str:
        return report(self.samples)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the samples as ``nlc diff --format json`` prints them."""
        return [sample.to_json() for sample in self.samples]

    @property
    def notes(self) -> list[str]:
        """Lines on what the encodings stand for, and on what to mind where they are compared."""
        encoded = [sample for sample in self.samples if sample.who.encoding]
        found = [find_disagreements(group) for group in by_puzzle(self.samples)]
        return [
            *(note for each in found for note in each.notes),
            *(Summary(encoded, "text").legend() if encoded else ()),
            *cautions(encoded, lambda sample: sample.who.encoding),
        ]

    @property
    def disagreements(self) -> list[str]:
        """Paragraphs on contradictions between pairs, and on boards that break a rule."""
        return disagreements_of(self.samples)


def diff(
    puzzles: Sequence[Puzzle],
    encodings: Sequence[Encoding | str],
    solvers: Sequence[str],
    limits: Limits = NO_LIMITS,
    repeat: int | None = None,
    jobs: int = 1,
) -> Comparison:
    """Measure every pair on every puzzle; see `nlc.diff`.

    Raises:
        UserError: a puzzle, an encoding or a solver is wrong.
    """
    specs = [str(spec) for spec in encodings]
    for spec in specs:
        Encoding.parse(spec)
    engines = [ENGINES.get(name).name for name in solvers if name in ENGINES]
    drivers = [driver(name, ENGINES.names).name for name in solvers if name not in ENGINES]
    given = [(puzzle.path, puzzle) for puzzle in puzzles]
    suite = suite_of(given, specs, drivers, engines, limits, repeat)
    results = RecordStore()
    with make_executor(None, jobs) as executor:
        rows = list(Runner(suite, results, executor).rows(suite.competitors))
    return Comparison(samples_of(suite, results.records, rows))


def suite_of(
    puzzles: Iterable[tuple[str, Puzzle]],
    encodings: Sequence[str],
    drivers: Sequence[str],
    engines: Iterable[str] = (),
    limits: Limits = NO_LIMITS,
    repetitions: int | None = None,
) -> Suite:
    """Return the suite that ``nlc diff`` runs.

    Args:
        engines: names of engines; they come after the pairs.
        repetitions: of each job; None for `USUAL_REPETITIONS` of short ones.
    """
    competitors = [
        Competitor(f"{encoding} with {driver}", driver, encoding)
        for encoding in encodings
        for driver in drivers
    ]
    competitors += [Competitor(engine, engine) for engine in engines]
    kinds = [
        PuzzleKind(group=path, count=0, file=path, given=(puzzle,)) for path, puzzle in puzzles
    ]
    return Suite(
        name="diff",
        kinds=tuple(kinds),
        competitors=tuple(competitors),
        work="model",
        limits=limits,
        repetitions=repetitions or USUAL_REPETITIONS,
        brief=repetitions is None,
    )


def samples_in_order(
    suite: Suite, results: RecordStore, rows: Iterable[Measurement]
) -> Iterator[Sample]:
    """Yield the samples of a run in the order of puzzles and pairs, each when it is complete."""
    competitors = [(each.identity, each) for each in suite.competitors]
    found: dict[tuple[str | None, str], list[Measurement]] = {}
    puzzles: list[PuzzleRecord] = []
    groups: dict[str, str] = {}
    seen = place = 0
    for row in rows:
        found.setdefault((row.puzzle, row.who), []).append(row)
        groups |= groups_of(suite, results.records[seen:])
        puzzles += [each for each in results.records[seen:] if isinstance(each, PuzzleRecord)]
        seen = len(results.records)
        while place < len(puzzles) * len(competitors):
            puzzle = puzzles[place // len(competitors)]
            who, competitor = competitors[place % len(competitors)]
            mine = found.get((puzzle.id, who), [])
            if len(mine) < suite.repetitions and not (mine and suite.is_last(mine[-1])):
                break
            yield sample_of(puzzle, groups, competitor, mine)
            place += 1


_VERDICTS = {"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT", "REFUSED": "refused"}
_CHECKED = {None: "-", True: "yes", False: "WRONG"}
EXACT = {None: "-", True: "yes", False: "no"}


def milliseconds(seconds: Sequence[float]) -> str:
    """Return the median of some times and, of several, their range: ``12.5 (11.0-14.2)``.

    A ``~`` marks a median that is less than the range of the repetitions.
    """
    if not seconds:
        return "-"
    middle = f"{1000 * median(seconds):.1f}"
    if len(seconds) == 1:
        return middle
    mark = "~" if max(seconds) - min(seconds) > median(seconds) else ""
    return f"{mark}{middle} ({1000 * min(seconds):.1f}-{1000 * max(seconds):.1f})"


def _times(member: str) -> Callable[[Sample], str]:
    return lambda sample: milliseconds(sample.times(member))


def _figure(name: str) -> Callable[[Sample], str]:
    return lambda sample: "-" if (found := sample.figure(name)) is None else str(found)


def _number(row: Measurement) -> str:
    """Return the objective value of a board, with the bound if it may not be the best."""
    if row.objective is None or row.objective == row.bound:
        return "-" if row.objective is None else str(row.objective)
    return f"{row.objective} ({row.bound})"


_COLUMNS: dict[str, tuple[str, Callable[[Sample], str]]] = {
    "encoding": ("left", lambda sample: sample.who.encoding or "-"),
    "solver": ("left", lambda sample: sample.who.solver),
    "verdict": ("left", lambda s: _VERDICTS.get(s.verdict) or s.reason or "unknown"),
    **{size: ("right", _figure(size)) for size in ("variables", "clauses", "literals", "bytes")},
    "compile ms": ("right", _times("compile_seconds")),
    "solve ms": ("right", _times("solve_seconds")),
    "conflicts": ("right", _figure("conflicts")),
    "propagations": ("right", _figure("propagations")),
    "best": ("left", lambda sample: _number(sample.last)),
    "board": ("left", lambda sample: sample.last.board or "-"),
    "checked": ("left", lambda sample: _CHECKED[sample.last.checked]),
    "exact": ("left", lambda sample: EXACT[sample.last.exact]),
}
"""Alignment and text of each column."""


def report(samples: Sequence[Sample], form: Form = "text") -> str:
    """Return a section for each puzzle, the sums over all, and the verdict on the whole."""
    if not samples:
        return ""
    parts, findings = [], []
    groups = by_puzzle(samples)
    for group, table in zip(groups, _tables(groups, form), strict=True):
        found = find_disagreements(group)
        findings.append(found)
        parts += [markup.heading(title_of(group[0].puzzle), form), table]
        parts += [markup.verbatim(text, form) for text in found.disagreements]
        parts.append(markup.items(found.notes, form))
    sections = []
    if encoded := [sample for sample in samples if sample.who.encoding]:
        summary = Summary(encoded, form)
        parts.append(markup.items(summary.legend(), form))
        parts.append(markup.items(cautions(encoded, lambda sample: sample.who.encoding), form))
        sections += [*summary.sizes_by_rule(), *summary.ratios()]
    if len(encoded) < len(samples):
        sections.append(_time_ratios(samples, form))
    for title, text in sections:
        parts += [markup.heading(title, form), text]
    if (text := "\n\n".join(filter(None, parts))) and "~" in text:
        legend = "~: less than repetitions differ by, or measured once: noise may be more than it"
        parts.append(markup.paragraph(legend, form))
    parts.append(markup.paragraph(_conclusion(samples, findings), form))
    return "\n\n".join(filter(None, parts)) + "\n"


def json_line(sample: Sample) -> str:
    """Return a sample as one line of JSON."""
    return json.dumps(sample.to_json(), ensure_ascii=False)


def csv_text(samples: Sequence[Sample]) -> str:
    """Return samples as CSV with a head of keys, without nested members; empty text is null."""
    stream = io.StringIO()
    keys = [key for key in KEYS if key not in NESTED]
    writer = csv.DictWriter(stream, keys, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for sample in samples:
        found = sample.to_json()
        truths = {key: json.dumps(found[key]) for key in keys if isinstance(found[key], bool)}
        writer.writerow(found | truths)
    return stream.getvalue()


def title_of(puzzle: PuzzleRecord) -> str:
    """Return a puzzle's title, file, genre and board as a heading."""
    size = f"{puzzle.tiling} {puzzle.rows}x{puzzle.cols}" if puzzle.rows else puzzle.tiling
    return f"{puzzle.title}  ({puzzle.file}, {puzzle.genre}, {size})"


def _tables(groups: Sequence[Sequence[Sample]], form: Form) -> list[str]:
    """Return a table for each puzzle; in plain text all have the same widths."""
    aims = any(sample.last.objective is not None for group in groups for sample in group)
    columns = {name: column for name, column in _COLUMNS.items() if aims or name != "best"}
    headers, (alignment, texts) = list(columns), zip(*columns.values(), strict=True)
    cells = [[[text(sample) for text in texts] for sample in group] for group in groups]
    if form == "latex":
        return [markup.table(headers, each, alignment, form) for each in cells]
    every = [row for each in cells for row in each]
    lines = markup.table(headers, every, alignment, form).splitlines()
    head, rest = lines[: -len(every)], iter(lines[-len(every) :])
    return ["\n".join([*head, *(next(rest) for _ in each)]) for each in cells]


def _time_ratios(samples: Sequence[Sample], form: Form) -> tuple[str, str]:
    """Return title and table of each competitor's time relative to the first competitor's.

    The time is that of compiling and solving, over the puzzles that both have decided.
    """
    times: dict[str, dict[str | None, Total]] = {}
    for sample in samples:
        known = times.setdefault(sample.competitor, {})
        if sample.decided:
            parts = (sample.times("compile_seconds"), sample.times("solve_seconds"))
            known[sample.puzzle.id] = Total.sum(Total.of(part) for part in parts if part)
    first, *_ = times
    cells = []
    for name, known in times.items():
        common = known.keys() & times[first].keys()
        base, own = (Total.sum(times[each][puzzle] for puzzle in common) for each in (first, name))
        ratio = "1.00x" if name == first else own.multiple(base)
        figures = [f"{1000 * base.middle:.1f}", f"{1000 * own.middle:.1f}", ratio]
        figures = figures if common else ["-"] * 3
        cells.append([name, str(len(common)), *figures])
    headers = ["", "puzzles", "first, ms", "ms", "ratio"]
    text = markup.table(headers, cells, ["left", *["right"] * 4], form)
    return f"Times beside {first}, compiling included", text


def _conclusion(samples: Sequence[Sample], findings: Sequence[Findings]) -> str:
    """Return the answer to whether anything disagrees, in a sentence."""
    wrong = sum(bool(found.disagreements) for found in findings)
    text = f"Disagreement on {wrong} of {len(findings)} puzzles." if wrong else "No disagreement."
    for count, what in (
        (sum(sample.verdict == "UNKNOWN" for sample in samples), "undecided"),
        (sum(sample.verdict == "REFUSED" for sample in samples), "refused"),
    ):
        if count:
            text += f" {count} of {len(samples)} rows {what}."
    return text
