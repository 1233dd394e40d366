import csv
import io
import json
import re
from math import inf
from xml.etree import ElementTree

import msgspec
import pytest
from bench import kit
from msgspec.structs import replace

from nlc.cli import main
from nlc.cli.progress import bar
from nlc.comparing import suite_file
from nlc.comparing.markup import escape
from nlc.comparing.names import KEYS
from nlc.comparing.plots import write
from nlc.comparing.report import (
    cell,
    disagreements,
    fill,
    notes,
    quartiles,
    report,
    tables,
)
from nlc.comparing.results import Measurement, PuzzleRecord, Record
from nlc.comparing.samples import Data, collect
from nlc.drivers.base import Limits
from nlc.errors import Source, UserError

SUITE = kit.small()


def data(*rows: Record, puzzles: tuple[PuzzleRecord, ...] = (), suite=SUITE) -> Data:
    """Return what some rows say, of puzzles ``a``, ``b`` … unless others are given."""
    made = puzzles or [kit.puzzle_record(name) for name in sorted({row.puzzle for row in rows})]
    (found,) = collect([kit.run_record(suite), *made, *rows])
    return found


def row(puzzle: str, competitor: str, seconds: float | None, **more) -> Measurement:
    return kit.row(SUITE, puzzle, competitor, seconds, **more)


def written(folder, records, name: str = "r.jsonl") -> str:
    """Write records to a file and return its path."""
    path = folder / name
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in records))
    return str(path)


def text(value: str, found: Data, competitor: str = "sat") -> str:
    samples = [each for each in found.samples if each.competitor == competitor]
    first = {each.puzzle.id: each for each in found.samples if each.competitor == "sat"}
    return cell(value, samples, first)


def columns(printed: str) -> list[list[str]]:
    """Return the cells of the lines of a table, which are two blanks apart at least."""
    return [re.split(r"  +", line.strip()) for line in printed.splitlines()]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([5], (5, 5, 5)),
        ([1, 2], (1, 1.5, 2)),
        ([1, 2, 3, 4, 5], (2, 3, 4)),
        ([4, 1, 3, 2], (1.5, 2.5, 3.5)),
        ([1, 2, inf], (1.5, 2, inf)),
        ([1, inf, inf, inf], (inf, inf, inf)),
    ],
)
def test_quartiles_are_the_medians_of_both_halves(numbers, expected):
    assert quartiles(numbers) == expected


def test_a_time_is_a_median_over_puzzles_of_medians_over_repetitions_with_quartiles():
    found = data(
        *(row("a", "sat", s, repetition=i) for i, s in enumerate([1.0, 2.0, 30.0])),
        row("b", "sat", 4.0),
        row("c", "sat", 6.0),
    )
    assert text("seconds", found) == "4.000 (3.000-5.000)"
    assert text("mean seconds", found) == "4.000"


def test_what_is_not_solved_is_beyond_the_limit_and_counts_twice_in_par2():
    found = data(row("a", "sat", 1.0), row("b", "sat", None), row("c", "sat", None))
    assert text("seconds", found) == ">20"
    assert text("solved", found) == "1/3"
    assert text("timeouts", found) == "2/3"
    assert text("par2", found) == "27.0"  # (1 + 40 + 40) / 3


def test_where_processor_time_is_limited_that_is_the_time():
    suite = kit.small(kit.SMALL.replace("seconds = 20", "cpu = 20"))
    found = data(kit.row(suite, "a", "sat", 9.0, cpu_seconds=2.0), suite=suite)
    assert text("time", found) == "2.000"
    assert text("par2", found) == "2.000"
    assert text("seconds", found) == "9.000"


def test_ratios_are_taken_puzzle_by_puzzle():
    found = data(
        *(row(name, "sat", s) for name, s in (("a", 1.0), ("b", 10.0), ("c", 2.0))),
        *(row(name, "search", s) for name, s in (("a", 3.0), ("b", 20.0), ("c", 14.0))),
    )
    assert text("ratio", found, "search") == "3"
    assert text("ratio", found, "sat") == "1"


def test_like_formulas_idle_parts_and_several_changes_are_told():
    specs = "acyclic=lazy", "acyclic=lazy,connected=dual", "domains=direct,acyclic=order"
    competitors = "".join(
        f'[[competitors]]\nname = "{name}"\nsolver = "pysat:minisat22"\nencoding = "{spec}"\n'
        for name, spec in zip(("one", "two", "three"), specs, strict=True)
    )
    head = 'title = "t"\n[[puzzles]]\nmethod = "scatter"\nsizes = ["4x4"]\npairs = [2]\n'
    suite = suite_file.parse_suite(Source("own.toml", head + competitors))
    used = "domains={},cardinality=auto,acyclic={}"
    idle = ("connected=dual: no rule needs it",)
    found = data(
        kit.row(suite, "a", "one", 1.0, formula="f", used=used.format("log", "lazy")),
        kit.row(suite, "a", "two", 1.0, formula="f", used=used.format("log", "lazy"), idle=idle),
        kit.row(suite, "a", "three", 1.0, formula="g", used=used.format("direct", "order-binary")),
        suite=suite,
    )
    told = notes(found)
    assert "one and two make the same formula: what differs in their times is noise" in told
    assert "two: connected=dual has nothing to do: no rule needs it" in told
    assert (
        "three differs from one in more than one part: "
        "domains (log and direct), acyclic (lazy and order-binary)" in told
    )


def test_wrong_boards_refusals_and_other_ends_are_told():
    found = data(
        row("a", "sat", 1.0, figures={"rejected": 2}),
        row("b", "sat", None, outcome="wrong"),
        row("c", "sat", None, outcome="refused"),
        row("a", "search", None, outcome="refused"),
    )
    assert text("wrong", found) == "2/3"
    assert text("outcomes", found) == "1 wrong, 1 refused"
    assert text("seconds", found, "search") == "refused"
    assert text("clauses", found) == "-"


def test_rows_of_tables_are_in_the_order_of_their_numbers():
    sizes = [("a", "10x10", 2), ("b", "9x9", 11), ("c", "9x9", 2), ("d", "4x20", 1)]
    puzzles = tuple(kit.puzzle_record(*each) for each in sizes)
    found = data(*(row(each[0], "sat", 1.0) for each in sizes), puzzles=puzzles)
    filled = fill(found, SUITE.tables[0])
    assert filled.keys == (("4x20", "1"), ("9x9", "2"), ("9x9", "11"), ("10x10", "2"))


def test_published_figures_stand_beside_ours_and_are_marked():
    puzzles = (kit.puzzle_record("a", "4x4", 2), kit.puzzle_record("b", "4x4", 3))
    found = data(row("a", "sat", 1.0), row("b", "search", 2.0), puzzles=puzzles)
    table = columns(report(found))
    assert ["size", "pairs", "sat", "search", "elsewhere †"] in table
    assert ["4x4", "2", "1.000", "-", "7 s"] in table
    assert ["4x4", "3", "-", "2.000", "-"] in table
    assert ["† elsewhere: measured elsewhere, a paper"] in table


def test_a_file_of_published_figures_has_all_its_rows_beside_the_column_that_it_names(tmp_path):
    (tmp_path / "theirs.csv").write_text('size,pairs,they\n4x4,3,"1,5"\n10x10,2,> 10\n9x9,11,\n')
    text = kit.SMALL.replace('values = { "4x4, 2" = "7 s" }', 'beside = "sat"\nfile = "theirs.csv"')
    text = text.replace('"elsewhere"', '"they"')
    suite = suite_file.parse_suite(Source(str(tmp_path / "small.toml"), text))
    found = replace(data(row("a", "sat", 1.0), row("a", "search", 3.0)), suite=suite)
    filled = fill(found, suite.tables[0])
    assert filled.heads == ("sat", "they †", "search")
    keys = (("4x4", "2"), ("4x4", "3"), ("9x9", "11"), ("10x10", "2"))
    assert filled.keys == keys
    theirs = {key: cells[1] for key, cells in zip(filled.keys, filled.cells, strict=True)}
    assert theirs == dict(zip(keys, ("-", "1,5", "-", "> 10"), strict=True))


def test_latex_has_the_same_cells_for_booktabs():
    found = data(row("a", "sat", 1.0))
    told = tables(found, "latex")
    assert r"4x4 & 2 & 1.000 & 7 s \\" in told
    assert r"\toprule" in told
    assert r"elsewhere \dag{}" in told
    assert report(found, "latex").count(r"\begin{table}") == 2


def test_latex_escapes_what_it_would_take_for_commands():
    assert escape(r"50 % of $x_1$ & \y") == r"50 \% of \$x\_1\$ \& \textbackslash{}y"


def test_csv_and_json_have_a_line_for_each_puzzle_and_competitor(tmp_path, capsys):
    rows = [row("a", "sat", s, repetition=i) for i, s in enumerate([1.0, 2.0, 30.0])]
    rows += [row("b", "sat", None), row("a", "search", 4.0)]
    path = written(tmp_path, [kit.run_record(SUITE), *map(kit.puzzle_record, "ab"), *rows])
    assert main(["bench", "report", path, "--format", "csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    told = [(e["competitor"], e["encoding"], e["outcome"], e["job_seconds"]) for e in lines]
    assert told == [
        ("sat", "default", "solved", "2.0"),
        ("search", "", "solved", "4.0"),
        ("sat", "default", "timeout", ""),
    ]
    assert main(["bench", "report", path, "--format", "json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(each) for each in found] == [list(KEYS)] * 3
    assert [each["job_seconds"] for each in found] == [2.0, 4.0, None]


def test_rows_of_other_limits_code_and_definitions_are_left_out_and_counted():
    found = data(
        row("a", "sat", 1.0),
        row("b", "sat", 1.0, limits=Limits(1)),
        row("c", "sat", 1.0, version="0.0.9"),
        row("e", "sat", 1.0, code="other"),
        row("d", "sat", 1.0, who="another"),
    )
    assert [each.puzzle.id for each in found.samples] == ["a"]
    assert found.left == 4
    assert "4 rows of other code" in notes(found)


def test_the_notes_tell_the_machine_the_versions_and_the_limit():
    told = notes(data(row("a", "sat", 1.0)))
    assert "a processor, 2 cores, 4 GiB, Linux; nlc 0.1.0, python 3.11; code c." in told
    assert "Limit of a job: 20 s; 1 repetition(s)" in told


def test_two_competitors_that_contradict_each_other_are_told_and_fail(tmp_path, capsys):
    rows = [row("a", "sat", 1.0), row("a", "search", 1.0, status="UNSATISFIABLE")]
    told = "small: on puzzle a UNSAT by search. SAT by sat."
    assert disagreements(data(*rows)) == [told]
    path = written(tmp_path, [kit.run_record(SUITE), kit.puzzle_record("a"), *rows])
    assert main(["bench", "report", path]) == 1
    assert told in capsys.readouterr().out


def test_a_competitor_that_contradicts_itself_is_told():
    rows = [row("a", "sat", 1.0), row("a", "sat", 1.0, repetition=1, status="UNSATISFIABLE")]
    (told,) = disagreements(data(*rows))
    assert "contradicts itself: SATISFIABLE and UNSATISFIABLE" in told


def test_competitors_that_count_otherwise_are_told():
    rows = [row("a", "sat", 1.0, count=3), row("a", "search", 1.0, count=4)]
    assert disagreements(data(*rows)) == [
        "small: on puzzle a 3 solutions by sat. 4 solutions by search."
    ]


def test_competitors_that_differ_on_whether_a_solution_is_the_only_one_are_told():
    rows = [row("a", "sat", 1.0, unique=True), row("a", "search", 1.0, unique=False)]
    assert disagreements(data(*rows)) == [
        "small: on puzzle a One solution by sat. No or several solutions by search."
    ]


def test_competitors_with_other_rules_may_say_opposite_things():
    suite = kit.small(kit.SMALL.replace('"backtrack"', '"backtrack"\noptions = { touch = false }'))
    rows = [
        kit.row(suite, "a", "sat", 1.0),
        kit.row(suite, "a", "search", 1.0, status="UNSATISFIABLE"),
    ]
    assert disagreements(data(*rows, suite=suite)) == []


def test_a_file_without_a_run_has_nothing_to_report(tmp_path, capsys):
    assert main(["bench", "report", written(tmp_path, [kit.puzzle_record("a")])]) == 2
    assert "there is no result" in capsys.readouterr().err


def test_a_suite_without_tables_is_told(tmp_path, capsys):
    text = SUITE.text.replace("[[tables]]", "[[plots]]").partition("[[plots]]")[0]
    suite = replace(SUITE, tables=(), text=text)
    assert main(["bench", "report", written(tmp_path, [kit.run_record(suite)])]) == 0
    assert "has no [[tables]]" in capsys.readouterr().out


@pytest.mark.slow
def test_plots_into_a_file_are_refused(plotted, tmp_path):
    (tmp_path / "plots").touch()
    with pytest.raises(UserError, match="cannot make the folder"):
        write(plotted, tmp_path / "plots", ["svg"])


@pytest.fixture
def plotted():
    puzzles = tuple(kit.puzzle_record(str(i), "4x4", 2 + i % 3) for i in range(9))
    rows = [row(str(i), "sat", 0.1 * (i + 1)) for i in range(9)]
    rows += [row(str(i), "search", None if i > 6 else 0.5 * (i + 1)) for i in range(9)]
    return data(*rows, puzzles=puzzles)


@pytest.mark.slow
def test_plots_are_written_as_svg_and_png_and_the_same_results_make_the_same_bytes(
    plotted, tmp_path
):
    names = [f"small-{kind}.svg" for kind in ("cactus", "scatter", "growth")]
    first = write(plotted, tmp_path / "one", ["svg"])
    assert [path.name for path in first] == names
    second = write(plotted, tmp_path / "two", ["svg"])
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    one = replace(plotted, suite=replace(plotted.suite, plots=plotted.suite.plots[1:2]))
    svg, png = write(one, tmp_path / "png")
    assert svg.read_bytes() == first[1].read_bytes()
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_plots_name_their_competitors_and_leave_out_what_is_not_solved(plotted, tmp_path):
    paths = {path.name: path for path in write(plotted, tmp_path, ["svg"])}
    texts = {
        name: [text.text for text in ElementTree.parse(path).iter() if text.tag.endswith("text")]
        for name, path in paths.items()
    }
    assert {"C", "sat", "search", "puzzles solved"} <= set(texts["small-cactus.svg"])
    assert {"sat: seconds", "search: seconds"} <= set(texts["small-scatter.svg"])
    assert {"pairs", "seconds"} <= set(texts["small-growth.svg"])


def test_the_bar_shows_what_is_done_and_how_long_the_rest_may_take():
    assert bar("x on 5x5", 30, 120, 0, 65) == (
        "[######..................] 30/120 1:05, about 3:15 left: x on 5x5"
    )
    assert bar("x", 10, 20, 10, 1) == "[############............] 10/20 0:01: x"
    assert "1:00:00" in bar("x", 1, 2, 0, 3600)


def test_markdown_has_the_same_cells():
    found = data(row("a", "sat", 1.0))
    lines = [
        [c.strip() for c in line.split("|")[1:-1]]
        for line in tables(found, "markdown").splitlines()
    ]
    assert ["4x4", "2", "1.000", "7 s"] in lines
