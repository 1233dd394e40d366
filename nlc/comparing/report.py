"""The reports of suites as text, Markdown or LaTeX, with ratios of times, puzzle by puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import floor, inf, isinf, log10
from statistics import mean, median
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from nlc.comparing import markup
from nlc.comparing.disagreements import by_question, cautions, find_disagreements
from nlc.comparing.markup import Form
from nlc.comparing.names import TIMES, X_FACTS
from nlc.comparing.samples import Data, Sample
from nlc.comparing.suite import PublishedFigures, Table
from nlc.drivers.base import Limits

RATIOS = (
    "Ratios are medians over puzzles, with a bootstrap interval of 95 % in brackets; ~ where they "
    "may be 1: by the interval, or by Wilcoxon's test with Holm's correction over those beside it."
)

MARK = "†"
"""Marks the heading of a column with published figures."""


class FilledTable(Struct, frozen=True):
    """A table with its cells.

    Attributes:
        keys: of the rows: the texts of their facts.
        heads: of the columns after the keys.
        cells: of each row.
        elsewhere: the published columns among `heads`.
    """

    table: Table
    keys: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    elsewhere: tuple[PublishedFigures, ...]


def fill(data: Data, table: Table) -> FilledTable:
    """Return a table of the results of a suite, without empty rows and columns.

    All rows of files of published figures are included, and each of their columns follows the one
    that it names as `beside`.
    """
    chosen = table.competitors or tuple(each.name for each in data.suite.competitors)
    samples = [sample for sample in data.samples if sample.competitor in chosen]
    facts = (table.columns,) if table.columns else ()
    elsewhere = [each for each in data.suite.published if each.table == table.title]
    others = (
        [key for each in elsewhere for key in _published_keys(each, table.rows)] if samples else []
    )
    rows = _keys(samples, table.rows, chosen, others)
    columns = _keys(samples, facts, chosen)
    first = {s.puzzle.id or "": s for s in samples if s.competitor == chosen[0]}
    best: dict[str, float] = {}
    for sample in data.samples:
        name, mine = sample.puzzle.id or "", par2(sample)
        best[name] = min(best.get(name, inf), inf if mine is None else mine)
    groups: dict[tuple[Any, Any], list[Sample]] = {}
    for sample in samples:
        place = _key(sample, table.rows), _key(sample, facts)
        groups.setdefault(place, []).append(sample)
    places = _places(columns, elsewhere)
    places_of_ratios = [[(row, column) for column in columns] for row in rows]
    if not facts:  # competitors are below one another
        places_of_ratios = [[(row, ()) for row in rows]]
    compared: dict[object, Ratio | None] = {}
    for together in places_of_ratios:
        told = ratios_of([pairs_of(groups.get(place, []), first) for place in together])
        compared |= zip(together, told, strict=True)
    cells = []
    for row in rows:
        name = ", ".join(map(_text, row))
        texts = []
        for column, published in places:
            if published is None:
                found = groups.get((row, column), [])
                ratio = ratio_text(compared[row, column])
                beside = {"ratio": ratio, "hindsight": _hindsight(found, best)}
                texts += [
                    beside[value] if value in beside and not _refused(found) else cell(value, found)
                    for value in table.values
                ]
            else:
                texts.append(published.text(name) or NOTHING)
        cells.append(tuple(texts))
    heads = []
    for column, published in places:
        if published is None:
            heads += [_head(column, value, table) for value in table.values]
        else:
            heads.append(f"{published.column} {MARK}")
    keys = tuple(tuple(map(_text, row)) for row in rows)
    elsewhere = [published for _, published in places if published is not None]
    return FilledTable(table, keys, tuple(heads), tuple(cells), tuple(elsewhere))


def _places(
    columns: Iterable[tuple[object, ...]], elsewhere: Sequence[PublishedFigures]
) -> list[tuple[tuple[object, ...], PublishedFigures | None]]:
    """Return nlc's columns in order, each with the published ones that follow it."""
    places: list[tuple[tuple[object, ...], PublishedFigures | None]] = []
    for column in columns:
        places.append((column, None))
        places += [((), each) for each in elsewhere if (each.beside,) == column]
    seen = [published for _, published in places]
    return places + [((), each) for each in elsewhere if each not in seen]


def _published_keys(each: PublishedFigures, facts: Sequence[str]) -> list[tuple[object, ...]]:
    """Return the keys of the rows for which a published column has figures."""
    if "competitor" in facts:
        return []
    rows = [row for row in each.rows() if len(row) == len(facts)]
    return [
        tuple(int(part) if fact in X_FACTS else part for fact, part in zip(facts, row, strict=True))
        for row in rows
    ]


def _key(sample: Sample, facts: Iterable[str]) -> tuple[object, ...]:
    return tuple(sample.fact(name) for name in facts)


def _keys(
    samples: Sequence[Sample],
    facts: Sequence[str],
    chosen: Sequence[str],
    others: Sequence[tuple[object, ...]] = (),
) -> list[tuple[object, ...]]:
    """Return the keys of all samples, in order.

    Sizes and numbers are sorted by value, competitors by the table, and other facts by their first
    occurrence, which is the order of the suite.
    """
    keys = list(dict.fromkeys([*(_key(sample, facts) for sample in samples), *others]))
    seen: dict[str, list[object]] = {"competitor": list(chosen)}
    for at, name in enumerate(facts):
        if name != "competitor":
            seen[name] = list(dict.fromkeys(key[at] for key in keys))

    def rank(fact: str, part: object) -> tuple[int, ...]:
        if fact == "size":
            cols, rows = map(int, str(part).split("x"))
            return (cols * rows, cols)
        if fact in X_FACTS:
            return (-1 if part is None else int(str(part)),)
        return (seen[fact].index(part),)

    def place(key: tuple[object, ...]) -> list[tuple[int, ...]]:
        return [rank(name, part) for name, part in zip(facts, key, strict=True)]

    return sorted(keys, key=place)


def _text(part: object) -> str:
    return "-" if part is None else str(part)


def _head(column: tuple[object, ...], value: str, table: Table) -> str:
    if not column:
        return value
    if len(table.values) == 1:
        return _text(column[0])
    return f"{_text(column[0])}: {value}"


def report(data: Data, form: Form = "text") -> str:
    """Return the tables of a suite, with the machine, limits and cautions."""
    suite = data.suite
    title = suite.title[0].upper() + suite.title[1:]
    parts = [f"{title}\n{'=' * len(title)}" if form == "text" else markup.heading(title, form)]
    parts += [markup.paragraph(suite.about, form), tables(data, form)]
    if not suite.tables:
        parts.append(markup.paragraph("The suite has no [[tables]].", form))
    parts.append(notes(data, form))
    return "\n\n".join(filter(None, parts)) + "\n"


def tables(data: Data, form: Form) -> str:
    """Return the tables of a suite alone, with the sources of published figures."""
    found = [fill(data, table) for table in data.suite.tables]
    return "\n\n".join(_table(filled, form) for filled in found if filled.keys)


def _table(filled: FilledTable, form: Form) -> str:
    headers = [*filled.table.rows, *filled.heads]
    rows = [[*key, *cells] for key, cells in zip(filled.keys, filled.cells, strict=True)]
    aligned = ["left"] * len(filled.table.rows) + ["right"] * len(filled.heads)
    text = markup.table(headers, rows, aligned, form)
    sources = [
        markup.paragraph(f"{MARK} {each.column}: measured elsewhere, {each.source}", form)
        for each in filled.elsewhere
    ]
    title = filled.table.title
    if form == "text":
        return "\n".join([title, text, *sources])
    if form == "markdown":
        return "\n\n".join([f"**{title}**", text, *sources])
    body = [rf"\caption{{{markup.escape(title)}}}", text, *(rf"\par {each}" for each in sources)]
    return "\n".join([r"\begin{table}", r"\centering", *body, r"\end{table}"])


def notes(data: Data, form: Form = "text") -> str:
    """Return the notes of a report: machine, versions, limits, and what was left out."""
    last = data.runs[-1]
    machine = last.machine
    versions = ", ".join(f"{name} {version}" for name, version in last.versions.items())
    load = "" if machine.get("load") is None else f", load {machine['load']} at the start"
    memory = "" if machine["memory_gib"] is None else f", {machine['memory_gib']} GiB"
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores{memory}, {machine['system']}{load}; "
        f"{versions}; code {last.code}.",
        f"{_limits(last.limits)}; {last.repetitions} repetition(s); jobs at a time: {last.slots}. "
        "Numbers are medians, with quartiles in brackets, over puzzles of the median over "
        "repetitions.",
    ]
    if any("ratio" in table.values for table in data.suite.tables):
        lines.append(RATIOS)
    if data.suite.patience:
        several = "" if data.suite.patience == 1 else "s"
        lines.append(
            f"After {data.suite.patience} puzzle{several} of a kind beyond the limit, a competitor "
            "is not run on more of that kind."
        )
    machines = {run.machine["cpu"] for run in data.runs}
    if len(machines) > 1:
        lines.append(f"Rows come from several machines: {', '.join(sorted(machines))}.")
    for name, why in data.missing.items():
        lines.append(f"Left out: {name}, for {why}.")
    if data.left:
        lines.append(
            f"{data.left} rows of other code, other limits or another definition are not shown."
        )
    lines += cautions(data.samples, lambda sample: sample.competitor)
    lines += disagreements(data)
    if form == "text":
        return "\n".join(lines)
    return markup.items(lines, form)


def disagreements(data: Data) -> list[str]:
    """Return a sentence or two for each puzzle on which competitors disagree."""
    return [
        f"{data.suite.name}: on puzzle {group[0].puzzle.id} {' '.join(text.split())}"
        for group in by_question(data.samples)
        for text in find_disagreements(group).disagreements
    ]


def _limits(limits: Limits) -> str:
    named = {"seconds": "s", "megabytes": "MB", "cpu_seconds": "s of processor time"}
    found = [f"{value:g} {named[key]}" for key, value in asdict(limits).items() if value]
    return f"Limit of a job: {', '.join(found)}" if found else "No limits"


NOTHING = "-"


def _refused(samples: Sequence[Sample]) -> bool:
    return all(sample.outcome == "refused" for sample in samples)


def cell(value: str, samples: Sequence[Sample]) -> str:
    """Return the text of a value for some samples.

    Args:
        value: of `nlc.comparing.names`, but ``ratio``, which depends on the other columns.
        samples: of one competitor, of the puzzles of one cell.
    """
    if not samples:
        return NOTHING
    refused = _refused(samples)
    if value in _COUNTS and not (refused and value == "par2"):
        return _COUNTS[value](samples)
    name = value.removeprefix("mean ")
    if refused:
        return "refused" if name in TIMES else NOTHING
    numbers = [each for each in (sample.number(name) for sample in samples) if each is not None]
    if not numbers:
        return NOTHING
    write = seconds if name in TIMES else number
    limit = samples[0].limit
    if value != name:
        return _format_bounded(mean(numbers), limit, write)
    low, middle, high = quartiles(numbers)
    text = _format_bounded(middle, limit, write)
    if len(numbers) > 1 and (low, high) != (middle, middle):
        text += f" ({_format_bounded(low, limit, write)}-{_format_bounded(high, limit, write)})"
    return text


def quartiles(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile of one number or more.

    The quartiles are the medians of both halves, the middle number in both (Tukey's hinges); they
    may be infinite.
    """
    ordered = sorted(numbers)
    half = (len(ordered) + 1) // 2
    return _middle(ordered[:half]), _middle(ordered), _middle(ordered[-half:])


def _middle(ordered: Sequence[float]) -> float:
    found = median(ordered)
    return found if found == found else inf  # the mean of two infinite numbers is not a number


def seconds(value: float) -> str:
    """Return a time with three digits after the point, or three that are not 0."""
    if value >= 10:
        return f"{value:.1f}"
    digits = 3 if value == 0 else max(3, 2 - floor(log10(value)))
    return f"{value:.{digits}f}"


def number(value: float) -> str:
    """Return a number with its significant digits."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def _format_bounded(value: float, limit: float | None, write: Callable[[float], str]) -> str:
    if isinf(value):
        return "none" if limit is None else f">{limit:g}"
    return write(value)


def par2(sample: Sample) -> float | None:
    """Return the time of a sample, twice the limit if it is not solved; None without a limit."""
    found = sample.number("time")
    if sample.solved and found is not None:
        return found
    return None if sample.limit is None else 2 * sample.limit


def _fraction(test: Callable[[Sample], bool]) -> Callable[[Sequence[Sample]], str]:
    return lambda samples: f"{sum(map(test, samples))}/{len(samples)}"


def _outcomes(samples: Sequence[Sample]) -> str:
    found = Counter(sample.outcome for sample in samples if not sample.solved)
    return ", ".join(f"{count} {name}" for name, count in found.items()) or NOTHING


def _par2(samples: Sequence[Sample]) -> str:
    found = [each for each in map(par2, samples) if each is not None]
    if len(found) < len(samples):
        return NOTHING
    return seconds(mean(found))


def _hindsight(samples: Sequence[Sample], best: Mapping[str, float]) -> str:
    """Return PAR-2 as a multiple of that of the best on each puzzle."""
    both = [(par2(sample), best[sample.puzzle.id or ""]) for sample in samples]
    known = [(mine, least) for mine, least in both if mine is not None and not isinf(least)]
    total = sum(least for _, least in known)
    return f"{sum(mine for mine, _ in known) / total:.3g}" if total else NOTHING


def pairs_of(samples: Sequence[Sample], first: Mapping[str, Sample]) -> list[float]:
    """Return the ratios of times to those of the first competitor, by the `id` of the puzzle."""
    found = []
    for sample in samples:
        other = first.get(sample.puzzle.id or "")
        mine = sample.number("time")
        its = None if other is None else other.number("time")
        if mine is not None and its is not None and not isinf(its):
            found.append(mine / its if its else 1.0)
    return found


_COUNTS: dict[str, Callable[[Sequence[Sample]], str]] = {
    "puzzles": lambda samples: str(len(samples)),
    "solved": _fraction(lambda sample: sample.solved),
    "timeouts": _fraction(lambda sample: sample.outcome == "timeout"),
    "wrong": _fraction(lambda sample: sample.wrong),
    "outcomes": _outcomes,
    "par2": _par2,
}


LEVEL = 0.05
"""The level of the tests of a row together, and what an interval leaves out."""

RESAMPLES = 2000


class Ratio(Struct, frozen=True):
    """The median of ratios, and its bootstrap interval of 95 %; ``p`` as `holm` corrects it."""

    middle: float
    low: float
    high: float
    p: float | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether the ratio may well be 1: by the interval, or by the test where it was made."""
        return self.low <= 1 <= self.high or (self.p is not None and self.p >= LEVEL)


def ratios_of(columns: Sequence[Sequence[float]]) -> list[Ratio | None]:
    """Return the ratio of each column of a row, None where there is none.

    The interval is that of percentiles of `RESAMPLES` medians, by a seed. The test is Wilcoxon's
    signed-rank test of the logarithms, two-sided, where SciPy is there; the least p comes from
    Holm's correction over the columns. Infinite ratios have the highest ranks.

    Args:
        columns: the ratios, of all puzzles of a column.
    """
    found: list[Ratio | None] = []
    for values in columns:
        if not len(values):
            found.append(None)
            continue
        data = np.asarray(values, float)
        chosen = np.random.default_rng(1).integers(len(data), size=(RESAMPLES, len(data)))
        with np.errstate(invalid="ignore"):
            medians = np.median(data[chosen], axis=1)
            medians[np.isnan(medians)] = np.inf
            limits = [100 * LEVEL / 2, 100 - 100 * LEVEL / 2]
            low, high = np.percentile(medians, limits, method="nearest")
            middle = np.median(data)
        found.append(Ratio(float(middle), float(low), float(high)))
    others = [i for i, each in enumerate(found) if each and any(x != 1 for x in columns[i])]
    tested = {i: _wilcoxon(columns[i]) for i in others}
    known = [i for i in others if tested[i] is not None]
    for i, p in zip(known, holm([tested[i] or 0.0 for i in known]), strict=True):
        each = found[i]
        assert each is not None
        found[i] = Ratio(each.middle, each.low, each.high, p)
    return found


def holm(ps: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm: A simple sequentially rejective multiple
    test procedure, Scandinavian Journal of Statistics 6, 1979)."""
    out, most = [0.0] * len(ps), 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        most = max(most, min(1.0, (len(ps) - rank) * ps[i]))
        out[i] = most
    return out


def _wilcoxon(ratios: Sequence[float]) -> float | None:
    """Return the p-value of Wilcoxon's test (Individual comparisons by ranking methods, Biometrics
    Bulletin 1, 1945); None without SciPy."""
    try:
        from scipy.stats import wilcoxon
    except ImportError:
        return None
    logs = np.log(np.clip(ratios, 1e-300, 1e300))
    return float(wilcoxon(logs).pvalue)


def ratio_text(ratio: Ratio | None) -> str:
    """Return the text of a ratio: ``1.35 [1.21-1.52]``, ``~1.1 [0.93-1.2]``, ``1``."""
    if ratio is None:
        return "-"
    if ratio.middle == ratio.low == ratio.high == 1:
        return "1"
    if np.isinf(ratio.middle):
        return "beyond the limit"
    sign, digits = ("~", 2) if ratio.says_nothing else ("", 3)
    if ratio.low == ratio.high:
        return f"{sign}{ratio.middle:.{digits}g}"
    high = "∞" if np.isinf(ratio.high) else f"{ratio.high:.{digits}g}"
    return f"{sign}{ratio.middle:.{digits}g} [{ratio.low:.{digits}g}-{high}]"
