"""The work ``unique`` of a suite: is there one solution only?"""

from concurrent.futures import Future

from bench import kit

from nlc.comparing.results import Measurement, PuzzleRecord, ResultsFile, load, records_of
from nlc.comparing.run import Runner
from nlc.process.pool import Pool

PUZZLES = """\
puzzle "one" is numberlink { topology square; board
A B
. .
A B
end }
puzzle "two" is numberlink { topology square; set cover = false; board
A . .
. . .
. A .
end }
puzzle "none" is numberlink { topology square; board
A B
B A
end }
"""

SUITE = """\
title = "is it the only one?"
work = "unique"
limits = { cpu = 20 }

[[puzzles]]
PUZZLES

[[competitors]]
name = "as nlc run does"
solver = "default"
encoding = "default"
plan = "default"

[[competitors]]
name = "sat"
solver = "pysat:minisat22"
encoding = "direct"

[[competitors]]
name = "frontier"
solver = "frontier"
largest = 20

[[tables]]
title = "All"
rows = ["competitor"]
values = ["solved"]
"""


class Here(Pool):
    """An executor without processes."""

    def submit(self, function, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        return future


def answers(puzzles: str, tmp_path) -> list[tuple[str, Measurement]]:
    path = tmp_path / "r.jsonl"
    with ResultsFile(str(path)) as results:
        Runner(kit.small(SUITE.replace("PUZZLES", puzzles)), results, Here()).run()
    records = load(str(path))
    titles = {each.id: each.title for each in records_of(records, PuzzleRecord)}
    return [(titles[row.puzzle], row) for row in records_of(records, Measurement)]


def test_solvers_and_engines_tell_the_puzzles_with_one_solution(tmp_path):
    (tmp_path / "p.nl").write_text(PUZZLES)
    found = answers(f'files = "{tmp_path / "p.nl"}"', tmp_path)
    told = {(title, row.competitor): row.unique for title, row in found}
    assert len(told) == 9
    assert {row.outcome for _, row in found} == {"solved"}
    for (title, _), unique in told.items():
        assert unique is (title == "one")
