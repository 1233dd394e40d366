"""What does not fit together in a suite: keys that are of no use, names of nothing."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.compare.suite import DEFAULT, Competitor, Kind, Plot, Suite, Table, Work
from nlc.compare.suite_toml import Section

_LEAST = 3
"""Cells of a path of `nlc.compare.random_path`."""

_MOST_CELLS = 1 << 20
"""What ``nlc generate`` makes at most."""

_OPTIONS = ("cover", "touch", "no2x2")
_OF_NUMBERLINK = ("unique", "trivial", "options", "switches")


def check_puzzles(section: Section, kind: Kind, work: Work) -> None:
    """Note keys of ``[[puzzles]]`` that their method, their files or the work have no use for.

    Args:
        section: the table.
        kind: what was read of it, but for sizes and pairs.
        work: of the suite.
    """
    if work == "generate":
        _useless(section, ("method", "switches", "files"), "where competitors make the puzzles")
    elif section.has("files"):
        _useless(section, ("pairs", "tiling", "seed", *_OF_NUMBERLINK), "with files")
    elif kind.method == "slitherlink":
        _useless(section, ("pairs", *_OF_NUMBERLINK), "with slitherlink")
    elif kind.method == "random-path":
        _useless(section, ("tiling", *_OF_NUMBERLINK), "with random-path")
    for name in kind.options:
        if name not in _OPTIONS:
            section.error("options", f"numberlink has no option '{name}'", _OPTIONS, name)


def check_size(section: Section, kind: Kind) -> None:
    """Note a size that is too large, or one that random paths do not have."""
    if kind.cols * kind.rows > _MOST_CELLS:
        section.error("sizes", f"puzzles are made on boards of at most {_MOST_CELLS} cells")
    if kind.method != "random-path":
        return
    pairs = kind.pairs or kind.cols
    if kind.cols != kind.rows:
        section.error("sizes", f"random-path makes squares, and {kind.size} is none")
    elif _LEAST * pairs > kind.cols * kind.rows:
        section.error("pairs", f"{pairs} pairs of three cells or more do not fit {kind.size}")


def check_competitor(
    section: Section, competitor: Competitor, solvers: Sequence[str], work: Work
) -> None:
    """Note keys of ``[[competitors]]`` that the work or the solvers have no use for."""
    if work == "generate":
        _useless(section, ("options", "relax"), "where puzzles are made")
    else:
        _useless(section, ("method", "switches"), "where no puzzle is made")
    if work == "compile":
        _useless(section, ("relax",), "where nothing is solved")
    elif competitor.relax and {*solvers} != {DEFAULT}:
        section.error("relax", "'relax' is what nlc run does by itself: with the solver 'default'")


def _useless(section: Section, keys: tuple[str, ...], where: str) -> None:
    for key in keys:
        if section.has(key):
            section.error(key, f"'{key}' is of no use {where}")


def check_together(suite: Suite, top: Section) -> None:
    """Note what is missing, what is there twice, and names of nothing."""
    if top.has("title") and not suite.title.strip():
        top.error("title", "the title is empty")
    if not suite.repetitions:
        top.error("repetitions", "'repetitions' is a whole number from 1 up")
    if not suite.kinds and not top.has("puzzles"):
        top.error("", "there are no [[puzzles]]")
    if not suite.competitors:
        top.error("", "there are no [[competitors]]")
    names = [each.name for each in suite.competitors]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        top.error("", f"two competitors are called '{name}'")
    done: dict[str, str] = {}
    for each in suite.competitors:
        other = done.setdefault(str(each.to_json()), each.name)
        if other != each.name:
            top.error("", f"the competitors '{other}' and '{each.name}' do the same")
    parts: list[Table | Plot] = [*suite.tables, *suite.plots]
    for part in parts:
        for name in part.competitors:
            if name not in names:
                top.error("", f"'{part.title}' names a competitor '{name}'", names, name)
    files = [plot.name for plot in suite.plots]
    for name in dict.fromkeys(name for name in files if files.count(name) > 1):
        top.error("", f"two plots are called '{name}'")
    titles = [table.title for table in suite.tables]
    for item in suite.published:
        if item.table not in titles:
            top.error("", f"'{item.column}' stands in no table", titles, item.table)
