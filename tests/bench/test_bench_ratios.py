"""Ratios: the interval and the test by brute force; and tables that fit a terminal."""

from __future__ import annotations

from itertools import product
from math import inf, log

import numpy as np
import pytest
from bench import kit

from nlc.comparing import markup, puzzles, suite_file
from nlc.comparing.report import Ratio, fill, holm, ratio_text, ratios_of
from nlc.comparing.samples import collect
from nlc.encode.spec import ENCODINGS, registry
from nlc.errors import Source


def signed_ranks(ratios) -> float:
    """Return the two-sided p-value of Wilcoxon's test, from the signs of all ranks."""
    logs = sorted(map(log, ratios), key=abs)
    least = min(sum(i for i, x in enumerate(logs, 1) if (x > 0) is up) for up in (True, False))
    ranks = range(1, len(logs) + 1)
    sums = [
        sum(rank for rank, up in zip(ranks, ups, strict=True) if up)
        for ups in product((False, True), repeat=len(logs))
    ]
    return min(1.0, 2 * sum(each <= least for each in sums) / len(sums))


@pytest.mark.slow
def test_the_test_is_that_of_all_signs_corrected_over_the_columns():
    columns = [
        [1.2, 1.31, 1.5, 1.05, 2.2, 1.71, 1.4, 1.33],
        [0.9, 1.4, 1.13, 0.7, 1.31, 0.81],
        [1.0] * 6,
    ]
    one, two, same = ratios_of(columns)
    by_hand = sorted([signed_ranks(columns[0]), signed_ranks(columns[1])])
    assert one.p == pytest.approx(2 * by_hand[0]) and two.p == pytest.approx(by_hand[1])
    assert not one.says_nothing and two.says_nothing and same.p is None
    assert (
        ratio_text(one).startswith("1.36 [")
        and ratio_text(two).startswith("~")
        and ratio_text(same) == "1"
    )
    assert ratio_text(ratios_of([[1.5]])[0]) == "~1.5"
    assert ratio_text(ratios_of([[inf, 2.0, inf]])[0]) == "beyond the limit"
    assert ratios_of([[]]) == [None] and ratio_text(None) == "-"
    assert "∞" in ratio_text(Ratio(2.0, 1.5, inf))


def test_corrected_values_are_those_of_holm():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == [] and holm([0.9]) == [0.9]


def test_the_interval_is_between_the_quantiles_of_the_medians_of_all_resamples():
    values = [0.5, 1.5, 2.0, 4.0, 9.0]
    (found,) = ratios_of([values])
    every = sorted(np.median(each) for each in product(values, repeat=len(values)))
    exact = [every[round(q * (len(every) - 1))] for q in (0.025, 0.975)]
    assert [found.low, found.high] == exact and found.middle == 2.0


def test_a_table_wider_than_the_terminal_is_folded_with_its_first_columns(monkeypatch):
    monkeypatch.setattr(markup, "terminal_width", lambda: 80)
    heads, cells = ["size", *"abcdefgh"], [["10x10", *["123.4 (1.0-2.0)"] * 8]]
    text = markup.table(heads, cells, ["left", *["right"] * 8], "text")
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("10x10") == text.count("size") > 1 and text.count("123.4") == 8
    narrow = markup.table(heads[:3], [cells[0][:3]], ["left", "right", "right"], "text")
    assert narrow.count("size") == 1
    assert r"\begin{adjustbox}{max width=\columnwidth}" in markup.table(
        heads, cells, ["left", *["right"] * 8], "latex"
    )


@pytest.mark.slow
def test_the_zoo_has_every_encoding_and_boards_of_a_genre_are_made_by_a_seed():
    zoo = suite_file.parse_suite(suite_file.find_suite("zoo"))
    specs = {each.encoding for each in zoo.competitors}
    for part in ENCODINGS:
        names = {f"{part}={name}" for name in registry(part).names()} - {f"{part}=auto"}
        assert names and names <= specs
    assert {each.name for each in zoo.competitors} >= {"auto", "plain", "minisat first"}
    text = 'title = "t"\n[[puzzles]]\nmethod = "masyu"\nsizes = ["4x4"]\nseed = 3\n'
    competitors = '[[competitors]]\nsolver = "pysat:minisat22"\nencoding = "each runs"\n'
    suite = suite_file.parse_suite(Source("own.toml", text + competitors))
    made = puzzles.make(suite.kinds[0].order(1))
    assert made.genre == "masyu" and made.text == puzzles.make(suite.kinds[0].order(1)).text


def test_hindsight_is_par2_over_that_of_the_best_on_each_puzzle():
    suite = kit.small(kit.SMALL.replace('"ratio"', '"hindsight"'))
    rows = [
        kit.row(suite, puzzle, who, seconds)
        for puzzle, one, two in [("a", 1.0, 2.0), ("b", 6.0, 3.0), ("c", None, 4.0)]
        for who, seconds in [("sat", one), ("search", two)]
    ]
    made = [kit.puzzle_record(name) for name in "abc"]
    (found,) = collect([kit.run_record(suite), *made, *rows])
    filled = fill(found, suite.tables[1])
    at = filled.heads.index("hindsight")
    told = {key: cells[at] for (key,), cells in zip(filled.keys, filled.cells, strict=True)}
    assert told == {"sat": f"{47 / 8:.3g}", "search": f"{9 / 8:.3g}"}
