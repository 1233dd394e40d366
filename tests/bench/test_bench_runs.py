import json
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest
from bench import kit
from msgspec.structs import replace
from support import forked

from nlc.cli import main
from nlc.comparing import measure, suite_file
from nlc.comparing import puzzles as suite_puzzles
from nlc.comparing.job import CompetitorJob
from nlc.comparing.results import (
    Measurement,
    Member,
    PuzzleRecord,
    ResultsFile,
    Run,
    load,
    records_of,
)
from nlc.comparing.run import Runner, RunTally
from nlc.comparing.suite import Suite
from nlc.errors import UserError
from nlc.process.limits import ProcessEnd
from nlc.process.pool import Pool
from nlc.process.worker import WorkerStoppedError

RING = """\
puzzle "nothing but a ring" is numberlink {
  topology square;
  board
    . . . .
    . A A .
    . . . .
  end
  rule house "the pair is linked" { line[link(r2c2, r2c3)]; }
}
"""
"""It has no solution; the thesis's encoding accepts a ring round the pair."""

JOBS = 8
"""Of the small suite: two kinds, two puzzles, two competitors."""


@pytest.fixture(scope="module")
def executor():
    with Pool() as opened:
        yield opened


@pytest.fixture(scope="module")
def done(executor, tmp_path_factory):
    """A file of the small suite's results."""
    path = tmp_path_factory.mktemp("runs") / "r.jsonl"
    run(kit.small(), path, executor)
    return path


def run(suite: Suite, path: Path, executor, **options) -> RunTally:
    with ResultsFile(str(path)) as results:
        return Runner(suite, results, executor, **options).run()


def rows(path: Path) -> list[Measurement]:
    return records_of(load(str(path)), Measurement)


def start(suite: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return forked.start("bench", suite, "--out", out, *more, text=True, **pipes)


def wait_for_rows(child: subprocess.Popen[str], out: Path) -> None:
    """Wait until three rows have been written."""
    while not out.exists() or out.read_bytes().count(b'"record":"result"') < 3:
        assert child.poll() is None
        time.sleep(0.01)


def test_every_competitor_gets_every_puzzle_in_turn_and_the_file_tells_all_of_it(done):
    found, records = rows(done), load(str(done))
    assert len(found) == len({row.key for row in found}) == JOBS
    assert Counter(row.competitor for row in found) == {"sat": 4, "search": 4}
    assert {(row.outcome, row.reason) for row in found} == {("solved", None)}
    assert all(row.seconds > 0 and row.cpu_seconds > 0 for row in found)
    sat = [row for row in found if row.competitor == "sat"]
    assert all(row.figures["clauses"] > 0 and row.exact for row in sat)
    assert all(row.search_seconds > 0 and row.solver_cpu_seconds > 0 for row in sat)
    assert all(row.checked and row.board for row in found)
    assert len({row.code for row in found}) == 1
    order = [(row.puzzle, row.competitor) for row in found]
    pairs = [order[i : i + 2] for i in range(0, JOBS, 2)]
    assert all(a[0] == b[0] and {a[1], b[1]} == {"sat", "search"} for a, b in pairs)
    assert len({pair[0][1] for pair in pairs}) == 2  # another one is first now and then
    (first,) = records_of(records, Run)
    assert first.machine["cores"] >= 1
    assert first.versions.keys() == {"nlc", "python", "pysat:minisat22", "backtrack"}
    assert first.text == kit.SMALL
    puzzles = records_of(records, PuzzleRecord)
    assert sorted(each.pairs for each in puzzles) == [2, 2, 3, 3]
    assert all(each.order["seed"] == 1 and " is numberlink" in each.text for each in puzzles)
    assert {each.group for each in records_of(records, Member)} == {"random-path"}


def test_a_row_that_is_missing_is_the_only_one_that_is_run_again(done, executor, tmp_path):
    lines = done.read_text().splitlines(keepends=True)
    lost = next(i for i, line in enumerate(lines) if '"record":"result"' in line)
    path = tmp_path / "r.jsonl"
    path.write_text("".join(lines[:lost] + lines[lost + 1 :]) + lines[lost][:40])
    tally = run(kit.small(), path, executor)
    assert (tally.added, tally.done) == (1, JOBS)
    assert {row.key for row in rows(path)} == {row.key for row in rows(done)}


@pytest.mark.slow
def test_other_limits_and_other_competitors_are_other_rows(done, executor, tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(done.read_bytes())
    text = kit.SMALL.replace('encoding = "default"', 'encoding = "direct"')
    assert run(kit.small(text), path, executor).added == JOBS // 2
    text = kit.SMALL.replace("seconds = 20", "seconds = 30")
    assert run(kit.small(text), path, executor).added == JOBS


@pytest.mark.slow
def test_who_is_beyond_the_limit_again_and_again_gets_no_more_puzzles_of_that_kind(
    executor, tmp_path
):
    text = kit.SMALL.replace("seconds = 20", "seconds = 1e-9").replace("count = 2", "count = 5")
    suite, path = kit.small("patience = 2\n" + text), tmp_path / "r.jsonl"
    with Pool(1) as alone:  # two would begin another puzzle meanwhile
        for added in (8, 0):  # two puzzles of two kinds, for two competitors; and again from rows
            tally = run(suite, path, alone)
            assert (tally.added, tally.done, tally.jobs) == (added, 8, 8)
        assert run(replace(suite, patience=3), path, alone).added == 4


def test_what_an_encoding_refuses_and_who_is_missing_is_told(executor, tmp_path):
    text = (
        kit.SMALL.replace('"4x4"', '"7x7"').replace("[2, 3]", "13").replace("random-path", "path")
    )
    text = text.replace('"default"', '"thesis"').replace(
        '"backtrack"', '"cmd:no-such-solver-{cnf}"'
    )
    text = text.replace("count = 2", "count = 1")
    path = tmp_path / "r.jsonl"
    tally = run(kit.small(text), path, executor)
    assert list(tally.left_out) == ["search"]
    (row,) = rows(path)
    assert row.outcome == "refused"
    assert "12" in row.message


@pytest.mark.slow
def test_the_attempts_of_a_plan_are_made_and_one_with_a_missing_solver_is_left_out(
    executor, tmp_path
):
    plan = 'plan = "{solver=pysat:minisat22 conflicts=1} {solver=pysat:glucose4}"'
    text = kit.SMALL.replace('solver = "pysat:minisat22"\nencoding = "default"', plan)
    text = text.replace('solver = "backtrack"', plan.replace("glucose4", "glucose4} {solver=gone"))
    with pytest.raises(UserError, match="no solver 'gone'"):
        kit.small(text)
    path = tmp_path / "r.jsonl"
    tally = run(kit.small(text.replace("=gone", "='cmd:gone {cnf}'")), path, executor)
    assert "gone" in tally.left_out["search"]
    assert {(row.competitor, row.outcome) for row in rows(path)} == {("sat", "solved")}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"pysat:minisat22": "cmd:none-{cnf}", '"backtrack"': '"cmd:no-{cnf}"'}, "can run here"),
        (
            {'"backtrack"': '"backtrack"\nencoding = "direct"'},
            "'search': the engine 'backtrack' takes no encoding",
        ),
        (
            {"[2, 3]": "99", "random-path": "scatter"},
            "(?s)99 pairs cannot be put there.*at most 5 pairs fit",
        ),
    ],
)
def test_what_cannot_be_run_is_refused(executor, tmp_path, changes, told):
    text = kit.SMALL
    for old, new in changes.items():
        text = text.replace(old, new)
    with pytest.raises(UserError, match=told):
        run(kit.small(text), tmp_path / "r.jsonl", executor)


def test_a_board_that_breaks_a_rule_is_counted(executor, tmp_path):
    (tmp_path / "ring.nl").write_text(RING)
    text = kit.SMALL.replace("default", "thesis").partition("[[puzzles]]")
    rest = text[2][text[2].index("[[competitors]]") :]
    (tmp_path / "ring.toml").write_text(f'{text[0]}[[puzzles]]\nfiles = "*.nl"\n{rest}')
    suite = suite_file.parse_suite(suite_file.find_suite(str(tmp_path / "ring.toml")))
    path = tmp_path / "r.jsonl"
    run(suite, path, executor)
    found = {row.competitor: row for row in rows(path)}
    assert found["sat"].exact is False
    assert found["sat"].status == "UNSATISFIABLE"
    assert found["sat"].figures["rejected"] > 0


def test_a_job_that_kills_its_process_is_a_row(monkeypatch, tmp_path):
    class Dying(Pool):
        def submit(self, function, *arguments):
            from concurrent.futures import Future

            future: Future = Future()
            if function is suite_puzzles.make:
                future.set_result(function(*arguments))
            else:
                future.set_exception(WorkerStoppedError("killed", ProcessEnd(-9, 0.0, 0.0), b""))
            return future

    path = tmp_path / "r.jsonl"
    tally = run(kit.small(), path, Dying())
    assert tally.added == JOBS
    assert {row.outcome for row in rows(path)} == {"lost"}


@pytest.mark.slow
def test_a_budget_that_is_spent_still_has_one_puzzle_of_each_kind(executor, tmp_path):
    path = tmp_path / "r.jsonl"
    tally = run(kit.small(), path, executor, budget=1e-9)
    assert tally.over
    assert tally.done == JOBS // 2
    assert sorted(each.pairs for each in records_of(load(str(path)), PuzzleRecord)) == [2, 2, 3, 3]


def test_the_first_run_of_a_competitor_in_a_process_is_a_warm_up(monkeypatch):
    calls = []

    def do(job):
        calls.append(job)
        return {"outcome": "solved", "seconds": float(len(calls))}

    monkeypatch.setitem(measure.WORK, "solve", do)
    monkeypatch.setattr(measure, "_warm", set())
    suite = kit.small()
    jobs = [
        CompetitorJob("s", "solve", who, suite.limits, 0, kit.puzzle_record(puzzle))
        for puzzle in ("p", "q")
        for who in suite.competitors
    ]
    assert [measure.run(job).seconds for job in jobs] == [2, 4, 5, 6]


@pytest.mark.slow
def test_generating_is_measured_with_what_was_counted(executor, tmp_path):
    text = """\
title = "making"
work = "generate"
[[puzzles]]
sizes = ["5x5"]
pairs = 4
count = 2
[[competitors]]
name = "with"
switches = { isolated = true, balance = true }
[[competitors]]
name = "without"
switches = { isolated = false, balance = false }
[[tables]]
title = "T"
rows = ["competitor"]
values = ["mean calls"]
"""
    path = tmp_path / "r.jsonl"
    run(kit.small(text), path, executor)
    found = rows(path)
    assert {row.outcome for row in found} == {"solved"}
    by = {(row.puzzle, row.competitor): row.figures for row in found}
    assert len(by) == 4
    for (puzzle, name), figures in by.items():
        tested = figures["isolated"] + figures["balance"] + figures["adjacent"]
        assert figures["placements"] == figures["calls"] + tested
        if name == "without":
            assert figures["isolated"] == figures["balance"] == 0
            assert figures["calls"] >= by[puzzle, "with"]["calls"]


@pytest.mark.slow
def test_a_run_that_is_killed_loses_no_row_and_has_none_twice(tmp_path, monkeypatch):
    suite, out = tmp_path / "small.toml", tmp_path / "r.jsonl"
    suite.write_text(kit.SMALL.replace("count = 2", "count = 4"))
    add = ResultsFile.add

    def add_few(results, record):
        if len(records_of(results.records, Measurement)) == 5:
            time.sleep(600)  # until it is killed, however late that is
        return add(results, record)

    with monkeypatch.context() as patched:
        patched.setattr(ResultsFile, "add", add_few)
        child = start(suite, out)
    with child:
        wait_for_rows(child, out)
        child.kill()
    kept = {row.key for row in rows(out)}
    assert 3 <= len(kept) <= 5
    with start(suite, out) as again:
        _, told = again.communicate()
    assert again.returncode == 0, told
    found = [json.loads(line) for line in out.read_text().splitlines()]
    keys = [each["key"] for each in found if each["record"] == "result"]
    assert len(keys) == len(set(keys)) == 16
    assert kept <= set(keys)


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path):
    suite, out = tmp_path / "small.toml", tmp_path / "r.jsonl"
    suite.write_text(kit.SMALL.replace("count = 2", "count = 500"))
    with start(suite, out) as child:
        wait_for_rows(child, out)
        child.send_signal(signal.SIGINT)
        _, told = child.communicate()
    assert child.returncode == 130
    assert f"rows more in {out}; the same command continues" in told
    assert len(rows(out)) >= 3


@pytest.mark.slow
def test_puzzles_of_a_folder_take_the_place_of_the_suites(tmp_path, capsys):
    suite, out, folder = tmp_path / "small.toml", tmp_path / "r.jsonl", tmp_path / "boards"
    suite.write_text(kit.SMALL)
    folder.mkdir()
    (folder / "two.txt").write_text("3 2 0 0 2 0 0 1 2 1\n3 3 0 0 0 2 1 0 1 2\n")
    words = ["--out", str(out), "--puzzles", str(folder), "--format", "csv"]
    assert main(["bench", str(suite), *words]) == 0
    records = load(str(out))
    assert [each.size for each in records_of(records, PuzzleRecord)] == ["3x2", "3x3"]
    assert {each.group for each in records_of(records, Member)} == {"two"}
    assert len(records_of(records, Measurement)) == 4
    assert capsys.readouterr().out.startswith("file,puzzle,genre,")


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
ONLY_ONE = """\
title = "is it the only one?"
work = "unique"
limits = { cpu = 20 }
[[puzzles]]
files = "FILE"
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
"""


def test_solvers_and_engines_tell_the_puzzles_with_one_solution(executor, tmp_path):
    (tmp_path / "p.nl").write_text(PUZZLES)
    path = tmp_path / "r.jsonl"
    run(kit.small(ONLY_ONE.replace("FILE", str(tmp_path / "p.nl"))), path, executor)
    titles = {each.id: each.title for each in records_of(load(str(path)), PuzzleRecord)}
    found = rows(path)
    assert (len(found), {row.outcome for row in found}) == (9, {"solved"})
    assert all(row.unique is (titles[row.puzzle] == "one") for row in found)


def test_a_wrong_puzzle_of_a_folder_is_told_with_its_file(tmp_path, capsys):
    (tmp_path / "wrong.nl").write_text('puzzle "p" is numberlink {\n  topology cube;\n}\n')
    out = str(tmp_path / "r.jsonl")
    assert main(["bench", "engines", "--puzzles", str(tmp_path), "--out", out]) == 2
    assert f"{tmp_path / 'wrong.nl'}:1:1: error" in capsys.readouterr().err
