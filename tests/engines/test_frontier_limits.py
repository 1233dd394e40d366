"""What the frontier method refuses, and where it stops."""

from __future__ import annotations

from string import ascii_letters, digits

import pytest
from engines.counts import corners, count, counted, empty, puzzle

from nlc.engines.frontier.diagram import LimitReached
from nlc.engines.problem import Method, read_problem
from nlc.errors import Source, UserError
from nlc.language.resolve import load
from nlc.process.limits import Limits

HEAD = 'puzzle "random" is numberlink { topology square; board\n'


def refusal(text: str) -> str:
    (case,) = load(Source("test.nl", text)).puzzles
    with pytest.raises(UserError) as caught:
        read_problem(case, Method("the engine", "take another"))
    return str(caught.value)


@pytest.mark.parametrize(
    "rule", ["rule even { not odd of line[links]; }", "drop away;", "let every_cell = cells;"]
)
def test_rules_of_the_puzzle_itself_are_refused_where_they_stand(rule):
    said = refusal(f"{HEAD}A . A\nend\n{rule} }}")
    assert "the genre's own rules only" in said
    assert "test.nl:4:1" in said


def test_other_genres_are_refused():
    text = "genre mine extends numberlink {}\n" + HEAD.replace("is numberlink", "is mine")
    assert "not the genre 'mine'" in refusal(f"{text}A . A\nend }}")


def test_a_genre_that_only_has_the_name_of_a_stock_genre_is_refused():
    genre = "genre numberlink { given label : cell -> name?; var line : link -> bool; show line; }"
    assert "the stock genre 'numberlink' only" in refusal(f"{genre}\n{HEAD}A . A\nend }}")


def test_a_label_that_is_not_one_of_two_is_refused():
    assert "label A must occur exactly twice" in refusal(f"{HEAD}A A A\nend }}")


def test_as_many_labels_as_letters_are_counted():
    labels = (ascii_letters + digits)[:60]
    rows = [" ".join(f"{label} {label}" for label in labels[i : i + 4]) for i in range(0, 60, 4)]
    assert count(puzzle("numberlink", rows)) == 1


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(seconds=1e-9), "wall-time"),
        (Limits(cpu_seconds=1e-9), "cpu-time"),
        (Limits(megabytes=1), "memory"),
    ],
)
def test_a_limit_stops_the_count_and_is_named(limits, reason):
    with pytest.raises(LimitReached) as caught:
        counted(puzzle("numberlink", corners(9), cover=False), limits)
    assert caught.value.reason == reason
    assert caught.value.states >= caught.value.widest >= 1


def test_the_watcher_is_told_of_every_variable():
    told = []
    loops = puzzle("slitherlink", empty(2, 2))
    diagram = counted(loops, watch=lambda *news: told.append(news)).diagram
    assert [(done, work) for done, work, _ in told] == [(i, 12) for i in range(12)]
    assert sum(states for *_, states in told) == diagram.figures["states"]
