"""The plots of a suite, by matplotlib, as SVG and PNG; the same results make the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import inf, isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nlc.comparing.names import TIMES
from nlc.comparing.report import quartiles
from nlc.comparing.samples import Data, Sample
from nlc.comparing.suite import Plot
from nlc.errors import fail
from nlc.files import atomic_writer

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "nlc",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "axes.axisbelow": True,
    "legend.fontsize": 8,
}

_MARKERS = "os^Dv<>Pp*hX"


def write(data: Data, folder: Path, forms: Sequence[str] = ("svg", "png")) -> list[Path]:
    """Write the plots of a suite for which there are results, and return their files.

    Raises:
        UserError: matplotlib is missing, or the folder cannot be made.
    """
    try:
        import matplotlib
    except ImportError:
        raise fail("plots need matplotlib", hint="pip install 'nlc[plot]'") from None
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    written = []
    for plot in data.suite.plots:
        samples = _samples_by_competitor(data, plot)
        with matplotlib.rc_context(_STYLE):
            figure = Figure(figsize=(6.4, 4.0), layout="constrained")
            FigureCanvasAgg(figure)
            axes = figure.add_subplot()
            if not _DRAW[plot.kind](axes, plot, samples):
                continue
            axes.set_title(plot.title)
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise fail(f"cannot make the folder {folder}: {error.strerror}") from error
            for form in forms:
                path = folder / f"{plot.name}.{form}"
                # Neither a date nor a version in the file.
                metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
                with atomic_writer(str(path)) as stream:
                    figure.savefig(stream, format=form, dpi=120, metadata=metadata)
                written.append(path)
    return written


def page(reports: Sequence[tuple[Data, str]]) -> str:
    """Return a page of HTML with reports as text, and the plots beside it that `write` made."""
    parts = []
    for data, text in reports:
        parts += [f'<img src="{plot.name}.svg" alt="{plot.title}">' for plot in data.suite.plots]
        parts += [f"<pre>{escape(text)}</pre>"]
    style = "body{font:15px sans-serif;margin:2em}pre{white-space:pre-wrap}img{max-width:100%}"
    head = f"<!doctype html><meta charset=utf-8><title>nlc bench</title><style>{style}</style>"
    return "\n".join([head, *parts, ""])


def _samples_by_competitor(data: Data, plot: Plot) -> dict[str, list[Sample]]:
    """Return the samples of each competitor of a plot, in its order."""
    names = plot.competitors or tuple(each.name for each in data.suite.competitors)
    found: dict[str, list[Sample]] = {name: [] for name in names}
    for sample in data.samples:
        fits = all(str(sample.fact(key)) == value for key, value in plot.where.items())
        if fits and sample.competitor in found:
            found[sample.competitor].append(sample)
    return {name: samples for name, samples in found.items() if samples}


def _cactus(axes: Axes, plot: Plot, samples: dict[str, list[Sample]]) -> bool:
    """Draw how many puzzles each competitor solves within a time, which is the vertical axis."""

    def points(mine: Sequence[Sample]) -> Points:
        return list(enumerate(sorted(x for x in _numbers(mine, plot.value) if not isinf(x)), 1))

    drawn = _draw_lines(axes, "puzzles solved", plot, samples, points)
    if drawn:
        axes.locator_params(axis="x", integer=True)
    return drawn


def _scatter(axes: Axes, plot: Plot, samples: dict[str, list[Sample]]) -> bool:
    """Draw the time of one competitor over that of another, puzzle by puzzle."""
    if len(samples) < 2:
        return False
    across, up = plot.competitors
    others = {each.puzzle.id: each for each in samples[up]}
    both = []
    limit = samples[across][0].limit
    edge = inf if limit is None else 2 * limit
    for sample in samples[across]:
        other = others.get(sample.puzzle.id)
        x, y = sample.number(plot.value), other.number(plot.value) if other else None
        if x is not None and y is not None:
            both.append((min(x, edge), min(y, edge)))
    both = [pair for pair in both if not any(map(isinf, pair))]
    if not both:
        return False
    xs, ys = zip(*both, strict=True)
    axes.plot(xs, ys, "o", markersize=3.5, color="#1b6ca8")
    ends = min(*xs, *ys), max(*xs, *ys)
    axes.plot(ends, ends, color="#888888", linewidth=0.8)
    if limit is not None and ends[1] > limit:
        axes.axvline(limit, color="#c0392b", linewidth=0.8, linestyle="--")
        axes.axhline(limit, color="#c0392b", linewidth=0.8, linestyle="--")
    axes.set_xscale("log")
    axes.set_yscale("log")
    _plain(axes.xaxis)
    _plain(axes.yaxis)
    axes.set_xlabel(f"{across}: {_unit(plot.value)}")
    axes.set_ylabel(f"{up}: {_unit(plot.value)}")
    return True


def _plain(axis: Axis) -> None:
    """Have the numbers at a logarithmic axis written as 0.2, at 1, 2 and 5 of each decade."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
    axis.set_minor_locator(LogLocator(subs=()))


def _growth(axes: Axes, plot: Plot, samples: dict[str, list[Sample]]) -> bool:
    """Draw the median and the quartiles of each competitor over a fact of the puzzles."""

    def points(mine: Sequence[Sample]) -> Points:
        at: dict[float, list[Sample]] = {}
        for sample in mine:
            x = sample.fact(plot.x)
            if isinstance(x, int | float):
                at.setdefault(x, []).append(sample)
        found: Points = []
        for x, group in sorted(at.items()):
            if numbers := _numbers(group, plot.value):
                low, middle, high = quartiles(numbers)
                if not isinf(middle):
                    found.append((x, middle, low, min(high, group[0].limit or high)))
        return found

    return _draw_lines(axes, plot.x, plot, samples, points)


Points = list[tuple[float, ...]]
"""The points of a line: x and y, and perhaps the least and the most y around it."""


def _draw_lines(
    axes: Axes,
    across: str,
    plot: Plot,
    samples: dict[str, list[Sample]],
    points: Callable[[Sequence[Sample]], Points],
) -> bool:
    """Draw a line for each competitor that has points; return whether one has.

    The upright axis is logarithmic. With many points, not all of them have marks.
    """
    drawn = False
    for number, (name, mine) in enumerate(samples.items()):
        if found := points(mine):
            drawn = True
            xs, ys, *around = zip(*found, strict=True)
            style = {"marker": _MARKERS[number % len(_MARKERS)], "markevery": max(1, len(xs) // 20)}
            axes.plot(xs, ys, label=name, markersize=3.5, linewidth=1.2, **style)  # type: ignore[arg-type]
            if around:
                axes.fill_between(xs, around[0], around[1], alpha=0.12)
    if drawn:
        axes.set_yscale("log")
        axes.set_xlabel(across)
        axes.set_ylabel(_unit(plot.value))
        axes.legend()
    return drawn


def _numbers(samples: Sequence[Sample], value: str) -> list[float]:
    found = (sample.number(value) for sample in samples)
    return [each for each in found if each is not None]


def _unit(value: str) -> str:
    if value not in TIMES:
        return value.replace("_", " ")
    named = {"time": "seconds", "seconds": "seconds", "cpu": "processor seconds"}
    return named.get(value, f"seconds to {value}")


_DRAW: dict[str, Callable[[Axes, Plot, dict[str, list[Sample]]], bool]]
_DRAW = {"cactus": _cactus, "scatter": _scatter, "growth": _growth}
