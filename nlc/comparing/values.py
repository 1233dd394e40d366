"""What the cells of a table say of some samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import floor, inf, isinf, log10
from statistics import mean, median

from nlc.comparing.names import TIMES
from nlc.comparing.samples import Sample

NOTHING = "-"


def cell(value: str, samples: Sequence[Sample], first: Mapping[str, Sample] | None = None) -> str:
    """Return what a value is for some samples.

    Args:
        value: of `nlc.comparing.names`.
        samples: of one competitor, of puzzles that are told together.
        first: for ``ratio`` the samples to compare with, by the `id` of the puzzle.
    """
    if not samples:
        return NOTHING
    refused = all(sample.outcome == "refused" for sample in samples)
    if value in _COUNTS and not (refused and value == "par2"):
        return _COUNTS[value](samples)
    if value == "ratio" and not refused:
        return _ratio(samples, first or {})
    name = value.removeprefix("mean ")
    if refused:
        return "refused" if name in TIMES else NOTHING
    numbers = [each for each in (sample.number(name) for sample in samples) if each is not None]
    if not numbers:
        return NOTHING
    write = seconds if name in TIMES else number
    limit = samples[0].limit
    if value != name:
        return _bounded(mean(numbers), limit, write)
    low, middle, high = quartiles(numbers)
    text = _bounded(middle, limit, write)
    if len(numbers) > 1 and (low, high) != (middle, middle):
        text += f" ({_bounded(low, limit, write)}-{_bounded(high, limit, write)})"
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
    return found if found == found else inf  # between two infinite ones lies none


def seconds(value: float) -> str:
    """Return a time with three digits after the point, or three that are not 0."""
    if value >= 10:
        return f"{value:.1f}"
    digits = 3 if value == 0 else max(3, 2 - floor(log10(value)))
    return f"{value:.{digits}f}"


def number(value: float) -> str:
    """Return a number with what digits matter."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def _bounded(value: float, limit: float | None, write: Callable[[float], str]) -> str:
    if isinf(value):
        return "none" if limit is None else f">{limit:g}"
    return write(value)


def par2(sample: Sample) -> float | None:
    """Return the time of a sample, twice the limit if it is not solved; None without a limit."""
    found = sample.number("time")
    if sample.solved and found is not None:
        return found
    return None if sample.limit is None else 2 * sample.limit


def _counted(test: Callable[[Sample], bool]) -> Callable[[Sequence[Sample]], str]:
    return lambda samples: f"{sum(map(test, samples))}/{len(samples)}"


def _outcomes(samples: Sequence[Sample]) -> str:
    found = Counter(sample.outcome for sample in samples if not sample.solved)
    return ", ".join(f"{count} {name}" for name, count in found.items()) or NOTHING


def _par2(samples: Sequence[Sample]) -> str:
    found = [each for each in map(par2, samples) if each is not None]
    if len(found) < len(samples):
        return NOTHING
    return seconds(mean(found))


def _ratio(samples: Sequence[Sample], first: Mapping[str, Sample]) -> str:
    ratios = []
    for sample in samples:
        other = first.get(sample.puzzle.id or "")
        mine = sample.number("time")
        its = None if other is None else other.number("time")
        if mine is not None and its is not None and not isinf(its):
            ratios.append(mine / its)
    if not ratios:
        return NOTHING
    _, middle, _ = quartiles(ratios)
    return "beyond the limit" if isinf(middle) else f"{middle:.3g}"


_COUNTS: dict[str, Callable[[Sequence[Sample]], str]] = {
    "puzzles": lambda samples: str(len(samples)),
    "solved": _counted(lambda sample: sample.solved),
    "timeouts": _counted(lambda sample: sample.outcome == "timeout"),
    "wrong": _counted(lambda sample: sample.wrong),
    "outcomes": _outcomes,
    "par2": _par2,
}
