import re

import pytest

from nlc.comparing import suite_file
from nlc.comparing.job import choice_of, solvers_of
from nlc.comparing.suite import Suite
from nlc.encode.spec import Encoding
from nlc.errors import Source, UserError

GOOD = """\
title = "a suite"
limits = { seconds = 3, full = { seconds = 30 } }

[full]
repetitions = 5

[[puzzles]]
method = "scatter"
sizes = ["5x4", "6x6"]
pairs = [2, 3]
count = 2
full = { count = 7, pairs = 4 }

[[competitors]]
solver = ["minisat", "default"]
encoding = ["default", "thesis"]

[[tables]]
title = "T"
rows = ["size"]
columns = "competitor"
values = ["time"]
"""


def read(text: str, **options: bool) -> Suite:
    return suite_file.parse_suite(Source("mine.toml", text), **options)


def mistakes(text: str) -> list[str]:
    """Return each mistake, with its table, but without its hint."""
    with pytest.raises(UserError) as caught:
        read(text)
    return [item.message for item in caught.value.diagnostics]


def hint(text: str) -> str | None:
    with pytest.raises(UserError) as caught:
        read(text)
    return caught.value.diagnostics[0].hint


def test_sizes_and_pairs_make_kinds_and_lists_make_competitors():
    suite = read(GOOD)
    assert suite.name == "mine"
    assert [(k.size, k.labels, k.count) for k in suite.kinds] == [
        ("5x4", 2, 2),
        ("5x4", 3, 2),
        ("6x6", 2, 2),
        ("6x6", 3, 2),
    ]
    assert [c.name for c in suite.competitors] == [
        "default, minisat",
        "thesis, minisat",
        "default, default",
        "thesis, default",
    ]
    assert suite.limits.seconds == 3
    assert suite.repetitions == 1


PLAN = """
[[competitors]]
plan = '''
{solver=pysat:minisat22 conflicts=9}
{solver=cadical encoding="domains=direct"}'''
"""


def test_a_plan_of_attempts_takes_the_place_of_solver_and_encoding():
    *_, planned = read(GOOD + PLAN).competitors
    assert planned.name == (
        "{solver=pysat:minisat22 conflicts=9} {solver=cadical encoding=domains=direct}"
    )
    assert [*solvers_of(planned)] == ["pysat:minisat22", "cadical"]
    *_, named = read(GOOD + PLAN.replace("plan =", 'name = "two"\nplan =')).competitors
    assert named.name == "two"


def test_the_full_size_takes_the_keys_of_full():
    suite = read(GOOD, full=True)
    assert [(k.size, k.labels, k.count) for k in suite.kinds] == [("5x4", 4, 7), ("6x6", 4, 7)]
    assert suite.limits.seconds == 30
    assert suite.repetitions == 5


MISTAKES = """\
title = "a suite" → tilte = "a suite" → there is no key 'tilte'
title = "a suite" →  → the key 'title' is missing
count = 2 → count = -2 → [[puzzles]] 1: count: expected `int` >= 0
[full] → repetitions = 2147483647\\n[full] → repetitions: expected `int` <= 1000000
count = 2 → cuont = 2 → [[puzzles]] 1: there is no key 'cuont'
"6x6"] → "6 x 6"] → [[puzzles]] 1: '6 x 6' is not a size such as 10x10
"scatter" → "scater" → [[puzzles]] 1: there is no 'scater' for 'method'
seconds = 3, → second = 3, → [limits]: there is no key 'second'
rows = ["size"] → rows = ["sise"] → [[tables]] 1: there is no 'sise' for
["time"] → ["tine"] → [[tables]] 1: there is no 'tine' for 'values'
solver = [ → solver = 3 # → [[competitors]] 1: solver: expected `str`, got `int`
repetitions = 5 → repetitions = 5 5 → this is not TOML: Expected newline
seconds = 3, → seconds = inf, → [limits]: seconds: expected `float` <=
title = "a suite" → title = " " → the title is empty
"5x4" → "1025x1024" → [[puzzles]] 1: puzzles are made on boards of at most
pairs = [2, 3] → pairs = [2, -3] → [[puzzles]] 1: pairs: expected `int` >=
full = { count = 7, pairs = 4 } → full = 3 → [[puzzles]] 1: 'full' is a
rows = ["size"] → full = {} → [[tables]] 1: there is no key 'full'
["minisat", "default"] → ["minisat", ""] → [[competitors]] 1: a competitor needs a
count = 2 → options = { tuch = true } → [[puzzles]] 1: numberlink has no option
"""
"""What stands in `GOOD`, what takes its place, and what is told of it."""


@pytest.mark.parametrize("line", MISTAKES.splitlines())
def test_a_mistake_is_told_with_its_table(line):
    old, new, told = line.split(" → ")
    assert old in GOOD
    found = mistakes(GOOD.replace(old, new.replace("\\n", "\n"), 1))
    assert any(each.startswith(f"mine.toml: {told}") for each in found), found


@pytest.mark.parametrize(
    ("value", "told"), [("9", "Exceeds the limit"), ("[", "maximum recursion")]
)
def test_what_is_too_long_or_too_deep_is_told(value, told):
    (found,) = mistakes(GOOD.replace("count = 2", f"count = {value * 5000}", 1))
    assert found.startswith(f"mine.toml: this is not TOML: {told}")


def test_names_that_are_near_are_suggested():
    assert hint(GOOD.replace("scatter", "scater")) == "did you mean 'scatter'?"
    assert hint(GOOD.replace("count =", "cuont =")) == "did you mean 'count'?"


def test_all_mistakes_are_told_together():
    text = GOOD.replace("count = 2", "count = -2").replace('["time"]', '["tine"]')
    assert len(mistakes(text)) == 2


MISFITS = """\
[[plots]]; name = "p"; title = "p"; kind = "scatter" → of two competitors
[[plots]]; name = "p"; title = "p"; kind = "cactus"; competitors = ["x"] → 'x'
[[plots]]; name = "../p"; title = "p"; kind = "cactus" → not a name for a file
[[plots]]; name = "p"; title = "p"; kind = "cactus"; TWICE → two plots are called
[[published]]; column = "p"; source = "s"; table = "V" → is in no table
[[published]]; column = "p"; source = "s"; table = "T"; beside = "x" → 'p' is beside no competitor
[[published]]; column = "p"; source = "s"; table = "T"; file = "no.csv" → there is no file 'no.csv'
[[published]]; column = "p"; source = "s"; table = "T"; file = "published/mip-growth.csv" → no col
[[competitors]]; encoding = "direct" → needs a 'solver'
[[competitors]]; name = "thesis, minisat"; solver = "kissat" → two competitors
[[puzzles]]; files = ["no-such-*.nl"] → no file is called
[[puzzles]]; files = "" → no file is called ''
[[puzzles]]; count = 3 → 'sizes' or 'files'
[[puzzles]]; sizes = "5x4"; method = "random-path" → 5x4 is not a square
[[puzzles]]; sizes = "5x5"; method = "random-path"; pairs = 9 → do not fit 5x5
[[puzzles]]; sizes = "5x5"; method = "random-path"; unique = true → 2: 'unique' is of no use
[[puzzles]]; sizes = "5x5"; method = "slitherlink"; pairs = 3 → 'pairs' is of no use
[[puzzles]]; files = "*.nl"; seed = 3 → 'seed' is of no use with files
[[competitors]]; solver = "kissat"; switches = { parity = true } → 'switches' is of no use
[[competitors]]; solver = "kissat"; plan = "fast" → there is no plan 'fast'
[[competitors]]; solver = "kissat"; plan = "{solver=minisat}" → a plan names its solvers
[[competitors]]; plan = "{solver=cadical secs=3}" → 2: 'secs=3' is not a word
"""
"""Tables beside those of `GOOD`, with ``; `` for line ends, and what is told of them."""


@pytest.mark.parametrize("line", MISFITS.splitlines())
def test_what_does_not_fit_together_is_told(line):
    more, told = line.split(" → ")
    if more.endswith("TWICE"):
        more = 2 * more.removesuffix("TWICE")
    found = mistakes(f"{GOOD}\n{more.replace('; ', chr(10))}\n")
    assert any(told in each for each in found), found


@pytest.mark.parametrize("name", suite_file.names())
@pytest.mark.parametrize("full", [False, True])
def test_every_suite_of_nlc_is_right_and_names_what_there_is(name, full):
    suite = suite_file.parse_suite(suite_file.find_suite(name), full=full)
    assert suite.tables
    assert suite.plots
    for each in suite.competitors:
        if each.encoding:
            Encoding.parse(each.encoding)
        if each.solver:
            assert choice_of(each).first.name
    assert all(plot.name == name or plot.name.startswith(f"{name}-") for plot in suite.plots)


def test_a_suite_that_is_not_there_is_told_with_one_that_is_near():
    with pytest.raises(UserError) as caught:
        suite_file.find_suite("encoding")
    assert caught.value.diagnostics[0].hint == "did you mean 'encodings'?"
    with pytest.raises(UserError, match=re.escape("no file 'mine.toml'")):
        suite_file.find_suite("mine.toml")
